"""The replay screen: any moment at any speed, by keys, mouse or pad alone, and taken over without a trace."""

import io
from collections.abc import Generator

import pytest

from arena.app.input.actions import Action
from arena.app.menus.replay_panel import PanelPart, next_speed, speed_label
from arena.app.play.play_screen import PlayScreen
from arena.app.screens.game_over import GameOverScreen
from arena.app.screens.replay import LEAP_SECONDS, ReplayScreen
from arena.app.services import Screen
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.replays.playback import SPEEDS, Playback
from arena.game.replays.reader import Replay, read_replay
from arena.tuning import TICK_RATE
from tests.app.fakes import screen_of, services_for

TICKS = 8 * TICK_RATE
SIZE = (1280, 720)


@pytest.fixture(scope="module")
def recorded() -> tuple[Replay, list[int]]:
    """Eight seconds of the bot, and the state after each tick."""
    stream, bot = io.BytesIO(), Bot(0)
    with Match(seed=3, workers=1, record=stream) as match:
        states = [match.state_hash()]
        for _ in range(TICKS):
            match.tick([bot.command(match.world)])
            states.append(match.state_hash())
    return read_replay(stream.getvalue()), states


@pytest.fixture
def screen(recorded: tuple[Replay, list[int]]) -> Generator[ReplayScreen]:
    """A replay that was read, and drawn once."""
    services = services_for(workers=1)
    services.size = SIZE
    screen = ReplayScreen(services, Playback(recorded[0], 1))
    services.go(screen)
    screen.update(0.0, [])
    screen.build(0.0, SIZE).overlay.rows()
    yield screen
    screen_of(services, Screen).close()
    screen.close()


def tick_of(screen: ReplayScreen) -> int:
    return screen.playback.tick


def seconds(screen: ReplayScreen, begin: float, length: float, frames: int = 30) -> None:
    """Let time pass."""
    for frame in range(round(length * frames) + 1):
        screen.update(begin + frame / frames, [])


def press(screen: ReplayScreen, *actions: Action) -> None:
    screen.update(0.0, list(actions))


def click(screen: ReplayScreen, part: PanelPart, share: float = 0.5) -> None:
    """Press the left button there and let it go, as the window reports it."""
    services, box = screen.services, screen._panel.box(part)  # pyright: ignore[reportPrivateUsage]
    scale = SIZE[1] / 1080.0
    services.devices.point((box.x + share * box.width) * scale, (box.y + box.height / 2) * scale)
    services.devices.press("keyboard", "mouse:LEFT")
    screen.update(0.0, services.controls.take_events())
    services.devices.release("keyboard", "mouse:LEFT")
    if services.screen is screen:
        screen.update(0.0, [])
        screen.build(0.0, SIZE).overlay.rows()


def test_it_is_read_before_it_plays(screen: ReplayScreen) -> None:
    assert screen.playback.all_known and tick_of(screen) == 0
    seconds(screen, 1.0, 2.0)
    assert abs(tick_of(screen) - 2 * TICK_RATE) <= 2


def test_it_plays_as_fast_as_is_chosen(screen: ReplayScreen) -> None:
    for number, speed in enumerate(SPEEDS):
        while screen.session.clock.rate != speed:
            press(screen, Action.MENU_UP if screen.session.clock.rate < speed else Action.MENU_DOWN)
        screen.playback.jump(0)
        screen.session.rest()
        seconds(screen, 10.0 * number, 0.4, frames=20)
        assert abs(tick_of(screen) - 0.4 * speed * TICK_RATE) <= max(1.0, speed / 4)
        assert screen.session.audible is (speed <= 2.0)


