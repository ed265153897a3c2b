"""From sources to actions to one `PlayerCommand` per tick. The window reports, this remembers.

Three promises: a tap between two ticks reaches the next tick; a press that follows a release between two
ticks is seen as a new press; and nothing stays held when the window loses focus or a gamepad is pulled out.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arena.app.actions import AIM_KEYS, MOVE_KEYS, Action
from arena.app.bindings import actions_by_source
from arena.sim.commands import Button, PlayerCommand

DEAD_ZONE = 0.18
"""Radius of a stick's rest, share of its travel."""

TRIGGER_DOWN, TRIGGER_UP = 0.5, 0.35
"""A trigger is a button that goes down above the first and up below the second, so that it cannot chatter."""

STICK_DOWN, STICK_UP = 0.6, 0.4
"""The same for a stick that drives a menu."""

BUTTONS = {
    Action.FIRE: Button.FIRE,
    Action.BOOST: Button.BOOST,
    Action.BOMB: Button.BOMB,
    Action.NEXT_WEAPON: Button.NEXT_WEAPON,
    Action.PREVIOUS_WEAPON: Button.PREVIOUS_WEAPON,
}
EDGE_BUTTONS = (Action.BOOST, Action.BOMB, Action.NEXT_WEAPON, Action.PREVIOUS_WEAPON)
"""Buttons that act when they go down, see `Button`."""


class Aim(Enum):
    """Which device aims: the one that moved last."""

    POINTER = "pointer"
    KEYS = "keys"
    STICK = "stick"


@dataclass
class Pointer:
    """The mouse in framebuffer pixels, origin bottom-left."""

    x: float = 0.0
    y: float = 0.0
    seen: bool = False


def radial_dead_zone(x: float, y: float, rest: float = DEAD_ZONE) -> tuple[float, float]:
    """Cut a round dead zone out of a stick and stretch what is left to length 0 to 1; NaN is rest."""
    length = math.hypot(x, y)
    if not length > rest or not math.isfinite(length):
        return 0.0, 0.0
    scale = min(1.0, (length - rest) / (1.0 - rest)) / length
    return x * scale, y * scale


