"""Measure how clearly everything that kills stands out, in pictures of random moments of the bot's games.

    .venv/bin/python scripts/measure_readability.py [--moments N] [--quality NAME] [--size WxH] [--output F]

Each moment is drawn twice, with and without enemies, mines and their bullets, and without the head-up
display. Where the pictures differ is the thing; what is within two of its radii in the second is what it lies
upon. Its contrast is that of WCAG 2.1, (L1 + 0.05) / (L2 + 0.05) of relative luminance, between the brightest
sixth of the thing (an outline is no more) and three quarters of what is around it; or, upon what is bright,
between its darkest sixth and the brighter three quarters of that. With `--output` the worst
are kept as pictures.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, give_up, whole_number  # noqa: E402

from arena.app.levels import campaign_setup, load_worlds  # noqa: E402
from arena.game.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.game.mode import Setup  # noqa: E402
from arena.render.offscreen import offscreen_context, picture  # noqa: E402
from arena.render.renderer import Renderer  # noqa: E402
from arena.render.tiers import TIERS  # noqa: E402
from arena.sim.kinds import Kind, Pool, Team  # noqa: E402
from arena.sim.world import World  # noqa: E402
from arena.tuning import DT, TICK_RATE  # noqa: E402
from arena.view.camera import project  # noqa: E402
from arena.view.frame import Frame  # noqa: E402
from arena.view.overlay import Overlay  # noqa: E402
from arena.view.scene import Viewer  # noqa: E402

FIRST_SEED = 301
WANTED = 3.0
"""Contrast that is enough."""
PER_GAME = 5
"""Moments of one game; then comes another mode and seed."""
EARLIEST, LATEST = 8, 60
"""Of the first moment and from one to the next, at most [s]."""
OUTLINED, AROUND = 0.85, 0.75
"""Shares of the pixels of a thing, and of those around it, that are darker than what is compared."""
CHANGED = 10
"""Of 255, in any channel: less is no part of the thing."""
SMALLEST = 2.0
"""Half width below which a thing is not judged [px]."""
KEPT = 24
F64 = NDArray[np.float64]
Pixels = NDArray[np.uint8]


class Judged(NamedTuple):
    """One thing in one picture."""

    name: str
    contrast: float
    crop: Pixels


class Moment(NamedTuple):
    """Two pictures of a world, with and without what kills, and where that is."""

    full: Pixels
    bare: Pixels
    names: list[str]
    places: F64  # of things [px], origin top-left, shape (n, 2)
    reaches: F64  # [px], shape (n,)


def luminance(pixels: Pixels) -> F64:
    """Relative luminance of sRGB pixels, 0 to 1, shape of all axes but the last."""
    shares = pixels.astype(np.float64) / 255.0
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


def lethal_rows(world: World) -> NDArray[np.int64]:
    """Rows of enemies, mines and enemies' bullets."""
    bullets = world.rows(Pool.BULLET)
    theirs = bullets[world.bodies.team[bullets] == Team.ENEMIES]
    return np.concatenate([world.rows(Pool.ENEMY), world.rows(Pool.MINE), theirs])


def take_moment(world: World, frame: Frame, renderer: Renderer) -> Moment:
    """Draw a frame with and without what kills."""
    frame.overlay = Overlay(frame.camera.aspect)
    full = picture(renderer, frame, frame.size_px)
    ships, bullets, sprites = frame.ships, frame.bullets, frame.sprites
    mine = np.isin(ships["kind"], [float(Kind.PLAYER), float(Kind.COMPANION), float(Kind.FREIGHTER)])
    frame.ships, frame.bullets = ships[mine], bullets[bullets["orb"] == 0.0]
    gone = ships[~mine]["position"] / np.linalg.norm(ships[~mine]["position"], axis=1, keepdims=True)
    frame.sprites = _without_lights(sprites, gone)
    bare = picture(renderer, frame, frame.size_px)
    rows = lethal_rows(world)
    width, height = frame.size_px
    here, ahead = project(frame.camera, world.bodies.position[rows])
    depth = (world.bodies.position[rows].astype(np.float64) - frame.camera.eye) @ frame.camera.forward
    reaches = world.bodies.radius[rows] * height / (2.0 * frame.camera.tan_half_fov * np.maximum(depth, 1.0))
    places = np.stack([(here[:, 0] + 1.0) * 0.5 * width, (1.0 - here[:, 1]) * 0.5 * height], axis=1)
    facing = np.einsum("ij,j->i", world.bodies.position[rows], frame.camera.eye) > frame.planet_radius**2
    chosen = ahead & facing & (np.abs(here) < 0.97).all(axis=1) & (reaches > SMALLEST)
    names = [_name(world, row) for row in rows[chosen]]
    return Moment(full, bare, names, places[chosen], reaches[chosen])


def _without_lights(sprites: NDArray[np.void], gone: F64) -> NDArray[np.void]:
    """Leave out the light below ships that are left out."""
    if not len(gone) or not len(sprites):
        return sprites
    places = sprites["position"] / np.linalg.norm(sprites["position"], axis=1, keepdims=True)
    below = (sprites["hardness"] < 0.0) & ((places @ gone.T).max(axis=1) > 1.0 - 1e-6)
    return sprites[~below]


