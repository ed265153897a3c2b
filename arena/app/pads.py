"""Gamepads: what pyglet reports becomes sources. Machines without gamepad support simply have none."""

from collections.abc import Callable
from typing import Any

from arena.app.backend import pyglet
from arena.app.controls import Controls

DEVICE = "pad:"


class Pads:
    """Listens to every gamepad, those plugged in later included. All of them fly the same ship."""

    def __init__(self, controls: Controls, unplugged: Callable[[], None], guard: Callable[..., Any]) -> None:
        """Start listening.

        Args:
            controls: told about every button, trigger and stick.
            unplugged: called when a gamepad is gone.
            guard: wraps each handler, see `arena.app.window.Guard`.
        """
        self._controls = controls
        self._unplugged = unplugged
        self._guard = guard
        self._open: list[Any] = []
        self._manager: Any = None
        try:
            self._manager = pyglet.input.ControllerManager()
            self._manager.set_handler("on_connect", guard(self._connect))
            self._manager.set_handler("on_disconnect", guard(self._disconnect))
            for pad in self._manager.get_controllers():
                self._connect(pad)
        except Exception:  # no input system, no permission: there are keys and a mouse
            self._manager = None

    @property
    def count(self) -> int:
        """How many are connected."""
        return len(self._open)

    def close(self) -> None:
        """Let go of every device."""
        for pad in self._open:
            self._shut(pad)
        self._open.clear()

    def _connect(self, pad: Any) -> None:
        try:
            pad.open()
        except Exception:  # taken by another program, or gone again
            return
        handlers = {
            "on_button_press": lambda _, button: self._controls.press(DEVICE + button),
            "on_button_release": lambda _, button: self._controls.release(DEVICE + button),
            "on_trigger_motion": lambda _, trigger, value: self._controls.trigger(DEVICE + trigger, value),
            "on_stick_motion": lambda _, stick, at: self._controls.stick(DEVICE + stick, at.x, at.y),
            "on_dpad_motion": lambda _, at: self._dpad(at.x, at.y),
        }
        for name, handler in handlers.items():
            pad.set_handler(name, self._guard(handler))
        self._open.append(pad)

    def _disconnect(self, pad: Any) -> None:
        self._open = [other for other in self._open if other is not pad]
        self._shut(pad)
        self._controls.release_all(DEVICE)
        self._unplugged()

    def _dpad(self, x: float, y: float) -> None:
        for name, value in (("dpright", x), ("dpleft", -x), ("dpup", y), ("dpdown", -y)):
            if value > 0.5:
                self._controls.press(DEVICE + name)
            else:
                self._controls.release(DEVICE + name)

    def _shut(self, pad: Any) -> None:
        try:
            pad.close()
        except Exception:  # it is gone already
            return
