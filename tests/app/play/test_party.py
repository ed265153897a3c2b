"""One to four players on any mix of devices, who come, are cut off, come back and go while the game runs."""

import io
from collections.abc import Iterator

import numpy as np
import pytest

from arena.app.input.devices import KEYBOARD
from arena.app.play.play_screen import LEAVE_SECONDS, PlayScreen
from arena.app.screens.pause import PauseScreen
from arena.app.services import Screen
from arena.game.match import Match
from arena.game.replays.replay import verify_replay
from tests.app.fakes import XBOX, Device, listen, screen_of, services_for

NINTENDO, SONY = "Switch Pro", "DualSense"


class Room:
    """A window's devices and the game in it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, record: io.BytesIO | None = None) -> None:
        self.services = services_for()
        self.pads, self.manager = listen(monkeypatch, self.services.devices, self._unplugged)
        self.play = PlayScreen(self.services, Match(seed=3, workers=1, record=record, seats=4))
        self.services.go(self.play)
        self.now = 0.0
        self.said: list[str] = []
        self.services.say = self.said.append  # pyright: ignore[reportAttributeAccessIssue]

    def _unplugged(self, device: str) -> None:
        self.said.append(device)
        screen_of(self.services, Screen).interrupt()

    def plug(self, name: str) -> Device:
        pad = Device(name)
        self.manager.handlers["on_connect"](pad)
        return pad

    def unplug(self, pad: Device) -> None:
        self.manager.handlers["on_disconnect"](pad)

    def join(self, name: str) -> Device:
        """Plug a pad in and press start."""
        pad = self.plug(name)
        self.tap(pad, "start")
        return pad

    def tap(self, pad: Device, button: str) -> None:
        pad.tap(button)
        self.run()

    def fly(self, pad: Device, x: float = 1.0, y: float = 0.0) -> None:
        """Lean its stick over for a while."""
        pad.push(x, y)
        self.run(0.4)

    def key(self, source: str) -> None:
        self.services.devices.press(KEYBOARD, source)
        self.services.devices.release(KEYBOARD, source)

    def run(self, seconds: float = 0.1) -> None:
        """Let frames go by."""
        for _ in range(round(seconds * 60)):
            self.now += 1 / 60
            screen_of(self.services, Screen).update(self.now, self.services.controls.take_events())

    @property
    def flying(self) -> list[int]:
        return np.flatnonzero(self.play.match.world.bodies.alive[:4]).tolist()

    def speeds(self) -> list[bool]:
        """Flags of the ships that move, by seat."""
        velocity = self.play.match.world.bodies.velocity[:4]
        return (np.linalg.norm(velocity, axis=1) > 3.0).tolist()


@pytest.fixture
def record() -> io.BytesIO:
    return io.BytesIO()


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, record: io.BytesIO) -> Iterator[Room]:
    made = Room(monkeypatch, record)
    yield made
    made.play.session.close()


def test_start_on_a_free_pad_joins_and_does_not_pause(room: Room) -> None:
    assert not room.play.party.inviting
    pad = room.plug(XBOX)
    assert room.play.party.inviting, "it is told how to join"
    room.run()
    room.tap(pad, "start")
    assert room.services.screen is room.play and not room.play.party.inviting
    assert room.flying == [0, 1] and "Player 2 flies with Xbox Pad (pad 1)" in room.said
    room.fly(pad)
    assert room.speeds() == [False, True, False, False]
    assert len(room.play.build(room.now, (1280, 720)).views) in (1, 2)
    room.plug(SONY)
    assert room.play.party.inviting
    room.tap(pad, "start")
    assert isinstance(room.services.screen, PauseScreen)


def test_a_lone_player_may_fly_with_any_device_and_pause_with_it(room: Room) -> None:
    pad = room.plug(XBOX)
    room.fly(pad)
    assert room.speeds()[0] and room.flying == [0]
    room.tap(pad, "start")
    assert isinstance(room.services.screen, PauseScreen) and room.flying == [0]


def test_keys_join_who_began_with_a_pad(monkeypatch: pytest.MonkeyPatch) -> None:
    services = services_for()
    pad = services.devices.connect(XBOX)
    services.devices.press(pad, "pad:a")  # what the game was begun with
    play = PlayScreen(services, Match(seed=3, workers=1, seats=4))
    services.go(play)
    services.devices.press(KEYBOARD, "key:ENTER")
    for frame in range(20):
        play.update(frame / 60, [])
    services.devices.press(KEYBOARD, "key:D")
    services.devices.stick(pad, "pad:leftstick", 0.0, 0.0)
    for frame in range(20, 50):
        play.update(frame / 60, [])
    speed = np.linalg.norm(play.match.world.bodies.velocity[:2], axis=1)
    assert speed[1] > 3.0 > speed[0]
    play.close()


def test_three_devices_one_is_unplugged_and_comes_back_and_a_fourth_joins(
    room: Room, record: io.BytesIO
) -> None:
    first, second = room.join(XBOX), room.join(NINTENDO)
    assert room.flying == [0, 1, 2]
    room.services.devices.press(KEYBOARD, "key:W")
    first.push(0.0, 1.0)
    room.fly(second, 0.0, -1.0)
    assert room.speeds() == [True, True, True, False]

    room.unplug(first)
    room.run()
    paused = screen_of(room.services, PauseScreen)
    assert room.said[-1] == "Xbox Pad (pad 1)" and paused.status()["missing"] == [XBOX]
    tick = room.play.match.world.tick
    room.run(0.5)
    assert room.play.match.world.tick == tick

    back = room.plug(XBOX)
    assert paused.status()["missing"] == []
    room.key("key:ESCAPE")
    room.run(1.0)
    assert room.services.screen is room.play and not room.speeds()[1]
    room.fly(back, 0.0, 1.0)
    assert room.speeds()[1] and room.flying == [0, 1, 2]

    room.fly(room.join(SONY))
    assert room.flying == [0, 1, 2, 3] and room.speeds()[3]
    room.join(SONY)
    assert room.said[-1].startswith("No seat is free")

    room.play.match.end_recording()
    found = verify_replay(io.BytesIO(record.getvalue()), workers=1)
    assert found.identical and found.ticks == room.play.match.world.tick


def test_another_pad_takes_the_place_of_one_that_is_lost(room: Room) -> None:
    room.unplug(room.join(XBOX))
    room.key("key:ESCAPE")
    room.run()
    other = room.join(NINTENDO)
    assert room.flying == [0, 1] and room.services.devices.missing == {}
    room.fly(other)
    assert room.speeds()[1]


def test_leaving_is_held_for_a_moment_and_frees_device_and_seat(room: Room) -> None:
    pad = room.join(XBOX)
    room.tap(pad, "back")
    assert room.flying == [0, 1]
    pad.hold("back")
    room.run(LEAVE_SECONDS + 0.2)
    assert room.flying == [0] and room.play.party.slots == [0]
    pad.let_go("back")
    pad.tap("start")
    room.run(4.0)
    assert room.flying == [0, 1]


def test_the_last_player_cannot_leave(room: Room) -> None:
    room.services.devices.press(KEYBOARD, "key:DELETE")
    room.run(LEAVE_SECONDS + 0.5)
    assert room.flying == [0]


def test_the_first_player_leaves_by_the_menu_and_the_other_goes_on(room: Room) -> None:
    pad = room.join(XBOX)
    room.tap(pad, "start")
    (leave,) = [
        item.activate
        for item in screen_of(room.services, PauseScreen).menu.items
        if item.label == "Player 1 leaves"
    ]
    assert leave is not None
    leave()
    room.run()
    assert room.flying == [1] and [player.slot for player in room.play.session.shown] == [1]
    room.fly(pad)
    assert room.speeds()[1]
    assert not any("leaves" in item[0] for item in room.play.pause_items)


def test_once_more_is_for_who_is_there_on_the_same_devices(room: Room) -> None:
    pad = room.join(XBOX)
    room.play.restart()
    room.play = screen_of(room.services, PlayScreen)
    assert room.play.match.setup.players == 2
    room.fly(pad)
    assert room.speeds() == [False, True, False, False]


def test_a_bot_gives_its_ship_to_who_joins() -> None:
    services = services_for(players=4)
    play = PlayScreen(services, Match(players=4, seed=3, workers=1, seats=4))
    services.go(play)
    services.devices.press(services.devices.connect(XBOX), "pad:start")
    for frame in range(10):
        play.update(frame / 60, [])
    assert play.party.slots == [0, 1, 2, 3] and services.devices.holds(1)
    play.close()
