"""`arena film`: the part that was asked for, or the best one, as a file that decodes again."""

import math
import sys
from argparse import Namespace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import arena
from arena.cli import main
from arena.commands import CommandError
from arena.commands.film import Stretch, _wanted, best_window  # pyright: ignore[reportPrivateUsage]
from arena.commands.video import FULL, QUALITY, QUALITY_LEAST, Film, fit_size
from arena.game.bots.bot import Bot
from arena.game.hud import Hud
from arena.game.match import Match
from arena.game.replays import replay as replays
from arena.sim.world import World
from arena.view.frame import Frame
from arena.view.scene import Viewer

TICKS = 240
SMALL = ["--size", "160x90", "--quality", "low", "--fps", "10"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Recording of four seconds of play."""
    path, bot = tmp_path_factory.mktemp("film") / "game.replay", Bot(slot=0)
    with Match("endless", seed=4, workers=1, record=path) as match:
        for _ in range(TICKS):
            match.tick([bot.command(match.world)])
    return path


class Times(list[float]):
    """Times of all frames that are built [ticks], those before the first picture too."""

    def __init__(self) -> None:
        super().__init__()
        self.steps: list[float] = []
        """Time by which each moves camera and effects [s]."""


@pytest.fixture
def times(monkeypatch: pytest.MonkeyPatch) -> Times:
    """Times of the frames of a test."""
    found = Times()
    build = Viewer.build

    def spy(viewer: Viewer, world: World, hud: Hud | None, alpha: float, *rest: Any, **named: Any) -> Frame:
        if not named:  # otherwise it is a renderer's warm-up
            assert 0.0 <= alpha <= 1.0
            found.append(world.tick - 1 + alpha)
            found.steps.append(rest[0])
        return build(viewer, world, hud, alpha, *rest, **named)

    monkeypatch.setattr(Viewer, "build", spy)
    return found


def film(game: Path, output: Path, *flags: str) -> Path:
    assert main(["film", str(game), *SMALL, "--output", str(output), *flags]) == 0
    return output


def frames_of(path: Path) -> list[NDArray[np.uint8]]:
    """All frames of an animated picture, RGB."""
    with Image.open(path) as picture:
        frames: list[NDArray[np.uint8]] = []
        for number in range(getattr(picture, "n_frames", 1)):
            picture.seek(number)
            frames.append(np.asarray(picture.convert("RGB")))
    return frames


def change(first: NDArray[np.uint8], second: NDArray[np.uint8]) -> float:
    """Mean difference of two pictures, 0 to 255."""
    return float(np.abs(first.astype(float) - second).mean())


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_a_webp_has_the_frames_that_were_asked_for_moves_and_is_the_same_again(
    game: Path, tmp_path: Path
) -> None:
    part = ("--from", "1.5", "--seconds", "1.2")
    path = film(game, tmp_path / "a.webp", *part)
    frames = frames_of(path)
    assert len(frames) == 12 and frames[0].shape == (90, 160, 3)
    with Image.open(path) as picture:
        assert picture.info["loop"] == 0
        times: list[int] = []
        for number in range(12):
            picture.seek(number)
            picture.load()
            times.append(picture.info["duration"])
    assert times == [100] * 12
    assert all(change(one, other) > 0.3 for one, other in pairwise(frames))
    assert film(game, tmp_path / "b.webp", *part).read_bytes() == path.read_bytes()
    for name, flags in (("fight", ("--camera", "fight")), ("hud", ("--hud",))):
        other = frames_of(film(game, tmp_path / f"{name}.webp", *part, *flags))
        assert len(other) == 12 and change(other[6], frames[6]) > 1.0, name


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_a_film_begins_where_it_was_asked_to_and_slow_motion_has_more_frames(
    game: Path, tmp_path: Path, times: Times, capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    late = frames_of(film(game, tmp_path / "late.webp", "--from", "2.5", "--seconds", "0.4"))
    assert "note" not in capsys.readouterr().err
    assert times[:1] + times[-4:] == [30, 150, 156, 162, 168], "two seconds before it are seen, too"
    monkeypatch.setattr(replays, "find_difference", lambda *_: "position")
    slow = frames_of(
        film(game, tmp_path / "slow.webp", "--from", "2.5", "--seconds", "0.4", "--speed", "0.25")
    )
    told = capsys.readouterr().err
    assert told.count("note: ") == told.count("another game was recorded from second 1 on (position)") == 1
    assert times[-16:] == [150 + 1.5 * number for number in range(16)]
    assert times.steps[:1] == pytest.approx([0.1]) and times.steps[-16:] == pytest.approx([0.025] * 16)
    assert (len(late), len(slow)) == (4, 16)
    for number in range(4):  # not the same pictures: effects were advanced in other steps
        assert np.argmin([change(slow[4 * number], frame) for frame in late]) == number


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_an_mp4_decodes_and_a_limit_of_size_is_kept(
    game: Path, tmp_path: Path, times: Times, capsys: pytest.CaptureFixture[str]
) -> None:
    av = pytest.importorskip("av", reason="the extra `film` is not installed")
    path = film(game, tmp_path / "a.mp4", "--seconds", "1", "--megabytes", "1")
    with av.open(str(path)) as container:
        stream = container.streams.video[0]
        frames = [frame.to_ndarray(format="rgb24") for frame in container.decode(video=0)]
        assert stream.average_rate == 10
    assert len(frames) == 10 and frames[0].shape == (90, 160, 3)
    assert change(frames[0], frames[-1]) > 1.0
    told = capsys.readouterr().out
    assert f"quality {QUALITY}" in told and "10 pictures" in told and str(path) in told
    start = float(told.split()[1])
    assert times[-10] == round(start * 60)
    assert f"({_gain(start):,})" in told and "where most points were made" in told


def _gain(start: float) -> int:
    """Points of the second from `start` on, in the game of the fixture."""
    scores, bot = [0], Bot(slot=0)
    with Match("endless", seed=4, workers=1) as match:
        for _ in range(TICKS):
            match.tick([bot.command(match.world)])
            scores.append(match.hud().score or 0)
    gains = [after - before for before, after in zip(scores, scores[60:], strict=False)]
    assert max(gains) == gains[round(start * 60)] > 0
    return max(gains)


def test_the_best_window_holds_the_largest_gain_with_room_before_and_after():
    sums = [0] * 10 + [5] * 10 + [9] * 30 + [10] * 50
    assert best_window(sums, 20) == (4, 9)
    assert best_window([0, 1, 1, 1], 1) == (0, 1)
    assert best_window([0, 0, 0, 0, 0, 0, 7], 2) == (4, 7)
    assert best_window([0, 0, 0], 1) == (0, 0)


@pytest.mark.parametrize("growth", [0.01, 0.02, 0.046, 0.1])
def test_the_quality_is_the_best_that_fits_or_nearly_fills_it(growth: float) -> None:
    def size(quality: int) -> int:
        return round(1000 * math.exp(growth * quality))

    def fit(most: int) -> tuple[int, int]:
        told.clear()
        data, quality = fit_size(lambda quality: bytes(size(quality)), most, lambda *pair: told.append(pair))
        assert len(data) == size(quality) and (quality, size(quality)) in told
        assert len({quality for quality, _ in told}) == len(told), "none is tried twice"
        return quality, len(data)

    told: list[tuple[int, int]] = []
    for wanted in range(QUALITY_LEAST, QUALITY + 1, 8):
        quality, found = fit(size(wanted))
        assert quality == wanted or FULL * size(wanted) <= found <= size(wanted)
        assert len(told) <= 5
        assert fit(size(wanted) - 1)[1] < size(wanted) if wanted > QUALITY_LEAST else True
    assert fit(10**15)[0] == QUALITY
    with pytest.raises(CommandError, match=r"takes 0\.0 MB even at the lowest"):
        fit(size(QUALITY_LEAST) - 1)


def test_what_cannot_be_filmed_is_told_in_one_line(
    game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*flags: str, file: Path = game) -> str:
        assert main(["film", str(file), *flags]) in (1, 2)
        told = capsys.readouterr().err
        assert told.startswith("error: ") and told.count("\n") == 1
        return told

    output = str(tmp_path / "a.webp")
    assert "game.replay ends at 4.0 s: no film of it can begin at 4 s" in refused(
        "--from", "4", "--output", output
    )
    assert "4.0 s: no film of it can last to 5 s" in refused(
        "--from", "3", "--seconds", "2", "--output", output
    )
    assert "ends at 4.0 s" in refused("--seconds", "5", "--output", output)
    assert "nobody flies as player 3" in refused("--player", "3", "--output", output)
    assert "must end in .webp or .mp4" in refused("--output", str(tmp_path / "a.gif"))
    assert "even sides" in refused("--output", str(tmp_path / "a.mp4"), "--size", "161x90")
    (tmp_path / "there.webp").touch()
    assert "is left alone" in refused("--output", str(tmp_path / "there.webp"))
    (tmp_path / "no.replay").write_bytes(b"nothing of the kind")
    assert "no.replay: not an Arena replay" in refused(file=tmp_path / "no.replay")
    monkeypatch.setattr(arena, "__version__", "0.0.9")
    assert "was recorded by Arena" in refused("--output", output)
    monkeypatch.undo()
    monkeypatch.setitem(sys.modules, "av", None)
    assert "pip install av" in refused("--output", str(tmp_path / "a.mp4"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["no.replay", "there.webp"]


@pytest.mark.parametrize(("begin", "seconds"), [(3.0, 1.0), (None, 4.0), (3.0, None)])
def test_a_film_may_last_to_the_end_of_its_recording(begin: float | None, seconds: float | None) -> None:
    options = Namespace(begin=begin, seconds=seconds, file="game.replay")
    start = round(60 * (begin or 0.0))
    assert _wanted(TICKS, options) == Stretch(start, TICKS - start)


def test_a_webp_of_60_frames_a_second_lasts_as_long_as_its_game() -> None:
    """Durations are whole milliseconds, so that not all are equal."""
    film = Film((8, 8), 60)
    for _ in range(61):
        film.add(np.zeros((8, 8, 3), np.uint8))
    data = film.encode_webp(QUALITY_LEAST)
    starts = [at for at in range(len(data)) if data.startswith(b"ANMF", at)]
    times = [int.from_bytes(data[at + 20 : at + 23], "little") for at in starts]
    assert (len(times), sum(times)) == (61, 1017) and set(times) == {16, 17}
