"""A pilot that plays by commands, like anyone: it fills the title screen, tests, soak runs and benchmarks.

It sees what the world's arrays show, in the plane of the player's own sticks, and decides in one kernel. Its
only memory is what it did last, so that it flies smoothly; the same world and memory give the same command.
"""

from typing import TYPE_CHECKING

import numpy as np

from arena.game.bot_mind import Memory, create_memory, decide
from arena.game.bot_senses import Sight, create_sight, look
from arena.sim.commands import Button, PlayerCommand

if TYPE_CHECKING:
    from arena.sim.world import World


class Bot:
    """Plays slot `slot`. One bot per player and match."""

    def __init__(self, slot: int = 0) -> None:
        self.slot = slot
        self._sight: Sight = create_sight()
        self._memory: Memory = create_memory()
        self._command = np.zeros(5)

    def command(self, world: "World") -> PlayerCommand:
        """What it wants to do in the next tick; nothing while it is dead."""
        if not world.bodies.alive[self.slot]:
            return PlayerCommand()
        look(world.bodies, world.players, self.slot, world.shell_radius, self._sight)
        decide(
            world.bodies,
            world.players,
            world.kinds,
            self.slot,
            world.tick,
            self._sight,
            self._memory,
            self._command,
        )
        move_x, move_y, aim_x, aim_y, buttons = self._command.tolist()
        return PlayerCommand.from_sticks((move_x, move_y), (aim_x, aim_y), Button(int(buttons)))
