"""The compiled half of the package."""

from collections.abc import Callable, Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

_Form = Literal["record", "json", "sgf", "hexworld", "link"]
_Theme = Literal["light", "dark"]
_Seen = tuple[
    NDArray[np.float32] | None,
    NDArray[np.bool_] | None,
    NDArray[np.float32],
    NDArray[np.bool_],
    NDArray[np.int8],
]

class Game:
    """A game with its options."""

    @property
    def id(self) -> str:
        """The id with the options that differ from their defaults; `load` reads it."""
    @property
    def title(self) -> str:
        """The name for people."""
    @property
    def options(self) -> dict[str, str]:
        """Every option with its value."""
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int:
        """How many ids of actions there are: a legal action's is below that."""
    def max_game_length(self) -> int:
        """A number of actions that no random game exceeds in practice."""
    def min_utility(self) -> float: ...
    def max_utility(self) -> float: ...
    def utility_sum(self) -> float: ...
    def observation_tensor_shape(self) -> list[int]:
        """Planes, rows, columns."""
    def observation_tensor_size(self) -> int: ...
    def player_name(self, player: int) -> str: ...
    def new_initial_state(self, position: str | None = None) -> State:
        """The start of a game, or a position as `State.position` writes it."""
    def deserialize_state(self, text: str) -> State: ...
    def symmetries(self) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """The symmetries of the rules, the identity first, each as two arrays: where each place of a plane goes, counted row by row,
        and where each action goes."""
    def __hash__(self) -> int: ...

class State:
    """Where a game stands, and how it came there."""

    def get_game(self) -> Game: ...
    def current_player(self) -> int:
        """0, 1, or -4 when the game is over."""
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids of the legal actions in ascending order; none for a player who is not to move."""
    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.bool_]: ...
    def apply_action(self, action: int) -> None:
        """Plays an action, or raises `ValueError` with the game's reason and changes nothing."""
    def apply_action_string(self, action: str) -> None: ...
    def undo_action(self, player: int | None = None, action: int | None = None) -> None: ...
    def child(self, action: int) -> State: ...
    def action_to_string(self, player_or_action: int, action: int | None = None) -> str: ...
    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int: ...
    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 in a draw and while the game goes on."""
    def rewards(self) -> list[float]: ...
    def player_return(self, player: int) -> float: ...
    def reason(self) -> str | None:
        """Why the game is over, in a sentence."""
    def history(self) -> list[int]: ...
    def history_strings(self) -> list[str]: ...
    def history_str(self) -> str: ...
    def move_number(self) -> int: ...
    def turn(self) -> int:
        """The number of the turn under way, from 1; a turn may be several actions."""
    def key(self) -> int:
        """A hash of the position, side and rest of the turn included."""
    def position(self) -> str:
        """The position as text."""
    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """What a player sees, the one to move unless told, as one row of numbers: reshape it to `Game.observation_tensor_shape`."""
    def observation_string(self, player: int | None = None) -> str: ...
    def clone(self) -> State: ...
    def serialize(self) -> str: ...
    def write(self, form: _Form = "record") -> str:
        """The game up to here as a record, JSON, SGF, HexWorld link or Hexarium link."""
    def svg(
        self, *, theme: _Theme = "light", coordinates: bool = True, caption: bool = False, animate: bool = False
    ) -> str: ...
    def png(
        self, width: int = 1000, *, theme: _Theme = "light", coordinates: bool = True, caption: bool = False
    ) -> bytes: ...
    def rgb(
        self, width: int = 400, *, theme: _Theme = "light", coordinates: bool = True, caption: bool = False
    ) -> NDArray[np.uint8]:
        """The picture as an array of rows, columns and three colours."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: Any) -> State: ...

