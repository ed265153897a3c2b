"""`arena sweep`: many games on all cores of this machine, or on a cluster; rows, a table and plots."""

import argparse
import csv
import io
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arena.commands import CommandError, refusing
from arena.toml_reader.problems import printable

if TYPE_CHECKING:
    from arena.sweep.games import BotGame
    from arena.sweep.tasks import SweepRow, SweepTask

LIBRARIES = "dask", "distributed", "pyarrow"
ROWS = "rows.parquet"
"""Folder of all rows; readers of Parquet take it as one table."""
PLOTTED = "balance", "tournament", "parameters"
"""Sweeps with plots, see `arena.sweep.plots`."""


def run(options: argparse.Namespace) -> int:
    """Run the tasks whose rows are missing, then print the table of all.

    Raises:
        CommandError: a library is missing, or tasks, cluster or disk failed; what has come is kept.
    """
    missing = [name for name in LIBRARIES if find_spec(name) is None]
    if missing:
        raise CommandError(
            f"arena sweep needs its extra `sweep`: pip install {' '.join(missing)}",
            CommandError.FAILED,
        )
    sweeps = {
        "balance": _balance, "tournament": _tournament, "parameters": _parameters, "verify": _verify,
        "disasters": _disasters,
    }  # fmt: skip
    return sweeps[options.sweep](options)


def _balance(options: argparse.Namespace) -> int:
    from arena.sweep.balance import table_text

    rows = [row.figures for row in _run_tasks(_games(options), options)]
    print(table_text(rows))
    return _write_results(options, rows)


