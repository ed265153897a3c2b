"""Density of a game: how many ships hunt, how long none does, and how much can touch the player."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.game.levels.plan import Boss, Race
from arena.game.match import Match
from arena.game.modes.campaign import Campaign
from arena.sim.kinds import BEATABLE, Pool, Team
from arena.sim.world import World
from arena.sphere import unit
from arena.tuning import TICK_RATE

PLAYER = 0
"""Row of the only player."""
LOOK = TICK_RATE // 2
"""Ticks between two counts of the ships within the player's hemisphere."""
FIGURES = ("seconds", "hunting", "empty", "gap", "earned")
"""Columns of a part: [s], mean of ships, share of time without any, longest gap between kills [s], points."""


@dataclass
class Part:
    """A phase of a campaign, or the whole of another game."""

    dense: bool  # it should be, being neither race nor boss
    ticks: int = 0
    ships: int = 0  # sum over its ticks
    empty: int = 0  # ticks without a ship
    gap: int = 0  # [ticks]
    points: int = 0


class Density:
    """Counts ships that hunt, and ticks since the last kill, part by part."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.peaks: list[int] = []  # most hostile ships within the hemisphere, by wave or phase
        self.near: list[int] = []  # bodies that could touch the player within a second, at each look
        self._kills = self._last = self._points = 0
        self._dense = False

    def observe(self, match: Match) -> None:
        """Take note of the tick just played."""
        name, dense = part_of(match)
        part, tick = self.parts.setdefault(name, Part(dense)), match.world.tick
        score = match.world.tables["score"]
        kills, points = int(score.kills.sum()), int(score.points[0])
        if kills > self._kills or not (dense and self._dense):
            self._last = tick
        rows = hunting_rows(match.world)
        part.ticks += 1
        part.ships += len(rows)
        part.empty += not len(rows)
        part.gap = max(part.gap, tick - self._last)
        part.points += points - self._points
        self._kills, self._points, self._dense = kills, points, dense
        if tick % LOOK == 0:
            self.near.append(count_touchable(match.world))
            self._look_around(match)

    def _look_around(self, match: Match) -> None:
        number, position = max(match.hud().progress, 1), match.world.bodies.position
        rows = match.world.rows(Pool.ENEMY)
        self.peaks += [0] * (number - len(self.peaks))
        near = int(np.count_nonzero(position[rows] @ position[PLAYER] > 0.0))
        self.peaks[number - 1] = max(self.peaks[number - 1], near)

    def figures(self) -> dict[str, Any]:
        """Columns of a game's row: over all parts that should be dense, and of each part."""
        dense = [part for part in self.parts.values() if part.dense]
        ticks = max(sum(part.ticks for part in dense), 1)
        worst = max(dense, key=lambda part: part.gap, default=Part(True))
        return {
            "hunting": round(sum(part.ships for part in dense) / ticks, 2),
            "empty": round(sum(part.empty for part in dense) / ticks, 4),
            "gap": round(worst.gap / TICK_RATE, 1),
            "gap_part": next((name for name, part in self.parts.items() if part is worst), ""),
            "peaks": " ".join(map(str, self.peaks)),
            "touchable": " ".join(map(str, self.near)),
            **{
                f"{figure}: {name}": value
                for name, part in self.parts.items()
                for figure, value in zip(FIGURES, figures_of(part), strict=True)
            },
        }


def figures_of(part: Part) -> tuple[float, ...]:
    """Values of a part, by the places of `FIGURES`."""
    seconds = round(part.ticks / TICK_RATE, 1)
    means = round(part.ships / part.ticks, 2), round(part.empty / part.ticks, 4)
    return seconds, *means, round(part.gap / TICK_RATE, 1), part.points


def part_of(match: Match) -> tuple[str, bool]:
    """Name of the running part, and whether it should be dense."""
    mode = match.mode
    if isinstance(mode, Campaign):
        return mode.phase.name, not isinstance(mode.phase.objective, Race | Boss)
    return mode.spec.name, True


def hunting_rows(world: World) -> NDArray[np.int64]:
    """Rows of enemy ships alive, drones that only flow in a river and parts of bosses not counted."""
    rows = world.rows(Pool.ENEMY)
    return rows[BEATABLE[world.bodies.kind[rows]] & world.sleep.allow_wake[rows]]


def count_touchable(world: World) -> int:
    """Number of bodies that could touch the player within a second if it stayed where it is.

    A ship that hunts could turn at it with all its speed; all else goes on along its great circle. What still
    falls in counts as if it were down. Pickups, crates and friends are not counted.
    """
    b, most = world.bodies, world.kinds.max_speed
    pools = (Pool.ENEMY, Pool.ASTEROID, Pool.MINE, Pool.BULLET)
    rows = np.concatenate([world.rows(pool) for pool in pools])
    rows = rows[b.team[rows] != Team.PLAYERS]
    here, there = unit(b.position[PLAYER].astype(np.float64)), unit(b.position[rows].astype(np.float64))
    speed = np.linalg.norm(b.velocity[rows].astype(np.float64), axis=1)
    way = b.velocity[rows] / np.maximum(speed, 1e-9)[:, None]
    touch = (b.radius[rows] + b.radius[PLAYER]) / world.shell_radius  # [rad], as all below
    ahead, aside = there @ here, way @ here
    nearest = np.clip(np.arctan2(aside, ahead), 0.0, speed / world.shell_radius)
    passes = np.arccos(np.clip(ahead * np.cos(nearest) + aside * np.sin(nearest), -1.0, 1.0))
    hunts = world.sleep.allow_wake[rows] & (most[b.kind[rows]] > 0.0)
    reaches = np.arccos(np.clip(ahead, -1.0, 1.0)) - most[b.kind[rows]] / world.shell_radius
    return int(np.count_nonzero((passes < touch) | (hunts & (reaches < touch))))


def touch_line(rows: Sequence[Mapping[str, Any]]) -> str:
    """Median, 95th percentile and most of the bodies that could touch the player within a second."""
    counts = [int(count) for row in rows for count in row["touchable"].split()]
    low, high = np.percentile(counts, (50, 95)) if counts else (0, 0)
    return f"{low:.0f}, at p95 {high:.0f}, at most {max(counts, default=0)}"


def part_lines(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """A line on each part: means over games, but the longest gap of any; none where a game is one part."""
    names = list(dict.fromkeys(key[9:] for row in rows for key in row if key.startswith("seconds: ")))
    for name in names if len(names) > 1 else ():
        played = [row for row in rows if f"seconds: {name}" in row]
        seconds, hunting, empty, _, earned = (
            np.mean([row[f"{figure}: {name}"] for row in played]) for figure in FIGURES
        )
        gap = max(row[f"gap: {name}"] for row in played)
        yield (
            f"{name:<16} {seconds:6.1f} s, {hunting:6.1f} ships, none {empty:4.0%}, gap {gap:4.1f} s, "
            f"{earned:11,.0f} points, {len(played)} games"
        )


def peak_line(rows: Sequence[Mapping[str, Any]]) -> str:
    """Median over games of the most hostile ships within the player's hemisphere, by wave or phase."""
    games = [list(map(int, row["peaks"].split())) for row in rows]
    most = max(map(len, games), default=0)
    by_wave = [np.median([game[wave] for game in games if len(game) > wave]) for wave in range(most)]
    return " ".join(f"{peak:.0f}" for peak in by_wave)
