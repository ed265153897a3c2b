"""Per-agent A* routes, for stalkers for example, each a row of one table.

Once a tick the world calls `RoutePlanner.update` with the tile that each traveller is on; at most
`NAVIGATION.routes_per_tick` routes are then planned, in turn, and only where there is a reason to: the goal
moved to another tile, an asteroid blocked a tile ahead, the traveller was pushed off, or a goal that could
not be reached is due for another try. Until its turn comes a traveller follows its old route. Minds call
`next_waypoint` once per thought; it writes only its own traveller's row, so any number of threads may ask.
"""

from enum import IntEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from arena import tuning
from arena.jit import DEBUG, inline, kernel
from arena.jit.annotations import I32, Integer, Real, Row, Vector
from arena.jit.tables import Table
from arena.nav.search import NOWHERE, RouteSearch, create_route_search, write_route
from arena.nav.tile_map import BLOCKED, STEP, TileMap, straight

RETRY_TICKS = tuning.NAVIGATION.retry_ticks
PASSED = tuning.NAVIGATION.waypoint_share
LOST = round(tuning.NAVIGATION.lost_steps * STEP)


class RouteStatus(IntEnum):
    """Results of planning."""

    NONE = 0  # not planned yet, or nothing to plan
    REACHES = 1  # the route leads to the goal
    NEAREST = 2  # the goal is blocked; the route leads to the nearest tile that can be reached
    UNREACHABLE = 3  # no way leads to the goal, though it is free


NONE, REACHES = np.uint8(RouteStatus.NONE), np.uint8(RouteStatus.REACHES)
NEAREST, UNREACHABLE = np.uint8(RouteStatus.NEAREST), np.uint8(RouteStatus.UNREACHABLE)


class Routes(Table):
    """One row per traveller. All of it is part of a world's state; tiles behind `length` are stale."""

    goal: I32  # tile to reach, NOWHERE: stay, shape (capacity,)
    planned_goal: I32  # tile that the route was planned for, shape (capacity,)
    end: I32  # last tile of the whole route, shape (capacity,)
    status: NDArray[np.uint8]  # RouteStatus, shape (capacity,)
    length: I32  # tiles kept of the route, shape (capacity,)
    at: I32  # place in `path` of the next waypoint, shape (capacity,)
    planned_tick: NDArray[np.int64]  # when it was planned, shape (capacity,)
    path: I32  # tiles from start on, shape (capacity, path_capacity)
    turn: NDArray[np.int64]  # row that is asked first in the next update, shape (1,)


def create_routes(capacity: int, path_capacity: int = tuning.NAVIGATION.route_tiles) -> Routes:
    """Rows of travellers without a goal.

    Raises:
        ValueError: if path_capacity is below 2, the tile one is on and the next.
    """
    if path_capacity < 2:
        raise ValueError(f"path_capacity must be 2 or more, not {path_capacity}")
    goal, planned, end = (np.full(capacity, NOWHERE, np.int32) for _ in range(3))
    status, length, at = (
        np.zeros(capacity, np.uint8),
        np.zeros(capacity, np.int32),
        np.zeros(capacity, np.int32),
    )
    path = np.zeros((capacity, path_capacity), np.int32)
    planned_tick = np.zeros(capacity, np.int64)
    return Routes(goal, planned, end, status, length, at, planned_tick, path, np.zeros(1, np.int64))


