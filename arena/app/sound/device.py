"""Audio output. Without a device, or after its loss, the game goes on in silence.

The window opens an `Audio` when all else is there; sessions and menus hand it cues, its `update` is called
once a frame. Effects are voices of the device's, because they must be heard at once; the score is one
stream.
"""

import contextlib
import io
import math
import os
import sys
import threading
import time
import wave
from collections.abc import Generator, Iterable
from importlib import import_module
from typing import Any

from arena.app.sound.clips import Clip, make_clips
from arena.app.sound.cues import Cue
from arena.app.sound.effects import Sound
from arena.app.sound.mix import Mix
from arena.app.sound.score import ScoreRing
from arena.app.sound.score_thread import ScoreThread, pack
from arena.app.sound.signals import RATE, Samples
from arena.app.sound.situation import Situation
from arena.app.storage.settings import Settings

DRIVERS = ("xaudio2", "directsound", "openal", "silent")
"""In order of preference, set before pyglet.media is imported. ``pulse`` is left out: it has no positions."""

CODECS = ("ffmpeg_lib", "gstreamer", "pyogg")
"""Modules of pyglet for sounds other than waves; they look for libraries by other processes."""

PLAIN_PRIORITY = 7
"""Priority of a sound without a position."""
FADE = 0.5
"""Time constant of the score's volume changes [s]."""
STILL = 0.004
"""Gain below which the score pauses."""


class PygletDevice:
    """The device that pyglet found: a `Device` of `arena.app.sound.mix`, and a stream for the score."""

    def __init__(self, media: Any) -> None:
        self._media = media
        self._sources: dict[tuple[Sound, int, bool], Any] = {}
        self._stream: Any = None

    def keep(self, clip: Clip, samples: Samples) -> None:
        """Keep the samples of a clip; thread-safe."""
        file = io.BytesIO(wave_bytes(samples))
        self._sources[clip.key] = self._media.load("effect.wav", file=file, streaming=False)

    def start(self, clip: Clip, gain: float, pan: float) -> object:
        """Begin to play a clip."""
        player = self._media.Player()
        player.volume = gain
        player.position = (pan, 0.0, -math.sqrt(max(0.0, 1.0 - pan * pan)))
        player.queue(self._sources[clip.key])
        player.play()
        return player

    def set_gain(self, token: object, gain: float) -> None:
        """Change the gain of a playing sound."""
        player: Any = token
        player.volume = gain

    def stop(self, token: object) -> None:
        """Free a player.

        Deleting it alone frees its source and leaves its buffer in the device for ever, where it had not been
        played to its end: 80 MB for every minute of a thick fight. Asking for what comes next, which is
        nothing, gives that back first.
        """
        player: Any = token
        with contextlib.suppress(Exception):  # a lost device raises on stop
            player.next_source()
            player.delete()

    def stream(self, thread: ScoreThread, gain: float) -> None:
        """Set the gain of the score; pause it at 0."""
        if self._stream is None:
            self._stream = self._media.Player()
            self._stream.volume = gain
            self._stream.queue(_score_source(self._media, thread))
        if gain > STILL:
            self._stream.volume = gain
        if self._stream.playing != (gain > STILL):
            (self._stream.play if gain > STILL else self._stream.pause)()

    def close(self) -> None:
        """End the stream."""
        if self._stream is not None:
            self.stop(self._stream)
            self._stream = None


