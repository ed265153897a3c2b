"""Colours stay apart for eyes that see only two of three.

Such eyes are simulated as `scripts/color_vision.py` says.
Distances are those of Oklab (Ottosson, 2020): 0.02 is about what can just be told apart side by side.
"""

import numpy as np
import pytest
from numpy.typing import NDArray

from arena.catalogue.boss_row import BOSSES
from arena.view.palette import COLOR_SETS, boss_paints, load_palette, player_color
from scripts.color_vision import EYES, LUMINANCE, linear

F64 = NDArray[np.float64]
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
WELCOME = ("player", "companion", "player_bullet", "health", "boost", "score")
WORLDS = ("terra", "rime", "forge", "squall", "umbra")


def oklab(light: F64) -> F64:
    return LAB @ np.cbrt(LMS @ np.clip(light, 0.0, 1.0))


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_what_is_hostile_and_who_plays_stay_apart(colors: str) -> None:
    palette, eyes = load_palette("terra", colors), EYES[colors]
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
    palette, eyes = load_palette("terra", colors), EYES[colors]
    friendly = [oklab(eyes @ linear(getattr(palette, name))) for name in OURS]
    for boss, pair in zip(BOSSES, boss_paints(palette).astype(float), strict=True):
        hull, parts = (oklab(eyes @ linear(tuple(color))) for color in pair)
        assert min(np.linalg.norm(color - other) for color in (hull, parts) for other in friendly) > LEAST
        assert np.linalg.norm(hull - parts) > LEAST, boss
        assert min(linear(tuple(color)) @ LUMINANCE for color in pair) > DARKEST, boss


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_bullets_stand_out_from_bosses(colors: str) -> None:
    """They begin there."""
    palette, eyes = load_palette("terra", colors), EYES[colors]
    shot = oklab(eyes @ linear(palette.enemy_bullet))
    paints = boss_paints(palette).astype(float).reshape(-1, 3)
    assert (
        min(np.linalg.norm(oklab(eyes @ linear(tuple(paint))) - shot) for paint in paints) > LEAST_BOSS_SHOT
    )


def test_nothing_hostile_has_the_hue_of_ones_own_ship_for_eyes_that_see_two_hues() -> None:
    """Without blue cones that is teal, and all else is red: green and violet would be teal."""
    palette, eyes = load_palette("terra", "tritanopia"), EYES["tritanopia"]
    own = oklab(eyes @ linear(palette.player))[1:]
    hostile = ("drone", "gunner", "lancer", "weaver", "miner", "mine", "stalker", "carrier")
    paints = [getattr(palette, name) for name in hostile]
    paints += [tuple(paint) for paint in boss_paints(palette).astype(float).reshape(-1, 3)]
    assert max(oklab(eyes @ linear(paint))[1:] @ own for paint in paints) < 0.0


