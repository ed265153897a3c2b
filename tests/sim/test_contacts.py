"""Contacts keep momentum and energy, do not depend on order, and never let a bullet through."""

from collections.abc import Iterator
from types import SimpleNamespace

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.grid.collision_grid import CollisionGrid
from arena.jit import is_interpreted
from arena.sim.bounds import enclose_motion
from arena.sim.contacts import (
    contact_key,
    earlier,
    fallback_normal,
    find_contacts,
    find_pairs,
    first_touch,
    join_blocks,
    rebuild_grid,
    solve_contacts,
    solve_positions,
    solve_velocities,
    sort_pairs,
)
from arena.sim.kinds import Pool, Team
from arena.sim.motion import move_bodies
from arena.sim.step import begin_tick, step
from arena.sim.tables.bodies import allocate
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.contacts import Contacts
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig
from arena.sphere import unit
from arena.tuning import CONTACT
from arena.vectors import Vector
from tests.playing import told


def asteroid_field(count: int, seed: int = 7, separation_speed_max: float = np.inf) -> World:
    """A shell full of moving asteroids of very mixed sizes, without a live player."""
    rng = np.random.default_rng(seed)
    world = World(
        WorldConfig(
            seed=seed, enemies=0, asteroids=count, bullets=0, separation_speed_max=separation_speed_max
        )
    )
    radii = np.clip(rng.lognormal(-0.2, 0.6, count), 0.4, 4.0)
    for radius in radii:
        world.place(kinds.ASTEROID.number, rng.normal(size=3), rng.normal(size=3) * 3, radius=float(radius))
    return world


def kinetic_energy(world: World) -> float:
    b = world.bodies
    rows = world.rows(Pool.ASTEROID)
    velocity = b.velocity[rows].astype(np.float64)
    return float(np.sum((velocity**2).sum(axis=1) / b.inv_mass[rows]) / 2)


def touch(world: World) -> None:
    """Find the contacts of bodies where they are."""
    enclose_motion(world)
    rebuild_grid(world)
    find_pairs(world)
    find_contacts(world)


def ticks(world: World, count: int) -> Iterator[int]:
    for tick in range(count):
        step(world, [PlayerCommand()])
        yield tick


def test_two_thousand_asteroids_keep_their_energy_and_their_shell() -> None:
    world = asteroid_field(2000)
    before = kinetic_energy(world)
    contacts = 0
    for _ in ticks(world, 600):
        contacts += int(world.contacts.count[0])
        assert world.contacts.dropped[0] == 0
    assert contacts > 20_000, "a scene without contacts proves nothing"
    assert kinetic_energy(world) == pytest.approx(before, rel=0.01)
    b = world.bodies
    rows = world.rows(Pool.ASTEROID)
    assert len(rows) == 2000
    for column in (b.position, b.velocity, b.heading):
        assert np.isfinite(column[rows]).all()
    distance = np.linalg.norm(b.position[rows].astype(np.float64), axis=1)
    np.testing.assert_allclose(distance, world.shell_radius, rtol=1e-6)
    radial = np.einsum("ij,ij->i", b.position[rows], b.velocity[rows]) / distance
    assert np.abs(radial).max() < 1e-4


