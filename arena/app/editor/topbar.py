"""Bar at the top: the level's name and buttons for the mouse."""

from collections.abc import Sequence

from arena.app.editor.layout import EDGE
from arena.app.editor.state import EditorState
from arena.app.editor.words import fitted
from arena.app.menus import theme
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import Overlay

BUTTONS = ("undo", "redo", "copy", "delete", "nearer", "farther", "menu", "save", "play")
WIDTH = 96.0
SIZE = 22.0


def boxes(bar: Box) -> Sequence[tuple[str, Box]]:
    """Boxes of the buttons, from the right end; narrower on a narrow screen."""
    wide = min(WIDTH, bar.width * 0.66 / len(BUTTONS))
    left = bar.x + bar.width - wide * len(BUTTONS) - EDGE
    return [
        (name, Box(left + number * wide, bar.y + 8.0, wide - 6.0, bar.height - 16.0))
        for number, name in enumerate(BUTTONS)
    ]


def button_at(bar: Box, point: tuple[float, float]) -> str:
    """Name of the button under the pointer; empty: none."""
    return next((name for name, box in boxes(bar) if box.contains(point)), "")


def draw(overlay: Overlay, bar: Box, state: EditorState, point: tuple[float, float]) -> None:
    """Draw the level's name and the buttons; disabled ones are faint."""
    overlay.rect(*bar, theme.faded(theme.INK, 0.8))
    editor, buttons = state.editor, boxes(bar)
    able = {"undo": editor.undoable, "redo": editor.redoable, "play": not editor.problems}
    able |= dict.fromkeys(("copy", "delete"), bool(editor.chosen))
    for name, box in buttons:
        lit = box.contains(point)
        strength = (0.3 if lit else 0.12) if able.get(name, True) else 0.04
        overlay.rect(*box, theme.faded(theme.ACCENT if name == "play" else theme.TEXT, strength), 8.0)
        color = theme.TEXT if able.get(name, True) else theme.faded(theme.DIM, 0.6)
        overlay.text(name, box.x + box.width / 2, box.y + 16.0, SIZE, color, "center")
    room = buttons[0][1].x - 2 * EDGE - 16.0
    mark = " *" if state.changed else ""
    title = f"{editor.document['name']}{mark}"
    overlay.text(fitted(overlay, title, 28.0, room), 20.0, bar.y + 30.0, 28.0, theme.TEXT)
    overlay.text(fitted(overlay, state.name, 22.0, room), 20.0, bar.y + 7.0, 22.0, theme.DIM)
