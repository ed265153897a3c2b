"""Edits the bindings of one device: read, replace, add, remove, reset, find conflicts.

Knows no screen. The device is `KEYBOARD`, keys and mouse, or a kind of gamepad, whose profile is made with
the first change.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from arena.app.input.actions import APART, GLOBAL, MENU, STICKS, Action
from arena.app.input.bindings import ANALOGUE_SOURCES, DEFAULTS, MAX_SOURCES
from arena.app.input.devices import KEYBOARD
from arena.app.input.profiles import PAD, PadProfile, pad_bindings
from arena.app.storage.settings import Settings

FOREMOST = (Action.FIRE, Action.BOOST, Action.BOMB, Action.NEXT_WEAPON, Action.PREVIOUS_WEAPON)
"""Actions that players rebind most often, listed first."""


def is_of(device: str, source: str) -> bool:
    """Return whether a source belongs to a device."""
    return source.startswith(PAD) == (device != KEYBOARD)


def editable_actions(device: str) -> list[Action]:
    """Actions that a device can be bound to: sticks on gamepads only."""
    all_of_them = [action for action in Action if device != KEYBOARD or action not in STICKS]
    return sorted(all_of_them, key=lambda action: action not in FOREMOST)


def fits(action: Action, source: str) -> bool:
    """Return whether a source suits an action: sticks suit stick actions only, and no others do."""
    return (source in ANALOGUE_SOURCES) == (action in STICKS)


class BindingEdits:
    """Bindings of one device in the settings."""

    def __init__(self, settings: Settings, device: str) -> None:
        self._settings = settings
        self.device = device

    @property
    def profile(self) -> PadProfile:
        """The profile of this pad; the default profile for a pad without its own."""
        plain = PadProfile(pad_bindings(self._settings.bindings))
        return self._settings.pads.get(self.device, plain)

    def sources(self, action: Action) -> tuple[str, ...]:
        """Sources of an action on this device."""
        bindings = self._settings.bindings if self.device == KEYBOARD else self.profile.bindings
        return tuple(source for source in bindings.get(action, ()) if is_of(self.device, source))

    def assign(self, action: Action, source: str) -> bool:
        """Replace the first source of an action; return whether that is possible."""
        sources = tuple(dict.fromkeys((source, *self.sources(action)[1:])))
        return self._accepts(action, source) and self._put(action, sources)

    def add(self, action: Action, source: str) -> bool:
        """Add a source to an action; return whether that is possible."""
        sources = tuple(dict.fromkeys((*self.sources(action), source)))
        return (
            self._accepts(action, source) and len(sources) <= MAX_SOURCES // 2 and self._put(action, sources)
        )

    def drop(self, action: Action) -> bool:
        """Remove the last source of an action; menus and pause keep at least one."""
        sources = self.sources(action)
        needed = 1 if action in MENU or action is Action.PAUSE else 0
        others = any(not is_of(self.device, source) for source in self._settings.bindings[action])
        needed = needed if others or self.device != KEYBOARD else 1
        return len(sources) > needed and self._put(action, sources[:-1])

    def reset(self) -> None:
        """Restore the default bindings."""
        if self.device == KEYBOARD:
            for action in Action:
                keys = tuple(source for source in DEFAULTS[action] if is_of(KEYBOARD, source))
                self._put(action, keys)
        else:
            self._settings.pads.pop(self.device, None)

    def change_profile(self, **changes: Any) -> None:
        """Change dead zone, curve or bindings of a pad."""
        self._settings.pads[self.device] = replace(self.profile, **changes)

    def conflicts(self) -> Mapping[Action, dict[str, list[Action]]]:
        """For each action that shares a source with others that work at the same time: source, and those."""
        by_source: dict[str, list[Action]] = {}
        for action in editable_actions(self.device):
            for source in self.sources(action):
                by_source.setdefault(source, []).append(action)
        found: dict[Action, dict[str, list[Action]]] = {}
        for source, actions in by_source.items():
            for action in actions:
                others = [other for other in actions if other is not action and _clash(action, other)]
                if others:
                    found.setdefault(action, {})[source] = others
        return found

    def _accepts(self, action: Action, source: str) -> bool:
        return is_of(self.device, source) and fits(action, source)

    def _put(self, action: Action, sources: tuple[str, ...]) -> bool:
        bindings = self._settings.bindings
        if self.device == KEYBOARD:
            pads = tuple(source for source in bindings[action] if not is_of(KEYBOARD, source))
            bindings[action] = (*sources, *pads)
        else:
            self.change_profile(bindings={**self.profile.bindings, action: sources})
        return True


PAIRS = ({Action.JOIN, Action.PAUSE},)
"""Actions that may share a source: an idle device joins with it."""


def _clash(one: Action, other: Action) -> bool:
    """Return whether two actions are read in the same context."""
    if {one, other} in PAIRS:
        return False
    if one in GLOBAL or other in GLOBAL:
        return True
    return any(one in group and other in group for group in APART)
