"""Cost of each shader before its first picture: compilation with an empty driver cache.

    .venv/bin/python scripts/profile_shaders.py [--quality low] [--scene crowded]

Drivers compile a program when something is drawn with it for the first time; software renderers then spend
seconds on a careless one. The table tells for each program the time to link it, to draw with it first, and of
the draws after that.
"""

import argparse
import importlib
import os
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

SIZE = (640, 360)


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The flags, checked."""
    from arena.commands.flags import QUALITIES
    from arena.commands.scenes import SCENES

    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="profile_shaders", description=__doc__, formatter_class=text)
    parser.add_argument("--quality", choices=QUALITIES, default="low")
    parser.add_argument("--scene", choices=sorted(SCENES), default="crowded")
    return parser.parse_args(words)


class Stopwatch:
    """Times links and draws by the name of the fragment shader, each to its end."""

    def __init__(self) -> None:
        self.links: dict[str, float] = defaultdict(float)
        self.draws: dict[str, list[float]] = defaultdict(list)
        self._names: dict[int, str] = {}
        self._programs: list[Any] = []  # kept, so that no two have one number

    def watch(self) -> None:
        """From here on every program and every draw call is timed."""
        import moderngl

        from arena.render import shaders

        load, draw = shaders.load_program, moderngl.VertexArray.render
        importlib.import_module("arena.render.renderer")  # and with it all passes
        passes = [vars(module) for name, module in sys.modules.items() if name.startswith("arena.render.")]

        def timed_load(ctx: Any, vertex: str, fragment: str, *rest: Any) -> Any:
            began = time.perf_counter()
            program = load(ctx, vertex, fragment, *rest)
            self.links[fragment] += time.perf_counter() - began
            self._names[id(program)] = fragment
            self._programs.append(program)
            return program

        def timed_draw(array: Any, *rest: Any, **named: Any) -> None:
            began = time.perf_counter()
            draw(array, *rest, **named)
            array.ctx.finish()
            self.draws[self._names[id(array.program)]].append(time.perf_counter() - began)

        for names in passes:
            if "load_program" in names:
                names["load_program"] = timed_load
        moderngl.VertexArray.render = timed_draw  # pyright: ignore[reportAttributeAccessIssue]

    def table(self) -> str:
        """One line per program, the slowest to draw with first on top, and the sum."""
        lines = [f"{'program':<28} {'link':>8} {'first':>8} {'others':>8} {'draws':>6}   [ms]"]
        for name, draws in sorted(self.draws.items(), key=lambda item: -item[1][0]):
            row = (self.links[name], draws[0], sum(draws[1:]))
            lines.append(f"{name:<28} " + " ".join(f"{s * 1e3:8.1f}" for s in row) + f" {len(draws):6d}")
        sums = sum(self.links.values()), sum(d[0] for d in self.draws.values())
        return "\n".join([*lines, f"{'all':<28} " + " ".join(f"{seconds * 1e3:8.1f}" for seconds in sums)])


def paint(scene_name: str, quality: str) -> str:
    """Play up to a scene, draw it once, and name who drew it."""
    from arena.commands.picture import WARM_UP_TICKS, PicturePainter
    from arena.commands.scenes import SCENES
    from arena.game.bots.bot import Bot
    from arena.game.match import Match
    from arena.startup.progress_bar import prepare_kernels

    prepare_kernels()
    scene, bot = SCENES[scene_name], Bot(slot=0)
    painter = PicturePainter(SIZE, quality, title=scene.title)  # pyright: ignore[reportArgumentType]
    with Match(seed=scene.seed, players=1) as match:
        if scene.prepare is not None:
            scene.prepare(match)
        for tick in range(scene.ticks):
            match.tick([bot.command(match.world)])
            if scene.ticks - tick <= WARM_UP_TICKS:
                painter.watch(match)
        painter.paint(match)
    return painter.context.info["GL_RENDERER"]


def main(words: list[str] | None = None) -> int:
    """Measure and print."""
    options = parse_arguments(words)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as cache:
        os.environ["MESA_SHADER_CACHE_DIR"] = cache
        stopwatch = Stopwatch()
        stopwatch.watch()
        drawn_by = paint(options.scene, options.quality)
    print(f"{options.scene} at quality {options.quality}, drawn by {drawn_by}\n{stopwatch.table()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
