"""The players in front of this window: for each what flies its ship, what shows it, and where."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.app.controls import Aim, Controls
from arena.app.devices import KEYBOARD
from arena.app.services import Services
from arena.app.settings import Settings
from arena.game.aim_assist import AimAssist
from arena.game.bot import Bot
from arena.render.composite import Viewport
from arena.sim.commands import PlayerCommand
from arena.sim.world import World
from arena.view.scene import Viewer

if TYPE_CHECKING:
    from arena.app.session import Session


@dataclass
class LocalPlayer:
    """One player of a match who is seen and heard here."""

    slot: int  # which player of the match
    source: "Source"
    look: str = "terra"  # palette of what it sees
    viewer: Viewer = field(init=False)
    seen_by: Viewer = field(init=False)
    """What shows it: its own viewer, or that of another player with whom it shares a view."""
    viewport: Viewport = (0, 0, 1, 1)
    """Where the last frame showed it."""

    def __post_init__(self) -> None:
        self.viewer = self.seen_by = Viewer(self.slot, self.look)


Source = Callable[[LocalPlayer, World], PlayerCommand]
"""Says what a player wants in the next tick."""


def device_source(controls: Controls, settings: Settings, slot: int = 0) -> Source:
    """Fly by the devices that `controls` hear, with what help the settings ask for at that moment."""
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
    """Let a bot fly."""
    bot = Bot(slot)
    return lambda player, world: bot.command(world)


def seated_sources(services: Services, players: int) -> list[Source]:
    """One source for each of `players`: the devices there are, shared out, and bots for who is left over."""
    seats = services.devices.seat(players)
    return [
        device_source(controls, services.settings, slot) if controls is not None else bot_source(slot)
        for slot, controls in enumerate(seats)
    ]


class Party:
    """The players in front of the window, as they come and go while a match is played."""

    def __init__(self, services: Services, session: "Session") -> None:
        self._services, self._session = services, session

    @property
    def open(self) -> bool:
        """Whether players may come and go."""
        return self._session.match.mode.open_seats and not self._session.match.over

    @property
    def slots(self) -> list[int]:
        """Who is there, bots included."""
        return [player.slot for player in self._session.players]

    def roll(self) -> str:
        """Who flies with what, in one line."""
        devices = self._services.devices
        return ", ".join(f"P{slot + 1}: {devices.seat_label(slot) or 'a bot'}" for slot in sorted(self.slots))

    @property
    def inviting(self) -> bool:
        """Whether there is a pad that nobody flies with, and a seat for whoever holds it."""
        seats = self._session.match.setup.seats
        return (
            self.open and len(self.slots) < seats and any(d != KEYBOARD for d in self._services.devices.free)
        )

    def welcome(self) -> None:
        """Let those in whose devices asked for it."""
        for device in self._services.devices.take_asking():
            slot = self._free_slot() if self.open else None
            if slot is None:
                self._services.say(f"No seat is free for {self._services.devices.label(device)}")
            else:
                self.join(device, slot)

    def join(self, device: str, slot: int) -> None:
        """Let whoever holds a device fly for `slot`."""
        services = self._services
        controls = services.devices.take_seat(device, slot)
        self._session.join(slot, device_source(controls, services.settings, slot))
        services.say(f"Player {slot + 1} flies with {services.devices.label(device)}")

    def leave(self, slot: int) -> None:
        """Let a player go; the last one stays."""
        if self.open and len(self.slots) > 1 and slot in self.slots:
            self._services.devices.leave_seat(slot)
            self._session.leave(slot)
            self._services.say(f"Player {slot + 1} has left")

    def _free_slot(self) -> int | None:
        """That of a player whose device is lost, else of nobody, else of a bot."""
        devices, seats = self._services.devices, self._session.match.setup.seats
        nobody = [slot for slot in range(seats) if slot not in self.slots]
        bots = [slot for slot in self.slots if not devices.holds(slot)]
        return next(iter((*devices.missing, *nobody, *bots)), None)
