"""Writes the golden files of the crate `net`: a tiny network, and its outputs on fixed positions; and a
network for Hex.

python golden_network.py FOLDER
"""

import json
import sys
from pathlib import Path

import numpy as np

from hexarium.train import quantise


def network(rng, shape):
    """Returns a network whose activations are cut off at both ends."""
    parameters = {
        name: (rng.normal(0, 1.6 / inputs**0.5, (inputs, outputs)), rng.normal(0, 0.3, outputs))
        for name, inputs, outputs in shape.layers()
    }
    return quantise.write(shape, parameters)


def main(folder):
    rng = np.random.default_rng(7)
    data = network(rng, quantise.Shape("tiny", 3, 2, 2, 16, 5, (0, 1)))
    cells = np.ones((4, 5), bool)
    cells[0, 0] = cells[0, 4] = cells[2, 3] = cells[3, 0] = False
    planes = rng.choice([0, 0, 256, 256, 100, -256], (6, 3, 4, 5))
    planes[5, 0] = 32767
    policy, others, values = quantise.evaluate(data, planes, cells)
    positions = [
        {"planes": p.reshape(-1).tolist(), "policy": a.reshape(-1).tolist(), "globals": g.tolist(), "value": int(v)}
        for p, a, g, v in zip(planes, policy, others, values, strict=True)
    ]
    (folder / "hex.net").write_bytes(network(rng, quantise.Shape("hex", 5, 1, 2, 16, 4, (1,))))
    (folder / "tiny.net").write_bytes(data)
    table = {"rows": 4, "columns": 5, "cells": cells.reshape(-1).tolist(), "positions": positions}
    (folder / "tiny.json").write_text(json.dumps(table) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
