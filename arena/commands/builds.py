"""`arena replay FILE --against BUILD`: where two builds of the game part, to the tick, system and column.

Both builds play the recording and print a hash of each column after each tick, which `--trace` shows alone;
then both play the first tick that differs again, and print the hashes after each of its systems. So a build
is asked only for what its command line gives anybody.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, NamedTuple

from arena.commands import CommandError, refusing
from arena.toml_reader.problems import printable

if TYPE_CHECKING:
    from arena.game.replays.reader import Replay

EQUAL, DIFFERENT = 0, 1
WHOLE = 0
"""Tick that stands for all of them, where a trace is asked for; the first tick is 1."""
NAMED = 4
"""Columns named of those that differ."""


class TraceRow(NamedTuple):
    """State after a tick, or after a system of one tick."""

    label: str  # number of the tick, or name of the system
    hashes: dict[str, str]  # by column


def write_trace(replay: "Replay", tick: int, tell: Callable[[str], object]) -> None:
    """Print the hash of each column: after every tick, or after every system of one.

    The release and the rules of the recording may be others: that is what traces are compared for.

    Args:
        replay: what to play.
        tick: that is looked into, from 1; `WHOLE`: hashes after each tick, from 0, before the first.
        tell: receives the lines.

    Raises:
        ReplayError: its mode or level is not known here.
    """
    from arena.game.replays.replay import replay_match

    with replay_match(replay, 1, any_rules=True) as match:

        def tell_state(label: str) -> None:
            tell(" ".join([label, *(f"{value:016x}" for value in match.world.array_hashes().values())]))

        tell(json.dumps(list(match.array_hashes())))
        if tick == WHOLE:
            tell_state("0")
        for now in range(replay.ticks):
            match.mark = tell_state if now + 1 == tick else None
            match.tick(replay.commands_at(now))
            if tick == WHOLE:
                tell_state(str(now + 1))
            elif now + 1 == tick:
                return


def read_trace(lines: Iterator[str]) -> Generator[TraceRow]:
    """Rows of a trace, as they come.

    Raises:
        ValueError: these are not the lines of a trace.
    """
    names = json.loads(next(lines, ""))
    for line in lines:
        label, *hashes = line.split()
        yield TraceRow(label, dict(zip(names, hashes, strict=True)))


def compare_builds(path: Path, build: str, tell: Callable[[str], object] = print) -> int:
    """Say where this build and another one part on a recording; return the exit code.

    Raises:
        CommandError: the other build cannot be asked.
    """
    own = [sys.executable] if getattr(sys, "frozen", False) else [sys.executable, "-P", "-m", "arena"]
    programs, name = (own, find_program(build)), printable(path)
    found = _first_difference(programs, path, WHOLE)
    if isinstance(found, int):
        tell(f"{name}: equal over {found - 1} ticks, column by column")
        return EQUAL
    if not int(found.label):
        tell(f"{name}: differs before the first tick, {_columns(found.hashes)}")
        return DIFFERENT
    inside = _first_difference(programs, path, int(found.label))
    part, columns = (
        (f"in {inside.label}", inside.hashes) if isinstance(inside, TraceRow) else ("", found.hashes)
    )
    tell(f"{name}: differs first at tick {found.label}, {part}{', ' * bool(part)}{_columns(columns)}")
    return DIFFERENT


def find_program(build: str) -> list[str]:
    """Command that runs another build: its program `arena`, or the folder of its checkout.

    Raises:
        CommandError: there is neither.
    """
    path = Path(build)
    scripts = "Scripts/python.exe" if os.name == "nt" else "bin/python"
    python = path / ".venv" / scripts
    if build and path.is_dir() and python.exists():  # "" would be the folder that one is in
        return [str(python.absolute()), "-P", "-m", "arena"]
    if path.is_file() and os.access(path, os.X_OK):
        return [str(path.absolute())]
    raise CommandError(
        f"{build!r} is neither a program nor a checkout with a .venv: name the other build's arena"
    )


def _first_difference(programs: Sequence[Sequence[str]], path: Path, tick: int) -> TraceRow | int:
    """First row in which columns of both builds differ, with their hashes here; or the number of rows.

    Raises:
        CommandError: a build leaves no trace, or another number of rows.
    """
    count = 0
    with _trace(programs[0], path, tick) as ours, _trace(programs[1], path, tick) as theirs:
        for mine in ours:
            other = next(theirs, None)
            if other is None or other.label != mine.label:
                label = "nothing more" if other is None else other.label
                raise CommandError(f"the other build has {label} where this one has {mine.label}")
            shared = {name: value for name, value in mine.hashes.items() if name in other.hashes}
            parted = {name: value for name, value in shared.items() if value != other.hashes[name]}
            if parted:
                return TraceRow(mine.label, parted)
            count += 1
    return count


@contextmanager
def _trace(program: Sequence[str], path: Path, tick: int) -> Generator[Generator[TraceRow]]:
    command = [*program, "replay", str(path.absolute()), "--trace", str(tick)]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as said:
        with refusing(f"start {program[0]}"):
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=said, text=True
            )
        assert process.stdout is not None
        with process:
            try:
                yield _told(process, program, read_trace(process.stdout), said)
            finally:
                process.kill()


def _told(
    process: "subprocess.Popen[str]",
    program: Sequence[str],
    rows: Generator[TraceRow],
    said: IO[str],
) -> Generator[TraceRow]:
    """Rows of a process, and its problem where it has one."""
    problem = ""
    try:
        yield from rows
    except ValueError as error:
        problem = str(error)
    if process.wait() or problem:
        said.seek(0)
        lines = said.read().replace("\r", "\n").strip().splitlines()
        raise CommandError(f"{program[0]} leaves no trace: {lines[-1] if lines else problem}")


def _columns(hashes: Mapping[str, str]) -> str:
    names = list(hashes)
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return f"column{'s' * (len(names) > 1)} {', '.join(names[:NAMED])}{more}"
