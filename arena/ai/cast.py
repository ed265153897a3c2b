"""What the cast decides: everyone who is not of the swarm, a few dozen at most as a rule.

`think_cast` runs after `think_rows` on the same chunk, in the same thread, for the rows that it was given. It
reads the world as it stood at the end of the tick and writes decisions and the next state of memories for its
own rows only. The turns of thought are those of the swarm.
"""

import math

import numpy as np

from arena import tuning
from arena.ai.bearings import nearest_player, outward, towards
from arena.ai.company import escort, guard_boss, rule_waves
from arena.ai.flocking import avoid_and_flock
from arena.ai.stalker import stalk
from arena.ai.strikes import BOOST, NOTHING, ZERO, carry_brood, lance, lay_mines, weave
from arena.jit import inline, kernel
from arena.sim.kinds import Kind, Pool

LANCER, WEAVER, MINER, STALKER = int(Kind.LANCER), int(Kind.WEAVER), int(Kind.MINER), int(Kind.STALKER)
CARRIER, BOSS, BOSS_PART = int(Kind.CARRIER), int(Kind.BOSS), int(Kind.BOSS_PART)
COMPANION = int(Kind.COMPANION)
MINE_POOL, ASTEROID_POOL, BULLET_POOL = int(Pool.MINE), int(Pool.ASTEROID), int(Pool.BULLET)
SIGHT, ROAM = tuning.MIND.sight, tuning.MIND.roam_thrust
THINK_INTERVAL = tuning.MIND.think_interval


@kernel
def think_cast(
    rows,
    count,
    bodies,
    ships,
    players,
    commands,
    memory,
    kinds,
    tempers,
    pools,
    table,
    navigation,
    player_count,
    seed,
    tick,
    seen_out,
    crowd_out,
    decisions_out,
    memory_out,
):
    """Decide for rows[:count], all alive."""
    position, velocity, heading, alive = bodies.position, bodies.velocity, bodies.heading, bodies.alive
    ship_count, first_bullet = pools.start[MINE_POOL], pools.start[BULLET_POOL]
    rocks = pools.start[ASTEROID_POOL], pools.stop[ASTEROID_POOL]
    for k in range(count):
        row = np.int64(rows[k])
        remember(row, memory, commands, memory_out, decisions_out)
        if (row + tick) % THINK_INTERVAL != 0:
            continue
        kind = bodies.kind[row]
        here = outward(position, row)
        nose = (np.float64(heading[row, 0]), np.float64(heading[row, 1]), np.float64(heading[row, 2]))
        wish, aim, buttons = (ROAM * nose[0], ROAM * nose[1], ROAM * nose[2]), ZERO, NOTHING
        target = nearest_player(position, alive, player_count, row)
        if target >= 0:
            q = position[target]
            way = towards(
                here[0], here[1], here[2], here[3], np.float64(q[0]), np.float64(q[1]), np.float64(q[2])
            )
            if kind == LANCER:
                wish, aim, buttons = lance(
                    row, target, tick, here, way, nose, position, velocity, kinds, tempers, memory_out
                )
            elif kind == WEAVER:
                wish, aim, buttons = weave(
                    row, tick, here, way, bodies, first_bullet, table, tempers, crowd_out
                )
            elif kind == MINER:
                wish, aim, buttons = lay_mines(row, tick, here, way, tempers)
            elif kind == CARRIER:
                wish, aim, buttons = carry_brood(row, tick, here, way, ships.cooldown, tempers, memory_out)
            elif kind == STALKER:
                wish, aim, buttons = stalk(
                    row, target, tick, seed, here, way, bodies, rocks, kinds, tempers, table, navigation,
                    crowd_out, memory_out,
                )  # fmt: skip
            elif kind == BOSS:
                wish, aim, buttons = rule_waves(
                    row, tick, here, way, bodies.health[row], kinds.health[BOSS], tempers, memory_out
                )
            elif kind == BOSS_PART:
                wish, aim, buttons = guard_boss(row, target, tick, seed, here, bodies, memory, kinds, tempers)
        if kind == COMPANION and memory.target[row] >= 0:
            wish, aim, buttons = escort(
                row, memory.target[row], tick, seed, here, nose, bodies, players.up, ship_count, kinds,
                tempers, table, crowd_out,
            )  # fmt: skip
        share = np.float64(tempers.company[kind])
        if share > 0.0 and not buttons & BOOST:  # who charges looks neither left nor right
            wish = avoid_and_flock(
                position, velocity, bodies.radius, bodies.team, table, ship_count, first_bullet, row,
                SIGHT + bodies.radius[row], np.float64(kinds.max_speed[kind]), nose, wish, share, seen_out,
            )  # fmt: skip
        decide(row, here, wish, aim, buttons, decisions_out)


@inline
def remember(row, memory, commands, memory_out, decisions_out):
    """Without a new thought all stays as it is, but that a shot is not repeated."""
    memory_out.phase[row], memory_out.until[row] = memory.phase[row], memory.until[row]
    memory_out.target[row], memory_out.used[row] = memory.target[row], memory.used[row]
    decisions_out.buttons[row] = commands.buttons[row] & BOOST
    for axis in range(3):
        memory_out.anchor[row, axis] = memory.anchor[row, axis]
        decisions_out.move[row, axis] = commands.move[row, axis]
        decisions_out.aim[row, axis] = commands.aim[row, axis]


@inline
def decide(row, here, wish, aim, buttons, decisions_out):
    """Write a decision: the wish without its radial part, at most full thrust."""
    radial = wish[0] * here[0] + wish[1] * here[1] + wish[2] * here[2]
    wx, wy, wz = wish[0] - radial * here[0], wish[1] - radial * here[1], wish[2] - radial * here[2]
    size = max(1.0, math.sqrt(wx * wx + wy * wy + wz * wz))
    move_out, aim_out = decisions_out.move, decisions_out.aim
    move_out[row, 0], move_out[row, 1], move_out[row, 2] = wx / size, wy / size, wz / size
    looks = aim[0] != 0.0 or aim[1] != 0.0 or aim[2] != 0.0
    aim_out[row, 0] = aim[0] if looks else wx
    aim_out[row, 1] = aim[1] if looks else wy
    aim_out[row, 2] = aim[2] if looks else wz
    decisions_out.buttons[row] = buttons


@kernel
def apply_memory(rows, count, decided, memory_inout):
    """Take over the memories of rows[:count] as they were decided."""
    for k in range(count):
        row = np.int64(rows[k])
        memory_inout.phase[row], memory_inout.until[row] = decided.phase[row], decided.until[row]
        memory_inout.target[row], memory_inout.used[row] = decided.target[row], decided.used[row]
        for axis in range(3):
            memory_inout.anchor[row, axis] = decided.anchor[row, axis]
