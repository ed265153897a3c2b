"""`Editor`: a level that is edited. Every change is one of its actions, and each can be undone.

The document fits the schema after every action. Problems between several keys are found by the check that
files pass, too, and name the path of the table or key.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any

from arena.game.editing.bearings import carried, turned, written
from arena.game.editing.errors import EditError, full
from arena.game.editing.facts import Facts
from arena.game.editing.fields import Field, list_fields, next_value, table_at
from arena.game.editing.goals import delete_goal, set_goal
from arena.game.editing.history import UndoHistory
from arena.game.editing.phases import (
    copy_phase,
    forget_group,
    forget_phase,
    insert_phase,
    swap_phases,
)
from arena.game.editing.templates import (
    Family,
    Piece,
    new_asteroid,
    new_group,
    new_level,
    new_objective,
    new_phase,
    new_zone,
)
from arena.game.editing.things import Role, Thing, find_thing, list_things, owner_of
from arena.game.levels import Level, Problem
from arena.game.levels.schema import ASTEROIDS_MAX, GROUPS_MAX, PHASES_MAX, ZONES_MAX
from arena.game.levels.writer import Document
from arena.toml_text import Path

ENDING_BY_THEMSELVES = ("survive", "siege")
"""Objectives beside which a level may not have a limit."""


class Editor:
    """Editor of a document, with the shown phase and the selected thing."""

    def __init__(self, document: Document | None = None) -> None:
        """Begin with a level, or with an empty one."""
        self._history = UndoHistory(_whole(document) if document is not None else new_level())
        self._known = Facts(self.document)
        self.phase = 0
        self.chosen: Path = ()
        """Path of the selected thing or table; empty: none."""

    # Queries

    @property
    def document(self) -> Document:
        """Level as tables; not to be changed from outside."""
        return self._history.present

    @property
    def text(self) -> str:
        """Level as a file holds it."""
        return self._facts.text

    @property
    def level(self) -> Level:
        """Level as a plan, whether or not it can be played."""
        return self._facts.level

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Problems that keep the level from being played."""
        return self._facts.problems

    @property
    def things(self) -> list[Thing]:
        """Things on the planet in the shown phase."""
        return list_things(self.document, self.phase)

    @property
    def phases(self) -> int:
        """Number of phases of the level."""
        return len(self.document["phase"])

    @property
    def undoable(self) -> bool:
        """Return whether there is a step to undo."""
        return self._history.undoable

    @property
    def redoable(self) -> bool:
        """Return whether there is a step to do again."""
        return self._history.redoable

    def problems_of(self, path: Path) -> list[Problem]:
        """Problems of a table, or of anything in it."""
        return [found for found in self.problems if found.path[: len(path)] == path]

    def fields_of(self, path: Path) -> list[Field]:
        """Fields of a table, or of the objective that a place belongs to."""
        return list_fields(self.document, owner_of(path))

    @property
    def _facts(self) -> Facts:
        if self._known.document is not self.document:
            self._known = Facts(self.document)
        return self._known

    # Things

    def place(self, piece: Piece, at: Sequence[float], up: Sequence[float]) -> None:
        """Put something new on the planet and select it.

        Args:
            piece: one of `PIECES`.
            at: unit direction.
            up: tangent there in which a wind blows, gates lead and a route goes.

        Raises:
            EditError: there is no room for it.
        """
        document, done = deepcopy(self.document), f"place {piece.name}"
        if piece.family == Family.ASTEROID:
            new = new_asteroid(piece.name, at)
            self.chosen = self._append(document, ("asteroid",), new, ASTEROIDS_MAX, "asteroid")
        elif piece.family == Family.ZONE:
            new = new_zone(piece.name, at, up)
            self.chosen = self._append(document, ("zone",), new, ZONES_MAX, "zone")
        elif piece.family == Family.SPAWNER:
            new = new_group(piece.name, at)
            self.chosen = self._append(document, self._groups_path, new, GROUPS_MAX, "group in this phase")
        else:
            self.chosen = set_goal(document, self.phase, piece.name, at, up)
        self._change(done, document)

    def add_group(self, kind: str) -> None:
        """Add a group of a few ships of a kind to this phase; they land around the players.

        Raises:
            EditError: there is no room for it.
        """
        document = deepcopy(self.document)
        self.chosen = self._append(document, self._groups_path, new_group(kind, None), GROUPS_MAX, "group")
        self._change(f"add {kind}s", document)

    def move(self, path: Path, to: Sequence[float], gesture: str = "") -> None:
        """Move a thing; the directions in which it looks, drifts or blows move along.

        Args:
            path: of the thing.
            to: unit direction.
            gesture: see `UndoHistory.add`.
        """
        thing = self._thing(path)
        document = deepcopy(self.document)
        _put_place(document, thing, to)
        self._change(f"move {thing.label}", document, gesture)

    def turn(self, path: Path, degrees: float, gesture: str = "") -> None:
        """Turn the direction in which a thing looks, drifts or blows, clockwise; others do not change."""
        thing = self._thing(path)
        document = deepcopy(self.document)
        table = table_at(document, owner_of(path))
        key = "axis" if thing.role == Role.ZONE else "towards"
        if thing.role in (Role.ASTEROID, Role.SPAWNER) and key not in table:
            up = new_objective("race", thing.place, (0.0, 1.0, 0.0))[key]
            table[key] = up
        elif thing.towards is not None:
            table[key] = written(turned(table.get(key, (0.0, 0.0, 1.0)), thing.place, degrees))
        if thing.role == Role.ASTEROID and not table.get("speed"):
            table["speed"] = 2
        self._change(f"turn {thing.label}", document, gesture)

    def copy(self, path: Path, to: Sequence[float] | None = None) -> None:
        """Copy a thing or a group and select the copy.

        Args:
            path: of the thing, or of a group that has no place.
            to: unit direction of the copy; None: that of the original.

        Raises:
            EditError: there is no room for it, or it is the place of an objective.
        """
        if path[:1] not in (("asteroid",), ("zone",)) and path[2:3] != ("group",):
            raise EditError("a phase has one objective: copy the phase instead")
        document, most = deepcopy(self.document), {"asteroid": ASTEROIDS_MAX, "zone": ZONES_MAX}
        table = deepcopy(table_at(document, path))
        name = "group" if path[0] == "phase" else str(path[0])
        new = self._append(document, path[:-1], table, most.get(name, GROUPS_MAX), name)
        thing = next((thing for thing in list_things(document, self.phase) if thing.path == new), None)
        if to is not None and thing is not None:
            _put_place(document, thing, to)
        self.chosen = new
        self._change(f"copy {name}", document)

    def delete(self, path: Path) -> None:
        """Delete a thing, a group or a point of a route; a deleted place of an objective goes to another one.

        Raises:
            EditError: the level needs it.
        """
        document = deepcopy(self.document)
        if path[2:3] == ("objective",):
            delete_goal(document, path)
        elif len(path) == 2 and path[0] == "phase":
            self.delete_phase(int(path[1]))
            return
        else:
            tables = table_at(document, path[:-1])
            del tables[path[-1]]
            if path[2:3] == ("group",):
                forget_group(tables, int(path[-1]))
            if not tables:
                del table_at(document, path[:-2])[path[-2]]
        self.chosen = ()
        self._change("delete", document)

    # Fields

    def step(self, field: Field, by: int, here: Sequence[float], gesture: str = "") -> None:
        """Step a field to its next value, `by` steps on; `here` is the place for a field without one."""
        self.set_value(field.path, next_value(field, by, written(here), self.phases), gesture)

    def set_value(self, path: Path, value: Any, gesture: str = "") -> None:
        """Set a key; None removes it.

        Raises:
            EditError: the schema does not allow it there.
        """
        field = next(field for field in list_fields(self.document, path[:-1]) if field.path == path)
        document = deepcopy(self.document)
        table = table_at(document, path[:-1])
        table.pop(path[-1], None)
        if value is not None:
            try:
                field.holds.read(value)
            except ValueError as problem:
                raise EditError(f"{field.name}: {problem}") from None
            table[path[-1]] = value
        elif field.key.required:
            raise EditError(f"{field.name} must be there")
        self._change(f"set {field.name}", document, gesture)

    def set_objective(self, kind: str, at: Sequence[float], up: Sequence[float]) -> None:
        """Give the shown phase another objective, with its places at and before the cursor."""
        document = deepcopy(self.document)
        table = document["phase"][self.phase]
        table["objective"] = new_objective(kind, at, up)
        if kind in ENDING_BY_THEMSELVES:
            table.pop("limit", None)
        self._change(f"objective {kind}", document)

    # Phases

    def add_phase(self) -> None:
        """Insert a new phase behind the shown one, and show it.

        Raises:
            EditError: the level has as many phases as it may.
        """
        self._insert(new_phase(self.phases + 1), "add phase")

    def copy_phase(self) -> None:
        """Insert a copy of the shown phase behind it.

        Raises:
            EditError: the level has as many phases as it may.
        """
        self._insert(copy_phase(self.document["phase"][self.phase]), "copy phase")

    def _insert(self, phase: Document, done: str) -> None:
        if self.phases >= PHASES_MAX:
            raise full("phase", PHASES_MAX)
        document = deepcopy(self.document)
        insert_phase(document, self.phase + 1, phase)
        self.phase += 1
        self.chosen = ("phase", self.phase)
        self._change(done, document)

    def delete_phase(self, number: int) -> None:
        """Delete a phase, from 0.

        Raises:
            EditError: it is the only one.
        """
        if self.phases == 1:
            raise EditError("a level needs a phase: change this one")
        document = deepcopy(self.document)
        forget_phase(document, number)
        self.chosen = ()
        self._change("delete phase", document)

    def move_phase(self, by: int) -> None:
        """Move the shown phase forward (-1) or back (1), where there is another to pass."""
        there = self.phase + by
        if 0 <= there < self.phases:
            document = deepcopy(self.document)
            swap_phases(document, self.phase, there)
            self.phase, self.chosen = there, ("phase", there)
            self._change("move phase", document)

    def look_at(self, phase: int) -> None:
        """Show another phase, from 0, and select it."""
        self.phase = min(max(phase, 0), self.phases - 1)
        self.chosen = ("phase", self.phase)

    # Undo

    def undo(self) -> str:
        """Undo the last step; returns its name, empty where there is none."""
        return self._reselect(self._history.undo())

    def redo(self) -> str:
        """Redo the last undone step; returns its name, empty where there is none."""
        return self._reselect(self._history.redo())

    def end_gesture(self) -> None:
        """End a drag: the next change is a step of its own."""
        self._history.end_gesture()

    def replace(self, document: Document, done: str) -> None:
        """Replace the document as one step, as when its file was changed outside."""
        self._change(done, _whole(document))

    # Helpers

    def _change(self, done: str, document: Document, gesture: str = "") -> None:
        self._history.add(done, document, gesture)
        self._reselect(done)

    def _reselect(self, done: str) -> str:
        """Clear a selection that no longer exists."""
        self.phase = min(self.phase, self.phases - 1)
        try:
            table_at(self.document, self.chosen)
        except (LookupError, TypeError):
            self.chosen = ()
        if self.chosen[:1] == ("phase",) and self.chosen[:2] != ("phase", self.phase):
            self.chosen = ()
        if self.chosen[2:3] == ("objective",) and find_thing(self.things, self.chosen) is None:
            self.chosen = ("phase", self.phase)  # another objective, which lies nowhere
        return done

    def _thing(self, path: Path) -> Thing:
        thing = find_thing(self.things, path)
        if thing is None:
            raise EditError("it has no place on the planet")
        return thing

    @property
    def _groups_path(self) -> Path:
        return ("phase", self.phase, "group")

    def _append(self, document: Document, path: Path, table: Document, most: int, name: str) -> Path:
        """Add a table to an array, creating the array where it is missing; returns its path."""
        array = table_at(document, path[:-1]).setdefault(path[-1], [])
        if len(array) >= most:
            raise full(name, most)
        array.append(table)
        return (*path, len(array) - 1)


def _whole(document: Document) -> Document:
    """Copy of a document, with every table that a level always has."""
    return {"field": {}, **deepcopy(document)}


def _put_place(document: Document, thing: Thing, to: Sequence[float]) -> None:
    """Write a thing's new place, and turn its directions with it."""
    table = table_at(document, thing.place_path[:-1])
    table[thing.place_path[-1]] = written(to)
    for key in ("towards", "axis") if thing.role in (Role.ASTEROID, Role.ZONE, Role.SPAWNER) else ():
        if key in table:
            table[key] = written(carried(table[key], thing.place, to))
