"""Campaign progress and medals: open worlds, cleared phases, difficulties won, hulls that medals open.

It only grows, so two games at once lose nothing: a save merges the other's progress first, and only one game
saves at a time.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple

import tomli_w

from arena.app.storage import files, paths
from arena.app.storage.documents import VERSION, load_document, parse_document, read_document, save_document
from arena.app.storage.plain_text import plain_word
from arena.catalogue.hulls import HULLS
from arena.catalogue.medals import MEDALS
from arena.game.levels.schema import PHASES_MAX, WORLDS
from arena.game.phases.medals import PhaseMedal
from arena.game.rules import DIFFICULTIES
from arena.toml_reader.problems import Problem

NAME = "Progress"
"""Name of the file's content, for the player."""
MAX_BYTES = 16_384
"""Maximum size of the file, eight times what we write."""
TRIAL_NAME = re.compile(r"[a-z0-9_]{1,32}", re.ASCII)
MEDALS_ALL = int(sum(PhaseMedal))


@dataclass
class WorldProgress:
    """Progress in one world."""

    phases: int = 0  # cleared in one game, at most
    finished: set[str] = field(default_factory=set[str])  # difficulties on which it was won
    medals: tuple[int, ...] = ()  # `PhaseMedal` bits of each phase, from the first; none beyond

    @property
    def medal_count(self) -> int:
        """Number of medals."""
        return sum(won.bit_count() for won in self.medals)

    def add_medals(self, medals: Sequence[int]) -> None:
        """Add medals; none is ever lost."""
        self.medals = tuple(own | new for own, new in zip_longest(self.medals, medals, fillvalue=0))


class Reached(NamedTuple):
    """First-time achievements of one game."""

    opened: int = 0  # world that is open now, 0: none
    won_on: str = ""  # difficulty on which the world was won
    phases: int = 0  # cleared in one game, more than ever; 0: not more
    medals: int = 0  # of phases, won for the first time
    medal: str = ""  # of a trial, higher than ever
    hulls: tuple[str, ...] = ()  # names of those that are open now


@dataclass
class CampaignProgress:
    """Progress in all reached worlds, by their number from 1, and medals. The first world is always open.

    Games that end note it here while another thread saves, and takes in what another game has saved.
    """

    worlds: dict[int, WorldProgress] = field(default_factory=lambda: {1: WorldProgress()})
    medals: dict[str, str] = field(default_factory=dict[str, str])  # highest medal by the trial's name
    lock: RLock = field(default_factory=RLock, init=False, repr=False, compare=False)
    """Held by whoever changes it, or needs it to stand still."""

    def is_open(self, world: int) -> bool:
        """Return whether a world may be played; a world once opened stays open."""
        return world in self.worlds

    def note(self, world: int, phases: int, won_on: str = "", medals: Sequence[int] = ()) -> Reached:
        """Record an ended game: cleared phases, the difficulty on which it was won, if it was, and medals.

        Returns:
            What of that is new.
        """
        with self.lock:
            own = self.worlds.setdefault(world, WorldProgress())
            before = own.medal_count
            own.add_medals(medals)
            following = world + 1 if won_on and world < WORLDS else 0
            news = Reached(
                0 if self.is_open(following) else following,
                "" if won_on in own.finished else won_on,
                phases if phases > own.phases else 0,
                own.medal_count - before,
            )
            own.phases = max(own.phases, phases)
            if won_on:
                own.finished.add(won_on)
            if following:
                self.worlds.setdefault(following, WorldProgress())
            return news

    def note_medal(self, trial: str, medal: str) -> Reached:
        """Record a medal that was won; the lower ones come with it.

        Returns:
            What of that is new.
        """
        with self.lock:
            if medal in self.won(trial):
                return Reached()
            before = self.open_hulls
            self.medals[trial] = medal
            hulls = tuple(hull for hull in self.open_hulls if hull not in before)
            return Reached(medal=medal, hulls=hulls)

    def won(self, trial: str) -> tuple[str, ...]:
        """Medals of a trial, from the lowest."""
        best = self.medals.get(trial)
        return MEDALS[: MEDALS.index(best) + 1] if best is not None else ()

    @property
    def medal_count(self) -> int:
        """Number of all medals."""
        trials = tuple(self.medals)  # another thread may be adding one
        return sum(len(self.won(trial)) for trial in trials)

    @property
    def open_hulls(self) -> tuple[str, ...]:
        """Names of the hulls that players may choose."""
        count = self.medal_count
        return tuple(row.name for row in HULLS if row.rules.medals is not None and row.rules.medals <= count)

    def take_in(self, other: "CampaignProgress") -> None:
        """Merge another progress."""
        with self.lock:
            for world, theirs in other.worlds.items():
                own = self.worlds.setdefault(world, WorldProgress())
                own.phases = max(own.phases, theirs.phases)
                own.finished |= theirs.finished
                own.add_medals(theirs.medals)
            for trial, medal in other.medals.items():
                self.note_medal(trial, medal)


