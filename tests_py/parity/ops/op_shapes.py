"""Static shapes of all raw ops that take one to three plain tensors, over grids of their inputs' shapes, beside TensorFlow's.

    python tests_py/parity/ops/op_shapes.py            all ops
    python tests_py/parity/ops/op_shapes.py Lu Eig     some of them

TensorFlow's definitions of ops say what each takes; attrs without a default get a value that most ops take. What counts is
what is known of the shapes where both build the node: an error that one raises while tracing comes to the other when it runs.
"""

from __future__ import annotations

import inspect
import itertools
import sys

from parity.ops.shape_grid import GRID, fits, shapes_of

FOUR = [[None] * 4, [2, None, None, 3], [2, 8, 8, 3], [None, 8, 8, None]]
SMALL = [*GRID[:8], [2, 3, 3], *FOUR[:3]]
NUMBERS = [None, [], [None], [3], [2, 3]]
VALUES = {"int": 2, "bool": False, "float": 0.5}

# Op -> why less is known here.
LESS = {
    "CholeskyGrad": "both inputs are looked at",
    "DebugNanCount": "TensorFlow says a scalar, and gives a vector of one",
    "DenseBincount": "a scalar of TensorFlow's is what the kernel refuses",
    "DenseCountSparseOutput": "weights may be empty, whatever the values' rank",
    "DepthwiseConv2dNative": "the number of channels of a filter that cannot fit",
    **dict.fromkeys(("FFTND", "IFFTND", "RFFTND", "IRFFTND"), "lengths that are not known may differ from the input's"),
    **dict.fromkeys(
        ("MatrixSetDiagV2", "MatrixSetDiagV3"), "a vector of diagonals' numbers may be of one or of several"
    ),
    "RaggedCountSparseOutput": "TensorFlow takes the rank of the row splits for that of the result",
    "RandomIndexShuffle": "seeds of several rows",
}


def callable_ops(tensorflow, gw):
    """Yields (name, [(input, dtype)], attrs) of the ops that can be called with plain tensors."""
    from tensorflow.core.framework import types_pb2
    from tensorflow.python.framework import op_def_registry

    handles = (types_pb2.DT_RESOURCE, types_pb2.DT_VARIANT)
    wanted = (types_pb2.DT_FLOAT, types_pb2.DT_INT32, types_pb2.DT_INT64)
    for name in dir(tensorflow.raw_ops):
        definition = op_def_registry.get(name)
        if definition is None or not definition.output_arg or not 1 <= len(definition.input_arg) <= 3:
            continue
        arguments = [*definition.input_arg, *definition.output_arg]
        if any(a.type in handles or a.number_attr or a.type_list_attr or a.is_ref for a in arguments):
            continue
        attrs = {}
        for attr in definition.attr:
            default = attr.default_value if attr.HasField("default_value") else None
            if attr.type == "type":
                allowed = list(attr.allowed_values.list.type)
                first = [dtype for dtype in wanted if not allowed or dtype in allowed] or allowed or [None]
                attrs[attr.name] = first[0] if default is None else default.type
            elif default is None and attr.type == "list(int)" and attr.name in ("ksize", "strides"):
                attrs[attr.name] = [1, 2, 2, 1]
            elif default is None:
                attrs[attr.name] = "SAME" if attr.name == "padding" else VALUES.get(attr.type)
        inputs = [(a.name, a.type or attrs.get(a.type_attr)) for a in definition.input_arg]
        types = [attr.name for attr in definition.attr if attr.type == "type"]
        if None in attrs.values() or any(dtype is None for _, dtype in inputs) or not hasattr(gw.raw_ops, name):
            continue
        yield name, inputs, {key: (value, key in types) for key, value in attrs.items()}


def combinations(count):
    if count == 1:
        return [(s,) for s in GRID + FOUR]
    if count == 2:
        pairs = itertools.product(FOUR, [*FOUR, None, [3], [None]])
        return [*itertools.product(GRID, GRID), *pairs]
    return list(itertools.product(SMALL, SMALL, NUMBERS))


def outcome(tf, name, inputs, attrs, shapes):
    op = getattr(tf.raw_ops, name)
    known = inspect.signature(op).parameters
    with tf.Graph().as_default():
        try:
            given = {
                key: tf.compat.v1.placeholder(tf.as_dtype(dtype), s)
                for (key, dtype), s in zip(inputs, shapes, strict=True)
            }
            given |= {
                key: tf.as_dtype(value) if is_type else value for key, (value, is_type) in attrs.items() if key in known
            }
            result = op(**given)
        except Exception as error:  # noqa: BLE001 - compared
            return type(error).__name__
        return shapes_of(result)


def differences(tensorflow, gw, every=1, first=0, names=()):
    """Yields where less is known here, of each `every`-th call from the `first` one on."""
    number = -first
    for name, inputs, attrs in callable_ops(tensorflow, gw):
        if name in LESS or (names and name not in names):
            continue
        for shapes in combinations(len(inputs)):
            number += 1
            if number % every:
                continue
            theirs = outcome(tensorflow, name, inputs, attrs, shapes)
            if isinstance(theirs, str):
                continue
            ours = outcome(gw, name, inputs, attrs, shapes)
            if not isinstance(ours, str) and not all(fits(*pair) for pair in zip(ours, theirs, strict=True)):
                yield f"{name} {shapes}: TensorFlow {theirs}, ours {ours}"


if __name__ == "__main__":
    import tensorflow

    import graphwright

    found = list(differences(tensorflow, graphwright, names=sys.argv[1:]))
    print(*found, f"{len(found)} differ", sep="\n")
    sys.exit(bool(found))
