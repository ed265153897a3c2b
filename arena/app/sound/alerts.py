"""Alerts: sounds for states that begin without an event.

`arena.app.sound.hearing` calls `observe` for each audible tick. Only the state of the last tick is kept, so a
rewind is just another state.
"""

from collections.abc import Sequence

from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.catalogue import kinds
from arena.game.hud import Hud
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.tuning import TICK_RATE

LOW_SHIELD = 0.35
"""Share of health at which a ship is in danger and its dial turns red."""
REMIND_TICKS, REMINDERS = 4 * TICK_RATE, 3
"""Interval and number of reminders while a ship stays in danger."""


class Alerts:
    """State of the last tick."""

    def __init__(self) -> None:
        self._low: dict[int, int] = {}  # tick since which a ship's shield is low, by slot
        self._lives: int | None = None
        self._multiplier = 1
        self._boss = False

    def observe(self, world: World, hud: Hud, slots: Sequence[int]) -> list[Cue]:
        """Return the cues of states that have just begun for these slots, most important first."""
        cues = [cue for slot in slots for cue in self._watch_shield(world, slot)]
        boss = has_boss(world)
        if boss and not self._boss:
            cues.append(Cue(Sound.BOSS_ARRIVAL, 0.45, 0.0, 9))
        if hud.lives == 1 and (self._lives or 0) > 1:
            cues.append(Cue(Sound.LAST_LIFE, 0.32, 0.0, 9))
        if hud.multiplier > self._multiplier:
            cues.append(Cue(Sound.MULTIPLIER_UP, 0.26, 0.0, 6))
        self._boss, self._lives, self._multiplier = boss, hud.lives, hud.multiplier
        return sorted(cues, key=lambda cue: -cue.priority)

    def _watch_shield(self, world: World, slot: int) -> list[Cue]:
        full = world.full_shield(slot)
        alive, share = bool(world.bodies.alive[slot]), float(world.bodies.health[slot]) / full
        if not alive or share > LOW_SHIELD:
            self._low.pop(slot, None)
            return []
        lasted = world.tick - self._low.setdefault(slot, world.tick)
        due = 0 <= lasted < REMINDERS * REMIND_TICKS and lasted % REMIND_TICKS == 0
        return [Cue(Sound.LOW_SHIELD, 0.27, 0.0, 8)] if due else []


def has_boss(world: World) -> bool:
    """Return whether a boss is alive."""
    rows = world.rows(Pool.ENEMY)
    return bool((world.bodies.kind[rows] == kinds.BOSS.number).any())
