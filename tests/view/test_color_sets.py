"""Colours stay apart for eyes that see only two of three.

Such eyes are simulated after Machado, Oliveira & Fernandes (2009), at full severity.
Distances are those of Oklab (Ottosson, 2020): 0.02 is about what can just be told apart side by side.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.boss_tuning import BOSSES as TUNED
from arena.view.palette import BOSSES, COLOR_SETS, STANDARD, boss_paints, load_palette, player_color

F64 = NDArray[np.float64]
SEEN: dict[str, list[list[float]]] = {
    STANDARD: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "protanopia": [
        [0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998],
    ],
    "deuteranopia": [
        [0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881],
    ],
    "tritanopia": [
        [1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900],
    ],
}  # fmt: skip
"""What such eyes make of linear red, green and blue."""
LMS = np.array(
    [[0.4122214708, 0.5363325363, 0.0514459929], [0.2119034982, 0.6806995451, 0.1073969566],
     [0.0883024619, 0.2817188376, 0.6299787005]]
)  # fmt: skip
LAB = np.array(
    [[0.2104542553, 0.7936177850, -0.0040720468], [1.9779984951, -2.4285922050, 0.4505937099],
     [0.0259040371, 0.7827717662, -0.8086757660]]
)  # fmt: skip
APART = (
    "drone",
    "gunner",
    "lancer",
    "weaver",
    "miner",
    "stalker",
    "carrier",
    "boss",
    "enemy_bullet",
    "player",
)
LARGE = {frozenset(pair) for pair in (("boss", "drone"), ("boss", "carrier"))}
"""Nobody takes these for each other, by their size."""
OURS = (
    *("player", "player_2", "player_3", "player_4", "player_bullet", "scatter", "lance", "boost", "health"),
    *("score", "enemy_bullet"),
)
"""What players are, fire and pick up; and enemies' bullets, which must stand out from who fires them."""
LEAST, DARKEST = 0.10, 0.15
"""Distance in Oklab, and relative luminance."""
LEAST_CREW = 0.07
"""Distance of players, who share a shape that nobody else has, and are named where there are several."""


def linear(color: tuple[float, float, float]) -> F64:
    shares = np.asarray(color, np.float64)
    return np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)


def oklab(light: F64) -> F64:
    return LAB @ np.cbrt(LMS @ np.clip(light, 0.0, 1.0))


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_what_is_hostile_and_who_plays_stay_apart(colors: str) -> None:
    palette, eyes = load_palette("terra", colors), np.array(SEEN[colors])
    places = {name: oklab(eyes @ linear(getattr(palette, name))) for name in APART}
    close = {
        (one, other): round(float(np.linalg.norm(places[one] - places[other])), 3)
        for number, one in enumerate(APART)
        for other in APART[:number]
        if frozenset((one, other)) not in LARGE
    }
    assert {pair: distance for pair, distance in close.items() if distance < LEAST} == {}


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_bosses_have_colours_of_their_own(colors: str) -> None:
    """Neither hulls nor parts look like what one fires or picks up, nor parts like the hull they stand on."""
    palette, eyes = load_palette("terra", colors), np.array(SEEN[colors])
    friendly = [oklab(eyes @ linear(getattr(palette, name))) for name in OURS]
    for boss, pair in zip(BOSSES, boss_paints(palette).astype(float), strict=True):
        hull, parts = (oklab(eyes @ linear(tuple(color))) for color in pair)
        assert min(np.linalg.norm(color - other) for color in (hull, parts) for other in friendly) > LEAST
        assert np.linalg.norm(hull - parts) > LEAST, boss
        assert min(linear(tuple(color)) @ [0.2126, 0.7152, 0.0722] for color in pair) > DARKEST, boss


def test_no_two_bosses_look_alike() -> None:
    hulls = [oklab(linear(tuple(color))) for color in boss_paints(load_palette("terra"))[:, 0].astype(float)]
    for number, one in enumerate(hulls):
        assert all(np.linalg.norm(one - other) > LEAST for other in hulls[:number]), BOSSES[number]


def test_bosses_are_named_as_they_are() -> None:
    assert [name.upper() for name in BOSSES] == [boss.name for boss in TUNED]


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_nothing_hostile_is_dark(colors: str) -> None:
    palette = load_palette("terra", colors)
    for name in APART:
        assert linear(getattr(palette, name)) @ np.array([0.2126, 0.7152, 0.0722]) > DARKEST, name


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_players_can_tell_themselves_apart_and_from_what_is_hostile(colors: str) -> None:
    palette, eyes = load_palette("terra", colors), np.array(SEEN[colors])
    crew = [oklab(eyes @ linear(player_color(palette, slot))) for slot in range(4)]
    others = [oklab(eyes @ linear(getattr(palette, name))) for name in APART if name != "player"]
    for number, own in enumerate(crew):
        assert min(np.linalg.norm(own - other) for other in [*others, *crew[:number]]) > LEAST_CREW


def test_the_standard_colours_would_not_do() -> None:
    """Two kinds that such eyes cannot tell apart there are the reason for the other sets."""
    palette, eyes = load_palette("terra"), np.array(SEEN["deuteranopia"])
    lancer, weaver = (oklab(eyes @ linear(getattr(palette, name))) for name in ("lancer", "weaver"))
    assert np.linalg.norm(lancer - weaver) < LEAST / 2
