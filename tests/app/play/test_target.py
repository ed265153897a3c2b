"""The target in play: what lacks to the nearest of the next rank, the own best and the ghost."""

import pytest

from arena.app.play.play_screen import PlayScreen
from arena.app.play.rivals import Rival, nearest
from arena.app.routes import ROUTES
from arena.app.services import Services
from arena.app.storage.levels import campaign_setup, load_world
from arena.app.storage.score_table import Result
from arena.game.match import Match
from arena.game.mode import Request, Setup
from arena.game.modes import MODES
from arena.game.replays.playback import Playback
from arena.game.replays.reader import read_replay
from tests.app.fakes import RECORDED_TICKS, record, screen_of
from tests.app.screens.text_boxes import shown, written

SIZE = (640, 360)
TABLE = (9000, 5000, 5000, 700)
"""Scores of a table."""


def fill(services: Services, setup: Setup, scores: tuple[int, ...] = TABLE) -> None:
    for score in scores:
        services.scores.add(Result(MODES[setup.mode].board(setup), score, 1, 1, 1))


def words(play: PlayScreen, score: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """Text of the target beside a score; empty where there is none."""
    hud = play.match.hud()._replace(score=score)
    monkeypatch.setattr(play.match, "hud", lambda: hud)
    with written(monkeypatch) as noted:
        composite = play.build(0.0, SIZE)
        composite.overlay.rows()
    return "".join(text.string for text in shown(noted, composite) if " to " in text.string)


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (0, "701 to rank 4"),
        (700, "1 to rank 4"),
        (701, "4 300 to rank 2"),
        (5000, "1 to rank 2"),
        (5001, "4 000 to your best"),
        (9000, "1 to your best"),
        (9001, "999 to the first 10 000"),
        (12345, "7 655 to the first 20 000"),
    ],
)
def test_the_next_score_of_the_table_is_told_and_round_ones_once_all_are_passed(
    score: int, told: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = Setup("endless", 3)
    fill(services, setup)
    fill(services, Setup("endless", 3, difficulty="hard"), (20_000,))
    services.screen.leave_for("play", setup)  # pyright: ignore[reportOptionalMemberAccess]
    assert words(screen_of(services, PlayScreen), score, monkeypatch) == told


def test_the_own_best_among_others_has_its_name(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    board = MODES["tide"].board(Setup("tide"))
    for score, name in ((9000, "ANNA"), (4000, "ME"), (600, "ME")):
        services.scores.add(Result(board, score, 1, 1, 1, name=name))
    services.scores.last_name = "ME"
    services.screen.leave_for("play", Setup("tide", 3))  # pyright: ignore[reportOptionalMemberAccess]
    play = screen_of(services, PlayScreen)
    told = [words(play, score, monkeypatch) for score in (0, 601, 4001, 9001)]
    assert told == ["601 to rank 3", "3 400 to your best", "5 000 to rank 1", "999 to the first 10 000"]


def test_whoever_joins_takes_the_game_to_another_table(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(services, Setup("endless", players=1))
    fill(services, Setup("endless", players=2), (80_000,))
    services.screen.leave_for("play", Setup("endless", 3))  # pyright: ignore[reportOptionalMemberAccess]
    play = screen_of(services, PlayScreen)
    assert words(play, 1, monkeypatch) == "700 to rank 4"
    monkeypatch.setattr(type(play.match), "players_seen", 2)
    assert words(play, 1, monkeypatch) == "80 000 to your best"


@pytest.mark.parametrize("mode", ["practice", "lessons", "stress"])
def test_without_a_table_nothing_is_told(
    mode: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = MODES[mode].setup_for(Request(3))
    fill(services, setup)
    services.routes = ROUTES
    play = PlayScreen(services, Match(setup.mode, setup.seed, level=setup.level, workers=1))
    assert words(play, 1, monkeypatch) == ""
    play.close()


@pytest.mark.parametrize(
    ("score", "told"),
    [(0, "1 000 to the first 1 000"), (999, "1 to the first 1 000"), (1000, "1 000 to the first 2 000"),
     (4_999, "1 to the first 5 000"), (500_000_000, "")],
)  # fmt: skip
def test_the_first_game_of_all_has_a_round_score_for_its_target(
    score: int, told: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.screen.leave_for("play", Setup("endless", 3))  # pyright: ignore[reportOptionalMemberAccess]
    assert words(screen_of(services, PlayScreen), score, monkeypatch) == told


@pytest.mark.parametrize(
    ("best", "score", "told"),
    [(0, 0, "40 000 to a medal"), (0, 39_999, "1 to a medal"), (0, 40_000, "10 000 to the first 50 000"),
     (99, 0, "100 to your best"), (70_000, 9, "39 991 to a medal"), (70_000, 40_000, "30 001 to your best")],
)  # fmt: skip
def test_a_phases_medal_for_points_is_a_target_among_others(
    best: int, score: int, told: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = campaign_setup(load_world(1), 8)
    if best:
        fill(services, setup, (best,))
    services.screen.leave_for("play", setup)  # pyright: ignore[reportOptionalMemberAccess]
    play = screen_of(services, PlayScreen)
    assert words(play, score, monkeypatch) == told
    assert play.session.told["medal"] == ("gold" if told.endswith("medal") else "")


def test_the_ghosts_score_at_the_moment_is_a_target_until_it_is_passed(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = campaign_setup(load_world(1), 8)
    fill(services, setup)
    replay = read_replay(record(setup))
    services.screen.leave_for("play beside", replay)  # pyright: ignore[reportOptionalMemberAccess]
    play = screen_of(services, PlayScreen)
    assert play.session.ghost is not None
    ahead = play.session.ghost.match.hud()._replace(score=650)
    monkeypatch.setattr(play.session.ghost.match, "hud", lambda: ahead)
    told = [words(play, score, monkeypatch) for score in (1, 650, 651, 5001)]
    assert told == ["650 to ghost", "1 to ghost", "50 to rank 4", "4 000 to your best"]


def test_in_a_replay_that_was_taken_over_nothing_is_told(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = campaign_setup(load_world(1), 8)
    fill(services, setup)
    playback = Playback(read_replay(record(setup)), 1)
    playback.jump(RECORDED_TICKS // 2)
    services.screen.leave_for("replay", playback)  # pyright: ignore[reportOptionalMemberAccess]
    services.go_to("take over", services.screen, playback)
    assert words(screen_of(services, PlayScreen), 1, monkeypatch) == ""


@pytest.mark.parametrize(("most", "name"), [(10, "rank 2"), (9, None)])
def test_who_can_just_be_beaten_is_a_rival(most: int, name: str | None) -> None:
    rival = nearest([Rival(10, "rank 2"), Rival(30, "rank 1")], 3, most)
    assert (rival and rival.name) == name
