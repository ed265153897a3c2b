"""Occupancy grid of a picture: cells that hold enemies, shots, lanes, mines, landings or pickups.

A viewer fills it once per picture with a head-up display. Text over the fight (arrows at the rim, points,
collected pickups) asks it for free places. The picture is divided into square cells of a byte.
"""

import math

import numpy as np

from arena.ai.behaviours import create_behaviours
from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, I32, I64, U8, Flag, Integer, Real
from arena.sim.bosses.columns import BOSS, BossTable, boss_number, stage_number
from arena.sim.bosses.rules import BOSS_RULES
from arena.sim.kinds import Pool, Team
from arena.sim.tables.bodies import Bodies
from arena.sim.tables.population import Population
from arena.sim.world import World
from arena.tuning import DT
from arena.vectors import Vector, length, scaled, vector
from arena.view.culling import Seen, View, on_screen, read_lens, sees
from arena.view.marks.bosses import ACT, on_lane
from arena.view.marks.warnings import AROUND, WINDUP
from arena.view.overlay.layout import Box

ROWS = 54
"""Of cells: a cell is 20 px in a picture 1080 px high."""
LOOKS = 512
"""Bodies of a pool that are looked at; of more, some: a crowd covers a cell or it does not."""
PICKUP_ROOM = 0.8
"""Between a pickup and the edge of its ring [u]."""
HULL = 1.35
"""Drawn size of ships over their collision radius."""
ENEMY, MINE, PICKUP, BULLET = int(Pool.ENEMY), int(Pool.MINE), int(Pool.PICKUP), int(Pool.BULLET)
TO_BE_SEEN = np.array((ENEMY, MINE, PICKUP, BULLET))
FRIENDS = np.array((int(Pool.COMPANION),))
"""Pools of what must be seen, and of whom no words shall lie upon."""
LANE_STEPS, LANE_ROOM = 12, 0.8
"""Places along the lane of a charge that are taken, and how far about it, where it is no boss's [u]."""
FREE, TAKEN = np.uint8(0), np.uint8(1)


class Occupancy:
    """The cells of one player's picture."""

    def __init__(self) -> None:
        self.cells: U8 = np.zeros((ROWS, ROWS), np.uint8)
        """From the lower left, 0 where nothing is, shape (ROWS, columns)."""
        self.cell = 1.0
        """Edge of a cell [virtual px]."""
        self._lanes = create_behaviours().lane

    def fill(self, width: float, height: float, world: World, seen: Seen, falling: I32, lens: F64) -> None:
        """Take in a picture of `width` by `height` [virtual px]; `lens` as in `arena.view.culling`.

        `falling` is as by `arena.view.marks.warnings.falling_rows`.
        """
        self.cell = height / ROWS
        columns = math.ceil(width / self.cell)
        if self.cells.shape[1] != columns:
            self.cells = np.zeros((ROWS, columns), np.uint8)
        self.cells[:] = FREE
        mark_bodies(world.bodies, seen, TO_BE_SEEN, lens, self.cells)
        mark_landings_taken(world.bodies, falling, lens, world.shell_radius, self.cells)
        mark_lanes_taken(world.population, BOSS_RULES, self._lanes, world.tick, lens, self.cells)

    def take_friends(self, world: World, seen: Seen, lens: F64) -> None:
        """Keep what is asked for later off companions and freighters, too; the rest as by `fill`."""
        mark_bodies(world.bodies, seen, FRIENDS, lens, self.cells)

    def is_free(self, box: Box) -> bool:
        """True if no marked cell lies in a part of the picture."""
        return bool(is_box_free(self.cells, self.cell, box.x, box.y, box.x + box.width, box.y + box.height))

    def take(self, box: Box) -> None:
        """Keep what is asked for later out of a part of the picture."""
        first_x, first_y = max(0, int(box.x / self.cell)), max(0, int(box.y / self.cell))
        last_x, last_y = int((box.x + box.width) / self.cell), int((box.y + box.height) / self.cell)
        self.cells[first_y : last_y + 1, first_x : last_x + 1] = TAKEN


