"""Progress is kept: through saves, damage, and two games at once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event, current_thread, main_thread

import pytest

from arena.app.storage import files
from arena.app.storage.progress import (
    CampaignProgress,
    Reached,
    WorldProgress,
    format_progress,
    load_progress,
    parse_progress,
    save_progress,
)


def test_the_first_world_is_open_and_a_win_opens_the_next() -> None:
    progress = CampaignProgress()
    assert [progress.is_open(world) for world in (1, 2)] == [True, False]
    progress.note(1, 4)
    assert not progress.is_open(2)
    progress.note(1, 6, "easy")
    progress.note(1, 2)
    assert progress.is_open(2) and not progress.is_open(3)
    assert (progress.worlds[1].phases, progress.worlds[1].finished) == (6, {"easy"})
    progress.note(5, 6, "hard")
    assert set(progress.worlds) == {1, 2, 5}


def test_what_is_new_is_told_once() -> None:
    progress = CampaignProgress()
    assert progress.note(1, 4) == Reached(phases=4)
    assert progress.note(1, 4) == progress.note(1, 2) == Reached()
    assert progress.note(1, 6, "easy") == Reached(2, "easy", 6)
    assert progress.note(1, 6, "easy") == Reached()
    assert progress.note(1, 6, "hard") == Reached(won_on="hard")
    assert progress.note(5, 6, "hard") == Reached(0, "hard", 6), "there is no world behind the last"


def test_it_is_read_back_as_it_was_saved(tmp_path: Path) -> None:
    path = tmp_path / "new" / "progress.toml"
    progress = CampaignProgress()
    progress.note(1, 6, "hard")
    progress.note(2, 3)
    assert save_progress(progress, path) == ""
    assert load_progress(path) == (progress, "")


def test_two_games_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "progress.toml"
    first, second = load_progress(path)[0], load_progress(path)[0]
    first.note(1, 6, "normal")
    second.note(1, 3)
    first.note_medal("duel", "gold")
    second.note_medal("duel", "bronze")
    second.note_medal("ram", "bronze")
    save_progress(first, path)
    save_progress(second, path)
    found, _ = load_progress(path)
    assert found.is_open(2)
    assert found.worlds[1].phases == 6
    assert found.medals == {"duel": "gold", "ram": "bronze"}


def test_medals_are_joined_and_none_is_ever_lost(tmp_path: Path) -> None:
    path = tmp_path / "progress.toml"
    first, second = load_progress(path)[0], load_progress(path)[0]
    assert first.note(1, 2, "", (1, 4)).medals == 2
    assert second.note(1, 3, "", (3, 0, 2)).medals == 3
    assert second.note(1, 3, "", (2, 4, 2)).medals == 1
    save_progress(first, path)
    save_progress(second, path)
    assert load_progress(path)[0].worlds[1].medals == (3, 4, 2)


def test_a_game_that_ends_while_another_is_taken_in_loses_nothing() -> None:
    """The other thread is at the medals of a world, and stays there until the game has ended, or waits."""
    progress, inside, ended = CampaignProgress(), Event(), Event()

    class Medals(tuple[int, ...]):
        def __iter__(self) -> Iterator[int]:
            if current_thread() is not main_thread():
                inside.set()
                ended.wait(0.3)
            return super().__iter__()

    progress.worlds[1].medals = Medals((1,))
    theirs = CampaignProgress({1: WorldProgress(2, medals=(4,))})
    with ThreadPoolExecutor(1) as pool:
        other = pool.submit(progress.take_in, theirs)
        assert inside.wait(10.0)
        progress.note(1, 3, medals=(2,))
        ended.set()
        other.result()
    assert progress == CampaignProgress({1: WorldProgress(3, medals=(7,))})


def test_a_file_without_medals_is_read() -> None:
    progress = parse_progress(b"version = 1\n[world.1]\nphases = 2\n")
    assert (progress.worlds[1].phases, progress.worlds[1].medals) == (2, ())


BAD = [
    b"\xff\xfe", b"version = 1\n[world", b"version = 2", b"version = true", b"", b"#" * 10_000,
    b"version = 1\nworld = 3",
    b"version = 1\n[world.6]\nphases = 1", b"version = 1\n[world.1]\nphases = 99",
    b"version = 1\n[world.1]\nphases = true", b'version = 1\n[world.1]\nfinished = ["brutal"]',
    b"version = 1\n[world.1]\nfinished = [[]]", b"version = 1\n[world.1]\nmedals = [8]",
    b"version = 1\n[world.1]\nmedals = 3", b"version = 1\n[world.1]\nmedals = [true]",
    b"version = 1\nx = " + b"[" * 900,
]  # fmt: skip


@pytest.mark.parametrize("data", BAD)
def test_a_file_that_is_none_is_kept_aside_and_told(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "progress.toml"
    path.write_bytes(data)
    progress, problem = load_progress(path)
    assert progress == CampaignProgress()
    assert problem.startswith("Progress: ") and problem.endswith("kept as progress.toml.bad")
    assert problem.isprintable() and len(problem) < 250
    assert (tmp_path / "progress.toml.bad").read_bytes() == data
    assert load_progress(path) == (CampaignProgress(), "")


def test_where_nothing_can_be_written_it_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    assert "not saved" in save_progress(CampaignProgress(), tmp_path / "file" / "progress.toml")


def test_a_file_that_cannot_be_read_is_told_and_not_written_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its content would be lost: nobody took it over."""
    path = tmp_path / "progress.toml"
    progress = CampaignProgress()
    progress.note_medal("duel", "gold")
    save_progress(progress, path)

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(files, "read_start", refuse)
        assert load_progress(path) == (CampaignProgress(), "Progress not read: Permission denied")
        assert capsys.readouterr().err == "Progress not read: Permission denied\n", "commands show no notices"
        assert save_progress(CampaignProgress(), path) == "Progress not saved: Permission denied"
    assert load_progress(path) == (progress, "")


