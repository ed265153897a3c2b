"""`arena sweep balance`: how games went, as a table and as plots. The figures by which the game is balanced.

The table has survival, waves, points, what destroyed the bot and what of that it could not have seen coming,
what destroyed its enemies, what it picked up and was fitted with; the mean of ships that hunt, the largest
share of time without any, and the longest gap between two kills, all outside races and bosses; how many
bodies could touch the player within a second, and how large cascades became.
"""

import statistics
from collections.abc import Iterator, Sequence

from arena.game.modes import MODES
from arena.game.rules import SIGHT
from arena.sweep.cascades import cascade_lines
from arena.sweep.columns import BALANCE
from arena.sweep.density import part_lines, peak_line, touch_line
from arena.sweep.games import KILLERS, WHOLE, Row, counted, shares, weapon_kills
from arena.tuning import TICK_RATE


def groups_of(rows: Sequence[Row]) -> dict[str, list[Row]]:
    """The rows by difficulty, skill and policy."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(f"{row['difficulty']} {pilot_name(row)}", []).append(row)
    return groups


def pilot_name(row: Row) -> str:
    """Skill, and what the bot did without."""
    return row["skill"] if row["policy"] == WHOLE else f"{row['skill']}, {row['policy']}"


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


def summary(name: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """One line of the table, under `BALANCE`."""
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
    lines = [("", *BALANCE), *(summary(name, games) for name, games in groups.items())]
    text = [aligned(lines)]
    for name, games in groups.items():
        text += ["", name, *(f"  {line}" for line in details(games))]
    return "\n".join(text)


def aligned(lines: Sequence[Sequence[str]]) -> str:
    """Lines of cells as a table, aligned at the right."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True)) for line in lines
    )


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
    yield f"peaks     {peak_line(rows)} hostile ships within the hemisphere, by wave or phase"
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
