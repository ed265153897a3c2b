"""`arena sweep verify`: recordings, simulated again by any worker, which need not see their files."""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from arena.app.storage.files import read_start
from arena.commands import CommandError, refusing
from arena.commands.verification import Outcome, check_recording
from arena.game.replays.writer import SIZE_LIMIT
from arena.sweep.tasks import STATE_HASH, SweepRow, SweepTask

DIGEST_BYTES = 12
TOLD = ("code", "words", "game", "ticks", "note", "seed")
"""Fields of an outcome among a row's figures."""


@dataclass(frozen=True)
class RecordingTask(SweepTask):
    """Verification of one recording, known by its content."""

    path: str
    digest: str
    data: bytes = field(default=b"", repr=False)

    def packed(self) -> "RecordingTask":
        """The task with the recording.

        Raises:
            CommandError: the file has changed since the task was made, or is gone.
        """
        data = _read(Path(self.path))
        if _digest(data) != self.digest:
            raise CommandError(f"{self.path} changed meanwhile; run the same command again")
        return replace(self, data=data)

    def run(self) -> dict[str, Any]:
        """Simulate it again and compare."""
        outcome = check_recording(Path(self.path), data=self.data)
        return {STATE_HASH: outcome.state, **{name: getattr(outcome, name) for name in TOLD}}


def recording_tasks(paths: Iterable[Path]) -> list[RecordingTask]:
    """A task for each recording.

    Raises:
        CommandError: one cannot be read.
    """
    return [RecordingTask(str(path), _digest(_read(path))) for path in paths]


def outcomes_of(rows: Sequence[SweepRow]) -> list[Outcome]:
    """Outcomes of verifications."""
    told = [row.figures for row in rows]
    return [Outcome(Path(one["path"]), **{name: one[name] for name in TOLD}) for one in told]


def _read(path: Path) -> bytes:
    with refusing(f"read {path}"):
        return read_start(path, SIZE_LIMIT + 1)[0]


def _digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=DIGEST_BYTES).hexdigest()
