"""Measure whether the picture flashes more than is safe for photosensitive eyes.

    .venv/bin/python scripts/measure_flashes.py [--fights A,B] [--seconds S] [--unlimited] [--quality NAME]

Plays the wildest minute of each world of the campaign (four bots, hard; of the whole game the minute in which
most is lost), a minute of bombs that follow one another in a crowd, and a minute of Tide in which one cascade
after another runs where the player looks, and hands every frame, HUD included,
to a port of IRIS, the analysis that Electronic Arts publishes: flashes of luminance and of saturated red of
more than a quarter of the picture, more than three in a second, or four seconds of nearly as many, and
patterns of stripes. Who sits near sees less of the picture at a time: the last column counts the same changes
of any twelfth of it, and is not judged. `--unlimited` switches off the game's own limit. Needs the extra: pip
install 'arena-shooter[flashes]'. What it says is no certificate.

Ends with exit code 1 where a fight at default settings fails.
"""

import argparse
import contextlib
import io
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from tqdm import tqdm

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, give_up, whole_number  # noqa: E402

from arena.app.storage.levels import campaign_setup, load_worlds  # noqa: E402
from arena.catalogue import kinds  # noqa: E402
from arena.commands.scenes import SCENES  # noqa: E402
from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.game.mode import Setup  # noqa: E402
from arena.render.offscreen import offscreen_context, picture  # noqa: E402
from arena.render.renderer import TIERS, Renderer  # noqa: E402
from arena.sim.kinds import Pool  # noqa: E402
from arena.sim.tables.commands import Button  # noqa: E402
from arena.sim.tables.events import Event  # noqa: E402
from arena.tuning import BURST, DT, TICK_RATE  # noqa: E402
from arena.view.scene import Viewer  # noqa: E402
from arena.view.settings import ViewSettings  # noqa: E402

PLAYERS, DIFFICULTY, SEED = 4, "hard", 77
LONGEST = 300
"""Of a game that is searched for its wildest minute [s]."""
APPROACH = 2
"""Seen before what is measured begins, so that camera and effects are under way [s]."""
WILD = {Event.KILLED: 3.0, Event.BURST: 2.0, Event.BOMB: 20.0, Event.BOSS_STAGE: 20.0, Event.PLAYER_HURT: 4.0}
BOMB_GAP, CROWD_GAP = 24, 90
"""Ticks from one bomb to the next, and from one crowd to the next."""
BOMBS = 9
SPARK_GAP, SPARK_SIGHT, FLOWING = 20, 24.0, 5
"""Ticks from one spark to the next, their largest distance [u], and time that rivers flow before [s]."""
FIGHTS = (*(f"world{number}" for number in range(1, 6)), "bombs", "tide")
FIELDS = 3, 4
"""Rows and columns of the fields of a picture that are looked at one by one."""
CHANGE, DARK = 0.1, 0.8
"""Relative luminance that makes a transition, and that the darker side of it stays below (WCAG 2.3.1)."""
PASS = 1
"""IRIS verdicts that do not fail: passed, or passed with a warning."""
Pixels = NDArray[np.uint8]


class Fight(NamedTuple):
    """Something to look at."""

    name: str
    setup: Setup
    begin: int  # tick
    stir: Callable[[Match], None] | None = None  # done before each tick


class Verdict(NamedTuple):
    """Findings of one fight: frames of each kind of failure."""

    name: str
    frames: int
    luminance: int
    red: int
    pattern: int
    most: int  # transitions of luminance or red in any second; more than six fail
    brightest: float  # change of luminance of a quarter of the picture, the largest
    nearby: int  # transitions of the luminance of any field in any second

    @property
    def failed(self) -> bool:
        """Return whether any frame fails."""
        return bool(self.luminance or self.red or self.pattern)


def wildest_minute(setup: Setup, seconds: int, longest: int = LONGEST) -> int:
    """The tick at which most begins to be lost in a game of bots, counted over `seconds`."""
    weight = np.zeros(len(Event))
    weight[list(WILD)] = list(WILD.values())
    worth: list[float] = []
    with Match(
        setup.mode, setup.seed, setup.players, difficulty=setup.difficulty, level=setup.level
    ) as match:
        bots, world = [Bot(slot=slot) for slot in range(setup.players)], match.world
        for _ in range(longest * TICK_RATE):
            match.tick([bot.command(world) for bot in bots])
            worth.append(float(weight[world.events.kind[: world.events.count[0]]].sum()))
            if match.over:
                break
    summed = np.concatenate([[0.0], np.cumsum(worth)])
    length = min(seconds * TICK_RATE, len(worth))
    return int((summed[length:] - summed[:-length]).argmax())


