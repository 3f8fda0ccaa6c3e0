"""PettingZoo environments of the games.

>>> from hexarium import pettingzoo
>>> env = pettingzoo.env("harvest(base=3)")

The agents are ``player_0`` and ``player_1``. An observation is a dictionary with ``observation``,
an array of planes, rows and columns from the agent's view, and ``action_mask``, which is all zeros
while the other agent is to move. A turn may be several actions, so the same agent may be selected
twice in a row.

A game with a random setup, which has an option ``seed``, draws a new one for every episode. The seed
of ``reset`` determines the setups of all episodes that follow; with ``fixed_setup=True`` every
episode has the setup of the game's own option.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

import hexarium
from hexarium._setups import Setups

__all__ = ["env", "raw_env"]


def env(game: str | hexarium.Game = "hex", render_mode: str | None = None, fixed_setup: bool = False) -> AECEnv:
    """Returns the environment of a game; as in PettingZoo's games, an illegal action loses."""
    bare = raw_env(game, render_mode, fixed_setup)
    careful = wrappers.TerminateIllegalWrapper(bare, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(careful))


class raw_env(AECEnv):  # noqa: N801, PettingZoo convention
    """The unwrapped environment: an illegal action raises ``ValueError`` with the game's reason."""

    metadata = {
        "name": "hexarium_v0",
        "render_modes": ["human", "rgb_array", "svg", "ansi"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, game: str | hexarium.Game = "hex", render_mode: str | None = None, fixed_setup: bool = False
    ):
        super().__init__()
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"unknown render mode {render_mode!r}: expected one of {self.metadata['render_modes']}")
        self.game = hexarium.load(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        self.possible_agents = ["player_0", "player_1"]
        self.agents = list(self.possible_agents)
        count, shape = self.game.num_distinct_actions(), tuple(self.game.observation_tensor_shape())
        # Scores and stack heights are scaled but may exceed one.
        looks = spaces.Box(0.0, np.inf, shape, np.float32)
        masks = spaces.Box(0, 1, (count,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": looks, "action_mask": masks}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(count) for agent in self.possible_agents}
        self.state_space = looks
        self._shape = shape
        self._setups = Setups(self.game, fixed_setup)
        self._begin()

    def _begin(self) -> None:
        self.state_ = self._setups.next()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.state_.current_player()]

    def observation_space(self, agent: str) -> gymnasium.Space:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space:
        return self.action_spaces[agent]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        player = self.possible_agents.index(agent)
        return {
            "observation": self.state_.observation_tensor(player).reshape(self._shape),
            "action_mask": self.state_.legal_actions_mask(player).view(np.int8),
        }

    def reset(self, seed: int | None = None, options: dict | None = None) -> None:
        """Starts a new game; a seed determines the random setups from here on."""
        if seed is not None:
            self._setups.reseed(seed)
        self._begin()

    def state(self) -> np.ndarray:
        """Returns the whole position: the planes as the first player sees them."""
        return self.state_.observation_tensor(0).reshape(self._shape)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.state_.apply_action(int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.state_.is_terminal():
            self.rewards = dict(zip(self.possible_agents, self.state_.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            reason = self.state_.reason()
            self.infos = {agent: {"reason": reason} for agent in self.agents}
            self.agent_selection = self.possible_agents[1 - self.possible_agents.index(agent)]
        else:
            self.rewards = dict.fromkeys(self.agents, 0.0)
            self.agent_selection = self.possible_agents[self.state_.current_player()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> np.ndarray | str | None:
        """Returns pixels, an SVG document or the board as text, depending on the render mode; ``human``
        prints the board, which happens after every action anyway."""
        match self.render_mode:
            case "human":
                print(self.state_)
                return None
            case "rgb_array":
                return self.state_.rgb()
            case "svg":
                return self.state_.svg()
            case "ansi":
                return str(self.state_)
        gymnasium.logger.warn("render was called without a render_mode")
        return None

    def close(self) -> None:
        pass
