"""Shards are drawn where they are between two ticks, as large as their time allows."""

import numpy as np
import pytest

from arena.game.scoring.shards import LIFE, create_shards
from arena.tuning import DT
from arena.view.buffers import create_mark_rows
from arena.view.cameras.camera import Rig
from arena.view.culling import make_lens
from arena.view.marks.pickups import (
    FACET,
    MANY,
    SHARD_FAINT,
    SHARD_GLOW,
    SHARD_SMALL,
    SHARD_SPRITES,
    mark_shards,
)
from tests.view.fakes import PLANET, SHELL

PLACE, VELOCITY = np.array([0.0, 0.0, SHELL]), np.array([6.0, -9.0, 0.0])
TICK = 100


def drawn(now: float, ends_at: int, place: np.ndarray = PLACE, alive: int = 1) -> np.ndarray:
    """Sprites of one shard of those alive that stands at a place at tick 100, flies, and ends at a tick."""
    rig, shards, marks = Rig(), create_shards(), create_mark_rows(1, SHARD_SPRITES)
    rig.follow(np.array([0.0, 0.0, 1.0]), np.array([0.0, 1.0, 0.0]), np.zeros(3), 0.0)
    shards.position[7], shards.velocity[7], shards.ends_at[7] = place, VELOCITY, ends_at
    lens = make_lens(rig.camera(SHELL, 16 / 9, (0.0, 0.0)), PLANET, SHELL)
    mark_shards(shards, alive, now, lens, np.array([0.2, 0.4, 0.6]), marks)
    return marks.drawn()[1]


@pytest.mark.parametrize("left", [0.0, 0.25, 0.9])
def test_a_shard_stands_between_its_places_at_two_ticks(left: float) -> None:
    """`left` is the share of a tick until it stands where its row says."""
    for sprite in drawn(TICK - left, TICK + 200):
        assert sprite["position"] == pytest.approx(PLACE - VELOCITY * DT * left, abs=1e-4)


@pytest.mark.parametrize(("left", "size"), [(90, 1.0), (60, 1.0), (45, 0.75), (1, 1 / 60), (LIFE - 7, 0.5)])
def test_it_grows_at_first_and_shrinks_in_its_last_second(left: int, size: float) -> None:
    assert drawn(float(TICK), TICK + left)["size"] == pytest.approx([SHARD_GLOW * size, FACET * size])


@pytest.mark.parametrize(("ends_at", "place"), [(TICK, PLACE), (0, PLACE), (TICK + 200, -PLACE)])
def test_what_is_over_or_behind_the_planet_is_not_drawn(ends_at: int, place: np.ndarray) -> None:
    assert len(drawn(float(TICK), ends_at, place)) == 0


def test_the_more_lie_about_the_less_each_hides() -> None:
    few, many, crowd = (drawn(float(TICK), TICK + 90, alive=alive) for alive in (MANY, 2 * MANY, 9 * MANY))
    assert len(few) == len(many) == SHARD_SPRITES
    assert (few["size"] > many["size"]).all()
    assert few["color"][0, 3] > many["color"][0, 3] > 0.0
    assert crowd["size"] == pytest.approx([FACET * SHARD_SMALL]), "a facet without a glow about it"
    assert crowd["color"][0, 3] == pytest.approx(SHARD_FAINT)
