"""Judgement of an hour in the window: growth among samples of one size of the window."""

from pathlib import Path
from typing import Any

import pytest

from arena.game.match import Match


def samples(growth: float, threads: int = 12, large_extra: float = 20.0) -> list[dict[str, Any]]:
    """An hour in which memory grows by so many MB, and every third sample is of a larger window."""
    return [
        {
            "seconds": 10.0 * k,
            "pixels": 9 if k % 3 == 0 else 4,
            "quality": "low",
            "screen": "title" if k % 5 in (1, 2) else "play",
            **dict.fromkeys(("resident_mb", "owned_mb"), 200.0),
            "arrays_mb": 90.0,
            "in_use_mb": 180.0 + growth * k / 360.0 + (large_extra * k / 360.0 if k % 3 == 0 else 0.0),
            "python_blocks": 600_000,
            **dict.fromkeys(("files", "gl_objects"), 11),
            "threads": threads if k > 300 else 12,
            "frames": {},
        }
        for k in range(360)
    ]


def test_memory_that_grows_is_told(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.judge(samples(0.5)) == []
    (told,) = script.judge(samples(3.0))
    assert told == "memory in use grows by 3.00 MB an hour"
    assert "in_use_mb" in capsys.readouterr().out


def test_what_other_screens_hold_is_no_growth(script: Any) -> None:
    taken = samples(3.0)
    for one in taken[241:]:
        one["in_use_mb"] += 20.0 if one["screen"] != "title" else 0.0
    (told,) = script.judge(taken)
    assert told == "memory in use grows by 3.00 MB an hour"


def test_what_a_game_leaves_for_some_seconds_is_no_growth(script: Any) -> None:
    taken = samples(3.0)
    for one in taken[241::5]:
        one["in_use_mb"] += 0.2 * (one["seconds"] - 2400.0)
    for one in taken[242::10]:
        one["screen"] = "play"
    (told,) = script.judge(taken)
    assert told == "memory in use grows by 3.00 MB an hour"


def test_without_the_title_all_screens_are_compared(script: Any) -> None:
    taken = [one | {"screen": "play"} for one in samples(3.0)]
    (told,) = script.judge(taken)
    assert told == "memory in use grows by 3.00 MB an hour"


def test_a_larger_window_at_the_end_is_no_growth(script: Any) -> None:
    taken = samples(0.0, large_extra=0.0)
    for one in taken[240:]:
        one["pixels"], one["in_use_mb"] = 9, one["in_use_mb"] + 30.0
    assert script.judge(taken) == []


def test_threads_that_grow_are_told(script: Any) -> None:
    assert script.judge(samples(0.0, threads=13)) == ["threads grow"]


def test_only_samples_of_one_size_and_quality_are_compared(script: Any) -> None:
    taken = samples(0.0)
    for one in taken[::4]:
        one["quality"] = "high"
    assert {(one["pixels"], one["quality"]) for one in script.like(taken)} == {(4, "low")}


def two_hours(late: float, screen: str = "play") -> list[dict[str, Any]]:
    """More than two hours of frames; late ones take `late` times what early ones take, pauses ever longer."""
    return [
        one
        | {
            "seconds": 20.0 * k + 121.0,
            "quality": "low",
            "frames": {
                f"{screen} 4": [[20.0 * (late if k > 180 else 1.0), 30.0]] * 9 + [[90.0, 90.0]] * (k < 3),
                "pause 4": [[float(k), 1.0]] * 99,
            },
        }
        for k, one in enumerate(samples(0.0) + samples(0.0)[:10])
    ]


def test_frames_that_get_slower_are_told(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    assert script.judge_frames(two_hours(1.04)) == []
    assert script.judge_frames(two_hours(1.06)) == ["the slowest frames get slower"]
    assert "last 60 minutes: 20.0 and 21.2 ms (1.060)" in capsys.readouterr().out


def test_frames_of_less_than_two_hours_are_only_shown(
    script: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    taken = [one for one in two_hours(2.0) if one["seconds"] < 7200.0]
    assert script.judge_frames(taken) == []
    assert "last 59 minutes: 20.0 and 40.0 ms (2.000)" in capsys.readouterr().out


def test_frames_of_the_game_alone_count(script: Any) -> None:
    assert script.judge_frames(two_hours(2.0, "modes")) == []


def test_frames_of_another_quality_do_not_count(script: Any) -> None:
    taken = two_hours(1.0)
    for one in taken[181::3]:
        one["quality"], one["frames"]["play 4"] = "high", [[40.0, 30.0]] * 9
    assert script.judge_frames(taken) == []
    for one in taken[182::3]:
        one["frames"]["play 4"] = [[40.0, 30.0]] * 9
    assert script.judge_frames(taken) == ["the slowest frames get slower"]


def test_games_are_simulated_again(
    script: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "data" / "arena" / "replays"
    folder.mkdir(parents=True)
    for name in ("one", "two"):
        with Match("endless", seed=7, record=folder / f"{name}.replay") as match:
            for _ in range(90):
                match.tick()
    assert script.verify_games(tmp_path) == []
    assert "games verified: 2 of 180 ticks" in capsys.readouterr().out
    (folder / "two.replay").write_bytes(b"no recording")
    (told,) = script.verify_games(tmp_path)
    assert told.startswith("two.replay: unreadable ")
    monkeypatch.setattr("arena.game.replays.replay.find_difference", lambda *_: "position_x")
    assert "one.replay: diverged at tick" in script.verify_games(tmp_path)[0]
