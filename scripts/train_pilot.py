#!/usr/bin/env python
"""Train a pilot by an evolution strategy, in one process and plain numpy, and compare it with the bots.

    python scripts/train_pilot.py train runs/pilot --generations 40
    python scripts/train_pilot.py compare runs/pilot --seeds 100
    python scripts/train_pilot.py record runs/pilot --seeds 3
    arena replay runs/pilot/endless-2000000.replay

train      plays games of Endless with varied weights of `arena.env.pilot` and follows those that score more.
           A folder that holds a checkpoint is gone on with, to the same weights as without a break
compare    plays the same games with the bots and with the pilot before and after training
record     writes replays of the trained pilot

The search is that of `evolution`. All candidates of a generation play the same seeds, and are ranked by the
mean logarithm of their scores. The first weights are set by hand, after the rules of the bots. With the extra
`bench` the curve is plotted, too.
"""

import argparse
import csv
import io
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
# The package is found beside this script even where it is not installed.
sys.path.insert(1, str(ROOT))

from benchmarking import Failure, give_up, open_folder, whole_number  # noqa: E402
from evolution import Search  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from tqdm import tqdm  # noqa: E402

from arena import __version__  # noqa: E402
from arena.app.storage.files import replace_file  # noqa: E402
from arena.catalogue.skills import SKILLS  # noqa: E402
from arena.env.episodes import EpisodeOptions, Episodes  # noqa: E402
from arena.env.pilot import STEP, LearntPilot, write_weights  # noqa: E402
from arena.env.policy import LAYOUT  # noqa: E402
from arena.env.rewards import score_of  # noqa: E402
from arena.game.bots.bot import Bot  # noqa: E402
from arena.jit.target import target_name  # noqa: E402
from arena.sweep.ratings import rate  # noqa: E402

F64 = NDArray[np.float64]

TRAINED_ON, COMPARED_ON, CHECKED_ON = 1_000_000, 2_000_000, 3_000_000
"""First seeds of the games that it learns from, that it is compared in, and that the curve is checked in."""
CHECKS, CHECK_EVERY = 8, 5
"""Games of a check of the mean, and generations from one to the next."""
CHECKPOINT, CURVE, COMPARISON, EXPORT = "checkpoint.npz", "curve.csv", "comparison.csv", "learnt.npz"
COLUMNS: tuple[str, ...] = ("generation", "median", "best", "worst", "sigma", "ticks", "checked")
"""Columns of the curve: scores of the candidates, and the mean's before it moved on, where it was checked."""
FIRST, RIVAL = "first", "middle"
"""Pilot of the weights that the search begins with, and the bot that is to be beaten."""
HOW_TO_INSTALL = "pip install -c constraints.txt '.[bench]'"
LICENCE = "MIT, as Arena itself"

FACTOR = "factor"


class Weight(NamedTuple):
    """One weight of `arena.env.policy.PilotWeights` in the search."""

    first: float
    scale: float | str  # what a step of 1 adds, or FACTOR: it multiplies by e^(1/2)


