"""Markers of the level editor, drawn over a world (rings, arrows, names), and mouse picking on the shell."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike

from arena import sphere
from arena.game.editing.things import Role, Thing
from arena.game.levels.plan import Race
from arena.game.phases.courses import gate_place
from arena.jit.annotations import F64
from arena.sphere import UnitVector
from arena.toml_reader.problems import shorten
from arena.toml_text import Path
from arena.view.buffers import ring_row
from arena.view.cameras.camera import pick_shell, project
from arena.view.culling import make_lens
from arena.view.frame import Camera, Frame, Instances
from arena.view.lines import Lines
from arena.view.overlay.layout import Box
from arena.view.overlay.overlay import RGBA, Overlay
from arena.view.palette import Palette

EDGE = 0.22
"""Thickness of a thing's ring [u]."""
ROOM = 0.8
"""Between a body and its ring [u]."""
DASH = 1.6
"""Dash length of the rings of later things, about [u]."""
ARROW = 5.0
"""Length of an arrow beyond its thing's ring [u]."""
LETTERS = 64
"""Of a problem that are told beside its thing."""
NAME_SIZE, LINE = 22.0, 29.0
CURSOR_RADIUS = 1.6
QUIET = 0.45
"""Light of a zone while another thing is chosen."""
ZONE_EDGE, ZONE_BANDS, ZONE_LIGHT = 0.5, 4, 0.42
"""Of a zone: thickness of its border [u], bands within it, and how strong the outermost of them is."""
START: UnitVector = (0.0, 0.0, 1.0)
"""Start of the players in every level."""
START_RADIUS = 2.4
START_THING = Thing((), (), Role.ROUTE, "", "players begin", START, START_RADIUS, None, True)
LEG_STEP = 0.06
"""Length of the straight pieces of which a route is drawn [rad]."""
LIFT = 0.6
HORIZON = 0.02
"""Margin before the limb at which names end, as a cosine."""


@dataclass(frozen=True)
class EditorScene:
    """Items to mark."""

    things: Sequence[Thing]
    chosen: Thing | None
    hovered: Thing | None
    problems: Mapping[Path, str]  # by the path of the thing
    race: Race | None  # with its gates
    cursor: UnitVector
    ghost: float  # radius of the piece at the cursor [u], 0: none
    window: Box  # room for names [virtual px]


def mark_things(frame: Frame, scene: EditorScene, palette: Palette) -> None:
    """Add rings, arrows and names to a frame."""
    tints, lines = [(thing, _tint(thing, scene, palette)) for thing in scene.things], Lines()
    rings = [_ring(thing, color) for thing, color in tints]
    for thing in scene.things:
        if thing.role == Role.ZONE:
            loud = scene.chosen is None or thing.path == scene.chosen.path or thing == scene.hovered
            rings += _zone(thing, palette, 1.0 if loud else QUIET)
    rings += _cursor(scene, palette)
    rings.append(ring_row(START, START_RADIUS, 0.12, (*palette.player, 0.8), 10.0))
    for thing, color in tints:
        if thing.towards is not None:
            _arrow(lines, thing, color, frame.shell_radius)
    _draw_route(lines, [t.place for t in scene.things if t.role == Role.ROUTE], palette, frame.shell_radius)
    rings += _gates(scene.race, palette)
    frame.rings = np.concatenate([frame.rings, *rings])
    frame.lines = np.concatenate([frame.lines, lines.in_sight(frame.camera, frame.planet_radius)])
    _draw_names(frame, scene, [(START_THING, (*palette.player, 0.9)), *tints])


def _tint(thing: Thing, scene: EditorScene, palette: Palette) -> RGBA:
    if thing.path in scene.problems:
        return (*palette.warning, 1.0)
    if scene.chosen is not None and thing.path == scene.chosen.path:
        return (*palette.player, 1.0)
    strength = 0.9 if thing == scene.hovered else 0.55 if thing.here else 0.2
    return (*palette.text, strength)


def _ring(thing: Thing, color: RGBA) -> Instances:
    solid = thing.role in (Role.ASTEROID, Role.ZONE, Role.BOSS)
    reach = thing.radius + (0.0 if thing.role in (Role.ZONE, Role.HOLD, Role.GATE) else ROOM)
    dashes = 0.0 if solid and thing.here else max(6.0, round(2.0 * math.pi * reach / DASH))
    return ring_row(thing.place, reach, EDGE, color, dashes)


def _zone(thing: Thing, palette: Palette, strength: float) -> list[Instances]:
    """A border and bands in the colour of its kind: from afar its own clouds and streaks are hardly seen."""
    color = palette.roles[thing.kind]
    there = strength * (1.0 if thing.here else 0.4)
    bands = list[Instances]()
    for number in range(1, ZONE_BANDS + 1):
        inner = thing.radius * (number - 0.5) / ZONE_BANDS
        light = there * ZONE_LIGHT * number / ZONE_BANDS
        bands.append(ring_row(thing.place, inner, thing.radius / ZONE_BANDS, (*color, light)))
    return [*bands, ring_row(thing.place, thing.radius - ZONE_EDGE, ZONE_EDGE, (*color, 0.9 * there))]