@inline
def mark_disc(view: View, place: Vector, radius: Real, cells_out: U8) -> None:
    """Mark the cells under a sphere that lies before the camera."""
    rows, columns = cells_out.shape
    x, y, scale = on_screen(view, place, rows)
    reach, wide = radius * scale, rows * view[4][0] / view[4][1]
    if not (-reach < x < wide + reach and -reach < y < rows + reach):
        return
    for row in range(max(int(y - reach), 0), min(int(y + reach), rows - 1) + 1):
        for column in range(max(int(x - reach), 0), min(int(x + reach), columns - 1) + 1):
            cells_out[row, column] = TAKEN


@kernel
def mark_bodies(bodies: Bodies, seen: Seen, pools: I64, lens: F64, cells_out: U8) -> None:
    """Mark the cells under bodies in sight of some pools, of bullets only the enemies'."""
    view = read_lens(lens)
    for pool in pools:
        begin, end = seen.begin[pool], seen.begin[pool + 1]
        for k in range(begin, end, 1 + (end - begin) // LOOKS):
            row = seen.row[k]
            if pool == BULLET and bodies.team[row] != Team.ENEMIES:
                continue
            radius = np.float64(bodies.radius[row])
            radius = radius + PICKUP_ROOM if pool == PICKUP else radius * HULL
            mark_disc(view, vector(seen.position, k), radius, cells_out)


@kernel
def mark_landings_taken(bodies: Bodies, rows: I32, lens: F64, shell_radius: Real, cells_out: U8) -> None:
    """Mark the cells under the rings where `rows` land."""
    view = read_lens(lens)
    for row in rows:
        place, radius = vector(bodies.position, row), np.float64(bodies.radius[row]) + AROUND
        ground = scaled(place, shell_radius / max(length(place), 1e-6))
        if sees(view, ground, radius):
            mark_disc(view, ground, radius, cells_out)


@kernel
def mark_lanes_taken(
    population: Population, rules: BossTable, lanes: F32, tick: Integer, lens: F64, cells_out: U8
) -> None:
    """Mark the cells under the lanes of ships that charge or are about to charge or shoot.

    `lanes` are lengths by kind [u].
    """
    bodies, memory, pools = population.bodies, population.memory, population.pools
    view = read_lens(lens)
    for row in range(pools.start[ENEMY], pools.stop[ENEMY]):
        phase, kind, reach, room = memory.phase[row], bodies.kind[row], 0.0, LANE_ROOM
        if not bodies.alive[row] or phase not in (WINDUP, ACT):
            continue
        if phase == WINDUP:
            reach = np.float64(lanes[kind])
        if kind == BOSS:
            number, stage = boss_number(bodies, rules, row), stage_number(memory, rules, row)
            if rules.stages.charges[number, stage]:
                left = memory.until[row] - tick
                ticks = rules.stages.act[number, stage] if phase == WINDUP else left
                room = np.float64(bodies.radius[row])
                reach = room + rules.dash_speed[number] * ticks * DT
        place, nose = vector(bodies.position, row), vector(bodies.heading, row)
        if reach <= 0.0 or not sees(view, place, reach):
            continue
        for step in range(1, LANE_STEPS + 1):
            middle, _ = on_lane(place, nose, reach * step / LANE_STEPS)
            mark_disc(view, middle, room, cells_out)


@inline
def has_room(cells: U8, cell: Real, left: Real, bottom: Real, right: Real, top: Real) -> Flag:
    """True if no marked cell lies under a box; cells beyond the picture are free."""
    rows, columns = cells.shape
    for row in range(max(math.floor(bottom / cell), 0), min(math.floor(top / cell), rows - 1) + 1):
        for column in range(max(math.floor(left / cell), 0), min(math.floor(right / cell), columns - 1) + 1):
            if cells[row, column] != FREE:
                return False
    return True


@kernel
def is_box_free(cells: U8, cell: Real, left: Real, bottom: Real, right: Real, top: Real) -> Flag:
    """`has_room` for Python."""
    return has_room(cells, cell, left, bottom, right, top)
