"""Scores with names, tables and recordings on the screen: each row is watched with one key."""

import shutil
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from arena.app.input.actions import Action
from arena.app.menus.list_screen import ROWS, TEXT_SIZE, ListScreen
from arena.app.play.play_screen import PlayScreen
from arena.app.play.watching import find_proof
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.replay import ReplayScreen
from arena.app.screens.sign import SignScreen
from arena.app.services import Services
from arena.app.storage import paths
from arena.app.storage.score_table import Result
from arena.app.storage.scores import NAME_LETTERS, Scores
from arena.game.match import Match
from arena.game.scoring.board import Board
from arena.view.overlay.overlay import Overlay
from tests.app.screens.text_boxes import written

SIZE = (1280, 720)
TICKS = 70


def record(name: str, seed: int = 3) -> Path:
    folder = paths.replays_folder()
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.replay"
    with Match(seed=seed, workers=1, record=path) as match:
        for _ in range(TICKS):
            match.tick()
    return path


def open_list(services: Services, name: str, *arguments: Any) -> ListScreen:
    services.go_to(name, services.screen, *arguments)
    screen = services.screen
    assert isinstance(screen, ListScreen)
    screen.update(0.0, [])
    return screen


def act(services: Services, *actions: Action) -> str:
    """Press keys; returns the name of the screen that is shown then."""
    for action in actions:
        assert services.screen is not None
        services.screen.update(0.0, [action])
    assert services.screen is not None
    return services.screen.name


def test_tables_turn_like_pages_and_a_row_is_watched_with_one_key(services: Services) -> None:
    record("a")
    scores = services.scores
    for score in range(12):
        scores.add(Result(Board("endless"), 100 + score, 3, 61 + score, 3, name=f"P{score}"))
    scores.add(Result(Board("daily", day="2026-11-22"), 7, 1, TICKS, 3, replay="a.replay", name="ADA"))
    screen = open_list(services, "tables")
    assert screen.status() == {
        "item": "1 ADA 7 1 0:01.16 " + screen.status()["item"].split(" ")[5] + " watch",  # type: ignore[union-attr]
        "page": "Game of the day, 2026-11-22, normal",
        "rows": 1,
    }
    act(services, Action.MENU_RIGHT)
    assert (screen.status()["page"], screen.status()["rows"]) == ("Endless, normal", ROWS)
    assert str(screen.status()["item"]).startswith("1 P11 111 3 0:01.20 ")
    assert act(services, Action.MENU_ACCEPT) == "tables"
    assert services.message == "No replay of this result was kept"
    assert act(services, Action.MENU_LEFT, Action.MENU_ACCEPT) == "replay"
    assert isinstance(services.screen, ReplayScreen)
    assert act(services, Action.MENU_BACK) == "tables"
    assert act(services, Action.MENU_BACK) == "title"


def test_the_mouse_turns_pages_watches_and_leaves(services: Services) -> None:
    record("a")
    for mode in ("endless", "campaign"):
        services.scores.add(Result(Board(mode), 7, 1, TICKS, 3, replay="a.replay"))
    screen = open_list(services, "tables")

    def click(row: int) -> None:
        place = screen.place(1920.0)
        scale = SIZE[1] / 1080.0
        _, bottom, _, high = place.row(row)
        services.devices.point((place.x + 600.0) * scale, (bottom + high / 2) * scale)
        act(services, Action.MENU_CLICK)

    first = screen.status()["page"]
    click(1)
    assert screen.status()["page"] != first
    click(0)
    assert services.screen is not None and services.screen.name == "replay"
    act(services, Action.MENU_BACK)
    click(2)
    assert services.screen.name == "title"


def test_recordings_are_listed_and_watched(services: Services) -> None:
    for number in range(ROWS + 1):
        shutil.copy(record(f"g{number}"), paths.replays_folder() / f"copy{number}.replay")
    (paths.replays_folder() / "z.replay").write_bytes(b"none")
    screen = open_list(services, "replays")
    assert screen.status()["page"] == f"{2 * ROWS + 3} games"
    assert "unreadable: not an Arena replay" in str(screen.status()["item"])
    act(services, Action.MENU_ACCEPT)
    assert services.message.startswith("Not shown: not an Arena replay")
    assert act(services, Action.MENU_DOWN, Action.MENU_ACCEPT) == "replay"


