"""What must be seen keeps words and arrows off: enemies, shots, lanes, mines, landings and pickups."""

from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.sim.kinds import Phase, Pool, Team
from arena.view.cameras.camera import project
from arena.view.culling import make_lens
from arena.view.hud.arrows import (
    FAINT,
    GONE,
    HEAD,
    LIGHT,
    PLACE_X,
    PLACE_Y,
    SEEN,
    SHIFT,
    UPON,
    Arrows,
    give_way,
    rim_of,
    rim_place,
)
from arena.view.marks.warnings import falling_rows
from arena.view.overlay.layout import Box
from arena.view.overlay.occupancy import Occupancy
from arena.view.overlay.overlay import DART, HEIGHT, Overlay
from arena.view.palette import load_palette
from arena.view.poses import Pose
from arena.view.scene import Viewer
from tests.view.fakes import PLANET, SHELL, fake_world
from tests.view.formulas import exp_map

SIZE, WIDTH = (1280, 720), HEIGHT * 16 / 9
HERE = np.array([0.0, 0.0, 1.0])
PLACE = exp_map(HERE, np.array([10.0, 6.0, 0.0]) / SHELL) * SHELL
"""Of what lies in the picture [u]."""
POSE = Pose(HERE, np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0]), np.array([0.0, 1.0, 0.0]))


def world_with(pool: Pool, team: Team = Team.ENEMIES, falling: bool = False) -> Any:
    """One body at `PLACE`, or on its way there."""
    world = fake_world(enemies=0, asteroids=0, bullets=0)
    row = int(world.pool_rows.start[pool])
    world.bodies.alive[row], world.bodies.team[row], world.bodies.radius[row] = True, team, 0.5
    world.bodies.heading[row] = world.bodies.previous_heading[row] = (1.0, 0.0, 0.0)
    height = 1.3 if falling else 1.0
    world.bodies.position[row] = world.bodies.previous_position[row] = PLACE * height
    world.bodies.radial_speed[row] = -12.0 if falling else 0.0
    return world


def filled(world: Any) -> tuple[Occupancy, Any]:
    """The cells of a picture, and its lens."""
    viewer, room = Viewer(), Occupancy()
    camera = viewer.build(world, None, 1.0, 0.0, SIZE).camera
    lens = make_lens(camera, PLANET, SHELL + 20.0)
    room.fill(WIDTH, HEIGHT, world, viewer._bodies.seen, falling_rows(world), lens)  # pyright: ignore[reportPrivateUsage]
    (spot,), _ = project(camera, PLACE[None])
    x, y = (spot + 1.0) / 2.0 * (WIDTH, HEIGHT)
    return room, (x, y, lens)


@pytest.mark.parametrize("pool", [Pool.ENEMY, Pool.MINE, Pool.BULLET, Pool.PICKUP])
def test_what_must_be_seen_takes_its_place(pool: Pool) -> None:
    room, (x, y, _) = filled(world_with(pool))
    assert not room.is_free(Box(x - 5.0, y - 5.0, 10.0, 10.0))
    assert room.is_free(Box(x + 80.0, y - 5.0, 10.0, 10.0))
    assert room.is_free(Box(x - 5.0, y + 80.0, 10.0, 10.0))


def test_friends_take_their_place_only_when_asked() -> None:
    world = world_with(Pool.COMPANION, Team.PLAYERS)
    viewer = Viewer()
    room, (x, y, lens) = filled(world)
    here = Box(x - 5.0, y - 5.0, 10.0, 10.0)
    assert room.is_free(here)
    viewer.build(world, None, 1.0, 0.0, SIZE)
    room.take_friends(world, viewer._bodies.seen, lens)  # pyright: ignore[reportPrivateUsage]
    assert not room.is_free(here) and room.is_free(Box(x + 80.0, y - 5.0, 10.0, 10.0))


def test_so_does_the_ring_where_something_lands() -> None:
    room, (x, y, _) = filled(world_with(Pool.ENEMY, falling=True))
    assert not room.is_free(Box(x - 5.0, y - 5.0, 10.0, 10.0))


@pytest.mark.parametrize(("phase", "taken"), [(Phase.WINDUP, True), (Phase.SEEK, False)])
def test_so_does_the_lane_of_who_will_charge(phase: Phase, taken: bool) -> None:
    world = world_with(Pool.ENEMY)
    row = int(world.pool_rows.start[Pool.ENEMY])
    world.bodies.kind[row], world.memory.phase[row] = kinds.LANCER.number, phase
    outward = PLACE / SHELL
    nose = np.cross(outward, (1.0, 0.0, 0.0))
    nose /= np.linalg.norm(nose)
    world.bodies.heading[row] = world.bodies.previous_heading[row] = nose
    room, (_, _, lens) = filled(world)
    ahead = PLACE * np.cos(0.16) + nose * SHELL * np.sin(0.16)
    eye, right, up, forward = lens[:3], lens[3:6], lens[6:9], lens[9:12]
    depth = (ahead - eye) @ forward
    x = ((ahead - eye) @ right / (depth * lens[12]) + 1.0) / 2.0 * WIDTH
    y = ((ahead - eye) @ up / (depth * lens[13]) + 1.0) / 2.0 * HEIGHT
    assert 0.0 < x < WIDTH and 0.0 < y < HEIGHT
    assert room.is_free(Box(x - 2.0, y - 2.0, 4.0, 4.0)) is not taken


