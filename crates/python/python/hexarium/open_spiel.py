"""The games as games of OpenSpiel, for its own algorithms.

>>> import hexarium.open_spiel
>>> game = hexarium.open_spiel.load("hex(size=5)")
>>> state = game.new_initial_state()

``pyspiel.load_game("hexarium", {"game": "hex(size=5)"})`` does the same once this module is
imported. Actions, observations and returns are those of :class:`hexarium.State`. A turn may be
several actions of one player.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

import hexarium

__all__ = ["OpenSpielGame", "OpenSpielState", "load"]

_TYPE = pyspiel.GameType(
    short_name="hexarium",
    long_name="Hexarium",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "hex"},
)


def load(game: str | hexarium.Game) -> OpenSpielGame:
    """Returns a game of OpenSpiel; ``game`` is a text such as ``hex(size=5)`` or an open game."""
    return OpenSpielGame({"game": game if isinstance(game, str) else game.id})


class OpenSpielGame(pyspiel.Game):
    """A game with its options."""

    def __init__(self, params: dict[str, Any] | None = None):
        self.game = hexarium.load((params or {}).get("game", "hex"))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions(),
            max_chance_outcomes=0,
            num_players=2,
            min_utility=self.game.min_utility(),
            max_utility=self.game.max_utility(),
            utility_sum=self.game.utility_sum(),
            max_game_length=self.game.max_game_length(),
        )
        super().__init__(_TYPE, info, {"game": self.game.id})

    def new_initial_state(self, position: str | None = None) -> OpenSpielState:
        """Returns the start of the game, or a position in the notation of the game."""
        return OpenSpielState(self, position)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Returns an observer of the planes of a player."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.game, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class OpenSpielState(pyspiel.State):
    """A game in progress. ``state`` is the :class:`hexarium.State`."""

    def __init__(self, game: OpenSpielGame, position: str | None = None):
        super().__init__(game)
        self.state = game.game.new_initial_state(position)

    def current_player(self) -> int:
        """Returns the player to move, or the constant for a finished game."""
        return self.state.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.state.legal_actions(player)

    def _apply_action(self, action: int) -> None:
        self.state.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.state.action_to_string(player, action)

    def is_terminal(self) -> bool:
        """Returns whether the game is over."""
        return self.state.is_terminal()

    def returns(self) -> list[float]:
        """Returns 1 for the winner, -1 for the loser, 0 in a draw and in an unfinished game."""
        return self.state.returns()

    def __str__(self) -> str:
        return str(self.state)


class _Observer:
    """The planes of a player, as OpenSpiel asks for them."""

    def __init__(self, game: hexarium.Game, params: Any):
        if params:
            raise ValueError(f"observation parameters are not supported: {params}")
        self.tensor = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor.reshape(game.observation_tensor_shape())}

    def set_from(self, state: OpenSpielState, player: int) -> None:
        self.tensor[:] = state.state.observation_tensor(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        return state.state.observation_string(player)


pyspiel.register_game(_TYPE, OpenSpielGame)
