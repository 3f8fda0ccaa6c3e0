"""OpenSpiel's own algorithms on the games."""

import random

import numpy as np
import pytest
from conftest import GAMES

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

import hexarium  # noqa: E402
from hexarium import open_spiel  # noqa: E402


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game_is_that_of_the_package(name):
    game = open_spiel.load(name)
    state, plain = game.new_initial_state(), hexarium.load(name).new_initial_state()
    chooser = random.Random(7)
    while not state.is_terminal() and len(plain.history()) < 60:
        assert state.legal_actions() == plain.legal_actions()
        assert state.current_player() == plain.current_player()
        action = chooser.choice(plain.legal_actions())
        assert state.action_to_string(action) == plain.action_to_string(action)
        state.apply_action(action)
        plain.apply_action(action)
        assert np.array_equal(state.observation_tensor(0), plain.observation_tensor(0))
    assert state.returns() == plain.returns()
    assert state.history() == plain.history()


def test_the_game_is_known_to_open_spiel():
    game = pyspiel.load_game("hexarium", {"game": "hex(size=3)"})
    assert game.get_type().short_name == "hexarium"
    assert game.num_distinct_actions() == 9
    assert game.observation_tensor_shape() == hexarium.load("hex(size=3)").observation_tensor_shape()


def test_a_clone_is_a_game_of_its_own():
    state = open_spiel.load("hex(size=3)").new_initial_state()
    clone = state.clone()
    clone.apply_action(4)
    assert state.history() == [] and clone.history() == [4]
    assert state.legal_actions() != clone.legal_actions()


def test_minimax_solves_a_small_board():
    # The first player wins on every empty board of Hex.
    game = open_spiel.load("hex(size=2,swap=false)")
    value, action = minimax.alpha_beta_search(game)
    assert value == 1.0 and action in game.new_initial_state().legal_actions()


@pytest.mark.parametrize("name", ["hex(size=4)", "coalesce", "harvest(base=3)"])
def test_mcts_finds_a_legal_action(name):
    game = open_spiel.load(name)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(game, 1.5, 10, evaluator, random_state=np.random.RandomState(1))
    state = game.new_initial_state()
    for _ in range(4):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("name", ["hex(size=3)", "coalesce", "harvest(base=3)"])
def test_the_environment_for_learners_plays_to_the_end(name):
    environment = rl_environment.Environment(open_spiel.load(name))
    step = environment.reset()
    chooser, count = random.Random(1), 0
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.observation_spec()["info_state"][0]
        step = environment.step([chooser.choice(step.observations["legal_actions"][player])])
        count += 1
    assert count > 2 and sum(step.rewards) == 0
