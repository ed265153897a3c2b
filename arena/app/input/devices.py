"""Assigns devices to players. Every device works the menus and flies the ship of its player."""

from collections.abc import Callable, Mapping, Sequence

from arena.app.input.actions import FLIGHT, Action
from arena.app.input.adapters import (
    STICK_DOWN,
    STICK_UP,
    TRIGGER_DOWN,
    TRIGGER_UP,
    shape_stick,
    stick_directions,
)
from arena.app.input.bindings import Bindings, actions_by_source
from arena.app.input.controls import Controls
from arena.app.input.profiles import PAD, PadProfile, Profiles, merge_bindings, qualify

KEYBOARD = "keyboard"
"""Device of keys and mouse together."""

Capture = Callable[[str, Sequence[str]], bool]
"""Callback with a device and the sources pressed at once (a stick and its direction are two); returns
true when the capture is complete."""


class Devices:
    """Routes device reports to the controls of players and menus.

    The first player holds every device that no other player holds. A device that has not flown yet may ask to
    join: then it gets controls of its own.
    """

    def __init__(self, bindings: Mapping[Action, tuple[str, ...]], profiles: Profiles | None = None) -> None:
        self._profiles = profiles if profiles is not None else Profiles()
        self.menus = Controls(merge_bindings(bindings, self._profiles))
        """Controls of the menus, which hear every device."""
        self.capture: Capture | None = None
        """Capture that takes presses instead of all controls during a rebind."""
        self.reports = 0
        """Count of reports from all devices."""
        self.joining = False
        """True while devices may ask to join; ends with the next screen."""
        self._kinds = {KEYBOARD: KEYBOARD}  # kinds of connected devices, in order of connection
        self._seats: list[tuple[str, str, Controls] | None] = []  # device, kind and controls of each slot
        self._flown: set[str] = set()
        self._used = KEYBOARD  # device used last
        self._asking: list[str] = []
        self._ignored: set[tuple[str, str]] = set()  # captured sources that are still held
        self.bind(bindings, self._profiles)

    def bind(self, bindings: Mapping[Action, tuple[str, ...]], profiles: Profiles) -> None:
        """Change the bindings of all controls."""
        self._profiles = profiles
        merged: Bindings = merge_bindings(bindings, profiles)
        self._actions = actions_by_source(merged)
        for controls in (self.menus, *self._controls()):
            controls.bind(merged)

    # Seats

    def seat(self, players: int) -> list[Controls | None]:
        """Assign devices to players; return each player's controls, None for one without a device.

        Players keep their devices. Free ones follow in this order: the device used last, keys and mouse, pads
        by time of connection. If there are pads for all and one was used last, the keyboard has no player.
        """
        before = [seat[0] for seat in self._seats if seat is not None]
        pads = [device for device in self._kinds if device != KEYBOARD]
        all_on_pads = self._used != KEYBOARD and len(pads) >= players
        order = dict.fromkeys((*before, self._used, *(pads if all_on_pads else ()), *self._kinds))
        devices = [device for device in order if device in self._kinds]
        self._seats, self._flown, self._asking = [], {self._used}, []
        for slot in range(players):
            device = devices[slot] if slot < len(devices) else None
            self._seats.append(None if device is None else (device, self._kinds[device], self._new()))
        return [seat[2] if seat is not None else None for seat in self._seats]

    def take_seat(self, device: str, slot: int) -> Controls:
        """Give a device to player `slot`, who keeps the controls of a lost device."""
        self._seats += [None] * (slot + 1 - len(self._seats))
        self._move_first(device)
        seat = self._seats[slot]
        controls = seat[2] if seat is not None else self._new()
        self._seats[slot] = (device, self._kinds[device], controls)
        self._flown.add(device)
        controls.flush()
        return controls

    def leave_seat(self, slot: int) -> None:
        """Free the seat `slot`; its device may join again."""
        seat, self._seats[slot] = self._seats[slot], None
        if seat is not None:
            self._flown.discard(seat[0])

    def holds(self, slot: int) -> bool:
        """Return whether a player has a device, connected or lost."""
        return slot < len(self._seats) and self._seats[slot] is not None

    def seat_label(self, slot: int) -> str:
        """Display name of a player's device; "" for a player without one."""
        seat = self._seats[slot] if slot < len(self._seats) else None
        return self.label(seat[0]) if seat is not None else ""

    @property
    def missing(self) -> dict[int, str]:
        """Players whose device is unplugged, with its name."""
        return {
            slot: seat[1]
            for slot, seat in enumerate(self._seats)
            if seat is not None and seat[0] not in self._kinds
        }

    def take_asking(self) -> list[str]:
        """Devices that asked to join since the last call."""
        asking, self._asking = self._asking, []
        return [device for device in asking if device in self._kinds]

    def holding(self, action: Action) -> list[int]:
        """Players who hold a button down on a device of their own."""
        return [slot for slot, seat in enumerate(self._seats) if seat is not None and seat[2].is_held(action)]

    @property
    def free(self) -> list[str]:
        """Devices that may join."""
        return [device for device in self._kinds if self.may_join(device)]

    def may_join(self, device: str) -> bool:
        """Return whether no player flies with a device."""
        return device not in self._flown and all(
            seat is None or seat[0] != device for seat in self._seats[1:]
        )

    def label(self, device: str) -> str:
        """Display name of a device."""
        kind = self._kinds.get(device, device)
        return "keyboard and mouse" if device == KEYBOARD else f"{kind} ({device})"

    def kind(self, device: str) -> str:
        """`KEYBOARD`, or what `arena.app.input.profiles.pad_kind` makes of a connected device's name."""
        return self._kinds[device]

    @property
    def pad_kinds(self) -> list[str]:
        """The kinds of gamepads that are connected or have a profile."""
        kinds = (*self._kinds.values(), *self._profiles)
        return list(dict.fromkeys(kind for kind in kinds if kind != KEYBOARD))

    def flush(self) -> None:
        """Drop latched presses on a change of screens."""
        self.joining, self.capture = False, None
        for controls in (self.menus, *self._controls()):
            controls.flush()

    def take_events(self) -> None:
        """Return the menus' actions; drop those of all other controls."""
        for controls in self._controls():
            controls.take_events()

    # Reports of devices

    def connect(self, kind: str = "gamepad") -> str:
        """Connect a gamepad; return its name.

        One of a kind that was unplugged is taken for that one, and finds its player again.
        """
        self.reports += 1
        known = [seat[0] for seat in self._seats if seat is not None]
        for slot, lost in self.missing.items():
            seat = self._seats[slot]
            if lost == kind and seat is not None:
                self._kinds[seat[0]] = kind
                return seat[0]
        number = 1
        while (name := f"pad {number}") in self._kinds or name in known:
            number += 1
        self._kinds[name] = kind
        self.menus.guess(self._qualified(name, PAD).partition(":")[0])
        return name

    def disconnect(self, device: str) -> None:
        """Disconnect a gamepad; release everything on it."""
        self.reports += 1
        for controls in self.listeners(device):
            controls.release_all(self._qualified(device, PAD))
        del self._kinds[device]
        if list(self._kinds) == [KEYBOARD]:
            self.menus.guess("key")

    def listeners(self, device: str) -> Sequence[Controls]:
        """Return the controls that hear a device."""
        holder = next((seat[2] for seat in self._seats if seat is not None and seat[0] == device), None)
        if holder is None and self._seats and self._seats[0] is not None:
            holder = self._seats[0][2]
        return (self.menus,) if holder is None else (self.menus, holder)

    def press(self, device: str, source: str) -> None:
        """Press a digital source."""
        self.reports += 1
        if self._captured(device, source) or self._asks(device, source):
            return
        self._note_use(device, self._actions.get(self._qualified(device, source), ()))
        for controls in self.listeners(device):
            controls.press(self._qualified(device, source))

    def release(self, device: str, source: str) -> None:
        """Release a digital source."""
        self.reports += 1
        self._ignored.discard((device, source))
        for controls in self.listeners(device):
            controls.release(self._qualified(device, source))

    def trigger(self, device: str, source: str, value: float) -> None:
        """Move an analogue trigger to `value`, 0 to 1."""
        self.reports += 1
        if value < TRIGGER_UP:
            self._ignored.discard((device, source))
        elif value > TRIGGER_DOWN and self._captured(device, source):
            return
        if value > TRIGGER_DOWN:
            self._note_use(device, self._actions.get(self._qualified(device, source), ()))
        for controls in self.listeners(device):
            controls.trigger(self._qualified(device, source), value)

    def stick(self, device: str, source: str, x: float, y: float) -> None:
        """Move a stick to (x, y), each -1 to 1, y up."""
        self.reports += 1
        profile = self._profile(device)
        shaped_x, shaped_y = shape_stick(x, y, profile.dead_zone, profile.curve)
        far = max(abs(shaped_x), abs(shaped_y))
        if far < STICK_UP:
            self._ignored.discard((device, source))
        ways = [name for name, value in stick_directions(source, shaped_x, shaped_y) if value > STICK_DOWN]
        if far > STICK_DOWN and self._captured(device, source, *ways):
            return
        if far > STICK_DOWN:
            self._note_use(device, FLIGHT)
        for controls in self.listeners(device):
            controls.stick(self._qualified(device, source), x, y, profile.dead_zone, profile.curve)

    def point(self, x: float, y: float) -> None:
        """Move the mouse to (x, y) in framebuffer pixels."""
        self.reports += 1
        for controls in self.listeners(KEYBOARD):
            controls.point(x, y)

    def release_all(self) -> None:
        """Release everything: the window lost the focus."""
        for controls in (self.menus, *self._controls()):
            controls.release_all()

    # Internals

    def _new(self) -> Controls:
        controls = Controls(self.menus.bindings)
        controls.pointer = self.menus.pointer  # there is one mouse
        return controls

    def _controls(self) -> list[Controls]:
        return [seat[2] for seat in self._seats if seat is not None]

    def _move_first(self, device: str) -> None:
        """Move the first player, who holds every free device, from `device` to another one."""
        first = self._seats[0]
        if first is None or first[0] != device:
            return
        held = {seat[0] for seat in self._seats[1:] if seat is not None}
        others = [name for name in self._kinds if name != device and name not in held]
        others.sort(key=lambda name: name not in self._flown)
        self._seats[0] = (others[0], self._kinds[others[0]], first[2]) if others else None

    def _profile(self, device: str) -> PadProfile:
        return self._profiles.get(self._kinds[device], _PLAIN)

    def _qualified(self, device: str, source: str) -> str:
        kind = self._kinds[device]
        return qualify(source, kind) if kind in self._profiles else source

    def _note_use(self, device: str, actions: Sequence[Action] | frozenset[Action]) -> None:
        self._used = device
        if self.joining and not FLIGHT.isdisjoint(actions):
            self._flown.add(device)

    def _asks(self, device: str, source: str) -> bool:
        """Return whether a press asks to join; such a press does nothing else."""
        actions = self._actions.get(self._qualified(device, source), ())
        if not (self.joining and Action.JOIN in actions and self.may_join(device)):
            return False
        self._asking.append(device)
        return True

    def _captured(self, device: str, *sources: str) -> bool:
        """Return whether a running capture takes this press, or took it and it is still held."""
        if (device, sources[0]) in self._ignored:
            return True
        if self.capture is None:
            return False
        if self.capture(device, sources):
            self.capture = None
            self._ignored.add((device, sources[0]))
        return True


_PLAIN = PadProfile()
