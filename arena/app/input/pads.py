"""Gamepads: translates pyglet's reports to sources. Machines without gamepad support have none."""

from collections.abc import Callable
from importlib import import_module
from typing import Any

from arena.app.input.devices import Devices
from arena.app.input.mappings import read_mappings
from arena.app.input.profiles import pad_kind
from arena.app.storage.paths import mappings_file
from arena.app.window.backend import pyglet

PREFIX = "pad:"
"""Prefix of a gamepad's sources."""
STICK_CLICKS = {name: f"{name}_press" for name in ("leftstick", "rightstick")}
"""Sticks that are pressed, by the names that they share with sticks that are moved."""


class Pads:
    """Listens to every gamepad, including those connected later."""

    def __init__(self, devices: Devices, unplugged: Callable[[str], None], guard: Callable[..., Any]) -> None:
        """Start listening.

        Args:
            devices: told about every button, trigger and stick.
            unplugged: called with the name of a disconnected gamepad.
            guard: wraps each handler, see `arena.app.window.window.Guard`.
        """
        self._devices = devices
        self._unplugged = unplugged
        self._guard = guard
        self._open: list[tuple[Any, str]] = []  # with its name among the devices
        self._manager: Any = None
        self.problem = ""
        """Problem with the player's mappings, in one line."""
        try:
            self._add_mappings()
            self._manager = pyglet.input.ControllerManager()
            self._manager.set_handler("on_connect", guard(self._connect))
            self._manager.set_handler("on_disconnect", guard(self._disconnect))
            for pad in self._manager.get_controllers():
                self._connect(pad)
        except Exception:  # no input system, no permission: there are keys and a mouse
            self._manager = None

    def _add_mappings(self) -> None:
        """Add the player's own mappings to the standard database."""
        mappings = read_mappings(mappings_file())
        self.problem = mappings.problem
        if mappings.lines:
            import_module("pyglet.input.controller").add_mappings_from_string("\n".join(mappings.lines))

    @property
    def count(self) -> int:
        """Number of connected gamepads."""
        return len(self._open)

    def close(self) -> None:
        """Close every device."""
        for pad, _ in self._open:
            self._shut(pad)
        self._open.clear()

    def _connect(self, pad: Any) -> None:
        try:
            pad.open()
        except Exception:  # taken by another program, or gone again
            return
        to, device = self._devices, self._devices.connect(pad_kind(getattr(pad, "name", None)))
        handlers = {
            "on_button_press": lambda _, button: to.press(device, _button(button)),
            "on_button_release": lambda _, button: to.release(device, _button(button)),
            "on_trigger_motion": lambda _, trigger, value: to.trigger(device, PREFIX + trigger, value),
            "on_stick_motion": lambda _, stick, at: to.stick(device, PREFIX + stick, at.x, at.y),
            "on_dpad_motion": lambda _, at: self._dpad(device, at.x, at.y),
        }
        for name, handler in handlers.items():
            pad.set_handler(name, self._guard(handler))
        self._open.append((pad, device))

    def _disconnect(self, pad: Any) -> None:
        gone = [device for other, device in self._open if other is pad]
        self._open = [(other, device) for other, device in self._open if other is not pad]
        self._shut(pad)
        for device in gone:
            label = self._devices.label(device)
            self._devices.disconnect(device)
            self._unplugged(label)

    def _dpad(self, pad: str, x: float, y: float) -> None:
        for name, value in (("dpright", x), ("dpleft", -x), ("dpup", y), ("dpdown", -y)):
            if value > 0.5:
                self._devices.press(pad, PREFIX + name)
            else:
                self._devices.release(pad, PREFIX + name)

    def _shut(self, pad: Any) -> None:
        try:
            pad.close()
        except Exception:  # it is gone already
            return


def _button(name: str) -> str:
    """Source of a button."""
    return PREFIX + STICK_CLICKS.get(name, name)
