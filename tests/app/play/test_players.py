"""One to four players: who holds which device, who sees what where, and who hears what."""

from collections.abc import Iterator
from itertools import combinations
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.app.input.actions import Action
from arena.app.input.bindings import default_bindings
from arena.app.input.controls import Controls
from arena.app.input.devices import KEYBOARD, Devices
from arena.app.play.local_players import LocalPlayer, device_source, seated_sources
from arena.app.play.match_screen import taught_first
from arena.app.play.session import LONGEST_STEP, Session
from arena.app.play.viewports import BORDER_COLOR, PaneGrid, panes_of, project_box
from arena.app.screens.play import PlayScreen
from arena.app.services import Services
from arena.game.match import Match
from arena.game.mode import Setup
from arena.render.offscreen import offscreen_context, picture
from arena.render.renderer import Renderer
from arena.sim.kinds import Pool
from arena.sim.tables.commands import STICK_SCALE, PlayerCommand
from arena.sim.world import World
from arena.view.frame import Frame
from arena.view.overlay.layout import Box, Pane
from arena.view.overlay.overlay import GLYPH
from arena.view.palette import load_palette
from tests.app.fakes import part, services_for, split
from tests.app.screens.text_boxes import written

SIZES = [(1280, 720), (800, 600), (2560, 1080), (701, 1203)]


def rest(player: LocalPlayer, world: World) -> PlayerCommand:
    """A pilot that does nothing."""
    return PlayerCommand()


@pytest.fixture
def together() -> Iterator[Session]:
    """Four players far apart, who do nothing, after a tick."""
    with Match(players=4, seed=3, workers=1) as match:
        session = Session(services_for(), match, [rest] * 4, audible=False)
        part(match)
        session.tick()
        yield session


def seats(devices: Devices, players: int) -> list[Controls]:
    """Controls of as many players, who all have some."""
    taken = [controls for controls in devices.seat(players) if controls is not None]
    assert len(taken) == players
    return taken


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_views_share_the_window_fairly_and_never_overlap(size: tuple[int, int], players: int) -> None:
    views = split(size, players)
    assert len(views) == players
    owner = np.zeros(size, np.int64)
    for left, bottom, width, height in views:
        owner[left : left + width, bottom : bottom + height] += 1
        assert abs(width - views[0][2]) <= 1 and abs(height - views[0][3]) <= 1
    assert owner.max() == 1
    covered = 0.75 if players == 3 else 1.0
    assert owner.mean() == pytest.approx(covered, abs=0.01)


def test_two_players_sit_side_by_side_in_a_wide_window_and_stacked_in_a_narrow_one() -> None:
    assert split((1280, 720), 2) == [(0, 0, 640, 720), (640, 0, 640, 720)]
    assert split((600, 800), 2) == [(0, 400, 600, 400), (0, 0, 600, 400)]


@pytest.mark.parametrize("size", SIZES)
def test_a_pane_stays_where_it_is_while_others_come_and_go(size: tuple[int, int]) -> None:
    grid, whole = PaneGrid(), size[0] * size[1]
    quarters = grid.lay_out(size, [0, 1, 2, 3])
    three = grid.lay_out(size, [0, 2, 3], 0.1)
    assert three == {slot: quarters[slot] for slot in (0, 2, 3)} and grid.spare == [quarters[1]]
    areas, two = list[int](), dict[int, tuple[int, int, int, int]]()
    for _ in range(60):
        two = grid.lay_out(size, [0, 2], 1 / 60)
        areas.append(sum(width * height for _, _, width, height in (*two.values(), *grid.spare)))
        assert grid.settled == (len(areas) >= 28)
    assert min(areas) == whole, "nothing is uncovered, and nothing covered twice"
    assert two == dict(zip((0, 2), split(size, 2), strict=True)) and grid.spare == []
    shrinking = [grid.lay_out(size, [2], 1 / 60) for _ in range(60)]
    assert set(shrinking[0]) == {0, 2}, "it is covered, not cut"
    assert shrinking[-1] == {2: (0, 0, *size)}
    opening = [grid.lay_out(size, [0, 2], 1 / 60) for _ in range(60)]
    grown = [box[2] * box[3] for box in (viewports[0] for viewports in opening)]
    assert grown == sorted(grown) and grown[0] < 0.05 * whole and 2 * grown[-1] <= whole + max(size)


@pytest.mark.parametrize("pair", list(combinations(range(4), 2)))
@pytest.mark.parametrize("size", SIZES)
def test_whichever_two_of_four_are_left_share_the_window(
    size: tuple[int, int], pair: tuple[int, int]
) -> None:
    grid = PaneGrid()
    grid.lay_out(size, [0, 1, 2, 3])
    assert sorted(grid.lay_out(size, pair).values()) == sorted(split(size, 2))


