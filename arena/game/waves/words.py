"""Banner texts of waves: the shape that comes, and its kinds."""

from collections.abc import Iterable

from arena.catalogue.kind_row import KINDS
from arena.game.waves.plans import Beat, BeatName, Group, WavePlan


def describe_wave(plan: WavePlan) -> str:
    """Shape of its peak and its kinds: "the pincer: drones and lancers"."""
    peak = next(beat for beat in plan.beats if beat.name == BeatName.PEAK)
    kinds = list(dict.fromkeys(group.kind for beat in plan.beats for group in beat.groups))
    words = join_words([plural(kind, 2) for kind in kinds])
    shape = f"the {peak.groups[0].formation}: {words}"
    return f"a boss, and {shape}" if plan.boss else shape


def beat_title(beat: Beat) -> str:
    """Name of a peak's shape, or of a last stand."""
    return "FINAL GROUP" if beat.name == BeatName.LAST_STAND else beat.groups[0].formation.upper()


def describe_groups(beat: Beat) -> str:
    """Ships of a beat, with their numbers: "14 drones and 3 lancers"."""
    return join_words([f"{count} {plural(kind, count)}" for kind, count in _counts(beat.groups).items()])


def _counts(groups: Iterable[Group]) -> dict[int, int]:
    counts: dict[int, int] = {}
    for group in groups:
        counts[group.kind] = counts.get(group.kind, 0) + group.count
    return counts


def plural(kind: int, count: int) -> str:
    """Name of a kind in words."""
    name = KINDS[kind].words
    return name if count == 1 else f"{name}s"


def join_words(words: list[str]) -> str:
    """Join words with commas, and "and" before the last."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)