def _name(world: World, row: int) -> str:
    if world.rows(Pool.BULLET).size and row >= int(world.pool_rows.start[Pool.BULLET]):
        return "bullet"
    return Kind(int(world.bodies.kind[row])).name.lower()


def contrast(one: float, other: float) -> float:
    """Of two luminances, 1 to 21."""
    return float((max(one, other) + 0.05) / (min(one, other) + 0.05))


def judge(moment: Moment) -> Iterator[Judged]:
    """The contrast of everything that can be seen of what kills."""
    differences = np.abs(moment.full.astype(np.int16) - moment.bare)
    changed: NDArray[np.bool_] = np.any(differences > CHANGED, axis=-1)
    bright, below = luminance(moment.full), luminance(moment.bare)
    height, width, _ = moment.full.shape
    for name, (x, y), reach in zip(moment.names, moment.places, moment.reaches, strict=True):
        half = int(np.ceil(2.0 * reach))
        top, left = max(0, int(y) - half), max(0, int(x) - half)
        part = slice(top, min(height, int(y) + half + 1)), slice(left, min(width, int(x) + half + 1))
        rows, columns = np.arange(height)[part[0], None], np.arange(width)[None, part[1]]
        away = np.hypot(rows - y, columns - x)
        thing = changed[part] & (away <= 1.5 * reach)
        if thing.sum() < 4:
            continue  # something lies before it
        ground = below[part][away <= 2.0 * reach]
        bright_edge = contrast(np.quantile(bright[part][thing], OUTLINED), np.quantile(ground, AROUND))
        dark, pale = np.quantile(bright[part][thing], 1.0 - OUTLINED), np.quantile(ground, 1.0 - AROUND)
        dark_edge = contrast(dark, pale) if dark < pale else 1.0
        yield Judged(name, max(bright_edge, dark_edge), moment.full[part])


def setups() -> Iterator[Setup]:
    """Endless games and the five worlds in turn, each on another seed."""
    worlds = load_worlds()
    seed = FIRST_SEED
    while True:
        yield Setup("endless", seed)
        for file in worlds:
            seed += 1
            yield campaign_setup(file, seed)


def watch(count: int, size: tuple[int, int], renderer: Renderer) -> Iterator[Moment]:
    """Moments of games, some of each."""
    taken = 0
    for setup in setups():
        chance, bot, viewer = random.Random(setup.seed), Bot(slot=0), None
        with Match(setup.mode, setup.seed, level=setup.level) as match:
            viewer, world = Viewer(0, match.mode.look), match.world
            for _ in range(PER_GAME):
                for _ in range(chance.randrange(EARLIEST, LATEST) * TICK_RATE):
                    match.tick([bot.command(world)])
                    viewer.observe(world, match.hud())
                    viewer.move(world, 1.0, DT)
                if match.over or not world.bodies.alive[0]:
                    break
                yield take_moment(world, viewer.build(world, match.hud(), 1.0, DT, size), renderer)
                taken += 1
                if taken == count:
                    return


def report(judged: list[Judged]) -> str:
    """A table by kind."""
    lines = [f"{'':<12}{'seen':>6}{'median':>8}{'worst tenth':>13}{f'>= {WANTED:g}':>8}"]
    for name in [*sorted({one.name for one in judged}), "all"]:
        found = np.array([one.contrast for one in judged if name in (one.name, "all")])
        enough = f"{100.0 * (found >= WANTED).mean():.1f}%"
        lines.append(
            f"{name:<12}{len(found):>6}{np.median(found):>8.1f}{np.quantile(found, 0.1):>13.1f}{enough:>8}"
        )
    return "\n".join(lines)


def keep_worst(judged: list[Judged], folder: Path) -> None:
    """One sheet of the least readable things, side by side."""
    worst = sorted(judged, key=lambda one: one.contrast)[:KEPT]
    tiles = [Image.fromarray(one.crop).resize((128, 128), Image.Resampling.NEAREST) for one in worst]
    sheet = Image.new("RGB", (128 * 8, 128 * ((len(tiles) + 7) // 8)))
    for number, tile in enumerate(tiles):
        sheet.paste(tile, (128 * (number % 8), 128 * (number // 8)))
    folder.mkdir(parents=True, exist_ok=True)
    sheet.save(folder / "worst.png")


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--moments", type=whole_number(10_000), default=200)
    parser.add_argument("--quality", choices=list(TIERS), default="low")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--output", type=Path, metavar="FOLDER")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> None:
    """Measure and print."""
    options = parse(arguments)
    width, height = (int(part) for part in options.size.split("x"))
    try:
        context = offscreen_context()
    except RuntimeError as error:
        give_up("measure_readability", Failure(str(error)))
    renderer = Renderer(context, options.quality)
    moments = watch(options.moments, (width, height), renderer)
    judged = [one for moment in tqdm(moments, total=options.moments, disable=None) for one in judge(moment)]
    print(report(judged))
    if options.output is not None:
        keep_worst(judged, options.output)


if __name__ == "__main__":
    main(sys.argv[1:])
