"""Measure what a picture costs, by how many bodies are in sight and by quality.

    .venv/bin/python scripts/bench_render.py [--bodies 0,1000] [--qualities low,ultra] [--particles N]

bodies      so many in sight, a fifth ships, three tenths asteroids, half bullets
particles   so many among them, sparks the half (--particles, besides none)
frame       from an empty queue until the picture is drawn [ms]
view        making the frame: interpolation, culling, instances [ms of processor time]
upload      handing instances to the driver, and copying them for it [the same]
submit      everything else that Python does to have it drawn [the same]
undrawn     view, upload and submit together where calls into the driver do nothing [the same]
driver      what the calls into the driver take of this thread, for uploads and draws [the same]
passes      how long each is drawn: by timer queries, on software renderers by waiting for each [ms]

Medians. On a software renderer, frame times and passes are about the processor and say nothing of a graphics
card; it also empties the processor's caches between two pictures, which makes view and submit dearer than
they are beside a card. How dear they are without it, undrawn says. Writes benchmark-results/render.csv.
"""

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import OUTPUT, Failure, describe_machine, open_folder, tell_failure, whole_number, write_csv  # noqa: E402

BODIES = (0, 100, 1_000, 10_000, 100_000)
BODIES_MOST, PARTICLES = 200_000, 200_000
FRAMES = 15
TIMED = 8
"""Frames whose passes are timed; timer queries are read a few frames later."""
WITHIN = 0.42
"""Angle about the player that all bodies are brought into, as seen from the planet's middle [rad]."""
CALLS = {
    "VertexArray": ("render",),
    "Buffer": ("write", "orphan", "bind_to_uniform_block"),
    "Framebuffer": ("use", "clear"),
    "Texture": ("use",),
    "TextureArray": ("use",),
    "Context": ("copy_framebuffer", "enable_only"),
}
"""Ways into the driver, by the class of moderngl."""


class DriverClock:
    """Processor time that this thread spends in calls into the driver [s]."""

    def __init__(self) -> None:
        self.spent: dict[str, float] = defaultdict(float)

    @contextmanager
    def watch(self) -> Generator[None]:
        """Time each call while it lasts."""
        import moderngl

        originals = [(getattr(moderngl, kind), name) for kind, names in CALLS.items() for name in names]
        calls = [(kind, name, getattr(kind, name)) for kind, name in originals]
        try:
            for kind, name, call in calls:
                setattr(kind, name, self._timed(call, "upload" if kind is moderngl.Buffer else "draw"))
            yield
        finally:
            for kind, name, call in calls:
                setattr(kind, name, call)

    def _timed(self, call: Callable[..., Any], part: str) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            began = time.thread_time()
            try:
                return call(*arguments, **named)
            finally:
                self.spent[part] += time.thread_time() - began

        return timed