def drop_bombs(match: Match) -> None:
    """Give the first player bombs without end, and crowds to drop them on."""
    world = match.world
    world.players.bombs[0], world.bodies.health[0] = BOMBS, world.kinds.health[kinds.PLAYER.number]
    crowd = SCENES["crowded"].prepare
    if world.tick % CROWD_GAP == 0 and crowd is not None:
        crowd(match)


def light_sparks(match: Match) -> None:
    """Light the volatile near the first player that has most others about it, again and again."""
    world, bodies = match.world, match.world.bodies
    world.players.bombs[0], world.bodies.health[0] = 0, world.kinds.health[kinds.PLAYER.number]
    if world.tick % SPARK_GAP:
        return
    rows = world.rows(Pool.ENEMY)
    rows = rows[(bodies.kind[rows] == kinds.VOLATILE.number) & (world.ships.fuse[rows] == 0)]
    rows = rows[np.linalg.norm(bodies.position[rows] - bodies.position[0], axis=1) < SPARK_SIGHT]
    if len(rows):
        gaps = np.linalg.norm(bodies.position[rows, None] - bodies.position[None, rows], axis=2)
        spark = rows[(gaps < BURST.reach).sum(axis=1).argmax()]
        bodies.health[spark], bodies.hit_by[spark] = 0.0, 0


def watch(
    fight: Fight, frames: int, size: tuple[int, int], renderer: Renderer, limited: bool
) -> Iterator[Pixels]:
    """Every frame of a fight, as many as a second has ticks."""
    setup = fight.setup
    with Match(
        setup.mode, setup.seed, setup.players, difficulty=setup.difficulty, level=setup.level
    ) as match:
        bots, world = [Bot(slot=slot) for slot in range(setup.players)], match.world
        viewer = Viewer(0, match.mode.look, ViewSettings(flash_limit=limited))
        for tick in range(fight.begin + frames):
            if fight.stir is not None:
                fight.stir(match)
            commands = [bot.command(world) for bot in bots]
            if fight.stir is not None and tick % BOMB_GAP == 0:
                commands[0] = replace(commands[0], buttons=commands[0].buttons | Button.BOMB)
            match.tick(commands)
            if tick >= fight.begin - APPROACH * TICK_RATE:
                viewer.observe(world, match.hud())
                frame = viewer.build(world, match.hud(), 1.0, DT, size)
                if tick >= fight.begin:
                    yield picture(renderer, frame, size)


def analyse(name: str, frames: Iterable[Pixels], size: tuple[int, int]) -> Verdict:
    """Let IRIS look at every frame, 60 of them a second."""
    iris = import_iris()
    width, height = size
    config = iris.Configuration(pattern_detection_enabled=True)
    flashes = import_module("iris_pse_detection.flash_detection").FlashDetection(
        TICK_RATE, (height, width), config
    )
    patterns = import_module("iris_pse_detection.pattern_detection").PatternDetection(
        TICK_RATE, (height, width), config.get_pattern_detection_params()
    )
    found, most, brightest = [], 0, 0.0
    fields = list[NDArray[np.float64]]()
    for number, pixels in enumerate(frames):
        flashes.set_current_frame(np.ascontiguousarray(pixels[..., ::-1]))
        data = flashes.analyse_frame(number)
        patterns.check_frame(flashes.luminance.current_frame, number, data)
        found.append((data.luminance_frame_result > PASS, data.red_frame_result > PASS))
        fields.append(field_means(flashes.luminance.current_frame))
        most = max(most, data.luminance_transitions, data.red_transitions)
        brightest = max(brightest, abs(float(data.average_luminance_diff_acc)))
    luminance, red = np.array(found).sum(axis=0).tolist()
    return Verdict(name, len(found), luminance, red, patterns.pattern_fail_frames, most, brightest,
                   count_transitions(np.array(fields)))  # fmt: skip


