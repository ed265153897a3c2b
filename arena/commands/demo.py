"""`arena demo`: the bot plays, in the window, or headless for a picture, a replay and a table of results."""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena import shutdown
from arena.commands import CommandError
from arena.commands.level_choice import chosen_mode, wanted_level
from arena.toml_reader.problems import printable

if TYPE_CHECKING:
    from tqdm import tqdm

    from arena.commands.picture import PicturePainter
    from arena.game.match import Match
    from arena.game.mode import Setup
    from arena.sim.tables.commands import PlayerCommand
    from arena.sim.world import World

DEFAULT_SECONDS = 60.0
TICKS_PER_PICTURE = 600
"""Ticks between pictures; the last one with a living ship is kept."""

PICTURE_SIZE = (1280, 720)


@dataclass
class DemoResult:
    """Result of a headless demo."""

    rows: dict[str, str] = field(default_factory=dict[str, str])
    problem: str = ""  # reason for a missing picture
    lost: list[str] = field(default_factory=list[str])  # a line per file that could not be written

    def text(self) -> str:
        """Table of results."""
        return "\n".join(f"{name:<16} {value}" for name, value in self.rows.items())


def run(options: argparse.Namespace) -> int:
    """Run the demo in the window until the player quits, or headless for a given time."""
    mode, level = chosen_mode(options), wanted_level(options)
    skill = _known_skill(options.skill)
    seed = 1 if options.seed is None else options.seed
    if not options.headless:
        if options.output:
            raise CommandError("--output belongs to --headless: the window leaves no files")
        from arena.commands.window import open_window

        details = {"mode": mode.spec.name, "difficulty": options.difficulty, "level": level}
        if options.skill:
            details |= {"pilot": lambda match: seated(match, skill), "warm_ups": _warm_ups(skill)}
        return open_window("demo", seconds=options.seconds, seed=seed, **details)
    from arena.commands.outputs import new_folder
    from arena.game.mode import Request

    folder = new_folder(options.output, "arena-demo")
    try:
        text = "" if level is None else level.text
        setup = mode.setup_for(Request(seed, 1, options.difficulty, text))
        result = play(folder, setup, options.seconds or DEFAULT_SECONDS, skill)
    finally:
        _remove_if_empty(folder)
    print(result.text())
    if written := sorted(path.name for path in folder.iterdir()) if folder.exists() else []:
        print(f"\nresults in {printable(folder.resolve())}: {', '.join(written)}", flush=True)
    if result.problem:
        print(f"no picture: {result.problem}", file=sys.stderr)
    if result.lost:
        raise CommandError("; ".join(result.lost), CommandError.FAILED)
    return 0


def _known_skill(given: str | None) -> str:
    """Name of a bot's skill or of the learnt pilot.

    Raises:
        CommandError: there is none of that name.
    """
    from arena.catalogue.skills import BEST, SKILLS

    if given is None or given in SKILLS.names:
        return given or BEST.name
    from arena.env.pilot import LEARNT

    if given != LEARNT:
        raise CommandError(f"no skill {given!r}; there is {', '.join((*SKILLS.names, LEARNT))}")
    return given


def seated(match: "Match", skill: str) -> "Callable[[World], PlayerCommand]":
    """Commands of the first player's pilot, of a known skill."""
    if _is_bot(skill):
        from arena.game.bots.bot import Bot

        return Bot(0, skill).command
    from arena.env.pilot import SeatedPilot

    return SeatedPilot(match).command


def _warm_ups(skill: str) -> "tuple[Callable[[], None], ...]":
    """Calls of the kernels that a pilot needs beside the game's own."""
    if _is_bot(skill):
        return ()
    from arena.env.pilot import warm_up_pilot

    return (warm_up_pilot,)


def _is_bot(skill: str) -> bool:
    """Return whether a known skill is a bot's. The learnt pilot is imported only where it flies."""
    from arena.catalogue.skills import SKILLS

    return skill in SKILLS.names


