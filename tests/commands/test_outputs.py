"""Outputs go where nothing is yet, or nowhere."""

from pathlib import Path

import pytest

from arena.commands import CommandError
from arena.commands.outputs import new_file, new_folder, write_output
from tests.full_disk import full_disk


def test_a_new_file_is_free_to_make_and_a_dangling_link_counts_as_there(tmp_path: Path) -> None:
    path = new_file(str(tmp_path / "a b ü.PNG"), ".png")
    assert path == tmp_path / "a b ü.PNG" and not path.exists()
    (tmp_path / "link.png").symlink_to(tmp_path / "nowhere")
    with pytest.raises(CommandError, match="is left alone"):
        new_file(str(tmp_path / "link.png"), ".png")


def test_the_default_folder_takes_the_first_free_number(tmp_path: Path) -> None:
    default = str(tmp_path / "results")
    made = [new_folder(None, default).name for _ in range(3)]
    assert made == ["results", "results-2", "results-3"]


def test_a_named_folder_may_be_there_if_it_is_empty(tmp_path: Path) -> None:
    for _ in range(2):
        assert new_folder(str(tmp_path / "deep" / "er"), "unused") == tmp_path / "deep" / "er"
    for name, told in (("deep", "not empty"), ("x" * 300, "cannot make the folder")):
        with pytest.raises(CommandError, match=told):
            new_folder(str(tmp_path / name), "unused")


def test_a_full_disk_leaves_no_folder_and_no_file(tmp_path: Path) -> None:
    with full_disk(), pytest.raises(CommandError, match="cannot write"):
        new_folder(str(tmp_path / "results"), "unused")
    with full_disk(100), pytest.raises(CommandError, match="cannot write") as refused:
        write_output(tmp_path / "picture.png", bytes(1000))
    assert refused.value.exit_code == CommandError.FAILED
    assert list(tmp_path.iterdir()) == []


def test_an_output_never_takes_the_place_of_a_file_that_came_meanwhile(tmp_path: Path) -> None:
    path = new_file(str(tmp_path / "picture.png"), ".png")
    path.write_bytes(b"mine")
    with pytest.raises(CommandError, match="File exists"):
        write_output(path, b"other")
    assert path.read_bytes() == b"mine"
