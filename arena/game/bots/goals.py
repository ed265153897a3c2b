"""The mode's goal for the bot: it flies there, or stays near, as far as its enemies let it.

The place comes from the mode's table of state (`arena.game.goal`), so the bot knows no mode.
"""

import math
from typing import TYPE_CHECKING

from arena.game.bots.perception import arc_of_chord
from arena.game.goal import GOAL_TABLE, GoalKind
from arena.game.rules import BOT_GOAL
from arena.jit.annotations import F64
from arena.sphere import unit

if TYPE_CHECKING:
    from arena.sim.world import World


def wish_goal(world: "World", slot: int, wish_inout: F64) -> None:
    """Turn a wish (stick) towards the mode's place, where it has one: all the way from outside, and less the
    nearer it is inside.
    """
    goal = world.tables.get(GOAL_TABLE)
    if goal is None or goal.kind[0] == GoalKind.NONE:
        return
    x, y, away = bearing(world, slot, goal.place)
    reach = float(goal.radius[0])
    inner = reach * (BOT_GOAL.reach if goal.kind[0] == GoalKind.REACH else BOT_GOAL.stay)
    pull = min(max((away - inner) / max(reach - inner, 1e-6), 0.0), 1.0)
    wish_inout *= 1.0 - pull * BOT_GOAL.devotion
    wish_inout += (x * pull * BOT_GOAL.devotion, y * pull * BOT_GOAL.devotion)


def bearing(world: "World", slot: int, place: F64) -> tuple[float, float, float]:
    """Unit (right, ahead) in the plane of the player's sticks towards a place, and how far it is [u]."""
    here, up = unit(world.bodies.position[slot]), world.players.up[slot].tolist()
    (a, b, c), (u, v, w), (p, q, r) = here.tolist(), up, place.tolist()
    ahead = u * p + v * q + w * r
    right = (v * c - w * b) * p + (w * a - u * c) * q + (u * b - v * a) * r
    size = math.sqrt(right * right + ahead * ahead)
    away = arc_of_chord(math.sqrt(max(0.0, 2.0 - 2.0 * (a * p + b * q + c * r)))) * world.shell_radius
    return (right / size, ahead / size, away) if size > 1e-9 else (0.0, 1.0, away)
