"""Kills a process while it saves, at random moments, and looks at what the next start finds.

    .venv/bin/python scripts/kill_saves.py [settings|progress|scores|level|picture|replay|all]
                                           [--kills N] [--seed N] [--folder DIR]

A child saves in a loop and says so after each save. It is ended with SIGKILL a moment after the first;
then the game is started as far as its files are concerned, and looked at is whether

    every file is whole, the old one or the new one,
    everything that the child said was saved is there,
    and nothing else lies around.

Of a replay each second of play is a save; those that were cut off are simulated again, as far as they go.

Every other kill begins with an empty folder, so that making the first file is met as well. Ends with exit
code 1 where one of these does not hold. Needs a system that can fork.
"""

import argparse
import os
import random
import shutil
import signal
import sqlite3
import struct
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from contextlib import closing
from datetime import datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # a process that forks has one thread

import numpy as np  # noqa: E402
from benchmarking import Failure, tell_failure, whole_number  # noqa: E402
from PIL import Image  # noqa: E402
from tqdm import tqdm  # noqa: E402

from arena.app.storage.files import clear_leftovers, replace_file  # noqa: E402
from arena.app.storage.level_files import ASIDE, save_level  # noqa: E402
from arena.app.storage.pictures import PREFIX, save_picture  # noqa: E402
from arena.app.storage.progress import CampaignProgress, load_progress, save_progress  # noqa: E402
from arena.app.storage.score_table import Result  # noqa: E402
from arena.app.storage.scores import Scores  # noqa: E402
from arena.app.storage.settings import Settings, load_settings, save_settings  # noqa: E402
from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.editing.editor import Editor  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.game.replays.replay import ReplayError, read_replay, verify_replay  # noqa: E402
from arena.game.replays.writer import CHUNK_TICKS  # noqa: E402
from arena.game.scoring.board import Board  # noqa: E402

KILLS = 200
NUMBER_MAX = 1_000_000
GUARD_SECONDS = 60
"""Longest life of a child that nobody kills."""
STEPS = 1 << 20
"""Settings are numbered by a volume of so many parts."""
NOTE = struct.Struct("<I")
SAVES_MAX = 250
"""Saves of one child whose file grows; it then waits for its end."""
EDITS = 5
"""Every so many saves of a level, somebody else has written the file before."""
BACKUPS = 60
"""Most of a level that are made; the game makes no more than 99."""
SECONDS_OF_REPLAY = 3
"""A match is so long; the next one begins another file."""


class Saved(ABC):
    """One kind of file, in a folder of its own; saves are numbered from 1."""

    delay_max = 0.05
    """Longest time from the first save to the end [s]; that is some saves."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def save(self, number: int) -> None:
        """Save once."""

    @abstractmethod
    def start(self) -> None:
        """Do what the next start of the game does with these files."""

    @abstractmethod
    def check(self, number: int) -> None:
        """Look at the files after the end of a child that said it had saved up to `number`.

        Raises:
            Failure: one is not whole, or lost.
        """

    def names(self) -> set[str]:
        """Content of the folder."""
        return {path.name for path in self.folder.iterdir()}

    def expect(self, *names: str) -> None:
        """Look whether just these files lie there.

        Raises:
            Failure: there are others.
        """
        if self.names() != set(names):
            raise Failure(f"left lying: {', '.join(sorted(self.names() - set(names)) or ['nothing at all'])}")


class SavedSettings(Saved):
    """One file that is replaced again and again."""

    @property
    def _path(self) -> Path:
        return self.folder / "settings.toml"

    def save(self, number: int) -> None:
        """Save a volume that tells the number."""
        expect_silence(save_settings(Settings(volume=number / STEPS), self._path))

    def start(self) -> None:
        """Load them."""
        expect_silence(load_settings(self._path)[1])

    def check(self, number: int) -> None:
        """The last volume that was told, or the one after it."""
        settings, _ = load_settings(self._path)
        if round(settings.volume * STEPS) not in (number, number + 1):
            raise Failure(f"the volume is {settings.volume}, not that of save {number} or the next")
        self.expect("settings.toml")


class SavedProgress(Saved):
    """One file that grows, as each save merges what is there: each is of a game that knows one medal."""

    @property
    def _path(self) -> Path:
        return self.folder / "progress.toml"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._saves = 0  # of the child

    def save(self, number: int) -> None:
        """Add a medal that tells the number."""
        self._saves += 1
        if self._saves > SAVES_MAX:
            signal.pause()
        progress = CampaignProgress(medals={f"trial_{number}": "gold"})
        expect_silence(save_progress(progress, self._path))

    def start(self) -> None:
        """Load it."""
        expect_silence(load_progress(self._path)[1])

    def check(self, number: int) -> None:
        """Every medal that was told, and at most one more."""
        self.expect("progress.toml")
        found = load_progress(self._path)[0].medals.keys() - {f"trial_{number + 1}"}
        if lost := [save for save in range(1, number + 1) if f"trial_{save}" not in found]:
            raise Failure(f"lost: medal {lost[0]} of {number}")
        if len(found) != number:
            raise Failure(f"{len(found)} medals, not {number} or one more")


class SavedLevel(Saved):
    """One level that the editor saves again and again, at times over what was written by hand."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._text = Editor().text

    @property
    def _path(self) -> Path:
        return self.folder / "level.toml"

    def _text_of(self, number: int) -> str:
        """Text that tells the number."""
        return self._text.replace('name = "', f'name = "{number} ', 1)

    def _is_edited(self, number: int) -> bool:
        """Return whether somebody wrote the file before the save of that number."""
        return number % EDITS == 2 and number < EDITS * BACKUPS

    def save(self, number: int) -> None:
        """Save the next level; sometimes a comment was added to the one before."""
        if self._is_edited(number):
            replace_file(self._path, self._edited_text(number - 1))
        save_level(self._path, self._text_of(number))

    def _edited_text(self, number: int) -> bytes:
        return f"# mine\n{self._text_of(number)}".encode()

    def start(self) -> None:
        """Clear up, as the next save does."""
        clear_leftovers(self.folder, self._path.name)

    def check(self, number: int) -> None:
        """The last level that was told, or the one after it, and a whole backup of each that was edited."""
        own = [self._text_of(save).encode() for save in (number, number + 1)]
        if self._path.read_bytes() not in (*own, self._edited_text(number)):
            raise Failure(f"the level is neither that of save {number} nor the next")
        backups = self.names() - {self._path.name}
        if strange := sorted(name for name in backups if not name.startswith(self._path.name + ASIDE)):
            raise Failure(f"left lying: {', '.join(strange)}")
        found = {(self.folder / name).read_bytes() for name in backups}
        edited = [self._edited_text(save - 1) for save in range(1, number + 2) if self._is_edited(save)]
        told = edited[: -1 if self._is_edited(number + 1) else None]
        if not set(told) <= found <= set(edited):
            raise Failure("lost: a backup is missing, or not whole")


