"""As many particles as there is room for can be drawn."""

import numpy as np
import pytest

from arena.render.offscreen import picture
from arena.render.renderer import Renderer
from arena.sim.tables.events import Event
from arena.view.effects.particles import PARTICLE_CAPACITY
from arena.view.scene import Viewer
from tests.view.fakes import HUD, fake_world

pytestmark = pytest.mark.gl

SIZE = (160, 90)


def test_75_000_particles_are_drawn_in_one_call(low: Renderer) -> None:
    world, viewer = fake_world(enemies=0, asteroids=0, bullets=0), Viewer()
    dark = picture(low, viewer.build(world, None, 1.0, 0.0, SIZE), SIZE).astype(int)
    calls = low.stats.draw_calls
    viewer.effects.budget = PARTICLE_CAPACITY
    for _ in range(60):
        world.add_event(Event.BOMB, 0, 20.0)
    for _ in range(8):
        viewer.observe(world, HUD)
    frame = viewer.build(world, None, 1.0, 0.3, SIZE)
    assert len(frame.sprites) > 70_000
    lit = picture(low, frame, SIZE).astype(int)
    assert low.stats.instances == frame.instances > 70_000
    assert low.stats.draw_calls <= calls + 1  # rings
    assert np.mean(lit - dark) > 20.0
