"""Commands: the only input of the simulation, from players, bots, replays, minds and the Gymnasium agent.

A player's input is a `PlayerCommand`: sticks in the player's tangent frame, quantised so that replays are
exact. `arena.sim.steering.take_commands` converts it to a world-space row of `Commands`. Minds write such
rows directly.
"""

import struct
from dataclasses import dataclass
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from arena.jit import inline
from arena.jit.annotations import Integer, Row
from arena.jit.tables import Table
from arena.sim.tables.hashing import mixed


class Button(IntFlag):
    """Bits of a command. FIRE acts while held, the next four on the tick of the press.

    ABSENT marks a player without input; rules may let such a player leave, see `arena.game.seats`.
    """

    NONE = 0
    FIRE = 1
    BOOST = 2
    BOMB = 4
    NEXT_WEAPON = 8
    PREVIOUS_WEAPON = 16
    ABSENT = 32


STICK_SCALE = 127
"""Full deflection of a stick, stored as a signed byte, so that replays are exact."""

BUTTONS = sum(Button)
"""Mask of all valid button bits."""

STICKS = 4
COMMAND = struct.Struct(f"<{STICKS}bB")
COMMAND_SIZE = COMMAND.size
UNUSED_STICK = 0x80
"""Invalid stick value: the signed byte -128."""


@dataclass(frozen=True, slots=True)
class PlayerCommand:
    """Input of one player for one tick.

    `move` and `aim` are (x, y) in the player's tangent frame: y along `Players.up`, x to its right as seen
    from above (outside the planet). Each component lies in -127..127; lengths above 127 are shortened to it
    by the simulation. An `aim` of (0, 0) keeps the heading.
    """

    move_x: int = 0
    move_y: int = 0
    aim_x: int = 0
    aim_y: int = 0
    buttons: Button = Button.NONE

    @classmethod
    def from_sticks(
        cls, move: tuple[float, float], aim: tuple[float, float], buttons: Button = Button.NONE
    ) -> "PlayerCommand":
        """Quantise analogue sticks in -1..1; values beyond are clamped, NaN counts as 0."""
        x, y, u, v = (_quantise(value) for value in (*move, *aim))
        return cls(x, y, u, v, buttons)


def pack_command(command: PlayerCommand) -> bytes:
    """A command as `COMMAND_SIZE` bytes.

    Raises:
        ValueError: a stick or button is out of range.
    """
    c = command
    try:
        packed = COMMAND.pack(c.move_x, c.move_y, c.aim_x, c.aim_y, c.buttons)
    except struct.error:
        raise _impossible(command) from None
    if packed[STICKS] > BUTTONS or UNUSED_STICK in packed:
        raise _impossible(command)
    return packed


def _impossible(command: PlayerCommand) -> ValueError:
    return ValueError(
        f"sticks must be whole numbers from -{STICK_SCALE} to {STICK_SCALE} and buttons 0 to {BUTTONS}, not "
        f"{command.move_x}, {command.move_y}, {command.aim_x}, {command.aim_y} and {command.buttons!r}"
    )


def _quantise(value: float) -> int:
    return round(max(-1.0, min(1.0, value)) * STICK_SCALE) if value == value else 0


class Commands(Table):
    """World-space commands, row-aligned with the ships (players, companions, enemies)."""

    move: NDArray[
        np.float32
    ]  # wanted velocity over the kind's max speed, tangent, shape (ship_capacity, 3); 0 to a hull's pace
    aim: NDArray[
        np.float32
    ]  # wanted heading, tangent, any length; 0 keeps the heading, shape (ship_capacity, 3)
    buttons: NDArray[np.uint8]  # Button bits, shape (ship_capacity,)


@inline
def acts(commands: Commands, row: Row) -> bool:
    """True where a ship's command asks for anything: thrust, fire or another button."""
    moves = commands.move[row, 0] != 0.0 or commands.move[row, 1] != 0.0 or commands.move[row, 2] != 0.0
    return moves or commands.buttons[row] != 0


class History(Table):
    """Digest of the inputs that led to a state."""

    commands: NDArray[np.uint64]  # digest of every player's command of every tick so far, shape (1,)


@inline
def fold_command(digest: Integer, slot: Row, packed: Integer):
    """`digest` extended by one command, packed as a whole number."""
    return mixed(digest, np.uint64(packed | (slot + 1) << (8 * COMMAND_SIZE)))


@inline
def stick(packed: Integer, place: Integer):
    """Component `place` of a packed command, as a signed byte; counted from 0."""
    return ((packed >> (8 * place) & 0xFF) ^ 0x80) - 0x80


@inline
def buttons_of(packed: Integer):
    """Button bits of a packed command."""
    return packed >> (8 * STICKS)
