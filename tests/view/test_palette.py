"""Palettes name what is wrong with them."""

import pytest

from arena import resources
from arena.view.palette import load_palette


def test_shipped_palettes_load():
    for file in resources.path("assets/palettes").glob("*.toml"):
        assert load_palette(file.stem).sun != (0.0, 0.0, 0.0)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("ocean = [", "sea = ["), "ocean: missing|sea: unknown"),
        (("player = [0.36, 0.92, 1.0]", 'player = "cyan"'), "player: expected three numbers, got 'cyan'"),
        (("boost = [1.0, 0.80, 0.30]", "boost = [1.0, 0.80]"), "boost: expected three numbers"),
    ],
)
def test_errors_name_file_and_key(change: tuple[str, str], message: str, monkeypatch: pytest.MonkeyPatch):
    text = resources.text("assets/palettes/terra.toml")
    assert change[0] in text
    monkeypatch.setattr(resources, "text", lambda name: text.replace(*change))
    with pytest.raises(ValueError, match=rf"assets/palettes/odd.toml: ({message})"):
        load_palette("odd")