def exchanged(world: World) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Run one exchange.

    Each body's change of momentum, and the impulses along the normals summed per body.
    """
    b, c = world.bodies, world.contacts
    before = b.velocity.astype(np.float64)
    solve_velocities(b, c, world.solver, world.config.separation_speed_max)
    mass = 1 / np.where(b.alive, b.inv_mass, 1).astype(np.float64)
    change = (b.velocity - before) * mass[:, None]
    impulses = np.zeros_like(change)
    count = int(c.count[0])
    push = c.normal[:count].astype(np.float64) * c.impulse[:count, None]
    np.subtract.at(impulses, c.first[:count], push)
    np.add.at(impulses, c.second[:count], push)
    return change, impulses


def test_momentum_exchange_is_exact_before_the_shell_reacts() -> None:
    """Each body's momentum changes by its contacts' impulses, less the radial part that the shell takes."""
    world = asteroid_field(2000)
    for _ in ticks(world, 30):
        pass
    begin_tick(world)
    move_bodies(world)
    touch(world)
    change, impulses = exchanged(world)
    live = world.bodies.alive
    scale = np.abs(impulses[live]).max()
    assert scale > 1
    # Impulses come in opposite pairs, so their sum over all bodies vanishes.
    assert np.abs(impulses.sum(axis=0)).max() < 1e-5 * np.abs(impulses).sum()
    outward = world.bodies.position[live] / np.linalg.norm(world.bodies.position[live], axis=1)[:, None]
    tangent = impulses[live] - outward * np.sum(impulses[live] * outward, axis=1)[:, None]
    np.testing.assert_allclose(change[live], tangent, atol=2e-5 * scale)


def test_dust_gets_ever_faster_unless_bodies_part_slowly() -> None:
    """Elastic bodies share energy out evenly, so that the lightest end up the fastest."""
    speeds: dict[float, float] = {}
    for limit in (np.inf, CONTACT.separation_speed_max):
        world = asteroid_field(1200, separation_speed_max=limit)
        for _ in ticks(world, 900):
            pass
        rows = world.rows(Pool.ASTEROID)
        dust = rows[world.bodies.radius[rows] < 0.5]
        speeds[limit] = float(np.percentile(np.linalg.norm(world.bodies.velocity[dust], axis=1), 90))
    assert speeds[np.inf] > 14.0
    assert speeds[CONTACT.separation_speed_max] < 0.75 * speeds[np.inf]


@pytest.mark.parametrize(
    ("separation_speed_max", "after"), [(np.inf, [-1, 3]), (4.5, [-1, 3]), (2.0, [0, 2])]
)
def test_a_head_on_collision_swaps_velocities_unless_they_part_too_fast(
    separation_speed_max: float, after: list[float]
) -> None:
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0, separation_speed_max=separation_speed_max))
    gap = 1.99 / world.shell_radius
    world.place(kinds.ASTEROID.number, [np.sin(-gap / 2), 0, np.cos(gap / 2)], [3, 0, 0], radius=1.0)
    world.place(kinds.ASTEROID.number, [np.sin(gap / 2), 0, np.cos(gap / 2)], [-1, 0, 0], radius=1.0)
    touch(world)
    assert world.contacts.count[0] == 1
    solve_contacts(world)
    rows = world.rows(Pool.ASTEROID)
    np.testing.assert_allclose(world.bodies.velocity[rows, 0], after, atol=2e-3)


@pytest.mark.parametrize("speed", [0.05, 0.5, 1.5])
def test_slow_bodies_collide_too(speed: float) -> None:
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0))
    gap = 1.99 / world.shell_radius
    for side in (-1, 1):
        place = [np.sin(side * gap / 2), 0, np.cos(gap / 2)]
        world.place(kinds.ASTEROID.number, place, [-side * speed / 2, 0, 0], radius=1.0)
    touch(world)
    solve_contacts(world)
    parting = world.bodies.velocity[world.rows(Pool.ASTEROID), 0]
    np.testing.assert_allclose(parting, [-speed / 2, speed / 2], rtol=1e-3)


@pytest.mark.parametrize("radii", [(1.0, 2.0), (2.0, 1.0)])
def test_overlapping_bodies_part_in_proportion_to_inverse_mass(radii: tuple[float, float]) -> None:
    """They move by a share of the overlap beyond the slop; twice the radius moves an eighth as far."""
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0))
    angle = (sum(radii) - 0.5) / world.shell_radius
    rows = [
        world.place(kinds.ASTEROID.number, [np.sin(side * angle / 2), 0, np.cos(angle / 2)], radius=radius)
        for side, radius in zip((-1, 1), radii, strict=True)
    ]
    before = world.bodies.position[rows].astype(np.float64)
    touch(world)
    solve_contacts(world)
    moved = world.bodies.position[rows] - before
    way = before[1] - before[0]
    depth = sum(radii) - np.linalg.norm(way)
    shares = moved @ way / np.linalg.norm(way) / (CONTACT.correction * (depth - CONTACT.slop))
    masses = np.array(radii) ** 3
    assert shares == pytest.approx(np.array([-1, 1]) * masses[::-1] / masses.sum(), abs=2e-3)


@pytest.mark.parametrize(("fall", "height"), [(0.0, 0.0), (-5.0, 0.4)])
def test_bodies_that_are_pushed_apart_keep_their_altitude(fall: float, height: float) -> None:
    """On the shell they return to it exactly; one that still falls is not put there."""
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0))
    rows = [world.place(kinds.ASTEROID.number, [x, 0, 1], radius=1.0) for x in (-0.01, 0.01)]
    world.bodies.radial_speed[rows[0]] = fall
    world.bodies.position[rows[0]] *= 1.0 + 0.4 / world.shell_radius
    before = world.bodies.position[rows].copy()
    touch(world)
    solve_contacts(world)
    assert (world.bodies.position[rows] != before).any(axis=1).all()
    altitude = np.linalg.norm(world.bodies.position[rows].astype(np.float64), axis=1) - world.shell_radius
    assert altitude == pytest.approx([height, 0.0], abs=1e-5)


@pytest.mark.parametrize(
    ("until", "contacts"), [((0, 0), 1), ((9, 0), 0), ((0, 9), 0), ((9, 9), 0), ((8, 8), 1)]
)
def test_who_dashes_passes_through_a_player_whichever_of_the_two_it_is(
    until: tuple[int, int], contacts: int
) -> None:
    """A dash lasts until a tick, that tick excluded."""
    world = World(WorldConfig(players=2, enemies=0, asteroids=0, bullets=0))
    for slot, x in enumerate((-0.005, 0.005)):
        world.spawn_player(slot, [x, 0, 1])
    world.tick, world.players.boost_until[:] = 8, until
    touch(world)
    assert world.contacts.count[0] == contacts


@pytest.mark.parametrize("meet", [1, 3])
def test_two_sleeping_ships_meet_each_so_many_ticks_and_all_others_always(meet: int) -> None:
    world = World(WorldConfig(enemies=3, asteroids=1, bullets=0, sleepers_meet=meet))
    places = [[0.0, y, 1.0] for y in (0.0, 0.015, 0.03)]
    for place in places:
        world.place(kinds.DRONE.number, place)
    world.place(kinds.ASTEROID.number, [0.0, -0.02, 1.0], radius=1.0)
    first, middle, last = world.rows(Pool.ENEMY).tolist()
    [rock] = world.rows(Pool.ASTEROID).tolist()
    world.bodies.awake[[first, middle, rock]], world.bodies.awake[last] = False, True
    met = dict.fromkeys([(first, middle), (middle, last), (first, rock)], 0)
    for tick in range(100, 106):
        world.tick = tick
        touch(world)
        count, c = int(world.contacts.count[0]), world.contacts
        for pair in zip(c.first[:count].tolist(), c.second[:count].tolist(), strict=True):
            met[pair] = met.get(pair, 0) + 1
    assert met == {(first, middle): 6 // meet, (middle, last): 6, (first, rock): 6}


@pytest.mark.parametrize("crowd", [0, 200])
def test_the_result_does_not_depend_on_the_order_of_contacts(crowd: int) -> None:
    """Of a sparse field, and where a crowd meets at the pole and most bodies have several contacts."""
    hashes = set()
    for order in range(4):
        world = asteroid_field(1500, seed=3)
        for _ in ticks(world, 5):
            pass
        place = np.random.default_rng(5).normal(size=(crowd, 3)) * 0.1 + (0.0, 0.0, 1.0)
        world.bodies.position[world.rows(Pool.ASTEROID)[:crowd]] = unit(place) * world.shell_radius
        touch(world)
        count = int(world.contacts.count[0])
        assert np.bincount(world.contacts.first[:count]).max() > crowd // 50
        shuffle = np.random.default_rng(order).permutation(count) if order else np.arange(count)
        for column in list(world.contacts)[:5]:
            column[:count] = column[:count][shuffle]
        solve_velocities(world.bodies, world.contacts, world.solver, world.config.separation_speed_max)
        solve_positions(world.bodies, world.contacts, world.solver, world.shell_radius)
        assert count > 50
        hashes.add(world.state_hash())
    assert len(hashes) == 1


def test_a_steady_load_is_found_without_asking_the_grid_from_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory has grown once; from then on the tick's own calls do all, which takes a tenth of the time."""
    world = asteroid_field(60)
    for _ in ticks(world, 3):
        pass
    for name in ("rebuild", "find_contact_pairs"):
        monkeypatch.setattr(CollisionGrid, name, lambda *_, name=name: pytest.fail(f"{name} was asked"))
    found = 0
    for _ in ticks(world, 30):
        found += int(world.contacts.count[0])
    assert found > 0