class SavedScores(Saved):
    """One table that grows."""

    @property
    def _path(self) -> Path:
        return self.folder / "scores.sqlite3"

    def save(self, number: int) -> None:
        """Add a score that tells the number."""
        scores = Scores(self._path)
        scores.add(Result(Board("endless"), number, 1, number, os.getppid()))
        expect_silence(scores.problem)

    def start(self) -> None:
        """Ask for the best one."""
        scores = Scores(self._path)
        scores.best(Board("endless"))
        expect_silence(scores.problem)

    def check(self, number: int) -> None:
        """Every score that was told, and at most one more."""
        self.expect("scores.sqlite3")
        with closing(sqlite3.connect(self._path)) as table:
            if table.execute("PRAGMA integrity_check").fetchone() != ("ok",):
                raise Failure("the table is damaged")
            found = {score for (score,) in table.execute("SELECT score FROM results")}
        if lost := set(range(1, number + 1)) - found:
            raise Failure(f"lost: score {min(lost)} of {number}")


class SavedPictures(Saved):
    """A file more each time."""

    pixels = np.random.default_rng(1).integers(0, 255, (90, 160, 3), np.uint8)
    stamp = datetime(2030, 1, 2, 3, 4, 5)

    def save(self, number: int) -> None:
        """Save the same picture under the next name."""
        save_picture(self.pixels, self.folder, self.stamp)

    def start(self) -> None:
        """Clear up, as the loading screen does."""
        clear_leftovers(self.folder, PREFIX)

    def check(self, number: int) -> None:
        """Every picture that was told, perhaps one more, and each of them whole."""
        names = self.names()
        for name in names:
            if not name.startswith(PREFIX):
                raise Failure(f"left lying: {name}")
            with Image.open(self.folder / name) as picture:
                if not np.array_equal(np.asarray(picture), self.pixels):
                    raise Failure(f"{name} is another picture")
        if len(names) not in (number, number + 1):
            raise Failure(f"{len(names)} pictures, not {number} or one more")


