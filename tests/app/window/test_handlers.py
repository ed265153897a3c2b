"""Handlers of window events, without a window: each passes on its position, button or notch."""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.app.window import window as window_module
from arena.app.window.window import NOTCHES_MAX, GameWindow

LEFT = 1
"""Of pyglet's mouse buttons."""


class Devices:
    """Notes what a window reports."""

    def __init__(self) -> None:
        self.told = list[Any]()

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: self.told.append((name, *arguments[-2:]))


@pytest.fixture
def window() -> Any:
    """A window of 800 by 600 points and twice as many pixels each way, whose handlers are `handlers`."""
    made: Any = object.__new__(GameWindow)
    made._devices, made.handlers = Devices(), {}
    made.window = SimpleNamespace(get_size=lambda: (800, 600), push_handlers=made.handlers.update)
    return made


def test_the_pointer_is_told_in_pixels_moved_pressed_or_dragged(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(GameWindow, "size", (1600, 1200))
    window._attach(lambda handler: handler)
    told = window._devices.told
    window.handlers["on_mouse_motion"](10, 20, 1, 1)
    window.handlers["on_mouse_drag"](30, 40, 1, 1, LEFT, 0)
    assert told == [("point", 20.0, 40.0), ("point", 60.0, 80.0)]
    told.clear()
    window.handlers["on_mouse_press"](50, 60, LEFT, 0)
    window.handlers["on_mouse_release"](50, 60, LEFT, 0)
    assert [name for name, *_ in told] == ["point", "press", "release"]
    assert told[0] == ("point", 100.0, 120.0) and told[1][1:] == told[2][1:]


@pytest.mark.parametrize(
    ("notches", "source", "count"),
    [(1.0, "UP", 1), (-1.0, "DOWN", 1), (0.2, "UP", 1), (-2.5, "DOWN", 3), (1e6, "UP", NOTCHES_MAX)],
)
def test_a_wheel_is_a_button_that_is_let_go_at_once(
    window: Any, notches: float, source: str, count: int
) -> None:
    window._attach(lambda handler: handler)
    window.handlers["on_mouse_scroll"](1, 2, 0.0, notches)
    names = [(name, arguments[-1]) for name, *arguments in window._devices.told]
    assert names == [("press", f"mouse:WHEEL_{source}"), ("release", f"mouse:WHEEL_{source}")] * count


def test_what_is_drawn_into_follows_the_size_of_the_framebuffer(
    window: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some minimised windows have none; they are not drawn, but may be asked."""
    boxes, sizes = list[Any](), ((800, 600), (1600, 1200), (1600, 1200), (0, 0), (0, 600), (800, 600))
    monkeypatch.setattr(window_module.pyglet.gl, "glViewport", lambda *box: boxes.append(box))
    window._target = SimpleNamespace(size=(800, 600))
    window.context = SimpleNamespace(detect_framebuffer=lambda _: SimpleNamespace(size=window.size))
    for size in sizes:
        monkeypatch.setattr(GameWindow, "size", size)
        assert window.target().size == size
    assert boxes == [(0, 0, *size) for size in (sizes[1], *sizes[3:])], "and is found anew when it changes"
