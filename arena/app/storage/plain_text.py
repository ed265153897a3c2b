"""Sanitising of foreign text for a line that the player sees."""

WORD_MAX = 40
LINE_MAX = 160
NUMBER_MAX = 1_000_000


def plain_word(value: object) -> str:
    """Return the beginning of a text in printable characters, a small number, or else the name of the type.

    A list may be too deep to be written, a number longer than Python is willing to write.
    """
    if isinstance(value, str):
        return one_line(value[:WORD_MAX])
    if type(value) is int and abs(value) <= NUMBER_MAX:
        return str(value)
    return f"of type {type(value).__name__}"


def one_line(text: str) -> str:
    """Return a text as one line of printable characters, cut where it is too long."""
    printable = "".join(c if c.isprintable() else " " for c in text[: 2 * LINE_MAX])
    return " ".join(printable.split())[:LINE_MAX]
