"""Cascades: what one spark takes along, who is paid, and how much more a large one pays."""

import numpy as np
import pytest

from arena import tuning
from arena.catalogue import kinds
from arena.game.match import Match
from arena.game.modes.tide import Tide
from arena.game.rules import CASCADE
from arena.game.scoring.cascades import cascade_points, score_cascades
from arena.game.scoring.points import PointSource, create_score
from arena.sim.step import step
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.sim.world import World, WorldConfig

FUSE, REACH = tuning.BURST.fuse, tuning.BURST.reach
REST = PlayerCommand()


def line_of(gaps: list[float], kind_names: list[str], players: int = 1) -> tuple[World, list[int]]:
    """Ships on a line far from a player, each so many u after the last."""
    world = World(WorldConfig(1, players, 64, 0, 8, planet_radius=50.0))
    world.spawn_player(0)
    angles = np.cumsum(gaps) / world.shell_radius
    rows = [
        world.place(kinds.KINDS.named(name).number, (np.sin(angle), 0.0, -np.cos(angle)))
        for angle, name in zip(angles, kind_names, strict=True)
    ]
    return world, rows


def events_of(world: World, kind: Event) -> list[tuple[int, int, float]]:
    e, count = world.events, int(world.events.count[0])
    return [(int(e.row[k]), int(e.other[k]), float(e.size[k])) for k in range(count) if e.kind[k] == kind]


def test_a_spark_runs_from_volatile_to_volatile_and_is_told_once_at_its_end() -> None:
    near, far = REACH - 0.05, REACH + 0.1
    world, rows = line_of([0.0, near, near, near, far], ["volatile", "drone", "carrier", "volatile", "drone"])
    world.place(kinds.VOLATILE.number, (0.0, near / world.shell_radius, -1.0))
    world.bodies.health[rows[0]], world.bodies.hit_by[rows[0]] = 0.0, 0
    caught, told = list[tuple[int, tuple[int, int, float]]](), list[tuple[int, int, float]]()
    for _ in range(3 * FUSE + 4):
        step(world, [REST])
        caught += [(world.tick, one) for one in events_of(world, Event.CAUGHT)]
        told += events_of(world, Event.CASCADE)
        assert not events_of(world, Event.KILLED)
    first, second = 1 + FUSE, 1 + 2 * FUSE
    assert [(tick, by, number) for tick, (_, by, number) in caught] == [
        (first, 0, 1.0), (first, 0, 2.0), (second, 0, 3.0),
    ]  # fmt: skip
    assert {row for _, (row, _, _) in caught} == {rows[0], rows[1], rows[4] + 1}
    assert [(by, size) for _, by, size in told] == [(0, 3.0)]
    assert world.bodies.alive[rows[2:]].all(), "large ones and those out of reach stay"
    assert not world.cascades.began.any() and world.fuses.count[0] == 0


@pytest.mark.parametrize(("larger", "caught"), [(0.0, True), (1e-3, False)])
def test_a_burst_takes_the_largest_that_it_may_along(larger: float, caught: bool) -> None:
    world, rows = line_of([0.0, 2.0], ["volatile", "drone"])
    world.bodies.radius[rows[1]] = 0.95 + larger
    world.bodies.health[rows[0]], world.bodies.hit_by[rows[0]] = 0.0, 0
    for _ in range(FUSE + 2):
        step(world, [REST])
    assert world.bodies.alive[rows[1]] != caught


def test_whom_nobody_shot_does_not_burst() -> None:
    world, rows = line_of([0.0, 1.2], ["volatile", "drone"])
    world.bodies.health[rows[0]] = 0.0
    for _ in range(FUSE + 2):
        step(world, [REST])
    assert not world.bodies.alive[rows[0]] and world.bodies.alive[rows[1]]


def test_one_bomb_is_one_cascade_and_shots_of_other_ticks_are_others() -> None:
    world, rows = line_of([0.0, 10.0, 10.0], ["volatile"] * 3)
    for row in rows[:2]:
        world.bodies.health[row], world.bodies.hit_by[row] = 0.0, 0
    step(world, [REST])
    world.bodies.health[rows[2]], world.bodies.hit_by[rows[2]] = 0.0, 0
    told = list[float]()
    for _ in range(FUSE + 4):
        step(world, [REST])
        told += [size for _, _, size in events_of(world, Event.CASCADE)]
    assert told == [2.0, 1.0]


