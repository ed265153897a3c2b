"""Resize and fullscreen, judged by what the screen shows. Needs a display (`xvfb-run`) and xdotool."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from arena.app.settings import QUALITIES
from tests.app.driver import COMPILE_SECONDS, HEIGHT, WIDTH, Driver

pytestmark = pytest.mark.window

LARGER, SMALLER = (1200, 675), (640, 360)
"""As wide for their height as the window is at first: the picture must be the same, larger or smaller."""
THUMBNAIL = (48, 27)
ALIKE = 0.85
"""Least correlation of two pictures of the slowly turning title; a picture in a corner, or a cropped one,
has far less."""


def thumbnail(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Brightness of a picture, much reduced, mean 0, length 1."""
    small = np.asarray(Image.fromarray(picture).convert("L").resize(THUMBNAIL, Image.Resampling.BOX))
    flat = small.astype(np.float64).ravel() - small.mean()
    return flat / max(1e-9, float(np.linalg.norm(flat)))


def likeness(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    """Correlation of two pictures, whatever their sizes: 1 for the same."""
    return float(thumbnail(first) @ thumbnail(second))


@pytest.mark.parametrize("quality", [quality for quality in QUALITIES if quality != "auto"])
def test_the_picture_fills_the_window_at_every_size(drive: Callable[..., Driver], quality: str) -> None:
    game = drive(quality=quality)
    game.wait_for_frames(game.wait_for_screen("title", COMPILE_SECONDS)["frames"], 3)
    game.focus()
    before = game.look()
    assert before.shape == (HEIGHT, WIDTH, 3) and before.std() > 10.0
    for size in (LARGER, SMALLER, (WIDTH, HEIGHT)):
        game.resize(*size)
        shown = game.look()
        assert shown.shape == (size[1], size[0], 3)
        assert likeness(before, shown) > ALIKE, size
        before = shown

    status = game.toggle_fullscreen(lambda s: s["fullscreen"] and s["size"] != [WIDTH, HEIGHT])
    game.wait_for_frames(status["frames"], 3)
    shown = game.look()
    assert shown.shape[1::-1] == tuple(status["size"])
    assert likeness(before, shown) > ALIKE
    status = game.toggle_fullscreen(lambda s: not s["fullscreen"] and s["size"] == [WIDTH, HEIGHT])
    game.wait_for_frames(status["frames"], 3)
    assert likeness(shown, game.look()) > ALIKE


def test_a_saved_fullscreen_starts_so(drive: Callable[..., Driver], tmp_path: Path) -> None:
    settings = tmp_path / "config" / "arena" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[video]\nfullscreen = true\n")
    game = drive("fullscreen=None")
    status = game.wait_for_screen("title", COMPILE_SECONDS)
    assert status["fullscreen"]
    full = game.look()
    assert full.shape[1::-1] == tuple(status["size"]) != (WIDTH, HEIGHT)
    status = game.toggle_fullscreen(lambda s: not s["fullscreen"] and s["size"] == [WIDTH, HEIGHT])
    game.wait_for_frames(status["frames"], 3)
    assert likeness(full, game.look()) > ALIKE