def _tournament(options: argparse.Namespace) -> int:
    from arena.sweep.tournament import rate_pilots, rating_table

    games = _games(options)
    if len(options.skill) * len(options.policy) < 2:
        raise CommandError("a tournament takes two pilots or more, by --skill and --policy")
    rows = [row.figures for row in _run_tasks(games, options)]
    rated = rate_pilots(rows)
    print(rating_table(rated, len(rows) // len(rated)))
    return _write_results(options, rows)


def _parameters(options: argparse.Namespace) -> int:
    from arena.sweep.parameters import change_games, changes_of, comparison_table, parse_variation

    changes = changes_of([parse_variation(text) for text in options.vary], options.samples)
    games = list(change_games(_games(options), changes))
    rows = [row.figures for row in _run_tasks(games, options)]
    print(comparison_table(rows))
    return _write_results(options, rows)


def _verify(options: argparse.Namespace) -> int:
    from arena.commands.replay import tell_outcomes
    from arena.commands.verification import gather_recordings
    from arena.sweep.verify import outcomes_of, recording_tasks

    paths = gather_recordings(options.files)
    rows = _run_tasks(recording_tasks(paths), options)
    worst = tell_outcomes(outcomes_of(rows), sum(row.seconds for row in rows))
    _write_results(options, [row.figures for row in rows])
    return worst


def _disasters(options: argparse.Namespace) -> int:
    from arena.sweep.disasters.games import DisasterGame, disaster_table

    if options.seed is not None or options.script is not None:
        return _look_into(options)
    games = [DisasterGame(seed) for seed in range(options.first, options.first + options.seeds)]
    rows = [row.figures for row in _run_tasks(games, options)]
    print(disaster_table(rows))
    _write_results(options, rows)
    return int(any(row["violation"] for row in rows))


def _look_into(options: argparse.Namespace) -> int:
    """Play a seed or a script again, and cut its violation down."""
    from arena.app.storage.files import replace_file
    from arena.startup.progress_bar import prepare_kernels
    from arena.sweep.disasters.games import play_plan, play_script
    from arena.sweep.disasters.plan import make_plan
    from arena.sweep.disasters.reduction import Reducer
    from arena.sweep.disasters.script import read_script

    prepare_kernels()
    if options.script is not None:
        name, text = Path(options.script).stem, _read_text(Path(options.script))
        try:
            played = play_script(read_script(text))
        except ValueError as error:
            raise CommandError(f"{options.script}: {error}") from error
    else:
        plan = make_plan(options.seed)
        print(plan.words())
        name, played = f"disaster-{plan.seed}", play_plan(plan)
    if played.violation is None:
        print(f"no violation in {len(played.script.steps):,} ticks")
        return 0
    reducer = Reducer(played.script, played.violation, _tell_plays)
    if not reducer.repeats():
        print(f"{played.violation.words}, at tick {played.violation.tick}; it did not happen again")
        return 1
    found = reducer.reduce()
    print(file=sys.stderr)
    path = Path(options.output) / f"{name}.json"
    text = found.script.to_json(violation=found.violation._asdict(), part=found.part)
    with refusing(f"write {path}", CommandError.FAILED):
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode())
    file = printable(path)
    print(f"{found.words()}\nwrote   {file}; again: arena sweep disasters --script {file}")
    return 1


def _tell_plays(plays: int, commands: int) -> None:
    print(f"\r{plays} plays, {commands} commands left ", end="", file=sys.stderr, flush=True)


def _read_text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error


def _games(options: argparse.Namespace) -> "list[BotGame]":
    """Every game that is asked for."""
    from arena.commands.level_choice import chosen_mode, wanted_level
    from arena.sweep.games import BotGame
    from arena.tuning import TICK_RATE

    mode, level = chosen_mode(options).spec.name, wanted_level(options)
    seeds = range(options.first, options.first + options.seeds)
    ticks, text = round(options.seconds * TICK_RATE), "" if level is None else level.text
    return [
        BotGame(mode, difficulty, skill, seed, ticks, text, policy)
        for difficulty, skill, policy, seed in product(
            options.difficulty, options.skill, options.policy, seeds
        )
    ]


def _run_tasks(tasks: "Sequence[SweepTask]", options: argparse.Namespace) -> "list[SweepRow]":
    from arena.sweep.cluster import Workplace, run_tasks
    from arena.sweep.store import RowStore

    tls = options.tls_ca_file, options.tls_cert, options.tls_key
    where = Workplace(options.jobs, options.scheduler, tls)
    rows = run_tasks(tasks, RowStore(Path(options.output) / ROWS), where, options.sweep)
    processors = {row.processor for row in rows}
    if len(processors) > 1:
        told = ", ".join(sorted(processors))
        print(f"note: rows of several processor families, whose games may differ: {told}", file=sys.stderr)
    return rows


def _write_results(options: argparse.Namespace, rows: Sequence[dict[str, Any]]) -> int:
    """Write a table of all figures and, where matplotlib is installed, the plots; name both. Returns 0.

    Raises:
        CommandError: they cannot be written.
    """
    from arena.app.storage.files import replace_file

    table, picture = (Path(options.output) / f"{options.sweep}.{kind}" for kind in ("csv", "png"))
    with refusing(f"write to {options.output}", CommandError.FAILED):
        replace_file(table, _csv(rows).encode())
        written = [table]
        if options.sweep in PLOTTED and _has_plots():
            from arena.sweep.plots import PLOTS

            PLOTS[options.sweep](rows, picture)
            written.append(picture)
    told = f"wrote {', '.join(map(printable, written))}; all rows: {printable(Path(options.output) / ROWS)}"
    print(f"\n{told}; what columns mean: arena sweep {options.sweep} --help")
    return 0


def _csv(rows: Sequence[dict[str, Any]]) -> str:
    """Rows as CSV; columns are those of any row, in order of appearance, without levels' texts."""
    text = io.StringIO()
    columns = dict.fromkeys(name for row in rows for name in row if name != "level")
    writer = csv.DictWriter(text, columns, restval="", extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _has_plots() -> bool:
    try:
        import matplotlib as mpl
    except ImportError as missing:
        print(f"no plots: {missing}; pip install matplotlib", file=sys.stderr)
        return False
    mpl.use("Agg")
    return True
