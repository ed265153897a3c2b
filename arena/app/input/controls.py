"""Controls: sources to actions to one `PlayerCommand` per tick.

Three guarantees: a tap between two ticks reaches the next tick; a press that follows a release between two
ticks is seen as a new press; and nothing stays held when the window loses focus or a gamepad is pulled out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arena.app.input.actions import AIM_KEYS, MOVE_KEYS, Action
from arena.app.input.adapters import (
    DEAD_ZONE,
    STICK_DOWN,
    STICK_UP,
    TRIGGER_DOWN,
    TRIGGER_UP,
    limit_stick,
    press_state,
    shape_stick,
    stick_directions,
    stick_from_keys,
    turn_stick,
)
from arena.app.input.bindings import actions_by_source
from arena.sim.tables.commands import Button, PlayerCommand

EDGE_BUTTONS = (Action.BOOST, Action.BOMB, Action.NEXT_WEAPON, Action.PREVIOUS_WEAPON)
"""Buttons that act on a press, see `Button`."""
BUTTONS = {action: Button[action.name] for action in (Action.FIRE, *EDGE_BUTTONS)}
NUDGE = 4.0
"""Mouse travel per report above which the mouse counts as used [px]."""


class Aim(Enum):
    """Source of the aim: the device that moved last."""

    POINTER = "pointer"
    KEYS = "keys"
    STICK = "stick"


@dataclass
class Pointer:
    """Mouse position in framebuffer pixels, origin bottom-left."""

    x: float = 0.0
    y: float = 0.0
    seen: bool = False


class Controls:
    """Held and latched sources of one player."""

    def __init__(self, bindings: Mapping[Action, tuple[str, ...]]) -> None:
        self.pointer = Pointer()
        self.aim = Aim.POINTER
        self.hand = "key"
        """Prefix of the source used last: ``key``, ``mouse``, ``pad``, or ``pad@`` and a profile's name."""
        self._guessed = True  # true until anything is used
        self.events: list[Action] = []
        self.typed: list[str] = []
        """Sources pressed before the last `take_events`, for text entry."""
        self._typing: list[str] = []
        self._held: set[str] = set()
        self._muted: set[str] = set()
        self._sticks: dict[str, tuple[float, float]] = {}
        self._pressed: set[Action] = set()
        self._sent = Button.NONE
        self._firing = False  # true while toggled fire is on
        self.bind(bindings)

    def bind(self, bindings: Mapping[Action, tuple[str, ...]]) -> None:
        """Change the bindings; release everything."""
        self.bindings = dict(bindings)
        """Sources of every action."""
        self._actions = actions_by_source(bindings)
        self.release_all()

    # Reports of the window

    def press(self, source: str) -> None:
        """Press a digital source; repeats of a held one are ignored."""
        if source in self._held:
            return
        self._held.add(source)
        self._take(source.partition(":")[0])
        self._typing.append(source)
        for action in self._actions.get(source, ()):
            self._pressed.add(action)
            self.events.append(action)
            if action in AIM_KEYS:
                self.aim = Aim.KEYS
        if source.startswith("mouse:"):
            self.aim = Aim.POINTER

    def release(self, source: str) -> None:
        """Release a digital source."""
        self._held.discard(source)
        self._muted.discard(source)

    def trigger(self, source: str, value: float) -> None:
        """Move an analogue trigger to `value`, 0 to 1: a button with hysteresis."""
        self._switch(source, value, TRIGGER_DOWN, TRIGGER_UP)

    def stick(
        self, source: str, x: float, y: float, dead_zone: float = DEAD_ZONE, curve: str = "straight"
    ) -> None:
        """Move a stick to (x, y), each -1 to 1, y up: an analogue source and four digital ones."""
        x, y = shape_stick(x, y, dead_zone, curve)
        self._sticks[source] = (x, y)
        if x or y:
            self._take(source.partition(":")[0])
            if source in self.sources(Action.AIM_STICK):
                self.aim = Aim.STICK
        for name, value in stick_directions(source, x, y):
            self._switch(name, value, STICK_DOWN, STICK_UP)

    def point(self, x: float, y: float) -> None:
        """Move the mouse to (x, y) in framebuffer pixels."""
        moved = abs(x - self.pointer.x) + abs(y - self.pointer.y)
        if self._guessed and self.pointer.seen and moved > NUDGE:
            self._take("mouse")
        self.pointer.x, self.pointer.y, self.pointer.seen = x, y, True
        self.aim = Aim.POINTER

    def release_all(self, device: str = "") -> None:
        """Release everything (of one device): focus lost, gamepad unplugged."""
        gone = {source for source in self._held if source.startswith(device)}
        self._held -= gone
        self._muted -= gone
        self._sticks = {name: value for name, value in self._sticks.items() if not name.startswith(device)}
        self._firing = False
        if not device:
            self._pressed.clear()
            self.events.clear()

    def guess(self, hand: str) -> None:
        """Assume that a newly connected device is in use, until anything is used."""
        if self._guessed:
            self.hand = hand

    def _take(self, hand: str) -> None:
        self.hand, self._guessed = hand, False

    # Queries of screens and the game

    def flush(self) -> None:
        """Drop latched presses on a change of screens."""
        self._pressed.clear()
        self.events.clear()
        self._firing = False
        self._typing.clear()
        for source in self._held:
            if not BUTTONS.keys().isdisjoint(self._actions.get(source, ())):
                self._muted.add(source)

    def sources(self, action: Action) -> tuple[str, ...]:
        """Sources of an action."""
        return self.bindings.get(action, ())

    def take_events(self) -> list[Action]:
        """Actions that went down since the last call, in order."""
        events, self.events = self.events, []
        self.typed, self._typing = self._typing, []
        return events

    @property
    def on_pad(self) -> bool:
        """True if a gamepad was used last, not keys or mouse."""
        return self.hand.startswith("pad")

    @property
    def idle(self) -> bool:
        """True while every key, button and trigger is up and every stick at rest."""
        return not self._held

    def is_held(self, action: Action) -> bool:
        """Return whether any source of `action` is down."""
        return any(s in self._held and s not in self._muted for s in self.sources(action))

    def sample(
        self, pointer_aim: tuple[float, float] = (0.0, 0.0), toggle_fire: bool = False, turn: float = 0.0
    ) -> PlayerCommand:
        """Return this tick's command and forget the taps it carries.

        Args:
            pointer_aim: where the mouse points, seen from the ship, as a stick -1..1 in the player's frame.
            turn: how far the picture is turned against that frame [rad], clockwise.
            toggle_fire: whether a press of fire begins or ends it, instead of holding it.
        """
        move = turn_stick(self._combine(Action.MOVE_STICK, MOVE_KEYS), turn)
        aim = pointer_aim
        if self.aim is not Aim.POINTER:
            aim = turn_stick(self._combine(Action.AIM_STICK, AIM_KEYS), turn)
        return PlayerCommand.from_sticks(move, aim, self._take_buttons(toggle_fire))

    # Internals

    def _take_buttons(self, toggle_fire: bool) -> Button:
        buttons, waiting = Button.NONE, set[Action]()
        self._firing = toggle_fire and self._firing ^ (Action.FIRE in self._pressed)
        for action, button in BUTTONS.items():
            tapped = action in self._pressed
            if toggle_fire and action is Action.FIRE:
                buttons |= button if self._firing else Button.NONE
                continue
            if tapped and action in EDGE_BUTTONS and self._sent & button:
                waiting.add(action)  # released for one tick, so that the next press is seen
            elif tapped or self.is_held(action):
                buttons |= button
        self._pressed, self._sent = waiting, buttons
        return buttons

    def _combine(self, stick: Action, keys: tuple[Action, ...]) -> tuple[float, float]:
        x, y = stick_from_keys(*(key in self._pressed or self.is_held(key) for key in keys))
        for source in self.sources(stick):
            stick_x, stick_y = self._sticks.get(source, (0.0, 0.0))
            x, y = x + stick_x, y + stick_y
        return limit_stick(x, y)

    def _switch(self, source: str, value: float, down: float, up: float) -> None:
        pressed = press_state(value, down, up)
        if pressed:
            self.press(source)
        elif pressed is not None:
            self.release(source)
