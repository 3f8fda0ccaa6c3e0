"""Invalid input raises an exception with a clear message and changes nothing."""

import numpy as np
import pytest

import hexarium


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("chess", "unknown game 'chess': expected hex"),
        ("hex(size=99)", "size"),
        ("hex(colour=blue)", "colour"),
        ("hex(size=5", "hex\\(size=5"),
        ("protista(rows=7,cols=9)", "more rows than columns"),
        ("", "'' is not a game; write an id"),
        ("hex\0", "hex"),
        ("🐜" * 1000, "🐜"),
    ],
)
def test_an_invalid_game_text_is_rejected_with_the_expected_values(text, message):
    with pytest.raises(ValueError, match=message):
        hexarium.load(text)


def test_an_illegal_action_has_the_reason_of_the_game():
    state = hexarium.load("hex(size=3)").new_initial_state()
    state.apply_action(4)
    with pytest.raises(ValueError, match="illegal action 'b2': the cell is taken, and stones never move"):
        state.apply_action(4)
    with pytest.raises(ValueError, match=r"action 9 is out of range; hex\(size=3\) has 0 to 8"):
        state.apply_action(9)
    with pytest.raises(IndexError, match="action -1 is out of range"):
        state.apply_action(-1)
    with pytest.raises(OverflowError):
        state.apply_action(2**70)
    for wrong in ["b2", None, 1.5, [1]]:
        with pytest.raises(TypeError):
            state.apply_action(wrong)
    with pytest.raises(ValueError, match="'z9' is not an action; expected a cell from a1 to c3"):
        state.string_to_action("z9")
    with pytest.raises(ValueError, match="the cell is taken"):
        state.apply_action_string("b2")
    with pytest.raises(ValueError, match="the last action was 4, by player 0"):
        state.undo_action(1, 4)
    assert state.history() == [4]


def test_every_illegal_id_raises_an_exception(game):
    state = game.new_initial_state()
    legal, position = set(state.legal_actions()), state.position()
    for action in range(0, game.num_distinct_actions() + 3, max(1, game.num_distinct_actions() // 500)):
        if action not in legal:
            with pytest.raises(ValueError, match=str(action)):
                state.apply_action(action)
            try:
                state.action_to_string(action)
            except ValueError:
                pass
    assert state.position() == position


def test_after_the_end_nothing_is_legal():
    game = hexarium.load("hex(size=2)")
    state = game.new_initial_state("B./BR r")
    with pytest.raises(ValueError, match="the game is over: "):
        state.apply_action(1)
    with pytest.raises(ValueError, match="the game is over: "):
        hexarium.search(state, nodes=10)
    with pytest.raises(ValueError, match="state 0: the game is over: "):
        hexarium.puct([state], lambda o, m: (m, o))
    assert hexarium.solve(state).value == "first"


def test_invalid_positions_players_and_names():
    game = hexarium.load("hex(size=2)")
    with pytest.raises(ValueError, match="bad position: "):
        game.new_initial_state("nonsense")
    with pytest.raises(IndexError, match="there is no player 2"):
        game.new_initial_state().observation_tensor(2)
    with pytest.raises(IndexError, match="there is no player -4"):
        game.new_initial_state().player_return(-4)
    with pytest.raises(ValueError, match="invalid action 'x'"):
        game.deserialize_state("\n1 x")
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="unknown theme 'pink'"):
        state.svg(theme="pink")
    with pytest.raises(ValueError, match="nothing to animate"):
        state.svg(animate=True)
    with pytest.raises(ValueError, match="invalid width 3"):
        state.rgb(3)
    with pytest.raises(ValueError, match="unknown form 'pgn': expected record, json, sgf, hexworld, link"):
        state.write("pgn")
    with pytest.raises(ValueError):
        hexarium.read("(;not a game")
    with pytest.raises(ValueError):
        hexarium.load("harvest(base=3)").new_initial_state().write("sgf")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({}, "invalid limits: expected one of nodes, level and time"),
        ({"nodes": 5, "level": 1}, "invalid limits: expected one of nodes, level and time"),
        ({"nodes": 0}, "invalid number of nodes '0'"),
        ({"level": 9}, "unknown level '9': expected 1 to 8"),
        ({"time": 0}, "invalid time 0: expected 0.001 to 86400 seconds"),
        ({"time": float("nan")}, "invalid time NaN"),
    ],
)
def test_a_search_requires_one_limit(arguments, message):
    with pytest.raises(ValueError, match=message):
        hexarium.search(hexarium.load("hex(size=3)").new_initial_state(), **arguments)


