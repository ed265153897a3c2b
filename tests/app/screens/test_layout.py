"""Every screen at four sizes and two sizes of letters: nothing is cut off, no text lies over another."""

import pytest

from arena.app.play.play_screen import PlayScreen
from arena.app.services import Screen, Services
from arena.app.storage.levels import campaign_setup, load_world
from arena.app.storage.score_table import Result
from arena.catalogue import kinds
from arena.game.hud import Banner, Bonus
from arena.game.match import Match
from arena.render.composite import Composite
from arena.view.overlay.overlay import legible_scale
from tests.app.fakes import part
from tests.app.screens.examples import MENUS, OTHERS, services_of
from tests.app.screens.text_boxes import Text, cut_off, illegible, overlapping, shown, too_small, written

SIZES = [(640, 360), (1280, 720), (1920, 1080), (800, 600), (2560, 1080)]
SCALES = [1.0, 2.0]
MOVING = ("+", "P1", "P2", "P3", "P4")
"""Beginnings of texts that fly along with the thing that they name, over anything beneath."""
WINGMEN = ("1", "2", "3", "4")
"""Texts of wingmen, which fly along, too."""


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", MENUS)
def test_nothing_of_a_menu_is_cut_off_or_lies_over_other_text(
    name: str, size: tuple[int, int], scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = services_of(size, scale)
    services.screen = screen = MENUS[name](services)
    try:
        screen.build(0.0, size)  # which rows there are depends on it
        last = len(screen.menu.items) - 1
        for selected in range(last + 1) if screen.low else sorted({0, min(1, last), last // 2, last}):
            screen.menu.selected = selected
            texts, composite = checked(screen, size, monkeypatch)
            assert too_small(texts, composite) == []
            assert screen.menu.items[selected].label in {text.string for text in texts}
    finally:
        screen.close()


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", OTHERS)
def test_nothing_of_other_screens_is_either(
    name: str, size: tuple[int, int], scale: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = OTHERS[name](services_of(size, scale))
    try:
        checked(screen, size, monkeypatch, MOVING)
    finally:
        screen.close()


def checked(
    screen: Screen, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, but: tuple[str, ...] = ()
) -> tuple[list[Text], Composite]:
    """A picture and its texts, but those that begin so; none is cut off or lies over another."""
    with written(monkeypatch) as noted:
        composite = screen.build(0.0, size)
        for overlay in (*(view.overlay for view in composite.views), composite.overlay):
            overlay.rows()
    texts = [text for text in shown(noted, composite) if not text.string.startswith(but)]
    texts = [text for text in texts if not but or text.string not in WINGMEN]
    assert texts and cut_off(texts) == [] and overlapping(texts) == []
    assert illegible(texts, composite) == []
    return texts, composite


@pytest.mark.parametrize("name", sorted(MENUS))
def test_twice_the_size_is_twice_the_size(name: str) -> None:
    heights = list[float]()
    for scale in SCALES:
        screen = MENUS[name](services_of((1920, 1080), scale))
        heights.append(1080.0 / screen.canvas[1])
        screen.close()
    assert heights[0] == 1.0 and heights[1] > 1.9


def hud(services: Services, players: int, level: bool, apart: bool, boss: bool) -> Screen:
    """A game in which much is to be said."""
    setup = campaign_setup(load_world(1), 3, players)
    mode, text = (setup.mode, setup.level) if level else ("endless", "")
    match = Match(mode, 3, players, 1, level=text)
    play = PlayScreen(services, match)
    services.scores.add(Result(match.board, 98_765_432, 1, 1, 1))
    if apart:
        part(match)
    for _ in range(40):
        play.session.tick()
    if boss:
        match.world.place_boss((0.0, 1.0, 0.0))
    match.world.place(kinds.DRONE.number, (0.3, 0.0, 1.0))
    said = match.hud
    banner = Banner("FINAL GROUP", "Solar wind in belts. Fly with it or be flown by it.", 60, 200)
    bonus = Bonus("12 STRIKES", 1_200, 20, 60)
    full = {"score": 12_345_678, "multiplier": 12, "step_share": 0.5}
    match.hud = lambda: said()._replace(**full, banner=banner, bonus=bonus)  # pyright: ignore[reportAttributeAccessIssue]
    return play


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("boss", [False, True])
@pytest.mark.parametrize(("players", "apart"), [(1, False), (2, False), (2, True), (4, True)])
def test_nothing_of_the_head_up_display_is_cut_off_or_lies_over_other_text(
    *, players: int, apart: bool, boss: bool, size: tuple[int, int], scale: float,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    play = hud(services_of(size, scale), players, level=boss and players < 3, apart=apart, boss=boss)
    try:
        texts, composite = checked(play, size, monkeypatch, MOVING)
        assert [text.string for text in texts].count("86 419 755 to your best") == 1
        if players == 1:
            assert too_small(texts, composite) == []
            high = 1080.0 / composite.views[0].overlay.height
            assert high == legible_scale(scale, size[1]) or (size[0] < 1280 and 1.0 < high < max(scale, 1.3))
    finally:
        play.close()


@pytest.mark.parametrize(("size", "low"), [((1280, 720), False), ((640, 360), True)])
def test_a_menu_has_a_layer_of_its_own_where_the_picture_has_another_height(
    size: tuple[int, int], low: bool
) -> None:
    """Its backdrop's texts stay beneath, as they are."""
    services = services_of(size)
    services.screen = screen = MENUS["title"](services)
    try:
        frame = screen.build(0.0, size)
        assert screen.low == low
        assert frame.overlay.height == pytest.approx(screen.canvas[1])
        assert len(frame.below) == low
        assert frame.overlay.width / frame.overlay.height == pytest.approx(size[0] / size[1])
    finally:
        screen.close()
