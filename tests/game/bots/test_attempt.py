"""Attempts: the same recipe is the same game, another letter is another one, and a copy goes on alike."""

from dataclasses import fields

import pytest

from arena.catalogue.skills import BEST
from arena.game.bots.attempt import LETTERS, Attempt, AttemptRecipe, varied
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.rules import BOT_VARIETY
from arena.sim.tables.commands import Button

PART = BOT_VARIETY.part


def states(pilot: Attempt | Bot, ticks: int = PART + 60) -> list[int]:
    """State after each second of a game."""
    with Match(seed=4, workers=1) as match:
        found = list[int]()
        for tick in range(ticks):
            match.tick([pilot.command(match.world)])
            if tick % 60 == 59:
                found.append(match.state_hash())
        return found


def test_a_recipe_is_played_part_by_part() -> None:
    plain = states(Bot(skill="middle"))
    assert states(Attempt(AttemptRecipe("middle", "0"))) == plain
    assert states(Attempt(AttemptRecipe("middle", "0k"))) == states(Attempt(AttemptRecipe("middle", "0k")))
    first = PART // 60
    other = states(Attempt(AttemptRecipe("middle", "0k")))
    assert other[:first] == plain[:first] and other[first] != plain[first]


def test_a_skill_is_varied_within_its_factors() -> None:
    skill = BEST.rules
    assert varied(skill, 0) is skill
    found = [varied(skill, number) for number in range(1, len(LETTERS))]
    assert len(set(found)) == len(found)
    for name, (least, most) in BOT_VARIETY.factors:
        value, values = getattr(skill, name), [getattr(one, name) for one in found]
        assert all(least * value - 0.5 <= one <= most * value + 0.5 for one in values), name
        assert all(type(one) is type(value) for one in values)
    apart = {field.name for field in fields(skill)} - {name for name, _ in BOT_VARIETY.factors}
    assert all(getattr(one, name) == getattr(skill, name) for one in found for name in apart)


@pytest.mark.parametrize("mode", ["endless", "tide"])
def test_a_copy_goes_on_as_the_pilot_does(mode: str) -> None:
    pilot = Attempt(AttemptRecipe("best", "3"))
    with Match(mode=mode, seed=4, workers=1) as match:
        for _ in range(100):
            match.tick([pilot.command(match.world)])
        saved, twin = match.snapshot(), pilot.copy()
        after = list[int]()
        for one in (pilot, twin):
            match.restore(saved)
            for _ in range(60):
                match.tick([one.command(match.world)])
            after.append(match.state_hash())
    assert after[0] == after[1]


def test_few_shots_are_kept_for_volatiles() -> None:
    with Match(seed=4, workers=1) as match:
        fired = 0
        pilots = Attempt(AttemptRecipe("best"), 1), Attempt(AttemptRecipe("best"), BOT_VARIETY.few_shots + 1)
        for _ in range(BOT_VARIETY.saved_least + 60):
            keeps, fires = (pilot.command(match.world) for pilot in pilots)
            assert not keeps.buttons & Button.FIRE
            fired += bool(fires.buttons & Button.FIRE)
            match.tick([fires])
    assert fired > 0