def test_coincident_bodies_part() -> None:
    world = World(WorldConfig(enemies=0, asteroids=6, bullets=0))
    for _ in range(6):
        world.place(kinds.ASTEROID.number, [0, 1, 0], radius=1.0)
    for _ in ticks(world, 240):
        pass
    rows = world.rows(Pool.ASTEROID)
    position = world.bodies.position[rows]
    assert np.isfinite(position).all()
    assert len(np.unique(np.round(position, 3), axis=0)) > 1


@pytest.mark.parametrize(
    ("place", "tangent"),
    [
        ((1.0, 2.0, 3.0), (0.0, 3.0, -2.0)), ((2.0, 1.0, 3.0), (-3.0, 0.0, 2.0)),
        ((3.0, 2.0, 1.0), (2.0, -3.0, 0.0)), ((1.0, -1.0, 1.0), (0.0, 1.0, 1.0)),
        ((2.0, 1.0, 1.0), (-1.0, 0.0, 2.0)), ((1.0, 1.0, 2.0), (0.0, 2.0, -1.0)),
        ((1.0, 2.0, 1.0), (0.0, 1.0, -2.0)),
    ],
)  # fmt: skip
def test_the_fallback_normal_is_the_same_everywhere(place: Vector, tangent: Vector) -> None:
    """Of two axes as far from radial it is made from the first of x, y, z."""
    assert tuple(fallback_normal(place)) == tangent


