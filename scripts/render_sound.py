"""Draw and measure what is heard: every effect, a minute of a game as a file, the score.

    .venv/bin/python scripts/render_sound.py --sheet sheet.png
    .venv/bin/python scripts/render_sound.py --mix F.wav [--minutes M] [--world N] [--wave N] [--danger KIND]
    .venv/bin/python scripts/render_sound.py --score F.wav [--minutes M] [--theme NAME] [--danger KIND]
    .venv/bin/python scripts/render_sound.py [--minutes M]

The mix is a bot's game, heard through the same code that plays it and summed as the device does. `--danger`
(calm, danger, rise) tells the score how dangerous it is; without it a mix tells what the game is like. Beside
each file lies its spectrogram. The last line, without a file, measures everything: peaks, loudness, how far
warnings stand out, the bass of large events, seams of the score, what calm and danger differ in, and what it
costs. Needs the extra `bench`.
"""

import argparse
import sys
import time
import wave
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import HOW_TO_INSTALL, give_up  # noqa: E402

try:
    from matplotlib.figure import Figure
    from sound_measures import (
        bass_balance,
        block_loudness,
        decibels,
        integrated_loudness,
        loudness_by_danger,
        measure_activity,
        measure_seams,
        spectral_flux,
        true_peak,
        warning_margins,
    )
except ImportError as missing:
    give_up("render_sound", f"{missing}; install with: {HOW_TO_INSTALL}")
from sound_rig import (  # noqa: E402
    AFTER,
    APART,
    F32,
    LARGE,
    OfflineDevice,
    Recording,
    hear_flood,
    hear_game,
    hear_large_events,
    load_library,
    record,
)

from arena.app.sound.cues import Cue  # noqa: E402
from arena.app.sound.effects import Sound  # noqa: E402
from arena.app.sound.mix import VOICES, WARNINGS, Mix  # noqa: E402
from arena.app.sound.score import BLOCK, ScoreRing  # noqa: E402
from arena.app.sound.score_thread import pack  # noqa: E402
from arena.app.sound.signals import RATE  # noqa: E402
from arena.app.sound.situation import Situation  # noqa: E402
from arena.app.sound.themes import THEMES, WORLDS  # noqa: E402
from arena.app.storage.levels import campaign_setup, load_world  # noqa: E402
from arena.game.mode import Setup  # noqa: E402
from arena.game.modes.practice import Exercise, format_exercise  # noqa: E402
from arena.tuning import TICK_RATE  # noqa: E402

DANGERS: dict[str, Callable[[float], float]] = {
    "calm": lambda share: 0.0,
    "danger": lambda share: 1.0,
    "rise": lambda share: share,
}
"""Danger by the share of the time that has passed."""
SEED = 5
FLOOD = 500
"""Events a second that must not make it louder than `LOUDEST`."""
LOUDEST, HIGHEST, WARNING_LEAST, COST_MOST = -17.0, -1.0, 6.0, 3.0
"""Loudness [LUFS], any peak [dBFS], warnings above the rest [dB], share of a core for 64 voices [%]."""
LEAD = 120
"""Number of blocks of music, 20 s, after which all layers have come in."""
DANGER_ABOVE_CALM = 6.0
"""Least difference in loudness [LU]."""

SEAM_MOST = 3.0
"""Standard deviations of the flux at onsets that a seam may have, where nothing else has more."""