WEIGHTS = {
    "fear_hunter": Weight(1.9, FACTOR),
    "fear_sleeper": Weight(1.9, FACTOR),
    "fear_mine": Weight(1.9, FACTOR),
    "fear_bullet": Weight(1.0, FACTOR),
    "fear_rock": Weight(1.5, FACTOR),
    "fear_windup": Weight(0.3, 0.3),
    "fear_touch": Weight(2.5, FACTOR),
    "margin_ship": Weight(1.5, FACTOR),
    "margin_bullet": Weight(0.5, FACTOR),
    "margin_rock": Weight(1.5, FACTOR),
    "horizon": Weight(0.8, FACTOR),
    "crowd": Weight(0.18, FACTOR),
    "crowd_reach": Weight(12.0, FACTOR),
    "keep": Weight(6.0, FACTOR),
    "keep_slack": Weight(2.5, FACTOR),
    "circling": Weight(1.0, 0.4),
    "push": Weight(1.0, 0.4),
    "push_reach": Weight(5.0, FACTOR),
    "wish": Weight(0.8, FACTOR),
    "inertia": Weight(0.22, FACTOR),
    "shards": Weight(0.8, FACTOR),
    "shard_width": Weight(1.0, FACTOR),
    "shard_few": Weight(4.0, FACTOR),
    "pickup": Weight(1.0, FACTOR),
    "crate": Weight(1.2, FACTOR),
    "goal": Weight(0.8, 0.4),
    "target_fall": Weight(10.0, 4.0),
    "target_windup": Weight(0.0, 3.0),
    "target_volatile": Weight(0.0, 3.0),
    "target_boss": Weight(0.0, 3.0),
    "target_sleeper": Weight(0.0, 3.0),
    "target_loyal": Weight(4.0, 2.0),
    "target_rock": Weight(-9.0, 4.0),
    "rock_reach": Weight(15.0, FACTOR),
    "lead_speed": Weight(46.0, FACTOR),
    "fire_reach": Weight(36.0, FACTOR),
    "bomb_ships": Weight(8.0, FACTOR),
    "bomb_hurt": Weight(0.5, FACTOR),
    "dash_danger": Weight(3.0, FACTOR),
    "strike_ships": Weight(3.0, FACTOR),
    "strike_caution": Weight(0.6, FACTOR),
    "scatter": Weight(0.3, 0.5),
    "scatter_far": Weight(-1.0, 0.5),
    "scatter_rock": Weight(0.5, 0.5),
    "scatter_crowd": Weight(0.1, 0.1),
    "lance": Weight(-0.6, 0.5),
    "lance_large": Weight(0.5, 0.4),
    "lance_crowd": Weight(0.0, 0.1),
    "weapon_loyal": Weight(0.2, 0.2),
}
"""First weights, set by hand after the rules of the bots, and steps of the search."""


def weights_at(steps: F64) -> dict[str, float]:
    """Weights after a step of the search from the first ones, shape (len(WEIGHTS),)."""
    found = dict[str, float]()
    for (name, weight), step in zip(WEIGHTS.items(), steps.tolist(), strict=True):
        if isinstance(weight.scale, str):
            found[name] = weight.first * math.exp(0.5 * min(max(step, -8.0), 8.0))
        else:
            found[name] = weight.first + weight.scale * step
    return found


@dataclass(frozen=True)
class Choices:
    """Choices that decide what is learnt: the same ones give the same weights on one machine."""

    seed: int = 1
    pairs: int = 8  # of mirrored candidates in a generation
    games: int = 2  # of each candidate in a generation
    seconds: int = 120  # after which a game is cut off
    mode: str = "endless"


def episodes(choices: Choices, seconds: int) -> Episodes:
    """Games of one player, cut off after so long."""
    return Episodes(EpisodeOptions(mode=choices.mode, limit=float(seconds), layout=LAYOUT, frame_skip=STEP))


def score_pilot(game: Episodes, seed: int, weights: dict[str, float], record: Path | None = None) -> int:
    """Score of one game of a pilot."""
    view, pilot = np.zeros((1, LAYOUT.size), np.float32), LearntPilot(weights)
    game.begin(seed, record=record)
    while not game.ended:
        game.observe(view)
        game.step(pilot.act(view[0]))
    return game.facts[1]


def score_bot(game: Episodes, seed: int, skill: str) -> int:
    """Score of a bot in the same game."""
    bot = Bot(skill=skill)
    game.begin(seed)
    match, ticks = game.match, game.options.limit_ticks
    while match.world.tick < ticks and not match.over:
        match.tick([bot.command(match.world)])
    return score_of(match)


def worth_of(scores: Sequence[int]) -> float:
    """Mean logarithm of scores, so that a game that went well by luck counts less."""
    return float(np.log1p(np.array(scores, np.float64)).mean())


