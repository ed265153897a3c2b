"""Gamepads that come and go, machines without any, and callbacks that fail: all without a window."""

from types import SimpleNamespace

import pytest

from arena.app.input import pads
from arena.app.input.actions import Action
from arena.app.input.bindings import default_bindings
from arena.app.input.devices import KEYBOARD, Devices
from arena.app.input.pads import Pads
from arena.app.window.window import SWITCH_SECONDS, Focus, Guard
from arena.sim.tables.commands import STICK_SCALE, Button
from tests.app.fakes import Device, listen


@pytest.fixture
def devices() -> Devices:
    return Devices(default_bindings())


def test_a_gamepad_flies_the_ship_and_pauses_when_it_is_gone(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, pad = list[str](), Device()
    listening, manager = listen(monkeypatch, devices, gone.append)
    manager.handlers["on_connect"](pad)
    assert pad.is_open and listening.count == 1
    pad.push(1.0, 0.0)
    pad.handlers["on_trigger_motion"](pad, "righttrigger", 0.9)
    pad.hold("a")
    pad.handlers["on_dpad_motion"](pad, SimpleNamespace(x=0, y=1))
    command = devices.menus.sample()
    assert (command.move_x, command.buttons) == (STICK_SCALE, Button.FIRE | Button.BOMB)
    assert Action.MENU_UP in devices.menus.take_events()
    manager.handlers["on_disconnect"](pad)
    command = devices.menus.sample()
    assert (command.move_x, command.buttons) == (0, Button.NONE)
    assert (listening.count, gone) == (0, ["gamepad (pad 1)"])


def test_each_direction_of_the_cross_is_a_button_of_its_own(
    devices: Devices, monkeypatch: pytest.MonkeyPatch
) -> None:
    pad = Device()
    listen(monkeypatch, devices)[1].handlers["on_connect"](pad)
    sides = (Action.MENU_LEFT, Action.MENU_RIGHT), (Action.MENU_DOWN, Action.MENU_UP)
    for place in ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, -1), (1, -1), (0, 0)):
        pad.handlers["on_dpad_motion"](pad, SimpleNamespace(x=place[0], y=place[1]))
        held = [[devices.menus.is_held(action) for action in pair] for pair in sides]
        assert held == [[at < 0, at > 0] for at in place], place


def test_a_gamepad_that_returns_is_a_new_one(devices: Devices, monkeypatch: pytest.MonkeyPatch) -> None:
    listening, manager = listen(monkeypatch, devices)
    for _ in range(3):
        pad = Device()
        manager.handlers["on_connect"](pad)
        manager.handlers["on_disconnect"](pad)
    manager.handlers["on_connect"](Device(busy=True))
    assert listening.count == 0


def test_a_machine_without_gamepad_support_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OSError("no input system")

    monkeypatch.setattr(pads, "pyglet", SimpleNamespace(input=SimpleNamespace(ControllerManager=refuse)))
    listening = Pads(Devices(default_bindings()), lambda name: None, Guard(lambda: None))
    assert listening.count == 0
    listening.close()


def test_what_fails_in_a_callback_stops_the_loop_and_is_raised_after_it() -> None:
    stops: list[str] = []
    guard = Guard(lambda: stops.append("stop"))

    def fail() -> None:
        raise RuntimeError("first")

    calls: list[str] = []
    assert guard(fail)() is True
    assert guard(lambda: calls.append("later"))() is True
    assert (stops, calls) == (["stop"], [])
    with pytest.raises(RuntimeError, match="first"):
        guard.check()


def test_a_guard_without_failure_is_transparent() -> None:
    guard = Guard(lambda: None)
    assert guard(lambda value: value + 1)(2) == 3
    guard.check()


HELD, GONE = True, False
SWITCH = "a switch to fullscreen"


