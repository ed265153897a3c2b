"""Stories from a match, played without a window."""

import numpy as np
import pytest

from arena.catalogue import kinds
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.rules import SCORE, WAVES
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.sim.tables.events import Event
from arena.tuning import LANDING, PILOT, TICK_RATE
from tests.playing import rules
from tests.scenarios.conftest import Beside, Play

REUNION_TICKS = round(PILOT.reunion_delay * TICK_RATE)
AHEAD = PlayerCommand(aim_y=127, buttons=Button.FIRE)


def gap(match: Match, row: int) -> float:
    position = match.world.bodies.position
    return float(np.linalg.norm(position[row] - position[0]))


def kill_player(match: Match) -> None:
    match.world.ships.untouchable_until[0] = 0
    match.world.bodies.health[0] = -1.0


def test_a_drone_lands_with_warning_chases_and_is_shot(match: Match, play: Play, beside: Beside) -> None:
    row = match.world.drop_in(kinds.DRONE.number, beside(15.0))
    ticks_to = {}
    for tick in range(200):
        for event, who, _ in play(1):
            if who == row and event in (Event.LANDING, Event.LANDED):
                ticks_to[event] = tick
        if Event.LANDED in ticks_to:
            break
    warned = ticks_to[Event.LANDED] - ticks_to[Event.LANDING]
    assert warned == pytest.approx(LANDING.warning_time * TICK_RATE, abs=3)
    before = gap(match, row)
    play(40)
    assert gap(match, row) < before - 2.0
    bot = Bot()
    seen: list[tuple[Event, int, int]] = []
    for _ in range(300):
        seen += play(1, bot.command(match.world))
        if (Event.KILLED, row, 0) in seen:
            break
    assert (Event.KILLED, row, 0) in seen
    assert rules(match).points > 0
    assert rules(match).kills >= 1


def test_a_player_dies_returns_and_the_third_death_ends_the_match(
    match: Match, play: Play, beside: Beside
) -> None:
    for left in (2, 1):
        kill_player(match)
        assert (Event.PLAYER_KILLED, 0, -1) in play(1)
        assert rules(match).ships_left == left
        assert not match.over
        assert not match.world.bodies.alive[0]
        assert match.hud().players[0].returns_in == REUNION_TICKS
        play(REUNION_TICKS - 1)
        assert not match.world.bodies.alive[0]
        play(1)
        assert match.world.bodies.alive[0]
        assert match.hud().players[0].returns_in == 0
        assert match.world.ships.untouchable_until[0] > match.world.tick
    kill_player(match)
    play(1)
    assert rules(match).ships_left == 0
    assert match.over
    score, wave = rules(match).points, rules(match).wave
    row = match.world.place(kinds.DRONE.number, beside(9.0))
    match.world.bodies.health[row] = -1.0
    match.world.hit_by[row] = 0
    assert (Event.KILLED, row, 0) in play(3 * REUNION_TICKS)
    assert match.over
    assert not match.world.bodies.alive[0]
    assert (rules(match).points, rules(match).wave) == (score, wave)


@pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 1), (5, 3), (20, 10)])
def test_death_halves_the_multiplier_and_the_score_stays(
    match: Match, play: Play, before: int, after: int
) -> None:
    rules(match).score.multiplier[0], rules(match).score.shards[0] = before, 7
    rules(match).score.points[0] = 1234
    assert match.hud().multiplier == before
    kill_player(match)
    play(1)
    assert (match.hud().multiplier, int(rules(match).score.shards[0])) == (after, 3)
    assert rules(match).points == 1234


def test_a_player_returns_away_from_the_swarm_that_killed_it(
    match: Match, play: Play, beside: Beside
) -> None:
    for arc in (4.0, 5.0, 6.0, 7.0, 8.0):
        match.world.place(kinds.ASTEROID.number, beside(arc), radius=1.5)
    kill_player(match)
    play(REUNION_TICKS + 1)
    world = match.world
    rows = world.rows(Pool.ASTEROID)
    gaps = np.linalg.norm(world.bodies.position[rows] - world.bodies.position[0], axis=1)
    assert gaps.min() > 8.0


def test_an_asteroid_splits_in_two_and_momentum_is_kept(match: Match, play: Play, beside: Beside) -> None:
    world = match.world
    row = world.place(kinds.ASTEROID.number, beside(8.0), velocity=(1.0, 0.5, 0.0), radius=1.5)
    world.bodies.health[row] = 1.0
    seen: list[tuple[Event, int, int]] = []
    before = np.zeros(3)
    for _ in range(60):
        before = world.bodies.velocity[row].astype(np.float64) * float(world.bodies.radius[row]) ** 3
        seen = play(1, AHEAD)
        if any(event is Event.BURST for event, *_ in seen):
            break
    assert (Event.BURST, row, 0) in seen
    children = world.rows(Pool.ASTEROID)
    assert len(children) == 2
    mass = world.bodies.radius[children].astype(np.float64) ** 3
    assert mass.sum() == pytest.approx(1.5**3, rel=1e-4)
    after = (mass[:, None] * world.bodies.velocity[children]).sum(axis=0)
    assert after == pytest.approx(before, abs=0.05)
    assert rules(match).points > 0


def test_wave_two_follows_wave_one(match: Match, play: Play) -> None:
    plan = rules(match).plan()
    assert rules(match).enemies_left(match.world) == plan.ships
    play(WAVES.lead_in)
    assert rules(match).section_age(match.world) == WAVES.lead_in
    landed = 0
    for _ in range(3600):
        match.world.bodies.health[0] = 100.0
        for row in match.world.rows(Pool.ENEMY).tolist():
            if match.world.bodies.radial_speed[row] == 0.0:
                match.world.bodies.health[row] = 0.0
        ships = match.world.pools[Pool.ASTEROID].start
        landed += sum(event is Event.LANDED and row < ships for event, row, _ in play(1))
        if rules(match).wave == 2:
            break
    assert rules(match).wave == 2
    assert landed == plan.ships
    assert rules(match).section_age(match.world) == 0
    assert match.mode.earnings(match.world)["waves"] == SCORE.wave_clear
    assert rules(match).enemies_left(match.world) == rules(match).plan().ships > plan.ships


def test_a_bomb_clears_the_sky_and_pays(match: Match, play: Play, beside: Beside) -> None:
    rows = [match.world.place(kinds.DRONE.number, beside(arc)) for arc in (5.0, 8.0, 11.0)]
    far = match.world.place(kinds.DRONE.number, beside(25.0))
    seen = play(1, PlayerCommand(buttons=Button.BOMB))
    assert {row for event, row, _ in seen if event is Event.KILLED} == set(rows)
    assert match.world.bodies.alive[far]
    assert rules(match).points > 0


def test_the_field_is_replenished(match: Match, play: Play) -> None:
    match.world.ships.untouchable_until[0] = 10_000
    play(400)
    assert len(match.world.rows(Pool.ASTEROID)) >= 8
