"""Specialists: everyone who is not of the swarm, a few dozen at most as a rule. Each kind is its own kernel.

`SPECIALISTS` says which; a new kind is a function like those of `arena.ai.strikes` and a row there. The
kernels run after `think_swarm` on the same chunk, in the same thread, for the rows that it listed. They read
the world as it stood at the end of the tick, and write wishes and the next state of memories for their own
rows only.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from arena import tuning
from arena.ai.bearings import log_map, nearest_prey, outward
from arena.ai.boss_minds import rule_boss, serve_boss
from arena.ai.escorts import escort
from arena.ai.stalker import stalk
from arena.ai.strikes import BOOST, NOTHING, ZERO, carry_brood, lance, lay_mines, weave
from arena.ai.thoughts import Thoughts, add_wish
from arena.jit import inline, kernel
from arena.sim.kinds import Kind, Pool

SIGHT, ROAM = tuning.MIND.sight, tuning.MIND.roam_thrust
COMPANION, ENEMY_POOL = int(Kind.COMPANION), int(Pool.ENEMY)


def specialist(kind: Kind, behave: Callable[..., Any]) -> Any:
    """A kernel in which all of one kind decide that are listed in `thoughts_inout`.

    `behave(row, target, seed, tick, pose, bearing, senses, thoughts_inout)` returns (wish, aim, buttons).
    """
    number = int(kind)

    def think(senses: Any, seed: int, tick: int, thoughts_inout: Any) -> None:
        bodies, behaviours = senses.bodies, senses.behaviours
        position, player_count = bodies.position, len(senses.players.boost)
        first_enemy = senses.pools.start[ENEMY_POOL]
        for k in range(thoughts_inout.special_count[number]):
            row = np.int64(thoughts_inout.special[number, k])
            carry_over(row, senses.memory, thoughts_inout.memory)
            pose = outward(position, row)
            nose = heading_of(bodies, row)
            wish, aim, buttons = (ROAM * nose[0], ROAM * nose[1], ROAM * nose[2]), ZERO, NOTHING
            target = nearest_prey(bodies, player_count, first_enemy, row)
            if target >= 0 and bodies.radial_speed[row] == 0.0:  # nobody winds up while it falls
                bearing = bearing_of(pose, position, target)
                wish, aim, buttons = behave(row, target, seed, tick, pose, bearing, senses, thoughts_inout)
            # Who charges looks neither left nor right.
            share = 0.0 if buttons & BOOST else np.float64(behaviours.flocking[number])
            add_wish(thoughts_inout, row, wish, aim, buttons, SIGHT + bodies.radius[row], share)

    think.__name__ = think.__qualname__ = f"think_{kind.name.lower()}"
    return kernel(think)


@kernel
def think_companions(senses, seed, tick, thoughts_inout):
    """Companions fly beside their players, whoever else is near; one without a player roams."""
    bodies, memory = senses.bodies, senses.memory
    for k in range(thoughts_inout.special_count[COMPANION]):
        row = np.int64(thoughts_inout.special[COMPANION, k])
        carry_over(row, memory, thoughts_inout.memory)
        nose = heading_of(bodies, row)
        wish, aim, buttons = (ROAM * nose[0], ROAM * nose[1], ROAM * nose[2]), ZERO, NOTHING
        if memory.target[row] >= 0:
            pose = outward(bodies.position, row)
            wish, aim, buttons = escort(
                row, memory.target[row], seed, tick, pose, nose, senses, thoughts_inout.crowd
            )
        share = np.float64(senses.behaviours.flocking[COMPANION])
        add_wish(thoughts_inout, row, wish, aim, buttons, SIGHT + bodies.radius[row], share)


SPECIALISTS: dict[int, Callable[..., None]] = {
    Kind.LANCER: specialist(Kind.LANCER, lance),
    Kind.WEAVER: specialist(Kind.WEAVER, weave),
    Kind.MINER: specialist(Kind.MINER, lay_mines),
    Kind.STALKER: specialist(Kind.STALKER, stalk),
    Kind.CARRIER: specialist(Kind.CARRIER, carry_brood),
    Kind.BOSS: specialist(Kind.BOSS, rule_boss),
    Kind.BOSS_PART: specialist(Kind.BOSS_PART, serve_boss),
    Kind.COMPANION: think_companions,
}
"""What lets each kind decide, called with (senses, seed, tick, thoughts)."""


@inline
def heading_of(bodies, row):
    """In float64."""
    heading = bodies.heading
    return np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2])


@inline
def bearing_of(pose, position, target):
    """(unit tangent towards a body, great-circle distance to it [u]), flattened."""
    x, y, z = position[target, 0], position[target, 1], position[target, 2]
    return log_map(pose[0], pose[1], pose[2], pose[3], np.float64(x), np.float64(y), np.float64(z))


@inline
def carry_over(row, memory, memory_out):
    """A mind's memory as it stands is what its next state begins with."""
    memory_out.phase[row], memory_out.until[row] = memory.phase[row], memory.until[row]
    memory_out.target[row], memory_out.launched[row] = memory.target[row], memory.launched[row]
    memory_out.route[row], memory_out.ring_slot[row] = memory.route[row], memory.ring_slot[row]
    for axis in range(3):
        memory_out.cover[row, axis] = memory.cover[row, axis]
        memory_out.ring_axis[row, axis] = memory.ring_axis[row, axis]


@kernel
def apply_memories(thoughts, memory_inout):
    """Take over the memories of the specialists of a chunk as they were decided."""
    for kind in range(len(thoughts.special_count)):
        for k in range(thoughts.special_count[kind]):
            carry_over(np.int64(thoughts.special[kind, k]), thoughts.memory, memory_inout)


def think_specialists(senses: Any, seed: int, tick: int, thoughts: Thoughts) -> None:
    """Let all specialists decide that are listed."""
    counts = thoughts.special_count.tolist()
    for kind, think in SPECIALISTS.items():
        if counts[kind]:
            think(senses, seed, tick, thoughts)
