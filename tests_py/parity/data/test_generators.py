"""Data sets of Python generators: what is declared beside what is yielded, and what becomes of it."""

import collections
import itertools
import os
import random

import numpy as np
import pytest

from support.compare import outcome, same_outcome, text_of

MOST = int(os.environ.get("GRAPHWRIGHT_GENERATOR_CASES", "20"))  # TensorFlow takes 45 ms for each
Pair = collections.namedtuple("Pair", "a b")


def declared(tf):
    """Arguments of `from_generator` by a short name."""
    spec, one = tf.TensorSpec, tf.TensorSpec([], tf.int32)
    found = {}
    for dtype in (tf.int32, tf.int64, tf.float32, tf.string, tf.bool, tf.uint8, tf.complex64):
        for shape in ([], [None]):
            found[f"spec {dtype.name} {shape}"] = {"output_signature": spec(shape, dtype)}
        if dtype.is_integer or dtype.is_floating:
            found[f"spec {dtype.name}"] = {"output_signature": spec(None, dtype)}
            found[f"type {dtype.name}"] = {"output_types": dtype}
    found["type, shape"] = {"output_types": tf.int32, "output_shapes": [2, 2]}
    found["types"] = {"output_types": (tf.int32, tf.int32)}
    found["types, shapes"] = {"output_types": (tf.int32, tf.float32), "output_shapes": ([], [])}
    found["two"] = {"output_signature": (one, one)}
    found["two, one unknown"] = {"output_signature": (spec(None, tf.int32), one)}
    found["nested"] = {"output_signature": (one, (one, one))}
    found["named"] = {"output_signature": Pair(one, one)}
    found["dictionary"] = {"output_signature": {"a": one, "b": one}}
    found["ragged"] = {"output_signature": tf.RaggedTensorSpec([None, None], tf.int32)}
    found["sparse"] = {"output_signature": tf.SparseTensorSpec([None, None], tf.int32)}
    found["ragged, one"] = {"output_signature": (tf.RaggedTensorSpec([None, None], tf.int32), one)}
    found["optional"] = {"output_signature": tf.OptionalSpec(one)}
    found["nothing"] = {"output_signature": ()}
    return found


def yielded(tf):
    """Values of all kinds."""
    plain = [
        1,
        1.5,
        True,
        "a",
        b"a",
        "12",
        None,
        [1],
        [1, 2],
        (1, 2),
        [1.5, 2],
        [],
        (),
        [[1, 2], [3, 4]],
        [[1], [2, 3]],
    ]
    plain += [2**40, 300, -1, 1j, 1e300, float("nan"), [1, "a"], ["a", "b"], [True, False], {"a": 1}, {"b": 1, "a": 2}]
    plain += [
        {"a": 1, "c": 2},
        Pair(1, 2),
        ([1, 2], 3),
        [[1, 2], 3],
        {1, 2},
        (1, (2, 3)),
        [1, [2, 3]],
        (1, [2, 3]),
        (1.5, 2.5),
    ]
    plain += [(1,), (1, 2, 3), 2**70]
    arrays = [np.int64(1), np.float64(1.5), np.array([1, 2]), np.array([1.5, 2.5]), np.bool_(True), np.zeros([0])]
    arrays += [np.array([[1, 2], [3, 4]]), np.uint8(3), np.array(["a", "b"]), np.array([b"a\x00", "b"], object)]
    tensors = [tf.constant(1), tf.constant(1.5), tf.constant([1, 2], tf.int64), tf.constant("a"), tf.Variable(1)]
    tensors += [(tf.constant(1), tf.constant(2)), [tf.constant(1), tf.constant(2)]]
    tensors += [tf.ragged.constant([[1], [2, 3]]), tf.sparse.from_dense([[1, 0], [0, 2]])]
    tensors += [(tf.ragged.constant([[1], [2, 3]]), 1.5), ([[1]], 1), tf.data.experimental.Optional.from_value(1)]
    return [*plain, *arrays, *tensors]


def plain(element):
    """Values with dtypes and shapes."""
    if isinstance(element, dict):
        return {key: plain(part) for key, part in element.items()}
    if isinstance(element, tuple):
        return type(element).__name__, [plain(part) for part in element]
    if hasattr(element, "dense_shape") or hasattr(element, "row_splits"):
        return repr(element._type_spec), [part.numpy().tolist() for part in _parts(element)]
    if hasattr(element, "get_value"):
        return plain(element.get_value())
    return element.dtype.name, element.shape.as_list(), repr(element.numpy().tolist())


def _parts(element):
    if hasattr(element, "dense_shape"):
        return element.indices, element.values, element.dense_shape
    return element.row_splits, element.values


@pytest.mark.filterwarnings("ignore")
def test_yielded_beside_declared(tensorflow, gw):
    def elements(tf, value, arguments):
        return [plain(element) for element in tf.data.Dataset.from_generator(lambda: [value], **arguments)]

    wrong, ways, values = [], (declared(tensorflow), declared(gw)), (yielded(tensorflow), yielded(gw))
    pairs = list(itertools.product(ways[0], range(len(values[0]))))
    for name, i in random.Random(5).sample(pairs, min(MOST, len(pairs))):
        want = outcome(lambda tf, name=name, i=i: elements(tf, values[0][i], ways[0][name]), tensorflow)
        got = outcome(lambda tf, name=name, i=i: elements(tf, values[1][i], ways[1][name]), gw)
        try:
            same_outcome(want, got)
        except AssertionError as error:
            wrong.append(f"{name} <- {i} {values[1][i]!r}: {str(error)[:300]}")
    assert not wrong, f"{len(wrong)} differ:\n" + "\n".join(wrong[:20])


def structures(tf):
    """Structures of dtypes and of shapes."""
    one = tf.int32
    return [
        ((one, one), [[], []]),
        ((one, one), ([], [])),
        ((one, one), (None, [None])),
        ((one, one), [2]),
        ((one, one), tf.TensorShape([2])),
        ((one, one), ([],)),
        ((one, one), ({"a": []}, [])),
        (one, [2]),
        (one, (2,)),
        ((one, (one, one)), ([], ([], []))),
        ((one, (one, one)), ([], [])),
        ([one, one], [[], []]),
        ({"a": one}, {"a": []}),
        ({"a": one}, []),
        ((one,), ([],)),
    ]


@pytest.mark.parametrize("case", range(15))
def test_structures_of_types_and_shapes(case, tensorflow, gw):
    def elements(tf):
        types, shapes = structures(tf)[case]
        data = tf.data.Dataset.from_generator(lambda: [tf.nest.map_structure(lambda _: 1, types)], types, shapes)
        return text_of(data.element_spec), [plain(element) for element in data]

    same_outcome(outcome(elements, tensorflow), outcome(elements, gw))
