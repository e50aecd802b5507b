"""First and second derivatives of the rows of rules/samples/: which are None, and which are there.

GRAPHWRIGHT_GRADIENT_SAMPLES sets how many cases are tried ("all").
"""

import pytest

from rules.samples.table import SAMPLES
from support.compare import value_or_class
from support.selection import selected

# Rows without a second derivative to compare, or whose functions wait for others.
LEFT_OUT = ("Accumul", "accumul", "Stage", "Queue", "Barrier", "Map", "Dataset", "Iterator", "SparseTensors", "data.")
DIFFERENT = {
    "first raw_ops.CTCLoss": "the gradient that it gives has zeros as its own in TensorFlow, LookupError here",
    "first raw_ops.TensorListConcatLists": "None in TensorFlow, LookupError here",
    "first raw_ops.TensorListPushBackBatch": "the same",
    "first sparse.concat": "a gradient here only",
    "second nn.ctc_loss": "NaN in TensorFlow",
    "second py_function": "a gradient here only",
    "second raw_ops.CTCLoss": "as the first",
    "second raw_ops.TensorListConcatLists": "as the first",
    "second raw_ops.TensorListPushBackBatch": "as the first",
    "second sparse.concat": "as the first",
}


def cases():
    for sample in SAMPLES:
        if sample.stateful or any(word in sample.name for word in LEFT_OUT):
            continue
        for case in list(sample.main_cases())[:3]:
            if case.differentiable_arguments() and not case.dtype.startswith("complex"):
                yield case


CASES = list(cases())


def named(case):
    """Keyword arguments may be functions, whose texts differ from process to process."""
    return f"{case.sample.name}-{case.number}"


def parts_of(tf, result):
    """The floats that a function gives."""
    leaves = tf.nest.flatten(result, expand_composites=True)
    return [leaf for leaf in leaves if tf.is_tensor(leaf) and leaf.dtype.is_floating]


def is_there(gradients):
    return [gradient is not None for gradient in gradients]


def derivatives(tf, case):
    """For each result which first derivatives are there, and for each of these which second ones."""
    tensors = case.tensors(tf)
    sources = [tensors[place] for place in case.differentiable_arguments()]
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(sources)
        with tf.GradientTape(persistent=True) as inner:
            inner.watch(sources)
            results = parts_of(tf, case.call(tf, *tensors))
        firsts = [value_or_class(lambda y=y: inner.gradient(y, sources)) for y in results]
    first = [found if isinstance(found, str) else is_there(found) for found in firsts]
    second = [
        value_or_class(lambda g=g: is_there(outer.gradient(tf.convert_to_tensor(g), sources)))
        for found in firsts
        if not isinstance(found, str)
        for g in found
        if g is not None
    ]
    return {"first": first, "second": second}


def differing(ours, theirs):
    """Orders whose derivatives are not there in the same way; where TensorFlow raises there is nothing to compare."""
    for order in ("first", "second"):
        if any(b != a for a, b in zip(theirs[order], ours[order], strict=False) if not isinstance(a, str)):
            yield order


@pytest.mark.parametrize("case", selected(CASES, "GRAPHWRIGHT_GRADIENT_SAMPLES", 400, 1), ids=named)
def test_derivatives_that_are_there(case, tensorflow, gw):
    theirs = value_or_class(lambda: derivatives(tensorflow, case))
    if isinstance(theirs, str):
        pytest.skip("TensorFlow refuses it")
    ours = derivatives(gw, case)
    wrong = [order for order in differing(ours, theirs) if f"{order} {case.sample.name}" not in DIFFERENT]
    assert not wrong, (theirs, ours)
