"""The player's own gamepad mappings, lines of SDL's ``gamecontrollerdb.txt``.

`Pads` reads them once, before it asks which gamepads there are. pyglet knows the database itself; what it
cannot parse would cost every gamepad, so only lines that it can parse reach it.
"""

import re
from pathlib import Path
from typing import NamedTuple

from arena.app.storage import files

BYTES_MAX = 4_000_000
"""Maximum size of the file; the whole database has a seventh of that."""
GUID = re.compile(r"[0-9a-f]{32,64}", re.ASCII)
CONTROL = re.compile(
    r"(guide|back|start|[abxy]|(left|right)(shoulder|stick|trigger|x|y)|dp(up|down|left|right))", re.ASCII
)
"""Control names of a gamepad."""
SOURCE = r"((b|a)[0-9]{1,4}|h0\.[0-9]{1,3}|h[1-9].*)?"
RELATION = re.compile(f"[-+]?{SOURCE}|~?{SOURCE}~?", re.ASCII)
"""Source of a control on a device: a button, an axis, or a direction of the first hat; half of it, or turned
around, but pyglet cannot parse both.
"""


class Mappings(NamedTuple):
    """Mappings that a file holds."""

    lines: tuple[str, ...] = ()
    problem: str = ""  # one line for the player; empty: no problem


def read_mappings(path: Path) -> Mappings:
    """Read a file of mappings; one that is missing holds none."""
    try:
        data, _ = files.read_start(path, BYTES_MAX + 1)
    except FileNotFoundError:
        return Mappings()
    except OSError as error:
        return Mappings(problem=f"{path.name} is not used: {error.strerror or error}")
    return parse_mappings(data, path.name)


def parse_mappings(data: bytes, name: str) -> Mappings:
    """Mappings of a file with that name."""
    if len(data) > BYTES_MAX:
        return Mappings(problem=f"{name} is not used: it has more than {BYTES_MAX:,} bytes")
    written = [line.strip() for line in data.decode("utf-8", "replace").splitlines()]
    meant = [(number, line) for number, line in enumerate(written, 1) if line and not line.startswith("#")]
    wrong = [number for number, line in meant if not _is_mapping(line)]
    lines = tuple(line for _, line in meant if _is_mapping(line))
    if not wrong:
        return Mappings(lines)
    more = f" and {len(wrong) - 1} more" if len(wrong) > 1 else ""
    return Mappings(lines, f"{name}, line {wrong[0]}{more}: no mapping of a controller, passed over")


def _is_mapping(line: str) -> bool:
    """Return whether a line has a device's GUID, its name, and pairs of known controls and their sources."""
    guid, *rest = line.split(",")
    if not GUID.fullmatch(guid) or not rest:
        return False
    pairs = [item.split(":", 1) for item in rest[1:] if ":" in item]
    return all(RELATION.fullmatch(value) for key, value in pairs if CONTROL.fullmatch(key))
