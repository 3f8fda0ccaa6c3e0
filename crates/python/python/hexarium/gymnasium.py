"""Gymnasium vector environments: many games of an agent against an opponent.

>>> from hexarium import gymnasium
>>> env = gymnasium.VectorEnv("harvest(base=3)", 8, opponent="level:1")
>>> observations, infos = env.reset(seed=1)

An observation is a dictionary with ``observation``, the planes from the agent's view, and
``action_mask``. The opponent moves within a step, so the agent is to move in every observation of an
unfinished game. The reward is 1 for a win, -1 for a loss and 0 otherwise. A finished game starts
anew in the following step, whose action is ignored (``AutoresetMode.NEXT_STEP``). An illegal action
raises ``ValueError``.

The games are independent states. For the speed of arrays, and both sides under your control, use
:class:`hexarium.Batch`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space

import hexarium
from hexarium._setups import Setups

__all__ = ["Opponent", "VectorEnv"]

Opponent = str | Callable[[hexarium.State], int]
"""``random``, ``level:N``, ``nodes:N``, or a function from a state to an action."""


def _limits(opponent: str) -> dict[str, int]:
    """Returns the limits of the search of a player."""
    kind, _, number = opponent.partition(":")
    if opponent == "random":
        return {}
    if kind not in ("level", "nodes") or not number.isdecimal():
        raise ValueError(f"invalid opponent {opponent!r}: expected random, level:N or nodes:N")
    if kind == "level" and not 1 <= int(number) <= 8:
        raise ValueError(f"invalid level {number}: expected 1 to 8")
    return {kind: int(number)}


class VectorEnv(gymnasium.vector.VectorEnv):
    """Games of one agent against an opponent.

    ``side`` is the agent's player, 0 or 1; by default it alternates from episode to episode. Random
    setups are drawn as in :mod:`hexarium.pettingzoo`.
    """

    def __init__(
        self,
        game: str | hexarium.Game = "hex",
        num_envs: int = 1,
        opponent: Opponent = "random",
        side: int | None = None,
        fixed_setup: bool = False,
    ):
        if num_envs < 1:
            raise ValueError(f"invalid number of environments {num_envs}: expected 1 or more")
        if side not in (None, 0, 1):
            raise ValueError(f"invalid side {side!r}: expected 0, 1 or None")
        self.game = hexarium.load(game) if isinstance(game, str) else game
        self._limits = _limits(opponent) if isinstance(opponent, str) else {}
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}
        self.num_envs = num_envs
        self._opponent, self._side = opponent, side
        self._shape, self._count = tuple(self.game.observation_tensor_shape()), self.game.num_distinct_actions()
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0.0, np.inf, self._shape, np.float32),
                "action_mask": spaces.Box(0, 1, (self._count,), np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(self._count)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._setups = Setups(self.game, fixed_setup)
        self._random = np.random.default_rng()
        self.states = [self._setups.next() for _ in range(num_envs)]
        self._agents = [0] * num_envs
        self._episodes = 0

    def reset(self, *, seed: int | None = None, options: dict | None = None) -> tuple[dict, dict]:
        """Starts every game anew; a seed determines setups and the random opponent."""
        if seed is not None:
            self._setups.reseed(seed)
            self._random = np.random.default_rng([seed, 1])
            self._episodes = 0
        for index in range(self.num_envs):
            self._begin(index)
        return self._observe(), {}

    def step(self, actions: Any) -> tuple[dict, np.ndarray, np.ndarray, np.ndarray, dict]:
        """Plays an action in every game, and the opponent's reply."""
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,):
            raise ValueError(f"actions have the shape {actions.shape}: expected ({self.num_envs},)")
        rewards = np.zeros(self.num_envs)
        over = np.zeros(self.num_envs, bool)
        for index, action in enumerate(actions):
            state = self.states[index]
            if state.is_terminal():
                self._begin(index)
                continue
            state.apply_action(int(action))
            self._reply(index)
            over[index] = state.is_terminal()
            rewards[index] = state.returns()[self._agents[index]]
        return self._observe(), rewards, over, np.zeros(self.num_envs, bool), {}

    def _begin(self, index: int) -> None:
        self.states[index] = self._setups.next()
        self._agents[index] = self._episodes % 2 if self._side is None else self._side
        self._episodes += 1
        self._reply(index)

    def _reply(self, index: int) -> None:
        state = self.states[index]
        while not state.is_terminal() and state.current_player() != self._agents[index]:
            state.apply_action(self._choice(state))

    def _choice(self, state: hexarium.State) -> int:
        if self._opponent == "random":
            return int(self._random.choice(state.legal_actions()))
        if isinstance(self._opponent, str):
            return hexarium.search(state, **self._limits).action
        return int(self._opponent(state))

    def _observe(self) -> dict[str, np.ndarray]:
        pairs = list(zip(self.states, self._agents, strict=True))
        planes = [state.observation_tensor(agent).reshape(self._shape) for state, agent in pairs]
        masks = [state.legal_actions_mask(agent).view(np.int8) for state, agent in pairs]
        return {"observation": np.stack(planes), "action_mask": np.stack(masks)}