def main(words: Sequence[str] | None = None) -> int:
    """Draw, render or measure."""
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="render_sound", description=__doc__, formatter_class=text)
    parser.add_argument("--sheet", type=Path, help="a picture with the spectrogram of every effect")
    parser.add_argument("--mix", type=Path, help="a bot's game as a stereo file")
    parser.add_argument("--score", type=Path, help="music alone as a stereo file")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument(
        "--world", type=int, choices=range(1, 6), help="of the mix; without it an endless game"
    )
    parser.add_argument("--wave", type=int, default=1, help="of the endless game")
    parser.add_argument("--theme", choices=THEMES, default="terra", help="of the score")
    parser.add_argument("--danger", choices=DANGERS)
    chosen = parser.parse_args(words)
    seconds = 60.0 * chosen.minutes
    if not 0.0 < seconds <= 3600.0:
        parser.error("--minutes takes more than 0, and 60 at most")
    try:
        if chosen.sheet:
            draw_sheet(chosen.sheet)
        if chosen.mix:
            danger = None if chosen.danger is None else over(DANGERS[chosen.danger], seconds)
            save(chosen.mix, record(hear_game(make_setup(chosen.world, chosen.wave), seconds, danger)).mix)
        if chosen.score:
            danger = over(DANGERS[chosen.danger or "rise"], seconds)
            save(chosen.score, play_score(chosen.theme, seconds, danger)[0])
        good = True if chosen.sheet or chosen.mix or chosen.score else measure(seconds)
    except OSError as error:
        give_up("render_sound", f"{error.strerror or error}: {error.filename}")
    return 0 if good else 1


def over(danger: Callable[[float], float], seconds: float) -> Callable[[float], float]:
    """Danger by the time [s]."""
    return lambda now: danger(now / seconds)


def make_setup(world: int | None, number: int) -> Setup:
    """The match that a bot plays: a world of the campaign, or an endless game from a wave on."""
    if world is not None:
        return campaign_setup(load_world(world), SEED)
    return Setup("practice", SEED, level=format_exercise(Exercise("endless", number, True)))


def play_score(
    theme: str, seconds: float, danger: Callable[[float], float], boss: bool = False
) -> tuple[F32, list[int]]:
    """Render music alone; returns samples, shape (count, 2), and where its last bars begin."""
    score, parts = ScoreRing(), list[F32]()
    for block in range(round(seconds * RATE / BLOCK)):
        score.situation = Situation(theme, SEED, danger(block * BLOCK / RATE), 4, boss, 1)
        parts.append(score.render())
    return np.concatenate(parts), score.bars


