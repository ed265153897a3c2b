"""The debug view of navigation (F6): blocked and costly tiles, travellers' ways, the flow field."""

import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.jit.annotations import F32, F64, I32, Flags
from arena.nav.flow import COMPLETED, flow_directions
from arena.nav.icosphere import icosphere, rings
from arena.nav.tile_map import BLOCKED, FREE
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.view.lines import Lines
from arena.view.overlay.overlay import RGBA

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


class Ground(NamedTuple):
    """Tiles and their travel cost."""

    center: F64  # unit, shape (n, 3)
    neighbour: I32  # counter-clockwise; short rows end with the tile itself, shape (n, 6)
    cost: I32  # FREE and more, or BLOCKED, shape (n,)


def draw_navigation(world: World, focus: F32, reach: float, lines: Lines) -> str:
    """Outline blocked and costly tiles around `focus` [u], and add the paths of all travellers."""
    table = navigation_table(world)
    ground = (
        estimated_ground(world, focus, reach)
        if table is None
        else Ground(table.tiles.center, table.tiles.neighbour, table.tile_map.cost)
    )
    near = np.linalg.norm(ground.center * world.shell_radius - focus, axis=1) < reach
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
    return navigation.table if navigation.active or navigation.table.flow.progress[COMPLETED] else None


@functools.cache
def all_tiles() -> tuple[F64, I32]:
    """Centres and neighbours of the tiles that a world with travellers has."""
    center, triangles = icosphere(tuning.NAVIGATION.level)
    return center, rings(len(center), triangles)


def estimated_ground(world: World, focus: F32, reach: float) -> Ground:
    """Travel cost of the tiles around `focus`; tiles farther off are free."""
    center, neighbour = all_tiles()
    points = center * world.shell_radius
    tiles = np.flatnonzero(np.linalg.norm(points - focus, axis=1) < reach)
    gap = np.full(len(tiles), np.inf)
    rocks = world.rows(Pool.ASTEROID)
    for row in rocks[np.linalg.norm(world.bodies.position[rocks] - focus, axis=1) < 1.2 * reach]:
        away = np.linalg.norm(points[tiles] - world.bodies.position[row], axis=1)
        np.minimum(gap, away - world.bodies.radius[row], out=gap)
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
