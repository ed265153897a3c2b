"""Simulation of pictures for eyes that see fewer colours."""

import numpy as np
import pytest

from scripts.color_vision import EYES, GREY, STANDARD, as_seen, encoded, linear

SEED = 5


def test_ordinary_eyes_see_what_is_there() -> None:
    pixels = np.random.default_rng(SEED).integers(0, 256, (9, 7, 3), np.uint8)
    assert (as_seen(pixels, STANDARD) == pixels).all()


def test_light_is_encoded_as_it_was() -> None:
    shares = np.linspace(0.0, 1.0, 101)
    assert np.allclose(encoded(linear(shares)), shares, atol=1e-6)


@pytest.mark.parametrize("eyes", EYES)
def test_greys_stay_as_they_are(eyes: str) -> None:
    """No kind of eyes lacks light; the rows of all the matrices add up to 1."""
    greys = np.repeat(np.arange(256, dtype=np.uint8)[:, None], 3, axis=1)
    assert np.abs(as_seen(greys, eyes).astype(int) - greys).max() <= 1


def test_red_is_dark_without_red_cones_and_grey_without_colour() -> None:
    red = np.array([[220, 40, 30]], np.uint8)
    assert as_seen(red, "protanopia").max() < as_seen(red, "tritanopia").max() / 1.5
    assert np.ptp(as_seen(red, GREY)) == 0