def test_what_is_written_is_what_is_documented() -> None:
    progress = CampaignProgress()
    progress.note(1, 6, "normal", (1, 0, 7))
    progress.note_medal("duel", "silver")
    assert format_progress(progress).decode() == (
        'version = 1\n\n[world.1]\nphases = 6\nfinished = [\n    "normal",\n]\n'
        "medals = [\n    1,\n    0,\n    7,\n]\n\n"
        '[world.2]\nphases = 0\nfinished = []\nmedals = []\n\n[trial]\nduel = "silver"\n'
    )
    assert parse_progress(format_progress(progress)) == progress


def test_a_medal_is_new_once_and_brings_the_lower_ones() -> None:
    progress = CampaignProgress()
    assert progress.note_medal("duel", "silver") == Reached(medal="silver")
    assert progress.note_medal("duel", "silver") == progress.note_medal("duel", "bronze") == Reached()
    assert progress.won("duel") == ("bronze", "silver") and progress.won("ram") == ()
    assert progress.medal_count == 2
    assert progress.note_medal("duel", "expert") == Reached(medal="expert")
    assert progress.medal_count == 4


def test_medals_are_counted_while_those_of_another_game_come_in() -> None:
    """The disk thread takes them in while a screen counts."""

    class Counted(CampaignProgress):
        def won(self, trial: str) -> tuple[str, ...]:
            self.medals.setdefault("ram", "bronze")
            return super().won(trial)

    progress = Counted(medals={"duel": "gold"})
    assert progress.medal_count == 3 and progress.medal_count == 4


def test_medals_open_hulls_at_the_numbers_of_their_rows() -> None:
    progress, opened = CampaignProgress(), dict[int, tuple[str, ...]]()
    assert progress.open_hulls == ("standard",)
    for trial in range(50):
        if hulls := progress.note_medal(f"trial_{trial}", "bronze").hulls:
            opened[progress.medal_count] = hulls
    assert opened == {8: ("dart",), 20: ("bulwark",), 40: ("comet",)}
    assert progress.open_hulls == ("standard", "dart", "bulwark", "comet")
    assert CampaignProgress(medals={"a": "expert", "b": "silver"}).note_medal("b", "expert").hulls == (
        "dart",
    )


@pytest.mark.parametrize("table", ['duel = "lead"', "duel = 3", '"Du el" = "gold"', "duel = {}"])
def test_a_medal_that_is_none_is_refused(table: str) -> None:
    with pytest.raises(ValueError, match=r"^trial .*: expected one of bronze, silver, gold, expert$"):
        parse_progress(f"version = 1\n[trial]\n{table}\n".encode())
