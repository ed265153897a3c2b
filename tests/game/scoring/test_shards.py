"""Shards: what is destroyed leaves them, who is near and acts collects them, and only they multiply."""

import math

import numpy as np
import pytest

from arena.catalogue import kinds, modules
from arena.catalogue.kind_row import KINDS, KindRow
from arena.game.match import Match
from arena.game.rules import FIELD, SCORE, SHARDS
from arena.game.scoring.shards import CAPACITY, LIFE, Shards, drop_shards, step_size
from arena.jit import kernel
from arena.jit.annotations import Integer, Real
from arena.sim.crates import fit_module
from arena.sim.tables.commands import PlayerCommand
from arena.sim.tables.events import Event
from arena.tuning import ASTEROID, TICK_RATE
from arena.vectors import Vector
from tests.playing import empty_match, rules, told, towards

BARELY, REST = PlayerCommand(move_x=1), PlayerCommand()


@kernel
def drop(
    shards_inout: Shards, count: Integer, place: Vector, shell_radius: Real, seed: Integer, tick: Integer
) -> None:
    """`drop_shards` from Python, without a drift."""
    drop_shards(shards_inout, count, place, (0.0, 0.0, 0.0), shell_radius, seed, tick, 0)


def put(match: Match, count: int, right: float, ahead: float) -> None:
    """Leave shards at a place, at rest."""
    x, y, z = towards(match, right, ahead).tolist()
    world, shards = match.world, rules(match).shards
    drop(shards, count, (x, y, z), world.shell_radius, 1, world.tick)
    shards.velocity[:] = 0.0


def lying(match: Match) -> int:
    return int((rules(match).shards.ends_at > match.world.tick).sum())


def destroy(match: Match, kind: KindRow, by: int, size: float | None = None) -> None:
    """Let a body 20 u ahead die by row `by` in the next tick."""
    row = match.world.place(kind.number, towards(match, 0.0, 20.0))
    if size is not None:
        match.world.bodies.radius[row] = size
    match.world.bodies.health[row], match.world.hit_by[row] = 0.0, by
    match.tick([BARELY])


PAID = [
    row for row in KINDS if row.reward.shards and row.name not in ("boss", "boss_part", "volatile")
]  # a volatile counts in its cascade


@pytest.mark.parametrize("kind", PAID, ids=lambda row: row.name)
def test_each_kind_leaves_as_many_as_its_row_says(kind: KindRow) -> None:
    with empty_match() as match:
        destroy(match, kind, by=0)
        assert lying(match) == kind.reward.shards


@pytest.mark.parametrize(("size", "count"), [(FIELD.whole_radius, SHARDS.of_rock), (0.7, 0)])
def test_asteroids_leave_some_and_debris_none(size: float, count: int) -> None:
    with empty_match() as match:
        destroy(match, kinds.ASTEROID, by=0, size=size)
        assert lying(match) == count


def test_what_nobody_of_the_team_destroyed_leaves_none() -> None:
    with empty_match() as match:
        destroy(match, kinds.DRONE, by=-1)
        assert lying(match) == 0
        assert rules(match).points == 0


@pytest.mark.parametrize("multiplier", [1, 2, 3, SCORE.multiplier_max - 1])
def test_each_step_takes_more_than_the_one_before(multiplier: int) -> None:
    """One short of a step nothing changes, and the one more makes it."""
    step = SHARDS.first_step + (multiplier - 1) * SHARDS.step_growth
    with empty_match() as match:
        score = rules(match).score
        score.multiplier[0] = multiplier
        assert step_size(multiplier) == step
        for count, expected, left in ((step - 1, multiplier, step - 1), (1, multiplier + 1, 0)):
            put(match, count, 0.0, 0.1)
            match.tick([BARELY])
            assert (match.hud().multiplier, int(score.shards[0])) == (expected, left)
        assert rules(match).points == 0, "a shard itself pays nothing"


