"""Outputs go where nothing is yet, or nowhere."""

from pathlib import Path

import pytest

from arena.commands import CommandError
from arena.commands.outputs import new_file, new_folder


def test_a_new_file_is_free_to_make(tmp_path: Path) -> None:
    path = new_file(str(tmp_path / "a b ü.PNG"), ".png")
    assert path == tmp_path / "a b ü.PNG"
    assert not path.exists()


def test_a_dangling_link_counts_as_there(tmp_path: Path) -> None:
    (tmp_path / "link.png").symlink_to(tmp_path / "nowhere")
    with pytest.raises(CommandError, match="is left alone"):
        new_file(str(tmp_path / "link.png"), ".png")


def test_the_default_folder_takes_the_first_free_number(tmp_path: Path) -> None:
    default = str(tmp_path / "results")
    made = [new_folder(None, default).name for _ in range(3)]
    assert made == ["results", "results-2", "results-3"]


def test_a_named_folder_may_be_there_if_it_is_empty(tmp_path: Path) -> None:
    assert new_folder(str(tmp_path / "deep" / "er"), "unused") == tmp_path / "deep" / "er"
    assert new_folder(str(tmp_path / "deep" / "er"), "unused").is_dir()
    with pytest.raises(CommandError, match="not empty"):
        new_folder(str(tmp_path / "deep"), "unused")


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="cannot make the folder"):
        new_folder(str(tmp_path / ("x" * 300)), "unused")
