"""Navigation: tile costs from asteroids, per-agent A* paths, and the flow field shared by swarms.

`update_navigation` runs once per tick, after all motion. Without a traveller and without a far drone it only
searches for one. The decision depends on the state alone, so that replays agree. A drone is far beyond
`NAVIGATION.flow_distance` from its player; a nearer one flies straight. A traveller is a live stalker.
`Memory.route` is its row in the table of routes.
"""

import functools

import numpy as np
from numpy.typing import NDArray

from arena.grid.queries import gather_near
from arena.grid.table import GridTable
from arena.jit import inline, kernel
from arena.jit.annotations import F32, I32, Flag, Integer, Real, Row
from arena.jit.tables import Table
from arena.nav import (
    FlowField,
    RoutePlanner,
    Routes,
    RouteSearch,
    TileMap,
    Tiles,
    create_flow,
    create_route_search,
    create_tiles,
    sphere_map,
)
from arena.nav.costs import COSTLY_GAP, cost_among, slice_of_tick
from arena.nav.flow import BUSY, COMPLETED, PLAYERS_MAX, advance, lead_nowhere
from arena.nav.routes import create_routes, forget, update_routes
from arena.nav.tiles import tile_of
from arena.sim.kinds import FOLLOWS_FLOW, PLANS_ROUTES, Phase, Pool, in_mask
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.pools import Pools
from arena.tuning import NAVIGATION

RETREAT = int(Phase.REST)
"""Phase in which a traveller's goal is its cover instead of a player."""
ENEMY_POOL, ASTEROID_POOL = int(Pool.ENEMY), int(Pool.ASTEROID)
NOBODY = -1
NEAR_MAX = 256
"""Sample limit for bodies around a tile; asteroids that do not overlap are far fewer."""

FLOW_BUDGET, ROUTE_BUDGET = NAVIGATION.flow_tiles_per_tick, NAVIGATION.routes_per_tick
FAR_SQUARE = NAVIGATION.flow_distance * NAVIGATION.flow_distance


class NavigationTable(Table):
    """Navigation tables for minds, which write only the waypoint of their own route."""

    tiles: Tiles
    tile_map: TileMap
    routes: Routes
    flow: FlowField


class NavigationScratch(Table):
    """Scratch of `update_navigation`; its content is meaningless between ticks."""

    goal: NDArray[np.int32]  # the players' tiles, shape (PLAYERS_MAX,)
    here: NDArray[np.int32]  # current tile of each traveller, shape (travellers,)
    near: NDArray[np.int32]  # bodies around a tile, shape (NEAR_MAX,)
    search: RouteSearch


class NavigationState(Table):
    """State of navigation, part of `World.state`."""

    traveller: NDArray[np.int32]  # row of the ship that owns each route, or NOBODY, shape (travellers,)
    cost: NDArray[np.int32]  # of entering each tile, see `TileMap`, shape (n,)
    routes: Routes
    flow: FlowField


@functools.cache
def map_of_level(level: int) -> tuple[Tiles, TileMap]:
    """Tiles, and a map of them with all tiles free. Worlds share everything except the costs."""
    tiles = create_tiles(level)
    return tiles, sphere_map(tiles)


def create_navigation_state(travellers: int, *, flow: bool = False) -> NavigationState:
    """Initial state: no travellers, all tiles free, an empty flow field.

    Without travellers and flow the map has the smallest possible size.
    """
    _, tile_map = map_of_level(NAVIGATION.level if travellers or flow else 1)
    return NavigationState(
        np.full(travellers, NOBODY, np.int32), tile_map.cost.copy(), create_routes(travellers),
        create_flow(tile_map),
    )  # fmt: skip


class Navigation:
    """Travellers and flow field of one world, on top of its `NavigationState`.

    A state without room for travellers switches routes off.
    """

    def __init__(self, state: NavigationState, *, flow: bool = False) -> None:
        travellers = len(state.traveller)
        tiles, tile_map = map_of_level(NAVIGATION.level if travellers or flow else 1)
        self.planner = RoutePlanner(tile_map.replaced(cost=state.cost), travellers, routes=state.routes)
        self.flow = state.flow
        self.table = NavigationTable(tiles, self.planner.tile_map, self.planner.routes, self.flow)
        self.has_flow = flow
        self.traveller = state.traveller
        self.scratch = NavigationScratch(
            np.zeros(PLAYERS_MAX, np.int32), np.zeros(travellers, np.int32), np.zeros(NEAR_MAX, np.int32),
            create_route_search(self.planner.tile_map),
        )  # fmt: skip


@kernel
def update_navigation(
    bodies: Bodies,
    memory_inout: Memory,
    pools: Pools,
    grid: GridTable,
    navigation_inout: NavigationTable,
    traveller_inout: I32,
    scratch_out: NavigationScratch,
    player_count: Integer,
    shell_radius: Real,
    tick: Integer,
    has_flow: Flag,
):
    """Refresh a slice of the costs, advance the flow field and plan a few routes; the number of travellers.

    The work per tick is bounded: a slice of the tiles, FLOW_BUDGET tiles of the flow field, ROUTE_BUDGET
    routes.
    """
    start, stop = pools.start[ENEMY_POOL], pools.stop[ENEMY_POOL]
    tile_map, flow, goals = navigation_inout.tile_map, navigation_inout.flow, scratch_out.goal
    travellers = count = 0
    if len(traveller_inout) > 0:
        travellers = assign_routes(
            bodies, memory_inout, navigation_inout.routes, traveller_inout, start, stop
        )
    if has_flow:
        count = find_goals(bodies, navigation_inout.tiles, player_count, start, stop, goals)
        if count == 0 and (flow.progress[BUSY] != 0 or flow.progress[COMPLETED] != 0):
            lead_nowhere(flow)
    if travellers > 0 or count > 0:
        refresh_slice(bodies, pools, grid, tile_map, shell_radius, tick, scratch_out.near)
    if count > 0:
        advance(tile_map, flow, goals[:count], FLOW_BUDGET)
    if travellers > 0:
        name_goals(
            bodies, memory_inout, navigation_inout, traveller_inout, player_count,
            navigation_inout.routes.goal, scratch_out.here,
        )  # fmt: skip
        update_routes(
            tile_map, scratch_out.search, navigation_inout.routes, scratch_out.here, tick, ROUTE_BUDGET
        )
    return travellers