def csv_text(rows: Sequence[dict[str, Any]]) -> bytes:
    """Rows of the same columns as a CSV file."""
    text = io.StringIO()
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def save(folder: Path, choices: Choices, search: Search) -> None:
    """Write the checkpoint, and beside it the curve and the weights; each is whole, old or new."""
    data, weights = io.BytesIO(), weights_at(search.mean)
    np.savez(
        data, choices=np.array(json.dumps(asdict(choices))), names=np.array(list(WEIGHTS)), mean=search.mean,
        sigma=np.array(search.sigma), variance=search.variance, path=search.path,
        sigma_path=search.sigma_path, history=np.array([list(row.values()) for row in search.history]),
    )  # fmt: skip
    replace_file(folder / CHECKPOINT, data.getvalue())
    replace_file(folder / CURVE, csv_text(search.history))
    replace_file(folder / EXPORT, write_weights(weights))
    flags = " ".join(f"--{name} {value}" for name, value in asdict(choices).items())
    lines = (
        f"{EXPORT}: weights of arena.env.pilot.LearntPilot; licence: {LICENCE}",
        f"python scripts/train_pilot.py train FOLDER --generations {len(search.history)} {flags}",
        f"by arena {__version__}, numpy {np.__version__}, kernels for {target_name()}",
    )
    replace_file(folder / f"{Path(EXPORT).stem}.txt", "".join(f"{line}\n" for line in lines).encode())


def load(folder: Path) -> tuple[Choices, Search]:
    """Read a checkpoint.

    Raises:
        Failure: there is none, or it is damaged or of another pilot.
    """
    path = folder / CHECKPOINT
    try:
        with np.load(path, allow_pickle=False) as held:
            choices, names = Choices(**json.loads(str(held["choices"]))), held["names"].tolist()
            columns = (held[name] for name in ("variance", "path", "sigma_path"))
            search = Search(held["mean"], float(held["sigma"]), *columns)
            search.history += [dict(zip(COLUMNS, row, strict=True)) for row in held["history"].tolist()]
    except FileNotFoundError as missing:
        raise Failure(f"no {CHECKPOINT} in {folder}: train first") from missing
    except Exception as problem:  # damaged archives fail in many ways
        raise Failure(f"{path} is damaged ({problem}): train into another folder") from problem
    if names != list(WEIGHTS):
        raise Failure(f"{path} is of a pilot with other weights: train into another folder")
    return choices, search


def train(folder: Path, choices: Choices, generations: int) -> Search:
    """Search for so many generations in all, from the folder's checkpoint where there is one.

    Raises:
        Failure: the checkpoint is of other choices.
    """
    search = Search.create(len(WEIGHTS))
    if (folder / CHECKPOINT).exists():
        before, search = load(folder)
        if before != choices:
            flags = " ".join(f"--{name} {value}" for name, value in asdict(before).items())
            raise Failure(f"{folder} was begun with {flags}: go on with these, or take another folder")
    game = episodes(choices, choices.seconds)
    try:
        while len(search.history) < generations:
            advance(game, choices, search)
            save(folder, choices, search)
            print(", ".join(f"{name} {value:,.4g}" for name, value in search.history[-1].items()), flush=True)
    finally:
        game.close()
    return search


def advance(game: Episodes, choices: Choices, search: Search) -> None:
    """Play one generation and learn from it."""
    number, ticks, checked = len(search.history), 0, math.nan
    if number % CHECK_EVERY == 0:
        weights = weights_at(search.mean)
        checked = math.exp(worth_of([score_pilot(game, CHECKED_ON + k, weights) for k in range(CHECKS)]))
    samples, worth = search.samples(choices.seed, choices.pairs), list[float]()
    seeds = [TRAINED_ON + number * choices.games + k for k in range(choices.games)]
    label = f"generation {number + 1}"
    for steps in tqdm(search.candidates(samples), desc=label, leave=False, file=sys.stderr):
        scores, weights = list[int](), weights_at(steps)
        for seed in seeds:
            scores.append(score_pilot(game, seed, weights))
            ticks += game.facts[2]
        worth.append(worth_of(scores))
    found = np.array(worth)
    search.learn(samples, found)
    candidates = (math.exp(of(found)) for of in (np.median, np.max, np.min))
    told = (number + 1, *candidates, search.sigma, ticks, checked)
    search.history.append(dict(zip(COLUMNS, map(float, told), strict=True)))


