"""Resize and fullscreen, judged by what the screen shows. Needs a display (`xvfb-run`) and xdotool."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.app.window.driver import COMPILE_SECONDS, HEIGHT, WIDTH, Driver

pytestmark = pytest.mark.window

LARGER, SMALLER = (1200, 675), (480, 270)
"""As wide for their height as the window is at first: the picture must be the same, larger or smaller."""
THUMBNAIL = (48, 27)
ALIKE = 0.6
"""Least correlation of two pictures of a game that is paused, whose menu is laid out anew for each size."""


def thumbnail(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Brightness of a picture, much reduced, mean 0, length 1."""
    small = np.asarray(Image.fromarray(picture).convert("L").resize(THUMBNAIL, Image.Resampling.BOX))
    flat = small.astype(np.float64).ravel() - small.mean()
    return flat / max(1e-9, float(np.linalg.norm(flat)))


def likeness(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    """Correlation of two pictures, whatever their sizes: 1 for the same."""
    return float(thumbnail(first) @ thumbnail(second))


def in_the_corner(picture: NDArray[np.uint8], height: int, width: int) -> NDArray[np.uint8]:
    """A picture that kept its size in a window of another: in the lower left corner, or cut off."""
    shown = np.zeros((height, width, 3), np.uint8)
    rows, columns = min(height, picture.shape[0]), min(width, picture.shape[1])
    shown[height - rows :, :columns] = picture[picture.shape[0] - rows :, :columns]
    return shown


def fills(before: NDArray[np.uint8], shown: NDArray[np.uint8]) -> bool:
    """Whether a picture followed the window's size, rather than keep its own."""
    same = likeness(before, shown)
    return same > ALIKE and same > likeness(in_the_corner(before, *shown.shape[:2]), shown)


def pause(game: Driver) -> None:
    """Go where time stands still: two pictures of that differ by their size only."""
    game.focus()
    game.begin()
    game.key("Escape")
    game.wait_for_frames(game.wait_for_screen("pause")["frames"], 3)


@pytest.mark.slow
@pytest.mark.parametrize("quality", ["low", "ultra"])
def test_the_picture_fills_the_window_at_every_size(drive: Callable[..., Driver], quality: str) -> None:
    """Drawn into the window itself (low), and through larger buffers with samples (ultra)."""
    game = drive(quality=quality)
    game.wait_for_screen("title", COMPILE_SECONDS)
    pause(game)
    before = game.look()
    assert before.shape == (HEIGHT, WIDTH, 3) and before.std() > 10.0
    for size in (LARGER, SMALLER, (WIDTH, HEIGHT)):
        game.resize(*size)
        shown = game.look()
        assert shown.shape == (size[1], size[0], 3)
        assert fills(before, shown), size
        before = shown

    status = game.toggle_fullscreen(lambda s: s["fullscreen"] and s["size"] != [WIDTH, HEIGHT])
    game.wait_for_frames(status["frames"], 3)
    shown = game.look()
    assert shown.shape[1::-1] == tuple(status["size"])
    assert fills(before, shown)
    status = game.toggle_fullscreen(lambda s: not s["fullscreen"] and s["size"] == [WIDTH, HEIGHT])
    game.wait_for_frames(status["frames"], 3)
    assert fills(shown, game.look())


def test_a_picture_that_keeps_its_size_is_told_from_one_that_follows() -> None:
    """What the tests above rest on, with a planet in the middle of a dark picture."""
    y, x = np.mgrid[0:540, 0:960]
    planet = np.where((x - 600) ** 2 + (y - 300) ** 2 < 200**2, 200 - x // 8, 5).astype(np.uint8)
    before = np.repeat(planet[:, :, None], 3, axis=2)
    for width, height in ((1280, 720), (640, 360)):
        followed = np.asarray(Image.fromarray(before).resize((width, height)))
        assert fills(before, followed)
        assert not fills(before, in_the_corner(before, height, width))


def test_a_saved_fullscreen_starts_so(drive: Callable[..., Driver], tmp_path: Path) -> None:
    settings = tmp_path / "config" / "arena" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("[video]\nfullscreen = true\n")
    game = drive("fullscreen=None")
    status = game.wait_for_screen("title", COMPILE_SECONDS)
    assert status["fullscreen"]
    pause(game)
    full = game.look()
    assert full.shape[1::-1] == tuple(status["size"]) != (WIDTH, HEIGHT)
    status = game.toggle_fullscreen(lambda s: not s["fullscreen"] and s["size"] == [WIDTH, HEIGHT])
    game.wait_for_frames(status["frames"], 3)
    assert fills(full, game.look())
