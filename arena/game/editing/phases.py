"""Phases of a document: inserting, deleting and moving them, with the numbers that refer to them."""

from collections.abc import Callable
from copy import deepcopy

from arena.game.levels.writer import Document

NAME_MAX = 24


def insert_phase(document: Document, at: int, phase: Document) -> None:
    """Insert a phase at place `at`, from 0; zones keep to their phases."""
    document["phase"].insert(at, phase)
    _renumber(document, lambda number: number + (number > at))


def forget_phase(document: Document, at: int) -> None:
    """Delete a phase; a zone that was in no other phase is in all of them afterwards."""
    del document["phase"][at]
    _renumber(document, lambda number: 0 if number == at + 1 else number - (number > at))


def swap_phases(document: Document, first: int, second: int) -> None:
    """Swap two phases; zones go with them."""
    phases = document["phase"]
    phases[first], phases[second] = phases[second], phases[first]
    places = {first + 1: second + 1, second + 1: first + 1}
    _renumber(document, lambda number: places.get(number, number))


def copy_phase(phase: Document) -> Document:
    """Copy of a phase, with a name of its own."""
    name = f"{phase['name'][: NAME_MAX - 2]} 2"
    return {**deepcopy(phase), "name": name}


def forget_group(groups: list[Document], gone: int) -> None:
    """Let groups that waited for a deleted group, from 0, wait for nobody."""
    for group in groups:
        after = group.get("after", 0)
        if after == gone + 1:
            del group["after"]
        elif after > gone + 1:
            group["after"] = after - 1


def _renumber(document: Document, number_of: Callable[[int], int]) -> None:
    """Renumber the phases of each zone; 0: the phase is deleted."""
    for zone in document.get("zone", []):
        if "phases" in zone:
            kept = sorted({number_of(number) for number in zone["phases"]} - {0})
            if kept:
                zone["phases"] = kept
            else:
                del zone["phases"]
