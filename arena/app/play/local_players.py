"""Local players of this window: command source, viewer and viewport of each."""

from collections.abc import Callable
from dataclasses import dataclass, field

from arena.app.input.controls import Aim, Controls
from arena.app.services import Services
from arena.app.storage.settings import Settings
from arena.game.bots.aim_assist import AimAssist
from arena.game.bots.bot import Bot
from arena.render.composite import Viewport
from arena.sim.tables.commands import PlayerCommand
from arena.sim.world import World
from arena.view.scene import Viewer


@dataclass
class LocalPlayer:
    """A player of a match who is seen and heard in this window."""

    slot: int  # row of the player in the match
    source: "Source"
    look: str = "terra"  # palette of what it sees
    viewer: Viewer = field(init=False)
    seen_by: Viewer = field(init=False)
    """Viewer that shows the player: its own, or that of a player with whom it shares a view."""
    viewport: Viewport = (0, 0, 1, 1)
    """Viewport of the last frame."""

    def __post_init__(self) -> None:
        self.viewer = self.seen_by = Viewer(self.slot, self.look)


Source = Callable[[LocalPlayer, World], PlayerCommand]
"""Returns a player's command for the next tick."""


def device_source(controls: Controls, settings: Settings, slot: int = 0) -> Source:
    """Command source of the devices that `controls` hear, with the input assists of the settings."""
    assist = AimAssist(slot)

    def sample(player: LocalPlayer, world: World) -> PlayerCommand:
        aim = (0.0, 0.0)
        if controls.aim is Aim.POINTER and controls.pointer.seen:
            left, bottom, width, height = player.viewport
            x, y = controls.pointer.x - left, controls.pointer.y - bottom
            aim = player.seen_by.stick_from_pointer(world, x, y, (width, height), player.slot)
        turn = player.viewer.stick_turn(world)
        command = controls.sample(aim, settings.fire == "toggle", turn)
        return assist.help(world, command, settings.aim_assist, settings.fire == "auto")

    return sample


def bot_source(slot: int) -> Source:
    """Command source of a bot."""
    bot = Bot(slot)
    return lambda player, world: bot.command(world)


def pilot_source(command: Callable[[World], PlayerCommand]) -> Source:
    """Command source of any pilot that looks at the world."""
    return lambda player, world: command(world)


def seated_sources(services: Services, players: int) -> list[Source]:
    """Command sources of `players`: the connected devices, and bots for the rest."""
    seats = services.devices.seat(players)
    return [
        device_source(controls, services.settings, slot) if controls is not None else bot_source(slot)
        for slot, controls in enumerate(seats)
    ]
