"""The menu: keyboard alone and mouse alone each reach everything."""

import math
from functools import partial

import pytest

from arena.app.input.actions import Action
from arena.app.menus.menu import ARROW_ROOM, BAR_WIDTH, ROW, Item, Menu, Place, options, slider, toggle
from arena.app.sound.effects import Sound
from arena.view.overlay.overlay import Overlay
from tests.app.screens.text_boxes import written

PLACE = Place(100.0, 700.0, 600.0)
NOWHERE = (0.0, 0.0)
UP, DOWN, LEFT, RIGHT = Action.MENU_UP, Action.MENU_DOWN, Action.MENU_LEFT, Action.MENU_RIGHT
ACCEPT, BACK, CLICK = Action.MENU_ACCEPT, Action.MENU_BACK, Action.MENU_CLICK


class Desk:
    """A menu with one item of each sort, and what it did."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.sounds: list[Sound] = []
        self.volume, self.quality, self.full = 0.5, "low", False
        self.menu = Menu(
            [
                Item("Start", lambda: self.done.append("start")),
                slider("Volume", lambda: self.volume, partial(setattr, self, "volume")),
                options(
                    "Quality",
                    ("low", "medium", "high"),
                    lambda: self.quality,
                    partial(setattr, self, "quality"),
                ),
                toggle("Fullscreen", lambda: self.full, partial(setattr, self, "full")),
            ],
            back=lambda: self.done.append("back"),
            feedback=self.sounds.append,
        )

    def keys(self, *events: Action) -> None:
        self.menu.handle(events, PLACE, NOWHERE, clicking=False)

    def click(self, row: int, x: float = 300.0, held: bool = False) -> None:
        self.menu.handle([CLICK], PLACE, (x, PLACE.y - (row + 0.5) * ROW), held)


@pytest.fixture
def desk() -> Desk:
    return Desk()


def test_keys_alone_reach_everything(desk: Desk) -> None:
    desk.keys(ACCEPT, DOWN, RIGHT, RIGHT, LEFT, DOWN, ACCEPT, RIGHT, DOWN, ACCEPT, BACK)
    assert (desk.done, desk.volume, desk.quality, desk.full) == (["start", "back"], 0.6, "high", True)


def test_the_mouse_alone_reaches_everything(desk: Desk) -> None:
    desk.click(0)
    desk.click(1, PLACE.x + PLACE.width - 28.0 - 90.0 - BAR_WIDTH / 4)
    desk.click(2)
    desk.click(3)
    assert (desk.done, desk.volume, desk.quality, desk.full) == (["start"], 0.75, "medium", True)
    desk.click(2, PLACE.x + PLACE.width - 28.0 - BAR_WIDTH)
    assert desk.quality == "low"


def test_the_selection_goes_round_and_sliders_stop_at_both_ends(desk: Desk) -> None:
    desk.keys(UP)
    assert desk.menu.selected == 3
    desk.keys(DOWN)
    assert desk.menu.selected == 0
    desk.keys(DOWN, *[RIGHT] * 20)
    assert desk.volume == 1.0
    desk.keys(*[LEFT] * 30)
    assert desk.volume == 0.0


def test_a_slider_follows_the_mouse_until_the_button_is_up(desk: Desk) -> None:
    left = PLACE.x + PLACE.width - 28.0 - 90.0 - BAR_WIDTH
    desk.click(1, left, held=True)
    assert desk.volume == 0.0
    desk.menu.handle([], PLACE, (left + BAR_WIDTH, 0.0), clicking=True)
    assert desk.volume == 1.0
    desk.menu.handle([], PLACE, (left, 0.0), clicking=False)
    desk.menu.handle([], PLACE, (left, 0.0), clicking=True)
    assert desk.volume == 1.0


def test_a_resting_mouse_does_not_hold_the_selection(desk: Desk) -> None:
    over_third = (300.0, PLACE.y - 2.5 * ROW)
    desk.menu.handle([], PLACE, (0.0, 0.0), clicking=False)
    desk.menu.handle([], PLACE, over_third, clicking=False)
    assert desk.menu.selected == 2
    desk.menu.handle([UP], PLACE, over_third, clicking=False)
    desk.menu.handle([], PLACE, over_third, clicking=False)
    assert desk.menu.selected == 1


def test_a_click_beside_the_menu_does_nothing(desk: Desk) -> None:
    for point in ((90.0, 690.0), (300.0, 710.0), (300.0, PLACE.y - 4.1 * ROW), (math.nan, math.nan)):
        desk.menu.handle([CLICK], PLACE, point, clicking=True)
    assert desk.done == [] and desk.sounds == []


def test_every_item_is_drawn(desk: Desk) -> None:
    overlay = Overlay(16 / 9)
    desk.menu.draw(overlay, PLACE)
    assert len(overlay.instances()) > sum(len(item.label) for item in desk.menu.items)


def test_a_long_choice_stays_between_its_arrows(monkeypatch: pytest.MonkeyPatch) -> None:
    item = options("Colours", ("deuteranopia and then some",), lambda: "deuteranopia and then some", print)
    menu = Menu([item], lambda: None, lambda sound: None)
    with written(monkeypatch) as texts:
        menu.draw(Overlay(16 / 9), Place(500.0, 700.0, 860.0))
    assert texts[1].box.width <= BAR_WIDTH - 2 * ARROW_ROOM + 0.01
