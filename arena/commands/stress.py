"""`arena stress`: hold a load of bodies and measure the tick, in a table, as JSON or in the window."""

import argparse
import json
import sys
from typing import Any

from arena import shutdown
from arena.commands import CommandError
from arena.commands.arguments import BODIES_MAX

DEFAULT_TICKS = 600
LOAD = ("enemies", "asteroids", "bullets", "ticks", "seconds", "seed", "workers", "cells", "live_radius")
"""Flags that are fields of a load."""


def run(options: argparse.Namespace) -> int:
    """Measure the load headless, or in the window."""
    bodies = options.enemies + options.asteroids + options.bullets
    if bodies > BODIES_MAX:
        raise CommandError(f"{bodies} bodies together are over the limit of {BODIES_MAX}")
    if options.windowed or not (options.headless or options.json):
        return _show(options)
    if options.size or options.quality:
        raise CommandError("--size and --quality belong to a window; leave them out, or add --windowed")
    _tell(options, _measure(options))
    return 0


def _tell(options: argparse.Namespace, result: dict[str, Any]) -> None:
    if "notice" in result:
        print(f"arena: {result['notice']}", file=sys.stderr)
    print(json.dumps(result) if options.json else table(result), flush=True)


def _show(options: argparse.Namespace) -> int:
    from arena.commands.window import open_window

    details = {name: getattr(options, name) for name in (*LOAD, "size", "quality")}
    instead = "arena stress --headless, with the same numbers"
    return open_window("stress", instead, on_report=lambda result: _tell(options, result), **details)


def _measure(options: argparse.Namespace) -> dict[str, Any]:
    from tqdm import tqdm

    from arena.game.modes.stress_run import StressConfig, run_stress
    from arena.jit import timed_compilation
    from arena.startup.progress_bar import prepare_kernels

    load = {name: getattr(options, name) for name in LOAD}
    load["ticks"] = options.ticks or (None if options.seconds else DEFAULT_TICKS)
    try:
        config = StressConfig(**load)
    except ValueError as error:
        raise CommandError(str(error)) from error
    compiled = timed_compilation()
    prepare_kernels()
    layout = "{l_bar}{bar}| [{elapsed}<{remaining}]"
    with tqdm(total=1.0, desc="measuring", delay=0.7, leave=False, bar_format=layout, file=sys.stderr) as bar:

        def show(share: float) -> None:
            shutdown.check()
            bar.update(share - bar.n)

        result = run_stress(config, progress=show)
    return result | {"compile_s": round(compiled(), 3)}  # the warm-up has compiled it all before the run


def table(result: dict[str, Any]) -> str:
    """Format a result as a table."""
    load = f"{result['enemies']} enemies, {result['asteroids']} asteroids, {result['bullets']} bullets"
    rows = [
        ("load", load),
        ("run", f"{result['ticks']} ticks, {result['workers']} workers, seed {result['seed']}"),
        ("tick [ms]", _times(result["tick_ms"])),
        *((f"  {name}", f"{value:.3f}") for name, value in result["systems_ms"].items()),
        ("AI latency [ms]", f"{_times(result['ai_latency_ms'])}  (the wait for the minds, above: ai)"),
        ("bodies", str(result["bodies"])),
        *((f"  {name}", str(count)) for name, count in result["kinds"].items()),
        ("pairs, contacts", f"{result['pairs']}, {result['contacts']}"),
        ("awake, asleep", f"{result['awake']}, {result['asleep']}"),
        *(_window_rows(result) if "speed" in result else ()),
        ("compiling [s]", f"{result['compile_s']:.1f}, not part of the above"),
        ("state hash", str(result["state_hash"])),
        ("versions", "  ".join(f"{name} {value}" for name, value in result["versions"].items())),
    ]
    return "\n".join(f"{name:<20} {value}" for name, value in rows)


def _window_rows(result: dict[str, Any]) -> list[tuple[str, str]]:
    width, height = result["size"]
    picture = f"{width}x{height}, quality {result['quality']}, render scale {result['render_scale']:.0%}"
    frames = f"{result['frames_per_second']:.1f} a second, {result['frames']} in {result['seconds']:.1f} s"
    return [
        ("speed", f"{result['speed']:.1%} (simulated over real time)"),
        ("frames", frames),
        *((f"  {name} [ms]", _times(times)) for name, times in result["frame_ms"].items()),
        ("draw calls", str(result["draw_calls"])),
        ("picture", picture),
        ("renderer", str(result["renderer"])),
    ]


def _times(percentiles: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:.3f}" for name, value in percentiles.items())
