"""Text fitting: truncation and line breaks."""

from arena.app.menus import theme
from arena.view.overlay.overlay import Overlay


def fitted(overlay: Overlay, text: str, size: float, width: float) -> str:
    """A text, truncated to a width."""
    if overlay.text_width(text, size) <= width:
        return text
    while text and overlay.text_width(text + "...", size) > width:
        text = text[:-1]
    return text.rstrip() + "..."


def broken(overlay: Overlay, text: str, size: float, width: float, most: int) -> list[str]:
    """A text broken into lines of a width; beyond `most` lines the last is truncated."""
    lines = theme.wrapped(overlay, text, size, width)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(overlay, line, size, width) for line in lines]
