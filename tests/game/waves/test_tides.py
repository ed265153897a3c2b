"""Tides of late waves: when they come, where from, that no wave waits for them, and that they leave."""

from collections.abc import Iterator

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.match import Match
from arena.game.modes.endless import Endless
from arena.game.rules import DIFFICULTIES, TIDE, WAVES
from arena.game.waves.director import count_ships, skip_wave, wave_beaten
from arena.game.waves.plans import BeatName, wave_plan
from arena.game.waves.tides import count_flowing, run_tide
from arena.sim.kinds import Pool
from arena.sphere import unit
from tests.playing import rules

UNSEEN = 68.5
"""Chord [u] of `TIDE.unseen`, an arc on a shell of 52, less what a drone flies in some ticks."""


@pytest.fixture
def match() -> Iterator[Match]:
    """Wave 8 at its peak."""
    with Match("endless", 3, workers=1) as match:
        mode = rules(match)
        mode.skip_to(match.world, WAVES.tide_from)
        mode.waves.beat[0] = BeatName.PEAK
        yield match


def play(match: Match, ticks: int) -> None:
    """Let a player rest whom nothing hurts."""
    for _ in range(ticks):
        match.world.ships.untouchable_until[0] = match.world.tick + 10
        match.tick()


def flowing(match: Match) -> "np.ndarray[tuple[int], np.dtype[np.int64]]":
    """Rows of the drones that flow."""
    rows = match.world.rows(Pool.ENEMY)
    return rows[~match.world.sleep.allow_wake[rows]]


def test_some_late_waves_have_a_tide_that_grows_up_to_a_limit() -> None:
    tides = {number: wave_plan(number, DIFFICULTIES["normal"]).tide for number in range(1, 40)}
    sizes = [tide for tide in tides.values() if tide]
    numbers = range(WAVES.tide_from, 40, WAVES.tide_every)
    assert [number for number, tide in tides.items() if tide] == [*numbers]
    assert (sizes[0], sizes[-1]) == (WAVES.tide_first, WAVES.tide_most)
    growth = np.diff(sizes)
    limited = sizes.index(WAVES.tide_most)
    assert limited > 1 and (growth[: limited - 1] == WAVES.tide_growth).all()
    assert 0 < growth[limited - 1] <= WAVES.tide_growth and not growth[limited:].any()


def test_its_drones_come_where_nobody_sees_it_and_flow_past(match: Match) -> None:
    world, known, nearest = match.world, set[int](), np.inf
    while len(known) < WAVES.tide_first:
        play(match, 1)
        new = [row for row in flowing(match).tolist() if row not in known]
        away = np.linalg.norm(world.bodies.position[new] - world.bodies.position[0], axis=1)
        assert len(new) <= TIDE.births and (away > UNSEEN).all()
        known.update(new)
    assert world.tick < 2.5 * WAVES.tide_first / TIDE.births
    found = world.bodies.kind[flowing(match)]
    assert np.isin(found, (kinds.DRONE.number, kinds.VOLATILE.number)).all()
    assert 0.5 < (found == kinds.VOLATILE.number).mean() * TIDE.volatile_every < 1.5
    for _ in range(1200):
        play(match, 1)
        rows = flowing(match)
        gaps = np.linalg.norm(world.bodies.position[rows] - world.bodies.position[0], axis=1)
        nearest = min(nearest, float(gaps.min(initial=np.inf)))
    assert 0.5 * TIDE.room < nearest < 2.0 * WAVES.tide_aside, "it passes, and gives way"


def test_those_that_flow_are_no_part_of_the_wave(match: Match) -> None:
    play(match, 100)
    mode, world = rules(match), match.world
    assert count_flowing(world) > 50
    for row in world.rows(Pool.ENEMY).tolist():
        if world.sleep.allow_wake[row]:
            world.pools[Pool.ENEMY].give(row)
    skip_wave(mode.waves, mode.plan())
    assert (count_ships(world), mode.enemies_left(world)) == (0, 0)
    assert wave_beaten(world, mode.waves, mode.plan())


def test_it_leaves_where_nobody_sees_it(match: Match) -> None:
    world = match.world
    play(match, WAVES.tide_flow + 1)
    before = flowing(match)
    assert len(before) > 100
    left = 0
    while rules(match).tides.began[0] >= 0 and left < 6000:
        places = {row: world.bodies.position[row].copy() for row in flowing(match).tolist()}
        play(match, 1)
        gone = [row for row in places if not world.bodies.alive[row] and world.bodies.health[row] > 0.0]
        away = [np.linalg.norm(places[row] - world.bodies.position[0]) for row in gone]
        assert all(gap > UNSEEN for gap in away) and len(gone) <= WAVES.tide_ebb
        left += 1
    assert count_flowing(world) == 0


def test_ships_of_the_wave_stay_awake_while_no_player_lives(match: Match) -> None:
    play(match, 400)
    world = match.world
    before = set(flowing(match).tolist())
    assert count_ships(world) > 10
    world.ships.untouchable_until[0], world.bodies.health[0] = 0, 0.0
    for _ in range(20):
        match.tick()
    assert not world.bodies.alive[0]
    assert set(flowing(match).tolist()) <= before


@pytest.mark.parametrize(("ships", "sent"), [(24, 0), (23, 1)])
def test_none_of_it_hunts_beside_two_dozen_ships(match: Match, ships: int, sent: int) -> None:
    mode, world = rules(match), match.world
    play(match, 20)
    skip_wave(mode.waves, mode.plan())
    for row in world.rows(Pool.ENEMY).tolist():
        if world.sleep.allow_wake[row]:
            world.pools[Pool.ENEMY].give(row)
    for k in range(ships):
        world.place(kinds.DRONE.number, (1.0, 0.05 * k, -1.0))
    for row in flowing(match):  # near enough to be chosen, and upon nobody
        world.bodies.position[row] = 52.0 * unit(world.bodies.position[0] + (30.0, 0.0, 0.0))
    world.tick = 8 * WAVES.tide_interval
    drones, shell = WAVES.tide_first, world.shell_radius
    run_tide(world.population, world.kinds, mode.tides, drones, shell, world.seed, world.tick)
    assert count_ships(world) == ships + sent


def test_it_is_announced(match: Match) -> None:
    play(match, 2)
    rules(match).waves.began[0] = -WAVES.banner  # the wave's own banner is gone
    banner = match.hud().banner
    assert banner is not None and banner.title == "TIDE"
    assert banner.line == f"{WAVES.tide_first} drones flow by. Few hunt."
    assert isinstance(match.mode, Endless)


def test_a_second_tide_is_as_large_as_if_there_had_been_none_before(match: Match) -> None:
    state = rules(match).tides
    state.wave[0], state.born[0] = WAVES.tide_from - WAVES.tide_every, WAVES.tide_first
    play(match, 1)
    assert count_flowing(match.world) == state.born[0] == TIDE.births
