"""Pictures of README and guide come from scenes that there are, and strips show a part of each."""

from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from arena.commands.scenes import SCENES
from tests.modules import PAGES


def test_scenes_exist_and_each_picture_is_shown(script: Any) -> None:
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    for name, sheet in script.SHEETS.items():
        assert set(sheet.scenes) <= set(SCENES)
        assert f"pictures/{name}.jpg)" in pages


def test_a_strip_shows_the_same_part_of_each_scene(
    script: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    colors = dict(zip(script.SHEETS["worlds"].scenes, ("red", "lime", "blue", "white", "gray"), strict=True))

    def shoot(scene: str, *_: str) -> tuple[Image.Image, int]:
        return Image.new("RGB", script.SIZE, colors[scene]), 1

    monkeypatch.setattr(script, "shoot", shoot)
    script.main(["--only", "worlds", "--output", str(tmp_path)])
    with Image.open(tmp_path / "worlds.jpg") as strip:
        assert strip.size == (script.SIZE[0], script.HEIGHT)
        seen = [strip.convert("RGB").getpixel((160 + 320 * k, 40)) for k in range(5)]
    assert [max(pixel) > 120 for pixel in seen] == [True] * 5  # pyright: ignore[reportArgumentType]
    assert len(set(seen)) == 5


def test_a_picture_that_is_not_there_is_named(script: Any) -> None:
    with pytest.raises(SystemExit, match="no picture 'nowhere'; there is title"):
        script.main(["--only", "nowhere"])
