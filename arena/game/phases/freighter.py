"""Freighter of an escort: a friend that the mode commands as minds command their ships."""

import numpy as np

from arena.catalogue import kinds
from arena.game.phases.courses import chord, way_to
from arena.sim.births import spawn_body
from arena.sim.kinds import Pool, Team
from arena.sim.tables.commands import Button
from arena.sim.tables.pools import take_row
from arena.sim.world import World
from arena.sphere import UnitVector, tangent_frame, unit

COMPANION_POOL = int(Pool.COMPANION)


def launch_freighter(world: World, place: UnitVector, health: float) -> int:
    """Put the freighter, a new one or the one that still flies, at a unit direction; returns its row."""
    rows = world.rows(Pool.COMPANION)
    rows = rows[world.bodies.kind[rows] == kinds.FREIGHTER.number]
    row = int(rows[0]) if len(rows) else int(take_row(world.pool_rows, COMPANION_POOL))
    assert row >= 0, "a campaign has room for one friend more than its companions"
    put_freighter(world, row, place, health)
    return row


def put_freighter(world: World, row: int, place: UnitVector, health: float) -> None:
    """Put it there as that row. The warm-up of the game calls this, too, with arguments of the same types."""
    x, y, z = (float(part) * world.shell_radius for part in place)
    nose_x, nose_y, nose_z = tangent_frame(place)[0].tolist()
    radius = float(world.kinds.radius[kinds.FREIGHTER.number])
    spawn_body(
        world.population, row, kinds.FREIGHTER.number, int(Team.PLAYERS), 0, (x, y, z), (0.0, 0.0, 0.0),
        (nose_x, nose_y, nose_z), radius, float(health), world.tick,
    )  # fmt: skip


def steer_freighter(world: World, row: int, goal: UnitVector | None) -> None:
    """Command it to fly to a unit direction, or to stop."""
    commands, way = world.commands, np.zeros(3)
    if goal is not None:
        x, y, z = unit(world.bodies.position[row]).tolist()
        way = way_to((x, y, z), goal)
    commands.move[row], commands.aim[row], commands.buttons[row] = way, way, Button.NONE


def distance_to(world: World, row: int, place: UnitVector) -> float:
    """Arc from a body to a unit direction on the shell [u]."""
    x, y, z = unit(world.bodies.position[row]).tolist()
    return chord((x, y, z), place) * world.shell_radius
