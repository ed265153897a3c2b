"""Keys alone, the mouse alone and a gamepad alone reach every screen, change settings and bind actions."""

from collections.abc import Iterator

import pytest

from arena.app.input.actions import Action
from arena.app.input.binding_edits import BindingEdits
from arena.app.input.devices import KEYBOARD
from arena.app.screens.bindings import BindingsPage
from tests.app.fakes import XBOX, screen_of
from tests.app.screens.hands import SIZE, Keys, Mouse, Pad, Walker
from tests.app.screens.text_boxes import written


@pytest.fixture(params=[Keys, Mouse, Pad], ids=lambda hands: hands.hands)
def walker(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Walker]:
    made = request.param(monkeypatch)
    yield made
    made.screen.close()


def test_each_alone_reaches_every_screen(walker: Walker) -> None:
    """Visit the screens that no evening visits: the pages of settings, and questions answered with no."""
    walker.choose("Settings", "settings")
    for page in ("Sound", "Picture", "Sight", "Controls", "Comfort"):
        walker.choose(page, f"{page.lower()} settings")
        walker.back()
        assert walker.screen.name == "settings"
    walker.back()
    walker.choose("Play", "modes")
    walker.change("Difficulty")
    assert walker.services.settings.difficulty == "hard"
    walker.choose("Endless", "play")
    walker.pause()
    walker.choose("Settings", "settings")
    walker.back()
    walker.choose("Restart", "confirm")
    walker.choose("No", "pause")
    walker.choose("Resume", "play")
    walker.pause()
    walker.choose("Leave to title", "confirm")
    walker.choose("No", "pause")


def test_each_alone_binds_fire_anew_and_uses_it(walker: Walker) -> None:
    device = XBOX if walker.hands == "pad" else KEYBOARD
    walker.choose("Settings", "settings")
    walker.choose("Controls", "controls settings")
    walker.choose(XBOX if walker.hands == "pad" else "Keyboard", "bindings")
    page = screen_of(walker.services, BindingsPage)
    walker.choose("Fire", "bindings")
    assert page.waiting is Action.FIRE
    walker.press_for_binding()
    assert BindingEdits(walker.services.settings, device).sources(Action.FIRE)[0] == walker.fire
    for _ in range(4):
        if walker.screen.name != "title":
            walker.back()
    walker.choose("Play", "modes")
    walker.choose("Endless", "play")
    if walker.hands == "pad":
        walker.pad.hold("x")
    else:
        walker.services.devices.press(KEYBOARD, walker.fire)
    assert walker.services.controls.is_held(Action.FIRE)


def test_each_alone_changes_a_comfort_setting_and_finds_it_kept(walker: Walker) -> None:
    walker.choose("Settings", "settings")
    walker.choose("Comfort", "comfort settings")
    walker.change("Aim assist")
    walker.change("Fire")
    walker.back()
    walker.back()
    assert walker.screen.name == "title"
    settings = walker.services.settings
    assert (settings.aim_assist, settings.fire) == ("light", "toggle")
    assert walker.services.disk.close(60.0)


def test_hints_name_what_is_in_the_hand(walker: Walker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gamepad hints name no key, and keyboard hints name no button."""
    walker.choose("Play", "modes")
    with written(monkeypatch) as noted:
        walker.screen.build(walker.now, SIZE).overlay.rows()
    told = {text.string for text in noted}
    assert ("d-pad" in told, "a" in {text.lower() for text in told}) == (walker.hands == "pad",) * 2
    assert ("enter" in told, "esc" in told) == (walker.hands != "pad",) * 2
