"""Every op that TensorFlow registers is here, or raises an error that names it."""

import pytest

import graphwright as gw
from graphwright import _core
from graphwright._src.ops import absent_ops, reference_ops

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


def test_all_of_tensorflow(tensorflow):
    theirs = {name for name in dir(tensorflow.raw_ops) if name[0] != "_"}
    ours = set(_core.registered_ops())
    absent = absent_ops.names()
    assert not theirs - ours - absent - reference_ops.names()
    assert not absent & (ours | reference_ops.names())
    assert not (absent | reference_ops.names()) - theirs


@pytest.mark.parametrize("name", sorted(absent_ops.names()))
def test_names_itself(name):
    function = getattr(gw.raw_ops, name)
    assert function.__name__ == name
    if name == "CheckPinned":  # what it is made of is tried in test_raw_ops.py
        return
    with pytest.raises(NotImplementedError, match=name):
        function()


@pytest.mark.parametrize("name", [*REMOVED, *WITHOUT_KERNEL])
def test_raises_what_tensorflow_raises(name, tensorflow):
    kwargs = {**REMOVED, **WITHOUT_KERNEL}[name]
    with pytest.raises((tensorflow.errors.OpError, RuntimeError)) as theirs:
        getattr(tensorflow.raw_ops, name)(**kwargs)
    expected = getattr(gw.errors, type(theirs.value).__name__, RuntimeError)
    with pytest.raises(expected):
        getattr(gw.raw_ops, name)(**kwargs)


def called_with_anything(tf, name, definition):
    """Calls an op of these arguments with values that need not fit, for it looks at none."""
    inputs = {arg.name: [1.0] if arg.number_attr or arg.type_list_attr else 1.0 for arg in definition.input_arg}
    inferred = {attr for arg in definition.input_arg for attr in (arg.type_attr, arg.number_attr, arg.type_list_attr)}
    values = {"type": tf.float32, "shape": [1], "int": 1, "list(type)": [tf.float32], "list(shape)": [[1]]}
    attrs = {
        attr.name: values.get(attr.type, "a")
        for attr in definition.attr
        if attr.name not in inferred and not attr.HasField("default_value")
    }
    return getattr(tf.raw_ops, name)(**inputs, **attrs)


def test_ops_with_references_do_not_run_eagerly(tensorflow):
    from tensorflow.python.framework import op_def_registry

    found = set()
    for name in dir(tensorflow.raw_ops):
        definition = op_def_registry.get(name)
        if definition is None or not any(arg.is_ref for arg in [*definition.input_arg, *definition.output_arg]):
            continue
        found.add(name)
        with pytest.raises(RuntimeError) as theirs:
            called_with_anything(tensorflow, name, definition)
        with pytest.raises(RuntimeError) as ours:
            called_with_anything(gw, name, definition)
        assert str(ours.value) == str(theirs.value)
    assert found == reference_ops.names()


@pytest.mark.parametrize("name", ["TensorArrayPack", "TextLineReader"])
def test_removed_from_graphs(name):
    with gw.Graph().as_default(), pytest.raises(NotImplementedError, match=f"Op {name} .* removed in version"):
        getattr(gw.raw_ops, name)()


@pytest.mark.parametrize("name", ["VariableV2", "Assign"])
def test_references_to_variables_are_for_imported_graphs(name):
    with gw.Graph().as_default(), pytest.raises(NotImplementedError, match=name):
        getattr(gw.raw_ops, name)()
