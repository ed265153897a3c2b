"""Habits: what each mind does besides its one move, and the number that shows it.

Every test here was seen to fail with its habit taken out.
"""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from arena import tuning
from arena.ai.minds import Minds
from arena.catalogue import bosses, kinds
from arena.catalogue.boss_row import BossRow
from arena.sim.kinds import Phase, Pool
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World
from tests.ai.arena_of_minds import LOCKS, ahead, gap, place, play, small_world
from tests.playing import told

F64 = NDArray[np.float64]


def outward_and_way(world: World, row: int, other: int) -> tuple[F64, F64]:
    """Unit up at a body, and the unit tangent from it to another."""
    here, there = (world.bodies.position[k].astype(np.float64) for k in (row, other))
    up = here / np.linalg.norm(here)
    way = there - up * (there @ up)
    return up, way / np.linalg.norm(way)


def bearing(world: World, row: int, other: int) -> float:
    """Angle from the way to another body to a ship's nose, counter-clockwise [rad]."""
    up, way = outward_and_way(world, row, other)
    nose = world.bodies.heading[row].astype(np.float64)
    return float(np.arctan2(nose @ np.cross(up, way), nose @ way))


def lead_angle(world: World, rows: list[int], ticks: int, command: PlayerCommand) -> float:
    """Mean angle by which shots are aimed ahead of the player's flight [rad]."""
    led: list[float] = []

    def look(world: World) -> None:
        for row in {one.row for one in told(world) if one.event == Event.SHOT} & set(rows):
            up, way = outward_and_way(world, row, 0)
            side = np.sign(world.bodies.velocity[0] @ np.cross(up, way))
            led.append(float(bearing(world, row, 0) * side))

    play(world, ticks, command, look)
    assert led
    return float(np.mean(led))


def test_a_stalker_leads_its_shots() -> None:
    world = small_world(travellers=2, bullets=256)
    rows = [place(world, kinds.STALKER.number, 0.25)]
    assert lead_angle(world, rows, 600, PlayerCommand(move_x=45)) > 0.08


@pytest.mark.parametrize(("boss", "lead"), [(bosses.BASTION, 0.05), (bosses.SIEGE, 0.2)])
def test_parts_of_bosses_lead_their_shots_by_how_fast_these_fly(boss: BossRow, lead: float) -> None:
    """Shells of mortars are half as fast as shots of turrets."""
    world = small_world(enemies=12, bullets=512)
    row = world.place_boss(ahead(0.3), boss.number)
    rows = [part for part in world.rows(Pool.ENEMY).tolist() if part != row]
    assert lead_angle(world, rows, 600, PlayerCommand(move_x=25)) > lead


def test_a_stalker_begins_to_strike_only_where_it_sees() -> None:
    world = small_world(asteroids=4, travellers=4)
    row = place(world, kinds.STALKER.number, 0.30)
    rock = place(world, kinds.ASTEROID.number, 0.15, radius=3.0)
    phases: list[int] = []
    hidden: list[bool] = []

    def look(world: World) -> None:
        world.bodies.velocity[rock] = 0.0
        phases.append(int(world.memory.phase[row]))
        hit = world.grid.cast(world.bodies.position[row], world.bodies.position[0], 0.0, ignore=row)
        hidden.append(hit is not None and hit[0] == rock)

    play(world, 240, look=look)
    begun = [k for k, change in enumerate(pairwise(phases), 1) if change == (Phase.SEEK, Phase.WINDUP)]
    assert begun
    assert not any(hidden[k] for k in begun)


def test_a_lancer_aims_where_its_player_will_be() -> None:
    world = small_world()
    row = place(world, kinds.LANCER.number, 0.22)
    nearest = [np.inf]

    def look(world: World) -> None:
        if world.memory.phase[row] == Phase.ACT:
            nearest.append(gap(world, row))

    play(world, 130, PlayerCommand(move_x=35), look)
    assert min(nearest) < 2.5


def test_a_lancers_aim_is_locked_before_it_charges() -> None:
    world = small_world()
    row = place(world, kinds.LANCER.number, 0.25)
    noses: list[F64] = []

    def look(world: World) -> None:
        left = int(world.memory.until[row]) - world.tick
        if world.memory.phase[row] == Phase.WINDUP and left < LOCKS[kinds.LANCER.number] - 5:
            noses.append(world.bodies.heading[row].astype(np.float64))

    play(world, 120, PlayerCommand(move_x=127), look)
    assert len(noses) > 5
    assert min(float(a @ b) for a, b in pairwise(noses)) > 0.99999


def test_a_miner_lays_nothing_where_nobody_follows() -> None:
    world = small_world()
    place(world, kinds.MINER.number, 1.2)
    assert not any(event == Event.DEPLOYED for _, event, *_ in play(world, 60))


