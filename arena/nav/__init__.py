"""Navigation: tiles on the orbital shell, what they cost, routes for one and a flow for swarms.

Knows sphere, tuning and jit only; which bodies are near a tile is for the caller to say. In short:

    from arena.tuning import NAVIGATION

    tiles = create_tiles(NAVIGATION.level)
    tile_map = sphere_map(tiles)                     # its `cost` is the only column that changes
    flow = create_flow(tile_map)
    planner = RoutePlanner(tile_map, capacity=64)    # one row per stalker

    # once a tick
    first, stop = slice_of_tick(len(tile_map.cost), tick)
    centers, reach = tiles.center[first:stop] * shell_radius, np.full(stop - first, NAVIGATION.costly_gap)
    offsets, ids = grid.query_spheres(centers, reach)
    refresh_tiles(tile_map, (first, stop), offsets, ids, positions, radii, shell_radius=shell_radius)
    advance_flow(tile_map, flow, tiles_of(tiles, player_positions))  # no followers: forget_flow(flow)
    planner.follow(row, goal_tile)                   # as often as the goal moves
    planner.update(tiles_of(tiles, positions_of_rows), tick)  # 64 of them; any place for a row without a goal

    # in the minds' kernels
    wx, wy, wz = flow_direction(tiles, tile_map, flow, x, y, z)
    qx, qy, qz = next_waypoint(tile_map, routes, row, x, y, z)

What decides the future, for snapshots and hashes: `tile_map.cost`, every array of `flow` and of
`planner.routes`. A `RouteSearch` is scratch.
"""

from arena.nav.costs import refresh_tiles, slice_of_tick
from arena.nav.flow import FlowField, advance_flow, create_flow, flow_direction, flow_directions, forget_flow
from arena.nav.routes import RoutePlanner, Routes, RouteStatus, next_waypoint
from arena.nav.search import RouteSearch, create_route_search, find_route
from arena.nav.tile_map import BLOCKED, COST_MAX, FREE, TileMap, create_map, sphere_map
from arena.nav.tiles import Tiles, create_tiles, tile_of, tiles_of

__all__ = [
    "BLOCKED",
    "COST_MAX",
    "FREE",
    "FlowField",
    "RoutePlanner",
    "RouteSearch",
    "RouteStatus",
    "Routes",
    "TileMap",
    "Tiles",
    "advance_flow",
    "create_flow",
    "create_map",
    "create_route_search",
    "create_tiles",
    "find_route",
    "flow_direction",
    "flow_directions",
    "forget_flow",
    "next_waypoint",
    "refresh_tiles",
    "slice_of_tick",
    "sphere_map",
    "tile_of",
    "tiles_of",
]
