"""Aim assist: changes a player's command before it enters the simulation.

Like a bot it reads the world and makes a command. A replay holds the assisted commands, so the simulation
knows nothing of the assist.
"""

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from arena.catalogue import kinds
from arena.game.bots.decisions import lead
from arena.game.bots.perception import Sight, create_sight, look
from arena.game.bots.weapon_choice import Shot, shot_of
from arena.sim.tables.commands import STICK_SCALE, Button, PlayerCommand
from arena.tuning import TICK_RATE

if TYPE_CHECKING:
    from arena.sim.world import World

AIM_CONES = {"off": 0.0, "light": math.radians(7.0), "strong": math.radians(18.0), "full": math.pi}
"""Largest angle between a player's aim and an assisted target [rad], by the name of the setting's step."""
SIGHT_REACH = 30.0
"""Range of the assist [u]."""
AIM_TURNS = {step: (1.0 - math.cos(cone)) * 1.000001 for step, cone in AIM_CONES.items()}
"""The cones as 1 less the cosine, with room for rounding; angles are compared in this measure throughout."""
FIRE_TURN = 1.0 - math.cos(math.radians(10.0))
"""Automatic fire begins where a target lies within this angle of the aim, in the same measure."""
ROCK_PENALTY = 1.0 - math.cos(math.radians(40.0))
"""An asteroid is taken as the target only where no ship or mine is nearer to the aim by this."""
DISTANCE_PENALTY = 0.002
"""Assist cone of the farthest target, as a share of a near one's."""
TOUCHING = 1e-6
"""Distance below which a body has no direction [u]."""
EARLY = 0.1
"""Time before a body lands at which a shot may already meet it [s]."""


class AimAssist:
    """Assists the player in `slot`; keeps only scratch arrays between ticks."""

    def __init__(self, slot: int) -> None:
        self.slot = slot
        self._sight = create_sight()
        self._point = np.zeros(2)

    def help(self, world: "World", command: PlayerCommand, step: str, auto_fire: bool) -> PlayerCommand:
        """Return the command with its aim turned to what it nearly points at, and with fire where that hits.

        Args:
            world: only read.
            command: as the player's hands gave it.
            step: one of `AIM_CONES`.
            auto_fire: whether to fire at what is in range and ahead.
        """
        if (step == "off" and not auto_fire) or not world.bodies.alive[self.slot]:
            return command
        nose = self._nose(world)
        given = (command.aim_x, command.aim_y) != (0, 0)
        aim = _unit(float(command.aim_x), float(command.aim_y)) if given else nose
        look(
            world.bodies, world.players, self.slot, world.shell_radius, SIGHT_REACH, 0.0, self._sight
        )  # fmt: skip
        shot = shot_of(world, self.slot)
        turn = max(AIM_TURNS[step], FIRE_TURN if auto_fire else 0.0)
        target = find_target(self._sight, shot, aim, turn)
        if target < 0:
            return command
        lead(self._sight, target, shot.speed, self._point)
        wish = _unit(*self._point.tolist())
        off = 1.0 - (wish[0] * aim[0] + wish[1] * aim[1])
        if off <= AIM_TURNS[step]:
            command = replace(command, aim_x=round(wish[0] * STICK_SCALE), aim_y=round(wish[1] * STICK_SCALE))
            off = 0.0
        if auto_fire and off <= FIRE_TURN:
            command = replace(command, buttons=command.buttons | Button.FIRE)
        return command

    def _nose(self, world: "World") -> tuple[float, float]:
        """Direction of the ship, in the plane of its sticks."""
        here, up = world.bodies.position[self.slot], world.players.up[self.slot].astype(np.float64)
        heading = world.bodies.heading[self.slot].astype(np.float64)
        right = np.cross(up, here)
        return _unit(float(heading @ right) / float(np.linalg.norm(here)), float(heading @ up))


def find_target(sight: Sight, shot: Shot, aim: tuple[float, float], turn: float) -> int:
    """The entry of `sight` that lies nearest to `aim` (unit), within `turn` and a shot's reach, or -1.

    Ships and mines before rocks; of two as near to the aim the one that is nearer to the ship.
    """
    seen = slice(int(sight.count[0]))
    kind, x, y = sight.kind[seen], sight.x[seen], sight.y[seen]
    distance = np.sqrt(x * x + y * y)
    off = 1.0 - (x * aim[0] + y * aim[1]) / np.maximum(distance, TOUCHING)
    flight = distance / shot.speed
    can = (off <= turn) & (flight * TICK_RATE < shot.life) & (sight.arrives[seen] < flight + EARLY)
    can &= kind != kinds.BULLET.number
    if not can.any():
        return -1
    worth = (
        off
        + np.where(kind == kinds.ASTEROID.number, ROCK_PENALTY, 0.0)
        + DISTANCE_PENALTY * distance / SIGHT_REACH
    )
    return int(np.argmin(np.where(can, worth, np.inf)))


def _unit(x: float, y: float) -> tuple[float, float]:
    size = math.sqrt(x * x + y * y)
    return (x / size, y / size) if size > 0.0 else (0.0, 1.0)
