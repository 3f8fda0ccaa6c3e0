"""Search, solver and PUCT."""

import numpy as np
import pytest

import hexarium


def even(observations, masks):
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def test_a_search_returns_visits_values_and_a_line(game):
    state = game.new_initial_state()
    found = hexarium.search(state, nodes=300)
    assert found.action in state.legal_actions() and found.text == state.action_to_string(found.action)
    assert found.lines[0].action == found.action and -1 <= found.value <= 1 and found.nodes > 0
    for line in found.lines:
        after = state.clone()
        assert line.action in state.legal_actions() and line.visits >= 0 and -1 <= line.value <= 1
        assert line.pv == [] or line.pv[0] == line.action
        for action, text in zip(line.pv, line.pv_text, strict=True):
            assert after.action_to_string(action) == text
            after.apply_action(action)
    assert state.history() == []
    assert hexarium.search(state, nodes=300).pv == found.pv, "the same nodes, the same thoughts"


def test_searches_by_level_and_time():
    state = hexarium.load("hex(size=5)").new_initial_state()
    assert hexarium.search(state, level=1).action in state.legal_actions()
    assert hexarium.search(state, time=0.05).nodes > 0


def test_a_win_at_hand_is_taken():
    state = hexarium.load("hex(size=5)").new_initial_state()
    for text in ["c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4"]:
        state.apply_action_string(text)
    found = hexarium.search(state, nodes=200)
    assert found.text in ("c5", "b5") and found.lines[0].proof == "win" and found.value == 1


def test_small_games_are_solved():
    state = hexarium.load("hex(size=4)").new_initial_state()
    solved = hexarium.solve(state)
    assert (solved.value, solved.stop) == ("first", "proven")
    state.apply_action(solved.action)
    assert hexarium.solve(state).value == "first"
    assert hexarium.solve(hexarium.load("protista").new_initial_state(), nodes=50).value == "unknown"


@pytest.mark.parametrize("leaves", [1, 4])
def test_puct_counts_every_simulation(game, leaves):
    states = [game.new_initial_state() for _ in range(3)]
    states[1].apply_action(states[1].legal_actions()[0])
    asked = []

    def evaluate(observations, masks):
        asked.append(len(observations))
        assert observations.shape == (len(masks), *game.observation_tensor_shape())
        assert masks.any(1).all()
        return even(observations, masks)

    visits, values = hexarium.puct(states, evaluate, 24, leaves=leaves)
    assert visits.shape == (3, game.num_distinct_actions()) and (visits.sum(1) == 24).all()
    assert not visits[~np.array([state.legal_actions_mask() for state in states])].any()
    assert (np.abs(values) <= 1).all() and asked[0] == 3 and max(asked) <= 3 * leaves


def test_puct_finds_a_win_and_believes_the_evaluator():
    game = hexarium.load("hex(size=5)")
    state = game.new_initial_state()
    for text in ["c1", "a1", "c2", "a2", "c3", "a3", "c4", "a4"]:
        state.apply_action_string(text)
    visits, values = hexarium.puct([state], even, 300)
    assert state.action_to_string(int(visits[0].argmax())) in ("c5", "b5") and values[0] > 0.5

    def bold(observations, masks):
        logits = np.zeros(masks.shape)
        logits[:, 7] = 9
        return logits, np.full((len(masks), 1), -0.25)

    visits, values = hexarium.puct([game.new_initial_state()], bold, 50)
    assert visits[0].argmax() == 7 and abs(values[0]) <= 0.25


def test_noise_is_drawn_with_the_seed():
    states = [hexarium.load("hex(size=4)").new_initial_state()]

    def visits(seed):
        return hexarium.puct(states, even, 40, noise=(0.2, 0.5), seed=seed)[0]

    assert (visits(1) == visits(1)).all() and (visits(1) != visits(2)).any()
