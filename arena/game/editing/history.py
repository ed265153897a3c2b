"""Undo history of a document: steps that can be undone and done again."""

from typing import NamedTuple

from arena.game.levels.writer import Document

STEPS_MAX = 500
"""Steps that can be undone; a document is small."""


class DocumentState(NamedTuple):
    """A step: its name, and the document after it. Documents in here are never changed."""

    done: str
    document: Document


class UndoHistory:
    """Undo history: a list of states, one of which is the present."""

    def __init__(self, document: Document) -> None:
        self._states = [DocumentState("", document)]
        self._at = 0
        self._gesture = ""

    @property
    def present(self) -> Document:
        """Present document; not to be changed."""
        return self._states[self._at].document

    def add(self, done: str, document: Document, gesture: str = "") -> None:
        """Add a step.

        Args:
            done: name of the action, in words.
            document: owned by the history from now on.
            gesture: steps that follow each other with the same one, such as those of a drag, are one step;
                empty: a step by itself.
        """
        if document == self.present:
            return
        del self._states[self._at + 1 :]
        if gesture and gesture == self._gesture:
            self._states.pop()
        self._states.append(DocumentState(done, document))
        del self._states[: -STEPS_MAX - 1]
        self._at, self._gesture = len(self._states) - 1, gesture

    def end_gesture(self) -> None:
        """Let the next change be a step of its own."""
        self._gesture = ""

    def undo(self) -> str:
        """Undo the last step; returns its name, empty where there is none."""
        if self._at == 0:
            return ""
        self.end_gesture()
        self._at -= 1
        return self._states[self._at + 1].done

    def redo(self) -> str:
        """Redo the last undone step; returns its name, empty where there is none."""
        if self._at + 1 == len(self._states):
            return ""
        self.end_gesture()
        self._at += 1
        return self._states[self._at].done

    @property
    def undoable(self) -> bool:
        """Return whether there is a step to undo."""
        return self._at > 0

    @property
    def redoable(self) -> bool:
        """Return whether there is a step to do again."""
        return self._at + 1 < len(self._states)
