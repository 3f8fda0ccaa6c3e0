"""Traces of games from Rust, replayed in Python."""

import os
import zlib
from pathlib import Path

import hexarium


def traces():
    """The trace of `cargo run -p hexarium-learn --bin trace`; `cargo xtask python` sets the path."""
    file = os.environ.get("HEXARIUM_TRACES")
    assert file, "run these tests with `cargo xtask python`, which lets Rust play first"
    games, lines = [], Path(file).read_text().splitlines()
    for line in lines:
        if line.startswith("game "):
            games.append((line.removeprefix("game "), []))
        else:
            games[-1][1].append(line)
    return games


def test_random_games_are_the_same_action_by_action():
    games = traces()
    actions = 0
    for name, lines in games:
        game = hexarium.load(name)
        assert game.id == name
        state = game.new_initial_state()
        played = []
        for line in lines:
            if line.startswith("end "):
                result = {(1, -1): "first", (-1, 1): "second", (0, 0): "draw"}[tuple(state.returns())]
                assert state.is_terminal() and line == f"end {result} {state.reason()}"
                assert state.current_player() == -4
                continue
            id, text, position, key, player, legal, named, first, second = line.split("\t")
            assert state.action_to_string(int(id)) == text and state.string_to_action(text) == int(id), name
            state.apply_action(int(id))
            played.append(int(id))
            actions += 1
            assert (state.position(), state.key()) == (position, int(key)), name
            ids = [int(id) for id in legal.split()]
            assert state.legal_actions() == ids, f"{name}: {position}"
            assert state.is_terminal() == (not ids)
            if ids:
                assert state.current_player() == int(player)
            mask = state.legal_actions_mask()
            assert mask.nonzero()[0].tolist() == ids and mask.shape == (game.num_distinct_actions(),)
            texts = "".join(f"{id}={state.action_to_string(id)} " for id in ids)
            assert zlib.crc32(texts.encode()) == int(named), f"{name}: {position}"
            for eye, crc in enumerate([first, second]):
                planes = state.observation_tensor(eye)
                assert planes.dtype == "float32" and planes.shape == (game.observation_tensor_size(),)
                assert zlib.crc32(planes.tobytes()) == int(crc), f"{name}: {position}"
        assert state.history() == played
    assert {name.split("(")[0] for name, _ in games} == set(hexarium.games())
    assert len(games) > 60 and actions > 3000
