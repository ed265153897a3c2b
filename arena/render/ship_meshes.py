"""Hulls of ships, read from `assets/hulls`: plan views of plates; the silhouette from above is the design."""

import functools
import math
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass

from arena import resources
from arena.render.hulls import PAINTS, SHAPES, Hull, Outline, Point, turned


@dataclass(frozen=True)
class PlateRow:
    """A line of those files, which say what each key is: one shape, and the plates that it is made into."""

    height: tuple[float, float]
    inset: float
    paint: tuple[str, ...]
    circle: tuple[float, ...] = ()
    petal: tuple[float, ...] = ()
    arch: tuple[float, ...] = ()
    half: Outline = ()
    outline: Outline = ()
    at: Point = (0.0, 0.0)
    turns: tuple[float, ...] = (0.0,)
    twin: bool = False
    stages: tuple[int, ...] = ()
    overhanging: bool = False

    def outlines(self) -> Iterator[Outline]:
        """Outlines of its plates, counter-clockwise."""
        (shape,) = (name for name in SHAPES if getattr(self, name))
        for turn in map(math.radians, self.turns):
            ((x, y),) = turned([self.at], turn)
            corners = turned(SHAPES[shape](*getattr(self, shape)), 0.0 if shape == "circle" else turn)
            outline = [(x + across, y + along) for across, along in corners]
            yield outline
            if self.twin:
                yield [(-across, along) for across, along in reversed(outline)]


@functools.cache
def load_hulls() -> dict[str, list[PlateRow]]:
    """Plates of each hull by the name that rows of the catalogue give; a boss has a hull for each stage."""
    hulls = dict[str, list[PlateRow]]()
    for file in sorted(resources.path("assets/hulls").glob("*.toml")):
        for name, table in tomllib.loads(file.read_text(encoding="utf-8")).items():
            rows = [PlateRow(**row) for row in table["plates"]]
            for stage, own in enumerate(table.get("names", [name])):
                hulls[own] = [row for row in rows if not row.stages or stage in row.stages]
    return hulls


def ship_hull(name: str) -> Hull:
    """One of `arena.view.frame.MESHES`."""
    hull = Hull()
    for row in load_hulls()[name]:
        paints = [PAINTS.index(paint) for paint in row.paint]
        for outline in row.outlines():
            hull.plate(outline, *row.height, row.inset, paints[0], paints[-1], row.overhanging)
    return hull
