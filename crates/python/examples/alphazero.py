"""A minimal AlphaZero that learns Hex 5×5 by self-play. The only dependency is numpy.

python alphazero.py --seconds 240 --curve curve.svg
"""

import argparse
import os
import time

# Matrices this small are slower on several threads, especially on a busy machine.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

import hexarium  # noqa: E402

rng = np.random.default_rng(1)


class Network:
    """A network with two hidden layers, a policy and a value head, trained by Adam, in numpy."""

    def __init__(self, inputs, actions, width=192):
        sizes = [(inputs, width), (width, width), (width, actions), (width, 1)]
        self.weights = [rng.normal(0, (2 / n) ** 0.5, (n, m)).astype(np.float32) for n, m in sizes]
        self.weights += [np.zeros(m, np.float32) for _, m in sizes]
        self.moments = [[np.zeros_like(w), np.zeros_like(w)] for w in self.weights]
        self.steps = 0

    def layers(self, x):
        w1, w2, wp, wv, b1, b2, bp, bv = self.weights
        one = np.maximum(x @ w1 + b1, 0)
        two = np.maximum(one @ w2 + b2, 0)
        return one, two, two @ wp + bp, np.tanh(two @ wv + bv)[:, 0]

    def __call__(self, observations, masks):
        _, _, logits, values = self.layers(observations.reshape(len(observations), -1))
        return logits, values

    def train(self, x, policy, value, rate=2e-3):
        w1, w2, wp, wv, *_ = self.weights
        one, two, logits, guess = self.layers(x)
        share = np.exp(logits - logits.max(1, keepdims=True))
        share /= share.sum(1, keepdims=True)
        d_logits = (share - policy) / len(x)
        d_value = (2 * (guess - value) * (1 - guess**2) / len(x))[:, None]
        d_two = (d_logits @ wp.T + d_value @ wv.T) * (two > 0)
        d_one = (d_two @ w2.T) * (one > 0)
        slopes = [x.T @ d_one, one.T @ d_two, two.T @ d_logits, two.T @ d_value]
        slopes += [d.sum(0) for d in (d_one, d_two, d_logits, d_value)]
        self.steps += 1
        for w, d, (m, v) in zip(self.weights, slopes, self.moments, strict=True):
            d = d + 1e-4 * w
            m += 0.1 * (d - m)
            v += 0.001 * (d * d - v)
            w -= rate * (m / (1 - 0.9**self.steps)) / (np.sqrt(v / (1 - 0.999**self.steps)) + 1e-8)
        return float(-(policy * np.log(share + 1e-9)).sum(1).mean()), float(((guess - value) ** 2).mean())


def opening(game, most):
    """Returns a state after fewer than `most` random actions, for a variety of openings."""
    state = game.new_initial_state()
    for _ in range(rng.integers(most)):
        if not state.is_terminal():
            state.apply_action(int(rng.choice(state.legal_actions())))
    return state


def self_play(game, network, games, simulations, seed):
    """Plays games by self-play. Returns observations, search policies and results."""
    states = [opening(game, 7) for _ in range(games)]
    seen = []
    while alive := [n for n, state in enumerate(states) if not state.is_terminal()]:
        roots = [states[n] for n in alive]
        visits, _ = hexarium.puct(roots, network, simulations, noise=(0.5, 0.25), seed=seed + len(seen))
        shares = visits / visits.sum(1, keepdims=True)
        for n, state, share in zip(alive, roots, shares, strict=True):
            seen.append((n, state.current_player(), state.observation_tensor(), share))
            state.apply_action(int(rng.choice(len(share), p=share)))
    x = np.array([observation for _, _, observation, _ in seen])
    policy = np.array([share for *_, share in seen], np.float32)
    value = np.array([states[n].returns()[player] for n, player, _, _ in seen], np.float32)
    return x, policy, value


def turned(game, x, policy, value):
    """Augments the games by all symmetries of the rules."""
    planes = game.observation_tensor_shape()[0]
    parts = []
    for places, actions in game.symmetries():
        y, q = np.empty_like(x.reshape(len(x), planes, -1)), np.empty_like(policy)
        y[:, :, places], q[:, actions] = x.reshape(len(x), planes, -1), policy
        parts.append((y.reshape(len(x), -1), q, value))
    return [np.concatenate(arrays) for arrays in zip(*parts, strict=True)]


