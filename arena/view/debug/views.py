"""Debug views (F4 to F8) of grid, contacts, navigation, minds and sleep, drawn around the player.

Each view adds lines in space and returns a line of text. Views only read the world.
"""

import functools
from collections.abc import Callable, Collection
from enum import Enum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.catalogue import kinds
from arena.game.scoring.statistics import awake_rows
from arena.jit.annotations import F32, F64, I32, I64, Flags
from arena.nav.flow import COMPLETED, flow_directions
from arena.nav.icosphere import icosphere, rings
from arena.nav.tile_map import BLOCKED, FREE
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.debug.profiler import BRIGHT, DIM
from arena.view.frame import Frame
from arena.view.lines import Lines
from arena.view.overlay.overlay import HEIGHT, RGBA, Overlay
from arena.view.poses import RowIndices, interpolated

REACH = 36.0
"""Distance from the player beyond which nothing is drawn [u]."""
LOADS = (1.0, 3.0, 6.0, 10.0, 20.0)
HEAT: tuple[RGBA, ...] = (
    (0.20, 0.42, 0.80, 0.30), (0.25, 0.80, 0.95, 0.50), (0.55, 0.95, 0.45, 0.60), (1.00, 0.80, 0.25, 0.85),
    (1.00, 0.25, 0.28, 1.00),
)  # fmt: skip
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
PANEL: RGBA = (0.01, 0.03, 0.07, 0.72)
_CORNERS = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)
_EDGES = np.array([(i, j) for i in range(8) for j in range(8) if i < j and bin(i ^ j).count("1") == 1])

OUTLINE = 0.86
"""Size of a tile's outline, over the tile's, so that neighbours stay apart."""
OVER_ROCKS = 6.0
"""Outlines show through asteroids up to this thick [u]."""
BLOCKED_TILE: RGBA = (1.00, 0.30, 0.30, 0.95)
COSTLY_TILE: RGBA = (1.00, 0.78, 0.28, 0.45)
PATH: RGBA = (0.40, 1.00, 0.85, 1.00)
FLOW: RGBA = (0.55, 0.75, 1.00, 0.75)
FLOW_LENGTH = 1.5
"""Of the arrow that shows where the flow leads [u]."""


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


def occupied_cells(world: World, rows: RowIndices) -> tuple[I64, I64]:
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


class Ground(NamedTuple):
    """Tiles and their travel cost."""

    center: F64  # unit, shape (n, 3)
    neighbour: I32  # counter-clockwise; short rows end with the tile itself, shape (n, 6)
    cost: I32  # FREE and more, or BLOCKED, shape (n,)


def draw_navigation(scene: DebugScene, lines: Lines) -> str:
    """Outline blocked and costly tiles, and add the paths of all travellers."""
    world, table = scene.world, navigation_table(scene.world)
    ground = estimated_ground(scene)
    if table is not None:
        ground = Ground(table.tiles.center, table.tiles.neighbour, table.tile_map.cost)
    near = _is_near(scene, ground.center * world.shell_radius)
    blocked = np.flatnonzero(near & (ground.cost == BLOCKED))
    costly = np.flatnonzero(near & (ground.cost > FREE))
    for tiles, color, width in ((costly, COSTLY_TILE, 1.5), (blocked, BLOCKED_TILE, 2.5)):
        first, second = outlines(ground, tiles)
        lines.add(first * world.shell_radius, second * world.shell_radius, color, width, OVER_ROCKS)
    said = f"{len(blocked)} tiles blocked nearby, {len(costly)} costly"
    if table is None:
        return f"{said}; nobody plans a way"
    paths = _draw_paths(world, table, ground, lines)
    led = _draw_flow(world, table, near & (ground.cost != BLOCKED), lines)
    return f"{said}; {paths} path{'s' if paths != 1 else ''}{'; a flow field' if led else ''}"


def navigation_table(world: World) -> Any:
    """The world's tiles, costs, routes and flow; None without users: costs are not updated then."""
    navigation: Any = getattr(world, "navigation", None)
    if navigation is None:
        return None
    return navigation.table if world.route_count or navigation.table.flow.progress[COMPLETED] else None


@functools.cache
def all_tiles() -> tuple[F64, I32]:
    """Centres and neighbours of the tiles that a world with travellers has."""
    center, triangles = icosphere(tuning.NAVIGATION.level)
    return center, rings(len(center), triangles)