def compare(folder: Path, seeds: int, seconds: int, bots: Sequence[str]) -> str:
    """Play the games that are missing in the comparison; a table of all pilots."""
    choices, search = load(folder)
    trained = f"generation {len(search.history)}"
    weights = {FIRST: weights_at(np.zeros(len(WEIGHTS))), trained: weights_at(search.mean)}
    pilots, path = (*bots, *weights), folder / COMPARISON
    rows = list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []
    done = {(row["pilot"], int(row["seed"]), int(row["seconds"])): int(row["score"]) for row in rows}
    game = episodes(choices, seconds)
    for seed in tqdm(range(COMPARED_ON, COMPARED_ON + seeds), desc="comparing", leave=False, file=sys.stderr):
        for pilot in pilots:
            key = pilot, seed, seconds
            if key not in done:
                given = weights.get(pilot)
                done[key] = score_bot(game, seed, pilot) if given is None else score_pilot(game, seed, given)
        table = [
            {"pilot": name, "seed": number, "seconds": limit, "score": score}
            for (name, number, limit), score in done.items()
        ]
        replace_file(path, csv_text(table))
    game.close()
    games = range(COMPARED_ON, COMPARED_ON + seeds)
    return describe(pilots, np.array([[done[pilot, seed, seconds] for pilot in pilots] for seed in games]))


def describe(pilots: Sequence[str], scores: NDArray[np.int64]) -> str:
    """Table of scores, shape (games, pilots): medians, wins against `RIVAL` and their sign test, ratings."""
    rival, lines = (
        scores[:, pilots.index(RIVAL)],
        [("pilot", "median", f"beats {RIVAL}", "p", "rating", "95%")],
    )
    for pilot, own, rating in zip(pilots, scores.T, rate(scores), strict=True):
        won, lost = int((own > rival).sum()), int((own < rival).sum())
        met = won + lost
        chance = sum(math.comb(met, k) for k in range(max(won, lost), met + 1)) / 2.0**met
        lines.append(
            (
                *(pilot, f"{np.median(own):,.0f}", f"{won} of {len(own)}" if met else "-"),
                f"{min(1.0, 2.0 * chance):.2g}" if met else "-",
                *(f"{rating.value:.0f}", f"{rating.low:.0f}-{rating.high:.0f}"),
            )
        )
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(word.ljust(width) for word, width in zip(line, widths, strict=True)).rstrip()
        for line in lines
    )


def record(folder: Path, seeds: int, seconds: int) -> list[Path]:
    """Write replays of the trained pilot.

    Raises:
        Failure: one exists already.
    """
    choices, search = load(folder)
    game, weights = episodes(choices, seconds), weights_at(search.mean)
    paths = [folder / f"{choices.mode}-{COMPARED_ON + k}.replay" for k in range(seeds)]
    for path, seed in zip(paths, range(COMPARED_ON, COMPARED_ON + seeds), strict=True):
        if path.exists():
            raise Failure(f"{path} exists already: move it away first")
        print(f"{path}: {score_pilot(game, seed, weights, path):,} points", flush=True)
        game.close()
    return paths


