"""The long runs, made short: they pass on what is sound and fail on what is not."""

from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest

from tests.scripts.conftest import Refused

SMALL = ["--bodies", "300", "--ticks", "36"]


NEEDS_PROC = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="memory is read from /proc")


@pytest.fixture
def holds(script: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Make the process hold other things at each look than it does: whatever ran before comes and goes."""

    def hold(resource: str = "memory", step: float = 0.0) -> None:
        looks = iter(range(100_000))
        held = {"memory": 100.0, "threads": 4, "files": 9}
        monkeypatch.setattr(
            script.Held, "now", lambda: script.Held(**held | {resource: held[resource] + step * next(looks)})
        )

    return hold


@NEEDS_PROC
@pytest.mark.parametrize("part", ["memory", "bots"])
def test_what_grows_is_found(
    script: Any,
    holds: Any,
    part: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = [part, "--bodies", "300", "--ticks", "400"]
    # Other tests of this process call kernels with what no game gives them.
    monkeypatch.setattr(script, "unrecorded", lambda _: [])
    assert script.Held.now().memory > 10.0
    holds()
    script.main(words)
    assert "100.000 at last" in capsys.readouterr().out
    for resource, step in (("memory", 1.0), ("threads", 1), ("files", 1)):
        holds(resource, step)
        with pytest.raises(SystemExit) as left:
            script.main(words)
        assert f"{resource} grow" in str(left.value.code)


@NEEDS_PROC
def test_a_kernel_that_was_compiled_in_play_is_told(
    script: Any, holds: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    holds()
    monkeypatch.setattr(script, "unrecorded", lambda _: ["arena.sim.births:spawn_body float64[]"])
    with pytest.raises(SystemExit, match=r"compiled in play, as the record lacks it: arena.sim.births:spawn"):
        script.main(["bots", "--ticks", "300"])


def test_growth_is_the_slope_in_an_hour_of_ticks(script: Any) -> None:
    assert script.growth([(0, 5.0), (108_000, 6.5), (216_000, 8.0)]) == pytest.approx(3.0)
    assert script.growth([(0, 5.0), (100, 5.0)]) == 0.0


def test_hours_are_judged_by_the_hour(script: Any, holds: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Four hours of 100 ticks, a look every 11 of them."""
    monkeypatch.setattr(script, "HOUR", 100)
    monkeypatch.setattr(script, "P99_GROWTH_MAX", 1e9)
    for grown_in_an_hour, found in ((0.9, False), (1.1, True)):
        holds("memory", grown_in_an_hour * 11 / 100)
        with pytest.raises(SystemExit, match="memory grows") if found else nullcontext():
            script.main(["memory", "--bodies", "300", "--ticks", "400"])


@NEEDS_PROC
def test_a_game_that_ends_otherwise_is_found(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    play, played = script.play_game, iter(range(100))

    def play_another(load: Any, number: int, *rest: Any) -> Any:
        return play(load, number + (1 if next(played) == 2 else 0), *rest)

    monkeypatch.setattr(script, "play_game", play_another)
    with pytest.raises(SystemExit) as left:
        script.main(["bots", "--ticks", "300"])
    assert str(left.value.code).startswith("soak: game 0 ended in ")


@NEEDS_PROC
def test_ticks_that_get_slower_are_found(
    script: Any, holds: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A clock instead of a load: each tick takes a second, each of the last hour as many as it is told."""
    clock = {"now": 0.0, "reads": 0, "late": 1.04}

    def process_time() -> float:
        clock["reads"] += 1
        clock["now"] += (clock["late"] if clock["reads"] > 400 else 1.0) if clock["reads"] % 2 == 0 else 0.0
        return clock["now"]

    holds()
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
    script.main([*words[:-1], "398"])
    assert "of the halves" in capsys.readouterr().out


def test_other_processors_agree(
    script: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Processes of their own; compiling for other processors takes minutes, so here all are this one."""
    monkeypatch.setattr(script, "PROCESSORS", {"native": {}, "the same": {}})
    script.main(["cpus", *SMALL])
    assert "12 games each, from 2 workers on: native, the same agree on" in capsys.readouterr().out


def test_a_process_that_fails_is_told(script: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(script, "PROCESSORS", {"broken": {"PYTHONHOME": "nowhere"}})
    with pytest.raises(SystemExit) as left:
        script.main(["cpus", *SMALL])
    assert "the process for broken ended with exit code" in str(left.value.code)


def test_a_state_of_another_processor_that_differs_is_found(script: Any) -> None:
    right = {"at tick 6 of the load": "a", "after 12 ticks of game 0": "b"}
    script.compare("v2", dict(right), right)
    with pytest.raises(script.Failure, match="v2: after 12 ticks of game 0 the state is bb, but should be b"):
        script.compare("v2", right | {"after 12 ticks of game 0": "bb"}, right)
    with pytest.raises(script.Failure, match="the state is None"):
        script.compare("v2", {"at tick 6 of the load": "a"}, right)


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
    assert len(asked) == 3
    for load, part in zip(asked, script.PARTS, strict=True):
        assert max(load.bodies, 1) * load.ticks <= max(script.BODIES[part], 1) * script.TICKS[part] / 20
    script.main(["memory", "--quick", "--ticks", "77"])
    assert (asked[-1].bodies, asked[-1].ticks) == (script.QUICK_BODIES["memory"], 77)
    script.main(["memory"])
    assert asked[-1].ticks == script.TICKS["memory"]
