"""The glow behind a ship: none at rest, the larger and brighter the faster, and sparks where it dashes."""

from itertools import pairwise

import numpy as np
import pytest

from arena.view.effects.effects import Effects
from arena.view.effects.feedback import trail_engine
from arena.view.effects.particles import ParticleShape
from tests.view.effects.effects_seen import PALETTE, Born, born
from tests.view.fakes import fake_world

TOP = 20.0
"""Of the ship [u/s]."""


def trail(share: float) -> Born:
    """Particles that a ship leaves in one tick, flying at this share of its highest speed."""
    world, effects = fake_world(), Effects(PALETTE)
    world.bodies.alive[0] = True
    world.bodies.velocity[0] = world.bodies.heading[0] * share * TOP
    trail_engine(effects.tables, world.bodies, 0, TOP)
    return born(effects)


@pytest.mark.parametrize("share", [0.0, 0.05])
def test_a_ship_that_hardly_moves_leaves_nothing(share: float) -> None:
    assert len(trail(share).size) == 0


def test_the_faster_the_larger_and_brighter() -> None:
    glows = [trail(share).of(ParticleShape.GLOW) for share in (0.2, 0.5, 0.9)]
    assert [len(glow.size) for glow in glows] == [1, 1, 1]
    for slow, fast in pairwise(glows):
        assert 0.0 < slow.size[0] < fast.size[0]
        assert 0.0 < slow.light[0] < fast.light[0]


def test_a_glow_stands_behind_the_ship() -> None:
    world, glow = fake_world(), trail(0.9)
    away = glow.place[0] - world.bodies.position[0]
    assert away @ world.bodies.heading[0] < -float(world.bodies.radius[0])
    assert np.allclose(glow.velocity, 0.0)


def test_a_dash_leaves_sparks_and_no_brighter_glow() -> None:
    full, dash = trail(1.0), trail(2.0)
    assert full.count(ParticleShape.SPARK) == 0 and dash.count(ParticleShape.SPARK) > 0
    glows = [born.of(ParticleShape.GLOW) for born in (full, dash)]
    assert glows[0].size[0] == glows[1].size[0] and glows[0].light[0] == glows[1].light[0]
