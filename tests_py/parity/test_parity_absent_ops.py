"""Every op that TensorFlow registers is here, or raises an error that names it."""

import pytest

import graphwright as gw
from graphwright import _core, absent_ops

# Called with these, TensorFlow says why it has not got them either.
REMOVED = {
    "BatchCholesky": {"input": [[[2.0]]]},
    "BatchMatrixDiag": {"diagonal": [1.0, 2.0]},
    "MatrixExponential": {"input": [[1.0]]},
    "PlaceholderV2": {"dtype": "float32", "shape": []},
    "SelfAdjointEig": {"input": [[1.0]]},
}
WITHOUT_KERNEL = {
    "BoostedTreesBucketize": {"float_values": [[1.0]], "bucket_boundaries": [[0.5]]},
    "TPUCompilationResult": {},
}
REFERENCES = {
    "Barrier": {"component_types": ["float32"]},
    "WholeFileReader": {},
    "FIFOQueue": {"component_types": ["float32"]},
}


def test_all_of_tensorflow(tensorflow):
    theirs = {name for name in dir(tensorflow.raw_ops) if name[0] != "_"}
    ours = set(_core.registered_ops())
    absent = absent_ops.names()
    assert not theirs - ours - absent
    assert not absent & ours
    assert not absent - theirs


@pytest.mark.parametrize("name", sorted(absent_ops.names()))
def test_names_itself(name):
    function = getattr(gw.raw_ops, name)
    assert function.__name__ == name
    with pytest.raises(NotImplementedError, match=name):
        function()


@pytest.mark.parametrize("name", [*REMOVED, *WITHOUT_KERNEL, *REFERENCES])
def test_raises_what_tensorflow_raises(name, tensorflow):
    kwargs = {**REMOVED, **WITHOUT_KERNEL, **REFERENCES}[name]
    with pytest.raises((tensorflow.errors.OpError, RuntimeError)) as theirs:
        getattr(tensorflow.raw_ops, name)(**kwargs)
    expected = getattr(gw.errors, type(theirs.value).__name__, RuntimeError)
    with pytest.raises(expected):
        getattr(gw.raw_ops, name)(**kwargs)