@pytest.mark.parametrize("shooters", [(0, 1), (1, 0)])
def test_shots_of_two_players_in_one_tick_are_two_cascades(shooters: tuple[int, int]) -> None:
    world, rows = line_of([0.0, 1.0, 10.0], ["volatile", "drone", "volatile"], players=2)
    lit = [rows[0], rows[2]]
    world.bodies.health[lit], world.bodies.hit_by[lit] = 0.0, shooters
    told = list[tuple[int, int, float]]()
    for _ in range(FUSE + 4):
        step(world, [REST] * 2)
        told += events_of(world, Event.CASCADE)
    assert sorted((by, size) for _, by, size in told) == sorted(zip(shooters, (2.0, 1.0), strict=True))


def test_a_burst_or_a_burning_volatile_never_hurts_a_player() -> None:
    world = World(WorldConfig(1, 1, 8, 0, 8, planet_radius=50.0))
    world.spawn_player(0)
    world.ships.untouchable_until[0] = 0
    row = world.place(kinds.VOLATILE.number, (0.4 / world.shell_radius, 0.0, 1.0))
    world.bodies.born[row] = -1000
    world.bodies.health[row], world.bodies.hit_by[row] = 0.0, 0
    world.bodies.alive[0] = True
    health = []
    world.ships.fuse[row], world.ships.cascade[row] = 0, -1
    world.ships.untouchable_until[0] = 2  # until it burns
    for _ in range(FUSE + 3):
        step(world, [REST])
        health.append(float(world.bodies.health[0]))
    assert not world.bodies.alive[row] and set(health) == {health[0]}


@pytest.mark.parametrize(("ships", "factor", "pay"), [(1, 1.0, 1.01), (100, 1.0, 2.0), (300, 2.0, 8.0)])
def test_each_ship_of_a_larger_cascade_pays_more(ships: int, factor: float, pay: float) -> None:
    assert cascade_points(ships, factor, 100.0) == int(ships * pay * CASCADE.points)


def test_the_largest_cascade_stays_the_largest_and_those_of_others_pay_nothing() -> None:
    """Rows below 2 are the team's; a cascade of nobody's, or of an enemy's, is theirs alone."""
    world, score = line_of([], [])[0], create_score()
    events, points = world.events, 0
    for by, size, largest in ((0, 5, 5), (1, 40, 40), (0, 12, 40), (2, 90, 40), (-1, 90, 40)):
        events.kind[0], events.other[0], events.size[0], events.count[0] = Event.CASCADE, by, size, 1
        score_cascades(events, 2, 1.0, CASCADE.growth, 7, score)
        points += cascade_points(size, 1.0, CASCADE.growth) if 0 <= by < 2 else 0
        assert (score.largest[0], score.points[0]) == (largest, points)


def test_a_cascade_in_tide_is_paid_by_its_size_and_its_ships_count_as_kills() -> None:
    with Match("tide", 3, workers=1) as match:
        world, mode = match.world, match.mode
        assert isinstance(mode, Tide)
        bodies = world.bodies
        row = int(np.flatnonzero(bodies.alive & (bodies.kind == kinds.VOLATILE.number))[0])
        bodies.health[row], bodies.hit_by[row] = 0.0, 0
        size = 0
        for _ in range(600):
            world.ships.untouchable_until[0] = world.tick + 100
            match.tick([REST])
            if told := events_of(world, Event.CASCADE):
                size = int(told[0][2])
                break
        assert size >= 1 and mode.kills == size and mode.score.largest[0] == size
        points = cascade_points(size, 1.0, CASCADE.growth)
        assert mode.points == points == mode.score.sources[PointSource.CASCADES]
        bonus = match.hud().bonus
        assert (bonus is not None and bonus.text == f"{size} IN A CASCADE") == (size >= CASCADE.told)
