"""The title while the game is still loaded: a menu that answers, and a choice that is kept."""

import pytest

from arena.app.screens.modes import ModesScreen
from arena.app.screens.title import FADE_SECONDS, TitleScreen
from arena.app.services import Services
from tests.app.fakes import press, screen_of, services_for
from tests.app.screens.text_boxes import written

SIZE = (1280, 720)


@pytest.fixture
def services() -> Services:
    """Services of a game of which the window shows menus only."""
    services = services_for()
    services.loaded = services.opened = False
    services.go_to("title")
    return services


def test_a_choice_is_kept_until_all_is_there(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    title = screen_of(services, TitleScreen)
    press(services, "key:ENTER", now=1.0)
    with written(monkeypatch) as noted:
        title.build(1.0, SIZE)
    assert services.screen is title and "One moment, loading" in {text.string for text in noted}
    assert services.message == ""  # a message would stand before what was chosen for some seconds
    assert title.still and title.pace > 0.0 and not title.behind
    services.loaded = True
    title.update(2.0, [])
    assert services.screen is title and title.pace == 0.0 and not title.still
    services.opened = True
    title.update(3.0, [])
    screen_of(services, ModesScreen).close()


def test_the_last_choice_counts_and_quitting_needs_nothing(services: Services) -> None:
    title = screen_of(services, TitleScreen)
    press(services, "key:ENTER", "key:UP", "key:ENTER")
    assert services.exit_code == 0 and services.screen is title
    title.close()


def test_it_says_that_it_loads_and_then_the_fight_appears(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    title = screen_of(services, TitleScreen)
    with written(monkeypatch) as noted:
        assert not title.build(1.0, SIZE).views
    assert {"loading", "Play"} <= {text.string for text in noted}
    services.loaded = services.opened = True
    title.update(2.0, [])
    shades: list[float] = []
    with written(monkeypatch) as noted:
        for now in (2.0, 2.0 + FADE_SECONDS / 2, 2.0 + FADE_SECONDS, 9.0):
            (view,) = title.build(now, SIZE).views
            rows = view.overlay.instances()
            covers = rows[(rows["place"][:, 2] >= view.overlay.width / 2)]
            shades.append(float(covers["color"][:1, 3].sum()))
    assert "loading" not in {text.string for text in noted}
    assert shades == pytest.approx([1.0, 0.5, 0.0, 0.0], abs=0.02)
    title.close()
