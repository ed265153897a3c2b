"""Damage done to texts: by the byte, by the word, by the line, and by whoever wants a parser to suffer."""

import random
from collections.abc import Callable

LINE_MAX = 500

WORDS = (
    *("[", "]", "[[", "]]", "{", "}", "=", ",", ".", "#", "'", '"', "'''", '"""', "\\", "\n", "\r", "\r\n"),
    *("\t", " ", "true", "false", "nan", "-inf", "1e999", "-0", "0x", "0o7", "0b1", "1_000", "9" * 400),
    *("0xFFFFFFFFFFFFFFFFF", "1979-05-27", "1979-05-27T07:32:00Z", "2023-02-30", "07:32:00.999999999"),
    *("25:61:61", "0000-00-00", "\\u0000", "\\uD800", "\\U0010FFFF", "\\U00110000", "\\x41", "\\q", "\x00"),
    *("\x1b[2J", "\u202e", "\xfc", "\U0001f4a5", "\ufeff", "\u2028", "\x7f", "\x85", "a.b", "version"),
    *("a.b.c.d.e.f.g.h.i.j", "audio", "volume", "fire", "[bindings]", "[audio]", "fire = [", "bindings"),
    *("key:W", "pad:leftstick", "mouse:LEFT"),
)


def damage(text: bytes, chance: random.Random, size_max: int) -> bytes:
    """Return `text` after one to six kinds of damage, at most `size_max` bytes long."""
    changed = bytearray(text)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 6))):
        chance.choice(KINDS)(changed, chance, size_max)
        del changed[size_max:]
    return bytes(changed)


def one_line(refusal: Exception) -> str:
    """Message of a refusal.

    Raises:
        AssertionError: it is not one line that can be printed.
    """
    message = str(refusal)
    assert message.isprintable() and 0 < len(message) <= LINE_MAX, f"not one line: {message[:300]!r}"
    return message


def _place(text: bytearray, chance: random.Random) -> int:
    return chance.randrange(len(text) + 1)


def _flip_bytes(text: bytearray, chance: random.Random, size_max: int) -> None:
    for _ in range(chance.randint(1, 4) if text else 0):
        text[chance.randrange(len(text))] = chance.randrange(256)


def _insert_word(text: bytearray, chance: random.Random, size_max: int) -> None:
    at = _place(text, chance)
    text[at:at] = chance.choice(WORDS).encode("utf-8", "surrogatepass")


def _replace_word(text: bytearray, chance: random.Random, size_max: int) -> None:
    at = _place(text, chance)
    text[at : at + chance.randint(1, 12)] = chance.choice(WORDS).encode("utf-8", "surrogatepass")


def _cut(text: bytearray, chance: random.Random, size_max: int) -> None:
    at = _place(text, chance)
    del text[at : at + chance.choice((1, 8, 64, size_max))]


def _copy(text: bytearray, chance: random.Random, size_max: int) -> None:
    at, start = _place(text, chance), _place(text, chance)
    text[at:at] = text[start : start + chance.choice((2, 16, 128))]


def _repeat(text: bytearray, chance: random.Random, size_max: int) -> None:
    """Insert many copies of a piece, to reveal excessive use of time or of the stack."""
    at = _place(text, chance)
    own = bytes(text[at : at + chance.randint(1, 6)])
    piece = own if chance.random() < 0.5 else chance.choice(WORDS).encode("utf-8", "surrogatepass")
    times = chance.choice((3, 10, 10, 30, 100)) if chance.random() < 0.98 else size_max // max(1, len(piece))
    text[at:at] = (piece * times)[:size_max]


def _nest(text: bytearray, chance: random.Random, size_max: int) -> None:
    depth = chance.choice((2, 7, 8, 9, 30, 300, 3_000))
    opening, closing = chance.choice((("[", "]"), ("{a=", "}"), ("a.", ""), ("[{a=", "}]"), ("[a.", "]")))
    at = _place(text, chance)
    text[at:at] = (opening * depth + "1" + closing * depth).encode()


KINDS: tuple[Callable[[bytearray, random.Random, int], None], ...] = (
    _flip_bytes,
    _flip_bytes,
    _insert_word,
    _insert_word,
    _replace_word,
    _replace_word,
    _cut,
    _copy,
    _repeat,
    _nest,
)
