"""Gymnasium environments: its own checks, and games that are the same as everybody's."""

import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from arena.catalogue import kinds
from arena.catalogue.trials import TRIALS
from arena.env import register
from arena.env.actions import ACTION_SIZE
from arena.env.environment import ArenaEnv
from arena.env.episodes import EpisodeOptions, Episodes
from arena.env.registration import NAMES
from arena.env.rewards import Shaping
from arena.game.bots.bot import Bot
from arena.game.match import Match
from arena.game.replays.reader import read_replay
from arena.game.replays.replay import verify_replay
from arena.sim.damage import HARMLESS_TICKS
from arena.sim.kinds import Pool
from arena.sim.tables.commands import Button, PlayerCommand
from arena.tuning import TICK_RATE
from tests.game.campaign_levels import worlds
from tests.playing import towards
from tests.processes import run_python

register()


def action(command: PlayerCommand) -> np.ndarray:
    """Action that becomes a command."""
    buttons = (Button.FIRE, Button.BOOST, Button.BOMB, Button.NEXT_WEAPON, Button.PREVIOUS_WEAPON)
    sticks = np.array([command.move_x, command.move_y, command.aim_x, command.aim_y]) / 127
    return np.array([*sticks, *(float(bool(command.buttons & one)) for one in buttons)], np.float32)


