"""tf.experimental.StructuredTensor, beside TensorFlow."""

# ruff: noqa: E501 - a table of cases, a line each

import pytest

from support.twice import Cases, assert_same

case = Cases()


def plain(tf, value):
    """A structured tensor as its shape, partitions and fields, all of them tensors and text."""
    if isinstance(value, tf.experimental.StructuredTensor):
        fields = {name: plain(tf, value.field_value(name)) for name in sorted(value.field_names())}
        splits = [partition.row_splits() for partition in value.row_partitions]
        return str(value.shape), value.rank, value.nrows() if value.rank else "none", fields, splits
    if isinstance(value, (list, tuple)):
        return [plain(tf, item) for item in value]
    return value


def records(tf):
    Structured = tf.experimental.StructuredTensor
    flat = Structured.from_pyval(
        [
            {"a": 1, "b": [1, 2], "d": {"e": 1.5}},
            {"a": 2, "b": [3], "d": {"e": 2.5}},
            {"a": 4, "b": [], "d": {"e": 0.5}},
        ]
    )
    rows = Structured.from_pyval([[{"a": 1}], [{"a": 2}, {"a": 3}]])
    inner = Structured.from_pyval([{"doc": [{"t": [1, 2]}, {"t": [3]}]}, {"doc": [{"t": []}]}])
    return {"tf": tf, "S": Structured, "flat": flat, "rows": rows, "inner": inner, "R": tf.experimental.RowPartition}


VALUES = """
S.from_pyval({"a": 1, "b": [1, 2]})
[flat, rows, inner]
[S.from_pyval([]), S.from_pyval([1, 2]), S.from_pyval({}), S.from_pyval([[1], []])]
S.from_pyval([{"a": [{"c": 1.5}]}, {"a": []}])
S.from_fields({"x": 1, "y": [1, 2, 3]})
[S.from_fields({"x": 1}, row_partitions=[]), S.from_fields({"x": [1, 2]}, shape=[2], row_partitions=[])]
S.from_fields({"x": [1, 2], "y": [[1, 2], [3, 4]]}, shape=[2])
S.from_fields({"x": [1, 2], "y": tf.ragged.constant([[1], [2, 3]])}, shape=[None], validate=True)
S.from_fields({"x": tf.ragged.constant([[1], [2, 3]])}, shape=[2, None])
S.from_fields({"x": [[1, 2], [3, 4]]}, shape=[2, 2])
[S.from_fields({}, shape=[3], nrows=3), S.from_fields({}, shape=[3]), S.from_fields({}, shape=[2, 3])]
[S.from_fields_and_rank({"x": [1, 2]}, 1), S.from_fields_and_rank({"x": [[1, 2]]}, 2)]
S.from_shape(tf.experimental.DynamicRaggedShape.from_lengths([2, (1, 2)]))
[flat.field_value("a"), flat.field_value(("d", "e")), flat.field_value("d"), flat.nrows(), sorted(flat.field_names())]
[flat[0], flat[0, "b"], flat[:, "a"], flat[1:], flat[:, "b", 0:1], flat[-1, "a"], flat[:, "d"], flat[::2]]
[flat[tf.constant(1), "a"], rows[1, 0], rows[1], rows[:, 0:1], rows[1, :, "a"], rows[:, :, "a"], flat[1, "d", "e"]]
[S.from_pyval({"a": [1, 2]})["a", 0], S.from_pyval({"a": 1})["a"]]
[flat.to_pyval() == [{"a": 1, "b": [1, 2], "d": {"e": 1.5}}, {"a": 2, "b": [3], "d": {"e": 2.5}}, {"a": 4, "b": [], "d": {"e": 0.5}}], inner.to_pyval() == [{"doc": [{"t": [1, 2]}, {"t": [3]}]}, {"doc": [{"t": []}]}]]
[flat.with_updates({"a": [7, 8, 9]}), flat.with_updates({"a": None}), flat.with_updates({("d", "f"): [1., 2., 3.]})]
[flat.with_updates({"a": lambda x: x + 1, "q": [1, 2, 3]}, validate=True)]
[rows.merge_dims(0, 1), rows.merge_dims(-2, -1), inner.field_value("doc").merge_dims(0, 1)]
flat.partition_outer_dimension(R.from_row_splits([0, 1, 3]))
[inner.promote(("doc", "t"), "all"), inner.field_value(("doc", "t"))]
S.from_pyval([{"doc": [{"t": 1}, {"t": 2}]}, {"doc": [{"t": 3}]}]).promote(("doc", "t"), "ts")
[rows.with_shape_dtype(tf.int32), str(rows.with_shape_dtype(tf.int32).row_partitions[0].dtype)]
[repr(flat), str(rows), repr(S.from_pyval({"a": 1}))]
[str(flat._type_spec.shape), flat._type_spec.rank, str(rows._type_spec.shape)]
[tf.function(lambda s: s.field_value("a") + 1)(flat), tf.function(lambda s: s.with_updates({"a": s.field_value("a") + 1}))(flat)]
[r for r in tf.data.Dataset.from_tensor_slices(flat)]
[b for b in tf.data.Dataset.from_tensor_slices(flat).batch(2)]
[r for r in tf.data.Dataset.from_tensor_slices(rows)]
[r.field_value("a") for r in tf.data.Dataset.from_tensors(flat).map(lambda s: s.with_updates({"a": s.field_value("a") * 2}))]
[tf.map_fn(lambda r: r.field_value("a") * 2, flat, fn_output_signature=tf.int32), flat == flat]
"""

# flat[5] is an IndexError or an InvalidArgumentError in TensorFlow, by whichever field its set of names gives first.
ERRORS = """
S.from_pyval([{"a": 1}, {"b": 2}])
S.from_fields({"x": [1, 2], "y": [1]}, shape=[None])
S.from_fields({"x": 1}, shape=[2])
S.from_fields({}, shape=[None])
S.from_fields({"x y": 1})
S.from_fields({1: 1})
S.from_fields([1])
S.from_fields({"x": 1}, shape=None)
S.from_fields_and_rank({}, 1)
S({"a": 1}, None)
flat.field_value("z")
flat.field_value(5)
flat["a"]
flat[...]
flat[5, "a"]
flat[:, "b", 0]
S.from_pyval({"a": 1})[0]
flat.with_updates({"q": [1, 2]})
flat.with_updates({"z": None})
flat.with_updates({"z": lambda x: x})
flat.merge_dims(0, 1)
flat.partition_outer_dimension(5)
S.from_pyval({"a": 1}).partition_outer_dimension(R.from_row_splits([0, 1]))
inner.promote(("nope",), "t")
inner.promote(("doc", "no"), "t")
"""


@pytest.mark.parametrize("line", [*VALUES.strip().split("\n"), *ERRORS.strip().split("\n")])
def test_structured_tensors(line, tensorflow, gw):
    """Each line gives TensorFlow's values, dtypes and shapes, or raises an exception of TensorFlow's class."""
    assert_same(lambda tf: plain(tf, eval(line, records(tf))), tensorflow, gw)
