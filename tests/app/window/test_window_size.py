"""Resize and fullscreen, judged by what the screen shows. Needs a display (`xvfb-run`) and xdotool."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from tests.app.window.driver import CAPPED, FRAME_RATE, HEIGHT, TAUGHT, WIDTH, Driver, Status

pytestmark = pytest.mark.window

LARGER, SMALLER = (960, 540), (480, 270)
"""As wide for their height as the window is at first: the picture must be the same, larger or smaller."""
THUMBNAIL = (48, 27)
MENU = slice(10, 38)
"""Columns of a thumbnail with the menu of a pause, which is laid out anew for each size."""
ALIKE = 0.6
"""Least correlation of two pictures of a game that is paused."""


def thumbnail(picture: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Brightness of a picture beside its menu, much reduced, mean 0, length 1."""
    small = np.asarray(Image.fromarray(picture).convert("L").resize(THUMBNAIL, Image.Resampling.BOX))
    beside = np.delete(small.astype(np.float64), MENU, axis=1).ravel()
    flat = beside - beside.mean()
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


@pytest.mark.slow
@pytest.mark.parametrize("quality", ["low", "ultra"])
def test_the_picture_fills_the_window_at_every_size(
    launch: Callable[..., Driver], tmp_path: Path, quality: str
) -> None:
    """Drawn into the window itself (low), which a setting lets begin in fullscreen, and through larger
    buffers with samples (ultra), in a window that goes there and back.
    """
    saved = quality == "low"
    if saved:
        settings = tmp_path / "config" / "arena" / "settings.toml"
        settings.parent.mkdir(parents=True)
        settings.write_text(f"{CAPPED.format(FRAME_RATE)}fullscreen = true\n{TAUGHT}", encoding="utf-8")
    game = launch("fullscreen=None" if saved else "", quality=quality)
    # Where time stands still, two pictures differ by their size only.
    game.begin()
    status = game.wait_for_frames(game.back("pause")["frames"], 3)
    before = game.look()
    assert status["fullscreen"] is saved and before.shape[1::-1] == tuple(status["size"])
    assert before.std() > 10.0

    def follow(status: Status) -> None:
        nonlocal before
        game.wait_for_frames(status["frames"], 3)
        shown = game.look()
        assert shown.shape[1::-1] == tuple(status["size"]) and fills(before, shown), status["size"]
        before = shown

    window = [WIDTH, HEIGHT]
    if not saved:
        for size in (LARGER, SMALLER, window):
            follow(game.resize(*size))
        follow(game.toggle_fullscreen(lambda s: s["fullscreen"] and s["size"] != window))
    follow(game.toggle_fullscreen(lambda s: not s["fullscreen"] and s["size"] == window))
    if saved:
        for size in (LARGER, SMALLER):
            follow(game.resize(*size))


def test_a_picture_that_keeps_its_size_is_told_from_one_that_follows() -> None:
    """What the tests above rest on, with a planet in the middle of a dark picture."""
    y, x = np.mgrid[0:540, 0:960]
    planet = np.where((x - 600) ** 2 + (y - 300) ** 2 < 200**2, 200 - x // 8, 5).astype(np.uint8)
    before = np.repeat(planet[:, :, None], 3, axis=2)
    for width, height in ((1280, 720), (640, 360)):
        followed = np.asarray(Image.fromarray(before).resize((width, height)))
        assert fills(before, followed)
        assert not fills(before, in_the_corner(before, height, width))
