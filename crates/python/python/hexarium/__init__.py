"""Hexagonal strategy games for programs that learn.

>>> import hexarium
>>> game = hexarium.load("hex(size=5)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("c3"))
>>> state.current_player(), state.is_terminal()
(1, False)

Names and meanings are those of OpenSpiel wherever it has one. ``hexarium.pettingzoo`` holds an environment for PettingZoo.
"""

from ._core import (
    Batch,
    Game,
    Line,
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


def _restore(game: str, text: str) -> State:
    """The state that was pickled."""
    return load(game).deserialize_state(text)
