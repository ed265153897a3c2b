"""Pause and results say who flies which ship, and which modules it carries, at which level."""

from collections.abc import Callable
from contextlib import closing

import pytest

from arena.app.menus.menu_screen import MenuScreen
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.pause import PauseScreen
from arena.app.services import Services
from arena.catalogue import modules
from arena.game.match import Match
from arena.sim.crates import fit_module
from tests.app.screens.examples import services_of, unlocked
from tests.app.screens.text_boxes import cut_off, overlapping, shown, too_small, written

LONG = (modules.ORBITERS, modules.BLAST, modules.SPARKS, modules.SPLIT, modules.REPEL, modules.TRAIL,
        modules.FROST, modules.PIERCE)  # fmt: skip
Make = Callable[[Services, PlayScreen], MenuScreen]
SCREENS: dict[str, Make] = {
    "pause": PauseScreen,
    "results": lambda services, play: unlocked(GameOverScreen(services, play, 0)),
}


def fly(services: Services, players: int, hulls: tuple[str, ...] = ()) -> PlayScreen:
    services.settings.reduced_motion = True
    return PlayScreen(services, Match(seed=3, players=players, workers=1, hulls=hulls))


def fit(play: PlayScreen, slot: int, *fitted: modules.ModuleRow) -> None:
    for module in fitted:
        fit_module(play.match.world.players, play.match.world.module_table, slot, module.number)


@pytest.mark.parametrize("players", [1, 4])
@pytest.mark.parametrize("size", [(1280, 720), (800, 600), (640, 360)], ids=str)
@pytest.mark.parametrize("name", SCREENS)
def test_full_ships_are_told_in_full_and_legibly(
    name: str, size: tuple[int, int], players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = services_of(size)
    play = fly(services, players)
    for slot in range(players):
        fit(play, slot, *LONG, *LONG)
    with closing(SCREENS[name](services, play)) as screen:
        screen.build(0.0, size)
        rows = [f"{item.label} {item.value() if item.value else ''}" for item in screen.menu.items]
        with written(monkeypatch) as noted:
            composite = screen.build(9.0, size)
        texts = shown(noted, composite)
        told = " / ".join(rows if screen.low else [text.string for text in texts])
        for module in LONG:
            assert told.count(f"{module.show.title.capitalize()} 2") == players
        for slot in range(players):
            assert (f"P{slot + 1} " in told) == (players > 1)
        assert cut_off(texts) == overlapping(texts) == too_small(texts, composite) == []


def test_pilots_are_told_apart_by_device_and_hull(monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_of()
    services.devices.seat(2)
    play = fly(services, 3, ("dart",))
    fit(play, 1, modules.TWIN, modules.RAPID, modules.RAPID)
    with closing(PauseScreen(services, play)) as screen, written(monkeypatch) as noted:
        screen.build(0.0, (1280, 720))
    told = [text.string for text in noted]
    pilots = ["P1  keyboard and mouse, Dart", "P3  a bot", "P2  Xbox Pad (pad 1)"]
    assert [text for text in told if text.startswith("P") and text[1].isdigit()] == pilots
    assert {"Twin pulse 1", "Quick feed 2"} <= set(told)


@pytest.mark.parametrize("name", SCREENS)
def test_a_lone_ship_without_modules_tells_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_of()
    with closing(SCREENS[name](services, fly(services, 1))) as screen, written(monkeypatch) as noted:
        screen.build(0.0, (1280, 720))
    assert not {"your ship", "WHAT SHIPS CARRIED"} & {text.string for text in noted}
