"""The gallery paints what it is asked for, and says what it does not know."""

import sys
from contextlib import redirect_stdout
from io import StringIO
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from arena.cli import main
from tests.scripts.conftest import Refused


@pytest.mark.gl
@pytest.mark.slow
@pytest.mark.usefixtures("small_planet")
def test_one_shot_of_a_scene_is_seen_with_and_without_color(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Drawn by the command that it starts, in this process, whose planets are small."""

    def shoot(command: list[str], **_: Any) -> SimpleNamespace:
        assert command[:4] == [sys.executable, "-P", "-m", "arena"]
        with redirect_stdout(StringIO()) as told:
            return SimpleNamespace(returncode=main(command[4:]), stdout=told.getvalue(), stderr="")

    monkeypatch.setattr(script.subprocess, "run", shoot)
    sheet = tmp_path / "sheet.png"
    words = ["--scenes", "cast", "--qualities", "low", "--eyes", "standard,grey", "--size", "160x90"]
    script.main([*words, "--output", str(sheet)])
    with Image.open(sheet) as picture:
        assert picture.size == (320, 90 + script.CAPTION)
        colored, grey = (
            np.asarray(picture.convert("RGB").crop((left, 0, left + 160, 90))).astype(int)
            for left in (0, 160)
        )
    assert np.ptp(grey, axis=2).max() == 0
    assert np.ptp(colored, axis=2).max() > 60
    assert len(np.unique(colored.reshape(-1, 3), axis=0)) > 100


def test_a_row_for_each_scene_and_a_column_for_each_quality_and_kind_of_eyes(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With pictures of one color instead of scenes: each lands in its cell, as its eyes see it."""
    shots: list[tuple[str, str, str]] = []

    def shoot(command: list[str], **_: Any) -> SimpleNamespace:
        flags = dict(zip(command[5:-2:2], command[6:-2:2], strict=True))
        shots.append((flags["--scene"], flags["--quality"], flags["--colors"]))
        color = (200, 30 * len(shots), 0)
        Image.new("RGB", script.picture_size(flags["--size"]), color).save(flags["--output"])
        return SimpleNamespace(returncode=0, stdout='{"draw_calls": 7}', stderr="")

    script.shoot.cache_clear()
    monkeypatch.setattr(script.subprocess, "run", shoot)
    sheet = tmp_path / "sheet.png"
    eyes = ("standard", "grey", "tritanopia")
    words = ["--scenes", "calm,cast", "--qualities", "low,medium", "--size", "64x36"]
    script.main([*words, "--eyes", ",".join(eyes), "--output", str(sheet)])
    script.shoot.cache_clear()
    asked = product(("calm", "cast"), ("low", "medium"), ("standard", "tritanopia"))
    assert shots == list(asked), "the eyes without color see the picture of the standard ones"
    with Image.open(sheet) as picture:
        pixels = np.asarray(picture.convert("RGB"))
    height = 36 + script.CAPTION
    assert pixels.shape == (2 * height, 6 * 64, 3)
    for number, (row, quality, seen) in enumerate(product(range(2), range(2), range(3))):
        shot = 1 + number // 3 * 2 + (seen == 2)
        painted = np.array([[[200, 30 * shot, 0]]], np.uint8)
        found = pixels[row * height + 18, (3 * quality + seen) * 64 + 32]
        assert np.array_equal(found, script.as_seen(painted, eyes[seen])[0, 0])


@pytest.mark.parametrize("flag", ["--scenes", "--qualities", "--eyes", "--size"])
def test_what_it_does_not_know_is_told(flag: str, refused: Refused) -> None:
    assert ("is not WIDTHxHEIGHT" if flag == "--size" else "'nope' is not known") in refused([flag, "nope"])
