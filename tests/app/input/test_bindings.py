"""Binding anew: every action on every device, conflicts, cancelling, resetting, profiles, what is kept."""

import re
from pathlib import Path

import pytest

from arena.app.input.actions import MENU, STICKS, Action
from arena.app.input.adapters import CURVES
from arena.app.input.binding_edits import BindingEdits, editable_actions, fits
from arena.app.input.bindings import DEFAULTS
from arena.app.input.devices import KEYBOARD
from arena.app.input.labels import action_label, action_name, hand_keys
from arena.app.input.profiles import PadProfile, pad_kind
from arena.app.screens.bindings import WAIT_SECONDS, BindingsPage, ControlsPage
from arena.app.screens.confirm import ConfirmScreen
from arena.app.screens.settings import SettingsScreen
from arena.app.storage.settings import Settings, load_settings, save_settings
from arena.sim.tables.commands import STICK_SCALE, Button
from tests.app.fakes import XBOX, Bare, press, screen_of, services_for
from tests.app.screens.text_boxes import written

PLAIN = "Plain Pad"
STICK_SOURCES = ("pad:leftstick", "pad:rightstick")


class Binder:
    """Somebody on the page of one device."""

    def __init__(self, device: str = KEYBOARD) -> None:
        self.services = services_for()
        self.devices = self.services.devices
        self.pads = {kind: self.devices.connect(kind) for kind in (XBOX, PLAIN)}
        self.name = KEYBOARD if device == KEYBOARD else self.pads[device]
        self.page = BindingsPage(self.services, Bare(self.services), device)
        self.services.go(self.page)
        self.now = 0.0

    def update(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.page.update(self.now, self.services.controls.take_events())

    def press(self, source: str, device: str | None = None) -> None:
        name = device or self.name
        if source in STICK_SOURCES:
            self.devices.stick(name, source, 0.0, 1.0)
            self.devices.stick(name, source, 0.0, 0.0)
        elif "trigger" in source:
            self.devices.trigger(name, source, 1.0)
            self.devices.trigger(name, source, 0.0)
        else:
            self.devices.press(name, source)
            self.devices.release(name, source)
        self.update()

    def select(self, label: str) -> None:
        labels = [item.label for item in self.page.menu.items]
        for _ in range((labels.index(label) - self.page.menu.selected) % len(labels)):
            self.press("key:DOWN", KEYBOARD)

    def bind(self, action: Action, source: str, further: bool = False) -> None:
        """Choose an action by keys, then press what shall do it."""
        self.select(action_name(action))
        self.press("key:RIGHT" if further else "key:ENTER", KEYBOARD)
        assert self.page.waiting is action
        self.press(source)

    @property
    def edits(self) -> BindingEdits:
        return BindingEdits(self.services.settings, self.page.status()["device"])  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize("device", [KEYBOARD, XBOX])
def test_every_action_can_be_bound_anew_and_does_it(device: str) -> None:
    for action in editable_actions(device):
        binder = Binder(device)
        source = "key:F9" if device == KEYBOARD else "pad:rightstick" if action in STICKS else "pad:guide"
        before = binder.edits.sources(action)
        binder.bind(action, source)
        assert binder.page.waiting is None
        assert binder.edits.sources(action) == tuple(dict.fromkeys((source, *before[1:])))
        binder.services.controls.take_events()
        if action not in STICKS:
            binder.devices.press(binder.name, source)
            assert action in binder.services.controls.take_events()


def test_the_old_key_does_nothing_any_more_and_a_second_one_is_added_and_taken_away() -> None:
    binder = Binder()
    binder.bind(Action.BOMB, "key:B")
    binder.services.controls.flush()
    for source in ("key:SPACE", "key:B"):
        assert binder.services.controls.sample().buttons == Button.NONE
        binder.devices.press(KEYBOARD, source)
    assert binder.services.controls.sample().buttons == Button.BOMB
    binder = Binder()
    binder.bind(Action.BOMB, "key:B", further=True)
    assert binder.edits.sources(Action.BOMB) == ("key:SPACE", "key:B")
    binder.press("key:LEFT", KEYBOARD)
    assert binder.edits.sources(Action.BOMB) == ("key:SPACE",)


def test_menus_and_pause_never_lose_their_last_source() -> None:
    for device in (KEYBOARD, XBOX):
        edits = BindingEdits(Settings(), device)
        for action in (*MENU, Action.PAUSE):
            while edits.drop(action):
                pass
            assert len(edits.sources(action)) == min(1, len(BindingEdits(Settings(), device).sources(action)))


def test_sticks_fit_sticks_and_what_cannot_do_an_action_is_refused_while_the_wait_goes_on() -> None:
    assert fits(Action.MOVE_STICK, "pad:leftstick") and not fits(Action.MOVE_STICK, "pad:a")
    assert fits(Action.FIRE, "pad:leftstick_up") and not fits(Action.FIRE, "pad:leftstick")
    binder = Binder(XBOX)
    binder.bind(Action.MOVE_STICK, "pad:a")
    assert binder.page.waiting is Action.MOVE_STICK
    binder.press("pad:rightstick")
    assert binder.page.waiting is None
    assert binder.edits.sources(Action.MOVE_STICK) == ("pad:rightstick",)
    for action, pushed, bound in (
        (Action.BOMB, "pad:rightstick", "pad:rightstick_up"),
        (Action.BOOST, "pad:righttrigger", "pad:righttrigger"),
    ):
        binder.bind(action, pushed)
        assert binder.edits.sources(action) == (bound,), "a stick pushed one way is a button"


@pytest.mark.parametrize("way", ["escape", "other device", "wait", "another screen"])
def test_a_wait_is_cancelled_and_nothing_changes(way: str) -> None:
    binder = Binder(XBOX)
    before = binder.edits.sources(Action.FIRE)
    binder.select(action_name(Action.FIRE))
    binder.press("key:ENTER", KEYBOARD)
    if way == "wait":
        binder.update()
        binder.update(WAIT_SECONDS)
    elif way == "another screen":
        binder.services.go(ControlsPage(binder.services, Bare(binder.services)))
        assert binder.devices.capture is None
        return
    else:
        binder.press("key:ESCAPE" if way == "escape" else "key:X", KEYBOARD)
    assert binder.page.waiting is None and binder.devices.capture is None
    assert binder.edits.sources(Action.FIRE) == before
    assert binder.services.screen is binder.page


def test_what_was_captured_does_nothing_else_until_it_is_let_go() -> None:
    binder = Binder(XBOX)
    binder.select(action_name(Action.FIRE))
    binder.press("key:ENTER", KEYBOARD)
    binder.devices.stick(binder.name, "pad:leftstick", 0.0, -1.0)
    binder.devices.stick(binder.name, "pad:leftstick", 0.0, -0.9)
    assert binder.services.controls.take_events() == []
    binder.devices.stick(binder.name, "pad:leftstick", 0.0, 0.0)
    binder.devices.stick(binder.name, "pad:leftstick", 0.0, -1.0)
    assert Action.MENU_DOWN in binder.services.controls.take_events()
    binder.press("key:ENTER", KEYBOARD)
    for value in (1.0, 0.9):
        binder.devices.trigger(binder.name, "pad:lefttrigger", value)
    assert Action.FIRE not in binder.services.controls.take_events()
    for value in (0.0, 1.0):
        binder.devices.trigger(binder.name, "pad:lefttrigger", value)
    assert Action.FIRE in binder.services.controls.take_events()


def test_two_kinds_of_pads_are_bound_apart_and_pads_apart_from_keys() -> None:
    binder = Binder(XBOX)
    binder.bind(Action.BOMB, "pad:x")
    keys, xbox, plain = binder.devices.seat(3)
    assert keys is not None and xbox is not None and plain is not None
    for pad in binder.pads.values():
        binder.devices.press(pad, "pad:x")
    assert xbox.sample().buttons == Button.BOMB and plain.sample().buttons == Button.NONE
    binder.devices.press(binder.pads[PLAIN], "pad:a")
    binder.devices.press(KEYBOARD, "key:SPACE")
    assert plain.sample().buttons == Button.BOMB and keys.sample().buttons == Button.BOMB
    assert action_label(xbox, Action.BOMB) == "X" and action_label(plain, Action.BOMB) == "A"


def test_each_kind_has_its_own_dead_zone_and_curve() -> None:
    binder = Binder(XBOX)
    BindingEdits(binder.services.settings, XBOX).change_profile(dead_zone=0.4, curve="softer")
    binder.devices.bind(binder.services.settings.bindings, binder.services.settings.pads)
    _, xbox, plain = binder.devices.seat(3)
    assert xbox is not None and plain is not None
    reached = list[tuple[int, int]]()
    for push in (0.3, 0.7, 1.0):
        for pad in binder.pads.values():
            binder.devices.stick(pad, "pad:leftstick", push, 0.0)
        reached.append((xbox.sample().move_x, plain.sample().move_x))
    assert reached[0][0] == 0 < reached[0][1]
    assert 0 < reached[1][0] == round((0.5 ** CURVES["softer"]) * STICK_SCALE) < reached[1][1]
    assert reached[2] == (STICK_SCALE, STICK_SCALE)


def test_conflicts_are_told_of_both_and_not_across_menus_and_flight() -> None:
    binder = Binder()
    assert binder.edits.conflicts() == {}
    binder.bind(Action.BOMB, "key:E")
    conflicts = binder.edits.conflicts()
    assert conflicts == {
        Action.BOMB: {"key:E": [Action.NEXT_WEAPON]}, Action.NEXT_WEAPON: {"key:E": [Action.BOMB]},
    }  # fmt: skip
    warned = [item.label for item in binder.page.menu.items if item.warn is not None and item.warn()]
    assert warned == [action_name(action) for action in Action if action in conflicts]
    binder.bind(Action.MENU_ACCEPT, "key:Q")
    assert set(binder.edits.conflicts()) == {Action.BOMB, Action.NEXT_WEAPON}
    edits = BindingEdits(Settings(), KEYBOARD)
    edits.assign(Action.MENU_BACK, "key:F11")
    assert set(edits.conflicts()) == {Action.MENU_BACK, Action.FULLSCREEN}, "that clashes with everything"


FIRST = {KEYBOARD: ("key:SPACE",), XBOX: ("pad:a",)}
"""Default sources of the bomb."""


@pytest.mark.parametrize("device", [KEYBOARD, XBOX])
def test_resetting_brings_back_the_defaults_of_that_device_only(device: str) -> None:
    binder = Binder(device)
    binder.bind(Action.BOMB, "key:B" if device == KEYBOARD else "pad:x")
    other = BindingEdits(binder.services.settings, PLAIN)
    other.assign(Action.FIRE, "pad:b")
    for sure in (False, True):
        binder.select("Reset to defaults")
        binder.press("key:ENTER", KEYBOARD)
        asked = screen_of(binder.services, ConfirmScreen)
        assert binder.edits.sources(Action.BOMB) != FIRST[device]
        if sure:
            asked.menu.selected = 1
        press(binder.services, "key:ENTER")
        assert binder.services.screen is binder.page
        assert (binder.edits.sources(Action.BOMB) == FIRST[device]) == sure
    assert binder.services.settings.bindings == dict(DEFAULTS)
    assert list(binder.services.settings.pads) == [PLAIN]
    assert other.sources(Action.FIRE) == ("pad:b",)


def test_profiles_are_kept(tmp_path: Path) -> None:
    settings = Settings()
    edits = BindingEdits(settings, XBOX)
    edits.assign(Action.BOMB, "pad:x")
    edits.change_profile(dead_zone=0.3, curve="soft")
    while BindingEdits(settings, KEYBOARD).drop(Action.BOMB):
        pass
    assert save_settings(settings, tmp_path / "s.toml") == ""
    loaded, problem = load_settings(tmp_path / "s.toml")
    assert (loaded, problem) == (settings, "")
    assert isinstance(loaded.pads[XBOX], PadProfile)


@pytest.mark.parametrize(
    "text",
    [
        "pads = 3", "[pads.\"a:b\"]\ncurve = 'soft'", "[pads.Mine]\ncurve = 'steep'",
        "[pads.Mine]\ndead_zone = 0.9", "[pads.Mine]\ndead_zone = true", "[pads.Mine]\nsparkle = 1",
        "[pads.Mine.bindings]\nfire = ['key:A']", "[pads.Mine.bindings]\ndance = ['pad:a']",
        "[pads.Mine.bindings]\nmove_stick = ['pad:a']",
        "\n".join(f"[pads.P{number}]" for number in range(9)),
    ],
)  # fmt: skip
def test_a_profile_that_cannot_be_is_told(text: str, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(text, encoding="utf-8")
    settings, problem = load_settings(tmp_path / "s.toml")
    assert re.match(r"Settings: line \d+: pads", problem) and "\n" not in problem
    assert all(profile.bindings[Action.FIRE] == ("pad:righttrigger",) for profile in settings.pads.values())


@pytest.mark.parametrize("name", [None, "", "::::", "X" * 500, 'Ev"il\n[x]', "Ünïcode 8BitDo: Pro 2"])
def test_any_name_of_a_pad_makes_a_kind_that_is_kept(name: object, tmp_path: Path) -> None:
    kind = pad_kind(name)
    assert pad_kind(kind) == kind and 0 < len(kind) <= 40
    settings = Settings(pads={kind: PadProfile(curve="soft")})
    assert save_settings(settings, tmp_path / "s.toml") == ""
    assert load_settings(tmp_path / "s.toml") == (settings, "")


def test_hints_name_the_keys_that_are_bound_and_only_what_the_page_can_do() -> None:
    services = services_for()
    behind = Bare(services)
    pages = (SettingsScreen(services, behind), ControlsPage(services, behind))
    hints = [hand_keys(services.controls, page.keys) for page in pages]
    assert hints == [[("up down", "choose"), ("enter", "open"), ("esc", "back")]] * 2
    assert all(item.adjust is None for page in pages for item in page.menu.items)
    edits = BindingEdits(services.settings, KEYBOARD)
    edits.assign(Action.MENU_ACCEPT, "key:I")
    edits.assign(Action.MENU_DOWN, "key:J")
    services.devices.bind(services.settings.bindings, services.settings.pads)
    keys = hand_keys(services.controls, (*pages[0].keys, ("left right", "change"), ("F3", "profiler")))
    assert [key for key, _ in keys] == ["up J", "I", "esc", "left right", "F3"]


def test_while_a_press_is_waited_for_nothing_is_written_over_the_question(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    binder = Binder(XBOX)
    binder.select(action_name(Action.FIRE))
    for waiting in (False, True):
        if waiting:
            binder.press("key:ENTER", KEYBOARD)
        with written(monkeypatch) as texts:
            drawn = binder.page.build(binder.now, (1280, 720)).overlay
        assert (action_name(Action.BOMB) in {text.string for text in texts}) != waiting
        assert len(drawn.rows()) > 50


def test_the_controls_page_has_a_line_for_each_kind_that_is_or_was_there() -> None:
    services = services_for()
    assert services.devices.pad_kinds == []
    services.settings.pads["Old Pad"] = PadProfile()
    services.devices.bind(services.settings.bindings, services.settings.pads)
    services.devices.connect(XBOX)
    services.devices.connect(XBOX)
    page = ControlsPage(services, Bare(services))
    assert [item.label for item in page.menu.items] == ["Keyboard and mouse", XBOX, "Old Pad", "Back"]
