"""Ragged and sparse tensors, slices and structures of them come out of control flow, functions and data sets as they went in.

A pair of values, what carries them and how they come into the function make a case. What carries gets two values of one kind,
of which less may be known of the second one, and mostly gives that. GRAPHWRIGHT_COMPOSITES sets how many cases are tried
("all").
"""

import itertools

import numpy as np
import pytest

from support.selection import selected


def values(tf):
    """Pairs of values by name."""
    c, r, ragged = tf.constant, tf.ragged.constant, tf.RaggedTensor
    sparse = lambda rows: tf.sparse.from_dense(c(rows))  # noqa: E731
    rows = r([[1.0], [2.0], [3.0, 4.0], [5.0]])
    return {
        "dense": (c([[1.0, 2.0], [3.0, 4.0]]), c([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])),
        "ragged": (r([[1.0], [2.0, 3.0]]), r([[1.0], [2.0, 3.0], [4.0, 5.0, 6.0]])),
        "as many rows": (r([[1.0], [2.0, 3.0]]), r([[1.0, 2.0, 3.0], []])),
        "rows of other lengths": (
            ragged.from_tensor(c([[1.0], [2.0]])),
            ragged.from_tensor(c([[1.0, 2.0], [3.0, 4.0]])),
        ),
        "even, then uneven": (ragged.from_tensor(c([[1.0], [2.0]])), r([[1.0], [2.0, 3.0]])),
        "uneven, then even": (r([[1.0], [2.0, 3.0]]), ragged.from_tensor(c([[1.0], [2.0]]))),
        "uniform": (ragged.from_uniform_row_length(rows, 2), ragged.from_uniform_row_length(rows, 1)),
        "uniform inside": (
            r([[[1.0, 2.0]], [[3.0, 4.0], [5.0, 6.0]]], inner_shape=(2,)),
            r([[[1.0, 2.0], [1.0, 2.0]], []], inner_shape=(2,)),
        ),
        "two ragged axes": (r([[[1.0], [2.0, 3.0]], []]), r([[[1.0]], [[2.0, 3.0], [4.0]]])),
        "two even axes": (
            ragged.from_tensor(c([[[1.0], [2.0]], [[3.0], [4.0]]]), ragged_rank=2),
            r([[[1.0], [2.0, 3.0]], [[]]]),
        ),
        "splits of int32": (
            ragged.from_row_splits(c([1.0, 2.0]), c([0, 1, 2])),
            ragged.from_row_splits(c([1.0, 2.0, 3.0]), c([0, 0, 3])),
        ),
        "strings": (r([["a"], ["b", "c"]]), r([["d", "e"], []])),
        "sparse": (sparse([[1.0, 0.0], [0.0, 2.0]]), sparse([[1.0, 0.0, 0.0], [0.0, 2.0, 1.0]])),
        "sparse of one shape": (sparse([[1.0, 0.0], [0.0, 2.0]]), sparse([[0.0, 0.0], [3.0, 0.0]])),
        "sparse and empty": (sparse([[0.0, 0.0]]), sparse([[1.0, 2.0]])),
        "slices": (
            tf.IndexedSlices(c([[1.0, 2.0]]), c([1]), c([3, 2])),
            tf.IndexedSlices(c([[1.0, 2.0], [3.0, 4.0]]), c([0, 1]), c([3, 2])),
        ),
        "slices without a shape": (
            tf.IndexedSlices(c([[1.0, 2.0]]), c([1])),
            tf.IndexedSlices(c([[1.0, 2.0], [3.0, 4.0]]), c([0, 1])),
        ),
        "structure": (
            {"a": (r([[1.0], [2.0, 3.0]]), c([1.0, 2.0])), "b": sparse([[1.0, 0.0]])},
            {"a": (r([[1.0, 1.0], [2.0, 3.0]]), c([4.0, 2.0])), "b": sparse([[0.0, 2.0]])},
        ),
    }


def seen_of_ragged(tf, x):
    """What a ragged tensor is asked for, as tensors."""
    found = [x.to_tensor(), x.flat_values, x.row_lengths(), x.bounding_shape(), x.nrows(), x.row_splits]
    found += [tf.concat([x, x], 0).to_tensor(), x[:1].to_tensor(), x[:, :1].to_tensor(), tf.shape(x.to_tensor())]
    if x.dtype != tf.string:
        sums = tf.reduce_sum(x, 1)
        found += [sums.to_tensor() if isinstance(sums, tf.RaggedTensor) else sums, tf.reduce_sum(x), tf.reduce_max(x)]
        found += [(x * 2.0).to_tensor(), (x + x).to_tensor()]
    return found


def seen_of_sparse(tf, x):
    dense = tf.sparse.to_dense(x)
    found = [x.indices, x.values, x.dense_shape, dense, tf.shape(dense), tf.sparse.to_dense(tf.sparse.transpose(x))]
    return [*found, tf.sparse.to_dense(tf.sparse.add(x, x)), tf.sparse.reduce_sum(x), tf.sparse.reduce_sum(x, 0)]


def seen(tf, value):
    """What the leaves of a value are asked for."""
    found = []
    for x in tf.nest.flatten(value):
        if isinstance(x, tf.RaggedTensor):
            found += seen_of_ragged(tf, x)
        elif isinstance(x, tf.SparseTensor):
            found += seen_of_sparse(tf, x)
        elif isinstance(x, tf.IndexedSlices):
            found += [x.values, x.indices]
            found += [] if x.dense_shape is None else [x.dense_shape, tf.convert_to_tensor(x)]
        else:
            found += [tf.convert_to_tensor(x) * 1.0, tf.shape(x)]
    return found