def test_keys_pause_step_jump_and_leap(screen: ReplayScreen, recorded: tuple[Replay, list[int]]) -> None:
    half = 5 * TICK_RATE
    for actions, tick in (
        ([Action.MENU_RIGHT], half),
        ([Action.NEXT_WEAPON], TICKS),
        ([Action.PREVIOUS_WEAPON, Action.MENU_LEFT], 0),
        ([Action.MENU_RIGHT, Action.MENU_ACCEPT], half),
    ):
        press(screen, *actions)
        assert tick_of(screen) == tick < half + LEAP_SECONDS * TICK_RATE
    seconds(screen, 1.0, 1.0)
    assert tick_of(screen) == half
    for action, tick in (
        (Action.MENU_RIGHT, half + 1),
        (Action.MENU_RIGHT, half + 2),
        (Action.MENU_LEFT, half + 1),
    ):
        press(screen, action)
        assert tick_of(screen) == tick
    assert screen.match.state_hash() == recorded[1][half + 1]


def test_it_stands_still_while_paused_once_its_tick_is_drawn(screen: ReplayScreen) -> None:
    assert not screen.still
    press(screen, Action.MENU_ACCEPT)
    screen.build(0.1, SIZE)
    assert screen.still
    press(screen, Action.MENU_RIGHT)
    assert not screen.still, "a step was taken"
    screen.build(0.2, SIZE)
    assert screen.still
    press(screen, Action.MENU_ACCEPT)
    assert not screen.still, "it plays"


def test_a_key_that_is_held_steps_on(screen: ReplayScreen) -> None:
    press(screen, Action.MENU_ACCEPT)
    screen.services.devices.press("keyboard", "key:RIGHT")
    screen.update(10.0, screen.services.controls.take_events())
    assert tick_of(screen) == 1
    seconds(screen, 10.1, 1.0)
    assert 5 <= tick_of(screen) <= 9
    screen.services.devices.release("keyboard", "key:RIGHT")
    before = tick_of(screen)
    seconds(screen, 12.0, 1.0)
    assert tick_of(screen) == before


