"""Near misses pay and refill the boost: what a pilot dares is answered at once."""

import math

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.match import Match
from arena.game.rules import NEAR, SCORE
from arena.game.scoring.near_misses import gap_of_pass, pay_near_misses
from arena.game.scoring.points import PointSource, Score, create_score, find_bonus, tell_bonus
from arena.jit import kernel
from arena.jit.annotations import Integer
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies, allocate
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.tuning import PILOT, TICK_RATE
from tests.playing import empty_match, rules, told, towards

BARELY = PlayerCommand(move_x=1)
"""The least that a player can do: who does nothing is paid nothing."""


def send_bullet(match: Match, aside: float, speed: float = 23.0) -> None:
    """Fire a hostile bullet that passes that many units beside the player's hull."""
    world = match.world
    here = world.bodies.position[0].astype(np.float64) / world.shell_radius
    up = world.players.up[0].astype(np.float64)
    right = aside + kinds.PLAYER.ship.body.radius + 0.15
    row = world.place(kinds.GUNNER.number, towards(match, right, 8.0))
    world.ships.cooldown[row], world.bodies.heading[row] = 0, -up
    world.pools[Pool.BULLET].clear()
    world.commands.buttons[row] = Button.FIRE
    world.commands.aim[row] = -up
    match.tick([BARELY] * match.setup.players)
    world.pools[Pool.ENEMY].clear()
    bullets = world.rows(Pool.BULLET)
    assert len(bullets) == 1
    place = world.bodies.position[bullets[0]].astype(np.float64)
    world.bodies.velocity[bullets[0]] = np.cross(np.cross(place, -up), place) / world.shell_radius**2 * speed
    assert here @ place > 0.0


def play(match: Match, ticks: int = 60, command: PlayerCommand = BARELY) -> list[tuple[Event, float]]:
    """Near misses that are told of, with their sizes."""
    heard: list[tuple[Event, float]] = []
    for _ in range(ticks):
        match.tick([command])
        new = [(one.event, one.size) for one in told(match.world)]
        heard += [one for one in new if one[0] == Event.NEAR_MISS]
    return heard


def test_a_bullet_that_passes_close_pays_once() -> None:
    with empty_match() as match:
        send_bullet(match, aside=0.5)
        ((event, gap),) = play(match)
        assert event == Event.NEAR_MISS and gap == pytest.approx(0.5, abs=0.15)
        assert match.mode.earnings(match.world)["near misses"] == NEAR.points == rules(match).points


@pytest.mark.parametrize("aside", [-0.4, 1.5])
def test_a_hit_and_a_wide_miss_pay_nothing(aside: float) -> None:
    with empty_match() as match:
        send_bullet(match, aside)
        assert play(match) == []
        assert rules(match).points == 0
        assert (match.world.bodies.health[0] < kinds.PLAYER.ship.body.health) == (aside < 0.0)


def test_who_cannot_be_hit_misses_nothing() -> None:
    with empty_match() as match:
        send_bullet(match, aside=0.5)
        match.world.ships.untouchable_until[0] = match.world.tick + 100
        assert play(match) == []


@pytest.mark.parametrize("safe", ["untouchable_until", "boost_until"])
@pytest.mark.parametrize(("later", "count"), [(0, 1), (1, 0)])
def test_a_miss_counts_from_the_tick_on_in_which_one_can_be_hit(safe: str, later: int, count: int) -> None:
    with empty_match() as match:
        send_bullet(match, aside=0.5)
        world = match.world
        (row,) = world.rows(Pool.BULLET)
        bodies, shell = world.bodies, world.shell_radius
        bodies.position[0] = bodies.previous_position[0] = 0.0, 0.0, shell
        bodies.previous_position[row], bodies.position[row] = (1.0, 0.2, shell), (1.0, -0.1, shell)
        world.players.boost_until[0] = world.ships.untouchable_until[0] = 0
        until = world.players.boost_until if safe == "boost_until" else world.ships.untouchable_until
        until[0] = world.tick + later
        pay_near_misses(world.population, 1.0, world.tick, world.events, rules(match).score, world.compaction)
        assert rules(match).score.points[0] == NEAR.points * count


@pytest.mark.parametrize(("speed", "count"), [(30.0, 1), (6.0, 0)])
def test_a_ship_must_pass_at_speed(speed: float, count: int) -> None:
    with empty_match() as match:
        world = match.world
        way = -world.players.up[0].astype(np.float64)
        row = world.place(kinds.CARRIER.number, towards(match, 4.2, 4.0), velocity=way * speed)
        world.sleep.allow_wake[row] = False
        seen = 0
        for _ in range(round(8.0 / speed * 60.0)):
            world.bodies.velocity[row] = way * speed
            seen += len(play(match, 1))
        assert seen == count


@pytest.mark.parametrize(("since", "count"), [(24, 2), (23, 1)])
def test_a_ship_counts_again_after_a_pause(since: int, count: int) -> None:
    with empty_match() as match:
        world, score = match.world, rules(match).score
        row = world.place(kinds.CARRIER.number, towards(match, 0.0, 20.0))
        bodies, shell, aside = world.bodies, world.shell_radius, 4.2
        match.tick([BARELY])
        bodies.position[0] = bodies.previous_position[0] = 0.0, 0.0, shell
        bodies.previous_position[row], bodies.position[row] = (aside, 0.3, shell), (aside, -0.3, shell)
        for tick in (50, 50 + since):
            pay_near_misses(world.population, 1.0, tick, world.events, score, world.compaction)
        assert score.points[0] == NEAR.points * count