def crowd(bodies: int, particles: int) -> Any:
    """A match with so many bodies near the player, and a viewer with so many particles among them."""
    import numpy as np

    from arena.game.modes.stress_run import StressConfig, stress_match
    from arena.view.effects.particles import ParticleShape, throw_particles
    from arena.view.scene import Viewer

    match = stress_match(StressConfig(bodies // 5, bodies * 3 // 10, bodies // 2, workers=1))
    match.tick()
    world, viewer = match.world, Viewer(0)
    table = world.bodies
    gather(table.position, table.position[0].astype(np.float64))
    table.previous_position[:] = table.position
    random = np.random.default_rng(2)
    if particles:
        air = viewer.effects.tables.particles
        places = table.position[random.integers(0, max(1, bodies), 500)].astype(np.float64)
        for shape, share in (
            (ParticleShape.SMOKE, 0.2),
            (ParticleShape.FIRE, 0.3),
            (ParticleShape.SPARK, 0.5),
        ):
            each = -(-int(particles * share) // len(places))
            for place in places:
                motion, look, still = (6.0, 0.0, 2.2), (int(shape), 0.2, 0.0, 1.0), (0.0, 0.0, 0.0)
                throw_particles(
                    air, tuple(place), still, each, motion, look, (1.0, 0.6, 0.3), 0.3, (400.0, 0.0)
                )
    return match, viewer


def gather(position: Any, pole: Any) -> None:
    """Bring places on spheres about the origin nearer to a pole, evenly over a cap."""
    import numpy as np

    pole = pole / np.linalg.norm(pole)
    distance = np.linalg.norm(position, axis=1, keepdims=True)
    unit = position / np.maximum(distance, 1e-9)
    height = unit @ pole
    across = unit - height[:, None] * pole
    across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-9)
    angle = np.arccos(np.clip(1.0 - (1.0 - height) / 2.0 * (1.0 - np.cos(WITHIN)), -1.0, 1.0))
    position[:] = (pole * np.cos(angle)[:, None] + across * np.sin(angle)[:, None]) * distance


def measure(match: Any, viewer: Any, renderer: Any, size: tuple[int, int], frames: int) -> dict[str, Any]:
    """Figures of one picture."""
    from unittest.mock import patch

    import numpy as np

    from arena.render.passes import drawing
    from arena.tuning import DT

    ctx, hud, rows, clock = renderer.ctx, match.hud(), [], DriverClock()
    target = ctx.framebuffer([ctx.renderbuffer(size, 4)])
    frame = viewer.build(match.world, hud, 1.0, 0.0, size)
    renderer.prepare(frame)
    for _ in range(frames + 2):
        began = time.thread_time()
        frame = viewer.build(match.world, hud, 1.0, DT, size)
        built, clock.spent = time.thread_time(), defaultdict(float)
        # The renderer times uploads by the wall; here, waiting for a core must not count.
        with clock.watch(), patch.object(drawing, "perf_counter", time.thread_time):
            wall, began_drawing = time.perf_counter(), time.thread_time()
            renderer.draw(frame, target)
            drawn = time.thread_time()
        ctx.finish()
        driver = sum(clock.spent.values())
        upload = renderer.stats.upload_ms * 1e-3
        own_upload = max(0.0, upload - clock.spent["upload"])
        submit = drawn - began_drawing - driver - own_upload
        rows.append((time.perf_counter() - wall, built - began, own_upload, submit, driver))
    medians = np.median(np.array(rows[2:]) * 1e3, axis=0).round(3).tolist()
    names = ("frame_ms", "view_ms", "upload_ms", "submit_ms", "driver_ms")
    undrawn = round(time_undrawn(match, viewer, renderer, target, size, frames), 3)
    stats = renderer.stats
    facts = {"instances": stats.instances, "draw_calls": stats.draw_calls, "triangles": stats.triangles}
    return (
        dict(zip(names, medians, strict=True))
        | {"undrawn_ms": undrawn}
        | facts
        | {"passes_ms": time_passes(renderer, frame, target)}
    )


def time_undrawn(
    match: Any, viewer: Any, renderer: Any, target: Any, size: tuple[int, int], frames: int
) -> float:
    """Median time of all that Python does for a picture, calls into the driver doing nothing [ms]."""
    from unittest.mock import patch

    import moderngl

    from arena.tuning import DT

    hud, times = match.hud(), list[float]()
    with ExitStack() as left_out:
        for kind, names in CALLS.items():
            for name in names:
                left_out.enter_context(patch.object(getattr(moderngl, kind), name, lambda *_, **__: None))
        for _ in range(frames + 2):
            began = time.thread_time()
            renderer.draw(viewer.build(match.world, hud, 1.0, DT, size), target)
            times.append(time.thread_time() - began)
    return statistics.median(times[2:]) * 1e3


def time_passes(renderer: Any, frame: Any, target: Any) -> dict[str, float]:
    """Median time of each pass [ms]."""
    from unittest.mock import patch

    import numpy as np

    from arena.render import timing

    renderer.timed, rows = True, list[dict[str, float]]()
    with patch.object(timing, "PICTURES_APART", 1):
        for _ in range(TIMED):
            renderer.draw(frame, target)
            rows.append(renderer.stats.passes_ms)
    renderer.timed = False
    names = rows[-1]
    return {name: round(float(np.median([row[name] for row in rows if row])), 3) for name in names}


def run(options: argparse.Namespace) -> tuple[list[dict[str, Any]], str]:
    """All rows, and who drew them."""
    from tqdm import tqdm

    from arena.render.offscreen import offscreen_context
    from arena.render.renderer import Renderer
    from arena.render.timing import draws_in_software
    from arena.startup.progress_bar import prepare_kernels

    prepare_kernels()
    try:
        context = offscreen_context()
    except RuntimeError as error:
        raise Failure(str(error)) from error
    loads = [(bodies, 0) for bodies in options.bodies]
    loads += [(max(options.bodies), options.particles)] if options.particles else []
    rows: list[dict[str, Any]] = []
    renderers = {quality: Renderer(context, quality) for quality in options.qualities}
    with tqdm(total=len(loads) * len(renderers), unit="row", disable=None) as bar:
        for bodies, particles in loads:
            match, viewer = crowd(bodies, particles)
            with match:
                for quality, renderer in renderers.items():
                    row = {"bodies": bodies, "particles": particles, "quality": quality}
                    rows.append(row | measure(match, viewer, renderer, options.size, options.frames))
                    bar.update()
    note = ", which is software: frame and passes are about the processor" * draws_in_software(context)
    return rows, f"{context.info['GL_RENDERER']}{note}"


def print_table(rows: list[dict[str, Any]]) -> None:
    """A line for each row, and one for its passes."""
    names = [name for name in rows[0] if name != "passes_ms"]
    print(" ".join(f"{name.removesuffix('_ms'):>10}" for name in names))
    for row in rows:
        print(" ".join(f"{row[name]:>10}" for name in names))
        passes = (f"{name} {ms:.2f}" for name, ms in row["passes_ms"].items() if ms >= 0.05)
        print(f"{'':>10} {', '.join(passes)}")


def counts(text: str) -> list[int]:
    """Read numbers of bodies, ascending; 0 is the player alone."""
    check = whole_number(BODIES_MOST)
    return sorted({0 if part == "0" else check(part) for part in text.split(",")})


def parse(words: list[str] | None) -> argparse.Namespace:
    """Read the command line."""
    from arena.commands.arguments import picture_size
    from arena.commands.flags import QUALITIES

    parser = argparse.ArgumentParser(
        prog="bench_render", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bodies", type=counts, default=list(BODIES), metavar="N,N")
    parser.add_argument(
        "--particles", type=whole_number(PARTICLES), help="with the most bodies, one row more"
    )
    parser.add_argument(
        "--qualities", type=lambda text: text.split(","), default=list(QUALITIES), metavar="A,B"
    )
    parser.add_argument("--size", type=picture_size, default=(1280, 720), metavar="WxH")
    parser.add_argument(
        "--frames", type=whole_number(10_000), default=FRAMES, help="a row (default %(default)s)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object in place of the table")
    options = parser.parse_args(words)
    if unknown := [one for one in options.qualities if one not in QUALITIES]:
        parser.error(f"there is no quality {unknown[0]!r}; there are {', '.join(QUALITIES)}")
    return options


def main(words: list[str] | None = None) -> None:
    """Measure, print and keep."""
    options = parse(words)
    with tell_failure("bench_render"):
        output = open_folder(OUTPUT) / "render.csv"
        rows, drawn_by = run(options)
        write_csv([row | row["passes_ms"] for row in rows], f"{drawn_by}; {describe_machine()}", output)
    if options.json:
        machine = {"size": list(options.size), "renderer": drawn_by, "machine": describe_machine()}
        print(json.dumps({"rows": rows} | machine))
        return
    print_table(rows)
    print(f"{drawn_by}\n{describe_machine()}\n{output}")


if __name__ == "__main__":
    main()
