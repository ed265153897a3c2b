"""Panels of the HUD give way to what can hurt, and to nothing else."""

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.sim.kinds import Pool, Team
from arena.view.cameras.camera import project
from arena.view.frame import Camera
from arena.view.hud.elements import Display, Speech
from arena.view.hud.panels import GIVEN_WAY, MARK_WIDTH, MARKS_MAX, PALER, SPEECH
from arena.view.hud.speech import RISES
from arena.view.overlay.layout import Box, Pane, hud_corners
from arena.view.overlay.occupancy import ROWS, Occupancy
from arena.view.overlay.overlay import ARC, BOX, DART, HEIGHT, Overlay
from arena.view.palette import load_palette, ship_colors
from arena.view.scene import Viewer
from tests.view.fakes import HUD, SHELL, fake_world
from tests.view.formulas import exp_map

SIZE = (1280, 720)
WIDTH = HEIGHT * SIZE[0] / SIZE[1]
HERE = np.array([0.0, 0.0, 1.0])
NEARBY = SHELL * np.stack(
    [
        exp_map(HERE, np.array([math.sin(turn), math.cos(turn), 0.0]) * arc / SHELL)
        for turn in np.linspace(math.pi, 1.5 * math.pi, 30)
        for arc in np.arange(4.0, 34.0, 0.5)
    ]
)
"""Places below and to the left of the player [u]."""
LUMINANCE = np.array((0.2126, 0.7152, 0.0722))
"""Share of each channel."""


KIND_OF = {
    Pool.ENEMY: kinds.DRONE.number,
    Pool.ASTEROID: kinds.ASTEROID.number,
    Pool.MINE: kinds.MINE.number,
    Pool.BULLET: kinds.BULLET.number,
    Pool.PICKUP: kinds.PICKUP.number,
}
SHIPS = hud_corners(WIDTH, HEIGHT)[-1]
LIT = dict.fromkeys(("radar", "score", "target", "progress", "weapons", "lives", "speech"), 1.0)
FOOT = Box(WIDTH / 2 - SPEECH[0] / 2, 0.0, *SPEECH)


def _body(pool: Pool, team: Team) -> tuple[Any, int]:
    """A world with one body, and its row."""
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    row, bodies = int(world.pool_rows.start[pool]), world.bodies
    bodies.alive[row], bodies.team[row], bodies.radius[row] = True, team, 0.5
    bodies.kind[row] = KIND_OF[pool]
    bodies.heading[row] = bodies.previous_heading[row] = (1.0, 0.0, 0.0)
    bodies.position[row] = bodies.previous_position[row] = HERE * SHELL
    return world, row


def _spots(camera: Camera) -> Any:
    """Where `NEARBY` is in a picture [virtual px], shape (2, n)."""
    return (project(camera, NEARBY)[0].T + 1.0) / 2.0 * np.array([[WIDTH], [HEIGHT]])


def _within(spots: Any, box: Box, margin: float = 0.0) -> Any:
    x, y = spots
    return (x > box.x) & (x < box.x + box.width) & (y > box.y + margin) & (y < box.y + box.height)


def _lights(pool: Pool, team: Team = Team.ENEMIES, seconds: float = 1.0) -> Mapping[str, float]:
    """Of a viewer before whom one body stays below the panel at the lower left."""
    (world, row), viewer = _body(pool, team), Viewer()
    for frame in range(max(1, round(seconds * 60))):
        camera = viewer.build(world, HUD, 1.0, 1 / 60 if frame else 0.0, SIZE).camera
        below = _within(_spots(camera), SHIPS)
        assert below.any()
        world.bodies.position[row] = world.bodies.previous_position[row] = NEARBY[np.argmax(below)]
    return viewer.lights


@pytest.mark.parametrize("pool", (Pool.ENEMY, Pool.MINE, Pool.BULLET))
def test_a_panel_gives_way_to_a_danger_below_it(pool: Pool) -> None:
    lights = _lights(pool)
    assert lights["lives"] == pytest.approx(GIVEN_WAY, abs=0.02)
    assert {**lights, "lives": 1.0} == LIT, "the others stay"


@pytest.mark.parametrize("rise", RISES[:2])
def test_so_do_the_companions_words_as_high_as_they_stand(rise: float) -> None:
    room = Occupancy()
    room.cells, room.cell = np.zeros((ROWS, 2 * ROWS), np.uint8), HEIGHT / ROWS
    room.take(FOOT._replace(y=rise + 30.0, height=5.0))
    for raised in RISES:
        display = Display(load_palette("terra"), 0)
        display[Speech].rise.height = raised
        display.give_way(Overlay(16 / 9), room, Pane.WHOLE, 1.0)
        assert display.lights["speech"] == pytest.approx(GIVEN_WAY if raised == rise else 1.0, abs=0.02)
        assert {**display.lights, "speech": 1.0} == LIT, "the others stay"


def test_words_that_stepped_aside_give_way_where_they_stand_then() -> None:
    (world, row), viewer = _body(Pool.ENEMY, Team.ENEMIES), Viewer()
    for box in (FOOT, FOOT._replace(y=RISES[2])):
        for _ in range(30):  # shorter than they stay in one place
            spots = _spots(viewer.build(world, HUD, 1.0, 1 / 60, SIZE).camera)
            place = NEARBY[np.argmax(_within(spots, box, 24.0))]
            world.bodies.position[row] = world.bodies.previous_position[row] = place
    assert viewer.lights["speech"] == pytest.approx(GIVEN_WAY, abs=0.02)


