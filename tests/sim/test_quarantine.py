"""A body whose numbers are none leaves before anyone sees it; the game goes on, the same for all workers."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue import kinds, zones
from arena.catalogue.kind_row import KINDS, KindRow
from arena.game.match import Match
from arena.game.modes.stress_run import StressConfig, stress_match
from arena.game.scoring.statistics import quarantine_notice, take_statistics
from arena.sim.kinds import Pool
from arena.sim.step import TickError, begin_tick, step
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.world import World, WorldConfig
from arena.sim.zones import add_zone
from tests.playing import rules
from tests.sim.columns import row_columns

NAN, INF = float("nan"), float("inf")
FIRING = PlayerCommand(0, 0, 127, 0, Button.FIRE)
TICKS, SOON = 120, 20
HEALED = ("bodies.previous_position", "bodies.previous_heading")
"""Columns that are written anew before anyone reads them."""
OVERWRITTEN = ("commands.move", "commands.aim", "bodies.health", "players.boost")
"""Columns that a player's sticks, shield and clock may write anew first."""
PLAYED = [row for row in KINDS if row is not kinds.FREIGHTER]
"""An endless match has no freighter."""
LOOSE = [
    row for row in PLAYED if row.rules.pool in ("enemy", "mine") and row.name not in ("boss", "boss_part")
]
"""Hostile kinds that come alone."""


def cast(workers: int = 1) -> Match:
    """An endless match with one of every kind, and two players who shoot."""
    match = Match(seed=11, players=2, workers=workers)
    random = np.random.default_rng(3)
    match.world.place_boss((0.0, -1.0, 0.2))
    match.world.players.picks[:] = 1  # else crates leave at once
    for kind in (*LOOSE, kinds.PICKUP, kinds.CRATE):
        for _ in range(3):
            match.world.place(kind.number, random.normal(size=3))
    match.world.drop_in(kinds.ASTEROID.number, random.normal(size=3))
    play(match, 30)
    return match


def play(match: Match, ticks: int = 1) -> None:
    """Let the players shoot and nothing else."""
    for _ in range(ticks):
        match.tick([FIRING] * match.world.config.players)


def float_columns(world: World) -> list[tuple[str, int, NDArray[Any]]]:
    """(name, first row, column) of what can hold a number that is none."""
    return [entry for entry in row_columns(world) if entry[2].dtype.kind == "f"]


def row_of(world: World, kind: KindRow) -> int:
    """The first live row of a kind."""
    return int(np.flatnonzero(world.bodies.alive & (world.bodies.kind == kind.number))[0])


def cases(world: World) -> Iterator[tuple[KindRow, str]]:
    """Every kind with each of its columns."""
    for kind in PLAYED:
        row = row_of(world, kind)
        for name, start, column in float_columns(world):
            if start <= row < start + len(column):
                yield kind, name


def poison(world: World, kind: KindRow, name: str, value: float) -> int:
    """Write a bad number into one column of one body; its row."""
    row = row_of(world, kind)
    start, column = next((start, column) for other, start, column in float_columns(world) if other == name)
    column.reshape(len(column), -1)[row - start, -1] = value
    return row


def assert_finite(world: World) -> None:
    """Of everything that lives."""
    alive = world.bodies.alive
    for name, start, column in float_columns(world):
        assert np.isfinite(column[alive[start : start + len(column)]]).all(), name


def test_whatever_is_no_number_takes_its_body_out_once() -> None:
    with cast() as match:
        world, saved = match.world, match.snapshot()
        lives, seen = rules(match).ships_left, 0
        for number, (kind, name) in enumerate(list(cases(world))):
            match.restore(saved)
            points = rules(match).points
            row = poison(world, kind, name, (NAN, INF, -INF)[number % 3])
            born, poisoned = int(world.bodies.born[row]), match.snapshot()
            play(match)
            once = match.state_hash()
            match.restore(poisoned)
            play(match)
            assert match.state_hash() == once, "stepping back is exact"
            count = int(world.quarantine.count[0])
            healed = name in HEALED or (count == 0 and kind is kinds.PLAYER and name in OVERWRITTEN)
            assert count == (not healed), (kind.name, name)
            seen += count
            if count:
                assert (int(world.quarantine.tick[0]), int(world.quarantine.row[0])) == (world.tick, row)
                assert world.quarantine.kind[0] == kind.number
                assert not world.bodies.alive[row] or world.bodies.born[row] != born
            if kind in (kinds.PLAYER, kinds.COMPANION):
                assert world.bodies.alive[row]
            assert points == rules(match).points
            assert_finite(world)
            play(match, SOON)
            assert_finite(world)
            assert int(world.quarantine.count[0]) == count, (kind.name, name)
            assert rules(match).ships_left == lives
        assert seen > 100


