"""Looks at how deep a TOML text nests, before a parser does that takes time or stack for depth."""

import re

DEPTH_MAX = 8
"""Brackets within brackets, and parts of one dotted key; our own files need two."""

_TOKEN = re.compile(
    r'''
      """ (?: [^"\\] | \\(?:.|\Z) | "(?!"") )*+ (?: "{3,5} | \Z )
    | \'\'\' (?: [^'] | '(?!'') )*+ (?: '{3,5} | \Z )
    | " (?: [^"\\\n] | \\. )*+ "?
    | ' [^'\n]*+ '?
    | \# [^\n]*+
    | [\[\]{}.=,\n]
    ''',
    re.VERBOSE | re.DOTALL,
)
"""Strings and comments as a whole, and whatever can nest; every text is scanned once, without backtracking.

A text that is no TOML may be read otherwise than the parser reads it, but only behind its first mistake,
where the parser stops.
"""


def check_depth(text: str) -> None:
    """Return where a TOML text nests no deeper than `DEPTH_MAX`.

    Raises:
        ValueError: it does; the message is one line.
    """
    depth = dots = 0
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == ".":
            dots += 1
        elif token in "[{":
            depth, dots = depth + 1, 0
        elif token in "]}":
            depth, dots = depth - 1, 0
        elif token in "=,\n":
            dots = 0
        if max(depth, dots + 1) > DEPTH_MAX:
            raise ValueError(f"nested more than {DEPTH_MAX} deep")
