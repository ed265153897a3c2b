"""Screen of a full picture, and place of the mouse, in a window that only notes its calls."""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.app.window.window import Focus, GameWindow

SCREENS = ((1920, 0, 2560, 1440), (0, 0, 1920, 1080), (-800, 0, 800, 600))
"""Left, top, width, height; the second one is the main screen."""
RATES = (144, 60, 75)
"""Pictures a second of each."""


def screen(number: int) -> Any:
    """A new object at each question, as platforms make them."""
    box = dict(zip(("x", "y", "width", "height"), SCREENS[number], strict=True))
    return SimpleNamespace(**box, get_mode=lambda: SimpleNamespace(rate=RATES[number]))


class Platform:
    """A window of the platform on the main screen."""

    def __init__(self, screens: int = len(SCREENS)) -> None:
        self.display = SimpleNamespace(
            get_screens=lambda: [screen(number) for number in range(screens)],
            get_default_screen=lambda: screen(1),
        )
        self.fullscreen, self.screen, self.filled = False, screen(1), list[int]()

    def set_fullscreen(self, fullscreen: bool, screen: Any) -> None:
        self.fullscreen = fullscreen
        self.screen = self.screen if screen is None else screen
        if fullscreen:
            self.filled.append(self.screen.width)

    def switch_to(self) -> None: ...

    def activate(self) -> None: ...


@pytest.fixture
def window() -> Any:
    """A window on three screens."""
    return open_window(Platform())


def open_window(platform: Platform) -> Any:
    window: Any = object.__new__(GameWindow)
    window.window, window._monitor, window.focus = platform, 1, Focus(lambda: None)
    window._devices = SimpleNamespace(release_all=lambda: None)
    return window


def test_the_main_screen_is_the_first_and_the_others_follow_from_left_to_right(window: Any) -> None:
    assert list(window.monitors) == [1, 2, 3]
    for number in (1, 2, 3):
        window.set_monitor(number)
        assert not window.fullscreen, "a window stays one"
        window.set_fullscreen(True)
        window.set_fullscreen(False)
    assert window.window.filled == [1920, 800, 2560]


def test_a_full_picture_moves_at_once_and_only_if_the_screen_is_another(window: Any) -> None:
    window.set_fullscreen(True)
    rates = list[float]()
    for number in (1, 3, 3, 1):
        window.set_monitor(number)
        rates.append(window.refresh_rate)
    assert window.window.filled == [1920, 2560, 1920] and window.fullscreen
    assert rates == [60, 144, 144, 60], "a picture is due as often as that screen shows one"


def test_a_screen_that_is_gone_gives_way_to_the_last_one() -> None:
    window = open_window(Platform(screens=2))
    window.set_monitor(5)
    window.set_fullscreen(True)
    assert list(window.monitors) == [1, 2] and window.window.filled == [2560]


def test_the_mouse_points_at_pixels_where_the_system_counts_in_points(window: Any) -> None:
    found = list[tuple[float, float]]()
    window._devices.point = lambda x, y: found.append((x, y))
    window.window.get_size, window.window.get_framebuffer_size = lambda: (800, 600), lambda: (1600, 900)
    window._point(200.0, 300.0)
    assert found == [(400.0, 450.0)]
