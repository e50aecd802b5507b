"""Every registered op has TensorFlow's name, arguments, attributes and defaults, so that GraphDefs travel both ways."""

import inspect

import pytest

import graphwright
from graphwright import _core

# Ops that TensorFlow does not have; a GraphDef with one of them cannot be read there.
OURS_ONLY: dict[str, str] = {
    "_FusedElementwise": "made by a pass on the way to a program, and never written to a file",
    "_FusedAssign": "made by a pass on the way to a program, and never written to a file",
    "_AddToSlice": "made by a pass on the way to a program, and never written to a file",
    "_BiasedConv2D": "made by a pass on the way to a program, and never written to a file",
    "_BiasedMatMul": "made by a pass on the way to a program, and never written to a file",
    "_NormalizeRows": "made by a pass on the way to a program, and never written to a file",
    "_AddMatMul": "made by a pass on the way to a program, and never written to a file",
    "_Gelu": "what TensorFlow composes of several ops, for eager calls only",
    "_Moments": "what TensorFlow composes of several ops, for eager calls only",
    "_ScaleShift": "what TensorFlow composes of several ops, for eager calls only",
    "_SortRows": "what TensorFlow composes of several ops, for eager calls only",
    "_DenseCTCLoss": "what tf.nn.ctc_loss computes for dense labels, which TensorFlow makes of a loop of ops",
}

# They wait for calls of other threads: two of them are not one, and there is nothing to know of them beforehand.
WAITING = ("Batch", "BatchFunction", "Unbatch", "UnbatchGrad")


def arguments(defs):
    """Name, dtype number and the attributes that give type, count and list of types."""
    return [(a["name"], a["type"], a["type_attr"], a["number_attr"], a["type_list_attr"]) for a in defs]


def their_arguments(defs):
    """The same, where a handle is a resource that TensorFlow has as a reference of a string."""
    kind = int(graphwright.resource)
    return [(a.name, kind if a.is_ref else int(a.type), a.type_attr, a.number_attr, a.type_list_attr) for a in defs]


def plain(value):
    """A default value of ours as plain Python: types as numbers, shapes as tuples, bytes as text."""
    if isinstance(value, graphwright.DType):
        return int(value)
    if isinstance(value, graphwright.TensorShape):
        return None if value.rank is None else tuple(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, bytes):
        return value.decode()
    return value.numpy().tolist() if isinstance(value, graphwright.Tensor) else value


def their_default(value, kind):
    """An AttrValue as plain Python."""
    if kind.startswith("list("):
        inner = {"string": "s", "int": "i", "float": "f", "bool": "b", "type": "type", "shape": "shape"}[kind[5:-1]]
        return [their_item(item, kind[5:-1]) for item in getattr(value.list, inner)]
    if kind == "tensor":
        import tensorflow

        return tensorflow.make_ndarray(value.tensor).tolist()
    inner = {"string": "s", "int": "i", "float": "f", "bool": "b", "type": "type", "shape": "shape", "func": "func"}
    return their_item(getattr(value, inner[kind]), kind) if kind in inner else None


def their_item(item, kind):
    if kind == "string":
        return item.decode()
    if kind == "shape":
        return None if item.unknown_rank else tuple(None if d.size == -1 else d.size for d in item.dim)
    return int(item) if kind == "type" else item


@pytest.mark.parametrize("name", _core.registered_ops())
def test_op_def(name, tensorflow):
    from tensorflow.python.framework import op_def_registry

    theirs = op_def_registry.get(name)
    if theirs is None:
        assert name in OURS_ONLY, f"TensorFlow has no op {name}"
        return
    ours = _core.op_def(name)
    assert arguments(ours["inputs"]) == their_arguments(theirs.input_arg)
    assert arguments(ours["outputs"]) == their_arguments(theirs.output_arg)
    mine = {attr["name"]: attr for attr in ours["attrs"]}
    assert set(mine) == {attr.name for attr in theirs.attr}
    for attr in theirs.attr:
        got = mine[attr.name]
        assert got["type"] == attr.type, attr.name
        assert got["has_default"] == attr.HasField("default_value"), attr.name
        if got["has_default"]:
            want = their_default(attr.default_value, attr.type)
            assert (
                plain(got["default"]) == pytest.approx(want) if attr.type == "float" else plain(got["default"]) == want
            )
        allowed = {int(number) for number in attr.allowed_values.list.type}
        if allowed:
            extra = {int(dtype) for dtype in got["allowed_types"]} - allowed
            assert not extra, f"{attr.name}: TensorFlow does not allow {[graphwright.as_dtype(n) for n in extra]}"
            assert got["allowed_types"], f"{attr.name}: TensorFlow allows some types only"
        strings = [text.decode() for text in attr.allowed_values.list.s]
        assert sorted(got["allowed_strings"]) == sorted(strings), attr.name
        assert got["minimum"] == (attr.minimum if attr.has_minimum else None), attr.name
    refers = any(a.is_ref for a in theirs.input_arg)  # what changes behind a reference, TensorFlow does not call state
    assert ours["is_stateful"] == (theirs.is_stateful or name in WAITING or refers)
    assert ours["doc"].strip()


@pytest.mark.parametrize("name", _core.registered_ops())
def test_raw_op_takes_what_tensorflows_takes(name, tensorflow):
    """`tf.raw_ops.X` takes TensorFlow's arguments by keyword only, those without a default being required."""
    theirs = getattr(tensorflow.raw_ops, name, None)
    if theirs is None:
        assert name in OURS_ONLY or name[0] == "_", f"TensorFlow has no tf.raw_ops.{name}"
        return
    parameters = inspect.signature(theirs).parameters.values()
    ours = getattr(graphwright.raw_ops, name)
    required = [p.name for p in parameters if p.default is p.empty]
    optional = [p.name for p in parameters if p.default is not p.empty]
    assert inspect.signature(ours).parameters.keys() == {*required, *optional}
    assert {p.name for p in inspect.signature(ours).parameters.values() if p.default is p.empty} == set(required)
    with pytest.raises(TypeError):
        ours(*required, 1)
    if required:
        with pytest.raises(TypeError, match=required[0]):
            ours()
    with pytest.raises(TypeError, match="no_such_argument"):
        ours(**dict.fromkeys(required), no_such_argument=1)