@pytest.mark.parametrize("place", [(0.2, 0.6, 0.7), (0.6, 0.2, 0.7), (0.6, 0.7, 0.2)])
def test_coincident_bodies_part_along_the_shell(place: tuple[float, float, float]) -> None:
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0))
    for _ in range(2):
        world.place(kinds.ASTEROID.number, place, radius=1.0)
    touch(world)
    assert world.contacts.count[0] == 1
    normal, outward = world.contacts.normal[0].astype(np.float64), np.array(place) / np.linalg.norm(place)
    assert (np.linalg.norm(normal), normal @ outward) == pytest.approx((1.0, 0.0), abs=1e-6)


@pytest.mark.parametrize("masses", [(0.0, 0.0), (0.0, 2.0)])
def test_a_body_of_infinite_mass_stays_where_it_is(masses: tuple[float, float]) -> None:
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0))
    rows = [world.place(kinds.ASTEROID.number, [0.01 * k, 0, 1], radius=1.0) for k in range(2)]
    world.bodies.inv_mass[rows] = masses
    before = world.bodies.position[rows].copy()
    touch(world)
    assert world.contacts.count[0] == 1
    solve_contacts(world)
    moved = (world.bodies.position[rows] != before).any(axis=1)
    assert moved.tolist() == [mass > 0.0 for mass in masses]
    assert np.isfinite(world.bodies.position[rows]).all() and np.isfinite(world.bodies.velocity[rows]).all()


