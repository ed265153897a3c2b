"""Sound out of the speakers. Without a device, or when it is lost, the game goes on in silence."""

import contextlib
import io
import math
import os
import sys
import time
from collections.abc import Generator, Iterable
from typing import Any

from arena.app.mixer import Cue, Voice, Voices
from arena.app.settings import Settings
from arena.app.synthesis import RATE, Sound, synthesise, wave_bytes

DRIVERS = ("xaudio2", "directsound", "openal", "silent")
"""In order of preference, set before pyglet.media is imported; `pulse` is left out: it knows no positions."""

TAIL_SECONDS = 0.1
"""Kept beyond the end of a sound before its voice is taken apart, for the device's own buffer."""


class Audio:
    """Plays cues on the device that pyglet finds, none if there is none.

    `problem` is "" or a line for the player. Volumes are read from `settings` at every sound.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._voices = Voices()
        self._media: Any = None
        self._sources: dict[Sound, tuple[Any, float]] = {}
        self.problem = ""

    def open(self) -> None:
        """Find the device and make the sounds; call it once a window exists."""
        try:
            with _hushed():
                from pyglet import media  # noqa: PLC0415  needs a window, and its options set before

            if type(media.get_audio_driver()).__name__ == "SilentDriver":
                return
            for sound in Sound:
                samples = synthesise(sound)
                file = io.BytesIO(wave_bytes(samples))
                source = media.load(f"{sound}.wav", file=file, streaming=False)
                self._sources[sound] = (source, len(samples) / RATE)
            self._media = media
        except Exception as error:  # drivers fail in their own ways; none of them may stop the game
            self._fall_silent(error)

    @property
    def audible(self) -> bool:
        """Whether there is a device."""
        return self._media is not None

    def play(self, cues: Iterable[Cue]) -> None:
        """Start the cues that find a voice."""
        volume = self._settings.volume * self._settings.effects
        if self._media is None or volume <= 0.0:
            return
        try:
            for cue in cues:
                self._start(cue, volume)
        except Exception as error:  # the device was unplugged
            self._fall_silent(error)

    def play_plain(self, sound: Sound, gain: float = 0.5) -> None:
        """Play a sound that has no place, such as a menu's."""
        self.play((Cue(sound, gain, 0.0, 9),))

    def update(self) -> None:
        """Take ended voices apart; call it once a frame."""
        for voice in self._voices.expire(time.perf_counter()):
            _stop(voice)

    def close(self) -> None:
        """Stop every sound."""
        for voice in self._voices.expire(math.inf):
            _stop(voice)
        self._media = None

    def _start(self, cue: Cue, volume: float) -> None:
        source, duration = self._sources[cue.sound]
        voice, stopped = self._voices.admit(cue, duration + TAIL_SECONDS, time.perf_counter())
        for other in stopped:
            _stop(other)
        if voice is None:
            return
        player = self._media.Player()
        player.volume = cue.gain * volume
        player.position = (cue.pan, 0.0, -math.sqrt(max(0.0, 1.0 - cue.pan * cue.pan)))
        player.queue(source)
        player.play()
        voice.token = player

    def _fall_silent(self, error: Exception) -> None:
        self.problem = f"No sound: {error}"[:120]
        self.close()


@contextlib.contextmanager
def _hushed() -> Generator[None]:
    """Keep ALSA from writing to the terminal about every device that a machine lacks."""
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


def _stop(voice: Voice) -> None:
    player: Any = voice.token
    if player is not None:
        with contextlib.suppress(Exception):  # a lost device cannot be told to stop
            player.pause()
            player.delete()