def estimated_ground(scene: DebugScene) -> Ground:
    """Travel cost of the tiles nearby; tiles farther off are free."""
    world, (center, neighbour) = scene.world, all_tiles()
    points = center * world.shell_radius
    tiles = np.flatnonzero(_is_near(scene, points))
    rocks = world.rows(Pool.ASTEROID)
    places = world.bodies.position[rocks]
    near = np.linalg.norm(places - scene.focus, axis=1) < 1.2 * REACH
    # The distance from the inner product: one matrix product instead of a pass over the tiles for each rock.
    squares = (places[near] ** 2).sum(axis=1) + world.shell_radius**2 - 2.0 * points[tiles] @ places[near].T
    gap = np.sqrt(np.maximum(squares, 0.0)) - world.bodies.radius[rocks[near]]
    gap = gap.min(axis=1, initial=np.inf)
    cost = np.full(len(center), FREE, np.int32)
    cost[tiles[gap < tuning.NAVIGATION.costly_gap]] = FREE + 1
    cost[tiles[gap < tuning.NAVIGATION.blocked_gap]] = BLOCKED
    return Ground(center, neighbour, cost)


def outlines(ground: Ground, tiles: NDArray[np.integer[Any]]) -> tuple[F64, F64]:
    """Sides of tiles as unit vectors (first, second), six a tile, shape (6 * len(tiles), 3) each.

    A corner lies between a tile and two neighbours in turn; a pentagon's sixth side has no length.
    """
    center, around = ground.center[tiles, None], ground.neighbour[tiles]
    degree = np.count_nonzero(around != tiles[:, None], axis=1)
    slots = np.arange(around.shape[1])
    here = np.minimum(slots, degree[:, None] - 1)
    after = (here + 1) % degree[:, None]
    one, other = (ground.center[np.take_along_axis(around, k, axis=1)] for k in (here, after))
    corner = center + one + other
    corner /= np.linalg.norm(corner, axis=2, keepdims=True)
    corner = center + (corner - center) * OUTLINE
    before = np.roll(corner, 1, axis=1)
    before[:, 0] = corner[np.arange(len(tiles)), degree - 1]
    return before.reshape(-1, 3), corner.reshape(-1, 3)


def _draw_flow(world: World, table: Any, free: Flags, lines: Lines) -> bool:
    """An arrow on each free tile that the flow field leads on from; whether there is a field."""
    if not table.flow.progress[COMPLETED]:
        return False
    centers = table.tiles.center[free]
    ways = flow_directions(table.tiles, table.tile_map, table.flow, centers)
    moves = np.linalg.norm(ways, axis=1) > 0.5
    start, way = centers[moves] * world.shell_radius, ways[moves] * FLOW_LENGTH
    lines.add_arrows(start.astype(np.float32), way.astype(np.float32), FLOW, 1.8, OVER_ROCKS)
    return True


def _draw_paths(world: World, table: Any, ground: Ground, lines: Lines) -> int:
    """Draw the remaining path of every route, from tile to tile; returns their number."""
    routes, count = table.routes, 0
    for row in np.flatnonzero(routes.length > 1):
        left = routes.path[row, max(0, int(routes.at[row]) - 1) : int(routes.length[row])]
        points = ground.center[left] * world.shell_radius
        if len(points) > 1:
            lines.add(points[:-1], points[1:], PATH, 4.0, OVER_ROCKS)
            count += 1
    return count


_DRAWINGS: dict[DebugView, Callable[[DebugScene, Lines], str]] = {
    DebugView.GRID: draw_grid,
    DebugView.PAIRS: draw_pairs,
    DebugView.NAVIGATION: draw_navigation,
    DebugView.STEERING: draw_steering,
    DebugView.REGIONS: draw_regions,
}


def _near(scene: DebugScene, rows: RowIndices) -> RowIndices:
    return rows[_is_near(scene, scene.world.bodies.position[rows])]


def _is_near(scene: DebugScene, position: NDArray[np.floating]) -> Flags:
    offset = position - scene.focus
    return np.einsum("ij,ij->i", offset, offset) < REACH * REACH


def _draw_legend(overlay: Overlay, said: list[tuple[DebugView, str]]) -> None:
    """One line for each view at the right edge, below the wave."""
    scale = overlay.height / HEIGHT
    right, y, size = overlay.width / scale - 44.0, HEIGHT - 220.0, 20.0
    with overlay.scaled(0.0, 0.0, scale):
        for view, text in said:
            width = overlay.text_width(text, size) + 24.0
            overlay.rect(right - width, y - 42.0, width, 62.0, PANEL, 8.0)
            overlay.text(view.value, right - 12.0, y - 4.0, size, BRIGHT, "right")
            overlay.text(text, right - 12.0, y - 30.0, size, DIM, "right")
            y -= 72.0
