"""Memory use stays constant."""

import os
import random
from pathlib import Path

import pytest

import hexarium

pytestmark = pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells")

# Overhead of the allocator and the interpreter.
ALLOWED = 6 << 20


def resident():
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_a_million_steps_one_by_one():
    game = hexarium.load("hex(size=7)")
    rng = random.Random(1)

    def play(steps):
        state = game.new_initial_state()
        for n in range(steps):
            if state.is_terminal():
                state.returns()
                state = game.new_initial_state()
            state.apply_action(rng.choice(state.legal_actions()))
            if n % 20 == 0:
                state.observation_tensor(), state.legal_actions_mask(), state.clone(), state.history(), str(state)
                state.child(state.legal_actions()[0]) if not state.is_terminal() else None
            if n % 100 == 0:
                try:
                    state.apply_action(10_000)
                except ValueError:
                    pass

    play(100_000)
    before = resident()
    play(1_000_000)
    assert resident() - before < ALLOWED


def test_millions_of_steps_in_batches():
    for name in ["hex(size=7)", "coalesce", "protista(rows=9,cols=7)"]:
        batch = hexarium.Batch(name, 500)

        def play(batch, steps):
            for _ in range(steps):
                batch.step(batch.random_actions())

        play(batch, 200)
        before = resident()
        play(batch, 700)
        assert resident() - before < ALLOWED, name


def test_searches_do_not_leak():
    state = hexarium.load("hex(size=7)").new_initial_state()
    even = lambda o, m: (m, o[:, 0, 0, 0])  # noqa: E731

    def think(times):
        for _ in range(times):
            hexarium.search(state, nodes=500)
            hexarium.puct([state] * 4, even, 50)
            state.rgb(64), state.write("record")

    think(20)
    before = resident()
    think(60)
    assert resident() - before < ALLOWED