def exam(game, count):
    """Returns positions won for the side to move after random openings, with all winning actions."""
    questions = []
    while len(questions) < count:
        state = opening(game, 9)
        me = ["first", "second"][state.current_player()] if not state.is_terminal() else None
        if me is None or hexarium.solve(state).value != me:
            continue
        winning = [action for action in state.legal_actions() if hexarium.solve(state.child(action)).value == me]
        if len(winning) < len(state.legal_actions()) / 2:
            questions.append((state, winning))
    return questions


def grade(network, questions, simulations=0):
    """Returns the share of questions answered with a winning action, by network or search."""
    states = [state for state, _ in questions]
    if simulations:
        choices = hexarium.puct(states, network, simulations)[0]
    else:
        masks = np.array([state.legal_actions_mask() for state in states])
        logits, _ = network(np.array([state.observation_tensor() for state in states]), masks)
        choices = np.where(masks, logits, -np.inf)
    right = [choice in winning for choice, (_, winning) in zip(choices.argmax(1), questions, strict=True)]
    return float(np.mean(right))


def match(game, network, level, games, simulations):
    """Returns the share of games won against a level of the app, with alternating sides."""
    won = 0
    for n in range(games):
        state = game.new_initial_state()
        state.apply_action(int(rng.integers(game.num_distinct_actions())))
        while not state.is_terminal():
            if state.current_player() == n % 2:
                action = int(hexarium.puct([state], network, simulations)[0][0].argmax())
            else:
                action = hexarium.search(state, level=level, seed=n + 1).action
            state.apply_action(action)
        won += state.returns()[n % 2] > 0
    return won / games


def picture(curve, file):
    """Writes the learning curve as SVG: shares over seconds."""
    last = max(point[0] for point in curve)
    place = lambda t, share: f"{60 + 520 * t / last:.1f},{270 - 240 * share:.1f}"  # noqa: E731
    lines = [("#0072b2", "network alone", 1, 250), ("#d55e00", "with 64 simulations", 2, 232)]
    parts = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 310" font-family="sans-serif" font-size="12">']
    parts.append('<rect width="600" height="310" fill="#fff"/>')
    for share in (0, 0.25, 0.5, 0.75, 1):
        y = 270 - 240 * share
        parts.append(f'<path d="M60 {y}H580" stroke="#ddd"/><text x="52" y="{y + 4}" text-anchor="end">{share:.0%}</text>')
    for t in np.linspace(0, last, 5):
        parts.append(f'<text x="{60 + 520 * t / last:.1f}" y="288" text-anchor="middle">{t:.0f} s</text>')
    for colour, name, column, y in lines:
        points = " ".join(place(point[0], point[column]) for point in curve)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="420" y="{y}" fill="{colour}">{name}</text>')
    parts.append('<text x="60" y="18">Hex 5×5: questions with a winning answer that were answered with one</text></svg>')
    with open(file, "w", encoding="utf-8") as out:
        out.write("\n".join(parts) + "\n")


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--seconds", type=float, default=240)
    arguments.add_argument("--game", default="hex(size=5)")
    arguments.add_argument("--curve", help="an SVG file for the curve")
    arguments = arguments.parse_args()
    game = hexarium.load(arguments.game)
    network = Network(game.observation_tensor_size(), game.num_distinct_actions())
    long = arguments.seconds >= 60
    questions = exam(game, 300 if long else 30)
    shelf, curve, rounds, began = [], [], 0, time.perf_counter()
    while True:
        seconds = time.perf_counter() - began
        if rounds % 5 == 0 or seconds > arguments.seconds:
            curve.append((seconds, grade(network, questions), grade(network, questions, 64)))
            print(f"{seconds:6.1f} s  {rounds:4} rounds  alone {curve[-1][1]:.3f}  with search {curve[-1][2]:.3f}", flush=True)
        if seconds > arguments.seconds:
            break
        shelf.append(turned(game, *self_play(game, network, 48, 64, seed=1000 * rounds)))
        shelf = shelf[-25:]
        x, policy, value = (np.concatenate(arrays) for arrays in zip(*shelf, strict=True))
        for _ in range(40):
            some = rng.integers(len(x), size=256)
            loss = network.train(x[some], policy[some], value[some])
        rounds += 1
    print(f"loss of policy {loss[0]:.3f}, of value {loss[1]:.3f}")
    if long:
        for level in (1, 3, 5):
            print(f"won against level {level}: {match(game, network, level, 40, 64):.0%} of 40 games")
    if arguments.curve:
        picture(curve, arguments.curve)


if __name__ == "__main__":
    main()
