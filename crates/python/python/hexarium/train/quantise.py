"""Network files: quantisation, and the integer arithmetic of the Rust crate `net` in numpy.

The format is described in `docs/formats/network.md`.
"""

import struct
import zlib
from dataclasses import dataclass

import numpy as np

import hexarium

MAGIC = b"hexa-net"
VERSION = 1
ONE = 256
SHIFT = 24
# Rows and columns from a cell to the cells that a convolution sees.
TAPS = [(-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0)]


@dataclass(frozen=True)
class Shape:
    """The sizes of a network. `blocks` has the kind of each block: 0 plain, 1 pooled."""

    game: str
    planes: int
    action_planes: int
    globals: int
    channels: int
    hidden: int
    blocks: tuple[int, ...]

    def layers(self):
        """Returns name, number of inputs and number of outputs of each layer, in file order."""
        c = self.channels
        yield "input", 7 * self.planes, c
        for n, kind in enumerate(self.blocks):
            yield f"first{n}", 7 * c, c
            yield f"second{n}", 7 * c, c
            if kind:
                yield f"pooled{n}", 2 * c, c
        yield "policy", c, self.action_planes
        yield "hidden", 2 * c, self.hidden
        yield "output", self.hidden, 1 + self.globals


@dataclass
class Layer:
    """A quantised layer: weights by output and input."""

    weights: np.ndarray
    bias: np.ndarray
    multiplier: np.ndarray

    def __call__(self, inputs):
        """Returns the scaled sums for inputs of any leading shape."""
        sums = inputs.astype(np.int64) @ self.weights.astype(np.int64).T + self.bias
        return (sums * self.multiplier + (1 << (SHIFT - 1))) >> SHIFT


def quantised(weights, bias):
    """Quantises a layer with weights by input and output."""
    weights, bias = np.asarray(weights, np.float64).T, np.asarray(bias, np.float64)
    scale = np.maximum(np.abs(weights).max(1) / 127, np.abs(bias) * ONE / 2**29)
    # The multiplier is what the file stores, so weights are divided by what it stands for.
    multiplier = np.maximum(np.rint(scale * 2**SHIFT), 1).astype(np.int64)
    scale = multiplier / 2**SHIFT
    rounded = np.clip(np.rint(weights / scale[:, None]), -127, 127).astype(np.int8)
    return Layer(rounded, np.rint(bias * ONE / scale).astype(np.int64), multiplier)


def write(shape, parameters):
    """Returns the file of a network: `parameters` has weights and bias of each layer by name."""
    game = shape.game.encode()
    parts = [MAGIC, struct.pack("<HB", VERSION, len(game)), game]
    sizes = [shape.planes, shape.action_planes, shape.globals, shape.channels, shape.hidden, len(shape.blocks)]
    parts.append(bytes(sizes) + bytes(shape.blocks))
    for name, inputs, outputs in shape.layers():
        weights, bias = parameters[name]
        layer = quantised(np.asarray(weights).reshape(inputs, outputs), bias)
        parts.append(np.stack([layer.bias, layer.multiplier], 1).astype("<i4").tobytes())
        parts.append(layer.weights.tobytes())
    content = b"".join(parts)
    return content + struct.pack("<I", zlib.crc32(content))


def read(data):
    """Returns the shape and the quantised layers of a valid file."""
    length = data[10]
    game, at = data[11 : 11 + length].decode(), 11 + length
    planes, action_planes, without_place, channels, hidden, count = data[at : at + 6]
    blocks = tuple(data[at + 6 : at + 6 + count])
    at += 6 + count
    shape, layers = Shape(game, planes, action_planes, without_place, channels, hidden, blocks), {}
    for name, inputs, outputs in shape.layers():
        scales = np.frombuffer(data, "<i4", 2 * outputs, at).reshape(outputs, 2).astype(np.int64)
        weights = np.frombuffer(data, np.int8, inputs * outputs, at + 8 * outputs).reshape(outputs, inputs)
        layers[name] = Layer(weights, scales[:, 0], scales[:, 1])
        at += 8 * outputs + inputs * outputs
    return shape, layers


def parameters(data):
    """Returns the shape of a network file and its parameters in floating point, as `write` takes them.

    They are what the file stands for, so writing them again gives nearly the same file.
    """
    # Rust checks the whole file, with messages that name the broken part.
    hexarium.Network(data)
    shape, layers = read(data)
    found = {}
    for name, layer in layers.items():
        scale = layer.multiplier / 2**SHIFT
        weights = (layer.weights * scale[:, None]).T
        found[name] = (weights.astype(np.float32), (layer.bias * scale / ONE).astype(np.float32))
    return shape, found


def evaluate(data, planes, cells):
    """Evaluates positions as the Rust crate does, number for number.

    `planes` are integers of positions, planes, rows, columns; `cells` is true for the cells of the
    board. Returns the outputs of the action planes, those without a place, and the value.
    """
    shape, layers = read(data)
    rows, columns = cells.shape
    mask = cells[None, :, :, None]

    def around(x):
        padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
        parts = [padded[:, 1 + down : 1 + down + rows, 1 + right : 1 + right + columns] for down, right in TAPS]
        return np.concatenate(parts, -1)

    def activation(x):
        return np.clip(x, 0, 32767)

    def pool(x):
        inside, count = x[:, cells], int(cells.sum())
        means = (2 * inside.sum(1) + count) // (2 * count)
        return np.concatenate([means, inside.max(1)], -1)

    x = np.asarray(planes, np.int64).transpose(0, 2, 3, 1) * mask
    x = activation(layers["input"](around(x))) * mask
    for n, kind in enumerate(shape.blocks):
        inner = activation(layers[f"first{n}"](around(x))) * mask
        sums = layers[f"second{n}"](around(inner))
        if kind:
            sums = sums + layers[f"pooled{n}"](pool(inner))[:, None, None]
        x = activation(x + sums) * mask
    policy = np.clip(layers["policy"](x), -32768, 32767) * mask
    hidden = activation(layers["hidden"](pool(x)))
    output = np.clip(layers["output"](hidden), -32768, 32767)
    return policy.transpose(0, 3, 1, 2), output[:, 1:], output[:, 0]
