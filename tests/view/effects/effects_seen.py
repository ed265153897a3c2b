"""Contents of `Effects` after events, for the tests of it."""

from typing import Any, NamedTuple

import numpy as np

from arena.catalogue import kinds
from arena.sim.tables.bodies import allocate
from arena.sim.tables.events import Event, Events
from arena.view.buffers import create_mark_rows
from arena.view.cameras.camera import Rig
from arena.view.culling import cap_lens, make_lens
from arena.view.effects.effects import Effects
from arena.view.effects.particles import CAPACITY, LIGHT_MOST, PERIOD, ParticleShape
from arena.view.effects.recipe_table import LARGE_SHIP
from arena.view.effects.shock_waves import WAVE_CAPACITY
from arena.view.palette import load_palette
from tests.view.fakes import PLANET, SHELL, fake_world

PALETTE = load_palette("terra")
HERE, OVER, BEHIND = (0.0, 0.0, SHELL), (0.0, 12.0, 50.6), (0.0, 0.0, -SHELL)
EVERYWHERE = cap_lens(np.array(HERE, np.float32), 1e6, PLANET, 80.0)


def player_lens() -> Any:
    rig = Rig()
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    return make_lens(rig.camera(SHELL, 16 / 9, (0.0, 0.0)), PLANET, SHELL + 16.0)


def world_with(*told: tuple[Event, int, float, tuple[float, float, float]], room: int = 400) -> Any:
    """A world in which this happened: kind, row, size and place of each event.

    Drones are killed, or carriers where that is larger.
    """
    world = fake_world()
    world.events = allocate(Events, max(room, len(told)))
    for kind, row, size, place in told:
        at = int(world.events.count[0])
        world.events.kind[at], world.events.row[at], world.events.size[at] = kind, row, size
        large = kind == Event.KILLED and size >= LARGE_SHIP
        world.events.subject[at] = kinds.CARRIER.number if large else kinds.DRONE.number
        world.events.position[at] = place
        world.events.count[0] += 1
    return world


def after(*told: tuple[Event, int, float, tuple[float, float, float]], player: int = 0) -> Effects:
    effects = Effects(PALETTE)
    effects.observe(world_with(*told), player, player_lens())
    return effects


class Born(NamedTuple):
    """Particles that have not ended, in the order of their layers and births; one row each."""

    place: Any  # [u]
    age: Any  # [s]
    velocity: Any  # [u/s]
    life: Any  # [s]
    size: Any  # [u]
    drag: Any
    color: Any
    light: Any
    shape: Any

    def of(self, *shapes: ParticleShape) -> "Born":
        """Those of some shapes."""
        wanted = np.isin(self.shape, shapes)
        return Born(*(column[wanted] for column in self))

    def count(self, *shapes: ParticleShape) -> int:
        """Number of those of some shapes."""
        return int(np.isin(self.shape, shapes).sum())


def born(effects: Effects) -> Born:
    """Particles as the shaders get them."""
    p = effects.tables.particles
    picked = [
        layer[np.arange(first, last) % CAPACITY]
        for layer, first, last in zip(p.rows, p.oldest.tolist(), p.written.tolist(), strict=True)
    ]
    rows = np.concatenate(picked)
    rows = rows[ages(effects, rows) < rows[:, 7]]
    looks = np.ascontiguousarray(rows[:, 10:]).view(np.uint8).reshape(-1, 8)
    colors = looks[:, :4] / 255.0
    return Born(
        *(rows[:, :3], ages(effects, rows), rows[:, 4:7], rows[:, 7], rows[:, 8], rows[:, 9]),
        *(colors[:, :3], colors[:, 3] * LIGHT_MOST, looks[:, 4]),
    )


def ages(effects: Effects, rows: Any) -> Any:
    """Age of rows of particles [s], negative before they begin."""
    age = float(effects.tables.particles.now[0]) % PERIOD - rows[:, 3]
    return age - PERIOD * np.round(age / PERIOD)


def rings(effects: Effects) -> Any:
    marks = create_mark_rows(WAVE_CAPACITY, 0)
    effects.draw_rings(EVERYWHERE, SHELL, marks)
    return marks.drawn()[0]


def glow_light(effects: Effects) -> float:
    """Light times area of everything that only glows."""
    glows = born(effects).of(ParticleShape.GLOW, ParticleShape.FLASH)
    return float((glows.light * glows.size**2).sum())
