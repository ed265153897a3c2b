"""Texts that must fit: cut short, or broken into lines."""

from arena.view.overlay.overlay import Overlay


def fitted(overlay: Overlay, text: str, size: float, width: float) -> str:
    """A text, or as much of its beginning as there is room for."""
    if overlay.text_width(text, size) <= width:
        return text
    while text and overlay.text_width(text + "...", size) > width:
        text = text[:-1]
    return text.rstrip() + "..."


def broken(overlay: Overlay, text: str, size: float, width: float, most: int) -> list[str]:
    """A text in lines of a width; of more than `most` lines the last is cut short."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if overlay.text_width(longer, size) <= width or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > most:
        lines = [*lines[: most - 1], " ".join(lines[most - 1 :])]
    return [fitted(overlay, line, size, width) for line in lines]
