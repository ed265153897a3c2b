"""Rows of the editor's panel: chosen thing, phase, level and files."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol

from arena.app.editor.state import EditorState
from arena.app.storage.levels import world_path
from arena.game.editing.fields import Field, is_fixed, is_text, table_at
from arena.game.editing.things import Role, group_label
from arena.game.levels.schema import OBJECTIVE, SENT, WORLDS
from arena.toml_text import Path as KeyPath

KINDS = tuple(OBJECTIVE.shapes)


@dataclass
class PanelRow:
    """Row of the panel. A row without actions is a heading."""

    label: str
    value: str = ""
    act: Callable[[], object] | None = None
    adjust: Callable[[int], object] | None = None
    problem: str = ""

    @property
    def heading(self) -> bool:
        """True for a row that only titles the rows below it."""
        return self.act is None and self.adjust is None


class EditorActions(Protocol):
    """Actions of the screen that rows call."""

    def show_tab(self, name: str) -> None:
        """Show another tab."""

    def write_text(self, title: str, words: str, most: int, done: Callable[[str], None]) -> None:
        """Open the text entry."""

    def play(self, phase: int) -> None:
        """Play the level from a phase, from 1."""

    def save(self) -> None:
        """Save the level."""

    def save_as(self) -> None:
        """Save the level under another name."""

    def open(self, path: Path | None, own: bool) -> None:
        """Edit another level; None: an empty one."""

    def leave(self) -> None:
        """Go back to the title."""


def thing_rows(state: EditorState, commands: EditorActions) -> Iterator[PanelRow]:
    """Rows of the chosen thing: its fields and its actions."""
    editor = state.editor
    path = editor.chosen
    if not path or (path[:1] == ("phase",) and len(path) == 2):
        yield PanelRow("Nothing is chosen.")
        yield PanelRow("Take a kind of thing from the left")
        yield PanelRow("and place it, or choose one.")
        return
    thing = state.chosen_thing
    table = table_at(editor.document, path[:3] if path[2:3] == ("objective",) else path)
    title = thing.label if thing is not None else group_label(table)
    yield PanelRow(title.upper())
    yield from _field_rows(state, commands, path)
    if thing is not None and (thing.towards is not None or thing.role in (Role.ASTEROID, Role.SPAWNER)):
        yield PanelRow("turn", "15 degrees", None, state.turn)
    if thing is not None:
        yield PanelRow("move: carry it with the cursor", act=state.pick_up)
    yield PanelRow("copy", act=state.copy)
    yield PanelRow("delete", act=state.delete)


def _field_rows(state: EditorState, commands: EditorActions, path: KeyPath) -> Iterator[PanelRow]:
    for field in state.editor.fields_of(path):
        if not is_fixed(field):
            yield _field_row(state, commands, field)


def _field_row(state: EditorState, commands: EditorActions, field: Field) -> PanelRow:
    label = f"{field.name}"
    problem = next((found.text for found in state.editor.problems if found.path == field.path), "")
    if is_text(field):
        words = str(field.value or "")
        most = getattr(field.holds, "most", 40)

        def write() -> None:
            commands.write_text(label, words, most, lambda text: state.write(field.path, text))

        return PanelRow(label, words or "none", write, None, problem)
    return PanelRow(label, field.text, None, lambda by: state.step(field, by), problem)


def phase_rows(state: EditorState, commands: EditorActions) -> Iterator[PanelRow]:
    """Rows of the current phase: objective, groups, and order."""
    editor, number = state.editor, state.editor.phase
    path: KeyPath = ("phase", number)
    table = table_at(editor.document, path)
    yield PanelRow("phase", f"{number + 1} of {editor.phases}", None, lambda by: _look(state, number + by))
    yield from _field_rows(state, commands, path)
    objective = (*path, "objective")
    said = next((p.text for p in editor.problems if p.path == objective), "")
    yield PanelRow(
        "objective", table["objective"]["kind"], None, lambda by: state.next_objective(KINDS, by), said
    )
    yield from _field_rows(state, commands, objective)
    yield from _group_rows(state, commands, path)
    yield PanelRow("PHASES")
    yield PanelRow("play from this phase", act=lambda: commands.play(number + 1))
    yield PanelRow("add a phase behind", act=lambda: state.attempt(editor.add_phase))
    yield PanelRow("copy this phase", act=lambda: state.attempt(editor.copy_phase))
    yield PanelRow("earlier or later", "move", None, editor.move_phase)
    yield PanelRow("delete this phase", act=lambda: state.attempt(lambda: editor.delete_phase(number)))


def _look(state: EditorState, phase: int) -> None:
    state.editor.look_at(phase % state.editor.phases)


def _group_rows(state: EditorState, commands: EditorActions, path: KeyPath) -> Iterator[PanelRow]:
    yield PanelRow("GROUPS")
    said = next((p.text for p in state.editor.problems if p.path == (*path, "group")), "")
    for number, group in enumerate(table_at(state.editor.document, path).get("group", [])):
        own = (*path, "group", number)
        problem = next((p.text for p in state.editor.problems_of(own)), said)

        def choose(own: KeyPath = own) -> None:
            state.choose(own)
            commands.show_tab("thing")

        yield PanelRow(f"{number + 1}: {group_label(group)}", when(group), choose, None, problem)
    yield PanelRow("add a group", act=lambda: _add_group(state, commands))


def when(group: dict[str, object]) -> str:
    """Start time of a group as text."""
    time, after = group.get("time", 0), group.get("after")
    return f"after {after} + {time} s" if after else f"at {time} s"


def _add_group(state: EditorState, commands: EditorActions) -> None:
    if state.attempt(lambda: state.editor.add_group(next(iter(SENT)))):
        commands.show_tab("thing")


def level_rows(state: EditorState, commands: EditorActions) -> Iterator[PanelRow]:
    """Rows of the whole level: its actions and its name."""
    editor = state.editor
    yield PanelRow("play from the beginning", act=lambda: commands.play(1))
    yield PanelRow("play from this phase", act=lambda: commands.play(editor.phase + 1))
    yield PanelRow("save", state.name, commands.save)
    yield PanelRow("save as ...", act=commands.save_as)
    yield PanelRow("open ...", act=lambda: commands.show_tab("files"))
    yield PanelRow("undo", act=state.undo)
    yield PanelRow("redo", act=state.redo)
    yield PanelRow("leave the editor", act=commands.leave)
    yield PanelRow("LEVEL")
    yield from _field_rows(state, commands, ())
    yield PanelRow("ASTEROIDS BY CHANCE")
    yield from _field_rows(state, commands, ("field",))


def file_rows(state: EditorState, commands: EditorActions) -> Iterator[PanelRow]:
    """Rows of levels to open: an empty one, the player's own, and the shipped ones."""
    yield PanelRow("a new, empty level", act=lambda: commands.open(None, False))
    yield PanelRow("YOUR LEVELS")
    for path in state.own_levels:
        yield PanelRow(path.stem, act=partial(commands.open, path, True))
    if not state.own_levels:
        yield PanelRow("none yet: save one")
    yield PanelRow("BEGIN WITH A COPY OF")
    for world in range(1, WORLDS + 1):
        yield PanelRow(f"world {world}", act=partial(commands.open, world_path(world), False))


TABS: dict[str, Callable[[EditorState, EditorActions], Iterator[PanelRow]]] = {
    "thing": thing_rows,
    "phase": phase_rows,
    "level": level_rows,
    "files": file_rows,
}
"""Rows of each tab by its name."""
