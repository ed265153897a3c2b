"""Particle effects of explosions, shots and dashes: sparks, glows, rings, shock waves, camera shake.

Presentation only: it reads the simulation's events and draws from its own generator; nothing reads it back.
A viewer owns an `Effects`; its kernels are in `arena.view.effects.feedback`, `particles` and `shock_waves`.
"""

import numpy as np

from arena.catalogue import kinds
from arena.jit.annotations import F32, F64
from arena.sim.tables.events import Event
from arena.sim.world import World
from arena.view.buffers import MarkRows
from arena.view.effects import cascade_fronts, feedback
from arena.view.effects.feedback import EVENTS_PER_TICK, FLASH_RATE, FLASH_ROOM, EffectTables
from arena.view.effects.light_budget import create_light_budget, fade_light_budget, strongest_lights
from arena.view.effects.particles import clear_particles, create_particles, pass_time
from arena.view.effects.recipe_parts import tints
from arena.view.effects.recipe_table import recipe_table
from arena.view.effects.shock_waves import advance_waves, create_waves, draw_waves, strongest_waves
from arena.view.frame import LIGHT_CAPACITY, SHOCK_CAPACITY
from arena.view.palette import Palette

SHAKE_DECAY = 1.7  # [1/s]
HURT_DECAY = 2.0  # [1/s]
LAST_JOLT = 0.8
"""Shake of a boss's last explosion."""
NO_SHOCKS = np.empty((0, 5), np.float32)
_RECIPES = recipe_table()


class Effects:
    """Fixed room for everything short-lived; the oldest gives way."""

    def __init__(self, palette: Palette, seed: int = 0) -> None:
        """Start with clear air."""
        self.tables = EffectTables(
            create_particles(seed), create_waves(),
            *(np.zeros(1), np.zeros(1), np.full(1, -1.0), np.full(1, FLASH_ROOM)), create_light_budget(),
            *(np.zeros(EVENTS_PER_TICK, np.int64), np.zeros(EVENTS_PER_TICK, np.int64)),
            *(np.zeros(EVENTS_PER_TICK), np.zeros(EVENTS_PER_TICK)), *(_RECIPES, tints(palette)),
        )  # fmt: skip
        self.fronts = cascade_fronts.create_fronts()
        self._front_color = np.array(palette.volatile, np.float64)
        self.limit_flashes = True
        """Setting: whether light that begins and ends at a stroke is dimmed where there is much of it."""

    @property
    def wave_count(self) -> int:
        """Waves that run."""
        return int(self.tables.waves.count[0])

    @property
    def front_sprites(self) -> int:
        """Sprites that the fronts of cascades need at most."""
        return cascade_fronts.SPRITES * int(np.count_nonzero(self.fronts.began))

    @property
    def shake(self) -> float:
        """0 to 1; the camera moves with its square."""
        return float(self.tables.shake[0])

    @property
    def hurt(self) -> float:
        """0 to 1: how red the rim of the picture is."""
        return float(self.tables.hurt[0])

    @property
    def now(self) -> float:
        """Time that has passed in the air [s]."""
        return float(self.tables.particles.now[0])

    @property
    def lights(self) -> F32:
        """Explosions that light things, as rows of `Frame.lights`."""
        return strongest_lights(self.tables.light_budget, LIGHT_CAPACITY)

    def blow_up(self, place: F32, size: float, subject: int, delay: float) -> None:
        """Blow up something of a size [u] and a kind, `delay` [s] from now."""
        where = float(place[0]), float(place[1]), float(place[2])
        feedback.blow_up(self.tables, feedback.SECONDARY, where, size, subject, delay)

    def jolt(self, strength: float) -> None:
        """Shake the camera; blows add up to 1."""
        self.tables.shake[0] = min(1.0, self.shake + strength)

    def observe(self, world: World, player: int, lens: F64) -> None:
        """Take in the events of one tick, as seen by a player through `lens`."""
        tables, bodies, events = self.tables, world.bodies, world.events
        if events.count[0]:
            weapons, armour = world.players.weapon, world.kinds.armour
            count = feedback.read_events(tables, events, bodies, weapons, armour, player, lens)
            if count:
                feedback.show_events(tables, count, events, bodies)
            if Event.SPARK in events.kinds or Event.CAUGHT in events.kinds:
                cascade_fronts.grow_fronts(self.fronts, events, world.ships, world.cascades)
        feedback.trail_engine(tables, bodies, player, world.kinds.max_speed[kinds.PLAYER.number])

    def clear(self) -> None:
        """End everything in the air: the world is at another time now."""
        clear_particles(self.tables.particles)
        self.tables.light_budget.light[:] = self.tables.light_budget.wait[:] = 0.0
        self.tables.waves.count[0] = 0
        self.tables.dying_until[0] = -1.0
        self.fronts.began[:] = 0
        self.tables.shake[0] = self.tables.hurt[0] = 0.0

    def advance(self, elapsed_s: float, world_s: float | None = None) -> None:
        """Advance particles, waves and fronts by `world_s`, shake, hurt and the flash limit by the other."""
        world_s = elapsed_s if world_s is None else world_s
        dies, before = float(self.tables.dying_until[0]), self.now
        pass_time(self.tables.particles, world_s)
        if before < dies <= self.now:
            self.jolt(LAST_JOLT)
        advance_waves(self.tables.waves, world_s)
        cascade_fronts.advance_fronts(self.fronts, world_s)
        fade_light_budget(self.tables.light_budget, elapsed_s)
        room = min(FLASH_ROOM, float(self.tables.flash_room[0]) + FLASH_RATE * elapsed_s)
        self.tables.flash_room[0] = room if self.limit_flashes else np.inf
        self.tables.shake[0] = max(0.0, self.shake - SHAKE_DECAY * elapsed_s)
        self.tables.hurt[0] = max(0.0, self.hurt - HURT_DECAY * elapsed_s)

    def draw_sprites(self, lens: F64, shell_radius: float, marks: MarkRows) -> None:
        """Append the fronts of cascades in sight."""
        cascade_fronts.draw_fronts(self.fronts, lens, shell_radius, self._front_color, marks)

    def draw_rings(self, lens: F64, shell_radius: float, marks: MarkRows) -> None:
        """Append the waves in sight."""
        draw_waves(self.tables.waves, lens, shell_radius, marks)

    @property
    def shocks(self) -> F32:
        """Fronts of cascades and the strongest waves, as rows of `Frame.shocks`."""
        fronts = cascade_fronts.front_shocks(self.fronts) if self.front_sprites else NO_SHOCKS
        room = SHOCK_CAPACITY - len(fronts)
        waves = strongest_waves(self.tables.waves, room) if self.wave_count else NO_SHOCKS
        return np.concatenate([fronts, waves])
