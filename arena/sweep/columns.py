"""Columns of the tables that sweeps print, in order, and what each holds, for their help."""

from collections.abc import Mapping

Columns = Mapping[str, str]

BALANCE: Columns = {
    "games": "of one difficulty and pilot",
    "unended": "games that --seconds broke off",
    "minutes": "of play, median",
    "quartiles": "of these minutes, lower and upper",
    "wave": "or phase at the end, median",
    "score": "points, median",
    "multiplier": "largest of a game, median",
    "at most": "share of the games that reached the largest multiplier there is",
    "companion": "share of all kills that the companion made",
    "hunting": "hostile ships, mean over the time without races and bosses, median",
    "empty": "share of that time without any, largest of all games",
    "gap": "longest time between two kills in it [s], of all games",
}
TOURNAMENT: Columns = {
    "pilot": "skill, and what it does without",
    "rating": "on the scale of Elo; the mean is 1500",
    "95%": "interval of the rating",
    "won": "share of its duels, each with one other pilot in the same game; a draw counts half",
    "score": "points, median",
    "games": "of each pilot",
}
PARAMETERS: Columns = {
    "games": "by these numbers",
    "seconds": "of play, median",
    "wave": "or phase at the end, median",
    "score": "points, median",
    "seconds more (95%)": "mean difference to the games by the catalogue's numbers [s], with interval",
    "score more (95%)": "likewise, in points",
}
DISASTERS: Columns = {
    "mode": "of the games of a line",
    "games": "as many seeds",
    "ticks": "played, of all games; 60 are a second",
    "acts": "disasters, of all games",
    "us a tick": "processor time of all threads [microseconds], mean",
    "times real time": "seconds of play over seconds of processor time",
    "violations": "games in which an invariant broke",
}
OUTCOMES: Columns = {
    "result": "identical, or where it diverged",
    "game": "mode and difficulty",
    "length": "of play [h:mm:ss]",
}
"""Of a recording that was simulated again; its file stands behind them."""


def describe_columns(columns: Columns) -> str:
    """The columns for a help text, one a line."""
    width = max(map(len, columns))
    return "\n".join(["columns of the table:", *(f"  {name:<{width}}  {columns[name]}" for name in columns)])
