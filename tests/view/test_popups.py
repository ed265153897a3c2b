"""What rises from a kill and from a pickup: in words, long enough to be read, for whom it concerns."""

from typing import Any

import numpy as np
import pytest

from arena.sim.arsenal import ENERGY_MAX
from arena.sim.events import Event, add_event
from arena.sim.kinds import Kind
from arena.sim.pickups import Pickup
from arena.view.palette import load_palette
from arena.view.popups import GAIN_TICKS, POINTS_TICKS, Popups, gain_text
from tests.view.fakes import SHELL, fake_world


def told(world: Any, *events: tuple[Event, int, float]) -> Any:
    world.events.count[0] = 0
    for kind, row, size in events:
        add_event(world.events, kind, row, 5, Kind.DRONE, size, np.array((0.0, 0.0, SHELL)))
    return world


def popups(player: int = 0) -> Popups:
    return Popups(load_palette("terra"), player)


@pytest.mark.parametrize(
    ("pickup", "energy", "text"),
    [
        (Pickup.PULSE, 1, "PULSE 1 OF 4"),
        (Pickup.SCATTER, 7, "SCATTER 3 OF 4"),
        (Pickup.SCATTER, 4, "SCATTER LEVEL 2"),
        (Pickup.LANCE, 8, "LANCE LEVEL 3"),
        (Pickup.LANCE, ENERGY_MAX, "LANCE FULL"),
        (Pickup.LIFE, 0, "SHIP +1"),
    ],
)
def test_a_pickup_says_what_it_was_good_for(pickup: Pickup, energy: int, text: str) -> None:
    assert gain_text(pickup, np.full(3, energy)) == text


def test_only_ones_own_pickups_are_told_and_for_longer_than_points() -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world), 0)
    taken = (Event.COLLECTED, 0, float(Pickup.LIFE)), (Event.COLLECTED, 1, float(Pickup.BOMB))
    shown.observe(told(world, *taken, (Event.KILLED, 3, 0.5)), 40)
    assert sorted(popup.text for popup in shown.shown) == ["+40", "SHIP +1"]
    for _ in range(POINTS_TICKS):
        shown.observe(told(world), 40)
    assert [popup.text for popup in shown.shown] == ["SHIP +1"]
    for _ in range(GAIN_TICKS):
        shown.observe(told(world), 40)
    assert shown.shown == []


def test_two_gains_do_not_lie_over_each_other() -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world, *[(Event.COLLECTED, 0, float(Pickup.SHIELD))] * 3), 0)
    rises = sorted(popup.rise for popup in shown.shown)
    assert len(rises) == 3 and np.diff(rises).min() > 30.0


def test_a_picture_that_begins_within_a_game_tells_no_points_of_before() -> None:
    shown = popups()
    shown.observe(told(fake_world(), (Event.KILLED, 3, 0.5)), 9000)
    assert shown.shown == []
