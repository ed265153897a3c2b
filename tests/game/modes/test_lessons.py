"""The first flight: each lesson is learnt by doing what it teaches, and by nothing else."""

import re
from dataclasses import replace

import numpy as np
import pytest

from arena.catalogue import kinds, materials, weapons
from arena.catalogue.materials import MaterialRow
from arena.catalogue.weapons import WeaponRow
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.modes.lessons import LESSONS, Lessons
from arena.game.rules import LESSON
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import TICK_RATE
from arena.view.palette import COLOR_SETS, load_palette
from tests.playing import towards

TURNS = [(127, 0), (0, 127), (-127, 0), (0, -127)]


WHITE_LEAST = 0.8
"""Of each channel of what is called white."""


def test_arcs_have_the_colours_that_lessons_call_them() -> None:
    texts = " ".join(plan.line for plan in LESSONS)
    assert set(re.findall(r"(\w+) arc", texts)) == {"green", "white"}
    for colors in COLOR_SETS:
        palette = load_palette("terra", colors)
        assert palette.health[1] == max(palette.health) > 1.1 * palette.health[2]
        assert min(palette.boost) > WHITE_LEAST


def course(match: Match) -> Lessons:
    assert isinstance(match.mode, Lessons)
    return match.mode


def go_on(match: Match, command: PlayerCommand, ticks: int) -> None:
    for _ in range(ticks):
        match.tick([command])


def skip_to(match: Match, action: str) -> None:
    mode = course(match)
    mode.course.lesson[0] = [plan.action for plan in LESSONS].index(action)
    mode.course.began[0] = match.world.tick


def skip_to_title(match: Match, title: str) -> None:
    mode = course(match)
    mode.course.lesson[0] = [plan.title for plan in LESSONS].index(title)
    mode.course.began[0] = match.world.tick


def learnt(match: Match, action: str) -> bool:
    """Return whether that lesson was learnt; a later one may have begun."""
    lesson, number = match.hud().lesson, [plan.action for plan in LESSONS].index(action) + 1
    return lesson is None or lesson.number > number or (lesson.number == number and lesson.learnt)


@pytest.fixture
def match():
    with Match("lessons", 5, workers=1) as match:
        yield match


def test_an_idle_pupil_waits_in_the_first_lesson_for_as_long_as_it_likes(match: Match) -> None:
    go_on(match, PlayerCommand(), 20 * TICK_RATE)
    lesson = match.hud().lesson
    assert lesson is not None
    assert (lesson.action, lesson.share, lesson.learnt) == ("move", 0.0, False)
    assert not match.over
    assert not match.hud().score


def test_moving_teaches_moving_and_the_next_lesson_follows(match: Match) -> None:
    go_on(match, PlayerCommand(move_x=127), LESSON.move + 1)
    assert learnt(match, "move")
    go_on(match, PlayerCommand(), LESSON.praise + 1)
    lesson = match.hud().lesson
    assert lesson is not None
    assert (lesson.action, lesson.number, lesson.learnt) == ("aim", 2, False)


def test_flying_straight_on_does_not_teach_aiming(match: Match) -> None:
    skip_to(match, "aim")
    go_on(match, PlayerCommand(move_y=127), 5 * TICK_RATE)
    assert not learnt(match, "aim")
    for turn in range(40):
        go_on(match, PlayerCommand(0, 0, *TURNS[turn % 4]), 4)
    assert learnt(match, "aim")


@pytest.mark.parametrize(
    ("action", "button"),
    [("bomb", Button.BOMB)],
)
def test_a_button_teaches_what_it_does(match: Match, action: str, button: Button) -> None:
    skip_to(match, action)
    go_on(match, PlayerCommand(), LESSON.least + 1)
    assert not learnt(match, action)
    for _ in range(int(next(plan.wanted for plan in LESSONS if plan.action == action))):
        assert not learnt(match, action)
        go_on(match, PlayerCommand(buttons=button), 2)
        go_on(match, PlayerCommand(), 1)
    assert learnt(match, action)


