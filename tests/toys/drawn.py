"""Helpers of stories that draw and hear a row: changes of the picture, radar, guide, cues, palette.

All of it is imported by stories after their rows are added.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from arena.catalogue.kind_row import Guide

SIZE = (480, 270)
NEAR = 0.2
"""Distance of a body from the player [rad]: well within the picture."""
CHANGE = 40
"""Difference of a channel that counts as another colour, of 255."""
CLEAR, CORE = 120, 5.0
"""Difference above that of the glow below a body, and distance from its place at which it is seen [px]."""


def quiet_match() -> Any:
    """A match of one player, without asteroids and enemies."""
    from arena.game.match import Match
    from tests.toys.headless import level

    return Match(
        mode="campaign", level=level('objective = {kind = "survive", seconds = 9}\n'), seed=4, workers=1
    )


def ahead(match: Any) -> Any:
    """Unit vector to a place ahead of the player."""
    position, heading = match.world.bodies.position[0], match.world.bodies.heading[0]
    return position / np.linalg.norm(position) * np.cos(NEAR) + heading * np.sin(NEAR)


def draw_change(match: Any, change: Callable[[], Any]) -> tuple[Any, Any]:
    """Draw the world before and after a change; returns by how much each pixel differs, and the camera.

    The head-up display is drawn once more, to see that it knows every row.
    """
    from arena.render.offscreen import offscreen_context, picture
    from arena.render.renderer import Renderer
    from arena.view.scene import Viewer
    from tests.planets import small_planets, small_plans

    ctx, viewer = offscreen_context(), Viewer()
    with small_planets(), small_plans():
        renderer = Renderer(ctx, "low")

    def draw(hud: Any = None) -> Any:
        frame = viewer.build(match.world, hud, 1.0, 0.0, SIZE)
        return picture(renderer, frame, SIZE, finished=False).astype(int), frame.camera

    before, _ = draw()
    change()
    after, camera = draw()
    draw(match.hud())
    ctx.release()
    return np.abs(after - before).max(axis=2), camera


def assert_drawn(match: Any, change: Callable[[], Any], places: Callable[[], Any], reach: float) -> None:
    """Hold that a change is seen within `reach` [px] of its places [u, shape (n, 3)], and only there."""
    from arena.view.cameras.camera import project

    difference, camera = draw_change(match, change)
    spots, before = project(camera, np.asarray(places(), np.float64))
    assert len(spots) and before.all() and (np.abs(spots) < 1.0).all(), "outside the picture"
    columns, rows = np.meshgrid(np.arange(SIZE[0]), np.arange(SIZE[1]))
    left = difference > CHANGE
    for right, up in spots:
        x, y = (right + 1.0) / 2.0 * SIZE[0], (1.0 - up) / 2.0 * SIZE[1]
        away = np.hypot(columns - x, rows - y)
        assert difference[away < CORE].max() > CLEAR, "no body is drawn here"
        left &= away >= reach
    assert not left.any(), "something is drawn elsewhere"


def radar_dots(world: Any, place: Any) -> int:
    """Number of shapes of the radar at a place."""
    from arena.view.hud.radar import MARGIN, RADIUS, Radar, lens_of, map_direction
    from arena.view.overlay.overlay import Overlay
    from arena.view.palette import load_palette
    from arena.view.poses import player_pose

    overlay, pose = Overlay(16 / 9), player_pose(world, 0, 1.0)
    Radar(load_palette("terra")).draw(overlay, world, pose, np.empty(0, np.int32))
    unit = np.asarray(place, np.float64) / np.linalg.norm(place)
    east, north = map_direction(np.array(pose[:3]), lens_of(world.shell_radius), unit)
    away, drawn = MARGIN + RADIUS, overlay.instances()["place"][:, :2]
    spot = overlay.width - away + east * RADIUS, overlay.height - away + north * RADIUS
    return int((np.hypot(*(drawn - spot).T) < 1.0).sum())


def lane_sprites(world: Any, row: int) -> int:
    """Number of sprites that a ship has more in its windup than before."""
    from arena.sim.kinds import Phase
    from arena.view.scene import Viewer

    viewer, counts = Viewer(), list[int]()
    for world.memory.phase[row] in (Phase.SEEK, Phase.WINDUP):
        counts.append(len(viewer.build(world, None, 1.0, 0.0, SIZE).sprites))
    return counts[1] - counts[0]


def heard(event: Any, subject: int, size: float) -> list[str]:
    """Names of the sounds that an event beside the player makes."""
    from arena.app.sound.cues import Listener, hear
    from arena.sim.tables.bodies import allocate
    from arena.sim.tables.events import Events

    events, here = allocate(Events, 4), np.array((0.0, 0.0, 52.0), np.float32)
    events.kind[0], events.row[0], events.subject[0], events.size[0] = event, 0, subject, size
    events.position[0], events.count[0] = here, 1
    return [cue.sound.value for cue in hear(events, [Listener(here, here[::-1].copy(), 0)])]


def guide_answers(guide: Guide) -> list[str]:
    """Answers that the page "Who is who" gives to this entry."""
    from arena.app.screens.guide import entries

    return [entry.answer for entry in entries() if entry.name == guide.title]


def marker_parts(name: str) -> int:
    """Number of shapes of the editor's marker of that name."""
    from arena.app.editor.markers import SIZE, draw_marker
    from arena.view.overlay.overlay import Overlay

    overlay = Overlay(16 / 9)
    draw_marker(overlay, name, 99.0, 99.0, SIZE, (1.0, 1.0, 1.0, 1.0))
    return len(overlay.instances())


def palette_offers(name: str) -> bool:
    """True if the editor's palette has an entry of that name; its sign is drawn in its colour."""
    from arena.app.editor.markers import SIZE, color_of, draw_marker
    from arena.app.editor.palette import ENTRIES
    from arena.view.overlay.overlay import Overlay
    from arena.view.palette import load_palette

    overlay = Overlay(16 / 9)
    draw_marker(overlay, name, 99.0, 99.0, SIZE, (*color_of(name, load_palette("terra")), 1.0))
    return len(overlay.instances()) > 0 and name in {label for label, piece, _ in ENTRIES if piece}
