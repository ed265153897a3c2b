"""Measure what one to four players cost: a tick, its observation, the views of a picture, and drawing them.

    .venv/bin/python scripts/bench_players.py [--ticks N] [--size WxH] [--level N]

Bots fly a world of the campaign through real commands; every third tick a picture is made, as they part and
meet, and drawn on the low quality without a window.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from arena.app.input.devices import Devices  # noqa: E402
from arena.app.play.local_players import bot_source  # noqa: E402
from arena.app.play.session import Session  # noqa: E402
from arena.app.services import Options, Services  # noqa: E402
from arena.app.sound.device import Audio  # noqa: E402
from arena.app.storage.levels import campaign_setup, load_world  # noqa: E402
from arena.app.storage.scores import Scores  # noqa: E402
from arena.app.storage.settings import Settings  # noqa: E402
from arena.game.match import Match  # noqa: E402
from arena.render.offscreen import offscreen_context, picture  # noqa: E402
from arena.render.renderer import Renderer  # noqa: E402

SEED, SKIP, EVERY = 3, 120, 3
"""Ticks before the first that counts; ticks between two pictures."""


def measure(
    players: int, ticks: int, size: tuple[int, int], level: int, renderer: Renderer
) -> dict[str, list[float]]:
    """Milliseconds of each tick, observation, view and drawing, and how many views there were."""
    setup, settings = campaign_setup(load_world(level), SEED, players), Settings()
    services = Services(Options(), settings, Scores(), Audio(settings), Devices(settings.bindings))
    services.size = size
    match = Match(setup.mode, SEED, players, level=setup.level)
    found: dict[str, list[float]] = {name: [] for name in ("tick", "observe", "view", "draw", "views")}

    def note(session: Session, tick_ms: float, observe_ms: float) -> None:
        found["tick"].append(tick_ms)
        found["observe"].append(observe_ms)

    session = Session(services, match, [bot_source(slot) for slot in range(players)], False, note)
    for tick in range(SKIP + ticks):
        if tick == SKIP:
            for values in found.values():
                values.clear()
        session.tick()
        if tick % EVERY == 0:
            began = time.perf_counter()
            composite = session.build(tick / 60.0, size)
            built = time.perf_counter()
            picture(renderer, composite, size)
            found["view"].append((built - began) * 1e3)
            found["draw"].append((time.perf_counter() - built) * 1e3)
            found["views"].append(len(composite.views))
    session.close()
    return found


def main(words: list[str] | None = None) -> int:
    """Print a table."""
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="bench_players", description=__doc__, formatter_class=text)
    parser.add_argument("--ticks", type=int, default=900)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--level", type=int, default=1)
    given = parser.parse_args(words)
    width, height = (int(part) for part in given.size.split("x"))
    renderer = Renderer(offscreen_context(), "low")
    print("players   tick p50/p95   observe p50/p95   view p50/p95   draw p50/p95 [ms]   mean views")
    for players in (1, 2, 3, 4):
        found = measure(players, given.ticks, (width, height), given.level, renderer)
        cells = [
            f"{np.percentile(found[name], 50):.2f}/{np.percentile(found[name], 95):.2f}"
            for name in ("tick", "observe", "view", "draw")
        ]
        print(
            f"{players:7}   " + "   ".join(f"{cell:>12}" for cell in cells),
            f"  {np.mean(found['views']):.2f}",
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
