"""Fronts of cascades: one for each, whose light rises once however many bursts follow one another."""

from typing import Any

import numpy as np
import pytest

from arena.sim.tables.events import Event
from arena.tuning import BURST, DT
from arena.view.buffers import create_mark_rows
from arena.view.culling import cap_lens
from arena.view.effects.cascade_fronts import BURST_RADIUS, FALL, FRONTS, HOLD, RISE, SPRITES
from arena.view.effects.effects import Effects
from arena.view.effects.particles import ParticleShape
from arena.view.frame import SHOCK_CAPACITY
from tests.view.effects.effects_seen import BEHIND, EVERYWHERE, PALETTE, born, player_lens, world_with
from tests.view.fakes import PLANET, SHELL

SPARKED = 100
"""Tick of sparks."""


def at(away: float, side: float = 1.0) -> tuple[float, float, float]:
    """Place at an arc [u] from straight ahead of the camera, along +x or -x."""
    return side * SHELL * np.sin(away / SHELL), 0.0, SHELL * np.cos(away / SHELL)


def world_of(*told: tuple[Event, int, tuple[float, float, float]]) -> Any:
    """A world in which ships were caught: event, cascade and place of each; ship k is row k."""
    world = world_with(*((event, row, 1.0, place) for row, (event, _, place) in enumerate(told)))
    for row, (_, cascade, _) in enumerate(told):
        world.ships.cascade[row] = cascade
        world.cascades.began[cascade] = SPARKED
    return world


def observe(effects: Effects, *told: tuple[Event, int, tuple[float, float, float]]) -> None:
    effects.observe(world_of(*told), 0, player_lens())
    effects.advance(DT)


def lights(effects: Effects) -> Any:
    """Light of all sprites of fronts."""
    marks = create_mark_rows(0, SPRITES * FRONTS)
    effects.draw_sprites(EVERYWHERE, SHELL, marks)
    return marks.drawn()[1]["color"][:, 3]


def test_light_rises_once_while_bursts_follow_and_falls_after_the_last() -> None:
    effects, light = Effects(PALETTE), list[float]()
    for tick in range(240):
        bursts = tick < 120 and tick % BURST.fuse == 0
        told = [(Event.CAUGHT, 0, at(0.1 * tick, side)) for side in (1.0, -1.0) if bursts]
        observe(effects, *told)
        light.append(float(effects.fronts.light[0].max()))
        assert (effects.fronts.began > 0).sum() == (1 if effects.fronts.light.any() or tick < 120 else 0)
    last = 119 + round(HOLD / DT)
    rising, falling = light[: last - 1], light[last + 1 :]
    assert rising == sorted(rising) and rising[-1] == 1.0
    assert max(np.diff([0.0, *light])) == pytest.approx(RISE * DT), "no flash"
    assert falling == sorted(falling, reverse=True) and min(np.diff(light)) > -1.01 * FALL * DT
    assert light[-1] == 0.0 and not effects.fronts.began.any()
    assert effects.wave_count == 0 and not len(born(effects).of(ParticleShape.GLOW, ParticleShape.FLASH).life)


def test_the_line_holds_what_was_caught_and_runs_only_there() -> None:
    effects = Effects(PALETTE)
    observe(effects, (Event.SPARK, 0, at(0.0)))
    for away in range(1, 21):
        observe(effects, (Event.CAUGHT, 0, at(float(away))))
    for _ in range(60):
        effects.advance(DT)
    reached, reach = effects.fronts.reached[0], effects.fronts.reach[0]
    assert reached.max() == pytest.approx(20.0 + BURST_RADIUS, abs=0.05)
    assert np.median(reached) == pytest.approx(BURST_RADIUS, abs=0.1), "it did not run to the other sides"
    assert reach == pytest.approx(reached, abs=0.05)


def test_each_cascade_has_its_front_and_the_strongest_push_the_lattice() -> None:
    effects = Effects(PALETTE)
    many = FRONTS - 4
    for tick in range(30):
        observe(effects, *((Event.CAUGHT, k, at(10.0 * k + 0.02 * tick * k)) for k in range(many)))
    assert (effects.fronts.began > 0).sum() == many
    assert 0 < len(lights(effects)) <= SPRITES * many
    shocks = effects.shocks
    assert 0 < len(shocks) <= SHOCK_CAPACITY
    [first, *_] = sorted(shocks[:, 4].tolist(), reverse=True)
    sizes = effects.fronts.reach.mean(axis=1) * effects.fronts.light.mean(axis=1)
    assert first > 0.0 and any(
        np.allclose(shock[:3], effects.fronts.center[sizes.argmax()]) for shock in shocks
    )


def test_more_cascades_than_fronts_take_the_place_of_the_oldest() -> None:
    effects = Effects(PALETTE)
    effects.fronts.began[:] = 50
    effects.fronts.began[3], effects.fronts.cascade[:] = 7, -1
    effects.fronts.light[:] = 1.0
    observe(effects, (Event.SPARK, 2, at(5.0)))
    assert effects.fronts.began[3] == SPARKED and (effects.fronts.began == 50).sum() == FRONTS - 1
    assert effects.fronts.light[3].max() == pytest.approx(RISE * DT), "its light begins anew"


def test_a_front_is_drawn_in_sight_alone() -> None:
    effects = Effects(PALETTE)
    for away in range(4):
        observe(effects, (Event.CAUGHT, 0, at(float(away))))
    for _ in range(30):
        effects.advance(DT)
    assert len(lights(effects)) == SPRITES
    marks = create_mark_rows(0, SPRITES * FRONTS)
    effects.draw_sprites(cap_lens(np.array(BEHIND, np.float32), 1e-3, PLANET, 1.0), SHELL, marks)
    assert not len(marks.drawn()[1])
