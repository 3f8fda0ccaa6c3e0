"""Vector environments with an opponent."""

import numpy as np
import pytest
from conftest import GAMES

import hexarium
from hexarium.gymnasium import VectorEnv


def legal(observations):
    return np.array([np.flatnonzero(mask)[0] if mask.any() else 0 for mask in observations["action_mask"]])


@pytest.mark.parametrize("name", GAMES)
def test_observations_are_of_the_declared_space(name):
    env = VectorEnv(name, 3)
    observations, _ = env.reset(seed=1)
    for _ in range(12):
        assert env.observation_space.contains(observations)
        observations, rewards, over, cut, _ = env.step(legal(observations))
        assert rewards.shape == over.shape == cut.shape == (3,)


def test_the_agent_is_always_to_move():
    env = VectorEnv("coalesce", 4)
    observations, _ = env.reset(seed=3)
    for _ in range(30):
        for state, agent in zip(env.states, env._agents, strict=True):
            assert state.is_terminal() or state.current_player() == agent
        observations, *_ = env.step(legal(observations))


def test_a_finished_game_is_rewarded_and_starts_anew():
    env = VectorEnv("hex(size=3)", 2, side=0)
    observations, _ = env.reset(seed=5)
    finished = 0
    for _ in range(40):
        before = [state.is_terminal() for state in env.states]
        observations, rewards, over, _, _ = env.step(legal(observations))
        for index in range(2):
            assert (abs(rewards[index]) == 1) == over[index], "Hex has no draws"
            if before[index]:
                assert not over[index] and observations["action_mask"][index].any()
        finished += over.sum()
    assert finished > 4


def test_the_same_seed_gives_the_same_games():
    def play():
        env = VectorEnv("protista(rows=9,cols=7,max_turns=20)", 3)
        observations, _ = env.reset(seed=11)
        seen = [observations["observation"].copy()]
        for _ in range(30):
            observations, *_ = env.step(legal(observations))
            seen.append(observations["observation"].copy())
        return np.stack(seen)

    assert np.array_equal(play(), play())


def test_every_game_has_a_setup_of_its_own():
    env = VectorEnv("protista", 4, side=0)
    env.reset(seed=1)
    assert len({state.position() for state in env.states}) == 4
    fixed = VectorEnv("protista", 4, side=0, fixed_setup=True)
    fixed.reset(seed=1)
    assert {state.position() for state in fixed.states} == {hexarium.load("protista").new_initial_state().position()}


def test_opponents_are_players_or_functions():
    def last(state):
        return state.legal_actions()[-1]

    env = VectorEnv("hex(size=3,swap=false)", 1, opponent=last, side=0)
    observations, _ = env.reset(seed=1)
    env.step(legal(observations))
    assert env.states[0].history() == [0, 8]
    strong = VectorEnv("hex(size=3,swap=false)", 1, opponent="level:4", side=1)
    observations, _ = strong.reset(seed=1)
    over, rewards = [False], [0]
    while not over[0]:
        observations, rewards, over, _, _ = strong.step(legal(observations))
    assert rewards[0] == -1, "the first player wins on a small board"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"num_envs": 0}, "invalid number of environments 0: expected 1 or more"),
        ({"side": 2}, "invalid side 2: expected 0, 1 or None"),
        ({"opponent": "levle:3"}, "invalid opponent 'levle:3': expected random, level:N or nodes:N"),
        ({"opponent": "level:9"}, "invalid level 9: expected 1 to 8"),
    ],
)
def test_invalid_arguments_are_rejected(arguments, problem):
    with pytest.raises(ValueError, match=problem):
        VectorEnv("hex(size=3)", **arguments)


def test_an_illegal_action_is_rejected():
    env = VectorEnv("hex(size=3,swap=false)", 1, side=0)
    env.reset(seed=1)
    env.step([4])
    with pytest.raises(ValueError, match="the cell is taken"):
        env.step([4])
