"""The gallery paints what it is asked for, and says what it does not know."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--scenes", "nope"], "'nope' is not known"),
        (["--qualities", "nope"], "'nope' is not known"),
        (["--size", "nope"], "is not WIDTHxHEIGHT"),
    ],
)
def test_what_it_does_not_know_is_told(words: list[str], said: str, gallery: Any) -> None:
    with pytest.raises(SystemExit) as ended:
        gallery.main(words)
    assert said in str(ended.value.code)