class Audio:
    """Plays cues and the score on the device that pyglet finds; silent without one.

    `problem` is "" or a line for the player, from when it is known on. Volumes are those of `settings`.
    """

    def __init__(self, settings: Settings) -> None:
        self.problem = ""
        self.score_level = 1.0
        """Volume of the score on this screen, 0 to 1."""
        self.settings = settings
        self._device: PygletDevice | None = None
        self._mix: Mix | None = None
        self._score: ScoreThread | None = None
        self._situation: Situation | None = None  # last one told
        self._score_gain = 0.0
        self._updated = 0.0  # [s]

    def open(self) -> None:
        """Open the device, and begin to make the sounds; call it once a window exists.

        They are made on a thread while the game loads, the menus' first: it takes half a second.
        """
        try:
            with _hushed(), _without_codecs():
                media: Any = import_module("pyglet.media")  # needs a window, and its options set before

            driver = media.get_audio_driver()
            if type(driver).__name__ == "SilentDriver":
                return
            free_buffers_at_once(driver)
            device = PygletDevice(media)
            mix = Mix(device)
            threading.Thread(target=self._fill, args=(device, mix), name="effects", daemon=True).start()
            score = ScoreThread(ScoreRing())
            score.start()
            self.connect(device, mix, score)
        except Exception as error:  # drivers fail in their own ways; none of them may stop the game
            self._fall_silent(error)

    def connect(self, device: PygletDevice, mix: Mix, score: ScoreThread) -> None:
        """Attach a device."""
        self._device, self._mix, self._score = device, mix, score
        if self._situation is not None:
            score.score.situation = self._situation

    @property
    def audible(self) -> bool:
        """True if there is a device."""
        return self._mix is not None

    def play(self, cues: Iterable[Cue]) -> None:
        """Start the cues that get a voice."""
        volume = self.settings.volume * self.settings.effects
        if self._mix is None or volume <= 0.0:
            return
        try:
            self._mix.volume = volume
            self._mix.play(cues, time.perf_counter())
        except Exception as error:  # the device was unplugged
            self._fall_silent(error)

    def play_plain(self, sound: Sound, gain: float = 0.5) -> None:
        """Play a sound without a position, such as a menu's."""
        self.play((Cue(sound, gain, 0.0, PLAIN_PRIORITY),))

    def follow(self, situation: Situation) -> None:
        """Pass the situation to the score, now or when the device is opened."""
        self._situation = situation
        if self._score is not None:
            self._score.score.situation = situation

    def update(self) -> None:
        """Free ended voices and update gains; call it once per frame."""
        if self._mix is None or self._device is None or self._score is None:
            return
        now = time.perf_counter()
        try:
            self._mix.volume = self.settings.volume * self.settings.effects
            self._mix.update(now)
            self._device.stream(self._score, self._follow_level(now))
            self.problem = self.problem or self._score.problem
        except Exception as error:  # the device was unplugged
            self._fall_silent(error)

    def close(self) -> None:
        """Stop every sound."""
        device, mix, score = self._device, self._mix, self._score
        self._device = self._mix = self._score = None
        with contextlib.suppress(Exception):  # of a lost device
            if mix is not None:
                mix.stop()
            if device is not None:
                device.close()
        if score is not None:
            score.close()

    def _fill(self, device: PygletDevice, mix: Mix) -> None:
        """Make every effect; one that is not ready is silent."""
        try:
            for clip, samples in make_clips():
                device.keep(clip, samples)
                mix.add_clip(clip)
        except Exception as error:  # what was made by then is heard all the same
            self.problem = f"Not all sounds: {error}"[:120]

    def _follow_level(self, now: float) -> float:
        """Update the gain of the score from settings, screen and ducking."""
        assert self._mix is not None
        share = 1.0 - math.exp(-max(0.0, min(1.0, now - self._updated)) / FADE)
        self._updated = now
        self._score_gain += (self.score_level - self._score_gain) * share
        return self._score_gain * self._mix.score_duck * self.settings.volume * self.settings.music

    def _fall_silent(self, error: Exception) -> None:
        self.problem = f"No sound: {error}"[:120]
        self.close()


def free_buffers_at_once(driver: Any) -> None:
    """Let OpenAL's buffers go as soon as they are played.

    pyglet keeps as many as ever played together, each with the samples of its last sound: up to 3 MB, as the
    last fight was.
    """
    pool = getattr(getattr(driver, "device", None), "buffer_pool", None)
    if pool is not None:
        pool.return_buffers = _delete_buffers


def _delete_buffers(buffers: Iterable[Any]) -> None:
    for buffer in buffers:
        buffer.delete()


def _score_source(media: Any, thread: ScoreThread) -> Any:
    """Make a pyglet source that takes the thread's blocks."""
    from pyglet.media.codecs import AudioData, AudioFormat, StreamingSource  # noqa: PLC0415  as above

    class ScoreSource(StreamingSource):
        """Endless audio source that always returns the requested length."""

        def seek(self, timestamp: float) -> None:
            """Do nothing; pyglet seeks before it releases a source."""

        audio_format = AudioFormat(channels=2, sample_size=16, sample_rate=RATE)

        def is_precise(self) -> bool:
            return True

        def get_audio_data(self, num_bytes: int, compensation_time: float = 0.0) -> Any:
            data = thread.take(num_bytes)
            return AudioData(data, len(data), 0.0, len(data) / self.audio_format.bytes_per_second, [])

    return ScoreSource()


@contextlib.contextmanager
def _hushed() -> Generator[None]:
    """Silence ALSA's messages about missing devices."""
    if not sys.platform.startswith("linux"):
        yield
        return
    sys.stderr.flush()
    kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


@contextlib.contextmanager
def _without_codecs() -> Generator[None]:
    """Hide from pyglet.media, which is imported inside, what it would only look for."""
    hidden = [name for codec in CODECS if (name := f"pyglet.media.codecs.{codec}") not in sys.modules]
    modules: dict[str, Any] = sys.modules
    modules.update(dict.fromkeys(hidden))
    try:
        yield
    finally:
        for name in hidden:
            del modules[name]


def wave_bytes(samples: Samples) -> bytes:
    """Pack a sound as a 16-bit mono WAV file."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pack(samples))
    return buffer.getvalue()