@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_finds_no_fault(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(f"arena/{name}-v0", frame_skip=2)
        check_env(env.unwrapped, skip_render_check=True)
        env.close()


def test_registering_loads_nothing_of_the_game() -> None:
    code = (
        "import sys, arena.env; arena.env.register()\n"
        "print(*(name for name in ('numba', 'arena.game', 'arena.sim') if name in sys.modules))"
    )
    assert run_python(code) == "\n"


def test_an_episode_is_the_match_of_its_seed_and_actions(tmp_path: Path) -> None:
    """Bit for bit, with frame skip; its reward is what the score rose by, and its replay verifies."""
    path = tmp_path / "env.replay"
    env, bot, rewards = ArenaEnv(frame_skip=3), Bot(), list[float]()
    with Match(seed=11, workers=1) as match:
        for seed in (4, 11):
            view, info = env.reset(seed=seed, options={"record": path} if seed == 11 else None)
        assert info == {"seed": 11, "score": 0, "tick": 0}
        for _ in range(150):
            command = bot.command(match.world)
            before = view.copy()
            view, reward, ended, _, info = env.step(action(command))
            assert not np.shares_memory(before, view)
            rewards.append(reward)
            for _ in range(3):
                match.tick([command])
            assert not ended and env.episodes.match.state_hash() == match.state_hash()
        score = match.hud().score or 0
        assert info == {"seed": 11, "score": score, "tick": 450}
        assert score > 0 and sum(rewards) == pytest.approx(score / 100)
    env.close()
    found = verify_replay(path, 1)
    assert (found.identical, found.ticks) == (True, 450)


def test_games_end_and_the_next_seed_follows_from_the_first() -> None:
    seeds = list[list[int]]()
    for _ in range(2):
        env = ArenaEnv(frame_skip=10)
        drawn = [env.reset(seed=3)[1]["seed"]] + [env.reset()[1]["seed"] for _ in range(3)]
        seeds.append(drawn)
        world = env.episodes.match.world
        env.episodes.match.mode.lives.left[0] = 1  # type: ignore[attr-defined]
        world.pools[Pool.PLAYER].give(0)
        _, _, terminated, truncated, info = env.step(np.zeros(9, np.float32))
        assert terminated and not truncated and info["tick"] < 10
        with pytest.raises(RuntimeError, match="call reset"):
            env.step(np.zeros(9, np.float32))
        env.close()
    assert seeds[0] == seeds[1] and len(set(seeds[0])) == 4


def test_a_time_limit_truncates() -> None:
    env = ArenaEnv(mode="tide", frame_skip=4, limit=0.1)
    with pytest.raises(RuntimeError, match="call reset"):
        env.step(np.zeros(9, np.float32))
    env.reset(seed=3)
    steps = [env.step(np.zeros(9, np.float32))[2:] for _ in range(2)]
    assert [step[:2] for step in steps] == [(False, False), (False, True)]
    assert steps[1][2]["tick"] == 6
    env.close()


def test_levels_and_trials_may_change_from_game_to_game() -> None:
    """Those that take another world, too."""
    env = ArenaEnv(mode="campaign")
    for number, world in worlds().items():
        env.reset(seed=number, options={"level": world.text})
        with Match("campaign", number, level=world.text, workers=1) as match:
            assert env.episodes.match.state_hash() == match.state_hash()
        env.step(np.zeros(9, np.float32))
    env.close()
    env = ArenaEnv(mode="trial")
    for row in (*TRIALS, next(iter(TRIALS))):
        _, info = env.reset(options={"trial": row.name})
        assert info["seed"] == row.rules.seed
        assert env.episodes.match.setup.level == row.name
        env.step(np.zeros(9, np.float32))
    env.close()


def test_a_recording_is_whole_whatever_game_comes_next(tmp_path: Path) -> None:
    """The next one may take another world, and with it another match."""
    env, paths = ArenaEnv(mode="campaign", frame_skip=2), list[Path]()
    for number, world in worlds().items():
        paths.append(tmp_path / f"{number}.replay")
        env.reset(seed=number, options={"level": world.text, "record": paths[-1]})
        env.step(np.zeros(9, np.float32))
        found = [read_replay(path) for path in paths[:-1]]
        assert [(replay.ticks, replay.truncated) for replay in found] == [(2, False)] * len(found)
    env.close()
    assert len(paths) == 5


def test_shaping_adds_what_it_says() -> None:
    """The same step each time: the player has shot two ships, its companion one, and a drone rams it."""
    paid = dict[Shaping, float]()
    plain, kill, hurt, time = Shaping(), Shaping(kill=2.0), Shaping(hurt=-0.5), Shaping(second=3.0)
    lost = 0.0
    for shaping in (plain, kill, hurt, time, Shaping(death=-9.0)):
        game = Episodes(EpisodeOptions(shaping=shaping, frame_skip=4))
        game.begin(11)
        match, bodies = game.match, game.match.world.bodies
        match.world.ships.untouchable_until[0] = 0
        for shooter, ahead in ((0, -30.0), (0, -35.0), (match.world.rows(Pool.COMPANION)[0], 30.0)):
            row = match.world.place(kinds.GUNNER.number, towards(match, 0.0, ahead))
            bodies.health[row], bodies.hit_by[row] = -1.0, shooter
        drone = match.world.place(kinds.DRONE.number, towards(match, 0.0, 1.0))
        bodies.born[drone] -= HARMLESS_TICKS
        before = float(bodies.health[0])
        game.step(np.zeros((1, ACTION_SIZE), np.float32))
        paid[shaping], lost = float(game.rewards[0]), before - float(bodies.health[0])
        game.close()
    more = {shaping: reward - paid[plain] for shaping, reward in paid.items()}
    assert paid[plain] > 0.0 and lost > 0.0
    assert list(more.values()) == pytest.approx([0.0, 2 * 2.0, -0.5 * lost, 3.0 * 4 / TICK_RATE, 0.0])


def test_time_is_paid_as_far_as_it_was_played() -> None:
    game, paid = (
        Episodes(EpisodeOptions(shaping=Shaping(second=1.0), frame_skip=4, limit=6 / 60)),
        list[float](),
    )
    game.begin(11)
    while not game.ended:
        game.step(np.zeros((1, ACTION_SIZE), np.float32))
        paid += game.rewards.tolist()
    game.close()
    assert paid == pytest.approx([4 / 60, 2 / 60])


def test_a_game_whose_recording_is_refused_does_not_run(tmp_path: Path) -> None:
    env, there, rest = ArenaEnv(), tmp_path / "there.replay", np.zeros(ACTION_SIZE, np.float32)
    there.write_bytes(b"mine")
    env.reset(seed=5)
    for _ in range(3):
        env.step(rest)
    with pytest.raises(FileExistsError):
        env.reset(seed=6, options={"record": there})
    with pytest.raises(RuntimeError, match="call reset"):  # not with the ticks and points of the game before
        env.step(rest)
    env.reset(seed=6)
    assert env.step(rest)[4]["tick"] == 4
    env.close()
    assert there.read_bytes() == b"mine"


@pytest.mark.parametrize(
    ("choices", "words"),
    [
        ({"mode": "endles"}, "perhaps 'endless'"),
        ({"frame_skip": 0}, "frame_skip"),
        ({"limit": -1.0}, "limit"),
        ({"players": 2}, "one player"),
        ({"render_mode": "ansi"}, "render_mode"),
        ({"size_px": (0, 5)}, "width"),
        ({"size_px": (5, -1)}, "height"),
        ({"difficulty": "x"}, "difficulty"),
        ({"mode": "trial", "trial": "x"}, "trial"),
        ({"level": "x"}, "mode 'endless' takes no level"),
        ({"mode": "campaign", "level": 2}, "level must be a text, not 2"),
        ({"mode": "tide", "trial": "one_bomb"}, "mode 'tide' takes no trial"),
    ],
)
def test_choices_out_of_range_are_refused(choices: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ArenaEnv(**choices)


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_pictures_show_the_game() -> None:
    env = ArenaEnv(render_mode="rgb_array", size_px=(160, 90))
    env.reset(seed=3)
    first = env.render()
    for _ in range(20):
        env.step(np.array([0, 1, 0, 1, 1, 0, 0, 0, 0], np.float32))
    second = env.render()
    env.reset(seed=4)
    third = env.render()
    env.close()
    pictures = [picture for picture in (first, second, third) if picture is not None]
    assert [picture.shape for picture in pictures] == [(90, 160, 3)] * 3
    assert all(picture.dtype == np.uint8 and picture.std() > 5 for picture in pictures)
    assert (pictures[0] != pictures[1]).mean() > 0.05 and (pictures[1] != pictures[2]).mean() > 0.05
    assert ArenaEnv().render() is None


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
def test_environments_of_one_process_keep_their_pictures_apart() -> None:
    """Each has a context, and the one that was made last is not the others'."""
    levels = [level.text for level in list(worlds().values())[:2]]

    def begin(level: str) -> ArenaEnv:
        env = ArenaEnv("rgb_array", (64, 36), mode="campaign")
        env.reset(seed=3, options={"level": level})
        return env

    def look(env: ArenaEnv) -> Any:
        env.step(np.zeros(9, np.float32))
        return env.render()

    alone = list[Any]()
    for level in levels:
        env = begin(level)
        alone.append([look(env) for _ in range(3)])
        env.close()
    envs = [begin(level) for level in levels]
    beside = [[look(env) for env in envs] for _ in range(2)]
    envs[1].close()
    assert np.array_equal([first for first, _ in beside] + [look(envs[0])], alone[0])
    assert np.array_equal([second for _, second in beside], alone[1][:2])
    envs[0].close()
    assert not np.array_equal(alone[0], alone[1])


@pytest.mark.gl
@pytest.mark.usefixtures("small_planet")
@pytest.mark.parametrize("first_after_step", [False, True])
def test_the_pictures_of_a_game_are_those_of_a_new_environment(first_after_step: bool) -> None:
    """Another world looks otherwise, and nothing is left of the game before."""
    before, level = list(worlds().values())[:2]
    used, new = (ArenaEnv("rgb_array", (64, 36), mode="campaign") for _ in range(2))
    pictures = list[Any]()
    for env, texts in ((used, (before.text, level.text)), (new, (level.text,))):
        for text in texts:
            env.reset(seed=3, options={"level": text})
            if not first_after_step:
                env.render()
            env.step(np.zeros(9, np.float32))
            pictures.append(env.render())
        env.close()
    assert np.array_equal(pictures[1], pictures[2])
    assert not np.array_equal(pictures[0], pictures[1])
