"""Let bots play many games, and say how they went: the figures by which the game is balanced.

    .venv/bin/python scripts/balance.py [--mode endless|campaign] [--world N] [--difficulty easy,normal,hard]
                                        [--skill idle,weak,middle,best] [--seeds N] [--first S] [--minutes M]
                                        [--policy whole,no bombs,pulse only ...] [--jobs J] [--resume]

Plays every difficulty with every skill and policy on the seeds S to S+N-1, headless, each game on one core,
on as many cores at once as asked. A game that is not over after M simulated minutes is broken off and counted
as such. Prints survival, waves, points, what destroyed the bot and what of that it could not have seen
coming, what destroyed its enemies, what it picked up and was fitted with; the mean of ships that hunt, the
largest share of time without any, and the longest gap between two kills, both outside races and bosses; how
many bodies could touch the player within a second, and how large cascades became. A row
for each game goes to balance.csv and, where the extra `bench` is installed, the pictures, with wave lengths
and threats over time, to balance.png.

Each game's row is added to balance.jsonl as soon as the game ends. With --resume, games of the same rules
that stand there are not played again.
"""

import argparse
import hashlib
import json
import multiprocessing
import os
import signal
import statistics
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from balance_cascades import cascade_lines  # noqa: E402
from balance_density import part_lines, peak_line, touch_line  # noqa: E402
from balance_games import (  # noqa: E402
    KILLERS,
    PILOTS,
    POLICIES,
    WHOLE,
    Game,
    Row,
    counted,
    play_game,
    shares,
    weapon_kills,
)
from benchmarking import (  # noqa: E402
    HOW_TO_INSTALL,
    Failure,
    describe_machine,
    give_up,
    open_folder,
    whole_number,
    write_csv,
)
from tqdm import tqdm  # noqa: E402

from arena.app.storage.levels import load_world  # noqa: E402
from arena.game.levels.schema import WORLDS  # noqa: E402
from arena.game.mode import Setup  # noqa: E402
from arena.game.modes import MODES  # noqa: E402
from arena.game.rules import DIFFICULTIES, SIGHT, rules_hash  # noqa: E402
from arena.tuning import TICK_RATE  # noqa: E402

SEED_MAX, GAMES_MAX, MINUTES_MAX, JOBS_MAX = 1_000_000_000, 100_000, 600, 256
MINUTE_TICKS = 60 * TICK_RATE


def choices_of(known: Sequence[str]) -> Callable[[str], list[str]]:
    """Return a check of a flag for some of the known names, separated by commas."""

    def check(text: str) -> list[str]:
        names = list(dict.fromkeys(text.split(",")))
        for name in names:
            if name not in known:
                raise argparse.ArgumentTypeError(f"there is {', '.join(known)}, not {name!r}")
        return names

    return check


