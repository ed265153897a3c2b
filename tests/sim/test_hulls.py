"""Hulls: a player's ship flies, boosts and heals by the numbers of its hull."""

from dataclasses import replace

import numpy as np
import pytest

from arena.catalogue.hulls import HULLS, HullRow
from arena.catalogue.pickups import SHIELD
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes.daily import Daily, daily_setup
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import PILOT, TICK_RATE

every_hull = pytest.mark.parametrize("row", HULLS, ids=lambda row: row.name)
AHEAD, STILL = PlayerCommand(0, 127), PlayerCommand()


def alone(hull: str) -> Match:
    """A match with nobody but one player."""
    match = Match(seed=3, workers=1, hulls=(hull,))
    match.world.pools[Pool.ASTEROID].clear()
    match.world.pools[Pool.COMPANION].clear()
    return match


def speed(match: Match) -> float:
    return float(np.linalg.norm(match.world.bodies.velocity[0]))


@every_hull
def test_it_flies_at_its_speed(row: HullRow) -> None:
    with alone(row.name) as match:
        for _ in range(60):
            match.tick([AHEAD])
        assert speed(match) == pytest.approx(row.rules.max_speed, rel=1e-3)


@every_hull
def test_it_boosts_at_its_speed_for_its_time_and_charges_in_its_time(row: HullRow) -> None:
    rules = row.rules
    with alone(row.name) as match:
        players, ships = match.world.players, match.world.ships
        ships.untouchable_until[0] = 0
        match.tick([PlayerCommand(0, 127, buttons=Button.BOOST)])
        assert speed(match) == pytest.approx(rules.boost_speed, rel=0.05)
        until = match.world.tick + round(rules.boost_time * TICK_RATE)
        assert players.boost_until[0] == until == ships.untouchable_until[0]
        ticks = 0
        while players.boost[0] < 1.0:
            match.tick([STILL])
            ticks += 1
        whole = (rules.boost_time + rules.boost_recharge) * TICK_RATE
        assert ticks == pytest.approx(whole, abs=2.0)


@every_hull
def test_its_shield_is_full_at_first_and_comes_back_at_its_rate(row: HullRow) -> None:
    rules = row.rules
    with alone(row.name) as match:
        health, hurt = match.world.bodies.health, match.world.ships.hurt_tick
        assert health[0] == rules.shield == match.world.full_shield(0)
        health[0], hurt[0] = 0.5, -round(PILOT.shield_delay * TICK_RATE) - 1
        match.tick([STILL])
        assert health[0] == pytest.approx(min(rules.shield, 0.5 + rules.shield_rate / TICK_RATE))
        health[0] = 0.5
        here = match.world.bodies.position[0].astype(np.float64)
        match.world.place(14, here, material=SHIELD.number)
        match.tick([STILL])
        assert health[0] == rules.shield


def test_each_player_has_a_hull_and_the_rest_the_standard_one() -> None:
    with Match(seed=3, workers=1, players=3, hulls=("dart", "standard")) as match:
        assert match.setup.hulls == ("dart",)
        assert match.world.players.hull.tolist() == [1, 0, 0]


@pytest.mark.parametrize(
    ("setup", "problem"),
    [
        (lambda: Match(hulls=("brick",)), "there is no hull 'brick'"),
        (lambda: Match(hulls=("dart", "dart")), "2 hulls are too many for 1 seats"),
        (lambda: Daily(replace(daily_setup("2026-02-28"), hulls=("dart",))), "daily is flown"),
    ],
)
def test_hulls_that_cannot_be_are_refused(setup: object, problem: str) -> None:
    assert callable(setup)
    with pytest.raises(ValueError, match=problem):
        setup()


def test_a_restored_match_has_the_same_hulls() -> None:
    with (
        alone("dart") as one,
        Match(seed=3, workers=1) as other,
        pytest.raises(ValueError, match="another set of hulls"),
    ):
        other.restore(one.snapshot())


def test_a_setup_names_its_hulls_once() -> None:
    assert Setup(players=2, hulls=("standard", "standard")) == Setup(players=2)
