"""The device: what it is asked for, that nothing is left over, and what becomes of it when it fails."""

import os
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arena.app.sound import device as device_module
from arena.app.sound.clips import make_clips
from arena.app.sound.cues import Cue
from arena.app.sound.device import FADE, STILL, Audio, PygletDevice
from arena.app.sound.effects import Sound
from arena.app.sound.mix import Mix
from arena.app.sound.score import ScoreRing
from arena.app.sound.score_thread import ScoreThread
from arena.app.sound.situation import Situation
from arena.app.storage.settings import Settings
from tests.processes import run_python


class FakePlayer:
    """Stand-in for pyglet's player, as far as the device uses it."""

    alive: list["FakePlayer"] = []  # noqa: RUF012  of all tests
    broken = False

    def __init__(self) -> None:
        self.volume, self.position, self.playing = 1.0, (0.0, 0.0, 0.0), False
        self.queued: list[Any] = []
        self.emptied = False

    def queue(self, source: Any) -> None:
        self.queued.append(source)
        FakePlayer.alive.append(self)

    def play(self) -> None:
        if FakePlayer.broken:
            raise OSError("the device is gone")
        self.playing = True

    def pause(self) -> None:
        self.playing = False

    def next_source(self) -> None:
        self.emptied = True

    def delete(self) -> None:
        assert self.emptied, "its buffer stays in the device for ever"
        if self in FakePlayer.alive:
            FakePlayer.alive.remove(self)


def load(name: str, file: Any, streaming: bool) -> bytes:
    assert not streaming
    return bytes(file.read())


SCORE = ScoreThread(ScoreRing())
"""Never started."""


@pytest.fixture
def audio(monkeypatch: pytest.MonkeyPatch) -> Audio:
    """Audio on a device that plays nothing, all sounds made, no thread."""
    FakePlayer.alive, FakePlayer.broken = [], False
    media = SimpleNamespace(Player=FakePlayer, load=load)
    monkeypatch.setattr(device_module, "_score_source", lambda media, thread: "score")
    audio = Audio(Settings())
    device = PygletDevice(media)
    mix = Mix(device)
    for clip, samples in CLIPS:
        device.keep(clip, samples)
        mix.add_clip(clip)
    audio.connect(device, mix, SCORE)
    return audio


CLIPS = [(clip, samples) for clip, samples in make_clips() if clip.variant == 0 and len(samples) < 40_000]


def test_a_device_that_is_opened_late_plays_what_goes_on() -> None:
    audio, situation = Audio(Settings()), Situation(danger=0.7)
    audio.follow(situation)
    device, thread = PygletDevice(SimpleNamespace()), ScoreThread(ScoreRing())
    audio.connect(device, Mix(device), thread)
    assert thread.score.situation == situation


def test_without_a_device_there_is_silence() -> None:
    audio = Audio(Settings())
    audio.play_plain(Sound.HIT)
    audio.follow(Situation())
    audio.update()
    audio.close()
    assert not audio.audible and audio.problem == ""


def test_cues_are_played_on_their_side_at_their_loudness(audio: Audio) -> None:
    audio.settings.volume, audio.settings.effects = 0.5, 0.5
    audio.play([Cue(Sound.HIT, 0.4, 0.6, 3)])
    (player,) = FakePlayer.alive
    assert player.playing and player.volume == pytest.approx(0.1)
    assert player.position[0] == 0.6 and np.linalg.norm(player.position) == pytest.approx(1.0)


