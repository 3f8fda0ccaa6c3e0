"""The compiled part of the package."""

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
        """The display name."""
    @property
    def options(self) -> dict[str, str]:
        """All options with their values."""
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int:
        """The number of action ids; the ids of legal actions are below it."""
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
        """Returns the start of the game, or a position in the notation of `State.position`."""
    def deserialize_state(self, text: str) -> State: ...
    def symmetries(self) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
        """The symmetries of the rules, the identity first, each as two permutations: of the places
        of a plane, counted row by row, and of the actions."""
    def cells(self) -> NDArray[np.bool_]:
        """Whether each place of a plane is a cell of the board: rows, columns."""
    def action_planes(self) -> tuple[int, int]:
        """The numbers of features of actions: planes, and features without a place."""
    def action_plane_symmetries(self) -> list[list[int]]:
        """The image of each action plane under each of the `symmetries`."""
    def __hash__(self) -> int: ...

class State:
    """The current state of a game with its history."""

    def get_game(self) -> Game: ...
    def current_player(self) -> int:
        """0, 1, or -4 when the game is over."""
    def is_terminal(self) -> bool: ...
    def is_chance_node(self) -> bool: ...
    def is_simultaneous_node(self) -> bool: ...
    def num_players(self) -> int: ...
    def num_distinct_actions(self) -> int: ...
    def legal_actions(self, player: int | None = None) -> list[int]:
        """The ids of the legal actions in ascending order; empty for a player not to move."""
    def legal_actions_mask(self, player: int | None = None) -> NDArray[np.bool_]: ...
    def apply_action(self, action: int) -> None:
        """Plays an action. An illegal one raises `ValueError` with the reason."""
    def apply_action_string(self, action: str) -> None: ...
    def undo_action(self, player: int | None = None, action: int | None = None) -> None: ...
    def child(self, action: int) -> State: ...
    def action_to_string(self, player_or_action: int, action: int | None = None) -> str: ...
    def string_to_action(self, player_or_text: int | str, text: str | None = None) -> int: ...
    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 in a draw and in an unfinished game."""
    def rewards(self) -> list[float]: ...
    def player_return(self, player: int) -> float: ...
    def reason(self) -> str | None:
        """The reason why the game is over, as a sentence; `None` in an unfinished game."""
    def history(self) -> list[int]: ...
    def history_strings(self) -> list[str]: ...
    def history_str(self) -> str: ...
    def move_number(self) -> int: ...
    def turn(self) -> int:
        """The number of the current turn, from 1; a turn may be several actions."""
    def key(self) -> int:
        """A hash of the position, including the side to move and the rest of the turn."""
    def position(self) -> str:
        """The position as text."""
    def observation_tensor(self, player: int | None = None) -> NDArray[np.float32]:
        """The observation of a player (default: the side to move) as a flat array; reshape it to
        `Game.observation_tensor_shape`."""
    def observation_string(self, player: int | None = None) -> str: ...
    def clone(self) -> State: ...
    def serialize(self) -> str: ...
    def write(self, form: _Form = "record") -> str:
        """The game so far as a record, JSON, SGF, HexWorld link or Hexarium link."""
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
    """A batch of simultaneous games with the same options.

    The arrays are allocated once and overwritten by every step: copy what you want to keep, or pass
    arrays of your own. With `auto_reset`, a finished game restarts in the same step: rewards and
    dones refer to the finished game, everything else to the new one.
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
        """Observations of the side to move: games, planes, rows, columns."""
    @property
    def masks(self) -> NDArray[np.bool_] | None:
        """Masks of the legal actions: games, actions."""
    @property
    def rewards(self) -> NDArray[np.float32]:
        """Rewards of the last action: games, players."""
    @property
    def dones(self) -> NDArray[np.bool_]:
        """Whether the last action ended each game."""
    @property
    def players(self) -> NDArray[np.int8]:
        """The side to move in each game."""
    def __len__(self) -> int: ...
    def step(
        self,
        actions: NDArray[np.int64],
        *,
        observations: NDArray[np.float32] | None = None,
        masks: NDArray[np.bool_] | None = None,
    ) -> _Seen:
        """Plays one action in every game. Returns observations, masks, rewards, dones and players.

        If any action is illegal, nothing is played anywhere and `ValueError` names the game and the
        reason. The GIL is released."""
    def observe(
        self, *, observations: NDArray[np.float32] | None = None, masks: NDArray[np.bool_] | None = None
    ) -> _Seen: ...
    def reset(self) -> _Seen: ...
    def random_step(
        self, *, observations: NDArray[np.float32] | None = None, masks: NDArray[np.bool_] | None = None
    ) -> _Seen:
        """Equivalent to `step(random_actions())`, but several times as fast."""
    def random_actions(self) -> NDArray[np.int64]:
        """Returns a random legal action for each game, uniformly distributed."""

