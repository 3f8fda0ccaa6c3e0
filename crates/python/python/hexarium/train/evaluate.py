"""Measures the bare policy of a network: `python -m hexarium.train.evaluate FILE GAME OPPONENT…`

The network plays the action with the highest logit, without any search, or with `--nodes` and
`--time` the choice of the engine's search with the network. Opponents are `random`, levels of the
app (`level:1`), its search by nodes or seconds an action (`nodes:1000`, `time:0.1`) and other
network files. Games come in pairs: the same random opening, with the sides exchanged.
"""

import argparse
import random
import sys
from pathlib import Path

import hexarium


def policy_player(network):
    """Returns a player that takes the action with the highest logit."""

    def play(state, seed):
        ids, logits, _ = network.rate(state)
        return int(ids[logits.argmax()])

    return play


def search_player(**limits):
    """Returns a player that searches: limits and network as for `hexarium.search`."""
    return lambda state, seed: hexarium.search(state, seed=seed, **limits).action


def opponent(text):
    """Returns the player of a text."""
    kind, _, rest = text.partition(":")
    if text == "random":
        return lambda state, seed: random.Random(seed).choice(state.legal_actions())
    if kind == "level" and rest.isdecimal() and 1 <= int(rest) <= 8:
        return search_player(level=int(rest))
    if kind == "nodes" and rest.isdecimal():
        return search_player(nodes=int(rest))
    if kind == "time" and rest.replace(".", "", 1).isdecimal():
        return search_player(time=float(rest))
    if Path(text).is_file():
        return policy_player(hexarium.Network(Path(text).read_bytes()))
    kinds = "random, level:1 to level:8, nodes:N, time:SECONDS or a network file"
    raise ValueError(f"unknown opponent '{text}': expected {kinds}")


def match(game, player, other, games, openings=2, seed=1):
    """Returns the games that the player wins with the first move and with the second, a draw counting
    half. Random openings decide many games on small boards, so the two differ."""
    won = [0.0, 0.0]
    for n in range(games):
        rng = random.Random(f"{seed} {n // 2}")
        state = game.new_initial_state()
        for _ in range(openings):
            state.apply_action(rng.choice(state.legal_actions()))
        side = n % 2
        while not state.is_terminal():
            mover = player if state.current_player() == side else other
            state.apply_action(mover(state, seed=rng.getrandbits(32)))
        won[side] += (1 + state.returns()[side]) / 2
    return won


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m hexarium.train.evaluate", description=__doc__)
    parser.add_argument("network", help="a network file")
    parser.add_argument("game", help="the game with its options")
    parser.add_argument("opponents", nargs="+", help="random, level:N, nodes:N, time:SECONDS or a network file")
    parser.add_argument("--games", type=int, default=20, help="games against each opponent (default: 20)")
    parser.add_argument("--openings", type=int, default=2, help="random actions at the start (default: 2)")
    limit = parser.add_mutually_exclusive_group()
    limit.add_argument("--nodes", type=int, help="nodes of a search with the network (default: no search)")
    limit.add_argument("--time", type=float, help="seconds of a search with the network")
    arguments = parser.parse_args(arguments)
    try:
        network = hexarium.Network(Path(arguments.network).read_bytes())
        if arguments.nodes is None and arguments.time is None:
            player = policy_player(network)
        else:
            player = search_player(nodes=arguments.nodes, time=arguments.time, network=network)
        game = hexarium.load(arguments.game)
        for text in arguments.opponents:
            won = match(game, player, opponent(text), arguments.games, arguments.openings)
            sides = f"{won[0]:g} as first, {won[1]:g} as second"
            print(f"{game.id} against {text}: {sum(won):g} of {arguments.games} ({sides})", flush=True)
    except (OSError, ValueError) as error:
        print(f"hexarium.train.evaluate: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
