"""Specialists: minds of all kinds outside of the swarm, usually a few dozen ships. Each mind is a kernel.

`MINDS` lists them by name. A new mind is a function of `arena.ai.strikes` and its entry in `STRIKES` there;
one in a file of its own has its entry in `MINDS`.
The kernels run after `think_swarm` on the same chunk and thread, for the rows that it listed. They read the
world as of the end of the tick, and write wishes and next memories of their own rows only.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena import tuning
from arena.ai.bearings import RadialPosition, log_map, nearest_prey, outward
from arena.ai.boss_minds import think_boss, think_boss_part
from arena.ai.escorts import escort
from arena.ai.stalker import stalk
from arena.ai.strikes import BOOST, NOTHING, STRIKES, ZERO
from arena.ai.thoughts import HUNT, SHOOT, SPECIALIST, UNMINDED, Senses, Thoughts, add_wish
from arena.catalogue.kind_row import KINDS
from arena.jit import inline, kernel
from arena.jit.annotations import F32, I64, Integer, Row
from arena.jit.calls import address_of, call_address
from arena.sim.kinds import Pool
from arena.sim.tables.bodies import Bodies, Memory

SIGHT, ROAM = tuning.MIND.sight, tuning.MIND.roam_thrust
ENEMY_POOL = int(Pool.ENEMY)
SWARM = {"hunt": HUNT, "shoot": SHOOT}
"""Minds of the swarm by name; `arena.ai.thinking` implements them."""


def specialist(name: str, behave: Callable[..., Any]) -> Any:
    """Kernel that decides for the rows of one kind that are listed in `thoughts_inout`.

    `behave(row, target, seed, tick, pose, bearing, senses, thoughts_inout)` returns (wish, aim, buttons).
    """

    def think(kind: int, senses: Any, seed: int, tick: int, thoughts_inout: Any) -> None:
        bodies, behaviours = senses.bodies, senses.behaviours
        position, player_count = bodies.position, len(senses.players.boost)
        first_enemy = senses.pools.start[ENEMY_POOL]
        for k in range(thoughts_inout.special_count[kind]):
            row = np.int64(thoughts_inout.special[kind, k])
            carry_over(row, senses.memory, thoughts_inout.memory)
            pose = outward(position, row)
            nose = heading_of(bodies, row)
            wish, aim, buttons = (ROAM * nose[0], ROAM * nose[1], ROAM * nose[2]), ZERO, NOTHING
            target = nearest_prey(bodies, player_count, first_enemy, row)
            if target >= 0 and bodies.radial_speed[row] == 0.0:  # no attack during a fall
                bearing = bearing_of(pose, position, target)
                wish, aim, buttons = behave(row, target, seed, tick, pose, bearing, senses, thoughts_inout)
            # No flocking while charging.
            share = 0.0 if buttons & BOOST else np.float64(behaviours.flocking[kind])
            add_wish(thoughts_inout, row, wish, aim, buttons, SIGHT + bodies.radius[row], share)

    think.__name__ = think.__qualname__ = f"think_{name}"
    return kernel(think)


@kernel
def think_companions(
    kind: Integer, senses: Senses, seed: Integer, tick: Integer, thoughts_inout: Thoughts
) -> None:
    """Decide for companions, which fly beside their players; a companion without a player roams."""
    bodies, memory = senses.bodies, senses.memory
    for k in range(thoughts_inout.special_count[kind]):
        row = np.int64(thoughts_inout.special[kind, k])
        carry_over(row, memory, thoughts_inout.memory)
        nose = heading_of(bodies, row)
        wish, aim, buttons = (ROAM * nose[0], ROAM * nose[1], ROAM * nose[2]), ZERO, NOTHING
        if memory.target[row] >= 0:
            pose = outward(bodies.position, row)
            wish, aim, buttons = escort(
                row, memory.target[row], seed, tick, pose, nose, senses, thoughts_inout.crowd
            )
        share = np.float64(senses.behaviours.flocking[kind])
        add_wish(thoughts_inout, row, wish, aim, buttons, SIGHT + bodies.radius[row], share)


MINDS: dict[str, Callable[..., None]] = {
    **{name: specialist(name, behave) for name, behave in STRIKES.items()},
    "stalk": specialist("stalk", stalk),
    "think_boss": specialist("boss", think_boss),
    "think_boss_part": specialist("boss_part", think_boss_part),
    "escort": think_companions,
}
"""Kernels of specialists by name, called with (kind, senses, seed, tick, thoughts)."""


@functools.cache
def bound_minds() -> tuple[NDArray[np.uint8], dict[int, Callable[..., None]]]:
    """(HUNT, SHOOT, SPECIALIST or UNMINDED by kind; kernel by kind of specialist).

    Names are bound when the first world thinks, so minds may be added to `MINDS` before that.
    """
    chosen = KINDS.resolve(
        "mind", lambda row: row.rules.ship.mind if row.rules.ship else None, {**SWARM, **MINDS}
    )
    sort = KINDS.column(lambda row: UNMINDED, np.uint8, UNMINDED)
    for kind, mind in chosen.items():
        sort[kind] = mind if isinstance(mind, int) else SPECIALIST
    return sort, {kind: mind for kind, mind in chosen.items() if not isinstance(mind, int)}


@inline
def heading_of(bodies: Bodies, row: Row):
    """Heading of a body as float64."""
    heading = bodies.heading
    return np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2])


@inline
def bearing_of(pose: RadialPosition, position: F32, target: Row):
    """`Bearing` of a body."""
    x, y, z = position[target, 0], position[target, 1], position[target, 2]
    return log_map(pose[0], pose[1], pose[2], pose[3], np.float64(x), np.float64(y), np.float64(z))


@inline
def carry_over(row: Row, memory: Memory, memory_out: Memory) -> None:
    """Copy a mind's memory to its next state."""
    memory_out.phase[row], memory_out.until[row] = memory.phase[row], memory.until[row]
    memory_out.target[row], memory_out.launched[row] = memory.target[row], memory.launched[row]
    memory_out.route[row], memory_out.ring_slot[row] = memory.route[row], memory.ring_slot[row]
    for axis in range(3):
        memory_out.cover[row, axis] = memory.cover[row, axis]
        memory_out.ring_axis[row, axis] = memory.ring_axis[row, axis]


@kernel
def apply_memories(thoughts: Thoughts, memory_inout: Memory) -> None:
    """Copy the next memories of a chunk's specialists to the world."""
    for kind in range(len(thoughts.special_count)):
        for k in range(thoughts.special_count[kind]):
            carry_over(np.int64(thoughts.special[kind, k]), thoughts.memory, memory_inout)


def mind_addresses(minds: Mapping[int, Callable[..., None]], senses: Senses, thoughts: Thoughts) -> I64:
    """Address of the kernel of each kind of specialist, 0 for other kinds, shape (kinds,)."""
    addresses = np.zeros(len(thoughts.special_count), np.int64)
    for kind, think in minds.items():
        addresses[kind] = address_of(think, 0, senses, 0, 0, thoughts)
    return addresses


@kernel
def think_specialists(
    minds: I64, senses: Senses, seed: Integer, tick: Integer, thoughts_inout: Thoughts
) -> None:
    """Run the kernels of all kinds with listed rows, which are at `mind_addresses`."""
    for kind in range(len(minds)):
        if minds[kind] != 0 and thoughts_inout.special_count[kind] > 0:
            call_address(minds[kind], (kind, senses, seed, tick, thoughts_inout))
