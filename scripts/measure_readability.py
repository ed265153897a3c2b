"""Measure how clearly all that kills stands out, in pictures of random moments of the bot's games.

    .venv/bin/python scripts/measure_readability.py [--moments N] [--quality NAME] [--colors NAME]

Each moment is drawn without what kills and without the head-up display, then with bosses, with their parts,
and with all enemies, mines and their bullets. Where a picture differs from the one before are the things
that it adds, without their glow on the ground. All along the outline of a thing, the brightest and the
darkest of it within a few pixels are compared with what lies just outside, by the contrast of WCAG 2.1,
(L1 + 0.05) / (L2 + 0.05) of relative luminance. A thing has the contrast that at least two thirds of its
outline have: so much of a shape is enough to tell it. With `--output` the worst of all, and the worst of
those that have enough, are kept as pictures.
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
from arena.view.frame import BOSS_MESH, PART_MESH, SHIPS, Frame  # noqa: E402
from arena.view.overlay import Overlay  # noqa: E402
from arena.view.palette import COLOR_SETS, STANDARD  # noqa: E402
from arena.view.scene import Viewer  # noqa: E402

FIRST_SEED = 301
WANTED = 3.0
"""Contrast that is enough."""
PER_GAME = 5
"""Moments of one game; then comes another mode and seed."""
EARLIEST, LATEST = 8, 60
"""Of the first moment and from one to the next, at most [s]."""
OUTLINED = 2 / 3
"""Share of an outline that must have the contrast."""
REACH = 1.5
"""How far from a thing's middle its outline may be [radii]."""
RIM, RIM_SHARE = 3, 0.2
"""How far into a thing, and out of it, its outline is looked at [px of a picture 720 high], and in large
things [radii]: theirs runs along the upper edge of their sides."""
CHANGED = 10
"""Of 255, in any channel: less is no part of the thing."""
SMALLEST = 2.0
"""Half width below which a thing is not judged [px]."""
KEPT = 24
BULLET = "bullet"
OWN = [SHIPS.index(name) for name in ("player", "companion", "freighter")]
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


def take_moments(world: World, frame: Frame, renderer: Renderer) -> Iterator[Moment]:
    """Draw a frame without what kills, then with bosses, with their parts, and with all else."""
    frame.overlay = Overlay(frame.camera.aspect)
    ships, bullets, rows = frame.ships, frame.bullets, lethal_rows(world)
    drawn, kinds = ships["kind"].astype(np.intp), world.bodies.kind[rows]
    shown, frame.bullets = np.isin(drawn, OWN), bullets[bullets["orb"] == 0.0]
    frame.ships = ships[shown]
    bare = picture(renderer, frame, frame.size_px)
    for meshes, kind in ((BOSS_MESH, Kind.BOSS), (PART_MESH, Kind.BOSS_PART), (None, None)):
        of_kind = kinds == kind if kind is not None else ~np.isin(kinds, (Kind.BOSS, Kind.BOSS_PART))
        if not of_kind.any():
            continue
        shown |= np.isin(drawn, meshes) if meshes is not None else True
        frame.ships, frame.bullets = ships[shown], bullets if meshes is None else frame.bullets
        full = picture(renderer, frame, frame.size_px)
        yield _place(world, rows[of_kind], frame, full, bare)
        bare = full


def _place(world: World, rows: NDArray[np.int64], frame: Frame, full: Pixels, bare: Pixels) -> Moment:
    """Where bodies that are large enough stand in two pictures."""
    width, height = frame.size_px
    here, ahead = project(frame.camera, world.bodies.position[rows])
    depth = (world.bodies.position[rows].astype(np.float64) - frame.camera.eye) @ frame.camera.forward
    reaches = world.bodies.radius[rows] * height / (2.0 * frame.camera.tan_half_fov * np.maximum(depth, 1.0))
    places = np.stack([(here[:, 0] + 1.0) * 0.5 * width, (1.0 - here[:, 1]) * 0.5 * height], axis=1)
    facing = np.einsum("ij,j->i", world.bodies.position[rows], frame.camera.eye) > frame.planet_radius**2
    chosen = ahead & facing & (np.abs(here) < 0.97).all(axis=1) & (reaches > SMALLEST)
    names = [_name(world, row) for row in rows[chosen]]
    return Moment(full, bare, names, places[chosen], reaches[chosen])


def _name(world: World, row: int) -> str:
    if world.rows(Pool.BULLET).size and row >= int(world.pool_rows.start[Pool.BULLET]):
        return BULLET
    return Kind(int(world.bodies.kind[row])).name.lower()


def contrast(one: float, other: float) -> float:
    """Of two luminances, 1 to 21."""
    return float((max(one, other) + 0.05) / (min(one, other) + 0.05))


