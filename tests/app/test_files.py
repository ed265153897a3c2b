"""Pictures never overwrite; recordings keep the last twenty."""

import os
from datetime import datetime
from pathlib import Path

import numpy as np
from PIL import Image

from arena.app.pictures import save_picture
from arena.app.recordings import KEPT, SUFFIX, new_recording

STAMP = datetime(2030, 1, 2, 3, 4, 5)


def test_pictures_of_the_same_second_get_names_of_their_own(tmp_path: Path) -> None:
    folder = tmp_path / "Bilder ü" / "Arena"
    for shade in (10, 20, 30):
        save_picture(np.full((4, 6, 3), shade, np.uint8), folder, STAMP)
    names = ("arena-20300102-030405.png", "arena-20300102-030405-2.png", "arena-20300102-030405-3.png")
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)
    for name, shade in zip(names, (10, 20, 30), strict=True):
        with Image.open(folder / name) as picture:
            assert picture.size == (6, 4)
            assert picture.getpixel((0, 0)) == (shade, shade, shade)


def test_the_last_recordings_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "replays"
    for seed in range(KEPT + 5):
        path = new_recording(folder, STAMP, seed)
        path.write_bytes(b"x")
        os.utime(path, ns=(seed, seed))
    kept = {path.name for path in folder.iterdir()}
    assert kept == {f"20300102-030405-{seed}{SUFFIX}" for seed in range(5, KEPT + 5)}


def test_a_recording_never_takes_a_name_that_exists(tmp_path: Path) -> None:
    first = new_recording(tmp_path, STAMP, 7)
    first.write_bytes(b"x")
    second = new_recording(tmp_path, STAMP, 7)
    assert second != first and not second.exists()


def test_other_files_in_the_folder_are_left_alone(tmp_path: Path) -> None:
    for number in range(KEPT + 5):
        (tmp_path / f"note{number}.txt").write_text("mine")
    new_recording(tmp_path, STAMP, 1)
    assert len(list(tmp_path.iterdir())) == KEPT + 5
