"""Scores, recordings, names and the panel of a replay, at four sizes and two sizes of letters."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.app.menus.list_screen import ListScreen
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.challenge import ChallengeScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.replay import ReplayScreen
from arena.app.screens.replays import ReplaysScreen
from arena.app.screens.sign import SignScreen
from arena.app.screens.tables import TablesScreen
from arena.app.services import Screen, Services
from arena.app.storage import paths
from arena.app.storage.score_table import Result
from arena.app.storage.scores import NAME_LETTERS
from arena.game.match import Match
from arena.game.replays.playback import Playback
from arena.game.replays.reader import read_replay
from arena.game.scoring.board import Board
from tests.app.screens.test_layout import MOVING, SCALES, SIZES, Bare, services_of
from tests.app.screens.text_boxes import cut_off, overlapping, shown, written

LONG = Result(
    Board("campaign", "normal", 4, "Some Long Name 01234567"),
    *(999_999_999, 99, 60 * 60 * 99, 1, True, "W" * NAME_LETTERS, "20300102-030405-7.replay", "one"),
)


def listed(services: Services, make: type[TablesScreen] | type[ReplaysScreen]) -> ListScreen:
    """Two pages of long rows."""
    folder = paths.replays_folder()
    folder.mkdir(parents=True)
    for number in range(9):
        (folder / f"{number}.replay").write_bytes(b"none at all")
    services.scores.add(Result(Board("endless"), 1, 1, 1, 1))
    for number in range(8):
        services.scores.add(LONG._replace(ticket=str(number)))
    screen = make(services, Bare(services))
    screen.idle(0.0)
    assert screen.status()["rows"] == 8
    return screen


def replay(services: Services) -> ReplayScreen:
    """A replay of two that waits to be read."""
    stream = io.BytesIO()
    with Match(players=2, seed=3, workers=1, record=stream) as match:
        match.tick()
    return ReplayScreen(services, Playback(read_replay(stream.getvalue()), 1))


def sign(services: Services) -> SignScreen:
    over = game_over(services)
    return SignScreen(services, over, LONG)


def challenge(services: Services) -> ChallengeScreen:
    """As many letters as fit in, and what is wrong with them."""
    screen = ChallengeScreen(services, Bare(services))
    screen.put("W" * 99)
    return screen


def game_over(services: Services) -> GameOverScreen:
    """The end of a game that stands in the table now."""
    play = PlayScreen(services, Match(seed=3, workers=1))
    play.result = LONG
    services.scores.add(LONG)
    screen = GameOverScreen(services, play, 1_234_567)
    for now in (0.0, 9.0):
        screen._lockout.update(now, held=False)  # pyright: ignore[reportPrivateUsage]
    return screen


SCREENS: dict[str, Callable[[Services], Screen]] = {
    "tables": lambda services: listed(services, TablesScreen),
    "replays": lambda services: listed(services, ReplaysScreen),
    "replay": replay,
    "sign": sign,
    "challenge": challenge,
    "game over": game_over,
}


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", SCREENS)
def test_nothing_is_cut_off_or_lies_over_other_text(
    name: str, size: tuple[int, int], scale: float, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    services = services_of(size, scale)
    services.disk.submit = lambda job: job(False)  # pyright: ignore[reportAttributeAccessIssue]
    services.scores.work_beside(services.disk.submit, services.say)
    screen = SCREENS[name](services)
    try:
        with written(monkeypatch) as noted:
            composite = screen.build(0.0, size)
            for view in composite.views:
                view.overlay.rows()
            composite.overlay.rows()
        texts = [text for text in shown(noted, composite) if not text.string.startswith(MOVING)]
        assert texts and cut_off(texts) == []
        assert overlapping(texts) == []
    finally:
        screen.close()