@pytest.mark.parametrize("column", ["position", "health", "radius", "radial_speed"])
def test_a_game_goes_on(column: str) -> None:
    """Two seconds, for each kind at once: nothing spreads."""
    with cast() as match:
        world = match.world
        world.ships.hurt_tick[:] = world.tick  # no shield recharges: it would overwrite the health
        rows = [poison(world, kind, f"bodies.{column}", NAN) for kind in PLAYED]
        for _ in range(TICKS):
            play(match)
            assert int(world.quarantine.count[0]) == len(rows)
            assert_finite(world)
        assert world.bodies.alive[0]
        assert take_statistics(world).quarantined == len(rows)


@pytest.mark.parametrize("column", ["position", "velocity", "heading", "radius"])
def test_minds_that_see_it_first_do_not_follow(column: str) -> None:
    """Rules may write what is no number right before the minds look at it: only its own body goes."""
    with Match(seed=11, players=1, workers=1) as match:
        world, random = match.world, np.random.default_rng(3)
        for kind in (*LOOSE, kinds.BOSS, *[kinds.DRONE, kinds.GUNNER, kinds.ASTEROID] * 8):
            place = world.bodies.position[0] + random.normal(size=3) * 4.0
            world.place(kind.number, place, radius=0.3 if kind is kinds.ASTEROID else None)
        world.ships.untouchable_until[:] = 10**6
        play(match, 30)
        rows = [row_of(world, kind) for kind in (kinds.DRONE, kinds.GUNNER, kinds.ASTEROID, kinds.PLAYER)]
        keep_rules = match.mode.tick

        def poison_after(world: World) -> None:
            keep_rules(world)
            getattr(world.bodies, column)[rows] = NAN

        match.mode.tick = poison_after  # type: ignore[method-assign]
        play(match)
        match.mode.tick = keep_rules  # type: ignore[method-assign]
        play(match, 10)
        assert world.quarantine.count[0] == len(rows)
        assert_finite(world)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("radius", 0.0), ("radius", -1.0), ("radius", 1e6), ("inv_mass", -1.0), ("position", 1e9),
        ("position", 0.0), ("heading", 1e4), ("heading", 0.0), ("velocity", 3e38), ("health", 3e38),
        ("radial_speed", 1e20),
    ],
)  # fmt: skip
def test_absurd_numbers_count_too(column: str, value: float) -> None:
    with stress_match(StressConfig(20, 30, 20, workers=1)) as match:
        world = match.world
        getattr(world.bodies, column)[world.rows(Pool.ASTEROID)[0]] = value
        for _ in range(TICKS):
            match.tick()
            assert_finite(world)
        assert world.quarantine.count[0] == 1


def test_the_number_of_workers_changes_nothing() -> None:
    hashes: list[list[dict[str, int]]] = []
    for workers in (1, 2, 3):
        with stress_match(StressConfig(900, 9000, 9000, workers=workers)) as match:
            world, random, seen = match.world, np.random.default_rng(8), []
            for _ in range(12):
                match.snapshot()  # waits for the minds, which look at what is poisoned
                rows = random.choice(np.flatnonzero(world.bodies.alive), 40, replace=False)
                for row in rows:
                    getattr(world.bodies, ("position", "velocity", "health", "radius")[row % 4])[row] = NAN
                match.tick()
                seen.append(match.array_hashes())
            assert world.quarantine.count[0] == 12 * 40
            hashes.append(seen)
    assert hashes[0] == hashes[1] == hashes[2]


