"""Batches agree with single games."""

import threading
import time

import numpy as np
import pytest

import hexarium


@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_plays_the_same_games_as_single_states(game, threads):
    batch = hexarium.Batch(game, 7, seed=3, threads=threads)
    states = [game.new_initial_state() for _ in range(7)]
    shape = tuple(game.observation_tensor_shape())
    arrays = batch.observe()
    ended = 0
    for _ in range(150):
        observations, masks, rewards, dones, players = arrays
        for n, state in enumerate(states):
            assert (observations[n] == state.observation_tensor().reshape(shape)).all()
            assert (masks[n] == state.legal_actions_mask()).all()
            assert players[n] == state.current_player()
        actions = batch.random_actions()
        assert actions.dtype == np.int64 and masks[np.arange(7), actions].all()
        again = batch.step(actions)
        assert all(one is other for one, other in zip(arrays, again, strict=True)), "the arrays are the same ones"
        for n, state in enumerate(states):
            state.apply_action(actions[n])
            assert dones[n] == state.is_terminal() and rewards[n].tolist() == state.returns()
            if state.is_terminal():
                states[n] = game.new_initial_state()
                ended += 1
    assert ended > 0 or game.id.startswith(("coalesce", "hex"))


def test_arrays_of_the_caller_are_written_in_place():
    batch = hexarium.Batch("hex(size=5)", 8, observations=False, masks=False)
    assert batch.observations is None and batch.masks is None
    game = batch.game
    buffer = np.full((10, 8, *game.observation_tensor_shape()), np.nan, np.float32)
    masks = np.zeros((10, 8, 25), np.bool_)
    batch.observe(observations=buffer[0], masks=masks[0])
    for t in range(9):
        seen = batch.step(batch.random_actions(), observations=buffer[t + 1], masks=masks[t + 1])
        assert seen[0].base is buffer or np.shares_memory(seen[0], buffer)
    assert np.isfinite(buffer).all() and (masks.sum((1, 2)) == [8 * (25 - t) for t in range(10)]).all()


def test_without_auto_reset_finished_games_wait():
    batch = hexarium.Batch("hex(size=2)", 5, auto_reset=False)
    total = np.zeros((5, 2))
    for _ in range(6):
        _, masks, rewards, dones, _ = batch.step(batch.random_actions())
        total += rewards
    assert not masks.any() and not dones.any() and (np.abs(total) == 1).all()
    assert batch.reset()[1].all()


def test_the_same_seed_draws_the_same_games():
    def play(seed):
        batch = hexarium.Batch("protista(rows=9,cols=7)", 4, seed=seed)
        return np.concatenate([(a := batch.random_actions(), batch.step(a))[0] for _ in range(30)])

    assert (play(5) == play(5)).all() and (play(5) != play(6)).any()


def test_a_random_step_is_a_draw_and_a_step(game):
    one, other = hexarium.Batch(game, 5, seed=4), hexarium.Batch(game, 5, seed=4, threads=2)
    for _ in range(60):
        seen, told = one.step(one.random_actions()), other.random_step()
        assert all((a == b).all() for a, b in zip(seen, told, strict=True))


def test_other_threads_run_while_a_batch_steps():
    """A counting thread makes progress during a step, because the GIL is released."""
    batch = hexarium.Batch("protista", 400)
    counted, stop = 0, threading.Event()

    def count():
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.0005)

    counter = threading.Thread(target=count)
    counter.start()
    longest = 0.0
    for _ in range(40):
        actions = batch.random_actions()
        before, began = counted, time.perf_counter()
        batch.step(actions)
        took = time.perf_counter() - began
        if took > longest:
            longest, meanwhile = took, counted - before
    stop.set()
    counter.join()
    assert longest > 0.002, "steps are too short to tell"
    assert meanwhile > 0, "no other thread ran during the longest step"
