"""States behave like those of OpenSpiel."""

import copy
import pickle

import numpy as np
import pytest
from conftest import play_out

import hexarium


def test_a_game_from_start_to_end(game):
    state = game.new_initial_state()
    assert not state.is_terminal() and state.history() == [] and state.returns() == [0, 0]
    before = []
    for state in play_out(state):
        player = state.current_player()
        assert player in (0, 1)
        legal = state.legal_actions()
        assert legal == sorted(set(legal)) and 0 <= legal[0] and legal[-1] < game.num_distinct_actions()
        assert state.legal_actions(player) == legal and state.legal_actions(1 - player) == []
        assert not state.legal_actions_mask(1 - player).any()
        before.append((state.position(), player))
    assert state.is_terminal() and state.current_player() == -4 and state.legal_actions() == []
    assert sum(state.returns()) == 0 and state.rewards() == state.returns()
    assert state.player_return(1) == state.returns()[1] and state.reason()
    assert len(state.history()) == state.move_number() == len(before) <= game.max_game_length()
    for position, player in reversed(before):
        state.undo_action(player, state.history()[-1])
        assert (state.position(), state.current_player()) == (position, player)
    with pytest.raises(ValueError, match="no action to undo"):
        state.undo_action()


def test_copies_go_their_own_way(game):
    state = game.new_initial_state()
    for _, state in zip(range(6), play_out(state)):
        for other in [state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))]:
            assert (other.position(), other.history()) == (state.position(), state.history())
            assert other.get_game() == game and other.legal_actions() == state.legal_actions()
            other.apply_action(other.legal_actions()[0])
            assert other.move_number() == state.move_number() + 1
        child = state.child(state.legal_actions()[-1])
        assert child.history()[:-1] == state.history()
        assert game.deserialize_state(state.serialize()).position() == state.position()


def test_a_state_from_a_position_keeps_where_it_began(game):
    state = game.new_initial_state()
    for _, state in zip(range(5), play_out(state)):
        pass
    if state.is_terminal():
        return
    other = game.new_initial_state(state.position())
    assert other.position() == state.position() and other.history() == []
    other.apply_action(other.legal_actions()[0])
    again = pickle.loads(pickle.dumps(other))
    assert (again.position(), again.history()) == (other.position(), other.history())
    assert hexarium.read(other.write("record")).position() == other.position()


def test_the_planes_move_with_the_symmetries(game):
    planes, rows, columns = game.observation_tensor_shape()
    symmetries = game.symmetries()
    places, actions = symmetries[0]
    assert (places == np.arange(rows * columns)).all() and (actions == np.arange(game.num_distinct_actions())).all()
    for places, actions in symmetries:
        assert sorted(places) == list(range(rows * columns))
        assert sorted(actions) == list(range(game.num_distinct_actions()))


def test_half_a_turn_of_hex_leads_from_game_to_game():
    game = hexarium.load("hex(size=4)")
    places, actions = game.symmetries()[1]
    one, other = game.new_initial_state(), game.new_initial_state()
    while not one.is_terminal():
        assert sorted(actions[one.legal_actions()]) == other.legal_actions()
        seen = one.observation_tensor(0).reshape(-1, 16)
        moved = np.empty_like(seen)
        moved[:, places] = seen
        assert (moved.ravel() == other.observation_tensor(0)).all()
        action = one.legal_actions()[0]
        one.apply_action(action)
        other.apply_action(actions[action])
    assert one.returns() == other.returns()


def test_hex_has_the_numbers_of_openspiel():
    game = hexarium.load("hex")
    state = game.new_initial_state()
    assert game.num_distinct_actions() == 121 and state.legal_actions() == list(range(121))
    assert state.action_to_string(0, 5) == state.action_to_string(5) == "f1"
    assert state.string_to_action(0, "a2") == state.string_to_action("a2") == 11
    assert [game.min_utility(), game.max_utility(), game.utility_sum()] == [-1, 1, 0]
    assert not state.is_chance_node() and not state.is_simultaneous_node() and state.num_players() == 2


def test_games_have_ids_titles_and_options():
    assert "hex" in hexarium.games() and all(hexarium.load(id).id == id for id in hexarium.games())
    game = hexarium.load("harvest(base=3,opening_steps=1)")
    assert (game.id, str(game), game.title) == ("harvest(base=3)", "harvest(base=3)", "Harvest")
    assert game.options == {"base": "3", "opening_steps": "1", "surround": "spaces"}
    assert eval(repr(game)) == game and hash(game) == hash(pickle.loads(pickle.dumps(game)))
    assert game != hexarium.load("harvest") and game.player_name(0) == "First"