@pytest.mark.parametrize(("since", "count"), [(59, 2), (60, 1)])
def test_near_misses_are_told_together_within_a_second(since: int, count: int) -> None:
    score = create_score()
    for tick in (50, 50 + since):
        tell(score, int(PointSource.NEAR_MISSES), 7, tick)
    assert (score.bonus_count[0], score.bonus_points[0]) == (count, 7 * count)


@pytest.mark.parametrize(("age", "shown"), [(0, True), (74, True), (75, False)])
def test_a_bonus_is_shown_for_a_second_and_a_quarter(age: int, shown: bool) -> None:
    score = create_score()
    tell(score, int(PointSource.NEAR_MISSES), 7, 100)
    assert (find_bonus(score, 100 + age) is not None) == shown


@kernel
def tell(score_inout: Score, source: Integer, points: Integer, tick: Integer) -> None:
    """`tell_bonus` from Python."""
    tell_bonus(score_inout, source, points, tick)


def test_near_misses_in_a_row_are_told_together() -> None:
    with empty_match() as match:
        for count in (1, 2, 3):
            send_bullet(match, aside=0.5)
            play(match, 20)
            bonus = match.hud().bonus
            assert bonus is not None and bonus.points == count * NEAR.points
            assert bonus.text == ("NEAR MISS" if count == 1 else f"{count} NEAR MISSES")
        play(match, SCORE.bonus_told)
        assert match.hud().bonus is None


@pytest.mark.parametrize(("before", "after"), [(0.0, NEAR.boost), (0.95, 1.0)])
def test_a_near_miss_refills_the_boost_a_little(before: float, after: float) -> None:
    with empty_match() as match:
        send_bullet(match, aside=0.5)
        boost, until = match.world.players.boost, match.world.players.boost_until
        while not told_of_miss(match):
            boost[0], until[0] = before, 0
            match.world.ships.untouchable_until[0] = 0
        recharged = 1.0 / (PILOT.boost_recharge * TICK_RATE)
        assert boost[0] == pytest.approx(min(after + recharged, 1.0))


def test_the_boost_is_that_of_the_one_who_dared() -> None:
    """The second player's; the first one is far away."""
    with empty_match(players=2) as match:
        send_bullet(match, aside=0.5)
        world = match.world
        world.bodies.position[[0, 1]] = world.bodies.position[[1, 0]]
        world.players.boost[:2] = world.players.boost_until[:2] = world.ships.untouchable_until[:2] = 0
        seen: list[int] = []
        for _ in range(60):
            match.tick([BARELY, BARELY])
            seen += [one.row for one in told(world) if one.event == Event.NEAR_MISS]
        assert seen == [1]
        assert world.players.boost[1] - world.players.boost[0] == pytest.approx(NEAR.boost, abs=0.01)


def told_of_miss(match: Match) -> bool:
    """Return whether the next tick has a near miss."""
    return bool(play(match, 1))


def test_a_shot_that_is_nearest_exactly_between_two_ticks_passes_once() -> None:
    with empty_match() as match:
        send_bullet(match, aside=0.5)
        world, score = match.world, rules(match).score
        (row,) = world.rows(Pool.BULLET)
        bodies, shell, counts = world.bodies, world.shell_radius, list[int]()
        bodies.position[0] = bodies.previous_position[0] = 0.0, 0.0, shell
        for before, now in ((1.0, 0.5), (0.5, 0.0), (0.0, -0.5), (-0.5, -1.0)):
            bodies.previous_position[row], bodies.position[row] = (1.0, before, shell), (1.0, now, shell)
            pay_near_misses(world.population, 1.0, world.tick, world.events, score, world.compaction)
            counts.append(int(score.points[0]) // NEAR.points)
        assert counts == [0, 1, 1, 1]


@pytest.mark.parametrize(
    ("before", "now", "gap"),
    [
        ((2.0, -1.0), (2.0, 1.0), 0.5),
        ((1.9, -1.0), (2.1, 3.0), 0.4476),
        ((2.0, -3.0), (2.0, -1.0), None),  # still comes nearer
        ((2.0, 1.0), (2.0, 3.0), None),  # was nearer before
        ((2.0, 0.0), (2.0, 0.0), None),
        ((90.0, -1.0), (90.0, 1.0), None),
    ],
)
def test_a_body_passes_in_the_tick_in_which_it_is_nearest(
    before: tuple[float, float], now: tuple[float, float], gap: float | None
) -> None:
    bodies = allocate(Bodies, 2)
    bodies.radius[:] = 0.5, 1.0
    bodies.position[:] = bodies.previous_position[:] = 0.0, 0.0, 50.0
    bodies.previous_position[1, :2], bodies.position[1, :2] = before, now
    found, speed = gap_of_pass(bodies, 0, 1)
    if gap is None:
        assert (found, speed) == (-1.0, 0.0)
    else:
        assert found == pytest.approx(gap, abs=1e-3)
        assert speed == pytest.approx(math.dist(before, now) * TICK_RATE)
