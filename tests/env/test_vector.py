"""Vector environments against Gymnasium's own, game for game, on one process and on two."""

import os
import signal
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from arena.env import make_vec, register
from arena.env.environment import ArenaEnv
from arena.env.layout import Layout
from arena.env.rewards import Shaping
from arena.env.vector import ArenaVectorEnv, WorkerError

register()
GAMES = 3
CHOICES: dict[str, Any] = {
    "mode": "endless", "frame_skip": 6, "limit": 0.5, "layout": Layout(4, 2, 2, 1),
    "shaping": Shaping(second=1.0),
}  # fmt: skip
"""Episodes of five steps, each of which is paid."""


@contextmanager
def both(mode: AutoresetMode, workers: int = 1) -> Generator[tuple[ArenaVectorEnv, SyncVectorEnv]]:
    """The same games here and there."""
    mine = make_vec(num_envs=GAMES, workers=workers, autoreset_mode=mode, **CHOICES)
    theirs = SyncVectorEnv([lambda: ArenaEnv(**CHOICES)] * GAMES, autoreset_mode=mode)
    try:
        yield mine, theirs
    finally:
        mine.close()
        theirs.close()


def same(mine: Any, theirs: Any) -> None:
    """Compare whatever environments return."""
    assert type(mine) is type(theirs), (mine, theirs)
    if isinstance(mine, dict):
        assert mine.keys() == theirs.keys()
        for name in mine:
            same(mine[name], theirs[name])
    elif isinstance(mine, tuple):
        for one, other in zip(mine, theirs, strict=True):
            same(one, other)
    elif mine.dtype == object:
        for one, other in zip(mine, theirs, strict=True):
            assert (one is None) == (other is None)
            assert one is None or np.array_equal(one, other)
    else:
        assert mine.dtype == theirs.dtype
        np.testing.assert_array_equal(mine, theirs)


@pytest.mark.parametrize(
    ("mode", "workers"),
    [
        (AutoresetMode.NEXT_STEP, 1),
        (AutoresetMode.SAME_STEP, 1),
        (AutoresetMode.DISABLED, 1),
        (AutoresetMode.SAME_STEP, 2),
    ],
)
def test_games_are_those_of_gymnasiums_own_vector_environment(mode: AutoresetMode, workers: int) -> None:
    ends = 0
    with both(mode, workers) as (mine, theirs):
        assert mine.observation_space == theirs.observation_space
        assert mine.action_space == theirs.action_space
        assert mine.metadata["render_fps"] == theirs.metadata["render_fps"]
        mine.action_space.seed(5)
        same(mine.reset(seed=7), theirs.reset(seed=7))
        for _ in range(13):
            actions = mine.action_space.sample()
            got = mine.step(actions)
            same(got, theirs.step(actions))
            ended = got[2] | got[3]
            ends += int(ended.sum())
            if mode == AutoresetMode.DISABLED and ended.any():
                with pytest.raises(RuntimeError, match="call reset"):
                    mine.step(actions)
                masks = [{"reset_mask": ended} for _ in range(2)]
                same(mine.reset(options=masks[0]), theirs.reset(options=masks[1]))
        same(mine.reset(seed=[4, None, 6]), theirs.reset(seed=[4, None, 6]))
    assert ends == 2 * GAMES


def test_observations_are_written_into_the_callers_buffer() -> None:
    size = CHOICES["layout"].size
    buffer = np.full((GAMES, size), 9.0, np.float32)
    envs = make_vec(num_envs=GAMES, observations=buffer, **CHOICES)
    first, _ = envs.reset(seed=1)
    assert first is buffer and buffer.max() <= 1.0
    before = buffer.copy()
    assert envs.step(envs.action_space.sample())[0] is buffer
    assert (buffer != before).any()
    envs.close()
    with pytest.raises(ValueError, match="observations must be float32 of shape"):
        make_vec(num_envs=GAMES, observations=buffer[:2], **CHOICES)


def test_what_a_step_returned_stays_as_it_was() -> None:
    envs = make_vec(num_envs=GAMES, **CHOICES)
    envs.reset(seed=1)
    kept = list[tuple[np.ndarray, np.ndarray]]()
    for _ in range(7):
        kept += [(part, part.copy()) for part in envs.step(envs.action_space.sample())[:4]]
    envs.close()
    assert all(np.array_equal(part, before) for part, before in kept)
    assert len({part.tobytes() for part, _ in kept[1::4]}) > 1, "rewards that differ"


