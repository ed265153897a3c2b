"""The elements of the head-up display in the order of drawing.

Nothing is opaque over the fight: letters and signs bring a soft dark edge, and a threat below them is seen.

A new one is a row here: drawing, condition and region. It reads the world and the mode's `Hud`. What only the
app knows, it writes into `Session.told` under the element's name, as of the target and the frame rate. In a
split window `arena.view.hud.shared` draws what all players share.
"""

import numpy as np

from arena.game.goal import GOAL_TABLE, GoalKind
from arena.game.scoring.lives import REUNION_TICKS
from arena.sim.world import World
from arena.view.hud.arrows import draw_marker, mark_return, marker_color, return_marker, ring_marker
from arena.view.hud.element import HudElement, HudPicture
from arena.view.hud.goals import draw_goals
from arena.view.hud.modules import draw_offer, draw_places, draw_signs
from arena.view.hud.speech import draw_banner, draw_loss, draw_speech
from arena.view.hud.status import (
    EDGE,
    MODULES_UP,
    SMALL,
    draw_lives,
    draw_progress,
    draw_score,
    draw_target,
    draw_weapons,
)
from arena.view.hud.tags import GHOST_LABEL, draw_ghost_labels, draw_ships
from arena.view.overlay.layout import BACKING, FOOT, NOWHERE, Box, Pane, figure_scale, hud_corners

RATE_WIDTH = 150.0
"""Room for the frame rate [virtual px]."""


def _draw_signs(picture: HudPicture) -> None:
    """The signs of pickups and crates at their things, the offer of the crates, and the labels of ghosts."""
    overlay, frame, world, player = picture.overlay, picture.frame, picture.world, picture.player
    draw_signs(overlay, world, frame.camera, frame.palette, bool(world.players.picks[player]))
    draw_offer(overlay, world, player, frame.palette)
    draw_ghost_labels(overlay, frame.ghosts, frame.camera, picture.pose.position * world.shell_radius)


def _goal_kind(world: World) -> GoalKind:
    goal = world.tables.get(GOAL_TABLE)
    return GoalKind.STAY if goal is None else GoalKind(int(goal.kind[0]))


def _draw_radar(picture: HudPicture) -> None:
    """As large as there is room."""
    overlay, world, pose, left = picture.overlay, picture.world, picture.pose, picture.pane is Pane.LEFT
    radar, marker = picture.instruments.radar, picture.hud.marker
    radar.left = left
    with overlay.scaled(0.0 if left else overlay.width, overlay.height, figure_scale(overlay.height)):
        radar.draw(overlay, world, pose, picture.falling, picture.player)
        for place in picture.frame.ghosts["position"].astype(np.float64):
            radar.draw_place(overlay, place / np.linalg.norm(place), world, pose, GHOST_LABEL)
        if marker is not None:
            color = (*marker_color(_goal_kind(world), picture.palette), 1.0)
            radar.draw_place(overlay, np.asarray(marker.place), world, pose, color)


def _draw_weapons(picture: HudPicture) -> None:
    overlay, players, player = picture.overlay, picture.world.players, picture.player
    overlay.glow(0.4 * FOOT[0], 0.4 * FOOT[1], FOOT[0], BACKING, FOOT[1])
    draw_weapons(overlay, int(players.weapon[player]), picture.palette)
    modules, levels = players.modules[player].tolist(), players.module_levels[player].tolist()
    named = "" if (gain := picture.instruments.popups.gain) is None else gain.text
    draw_places(overlay, modules, levels, EDGE + 12.0, MODULES_UP, picture.palette, named)


def _draw_lives(picture: HudPicture) -> None:
    """In a part of a window, where ships are told once for all, the player's name, too."""
    bombs = int(picture.world.players.bombs[picture.player])
    name = "" if picture.pane is Pane.WHOLE else f"P{picture.player + 1}"
    draw_lives(picture.overlay, name, picture.hud.lives, bombs, picture.player, picture.palette)


def _draw_goal(picture: HudPicture) -> None:
    """The place where to fly, or about which a new ship will be, and an arrow to it from the rim."""
    frame, world, marker, kind = picture.frame, picture.world, picture.hud.marker, _goal_kind(picture.world)
    wait = picture.hud.players[picture.player].returns_in / REUNION_TICKS
    if wait > 0.0:
        kind, marker = GoalKind.NONE, return_marker(world, picture.player)
        color = (*picture.palette.player, 1.0)
        mark_return(frame.overlay, marker, frame.camera, world.shell_radius, min(wait, 1.0), color)
    if marker is not None:
        frame.rings = ring_marker(frame.rings, marker, kind, frame.time_s, picture.palette)
        color, shell = marker_color(kind, picture.palette), world.shell_radius
        draw_marker(frame.overlay, marker, frame.camera, picture.pose, shell, color, picture.pane)


def _draw_news(picture: HudPicture) -> None:
    overlay, hud = picture.overlay, picture.hud
    if hud.banner is not None:
        draw_banner(overlay, hud.banner, picture.palette)
    if hud.players[picture.player].returns_in > 0:
        draw_loss(overlay, hud, picture.player)


def _draw_rate(picture: HudPicture) -> None:
    overlay, told, color = picture.overlay, picture.hud.told["frame rate"], (*picture.palette.text, 1.0)
    overlay.text(told, overlay.width - EDGE, EDGE / 2, SMALL, color, "right")


ELEMENTS: dict[str, HudElement] = {
    "goals": HudElement(
        lambda on: draw_goals(on.overlay, on.world, on.hud, on.palette), lambda on: on.pane is Pane.WHOLE
    ),
    "ships": HudElement(draw_ships),
    "threats": HudElement(
        lambda on: on.instruments.arrows.draw(on.overlay, on.world, on.lens, on.pose, on.pane)
    ),
    "gains": HudElement(lambda on: on.instruments.popups.draw(on.overlay, on.frame.camera, on.ship)),
    "signs": HudElement(_draw_signs),
    "radar": HudElement(_draw_radar, region=lambda *size: hud_corners(*size)[1]),
    "score": HudElement(
        lambda on: draw_score(on.overlay, on.hud, on.palette),
        lambda on: on.hud.score is not None,
        lambda *size: hud_corners(*size)[0],
    ),
    "target": HudElement(
        lambda on: draw_target(on.overlay, on.hud.told["target"], on.hud.told.get("medal", ""), on.palette),
        lambda on: on.hud.score is not None and bool(on.hud.told.get("target")),
    ),
    "progress": HudElement(
        lambda on: draw_progress(on.overlay, on.hud.status, on.palette),
        lambda on: on.hud.status is not None,
    ),
    "weapons": HudElement(_draw_weapons, region=lambda *size: hud_corners(*size)[2]),
    "lives": HudElement(_draw_lives),
    "goal": HudElement(_draw_goal),
    "speech": HudElement(draw_speech),
    "news": HudElement(_draw_news),
    "frame rate": HudElement(
        _draw_rate,
        lambda on: "frame rate" in on.hud.told,
        lambda width, height, pane: Box(width - RATE_WIDTH, 0.0, RATE_WIDTH, 44.0),
    ),
}
"""In the order of drawing: the last lies above all else."""


def draw_hud(picture: HudPicture) -> None:
    """Draw all elements that are shown."""
    overlay = picture.overlay
    shown = [element for element in ELEMENTS.values() if element.shown(picture)]
    regions = (element.region(overlay.width, overlay.height, picture.pane) for element in shown)
    overlay.reserve(*(box for box in regions if box is not NOWHERE))
    for element in shown:
        element.draw(picture)