@pytest.mark.parametrize("masses", [(0.03, 0.03), (0.001, 0.4), (1.0, 1.0), (15.0, 0.03)])
def test_two_bodies_part_as_fast_as_they_met_whatever_their_masses(masses: tuple[float, float]) -> None:
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=0))
    angle, b = 1.95 / world.shell_radius, world.bodies
    ways = ([0.0, 0.0, 1.0], [np.sin(angle), 0.0, np.cos(angle)])
    rows = [world.place(kinds.ASTEROID.number, way, radius=1.0) for way in ways]
    b.inv_mass[rows] = masses
    b.velocity[rows[0]], b.velocity[rows[1]] = (
        [3.0, 0.0, 0.0],
        [-2.0 * np.cos(angle), 0.0, 2.0 * np.sin(angle)],
    )
    touch(world)
    solve_velocities(b, world.contacts, world.solver, world.config.separation_speed_max)
    assert b.velocity[rows[1], 0] - b.velocity[rows[0], 0] == pytest.approx(5.0, rel=2e-3)
    momentum = b.velocity[rows, 0] / masses
    assert momentum.sum() == pytest.approx(3.0 / masses[0] - 2.0 / masses[1], abs=2e-3 * abs(momentum).max())


def touching_row() -> World:
    """Asteroids in a row, of which each touches its neighbours, with their pairs and contacts."""
    world = asteroid_field(60)
    for row in world.rows(Pool.ASTEROID).tolist():
        world.bodies.position[row] = unit(np.array([0.002 * row, 0.0, 1.0])) * world.shell_radius
    touch(world)
    return world


def test_a_full_table_of_contacts_is_read_to_its_end_and_no_further() -> None:
    """Without the compiler, a look beyond the end raises."""
    worlds = [touching_row() for _ in range(2)]
    plain, full = (world.contacts for world in worlds)
    count = int(plain.count[0])
    cut = allocate(Contacts, count)
    for name in Contacts.column_names:
        column = getattr(cut, name)
        column[:] = getattr(full, name)[: len(column)]
    for world, contacts in zip(worlds, (plain, cut), strict=True):
        solve_velocities(world.bodies, contacts, world.solver, world.config.separation_speed_max)
        solve_positions(world.bodies, contacts, world.solver, world.shell_radius)
    assert count > 60 and worlds[0].state_hash() == worlds[1].state_hash()


@pytest.mark.skipif(not is_interpreted, reason="compiled kernels do not look where they read")
def test_a_full_table_of_pairs_is_read_to_its_end_and_no_further() -> None:
    world = touching_row()
    count, sim = int(world.pair_count), world.simulation
    columns = {name: getattr(sim, name) for name in type(sim).column_names}
    columns["grid_memory"] = SimpleNamespace(pairs=sim.grid_memory.pairs[:count].copy())
    sort_pairs(0, 0, count, SimpleNamespace(**columns))
    assert 60 < sim.findings.contact_count[0] <= count


@pytest.mark.parametrize(
    ("start", "way", "time"),
    [
        ((-3.0, 5.0, 0.0), (4.0, 0.0, 0.0), 0.75),
        ((-3.0, 5.1, 0.0), (4.0, 0.0, 0.0), -1.0),
        ((-9.0, 0.0, 0.0), (8.0, 0.0, 0.0), 0.5),
        ((-9.0, 0.0, 0.0), (4.0, 0.0, 0.0), 1.0),
        ((-9.0, 0.0, 0.0), (3.9, 0.0, 0.0), -1.0),
        ((-9.0, 0.0, 0.0), (-8.0, 0.0, 0.0), -1.0),
        ((-4.0, 0.0, 0.0), (-8.0, 0.0, 0.0), 0.0),
    ],
    ids=["a graze", "a miss", "a hit", "at the end", "too late", "away", "inside"],
)
def test_the_first_touch_is_when_the_reach_is_first_met(start: Vector, way: Vector, time: float) -> None:
    assert first_touch(start, way, 5.0) == time