class RoutePlanner:
    """Routes of up to `capacity` travellers over one map, and the memory to plan them in.

    Attributes:
        tile_map: the map. routes: the state, for kernels, snapshots and hashes.
    """

    def __init__(
        self,
        tile_map: TileMap,
        capacity: int,
        path_capacity: int = tuning.NAVIGATION.route_tiles,
        routes: Routes | None = None,
    ) -> None:
        """Plan in `routes`, or in a table of its own with room for `capacity` travellers."""
        self.tile_map = tile_map
        self.routes = create_routes(capacity, path_capacity) if routes is None else routes
        self._search = create_route_search(tile_map)

    @property
    def complete(self) -> NDArray[np.bool_]:
        """Rows with a route to the goal or, where that is blocked, next to it, shape (capacity,)."""
        return (self.routes.status == REACHES) | (self.routes.status == NEAREST)

    def follow(self, row: int, goal: int) -> None:
        """Want to reach tile `goal` from one of the next updates on; a moving goal is named every tick.

        Raises:
            ValueError: if goal is not a tile.
        """
        self._require_tile("goal", goal)
        self.routes.goal[row] = goal

    def stop(self, row: int) -> None:
        """Want to go nowhere, from now on; call it for a row whose traveller is gone."""
        forget(self.routes, row)

    def plan(self, row: int, start: int, goal: int, tick: int = 0) -> RouteStatus:
        """Plan at once, whatever the budget.

        Raises:
            ValueError: if start or goal is not a tile.
        """
        self._require_tile("start", start)
        self.follow(row, goal)
        plan_route(self.tile_map, self._search, self.routes, row, start, tick)
        return RouteStatus(int(self.routes.status[row]))

    def update(self, tiles: ArrayLike, tick: int, budget: int = tuning.NAVIGATION.routes_per_tick) -> int:
        """Plan the routes that need it, `budget` of them at most; returns how many were planned.

        Args:
            tiles: that each row's traveller is on, shape (capacity,); read only where there is a goal.
            tick: now; tries are counted from it. budget: plans in this call.

        Raises:
            ValueError: if tiles has another shape or names what is not a tile.
        """
        places = np.asarray(tiles, np.int32)
        if places.shape != self.routes.goal.shape:
            raise ValueError(f"tiles must have shape {self.routes.goal.shape}, not {places.shape}")
        wrong = (self.routes.goal >= 0) & ((places < 0) | (places >= len(self.tile_map.cost)))
        if wrong.any():
            row = int(np.argmax(wrong))
            raise ValueError(f"tiles[{row}] must be 0 to {len(self.tile_map.cost) - 1}, not {places[row]}")
        return int(update_routes(self.tile_map, self._search, self.routes, places, tick, budget))

    def path(self, row: int) -> I32:
        """Tiles still ahead, the next waypoint first."""
        routes = self.routes
        return routes.path[row, routes.at[row] : routes.length[row]].copy()

    def waypoint(self, row: int, position: ArrayLike) -> NDArray[np.float64]:
        """`next_waypoint` for Python, shape (3,)."""
        x, y, z = np.asarray(position, np.float64).tolist()
        found = np.zeros(3)
        look_ahead(self.tile_map, self.routes, row, x, y, z, found)
        return found

    def _require_tile(self, name: str, tile: int) -> None:
        if not 0 <= tile < len(self.tile_map.cost):
            raise ValueError(f"{name} must be 0 to {len(self.tile_map.cost) - 1}, not {tile}")


@inline
def forget(routes_inout: Routes, row: Row) -> None:
    """Empty a row."""
    routes_inout.goal[row] = routes_inout.planned_goal[row] = routes_inout.end[row] = NOWHERE
    routes_inout.status[row] = NONE
    routes_inout.length[row] = routes_inout.at[row] = 0
    routes_inout.planned_tick[row] = 0


@kernel
def plan_route(
    tile_map: TileMap, search_inout: RouteSearch, routes_inout: Routes, row: Row, start: Row, tick: Integer
) -> None:
    """Plan one row's route from `start` to its goal."""
    goal = np.int64(routes_inout.goal[row])
    path = routes_inout.path[row]
    if DEBUG:
        assert 0 <= start < len(tile_map.cost), "plan_route: a start outside of the map"
        assert 0 <= goal < len(tile_map.cost), "plan_route: a goal outside of the map"
    end, count, _ = write_route(tile_map, search_inout, np.int64(start), goal, path)
    routes_inout.planned_goal[row] = goal
    routes_inout.end[row] = end
    routes_inout.planned_tick[row] = tick
    routes_inout.length[row] = min(count, len(path))
    # The traveller's own tile counts as passed: returning to its centre first would show as a jerk.
    routes_inout.at[row] = 1 if count > 1 else 0
    routes_inout.status[row] = UNREACHABLE if count == 0 else (REACHES if end == goal else NEAREST)


