"""Laws of contacts: what `solve_contacts` did to the velocities of this tick, worked out again.

A contact pushes, never pulls. It changes the momentum of both bodies by its impulse along the normal, one
against the other, less the part that the shell takes up. No energy comes of it, but where a body came into
the contact with a velocity that is not tangent, see `arena.sweep.disasters.laws`. The tick that is looked at
runs its systems in three parts, which takes a little longer, so a run looks at every `EVERY`th.
"""

import math

import numpy as np

from arena.jit import inline, kernel
from arena.jit.annotations import F32, F64, I64, Flags, Real, Row
from arena.jit.tables import Table
from arena.sim.contacts import normal_share, solve_contacts
from arena.sim.step import SYSTEMS
from arena.sim.tables.simulation import Simulation
from arena.sim.world import World
from arena.sweep.disasters.laws import SLOW, TANGENT_SLACK, Law
from arena.vectors import dot, put, scaled, subtract, vector

EVERY = 16
SLACK = 1e-3
"""Share of a speed, or of an energy, that rounding may add."""
BEFORE = SYSTEMS[SYSTEMS.index(solve_contacts) - 1].__name__
AFTER = solve_contacts.__name__
HEARD = BEFORE, AFTER
"""Systems after which velocities are noted, and compared."""

TOUCH_LAWS = (
    Law("push", "contacts.impulse", "a contact pushes, and its impulse is finite"),
    Law("momentum", "bodies.velocity", "a contact takes from one body what it gives to the other"),
    Law("energy", "bodies.velocity", "contacts bring no energy"),
)
PUSH, MOMENTUM, ENERGY = range(len(TOUCH_LAWS))


class TouchScratch(Table):
    """Memory of `TouchCheck`."""

    position: F32  # before contacts are solved [u], shape (capacity, 3)
    velocity: F32  # before contacts are solved [u/s], shape (capacity, 3)
    change: F64  # of the velocity, by all impulses [u/s], shape (capacity, 3)
    counted: Flags  # bodies whose energy was added up, shape (capacity,)


class TouchCheck:
    """Comparison of one tick; `mark` hears of its systems.

    Attributes:
        broken: laws that did not hold, each with the row of the first contact, or body, that breaks it.
    """

    def __init__(self, world: World) -> None:
        n = world.config.capacity
        position, velocity = np.zeros((2, n, 3), np.float32)
        self._scratch = TouchScratch(
            position.copy(), velocity.copy(), np.zeros((n, 3)), np.zeros(n, np.bool_)
        )
        self._row = np.full(len(TOUCH_LAWS), -1, np.int64)
        self._world = world
        self.broken: list[tuple[Law, int]] = []

    def mark(self, name: str) -> None:
        """Note velocities before contacts are solved, and compare them after."""
        world = self._world
        if name == BEFORE:
            self._scratch.position[...], self._scratch.velocity[...] = (
                world.bodies.position, world.bodies.velocity,
            )  # fmt: skip
        elif name == AFTER:
            compare_touches(world.simulation, self._scratch, self._row)
            rows = self._row.tolist()
            self.broken = [(law, row) for law, row in zip(TOUCH_LAWS, rows, strict=True) if row >= 0]


@kernel
def compare_touches(sim: Simulation, scratch_inout: TouchScratch, row_out: I64) -> None:
    """Note the first contact, or body, that breaks each law."""
    b, c, change = sim.bodies, sim.contacts, scratch_inout.change
    counted, position, velocity = scratch_inout.counted, scratch_inout.position, scratch_inout.velocity
    row_out[:] = -1
    for k in range(c.count[0]):
        put(change, c.first[k], (0.0, 0.0, 0.0))
        put(change, c.second[k], (0.0, 0.0, 0.0))
    for k in range(c.count[0]):
        if not 0.0 <= c.impulse[k] < np.inf and row_out[PUSH] < 0:
            row_out[PUSH] = k
        add_push(sim, position, change, k, c.first[k], -1.0)
        add_push(sim, position, change, k, c.second[k], 1.0)
        counted[c.first[k]] = counted[c.second[k]] = False
    before, after, level = 0.0, 0.0, True
    for k in range(c.count[0]):
        for row in (c.first[k], c.second[k]):
            if counted[row]:
                continue
            counted[row] = True
            old, new = vector(velocity, row), vector(b.velocity, row)
            given = vector(change, row)
            gap = subtract(subtract(new, old), given)
            gap = subtract(gap, radial_part(gap, vector(b.position, row)))
            size = math.sqrt(dot(old, old)) + math.sqrt(dot(given, given)) + 1.0
            if not math.sqrt(dot(gap, gap)) <= SLACK * size and row_out[MOMENTUM] < 0:
                row_out[MOMENTUM] = row
            place = vector(position, row)
            climb, speed = abs(dot(old, place)), math.sqrt(dot(old, old))
            level &= climb <= TANGENT_SLACK * math.sqrt(dot(place, place)) * max(speed, SLOW)
            if b.inv_mass[row] > 0.0:
                before += 0.5 * dot(old, old) / b.inv_mass[row]
                after += 0.5 * dot(new, new) / b.inv_mass[row]
    if level and not after <= before * (1.0 + SLACK) + SLACK:
        row_out[ENERGY] = 0


@inline
def add_push(sim: Simulation, position: F32, change_inout: F64, k: Row, row: Row, sign: Real) -> None:
    """Add what contact `k` does to the velocity of one of its bodies."""
    normal = vector(sim.contacts.normal, k)
    outward, share = normal_share(position, row, normal)
    along = subtract(normal, scaled(outward, share))
    size = sign * np.float64(sim.contacts.impulse[k]) * np.float64(sim.bodies.inv_mass[row])
    x, y, z = scaled(along, size)
    change_inout[row, 0] += x
    change_inout[row, 1] += y
    change_inout[row, 2] += z


@inline
def radial_part(v: tuple[float, float, float], place: tuple[float, float, float]):
    """Part of a vector along a place's direction."""
    return scaled(place, dot(v, place) / dot(place, place))
