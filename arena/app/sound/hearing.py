"""Hearing of the players at one window: cues of a match, and the situation for the score.

A session calls `listen` after every tick that is heard, `scripts/render_sound.py` does the same without a
window.
"""

import math
from collections.abc import Sequence

import numpy as np

from arena import sphere
from arena.app.sound.alerts import LOW_SHIELD, Alerts, has_boss
from arena.app.sound.cues import CUES_PER_TICK, Cue, Listener, hear
from arena.app.sound.situation import Situation
from arena.app.sound.themes import OF_WORLD
from arena.game.hud import Hud
from arena.game.match import Match
from arena.sim.world import World
from arena.view.cameras.zoom import sum_threats

LOOK_TICKS = 15
"""Ticks between two assessments of danger."""
WEIGHT = 0.26
"""Weight of one threat nearby: danger is 1 - exp(-WEIGHT * threats)."""
BOSS_DANGER, WOUNDED_DANGER = 0.8, 0.2
"""Minimum danger near a boss; danger added by a low shield."""


class Hearing:
    """Hears a match for its local players."""

    def __init__(self) -> None:
        self.situation = Situation()
        self._alerts = Alerts()

    def listen(self, match: Match, hud: Hud, slots: Sequence[int]) -> list[Cue]:
        """Return the cues of the last tick for these slots (one or more), most important first."""
        world = match.world
        if world.tick % LOOK_TICKS == 0:
            self.situation = assess(match, hud, slots)
        cues = self._alerts.observe(world, hud, slots)
        listeners = [listener_of(world, slot) for slot in slots]
        return cues + hear(world.events, listeners, max(1, CUES_PER_TICK - len(cues)))


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
    )


def danger_about(world: World, slot: int) -> float:
    """Danger to a ship, 0 to 1."""
    bodies = world.bodies
    here = sphere.unit(bodies.position[slot].astype(np.float64))
    threats = sum_threats(world.population, here, world.shell_radius)
    full = world.full_shield(slot)
    wounded = bool(bodies.alive[slot]) and float(bodies.health[slot]) < LOW_SHIELD * full
    return min(1.0, 1.0 - math.exp(-WEIGHT * threats) + (WOUNDED_DANGER if wounded else 0.0))