def test_a_boss_comes_nearer_and_its_parts_circle_around_it() -> None:
    world = small_world(enemies=12, bullets=512)
    boss = world.place_boss(ahead(0.6))
    part = next(row for row in world.rows(Pool.ENEMY).tolist() if row != boss)
    ways: list[F64] = []
    play(world, 240, look=lambda world: ways.append(outward_and_way(world, boss, part)[1]))
    assert np.degrees(np.arccos(ways[30] @ ways[210])) > 30.0
    play(world, 240)
    assert gap(world, boss) < 24.0


@pytest.mark.parametrize("command", [PlayerCommand(), PlayerCommand(move_y=120)])
def test_a_companions_place_is_behind_its_player_to_the_right_and_it_keeps_up(command: PlayerCommand) -> None:
    world = small_world(companions=1)
    row = world.place_companion(0, ahead(0.05, 1.5))
    places: list[tuple[float, float]] = []

    def look(world: World) -> None:
        here, up = (c[0].astype(np.float64) for c in (world.bodies.position, world.players.up))
        right = np.cross(up, here / np.linalg.norm(here))
        away = world.bodies.position[row] - here
        places.append((float(away @ right), -float(away @ up)))

    play(world, 300, command, look)
    side, back = np.mean(places[150:], axis=0)
    if command.move_y:  # flying, it may hang back a little
        station = tuning.SPECIALIST.station_side, tuning.SPECIALIST.station_back
        assert np.mean([np.hypot(x - station[0], y - station[1]) for x, y in places[150:]]) < 2.2
    else:
        assert 2.2 < side < 4.0
        assert 1.0 < back < 2.2


def keep_fighting(world: World) -> None:
    """As if the player had fired just now: a companion helps only who fights."""
    world.players.fired_at[0] = world.tick


def test_a_companion_leads_its_shots() -> None:
    world = small_world(companions=1)
    row = world.place_companion(0, ahead(0.05, 1.5))
    target = place(world, kinds.GUNNER.number, 0.30)
    world.bodies.health[target] = 1e6
    world.players.fired_at[0] = 1
    events = play(world, 360, PlayerCommand(move_y=60), keep_fighting)
    shots = sum(event == Event.SHOT and who == row for _, event, who, _ in events)
    hits = sum(event == Event.HIT and (who, by) == (target, row) for _, event, who, by in events)
    assert shots > 0.6 * 360 / (kinds.COMPANION.ship.gun.interval * tuning.TICK_RATE)
    assert hits >= 0.7 * shots


def test_a_flock_flies_the_same_way_and_stays_together() -> None:
    orders: list[float] = []
    mates: list[float] = []
    for seed in (2, 3):
        world = small_world(enemies=40)
        random = np.random.default_rng(seed)
        for _ in range(40):
            world.place(kinds.DRONE.number, ahead(1.4) + 0.12 * random.normal(size=3))
        world.bodies.alive[0] = False  # nobody to chase
        rows = world.rows(Pool.ENEMY)
        play(world, 300)
        velocity = world.bodies.velocity[rows].astype(np.float64)
        orders.append(float(np.linalg.norm((velocity.T / np.linalg.norm(velocity, axis=1)).mean(axis=1))))
        position = world.bodies.position[rows].astype(np.float64)
        gaps = np.linalg.norm(position[:, None] - position[None], axis=2)
        mates.append(float((gaps < tuning.MIND.sight).sum(axis=1).mean()) - 1.0)
    assert np.mean(orders) > 0.5
    assert np.mean(mates) > 3.5


@pytest.mark.parametrize("number", [2, 3, 9])
def test_a_drone_heeds_each_mate_in_sight_whatever_their_order(number: int) -> None:
    """Nine mates are more than a register holds."""
    random = np.random.default_rng(4)
    mates = [(random.uniform(-4.0, 4.0, 3), random.normal(size=3)) for _ in range(number)]
    wishes: list[F64] = []
    for those in (mates, mates[::-1]):
        world = small_world(enemies=12)
        row, here = place(world, kinds.DRONE.number, 1.4), ahead(1.4) * world.shell_radius
        for aside, velocity in those:
            assert world.place(kinds.DRONE.number, here + aside, velocity) > row
        while world.tick == 0 or (world.tick + row) % tuning.MIND.think_interval:
            step(world, [PlayerCommand()])
        minds = Minds(world, 1)
        minds.submit(world)
        minds.collect(world)
        minds.close()
        wishes.append(world.commands.move[row].astype(np.float64))
    assert np.abs(wishes[0]).max() > 0.1
    np.testing.assert_allclose(wishes[1], wishes[0], atol=1e-5)


def test_a_drone_weaves_on_its_way() -> None:
    world = small_world()
    row = place(world, kinds.DRONE.number, 0.8)
    aside: list[float] = []
    play(world, 150, look=lambda world: aside.append(abs(float(world.bodies.position[row, 0]))))
    assert max(aside) > 1.0
