"""tf.cond, tf.case, tf.switch_case and tf.while_loop do what TensorFlow's do: arguments, structures, errors."""

import collections
import itertools

import numpy as np
import pytest

from support.one_line_cases import check

# ruff: noqa: E501, E731, E701, E702, F841, B023 - tables of cases, a line each


Pair = collections.namedtuple("Pair", "first second")
KINDS = {"tuple": tuple, "list": list, "pair": Pair._make}


def cases(tf):
    """A function without arguments for each name; those with "eager" in a pair are not run inside functions."""
    found = {}
    x = tf.constant([1.0, 2.0])
    v = tf.Variable([3.0, 4.0])
    c = tf.constant
    x = c([1.0, 2.0])
    one = c(1)
    found["cond"] = lambda: tf.cond(c(True), lambda: c(1), lambda: c(2))
    found["cond_pybool"] = lambda: tf.cond(True, lambda: 1, lambda: 2)
    found["cond_none_false"] = lambda: tf.cond(c(True), lambda: c(1))
    found["cond_name"] = lambda: tf.cond(c(True), true_fn=lambda: {"a": c(1)}, false_fn=lambda: {"a": c(2)}, name="foo")
    found["cond_struct_mismatch"] = lambda: tf.cond(c(True), lambda: {"a": c(1)}, lambda: [c(2)])
    found["cond_dtype_mismatch"] = lambda: tf.cond(c(True), lambda: c(1), lambda: c(2.0))
    found["cond_count_mismatch"] = lambda: tf.cond(c(True), lambda: (c(1), c(2)), lambda: (c(2.0),))
    assigns = lambda w: lambda i, y: (w.assign_add([10.0, 0.0]), (i + 1, y + 0.0))[1]
    found["while_variable"] = lambda: (lambda w: tf.while_loop(lambda i, y: i < 2, assigns(w), [0, w]))(
        tf.Variable([1.0, 2.0])
    )
    found["while_variable_inside"] = (
        (lambda: tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, {"a": y["a"] + 1}), [0, {"a": v}])),
        "eager",
    )
    found["while_no_step_variable"] = (
        (
            lambda: (lambda w: (tf.while_loop(lambda i, y: i < 0, assigns(w), [0, w]), w.assign([5.0, 6.0]))[0][1])(
                tf.Variable([1.0, 2.0])
            )
        ),
        "eager",
    )
    found["while_kinds"] = (
        (
            lambda: tf.while_loop(
                lambda i, *y: i < 2, lambda i, *y: (i + 1, *y), [0, 1.0, "s", np.ones(2), tf.TensorShape([2]), [1, 2.0]]
            )
        ),
        "eager",
    )
    found["while_none"] = (lambda: tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, None), [0, None])), "eager"
    for size in (1, 2):
        for spec in ([size], [None], None):
            signature = [tf.TensorSpec(spec, tf.bool)]
            p = tf.fill([size], True)

            def loop(q):
                following = lambda i, r: (i + 1, tf.logical_and(r, i < 3))
                return tf.while_loop(lambda i, r: r, following, (0, q))[0]

            branch = tf.function(loop, input_signature=signature)
            if spec != [2]:
                found[f"while_pred_of_{size}_{spec}"] = (lambda f=branch, p=p: f(p)), "eager"
            branch = tf.function(lambda q: tf.cond(q, lambda: 1, lambda: 2), input_signature=signature)
            found[f"cond_pred_of_{size}_{spec}"] = (lambda f=branch, p=p: f(p)), "eager"
    for name, loop in {
        "while": lambda e: tf.while_loop(lambda i, y: i < 2, lambda i, y: (i + 1, y * e * x), (0, e), back_prop=False)[
            1
        ],
        "while_v1": lambda e: tf.compat.v1.while_loop(
            lambda y: y[0] < 8.0, lambda y: y * y, [e + 2.0], back_prop=False
        ),
        "map_fn": lambda e: tf.map_fn(lambda a: a * x[0], e, back_prop=False),
        "map_fn_v1": lambda e: tf.compat.v1.map_fn(lambda a: a * x[0], e, back_prop=False),
        "scan": lambda e: tf.scan(lambda a, b: a * b * x[1], e, back_prop=False),
        "foldl": lambda e: tf.foldl(lambda a, b: a * b * x[1], e, back_prop=False),
        "foldr": lambda e: tf.compat.v1.foldr(lambda a, b: a * b * x[1], e, back_prop=False),
    }.items():

        def without_gradient(e, loop=loop):
            with tf.GradientTape(persistent=True) as tape:
                tape.watch([e, x])
                y = loop(e)
            return y, [g is None for g in tape.gradient(y, [e, x])]

        traced = tf.function(without_gradient)
        found[f"no_back_prop_{name}"] = (lambda f=traced: f(c([0.5, 2.0]))), "eager"
    found["cond_none_branches"] = lambda: tf.cond(c(True), lambda: None, lambda: None)
    found["cond_one_none"] = lambda: tf.cond(c(True), lambda: None, lambda: c(1))
    branches = {
        "none_second": (1, None), "none_inside": ((1, None), (1, 2)),
        "number_of_leaves": (1, (1, 2)), "list_or_not": (1, [1]), "keys": ({"a": 1}, {"b": 2}), "text": (1, "a"),
    }  # fmt: skip
    for name, (a, b) in branches.items():
        found[f"cond_{name}"] = lambda a=a, b=b: tf.function(lambda p: tf.cond(p, lambda: a, lambda: b))(c(True))
        found[f"switch_{name}"] = lambda a=a, b=b: tf.function(lambda i: tf.switch_case(i, [lambda: a, lambda: b]))(one)
    found["cond_not_callable"] = lambda: tf.cond(c(True), 1, lambda: 2)
    found["cond_false_not_callable"] = lambda: tf.cond(c(True), lambda: 1, 2)
    found["cond_float_pred"] = lambda: tf.cond(c(1.0), lambda: c(1), lambda: c(2))
    found["cond_int_pred"] = lambda: tf.cond(c(0), lambda: c(1), lambda: c(2))
    found["cond_str_pred"] = lambda: tf.cond(c("a"), lambda: c(1), lambda: c(2))
    found["cond_none_pred"] = lambda: tf.cond(None, lambda: c(1), lambda: c(2))
    for name, pred in {
        "vector": x, "bools": x > 0.0, "empty": x[:0], "one": x[:1], "list": [1, 2], "empty_list": [], "dict": {}, "text": ""
    }.items():  # fmt: skip
        found[f"cond_{name}_pred"] = lambda pred=pred: tf.cond(pred, lambda: c(1), lambda: c(2))
    found["switch_case_vector"] = lambda: tf.switch_case(c([1, 0]), [lambda: c(1), lambda: c(2)])
    found["cond_namedtuple"] = lambda: tf.cond(c(True), lambda: [c(1), (c(2),)], lambda: [c(3), (c(4),)])
    found["cond_empty"] = lambda: tf.cond(c(True), lambda: [], lambda: [])
    found["cond_slices"] = lambda: tf.cond(
        c(True), lambda: tf.IndexedSlices(c([1.0]), c([0])), lambda: tf.IndexedSlices(c([2.0]), c([0]))
    )
    long = lambda d=None: tf.IndexedSlices(x, c([0, 1], tf.int64), d)
    short = lambda d=None: tf.IndexedSlices(x[:1], c([2]), d)
    found["cond_slices_of_two_index_types"] = lambda: tf.function(lambda p: tf.cond(p, long, short))(c(False))
    found["cond_slices_in_a_dict"] = lambda: tf.function(
        lambda p: tf.cond(p, lambda: {"a": short(c([4])), "b": p}, lambda: {"a": long(c([5])), "b": p})
    )(c(True))
    found["cond_slices_with_extents_or_not"] = lambda: tf.function(lambda p: tf.cond(p, lambda: short(c([4])), long))(
        c(True)
    )
    found["switch_slices_of_two_index_types"] = lambda: tf.function(lambda i: tf.switch_case(i, [short, long, short]))(
        one * 2
    )
    found["cond_shapes"] = lambda: tf.cond(c(True), lambda: tf.zeros([2]), lambda: tf.zeros([3]))
    found["case"] = lambda: tf.case([(c(False), lambda: c(1)), (c(True), lambda: c(2))], default=lambda: c(3))
    found["case_none"] = lambda: tf.case([(c(False), lambda: c(1)), (c(False), lambda: c(2))])
    found["case_default"] = lambda: tf.case([(c(False), lambda: c(1))], default=lambda: c(3))
    found["case_exclusive"] = lambda: tf.case([(c(True), lambda: c(1)), (c(True), lambda: c(2))], exclusive=True)
    found["case_exclusive_ok"] = lambda: tf.case(
        [(c(True), lambda: c(1)), (c(False), lambda: c(2))], exclusive=True, name="n"
    )
    found["case_strict"] = lambda: tf.case(
        [(c(True), lambda: [c(1)]), (c(True), lambda: [c(2)])], default=lambda: [c(5)], strict=True
    )
    found["case_nonstrict"] = lambda: tf.case(
        [(c(True), lambda: [c(1)]), (c(True), lambda: [c(2)])], default=lambda: [c(5)]
    )
    found["case_empty"] = lambda: tf.case([], default=lambda: c(3))
    found["case_not_list"] = lambda: tf.case(3, default=lambda: c(3))
    found["case_dict"] = lambda: tf.case({c(True): lambda: c(3)}, default=lambda: c(3))
    found["case_bad_pair"] = lambda: tf.case([(c(True), 3)], default=lambda: c(3))
    found["case_bad_pair2"] = lambda: tf.case([c(True)], default=lambda: c(3))
    found["case_bad_default"] = lambda: tf.case([(c(True), lambda: c(3))], default=5)
    found["case_float_pred"] = lambda: tf.case([(c(1.0), lambda: c(3))], default=lambda: c(1))
    found["case_tuple"] = lambda: tf.case(((c(True), lambda: c(3)),))
    found["case_pybool"] = lambda: tf.case([(True, lambda: c(3))])
    found["switch"] = lambda: tf.switch_case(c(1), [lambda: c(1), lambda: c(2)])
    found["switch_oob"] = lambda: tf.switch_case(c(7), [lambda: c(1), lambda: c(2)])
    found["switch_neg"] = lambda: tf.switch_case(c(-1), [lambda: c(1), lambda: c(2)], default=lambda: c(9))
    found["switch_default"] = lambda: tf.switch_case(c(2), [lambda: c(1), lambda: c(2)], default=lambda: c(9))
    found["switch_dict"] = lambda: tf.switch_case(c(1), {1: lambda: c(1), 0: lambda: c(2)})
    found["switch_pairs"] = lambda: tf.switch_case(c(1), [(1, lambda: c(1)), (0, lambda: c(2))], default=lambda: c(7))
    found["switch_dict_gap"] = lambda: tf.switch_case(c(1), {1: lambda: c(1), 3: lambda: c(2)})
    found["switch_py"] = lambda: tf.switch_case(1, [lambda: c(1), lambda: c(2)], name="x")
    found["switch_int64"] = lambda: tf.switch_case(c(1, tf.int64), [lambda: c(1), lambda: c(2)])
    found["switch_float"] = lambda: tf.switch_case(c(1.0), [lambda: c(1), lambda: c(2)])
    found["switch_not_callable"] = lambda: tf.switch_case(c(1), [lambda: c(1), 2])
    found["switch_empty"] = lambda: tf.switch_case(c(1), [])
    found["switch_not_list"] = lambda: tf.switch_case(c(1), 5)
    found["switch_dup"] = lambda: tf.switch_case(c(1), [(1, lambda: c(1)), (1, lambda: c(2))])
    found["switch_str_key"] = lambda: tf.switch_case(c(1), {"a": lambda: c(1)})
    W = tf.while_loop
    for (a, one_kind), (b, other) in itertools.product(KINDS.items(), KINDS.items()):
        found[f"while_{a}_gives_{b}"] = lambda one_kind=one_kind, other=other: tf.while_loop(
            lambda i, x: i < 3, lambda i, x: other((i + 1, x * 2.0)), one_kind((c(0), c(1.0)))
        )
        found[f"while_inner_{a}_gives_{b}"] = lambda one_kind=one_kind, other=other: tf.while_loop(
            lambda i, s: i < 3, lambda i, s: (i + 1, other((s[0] + 1, s[1]))), (c(0), one_kind((c(0), c(1.0))))
        )
    found["while"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)])
    found["while_single"] = lambda: W(lambda i: i < 10, lambda i: i + 1, [c(0)])
    found["while_single_list"] = lambda: W(lambda i: i < 10, lambda i: [i + 1], (c(0),))
    found["while_tensor_var"] = lambda: W(lambda i: i < 10, lambda i: i + 1, c(0))
    found["while_nest"] = lambda: W(lambda i, p: i < 10, lambda i, p: (i + 1, {"a": p["a"] * 2}), (c(0), {"a": c(1)}))
    found["while_py"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [0])
    kept = tf.Variable(c(3.0))
    found["while_variable"] = lambda: W(lambda i, v: i < 2, lambda i, v: (i + 1, v), (c(0), kept))
    found["while_variables"] = lambda: W(lambda i, d: i < 2, lambda i, d: (i + 1, d), (c(0), {"a": [kept]}))
    found["while_max"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)], maximum_iterations=3)
    found["while_max0"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)], maximum_iterations=0)
    found["while_max_tensor"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)], maximum_iterations=c(3))
    found["while_max_vec"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)], maximum_iterations=c([3]))
    found["while_max_neg"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)], maximum_iterations=-1)
    found["while_empty"] = lambda: W(lambda: False, lambda: (), [])
    found["while_cond_nc"] = lambda: W(1, lambda i: (i + 1,), [c(0)])
    found["while_body_nc"] = lambda: W(lambda i: i < 10, 1, [c(0)])
    found["while_par0"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)], parallel_iterations=0)
    found["while_par5"] = lambda: W(
        lambda i: i < 10,
        lambda i: (i + 1,),
        [c(0)],
        parallel_iterations=5,
        swap_memory=True,
        back_prop=True,
        name="foo",
    )
    found["while_nobp"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [c(0)], back_prop=False)
    found["while_shape_inc"] = lambda: W(lambda i: tf.size(i) < 10, lambda i: (tf.concat([i, i], 0),), [c([0])])
    found["while_shape_inv"] = lambda: W(
        lambda i: tf.size(i) < 10,
        lambda i: (tf.concat([i, i], 0),),
        [c([0])],
        shape_invariants=[tf.TensorShape([None])],
    )
    found["while_shape_inv_bad"] = lambda: W(
        lambda i: tf.size(i) < 10, lambda i: (tf.concat([i, i], 0),), [c([0])], shape_invariants=[tf.TensorShape([2])]
    )
    found["while_shape_inv_struct"] = lambda: W(
        lambda i: tf.size(i) < 10,
        lambda i: (tf.concat([i, i], 0),),
        [c([0])],
        shape_invariants=[tf.TensorShape([None]), tf.TensorShape([])],
    )
    found["while_spec_inv"] = lambda: W(
        lambda i: tf.size(i) < 10,
        lambda i: (tf.concat([i, i], 0),),
        [c([0])],
        shape_invariants=[tf.TensorSpec([None], tf.int32)],
    )
    found["while_list_inv"] = lambda: W(
        lambda i: tf.size(i) < 10, lambda i: (tf.concat([i, i], 0),), [c([0])], shape_invariants=[[None]]
    )
    found["while_dtype"] = lambda: W(lambda i: i < 10, lambda i: (tf.cast(i, tf.float32) + 1,), [c(0)])
    found["while_struct"] = lambda: W(lambda i: i < 10, lambda i: (i + 1, i), [c(0)])
    found["while_struct2"] = lambda: W(lambda i, j: i < 10, lambda i, j: [i + 1, (j,)], [c(0), c(1)])
    found["while_none"] = lambda: W(lambda i: i < 10, lambda i: None, [c(0)])
    found["while_cond_vec2"] = lambda: W(lambda i: tf.stack([i < 10, i < 10]), lambda i: (i + 1,), [c(0)])
    found["while_cond_int"] = lambda: W(lambda i: 10 - i, lambda i: (i + 1,), [c(0)])
    found["while_cond_py"] = lambda: W(lambda i: False, lambda i: (i + 1,), [c(0)])
    found["while_var"] = lambda: (
        W(lambda i: i < 10, lambda i: (i + 1,), [tf.Variable(0)]) if tf.executing_eagerly() else c(0)
    )
    found["while_slices"] = lambda: W(
        lambda i, s: i < 2,
        lambda i, s: (i + 1, tf.IndexedSlices(s.values * 2, s.indices)),
        [c(0), tf.IndexedSlices(x, c([0, 1]))],
    )
    found["while_np"] = lambda: W(lambda i: i < 10, lambda i: (i + 1,), [np.int32(0)])
    for kind, value in {"int": 1, "bool": True, "float": 1.0, "array": np.array(1.0), "long": np.int64(1)}.items():
        for start in (0.0, 0):
            loop = lambda n, value=value, start=start: W(lambda i, y: i < n, lambda i, y: (i + 1, value), (0, start))
            traced = tf.function(loop, autograph=False)
            found[f"while_gives_{kind}_for_{start!r}"] = (lambda traced=traced: traced(one)), "eager"
    found["while_none_var"] = lambda: W(lambda i, j: i < 10, lambda i, j: (i + 1, None), [c(0), None])
    return found


