"""The gallery paints what it is asked for, and says what it does not know."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"


@pytest.fixture(scope="module")
def gallery() -> Iterator[Any]:
    """The script as a module."""
    path = list(sys.path)
    sys.path.insert(0, str(SCRIPTS))
    yield importlib.import_module("gallery")
    sys.path[:] = path


@pytest.mark.gl
def test_a_row_for_each_scene_and_a_column_for_each_quality(gallery: Any, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    gallery.main(
        ["--scenes", "calm", "--qualities", "low,medium", "--size", "160x90", "--output", str(sheet)]
    )
    with Image.open(sheet) as picture:
        assert picture.size == (320, 90 + gallery.CAPTION)
        assert len(picture.convert("RGB").getcolors(1 << 20) or []) > 100


@pytest.mark.gl
def test_a_column_for_each_kind_of_eyes(gallery: Any, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.png"
    eyes = "standard,grey,tritanopia"
    gallery.main(
        ["--scenes", "calm", "--qualities", "low", "--eyes", eyes, "--size", "160x90", "--output", str(sheet)]
    )
    with Image.open(sheet) as picture:
        colored, grey, blind = (
            np.asarray(picture.convert("RGB").crop((left, 0, left + 160, 90))).astype(int)
            for left in (0, 160, 320)
        )
    assert np.ptp(grey, axis=2).max() == 0
    assert np.ptp(colored, axis=2).max() > 60
    assert np.abs(blind - colored).max() > 60


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--scenes", "nope"], "'nope' is not known"),
        (["--qualities", "nope"], "'nope' is not known"),
        (["--eyes", "nope"], "'nope' is not known"),
        (["--size", "nope"], "is not WIDTHxHEIGHT"),
    ],
)
def test_what_it_does_not_know_is_told(words: list[str], said: str, gallery: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        gallery.main(words)
    assert said in str(ended.value.code)
