"""Text-level checks of TOML: nesting depth, and the line of each key.

The one before a parser takes time or stack for depth, the other because the parser does not tell.
"""

import re
import tomllib

DEPTH_MAX = 8
"""Brackets within brackets, and parts of one dotted key; our own files need two."""

_TOKEN = re.compile(
    r'''
      """ (?: [^"\\]++ | \\(?:.|\Z) | "(?!"") )* (?: "{3,5} | \Z )
    | \'\'\' (?: [^']++ | '(?!'') )* (?: '{3,5} | \Z )
    | " (?: [^"\\\n]++ | \\. )* "?
    | ' [^'\n]*+ '?
    | \# [^\n]*+
    | [\[\]{}.=,\n]
    ''',
    re.VERBOSE | re.DOTALL,
)
"""Strings and comments as a whole, and whatever can nest; every text is scanned once, without backtracking:
behind each repeated group stands what always matches. Possessive groups would say so, but CPython before
3.11.5 matches those wrongly (gh-106052), and Debian 12 has such a one.

A text that is no TOML may be read otherwise than the parser reads it, but only behind its first mistake,
where the parser stops.
"""


def check_depth(text: str) -> None:
    """Return where a TOML text nests no deeper than `DEPTH_MAX`.

    Raises:
        ValueError: it does; the message is one line.
    """
    depth = dots = 0
    for token in _TOKEN.findall(text):
        if token == ".":
            dots += 1
        elif token in "[{":
            depth, dots = depth + 1, 0
        elif token in "]}":
            depth, dots = depth - 1, 0
        elif token in "=,\n":
            dots = 0
        if depth > DEPTH_MAX or dots >= DEPTH_MAX:
            raise ValueError(f"nested more than {DEPTH_MAX} deep")


LOCATED_MAX = 3 * DEPTH_MAX
"""Longest path that is followed; those of a text that `check_depth` takes are shorter."""

Path = tuple[str | int, ...]
"""Keys and places in arrays, from 0, that lead to a value."""

_WORD = re.compile(_TOKEN.pattern + r"| [^\s\[\]{}.=,\n\#\"']+", re.VERBOSE | re.DOTALL)
"""The same, and whatever stands between."""


def locate_keys(text: str) -> dict[Path, int]:
    """The line, from 1, of every key, table and array element of a TOML text that a parser has taken.

    Of a text that is no TOML it tells what stands before the first mistake, and perhaps nonsense behind it.
    """
    try:
        return _Locator(text).lines
    except (StopIteration, RecursionError):
        return {}


class _Locator:
    """Single pass over the tokens of a text that locates keys."""

    def __init__(self, text: str) -> None:
        self.lines: dict[Path, int] = {}
        self._lengths: dict[Path, int] = {}  # of arrays of tables
        self._tokens = (token for token in _WORD.findall(text) if token[0] != "#")
        self._line = 1
        self._table: Path = ()
        self._token = ""
        self._step()
        while self._token:
            self._statement()

    def _step(self) -> None:
        """Go to the next token; lines end in tokens only."""
        self._line += self._token.count("\n")
        self._token = next(self._tokens, "")

    def _statement(self) -> None:
        if self._token == "\n":
            self._step()
        elif self._token == "[":
            self._header()
        else:
            self._pair(self._table)
            while self._token not in ("\n", ""):
                self._step()

    def _header(self) -> None:
        line = self._line
        self._step()
        many = self._token == "["
        if many:
            self._step()
        *parents, last = self._key() or [""]
        path: Path = ()
        for part in parents:
            path = self._last_of((*path, part))
        path = (*path, last)
        if many:
            self.lines.setdefault(path, line)
            self._lengths[path] = self._lengths.get(path, 0) + 1
        self._table = self._last_of(path)
        self.lines[self._table] = line
        while self._token not in ("\n", ""):
            self._step()

    def _last_of(self, path: Path) -> Path:
        """Return the table that a header names: the last one of an array of tables."""
        return (*path, self._lengths[path] - 1) if path in self._lengths else path

    def _key(self) -> list[str]:
        """Parse a dotted key."""
        parts: list[str] = []
        while self._token not in ("=", "]", "\n", ""):
            if self._token != "." and len(parts) <= DEPTH_MAX:
                parts.append(_plain(self._token))
            self._step()
        return parts

    def _pair(self, path: Path) -> None:
        line = self._line
        for part in self._key():
            path = (*path, part)
            self.lines.setdefault(path, line)
        if self._token == "=":
            self._step()
            self._value(path)

    def _value(self, path: Path) -> None:
        if self._token == "[" and len(path) <= LOCATED_MAX:
            self._list(path)
        elif self._token == "{" and len(path) <= LOCATED_MAX:
            self._inline(path)
        else:
            while self._token not in (",", "]", "}", "\n", ""):
                self._step()

    def _list(self, path: Path) -> None:
        self._step()
        place = 0
        while self._token not in ("]", ""):
            if self._token in ("\n", ","):
                self._step()
                continue
            self.lines[*path, place] = self._line
            self._value((*path, place))
            place += 1
            if self._token == "}":  # where none was opened
                self._step()
        self._step()

    def _inline(self, path: Path) -> None:
        self._step()
        while self._token not in ("}", "\n", ""):
            if self._token in (",", "]"):
                self._step()
            else:
                self._pair(path)
                if self._token == "=":
                    self._step()
        self._step()


def _plain(token: str) -> str:
    """Value of one part of a key, without its quotes."""
    if token[:1] not in "\"'":
        return token
    try:
        return str(tomllib.loads(f"key = {token}")["key"])
    except tomllib.TOMLDecodeError:
        return token