def test_it_stays_for_the_players_own_bullets_and_for_rocks() -> None:
    assert _lights(Pool.BULLET, Team.PLAYERS) == LIT
    assert _lights(Pool.ASTEROID, Team.NEUTRAL) == LIT


def _marks(
    pool: Pool, team: Team, under: bool, line: str = "", falls: bool = False,
    shapes: tuple[int, ...] = (ARC,), awake: bool = True,
) -> Any:  # fmt: skip
    """Rings of the overlay that stand where the one body is, drawn after all else."""
    (world, row), viewer = _body(pool, team), Viewer()
    world.bodies.awake[row] = awake
    bodies, hud = world.bodies, HUD._replace(players=(HUD.players[0]._replace(line=line),))
    bodies.kind[row], bodies.radial_speed[row] = KIND_OF[pool], -12.0 if falls else 0.0
    x, y = spots = _spots(viewer.build(world, hud, 1.0, 0.0, SIZE).camera)
    rows: Any = np.empty(0)
    place = 0
    for box in [FOOT, FOOT._replace(y=RISES[2])] if line else [SHIPS]:  # words step aside once
        place = int(np.argmax(_within(spots, box, 24.0) if under else x > box.x + box.width + 60.0))
        bodies.position[row] = bodies.previous_position[row] = NEARBY[place] * (1.2 if falls else 1.0)
        rows = viewer.build(world, hud, 1.0, 0.0, SIZE).overlay.instances()
    near = np.hypot(rows["place"][:, 0] - x[place], rows["place"][:, 1] - y[place]) < 2.0
    return rows[near & np.isin(rows["shape"], shapes)]


@pytest.mark.parametrize("line", ("", "Drones inbound. Keep moving."))
def test_ships_that_can_hurt_are_marked_upon_what_covers_them(line: str) -> None:
    rings = _marks(Pool.ENEMY, Team.ENEMIES, under=True, line=line)
    hull = ship_colors(load_palette("terra"))[KIND_OF[Pool.ENEMY]]
    assert len(rings) == 4 and rings["color"][-1, :3] == pytest.approx(hull + (1.0 - hull) * PALER, abs=1e-5)
    assert LUMINANCE @ rings["color"][-1, :3] > 1.2 * LUMINANCE @ hull, "without colours it is bright, too"
    assert len(_marks(Pool.ENEMY, Team.ENEMIES, under=False, line=line)) == 0
    assert len(_marks(Pool.ENEMY, Team.ENEMIES, under=True, line=line, awake=False)) == 0


@pytest.mark.parametrize(("pool", "color"), ((Pool.MINE, "mine"), (Pool.BULLET, "enemy_bullet")))
@pytest.mark.parametrize("line", ("", "Drones inbound. Keep moving."))
def test_bullets_and_mines_are_drawn_again_upon_what_covers_them(pool: Pool, color: str, line: str) -> None:
    own = getattr(load_palette("terra"), color)
    for under in (True, False):
        rows = _marks(pool, Team.ENEMIES, under=under, line=line, shapes=(ARC, BOX))
        assert (np.abs(rows["color"][:, :3] - own).max(axis=1) < 1e-6).any() == under


def test_a_dart_stands_for_a_small_ship_that_letters_would_cover() -> None:
    """It points where the ship heads: to the right."""
    (dart,) = _marks(Pool.ENEMY, Team.ENEMIES, under=True, shapes=(DART,))
    assert dart["turn"] == pytest.approx(math.pi / 2, abs=0.3)
    assert len(_marks(Pool.MINE, Team.ENEMIES, under=True, shapes=(DART,))) == 0
    assert len(_marks(Pool.ENEMY, Team.ENEMIES, under=True, falls=True, shapes=(DART,))) == 0


def test_so_is_where_something_will_land() -> None:
    palette = load_palette("terra")
    rings = _marks(Pool.ENEMY, Team.ENEMIES, under=True, falls=True)
    assert len(rings) == 2 and rings["color"][1, :3] == pytest.approx(palette.warning)
    assert len(_marks(Pool.ENEMY, Team.ENEMIES, under=False, falls=True)) == 0


def test_what_cannot_hurt_is_not_marked() -> None:
    assert len(_marks(Pool.BULLET, Team.PLAYERS, under=True)) == 0
    assert len(_marks(Pool.PICKUP, Team.NEUTRAL, under=True)) == 0


def test_a_crowd_below_a_panel_is_marked_up_to_a_number() -> None:
    world = fake_world(enemies=400, asteroids=0, bullets=0, spread=0.7)
    silent = HUD._replace(players=(HUD.players[0]._replace(line=""),))
    rows = Viewer().build(world, silent, 1.0, 0.0, SIZE).overlay.instances()
    rings = rows[rows["shape"] == ARC]
    assert (rings["uv"][:, 1] == np.float32(MARK_WIDTH)).sum() == 2 * MARKS_MAX, "two arcs each"


def test_it_gives_way_in_a_moment_and_not_at_once() -> None:
    assert 0.5 < _lights(Pool.ENEMY, seconds=0.05)["lives"] < 1.0


def test_light_dims_what_is_drawn_within_and_keeps_what_was_shared() -> None:
    overlay, shared = Overlay(1.0), np.ones((1, 14), np.float32)
    overlay.disc(1.0, 1.0, 1.0, (1.0, 1.0, 1.0, 0.8))
    with overlay.lit(0.5):
        overlay.disc(2.0, 2.0, 1.0, (1.0, 1.0, 1.0, 0.8))
        overlay.add(shared)
    overlay.add(shared)
    alpha = overlay.instances()["color"][:, 3].tolist()
    assert alpha == pytest.approx([0.8, 0.4, 0.5, 1.0])
    assert shared[0, 11] == 1.0