class Controls:
    """One player's sources, held and latched."""

    def __init__(self, bindings: Mapping[Action, tuple[str, ...]]) -> None:
        self.pointer = Pointer()
        self.aim = Aim.POINTER
        self.on_pad = False
        """Whether a gamepad was used last, not keys or mouse."""
        self.events: list[Action] = []
        self.typed: list[str] = []
        """Sources that went down before the last `take_events`, for whoever wants letters, not actions."""
        self._typing: list[str] = []
        self._held: set[str] = set()
        self._muted: set[str] = set()
        self._sticks: dict[str, tuple[float, float]] = {}
        self._pressed: set[Action] = set()
        self._sent = Button.NONE
        self.bind(bindings)

    def bind(self, bindings: Mapping[Action, tuple[str, ...]]) -> None:
        """Use other bindings from now on; everything held is let go."""
        self._bindings = dict(bindings)
        self._actions = actions_by_source(bindings)
        self.release_all()

    # What the window reports

    def press(self, source: str) -> None:
        """A digital source went down; repeats of a held one are ignored."""
        if source in self._held:
            return
        self._held.add(source)
        self._typing.append(source)
        self.on_pad = source.startswith("pad:")
        for action in self._actions.get(source, ()):
            self._pressed.add(action)
            self.events.append(action)
            if action in AIM_KEYS:
                self.aim = Aim.KEYS
        if source.startswith("mouse:"):
            self.aim = Aim.POINTER

    def release(self, source: str) -> None:
        """A digital source went up."""
        self._held.discard(source)
        self._muted.discard(source)

    def trigger(self, source: str, value: float) -> None:
        """An analogue trigger moved to `value`, 0 to 1: a button with hysteresis."""
        self._switch(source, value, TRIGGER_DOWN, TRIGGER_UP)

    def stick(self, source: str, x: float, y: float) -> None:
        """A stick moved to (x, y), each -1 to 1, y up: an analogue source and four digital ones."""
        x, y = radial_dead_zone(x, y)
        self._sticks[source] = (x, y)
        self.on_pad = self.on_pad or bool(x or y)
        if (x or y) and source in self._bindings.get(Action.AIM_STICK, ()):
            self.aim = Aim.STICK
        for name, value in (("right", x), ("left", -x), ("up", y), ("down", -y)):
            self._switch(f"{source}_{name}", value, STICK_DOWN, STICK_UP)

    def point(self, x: float, y: float) -> None:
        """The mouse moved to (x, y) in framebuffer pixels."""
        self.pointer.x, self.pointer.y, self.pointer.seen = x, y, True
        self.aim = Aim.POINTER

    def release_all(self, device: str = "") -> None:
        """Let go of everything (of one device): focus lost, gamepad unplugged."""
        gone = {source for source in self._held if source.startswith(device)}
        self._held -= gone
        self._muted -= gone
        self._sticks = {name: value for name, value in self._sticks.items() if not name.startswith(device)}
        if not device:
            self._pressed.clear()
            self.events.clear()

    # What screens and the game ask

    def flush(self) -> None:
        """A new screen: what was pressed for the last one must not fire in this one."""
        self._pressed.clear()
        self.events.clear()
        self._typing.clear()
        for source in self._held:
            if not BUTTONS.keys().isdisjoint(self._actions.get(source, ())):
                self._muted.add(source)

    def sources(self, action: Action) -> tuple[str, ...]:
        """What an action is bound to."""
        return self._bindings.get(action, ())

    def take_events(self) -> list[Action]:
        """Actions that went down since the last call, in order."""
        events, self.events = self.events, []
        self.typed, self._typing = self._typing, []
        return events

    @property
    def idle(self) -> bool:
        """Whether every key, button and trigger is up and every stick at rest."""
        return not self._held

    def is_held(self, action: Action) -> bool:
        """Whether any source of `action` is down."""
        return any(s in self._held and s not in self._muted for s in self._bindings.get(action, ()))

    def sample(self, pointer_aim: tuple[float, float] = (0.0, 0.0)) -> PlayerCommand:
        """Return this tick's command and forget the taps it carries.

        Args:
            pointer_aim: where the mouse points, seen from the ship, as a stick -1..1 in the player's frame.
        """
        move = self._combine(Action.MOVE_STICK, MOVE_KEYS)
        aim = pointer_aim if self.aim is Aim.POINTER else self._combine(Action.AIM_STICK, AIM_KEYS)
        return PlayerCommand.from_sticks(move, aim, self._take_buttons())

    # Inside

    def _take_buttons(self) -> Button:
        buttons, waiting = Button.NONE, set[Action]()
        for action, button in BUTTONS.items():
            tapped = action in self._pressed
            if tapped and action in EDGE_BUTTONS and self._sent & button:
                waiting.add(action)  # up for one tick, so that the next one is seen as a press
            elif tapped or self.is_held(action):
                buttons |= button
        self._pressed, self._sent = waiting, buttons
        return buttons

    def _combine(self, stick: Action, keys: tuple[Action, ...]) -> tuple[float, float]:
        left, right, down, up = (float(key in self._pressed or self.is_held(key)) for key in keys)
        x, y = right - left, up - down
        for source in self._bindings.get(stick, ()):
            stick_x, stick_y = self._sticks.get(source, (0.0, 0.0))
            x, y = x + stick_x, y + stick_y
        length = math.hypot(x, y)
        return (x / length, y / length) if length > 1.0 else (x, y)

    def _switch(self, source: str, value: float, down: float, up: float) -> None:
        if value > down:
            self.press(source)
        elif not value >= up:
            self.release(source)