def test_the_multiplier_ends_at_its_limit() -> None:
    with empty_match() as match:
        rules(match).score.multiplier[0] = SCORE.multiplier_max
        put(match, 200, 0.0, 0.1)
        match.tick([BARELY])
        assert (match.hud().multiplier, match.hud().step_share) == (SCORE.multiplier_max, 0.0)
        assert rules(match).score.collected[0] == 200


@pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 1), (3, 2), (7, 4), (SCORE.multiplier_max, 15)])
def test_a_death_halves_the_multiplier_and_the_shards_towards_its_next_step(before: int, after: int) -> None:
    with empty_match() as match:
        score = rules(match).score
        score.multiplier[0], score.shards[0], score.collected[0] = before, 11, 40
        match.world.bodies.health[0] = -9.0
        match.tick([BARELY])
        assert (score.multiplier[0], score.shards[0], score.collected[0]) == (after, 5, 40)


@pytest.mark.parametrize("multiplier", [1, 7])
def test_a_kill_is_paid_with_the_multiplier_and_leaves_it_alone(multiplier: int) -> None:
    with empty_match() as match:
        rules(match).score.multiplier[0] = multiplier
        destroy(match, kinds.DRONE, by=0)
        assert rules(match).points == kinds.DRONE.reward.score * multiplier
        assert match.hud().multiplier == multiplier
        kills = rules(match).score.kills
        assert kills[kinds.DRONE.number] == kills.sum() == 1


def test_an_asteroid_pays_by_its_size_rounded_up() -> None:
    with empty_match() as match:
        destroy(match, kinds.ASTEROID, by=0, size=1.01)
        assert rules(match).points == math.ceil(1.01 * ASTEROID.score_per_radius)
        assert rules(match).points > 1.01 * ASTEROID.score_per_radius


@pytest.mark.parametrize(
    ("gap", "magnets", "comes"),
    [
        (SHARDS.pull_reach - 0.05, 0, True),
        (SHARDS.pull_reach + 0.3, 0, False),
        (SHARDS.pull_reach * modules.MAGNET.rules.effects.magnet - 0.05, 1, True),
        (SHARDS.pull_reach * modules.MAGNET.rules.effects.magnet + 0.5, 1, False),
    ],
)
def test_shards_come_to_who_is_near_and_acts(gap: float, magnets: int, comes: bool) -> None:
    with empty_match() as match:
        for _ in range(magnets):
            fit_module(match.world.players, match.world.module_table, 0, modules.MAGNET.number)
        put(match, 1, 0.0, gap + kinds.PLAYER.ship.body.radius)
        for _ in range(20):
            match.tick([REST])
        assert lying(match) == 1, "who does nothing earns nothing"
        runs = list[float]()
        for _ in range(20 + 15 * magnets):
            match.tick([BARELY])
            runs += [one.size for one in told(match.world) if one.event == Event.SHARD]
        assert (lying(match) == 0) == comes
        assert runs == ([1.0] if comes else [])


def test_shards_come_to_the_nearer_of_two_players() -> None:
    with empty_match(players=2) as match:
        x, y, z = towards(match, 0.0, SHARDS.pull_reach / 2, slot=1).tolist()
        drop(rules(match).shards, 3, (x, y, z), match.world.shell_radius, 1, match.world.tick)
        takers: list[int] = []
        for _ in range(40):
            match.tick([BARELY, BARELY])
            takers += [one.row for one in told(match.world) if one.event == Event.SHARD]
        assert takers == [1, 1, 1]


@pytest.mark.parametrize("slot", [0, 1])
def test_a_magnet_draws_to_its_own_ship_alone(slot: int) -> None:
    with empty_match(players=2) as match:
        fit_module(match.world.players, match.world.module_table, 1, modules.MAGNET.number)
        gap = SHARDS.pull_reach * modules.MAGNET.rules.effects.magnet - 0.3
        away = gap + kinds.PLAYER.ship.body.radius
        x, y, z = towards(match, -away if slot == 0 else away, 0.0, slot).tolist()
        shards = rules(match).shards
        drop(shards, 1, (x, y, z), match.world.shell_radius, 1, match.world.tick)
        shards.velocity[:] = 0.0
        for _ in range(40):
            match.tick([BARELY, BARELY])
        assert lying(match) == 1 - slot


