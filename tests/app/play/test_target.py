"""The score to beat next: taken from the table of the game, and told where a score counts."""

import pytest

from arena.app.play.play_screen import PlayScreen
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
    """What stands beside a score, if anything does."""
    hud = play.match.hud()._replace(score=score)
    monkeypatch.setattr(play.match, "hud", lambda: hud)
    with written(monkeypatch) as noted:
        composite = play.build(0.0, SIZE)
        composite.overlay.rows()
    beside = ("NEXT", "BEST", "NEW BEST")
    return "".join(text.string for text in shown(noted, composite) if text.string.startswith(beside))


@pytest.mark.parametrize(
    ("score", "told"),
    [
        (0, "NEXT #4  700"),
        (699, "NEXT #4  700"),
        (700, "NEXT #3  5 000"),
        (4999, "NEXT #3  5 000"),
        (5000, "BEST  9 000"),
        (8999, "BEST  9 000"),
        (9000, "NEW BEST"),
        (12345, "NEW BEST"),
    ],
)
def test_the_next_score_of_the_table_is_told(
    score: int, told: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = Setup("endless", 3)
    fill(services, setup)
    fill(services, Setup("endless", 3, difficulty="hard"), (20_000,))
    services.screen.leave_for("play", setup)  # pyright: ignore[reportOptionalMemberAccess]
    assert words(screen_of(services, PlayScreen), score, monkeypatch) == told


def test_whoever_joins_takes_the_game_to_another_table(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(services, Setup("endless", players=1))
    fill(services, Setup("endless", players=2), (80_000,))
    services.screen.leave_for("play", Setup("endless", 3))  # pyright: ignore[reportOptionalMemberAccess]
    play = screen_of(services, PlayScreen)
    assert words(play, 1, monkeypatch) == "NEXT #4  700"
    monkeypatch.setattr(type(play.match), "players_seen", 2)
    assert words(play, 1, monkeypatch) == "BEST  80 000"


@pytest.mark.parametrize("mode", ["endless", "practice", "lessons", "stress"])
def test_without_a_table_nothing_is_told(
    mode: str, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = MODES[mode].setup_for(Request(3))
    if mode != "endless":  # of which nothing was played yet
        fill(services, setup)
    services.routes = ROUTES
    play = PlayScreen(services, Match(setup.mode, setup.seed, level=setup.level, workers=1))
    assert words(play, 1, monkeypatch) == ""
    play.close()


def test_beside_a_ghost_and_in_a_replay_nothing_is_told(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = campaign_setup(load_world(1), 8)
    fill(services, setup)
    replay = read_replay(record(setup))
    services.screen.leave_for("play beside", replay)  # pyright: ignore[reportOptionalMemberAccess]
    assert (
        words(screen_of(services, PlayScreen), 1, monkeypatch) == ""
    )  # the ghost's score is told at the foot
    playback = Playback(replay, 1)
    playback.jump(RECORDED_TICKS // 2)
    services.screen.leave_for("replay", playback)  # pyright: ignore[reportOptionalMemberAccess]
    services.go_to("take over", services.screen, playback)
    assert words(screen_of(services, PlayScreen), 1, monkeypatch) == ""
