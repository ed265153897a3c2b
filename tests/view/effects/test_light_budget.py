"""Light of explosions upon what is around them."""

import numpy as np
import pytest

from arena.catalogue.kind_row import KINDS
from arena.catalogue.weapons import LANCE
from arena.jit import kernel
from arena.sim.tables.events import Event
from arena.view.effects.explosions import BLASTS
from arena.view.effects.light_budget import (
    BRIGHTEST,
    HALVING_LIGHT,
    REACH_MOST,
    add_light,
    create_light_budget,
    fade_light_budget,
    light_share,
)
from arena.view.effects.recipe_parts import Tint, tints
from arena.view.frame import LIGHT_CAPACITY
from tests.view.effects.effects_seen import HERE, OVER, PALETTE, after


def test_an_explosion_lights_what_is_around_as_far_as_it_is_large_and_fades() -> None:
    small, large = after((Event.KILLED, 3, 0.5, OVER)), after((Event.KILLED, 3, 3.0, OVER))
    (one,), other = small.lights, large.lights
    assert len(other) == 1, "its beats have not begun"
    assert one[:3] == pytest.approx(OVER) and 3.0 < one[3] < other[0, 3] < REACH_MOST
    assert one[4:7] == pytest.approx(BRIGHTEST * tints(PALETTE)[Tint.HEAT], rel=1e-4)
    for _ in range(6):
        small.advance(0.05)
    assert 0.0 < small.lights[0, 4] < 0.7 * one[4] and small.lights[0, 3] == one[3]
    small.advance(2.0)
    assert len(small.lights) == 0
    large.advance(0.5)
    assert len(large.lights) > 1, "now they light it, each where it is"


def test_the_light_of_a_lance_runs_along_its_way() -> None:
    shot = after((Event.SHOT, 0, LANCE.fired, HERE))
    for _ in range(4):
        shot.advance(0.05)
    away = np.sort(shot.lights[:, 1])
    assert len(away) == 4 and (np.abs(shot.lights[:, 0]) < 1e-3).all()
    assert (np.diff(np.abs(away)) > 2.0).all() or (np.diff(np.abs(away)) < -2.0).all()
    assert (shot.lights[1:, 3] > 2.5).any(), "it reaches the ground, 2 u below"


def test_many_are_no_brighter_than_their_limit_and_the_strongest_count() -> None:
    shots = [(Event.SHOT, 0, 1.0, HERE)] * 20
    bombs = after(*shots, *[(Event.BOMB, k, 20.0, (3.0 * k, 12.0, 50.6)) for k in range(-3, 4)]).lights
    assert len(bombs) == LIGHT_CAPACITY and (np.diff(bombs[:, 3]) <= 0.0).all() and bombs[0, 3] > 10.0
    alone = after((Event.BOMB, 0, 20.0, OVER)).lights[0]
    assert bombs[0, 4:].max() < 0.95 * alone[4:].max()


def test_explosions_of_kinds_differ() -> None:
    assert {*BLASTS} - {"usual"} <= {row.name for row in KINDS}
    assert len({*BLASTS.values()}) == len(BLASTS)


def test_an_explosion_that_has_not_begun_takes_no_light_from_others() -> None:
    budget, white = create_light_budget(), (1.0, 1.0, 1.0)
    kernel(lambda all_out: add_light(all_out, HERE, HALVING_LIGHT, white, 0.5))(budget)
    share = kernel(lambda budget: light_share(budget, HERE))
    assert share(budget) == 1.0
    fade_light_budget(budget, 0.6)
    assert share(budget) == pytest.approx(0.5)
