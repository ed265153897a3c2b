"""Practice: any wave, without fear if wanted, without a score; the level says which."""

import re

import pytest

from arena.catalogue import kinds
from arena.catalogue.modules import MODULES
from arena.game.crates import held_modules
from arena.game.match import Match
from arena.game.mode import Setup
from arena.game.modes import create_mode
from arena.game.modes.practice import Exercise, format_exercise, parse_exercise
from arena.sim.tables.commands import Button, PlayerCommand


@pytest.mark.parametrize(
    "exercise",
    [Exercise(), Exercise(wave=12), Exercise(wave=60, invulnerable=True), Exercise(invulnerable=True)],
)
def test_an_exercise_is_read_back_from_its_level(exercise: Exercise) -> None:
    assert parse_exercise(format_exercise(exercise)) == exercise


@pytest.mark.parametrize(
    ("level", "told"),
    [
        ("", "practice needs a level such as"),
        ("daily", "of campaign or endless"),
        ("endless wave 0", "practice needs a level"),
        ("endless wave 61", "practice begins at wave 1 to 60"),
        ("endless wave 5 Invulnerable", "practice needs a level"),
        ("endless wave \u0665", "practice needs a level"),
    ],
)
def test_another_level_is_refused_in_one_line(level: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)) as refused:
        create_mode(Setup("practice", level=level))
    assert "\n" not in str(refused.value)


def crates_for(name: str, level: int) -> int:
    """Crates that a module at a level took; an evolution: those of its parts, at the least, and its own."""
    parts = MODULES.named(name).rules.evolves_from
    return MODULES.named(parts[0]).rules.levels + 2 if parts else level


def test_it_begins_at_the_wave_that_was_asked_for_with_modules_that_fit() -> None:
    with Match("practice", 3, workers=1, level="endless wave 9") as match:
        assert match.hud().progress == 9
        assert sum(crates_for(name, level) for name, level in held_modules(match.world, 0).items()) == 8
    with Match("practice", 3, workers=1, level="endless") as match:
        assert match.hud().progress == 1
        assert not match.world.players.modules.any()


def test_who_is_invulnerable_loses_nothing_while_others_do() -> None:
    harmed = []
    for level in ("endless wave 6", "endless wave 6 invulnerable"):
        with Match("practice", 4, workers=1, level=level) as match:
            lives, least = match.hud().lives, float(kinds.PLAYER.ship.body.health)
            for _ in range(1500):
                match.tick([PlayerCommand(buttons=Button.FIRE)])
                least = min(least, float(match.world.bodies.health[0]))
            harmed.append(least < kinds.PLAYER.ship.body.health or match.hud().lives != lives)
    assert harmed == [True, False]


def test_it_is_the_same_game_as_the_one_that_is_practised() -> None:
    hashes = []
    for mode, level in (("endless", ""), ("practice", "endless")):
        with Match(mode, 8, workers=1, level=level) as match:
            for _ in range(300):
                match.tick([PlayerCommand(move_x=60, buttons=Button.FIRE)])
            hashes.append(match.array_hashes())
    assert hashes[0] == hashes[1]


def test_it_counts_in_no_table() -> None:
    modes = {
        name: create_mode(Setup(name, level=level))
        for name, level in (("endless", ""), ("practice", "endless"), ("lessons", ""))
    }
    assert [mode.spec.scored for mode in modes.values()] == [True, False, False]