def field_means(luminance: NDArray[np.floating]) -> NDArray[np.float64]:
    """Mean of each of the FIELDS of a picture, shape (rows * columns,)."""
    rows, columns = FIELDS
    height, width = luminance.shape[0] // rows, luminance.shape[1] // columns
    cut = luminance[: height * rows, : width * columns].reshape(rows, height, columns, width)
    return cut.mean(axis=(1, 3), dtype=np.float64).ravel()


def count_transitions(means: NDArray[np.float64]) -> int:
    """Most transitions of any field in any second, of means of shape (frames, fields)."""
    most = 0
    for series in means.T.tolist():
        times = find_transitions(series)
        most = max([most, *(sum(0 <= other - time < TICK_RATE for other in times) for time in times)])
    return most


def find_transitions(series: list[float]) -> list[int]:
    """Frames at which it has gone up, or down, by CHANGE from where it last turned."""
    times, low, high, way = list[int](), series[0], series[0], 0
    for frame, value in enumerate(series):
        if way <= 0 and value - low >= CHANGE and low < DARK:
            times.append(frame)
            way, high = 1, value
        elif way >= 0 and high - value >= CHANGE and value < DARK:
            times.append(frame)
            way, low = -1, value
        low, high = min(low, value), max(high, value)
    return times


def import_iris() -> Any:
    """The library.

    Raises:
        Failure: it is not installed.
    """
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            return import_module("iris_pse_detection")
    except ImportError as error:
        raise Failure(f"{error}; pip install 'arena-shooter[flashes]'") from error


def fights(wanted: list[str], seconds: int) -> Iterator[Fight]:
    """The minutes that are looked at."""
    for number, file in enumerate(load_worlds(), 1):
        if f"world{number}" in wanted:
            setup = campaign_setup(file, SEED + number, PLAYERS, DIFFICULTY)
            yield Fight(f"world{number}", setup, wildest_minute(setup, seconds))
    if "bombs" in wanted:
        yield Fight("bombs", Setup("endless", SEED, 1), APPROACH * TICK_RATE, drop_bombs)
    if "tide" in wanted:
        yield Fight("tide", Setup("tide", SEED, 1), FLOWING * TICK_RATE, light_sparks)


def report(verdicts: list[Verdict]) -> str:
    """A table, a fight a line."""
    lines = [
        f"{'fight':<10}{'frames':>8}{'luminance':>11}{'red':>6}{'pattern':>9}{'most':>6}{'change':>8}{'nearby':>8}"
    ]
    lines += [
        f"{v.name:<10}{v.frames:>8}{v.luminance:>11}{v.red:>6}{v.pattern:>9}{v.most:>6}{v.brightest:>8.2f}{v.nearby:>8}"
        for v in verdicts
    ]
    return "\n".join(lines)


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        prog="measure_flashes", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--fights", type=lambda text: text.split(","), default=list(FIGHTS), metavar="A,B",
                        help=f"of {', '.join(FIGHTS)}")  # fmt: skip
    parser.add_argument("--seconds", type=whole_number(600), default=60, help="of each fight")
    parser.add_argument("--quality", choices=list(TIERS), default="medium")
    parser.add_argument("--size", default="640x360")
    parser.add_argument("--unlimited", action="store_true", help="without the game's limit of flashes")
    options = parser.parse_args(arguments)
    if unknown := set(options.fights) - set(FIGHTS):
        parser.error(f"there is no fight {min(unknown)!r}; there is {', '.join(FIGHTS)}")
    return options


def main(arguments: list[str]) -> None:
    """Measure, print, and judge."""
    options = parse(arguments)
    width, height = (int(part) for part in options.size.split("x"))
    size, count, verdicts = (width, height), options.seconds * TICK_RATE, list[Verdict]()
    try:
        import_iris()
        renderer = Renderer(offscreen_context(), options.quality)
    except (Failure, RuntimeError) as error:
        give_up("measure_flashes", Failure(str(error)))
    for fight in fights(options.fights, options.seconds):
        seen = watch(fight, count, size, renderer, not options.unlimited)
        verdicts.append(analyse(fight.name, tqdm(seen, fight.name, count, disable=None), size))
    print(report(verdicts))
    if not options.unlimited and any(verdict.failed for verdict in verdicts):
        give_up("measure_flashes", Failure("flashes that may harm photosensitive eyes"))


if __name__ == "__main__":
    main(sys.argv[1:])
