"""The players in front of this window: for each what flies its ship, what shows it, and where."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from arena import sphere
from arena.app.controls import Aim, Controls
from arena.app.mixer import Listener
from arena.app.services import Services
from arena.game.bot import Bot
from arena.render.composite import Viewport
from arena.sim.commands import PlayerCommand
from arena.sim.world import World
from arena.view.scene import Viewer


@dataclass
class LocalPlayer:
    """One player of a match who is seen and heard here."""

    slot: int  # which player of the match
    source: "Source"
    look: str = "terra"  # palette of what it sees
    viewer: Viewer = field(init=False)
    viewport: Viewport = (0, 0, 1, 1)
    """Where the last frame showed it."""

    def __post_init__(self) -> None:
        self.viewer = Viewer(self.slot, self.look)

    def listener(self, world: World) -> Listener:
        """Return this player's ears."""
        position = world.bodies.position[self.slot].astype(np.float64)
        right = np.cross(world.players.up[self.slot].astype(np.float64), sphere.unit(position))
        return Listener(world.bodies.position[self.slot], right.astype(np.float32), self.slot)


Source = Callable[[LocalPlayer, World], PlayerCommand]
"""Says what a player wants in the next tick."""


def device_source(controls: Controls) -> Source:
    """Fly by the devices that `controls` hear."""

    def sample(player: LocalPlayer, world: World) -> PlayerCommand:
        aim = (0.0, 0.0)
        if controls.aim is Aim.POINTER and controls.pointer.seen:
            left, bottom, width, height = player.viewport
            x, y = controls.pointer.x - left, controls.pointer.y - bottom
            aim = player.viewer.stick_from_pointer(world, x, y, (width, height))
        return controls.sample(aim)

    return sample


def bot_source(slot: int) -> Source:
    """Let a bot fly."""
    bot = Bot(slot)
    return lambda player, world: bot.command(world)


def seated_sources(services: Services, players: int) -> list[Source]:
    """One source for each of `players`: the devices there are, shared out, and bots for who is left over."""
    seats = services.devices.seat(players)
    return [
        device_source(controls) if controls is not None else bot_source(slot)
        for slot, controls in enumerate(seats)
    ]