@pytest.mark.parametrize(
    ("weapon", "material", "taught"),
    [
        (weapons.SCATTER, materials.ROCK, True),
        (weapons.LANCE, materials.METAL, True),
        (weapons.LANCE, materials.ROCK, False),
        (weapons.SCATTER, materials.METAL, False),
        (weapons.PULSE, materials.ICE, False),
    ],
)
def test_a_change_of_weapon_is_taught_by_rocks_of_its_material(
    match: Match, weapon: WeaponRow, material: MaterialRow, taught: bool
) -> None:
    skip_to(match, "next_weapon")
    match.world.pools[Pool.ASTEROID].clear()
    match.world.players.weapon[0] = weapon.number
    for _ in range(LESSON.rocks):
        rock = match.world.place(
            kinds.ASTEROID.number, towards(match, 0.0, 6.0), radius=0.4, material=material.number
        )
        for _ in range(6 * TICK_RATE):
            match.tick([PlayerCommand(0, 0, 0, 127, Button.FIRE)])
            if not match.world.bodies.alive[rock]:
                break
        assert not match.world.bodies.alive[rock]
        go_on(match, PlayerCommand(), LESSON.least)
    assert learnt(match, "next_weapon") == taught


def test_the_crate_is_taught_by_crates_that_land_until_one_is_taken(match: Match) -> None:
    skip_to_title(match, "Crate")
    go_on(match, PlayerCommand(), 20 * TICK_RATE)
    lesson = match.hud().lesson
    assert lesson is not None and not lesson.learnt and not match.world.players.modules.any()
    bot = Bot(skill="best")
    for _ in range(30 * TICK_RATE):
        match.tick([bot.command(match.world)])
        if match.world.players.modules.any():
            break
    assert match.hud().lesson == lesson._replace(share=1.0, learnt=True)


@pytest.mark.parametrize(("action", "title"), [("boost", "Strike"), ("move", "Shards")])
def test_what_pays_is_learnt_with_targets_that_come(match: Match, action: str, title: str) -> None:
    """A dash without prey teaches nothing, nor does flying where no shard lies."""
    skip_to_title(match, title)
    go_on(match, PlayerCommand(move_y=127, buttons=Button.BOOST), 3)
    lesson = match.hud().lesson
    assert lesson is not None and (lesson.action, lesson.share) == (action, 0.0)
    assert (match.hud().score is not None) == (title == "Shards"), "the multiplier stands beside the score"
    bot = Bot(skill="best")
    bot.skill = replace(bot.skill, strike_ships=0)
    for _ in range(60 * TICK_RATE):
        match.tick([bot.command(match.world)])
        if match.hud().lesson != lesson and match.hud().lesson.learnt:  # pyright: ignore[reportOptionalMemberAccess]
            break
    assert match.hud().lesson == lesson._replace(share=1.0, learnt=True)


def test_firing_needs_targets_and_they_come(match: Match) -> None:
    skip_to(match, "fire")
    bot = Bot(skill="best")
    for _ in range(40 * TICK_RATE):
        match.tick([bot.command(match.world)])
        if learnt(match, "fire"):
            break
    assert course(match).kills >= LESSON.kills


def test_who_is_rammed_has_not_learnt_to_fire(match: Match) -> None:
    skip_to(match, "fire")
    go_on(match, PlayerCommand(move_x=1), 30 * TICK_RATE)  # who does nothing is paid for nothing
    assert course(match).kills > 0
    assert match.hud().lesson.share == 0.0  # pyright: ignore[reportOptionalMemberAccess]


def test_nobody_is_lost_while_learning(match: Match) -> None:
    skip_to(match, "bomb")
    lives = match.hud().lives
    for _ in range(30):
        go_on(match, PlayerCommand(), TICK_RATE)
        match.world.bodies.health[0] = min(match.world.bodies.health[0], 55.0)
    assert match.hud().lives == lives
    assert not match.over


def test_all_lessons_done_it_is_over_and_says_so(match: Match) -> None:
    skip_to_title(match, LESSONS[-1].title)
    go_on(match, PlayerCommand(), LESSON.least)
    course(match).course.done[0] = 1.0
    go_on(match, PlayerCommand(), LESSON.praise + 1)
    banner = match.hud().banner
    assert banner is not None
    assert banner.title == "READY"
    go_on(match, PlayerCommand(), LESSON.end)
    assert match.over


def test_a_pupil_that_was_taken_back_learns_the_same_again(match: Match) -> None:
    go_on(match, PlayerCommand(move_x=90), 30)
    saved = match.snapshot()
    hashes = []
    for _ in range(2):
        match.restore(saved)
        go_on(match, PlayerCommand(move_x=90), LESSON.move + LESSON.praise)
        hashes.append(match.state_hash())
    assert hashes[0] == hashes[1]
    assert np.isfinite(course(match).course.done[0])
