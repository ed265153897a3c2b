"""Profiles of gamepad kinds: own bindings, dead zone and response curve.

The plain bindings bind keys, mouse and every pad without a profile. A pad with a profile
reports its sources under the profile's name, `pad@NAME:a` for `pad:a`, and is bound by those.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from arena.app.input.actions import Action
from arena.app.input.adapters import CURVES, DEAD_ZONE, DEAD_ZONE_LEAST, DEAD_ZONE_MOST
from arena.app.input.bindings import DEFAULTS, Bindings, bindings_shape
from arena.toml_reader.shapes import Key, NamedTables, TableShape
from arena.toml_reader.values import RealNumber, Value, choice

PAD = "pad:"
PROFILES_MAX = 8
KIND_MAX = 40
"""Maximum letters of a pad's name."""


@dataclass
class PadProfile:
    """Bindings, dead zone and response curve of one kind of gamepad."""

    bindings: Bindings = field(default_factory=lambda: pad_bindings(DEFAULTS))
    """Sources that begin with `PAD`; an action may have none."""
    dead_zone: float = DEAD_ZONE
    curve: str = "straight"


Profiles = dict[str, PadProfile]
"""Profiles by kind of pad, see `pad_kind`."""


def pad_kind(name: object) -> str:
    """Key of a pad's name in the settings: letters, digits and few punctuation marks."""
    kind = re.sub(r"[^A-Za-z0-9 ._()+-]+", " ", str(name or "")).strip()[:KIND_MAX].strip()
    return kind or "gamepad"


def pad_bindings(bindings: Mapping[Action, tuple[str, ...]]) -> Bindings:
    """The sources of pads alone."""
    return {
        action: tuple(source for source in sources if source.startswith(PAD))
        for action, sources in bindings.items()
    }


def qualify(source: str, kind: str) -> str:
    """Qualify a pad's source, or its prefix, with its profile's name."""
    return f"pad@{kind}:{source.removeprefix(PAD)}" if source.startswith(PAD) else source


def merge_bindings(bindings: Mapping[Action, tuple[str, ...]], profiles: Profiles) -> Bindings:
    """Merge the plain bindings and those of every profile under its name."""
    return {
        action: (
            *sources,
            *(
                qualify(source, kind)
                for kind, profile in profiles.items()
                for source in profile.bindings.get(action, ())
            ),
        )
        for action, sources in bindings.items()
    }


class PadKind(Value):
    """Name of a kind of pads."""

    def read(self, value: object) -> str:
        """Return the name."""
        if not isinstance(value, str) or pad_kind(value) != value:
            raise self.refuse(value)
        return value

    @property
    def words(self) -> str:
        """Letters in words."""
        return f"a name of up to {KIND_MAX} letters, digits, spaces and ._()+-"

    @property
    def json(self) -> dict[str, Any]:
        """Length as JSON Schema."""
        return {"type": "string", "minLength": 1, "maxLength": KIND_MAX}


def make_profile(bindings: Bindings | None = None, **values: Any) -> PadProfile:
    """Profile from the keys of its table; the others have their defaults."""
    profile = PadProfile(**values)
    profile.bindings |= bindings or {}
    return profile


PROFILE = TableShape(
    "a gamepad's table",
    "What differs for a kind of gamepad.",
    make_profile,
    {
        "dead_zone": Key("share of a stick's way", RealNumber(DEAD_ZONE_LEAST, DEAD_ZONE_MOST), DEAD_ZONE),
        "curve": Key("response of the sticks", choice(CURVES), "straight"),
        "bindings": Key("its sources of actions", bindings_shape("its bindings", 0, ("pad",)), {}),
    },
    partial=True,
)
PADS = NamedTables("pads", PROFILE, PadKind(), PROFILES_MAX)


def format_profiles(profiles: Profiles) -> dict[str, object]:
    """The tables that `PADS` reads back."""
    return {
        kind: {
            "dead_zone": profile.dead_zone,
            "curve": profile.curve,
            "bindings": {str(action): list(sources) for action, sources in profile.bindings.items()},
        }
        for kind, profile in profiles.items()
    }
