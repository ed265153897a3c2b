"""Measure how clearly all that kills stands out, in pictures of random moments of the bot's games.

    .venv/bin/python scripts/measure_readability.py [--moments N] [--quality NAME] [--colors NAME]
                                                    [--high-contrast]

Each moment is drawn without the head-up display, and again without each thing that kills (things far from
one another are left out together): `readability.py` says what is compared. A thing of which only a few pixels
can be seen is counted as hidden. Those that change the picture in at most two thirds of their silhouette, as
rocks or other things lie before them or as they look like what is behind them, count, too; the row "in sight"
has all but them, so it says what hides things, not how well the hidden ones are seen. With `--output` the
worst of all, and the worst of those that have enough, are kept as pictures.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from PIL import Image
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, give_up, whole_number  # noqa: E402
from readability import Judged, apart, judge, lethal_things, look_at, without  # noqa: E402

from arena.app.storage.levels import campaign_setup, load_worlds  # noqa: E402
from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.game.mode import Setup  # noqa: E402
from arena.render.offscreen import offscreen_context, picture  # noqa: E402
from arena.render.renderer import Renderer  # noqa: E402
from arena.render.tiers import TIERS  # noqa: E402
from arena.tuning import DT, TICK_RATE  # noqa: E402
from arena.view.frame import Frame  # noqa: E402
from arena.view.overlay.overlay import Overlay  # noqa: E402
from arena.view.palette import COLOR_SETS, STANDARD  # noqa: E402
from arena.view.scene import Viewer  # noqa: E402
from arena.view.settings import ViewSettings  # noqa: E402

FIRST_SEED = 301
UNHIDDEN, IN_SIGHT = "in sight", 2.0 / 3.0
"""The row of things of which more than such a share can be seen."""
WANTED, APART = 3.0, 0.15
"""Contrast and distance in Oklab that are enough."""
PER_GAME = 5
"""Moments of one game; then comes another mode and seed."""
EARLIEST, LATEST = 8, 60
"""Of the first moment and from one to the next, at most [s]."""
KEPT, ACROSS, TILE = 24, 8, 160
"""Things on a sheet of pictures, how many side by side, and how large [px]."""


def judge_moment(frame: Frame, renderer: Renderer) -> Iterator[Judged | None]:
    """Draw a frame with and without each thing that kills; None for what is hidden."""
    frame.overlay = Overlay(frame.camera.aspect)
    full = picture(renderer, frame, frame.size_px)
    for things in apart(lethal_things(frame)):
        bare = picture(renderer, without(frame, things), frame.size_px)
        for thing in things:
            yield judge(look_at(thing, full, bare))


def setups() -> Iterator[Setup]:
    """Endless games and the five worlds in turn, each on another seed."""
    worlds = load_worlds()
    seed = FIRST_SEED
    while True:
        yield Setup("endless", seed)
        for file in worlds:
            seed += 1
            yield campaign_setup(file, seed)


def watch(count: int, size: tuple[int, int], settings: ViewSettings) -> Iterator[Frame]:
    """Frames of moments of games, some of each, to be drawn before the next is asked for."""
    taken = 0
    for setup in setups():
        chance, bot, viewer = random.Random(setup.seed), Bot(slot=0), None
        with Match(setup.mode, setup.seed, level=setup.level) as match:
            viewer, world = Viewer(0, match.mode.look, settings), match.world
            for _ in range(PER_GAME):
                for _ in range(chance.randrange(EARLIEST, LATEST) * TICK_RATE):
                    match.tick([bot.command(world)])
                    viewer.observe(world, match.hud())
                    viewer.move(world, 1.0, DT)
                if match.over or not world.bodies.alive[0]:
                    break
                yield viewer.build(world, match.hud(), 1.0, DT, size)
                taken += 1
                if taken == count:
                    return


def report(judged: list[Judged]) -> str:
    """A table by kind."""
    far = f">= {APART:g}"
    lines = [
        f"{'':<12}{'seen':>6}{'colour':>9}{'lightness':>11}{'blurred':>9}{'ink':>7}"
        f"{'contrast':>10}{'worst tenth':>13}",
        f"{'':<18}{far:>9}{far:>11}{far:>9}{'mean':>7}{f'>= {WANTED:g}':>10}",
    ]
    groups = {
        name: [one for one in judged if one.name == name] for name in sorted({one.name for one in judged})
    }
    groups |= {"all": judged, UNHIDDEN: [one for one in judged if one.in_sight > IN_SIGHT]}
    for name, group in groups.items():
        found = np.array([one.contrast for one in group])
        if not len(found):
            continue
        color, lightness, blurred = (np.array([one.apart for one in group]) >= APART).mean(axis=0)
        dark = float(np.mean([one.ink for one in group]))
        lines.append(
            f"{name:<12}{len(found):>6}{color:>9.1%}{lightness:>11.1%}{blurred:>9.1%}{dark:>7.1%}"
            f"{(found >= WANTED).mean():>10.1%}{np.quantile(found, 0.1):>13.1f}"
        )
    return "\n".join(lines)


def keep_worst(judged: list[Judged], path: Path) -> None:
    """One sheet of the least readable things, side by side."""
    sheet = Image.new("RGB", (TILE * ACROSS, TILE * (KEPT // ACROSS)))
    for number, one in enumerate(sorted(judged, key=lambda one: one.apart[0])[:KEPT]):
        tile = Image.fromarray(one.crop).resize((TILE, TILE), Image.Resampling.NEAREST)
        sheet.paste(tile, (TILE * (number % ACROSS), TILE * (number // ACROSS)))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.save(path)


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--moments", type=whole_number(10_000), default=200)
    parser.add_argument("--quality", choices=list(TIERS), default="low")
    parser.add_argument("--colors", choices=list(COLOR_SETS), default=STANDARD)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--high-contrast", action="store_true", help="with the setting of that name")
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
    settings = ViewSettings(colors=options.colors, high_contrast=options.high_contrast)
    frames = watch(options.moments, (width, height), settings)
    found = [
        one
        for frame in tqdm(frames, total=options.moments, disable=None)
        for one in judge_moment(frame, renderer)
    ]
    judged = [one for one in found if one is not None]
    print(report(judged))
    print(f"{'hidden':<12}{len(found) - len(judged):>6}")
    if options.output is not None:
        keep_worst(judged, options.output / "worst.png")
        keep_worst([one for one in judged if one.apart[0] >= APART], options.output / "enough.png")


if __name__ == "__main__":
    main(sys.argv[1:])
