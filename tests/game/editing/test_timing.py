"""The editor's time line: when groups come, and how long a phase is."""

import pytest

from arena.game.editing.timing import BEATEN_SECONDS, LEAST_SECONDS, coming_times, phase_seconds
from arena.game.levels.writer import Document

SURVIVE = {"kind": "survive", "seconds": 20}


def test_a_group_waits_until_the_last_coming_of_another_is_beaten() -> None:
    groups: list[Document] = [
        {"kind": "drone", "count": 4, "time": 2, "times": 3, "every": 4},
        {"kind": "gunner", "count": 1},
        {"kind": "lancer", "count": 2, "after": 1, "time": 1.5, "times": 2},
    ]
    begun = 10.0 + BEATEN_SECONDS + 1.5
    assert coming_times({"group": groups}) == [[2.0, 6.0, 10.0], [0.0], [begun, begun + 15.0]]


@pytest.mark.parametrize(
    ("phase", "seconds"),
    [
        ({"objective": SURVIVE}, LEAST_SECONDS),
        ({"objective": SURVIVE | {"seconds": 45}}, 45.0),
        ({"objective": {"kind": "destroy"}, "limit": 90}, 90.0),
        (
            {
                "objective": SURVIVE,
                "group": [{"kind": "drone", "count": 4, "times": 5}, {"kind": "drone", "count": 4}],
            },
            60.0,
        ),
    ],
)
def test_a_time_line_reaches_to_the_end_of_what_it_shows(phase: Document, seconds: float) -> None:
    assert phase_seconds(phase) == seconds
