"""A tutorial for hexarium. Each part that begins with `# %%` is a notebook cell: open this file in
an editor with notebook support, or run it as a script. It is part of the checks."""

# %% Games and states
import random

import numpy as np

import hexarium

print(hexarium.games())
game = hexarium.load("harvest(base=3)")
print(game.title, game.options)

state = game.new_initial_state()
print(state)

# %% Action ids and action texts
legal = state.legal_actions()
print({action: state.action_to_string(action) for action in legal[:5]})
assert max(legal) < game.num_distinct_actions()
state.apply_action(state.string_to_action("xc3"))
print(state.history(), state.history_strings(), "player", state.current_player(), "is to move")

# %% Errors
try:
    state.apply_action(state.get_game().num_distinct_actions())
except ValueError as error:
    print(error)
try:
    state.string_to_action("xc3")
except ValueError as error:
    print(error)

# %% A random game
rng = random.Random(1)
while not state.is_terminal():
    state.apply_action(rng.choice(state.legal_actions()))
print(state.reason(), state.returns())
assert sum(state.returns()) == 0

# %% Observations and symmetries
planes = state.observation_tensor(0).reshape(game.observation_tensor_shape())
print("planes, rows, columns:", planes.shape)
places, actions = game.symmetries()[3]
turned = np.empty_like(planes.reshape(len(planes), -1))
turned[:, places] = planes.reshape(len(planes), -1)
assert turned.sum() == planes.sum()

# %% Batches of games
batch = hexarium.Batch("hex(size=7)", 2000, seed=1)
wins = np.zeros(2)
for _ in range(200):
    # A random legal action, from the mask.
    choice = np.where(batch.masks, np.random.default_rng(2).random(batch.masks.shape), -1).argmax(1)
    observations, masks, rewards, dones, players = batch.step(choice)
    wins += (rewards > 0).sum(0)
print("random games of Hex won by the first and the second player:", wins)
assert wins.sum() > 2000

# %% Search and solver
state = hexarium.load("hex(size=5)").new_initial_state()
found = hexarium.search(state, nodes=500)
print(found.text, f"value {found.value:.2f}", "expecting", found.lines[0].pv_text)
print("best play:", hexarium.solve(state).value)
assert hexarium.solve(state).value == "first"


# %% PUCT search with a custom evaluation
def even(observations, masks):
    """A uniform policy and an even value."""
    return np.zeros(masks.shape), np.zeros(len(masks))


states = [state.clone(), state.clone()]
for one, line in zip(states, ["c1 a1 c2 a2 c3 a3 c4 a4", "c1 a2 c2 b2 e5 d2 e4"], strict=True):
    for text in line.split():
        one.apply_action_string(text)
visits, values = hexarium.puct(states, even, simulations=200)
best = [one.action_to_string(int(action)) for one, action in zip(states, visits.argmax(1), strict=True)]
print("most tried:", best, "worth", values.round(2))
assert (visits.sum(1) == 200).all() and best[0] in ("b5", "c5")

# %% Files, links, pictures
state.apply_action_string("c3")
print(state.write("record"))
print(state.write("sgf"), state.write("link"))
assert hexarium.read(state.write("link")).position() == state.position()
assert state.rgb(300).shape[1:] == (300, 3) and state.svg().startswith("<svg")

# %% PettingZoo
from hexarium import pettingzoo  # noqa: E402

env = pettingzoo.env("fire-ants(max_turns=20)", render_mode="rgb_array")
env.reset(seed=1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    done = termination or truncation
    env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))
print("the game of the ants is over")