def plot(folder: Path) -> None:
    """Draw the curve, and what the comparison's pilots scored; without matplotlib say so."""
    if find_spec("matplotlib") is None:
        print(f"no plot without matplotlib: {HOW_TO_INSTALL}; {CURVE} has the numbers", file=sys.stderr)
        return
    import matplotlib as mpl

    mpl.use("Agg")
    import matplotlib.pyplot as plt

    from arena.sweep.plot_style import COLOURS, GREY, STYLE

    choices, search = load(folder)
    x, median, best, worst, _, _, checked = np.array([list(row.values()) for row in search.history]).T
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(8.0, 4.5))
        axes.fill_between(x, worst, best, color=COLOURS[0], alpha=0.15, linewidth=0)
        axes.plot(x, median, color=COLOURS[0], label="candidates: median, worst to best")
        known = ~np.isnan(checked)
        label = f"the mean, in {CHECKS} games of its own"
        axes.plot(x[known], checked[known], "o-", color=COLOURS[1], label=label)
        path = folder / COMPARISON
        rows = list(csv.DictReader(path.read_text().splitlines())) if path.exists() else []
        for place, skill in enumerate(SKILLS.names):
            scores = [
                int(row["score"])
                for row in rows
                if row["pilot"] == skill and int(row["seconds"]) == choices.seconds
            ]
            if scores:
                height = math.exp(worth_of(scores))
                axes.axhline(height, color=GREY, linewidth=1, linestyle=":")
                where = axes.get_yaxis_transform()
                axes.text(0.75 + 0.1 * place, height, skill, color=GREY, va="bottom", transform=where)
        axes.set(xlabel="generation", ylabel="score (geometric mean)", ylim=(0.0, None))
        axes.set_title(f"{choices.mode.capitalize()}, {choices.seconds} s a game")
        axes.legend(frameon=False, loc="upper left")
        data = io.BytesIO()
        figure.savefig(data, dpi=120, bbox_inches="tight", metadata={"Software": None})
        plt.close(figure)
    replace_file(folder / "curve.png", data.getvalue())


def bots_of(text: str) -> list[str]:
    """Skills of bots in a flag, `RIVAL` among them."""
    names = text.split(",")
    if RIVAL not in names or not set(names) <= set(SKILLS.names):
        raise argparse.ArgumentTypeError(f"must be of {','.join(SKILLS.names)}, with {RIVAL}, not {text!r}")
    return names


def flags() -> argparse.ArgumentParser:
    """Flags of all three."""
    default, count = Choices(), whole_number(100_000)
    text = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="train_pilot", description=__doc__, formatter_class=text)
    parts = parser.add_subparsers(dest="what", required=True, metavar="train|compare|record")
    add = {name: parts.add_parser(name).add_argument for name in ("train", "compare", "record")}
    told = f"after which a game is cut off ({default.seconds})"
    for each in add.values():
        each("folder", type=Path, metavar="FOLDER")
        each("--seconds", type=whole_number(3600), default=default.seconds, help=told)
    add["train"]("--generations", type=count, default=60, help="in all (60)")
    add["train"]("--seed", type=count, default=default.seed, help=f"of the search ({default.seed})")
    told = f"of mirrored candidates in a generation ({default.pairs})"
    add["train"]("--pairs", type=count, default=default.pairs, help=told)
    add["train"]("--games", type=count, default=default.games, help=f"of each candidate ({default.games})")
    add["train"]("--mode", choices=("endless", "tide"), default=default.mode, help=f"({default.mode})")
    add["compare"]("--seeds", type=count, default=100, help="games of each (100)")
    told = f"bots beside the pilot ({','.join(SKILLS.names)})"
    add["compare"]("--bots", type=bots_of, default=list(SKILLS.names), help=told)
    add["record"]("--seeds", type=count, default=3, help="games (3)")
    return parser


def main(words: list[str] | None = None) -> None:
    """Train, compare or record."""
    given = flags().parse_args(words)
    try:
        folder = open_folder(given.folder)
        if given.what == "train":
            chosen = {each.name: getattr(given, each.name) for each in fields(Choices)}
            train(folder, Choices(**chosen), given.generations)
            plot(folder)
        elif given.what == "compare":
            print(compare(folder, given.seeds, given.seconds, given.bots))
            plot(folder)
        else:
            record(folder, given.seeds, given.seconds)
    except (Failure, OSError) as problem:
        give_up("train_pilot", problem)
    except KeyboardInterrupt:
        print("train_pilot: stopped; the same command goes on where the last file ends", file=sys.stderr)
        sys.exit(130)


if __name__ == "__main__":
    main()