def test_a_run_counts_on_until_a_pause() -> None:
    with empty_match() as match:
        sizes = list[float]()
        for wait in (0, SHARDS.run_pause - 1, SHARDS.run_pause):
            for _ in range(wait):
                match.tick([BARELY])
            put(match, 2, 0.0, 0.1)
            match.tick([BARELY])
            sizes += [one.size for one in told(match.world) if one.event == Event.SHARD]
        assert sizes == [1.0, 2.0, 3.0, 4.0, 1.0, 2.0]


def test_they_end_after_their_life_and_drift_along_the_shell() -> None:
    with empty_match() as match:
        put(match, 3, 0.0, 30.0)
        shards, begun = rules(match).shards, match.world.tick
        drop(shards, 5, tuple(towards(match, 0.0, -30.0).tolist()), match.world.shell_radius, 1, begun)
        while match.world.tick < begun + LIFE - 1:
            match.tick([REST])
            lie = shards.ends_at > match.world.tick
            far = np.linalg.norm(shards.position[lie], axis=1)
            assert far == pytest.approx(match.world.shell_radius, abs=1e-4)
            along = np.einsum("ij,ij->i", shards.position[lie], shards.velocity[lie])
            assert along == pytest.approx(0.0, abs=1e-3)
        assert lying(match) == 8
        match.tick([REST])
        assert lying(match) == 0
        assert pytest.approx(5.0 * TICK_RATE) == LIFE


def test_they_fly_away_from_who_destroyed_the_ship() -> None:
    with empty_match() as match:
        destroy(match, kinds.CARRIER, by=0)
        shards, ahead = rules(match).shards, match.world.players.up[0].astype(np.float64)
        drift = shards.velocity[shards.ends_at > match.world.tick].mean(axis=0)
        assert drift @ ahead == pytest.approx(SHARDS.thrown, rel=0.15)


@pytest.mark.parametrize(("left", "counts"), [(1, 0), (2, 1)])
def test_one_that_ends_is_no_longer_collected(left: int, counts: int) -> None:
    with empty_match() as match:
        put(match, 1, 0.0, 0.1)
        rules(match).shards.ends_at[0] = match.world.tick + left
        match.tick([BARELY])
        assert rules(match).score.collected[0] == counts


def test_the_oldest_go_where_there_are_too_many() -> None:
    with empty_match() as match:
        put(match, 10, 0.0, 30.0)
        match.tick([REST])
        put(match, CAPACITY - 4, 0.0, -30.0)
        shards = rules(match).shards
        assert lying(match) == CAPACITY == 512
        assert (shards.ends_at == shards.ends_at.min()).sum() == 4
        assert shards.next[0] == 6


def test_a_strike_pays_three_times_and_leaves_twice_as_many() -> None:
    with empty_match() as match:
        rules(match).score.multiplier[0] = 3
        row = match.world.place(kinds.WEAVER.number, towards(match, 0.0, 1.0))
        match.world.sleep.allow_wake[row] = match.world.bodies.awake[row] = False
        match.world.players.boost_until[0] = match.world.tick + 5
        match.tick([BARELY])
        once, mode = kinds.WEAVER.reward.score * 3, rules(match)
        earnings = match.mode.earnings(match.world)
        assert (earnings["kills"], earnings["strikes"], mode.points) == (once, 2 * once, 3 * once)
        assert mode.score.strikes[0] == 1
        assert lying(match) == 2 * kinds.WEAVER.reward.shards
        ways = mode.shards.velocity[mode.shards.ends_at > match.world.tick]
        assert len(np.unique(ways, axis=0)) == len(ways), "each flies its own way"
        bonus = match.hud().bonus
        assert bonus is not None and (bonus.text, bonus.points) == ("STRIKE", 2 * once)
