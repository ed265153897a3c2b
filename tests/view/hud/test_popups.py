"""What rises from a kill and from a pickup: in words, long enough to be read, for whom it concerns."""

from copy import copy
from typing import Any

import numpy as np
import pytest

from arena.catalogue import kinds, modules, pickups
from arena.sim.tables.events import Event, add_event
from arena.view.culling import LENS_SIZE
from arena.view.hud.popups import GAIN_TICKS, POINTS_MOST, POINTS_TICKS, Popups
from arena.view.hud.status import DIAL_RADIUS
from arena.view.instances import BodyInstances
from arena.view.overlay.layout import Box
from arena.view.overlay.occupancy import Occupancy
from arena.view.overlay.overlay import Overlay
from arena.view.palette import load_palette
from arena.view.scene import Viewer
from tests.app.screens.text_boxes import Text, overlapping, written
from tests.view.fakes import SHELL, fake_world

SHIP = (960.0, 590.0)
"""In the picture [virtual px]."""


def told(world: Any, *events: tuple[Event, int, float]) -> Any:
    world.events.count[0] = 0
    for kind, row, size in events:
        add_event(world.events, kind, row, 5, kinds.DRONE.number, size, np.array((0.0, 0.0, SHELL)))
    return world


def popups(player: int = 0) -> Popups:
    return Popups(load_palette("terra"), player)


def test_ones_own_module_is_named() -> None:
    shown, ram = popups(), float(modules.RAM.number)
    shown.observe(told(fake_world(), (Event.FITTED, 0, ram), (Event.FITTED, 1, 0.0)), 0)
    assert [popup.text for popup in shown.shown] == ["RAM PROW"]


def test_only_ones_own_pickups_are_told_and_for_longer_than_points() -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world), 0)
    taken = (Event.COLLECTED, 0, float(pickups.LIFE.number)), (Event.COLLECTED, 1, float(pickups.BOMB.number))
    shown.observe(told(world, *taken, (Event.KILLED, 3, 0.5)), 40)
    assert sorted(popup.text for popup in shown.shown) == ["+40", "SHIP +1"]
    for _ in range(POINTS_TICKS):
        shown.observe(told(world), 40)
    assert [popup.text for popup in shown.shown] == ["SHIP +1"]
    for _ in range(GAIN_TICKS):
        shown.observe(told(world), 40)
    assert shown.shown == []


def drawn(shown: Popups, world: Any, room: Occupancy, monkeypatch: pytest.MonkeyPatch) -> list[Text]:
    """What is written of them at once, beside a ship in the middle of the picture."""
    frame, overlay = Viewer().build(world, None, 1.0, 0.0, (1280, 720)), Overlay(16 / 9)
    with written(monkeypatch) as noted:
        for _ in range(20):
            noted.clear()
            overlay, again = Overlay(16 / 9), copy(room)
            again.cells = room.cells.copy()
            shown.draw(overlay, frame.camera, SHIP, again, 1 / 30)
    return [text for text in noted if text.overlay is overlay]


def room_with(*boxes: Box) -> Occupancy:
    """A picture in which nothing is but in these parts."""
    room, seen = Occupancy(), BodyInstances(load_palette("terra")).seen
    world, nobody = fake_world(enemies=0, asteroids=0, bullets=0), np.empty(0, np.int32)
    room.fill(1920.0, 1080.0, world, seen, nobody, np.zeros(LENS_SIZE))
    for box in boxes:
        room.take(box)
    return room


def test_gains_stand_beside_the_ship_and_not_over_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world, *[(Event.COLLECTED, 0, float(pickups.SHIELD.number))] * 3), 0)
    texts = drawn(shown, world, room_with(), monkeypatch)
    assert len(texts) == 3 and overlapping(texts) == []
    for text in texts:
        nearest = min(abs(x - SHIP[0]) for x in (text.box.x, text.box.x + text.box.width))
        assert nearest > DIAL_RADIUS and abs(text.box.y - SHIP[1]) < 120.0


@pytest.mark.parametrize("what", [(Event.COLLECTED, 0, float(pickups.LIFE.number)), (Event.KILLED, 3, 0.5)])
def test_words_give_way_to_what_is_below_them(what: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    world, shown = fake_world(), popups()
    shown.observe(told(world), 0)
    shown.observe(told(world, what), 40)
    (home,) = drawn(shown, world, room_with(), monkeypatch)
    (aside,) = drawn(shown, world, room_with(home.box), monkeypatch)
    assert aside.string == home.string and not aside.box.overlaps(home.box)
    assert drawn(shown, world, room_with(Box(0.0, 0.0, 1920.0, 1080.0)), monkeypatch) == []


def test_few_points_are_told_at_a_time() -> None:
    world, shown = fake_world(), popups()
    for score in range(0, 900, 40):
        shown.observe(told(world, (Event.KILLED, 3, 0.5)), score)
    assert len(shown.shown) == POINTS_MOST


def test_a_picture_that_begins_within_a_game_tells_no_points_of_before() -> None:
    shown = popups()
    shown.observe(told(fake_world(), (Event.KILLED, 3, 0.5)), 9000)
    assert shown.shown == []
