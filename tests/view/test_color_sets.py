"""Colours stay apart for eyes that see only two of three.

Such eyes are simulated as `scripts/color_vision.py` says.
Distances are those of Oklab (Ottosson, 2020): 0.02 is about what can just be told apart side by side.
"""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue.boss_row import BOSSES
from arena.view.palette import COLOR_SETS, Palette, boss_paints, load_palette, player_color
from scripts.color_vision import EYES, LUMINANCE, linear, oklab

F64 = NDArray[np.float64]
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
"""Colours of players, their fire and pickups; and enemies' bullets, which must differ from their ships."""
LEAST, DARKEST = 0.10, 0.15
"""Distance in Oklab, and relative luminance."""
LEAST_CREW = 0.07
"""Distance of players, who share a shape that nobody else has, and are named where there are several."""
LEAST_TEAMS, LEAST_OWN = 0.085, 0.15
"""Distance of any friend from what is hostile, and of one's own ship."""
LEAST_SIGNAL, LEAST_DRONE = 0.09, 0.12
"""Distance of what warns, and of shields, from what is to be welcome; and of drones from what warns."""
LEAST_MINE, LEAST_MINE_SHOT = 0.068, 0.145
"""Distance of mines from other enemies, whose shapes are others, and from the bullets that they lie among."""
LEAST_BOSS_SHOT = 0.10
"""Distance of bullets from the hulls and parts that they are fired from."""
LEAST_CHARGE = 0.075
"""Distance of bullets from what announces charges and landings: that is no shot."""
LEAST_HUE = 0.065
"""Distance of the accents of what is hostile from grey: hulls are grey."""
WELCOME = ("player", "companion", "player_bullet", "health", "boost", "score", "shard")
WORLDS = ("terra", "rime", "forge", "squall", "umbra")


Lab = Callable[[str], F64]
"""Colour of a name as some eyes see it in Oklab."""


def away(one: F64, *others: F64) -> float:
    """Least distance of a colour from others."""
    return min(float(np.linalg.norm(one - other)) for other in others)


