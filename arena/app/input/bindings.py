"""Bindings from sources to actions, as plain data that the settings file holds.

A source is a string `device:control`: `key:W`, `mouse:LEFT`, `pad:a`, `pad:leftstick`. Sticks of a gamepad
also act as four digital sources: `pad:leftstick_up` and so on, so that a stick can drive a menu.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.app.input.actions import STICKS, Action
from arena.toml_reader.problems import suggest, written
from arena.toml_reader.shapes import Key, TableShape
from arena.toml_reader.values import Several, Value, choice

Bindings = dict[Action, tuple[str, ...]]

MAX_SOURCES = 8
"""Most sources of one action that a settings file may name."""

ANALOGUE_SOURCES = frozenset({"pad:leftstick", "pad:rightstick"})

_SOURCE = re.compile(r"(key|mouse|pad):[A-Za-z0-9_]{1,32}")

DEFAULTS: Mapping[Action, tuple[str, ...]] = {action: action.sources for action in Action}

EXAMPLES = sorted({source for sources in DEFAULTS.values() for source in sources} - ANALOGUE_SOURCES)
EXAMPLE = {"key": '"key:W"', "mouse": '"mouse:LEFT"', "pad": '"pad:a"'}
"""A source of each device, as a file holds it."""


def default_bindings() -> Bindings:
    """Return a fresh copy of the bindings a new player starts with."""
    return dict(DEFAULTS)


@dataclass(frozen=True)
class InputSource(Value):
    """Digital source of one of some devices."""

    devices: tuple[str, ...]

    def read(self, value: object) -> str:
        """Return the source."""
        known = isinstance(value, str) and _SOURCE.fullmatch(value) and value not in ANALOGUE_SOURCES
        if not isinstance(value, str) or not known or value.partition(":")[0] not in self.devices:
            likely = [source for source in EXAMPLES if source.partition(":")[0] in self.devices]
            raise ValueError(f"{written(value)} is not allowed; {suggest(value, likely)}write {self.words}")
        return value

    @property
    def words(self) -> str:
        """Examples."""
        return f"a source such as {' or '.join(EXAMPLE[device] for device in self.devices)}"

    @property
    def json(self) -> dict[str, Any]:
        """Devices as JSON Schema."""
        return {"type": "string", "pattern": f"^({'|'.join(self.devices)}):[A-Za-z0-9_]{{1,32}}$"}


def bindings_shape(name: str, least: int, devices: tuple[str, ...]) -> TableShape:
    """Shape of a table of bindings: sources of some devices by action, of which there are `least` or more."""
    stick, button = choice(sorted(ANALOGUE_SOURCES)), InputSource(devices)
    keys = {
        str(action): Key("", Several(stick if action in STICKS else button, least, MAX_SOURCES), ())
        for action in Action
    }
    return TableShape(name, "Sources of actions.", make_bindings, keys, partial=True)


def make_bindings(**sources: tuple[str, ...]) -> Bindings:
    """Bindings from the keys of a table; each source once."""
    return {Action(name): tuple(dict.fromkeys(found)) for name, found in sources.items()}


BINDINGS = bindings_shape("[bindings]", 1, ("key", "mouse", "pad"))


def actions_by_source(bindings: Mapping[Action, tuple[str, ...]]) -> dict[str, tuple[Action, ...]]:
    """Invert the bindings: actions by source."""
    table: dict[str, list[Action]] = {}
    for action, sources in bindings.items():
        for source in sources:
            table.setdefault(source, []).append(action)
    return {source: tuple(actions) for source, actions in table.items()}
