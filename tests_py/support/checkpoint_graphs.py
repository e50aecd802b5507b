"""Random graphs of objects for checkpoints: the same one is made with any module that looks like TensorFlow."""

import random

import numpy as np

DTYPES = ("float32", "float64", "int32", "int64", "bool", "string", "float16", "bfloat16", "complex64", "uint8", "int8")


def _value(rng, dtype, zero):
    shape = rng.choice([(), (3,), (2, 2), (0,), (1, 4)])
    size = int(np.prod(shape))
    if dtype == "string":
        words = [rng.choice(["", "a", "ü" * 5, "x" * 200]) for _ in range(size)]
        words = [""] * size if zero else words
        return np.array(words, object).reshape(shape)
    numbers = np.array([rng.randrange(0, 100) for _ in range(size)], np.float64).reshape(shape)
    return np.zeros(shape) if zero else numbers


def make(tf, seed, zero=False):
    """Returns a module that holds a random graph, and all its variables in order. `zero`: the same graph with empty values."""
    rng = random.Random(seed)
    variables = []
    shared = []

    def variable():
        dtype = rng.choice(DTYPES)
        value = _value(rng, dtype, zero)
        if dtype == "bool":
            value = value % 2 > 0
        made = tf.Variable(tf.constant(value, tf.string) if dtype == "string" else tf.cast(tf.constant(value), dtype))
        variables.append(made)
        return made

    def thing(depth):
        kind = rng.choice(
            ["variable"] * 4 + ["module", "list", "dict", "tuple", "shared", "plain", "table", "generator"]
        )
        if depth > 3 and kind in ("module", "list", "dict", "tuple"):
            kind = "variable"
        if kind == "variable":
            return variable()
        if kind == "shared" and shared:
            return rng.choice(shared)
        if kind == "module":
            made = tf.Module()
            shared.append(made)
            for i in range(rng.randrange(0, 4)):
                setattr(made, rng.choice(["w%d", "b_%d", "deep_name_%d"]).replace("%d", str(i)), thing(depth + 1))
            return made
        if kind == "list":
            return [thing(depth + 1) for _ in range(rng.randrange(0, 4))]
        if kind == "tuple":
            return tuple(thing(depth + 1) for _ in range(rng.randrange(0, 3)))
        if kind == "dict":
            return {
                rng.choice(["a", "b/c", "d.e", "f.g/h", "ü"]) + str(i): thing(depth + 1)
                for i in range(rng.randrange(0, 4))
            }
        if kind == "generator":
            seed_of_it = rng.randrange(1, 1000)
            made = tf.random.Generator.from_seed(0 if zero else seed_of_it)
            variables.append(made.state)
            return made
        if kind == "table":
            made = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
            keys = [f"k{rng.randrange(10)}" for _ in range(rng.randrange(1, 5))]
            if not zero:
                made.insert(keys, list(range(len(keys))))
            variables.append(made)
            return made
        return rng.choice([None, 3, "text", 2.5])

    root = tf.Module()
    for i in range(rng.randrange(1, 6)):
        setattr(root, f"part{i}", thing(0))
    return root, variables


def contents(variables):
    """Returns the values, as texts that can be compared."""
    found = []
    for variable in variables:
        if hasattr(variable, "export"):
            keys, values = variable.export()
            found.append(repr(sorted(zip(keys.numpy().tolist(), values.numpy().tolist(), strict=True))))
        else:
            value = variable.numpy()
            found.append(f"{variable.dtype.name} {np.shape(value)} {np.asarray(value).tolist()!r}")
    return found