def _cursor(scene: EditorScene, palette: Palette) -> list[Instances]:
    """Cursor: a ring with a dot, and a ring of the size of the piece in hand."""
    color = (*palette.score, 0.95)
    rings = [ring_row(scene.cursor, CURSOR_RADIUS, 0.16, color), ring_row(scene.cursor, 0.2, 0.2, color)]
    if scene.ghost > 0.0:
        rings.append(ring_row(scene.cursor, scene.ghost, 0.12, (*palette.score, 0.5), 24.0))
    return rings


def _arrow(lines: Lines, thing: Thing, color: RGBA, shell_radius: float) -> None:
    place = np.asarray(thing.place)
    way = sphere.unit(sphere.project_tangent(place, np.asarray(thing.towards)))
    start = place * shell_radius + way * (thing.radius + ROOM)
    lines.add_arrows(start[None].astype(np.float32), (way * ARROW)[None].astype(np.float32), color, 4.0, LIFT)


def _draw_route(lines: Lines, places: Sequence[UnitVector], palette: Palette, shell_radius: float) -> None:
    """The great circles between the points of a route."""
    for here, there in pairwise(places):
        steps = max(2, math.ceil(float(sphere.distance(here, there)) / LEG_STEP))
        points = np.array([sphere.slerp(here, there, step / steps) for step in range(steps + 1)])
        points *= shell_radius
        lines.add(points[:-1], points[1:], (*palette.score, 0.6), 3.0, LIFT)


def _gates(race: Race | None, palette: Palette) -> list[Instances]:
    """All gates but the first, which is a thing itself."""
    if race is None:
        return []
    color = (*palette.score, 0.35)
    return [ring_row(gate_place(race, gate), race.radius, EDGE, color, 12.0) for gate in range(1, race.gates)]


def _draw_names(frame: Frame, scene: EditorScene, marked: Sequence[tuple[Thing, RGBA]]) -> None:
    """Names of the things that can be seen; that of the chosen or hovered one is brighter."""
    overlay = frame.overlay
    places = np.array([thing.place for thing, _ in marked])
    limb = frame.shell_radius / float(np.linalg.norm(frame.camera.eye))  # cosine of the angle to it
    seen = places @ sphere.unit(frame.camera.eye) > limb + HORIZON
    # The name of what is wide stands within it: below it, it would stand at something else.
    reach = np.array([0.0 if thing.role == Role.ZONE else thing.radius + ROOM for thing, _ in marked])
    below = places * frame.shell_radius - frame.camera.up * reach[:, None]
    spots, ahead = project(frame.camera, below)
    spots = overlay.locate(spots).tolist()
    for (thing, color), (x, y), shown in zip(marked, spots, seen & ahead, strict=True):
        if shown and scene.window.x < x < scene.window.x + scene.window.width:
            bright = (*color[:3], max(0.75, color[3]))
            lines = 2 if thing.path in scene.problems else 1
            bottom = max(y - LINE, scene.window.y + LINE * lines - 16.0)
            _draw_name(overlay, thing.label, x, bottom, bright, scene.window)
            if thing.path in scene.problems:
                said = shorten(scene.problems[thing.path], LETTERS)
                _draw_name(overlay, said, x, bottom - LINE, bright, scene.window)


def _draw_name(overlay: Overlay, name: str, x: float, y: float, color: RGBA, window: Box) -> None:
    """A line on a shade, to be read above any planet; it stays within the window, cut short if need be."""
    while len(name) > 4 and overlay.text_width(name, NAME_SIZE) + 14.0 > window.width:
        name = shorten(name, len(name) - 1)
    width = overlay.text_width(name, NAME_SIZE) + 14.0
    x = min(max(x, window.x + width / 2), window.x + window.width - width / 2)
    overlay.rect(x - width / 2, y - 8.0, width, LINE, (0.01, 0.02, 0.05, 0.5), 7.0)
    overlay.text(name, x, y, NAME_SIZE, color, "center")


def place_at(camera: Camera, x: float, y: float, shell_radius: float) -> F64:
    """Unit vector to the shell at the screen place (x, y), each -1 to 1; past the limb: near it."""
    return np.array(pick_shell(make_lens(camera, shell_radius, shell_radius), x, y, shell_radius))


def thing_at(things: Sequence[Thing], place: ArrayLike, shell_radius: float, room: float) -> Thing | None:
    """The thing at a unit place: the smallest of those it lies in, with `room` [u] around each."""
    found = [
        (thing.radius, number)
        for number, thing in enumerate(things)
        if float(sphere.distance(np.asarray(thing.place), place)) * shell_radius <= max(thing.radius, room)
    ]
    return things[min(found)[1]] if found else None
