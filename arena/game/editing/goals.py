"""Objectives of phases as things that are placed and deleted."""

from collections.abc import Sequence

from arena.game.editing.bearings import written
from arena.game.editing.errors import full
from arena.game.editing.fields import table_at
from arena.game.editing.templates import new_objective, new_phase
from arena.game.levels.schema import OBJECTIVE
from arena.game.levels.writer import Document
from arena.toml_reader.values import Several
from arena.toml_text import Path


def set_goal(
    document: Document, number: int, kind: str, at: Sequence[float], up: Sequence[float] = (0.0, 1.0, 0.0)
) -> Path:
    """Give phase `number`, from 0, an objective here; a route gets a point, other places move here.

    Returns:
        The path of what was placed.

    Raises:
        EditError: the route has no room for another point.
    """
    path: Path = ("phase", number, "objective")
    phase = document["phase"][number]
    old = phase["objective"]
    if old["kind"] == kind == "escort":
        if len(old["route"]) >= _route_max():
            raise full("point of the route", _route_max())
        old["route"].append(written(at))
        return (*path, "route", len(old["route"]) - 1)
    if old["kind"] == kind:
        old["place"] = written(at)
    else:
        phase["objective"] = new_objective(kind, at, up)
    return (*path, "route", 0) if kind == "escort" else path


def _route_max() -> int:
    holds = OBJECTIVE.shapes["escort"].keys["route"].holds
    assert isinstance(holds, Several)
    return holds.most


def delete_goal(document: Document, path: Path) -> None:
    """Delete a point of a route or a boss's place; other objectives give way to a new phase's."""
    objective, phase = table_at(document, path[:3]), table_at(document, path[:2])
    if len(path) == 5 and len(objective["route"]) > 2:
        del objective["route"][path[4]]
    elif objective["kind"] == "boss" and "place" in objective:
        del objective["place"]  # it comes from the far side
    else:
        phase["objective"] = new_phase(1)["objective"]
        phase.pop("limit", None)