def test_every_player_is_taken_apart(audio: Audio, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(device_module.time, "perf_counter", lambda: now)
    choose = np.random.default_rng(1)
    for _ in range(600):
        now += 1.0 / 60.0
        names = choose.choice([clip.sound for clip, _ in CLIPS], 4)
        audio.play([Cue(Sound(name), 0.2, 0.0, int(choose.integers(9))) for name in names])
        audio.update()
        assert len(FakePlayer.alive) <= 65
    now += 60.0
    audio.update()
    assert [player.queued for player in FakePlayer.alive] == [["score"]]
    audio.close()
    assert FakePlayer.alive == []


def test_a_device_that_is_lost_leaves_silence_and_one_line(audio: Audio) -> None:
    audio.play_plain(Sound.HIT)
    FakePlayer.broken = True
    audio.play_plain(Sound.MENU_MOVE)
    assert audio.problem == "No sound: the device is gone" and not audio.audible
    audio.play_plain(Sound.HIT)
    audio.update()


def test_sounds_that_cannot_be_made_are_told_in_a_line() -> None:
    def refuse(name: str, file: Any, streaming: bool) -> bytes:
        raise MemoryError("no room")

    audio, device = Audio(Settings()), PygletDevice(SimpleNamespace(load=refuse))
    audio._fill(device, Mix(device))  # pyright: ignore[reportPrivateUsage]
    assert audio.problem == "Not all sounds: no room"


def test_closing_ends_the_scores_thread() -> None:
    audio, device = Audio(Settings()), PygletDevice(SimpleNamespace(Player=FakePlayer))
    thread = ScoreThread(ScoreRing())
    audio.connect(device, Mix(device), thread)
    thread.start()
    assert not thread.ended
    audio.close()
    thread._thread.join(20.0)  # pyright: ignore[reportPrivateUsage]  a block takes its time
    assert thread.ended and not audio.audible


def test_the_score_follows_volumes_and_stands_still_where_it_is_not_heard(
    audio: Audio, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    monkeypatch.setattr(device_module.time, "perf_counter", lambda: now)

    def after(seconds: float) -> FakePlayer:
        nonlocal now
        for _ in range(round(seconds * 60)):
            now += 1.0 / 60.0
            audio.update()
        return FakePlayer.alive[0]

    audio.settings.volume, audio.settings.music = 0.5, 0.8
    loud = after(10.0 * FADE).volume
    assert loud == pytest.approx(0.4, rel=0.02)
    audio.score_level = 0.35
    assert after(1.0 / 60.0).volume < loud  # begins to fade at once
    assert after(10.0 * FADE).volume == pytest.approx(0.14, rel=0.02)
    audio.play([Cue(Sound.LOW_SHIELD, 0.2, 0.0, 8)])
    assert after(1.0 / 30.0).volume < 0.1  # makes way for a warning
    audio.score_level = 0.0
    assert not after(20.0 * FADE).playing
    audio.score_level = 1.0
    assert after(10.0 * FADE).playing
    audio.settings.music = 0.0
    player = after(1.0 / 60.0)
    assert not player.playing and STILL > 0.0


def test_what_is_told_reaches_the_score(audio: Audio) -> None:
    situation = Situation("rime", 4, 0.5, 2, True, 3)
    audio.follow(situation)
    assert SCORE.score.situation == situation


@pytest.mark.skipif(not Path("/proc/self/fd").is_dir(), reason="files of a process are counted there")
def test_messages_of_the_audio_library_are_kept_from_the_terminal(capfd: pytest.CaptureFixture[str]) -> None:
    def files() -> set[str]:
        return {path.name for path in Path("/proc/self/fd").iterdir()}

    before = files()
    with device_module._hushed():  # pyright: ignore[reportPrivateUsage]
        os.write(2, b"ALSA lib: cannot find card\n")
    os.write(2, b"a line of ours\n")
    assert capfd.readouterr().err == "a line of ours\n"
    assert files() == before


OPEN = """
import sys
from arena.app.window.backend import pyglet
from arena.app.sound.device import CODECS, Audio
from arena.app.storage.settings import Settings
audio = Audio(Settings())
audio.open()
assert sys.modules["pyglet.media.codecs.wave"]
print([name for name in CODECS if f"pyglet.media.codecs.{name}" in sys.modules])
print(audio.problem)
audio.close()
"""


def test_no_reader_of_other_files_is_looked_for() -> None:
    """pyglet looks for FFmpeg and GStreamer by other processes, and takes what is there into the game."""
    assert run_python(OPEN, ALSOFT_DRIVERS="null").splitlines() == ["[]", ""]


POOLED = """
from arena.app.window.backend import pyglet
from arena.app.sound.clips import make_clips
from arena.app.sound.device import DRIVERS, PygletDevice, free_buffers_at_once
pyglet.options["audio"] = DRIVERS
import pyglet.media as media
driver = media.get_audio_driver()
print(type(driver).__name__)
free_buffers_at_once(driver)
device = PygletDevice(media)
clip, samples = next(iter(make_clips()))
device.keep(clip, samples)
for player in [device.start(clip, 0.5, 0.0) for _ in range(9)]:
    device.stop(player)
print(len(driver.device.buffer_pool))
"""


def test_no_buffer_is_kept_once_it_is_played() -> None:
    """pyglet's pool would keep nine, each with the samples of its sound."""
    driver, *kept = run_python(POOLED, ALSOFT_DRIVERS="null").split()
    if driver != "OpenALDriver":
        pytest.skip("OpenAL is not installed")
    assert kept == ["0"]


SILENT = """
import sys
from arena.app.window.backend import pyglet
from arena.app.sound.device import Audio
from arena.app.sound.effects import Sound
from arena.app.storage.settings import Settings
audio = Audio(Settings())
audio.open()
driver = type(sys.modules["pyglet.media"].get_audio_driver()).__name__
print(driver, audio.audible, repr(audio.problem))
audio.play_plain(Sound.HIT)
audio.update()
audio.close()
"""


def test_a_machine_without_a_device_is_silent_and_that_is_no_problem() -> None:
    """OpenAL finds no device among the drivers that it may try, and says nothing on the terminal."""
    assert run_python(SILENT, ALSOFT_DRIVERS="none-such").split() == ["SilentDriver", "False", "''"]


LOST = """
import sys, threading
from arena.app.window.backend import pyglet
from arena.app.sound.device import Audio
from arena.app.sound.effects import Sound
from arena.app.storage.settings import Settings
audio = Audio(Settings())
audio.open()
driver = sys.modules["pyglet.media"].get_audio_driver()
print(type(driver).__name__)
if type(driver).__name__ == "OpenALDriver":
    for thread in threading.enumerate():
        if thread.name == "effects":
            thread.join()
    audio.play_plain(Sound.HIT)
    audio.update()
    print(audio.audible)
    alc = sys.modules["pyglet.media.drivers.openal.lib_alc"]
    alc.alcMakeContextCurrent(None)
    alc.alcDestroyContext(driver.context._al_context)
    audio.play_plain(Sound.MENU_MOVE) if sys.argv[1] == "sound" else audio.update()
    print(audio.audible, audio.problem)
    for _ in range(3):
        audio.play_plain(Sound.HIT)
        audio.update()
    audio.close()
"""


@pytest.mark.parametrize("first", ["sound", "update"])
def test_a_device_that_is_taken_away_in_play_leaves_silence_and_one_line(first: str) -> None:
    """A sound meets it first, or an update of those that play."""
    driver, *told = run_python(LOST, first, ALSOFT_DRIVERS="null").splitlines()
    if driver != "OpenALDriver":
        pytest.skip("OpenAL is not installed")
    assert told[0] == "True" and told[1].startswith("False No sound: ") and len(told) == 2
