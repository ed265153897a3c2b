"""Profiles of gamepad kinds: own bindings, dead zone and response curve.

The plain bindings bind keys, mouse and every pad without a profile. A pad with a profile
reports its sources under the profile's name, `pad@NAME:a` for `pad:a`, and is bound by those.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from arena.app.input.actions import Action
from arena.app.input.adapters import CURVES, DEAD_ZONE, DEAD_ZONE_LEAST, DEAD_ZONE_MOST
from arena.app.input.bindings import DEFAULTS, Bindings, parse_sources
from arena.app.storage.plain_text import one_line, plain_word
from arena.app.storage.setting_row import OneOf, Range

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


CHECKS = {"dead_zone": Range(DEAD_ZONE_LEAST, DEAD_ZONE_MOST), "curve": OneOf(CURVES)}
"""Checks of a profile's plain values."""

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


def parse_profiles(table: object) -> tuple[Profiles, list[str]]:
    """Read the `[pads]` tables of a settings file; also what was wrong with them, empty when nothing was."""
    if not isinstance(table, dict):
        return {}, ["pads is not a table"]
    if len(table) > PROFILES_MAX:
        return {}, [f"pads: more than {PROFILES_MAX} kinds"]
    profiles, problems = Profiles(), list[str]()
    for name, values in table.items():
        if pad_kind(name) != name or not isinstance(values, dict):
            problems.append(one_line(f"pads.{plain_word(name)}: no name of a pad, or no table"))
            continue
        profiles[name], wrong = _parse_profile(values)
        problems += [one_line(f"pads.{name}.{problem}") for problem in wrong]
    return profiles, problems


def _parse_profile(values: Mapping[str, object]) -> tuple[PadProfile, list[str]]:
    profile, problems = PadProfile(), list[str]()
    for key, value in values.items():
        try:
            if key == "bindings" and isinstance(value, dict):
                problems += _parse_bindings(profile.bindings, value)
            else:
                setattr(profile, key, CHECKS[key](value))
        except (KeyError, ValueError):
            problems.append(f"{plain_word(key)}: cannot be {plain_word(value)}")
    return profile, problems


def _parse_bindings(bindings: Bindings, table: Mapping[str, object]) -> list[str]:
    problems = list[str]()
    for name, sources in table.items():
        try:
            action = Action(name)
            found = parse_sources(action, sources, least=0)
            if any(not source.startswith(PAD) for source in found):
                raise ValueError("only sources of a pad")
            bindings[action] = found
        except ValueError as error:
            problems.append(f"bindings.{plain_word(name)}: {error}")
    return problems


def format_profiles(profiles: Profiles) -> dict[str, object]:
    """The tables that `parse_profiles` reads back."""
    return {
        kind: {
            "dead_zone": profile.dead_zone,
            "curve": profile.curve,
            "bindings": {str(action): list(sources) for action, sources in profile.bindings.items()},
        }
        for kind, profile in profiles.items()
    }
