"""Text fitting: truncation and line breaks."""

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
