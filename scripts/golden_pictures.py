"""Compare small pictures of named scenes with those kept beside the tests, or rewrite those.

    .venv/bin/python scripts/golden_pictures.py [--write]

A picture may differ from the kept one as far as drivers do: by little on average, by much only in a few
places. After a change of the look: --write, look at them, commit them. Beside them is kept what drew them.
"""

import argparse
import json
import sys
from collections.abc import Generator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import moderngl
import numpy as np
from numpy.typing import NDArray
from PIL import Image
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, tell_failure  # noqa: E402

from arena.commands.scenes import SCENES  # noqa: E402
from arena.commands.shot import setup_of  # noqa: E402
from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.render import painting  # noqa: E402
from arena.render.offscreen import offscreen_context, picture  # noqa: E402
from arena.render.renderer import Renderer  # noqa: E402
from arena.render.tiers import TIERS, Quality  # noqa: E402
from arena.tuning import DT  # noqa: E402
from arena.view.debug.views import DebugView  # noqa: E402
from arena.view.frame import Frame  # noqa: E402
from arena.view.scene import Viewer  # noqa: E402

FOLDER = ROOT / "tests" / "render" / "golden"
FACTS = FOLDER / "drawn_by.json"
SIZE = (200, 112)
QUALITIES: tuple[Quality, ...] = ("low", "high")
PICTURES = {
    "title": 60,
    "landing": 190,
    "fight": 240,
    "crowded": 130,
    "world2": 240,
    "world3": 240,
    "world4": 240,
    "world5": 240,
    "cast": 2,
    "boss4": 240,
    "zones": 20,
    "debug": 60,
}
"""Scene -> ticks before its picture: few, so that processors which round differently are not far apart."""
WATCHED = 40
"""Ticks that camera and effects have seen."""
GROUND, SKY = 256, 128
"""Texels along an edge of a face: enough for small pictures, and painted in no time."""
LEVELS = 4
"""Levels of brightness that are one in a kept picture, which makes its file small."""

MEAN_MOST = 1.5
"""Difference on average [levels of 255]."""
STRIKING = 24
"""Difference of the surroundings of a pixel that an eye would notice [levels of 255]."""
STRIKING_MOST = 0.0012
"""Share of pixels that may differ so much."""


class Difference(NamedTuple):
    """Between a picture and the kept one."""

    mean: float
    striking: float  # share of pixels

    @property
    def small(self) -> bool:
        """Return whether the difference is within the tolerance between drivers."""
        return self.mean <= MEAN_MOST and self.striking <= STRIKING_MOST


def compare(one: NDArray[np.uint8], other: NDArray[np.uint8]) -> Difference:
    """Difference of two pictures, shape (height, width, 3); subpixel moves of edges count little."""
    difference = one.astype(np.float64) - other
    blurred = _blur(_blur(difference).transpose(1, 0, 2)).transpose(1, 0, 2)
    striking = float((np.abs(blurred).max(axis=2) > STRIKING).mean())
    return Difference(float(np.abs(difference).mean()), striking)


def _blur(picture: NDArray[np.float64]) -> NDArray[np.float64]:
    """Mean of each row with the one before and the one behind."""
    padded = np.concatenate([picture[:1], picture, picture[-1:]])
    return (padded[:-2] + padded[1:-1] + padded[2:]) / 3.0


def play(name: str, ticks: int, size: tuple[int, int] = SIZE) -> Frame:
    """The frame of a scene after so many ticks; "debug" is the cast with a ghost and what F4 to F8 show."""
    debug = name == "debug"
    scene, bot = SCENES["cast" if debug else name], Bot(slot=0)
    setup, look = setup_of(scene)
    viewer, frame = Viewer(0, look), None
    with Match(setup.mode, setup.seed, level=setup.level) as match, Match(seed=setup.seed) as other:
        if scene.prepare is not None:
            scene.prepare(match)
        viewer.ghost = other.world if debug else None
        for tick in range(ticks):
            match.tick([bot.command(match.world)])
            if ticks - tick <= min(ticks, WATCHED):
                viewer.observe(match.world, match.hud())
                if scene.title:
                    frame = viewer.title_frame(match.world, 1.0, DT, size)
                    continue
                views = list(DebugView) if debug else ()
                frame = viewer.build(match.world, match.hud(), 1.0, DT, size, None, views)
    assert frame is not None
    return frame


@contextmanager
def small_planets() -> Generator[None]:
    """Paint planets that are just good enough."""
    before = painting.COARSE_SIZE, painting.SKY_SIZE, dict(TIERS)
    painting.COARSE_SIZE, painting.SKY_SIZE = 32, SKY
    TIERS.update({name: replace(tier, surface_size=GROUND) for name, tier in TIERS.items()})
    try:
        yield
    finally:
        painting.COARSE_SIZE, painting.SKY_SIZE = before[:2]
        TIERS.update(before[2])


def paint(frame: Frame, renderers: Mapping[str, Renderer]) -> dict[str, NDArray[np.uint8]]:
    """The picture of a frame in each quality."""
    return {quality: picture(renderer, frame, SIZE) for quality, renderer in renderers.items()}


def kept_file(name: str, quality: str) -> Path:
    """Path of a picture."""
    return FOLDER / f"{name}-{quality}.png"


def load(name: str, quality: str) -> NDArray[np.uint8]:
    """The kept picture.

    Raises:
        Failure: there is none.
    """
    try:
        with Image.open(kept_file(name, quality)) as kept:
            return np.asarray(kept.convert("RGB"))
    except OSError as error:
        raise Failure(f"{error}; --write makes it") from error


def write(name: str, quality: str, pixels: NDArray[np.uint8]) -> None:
    """Keep a picture."""
    coarse = pixels // LEVELS * LEVELS + LEVELS // 2
    Image.fromarray(coarse).save(kept_file(name, quality), optimize=True)


def paint_all(context: moderngl.Context) -> Iterator[tuple[str, str, NDArray[np.uint8]]]:
    """Name, quality and picture of each."""
    with small_planets():
        renderers = {quality: Renderer(context, quality) for quality in QUALITIES}
        for name, ticks in tqdm(PICTURES.items(), unit="scene", disable=None):
            for quality, pixels in paint(play(name, ticks), renderers).items():
                yield name, quality, pixels


def keep_all() -> None:
    """Write all pictures, and what drew them."""
    context = offscreen_context()
    FOLDER.mkdir(exist_ok=True)
    for name, quality, pixels in paint_all(context):
        write(name, quality, pixels)
    facts = {name: str(context.info[name]) for name in ("GL_RENDERER", "GL_VERSION", "GL_VENDOR")}
    FACTS.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")


def compare_all() -> int:
    """Print how far each picture differs; return how many differ by too much."""
    differing = 0
    for name, quality, pixels in paint_all(offscreen_context()):
        found = compare(pixels, load(name, quality))
        differing += not found.small
        tqdm.write(f"{name:<10} {quality:<5} mean {found.mean:5.2f}  striking {found.striking:.5f}")
    return differing


def main(words: list[str] | None = None) -> None:
    """Write all pictures, or compare them and leave with exit code 1 where one differs."""
    parser = argparse.ArgumentParser(
        prog="golden_pictures", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="keep the pictures as they are now")
    options = parser.parse_args(words)
    with tell_failure("golden_pictures"):
        if options.write:
            keep_all()
        elif differing := compare_all():
            raise Failure(f"{differing} pictures differ from those in {FOLDER}")


if __name__ == "__main__":
    main()