def test_gymnasium_makes_them_by_name() -> None:
    envs = gymnasium.make_vec("arena/Tide-v0", num_envs=2, frame_skip=2)
    assert isinstance(envs.unwrapped, ArenaVectorEnv)
    observations, infos = envs.reset(seed=3)
    assert observations in envs.observation_space and infos["seed"].tolist() == [3, 4]
    envs.close()


def test_a_worker_that_ends_is_told_and_the_rest_closes() -> None:
    envs = make_vec(num_envs=2, workers=2, **CHOICES)
    envs.reset(seed=1)
    processes = envs.processes
    os.kill(processes[1].pid, signal.SIGKILL)
    processes[1].join()
    with pytest.raises(WorkerError, match="has ended"):
        envs.step(np.zeros((2, 9), np.float32))
    envs.close()
    assert not any(process.is_alive() for process in processes)


def test_an_interrupted_call_leaves_no_answer_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """An alarm, or Ctrl-C in a notebook: the next call must not take the answer to that one for its own."""
    envs, alone = make_vec(num_envs=4, workers=2, **CHOICES), make_vec(num_envs=4, **CHOICES)
    rest = np.zeros((4, 9), np.float32)
    connections = [connection for _, connection in envs._workers]  # pyright: ignore[reportPrivateUsage]

    def interrupt(*_: Any) -> bool:
        raise TimeoutError

    for interrupted in connections:
        envs.reset(seed=1)
        with monkeypatch.context() as patch, pytest.raises(TimeoutError):
            patch.setattr(interrupted, "poll", interrupt)
            envs.step(rest)
        for seed in (7, 8):
            found, expected = envs.reset(seed=seed), alone.reset(seed=seed)
            assert np.array_equal(found[0], expected[0])
            assert found[1]["seed"].tolist() == expected[1]["seed"].tolist()
        assert np.array_equal(envs.step(rest)[0], alone.step(rest)[0])
    with pytest.raises(WorkerError, match="takes no level"):
        envs.reset(options={"level": "x"})
    with monkeypatch.context() as patch, pytest.raises(TimeoutError):
        patch.setattr(connections[1], "recv", interrupt)
        envs.reset(seed=1)
    with pytest.raises(WorkerError, match="interrupted"):  # half an answer may be left: nothing can be read
        envs.step(rest)
    envs.close()
    with pytest.raises(WorkerError, match="closed"):
        envs.reset()
    alone.close()


def test_a_seed_out_of_range_begins_no_game() -> None:
    envs = make_vec(num_envs=2, **CHOICES)
    envs.reset(seed=np.int64(3))
    with pytest.raises(ValueError, match="seed must be a whole number"):
        envs.reset(seed=[5, -1])
    assert envs.step(np.zeros((2, 9), np.float32))[4]["seed"].tolist() == [3, 4]
    envs.close()


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"num_envs": 0}, "num_envs"),
        ({"workers": 0}, "workers"),
        ({"players": 2}, "one player"),
        ({"render_mode": "rgb_array"}, "paints nothing"),
        ({"autoreset_mode": "x"}, "AutoresetMode"),
    ],
)
def test_choices_out_of_range_are_refused(choices: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        make_vec(**choices)


def test_shapes_are_checked() -> None:
    envs = make_vec(num_envs=2, **CHOICES)
    with pytest.raises(RuntimeError, match="call reset"):
        envs.step(np.zeros((2, 9), np.float32))
    envs.reset(seed=1)
    with pytest.raises(ValueError, match=r"shape \(2, 9\)"):
        envs.step(np.zeros((2, 8), np.float32))
    with pytest.raises(ValueError, match="of 2 games"):
        envs.reset(seed=[1])
    envs.close()


def test_a_game_that_is_begun_after_its_end_plays_on() -> None:
    with both(AutoresetMode.NEXT_STEP) as (mine, theirs):
        mine.action_space.seed(5)
        for seed in (7, 9):
            same(mine.reset(seed=seed), theirs.reset(seed=seed))
            ended = np.zeros(GAMES, np.bool_)
            for actions in [mine.action_space.sample() for _ in range(5)]:
                got = mine.step(actions)
                same(got, theirs.step(actions))
                ended = got[3]
            assert ended.all()
