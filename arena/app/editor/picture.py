"""Draws the editor's panels around the planet and lists its key hints. `EditorScreen.build` calls it."""

from arena.app.editor import palette, timeline, topbar
from arena.app.editor.layout import lay_out
from arena.app.editor.panel import Panel
from arena.app.editor.state import EditorState
from arena.app.editor.text_entry import TextEntry
from arena.app.input.actions import Action
from arena.app.input.controls import Controls
from arena.app.input.labels import action_label, move_label
from arena.app.menus import theme
from arena.view.overlay.overlay import Overlay
from arena.view.palette import Palette


def draw(
    overlay: Overlay, state: EditorState, panel: Panel, pointer: tuple[float, float], colors: Palette
) -> None:
    """Draw palette, panel, time line and bar."""
    layout, editor = lay_out(overlay.width, overlay.height), state.editor
    problem = f"{editor.problems[0].key}: {editor.problems[0].text}" if editor.problems else ""
    palette.draw(overlay, layout.palette, state.piece, colors)
    panel.draw(overlay, layout.panel, problem)
    timeline.draw(overlay, layout.timeline, editor, colors)
    topbar.draw(overlay, layout.bar, state, pointer)


def hints(controls: Controls, state: EditorState, panel: Panel, entry: TextEntry | None) -> theme.Keys:
    """Key hints for the current state."""
    accept, back = action_label(controls, Action.MENU_ACCEPT), action_label(controls, Action.MENU_BACK)
    if entry is not None:
        return (("letters", "type"), (accept, "press"), (back, "leave"))
    play, tab = action_label(controls, Action.EDIT_PLAY), action_label(controls, Action.EDIT_PANEL)
    other = action_label(controls, Action.NEXT_WEAPON)
    if panel.focused:
        return ((accept, "do"), (other, "next tab"), (back, "to the planet"), (play, "play"))
    deed = "put down" if state.carried else "place" if state.piece else "choose, carry"
    level = action_label(controls, Action.PAUSE)
    return (
        (move_label(controls), "fly"), (accept, deed), (other, "kind"), (tab, "numbers"), (play, "play"),
        (level, "save, leave"),
    )  # fmt: skip
