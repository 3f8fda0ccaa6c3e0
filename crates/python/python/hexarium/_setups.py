"""Random setups, drawn anew for each episode."""

from __future__ import annotations

import numpy as np

import hexarium

# The largest seed that the games accept.
_MAX_SEED = 999_999_999


class Setups:
    """The start positions of consecutive episodes of a game."""

    def __init__(self, game: hexarium.Game, fixed: bool = False):
        self._game = game
        self._is_random = "seed" in game.options and not fixed
        self.reseed(None)

    def reseed(self, seed: int | None) -> None:
        """Determines all setups from here on; ``None`` takes a seed from the system."""
        self._random = np.random.default_rng(seed)

    def next(self) -> hexarium.State:
        """Returns the start of the next episode, as a state of the game with a seed of its own."""
        if not self._is_random:
            return self._game.new_initial_state()
        options = self._game.options | {"seed": str(self._random.integers(_MAX_SEED + 1))}
        name = self._game.id.split("(")[0]
        changed = ",".join(f"{key}={value}" for key, value in options.items())
        return hexarium.load(f"{name}({changed})").new_initial_state()