@pytest.mark.parametrize("speed", [20.0, 200.0, 600.0])
def test_no_bullet_tunnels(speed: float) -> None:
    """A bullet that crosses a small asteroid within one tick still hits it."""
    world = World(WorldConfig(enemies=0, asteroids=1, bullets=1))
    world.place(kinds.ASTEROID.number, [0, 0, 1], radius=0.4)
    row = world.pools[Pool.BULLET].take()
    b = world.bodies
    distance = 8.0
    start = np.array([np.sin(-distance / world.shell_radius), 0, np.cos(distance / world.shell_radius)])
    b.position[row] = start * world.shell_radius
    b.previous_position[row] = b.position[row]
    b.velocity[row] = [speed * start[2], 0, -speed * start[0]]
    b.heading[row] = [start[2], 0, -start[0]]
    b.radius[row], b.health[row], b.kind[row], b.team[row] = 0.15, 1, kinds.BULLET.number, 1
    world.bullets.expires[0] = 1000
    world.bullets.damage[0] = 1
    hits = 0
    for _ in ticks(world, 60):
        hits += sum(one.event == Event.HIT for one in told(world))
    assert hits == 1
    assert world.pools[Pool.BULLET].active == 0


def swept_hit(
    bullet: tuple[list[float], list[float]], *rocks: tuple[list[float], list[float]]
) -> tuple[int, float]:
    """(which rock, time) of a bullet's hit in one tick, -1 for none; all fly (from, to) near the pole [u]."""
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=1))
    rows = [world.place(kinds.ASTEROID.number, [0, 0, 1], radius=0.375) for _ in rocks]
    row = world.pools[Pool.BULLET].take()
    b = world.bodies
    b.radius[row], b.kind[row], b.team[row] = 0.125, kinds.BULLET.number, 1
    for one, ends in zip((row, *rows), (bullet, *rocks), strict=True):
        for column, (x, y) in zip((b.previous_position, b.position), ends, strict=True):
            column[one] = x, y, world.shell_radius
    touch(world)
    hit = int(world.hits.row[0])
    return (rows.index(hit) if hit >= 0 else -1), float(world.hits.time[0])


@pytest.mark.parametrize(("end", "hit"), [(0.49, 0), (0.51, -1)])
def test_what_would_be_hit_a_moment_after_the_tick_is_not_hit_in_it(end: float, hit: int) -> None:
    """Their ways cross, so their swept spheres overlap long before; they touch at a distance of 0.5 u."""
    row, time = swept_hit(([-8 - end, 0], [-end, 0]), ([0, -8], [0, 0]))
    assert row == hit
    assert hit < 0 or 0.99 < time <= 1.0


@pytest.mark.parametrize(("beside", "hit"), [(0.49, 0), (0.5, 0), (0.51, -1), (0.9, -1), (-0.51, -1)])
def test_a_bullet_that_passes_a_rock_beyond_its_reach_does_not_hit_it(beside: float, hit: int) -> None:
    assert swept_hit(([-3, beside], [3, beside]), ([0, 0], [0, 0]))[0] == hit
    assert swept_hit(([0, beside], [0, beside]), ([-3, 0], [3, 0]))[0] == hit, "whichever flies"


@pytest.mark.parametrize("begin", [0.0, 0.2])
def test_a_bullet_that_flies_away_from_a_rock_does_not_hit_it(begin: float) -> None:
    assert swept_hit(([begin, 0.51], [3, 0.51]), ([0, 0], [0, 0]))[0] == -1


def test_deeper_contacts_come_first_and_no_two_of_a_depth_are_alike() -> None:
    contacts = SimpleNamespace(
        first=np.array([1, 1, 0, 2, 2, 1], np.int32),
        second=np.array([4, 2, 5, 3, 4, 3], np.int32),
        depth=np.array([0.0, 1e-7, 1e-5, 0.1, 3.0, 3.0], np.float32),
    )
    keys = [int(contact_key(contacts, row)) for row in range(6)]
    assert keys[0] >> 32 == keys[1] >> 32 == 1, "a part in a million of a unit is the least that counts"
    assert keys[1] < keys[2] < keys[3] < min(keys[4:]) and len(set(keys)) == 6
    contacts.first, contacts.second, contacts.depth = (
        column[::-1] for column in (contacts.first, contacts.second, contacts.depth)
    )
    assert [int(contact_key(contacts, row)) for row in range(6)] == keys[::-1]


