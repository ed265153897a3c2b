"""Sources, actions and commands: latching, dead zones, devices that come and go."""

import math

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st

from arena.app.input.actions import DEBUG_VIEWS, GLOBAL, Action
from arena.app.input.adapters import DEAD_ZONE, shape_stick
from arena.app.input.bindings import default_bindings
from arena.app.input.controls import Aim, Controls
from arena.app.storage.settings import file_shape, parse_settings
from arena.sim.tables.commands import STICK_SCALE, Button
from arena.toml_reader.reader import Reader
from arena.view.debug.views import DebugView


@pytest.fixture
def controls() -> Controls:
    return Controls(default_bindings())


@pytest.mark.parametrize(
    ("source", "button"),
    [("key:SPACE", Button.BOMB), ("key:LSHIFT", Button.BOOST), ("mouse:LEFT", Button.FIRE)],
)
def test_presses_between_two_ticks_reach_the_next_ones(
    source: str, button: Button, controls: Controls
) -> None:
    def ticks(count: int) -> list[Button]:
        return [controls.sample().buttons for _ in range(count)]

    controls.press(source)
    controls.release(source)
    controls.take_events()  # of a frame without a tick
    assert ticks(2) == [button, Button.NONE]
    controls.press(source)
    assert ticks(1) == [button]
    controls.release(source)
    controls.press(source)
    between = button if button is Button.FIRE else Button.NONE  # held fire goes on, others begin anew
    assert ticks(3) == [between, button, button], "a second press is seen as one"
    controls.press(source)
    assert ticks(3) == [button] * 3, "a repeat is not"
    controls.release(source)
    assert ticks(1) == [Button.NONE]


def test_a_second_tap_that_ended_before_the_tick_is_a_second_press(controls: Controls) -> None:
    controls.press("key:SPACE")
    assert controls.sample().buttons == Button.BOMB
    controls.release("key:SPACE")
    controls.press("key:SPACE")
    controls.release("key:SPACE")
    assert [controls.sample().buttons for _ in range(3)] == [Button.NONE, Button.BOMB, Button.NONE]


def test_a_tapped_direction_moves_for_one_tick(controls: Controls) -> None:
    controls.press("key:D")
    controls.release("key:D")
    assert [controls.sample().move_x for _ in range(2)] == [STICK_SCALE, 0]


def test_keys_make_a_stick_of_length_one(controls: Controls) -> None:
    for source in ("key:W", "key:D"):
        controls.press(source)
    command = controls.sample()
    assert math.hypot(command.move_x, command.move_y) == pytest.approx(STICK_SCALE, abs=1.5)
    controls.press("key:A")
    assert controls.sample().move_x == 0


def test_keys_and_a_stick_add_up_and_keep_their_direction(controls: Controls) -> None:
    controls.press("key:D")
    controls.stick("pad:leftstick", 0.6, 0.8)
    command = controls.sample()
    assert math.hypot(command.move_x, command.move_y) == pytest.approx(STICK_SCALE, abs=1.5)
    assert command.move_x == pytest.approx(2.0 * command.move_y, abs=2.0)


def test_losing_focus_lets_go_of_everything(controls: Controls) -> None:
    for source in ("key:W", "mouse:LEFT", "key:SPACE"):
        controls.press(source)
    controls.stick("pad:leftstick", 1.0, 0.0)
    controls.release_all()
    command = controls.sample()
    assert (command.move_x, command.move_y, command.buttons) == (0, 0, Button.NONE)
    assert controls.take_events() == []


def test_a_button_that_was_muted_as_the_focus_went_fires_when_pressed_again(controls: Controls) -> None:
    controls.press("mouse:LEFT")
    controls.flush()
    controls.release_all()
    controls.press("mouse:LEFT")
    for _ in range(3):
        assert controls.sample().buttons == Button.FIRE


def test_an_unplugged_gamepad_lets_go_of_its_own_sources_only() -> None:
    bindings = default_bindings()
    bindings[Action.AIM_STICK] = ("pad@other:rightstick",)
    controls = Controls(bindings)
    controls.press("key:W")
    controls.press("pad:a")
    controls.stick("pad:leftstick", 1.0, 0.0)
    controls.stick("pad@other:rightstick", 0.0, 1.0)
    controls.trigger("pad:righttrigger", 1.0)
    controls.sample()
    controls.release_all("pad:")
    command = controls.sample()
    assert (command.move_x, command.move_y, command.buttons) == (0, STICK_SCALE, Button.NONE)
    assert (command.aim_x, command.aim_y) == (0, STICK_SCALE), "that of another one"


def test_a_trigger_is_a_button_that_does_not_chatter(controls: Controls) -> None:
    values = (0.2, 0.49, 0.51, 0.45, 0.4, 0.34, 0.45)
    downs = []
    for value in values:
        controls.trigger("pad:righttrigger", value)
        downs.append(bool(controls.sample().buttons & Button.FIRE))
    assert downs == [False, False, True, True, True, False, False]