# What differs on purpose, and why.
DIFFERENT = {
    "cond_count_mismatch in function": "ValueError where TensorFlow has an AssertionError",
    "cond_one_none in function": "TypeError, as for other structures that differ",
    "cond_float_pred in function": "a number is a condition inside functions, too",
    "cond_int_pred in function": "a number is a condition inside functions, too",
    "cond_str_pred in function": "a string is a condition inside functions, too",
    "cond_one_pred in function": "a single number is a condition inside functions, too",
    "cond_text_pred in function": "a string is a condition inside functions, too",
    "cond_dict_pred in function": "ValueError, as eagerly",
    "case_exclusive": "checked, as it is documented",
    "case_empty": "the default is called",
    "case_bad_pair": "TypeError where TensorFlow stumbles over the name of a tensor",
    "case_float_pred eagerly": "TypeError where TensorFlow stumbles over the name of a tensor",
    "switch_int64 in function": "taken, as eagerly",
    "while_single eagerly": "taken, as inside functions",
    **{f"while_inner_{a}_gives_{b} eagerly": "taken, as in functions" for a, b in itertools.permutations(KINDS, 2)},
    "while_max eagerly": "a tuple may stand for a list",
    "while_max_tensor eagerly": "a tuple may stand for a list",
    "while_max_vec in function": "found while it is traced",
    "while_empty in function": "refused, as eagerly",
    "while_none in function": "ValueError where TensorFlow has an AssertionError",
    "while_cond_vec2 in function": "found while it is traced",
    "while_cond_int in function": "taken, as eagerly",
    "while_none_var eagerly": "None stays None",
    "while_tensor_var in function": "another TypeError",
}


@pytest.mark.parametrize("name", list(cases(__import__("graphwright"))))
def test_cases(name, tensorflow, gw):
    check(cases, name, tensorflow, gw, DIFFERENT)
