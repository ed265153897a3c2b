"""Numbers at the door: what no world can be is refused by name and value, before any memory is taken."""

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds, zones
from arena.game.mode import Setup
from arena.game.modes.stress import Load
from arena.game.modes.stress_run import StressConfig
from arena.sim.config import CAPACITY_MAX, WorldConfig
from arena.sim.sleep import force_sleep, schedule_wake
from arena.sim.world import World
from arena.sim.zones import add_zone

COUNTS = ("enemies", "asteroids", "bullets", "companions", "mines", "travellers")
NOT_COUNTS: tuple[Any, ...] = (-1, 10**9, 2.5, nan, True, "7", None)


def refused(make: Callable[..., Any], **arguments: Any) -> None:
    """The message names the last argument and its value."""
    name, value = list(arguments.items())[-1]
    with pytest.raises(ValueError) as caught:
        make(**arguments)
    text = str(caught.value)
    assert text.startswith(f"{name} must be"), text
    assert (f"{value:,}" if isinstance(value, int | float) else repr(value)) in text


REFUSED: list[tuple[tuple[tuple[Callable[..., Any], str], ...], tuple[Any, ...]]] = [
    (tuple((WorldConfig, name) for name in COUNTS), NOT_COUNTS),
    (tuple((Load, name) for name in COUNTS[:3]), (-1, 2.5, True, "7", nan)),
    (((WorldConfig, "players"), (Setup, "players")), (*NOT_COUNTS, 0, 5)),
    (((WorldConfig, "seed"), (Setup, "seed")), (-1, 2**63, 1.0, True, "1", None)),
    (((WorldConfig, "sleepers_meet"),), (0, -1, 61, 1.5, True, "2", None)),
    (((WorldConfig, "planet_radius"),), (-5, 0, 1.5, nan, inf, -inf, 1e6, True, "50")),
    (
        *(((WorldConfig, "live_radius"), (Load, "live_radius"), (StressConfig, "seconds"),
           (WorldConfig, "separation_speed_max")), (0, 0.0, -1.0, nan, -inf, True, "1")),
    ),
    (
        *(((WorldConfig, "cells"), (Load, "cells"), (StressConfig, "ticks"), (StressConfig, "workers")),
          (0, -1, 1.5, True, "8")),
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("make", "name", "value"),
    [(make, name, value) for makes, values in REFUSED for make, name in makes for value in values],
)
def test_numbers_that_cannot_be_are_refused(make: Callable[..., Any], name: str, value: Any) -> None:
    refused(make, **{name: value})


@pytest.mark.parametrize("kind", [-1, kinds.PLAYER.number, kinds.BULLET.number, 99, 2.5, True, None])
@pytest.mark.parametrize("how", ["place", "drop_in"])
def test_kinds_that_nobody_can_place(kind: Any, how: str) -> None:
    w = world()
    refused(getattr(w, how), direction=(0, 0, 1), kind=kind)
    assert not w.bodies.alive.any() and w.pools[0].available == 1


@pytest.mark.parametrize("value", [407, 1025, 10**30])
def test_too_many_cells(value: int) -> None:
    for make in (WorldConfig, Load):
        with pytest.raises(ValueError, match=f"cells must be .* not {value}"):
            make(cells=value)


def test_more_bodies_than_fit() -> None:
    with pytest.raises(ValueError, match="at most 1,000,000 bodies fit in a world, not 1,001,025"):
        WorldConfig(bullets=CAPACITY_MAX)


def test_what_is_legal_at_the_edge() -> None:
    WorldConfig(live_radius=1e9, separation_speed_max=inf, planet_radius=5, cells=406, seed=2**63 - 1)
    WorldConfig(sleepers_meet=60)
    WorldConfig(enemies=0, asteroids=0, bullets=0, players=4, planet_radius=100_000.0)
    numbers = WorldConfig(players=np.int64(2), enemies=np.uint16(3), planet_radius=np.float32(50))  # type: ignore[arg-type]
    assert repr(numbers) == repr(WorldConfig(players=2, enemies=3, planet_radius=50.0))


def world() -> World:
    """Room for a few."""
    return World(WorldConfig(enemies=4, asteroids=4, bullets=4, planet_radius=20.0))


@pytest.mark.parametrize("value", [0, 0.0, -1.0, nan, inf, 23.0, "1"])
def test_radii_of_bodies(value: Any) -> None:
    w = world()
    refused(w.place, kind=kinds.ASTEROID.number, direction=(0, 0, 1), radius=value)
    refused(w.drop_in, kind=kinds.ASTEROID.number, direction=(0, 0, 1), radius=value)
    assert not w.bodies.alive.any()


@pytest.mark.parametrize("value", [(nan, 0, 0), (0, inf, 0), (0, 0, 1e16), (0, 1), 3.0])
def test_vectors(value: Any) -> None:
    w = world()
    with pytest.raises(ValueError, match="direction must"):
        w.place(kinds.DRONE.number, value)
    with pytest.raises(ValueError, match="velocity must"):
        w.place(kinds.DRONE.number, (0, 0, 1), value)
    with pytest.raises(ValueError, match="direction must"):
        w.spawn_player(0, value)
    with pytest.raises(ValueError, match="up must"):
        w.spawn_player(0, (0, 0, 1), value)
    with pytest.raises(ValueError, match="axis must"):
        add_zone(w, zones.WIND.number, (0, 0, 1), 3.0, 1.0, value)
    assert not w.bodies.alive.any()
    assert w.pools[0].available == 1


@pytest.mark.parametrize("value", [-1, 1, 2.0, None])
def test_players_that_there_are_not(value: Any) -> None:
    w = world()
    with pytest.raises(ValueError, match="player must be a whole number from 0 to 0"):
        w.spawn_player(value)
    with pytest.raises(ValueError, match="player must be"):
        w.place_companion(value, (0, 0, 1))


def test_ticks_and_zones() -> None:
    w = world()
    row = w.place(kinds.DRONE.number, (0, 0, 1))
    with pytest.raises(ValueError, match="wake_tick must be"):
        force_sleep(w, row, 2**40)
    with pytest.raises(ValueError, match="tick must be"):
        schedule_wake(w, row, -1)
    assert not w.sleep.forced[row]
    with pytest.raises(ValueError, match="strength must be finite"):
        add_zone(w, zones.WIND.number, (0, 0, 1), 3.0, nan)
    with pytest.raises(ValueError, match="radius must be above 0"):
        add_zone(w, zones.WIND.number, (0, 0, 1), inf, 1.0)
