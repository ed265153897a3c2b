"""What `Effects` leave after events, for the tests of it."""

from typing import Any

import numpy as np

from arena.catalogue import kinds
from arena.sim.tables.bodies import allocate
from arena.sim.tables.events import Event, Events
from arena.view.buffers import create_mark_rows
from arena.view.cameras.camera import Rig
from arena.view.culling import cap_lens, make_lens
from arena.view.effects.effects import Effects
from arena.view.effects.particles import PARTICLE_CAPACITY
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
    """A world in which this happened: kind, row, size and place of each event."""
    world = fake_world()
    world.events = allocate(Events, max(room, len(told)))
    for kind, row, size, place in told:
        at = int(world.events.count[0])
        world.events.kind[at], world.events.row[at], world.events.size[at] = kind, row, size
        world.events.subject[at], world.events.position[at] = kinds.DRONE.number, place
        world.events.count[0] += 1
    return world


def after(*told: tuple[Event, int, float, tuple[float, float, float]], player: int = 0) -> Effects:
    effects = Effects(PALETTE)
    effects.observe(world_with(*told), player, player_lens())
    return effects


def sprites(effects: Effects) -> Any:
    marks = create_mark_rows(0, PARTICLE_CAPACITY)
    effects.draw_sprites(EVERYWHERE, SHELL, marks)
    return marks.drawn()[1]


def rings(effects: Effects) -> Any:
    marks = create_mark_rows(WAVE_CAPACITY, 0)
    effects.draw_rings(EVERYWHERE, SHELL, marks)
    return marks.drawn()[0]


def glow_light(effects: Effects) -> float:
    """Light times area of everything that only glows."""
    p, rows = effects.tables.particles, slice(0, effects.particle_count)
    still = (p.velocity[rows] == 0.0).all(axis=1) & (p.hardness[rows] >= 0.0)
    return float((p.color[rows, 3] * p.size[rows] ** 2)[still].sum())
