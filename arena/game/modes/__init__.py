"""The modes that can be played, by name. A new one is a file in this folder and a line here."""

from arena.game.mode import Mode, Setup
from arena.game.modes.campaign import Campaign
from arena.game.modes.daily import Daily
from arena.game.modes.endless import Endless
from arena.game.modes.lessons import Lessons
from arena.game.modes.practice import Practice
from arena.game.modes.sandbox import Sandbox
from arena.game.modes.stress import Stress

MODES: dict[str, type[Mode]] = {
    mode.name: mode for mode in (Campaign, Endless, Daily, Practice, Lessons, Sandbox, Stress)
}


def create_mode(setup: Setup) -> Mode:
    """The mode that a setup names.

    Raises:
        ValueError: it is not known, or cannot be played as the setup asks.
    """
    if setup.mode not in MODES:
        raise ValueError(f"mode {setup.mode!r} is not known; there is {', '.join(MODES)}")
    return MODES[setup.mode](setup)