@pytest.mark.parametrize("best", [0, 1, 7])
def test_the_earliest_hit_is_kept_whichever_row_it_is(best: int) -> None:
    assert earlier(0.9, 5, 0.0, -1), "there is none yet"
    assert earlier(0.1, 9, 0.2, best) and not earlier(0.3, 9, 0.2, best) and not earlier(0.3, 0, 0.2, best)
    assert not earlier(0.2, best, 0.2, best) and not earlier(0.2, best + 1, 0.2, best)
    assert earlier(0.2, best, 0.2, best + 1)


@pytest.mark.parametrize("side", [-1, 1])
def test_of_two_hit_at_once_the_lower_row_is_hit(side: int) -> None:
    rocks = [([0, y], [0, y]) for y in (0.3 * side, -0.3 * side)]
    assert swept_hit(([-3, 0], [3, 0]), *rocks) == (0, pytest.approx((3 - 0.4) / 6))


@pytest.mark.parametrize("distances", [(6.0, 4.0), (4.0, 6.0)])
def test_a_bullet_hits_the_first_of_two_in_one_sweep(distances: tuple[float, float]) -> None:
    """Test both orders of rows, with a bullet whose way of one tick leads through both."""
    world = World(WorldConfig(enemies=0, asteroids=2, bullets=4))
    world.spawn_player(0, [0, 0, 1], up=[1, 0, 0])
    radius = world.shell_radius
    rocks = [
        world.place(
            kinds.ASTEROID.number, [np.sin(distance / radius), 0, np.cos(distance / radius)], radius=0.6
        )
        for distance in distances
    ]
    step(world, [PlayerCommand(aim_y=127, buttons=Button.FIRE)])
    (bullet,) = world.rows(Pool.BULLET).tolist()
    world.bodies.velocity[bullet] *= 9.0 * 60.0 / np.linalg.norm(world.bodies.velocity[bullet])  # 9 u a tick
    step(world, [PlayerCommand(aim_y=127)])
    assert [one.row for one in told(world) if one.event == Event.HIT] == [rocks[int(np.argmin(distances))]]


def test_contacts_of_blocks_stand_without_gaps_in_the_order_of_their_pairs() -> None:
    """Two blocks, of which the first has room left: the second's contacts move up, column by column."""
    world = World(WorldConfig(enemies=0, asteroids=64, bullets=0))
    sim, contacts, findings = world.simulation, world.contacts, world.findings.table
    sim.pair_count[0] = len(contacts.first)
    findings.begin[:2], findings.contact_count[:2] = (0, 5), (2, 3)
    findings.hit_count[:2], findings.dropped[:2] = 0, (1, 2)
    columns = contacts.first, contacts.second, contacts.depth, contacts.impulse, contacts.normal
    rows = [0, 1, 5, 6, 7]
    for number, column in enumerate(columns, 1):
        column[:8] = np.arange(column[:8].size).reshape(column[:8].shape) + 100 * number
    wanted = [column[rows].copy() for column in columns]
    join_blocks(2, sim)
    assert (contacts.count[0], contacts.dropped[0]) == (5, 3)
    for column, values in zip(columns, wanted, strict=True):
        assert np.array_equal(column[:5], values)


def test_the_first_bullet_hits_and_a_pickup_is_hit_by_nothing() -> None:
    """A pickup of the other side lies in an enemy, and the pool's first bullet flies into it."""
    world = World(WorldConfig(enemies=1, asteroids=0, bullets=2, pickups=1))
    there = np.array([0.0, 0.0, 1.0])
    enemy = world.place(kinds.DRONE.number, there)
    pickup, bullet = (int(world.pool_rows.start[pool]) for pool in (Pool.PICKUP, Pool.BULLET))
    b = world.bodies
    for row in (pickup, bullet):
        b.alive[row] = b.awake[row] = True
        b.radius[row], b.team[row] = 0.3, int(Team.PLAYERS)
        b.position[row] = b.previous_position[row] = b.position[enemy]
    touch(world)
    assert world.pair_count == 3
    assert world.contacts.count[0] == 0
    assert world.findings.table.hit_count[0] == 1
    assert world.hits.row.tolist() == [enemy, -1]