class Batch:
    """Many games of one kind that go on at the same time.

    The arrays are made once and written anew by every step: nothing is copied, so keep a copy of what you want to keep, or hand
    over arrays of your own. With `auto_reset`, a finished game gives way to a new one in the same step: rewards and dones tell
    how the old one ended, everything else shows the new one.
    """

    def __init__(
        self,
        game: Game | str,
        size: int,
        *,
        seed: int = 0,
        auto_reset: bool = True,
        threads: int = 1,
        observations: bool = True,
        masks: bool = True,
    ) -> None: ...
    @property
    def game(self) -> Game: ...
    @property
    def observations(self) -> NDArray[np.float32] | None:
        """What the player to move sees: games, planes, rows, columns."""
    @property
    def masks(self) -> NDArray[np.bool_] | None:
        """Which actions are legal: games, actions."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """What the last action brought: games, players."""
    @property
    def dones(self) -> NDArray[np.bool_]:
        """Which games the last action ended."""
    @property
    def players(self) -> NDArray[np.int8]:
        """Who is to move."""
    def __len__(self) -> int: ...
    def step(
        self,
        actions: NDArray[np.int64],
        *,
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> _Seen:
        """Plays one action in every game; returns observations, masks, rewards, dones and players. If one action is illegal, nothing
        is played anywhere and `ValueError` says which and why. Other threads run meanwhile."""
    def observe(
        self, *, observations: NDArray[np.float32] | None = None, masks: NDArray[np.bool_] | None = None
    ) -> _Seen: ...
    def reset(self) -> _Seen: ...
    def random_step(
        self, *, observations: NDArray[np.float32] | None = None, masks: NDArray[np.bool_] | None = None
    ) -> _Seen:
        """What `step(random_actions())` does, in one go and several times as fast: for random games."""
    def random_actions(self) -> NDArray[np.int64]:
        """A random legal action for each game, each equally likely."""

class Line:
    """What a search knows of an action."""

    @property
    def action(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def visits(self) -> int: ...
    @property
    def value(self) -> float:
        """From -1 to 1, for the player who makes it."""
    @property
    def pv(self) -> list[int]:
        """The expected play, this action first."""
    @property
    def pv_text(self) -> list[str]: ...
    @property
    def proof(self) -> Literal["win", "loss", "draw"] | None:
        """What is certain, for the player who makes it."""

class SearchResult:
    """What a search has found out; the best action and the lines of all it looked at, best first."""

    @property
    def action(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def value(self) -> float: ...
    @property
    def visits(self) -> int: ...
    @property
    def pv(self) -> list[int]: ...
    @property
    def lines(self) -> list[Line]: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stop(self) -> str: ...

class Solution:
    """Who wins with best play, and an action that keeps it so."""

    @property
    def value(self) -> Literal["first", "second", "draw", "unknown"]: ...
    @property
    def action(self) -> int | None: ...
    @property
    def text(self) -> str | None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def stop(self) -> str: ...

def games() -> list[str]:
    """The ids of all games."""

def load(game: str) -> Game:
    """Opens a game, such as `hex` or `harvest(base=3)`."""

def search(
    state: State,
    *,
    nodes: int | None = None,
    level: int | None = None,
    time: float | None = None,
    seed: int = 1,
) -> SearchResult:
    """Thinks about a state as the opponents of the app do: a number of nodes, a level from 1 to 8, or a time in seconds."""

def solve(state: State, *, nodes: int | None = None, time: float | None = None, megabytes: int = 1024) -> Solution:
    """Finds out who wins with best play, if it can within the limits."""

def puct(
    states: Sequence[State],
    evaluate: Callable[[NDArray[np.float32], NDArray[np.bool_]], tuple[ArrayLike, ArrayLike]],
    simulations: int = 100,
    *,
    exploration: float = 1.5,
    leaves: int = 1,
    noise: tuple[float, float] | None = None,
    seed: int = 0,
) -> tuple[NDArray[np.int32], NDArray[np.float32]]:
    """Searches from several states of one game at once, with the caller's policy and values.

    `evaluate` gets observations and masks of positions from all searches together, and returns a logit for every action and a value from
    -1 to 1 for the player to move. Both arrays are only lent to it. `leaves` is how many positions of one search may wait at a time.
    `noise` is alpha and weight of Dirichlet noise at the roots. Returns how often each action was tried, and what each state is worth
    to its player.
    """

def convert(text: str, to: _Form, form: _Form | None = None) -> str:
    """A game in another form; which one it is in is found out unless told."""

def read(text: str, form: _Form | None = None) -> State:
    """The state that a file or a link shows."""