def play(folder: Path, setup: "Setup", seconds: float, skill: str) -> DemoResult:
    """Run a bot headless and write picture, replay and table into `folder`."""
    from arena.commands.outputs import write_output
    from arena.startup.progress_bar import prepare_kernels

    prepare_kernels(*_warm_ups(skill))
    from arena.game.match import Match
    from arena.game.scoring.statistics import quarantine_notice
    from arena.tuning import TICK_RATE

    ticks = max(1, round(seconds * TICK_RATE))
    painter, problem = _painter()
    record = folder / "demo.replay"
    match = Match(**asdict(setup), record=record)
    try:
        spent = _play_ticks(match, ticks, painter, skill)
    finally:
        match.close()
    result = DemoResult(_results(match, spent), problem)
    if notice := quarantine_notice(match.world):
        print(f"note: {notice}", file=sys.stderr)
    if match.recorder is not None and match.recorder.error:
        result.lost.append(match.recorder.error)
    text = f"{result.text()}\n".encode()
    _write(result, lambda: write_output(folder / "results.txt", text))
    if painter is not None:
        _write(result, lambda: painter.save(folder / "picture.png"))
    return result


def _write(result: DemoResult, work: Callable[[], None]) -> None:
    """Write one file; note a failure, as a full disk may have room for another."""
    try:
        work()
    except CommandError as error:
        result.lost.append(str(error))


def _painter() -> "tuple[PicturePainter | None, str]":
    """Return a picture painter, or the reason why there is none: a machine without OpenGL still plays."""
    from arena.commands.picture import PicturePainter

    try:
        return PicturePainter(PICTURE_SIZE, "medium"), ""
    except Exception as error:  # drivers fail in many ways, and none of them should stop the demo
        return None, " ".join(str(error).split())


def _play_ticks(match: "Match", ticks: int, painter: "PicturePainter | None", skill: str) -> float:
    """Run ticks to the end of the time or of the last life; return the seconds they took."""
    from tqdm import tqdm

    command = seated(match, skill)
    spent = 0.0
    bar = tqdm(total=ticks, desc="playing", unit="tick", leave=False, dynamic_ncols=True, file=sys.stderr)
    with bar:
        for done in range(1, ticks + 1):
            shutdown.check()
            began = time.perf_counter()
            match.tick([command(match.world)])
            spent += time.perf_counter() - began
            over = match.over
            if painter is not None:
                _picture_now_and_then(painter, match, bar, min(TICKS_PER_PICTURE, ticks))
            bar.update()
            if done % 30 == 0:
                hud = match.hud()
                bar.set_postfix(score=hud.score, wave=hud.progress, lives=hud.lives, refresh=False)
            if over:
                break
        if painter is not None and painter.pixels is None:  # it ended before the first one was due
            painter.paint(match)
    return spent


def _picture_now_and_then(painter: "PicturePainter", match: "Match", bar: "tqdm[Any]", interval: int) -> None:
    """Observe the ticks before each due picture; paint it if the ship is alive."""
    from arena.commands.picture import WARM_UP_TICKS

    due = (bar.total - match.world.tick) % interval
    if due < WARM_UP_TICKS:
        painter.watch(match)
    if due == 0 and match.world.bodies.alive[: match.setup.players].any():
        bar.set_description("painting")  # seconds, the first time and without a graphics card
        painter.paint(match)
        bar.set_description("playing")


def _results(match: "Match", spent: float) -> dict[str, str]:
    from arena import __version__
    from arena.tuning import TICK_RATE

    ticks = match.world.tick
    return match.mode.results(match.world) | {
        "ticks": f"{ticks} ({ticks / TICK_RATE:.1f} s of play)",
        "ticks/s": f"{ticks / spent:.0f}" if spent else "-",
        "seed": str(match.world.seed),
        "state hash": f"{match.state_hash():016x}",
        "version": f"arena {__version__}",
    }


def _remove_if_empty(folder: Path) -> None:
    if not any(folder.iterdir()):
        folder.rmdir()
