"""The credits, and the page turner of lists: what is drawn by hand in them."""

from types import SimpleNamespace
from typing import Any

import pytest

from arena.app.menus.list_screen import ListScreen
from arena.app.screens.credits import LIBRARIES, CreditsScreen
from arena.app.screens.title import TitleScreen
from arena.view.overlay.overlay import Overlay
from tests.app.fakes import services_for
from tests.app.screens.text_boxes import written


def test_the_credits_name_every_library_once(monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_for()
    with written(monkeypatch) as noted:
        CreditsScreen(services, TitleScreen(services)).write(Overlay(16 / 9))
    words = [text.string for text in noted]
    assert words.count("CREDITS") == words.count("Built with") == words.count("Set in") == 1
    for name, _, _ in LIBRARIES:
        assert sum(text.startswith(f"{name} ") for text in words) == 1


def test_arrows_to_turn_a_page_stand_on_both_sides_of_its_number() -> None:
    screen: Any = SimpleNamespace(_pages=[1, 2, 3], _page=1, menu=SimpleNamespace(selected=0))
    overlays = [Overlay(16 / 9) for _ in range(2)]
    for overlay in overlays:
        ListScreen._draw_turner(screen, overlay, SimpleNamespace(x=100.0, width=600.0), 2)  # type: ignore[arg-type]
    place = overlays[0].instances()["place"]
    assert {round(float(x)) for x in place[-2:, 0]} == {290, 510}
