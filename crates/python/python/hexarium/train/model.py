"""The network in floating point, for training by JAX."""

import jax
import jax.numpy as jnp
import numpy as np

from .quantise import ONE, TAPS


def initial(shape, seed):
    """Returns random parameters: weights (by input and output) and bias of each layer by name."""
    rng, parameters = np.random.default_rng(seed), {}
    for name, inputs, outputs in shape.layers():
        # Blocks start near the identity, heads near zero.
        gain = {"second": 0.3, "pooled": 0.1, "policy": 0.1, "output": 0.1}.get(name.rstrip("0123456789"), 1.0)
        weights = rng.normal(0, gain * (2 / inputs) ** 0.5, (inputs, outputs))
        parameters[name] = (weights.astype(np.float32), np.zeros(outputs, np.float32))
    return parameters


def forward(shape, parameters, planes, cells):
    """Returns the outputs of the action planes (flat) followed by those without a place, and the
    logit of the value. `planes` are positions, rows, columns, planes."""
    mask = cells[None, :, :, None]

    def convolution(x, name):
        weights, bias = parameters[name]
        kernel = jnp.zeros((3, 3, x.shape[-1], weights.shape[-1]), x.dtype)
        down, right = (np.array(part) + 1 for part in zip(*TAPS, strict=True))
        kernel = kernel.at[down, right].set(weights.reshape(7, x.shape[-1], -1))
        layout = ("NHWC", "HWIO", "NHWC")
        return jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=layout) + bias

    def dense(x, name):
        weights, bias = parameters[name]
        return x @ weights + bias

    def pool(x):
        # Activations are never negative, so the zeros off the board do not change the maximum.
        return jnp.concatenate([x.sum((1, 2)) / cells.sum(), x.max((1, 2))], -1)

    x = jax.nn.relu(convolution(planes * mask, "input")) * mask
    for n, kind in enumerate(shape.blocks):
        inner = jax.nn.relu(convolution(x, f"first{n}")) * mask
        sums = convolution(inner, f"second{n}")
        if kind:
            sums = sums + dense(pool(inner), f"pooled{n}")[:, None, None]
        x = jax.nn.relu(x + sums) * mask
    policy = dense(x, "policy").transpose(0, 3, 1, 2).reshape(len(x), -1)
    output = dense(jax.nn.relu(dense(pool(x), "hidden")), "output")
    return jnp.concatenate([policy, output[:, 1:]], 1), output[:, 0]


def losses(shape, parameters, batch):
    """Returns the mean losses of policy and value."""
    outputs, value = forward(shape, parameters, batch["planes"].astype(jnp.float32) / ONE, batch["cells"])
    # A feature -1 is none: it picks the zero at the end.
    outputs = jnp.pad(outputs, ((0, 0), (0, 1)))
    features = batch["features"]
    picked = jnp.take_along_axis(outputs, features.reshape(len(features), -1) % outputs.shape[1], 1)
    logits = picked.reshape(features.shape).sum(-1)
    logits = jnp.where(batch["legal"], logits, -1e9)
    policy = -(batch["policy"] * jax.nn.log_softmax(logits)).sum(1)
    target = batch["targets"]
    return policy.mean(), (jax.nn.softplus(value) - target * value).mean()


def make_step(shape, decay, average):
    """Returns a compiled step of Adam: (state, batch, rate) to (state, losses)."""

    def total(parameters, batch):
        policy, value = losses(shape, parameters, batch)
        return policy + value, (policy, value)

    def step(state, batch, rate):
        slopes, parts = jax.grad(total, has_aux=True)(state["parameters"], batch)
        norm = jnp.sqrt(sum((slope**2).sum() for slope in jax.tree.leaves(slopes)))
        slopes = jax.tree.map(lambda slope: slope * jnp.minimum(1.0, 5.0 / (norm + 1e-9)), slopes)
        steps = state["steps"] + 1
        first = jax.tree.map(lambda m, d: 0.9 * m + 0.1 * d, state["first"], slopes)
        second = jax.tree.map(lambda v, d: 0.999 * v + 0.001 * d * d, state["second"], slopes)

        def moved(w, m, v):
            m, v = m / (1 - 0.9**steps), v / (1 - 0.999**steps)
            return w - rate * (m / (jnp.sqrt(v) + 1e-8) + decay * w)

        parameters = jax.tree.map(moved, state["parameters"], first, second)
        # The average of the last parameters plays better than any of them; young ones count less.
        kept = jnp.minimum(average, (1 + steps) / (10 + steps))
        mean = jax.tree.map(lambda a, w: kept * a + (1 - kept) * w, state["mean"], parameters)
        return {"parameters": parameters, "first": first, "second": second, "mean": mean, "steps": steps}, parts

    return jax.jit(step, donate_argnums=0)


def initial_state(parameters):
    """Returns the state of the optimiser at these parameters."""
    zeros = jax.tree.map(np.zeros_like, parameters)
    copies = [jax.tree.map(jnp.array, tree) for tree in (parameters, zeros, zeros, parameters)]
    return dict(zip(("parameters", "first", "second", "mean"), copies, strict=True)) | {"steps": jnp.float32(0)}
