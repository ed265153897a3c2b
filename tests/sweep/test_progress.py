"""Progress of a sweep: estimates do not count the loading of kernels, and a file gets lines now and then."""

import pytest

from arena.sweep import progress
from arena.sweep.progress import Estimate, SweepProgress
from arena.sweep.tasks import SweepRow

ROW = SweepRow("key", "1", "rules", "processor", "{}", "{}", "00ff", 0.5)


def test_loading_does_not_count_and_every_process_answers_before_there_is_an_estimate() -> None:
    """Two processes, tasks of 2 s; the first ones take 20 s."""
    estimate = Estimate(100)
    told: list[float | None] = []
    for now, seconds in ((20.0, [20.0]), (20.1, [20.1]), (22.0, [2.0]), (22.1, [2.0])):
        estimate.add(seconds, now)
        told.append(estimate.remaining(now))
    assert told == [None] * 4
    for pair in range(9):
        estimate.add([2.0, 2.0], 24.1 + 2.0 * pair)
    assert estimate.remaining(40.1) == pytest.approx(78 * 20.1 / 21)


@pytest.mark.parametrize(("first", "then", "left"), [(9.0, 11.0, None), (9.0, 12.0, 24.0)])
def test_an_estimate_is_for_the_rows_that_are_left(first: float, then: float, left: float | None) -> None:
    estimate = Estimate(10)
    estimate.add([3.0], first)
    estimate.add([3.0], then)
    assert estimate.remaining(then) == left


def test_a_file_gets_a_line_at_the_begin_at_the_end_and_now_and_then(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    telling = SweepProgress("balance", 1200, 1000, "on 2 processes; rows go to here")
    with telling:
        for seconds in (29.0, 1.0, 20.0, 10.0, 40.0):
            now[0] += seconds
            telling.add([ROW] * 200)
    assert capsys.readouterr().err.splitlines() == [
        "balance: 1,000 of 1,200 tasks to run on 2 processes; rows go to here",
        "balance: 600 of 1,200 tasks, 50%, 00:03 left",
        "balance: 1,000 of 1,200 tasks, 83%, 00:10 left",
        "balance: 1,200 of 1,200 tasks, 100%, 00:00 left",
        "balance: 1,000 tasks done in 01:40",
    ]


def test_a_sweep_that_failed_or_has_nothing_to_do_has_no_end(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OSError), SweepProgress("balance", 3, 2, "here"):
        raise OSError
    assert capsys.readouterr().err == "balance: 2 of 3 tasks to run here\n"
    with SweepProgress("balance", 3, 0, "here"):
        pass
    assert capsys.readouterr().err == ""