def test_a_stick_drives_a_menu_once_per_push(controls: Controls) -> None:
    for y in (0.3, 0.9, 1.0, 0.95, 0.0, 0.9):
        controls.stick("pad:leftstick", 0.0, y)
    assert controls.take_events() == [Action.MENU_UP, Action.MENU_UP]


def test_the_device_that_moved_last_aims(controls: Controls) -> None:
    controls.point(10.0, 10.0)
    assert controls.sample((0.5, 0.0)).aim_x == round(0.5 * STICK_SCALE)
    controls.stick("pad:rightstick", 0.0, 1.0)
    assert (controls.aim, controls.sample((0.5, 0.0)).aim_y) == (Aim.STICK, STICK_SCALE)
    controls.press("key:LEFT")
    controls.stick("pad:rightstick", 0.0, 0.0)
    assert (controls.aim, controls.sample((0.5, 0.0)).aim_x) == (Aim.KEYS, -STICK_SCALE)
    controls.stick("pad:rightstick", 0.05, 0.0)
    assert controls.aim is Aim.KEYS
    controls.press("mouse:RIGHT")
    assert controls.aim is Aim.POINTER


def test_the_click_that_started_the_game_does_not_shoot(controls: Controls) -> None:
    controls.press("mouse:LEFT")
    controls.press("key:W")
    assert Action.MENU_CLICK in controls.take_events()
    controls.flush()
    command = controls.sample()
    assert (command.buttons, command.move_y) == (Button.NONE, STICK_SCALE)
    controls.release("mouse:LEFT")
    controls.press("mouse:LEFT")
    for _ in range(3):  # a tap would be one command, what is held goes on
        assert controls.sample().buttons == Button.FIRE


def test_new_bindings_take_effect_at_once(controls: Controls) -> None:
    bindings = default_bindings()
    bindings[Action.BOMB] = ("key:B",)
    controls.bind(bindings)
    controls.press("key:SPACE")
    assert controls.sample().buttons == Button.NONE
    controls.press("key:B")
    assert controls.sample().buttons == Button.BOMB


@given(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5))
def test_the_dead_zone_is_round_and_keeps_direction(x: float, y: float) -> None:
    u, v = shape_stick(x, y)
    length, raw = math.hypot(u, v), math.hypot(x, y)
    assert length <= 1.0 + 1e-9 and (length == 0.0) == (raw <= DEAD_ZONE)
    assert u * y == pytest.approx(v * x, abs=1e-9)
    assert u * x >= 0.0 and v * y >= 0.0


def test_broken_sticks_are_at_rest() -> None:
    broken = ((math.nan, 0.0), (math.inf, 0.0), (0.0, -math.inf))
    assert {shape_stick(x, y) for x, y in broken} == {(0.0, 0.0)}


def test_every_action_has_a_default_source_and_defaults_parse() -> None:
    defaults = default_bindings()
    assert set(defaults) == set(Action)
    table = {str(action): list(sources) for action, sources in defaults.items()}
    assert Reader({"bindings": table}).read(file_shape()) == {"bindings": defaults}


@pytest.mark.parametrize(
    "table",
    [
        7, {"fire": []}, {"fire": "key:A"}, {"fire": [7]}, {"fire": ["key:" + "A" * 99]},
        {"fire": ["keyboard"]}, {"fire": ["pad:leftstick"]}, {"move_stick": ["key:A"]},
        {"fire": ["key:A"] * 99}, {"dance": ["key:A"]},
    ],
)  # fmt: skip
def test_bad_bindings_fall_back_and_are_reported(table: object) -> None:
    settings, problems = parse_settings(tomli_w.dumps({"bindings": table}).encode())
    assert settings.bindings == default_bindings() and len(problems) == 1


def test_every_debug_view_has_a_key_that_works_on_every_screen() -> None:
    bindings = default_bindings()
    assert [bindings[action] for action in DEBUG_VIEWS] == [(f"key:F{number}",) for number in range(4, 9)]
    assert list(DEBUG_VIEWS.values()) == list(DebugView)
    assert set(DEBUG_VIEWS) < GLOBAL


def test_in_a_turned_picture_flight_and_aim_are_turned_by_the_same_angle(controls: Controls) -> None:
    """Up in it is right in the ship's frame; only the mouse has been turned already."""
    controls.stick("pad:leftstick", 0.0, 1.0)
    controls.point(10.0, 10.0)
    for aimed in ("pointer", "stick", "keys"):
        if aimed == "stick":
            controls.stick("pad:rightstick", 0.0, 1.0)
        elif aimed == "keys":
            controls.stick("pad:rightstick", 0.0, 0.0)
            controls.press("key:UP")
        command = controls.sample((0.0, -1.0), turn=math.pi / 2)
        assert (command.move_x, command.move_y) == (STICK_SCALE, 0)
        wanted = (0, -STICK_SCALE) if aimed == "pointer" else (STICK_SCALE, 0)
        assert (command.aim_x, command.aim_y) == wanted, aimed