@kernel
def update_routes(
    tile_map: TileMap,
    search_inout: RouteSearch,
    routes_inout: Routes,
    tiles: I32,
    tick: Integer,
    budget: Integer,
):
    """`RoutePlanner.update` without its checks."""
    goal, turn = routes_inout.goal, routes_inout.turn
    capacity = len(goal)
    first, planned = turn[0], 0
    for k in range(capacity):
        row = (first + k) % capacity
        if goal[row] < 0 or not needs_plan(tile_map, routes_inout, row, tiles[row], tick):
            continue
        if planned == budget:
            turn[0] = row
            break
        plan_route(tile_map, search_inout, routes_inout, row, tiles[row], tick)
        planned += 1
    return planned


@inline
def needs_plan(tile_map: TileMap, routes: Routes, row: Row, tile: Row, tick: Integer):
    """True if a row's route has to be planned anew."""
    status = routes.status[row]
    if status == NONE or routes.planned_goal[row] != routes.goal[row]:
        return True
    if status != REACHES and tick - routes.planned_tick[row] >= RETRY_TICKS:
        return True
    if status == UNREACHABLE:
        return False
    path, cost = routes.path, tile_map.cost
    at, length = routes.at[row], routes.length[row]
    # Blocked tiles at the start of a route lead out of where it began; entering one is what must not happen.
    for k in range(max(at, 1), length):
        if cost[path[row, k]] == BLOCKED and cost[path[row, k - 1]] != BLOCKED:
            return True
    if DEBUG:
        assert 0 <= at < length <= path.shape[1], "needs_plan: a waypoint outside of the route"
    waypoint = path[row, at]
    if at == length - 1 and waypoint != routes.end[row]:
        return True
    x, y, z = tile_map.x, tile_map.y, tile_map.z
    gap = straight(x, y, z, tile_map.scale[0], tile, x[waypoint], y[waypoint], z[waypoint])
    return gap > LOST


@inline
def next_waypoint(tile_map: TileMap, routes_inout: Routes, row: Row, px: Real, py: Real, pz: Real):
    """The next waypoint of a traveller at p: its place on the map, on a sphere a unit direction.

    Waypoints that it has passed are skipped for good. p may be at any height above a curved map. Without a
    route: p itself.
    """
    x, y, z = tile_map.x, tile_map.y, tile_map.z
    path, at, length = routes_inout.path, routes_inout.at[row], routes_inout.length[row]
    if tile_map.scale[0] > 0.0:
        height = np.sqrt(px * px + py * py + pz * pz)
        if height > 0.0:
            px, py, pz = px / height, py / height, pz / height
    if length == 0:
        return px, py, pz
    if DEBUG:
        assert 0 <= at < length <= path.shape[1], "next_waypoint: a waypoint outside of the route"
    here = np.int64(path[row, at])
    while at < length - 1:
        after = np.int64(path[row, at + 1])
        gx, gy, gz = x[after] - x[here], y[after] - y[here], z[after] - z[here]
        ahead = (px - x[here]) * gx + (py - y[here]) * gy + (pz - z[here]) * gz
        if ahead <= -PASSED * (gx * gx + gy * gy + gz * gz):
            break
        at += 1
        here = after
    routes_inout.at[row] = at
    return x[here], y[here], z[here]


@kernel
def look_ahead(
    tile_map: TileMap, routes_inout: Routes, row: Row, px: Real, py: Real, pz: Real, waypoint_out: Vector
) -> None:
    """`next_waypoint` into an array of shape (3,)."""
    waypoint_out[0], waypoint_out[1], waypoint_out[2] = next_waypoint(tile_map, routes_inout, row, px, py, pz)
