"""Helpers of the stories of catalogue rows: levels, games recorded and verified, checks that the rest stays.

All of it is imported by stories after their rows are added; only functions that do not bind rows import the
game at their head.
"""

import functools
import importlib
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.toys.harness import play_story

RECORDED = "game.replay"
LEVEL = 'name = "Probe"\nworld = 1\n[field]\ncount = 0\nkeep = 0\n{0}[[phase]]\nname = "First"\n{1}'


def level(phase: str, zone: str = "") -> str:
    """A level without a field of asteroids, of one phase."""
    return LEVEL.format(zone, phase)


def play_recorded(folder: Path, pilot: Any, ticks: int, look: Any = None, **setup: Any) -> Any:
    """Play a match to its end, or for so many ticks, by what `pilot(match)` commands every player.

    A snapshot brings its state back, and its replay repeats it with more workers. `look(match)` is called
    after every tick, may change the state only when nothing is recorded, and ends the match by returning
    True. The replay stays in the folder. Returns the match, closed.
    """
    from arena.game.match import Match
    from arena.game.replays.replay import verify_replay

    stream, players = io.BytesIO(), setup.get("players", 1)
    with Match(workers=1, record=stream, **setup) as match:
        while match.world.tick < ticks and not match.over:
            match.tick([pilot(match)] * players)
            if look is not None and look(match):
                break
        state = match.state_hash()
        saved, hashes = match.snapshot(), match.array_hashes()
        match.restore(saved)
        assert (match.state_hash(), match.array_hashes()) == (state, hashes)
    (folder / RECORDED).write_bytes(stream.getvalue())
    assert verify_replay(stream.getvalue(), workers=2).identical
    return match


def refused_elsewhere(folder: Path) -> None:
    """A replay with the row is refused where the row is not."""
    import pytest

    from arena.game.replays.replay import ReplayError, verify_replay

    with pytest.raises(ReplayError, match="other gameplay numbers than this release's"):
        verify_replay(folder / RECORDED)


def refuse(told: str, seal: Callable[[], object]) -> None:
    """Sealing the catalogue tells in one line what a row misses."""
    import pytest

    from arena.catalogue.registry import CatalogueError

    with pytest.raises(CatalogueError) as error:
        seal()
    assert str(error.value) == told


def make_match() -> None:
    """The first match seals the catalogue."""
    from arena.game.match import Match

    Match(workers=1)


def hold_corpus(name: str) -> None:
    """A game that was recorded without the row goes as it went."""
    from tests.corpus.playing import compare
    from tests.corpus.recording import FOLDER, SUFFIX, read_recording

    difference = compare(read_recording(FOLDER / f"{name}{SUFFIX}"))
    assert not difference, difference


@functools.cache
def plain_kernels() -> str:
    """Output of `print_kernels` without any toy."""
    return play_story(list_kernels, Path(__file__).parent)


def changed_kernels(told: str) -> list[list[str]]:
    """Names and modules of the kernels that differ where `told` was printed."""
    return [line.split() for line in set(told.split("\n")) ^ set(plain_kernels().split("\n"))]


def list_kernels(folder: Path) -> None:
    print_kernels()


def print_kernels() -> None:
    """Print each kernel of the package with a digest of all that its code is made from."""
    from arena.jit.digest import kernel_digest
    from arena.jit.kernels import package_kernels

    for module in ("arena.startup.game", "arena.startup.view"):  # they import all that has kernels
        importlib.import_module(module)
    for kernel in package_kernels():
        print(kernel.__name__, kernel.__module__, kernel_digest(kernel, ()))
