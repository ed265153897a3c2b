"""Medals of phases, their second goals, and ships that cleared phases bring back."""

import pytest

from arena.game.match import Match
from arena.game.phases.medals import PhaseMedal
from arena.game.phases.state import Stage
from arena.game.rules import CAMPAIGN
from arena.game.scoring.points import PointSource
from tests.game.campaign_levels import CALM, group, keep_alive, level, play, play_until, rules
from tests.scenarios.test_campaign import DESTROY, FAR, WAIT, begin, enemies, kill

TIME, UNHURT, SCORE = PhaseMedal
SHORT = f"{DESTROY}\nmedals = {{ time = 10, score = 100 }}" + group("drone", 2, FAR)


def clear_at(match: Match, tick: int) -> int:
    """Clear the phase of `SHORT` so that it ends with a tick; returns the medals."""
    play(match, tick - 1)
    kill(match, enemies(match))
    play(match, 1)
    assert rules(match).stage == Stage.WON
    return rules(match).medals[0]


@pytest.mark.parametrize(("tick", "medals"), [(600, TIME | UNHURT), (601, UNHURT)])
def test_a_medal_for_time_is_won_to_the_tick(tick: int, medals: int) -> None:
    with begin(SHORT.replace("score = 100", "score = 100000")) as match:
        assert clear_at(match, tick) == medals


def test_a_hit_costs_the_medal_for_none() -> None:
    with begin(SHORT) as match:
        play(match, 1)
        match.world.tables["harm"].hits[1] += 1
        assert not clear_at(match, 100) & UNHURT


@pytest.mark.parametrize(("difficulty", "points", "won"), [
    ("normal", 40, True), ("normal", 39, False), ("easy", 20, True), ("hard", 71, False),
])  # fmt: skip
def test_a_medal_for_points_of_the_phase_alone_goes_by_difficulty(
    difficulty: str, points: int, won: bool
) -> None:
    with begin(
        f"{WAIT}\nmedals = {{ score = 40 }}", f"{WAIT}\nmedals = {{ score = 40 }}", difficulty=difficulty
    ) as match:
        rules(match).score.points[0] = 1000
        play_until(match, Stage.CLEARED)
        assert rules(match).medals[0] == UNHURT | SCORE
        play_until(match, Stage.RUNNING, CAMPAIGN.beat + 2)
        rules(match).score.points[0] += points
        play_until(match, Stage.WON)
        assert bool(rules(match).medals[1] & SCORE) == won


def test_the_banner_says_what_was_won_and_what_the_next_one_takes() -> None:
    with begin(f"{WAIT}\nmedals = {{ score = 40000 }}", WAIT) as match:
        play_until(match, Stage.CLEARED)
        said = match.hud().banner.line  # pyright: ignore[reportOptionalMemberAccess]
        assert said == "1 of 2 medals: unhurt; score takes 40 000 points"
        assert match.mode.results(match.world)["medals"] == "1 of 3"


def test_a_phase_tells_the_medals_that_it_still_offers_as_long_as_it_runs() -> None:
    with begin(SHORT.replace("score = 100", "score = 40000"), WAIT) as match:
        mode, told = rules(match), list[str]()
        for ticks in (1, 60, 538, 1):
            play(match, ticks)
            told.append(match.hud().status.note)  # pyright: ignore[reportOptionalMemberAccess]
        assert told == [*(f"medals: clear in {left} s, no hit" for left in (10, 9, 1)), "medals: no hit"]
        match.world.tables["harm"].hits[0] += 1
        assert match.hud().status.note == mode.level.name  # pyright: ignore[reportOptionalMemberAccess]
        assert list(mode.medal_table.values()) == [[False, None], [False, False], [False, None]]
        before = int(mode.record.points[0])
        assert mode.medal_score(match.world) == before + 40_000
        kill(match, enemies(match))
        play_until(match, Stage.CLEARED)
        assert mode.medal_score(match.world) == 0


def test_a_second_goal_pays_once_for_what_the_phase_brought() -> None:
    extra = f'{WAIT}\nextra = {{ kind = "shards", count = 3 }}'
    with begin(extra, extra) as match:
        score = rules(match).score
        score.collected[0] = 2
        play(match, 2)
        assert match.hud().objective.note.endswith(", 1 more shard: +1 500")  # pyright: ignore[reportOptionalMemberAccess]
        score.collected[0] = 9
        play(match, 2)
        assert score.sources[PointSource.EXTRAS] == CAMPAIGN.extra_points
        play_until(match, Stage.CLEARED)
        play_until(match, Stage.RUNNING, CAMPAIGN.beat + 2)
        score.collected[0] = 11
        play(match, 2)
        assert score.sources[PointSource.EXTRAS] == CAMPAIGN.extra_points
        score.collected[0] = 12
        play(match, 2)
        assert score.sources[PointSource.EXTRAS] == 2 * CAMPAIGN.extra_points


def test_a_cleared_phase_brings_a_ship_back_up_to_those_at_the_start() -> None:
    with begin(WAIT, WAIT, WAIT) as match:
        ships = rules(match).ships_left
        play_until(match, Stage.CLEARED)
        assert rules(match).ships_left == ships
        play_until(match, Stage.RUNNING, CAMPAIGN.beat + 2)
        rules(match).lives.left[0] = ships - 2
        play_until(match, Stage.CLEARED)
        assert rules(match).ships_left == ships - 1
        keep_alive(match)
        play(match, CALM)
        assert rules(match).ships_left == ships - 1


def test_a_level_may_give_ships_beyond_those_of_the_difficulty() -> None:
    lives = list[int]()
    for more in ("", "ships = 4\n"):
        with Match("campaign", workers=1, level=more + level(WAIT), players=2) as match:
            lives.append(rules(match).ships_left)
    assert lives[1] - lives[0] == 2 * 4