@kernel
def refresh_slice(
    bodies: Bodies,
    pools: Pools,
    grid: GridTable,
    tile_map_inout: TileMap,
    shell_radius: Real,
    tick: Integer,
    near_out: I32,
) -> None:
    """Compute the costs of this tick's slice of tiles from the asteroids around them."""
    x, y, z, cost = tile_map_inout.x, tile_map_inout.y, tile_map_inout.z, tile_map_inout.cost
    low, high = pools.start[ASTEROID_POOL], pools.stop[ASTEROID_POOL]
    first, stop = slice_of_tick(len(cost), tick)
    for tile in range(first, stop):
        cx, cy, cz = x[tile] * shell_radius, y[tile] * shell_radius, z[tile] * shell_radius
        count = min(gather_near(grid, cx, cy, cz, COSTLY_GAP, high, near_out), len(near_out))
        cost[tile] = cost_among(bodies.position, bodies.radius, near_out, 0, count, low, high, cx, cy, cz)


@inline
def is_far(position: F32, row: Row, slot: Row):
    """True if a ship is far enough from a player to follow the flow field instead of flying straight."""
    square = 0.0
    for axis in range(3):
        gap = np.float64(position[slot, axis]) - position[row, axis]
        square += gap * gap
    return square > FAR_SQUARE


@kernel
def find_goals(
    bodies: Bodies, tiles: Tiles, player_count: Integer, start: Integer, stop: Integer, goal_out: I32
):
    """Write the tiles of live players if an awake drone is far from all of them.

    Returns the number of tiles, or 0.
    """
    position, alive, awake, kind = bodies.position, bodies.alive, bodies.awake, bodies.kind
    follows = False
    for row in range(start, stop):
        if in_mask(FOLLOWS_FLOW, kind[row]) and alive[row] and awake[row]:
            follows = True
            for slot in range(player_count):
                if alive[slot] and not is_far(position, row, slot):
                    follows = False
            if follows:
                break
    count = 0
    for slot in range(player_count if follows else 0):
        if alive[slot]:
            x, y, z = position[slot, 0], position[slot, 1], position[slot, 2]
            goal_out[count] = tile_of(
                tiles.lookup, tiles.neighbour, tiles.center, np.float64(x), np.float64(y), np.float64(z)
            )
            count += 1
    return count


@kernel
def assign_routes(
    bodies: Bodies,
    memory_inout: Memory,
    routes_inout: Routes,
    traveller_inout: I32,
    start: Integer,
    stop: Integer,
):
    """Free the routes of dead ships and assign routes to new ones; returns the number of travellers."""
    alive, kind, route = bodies.alive, bodies.kind, memory_inout.route
    for place in range(len(traveller_inout)):
        row = traveller_inout[place]
        if row >= 0 and not (alive[row] and in_mask(PLANS_ROUTES, kind[row]) and route[row] == place):
            traveller_inout[place] = NOBODY
            forget(routes_inout, place)
    count = 0
    for row in range(start, stop):
        if not in_mask(PLANS_ROUTES, kind[row]) or not alive[row]:
            continue
        if route[row] < 0:
            take_route(row, route, traveller_inout)
        count += route[row] >= 0
    return count


@inline
def take_route(row: Row, route_inout: I32, traveller_inout: I32) -> None:
    """Assign the first free route to a ship. A ship without a route flies straight."""
    for place in range(len(traveller_inout)):
        if traveller_inout[place] == NOBODY:
            traveller_inout[place] = row
            route_inout[row] = place
            return


@kernel
def name_goals(
    bodies: Bodies,
    memory: Memory,
    navigation: NavigationTable,
    traveller: I32,
    player_count: Integer,
    goal_out: I32,
    here_out: I32,
) -> None:
    """Write each traveller's current tile and its goal tile: the nearest player's, or its cover's."""
    position, cover = bodies.position, memory.cover
    tiles = navigation.tiles
    lookup, neighbour, center = tiles.lookup, tiles.neighbour, tiles.center
    for place in range(len(traveller)):
        row = traveller[place]
        if row < 0:
            continue
        x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
        here_out[place] = tile_of(lookup, neighbour, center, x, y, z)
        if memory.phase[row] == RETREAT:
            gx, gy, gz = np.float64(cover[row, 0]), np.float64(cover[row, 1]), np.float64(cover[row, 2])
            goal_out[place] = tile_of(lookup, neighbour, center, gx, gy, gz)
            continue
        best, best_square = -1, np.inf
        for slot in range(player_count):
            dx, dy, dz = position[slot, 0] - x, position[slot, 1] - y, position[slot, 2] - z
            square = dx * dx + dy * dy + dz * dz
            if bodies.alive[slot] and square < best_square:
                best, best_square = slot, square
        if best >= 0:
            goal_out[place] = tile_of(
                lookup, neighbour, center, np.float64(position[best, 0]), np.float64(position[best, 1]),
                np.float64(position[best, 2]),
            )  # fmt: skip
