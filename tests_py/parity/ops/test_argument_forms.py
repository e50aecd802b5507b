"""Public functions with arguments of every kind give TensorFlow's values, of its dtypes.

GRAPHWRIGHT_ARGUMENT_FORMS sets how many calls of each function are tried ("all").
"""

import itertools
import warnings

import numpy as np
import pytest

from parity.ops.argument_forms import ENDS_TRACING, FORMS, VALUES, functions, outcome, same_description, traced_outcome
from support.selection import selected


def calls_of(name, count):
    """Some of the kinds of values and forms of calls, others for each function."""
    every = list(itertools.product(VALUES, FORMS))
    return selected(every, "GRAPHWRIGHT_ARGUMENT_FORMS", count, name)


PARTS = 8


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("outcome", [outcome, traced_outcome])
def test_values(outcome, part, gw, tensorflow):
    ours, theirs = functions(gw), functions(tensorflow)
    # Each function by one of its names.
    theirs = {
        name: theirs[name] for name in {id(function): name for name, function in reversed(theirs.items())}.values()
    }
    theirs = dict(list(theirs.items())[part::PARTS])
    wrong, refused, agreed = [], [], 0
    count = 2 if outcome is traced_outcome else 4
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name, function in theirs.items():
            for value, form in calls_of(name, count):
                if outcome is traced_outcome and (name.rpartition(".")[2], form) in ENDS_TRACING:
                    continue
                kind, wanted = outcome(tensorflow, function, value, form)
                if kind == "error":
                    continue
                kind, got = outcome(gw, ours[name], value, form) if name in ours else ("error", "no such name")
                if kind == "error":
                    refused.append(f"{name}{form}, v: {value}: {got}, TensorFlow {wanted}")
                elif same_description(got, wanted):
                    agreed += 1
                else:
                    wrong.append(f"{name}{form}, v: {value}: {got}, TensorFlow {wanted}")
    print(f"{agreed} calls agree, {len(refused)} are refused here")
    assert not wrong, "\n".join([f"{len(wrong)} differ", *wrong[:300]])
    assert len(refused) <= 0.06 * agreed + 4, "\n".join([f"{len(refused)} of {agreed} are refused", *refused[:200]])


NONE_FOR_DEFAULTS = """
nn.lrn(image, depth_radius=None, bias=None, alpha=None, beta=None)
nn.moments(v, None)
nn.moments(v, None, keepdims=True)
nn.weighted_moments(v, None, v)
nn.approx_max_k(v, 1, None)
strings.to_number(["1"], None)
io.serialize_sparse(sparse.from_dense(v), None)
io.serialize_many_sparse(sparse.from_dense([[1.0]]), None)
histogram_fixed_width_bins(v, [0.0, 4.0], dtype=None)
random.stateless_uniform([2], [1, 2], alg=None)
random.stateless_binomial([2], [1, 2], 5.0, 0.5, None)
quantization.fake_quant_with_min_max_args(v, None, None)
quantization.fake_quant_with_min_max_args_gradient(v, v, None, None)
nn.softmax_cross_entropy_with_logits(v, v, None)
compat.v1.nn.max_pool_with_argmax(image, [1, 2, 1, 1], [1, 2, 1, 1], "SAME")
compat.v1.image.sample_distorted_bounding_box([4, 4, 3], [[[0.0, 0.0, 1.0, 1.0]]], seed=1).begin
ragged.constant([[1]], row_splits_dtype=None).row_splits
""".strip().splitlines()


def test_none_for_arguments_with_defaults(gw, tensorflow):
    """What becomes an attribute of an op may be None, which is the op's own default."""
    for call in NONE_FOR_DEFAULTS:
        found = []
        for tf in (tensorflow, gw):
            names = {"v": tf.constant([1.0, 3.0]), "image": tf.reshape(tf.range(8.0), [1, 2, 2, 2])}
            result = eval(f"tf.{call}".replace("(sparse.", "(tf.sparse."), {"tf": tf, **names})
            found.append(tf.nest.flatten(result))
        for wanted, got in zip(*found, strict=True):
            assert got.dtype.name == wanted.dtype.name, call
            if wanted.dtype.is_floating:
                np.testing.assert_allclose(got.numpy(), wanted.numpy(), rtol=1e-5, err_msg=call)
            else:
                assert got.numpy().tolist() == wanted.numpy().tolist(), call
