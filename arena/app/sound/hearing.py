"""Hearing of the players at one window: cues of a match, and the situation for the score.

A session calls `listen` after every tick that is heard, `scripts/render_sound.py` does the same without a
window.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arena import sphere
from arena.app.sound.alerts import LOW_SHIELD, Alerts, has_boss
from arena.app.sound.cues import CUES_PER_TICK, Cue, Listener, hear
from arena.app.sound.effects import Sound
from arena.app.sound.situation import Situation
from arena.app.sound.themes import OF_WORLD
from arena.game.hud import Hud
from arena.game.match import Match
from arena.sim.kinds import Pool
from arena.sim.world import World
from arena.tuning import TICK_RATE
from arena.view.cameras.framing import THREAT_FAR, THREAT_NEAR

LOOK_TICKS = 15
"""Ticks between two assessments of danger."""
MANY = 12.0
"""Scale of danger: it is 1 - exp(-threats / MANY)."""
BOSS_DANGER, WOUNDED_DANGER = 0.9, 0.2
"""Minimum danger near a boss; danger added by a low shield."""


CALM_GAIN = 0.45
"""Gain of all cues in calm; in danger it is 1."""
SWELL_TICKS = 1.5 * TICK_RATE
"""Time constant with which that gain follows danger."""
APPROACH_TICKS = 40 * TICK_RATE
"""Duration of a boss's approach within the wave or phase before it."""


class Hearing:
    """Hears a match for its local players."""

    def __init__(self) -> None:
        self.situation = Situation()
        self._alerts = Alerts()
        self._heat = 0.0  # danger of the last seconds

    def listen(self, match: Match, hud: Hud, slots: Sequence[int]) -> list[Cue]:
        """Return the cues of the last tick for these slots (one or more), most important first."""
        world = match.world
        if world.tick % LOOK_TICKS == 0:
            self.situation = assess(match, hud, slots)
        cues = self._alerts.observe(world, hud, slots)
        listeners = [listener_of(world, slot) for slot in slots]
        cues += hear(world.events, listeners, max(1, CUES_PER_TICK - len(cues)))
        gain = self._follow_danger()
        return [name_source(cue._replace(gain=gain * cue.gain), world, slots) for cue in cues]

    def _follow_danger(self) -> float:
        """Advance the gain of all cues by a tick: danger, and a boss about to come, are louder than calm."""
        rest = max(self.situation.danger, self.situation.approach) - self._heat
        self._heat += rest / SWELL_TICKS
        return CALM_GAIN + (1.0 - CALM_GAIN) * self._heat


def name_source(cue: Cue, world: World, slots: Sequence[int]) -> Cue:
    """Add to the cue of a hit who dealt it, and to that of a landing whether others of the kind fall, too."""
    bodies, harm = world.bodies, world.tables.get("harm")
    if cue.sound is Sound.LANDING:
        falls = bodies.alive & (bodies.radial_speed < 0.0) & (bodies.kind == cue.kind)
        return cue._replace(many=int(np.count_nonzero(falls)) > 1)
    if cue.sound is Sound.HURT and harm is not None:
        hit = [slot for slot in slots if harm.tick[slot] == world.tick]
        return cue._replace(kind=int(harm.kind[hit[0]])) if hit else cue
    return cue


def listener_of(world: World, slot: int) -> Listener:
    """Return the listener of a player."""
    position = world.bodies.position[slot].astype(np.float64)
    right = np.cross(world.players.up[slot].astype(np.float64), sphere.unit(position))
    return Listener(world.bodies.position[slot], right.astype(np.float32), slot)


def assess(match: Match, hud: Hud, slots: Sequence[int]) -> Situation:
    """Return the situation: theme, danger of the player most at risk, multiplier."""
    world = match.world
    boss = has_boss(world) and not match.over
    danger = max(danger_about(world, slot) for slot in slots)
    music = match.mode.spec.music
    theme = match.mode.look if music == OF_WORLD else music
    return Situation(
        theme,
        world.seed,
        0.0 if match.over else max(danger, BOSS_DANGER if boss else 0.0),
        hud.multiplier,
        boss,
        hud.progress,
        approach_of_boss(match),
    )


def approach_of_boss(match: Match) -> float:
    """Return 0 if no boss comes in this section or the next, and 1 just before it arrives."""
    return min(1.0, match.mode.approach_ticks(match.world) / APPROACH_TICKS)


def danger_about(world: World, slot: int) -> float:
    """Danger to a ship, 0 to 1."""
    bodies = world.bodies
    here = sphere.unit(bodies.position[slot].astype(np.float64))
    threats = count_threats(world, here)
    full = world.full_shield(slot)
    wounded = bool(bodies.alive[slot]) and float(bodies.health[slot]) < LOW_SHIELD * full
    return min(1.0, 1.0 - math.exp(-threats / MANY) + (WOUNDED_DANGER if wounded else 0.0))


def count_threats(world: World, here: NDArray[np.float64]) -> float:
    """Count the enemies near the unit vector `here`; the weight of each falls with distance.

    The camera's count stops at eight, which half of all waves exceed all the time.
    """
    places = sphere.unit(world.bodies.position[world.rows(Pool.ENEMY)].astype(np.float64))
    away = world.shell_radius * np.arccos(np.clip(places @ here, -1.0, 1.0))
    return float(np.clip((THREAT_FAR - away) / (THREAT_FAR - THREAT_NEAR), 0.0, 1.0).sum())
