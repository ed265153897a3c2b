"""Actions: both sticks and the buttons of a command as nine numbers in -1..1.

| row | meaning |
|---|---|
| 0, 1 | move: right and up in the plane of the sticks |
| 2, 3 | aim; (0, 0) keeps the heading |
| 4 | fire, held while above 0 |
| 5 | dash: pressed when it rises above 0 |
| 6 | bomb, likewise |
| 7, 8 | next and previous weapon, likewise |

Sticks are quantised to 255 steps as every command is; NaN counts as 0.
"""

import numpy as np

from arena.jit import kernel
from arena.jit.annotations import F32, I64
from arena.sim.tables.commands import COMMAND_SIZE, STICK_SCALE, STICKS, Button, PlayerCommand

BUTTONS = (Button.FIRE, Button.BOOST, Button.BOMB, Button.NEXT_WEAPON, Button.PREVIOUS_WEAPON)
"""Buttons by row, from row 4 on."""
ACTION_SIZE = STICKS + len(BUTTONS)
BITS = np.array(BUTTONS, np.int64)
SCALE, SHIFT = float(STICK_SCALE), 8 * (COMMAND_SIZE - 1)


@kernel
def pack_actions(actions: F32, bits: I64, packed_out: I64) -> None:
    """Write a command for each action as a whole number, see `arena.sim.tables.commands.pack_command`.

    `actions` has shape (n, ACTION_SIZE), `packed_out` shape (n,).
    """
    for k in range(len(actions)):
        packed = np.int64(0)
        for place in range(STICKS):
            value = np.float64(actions[k, place])
            level = np.int64(0)
            if value == value:
                level = np.int64(np.rint(min(max(value, -1.0), 1.0) * SCALE))
            packed |= (level & 0xFF) << (8 * place)
        for button in range(len(bits)):
            if actions[k, STICKS + button] > 0.0:
                packed |= bits[button] << SHIFT
        packed_out[k] = packed


def command_of(packed: int) -> PlayerCommand:
    """Command of a packed one."""
    sticks = (((packed >> (8 * place) & 0xFF) ^ 0x80) - 0x80 for place in range(STICKS))
    return PlayerCommand(*sticks, buttons=Button(packed >> SHIFT))
