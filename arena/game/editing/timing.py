"""Times at which the groups of a phase come, as far as they are known before anybody plays it."""

from arena.game.levels.schema import GROUP
from arena.game.levels.writer import Document

LEAST_SECONDS = 30.0
"""Length of the shortest timeline [s]."""
BEATEN_SECONDS = 12.0
"""Estimated time until a group is beaten, for groups that wait for that [s]."""


def coming_times(phase: Document) -> list[list[float]]:
    """Times at which each group comes [s], from the end of the phase's calm."""
    times: list[list[float]] = []
    for group in phase.get("group", []):
        after = int(group.get("after", 0))
        waits = times[after - 1][-1] + BEATEN_SECONDS if 0 < after <= len(times) else 0.0
        first = waits + float(group.get("time", 0.0))
        every = float(group.get("every", GROUP.keys["every"].default))
        times.append([first + number * every for number in range(int(group.get("times", 1)))])
    return times


def phase_seconds(phase: Document) -> float:
    """Length of the phase's timeline [s]."""
    last = max((times[-1] for times in coming_times(phase)), default=0.0)
    asked = phase["objective"].get("seconds", 0.0)
    return max(LEAST_SECONDS, last, float(phase.get("limit", 0.0)), float(asked))
