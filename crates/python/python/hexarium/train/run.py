"""The training loop: self-play, training, checkpoints."""

import concurrent.futures
import dataclasses
import json
import time
from pathlib import Path

import numpy as np

import hexarium

from . import model, quantise
from .config import KINDS
from .replay import VERSION, Replay, check_version, write_atomically


class Run:
    """A training run in its folder. It goes on from its last checkpoint, if there is one."""

    def __init__(self, config, threads=1):
        self.config, self.threads = config, threads
        config.folder.mkdir(parents=True, exist_ok=True)
        self.games = [hexarium.load(entry.game) for entry in config.games]
        names = {game.id.split("(")[0] for game in self.games}
        if len(names) > 1:
            raise ValueError(f"games: {', '.join(sorted(names))}: expected options of one game")
        [self.name] = names
        first = self.games[0]
        blocks = tuple(KINDS.index(kind) for kind in config.network.blocks)
        planes = first.observation_tensor_shape()[0]
        sizes = (*first.action_planes(), config.network.channels, config.network.hidden, blocks)
        self.shape = quantise.Shape(self.name, planes, *sizes)
        window = config.training.window
        self.replays = [Replay(game, config.folder / "replay" / game.id, window) for game in self.games]
        self.step = model.make_step(self.shape, config.training.decay, config.training.average)
        self.counts = {"rounds": 0, "games": 0, "positions": 0, "evaluations": 0, "seconds": 0.0}
        self._restore()
        self.rng = np.random.default_rng([config.seed, self.counts["rounds"]])

    # Checkpoints

    def _restore(self):
        own = self.config.folder / "checkpoint.npz"
        path = own if own.exists() else self.config.start
        if not path:
            self.state = model.initial_state(model.initial(self.shape, self.config.seed))
            return
        if path != own and Path(path).read_bytes().startswith(quantise.MAGIC):
            self.state = model.initial_state(self._parameters_of_network(path))
            return
        with np.load(path) as arrays:
            check_version(path, arrays)
            trees = {}
            for kind in ("parameters", "first", "second", "mean"):
                names = [name for name, *_ in self.shape.layers()]
                missing = [name for name in names if f"{kind}.{name}.0" not in arrays]
                if missing:
                    raise ValueError(f"{path}: no layer '{missing[0]}': expected the network of the configuration")
                trees[kind] = {name: tuple(arrays[f"{kind}.{name}.{n}"] for n in (0, 1)) for name in names}
            for name, inputs, outputs in self.shape.layers():
                if trees["parameters"][name][0].shape != (inputs, outputs):
                    raise ValueError(f"{path}: layer '{name}' has another size: expected {inputs} by {outputs}")
            counts = json.loads(str(arrays["counts"]))
            steps = np.float32(arrays["steps"])
        self.state = model.initial_state(trees["mean"])
        if path == own:
            self.state |= {kind: model.jax.tree.map(model.jnp.array, tree) for kind, tree in trees.items()}
            self.state["steps"] = model.jnp.float32(steps)
            self.counts |= counts

    def _parameters_of_network(self, path):
        """Returns the parameters of a network file, which has to have the sizes of the configuration."""
        shape, parameters = quantise.parameters(Path(path).read_bytes())
        for field in dataclasses.fields(shape):
            found, expected = getattr(shape, field.name), getattr(self.shape, field.name)
            if found != expected:
                raise ValueError(f"{path}: {field.name} {found}: expected {expected}, as in the configuration")
        return parameters

    def checkpoint(self):
        """Writes the checkpoint and the network file; returns the quantisation error."""
        arrays = {"steps": np.asarray(self.state["steps"]), "counts": np.array(json.dumps(self.counts))}
        arrays["version"] = np.asarray(VERSION)
        for kind in ("parameters", "first", "second", "mean"):
            for name, pair in self.state[kind].items():
                arrays |= {f"{kind}.{name}.{n}": np.asarray(array) for n, array in enumerate(pair)}
        write_atomically(self.config.folder / "checkpoint.npz", lambda file: np.savez(file, **arrays))
        data, networks = self.export(), self.config.folder / "networks"
        networks.mkdir(exist_ok=True)
        write_atomically(networks / f"{self.counts['rounds']:06}.net", lambda file: file.write(data))
        write_atomically(self.config.folder / "network.net", lambda file: file.write(data))
        return self.quantisation_error(data)

    def export(self):
        """Returns the network file of the averaged parameters."""
        return quantise.write(self.shape, self.state["mean"])

    def quantisation_error(self, data):
        """Compares the quantised network with the one in floating point on positions of the replay:
        the mean difference of logits and of winning probabilities."""
        replay = max(self.replays, key=len)
        if not len(replay):
            return {}
        batch = replay.batch(np.random.default_rng(1), 32, 0.0)
        planes, cells = batch["planes"], batch["cells"]
        outputs, value = model.forward(self.shape, self.state["mean"], planes.astype(np.float32) / quantise.ONE, cells)
        policy, others, exact = quantise.evaluate(data, planes.transpose(0, 3, 1, 2), cells)
        exact_outputs = np.concatenate([policy.reshape(len(policy), -1), others], 1) / quantise.ONE
        used = np.concatenate([np.tile(cells.reshape(-1), self.shape.action_planes), np.ones(self.shape.globals, bool)])
        sigmoid = lambda x: 1 / (1 + np.exp(-x))  # noqa: E731
        return {
            "logit_error": float(np.abs(np.asarray(outputs) - exact_outputs)[:, used].mean()),
            "value_error": float(np.abs(sigmoid(np.asarray(value)) - sigmoid(exact / quantise.ONE)).mean()),
        }

    # The loop

    def _self_play(self, network, n, number):
        settings = self.config.self_play
        began = time.perf_counter()
        samples = network.self_play(
            self.games[n],
            settings.games,
            seed=(self.config.seed << 48) + (n << 40) + number * settings.games,
            simulations=settings.simulations,
            considered=settings.considered,
            value_weight=settings.value_weight,
            random_actions=settings.random_actions,
            solver_budget=settings.solver_budget,
            adjudicated=settings.adjudicated,
            threads=self.threads,
        )
        return samples, time.perf_counter() - began

    def _next_game(self):
        """Returns the index of the game that is furthest behind its share of the rounds."""
        weights = np.array([entry.weight for entry in self.config.games])
        done = np.array([replay.next_number() for replay in self.replays])
        return int(np.argmax(weights / weights.sum() * (done.sum() + 1) - done))

    def _train(self, positions):
        """Trains for each new position as often as configured; returns the mean losses."""
        settings, losses = self.config.training, []
        weights = np.array([entry.weight * (len(replay) > 0) for entry, replay in zip(self.config.games, self.replays, strict=True)])
        for _ in range(max(1, round(positions * settings.reuse / settings.batch))):
            replay = self.replays[self.rng.choice(len(weights), p=weights / weights.sum())]
            batch = replay.batch(self.rng, settings.batch, settings.search_value)
            self.state, parts = self.step(self.state, batch, settings.rate)
            losses.append(parts)
        return np.mean(np.array(losses, np.float64), 0)

    def rounds(self):
        """Runs rounds of self-play and training; yields the log entry of each. Self-play of the next
        round runs beside the training of the last one."""
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            new = 0
            while True:
                began = time.perf_counter()
                n = self._next_game()
                number = self.replays[n].next_number()
                network = hexarium.Network(self.export())
                future = pool.submit(self._self_play, network, n, number)
                losses = self._train(new) if new else (None, None)
                trained = time.perf_counter() - began
                samples, played = future.result()
                self.replays[n].add(number, samples)
                new = len(samples["results"])
                self.counts["rounds"] += 1
                self.counts["games"] += samples["games"]
                self.counts["positions"] += new
                self.counts["evaluations"] += samples["evaluations"]
                self.counts["seconds"] += time.perf_counter() - began
                policy = samples["policy"]
                yield self.counts | {
                    "game": self.games[n].id,
                    "policy_loss": losses[0],
                    "value_loss": losses[1],
                    "policy_entropy": float(-(policy * np.log(policy + 1e-9)).sum() / max(new, 1)),
                    "length": new / samples["games"],
                    "first_wins": samples["first_wins"] / samples["games"],
                    "proven": samples["proven"] / samples["games"],
                    "evaluations_per_second": samples["evaluations"] / played,
                    "self_play_seconds": played,
                    "training_seconds": trained,
                }
