"""Debug views (F4 to F8) of grid, contacts, navigation, minds and sleep, drawn around the player.

Each view adds lines in space and returns a line of text. Views only read the world.
"""

from collections.abc import Callable, Collection
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena.catalogue import kinds
from arena.game.scoring.statistics import awake_rows
from arena.jit.annotations import F32, I64, Flags
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.debug.navigation import draw_navigation
from arena.view.frame import Frame
from arena.view.lines import Lines
from arena.view.overlay.overlay import HEIGHT, RGBA, Overlay
from arena.view.poses import interpolated

REACH = 36.0
"""Distance from the player beyond which nothing is drawn [u]."""
FULL_CELL = 10
"""Bodies in a good cell; fuller ones turn red."""
LOADS = (1.0, 3.0, 6.0, 10.0, 20.0)
HEAT: tuple[RGBA, ...] = (
    (0.20, 0.42, 0.80, 0.30),
    (0.25, 0.80, 0.95, 0.50),
    (0.55, 0.95, 0.45, 0.60),
    (1.00, 0.80, 0.25, 0.85),
    (1.00, 0.25, 0.28, 1.00),
)
INSET = 0.035
"""Gap between the boxes of neighbouring cells, over a cell's edge."""
MOVE_LENGTH, AIM_LENGTH = 3.4, 5.0
"""Of a full command's arrow [u]."""
OVER_BODIES = 5.0
"""Lines that much behind a body's surface show through it [u]."""
PIN = 1.6
"""Length of the pins that tell the awake from the sleeping [u]."""

PAIR: RGBA = (0.36, 0.88, 1.00, 0.85)
CONTACT: RGBA = (1.00, 0.34, 0.30, 1.00)
MOVE: RGBA = (0.45, 1.00, 0.50, 0.95)
AIM: RGBA = (1.00, 0.62, 0.20, 0.80)
AWAKE: RGBA = (0.50, 1.00, 0.55, 0.95)
ASLEEP: RGBA = (0.55, 0.62, 0.78, 0.80)
REGION: RGBA = (1.00, 0.92, 0.45, 0.90)
_TEXT: RGBA = (0.92, 0.97, 1.0, 1.0)
_DIM: RGBA = (0.66, 0.77, 0.87, 1.0)
_PANEL: RGBA = (0.01, 0.03, 0.07, 0.72)
_CORNERS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)
_EDGES = np.array([(i, j) for i in range(8) for j in range(8) if i < j and bin(i ^ j).count("1") == 1])

Rows = NDArray[np.integer[Any]]


class DebugScene(NamedTuple):
    """Inputs of a debug view."""

    world: World
    focus: F32  # of the player [u], shape (3,)
    alpha: float  # between the last two ticks


class DebugView(Enum):
    """One of the views, by name."""

    GRID = "grid cells"
    PAIRS = "neighbour pairs"
    NAVIGATION = "navigation"
    STEERING = "steering"
    REGIONS = "live regions"


def draw_debug(frame: Frame, world: World, alpha: float, views: Collection[DebugView]) -> None:
    """Add the chosen views to a frame, and their text to its overlay."""
    lines, said = Lines(), list[tuple[DebugView, str]]()
    scene = DebugScene(world, frame.focus * np.float32(world.shell_radius), alpha)
    for view in DebugView:
        if view in views:
            said.append((view, _DRAWINGS[view](scene, lines)))
    frame.lines = np.concatenate([frame.lines, lines.in_sight(frame.camera, world.planet_radius)])
    _draw_legend(frame.overlay, said)


def draw_grid(scene: DebugScene, lines: Lines) -> str:
    """Occupied cells as boxes, coloured by how many bodies they hold."""
    grid = scene.world.grid
    lower, upper = grid.box
    edge = (upper - lower) / grid.cells
    cells, loads = occupied_cells(scene.world, _near(scene, np.flatnonzero(scene.world.bodies.alive)))
    middle = lower + (cells + 0.5) * edge
    near = np.linalg.norm(middle - scene.focus, axis=1) < REACH
    cells, loads = cells[near], loads[near]
    boxes = lower + (cells[:, None] + INSET + _CORNERS * (1.0 - 2.0 * INSET)) * edge
    heat = np.stack([np.interp(loads, LOADS, channel) for channel in zip(*HEAT, strict=True)], axis=1)
    order = np.argsort(loads, kind="stable")  # the fullest on top
    ends = boxes[order][:, _EDGES].reshape(-1, 2, 3)
    lines.add(ends[:, 0], ends[:, 1], np.repeat(heat[order].astype(np.float32), len(_EDGES), axis=0), 1.8)
    return f"{len(loads)} cells of {edge.max():.0f} u nearby, the fullest holds {loads.max(initial=0)}"


