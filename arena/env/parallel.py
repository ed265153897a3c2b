"""`ArenaParallelEnv`: a game for one to four players as a PettingZoo environment.

Agents are "player_0" to "player_3". They play one game with one score and shared lives, so all of them end
together. A player without a ship sees `alive` 0 until it returns.
"""

from dataclasses import replace
from typing import Any

import numpy as np
from pettingzoo import ParallelEnv

from arena.env.actions import ACTION_SIZE
from arena.env.environment import action_space, chosen, game_seed, observation_space
from arena.env.episodes import EpisodeOptions, Episodes
from arena.env.radar import divide
from arena.jit.annotations import F32


class ArenaParallelEnv(ParallelEnv[str, Any, F32]):
    """One game, whose players act at the same time.

    With `own_rewards` each player's reward is for what it destroyed itself, else for the team's score.

    Args:
        choices: fields of `EpisodeOptions`; `layout.mates` follows from `players`.

    Raises:
        ValueError: a choice out of its range, or there is no such game.
    """

    metadata: dict[str, Any] = {"name": "arena_v0", "render_modes": []}  # noqa: RUF012

    def __init__(self, **choices: Any) -> None:
        options = EpisodeOptions(**choices)
        options = replace(options, layout=replace(options.layout, mates=options.players - 1))
        self.episodes = Episodes(options)
        self.possible_agents = [f"player_{slot}" for slot in range(options.players)]
        self.agents: list[str] = []
        self._spaces = {
            agent: (observation_space(options.layout), action_space()) for agent in self.possible_agents
        }
        self.render_mode = None
        self._random = np.random.default_rng()
        self._actions = np.zeros((options.players, ACTION_SIZE), np.float32)

    def observation_space(self, agent: str) -> Any:
        """Space of a player's observations, the same object at every call."""
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        """Space of a player's actions, the same object at every call."""
        return self._spaces[agent][1]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, int]]]:
        """Begin a game.

        Args:
            seed: of the game; None: one that is drawn from the seeds before.
            options: "level", "trial" as in `EpisodeOptions`, and "record", the target of a replay.

        Raises:
            ValueError: there is no such game.
            OSError: the replay exists already or cannot be created.
        """
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.episodes.begin(game_seed(self._random, seed), **chosen(options))
        self.agents = self.possible_agents[:]
        return self._views(), self._infos(self.agents)

    def step(
        self, actions: dict[str, F32]
    ) -> tuple[
        dict[str, Any],
        dict[str, float],
        dict[str, bool],
        dict[str, bool],
        dict[str, dict[str, int]],
    ]:
        """Hold everybody's action for `frame_skip` ticks.

        Raises:
            KeyError: an action is missing.
            ValueError: one has another shape.
            RuntimeError: no game runs.
        """
        game, agents = self.episodes, self.possible_agents
        if self.agents:
            for slot, agent in enumerate(agents):
                action = np.asarray(actions[agent], np.float32)
                if action.shape != (ACTION_SIZE,):
                    raise ValueError(f"{agent}'s action must have shape ({ACTION_SIZE},), not {action.shape}")
                self._actions[slot] = action
        game.step(self._actions)
        rewards = dict(zip(agents, game.rewards.tolist(), strict=True))
        terminated = dict.fromkeys(agents, game.terminated)
        truncated = dict.fromkeys(agents, game.truncated)
        if game.ended:
            self.agents = []
        return self._views(), rewards, terminated, truncated, self._infos(agents)

    def _views(self) -> dict[str, Any]:
        layout = self.episodes.options.layout
        views = np.empty((len(self.possible_agents), layout.size), np.float32)
        self.episodes.observe(views)
        return {agent: divide(layout, view) for agent, view in zip(self.possible_agents, views, strict=True)}

    def _infos(self, agents: list[str]) -> dict[str, dict[str, int]]:
        return {agent: self.episodes.info() for agent in agents}

    def close(self) -> None:
        """End the game and its recording."""
        self.episodes.close()
