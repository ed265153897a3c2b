"""Pilots of disasters: each makes a player's commands for a while, from its own random numbers."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from arena.catalogue.skills import SKILLS
from arena.game.bots.bot import Bot
from arena.sim.tables.commands import BUTTONS, COMMAND, COMMAND_SIZE, STICK_SCALE, Button, PlayerCommand
from arena.sweep.disasters.draws import Draws
from arena.sweep.disasters.script import command_of

if TYPE_CHECKING:
    from arena.sim.world import World

HELD = 1, 40
"""Fewest and most ticks for which a random command stays."""
REACTION = 4, 20
"""Fewest and most ticks between two decisions of a bot: it takes as long as a tick."""
LAG = 1, 600
"""Fewest and most steps after which a command is repeated."""
REST = PlayerCommand()
GONE = PlayerCommand(buttons=Button.ABSENT)
EDGES = (-STICK_SCALE, -1, 0, 1, STICK_SCALE)
PLAYED = BUTTONS & ~int(Button.ABSENT)

Pilot = Callable[["World", Sequence[bytes]], PlayerCommand]
"""Makes the next command from the world and the commands of all seats so far."""


class PilotRow(NamedTuple):
    """A kind of pilot."""

    weight: int  # chance to be drawn
    create: Callable[[int, Draws], Pilot]  # for a slot
    leaves: bool = False  # takes the player out of the game


def random_command(draws: Draws, buttons: int = PLAYED) -> PlayerCommand:
    """Any legal command with some of these buttons."""
    sticks = (draws.within(-STICK_SCALE, STICK_SCALE) for _ in range(4))
    return command_of((*sticks, draws.below(256) & buttons))


def _resting(slot: int, draws: Draws) -> Pilot:
    return lambda world, past: REST


def _absent(slot: int, draws: Draws) -> Pilot:
    return lambda world, past: GONE


def _random(slot: int, draws: Draws) -> Pilot:
    """Any legal command, held for a while."""
    held, until = REST, 0

    def command(world: "World", past: Sequence[bytes]) -> PlayerCommand:
        nonlocal held, until
        if len(past) >= until:
            until = len(past) + draws.within(*HELD)
            held = random_command(draws)
        return held

    return command


def _hostile(slot: int, draws: Draws) -> Pilot:
    """Sticks from end to end and all buttons at once, another command each tick."""

    def command(world: "World", past: Sequence[bytes]) -> PlayerCommand:
        sticks = (draws.choose(EDGES) for _ in range(4))
        return command_of((*sticks, draws.choose((0, PLAYED, draws.below(256) & PLAYED))))

    return command


def _flicker(slot: int, draws: Draws) -> Pilot:
    """Comes and goes, now and then within two ticks."""
    until, there = 0, False

    def command(world: "World", past: Sequence[bytes]) -> PlayerCommand:
        nonlocal until, there
        if len(past) >= until:
            until, there = len(past) + draws.choose((1, 1, 2, 5, 30, 200)), not there
        return PlayerCommand(draws.choose(EDGES), 90, 0, 90, Button.FIRE) if there else GONE

    return command


def _bot(slot: int, draws: Draws) -> Pilot:
    """A bot of any skill that decides every few ticks."""
    bot, each, held = Bot(slot, draws.choose(SKILLS.names)), draws.within(*REACTION), REST

    def command(world: "World", past: Sequence[bytes]) -> PlayerCommand:
        nonlocal held
        if len(past) % each == 0:
            held = bot.command(world)
        return held

    return command


def _repeated(slot: int, draws: Draws) -> Pilot:
    """Repeats the recorded commands of any seat, some steps later."""
    lag, other = draws.within(*LAG), draws.uniform()

    def command(world: "World", past: Sequence[bytes]) -> PlayerCommand:
        if len(past) < lag:
            return REST
        packed = past[-lag]
        at = int(other * (len(packed) // COMMAND_SIZE)) * COMMAND_SIZE
        *sticks, buttons = COMMAND.unpack_from(packed, at)
        return command_of((*sticks, buttons & PLAYED))

    return command


PILOTS: dict[str, PilotRow] = {
    "resting": PilotRow(1, _resting),
    "random": PilotRow(3, _random),
    "hostile": PilotRow(2, _hostile),
    "bot": PilotRow(5, _bot),
    "repeated": PilotRow(2, _repeated),
    "absent": PilotRow(1, _absent, leaves=True),
    "flicker": PilotRow(1, _flicker, leaves=True),
}