def parse_arguments(words: list[str] | None = None) -> argparse.Namespace:
    """The flags, checked."""
    parser = argparse.ArgumentParser(
        prog="balance", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    played = [name for name, mode in MODES.items() if mode.spec.demo]
    parser.add_argument("--mode", choices=played, default=Setup.mode)
    parser.add_argument(
        "--world", type=whole_number(WORLDS), default=1, help="of a campaign, 1 to 5 (default 1)"
    )
    parser.add_argument("--difficulty", type=choices_of(list(DIFFICULTIES)), default=["normal"])
    parser.add_argument("--skill", type=choices_of(PILOTS), default=list(PILOTS[1:]))
    parser.add_argument("--policy", type=choices_of(list(POLICIES)), default=[WHOLE])
    parser.add_argument("--resume", action="store_true", help="keep the games that balance.jsonl has")
    parser.add_argument(
        "--seeds", type=whole_number(GAMES_MAX), default=40, help="games of each (default 40)"
    )
    parser.add_argument("--first", type=whole_number(SEED_MAX), default=1, help="first seed (default 1)")
    parser.add_argument(
        "--minutes", type=whole_number(MINUTES_MAX), default=20, help="simulated, at most (default 20)"
    )
    cores = os.cpu_count() or 1
    parser.add_argument(
        "--jobs", type=whole_number(JOBS_MAX), default=cores, help="games at once (all cores)"
    )
    parser.add_argument(
        "--output",
        type=Path,
        default=ROOT / "benchmark-results",
        help="folder for the CSV file and the plots",
    )
    return parser.parse_args(words)


def games_of(arguments: argparse.Namespace) -> list[Game]:
    """Every game that is asked for."""
    seeds = range(arguments.first, arguments.first + arguments.seeds)
    ticks = arguments.minutes * MINUTE_TICKS
    level = load_world(arguments.world).text if MODES[arguments.mode].spec.needs_level else ""
    return [
        Game(arguments.mode, difficulty, skill, seed, ticks, level, policy)
        for difficulty, skill, policy, seed in product(
            arguments.difficulty, arguments.skill, arguments.policy, seeds
        )
    ]


def journal_key(game: Game) -> str:
    """What a game's row follows from, its rules included, as one short word."""
    return hashlib.blake2b(repr((rules_hash().hex(), game)).encode(), digest_size=12).hexdigest()


def read_journal(path: Path) -> dict[str, Row]:
    """Rows of games that ended, by `journal_key`; a line that was cut off is left out."""
    rows: dict[str, Row] = {}
    for line in path.read_text("utf-8").splitlines() if path.exists() else ():
        with suppress(ValueError):
            entry = json.loads(line)
            rows[entry["key"]] = entry["row"]
    return rows


def play_all(
    games: Sequence[Game], jobs: int, journal: Path | None = None, resume: bool = False
) -> list[Row]:
    """Play all games, some at once, behind a progress bar; rows come in the order of the games.

    Args:
        games: to play.
        jobs: processes.
        journal: file to which each row is added as its game ends.
        resume: take rows of these games from the journal, else the journal begins anew.

    Raises:
        Failure: a process ended in the middle of its game.
    """
    known = read_journal(journal) if journal is not None and resume else {}
    rows = {game: known[key] for game in games if (key := journal_key(game)) in known}
    left = [game for game in games if game not in rows]
    with (
        Path(journal or os.devnull).open("a" if resume else "w", encoding="utf-8") as lines,
        tqdm(
            total=len(games), initial=len(rows), desc="playing", unit="game", leave=False, disable=None
        ) as bar,
    ):
        for game, row in _played(left, min(jobs, len(left))) if left else ():
            rows[game] = row
            lines.write("\n" + json.dumps({"key": journal_key(game), "row": row}))
            lines.flush()
            bar.update()
    return [rows[game] for game in games]


def _played(games: Sequence[Game], jobs: int) -> Iterator[tuple[Game, Row]]:
    """Games and what came of them, in the order in which they end."""
    if jobs == 1:
        yield from ((game, play_game(game)) for game in games)
        return
    with _processes(jobs) as pool:
        pending = {pool.submit(play_game, game): game for game in games}
        for done in as_completed(pending):
            try:
                yield pending[done], done.result()
            except BrokenProcessPool as problem:
                raise Failure(
                    "a process ended in its game; memory may be short, try fewer --jobs"
                ) from problem


@contextmanager
def _processes(jobs: int) -> Generator[ProcessPoolExecutor]:
    """Processes that each load compiled kernels from disk; they do not outlive this block."""
    before = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, _ignore_interrupts)
    try:
        yield pool
    except BaseException:
        for process in set(multiprocessing.active_children()) - before:
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Ctrl-C reaches every process of a terminal; the first one ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def groups_of(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows by difficulty, skill and policy."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        policy = "" if row["policy"] == WHOLE else f", {row['policy']}"
        groups.setdefault(f"{row['difficulty']} {row['skill']}{policy}", []).append(row)
    return groups


def companion_share(rows: Sequence[Row]) -> float:
    """Share of all kills that the companion made."""
    return shares(counted(rows, "kills")).get("companion", 0.0)


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """Lower quartile, median, upper quartile."""
    if len(values) == 1:
        return values[0], values[0], values[0]
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return low, middle, high


def worst(rows: Sequence[Row], figure: str) -> float:
    """Largest of a figure over games."""
    return max(row[figure] for row in rows)


HEAD = (
    *("", "games", "unended", "minutes", "quartiles", "wave", "score", "multiplier", "at most", "companion"),
    *("hunting", "empty", "gap"),
)


def summary(name: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """One line of the table, under `HEAD`."""
    low, middle, high = quartiles([row["seconds"] / 60.0 for row in rows])
    median = {key: quartiles([row[key] for row in rows])[1] for key in ("wave", "score", "multiplier")}
    return (
        *(name, str(len(rows)), str(sum(not row["ended"] for row in rows))),
        *(f"{middle:.1f}", f"{low:.1f}-{high:.1f}", f"{median['wave']:g}", f"{median['score']:,.0f}"),
        f"{median['multiplier']:g}",
        f"{statistics.mean(row['full_multiplier'] for row in rows):.0%}",
        f"{companion_share(rows):.0%}",
        *(f"{quartiles([row['hunting'] for row in rows])[1]:.1f}", f"{worst(rows, 'empty'):.0%}"),
        f"{worst(rows, 'gap'):.1f} s",
    )


def table_text(rows: Sequence[Row]) -> str:
    """All that was found, for the terminal."""
    groups = groups_of(rows)
    lines = [HEAD, *(summary(name, games) for name, games in groups.items())]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEAD))]
    text = ["  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines]
    for name, games in groups.items():
        text += ["", name, *(f"  {line}" for line in details(games))]
    return "\n".join(text)


def details(rows: Sequence[Row]) -> Iterator[str]:
    """Lines on how the bot died, what it did with its weapons, and what it found."""
    kills = counted(rows, "kills")
    own = {name: kills.get(name, 0) for name in KILLERS}
    if MODES[str(rows[0]["mode"])].spec.needs_level:
        yield f"won       {statistics.mean(row['won'] for row in rows):.0%}"
    yield f"deaths    {_percents(shares(counted(rows, 'death')))}"
    yield f"kills     {_percents(shares(own))}"
    yield f"weapons   {_percents(weapon_kills(rows))} of what they destroyed"
    for topic in ("damage", "shots"):
        yield f"{topic:<9} {_percents(shares(counted(rows, topic)))}"
    hits, unwarned = sum(counted(rows, "hits").values()), sum(counted(rows, "unwarned").values())
    yield f"warning   {unwarned} of {hits:,} hits came within {SIGHT.least / TICK_RATE:g} s of being seen"
    beaten = sum(row["bosses"] > 0 for row in rows)
    yield f"bosses    the first was beaten in {beaten} of {len(rows)} games"
    yield f"points    {_percents(shares(counted(rows, 'points')))}"
    pickups = counted(rows, "pickup")
    each = ", ".join(f"{name} {count / len(rows):.1f}" for name, count in pickups.items())
    yield f"pickups   {each or 'none'} a game"
    yield f"peaks     {peak_line(rows)} ships within the hemisphere, by wave or phase"
    yield f"touch     {touch_line(rows)} bodies could within a second, were the player at rest"
    yield from (f"cascades  {line}" for line in cascade_lines(rows))
    yield from part_lines(rows)
    modules = counted(rows, "module")
    held = ", ".join(f"{name} {sum(f'module: {name}' in row for row in rows)}" for name in modules)
    yield (
        f"modules   {held or 'none'} of {len(rows)} games at the end; "
        f"{sum(row['evolved'] > 0 for row in rows)} with an evolution"
    )


def _percents(parts: dict[str, float]) -> str:
    return ", ".join(f"{name} {share:.0%}" for name, share in parts.items()) or "none"


def load_drawing() -> Callable[[dict[str, list[Row]], Path], None] | None:
    """The function that draws the pictures; None, and a note, where matplotlib is not installed."""
    try:
        import matplotlib as mpl

        mpl.use("Agg")
        from balance_plots import draw_balance
    except ImportError as missing:
        print(f"balance: no pictures: {missing}; install with: {HOW_TO_INSTALL}", file=sys.stderr)
        return None
    return draw_balance


def main(words: list[str] | None = None) -> None:
    """Play, and say where the results are; leave with one line where something is wrong."""
    arguments = parse_arguments(words)
    draw = load_drawing()
    from arena.startup.progress_bar import prepare_kernels

    table, picture = (arguments.output / f"balance.{kind}" for kind in ("csv", "png"))
    written = [table]
    try:
        open_folder(arguments.output)
        prepare_kernels()
        journal = arguments.output / "balance.jsonl"
        rows = play_all(games_of(arguments), arguments.jobs, journal, arguments.resume)
        machine = describe_machine()
        write_csv(rows, machine, table)
        if draw is not None:
            draw(groups_of(rows), picture)
            written.append(picture)
    except Failure as problem:
        give_up("balance", problem)
    except KeyboardInterrupt:
        sys.exit(130)
    print(f"{table_text(rows)}\n\n{machine}\nwrote {', '.join(map(str, written))}")


if __name__ == "__main__":
    main()