@pytest.mark.usefixtures("small_planet")
def test_a_spare_quarter_shows_the_planet_and_everybody_on_it(
    together: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = together.match.world
    for slot, place in ((1, (0.1, 0.0, 1.0)), (2, (0.0, 0.0, -1.0)), (3, (0.0, -1.0, 0.0))):
        world.pools[Pool.PLAYER].give(slot)
        world.spawn_player(slot, np.array(place))
    for frame in range(300):
        together.build(frame / 60.0, (1280, 720))
    with written(monkeypatch) as noted:
        composite = together.build(5.0, (1280, 720))
    assert composite.covered and len(composite.views) == 4
    planet = composite.views[-1]
    assert planet.viewport == split((1280, 720), 4)[1], "where the second player was"
    told = {text.string: text.box for text in noted if text.overlay is planet.overlay}
    assert set(told) == {"P1", "P2", "P3", "P4"}
    for x, y, width, height in told.values():
        assert x > 0.0 and x + width < planet.overlay.width and y > 0.0 and y + height < planet.overlay.height
    first, second = together.players[:2]
    assert first.viewer.others == (1,) and second.seen_by is first.viewer
    assert second.viewport == first.viewport
    together._services.settings.colors = "tritanopia"  # pyright: ignore[reportPrivateUsage]
    views = together.build(5.1, (1280, 720)).views
    assert {id(view.palette) for view in views} == {id(load_palette("terra", "tritanopia"))}


def test_after_a_long_pause_camera_and_effects_go_on_by_a_short_step(together: Session) -> None:
    times = [together.build(now, (640, 360)).views[0].time_s for now in (1.0, 1.1, 900.0)]
    assert np.diff(times) == pytest.approx([0.1, LONGEST_STEP])


def test_one_player_flies_with_every_device_and_several_share_them_out() -> None:
    services = services_for()
    devices, pad = services.devices, services.devices.connect()
    (alone,) = seats(devices, 1)
    devices.press(KEYBOARD, "key:W")
    devices.stick(pad, "pad:leftstick", 1.0, 0.0)
    assert alone.sample().move_x > 0 and alone.sample().move_y > 0
    devices.release(KEYBOARD, "key:W")
    keys, stick, nobody = devices.seat(3)
    assert keys is not None and stick is not None and nobody is None
    devices.press(KEYBOARD, "key:W")
    devices.stick(pad, "pad:leftstick", 1.0, 0.0)
    assert (keys.sample().move_x, keys.sample().move_y) == (0, STICK_SCALE)
    assert (stick.sample().move_x, stick.sample().move_y) == (STICK_SCALE, 0)
    assert services.controls.is_held(Action.MENU_UP)  # the menus hear both
    devices.release_all()  # the focus is lost
    assert {(one.sample().move_x, one.sample().move_y) for one in (keys, stick)} == {(0, 0)}
    assert len(seated_sources(services, 4)) == 4, "bots take the rest"


def test_a_pad_that_is_pulled_out_lets_go_and_finds_its_player_again() -> None:
    devices = Devices(default_bindings())
    pads = [devices.connect(), devices.connect()]
    _, one, two = seats(devices, 3)
    for pad in pads:
        devices.stick(pad, "pad:leftstick", 0.0, 1.0)
    devices.disconnect(pads[0])
    assert one.sample().move_y == 0 and two.sample().move_y == STICK_SCALE
    again = devices.connect()
    devices.stick(again, "pad:leftstick", 0.0, -1.0)
    assert again == pads[0] and one.sample().move_y == -STICK_SCALE


def test_each_source_is_asked_once_for_each_tick_and_flies_its_own_ship_and_no_other() -> None:
    asked: list[int] = []

    def fly(player: LocalPlayer, world: World) -> PlayerCommand:
        asked.append(player.slot)
        return PlayerCommand(move_x=STICK_SCALE) if player.slot == 2 else PlayerCommand()

    with Match(players=4, seed=3, workers=1) as match:
        session = Session(services_for(), match, [fly] * 3, audible=False)
        for _ in range(20):
            session.tick()
        assert asked == [0, 1, 2] * 20 and len(session.players) == 3 and match.world.tick == 20
        speed = np.linalg.norm(match.world.bodies.velocity[:4], axis=1)
        assert speed[2] > 3.0 and max(speed[[0, 1, 3]]) < 1.0, "who is not here rests, too"


def test_the_mouse_aims_within_the_view_of_who_holds_it() -> None:
    services = services_for()
    keys, _ = services.devices.seat(2)
    assert keys is not None
    asked: list[tuple[float, float, tuple[int, int]]] = []

    def ask(world: object, x: float, y: float, size: tuple[int, int], slot: int) -> tuple[float, float]:
        assert slot == 1
        asked.append((x, y, size))
        return 1.0, 0.0

    player: Any = SimpleNamespace(
        viewport=(640, 100, 640, 360), seen_by=SimpleNamespace(stick_from_pointer=ask),
        viewer=SimpleNamespace(stick_turn=lambda world: 0.0), slot=1,
    )  # fmt: skip
    services.devices.point(700.0, 130.0)
    nowhere: Any = None
    command = device_source(keys, services.settings)(player, nowhere)
    assert asked == [(60.0, 30.0, (640, 360))] and command.aim_x == STICK_SCALE


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_four_players_see_their_own_worlds_in_four_quarters() -> None:
    size, half = (640, 360), (320, 180)
    context, services = offscreen_context(), services_for()
    with Match(players=4, seed=3, workers=1) as match:
        session = Session(services, match, seated_sources(services, 4), audible=False)
        part(match)
        for _ in range(40):
            session.tick()
        renderer = Renderer(context, "low")
        whole = picture(renderer, session.build(0.0, size, hud=False), size).astype(int)
        quarters = [
            whole[360 - bottom - height : 360 - bottom, left : left + width]
            for left, bottom, width, height in (player.viewport for player in session.players)
        ]
        for player, quarter in zip(session.players, quarters, strict=True):
            alone = player.viewer.build(match.world, None, session.clock.alpha, 0.0, half)
            expected = picture(renderer, alone, half).astype(int)
            inside = (slice(6, -6), slice(6, -6))  # the lines between the views lie over their rims
            assert (np.abs(quarter - expected).max(axis=2)[inside] > 6).mean() < 0.002
        assert all(np.abs(quarters[0] - quarters[k]).mean() > 2.0 for k in range(1, 4))
    context.release()


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
@pytest.mark.parametrize("players", [1, 2, 4])
def test_a_window_of_few_pixels_is_drawn(players: int) -> None:
    context, services = offscreen_context(), services_for()
    renderer = Renderer(context, "low")
    with Match(players=players, seed=3, workers=1) as match:
        session = Session(services, match, [rest] * players, audible=False)
        part(match)
        for size in ((1, 1), (7, 400), (400, 7), (1, 0), (8, 8)):
            for _ in range(2):
                session.tick()
                composite = session.build(1 / 60, size)
                if min(size):
                    assert picture(renderer, composite, size).shape == (size[1], size[0], 3)
    context.release()


def test_a_pane_is_drawn_once_it_is_wide_enough() -> None:
    with Match(players=2, seed=3, workers=1) as match:
        session = Session(services_for(), match, [rest] * 2, audible=False)
        session.tick()
        assert len(session.build(1 / 60, (1280, 720)).views) == 1
        part(match)
        narrow = session.build(0.004, (1280, 720))
        assert len(narrow.views) == 1 and min(player.viewport[2] for player in session.players) < 8
        session.build(0.01, (1280, 720))
        assert len(session.build(0.01, (1280, 720)).views) == 2


def test_what_players_share_is_told_once_and_each_view_has_only_its_own(
    together: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    with written(monkeypatch) as noted:
        together.build(0.0, (1280, 720))
    words = [text.string for text in noted]
    assert words.count("WAVE") == words.count("×1") == 1
    assert all(words.count(f"P{slot + 1}") >= 2 for slot in range(4)), "at its ship and in its corner"


def test_what_players_share_lies_over_the_lines_between_their_views(
    together: Session,
) -> None:
    composite = together.build(0.0, (1280, 720))
    (layer,) = composite.below
    rows = layer.instances()
    borders = np.isclose(rows["color"], BORDER_COLOR).all(axis=1)
    assert np.flatnonzero(borders).tolist() == [0, 1] and (rows["shape"] == GLYPH).any()
    assert not np.isclose(composite.overlay.instances()["color"], BORDER_COLOR).all(axis=1).any()


@pytest.mark.parametrize("size", SIZES)
def test_a_box_of_a_view_lies_within_it_on_the_layer_above(size: tuple[int, int]) -> None:
    for viewport, pane in zip(views := split(size, 4), panes_of(views), strict=True):
        left, bottom, width, height = viewport
        whole, heights = Box(0.0, 0.0, 540.0 * width / height, 540.0), (540.0, 1080.0)
        pixel = 1080.0 / size[1]
        expected = Box(left * pixel, bottom * pixel, width * pixel, height * pixel)
        assert project_box(whole, viewport, size, heights) == pytest.approx(expected)
        assert (pane is Pane.LEFT) == (viewport[0] == 0)
    assert panes_of([(0, 0, *size)]) == [Pane.WHOLE]


def test_a_play_screen_has_a_view_for_each_player_that_was_asked_for() -> None:
    match = Match(players=2, seed=3, workers=1)
    screen = PlayScreen(services_for(players=2), match)

    def build(first: int, last: int) -> list[Frame]:
        composite = screen.build(0.0, (640, 360))
        for k in range(first, last):
            screen.update(k / 60.0, [])
            composite = screen.build(k / 60.0, (640, 360))
        assert all(view.overlay is not composite.overlay for view in composite.views) or first == 0
        return composite.views

    assert [view.viewport for view in build(0, 6)] == [(0, 0, 640, 360)]
    part(match)
    assert [view.viewport for view in build(6, 90)] == split((640, 360), 2)
    assert len(screen.status()["ships"]) == 2  # pyright: ignore[reportArgumentType]
    screen.close()


@pytest.mark.parametrize(("players", "first"), [(1, "lessons"), (2, "endless")])
def test_lessons_are_for_who_flies_alone(services: Services, players: int, first: str) -> None:
    services.settings.lessons_done = False
    assert taught_first(services, Setup("endless", 3, players))[0].mode == first