def test_the_mouse_alone_does_all_of_it(screen: ReplayScreen) -> None:
    click(screen, PanelPart.TRACK, 0.25)
    assert abs(tick_of(screen) - TICKS // 4) <= TICKS / 100
    click(screen, PanelPart.PLAY)
    at = tick_of(screen)
    for part, tick in ((PanelPart.STEP, at + 1), (PanelPart.BACK, at)):
        click(screen, part)
        assert tick_of(screen) == tick
    for part in (PanelPart.FASTER, PanelPart.FASTER, PanelPart.SLOWER):
        click(screen, part)
    assert screen.session.clock.rate == 2.0
    click(screen, PanelPart.TAKE_OVER)
    assert screen_of(screen.services, Screen).name == "take over"


def test_the_time_line_is_dragged(screen: ReplayScreen) -> None:
    services, box = screen.services, screen._panel.box(PanelPart.TRACK)  # pyright: ignore[reportPrivateUsage]
    y, scale = box.y + box.height / 2, SIZE[1] / 1080.0
    services.devices.point(box.x * scale, y * scale)
    services.devices.press("keyboard", "mouse:LEFT")
    screen.update(0.0, services.controls.take_events())
    for share in (0.2, 0.9, 0.4, 1.3):
        services.devices.point((box.x + share * box.width) * scale, (y + 300.0) * scale)
        screen.update(0.0, [])
        assert abs(tick_of(screen) - min(1.0, share) * TICKS) <= TICKS / 100
    services.devices.release("keyboard", "mouse:LEFT")
    screen.update(0.0, [])
    services.devices.point(box.x * scale, y * scale)
    screen.update(0.0, [])
    assert tick_of(screen) == TICKS


def test_a_jump_into_the_unread_waits_until_it_is_read(recorded: tuple[Replay, list[int]]) -> None:
    services = services_for(workers=1)
    playback = Playback(recorded[0], 1)
    screen = ReplayScreen(services, playback)
    services.go(screen)
    services.pacer._slice_end = -1.0  # pyright: ignore[reportPrivateUsage] - no time for anything
    screen.update(0.0, [])
    assert screen.behind and playback.known == 0
    press(screen, Action.MENU_ACCEPT)  # does not want to wait
    assert not screen.behind and playback.known == 0
    press(screen, Action.NEXT_WEAPON)
    assert (playback.tick, screen.behind) == (0, True)
    assert screen.status()["tick"] == 0
    services.pacer._slice_end = float("inf")  # pyright: ignore[reportPrivateUsage]
    press(screen)
    assert playback.tick == TICKS and not screen.behind
    assert playback.match.state_hash() == recorded[1][TICKS]
    screen.close()


def take_over(screen: ReplayScreen) -> PlayScreen:
    screen.update(0.0, [Action.TAKE_OVER])
    play = screen_of(screen.services, PlayScreen)
    assert play.name == "take over"
    return play


def test_taking_over_leaves_no_trace_in_the_replay(
    screen: ReplayScreen, recorded: tuple[Replay, list[int]]
) -> None:
    services, states, at = screen.services, recorded[1], 5 * TICK_RATE
    press(screen, Action.MENU_RIGHT)
    play = take_over(screen)
    assert play.match.state_hash() == states[at] == screen.match.state_hash()
    assert play.match.recorder is None
    services.devices.press("keyboard", "key:W")
    for _ in range(90):
        play.session.tick()
    assert play.match.state_hash() != states[at + 90]
    play.pause()
    assert screen_of(services, Screen).name == "pause"
    label, go_back = play.pause_items[0]
    assert label == "Back to the replay"
    go_back()
    assert services.screen is screen
    for tick in range(at, at + 2 * TICK_RATE):
        assert screen.match.state_hash() == states[tick]
        screen.session.tick()


def test_what_was_taken_over_makes_no_score(
    screen: ReplayScreen, recorded: tuple[Replay, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    services, kept = screen.services, list[object]()
    monkeypatch.setattr(services.scores, "add", lambda *result: kept.append(result))  # pyright: ignore
    play = take_over(screen)
    assert play.mark == "taken over at 0:00"
    monkeypatch.setattr(play.match.mode, "over", lambda world: True)
    lost = play.match.hud()._replace(score=9_999)
    monkeypatch.setattr(play.match.mode, "hud", lambda world: lost)
    for number in range(400):
        if services.screen is play:
            play.update(number / 50.0, [])
    over = screen_of(services, GameOverScreen)
    over.build(9.0, SIZE)
    again = over.menu.items[0].activate
    assert again is not None
    again()
    anew = screen_of(services, PlayScreen)
    assert kept == [] and anew.name == "take over" and anew.match.state_hash() == recorded[1][0]


def test_speeds_have_names_and_ends() -> None:
    assert [speed_label(speed) for speed in SPEEDS] == ["x1/8", "x1/4", "x1/2", "x1", "x2", "x4", "x8", "x16"]
    assert next_speed(SPEEDS, 16.0, 1) == 16.0 and next_speed(SPEEDS, 0.125, -1) == 0.125
    assert next_speed(SPEEDS, 1.0, 1) == 2.0


def test_a_pad_alone_does_all_of_it(screen: ReplayScreen) -> None:
    services = screen.services

    def tap(source: str) -> None:
        services.controls.press(source)
        screen.update(0.0, services.controls.take_events())
        services.controls.release(source)

    tap("pad:a")
    for source, tick in (
        ("pad:rightshoulder", TICKS), ("pad:leftshoulder", 0), ("pad:dpright", 1), ("pad:leftstick_right", 2),
        ("pad:dpleft", 1),
    ):  # fmt: skip
        tap(source)
        assert tick_of(screen) == tick
    tap("pad:dpup")
    assert screen.session.clock.rate == 2.0
    tap("pad:x")
    play = screen_of(services, PlayScreen)
    assert play.name == "take over"
    play.pause_items[0][1]()
    assert services.screen is screen
    tap("pad:y")
    assert screen_of(services, Screen).name == "play"
