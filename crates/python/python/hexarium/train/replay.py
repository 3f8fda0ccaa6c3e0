"""The positions of the last games, in files."""

import os

import numpy as np

VERSION = 1
"""The version of stored positions and checkpoints; the first files name none."""

ARRAYS = ("planes", "action_counts", "features", "policy", "results", "values")


def write_atomically(path, write):
    """Writes a file so that it is either complete or not there."""
    temporary = path.with_name(path.name + ".part")
    with open(temporary, "wb") as file:
        write(file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(temporary, path)


def check_version(path, arrays):
    """Refuses a file of a newer version."""
    version = int(arrays["version"]) if "version" in arrays else 1
    if version != VERSION:
        raise ValueError(f"{path}: unknown version {version}: expected {VERSION}")


class Replay:
    """A window of positions of one game; each round of games is a file of the folder."""

    def __init__(self, game, folder, window):
        self.game, self.folder, self.window = game, folder, window
        folder.mkdir(parents=True, exist_ok=True)
        self.parts = {}
        self.most_actions, self.width = 1, 1
        for path in sorted(folder.glob("*.npz")):
            with np.load(path) as arrays:
                check_version(path, arrays)
                self._take(int(path.stem), {name: arrays[name] for name in ARRAYS})
        planes, rows, columns = game.observation_tensor_shape()
        action_planes, without_place = game.action_planes()
        places = rows * columns
        # For each symmetry: the origin of each place, and the image of each output; -1 is none.
        self.origins, self.images = [], []
        for (images, _), plane_images in zip(game.symmetries(), game.action_plane_symmetries(), strict=True):
            self.origins.append(np.argsort(images))
            outputs = np.concatenate([plane * places + images for plane in plane_images])
            others = np.arange(action_planes * places, action_planes * places + without_place)
            self.images.append(np.concatenate([outputs, others, [-1]]).astype(np.int32))
        self.cells = game.cells()

    def next_number(self):
        """Returns the number of the next round."""
        return max(self.parts, default=-1) + 1

    def __len__(self):
        return sum(len(part["results"]) for part in self.parts.values())

    def add(self, number, samples):
        """Stores a round and drops what has left the window."""
        arrays = {name: samples[name] for name in ARRAYS}
        write_atomically(self.folder / f"{number:08}.npz", lambda file: np.savez_compressed(file, version=VERSION, **arrays))
        self._take(number, arrays)
        for old in sorted(self.parts):
            if len(self) - len(self.parts[old]["results"]) < self.window:
                break
            del self.parts[old]
            (self.folder / f"{old:08}.npz").unlink(missing_ok=True)

    def _take(self, number, arrays):
        arrays["ends"] = np.cumsum(arrays["action_counts"])
        self.parts[number] = arrays
        most = int(arrays["action_counts"].max(initial=1))
        # Few different sizes, since a step is compiled for each.
        self.most_actions = max(self.most_actions, 1 << (most - 1).bit_length())
        self.width = max(self.width, int((arrays["features"] >= 0).sum(1).max(initial=1)))

    def batch(self, rng, size, search_value):
        """Returns random positions, turned by a random symmetry."""
        numbers = list(self.parts)
        lengths = np.array([len(self.parts[number]["results"]) for number in numbers])
        symmetry = rng.integers(len(self.origins))
        origins, images = self.origins[symmetry], self.images[symmetry]
        planes, rows, columns = self.game.observation_tensor_shape()
        batch = {
            "planes": np.empty((size, rows, columns, planes), np.int16),
            "features": np.full((size, self.most_actions, self.width), -1, np.int32),
            "legal": np.zeros((size, self.most_actions), bool),
            "policy": np.zeros((size, self.most_actions), np.float32),
            "targets": np.empty(size, np.float32),
        }
        chosen = rng.integers(lengths.sum(), size=size)
        owners = np.searchsorted(np.cumsum(lengths), chosen, side="right")
        starts = np.cumsum(lengths) - lengths
        for n, (owner, at) in enumerate(zip(owners, chosen - starts[owners], strict=True)):
            part = self.parts[numbers[owner]]
            turned = part["planes"][at].reshape(planes, -1)[:, origins]
            batch["planes"][n] = turned.T.reshape(rows, columns, planes)
            count, end = int(part["action_counts"][at]), int(part["ends"][at])
            batch["features"][n, :count] = images[part["features"][end - count : end, : self.width]]
            batch["legal"][n, :count] = True
            batch["policy"][n, :count] = part["policy"][end - count : end]
            batch["targets"][n] = (1 - search_value) * part["results"][at] + search_value * part["values"][at]
        batch["cells"] = self.cells
        return batch
