"""Hexagonal strategy games for machine learning.

>>> import hexarium
>>> game = hexarium.load("hex(size=5)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("c3"))
>>> state.current_player(), state.is_terminal()
(1, False)

Names and semantics follow OpenSpiel where it has an equivalent. ``hexarium.open_spiel`` makes them
games of OpenSpiel, ``hexarium.pettingzoo`` and ``hexarium.gymnasium`` provide environments.
"""

from importlib.metadata import version as _version

from ._core import (
    Batch,
    Game,
    Line,
    Network,
    SearchResult,
    Solution,
    State,
    convert,
    games,
    load,
    puct,
    read,
    search,
    solve,
)

__all__ = [
    "Batch",
    "Game",
    "Line",
    "Network",
    "SearchResult",
    "Solution",
    "State",
    "convert",
    "games",
    "load",
    "puct",
    "read",
    "search",
    "solve",
]

__version__ = _version("hexarium")


def _restore(game: str, text: str) -> State:
    """Returns the unpickled state."""
    return load(game).deserialize_state(text)
