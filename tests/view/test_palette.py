"""Palettes name what is wrong with them."""

import pytest

from arena import resources
from arena.view.palette import COLOR_SETS, STANDARD, load_once, load_palette


def test_shipped_palettes_load() -> None:
    worlds = [file.stem for file in resources.path("assets/palettes/worlds").glob("*.toml")]
    assert len(worlds) == 5
    assert {file.stem for file in resources.path("assets/palettes/ships").glob("*.toml")} == set(COLOR_SETS)
    for world in worlds:
        for colors in COLOR_SETS:
            assert load_palette(world, colors).sun != (0.0, 0.0, 0.0)


def test_a_set_is_laid_over_the_standard() -> None:
    assert load_palette("rime") is load_palette("rime", STANDARD), "it is compared as an object"
    plain, other = load_palette("rime"), load_palette("rime", "tritanopia")
    assert (plain.ocean, plain.text, plain.player) == (other.ocean, other.text, other.player)
    assert plain.roles["miner"] != other.roles["miner"]


@pytest.mark.parametrize(
    ("file", "change", "message"),
    [
        ("worlds/terra", ("ocean = [", "sea = ["), "ocean: missing|sea: unknown"),
        ("worlds/terra", ("ocean = [", "drone = ["), "drone: unknown|ocean: missing"),
        (
            "ships/standard",
            ("player = [0.36, 0.92, 1.0]", 'player = "cyan"'),
            "player: expected three numbers, got 'cyan'",
        ),
        (
            "ships/standard",
            ("boost = [0.86, 0.90, 1.0]", "boost = [0.86, 0.90]"),
            "boost: expected three numbers",
        ),
        ("ships/protanopia", ("drone = [", "ocean = ["), "ocean: unknown"),
        ("worlds/terra", ("glint =", "shine ="), r"scenery\.(glint: missing|shine: unknown)"),
        ("worlds/terra", ('ground = "earth"', "ground = 1"), r"scenery\.ground: expected str, got 1"),
        ("worlds/terra", ('"station"', '"stable"'), r"scenery\.landmarks 2\.kind: got 'stable'"),
    ],
)
def test_errors_name_file_and_key(
    file: str, change: tuple[str, str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = f"assets/palettes/{file}.toml"
    plain = resources.text
    assert change[0] in plain(wrong)
    monkeypatch.setattr(
        resources, "text", lambda name: plain(name).replace(*change) if name == wrong else plain(name)
    )
    with pytest.raises(ValueError, match=rf"{wrong}: ({message})"):
        load_once.__wrapped__("terra", "protanopia")
