"""Words at the edges: the banner of the mode, the loss of the own ship, and the companion's, beside its
portrait and with arcs about the danger that they warn of."""

import numpy as np

from arena.game.companion_voice import BEHIND
from arena.game.hud import Banner, Hud
from arena.game.rules import VOICE
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.cameras.camera import project
from arena.view.hud.element import HudPicture
from arena.view.hud.status import SMALL, add_words, draw_arcs, faded
from arena.view.overlay.layout import ROOMY, Line, Rank, Slot
from arena.view.overlay.overlay import Overlay
from arena.view.overlay.signs import SHADE, WINGMAN, draw_sign
from arena.view.palette import Palette, paler, ship_colors
from arena.view.poses import Pose

SPEECH_SIZE, HIGH = 26.0, 42.0
"""Size of the words, and height of their line [virtual px]."""
FACE, BADGE, FACE_ROOM, EDGE = 11.0, 9.0, 52.0, 6.0
"""Half the size of the portrait, the round frame beyond that, the room for it, and the room behind the words
[virtual px]."""
AROUND, AROUND_LEAST = 1.7, 30.0
"""Radius of the arcs about a danger over that of its hull, and the least [virtual px]."""

BANNER, BANNER_POP, POP_TICKS = 1.15, 0.5, 40
"""Size of its words over the usual, what they have more of it when it begins, and for how long [ticks]."""
PALE = 0.85
"""Share of white in its line."""
LOST_COLOR = 1.0, 0.62, 0.58, 1.0
"""Colour of the words about a lost ship."""


def draw_banner(overlay: Overlay, banner: Banner, palette: Palette) -> None:
    """Announce what the mode announces; below a goal in a narrow picture, by its title only."""
    line = "" if overlay.width < ROOMY and overlay.has_line(Rank.GOAL) else banner.line
    color = (*paler(palette.lattice, PALE), faded(banner.length - banner.age))
    usual = banner.size if overlay.width >= ROOMY else 1.0
    size = usual * SMALL * (BANNER + BANNER_POP * max(0.0, 1.0 - banner.age / POP_TICKS) ** 2)
    add_words(overlay, Slot.TOP, Rank.NEWS, line, color, size, banner.title)


def draw_loss(overlay: Overlay, hud: Hud, player: int) -> None:
    """Tell what destroyed a player's ship, and the seconds until the next one."""
    content = hud.players[player]
    wait = f"a new ship in {content.returns_in / 60.0:.1f} s"
    line = f"{content.lost_to}; {wait}" if content.lost_to else wait
    add_words(overlay, Slot.BOTTOM, Rank.SPEECH, line, LOST_COLOR, SPEECH_SIZE, "SHIP LOST")


def draw_speech(picture: HudPicture) -> None:
    """Have the companion's words written at the foot, and mark the danger."""
    line = picture.hud.players[picture.player].line
    draw_companion_line(picture.overlay, line, picture.palette)
    danger = warned_row(picture.world, picture.pose, line)
    if danger is not None:
        draw_warned(picture, danger)


def warned_row(world: World, pose: Pose, line: str) -> int | None:
    """Row of the danger that a line warns of; None without one.

    It is the nearest enemy behind the ship at `pose`; a ship that has turned round has none there.
    """
    if line != BEHIND.text:
        return None
    rows = world.rows(Pool.ENEMY)
    place = world.bodies.position[rows].astype(np.float64)
    apart = place - pose.position * world.shell_radius
    ahead, away = apart @ pose.heading, np.linalg.norm(apart, axis=1)
    back = np.flatnonzero((ahead < 0.0) & (away < VOICE.behind_distance))
    if not len(back):
        return None
    return int(rows[back[np.argmin(away[back])]])


def draw_companion_line(overlay: Overlay, line: str, palette: Palette) -> None:
    """Draw the companion's line at the bottom in the middle, behind its portrait."""
    if not line:
        return
    color = (*palette.companion, 1.0)
    width = overlay.text_width(line, SPEECH_SIZE) + FACE_ROOM + EDGE

    def draw(middle: float, bottom: float, scale: float) -> None:
        left, y = middle - width / 2 * scale, bottom + HIGH / 2 * scale
        face = left + (FACE + BADGE) * scale, y
        overlay.disc(*face, (FACE + BADGE) * scale, (*SHADE, 0.5))
        overlay.ring(*face, (FACE + BADGE - 2.0) * scale, 2.0, 1.0, (*palette.companion, 0.7))
        draw_sign(overlay, WINGMAN, *face, FACE * scale, color)
        size = SPEECH_SIZE * scale
        overlay.text(line, left + FACE_ROOM * scale, y - 0.35 * size, size, color)

    overlay.add_line(Line(Slot.BOTTOM, Rank.SPEECH, width, HIGH, draw))


def draw_warned(picture: HudPicture, danger: int) -> None:
    """Arcs about the danger in a row, in the hue of its kind."""
    overlay, bodies, camera = picture.overlay, picture.world.bodies, picture.frame.camera
    places = bodies.previous_position[danger], bodies.position[danger]
    place = np.average(places, axis=0, weights=(1.0 - picture.alpha, picture.alpha))
    ((x, y),) = overlay.locate(project(camera, place[None])[0]).tolist()
    size = 0.5 * overlay.height / (camera.tan_half_fov * float(np.linalg.norm(place - camera.eye)))
    around = max(AROUND_LEAST, AROUND * float(bodies.radius[danger]) * size)
    red, green, blue = ship_colors(picture.palette)[bodies.kind[danger]].tolist()
    draw_arcs(overlay, x, y, around, (red, green, blue))