def parse_progress(data: bytes) -> CampaignProgress:
    """Read a progress file.

    Raises:
        ValueError: it is none of this version; the message is one line.
    """
    progress, document = CampaignProgress(), parse_document(data, MAX_BYTES, "progress").document
    for name, table in _table(document.get("world", {})).items():
        if name not in (str(number) for number in range(1, WORLDS + 1)):
            raise ValueError(f"there is no world {plain_word(name)}")
        progress.worlds[int(name)] = _parse_world(_table(table))
    for name, medal in _table(document.get("trial", {})).items():
        if not TRIAL_NAME.fullmatch(name) or medal not in MEDALS:
            raise ValueError(f"trial {plain_word(name)}: expected one of {', '.join(MEDALS)}")
        progress.medals[name] = medal
    return progress


def _parse_world(table: dict[str, Any]) -> WorldProgress:
    phases, finished, medals = table.get("phases", 0), table.get("finished", []), table.get("medals", [])
    if type(phases) is not int or not 0 <= phases <= PHASES_MAX:
        raise ValueError(f"phases: expected 0 to {PHASES_MAX}")
    if not isinstance(finished, list) or not all(name in tuple(DIFFICULTIES) for name in finished):
        raise ValueError(f"finished: expected some of {', '.join(DIFFICULTIES)}")
    if not isinstance(medals, list) or len(medals) > PHASES_MAX:
        raise ValueError(f"medals: expected at most {PHASES_MAX} numbers")
    if not all(type(won) is int and 0 <= won <= MEDALS_ALL for won in medals):
        raise ValueError(f"medals: expected 0 to {MEDALS_ALL} for each phase")
    return WorldProgress(phases, set(finished), tuple(medals))


def _table(value: object) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError(f"expected a table, not {plain_word(value)}")
    return value


def format_progress(progress: CampaignProgress) -> bytes:
    """The file that `parse_progress` reads back."""
    with progress.lock:
        worlds = {
            str(world): {
                "phases": own.phases,
                "finished": [name for name in DIFFICULTIES if name in own.finished],
                "medals": list(own.medals),
            }
            for world, own in sorted(progress.worlds.items())
        }
        medals = dict(sorted(progress.medals.items()))
    return tomli_w.dumps({"version": VERSION, "world": worlds, "trial": medals}).encode("utf-8")


def load_progress(path: Path | None = None) -> tuple[CampaignProgress, str]:
    """Read the player's progress, and remove staged files of killed writers.

    Returns:
        It, and lines for the player where the file was unusable (it is kept as `.bad`), or "".
    """
    return load_document(path or paths.progress_file(), MAX_BYTES, NAME, _parse, CampaignProgress())


def _parse(data: bytes) -> tuple[CampaignProgress, tuple[Problem, ...]]:
    return parse_progress(data), ()


def save_progress(progress: CampaignProgress, path: Path | None = None) -> str:
    """Write the player's progress, after taking in what is in the file by now.

    Returns:
        "" or a line that says why it was not saved.
    """
    path = path or paths.progress_file()
    try:
        with files.locked(path):
            saved, _ = read_document(path, MAX_BYTES, NAME, _parse, CampaignProgress())
            progress.take_in(saved)
            return save_document(path, format_progress(progress), NAME)
    except OSError as error:
        return f"{NAME} not saved: {error.strerror or error}"