class Line:
    """The evaluation of an action."""

    @property
    def action(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def visits(self) -> int: ...
    @property
    def value(self) -> float:
        """The value from -1 to 1 for the player who makes it."""
    @property
    def pv(self) -> list[int]:
        """The principal variation, starting with this action."""
    @property
    def pv_text(self) -> list[str]: ...
    @property
    def proof(self) -> Literal["win", "loss", "draw"] | None:
        """The proven result for the player who makes it."""

class SearchResult:
    """The result of a search: the best action, and the lines of all actions, best first."""

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
    """The winner with best play, and an action that preserves the value."""

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

class Network:
    """A network that was trained for a game, read from the bytes of its file."""

    def __init__(self, data: bytes) -> None: ...
    @property
    def game(self) -> str:
        """The id of the game, without options."""
    def rate(self, state: State) -> tuple[NDArray[np.int64], NDArray[np.float32], float]:
        """Returns the ids of the legal actions, the logit of each, and the probability that the side
        to move wins."""
    def self_play(
        self,
        game: Game,
        games: int,
        *,
        seed: int = 0,
        simulations: int = 16,
        considered: int = 8,
        value_weight: float = 10.0,
        random_actions: int = 4,
        solver_budget: int = 0,
        adjudicated: float = 0.0,
        threads: int = 1,
    ) -> dict[str, Any]:
        """Plays games of the network against itself, without the GIL, and returns their positions.

        Each action is chosen by a search of `simulations` over `considered` actions; `value_weight`
        is the logits that a win is worth more than a loss. Up to `random_actions` begin each game. A
        share of the games, `adjudicated`, ends as soon as the winner is proven; the game's solver
        may visit `solver_budget` positions for it. Arrays: `planes` (int16, 256 for 1),
        `action_counts`, and for all legal actions one after the other `features` (numbers of
        outputs, -1 for none) and `policy`; `results` and `values` of the positions for the side to
        move, from 0 to 1. Numbers: `games`, `evaluations`, `proven`, `first_wins`."""

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
    network: Network | None = None,
) -> SearchResult:
    """Searches a state with the engine of the app, by nodes, level (1 to 8) or time in seconds. With
    a network, its ratings replace the game's priors and playouts."""

def solve(state: State, *, nodes: int | None = None, time: float | None = None, megabytes: int = 1024) -> Solution:
    """Finds the winner with best play, if possible within the limits."""

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

    `evaluate` receives observations and masks of positions from all searches, and returns a logit
    for every action and a value from -1 to 1 for the side to move. Both arrays are reused between
    calls. `leaves` is the number of positions of one search that may wait at a time. `noise` is
    alpha and weight of Dirichlet noise at the roots. Returns the visit counts of all actions, and
    the value of each state for the side to move.
    """

def convert(text: str, to: _Form, form: _Form | None = None) -> str:
    """Converts a game to another format (default input format: detected)."""

def read(text: str, form: _Form | None = None) -> State:
    """Returns the state of a file or a link: the end of its main line, or the cursor."""