def judge(moment: Moment) -> Iterator[Judged]:
    """The contrast of everything that can be seen of what kills."""
    change = np.abs(moment.full.astype(np.int16) - moment.bare).max(axis=-1)
    light = luminance(moment.full)
    height, width, _ = moment.full.shape
    for name, (x, y), reach in zip(moment.names, moment.places, moment.reaches, strict=True):
        rim = max(1, round(max(RIM * height / 720.0, RIM_SHARE * reach)))
        half = int(np.ceil(2.0 * reach)) + rim
        top, left = max(0, int(y) - half), max(0, int(x) - half)
        part = slice(top, min(height, int(y) + half + 1)), slice(left, min(width, int(x) + half + 1))
        rows, columns = np.arange(height)[part[0], None], np.arange(width)[None, part[1]]
        near = np.hypot(rows - y, columns - x) <= REACH * reach
        # What glows has no edge: there the outline is where half of the light is gone.
        least = max(CHANGED, change[part][near].max(initial=0) / 2) if name == BULLET else CHANGED
        edge = outline_contrast(light[part], change[part] > least, near, rim)
        if len(edge) >= 4:  # else something lies before it
            yield Judged(name, float(np.quantile(edge, 1.0 - OUTLINED)), moment.full[part])


def outline_contrast(light: F64, thing: NDArray[np.bool_], near: NDArray[np.bool_], rim: int) -> F64:
    """The contrast at each pixel of an outline.

    Args:
        light: relative luminance, shape (h, w).
        thing: what belongs to it, shape (h, w).
        near: where the outline is looked at, shape (h, w).
        rim: how far to look into the thing and out of it [px].
    """
    inner, outer = _windows(light, rim), _windows(thing.astype(np.float64), rim)
    inside = outer > 0.5
    border = thing & near & (_windows(thing.astype(np.float64), 1) < 0.5).any(axis=(2, 3))
    lights, belongs = inner[border], inside[border]
    bright = np.where(belongs, lights, -np.inf).max(axis=(1, 2))
    dark = np.where(belongs, lights, np.inf).min(axis=(1, 2))
    outside = np.where(belongs, 0.0, lights).sum(axis=(1, 2)) / np.maximum(1, (~belongs).sum(axis=(1, 2)))
    return np.maximum((bright + 0.05) / (outside + 0.05), (outside + 0.05) / (dark + 0.05))


def _windows(values: F64, reach: int) -> F64:
    """What is around each pixel, itself in the middle; beyond the rim, what is at it."""
    padded = np.pad(values, reach, mode="edge")
    return np.lib.stride_tricks.sliding_window_view(padded, (2 * reach + 1, 2 * reach + 1))


def setups() -> Iterator[Setup]:
    """Endless games and the five worlds in turn, each on another seed."""
    worlds = load_worlds()
    seed = FIRST_SEED
    while True:
        yield Setup("endless", seed)
        for file in worlds:
            seed += 1
            yield campaign_setup(file, seed)


def watch(count: int, size: tuple[int, int], renderer: Renderer, colors: str) -> Iterator[list[Moment]]:
    """Moments of games, some of each."""
    taken = 0
    for setup in setups():
        chance, bot, viewer = random.Random(setup.seed), Bot(slot=0), None
        with Match(setup.mode, setup.seed, level=setup.level) as match:
            viewer, world = Viewer(0, match.mode.look, colors), match.world
            for _ in range(PER_GAME):
                for _ in range(chance.randrange(EARLIEST, LATEST) * TICK_RATE):
                    match.tick([bot.command(world)])
                    viewer.observe(world, match.hud())
                    viewer.move(world, 1.0, DT)
                if match.over or not world.bodies.alive[0]:
                    break
                yield [*take_moments(world, viewer.build(world, match.hud(), 1.0, DT, size), renderer)]
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


def keep_worst(judged: list[Judged], path: Path) -> None:
    """One sheet of the least readable things, side by side."""
    worst = sorted(judged, key=lambda one: one.contrast)[:KEPT]
    tiles = [Image.fromarray(one.crop).resize((128, 128), Image.Resampling.NEAREST) for one in worst]
    sheet = Image.new("RGB", (128 * 8, 128 * ((len(tiles) + 7) // 8)))
    for number, tile in enumerate(tiles):
        sheet.paste(tile, (128 * (number % 8), 128 * (number // 8)))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(path)


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--moments", type=whole_number(10_000), default=200)
    parser.add_argument("--quality", choices=list(TIERS), default="low")
    parser.add_argument("--colors", choices=list(COLOR_SETS), default=STANDARD)
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
    moments = watch(options.moments, (width, height), renderer, options.colors)
    judged = [
        one
        for moment in tqdm(moments, total=options.moments, disable=None)
        for drawn in moment
        for one in judge(drawn)
    ]
    print(report(judged))
    if options.output is not None:
        keep_worst(judged, options.output / "worst.png")
        keep_worst([one for one in judged if one.contrast >= WANTED], options.output / "enough.png")


if __name__ == "__main__":
    main(sys.argv[1:])