class SavedReplays(Saved):
    """Files that grow by a chunk each second of play, and are named after the first one's number."""

    delay_max = 0.15

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self._match: Match | None = None  # in the child
        self._begun = 0
        with Match(workers=1) as match:  # loads every kernel before there are children
            match.tick([Bot().command(match.world)])
            match.array_hashes()

    def save(self, number: int) -> None:
        """Play a second; every few of them in another match."""
        if self._match is None or number == self._begun + SECONDS_OF_REPLAY:
            if self._match is not None:
                self._match.close()
                expect_silence(self._match.end_recording() or "")
            self._match, self._begun = Match(seed=number, workers=1, record=self._path(number)), number
        bot = Bot()
        for _ in range(CHUNK_TICKS):
            self._match.tick([bot.command(self._match.world)])

    def start(self) -> None:
        """Nothing: a replay stays as it is."""

    def check(self, number: int) -> None:
        """Every second that was told, at most one more, and the same game when it is played again."""
        names = sorted(self.names())
        numbers = [int(name.removesuffix(".replay")) for name in names if name.endswith(".replay")]
        self.expect(*(self._path(begun).name for begun in numbers))
        for begun in numbers:
            told = min(SECONDS_OF_REPLAY, number - begun + 1)
            try:
                problem = self._problem(self._path(begun), told, ended=begun != max(numbers))
            except ReplayError as damage:
                problem = str(damage)
            if problem:
                raise Failure(f"match {begun}: {problem}")
            self._path(begun).unlink()

    def _problem(self, path: Path, told: int, *, ended: bool) -> str:
        """Return the fault of a replay that reported this many seconds."""
        replay = read_replay(path)
        if replay.ticks not in (told * CHUNK_TICKS, (told + 1) * CHUNK_TICKS):
            return f"{replay.ticks} ticks are there, not {told} s or one more"
        if replay.truncated and ended:
            return "it was ended, its replay not"
        result = verify_replay(path, workers=1)
        return "" if result.identical else result.summary

    def _path(self, number: int) -> Path:
        return self.folder / f"{number:06}.replay"


KINDS: dict[str, type[Saved]] = {
    "settings": SavedSettings,
    "progress": SavedProgress,
    "scores": SavedScores,
    "level": SavedLevel,
    "picture": SavedPictures,
    "replay": SavedReplays,
}


def expect_silence(problem: str) -> None:
    """Raise a Failure where there is something to complain of."""
    if problem:
        raise Failure(problem)


def kill_while_saving(saved: Saved, first: int, delay: float) -> int:
    """Let a child save from number `first` on, and kill it `delay` [s] after the first save.

    Returns:
        The number of the last save that it told of.

    Raises:
        Failure: it ended before.
    """
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        save_for_ever(saved, first, writer)
    os.close(writer)
    with os.fdopen(reader, "rb") as told:
        notes = told.read(NOTE.size)
        time.sleep(delay)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        notes += told.read()
    if not os.WIFSIGNALED(status) or os.WTERMSIG(status) != signal.SIGKILL:
        raise Failure(f"the child ended by itself, with status {status}")
    (last,) = NOTE.unpack_from(notes, len(notes) // NOTE.size * NOTE.size - NOTE.size)
    return last


def save_for_ever(saved: Saved, first: int, writer: int) -> None:
    """Work of the child process; never returns."""
    signal.alarm(GUARD_SECONDS)
    try:
        for number in range(first, NUMBER_MAX):
            saved.save(number)
            os.write(writer, NOTE.pack(number))
    except BaseException as problem:
        os.write(2, f"{type(problem).__name__}: {problem}\n".encode())
    finally:
        os._exit(1)


def run(name: str, kills: int, seed: int, folder: Path) -> str:
    """Kill so often and look each time; return what to tell of it.

    Raises:
        Failure: something was lost, broken or left.
    """
    chance, saved, last, saves, left = random.Random(seed), KINDS[name](folder), 0, 0, 0
    for kill in tqdm(range(kills), desc=name, unit="kill", leave=False, disable=None):
        if kill % 2 == 0:
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            last = 0
        first = last + 1
        try:
            last = kill_while_saving(saved, first, chance.uniform(0.0, saved.delay_max))
            before = len(saved.names())
            saved.start()
            left += before - len(saved.names())
            saved.check(last)
        except Failure as problem:
            raise Failure(f"{name}, kill {kill + 1} of seed {seed}: {problem}") from problem
        saves += last - first + 1
        last = len(saved.names()) if name == "picture" else last
    return (
        f"{name}: {kills} kills within {saves:,} saves; every file whole, nothing lost; "
        f"{left} files of killed savers cleared away"
    )


def parse_arguments(words: list[str] | None) -> argparse.Namespace:
    """The flags, checked."""
    parser = argparse.ArgumentParser(
        prog="kill_saves", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("kind", nargs="?", choices=(*KINDS, "all"), default="all", metavar="KIND")
    parser.add_argument("--kills", type=whole_number(NUMBER_MAX), default=KILLS, help=f"default {KILLS}")
    parser.add_argument("--seed", type=whole_number(NUMBER_MAX), default=1)
    parser.add_argument("--folder", type=Path, help="an existing folder to work in; default: a temporary one")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> None:
    """Kill savers of the chosen kinds; leave with one line where something went wrong."""
    arguments = parse_arguments(words)
    with (
        tell_failure("kill_saves", OSError),
        tempfile.TemporaryDirectory(dir=arguments.folder, prefix="kill-saves-") as folder,
    ):
        for name in KINDS if arguments.kind == "all" else (arguments.kind,):
            print(run(name, arguments.kills, arguments.seed, Path(folder) / name))


if __name__ == "__main__":
    main()
