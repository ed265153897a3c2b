"""Who holds which device: every device works the menus, and flies the ship of the player who holds it."""

from collections.abc import Sequence

from arena.app.bindings import Bindings
from arena.app.controls import Controls

KEYBOARD = "keyboard"
"""Keys and mouse together are one device."""


class Devices:
    """Passes what devices report to the controls that listen to them.

    A single player holds all devices. Several share them out in the order in which they came, keys and mouse
    first; who gets none is not a player with controls.
    """

    def __init__(self, bindings: Bindings) -> None:
        self.menus = Controls(bindings)
        """Hears every device."""
        self._bindings = bindings
        self._connected = [KEYBOARD]
        self._holders: dict[str, Controls] = {}

    def seat(self, players: int) -> list[Controls | None]:
        """Share the devices out anew; returns the controls of each player, None for one without a device."""
        self._holders.clear()
        if players == 1:
            return [self.menus]
        devices: list[str | None] = [*self._connected, *([None] * players)][:players]
        return [self._hand_over(device) if device is not None else None for device in devices]

    def _hand_over(self, device: str) -> Controls:
        self._holders[device] = Controls(self._bindings)
        return self._holders[device]

    def flush(self) -> None:
        """A new screen: what was pressed for the last one must not fire in this one."""
        for controls in (self.menus, *self._holders.values()):
            controls.flush()

    def take_events(self) -> None:
        """Forget what was pressed for screens, except in the menus' controls, which tell it."""
        for controls in self._holders.values():
            controls.take_events()

    # What devices report

    def connect(self) -> str:
        """A gamepad was plugged in; returns its name, the first free one: it finds its player again."""
        number = 1
        while (name := f"pad {number}") in self._connected:
            number += 1
        self._connected.append(name)
        return name

    def disconnect(self, device: str, prefix: str) -> None:
        """A gamepad is gone; everything held on it, all sources that begin with `prefix`, is let go."""
        self._connected.remove(device)
        for controls in self.listeners(device):
            controls.release_all(prefix)

    def listeners(self, device: str) -> Sequence[Controls]:
        """Return the controls that hear a device."""
        holder = self._holders.get(device)
        return (self.menus,) if holder is None else (self.menus, holder)

    def press(self, device: str, source: str) -> None:
        """A digital source went down."""
        for controls in self.listeners(device):
            controls.press(source)

    def release(self, device: str, source: str) -> None:
        """A digital source went up."""
        for controls in self.listeners(device):
            controls.release(source)

    def trigger(self, device: str, source: str, value: float) -> None:
        """An analogue trigger moved to `value`, 0 to 1."""
        for controls in self.listeners(device):
            controls.trigger(source, value)

    def stick(self, device: str, source: str, x: float, y: float) -> None:
        """A stick moved to (x, y), each -1 to 1, y up."""
        for controls in self.listeners(device):
            controls.stick(source, x, y)

    def point(self, x: float, y: float) -> None:
        """The mouse moved to (x, y) in framebuffer pixels."""
        for controls in self.listeners(KEYBOARD):
            controls.point(x, y)

    def release_all(self) -> None:
        """Let go of everything: the window lost the focus."""
        for controls in (self.menus, *self._holders.values()):
            controls.release_all()
