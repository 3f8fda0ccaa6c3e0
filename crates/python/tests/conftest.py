"""Shared helpers of the tests."""

import random

import pytest

import hexarium

# Every game, and options that change the set of actions.
GAMES = [
    "hex",
    "hex(size=5,swap=true)",
    "hex(size=4,first=red,pass=true)",
    "coalesce",
    "coalesce(start=star,edge_moves=true,opening_steps=2)",
    "harvest(base=3)",
    "harvest(base=5,surround=six)",
    "fire-ants(max_turns=60)",
    "fire-ants(buffer_shift=false,queens_capture=false,max_turns=60)",
    "protista(rows=9,cols=7,max_turns=40)",
    "protista(win=king,generation=cup,stop=forced,max_turns=40)",
    "protista(setup=random,seed=7,generation=none,wave=sideways,max_turns=40)",
]
GAMES += [id for id in hexarium.games() if not any(name.split("(")[0] == id for name in GAMES)]


@pytest.fixture(params=GAMES)
def game(request):
    return hexarium.load(request.param)


def play_out(state, seed=1):
    """Plays random actions to the end and yields the state before each."""
    rng = random.Random(seed)
    while not state.is_terminal():
        yield state
        state.apply_action(rng.choice(state.legal_actions()))
