"""`arena stress`: hold a load of bodies and measure the tick, in a table, as JSON or in the window."""

import argparse
import json
import sys
from typing import Any

from arena.commands import CommandError
from arena.commands.arguments import BODIES_MAX

DEFAULT_TICKS = 600


def run(options: argparse.Namespace) -> int:
    """Measure without a window, or show the load in one."""
    bodies = options.enemies + options.asteroids + options.bullets
    if bodies > BODIES_MAX:
        raise CommandError(f"{bodies} bodies together are over the limit of {BODIES_MAX}")
    if not (options.headless or options.json):
        return _show(options)
    result = _measure(options)
    print(json.dumps(result) if options.json else table(result))
    return 0


def _show(options: argparse.Namespace) -> int:
    from arena.commands.window import open_window

    names = ("enemies", "asteroids", "bullets", "ticks", "seconds", "seed", "workers", "cells", "live_radius")
    load = {name: getattr(options, name) for name in names}
    return open_window("stress", on_report=lambda result: print(table(result)), **load)


def _measure(options: argparse.Namespace) -> dict[str, Any]:
    from tqdm import tqdm

    from arena.commands.preparation import prepare_kernels
    from arena.game.stress import StressConfig, run_stress
    from arena.jit import timed_compilation

    ticks = options.ticks or (None if options.seconds else DEFAULT_TICKS)
    try:
        config = StressConfig(
            enemies=options.enemies,
            asteroids=options.asteroids,
            bullets=options.bullets,
            ticks=ticks,
            seconds=options.seconds,
            seed=options.seed,
            workers=options.workers,
            cells=options.cells,
            live_radius=options.live_radius,
        )
    except ValueError as error:
        raise CommandError(str(error)) from error
    compiled = timed_compilation()
    prepare_kernels()
    layout = "{l_bar}{bar}| [{elapsed}<{remaining}]"
    with tqdm(total=1.0, desc="measuring", delay=0.7, leave=False, bar_format=layout, file=sys.stderr) as bar:

        def show(share: float) -> None:
            bar.update(share - bar.n)

        result = run_stress(config, progress=show)
    return result | {"compile_s": round(compiled(), 3)}  # the warm-up has compiled it all before the run


def table(result: dict[str, Any]) -> str:
    """Lay out a result for reading."""
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
        *[("draw calls", str(result[key])) for key in ("draw_calls",) if key in result],
        ("compiling [s]", f"{result['compile_s']:.1f}, not part of the above"),
        ("state hash", str(result["state_hash"])),
        ("versions", "  ".join(f"{name} {value}" for name, value in result["versions"].items())),
    ]
    return "\n".join(f"{name:<20} {value}" for name, value in rows)


def _times(percentiles: dict[str, float]) -> str:
    return "  ".join(f"{name} {value:.3f}" for name, value in percentiles.items())
