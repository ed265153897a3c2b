"""Navigation: the world's asteroids as costs of tiles, and routes for the ships that plan their way.

`Navigation.update` runs once per tick, after everything has moved. While no ship travels it only looks for
one. A traveller is a live stalker; its place in the table of routes is `Memory.used` - 1, so a mind finds its
own.
"""

import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline, kernel
from arena.nav import (
    RoutePlanner,
    Routes,
    TileMap,
    Tiles,
    create_tiles,
    refresh_tiles,
    slice_of_tick,
    sphere_map,
)
from arena.nav.routes import forget
from arena.nav.tiles import tile_of
from arena.sim.kinds import Kind, Phase, Pool
from arena.tables import Table
from arena.tuning import NAVIGATION

if TYPE_CHECKING:
    from arena.sim.world import World

STALKER = int(Kind.STALKER)
RETREAT = int(Phase.REST)
"""The phase in which a traveller goes to its anchor instead of a player."""
NOBODY = -1


class NavigationTable(Table):
    """What minds read to find their way; of the routes they write their own row's waypoint."""

    tiles: Tiles
    tile_map: TileMap
    routes: Routes


@functools.cache
def tiles_of_level(level: int) -> Tiles:
    """Tiles do not change, so all worlds share them."""
    return create_tiles(level)


class Navigation:
    """The state of all travellers of one world; `travellers` 0 switches it off."""

    def __init__(self, travellers: int) -> None:
        tiles = tiles_of_level(NAVIGATION.level if travellers else 1)
        self.planner = RoutePlanner(sphere_map(tiles), travellers)
        self.table = NavigationTable(tiles, self.planner.tile_map, self.planner.routes)
        self.traveller = np.full(travellers, NOBODY, np.int32)
        """Row of the ship in each place, or NOBODY."""
        self.active = 0
        """Ships that travel now."""
        self._here = np.zeros(travellers, np.int32)
        self._reach = np.full(len(tiles.center) // NAVIGATION.refresh_ticks + 1, NAVIGATION.costly_gap)

    def update(self, world: "World") -> None:
        """Refresh a slice of the costs, name every traveller's goal, plan a few routes."""
        if not len(self.traveller):
            return
        pool, planner = world.pools[Pool.ENEMY], self.planner
        self.active = int(
            seat_travellers(world.bodies, world.memory, planner.routes, self.traveller, pool.start, pool.stop)
        )
        if not self.active:
            return
        self._refresh(world)
        name_goals(
            world.bodies, world.memory, self.table, self.traveller, world.config.players,
            planner.routes.goal, self._here,
        )  # fmt: skip
        planner.update(self._here, world.tick)

    def state_arrays(self) -> Iterator[tuple[str, NDArray[Any]]]:
        """Every array that decides the future, by name."""
        if len(self.traveller):
            yield "navigation.traveller", self.traveller
            yield "navigation.cost", self.planner.tile_map.cost
            for name, column in self.planner.routes.columns():
                yield f"routes.{name}", column

    def _refresh(self, world: "World") -> None:
        tile_map, rocks = self.planner.tile_map, world.pools[Pool.ASTEROID]
        first, stop = slice_of_tick(len(tile_map.cost), world.tick)
        centers = self.table.tiles.center[first:stop] * world.shell_radius
        offsets, ids = world.grid.query_spheres(centers, self._reach[: stop - first])
        bodies = world.bodies
        refresh_tiles(
            tile_map, (first, stop), offsets, ids, bodies.position, bodies.radius,
            shell_radius=world.shell_radius, rows=(rocks.start, rocks.stop),
        )  # fmt: skip


@kernel
def seat_travellers(bodies, memory_inout, routes_inout, traveller_inout, start, stop):
    """Free the places of those who are gone and seat new ones; returns how many travel."""
    alive, kind, used = bodies.alive, bodies.kind, memory_inout.used
    for place in range(len(traveller_inout)):
        row = traveller_inout[place]
        if row >= 0 and not (alive[row] and kind[row] == STALKER and used[row] == place + 1):
            traveller_inout[place] = NOBODY
            forget(routes_inout, place)
    count = 0
    for row in range(start, stop):
        if kind[row] != STALKER or not alive[row]:
            continue
        if used[row] == 0:
            take_place(row, used, traveller_inout)
        count += used[row] > 0
    return count


@inline
def take_place(row, used_inout, traveller_inout):
    """Seat a ship in the first free place; without one it goes straight."""
    for place in range(len(traveller_inout)):
        if traveller_inout[place] == NOBODY:
            traveller_inout[place] = row
            used_inout[row] = place + 1
            return


@kernel
def name_goals(bodies, memory, navigation, traveller, player_count, goal_out, here_out):
    """Each traveller's own tile, and the tile it wants to reach: a player's, or its hiding place's."""
    position, anchor = bodies.position, memory.anchor
    tiles = navigation.tiles
    lookup, neighbour, center = tiles.lookup, tiles.neighbour, tiles.center
    for place in range(len(traveller)):
        row = traveller[place]
        if row < 0:
            continue
        x, y, z = np.float64(position[row, 0]), np.float64(position[row, 1]), np.float64(position[row, 2])
        here_out[place] = tile_of(lookup, neighbour, center, x, y, z)
        if memory.phase[row] == RETREAT:
            gx, gy, gz = np.float64(anchor[row, 0]), np.float64(anchor[row, 1]), np.float64(anchor[row, 2])
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