@pytest.mark.parametrize("column", ["center", "radius", "strength", "axis"])
def test_a_zone_without_numbers_takes_nobody_with_it(column: str) -> None:
    with cast() as match:
        world = match.world
        for kind in (zones.WIND.number, zones.NEBULA.number, zones.WELL.number):
            for value in (NAN, INF):
                zone = add_zone(world, kind, world.bodies.position[0], 30.0, 2.0)
                getattr(world.zones, column)[zone] = value
        play(match, 10)
        assert_finite(world)
        assert world.quarantine.count[0] == 0


@pytest.mark.parametrize("slot", [0, 1])
def test_each_of_two_players_keeps_the_own_bombs(slot: int) -> None:
    with cast() as match:
        world = match.world
        world.players.bombs[:] = 1, 3
        world.bodies.velocity[slot] = NAN
        play(match)
        assert world.players.bombs.tolist() == [1, 3]


def test_a_player_keeps_what_is_his() -> None:
    with cast() as match:
        world = match.world
        world.players.bombs[0] = 1
        place = world.bodies.position[0].copy()
        world.bodies.velocity[0] = NAN
        play(match)
        assert world.players.bombs[0] == 1
        assert world.bodies.health[0] == kinds.PLAYER.ship.body.health
        assert world.ships.untouchable_until[0] > world.tick + 100
        np.testing.assert_allclose(world.bodies.position[0], place, atol=1e-3)
        companion = row_of(world, kinds.COMPANION)
        match.snapshot()  # minds have decided, and write no memory from before
        world.memory.ring_slot[companion] = 1
        world.bodies.position[companion] = NAN
        play(match)
        assert np.linalg.norm(world.bodies.position[companion]) == pytest.approx(world.shell_radius, rel=1e-6)
        assert (world.memory.target[companion], world.memory.ring_slot[companion]) == (0, 1)


def test_every_row_at_once() -> None:
    with stress_match(StressConfig(300, 300, 300, workers=2)) as match:
        world = match.world
        match.snapshot()
        world.bodies.position[:] = NAN
        match.tick()
        assert world.quarantine.count[0] == 901
        assert_finite(world)


def test_it_is_told_once_with_seed_tick_and_row() -> None:
    with stress_match(StressConfig(4, 4, 4, seed=77, workers=1)) as match:
        assert quarantine_notice(match.world) == ""
        match.tick()
        row = int(match.world.rows(Pool.ASTEROID)[1])
        match.world.bodies.position[row, 1] = NAN
        match.tick()
        text = quarantine_notice(match.world)
        assert f"tick 2 of seed 77 body {row} (asteroid)" in text
        match.world.bodies.position[row + 1, 1] = NAN
        match.tick()
        assert quarantine_notice(match.world) == text


def test_a_system_that_fails_names_seed_and_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(WorldConfig(seed=41, enemies=0, asteroids=0, bullets=0))

    def fail(world: World) -> None:
        raise ZeroDivisionError("no way")

    monkeypatch.setattr("arena.sim.step.NAMED_SYSTEMS", (("begin_tick", begin_tick), ("fall_over", fail)))
    with pytest.raises(TickError, match="fall_over failed at tick 1 with seed 41: no way") as caught:
        step(world, [PlayerCommand()])
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_rules_that_fail_name_seed_and_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(world: World) -> None:
        raise KeyError("lost")

    with Match(seed=41, workers=1) as match:
        monkeypatch.setattr(match.mode, "tick", fail)
        with pytest.raises(TickError, match="keep_rules failed at tick 1 with seed 41: 'lost'"):
            match.tick()


def test_a_freighter_stays_one() -> None:
    world = World(WorldConfig(seed=11, companions=1))
    world.spawn_player(0)
    row = world.place(kinds.FREIGHTER.number, (1.0, 0.0, 0.0))
    world.bodies.velocity[row] = NAN
    step(world, [PlayerCommand()])
    assert (world.bodies.alive[row], world.bodies.kind[row]) == (True, kinds.FREIGHTER.number)
    assert world.bodies.radius[row] == np.float32(kinds.FREIGHTER.ship.body.radius)
    assert_finite(world)
