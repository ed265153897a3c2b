"""The long runs, made short: they pass on what is sound and fail on what is not."""

from pathlib import Path
from typing import Any

import pytest

from tests.scripts.conftest import Refused

SMALL = ["--bodies", "300", "--ticks", "36"]


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_memory_that_grows_is_found(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["memory", "--bodies", "300", "--ticks", "400"]
    assert script.resident() > 10.0
    # Not the tests' own memory, in which whatever ran before comes and goes.
    monkeypatch.setattr(script, "resident", lambda: 100.0)
    script.main(words)
    assert "100.000 MB at first, 100.000 at last" in capsys.readouterr().out
    sizes = iter(range(1000))
    monkeypatch.setattr(script, "resident", lambda: 100.0 + 0.01 * next(sizes))
    with pytest.raises(SystemExit) as left:
        script.main(words)
    assert "memory grows in play" in str(left.value.code)


def test_growth_is_the_slope(script: Any) -> None:
    assert script.growth([(0, 5.0), (10_000, 6.5), (20_000, 8.0)]) == pytest.approx(1.5)
    assert script.growth([(0, 5.0), (100, 5.0)]) == 0.0


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")
def test_ticks_that_get_slower_are_found(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A clock instead of a load: each tick takes a second, each of the last hour as many as it is told."""
    clock = {"now": 0.0, "reads": 0, "late": 1.04}

    def process_time() -> float:
        clock["reads"] += 1
        clock["now"] += (clock["late"] if clock["reads"] > 400 else 1.0) if clock["reads"] % 2 == 0 else 0.0
        return clock["now"]

    monkeypatch.setattr(script, "resident", lambda: 100.0)
    monkeypatch.setattr(script, "HOUR", 200)
    monkeypatch.setattr(script.time, "process_time", process_time)
    words = ["memory", "--bodies", "300", "--ticks", "400"]
    script.main(words)
    assert "of processors 1000.000 and 1040.000 ms (1.040)" in capsys.readouterr().out
    clock |= {"reads": 0, "late": 1.06}
    with pytest.raises(SystemExit) as left:
        script.main(words)
    assert "the slowest ticks of the last hour are slower" in str(left.value.code)
    clock |= {"reads": 0, "late": 2.0}
    script.main([*words[:-1], "399"])
    assert "of the halves" in capsys.readouterr().out


def test_other_processors_agree(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Processes of their own; compiling for other processors takes minutes, so here all are this one."""
    monkeypatch.setattr(script, "PROCESSORS", {"native": {}, "the same": {}})
    script.main(["cpus", *SMALL])
    assert "native, the same agree on" in capsys.readouterr().out


def test_a_process_that_fails_is_told(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "PROCESSORS", {"broken": {"PYTHONHOME": "nowhere"}})
    with pytest.raises(SystemExit) as left:
        script.main(["cpus", *SMALL])
    assert "the process for broken ended with exit code" in str(left.value.code)


def test_a_state_of_another_processor_that_differs_is_found(script: Any) -> None:
    load = script.Load(300, 36, 1, 1)
    with pytest.raises(script.Failure, match="at tick 12 the state is bb, but should be b"):
        script.compare("v2", ["a", "bb", "c", "d", "e", "f"], ["a", "b", "cc", "d", "e", "f"], load)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [(["memory", "--ticks", "0"], "--ticks"), (["sleep"], "invalid choice: 'sleep'")],
)
def test_bad_flags_are_refused(words: list[str], complaint: str, refused: Refused) -> None:
    assert complaint in refused(words)


def test_quick_runs_are_short_unless_told_otherwise(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []
    monkeypatch.setattr(script, "PARTS", dict.fromkeys(script.PARTS, asked.append))
    script.main(["--quick"])
    assert len(asked) == 2
    for load, part in zip(asked, script.PARTS, strict=True):
        assert load.bodies * load.ticks <= script.BODIES[part] * script.TICKS[part] / 20
    script.main(["memory", "--quick", "--ticks", "77"])
    assert (asked[-1].bodies, asked[-1].ticks) == (script.QUICK_BODIES["memory"], 77)
    script.main(["memory"])
    assert asked[-1].ticks == script.TICKS["memory"]
