"""Gamepads that come and go, machines without any, and callbacks that fail: all without a window."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from arena.app.input import pads
from arena.app.input.actions import Action
from arena.app.input.bindings import default_bindings
from arena.app.input.devices import KEYBOARD, Devices
from arena.app.input.pads import Pads
from arena.app.window.window import SWITCH_SECONDS, Focus, Guard
from arena.sim.tables.commands import STICK_SCALE, Button


class Device:
    """Something that keeps handlers and is told to call them."""

    def __init__(self, *, busy: bool = False) -> None:
        self.handlers: dict[str, Callable[..., Any]] = {}
        self.is_open = False
        self._busy = busy

    def set_handler(self, name: str, handler: Callable[..., Any]) -> None:
        self.handlers[name] = handler

    def open(self) -> None:
        if self._busy:
            raise OSError("taken by another program")
        self.is_open = True

    def close(self) -> None:
        self.is_open = False

    def get_controllers(self) -> list["Device"]:
        return []


def connect(monkeypatch: pytest.MonkeyPatch, devices: Devices) -> tuple[Pads, Device, list[str]]:
    manager, gone = Device(), list[str]()
    fake = SimpleNamespace(input=SimpleNamespace(ControllerManager=lambda: manager))
    monkeypatch.setattr(pads, "pyglet", fake)
    return Pads(devices, gone.append, Guard(lambda: None)), manager, gone


def test_a_gamepad_flies_the_ship_and_pauses_when_it_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    devices = Devices(default_bindings())
    listening, manager, gone = connect(monkeypatch, devices)
    pad = Device()
    manager.handlers["on_connect"](pad)
    assert pad.is_open and listening.count == 1

    pad.handlers["on_stick_motion"](pad, "leftstick", SimpleNamespace(x=1.0, y=0.0))
    pad.handlers["on_trigger_motion"](pad, "righttrigger", 0.9)
    pad.handlers["on_button_press"](pad, "a")
    pad.handlers["on_dpad_motion"](pad, SimpleNamespace(x=0, y=1))
    command = devices.menus.sample()
    assert command.move_x == STICK_SCALE
    assert command.buttons == Button.FIRE | Button.BOMB
    assert Action.MENU_UP in devices.menus.take_events()

    manager.handlers["on_disconnect"](pad)
    command = devices.menus.sample()
    assert (command.move_x, command.buttons, listening.count, gone) == (
        0,
        Button.NONE,
        0,
        ["gamepad (pad 1)"],
    )


def test_a_gamepad_that_returns_is_a_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    devices = Devices(default_bindings())
    listening, manager, _ = connect(monkeypatch, devices)
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


def test_a_lost_focus_is_told_at_once() -> None:
    lost: list[str] = []
    focus = Focus(lambda: lost.append("lost"))
    focus.change(False, 7.0)
    assert lost == ["lost"] and not focus.held
    focus.check(8.0)
    focus.change(True, 9.0)
    assert lost == ["lost"] and focus.held


def test_a_switch_to_fullscreen_that_gives_the_focus_back_is_no_loss() -> None:
    lost: list[str] = []
    focus = Focus(lambda: lost.append("lost"))
    focus.expect_switch(7.0)
    focus.change(False, 7.1)
    focus.check(7.2)
    focus.change(True, 7.3)
    focus.check(7.0 + 2 * SWITCH_SECONDS)
    assert lost == [] and focus.held


def test_a_focus_that_a_switch_does_not_give_back_is_lost() -> None:
    lost: list[str] = []
    focus = Focus(lambda: lost.append("lost"))
    focus.expect_switch(7.0)
    focus.change(False, 7.1)
    focus.check(7.5)
    assert lost == []
    focus.check(7.0 + SWITCH_SECONDS)
    focus.check(9.0)
    assert lost == ["lost"]


def test_two_pads_are_for_two_players_where_a_pad_was_used_last() -> None:
    devices = Devices(default_bindings())
    first, second = devices.connect("Xbox"), devices.connect("PS4")
    devices.press(second, "pad:a")
    devices.release(second, "pad:a")
    devices.seat(2)
    assert [devices.seat_label(slot) for slot in (0, 1)] == [f"PS4 ({second})", f"Xbox ({first})"]


def test_one_pad_and_the_keyboard_are_for_two_players() -> None:
    devices = Devices(default_bindings())
    pad = devices.connect("Xbox")
    devices.press(pad, "pad:a")
    devices.seat(2)
    assert [devices.seat_label(slot) for slot in (0, 1)] == [f"Xbox ({pad})", "keyboard and mouse"]
    devices = Devices(default_bindings())
    devices.connect("Xbox")
    devices.press(KEYBOARD, "key:ENTER")
    seats = devices.seat(3)
    assert [devices.seat_label(slot) for slot in range(3)] == ["keyboard and mouse", "Xbox (pad 1)", ""]
    assert seats[2] is None


def test_a_pad_that_is_there_is_taken_for_the_one_in_hand_until_something_else_is_used() -> None:
    devices = Devices(default_bindings())
    devices.disconnect(devices.connect())
    assert not devices.menus.on_pad
    devices.connect("Xbox 360 Controller")
    assert devices.menus.on_pad

    devices.menus.point(100.0, 100.0)  # where the mouse lies when the window opens
    devices.menus.point(101.0, 100.0)  # somebody set a cup down
    assert devices.menus.on_pad
    devices.menus.point(140.0, 100.0)
    assert not devices.menus.on_pad


def test_a_pad_that_is_plugged_in_later_is_in_nobody_s_hand() -> None:
    devices = Devices(default_bindings())
    devices.press(KEYBOARD, "key:W")
    devices.connect()
    assert not devices.menus.on_pad
