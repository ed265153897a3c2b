"""A pilot of twenty lines in a Gymnasium environment: it circles what is near and shoots at it.

    python scripts/examples/environment.py --games 3 --replay best.replay
    arena replay best.replay

It needs the extra `env`: pip install -c constraints.txt -e '.[env]'
"""

import argparse
from pathlib import Path

import gymnasium
import numpy as np
from numpy.typing import NDArray

from arena.env import register
from arena.env.layout import Layout

LAYOUT = Layout(threats=8, bullets=8, rocks=4, pickups=2)
ROW = {name: number for number, name in enumerate(LAYOUT.names)}
ACTION_ROWS = 9


def fly(view: NDArray[np.float32]) -> NDArray[np.float32]:
    """Action for an observation: aim at the nearest threat, keep a third of the reach away, and fire."""
    action = np.zeros(ACTION_ROWS, np.float32)
    if view[ROW["threat_0_present"]] == 0.0:
        action[1] = 1.0  # nobody is near: fly on
        return action
    away = np.array([view[ROW["threat_0_right"]], view[ROW["threat_0_up"]]])
    distance = float(np.hypot(*away)) + 1e-6
    ahead, aside = away / distance, np.array([-away[1], away[0]]) / distance
    action[:2] = np.clip(ahead * (distance - 0.33) * 3.0 + aside * 0.7, -1.0, 1.0)
    action[2:4] = ahead
    action[4] = 1.0  # fire
    action[6] = float(view[ROW["shield"]] < 0.3)  # a bomb, when it gets tight
    return action


def main() -> None:
    """Play games, and save the first as a replay where asked to."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--games", type=int, default=3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=float, default=120.0, help="seconds after which a game is cut off")
    parser.add_argument("--replay", type=Path, help="new file for a recording of the first game")
    options = parser.parse_args()
    if options.replay and options.replay.exists():
        parser.error(f"{options.replay} is there already: choose another name")
    register()
    env = gymnasium.make("arena/Endless-v0", layout=LAYOUT, limit=options.limit)
    for game in range(options.games):
        record = {"record": options.replay} if game == 0 and options.replay else None
        view, info = env.reset(seed=options.seed + game, options=record)
        total, ended = 0.0, False
        while not ended:
            view, reward, terminated, truncated, info = env.step(fly(view))
            total, ended = total + float(reward), terminated or truncated
        print(f"seed {info['seed']}: {info['score']} points in {info['tick'] / 60:.0f} s, reward {total:.1f}")
    env.close()


if __name__ == "__main__":
    main()