def test_no_two_bosses_look_alike() -> None:
    hulls = [oklab(linear(tuple(color))) for color in boss_paints(load_palette("terra"))[:, 0].astype(float)]
    for number, one in enumerate(hulls):
        assert all(np.linalg.norm(one - other) > LEAST for other in hulls[:number]), BOSSES[number].name


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_nothing_hostile_is_dark(colors: str) -> None:
    palette = load_palette("terra", colors)
    for name in APART:
        assert linear(getattr(palette, name)) @ np.array(LUMINANCE) > DARKEST, name


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_players_can_tell_themselves_apart_and_from_what_is_hostile(colors: str) -> None:
    palette, eyes = load_palette("terra", colors), EYES[colors]
    crew = [oklab(eyes @ linear(player_color(palette, slot))) for slot in range(4)]
    others = [oklab(eyes @ linear(getattr(palette, name))) for name in APART if name != "player"]
    for number, own in enumerate(crew):
        assert min(np.linalg.norm(own - other) for other in [*others, *crew[:number]]) > LEAST_CREW


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_friend_and_foe_are_farther_apart_than_foes(colors: str) -> None:
    palette, eyes = load_palette("terra", colors), EYES[colors]
    foes = [oklab(eyes @ linear(getattr(palette, name))) for name in APART if name != "player"]
    for name in ("player", "player_2", "player_3", "player_4", "companion"):
        own = oklab(eyes @ linear(getattr(palette, name)))
        least = LEAST_OWN if name == "player" else LEAST_TEAMS
        assert min(np.linalg.norm(own - foe) for foe in foes) > least, name


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_what_is_hostile_has_a_hue(colors: str) -> None:
    """Else it would look like any hull, whatever colour it is given."""
    palette, eyes = load_palette("terra", colors), EYES[colors]
    hues = {name: oklab(eyes @ linear(getattr(palette, name)))[1:] for name in APART if name != "player"}
    assert {name: hue for name, hue in hues.items() if np.linalg.norm(hue) < LEAST_HUE} == {}


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_mines_bullets_and_announced_charges_are_no_hue_of_one_another(colors: str) -> None:
    palette, eyes = load_palette("terra", colors), EYES[colors]
    names = (*APART, "mine", "warning", "companion")
    places = {name: oklab(eyes @ linear(getattr(palette, name))) for name in names}
    away = {name: np.linalg.norm(place - places["mine"]) for name, place in places.items()}
    assert {name: least for name in APART if (least := away[name]) < LEAST_MINE} == {}
    assert min(away["player"], away["companion"]) > LEAST
    assert away["enemy_bullet"] > LEAST_MINE_SHOT
    shot = places["enemy_bullet"]
    assert min(np.linalg.norm(shot - places[name]) for name in ("warning", "lancer")) > LEAST_CHARGE
    assert linear(palette.mine) @ LUMINANCE > DARKEST


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_who_charges_is_of_another_hue_than_ones_own_ship_or_far_darker(colors: str) -> None:
    """Its lane ends there, and would be taken for one's own fire."""
    palette, eyes = load_palette("terra", colors), EYES[colors]
    charge, own = (oklab(eyes @ linear(getattr(palette, name))) for name in ("lancer", "player"))
    assert charge[1:] @ own[1:] < 0.0 or own[0] - charge[0] > 2.0 * LEAST_OWN


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_drones_are_not_of_the_matriarchs_colours(colors: str) -> None:
    """She launches them: they begin upon her hull."""
    palette, eyes = load_palette("terra", colors), EYES[colors]
    drone, *hers = (
        oklab(eyes @ linear(getattr(palette, name))) for name in ("drone", "matriarch", "matriarch_parts")
    )
    assert min(np.linalg.norm(drone - color) for color in hers) > 0.09


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_warnings_and_shields_look_like_nothing_welcome(colors: str) -> None:
    palette, eyes = load_palette("terra", colors), EYES[colors]
    warning, shield, shot = (
        oklab(eyes @ linear(getattr(palette, name))) for name in ("warning", "shield", "enemy_bullet")
    )
    welcome = {name: oklab(eyes @ linear(getattr(palette, name))) for name in WELCOME}
    for name, color in welcome.items():
        assert min(np.linalg.norm(color - sign) for sign in (warning, shield, shot)) > LEAST_SIGNAL, name
    assert min(np.linalg.norm(shield - sign) for sign in (warning, shot)) > LEAST_SIGNAL
    drone = oklab(eyes @ linear(palette.drone))
    assert min(np.linalg.norm(drone - sign) for sign in (warning, shot)) > LEAST_DRONE, "they land in swarms"


@pytest.mark.parametrize("world", WORLDS)
@pytest.mark.parametrize("colors", COLOR_SETS)
def test_shields_are_not_of_the_lattices_colour(colors: str, world: str) -> None:
    palette, eyes = load_palette(world, colors), EYES[colors]
    shield, lattice = (oklab(eyes @ linear(color)) for color in (palette.shield, palette.lattice))
    assert np.linalg.norm(shield - lattice) > LEAST_SIGNAL


@pytest.mark.parametrize("colors", COLOR_SETS)
def test_parts_of_the_matriarch_are_brighter_than_its_hull(colors: str) -> None:
    """Without colour they are told apart by that alone."""
    palette = load_palette("terra", colors)
    hull, parts = oklab(linear(palette.matriarch)), oklab(linear(palette.matriarch_parts))
    assert parts[0] - hull[0] > LEAST


def test_the_standard_colours_would_not_do() -> None:
    """Two kinds that such eyes cannot tell apart there are the reason for the other sets."""
    palette, eyes = load_palette("terra"), EYES["deuteranopia"]
    lancer, weaver = (oklab(eyes @ linear(getattr(palette, name))) for name in ("lancer", "weaver"))
    assert np.linalg.norm(lancer - weaver) < LEAST / 2