@pytest.fixture(params=COLOR_SETS)
def colors(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture
def palette(colors: str) -> Palette:
    return load_palette("terra", colors)


@pytest.fixture
def lab(palette: Palette, colors: str) -> Lab:
    return lambda name: oklab(EYES[colors] @ linear(palette.roles[name]))


@pytest.fixture
def boss_labs(palette: Palette, colors: str) -> list[list[F64]]:
    """Hull and parts of each boss."""
    paints = boss_paints(palette).astype(float)
    return [[oklab(EYES[colors] @ linear(tuple(color))) for color in pair] for pair in paints]


def test_what_is_hostile_and_who_plays_stay_apart(lab: Lab) -> None:
    apart = {
        (one, other): away(lab(one), lab(other))
        for one, other in combinations(APART, 2)
        if frozenset((one, other)) not in LARGE
    }
    assert {pair: distance for pair, distance in apart.items() if distance < LEAST} == {}


def test_bosses_have_colours_of_their_own(palette: Palette, lab: Lab, boss_labs: list[list[F64]]) -> None:
    """Neither hulls nor parts look like what one fires or picks up, nor parts like the hull they stand on.

    Bullets, which begin there, stand out from both.
    """
    friendly = [lab(name) for name in OURS]
    paints = boss_paints(palette).astype(float)
    for boss, pair, seen in zip(BOSSES, paints, boss_labs, strict=True):
        assert min(away(color, *friendly) for color in seen) > LEAST, boss
        assert away(*seen) > LEAST, boss
        assert min(linear(tuple(color)) @ LUMINANCE for color in pair) > DARKEST, boss
        assert away(lab("enemy_bullet"), *seen) > LEAST_BOSS_SHOT, boss


def test_nothing_hostile_has_the_hue_of_ones_own_ship_for_eyes_that_see_two_hues() -> None:
    """Without blue cones that is teal, and all else is red: green and violet would be teal."""
    palette, eyes = load_palette("terra", "tritanopia"), EYES["tritanopia"]
    own = oklab(eyes @ linear(palette.player))[1:]
    hostile = ("drone", "gunner", "lancer", "weaver", "miner", "mine", "stalker", "carrier")
    paints = [palette.roles[name] for name in hostile]
    paints += [tuple(paint) for paint in boss_paints(palette).astype(float).reshape(-1, 3)]
    assert max(oklab(eyes @ linear(paint))[1:] @ own for paint in paints) < 0.0


def test_no_two_bosses_look_alike() -> None:
    hulls = [oklab(linear(tuple(color))) for color in boss_paints(load_palette("terra"))[:, 0].astype(float)]
    assert min(away(one, other) for one, other in combinations(hulls, 2)) > LEAST


def test_nothing_hostile_is_dark_or_without_a_hue(palette: Palette, lab: Lab) -> None:
    """Grey it would look like any hull, whatever colour it is given."""
    for name in APART:
        assert linear(palette.roles[name]) @ np.array(LUMINANCE) > DARKEST, name
        assert name == "player" or np.linalg.norm(lab(name)[1:]) >= LEAST_HUE, name


def test_players_can_tell_themselves_apart_and_from_what_is_hostile(
    palette: Palette, colors: str, lab: Lab
) -> None:
    """Friend and foe are farther apart than foes."""
    crew = [oklab(EYES[colors] @ linear(player_color(palette, slot))) for slot in range(4)]
    foes = [lab(name) for name in APART if name != "player"]
    assert all(away(own, *foes, *crew[:number]) > LEAST_CREW for number, own in enumerate(crew))
    for name in ("player", "player_2", "player_3", "player_4", "companion"):
        assert away(lab(name), *foes) > (LEAST_OWN if name == "player" else LEAST_TEAMS), name


def test_mines_bullets_and_announced_charges_are_no_hue_of_one_another(palette: Palette, lab: Lab) -> None:
    mine, shot = lab("mine"), lab("enemy_bullet")
    assert [name for name in APART if away(mine, lab(name)) < LEAST_MINE] == []
    assert away(mine, lab("player"), lab("companion")) > LEAST
    assert away(mine, shot) > LEAST_MINE_SHOT
    assert away(shot, lab("warning"), lab("lancer")) > LEAST_CHARGE
    assert linear(palette.mine) @ LUMINANCE > DARKEST


def test_who_charges_is_of_another_hue_than_ones_own_ship_or_far_darker(lab: Lab) -> None:
    """Its lane ends there, and would be taken for one's own fire."""
    charge, own = lab("lancer"), lab("player")
    assert charge[1:] @ own[1:] < 0.0 or own[0] - charge[0] > 2.0 * LEAST_OWN


def test_drones_are_not_of_the_matriarchs_colours(palette: Palette, lab: Lab) -> None:
    """She launches them: they begin upon her hull. Her parts are brighter, which eyes without colour see."""
    assert away(lab("drone"), lab("matriarch"), lab("matriarch_parts")) > 0.09
    hull, parts = oklab(linear(palette.roles["matriarch"])), oklab(linear(palette.roles["matriarch_parts"]))
    assert parts[0] - hull[0] > LEAST


def test_warnings_and_shields_look_like_nothing_welcome(lab: Lab, colors: str) -> None:
    signs = warning, shield, shot = lab("warning"), lab("shield"), lab("enemy_bullet")
    for name in WELCOME:
        assert away(lab(name), *signs) > LEAST_SIGNAL, name
    assert away(shield, warning, shot) > LEAST_SIGNAL
    assert away(lab("drone"), warning, shot) > LEAST_DRONE, "they land in swarms"
    for world in WORLDS:
        there = load_palette(world, colors)
        one, lattice = (oklab(EYES[colors] @ linear(color)) for color in (there.shield, there.lattice))
        assert away(one, lattice) > LEAST_SIGNAL, world


def test_the_standard_colours_would_not_do() -> None:
    """Two kinds that such eyes cannot tell apart there are the reason for the other sets."""
    palette, eyes = load_palette("terra"), EYES["deuteranopia"]
    lancer, weaver = (oklab(eyes @ linear(palette.roles[name])) for name in ("lancer", "weaver"))
    assert np.linalg.norm(lancer - weaver) < LEAST / 2
