"""Random games of Hex 11×11: OpenSpiel's Python API, ours game by game, and ours in batches.

One core, best of several alternating rounds.
"""

import platform
import random
import time

import numpy as np
import pyspiel

import hexarium

SECONDS, ROUNDS = 1.0, 5


def one_by_one(game):
    """Measures actions per second of the usual loop; the same code for both libraries."""

    def measure():
        played, began = 0, time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(random.choice(state.legal_actions()))
                played += 1
            state.returns()
        return played / (time.perf_counter() - began)

    return measure


def seen_one_by_one(game):
    """The same loop with observation and mask at every step, as a network needs them."""

    def measure():
        played, began = 0, time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            state = game.new_initial_state()
            while not state.is_terminal():
                np.asarray(state.observation_tensor(), np.float32)
                np.asarray(state.legal_actions_mask(), np.bool_)
                state.apply_action(random.choice(state.legal_actions()))
                played += 1
            state.returns()
        return played / (time.perf_counter() - began)

    return measure


def batched(who, threads=1, observations=True, masks=True, size=4096):
    batch = hexarium.Batch("hex", size, threads=threads, observations=observations, masks=masks)
    rng = np.random.default_rng(1)

    def measure():
        played, began = 0, time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            if who == "core at once":
                batch.random_step()
            elif who == "core":
                batch.step(batch.random_actions())
            else:
                batch.step(np.where(batch.masks, rng.random(batch.masks.shape, np.float32), -1).argmax(1))
            played += size
        return played / (time.perf_counter() - began)

    return measure


def main():
    spiel, ours = pyspiel.load_game("hex(board_size=11)"), hexarium.load("hex")
    rows = {
        "OpenSpiel, loop in Python": one_by_one(spiel),
        "Hexarium, the same loop": one_by_one(ours),
        "OpenSpiel, loop with observation and mask": seen_one_by_one(spiel),
        "Hexarium, the same": seen_one_by_one(ours),
        "Hexarium, batch, `random_step`": batched("core at once", observations=False, masks=False),
        "Hexarium, batch, `step(random_actions())`": batched("core", observations=False, masks=False),
        "Hexarium, batch with observations and masks, `random_step`": batched("core at once"),
        "Hexarium, batch with observations and masks, `step(random_actions())`": batched("core"),
        "Hexarium, batch with observations and masks, actions drawn in numpy from the masks": batched("numpy"),
        "Hexarium, batch on two threads, `random_step`": batched("core at once", 2, observations=False, masks=False),
        "Hexarium, batch on two threads with observations and masks, `random_step`": batched("core at once", 2),
    }
    best = dict.fromkeys(rows, 0.0)
    for _ in range(ROUNDS):
        for name, measure in rows.items():
            best[name] = max(best[name], measure())
    base, seen = best["OpenSpiel, loop in Python"], best["OpenSpiel, loop with observation and mask"]
    print(f"Python {platform.python_version()}, numpy {np.__version__}, best of {ROUNDS} rounds of {SECONDS:.0f} s each\n")
    print("| random games of Hex 11×11 | actions a second | beside OpenSpiel's loop | beside it with observation and mask |")
    print("|---|---|---|---|")
    for name, speed in best.items():
        print(f"| {name} | {speed:,.0f} | {speed / base:.2f} | {speed / seen:.2f} |")


if __name__ == "__main__":
    main()
