"""Debug views: what they draw is what the world holds, near the player, and no more."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.grid import CollisionGrid
from arena.nav.icosphere import icosphere, rings
from arena.nav.tile_map import BLOCKED, FREE
from arena.sim.kinds import Pool
from arena.view.debug import views as debug
from arena.view.debug.views import DebugScene, DebugView
from arena.view.frame import LINE_DTYPE
from arena.view.lines import Lines
from arena.view.overlay.overlay import GLYPH
from arena.view.scene import Viewer
from tests.ai.arena_of_minds import place, play, small_world
from tests.view.fakes import HUD, SHELL, FakeWorld, fake_world

SIZE = (1280, 720)
NORTH = np.array([0.0, 0.0, SHELL], np.float32)


def scene_of(world: Any) -> DebugScene:
    """The world seen from its player, at the last tick."""
    return DebugScene(world, NORTH, 1.0)


def drawn(view: Any, world: Any) -> tuple[Any, str]:
    """All lines of one view, in sight or not, and what it says."""
    lines = Lines()
    said = view(scene_of(world), lines)
    return lines.everything(), said


def colored(rows: Any, color: Any) -> Any:
    """Rows of one colour."""
    return rows[np.all(rows["color"] == np.array(color, np.float32), axis=1)]


def put(world: FakeWorld, row: int, *position: float) -> None:
    """Move a body, and its bounds with it."""
    b = world.bodies
    b.position[row] = b.previous_position[row] = world.bounds.center[row] = position


@pytest.mark.parametrize("view", list(DebugView))
def test_each_view_draws_near_the_player_and_says_something(view: DebugView) -> None:
    world = fake_world(spread=0.15)
    enemies = world.rows(Pool.ENEMY)
    world.commands.move[enemies] = world.bodies.heading[enemies]
    world.grid.pair_buffer[:2] = enemies[:4].reshape(2, 2)
    world.pair_count = 2
    frame = Viewer().build(world, None, 1.0, 0.0, SIZE, debug={view})
    assert len(frame.lines) > 0
    assert frame.lines.dtype == LINE_DTYPE and frame.lines.flags.c_contiguous
    assert np.linalg.norm(frame.lines["first"] - NORTH, axis=1).max() < 60.0
    assert (frame.overlay.instances()["shape"] == GLYPH).sum() > 15
    none = Viewer().build(world, None, 1.0, 0.0, SIZE)
    assert len(none.lines) == len(none.overlay.instances()) == 0


def test_views_add_up() -> None:
    world = fake_world(spread=0.15)
    each = [len(Viewer().build(world, HUD, 1.0, 0.0, SIZE, debug={view}).lines) for view in DebugView]
    together = Viewer().build(world, HUD, 1.0, 0.0, SIZE, debug=set(DebugView)).lines
    assert len(together) == sum(each)


def test_cells_are_those_that_the_bodies_cubes_overlap() -> None:
    world = fake_world(enemies=30, asteroids=50, bullets=0, spread=0.3)
    rows = np.flatnonzero(world.bodies.alive)
    cells, loads = debug.occupied_cells(world, rows)
    edge = (world.grid.upper - world.grid.lower) / world.grid.cells
    expected: dict[tuple[int, ...], int] = {}
    for row in rows:
        center, radius = world.bounds.center[row], world.bounds.radius[row]
        first, last = (np.floor((center + sign * radius - world.grid.lower) / edge) for sign in (-1, 1))
        for step in np.ndindex(*(last - first + 1).astype(int)):
            cell = tuple((first + step).astype(int).tolist())
            expected[cell] = expected.get(cell, 0) + 1
    found = {tuple(cell): load for cell, load in zip(cells.tolist(), loads.tolist(), strict=True)}
    assert found == expected
    assert max(found.values()) > 1


def test_a_full_cell_is_red_and_a_box_has_twelve_edges() -> None:
    world = fake_world(enemies=24, asteroids=0, bullets=0)
    for row in world.rows(Pool.ENEMY):
        put(world, row, 3.0, 3.0, SHELL - 1.0)
    put(world, 0, 3.0, 3.0, SHELL - 1.0)
    rows, said = drawn(debug.draw_grid, world)
    assert len(rows) == 12
    assert len(colored(rows, debug.HEAT[-1])) == 12
    assert said == "1 cells of 12 u nearby, the fullest holds 25"


def test_pairs_and_contacts_are_linked_from_centre_to_centre() -> None:
    world = fake_world(enemies=5, asteroids=5, bullets=0, spread=0.1)
    (a, b, c, d, _), rock = world.rows(Pool.ENEMY), world.rows(Pool.ASTEROID)[0]
    world.grid.pair_buffer[:3] = [[a, b], [a, rock], [c, d]]
    world.pair_count = 3
    world.contacts.first[0], world.contacts.second[0], world.contacts.count[0] = a, b, 1
    world.bodies.alive[c] = False
    rows, said = drawn(debug.draw_pairs, world)
    pairs, contacts = colored(rows, debug.PAIR), colored(rows, debug.CONTACT)
    assert pairs["first"] == pytest.approx(world.bodies.position[[a, a]], abs=1e-4)
    assert pairs["second"] == pytest.approx(world.bodies.position[[b, rock]], abs=1e-4)
    assert contacts["first"] == pytest.approx(world.bodies.position[[a]], abs=1e-4)
    assert (contacts["width"] > pairs["width"][0]).all()
    assert said == "3 pairs, 1 contacts"


def test_a_row_that_was_handed_on_is_not_linked() -> None:
    world = fake_world(enemies=5, asteroids=0, bullets=0, spread=0.1)
    world.grid.pair_buffer[0] = world.rows(Pool.ENEMY)[:2]
    world.pair_count = 1
    world.bodies.born[world.rows(Pool.ENEMY)[1]] = world.tick
    rows, _ = drawn(debug.draw_pairs, world)
    assert len(rows) == 0


def test_pairs_come_from_a_real_grid_as_they_stand() -> None:
    world = fake_world(enemies=0, asteroids=40, bullets=0, spread=0.05)
    grid = CollisionGrid(world.grid.lower, world.grid.upper, 12)
    grid.rebuild(world.bounds.center, world.bounds.radius, world.bodies.alive)
    world.pair_count, world.grid = grid.find_pairs(), grid
    rows, _ = drawn(debug.draw_pairs, world)
    assert len(rows) == world.pair_count > 10
    assert np.linalg.norm(rows["second"] - rows["first"], axis=1).max() < 2.4 + 1e-3
    cells, _ = drawn(debug.draw_grid, world)
    assert len(cells) % 12 == 0 and len(cells) > 0


def test_arrows_follow_the_commands() -> None:
    world = fake_world(enemies=2, asteroids=0, bullets=0, spread=0.02)
    mover, aimer = world.rows(Pool.ENEMY)
    world.commands.move[mover] = (0.5, 0.0, 0.0)
    world.commands.aim[aimer] = (0.0, 1.0, 0.0)
    rows, _ = drawn(debug.draw_steering, world)
    moves, aims = colored(rows, debug.MOVE), colored(rows, debug.AIM)
    assert len(moves) == len(aims) == 3  # a shaft and two barbs
    way = moves["second"][0] - moves["first"][0]
    assert way == pytest.approx([0.5 * debug.MOVE_LENGTH, 0.0, 0.0], abs=1e-4)
    assert np.linalg.norm(moves["first"][0] - world.bodies.position[mover]) == pytest.approx(0.25, abs=1e-3)
    assert aims["second"][0] - aims["first"][0] == pytest.approx([0.0, debug.AIM_LENGTH, 0.0], abs=1e-4)


def test_asteroids_block_the_tiles_under_them() -> None:
    world = fake_world(enemies=0, asteroids=1, bullets=0)
    rock = world.rows(Pool.ASTEROID)[0]
    put(world, rock, *NORTH)
    world.bodies.radius[rock] = 3.0
    ground = debug.estimated_ground(DebugScene(world, NORTH.astype(np.float32), 1.0))
    gap = np.linalg.norm(ground.center * SHELL - NORTH, axis=1) - 3.0
    assert ((ground.cost == BLOCKED) == (gap < 0.8)).all()
    assert ((ground.cost > FREE) == ((gap >= 0.8) & (gap < 2.6))).all()
    rows, said = drawn(debug.draw_navigation, world)
    blocked = int((gap < 0.8).sum())
    assert blocked > 1
    assert len(colored(rows, debug.BLOCKED_TILE)) == 6 * blocked
    assert said.startswith(f"{blocked} tiles blocked nearby") and said.endswith("nobody plans a way")


def test_outlines_close_around_hexagons_and_pentagons() -> None:
    center, triangles = icosphere(2)
    ground = debug.Ground(center, rings(len(center), triangles), np.zeros(len(center), np.int32))
    first, second = debug.outlines(ground, np.arange(len(center)))
    for tile in range(len(center)):
        sides = slice(6 * tile, 6 * tile + 6)
        length = np.linalg.norm(second[sides] - first[sides], axis=1)
        assert np.count_nonzero(length > 1e-9) == (5 if tile < 12 else 6)
        assert (second[sides] - first[sides]).sum(axis=0) == pytest.approx([0.0, 0.0, 0.0], abs=1e-9)
        assert second[sides].mean(axis=0) @ center[tile] > 0.95
    for tile in range(12):  # corners of a pentagon lie between its neighbours; opposite them lies one
        corners, others = second[6 * tile] - center[tile], center[ground.neighbour[tile, :5]] - center[tile]
        cosines = others @ corners / np.linalg.norm(others, axis=1) / np.linalg.norm(corners)
        assert cosines.max() < 0.9


def test_paths_are_what_is_left_of_the_worlds_own_routes() -> None:
    world = fake_world(enemies=3, asteroids=3, bullets=0)
    center, neighbour = debug.all_tiles()
    cost = np.full(len(center), FREE, np.int32)
    cost[7] = BLOCKED
    path = np.array([[5, 6, 7, 8, 0], [1, 2, 3, 0, 0]], np.int32)
    routes = SimpleNamespace(length=np.array([4, 1]), at=np.array([2, 0]), path=path)
    table = SimpleNamespace(
        tiles=SimpleNamespace(center=center, neighbour=neighbour),
        tile_map=SimpleNamespace(cost=cost),
        routes=routes,
        flow=SimpleNamespace(progress=np.zeros(4, np.int64)),
    )
    world.navigation, world.route_count = SimpleNamespace(table=table), 1
    rows, said = drawn(debug.draw_navigation, world)
    paths = colored(rows, debug.PATH)
    assert paths["first"] == pytest.approx(center[[6, 7]] * SHELL, abs=1e-3)
    assert paths["second"] == pytest.approx(center[[7, 8]] * SHELL, abs=1e-3)
    assert said.endswith("1 path")
    world.route_count = 0
    assert drawn(debug.draw_navigation, world)[1].endswith("nobody plans a way")


def test_the_flow_field_is_shown_while_there_is_one() -> None:
    world = small_world(flow=True)
    focus = world.bodies.position[0].copy()
    lines = Lines()
    assert debug.draw_navigation(DebugScene(world, focus, 1.0), lines).endswith("nobody plans a way")
    place(world, kinds.DRONE.number, 1.2)
    play(world, 40)
    assert debug.draw_navigation(DebugScene(world, focus, 1.0), lines).endswith("; a flow field")
    arrows = colored(lines.everything(), debug.FLOW)
    start = arrows["first"] / np.linalg.norm(arrows["first"], axis=1, keepdims=True)
    goal = focus / np.linalg.norm(focus)
    assert len(start) > 300
    leads = np.einsum("ij,ij->i", arrows["second"] - arrows["first"], np.tile(goal, (len(start), 1)))
    shafts = slice(0, len(start) // 3)  # the rest are barbs
    assert np.count_nonzero(leads[shafts] > 0.0) > 0.9 * len(leads[shafts])


def test_a_live_region_is_a_circle_and_the_sleeping_are_marked() -> None:
    world = fake_world(enemies=10, asteroids=5, bullets=3, spread=0.1)
    _, said = drawn(debug.draw_regions, world)
    assert said == "everything is awake: there is no live region"
    world.bodies.awake[world.rows(Pool.ENEMY)[2:4]] = False
    world.config.live_radius = 26.0
    rows, said = drawn(debug.draw_regions, world)
    assert (len(colored(rows, debug.AWAKE)), len(colored(rows, debug.ASLEEP))) == (14, 2)
    circle = colored(rows, debug.REGION)
    angle = np.arccos(circle["first"] @ (NORTH / SHELL) / SHELL)
    assert angle == pytest.approx(26.0 / SHELL, abs=1e-3)
    assert circle["second"] == pytest.approx(np.roll(circle["first"], -1, axis=0), abs=1e-3)
    lengths = np.linalg.norm(circle["second"] - circle["first"], axis=1)
    assert lengths == pytest.approx(2.0 * np.pi * SHELL * np.sin(26.0 / SHELL) / len(circle), rel=1e-3)
    assert said == "live within 26 u; 2 bodies are asleep"


def test_lines_over_the_horizon_and_behind_the_camera_are_left_out() -> None:
    camera = Viewer().build(fake_world(), HUD, 1.0, 0.0, SIZE).camera
    lines = Lines()
    behind = camera.eye - camera.forward * 10.0
    ends = np.array([NORTH, -NORTH, behind])
    lines.add(ends, ends + np.array([1.0, 0.0, 0.0], np.float32), (1.0, 1.0, 1.0, 1.0))
    lines.add(NORTH[None], camera.eye[None] - camera.forward, (1.0, 1.0, 1.0, 1.0))
    seen = lines.in_sight(camera, 50.0)
    assert seen["first"].tolist() == [NORTH.tolist()]
    assert len(Lines().in_sight(camera, 50.0)) == 0
