"""Measure what the picture shows of what can kill: over games that the bot plays, at some aspect ratio.

    .venv/bin/python scripts/measure_camera.py [--seeds N] [--seconds S] [--size WxH] [--json]

in view     share of the enemies within 24 and 30 u of the player that are in the picture
hits        hits on the player by bullets and the like, and the shares of them whose shooter was not in the
            picture when they hit, and neither in the picture nor marked at its rim
"""

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import whole_number  # noqa: E402

from arena.game.bots.bot import Bot  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.sim.kinds import Pool  # noqa: E402
from arena.sim.tables.events import Event  # noqa: E402
from arena.sim.world import World  # noqa: E402
from arena.tuning import DT, TICK_RATE  # noqa: E402
from arena.view.cameras.camera import project  # noqa: E402
from arena.view.frame import Camera  # noqa: E402
from arena.view.scene import Viewer  # noqa: E402

FIRST_SEED = 101
NEAR, FAR = 24.0, 30.0  # [u] along the shell
SAMPLE = 6  # ticks between two counts of enemies


class Tally(NamedTuple):
    """Counts of one game: enemies near (all, in view), enemies far, hits (all, unseen, unmarked), ticks."""

    near: int = 0
    near_seen: int = 0
    far: int = 0
    far_seen: int = 0
    hits: int = 0
    unseen: int = 0
    unmarked: int = 0
    ticks: int = 0

    def plus(self, other: "Tally") -> "Tally":
        return Tally(*(a + b for a, b in zip(self, other, strict=True)))


def in_picture(camera: Camera, places: NDArray[np.floating], planet_radius: float) -> NDArray[np.bool_]:
    """Mask of points, shape (n, 3), that are in the picture and not behind the planet."""
    here, ahead = project(camera, places)
    eye = camera.eye.astype(np.float64)
    sight = places - eye
    share = np.clip(-(sight @ eye) / np.sum(sight * sight, axis=1), 0.0, 1.0)
    clear = np.linalg.norm(eye + sight * share[:, None], axis=1) > planet_radius
    return ahead & clear & (np.abs(here) < 1.0).all(axis=1)


class Watch:
    """Rows of a world that are in a viewer's picture or marked at its rim, as of the last look."""

    def __init__(self, rows: int) -> None:
        self.seen = np.zeros(rows, bool)
        self.marked = np.zeros(rows, bool)

    def look(self, world: World, viewer: Viewer) -> NDArray[np.int64]:
        """Look anew; returns the rows of all enemies that live. The dead keep what was last true of them."""
        camera, enemies = viewer.camera, world.rows(Pool.ENEMY)
        if camera is not None and len(enemies):
            places = world.bodies.position[enemies].astype(np.float64)
            self.seen[enemies] = in_picture(camera, places, world.planet_radius)
            self.marked[enemies] = np.isin(enemies, viewer.instruments.arrows.marked)
        return enemies


def watch_game(seed: int, seconds: int, size: tuple[int, int]) -> Tally:
    """Let the bot play, and count."""
    bot, viewer, tally = Bot(slot=0), Viewer(player=0), Tally()
    with Match(mode="endless", seed=seed, players=1) as match:
        world, watch = match.world, Watch(len(match.world.bodies.alive))
        for tick in range(seconds * TICK_RATE):
            match.tick([bot.command(world)])
            tally = tally.plus(count_hits(world, watch))
            viewer.observe(world, match.hud())
            viewer.build(world, match.hud(), 1.0, DT, size)
            enemies = watch.look(world, viewer)
            if tick % SAMPLE == 0 and world.bodies.alive[0]:
                tally = tally.plus(count_enemies(world, watch, enemies))
            if match.over:
                break
    return tally


def count_hits(world: World, watch: Watch) -> Tally:
    """Of this tick's hits on the player: by whom, and was he in the last picture?"""
    events = world.events
    kinds, rows, by = (column[: int(events.count[0])] for column in (events.kind, events.row, events.other))
    first, stop = int(world.pool_rows.start[Pool.ENEMY]), int(world.pool_rows.stop[Pool.ENEMY])
    by = by[(kinds == Event.HIT) & (rows == 0) & (by >= first) & (by < stop)]
    unseen = ~watch.seen[by]
    return Tally(hits=len(by), unseen=int(unseen.sum()), unmarked=int((unseen & ~watch.marked[by]).sum()))


def count_enemies(world: World, watch: Watch, enemies: NDArray[np.int64]) -> Tally:
    """Rows of enemies nearby, and of those in the picture."""
    places = world.bodies.position[enemies].astype(np.float64)
    cosine = places @ world.bodies.position[0] / np.maximum(np.linalg.norm(places, axis=1), 1e-6)
    away = np.arccos(np.clip(cosine / world.shell_radius, -1.0, 1.0)) * world.shell_radius
    counts: list[int] = []
    for reach in (NEAR, FAR):
        close = enemies[away < reach]
        counts += [len(close), int(watch.seen[close].sum())]
    return Tally(*counts, ticks=1)


def report(tally: Tally) -> dict[str, float]:
    """Shares in percent."""

    def share(part: int, whole: int) -> float:
        return round(100.0 * part / max(1, whole), 1)

    return {
        f"in_view_{NEAR:.0f}u_percent": share(tally.near_seen, tally.near),
        f"in_view_{FAR:.0f}u_percent": share(tally.far_seen, tally.far),
        "hits": tally.hits,
        "hits_from_out_of_view_percent": share(tally.unseen, tally.hits),
        "hits_from_unmarked_percent": share(tally.unmarked, tally.hits),
        "seconds": round(tally.ticks * SAMPLE * DT, 1),
    }


def parse(arguments: list[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seeds", type=whole_number(1000), default=8)
    parser.add_argument("--seconds", type=whole_number(3600), default=90, help="of each game")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args(arguments)


def main(arguments: list[str]) -> int:
    """Measure and print."""
    options = parse(arguments)
    width, height = (int(part) for part in options.size.split("x"))
    total = Tally()
    for seed in range(FIRST_SEED, FIRST_SEED + options.seeds):
        tally = watch_game(seed, options.seconds, (width, height))
        total = total.plus(tally)
        if not options.json:
            print(seed, report(tally), flush=True)
    print(json.dumps(report(total)) if options.json else f"all {report(total)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