@pytest.mark.parametrize(
    ("happens", "losses", "held"),
    [
        ([(GONE, 7.0)], 1, False),
        ([(GONE, 7.0), (None, 8.0), (HELD, 9.0)], 1, True),
        ([(SWITCH, 7.0), (GONE, 7.1), (None, 7.2), (HELD, 7.3), (None, 7.0 + 2 * SWITCH_SECONDS)], 0, True),
        ([(SWITCH, 7.0), (GONE, 7.1), (None, 7.5)], 0, None),
        ([(SWITCH, 7.0), (GONE, 7.1), (None, 7.5), (None, 7.0 + SWITCH_SECONDS), (None, 9.0)], 1, None),
    ],
    ids=["at once", "once", "given back", "not yet", "not given back"],
)
def test_a_lost_focus_is_told_unless_a_switch_to_fullscreen_gives_it_back(
    happens: list[tuple[object, float]], losses: int, held: bool | None
) -> None:
    lost: list[str] = []
    focus = Focus(lambda: lost.append("lost"))
    for what, now in happens:
        if what == SWITCH:
            focus.expect_switch(now)
        elif isinstance(what, bool):
            focus.change(what, now)
        else:
            focus.check(now)
    assert len(lost) == losses and held in (None, focus.held)


@pytest.mark.parametrize(
    ("pads", "last", "labels"),
    [
        (["Xbox", "PS4"], ("pad 2", "pad:a"), ["PS4 (pad 2)", "Xbox (pad 1)"]),
        (["Xbox"], ("pad 1", "pad:a"), ["Xbox (pad 1)", "keyboard and mouse"]),
        (["Xbox"], (KEYBOARD, "key:ENTER"), ["keyboard and mouse", "Xbox (pad 1)", ""]),
    ],
)
def test_players_sit_down_beginning_with_the_device_that_was_used_last(
    pads: list[str], last: tuple[str, str], labels: list[str], devices: Devices
) -> None:
    for name in pads:
        devices.connect(name)
    devices.press(*last)
    seats = devices.seat(len(labels))
    assert [devices.seat_label(slot) for slot in range(len(labels))] == labels
    assert [seat is None for seat in seats] == [not label for label in labels]


def test_a_pad_that_is_there_is_taken_for_the_one_in_hand_until_something_else_is_used(
    devices: Devices,
) -> None:
    devices.disconnect(devices.connect())
    assert not devices.menus.on_pad
    devices.connect("Xbox 360 Controller")
    # Mouse positions: at the window's opening, after a jolt of the table, and in use.
    for x, on_pad in ((None, True), (100.0, True), (101.0, True), (140.0, False)):
        if x is not None:
            devices.menus.point(x, 100.0)
        assert devices.menus.on_pad is on_pad


def test_a_lost_pad_is_found_again_by_one_of_its_kind_only(devices: Devices) -> None:
    pad = devices.connect("Xbox")
    devices.seat(2)
    devices.disconnect(pad)
    (slot,) = devices.missing
    assert devices.connect("PS4") != pad and devices.missing == {slot: "Xbox"}
    assert devices.connect("Xbox") == pad and devices.missing == {}


def test_a_device_that_left_its_seat_may_join_again(devices: Devices) -> None:
    pad = devices.connect("Xbox")
    devices.seat(1)
    for _ in range(2):
        assert devices.may_join(pad)
        devices.take_seat(pad, 1)
        assert not devices.may_join(pad) and devices.seat_label(1) == "Xbox (pad 1)"
        devices.leave_seat(1)
        assert not devices.holds(1)


def test_a_pad_that_is_plugged_in_later_is_in_nobody_s_hand(devices: Devices) -> None:
    devices.press(KEYBOARD, "key:W")
    devices.connect()
    assert not devices.menus.on_pad


def test_the_place_of_a_lost_device_comes_without_what_was_pressed_there(devices: Devices) -> None:
    pad = devices.connect("Xbox")
    devices.seat(2)
    devices.press(pad, "pad:a")
    devices.disconnect(pad)
    controls = devices.take_seat(devices.connect("PS4"), 1)
    assert controls.sample().buttons == Button.NONE