def occupied_cells(world: World, rows: Rows) -> tuple[I64, I64]:
    """Cells that the bounding cubes of some bodies overlap, and by how many of them.

    Returns:
        cells: x, y, z, shape (k, 3). loads: shape (k,).
    """
    grid, counts = world.grid, np.array(world.grid.cells, np.int64)
    lower, upper = grid.box
    scale = counts / (upper - lower)
    center, radius = world.bounds.center[rows], world.bounds.radius[rows, None]

    def cell_of(corner: NDArray[np.floating]) -> I64:
        return np.clip((corner - lower) * scale, 0, counts - 1).astype(np.int64)

    first, last = cell_of(center - radius), cell_of(center + radius)
    steps = np.ndindex(*((last - first).max(axis=0, initial=0) + 1))
    entries = [(first + step)[(first + step <= last).all(axis=1)] for step in map(np.array, steps)]
    return np.unique(np.concatenate(entries), axis=0, return_counts=True)


def draw_pairs(scene: DebugScene, lines: Lines) -> str:
    """Candidates of the last broad phase, and thicker the contacts among them."""
    world = scene.world
    pairs = world.grid.pair_buffer[: world.pair_count]
    count = int(world.contacts.count[0])
    contacts = np.stack([world.contacts.first[:count], world.contacts.second[:count]], axis=1)
    for links, color, width in ((pairs, PAIR, 2.0), (contacts, CONTACT, 5.0)):
        same = world.bodies.alive & (world.bodies.born < world.tick)  # else the row has been handed on since
        known = links[same[links].all(axis=1)]
        near = known[_is_near(scene, world.bodies.position[known[:, 0]])]
        first, second = (interpolated(world, near[:, side], scene.alpha) for side in (0, 1))
        lines.add(first, second, color, width, OVER_BODIES)
    return f"{len(pairs)} pairs, {count} contacts"


def draw_steering(scene: DebugScene, lines: Lines) -> str:
    """Draw the commanded motion and aim of each enemy."""
    world = scene.world
    rows = _near(scene, world.rows(Pool.ENEMY))
    start = interpolated(world, rows, scene.alpha)
    for wish, color, length in (
        (world.commands.aim, AIM, AIM_LENGTH),
        (world.commands.move, MOVE, MOVE_LENGTH),
    ):
        size = np.linalg.norm(wish[rows], axis=1, keepdims=True)
        some = size[:, 0] > 1e-3
        way = (wish[rows] / np.maximum(size, 1.0))[some]
        begin = start[some] + way * world.bodies.radius[rows[some], None]
        lines.add_arrows(begin, way * np.float32(length), color, 2.5, OVER_BODIES)
    return f"{len(rows)} enemies nearby: green where to move, orange where to aim"


def draw_regions(scene: DebugScene, lines: Lines) -> str:
    """The border of each player's live region, and a pin on whatever is awake or asleep."""
    world, bodies = scene.world, scene.world.bodies
    awake = awake_rows(world)
    rows = _near(scene, np.flatnonzero(bodies.alive & (bodies.kind != kinds.BULLET.number)))
    position = interpolated(world, rows, scene.alpha)
    outward = position / np.linalg.norm(position, axis=1, keepdims=True)
    foot = position + outward * bodies.radius[rows, None]
    colors = np.array([ASLEEP, AWAKE], np.float32)[awake[rows].astype(np.intp)]
    lines.add(foot, foot + outward * np.float32(PIN), colors, 3.0, OVER_BODIES)
    radius = world.config.live_radius
    if radius is None:
        return "everything is awake: there is no live region"
    for player in world.rows(Pool.PLAYER):
        center = bodies.position[player] / np.linalg.norm(bodies.position[player])
        lines.add_circle(center, radius / world.shell_radius, world.shell_radius, REGION, 3.0, OVER_BODIES)
    asleep = int(np.count_nonzero(bodies.alive)) - int(np.count_nonzero(awake))
    return f"live within {radius:.0f} u; {asleep} bodies are asleep"


def draw_ways(scene: DebugScene, lines: Lines) -> str:
    """Blocked and costly tiles, and the ways of travellers."""
    return draw_navigation(scene.world, scene.focus, REACH, lines)


_DRAWINGS: dict[DebugView, Callable[[DebugScene, Lines], str]] = {
    DebugView.GRID: draw_grid,
    DebugView.PAIRS: draw_pairs,
    DebugView.NAVIGATION: draw_ways,
    DebugView.STEERING: draw_steering,
    DebugView.REGIONS: draw_regions,
}


def _near(scene: DebugScene, rows: Rows) -> Rows:
    return rows[_is_near(scene, scene.world.bodies.position[rows])]


def _is_near(scene: DebugScene, position: F32) -> Flags:
    offset = position - scene.focus
    return np.einsum("ij,ij->i", offset, offset) < REACH * REACH


def _draw_legend(overlay: Overlay, said: list[tuple[DebugView, str]]) -> None:
    """One line for each view at the right edge, below the wave."""
    scale = overlay.height / HEIGHT
    right, y, size = overlay.width / scale - 44.0, HEIGHT - 220.0, 20.0
    with overlay.scaled(0.0, 0.0, scale):
        for view, text in said:
            width = overlay.text_width(text, size) + 24.0
            overlay.rect(right - width, y - 42.0, width, 62.0, _PANEL, 8.0)
            overlay.text(view.value, right - 12.0, y - 4.0, size, _TEXT, "right")
            overlay.text(text, right - 12.0, y - 30.0, size, _DIM, "right")
            y -= 72.0
