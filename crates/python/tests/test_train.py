"""Training and network files."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

import hexarium

pytest.importorskip("jax", reason="training needs the extra hexarium[train]")

from hexarium.train import config, evaluate, model, quantise  # noqa: E402
from hexarium.train.replay import Replay  # noqa: E402
from hexarium.train.run import Run  # noqa: E402

GOLDEN = Path(__file__).parents[2] / "engine" / "net" / "tests" / "golden"

FIVE = """
folder = "run"
checkpoint_minutes = 0.02
[network]
channels = 16
hidden = 16
blocks = ["pooled", "plain"]
[self_play]
games = 64
solver_budget = 1
adjudicated = 0.5
[[games]]
game = "hex(size=5)"
"""


def command(path):
    return [sys.executable, "-m", "hexarium.train", str(path)]


def log(folder):
    file = folder / "run" / "log.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


def test_the_simulation_has_the_outputs_that_rust_is_tested_with():
    table = json.loads((GOLDEN / "tiny.json").read_text())
    cells = np.array(table["cells"]).reshape(table["rows"], table["columns"])
    planes = np.array([position["planes"] for position in table["positions"]]).reshape(-1, 3, *cells.shape)
    policy, others, values = quantise.evaluate((GOLDEN / "tiny.net").read_bytes(), planes, cells)
    for n, position in enumerate(table["positions"]):
        assert policy[n].reshape(-1).tolist() == position["policy"]
        assert others[n].tolist() == position["globals"]
        assert values[n] == position["value"]


def test_a_network_rates_states_as_the_simulation_does():
    data = (GOLDEN / "hex.net").read_bytes()
    network, game = hexarium.Network(data), hexarium.load("hex(size=6)")
    assert network.game == "hex"
    state = game.new_initial_state()
    for text in ("b2", "c3", "d4", "a5"):
        state.apply_action_string(text)
    ids, logits, value = network.rate(state)
    assert ids.tolist() == state.legal_actions()
    planes = (state.observation_tensor().reshape(1, *game.observation_tensor_shape()) * 256).astype(int)
    policy, _, exact = quantise.evaluate(data, planes, game.cells())
    assert logits.tolist() == (policy.reshape(-1)[ids] / 256).tolist()
    assert value == pytest.approx(1 / (1 + np.exp(-exact[0] / 256)), abs=1e-6)


def test_a_search_with_a_network_is_another_search():
    network, state = hexarium.Network((GOLDEN / "hex.net").read_bytes()), hexarium.load("hex(size=5)").new_initial_state()
    lines = [[(line.text, line.visits) for line in hexarium.search(state, nodes=60, network=n).lines] for n in (network, network, None)]
    assert lines[0] == lines[1] != lines[2]
    with pytest.raises(ValueError, match="game id: 'hex': expected 'coalesce'"):
        hexarium.search(hexarium.load("coalesce").new_initial_state(), nodes=10, network=network)


def test_a_broken_network_names_the_part():
    data = (GOLDEN / "hex.net").read_bytes()
    with pytest.raises(ValueError, match="^invalid network: checksum: the file is damaged"):
        hexarium.Network(data[:-1])
    with pytest.raises(ValueError, match="game id: 'hex': expected 'harvest'"):
        hexarium.Network(data).rate(hexarium.load("harvest").new_initial_state())
    with pytest.raises(ValueError, match="invalid share of adjudicated games 2: expected 0 to 1"):
        hexarium.Network(data).self_play(hexarium.load("hex"), 1, adjudicated=2)


@pytest.mark.parametrize("name", ["hex(size=4)", "coalesce", "harvest(base=3)", "fire-ants", "protista(rows=9,cols=7)"])
def test_the_quantised_network_is_close_to_the_trained_one(name):
    game = hexarium.load(name)
    planes, rows, columns = game.observation_tensor_shape()
    shape = quantise.Shape(name.split("(")[0], planes, *game.action_planes(), 16, 8, (0, 1))
    parameters = model.initial(shape, 3)
    data, state = quantise.write(shape, parameters), game.new_initial_state()
    ids, logits, value = hexarium.Network(data).rate(state)
    assert sorted(ids.tolist()) == state.legal_actions()
    samples = hexarium.Network(data).self_play(game, 1, simulations=2, random_actions=0, seed=1)
    assert samples["action_counts"][0] == len(ids)
    x = samples["planes"][:1].transpose(0, 2, 3, 1).astype(np.float32) / quantise.ONE
    outputs, guess = model.forward(shape, parameters, x, game.cells())
    features = samples["features"][: len(ids)]
    floats = np.append(np.asarray(outputs)[0], 0.0)[features].sum(1)
    assert np.abs(floats - logits).max() < 0.05
    assert abs(1 / (1 + np.exp(-float(guess[0]))) - value) < 0.02


def test_symmetries_turn_positions_and_actions_alike(tmp_path):
    # The pieces of Coalesce: every step starts at a piece of the side to move, in every direction
    # plane.
    game = hexarium.load("coalesce")
    planes, rows, columns = game.observation_tensor_shape()
    shape = quantise.Shape("coalesce", planes, *game.action_planes(), 16, 4, ())
    network = hexarium.Network(quantise.write(shape, model.initial(shape, 1)))
    replay = Replay(game, tmp_path, 1000)
    replay.add(0, network.self_play(game, 1, simulations=1, random_actions=4, seed=2))
    rng, seen = np.random.default_rng(1), set()
    for _ in range(30):
        batch = replay.batch(rng, 8, 0.0)
        for own, features, legal in zip(batch["planes"][..., 0], batch["features"], batch["legal"], strict=True):
            steps = features[legal][:, 0]
            steps = steps[steps < 6 * rows * columns]
            assert (own.reshape(-1)[steps % (rows * columns)] == quantise.ONE).all()
            seen |= set((steps // (rows * columns)).tolist())
    assert len(replay.origins) == 12 and seen == set(range(6))


def test_a_match_counts_both_sides():
    game, level, uniform = hexarium.load("hex(size=4)"), evaluate.opponent("level:5"), evaluate.opponent("random")
    first, second = evaluate.match(game, level, uniform, 20, openings=0)
    assert first == 10 and 8 <= second <= 10
    assert evaluate.match(game, uniform, level, 20, openings=0)[1] == 0
    with pytest.raises(ValueError, match="unknown opponent 'level:9': expected random, level:1 to level:8, nodes:N"):
        evaluate.opponent("level:9")


def test_bad_configurations_are_named():
    for text, message in [
        ({"game": []}, "unknown key 'game': expected folder, minutes"),
        ({}, "games: expected at least one"),
        ({"games": [{"game": "hex"}], "training": {"batch": "x"}}, "training.batch: expected an integer, not 'x'"),
        ({"games": [{"game": "hex"}], "network": {"blocks": ["odd"]}}, "unknown kind 'odd': expected plain or pooled"),
        ({"games": [{"game": "hex"}], "self_play": {"games": 0}}, "self_play.games: expected 1 or more"),
    ]:
        with pytest.raises(ValueError, match=message):
            config.parse(text)


def test_the_command_reports_a_bad_file_in_one_line(tmp_path):
    for text, message in [("games = 3", "games: expected"), ('[[games]]\ngame = "chess"', "unknown game 'chess'")]:
        path = tmp_path / "bad.toml"
        path.write_text(text)
        done = subprocess.run(command(path), capture_output=True, text=True)
        assert done.returncode == 2 and message in done.stderr and done.stderr.count("\n") == 1, done.stderr


def test_a_killed_run_goes_on_from_its_checkpoint(tmp_path):
    path = tmp_path / "config.toml"
    # A network without blocks is compiled quickly.
    short = FIVE.replace('["pooled", "plain"]', "[]")
    path.write_text(short)
    process = subprocess.Popen(command(path), stdout=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while not any("logit_error" in entry for entry in log(tmp_path)[:-1]) and time.monotonic() < deadline:
        assert process.poll() is None
        time.sleep(0.2)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    before = log(tmp_path)
    path.write_text("minutes = 0.01\n" + short)
    subprocess.run(command(path), check=True, stdout=subprocess.DEVNULL, timeout=120)
    after = log(tmp_path)[len(before) :]
    kept = [entry["rounds"] for entry in before if "logit_error" in entry]
    assert after[0]["rounds"] in {rounds + 1 for rounds in kept} | {before[-1]["rounds"] + 1}
    assert after[0]["rounds"] > 1 and after[-1]["logit_error"] < 0.1
    assert hexarium.Network((tmp_path / "run" / "network.net").read_bytes()).game == "hex"


def test_a_minute_of_training_beats_random_play(tmp_path):
    path = tmp_path / "config.toml"
    path.write_text("minutes = 1\nseed = 2\n" + FIVE.replace("0.02", "1"))
    shape = quantise.Shape("hex", 5, 1, 2, 16, 16, (1, 0))
    untrained = hexarium.Network(quantise.write(shape, model.initial(shape, 2)))
    subprocess.run(command(path), check=True, stdout=subprocess.DEVNULL, timeout=600)
    trained = hexarium.Network((tmp_path / "run" / "network.net").read_bytes())
    game, uniform = hexarium.load("hex(size=5)"), evaluate.opponent("random")
    before, after = (sum(evaluate.match(game, evaluate.policy_player(n), uniform, 100)) for n in (untrained, trained))
    # Some random networks score 80: this one does not, so the training makes the difference.
    assert before <= 60 and after >= 85, f"{before} before training, {after} after"


def test_a_run_can_start_from_a_network_file(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text(FIVE)
    first = Run(config.read(file))
    first.checkpoint()
    data = (tmp_path / "run" / "network.net").read_bytes()
    (tmp_path / "start.net").write_bytes(data)
    file.write_text('start = "start.net"\n' + FIVE.replace('"run"', '"next"'))
    second = Run(config.read(file))
    assert second.counts["rounds"] == 0
    for name, (weights, bias) in quantise.parameters(second.export())[1].items():
        exact = quantise.parameters(data)[1][name]
        step = np.abs(exact[0]).max(0) / 127
        assert (np.abs(weights - exact[0]) <= step + 1e-6).all(), name
        assert np.allclose(bias, exact[1], atol=1e-4), name
    assert np.abs(quantise.parameters(data)[1]["input"][0]).max() > 0.1, "the network is not empty"


def test_a_checkpoint_of_a_newer_version_is_refused(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text(FIVE)
    Run(config.read(file)).checkpoint()
    path = tmp_path / "run" / "checkpoint.npz"
    with np.load(path) as arrays:
        newer = {name: arrays[name] for name in arrays}
    assert newer["version"] == 1
    np.savez(path, **newer | {"version": 2})
    with pytest.raises(ValueError, match="unknown version 2: expected 1"):
        Run(config.read(file))
    np.savez(path, **{name: array for name, array in newer.items() if name != "version"})
    assert Run(config.read(file)).counts["rounds"] == 0


def test_a_start_with_other_sizes_is_refused(tmp_path):
    file = tmp_path / "run.toml"
    file.write_text(FIVE)
    Run(config.read(file)).checkpoint()
    (tmp_path / "start.net").write_bytes((tmp_path / "run" / "network.net").read_bytes())
    other = FIVE.replace('"run"', '"next"').replace("channels = 16", "channels = 32")
    file.write_text('start = "start.net"\n' + other)
    with pytest.raises(ValueError, match="channels 16: expected 32, as in the configuration"):
        Run(config.read(file))
    (tmp_path / "start.net").write_bytes(b"hexa-net, cut off")
    with pytest.raises(ValueError):
        Run(config.read(file))