def test_invalid_arrays_are_rejected_with_the_expected_type_and_shape():
    batch = hexarium.Batch("hex(size=3)", 4)
    good = np.arange(4)
    for wrong, error, message in [
        ([0, 1, 2, 3], TypeError, r"actions: expected a numpy array of int64 with the shape \(4,\), not list"),
        (np.zeros(4, np.float32), TypeError, "not of float32"),
        (np.zeros(4, np.int32), TypeError, "not of int32"),
        (np.zeros(5, np.int64), ValueError, r"with the shape \(4,\), not \(5,\)"),
        (np.zeros((4, 1), np.int64), ValueError, r"not \(4, 1\)"),
        (np.zeros(8, np.int64)[::2], ValueError, "in C order"),
        (None, TypeError, "not NoneType"),
    ]:
        with pytest.raises(error, match=message):
            batch.step(wrong)
    for name, wrong, error in [
        ("observations", np.zeros((4, 5, 3, 3)), TypeError),
        ("observations", np.zeros((3, 5, 3, 3), np.float32), ValueError),
        ("observations", np.zeros((4, 5, 3, 3), np.float32, order="F"), ValueError),
        ("masks", np.zeros((4, 9), np.int8), TypeError),
        ("masks", np.zeros((4, 10), np.bool_), ValueError),
    ]:
        with pytest.raises(error, match=name):
            batch.step(good, **{name: wrong})
    frozen = np.zeros((4, 9), np.bool_)
    frozen.flags.writeable = False
    with pytest.raises(ValueError, match="masks: the array is in use or cannot be written to"):
        batch.step(good, masks=frozen)
    assert batch.observe()[1].all(), "nothing was played"
    with pytest.raises(ValueError, match="game 1: illegal action 'a1': the cell is taken"):
        batch.step(np.zeros(4, np.int64))
        batch.step(np.array([1, 0, 1, 1]))
    assert (batch.observe()[1].sum(1) == 8).all(), "where one action is illegal, nothing is played"


def test_invalid_batch_sizes_are_rejected():
    for size in [0, 10**12]:
        with pytest.raises(ValueError, match="expected 1 to"):
            hexarium.Batch("hex", size)
    with pytest.raises(ValueError, match="invalid number of threads 0: expected 1 to"):
        hexarium.Batch("hex", 1, threads=0)
    with pytest.raises(TypeError):
        hexarium.Batch(5, 1)
    with pytest.raises(ValueError, match="unknown game"):
        hexarium.Batch("go", 1)


@pytest.mark.parametrize(
    ("evaluate", "error", "message"),
    [
        (lambda o, m: 1 / 0, ZeroDivisionError, "division"),
        (lambda o, m: None, TypeError, "expected a pair of logits"),
        (lambda o, m: (m, o, o), TypeError, "expected a pair of logits"),
        (lambda o, m: (m[:, :-1], np.zeros(len(m))), ValueError, r"logits: expected .* \(1, 9\), not \(1, 8\)"),
        (lambda o, m: (m, np.zeros(7)), ValueError, r"values: expected .* \(1,\), not \(7,\)"),
        (lambda o, m: (m * np.nan, np.zeros(len(m))), ValueError, "expected finite numbers"),
        (lambda o, m: ("logits", "values"), ValueError, "could not convert"),
        (5, TypeError, "not callable"),
    ],
)
def test_errors_of_an_evaluator_are_raised(evaluate, error, message):
    states = [hexarium.load("hex(size=3)").new_initial_state()]
    with pytest.raises(error, match=message):
        hexarium.puct(states, evaluate, 10)
    assert states[0].history() == []


def test_puct_validates_its_arguments():
    state = hexarium.load("hex(size=3)").new_initial_state()
    other = hexarium.load("hex(size=4)").new_initial_state()
    even = lambda o, m: (np.zeros(m.shape), np.zeros(len(m)))  # noqa: E731
    for states, arguments, message in [
        ([], {}, "no states: expected at least one"),
        ([state, other], {}, r"state 1 belongs to hex\(size=4\)"),
        ([state], {"leaves": 0}, "invalid leaves 0"),
        ([state], {"exploration": -1}, "invalid exploration -1"),
        ([state], {"noise": (0, 0.5)}, "invalid noise"),
        ([state], {"noise": (0.3, 2)}, "invalid noise"),
    ]:
        with pytest.raises(ValueError, match=message):
            hexarium.puct(states, even, 10, **arguments)