def save(path: Path, samples: F32) -> None:
    """Write a stereo file, its spectrogram beside it, and what can be said of it in a line."""
    with path.open("wb") as target, wave.open(target, "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(pack(samples))
    draw_spectrogram(path.with_suffix(".png"), samples)
    peak = decibels(float(np.abs(samples).max()))
    print(f"{path}: peak {peak:.1f} dBFS, {integrated_loudness(samples):.1f} LUFS")


def measure(seconds: float) -> bool:
    """Print a table of everything that must hold; returns whether all of it does."""
    rows = [
        *measure_effects(),
        *measure_mixes(seconds),
        *measure_bass(),
        *measure_score(seconds),
        *measure_cost(seconds),
    ]
    for name, figure, good in rows:
        print(f"{name:44} {figure:44} {'' if good else 'MISSED'}")
    return all(good for _, _, good in rows)


Row = tuple[str, str, bool]
"""Name of a measurement, its value, and whether it is within its limits."""


def measure_effects() -> list[Row]:
    """Peaks, and how long it takes to make them."""
    began = time.process_time()
    _, library = load_library()
    spent = time.process_time() - began
    peak = max(decibels(float(np.abs(samples).max())) for samples in library.values())
    return [
        ("effects: highest peak", f"{peak:.2f} dBFS of {len(library)} clips", peak < HIGHEST),
        ("effects: made in", f"{spent:.2f} s of one core", True),
    ]


def measure_mixes(seconds: float) -> list[Row]:
    """Peaks, loudness and warnings of three games and of a flood."""
    heard = {
        "wave 1": lambda: hear_game(make_setup(None, 1), seconds),
        "wave 25": lambda: hear_game(make_setup(None, 25), seconds),
        "world 5": lambda: hear_game(make_setup(5, 1), seconds),
        f"{FLOOD} events/s": lambda: hear_flood(FLOOD, seconds),
    }
    return [row for name, hear in heard.items() for row in describe(name, record(hear()))]


def describe(name: str, recording: Recording) -> list[Row]:
    """The rows of one recording."""
    mix, clips = recording.mix, load_library()[0]
    peak, loudness = true_peak(mix), integrated_loudness(mix)
    lengths = {clip.sound: clip.seconds - 0.06 for clip in clips if clip.sound in WARNINGS}
    margins = warning_margins(recording.warnings, recording.rest + recording.score, recording.begun, lengths)
    calm, danger = loudness_by_danger(mix, recording.dangers, TICK_RATE)
    stems = " ".join(f"{integrated_loudness(part):.1f}" for part in recording[:3])
    least = float(margins.min()) if len(margins) else np.inf
    return [
        (f"{name}: true peak", f"{peak:.2f} dBFS", peak < HIGHEST),
        (
            f"{name}: loudness",
            f"{loudness:.1f} LUFS, {block_loudness(mix).max():.1f} at most",
            loudness < LOUDEST,
        ),
        (f"{name}: warnings, rest, score", f"{stems} LUFS", True),
        (
            f"{name}: calm, danger",
            f"{calm:.1f} {danger:.1f} LUFS",
            not danger < calm + DANGER_ABOVE_CALM,
        ),
        (
            f"{name}: warnings above the rest",
            f"{least:.1f} dB at least, of {len(margins)}",
            least >= WARNING_LEAST,
        ),
        (
            f"{name}: voices",
            f"{max(recording.voices)} at most, {np.mean(recording.voices):.1f} on average",
            True,
        ),
    ]


def measure_bass() -> list[Row]:
    """Power from 20 to 80 Hz by that from 250 to 1000 Hz, after large events in a fight."""
    seconds = 2 * len(LARGE) * APART
    recording = record(hear_large_events(seconds))
    rows: list[Row] = [("large events: true peak", f"{true_peak(recording.mix):.2f} dBFS", True)]
    for sound in LARGE:
        starts = [round(at * RATE) for begun, at in recording.begun if begun is sound]
        parts = [recording.mix[start : start + round(AFTER * RATE)] for start in starts]
        balance = bass_balance(np.concatenate(parts)) if parts else -np.inf
        figure = f"{balance:+.1f} dB at 20-80 Hz above 250-1000, of {len(parts)}"
        rows.append((f"large events: {sound}", figure, balance >= 0.0))
    return rows


def measure_score(seconds: float) -> list[Row]:
    """Seams in danger once all layers play, and what calm and danger differ in, for each theme."""
    rows: list[Row] = []
    for theme in THEMES:
        full, bars = play_score(theme, seconds + LEAD * BLOCK / RATE, DANGERS["danger"])
        full, bars = full[LEAD * BLOCK :], [bar - LEAD * BLOCK for bar in bars if bar > LEAD * BLOCK]
        calm, _ = play_score(theme, seconds, DANGERS["calm"])
        flux, blocks = spectral_flux(full), list(range(BLOCK, len(full), BLOCK))
        at_bars, at_blocks = measure_seams(flux, bars), measure_seams(flux, blocks)
        highest, elsewhere = (
            max(at_bars.highest, at_blocks.highest),
            max(at_bars.elsewhere, at_blocks.elsewhere),
        )
        figure = f"bars {at_bars.highest:+.1f} blocks {at_blocks.highest:+.1f}, else {elsewhere:+.1f} sigma"
        rows.append((f"score {theme}: flux at seams", figure, highest < max(elsewhere, SEAM_MOST)))
        quiet, busy = measure_activity(calm), measure_activity(full)
        figure = (
            f"onsets/s {quiet.onsets:.1f} {busy.onsets:.1f}, above 3 kHz {quiet.high:.0f} {busy.high:.0f} dB"
        )
        rows.append((f"score {theme}: calm, danger", figure, busy.onsets > 2.0 * quiet.onsets))
        low, high = integrated_loudness(calm), integrated_loudness(full)
        figure = f"{low:.1f} {high:.1f} LUFS"
        good = theme not in WORLDS or high >= low + DANGER_ABOVE_CALM
        rows.append((f"score {theme}: calm, danger", figure, good))
    return rows


def measure_cost(seconds: float) -> list[Row]:
    """Share of a core for 64 voices and the score, without the device's own work."""
    clips, library = load_library()
    mix, score, choose = Mix(OfflineDevice(library)), ScoreRing(), np.random.default_rng(SEED)
    for clip in clips:
        mix.add_clip(clip)
    score.situation, spent, voices = Situation("terra", SEED, 1.0, 8, True, 1), 0.0, list[int]()
    cues = [[random_cue(choose) for _ in range(8)] for _ in range(round(seconds * TICK_RATE))]
    for tick, asked in enumerate(cues):
        began = time.perf_counter()
        mix.update(tick / TICK_RATE)
        mix.play(asked, tick / TICK_RATE)
        spent += time.perf_counter() - began
        voices.append(len(mix.playing))
    began = time.process_time()
    for _ in range(round(seconds * RATE / BLOCK)):
        score.render()
    music = time.process_time() - began
    shares = [100.0 * part / seconds for part in (spent, music)]
    figure = f"{shares[0]:.2f} % voices, {shares[1]:.2f} % score"
    name = f"cost: {max(voices)} of {VOICES} voices, {np.mean(voices):.0f} on average"
    return [(name, figure, sum(shares) <= COST_MOST)]


def random_cue(choose: np.random.Generator) -> Cue:
    """Any sound, important enough to be begun at once."""
    sound = list(Sound)[int(choose.integers(len(Sound)))]
    return Cue(sound, float(choose.uniform(0.02, 0.06)), float(choose.uniform(-1.0, 1.0)), 6)


def draw_sheet(path: Path) -> None:
    """Draw every effect: its spectrogram, and its wave above."""
    clips, library = load_library()
    shown = [clip for clip in clips if clip.variant == 0 and not clip.distant]
    columns = 7
    rows = -(-len(shown) // columns)
    figure = Figure(figsize=(3.0 * columns, 2.3 * rows), layout="constrained")
    for place, clip in enumerate(shown):
        samples, axes = library[clip.key], figure.add_subplot(rows, columns, place + 1)
        axes.specgram(samples, NFFT=512, Fs=RATE, noverlap=448, cmap="magma", vmin=-130, vmax=-40)
        axes.set_yscale("symlog", linthresh=200)
        axes.set_ylim(40, 20_000)
        level = decibels(float(np.sqrt((samples**2).mean())))
        axes.set_title(f"{clip.sound} {len(samples) / RATE:.2f} s {level:.0f} dB", fontsize=9)
        axes.tick_params(labelsize=6)
    figure.savefig(path, dpi=70)
    print(path)


def draw_spectrogram(path: Path, samples: F32) -> None:
    """Draw a piece: what it contains, and how loud it is."""
    figure = Figure(figsize=(18, 7), layout="constrained")
    upper, lower = figure.subplots(2, 1, sharex=True, height_ratios=(4, 1))
    mono = samples.mean(axis=1)
    upper.specgram(mono, NFFT=4096, Fs=RATE, noverlap=2048, cmap="magma", vmin=-140, vmax=-50)
    upper.set_yscale("symlog", linthresh=200)
    upper.set_ylim(30, 18_000)
    upper.set_ylabel("Hz")
    loudness = block_loudness(samples)
    lower.plot(np.arange(len(loudness)) * 0.1 + 0.2, loudness)
    lower.set_ylim(-60, -8)
    lower.set_ylabel("LUFS")
    lower.set_xlabel("s")
    figure.savefig(path, dpi=70)


if __name__ == "__main__":
    sys.exit(main())