def carriers(tf):
    """Functions of two values by name."""
    one = tf.constant(1)
    data = tf.data.Dataset
    given_back = tf.function(lambda x: x)
    of_any_shape = tf.function(lambda x: x, reduce_retracing=True)

    def for_loop(a, b):
        x = a
        for i in tf.range(3):
            if i == 1:
                x = b
        return x

    def for_loop_without_condition(a, b):
        x = a
        for _ in tf.range(one):
            x = b
        return x

    def left_for_loop(a, b):
        x = a
        for i in tf.range(5):
            if i == 2:
                break
            x = b
        return x

    def for_loop_over_data(a, b):
        x = a
        for i in data.range(3):
            if i == 1:
                x = b
        return x

    def for_loop_over_data_without_condition(a, b):
        x = a
        for _ in data.range(1):
            x = b
        return x

    def while_statement(a, b):
        x, i = a, tf.constant(0)
        while i < 2:
            x = b
            i += 1
        return x

    def if_statement(a, b):
        if one > 0:
            x = b
        else:
            x = a
        return x

    def else_statement(a, b):
        if one > 5:
            x = b
        else:
            x = a
        return x

    def early_return(a, b):
        if one > 0:
            return b
        return a

    def function_of_any_shape(a, b):
        of_any_shape(a)
        return of_any_shape(b)

    return {
        "for loop": for_loop,
        "for loop without condition": for_loop_without_condition,
        "left for loop": left_for_loop,
        "for loop over data": for_loop_over_data,
        "for loop over data without condition": for_loop_over_data_without_condition,
        "while statement": while_statement,
        "if": if_statement,
        "else": else_statement,
        "early return": early_return,
        "cond": lambda a, b: tf.cond(one > 0, lambda: b, lambda: a),
        "cond of the first": lambda a, b: tf.cond(one > 0, lambda: a, lambda: b),
        "cond in cond": lambda a, b: tf.cond(one > 0, lambda: tf.cond(one > 0, lambda: b, lambda: a), lambda: a),
        "case": lambda a, b: tf.switch_case(one, [lambda: a, lambda: b]),
        "while_loop": lambda a, b: tf.while_loop(lambda i, x: i < 2, lambda i, x: (i + 1, b), [0, a])[1],
        "cond in while_loop": lambda a, b: tf.while_loop(
            lambda i, x: i < 2, lambda i, x: (i + 1, tf.cond(i > 0, lambda: x, lambda: b)), [0, a]
        )[1],
        "identity": lambda a, b: tf.nest.map_structure(tf.identity, b, expand_composites=True),
        "stop_gradient": lambda a, b: tf.nest.map_structure(tf.stop_gradient, b, expand_composites=True),
        "function": lambda a, b: given_back(b),
        "function of any shape": function_of_any_shape,
        "element": lambda a, b: next(iter(data.from_tensors(b))),
        "map of data": lambda a, b: data.range(1).map(lambda i: b).get_single_element(),
        "joined data": lambda a, b: data.from_tensors(a).concatenate(data.from_tensors(b)).skip(1).get_single_element(),
        "batch of rows": lambda a, b: data.from_tensor_slices(b).batch(2).get_single_element(),
        "ragged batch of rows": lambda a, b: data.from_tensor_slices(b).ragged_batch(4).get_single_element(),
        "reduce": lambda a, b: data.range(2).reduce(a, lambda state, i: b),
        "scan": lambda a, b: data.range(2).scan(a, lambda state, i: (b, state)).skip(1).get_single_element(),
        "optional": lambda a, b: tf.experimental.Optional.from_value(b).get_value(),
        "map_fn": lambda a, b: tf.map_fn(lambda x: x, b),
        "recompute_grad": lambda a, b: tf.recompute_grad(lambda x: x)(b),
        "custom_gradient": lambda a, b: tf.custom_gradient(lambda x: (x, lambda *grads: grads))(b),
        "grad_pass_through": lambda a, b: tf.grad_pass_through(lambda x: x)(b),
    }


def seen_or_error(tf, value, carrier, captured):
    """What is seen of what comes out, or the error."""
    a, b = values(tf)[value]
    carry = tf.autograph.to_graph(carriers(tf)[carrier]) if carrier in STATEMENTS else carriers(tf)[carrier]
    look = tf.autograph.experimental.do_not_convert(lambda x: seen(tf, x))
    try:
        if captured:
            return tf.function(lambda: look(carry(a, b)), autograph=False)()
        return tf.function(lambda a, b: look(carry(a, b)), autograph=False)(a, b)
    except Exception as error:
        return error


STATEMENTS = (
    "for loop", "for loop without condition", "left for loop", "for loop over data",
    "for loop over data without condition", "while statement", "if", "else", "early return",
)  # fmt: skip


def chosen():
    import graphwright as tf

    cases = list(itertools.product(values(tf), carriers(tf), ("captured", "given")))
    return selected(cases, "GRAPHWRIGHT_COMPOSITES", 40, 2)


@pytest.mark.parametrize(("value", "carrier", "how"), chosen())
def test_composites_are_carried(value, carrier, how, gw, tensorflow):
    theirs = seen_or_error(tensorflow, value, carrier, how == "captured")
    if isinstance(theirs, Exception):
        return  # it cannot carry all
    ours = seen_or_error(gw, value, carrier, how == "captured")
    if isinstance(ours, Exception):
        raise ours
    assert len(ours) == len(theirs)
    for got, want in zip(ours, theirs, strict=True):
        assert got.dtype.name == want.dtype.name
        np.testing.assert_array_equal(got.numpy(), want.numpy())
