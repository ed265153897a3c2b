"""Gravity wells of bosses: rows of `Zones` that follow a boss.

The boss's `Memory.zone` holds the row, which tells a well from a level's own zones. The well is moved after
contacts are solved, so that its centre is exactly the boss's position when zones act. The pull at the centre
is zero, so the well does not disturb the boss.
"""

import numpy as np

from arena.catalogue import zones
from arena.jit import inline
from arena.jit.annotations import U8, Integer, Row
from arena.sim.bosses.columns import BossTable
from arena.sim.tables.bodies import Bodies, Memory
from arena.sim.tables.zones import Zones
from arena.vectors import put, vector

WELL = zones.WELL.number


@inline
def carry_well(
    bodies: Bodies,
    memory_inout: Memory,
    zones_inout: Zones,
    rules: BossTable,
    row: Row,
    number: Integer,
    stage: Integer,
    tick: Integer,
) -> None:
    """Open, move or close the well of a boss as its stage says."""
    pull = rules.stages.pull[number, stage]
    if pull == 0.0:
        close_well(memory_inout, zones_inout, row)
        return
    zone = np.int64(memory_inout.zone[row])
    if zone < 0:
        zone = free_zone(zones_inout.kind)
        if zone < 0:
            return
        memory_inout.zone[row] = zone
        zones_inout.kind[zone] = WELL
    age = min(1.0, max(0.0, (tick - memory_inout.stage_began[row]) / rules.well_opening[number]))
    put(zones_inout.center, zone, vector(bodies.position, row))
    zones_inout.radius[zone] = rules.well_radius[number] * max(age, rules.well_narrowest[number])
    zones_inout.strength[zone] = pull


@inline
def close_well(memory_inout: Memory, zones_inout: Zones, row: Row) -> None:
    """Remove a boss's well, if it has one."""
    zone = memory_inout.zone[row]
    if 0 <= zone < len(zones_inout.kind):
        zones_inout.kind[zone] = 0
        memory_inout.zone[row] = -1


@inline
def free_zone(kind: U8):
    """First free row of `Zones`, or -1."""
    for zone in range(len(kind)):
        if kind[zone] == 0:
            return zone
    return -1
