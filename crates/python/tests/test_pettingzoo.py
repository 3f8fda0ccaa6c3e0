"""PettingZoo's conformance tests."""

import warnings

import numpy as np
import pytest
from conftest import GAMES
from pettingzoo.test import api_test, render_test, seed_test

from hexarium import pettingzoo


@pytest.mark.parametrize("name", GAMES)
def test_the_api_is_what_pettingzoo_expects(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        # Reported for every environment with a mask in its observations, even PettingZoo's own.
        warnings.filterwarnings("ignore", message="Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", message="Observation is not a NumPy array")
        api_test(pettingzoo.env(name), num_cycles=300, verbose_progress=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game(name):
    seed_test(lambda: pettingzoo.env(name), num_cycles=40)


def test_the_mask_is_of_the_agent_to_move():
    env = pettingzoo.env("coalesce")
    env.reset()
    turns = []
    for agent in env.agent_iter(40):
        observation, reward, termination, truncation, info = env.last()
        turns.append(agent)
        mask = observation["action_mask"]
        other = env.observe("player_1" if agent == "player_0" else "player_0")
        assert mask.any() and not other["action_mask"].any()
        env.step(int(np.flatnonzero(mask)[0]))
    assert turns[:5] == ["player_0", "player_1", "player_1", "player_0", "player_0"], "turns of two steps after the first"


def test_the_winner_gets_one_and_the_loser_minus_one():
    env = pettingzoo.env("hex(size=3)", render_mode="svg")
    env.reset()
    total = {"player_0": 0, "player_1": 0}
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        total[agent] += reward
        env.step(None if termination else int(np.flatnonzero(observation["action_mask"])[0]))
    assert sorted(total.values()) == [-1, 1]


def test_an_illegal_action_loses():
    env = pettingzoo.env("hex(size=3)")
    env.reset()
    env.step(4)
    env.step(4)
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards["player_1"] == -1


def test_the_raw_environment_raises_on_an_illegal_action():
    env = pettingzoo.raw_env("hex(size=3)")
    env.reset()
    env.step(4)
    with pytest.raises(ValueError, match="the cell is taken"):
        env.step(4)


def test_every_render_mode():
    for mode, kind in [("rgb_array", np.ndarray), ("svg", str), ("ansi", str)]:
        env = pettingzoo.env("harvest(base=3)", render_mode=mode)
        env.reset()
        assert isinstance(env.render(), kind)
        env.close()
    pixels = pettingzoo.raw_env("hex", "rgb_array").render()
    assert pixels.ndim == 3 and pixels.shape[2] == 3 and pixels.dtype == np.uint8
    with pytest.raises(ValueError, match="unknown render mode"):
        pettingzoo.env(render_mode="hologram")


def test_pettingzoo_accepts_every_render_mode():
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        checks = {"svg": lambda result: isinstance(result, str) and result.startswith("<svg")}
        render_test(lambda render_mode: pettingzoo.raw_env("hex(size=3)", render_mode), custom_tests=checks)


def test_the_state_is_the_whole_position():
    env = pettingzoo.env("hex(size=3)")
    env.reset()
    before = env.state()
    assert env.unwrapped.state_space.contains(before)
    env.step(4)
    assert not np.array_equal(env.state(), before)
    assert np.array_equal(env.state(), env.observe("player_0")["observation"])


def test_every_episode_draws_a_setup_from_the_seed():
    def starts(seed):
        env = pettingzoo.raw_env("protista")
        env.reset(seed=seed)
        positions = [env.state_.position()]
        for _ in range(3):
            env.reset()
            positions.append(env.state_.position())
        return positions

    assert len(set(starts(1))) == 4
    assert starts(1) == starts(1) != starts(2)
    fixed = pettingzoo.raw_env("protista", fixed_setup=True)
    fixed.reset(seed=3)
    assert fixed.state_.position() == fixed.game.new_initial_state().position()


def test_the_human_mode_prints_the_board_after_every_action(capsys):
    env = pettingzoo.env("hex(size=3)", render_mode="human")
    env.reset()
    env.step(4)
    assert str(env.unwrapped.state_) in capsys.readouterr().out
