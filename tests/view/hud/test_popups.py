"""Large sums are told where they were made, and at the foot what was collected, long enough to be read."""

import math
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds, modules, pickups
from arena.sim.tables.events import Event, add_event
from arena.view.hud.popups import (
    CLEAR_X,
    CLEAR_Y,
    GAIN_TICKS,
    LARGE,
    POINTS_MOST,
    POINTS_SIZE,
    POINTS_TICKS,
    Popups,
    clear_of,
)
from arena.view.palette import load_palette
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import written
from tests.view.fakes import SHELL, fake_world

KILL = Event.KILLED, 3, 0.5


def told(world: Any, *events: tuple[Event, int, float], turn: float = 0.0) -> Any:
    """A world with these events, at an angle [rad] from where the eye looks at."""
    place = SHELL * np.array((0.0, math.sin(turn), math.cos(turn)))
    world.events.count[0] = 0
    for kind, row, size in events:
        add_event(world.events, kind, row, 5, kinds.DRONE.number, size, place)
    return world


def popups(player: int = 0) -> Popups:
    return Popups(load_palette("terra"), player)


def test_ones_own_module_is_named() -> None:
    shown, ram = popups(), float(modules.RAM.number)
    shown.observe(told(fake_world(), (Event.FITTED, 0, ram), (Event.FITTED, 1, 0.0)), 0)
    assert shown.gain is not None and shown.gain.text == "RAM PROW"
    assert shown.gain.sign == modules.RAM.show.sign


def test_only_ones_own_pickups_are_told_and_for_longer_than_points() -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world), 0)
    taken = (Event.COLLECTED, 0, float(pickups.LIFE.number)), (Event.COLLECTED, 1, float(pickups.BOMB.number))
    shown.observe(told(world, *taken, KILL), LARGE)
    for ticks, points in ((0, [f"+{LARGE}"]), (POINTS_TICKS, [])):
        for _ in range(ticks):
            shown.observe(told(world), LARGE)
        assert shown.gain is not None and shown.gain.text == "SHIP +1"
        assert [one.text for one in shown.points] == points
    for _ in range(GAIN_TICKS - POINTS_TICKS):
        shown.observe(told(world), LARGE)
    assert shown.gain is None


@pytest.mark.parametrize(
    ("before", "points", "count"),
    [(0, LARGE - 1, 0), (0, LARGE, 1), (100_000, 1_999, 0), (100_000, 2_000, 1)],
)
def test_small_sums_are_not_told(before: int, points: int, count: int) -> None:
    shown = popups()
    shown.observe(told(fake_world()), before)
    shown.observe(told(fake_world(), KILL), before + points)
    assert len(shown.points) == count


def test_few_points_are_told_at_a_time() -> None:
    world, shown = fake_world(), popups()
    for number in range(9):
        shown.observe(told(world, KILL), number * LARGE)
    assert len(shown.points) == POINTS_MOST


def test_a_picture_that_begins_within_a_game_tells_no_points_of_before() -> None:
    shown = popups()
    shown.observe(told(fake_world(), KILL), 9000)
    assert shown.points == []


def test_points_rise_from_their_place_and_a_gain_stands_at_the_foot(monkeypatch: pytest.MonkeyPatch) -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world), 0)
    shown.observe(told(world, (Event.COLLECTED, 0, float(pickups.BOMB.number)), KILL), LARGE)
    heights = list[float]()
    for _ in range(2):
        frame = Viewer().build(world, None, 1.0, 0.0, (1280, 720))
        with written(monkeypatch) as noted:
            shown.draw(frame.overlay, frame.camera)
            frame.overlay.rows()
        boxes = {text.string: text.box for text in noted}
        heights.append(boxes[f"+{LARGE}"].y)
        assert boxes["BOMB +1"].y < 60.0
        for _ in range(10):
            shown.observe(told(world), LARGE)
    assert heights[1] == pytest.approx(heights[0] + 5.0)


@pytest.mark.parametrize("place", [(500.0, 400.0), (500.0, 410.0), (440.0, 400.0), (560.0, 360.0)])
def test_points_leave_the_ship_free(place: tuple[float, float]) -> None:
    x, y = clear_of((500.0, 400.0), *place)
    assert ((x - 500.0) / CLEAR_X) ** 2 + ((y - 400.0) / CLEAR_Y) ** 2 == pytest.approx(1.0)
    assert clear_of((900.0, 400.0), *place) == pytest.approx(place) and clear_of(None, *place) == place


@pytest.mark.parametrize("turn", [0.0, 0.005, -0.005])
def test_points_of_one_place_stand_above_each_other(monkeypatch: pytest.MonkeyPatch, turn: float) -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world), 0)
    shown.observe(told(world, KILL, turn=turn), LARGE)
    shown.observe(told(world, KILL), 2 * LARGE)
    frame = Viewer().build(world, None, 1.0, 0.0, (1280, 720))
    with written(monkeypatch) as noted:
        shown.draw(frame.overlay, frame.camera)
        frame.overlay.rows()
    newer, older = (text.box.y for text in noted)
    assert 0.0 <= older - newer - POINTS_SIZE < 20.0, "and a little more, as they rose before"
