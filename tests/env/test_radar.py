"""Radar planes against plain geometry, in every kind of environment."""

import warnings
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import parallel_api_test, parallel_seed_test

from arena import sphere
from arena.env import make_vec, parallel_env
from arena.env.environment import ArenaEnv
from arena.env.layout import Layout
from arena.env.radar import divide, paint_radar
from arena.game.match import Match
from arena.sim.kinds import Pool, Team
from tests.env.test_observation import crowd
from tests.playing import let_bots_play

CELLS, REACH = 24, 30.0
LAYOUT = Layout(4, 2, 2, 1, radar=CELLS, reach=REACH)
POOLS = ((Pool.ENEMY, Pool.MINE), (Pool.BULLET,), (Pool.ASTEROID,))


def expected(match: Match, slot: int) -> np.ndarray:
    """Planes from nothing but the public geometry."""
    world, planes = match.world, np.zeros((3, CELLS, CELLS))
    bodies, middles = world.bodies, np.arange(CELLS) + 0.5
    here = bodies.position[slot].astype(float)
    up = sphere.unit(sphere.project_tangent(here, world.players.up[slot]))
    right = np.cross(up, sphere.unit(here))
    for plane, pools in enumerate(POOLS):
        for row in (row for pool in pools for row in world.pools[pool].rows().tolist()):
            there, radius = bodies.position[row].astype(float), float(bodies.radius[row])
            late = plane == 0 and 0 < world.tick == bodies.born[row]
            own = plane == 1 and bodies.team[row] != Team.ENEMIES
            if late or own or np.linalg.norm(there - here) - radius > REACH:
                continue
            flat = sphere.unit(there) * world.shell_radius
            arc = sphere.log_map(sphere.unit(here) * world.shell_radius, flat)
            cell = 2.0 * REACH / CELLS
            x, y = (REACH + arc @ right) / cell, (REACH - arc @ up) / cell
            near = np.hypot(middles[:, None] - y, middles - x) <= radius / cell
            planes[plane][near] = 1.0
            if min(x, y) >= 0.0 and max(x, y) < CELLS:
                planes[plane, int(y), int(x)] = 1.0
    return planes


def test_planes_agree_with_plain_geometry() -> None:
    marked, found = np.zeros(3), np.empty((3, CELLS, CELLS), np.float32)
    with Match("endless", 5, 2, workers=1) as match:
        crowd(match)
        for _ in range(7):
            for slot in range(2):
                if match.world.bodies.alive[slot]:
                    found[:] = 7.0
                    paint_radar(match.world.simulation, slot, REACH, found)
                    wanted = expected(match, slot)
                    assert (found != wanted).sum() <= 1, match.world.tick  # a centre on a rim
                    marked += wanted.sum((1, 2))
            let_bots_play(match, 30)
        assert (marked > (200, 50, 100)).all(), marked
        match.world.pools[Pool.PLAYER].give(0)
        paint_radar(match.world.simulation, 0, REACH, found)
        assert not found.any()


def test_checkers_find_no_fault_with_planes() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(ArenaEnv(layout=LAYOUT), skip_render_check=True)

        def make() -> Any:
            return parallel_env("endless", 2, layout=LAYOUT, limit=2.0, frame_skip=8)

        parallel_api_test(make(), num_cycles=40)
        parallel_seed_test(make, num_cycles=8)


@pytest.mark.parametrize("buffered", [False, True])
def test_a_vector_environment_shows_what_single_ones_show(buffered: bool) -> None:
    choices: dict[str, Any] = {"layout": LAYOUT, "limit": 0.2}
    buffer = np.zeros((2, LAYOUT.size), np.float32) if buffered else None
    envs = make_vec(num_envs=2, autoreset_mode="SameStep", observations=buffer, **choices)
    ones = [ArenaEnv(**choices) for _ in range(2)]
    views, _ = envs.reset(seed=4)
    wanted = [one.reset(seed=4 + number)[0] for number, one in enumerate(ones)]
    actions = np.array([[0, 1, 0, 1, 1, 0, 0, 0, 0]] * 2, np.float32)
    infos: dict[str, Any] = {}
    for _ in range(3):
        assert views in envs.observation_space and wanted[0] in ones[0].observation_space
        for number, view in enumerate(wanted):
            for name in ("rows", "radar"):
                assert np.array_equal(views[name][number], view[name]), name
        views, *_, infos = envs.step(actions)
        wanted = [one.step(action)[0] for one, action in zip(ones, actions, strict=True)]
    for final, view in zip(infos["final_obs"], wanted, strict=True):
        assert np.array_equal(final["radar"], view["radar"]) and view["radar"].any()
    envs.close()


def test_rows_stay_an_array_without_planes() -> None:
    layout = Layout(4, 2, 2, 1, reach=REACH)
    view = np.zeros(layout.size, np.float32)
    assert divide(layout, view) is view and layout.size == LAYOUT.rows
    with pytest.raises(ValueError, match="radar"):
        Layout(radar=257)
