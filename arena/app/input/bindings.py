"""Bindings from sources to actions, as plain data that the settings file holds.

A source is a string `device:control`: `key:W`, `mouse:LEFT`, `pad:a`, `pad:leftstick`. Sticks of a gamepad
also act as four digital sources: `pad:leftstick_up` and so on, so that a stick can drive a menu.
"""

import re
from collections.abc import Mapping

from arena.app.input.actions import STICKS, Action
from arena.app.storage.plain_text import one_line, plain_word

Bindings = dict[Action, tuple[str, ...]]

MAX_SOURCES = 8
"""Most sources of one action that a settings file may name."""

ANALOGUE_SOURCES = frozenset({"pad:leftstick", "pad:rightstick"})

_SOURCE = re.compile(r"(key|mouse|pad):[A-Za-z0-9_]{1,32}")

DEFAULTS: Mapping[Action, tuple[str, ...]] = {
    Action.MOVE_UP: ("key:W",),
    Action.MOVE_DOWN: ("key:S",),
    Action.MOVE_LEFT: ("key:A",),
    Action.MOVE_RIGHT: ("key:D",),
    Action.MOVE_STICK: ("pad:leftstick",),
    Action.AIM_UP: ("key:UP",),
    Action.AIM_DOWN: ("key:DOWN",),
    Action.AIM_LEFT: ("key:LEFT",),
    Action.AIM_RIGHT: ("key:RIGHT",),
    Action.AIM_STICK: ("pad:rightstick",),
    Action.FIRE: ("mouse:LEFT", "key:LCTRL", "key:RCTRL", "pad:righttrigger"),
    Action.BOOST: ("mouse:RIGHT", "key:LSHIFT", "key:RSHIFT", "pad:lefttrigger"),
    Action.BOMB: ("key:SPACE", "pad:a"),
    Action.NEXT_WEAPON: ("key:E", "mouse:WHEEL_DOWN", "pad:rightshoulder"),
    Action.PREVIOUS_WEAPON: ("key:Q", "mouse:WHEEL_UP", "pad:leftshoulder"),
    Action.RESTART: ("key:R", "pad:y"),
    Action.REWIND: ("key:R", "key:BACKSPACE", "pad:y"),
    Action.SLOW_MOTION: ("key:T", "pad:x"),
    Action.JOIN: ("key:ENTER", "key:NUM_ENTER", "pad:start"),
    Action.LEAVE: ("key:DELETE", "pad:back"),
    Action.TAKE_OVER: ("key:F", "pad:x"),
    Action.EDIT_PLAY: ("key:F9", "key:G", "pad:back"),
    Action.EDIT_PANEL: ("key:TAB", "pad:y"),
    Action.EDIT_UNDO: ("key:Z", "pad:dpleft"),
    Action.EDIT_REDO: ("key:X", "pad:dpright"),
    Action.EDIT_COPY: ("key:C", "pad:dpup"),
    Action.EDIT_DELETE: ("key:DELETE", "pad:x"),
    Action.RACE: ("key:G", "pad:y"),
    Action.PAUSE: ("key:ESCAPE", "key:P", "mouse:MIDDLE", "pad:start"),
    Action.MENU_UP: ("key:UP", "key:W", "mouse:WHEEL_UP", "pad:dpup", "pad:leftstick_up"),
    Action.MENU_DOWN: ("key:DOWN", "key:S", "mouse:WHEEL_DOWN", "pad:dpdown", "pad:leftstick_down"),
    Action.MENU_LEFT: ("key:LEFT", "key:A", "pad:dpleft", "pad:leftstick_left"),
    Action.MENU_RIGHT: ("key:RIGHT", "key:D", "pad:dpright", "pad:leftstick_right"),
    Action.MENU_ACCEPT: ("key:ENTER", "key:NUM_ENTER", "key:SPACE", "pad:a"),
    Action.MENU_BACK: ("key:ESCAPE", "key:BACKSPACE", "mouse:RIGHT", "pad:b"),
    Action.MENU_CLICK: ("mouse:LEFT",),
    Action.PROFILER: ("key:F3",),
    Action.DEBUG_GRID: ("key:F4",),
    Action.DEBUG_PAIRS: ("key:F5",),
    Action.DEBUG_NAVIGATION: ("key:F6",),
    Action.DEBUG_STEERING: ("key:F7",),
    Action.DEBUG_REGIONS: ("key:F8",),
    Action.RELOAD_SHADERS: ("key:F10",),
    Action.FULLSCREEN: ("key:F11",),
    Action.PICTURE: ("key:F12",),
}


def default_bindings() -> Bindings:
    """Return a fresh copy of the bindings a new player starts with."""
    return dict(DEFAULTS)


def parse_bindings(table: object) -> tuple[Bindings, list[str]]:
    """Read the `[bindings]` table of a settings file.

    Returns:
        Bindings in which every action has at least one source (the default where the file says nothing
        usable), and a list of what was wrong with the file, empty when nothing was.
    """
    bindings, problems = default_bindings(), list[str]()
    if not isinstance(table, dict):
        return bindings, ["bindings is not a table"]
    for name, sources in table.items():
        try:
            action = Action(name)
            bindings[action] = parse_sources(action, sources)
        except ValueError as error:
            problems.append(one_line(f"bindings.{plain_word(name)}: {error}"))
    return bindings, problems


def parse_sources(action: Action, sources: object, least: int = 1) -> tuple[str, ...]:
    """Check the sources of one action, of which there are to be `least` or more.

    Raises:
        ValueError: they are none, or none for this action.
    """
    if not isinstance(sources, list) or not least <= len(sources) <= MAX_SOURCES:
        raise ValueError(f"expected a list of {least} to {MAX_SOURCES} sources")
    for source in sources:
        if not isinstance(source, str) or not _SOURCE.fullmatch(source):
            raise ValueError(f"no such source {plain_word(source)!r}")
        if (source in ANALOGUE_SOURCES) != (action in STICKS):
            raise ValueError(f"{source} does not fit this action")
    return tuple(dict.fromkeys(sources))


def actions_by_source(bindings: Mapping[Action, tuple[str, ...]]) -> dict[str, tuple[Action, ...]]:
    """Invert the bindings: actions by source."""
    table: dict[str, list[Action]] = {}
    for action, sources in bindings.items():
        for source in sources:
            table.setdefault(source, []).append(action)
    return {source: tuple(actions) for source, actions in table.items()}