@pytest.mark.parametrize(("pool", "team"), [(Pool.BULLET, Team.PLAYERS), (Pool.ASTEROID, Team.NEUTRAL)])
def test_own_shots_and_rocks_take_none(pool: Pool, team: Team) -> None:
    room, _ = filled(world_with(pool, team))
    assert not room.cells.any()


def test_what_is_beyond_the_picture_is_free_and_what_is_taken_is_not() -> None:
    room, _ = filled(fake_world(enemies=0, asteroids=0, bullets=0))
    room.take(Box(0.0, 0.0, WIDTH, HEIGHT))
    assert room.is_free(Box(-90.0, 0.0, 40.0, 40.0)) and not room.is_free(Box(-30.0, 0.0, 40.0, 40.0))


def hidden_world() -> Any:
    """An enemy far to the right of the player, out of sight."""
    world = fake_world(enemies=1, asteroids=0, bullets=0)
    row = world.rows(Pool.ENEMY)[0]
    target = exp_map(HERE, np.array([1.0, 0.0, 0.0]) * 1.3)
    world.bodies.position[row] = world.bodies.previous_position[row] = target * SHELL
    world.bodies.velocity[row] = 0.0
    return world


def arrow_of(arrows: Arrows, room: Occupancy, seconds: float = 0.0) -> Any:
    """The one arrow of the hidden world, after some pictures."""
    world = hidden_world()
    lens = make_lens(Viewer().build(world, None, 1.0, 0.0, SIZE).camera, PLANET, SHELL)
    overlay = Overlay(16 / 9)
    for _ in range(1 + round(seconds * 60)):
        overlay = Overlay(16 / 9)
        arrows.draw(overlay, world, lens, POSE, room, 1 / 60)
    rows = overlay.instances()
    assert (rows["shape"] == DART).sum() == 3
    return arrows._threats.arrow[0]  # pyright: ignore[reportPrivateUsage]


def test_an_arrow_moves_along_the_rim_from_what_must_be_seen() -> None:
    arrows, room = Arrows(load_palette("terra")), Occupancy()
    room, _ = filled(fake_world(enemies=0, asteroids=0, bullets=0))
    home = arrow_of(arrows, room).copy()
    assert home[SHIFT] == 0.0 and home[LIGHT] == 1.0
    room.take(Box(home[PLACE_X] - 30.0, home[PLACE_Y] - 30.0, 60.0, 60.0))
    begun = arrow_of(arrows, room).copy()
    assert 0.0 < abs(begun[PLACE_Y] - home[PLACE_Y]) < 30.0, "it does not jump"
    aside = arrow_of(arrows, room, 1.5)
    assert aside[LIGHT] == 1.0
    place = rim_place(aside[1] + aside[SHIFT], rim_of(WIDTH, HEIGHT))
    assert place == pytest.approx((aside[PLACE_X], aside[PLACE_Y]))
    reach = Box(aside[PLACE_X] - HEAD + 2.0, aside[PLACE_Y] - HEAD + 2.0, 2 * HEAD - 4.0, 2 * HEAD - 4.0)
    assert room.is_free(reach)


@pytest.mark.parametrize(("apart", "drawn"), [(UPON - 5.0, False), (UPON + 5.0, True)])
def test_an_arrow_that_comes_to_lie_upon_a_nearer_threats_is_gone_at_once(apart: float, drawn: bool) -> None:
    """Neither has room elsewhere, and the farther one stands aside from an earlier picture."""
    threats = Arrows(load_palette("terra"))._threats  # pyright: ignore[reportPrivateUsage]
    rim, full = rim_of(WIDTH, HEIGHT), np.ones((54, 96), np.uint8)
    turns = np.linspace(0.0, 0.5, 500)
    places = np.array([rim_place(turn, rim) for turn in turns])
    aside = turns[np.argmax(np.hypot(*(places - places[0]).T) > apart)]
    for k, (turn, shift) in enumerate(((0.0, 0.0), (0.3, aside - 0.3))):
        for arrow in (threats.arrow, threats.before):
            arrow[k, :4] = 7 + k, turn, 20.0, 5.0
            arrow[k, SHIFT], arrow[k, LIGHT] = shift, 1.0
    give_way(threats, 2, rim, full, 20.0, 1 / 60)
    assert FAINT < threats.arrow[0, SEEN] < 1.0
    assert bool(threats.arrow[1, SEEN] > GONE) is drawn
    assert threats.arrow[1, LIGHT] == pytest.approx(threats.arrow[0, LIGHT]), (
        "it is back as soon as they part"
    )


def test_an_arrow_without_room_turns_faint_where_it_is_and_returns() -> None:
    arrows = Arrows(load_palette("terra"))
    room, _ = filled(fake_world(enemies=0, asteroids=0, bullets=0))
    arrow_of(arrows, room)
    full = Occupancy()
    full.cells, full.cell = np.ones_like(room.cells), room.cell
    faint = arrow_of(arrows, full, 1.5).copy()
    assert faint[LIGHT] == pytest.approx(FAINT, abs=0.01) and faint[SHIFT] == 0.0
    assert arrow_of(arrows, room, 1.5)[LIGHT] == pytest.approx(1.0, abs=0.01)