def test_an_empty_list_says_so_and_is_left(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tables", "replays"):
        screen = open_list(services, name)
        assert screen.status()["rows"] == 0
        with written(monkeypatch) as noted:
            screen.decorate(Overlay(16 / 9))
        texts = {text.string for text in noted}
        assert screen.empty in texts
        assert "back" in texts and "watch" not in texts, "there is nothing to watch"
        assert act(services, Action.MENU_ACCEPT) == "title"


def end_game(services: Services, monkeypatch: pytest.MonkeyPatch, score: int = 500) -> GameOverScreen:
    """A game of a second that ended with so many points."""
    assert services.screen is not None
    services.screen.leave_for("play")
    play = services.screen
    assert isinstance(play, PlayScreen)
    for _ in range(TICKS):
        play.session.tick()
    lost = play.match.hud()._replace(score=score)
    monkeypatch.setattr(play.match.mode, "hud", lambda world: lost)
    play.finish()
    services.go_to("game over", play, 0)
    over = services.screen
    assert isinstance(over, GameOverScreen)
    for now in (0.0, 5.0):
        over.update(now, [])
    return over


def labels(screen: GameOverScreen) -> list[str]:
    return [item.label for item in screen.menu.items]


def test_a_result_is_signed_with_a_pad(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    over = end_game(services, monkeypatch)
    assert labels(over) == ["Fly again", "Name", "Scores", "Challenge", "To title"]
    assert act(services, Action.MENU_DOWN, Action.MENU_ACCEPT) == "sign"
    sign = services.screen
    assert isinstance(sign, SignScreen)
    act(services, Action.MENU_ACCEPT, Action.MENU_RIGHT, Action.MENU_ACCEPT, Action.MENU_ACCEPT)
    assert sign.text == "ABB"
    act(services, Action.MENU_UP)
    assert sign.status()["item"] == "space"
    act(services, Action.MENU_RIGHT, Action.MENU_ACCEPT, Action.MENU_RIGHT)
    assert (sign.text, sign.status()["item"]) == ("AB", "done")
    assert act(services, Action.MENU_ACCEPT) == "game over"
    value = over.menu.items[1].value
    assert value is not None and value() == "AB"
    again = Scores()
    again.refresh_top()
    [row] = (again.top() or {})[Board("endless")]
    assert (row.name, row.score, row.ticks) == ("AB", 500, TICKS)
    assert find_proof(row, paths.replays_folder()) is not None


def test_a_result_is_signed_on_a_keyboard_and_the_name_is_remembered(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_game(services, monkeypatch)
    act(services, Action.MENU_DOWN, Action.MENU_ACCEPT)
    for source in ("key:W", "key:A", "key:SPACE", "key:_7", "key:X", "key:BACKSPACE", "key:ENTER"):
        services.devices.press("keyboard", source)
        services.devices.release("keyboard", source)
        assert services.screen is not None
        services.screen.update(0.0, services.controls.take_events())
    assert services.screen is not None and services.screen.name == "game over"
    assert services.scores.last_name == "WA 7"
    over = end_game(services, monkeypatch, 400)
    value = over.menu.items[1].value
    assert value is not None and value() == "WA 7"


def test_a_result_is_signed_with_a_mouse(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    end_game(services, monkeypatch)
    act(services, Action.MENU_DOWN, Action.MENU_ACCEPT)
    sign = services.screen
    assert isinstance(sign, SignScreen)
    sign.build(0.0, SIZE)

    def click(key: str) -> None:
        row = next(number for number, keys in enumerate(sign.grid) if key in keys)
        left, bottom, width, height = sign.box(row, sign.grid[row].index(key))
        scale = SIZE[1] / 1080.0
        services.devices.point((left + width / 2) * scale, (bottom + height / 2) * scale)
        sign.update(0.0, [Action.MENU_CLICK])

    for key in ("Z", "0", "delete", "!"):
        click(key)
    assert sign.text == "Z!"
    click("done")
    assert services.scores.last_name == "Z!"


def test_who_leaves_the_results_is_asked_for_a_name_once(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    end_game(services, monkeypatch)
    assert act(services, Action.MENU_BACK) == "sign"
    assert act(services, Action.MENU_BACK) == "game over"
    assert act(services, Action.MENU_BACK) == "title"


def test_who_has_signed_is_not_asked(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    end_game(services, monkeypatch)
    act(services, Action.MENU_BACK)
    for source in ("key:W", "key:ENTER"):
        services.devices.press("keyboard", source)
        services.devices.release("keyboard", source)
        assert services.screen is not None
        services.screen.update(0.0, services.controls.take_events())
    assert services.screen is not None and services.screen.name == "game over"
    assert act(services, Action.MENU_BACK) == "title"


def test_the_results_lead_to_their_row(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    services.scores.add(Result(Board("campaign"), 9, 1, 9, 9))
    over = end_game(services, monkeypatch)
    go = over.menu.items[2].activate
    assert go is not None
    go()
    screen = services.screen
    assert isinstance(screen, ListScreen)
    screen.update(0.0, [])
    assert screen.status()["page"] == "Endless, normal"
    assert act(services, Action.MENU_ACCEPT) == "replay"
    assert isinstance(services.screen, ReplayScreen) and services.screen.playback.ticks == TICKS
    assert act(services, Action.MENU_BACK, Action.MENU_BACK) == "game over"


def test_a_result_that_is_not_kept_is_not_signed(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    for score in range(1000, 1000 + ROWS):
        services.scores.add(Result(Board("endless"), score, 1, 9, 9))
    assert labels(end_game(services, monkeypatch)) == ["Fly again", "Scores", "Challenge", "To title"]


def test_an_old_result_finds_its_recording_by_seed_and_length(services: Services) -> None:
    folder = paths.replays_folder()
    wanted, _ = record("20260101-000000-3"), record("20260101-000001-31", seed=31)
    assert find_proof(Result(Board("endless"), 5, 1, TICKS, 3), folder) == wanted
    assert find_proof(Result(Board("endless"), 5, 1, TICKS + 1, 3), folder) is None
    assert find_proof(Result(Board("endless"), 5, 1, TICKS, 3, replay="../scores.sqlite3"), folder) is None


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600), (2560, 1080)])
def test_columns_of_long_rows_stay_apart(services: Services, size: tuple[int, int]) -> None:
    board = Board("campaign", "normal", 4, "Some Long Name 01234567")
    services.scores.add(
        Result(board, 999_999_999, 99, 60 * 60 * 99, 1, True, "W" * NAME_LETTERS, "20300102-030405-7.replay")
    )
    folder = paths.replays_folder()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "long.replay").write_bytes(b"none at all")
    record("cut").write_bytes((folder / "cut.replay").read_bytes()[:-9])
    for name in ("tables", "replays"):
        screen = open_list(services, name)
        overlay = Overlay(size[0] / size[1])
        place = screen.place(overlay.width)
        assert place.x >= 0.0 and place.x + place.width <= overlay.width
        page = screen._pages[0] if screen._pages else None  # pyright: ignore[reportPrivateUsage]
        assert page is not None
        for cells in (*(row.cells for row in page.rows), [column.heading for column in screen.columns]):
            spans = [
                span_of(overlay, screen._column_x(place, column), column.anchor, cell)  # pyright: ignore[reportPrivateUsage]
                for column, cell in zip(screen.columns, cells, strict=True)
                if cell
            ]
            assert all(left[1] + 6.0 < right[0] for left, right in pairwise(spans)), (cells, spans)
            assert spans[0][0] >= place.x and spans[-1][1] <= place.x + place.width
        services.go(screen._parent)  # pyright: ignore[reportPrivateUsage]


def span_of(overlay: Overlay, x: float, anchor: str, text: str) -> tuple[float, float]:
    width = overlay.text_width(text, TEXT_SIZE)
    return (x - width, x) if anchor == "right" else (x, x + width)
