"""Tensors of variants as bytes and in checkpoints: what one writes, the other reads."""

import pytest


def _push(tf):
    made = tf.raw_ops.EmptyTensorList(element_shape=tf.constant([2, -1]), max_num_elements=5, element_dtype=tf.float32)
    for value in ([[1.0, 2.0], [3.0, 4.0]], [[5.0], [6.0]]):
        made = tf.raw_ops.TensorListPushBack(input_handle=made, tensor=tf.constant(value))
    return made


def _partly_set(tf):
    made = tf.raw_ops.TensorListReserve(element_shape=tf.constant(-1), num_elements=4, element_dtype=tf.string)
    return tf.raw_ops.TensorListSetItem(input_handle=made, index=2, item=tf.constant(["a", "b" * 200]))


def _nested(tf):
    made = tf.raw_ops.EmptyTensorList(
        element_shape=tf.constant([], tf.int32), max_num_elements=-1, element_dtype=tf.variant
    )
    return tf.raw_ops.TensorListPushBack(input_handle=made, tensor=_push(tf))


def _ragged(tf):
    splits = [tf.constant([0, 2, 2, 3], tf.int64)]
    return tf.raw_ops.RaggedTensorToVariant(
        rt_nested_splits=splits, rt_dense_values=tf.constant([1, 2, 3]), batched_input=True
    )


VARIANTS = {
    "list": _push,
    "list partly set": _partly_set,
    "list of lists": _nested,
    "several": lambda tf: tf.stack([_push(tf), _partly_set(tf)]),
    "ragged": _ragged,
}


def _told(tf, value):
    """Returns what a tensor of variants holds, as far as ops tell."""
    if value.shape.rank:
        parts = tf.unstack(value)
        return [_ragged_part(tf, part) for part in parts] if len(parts) == 3 else [_told(tf, part) for part in parts]
    raw = tf.raw_ops
    length = int(raw.TensorListLength(input_handle=value))
    shape = raw.TensorListElementShape(input_handle=value, shape_type=tf.int64).numpy().tolist()
    told = [length, shape]
    for dtype in (tf.float32, tf.string, tf.variant):
        for i in range(length):
            try:
                item = raw.TensorListGetItem(
                    input_handle=value, index=i, element_shape=tf.constant(-1), element_dtype=dtype
                )
            except (tf.errors.InvalidArgumentError, tf.errors.UnimplementedError) as error:
                told.append(type(error).__name__)
            else:
                told.append(_told(tf, item) if dtype == tf.variant else item.numpy().tolist())
    return told


def _ragged_part(tf, part):
    return (
        tf.raw_ops.RaggedTensorFromVariant(
            encoded_ragged=part, input_ragged_rank=0, output_ragged_rank=0, Tvalues=tf.int32
        )[1]
        .numpy()
        .tolist()
    )


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("writes", ["tensorflow", "graphwright"])
def test_bytes(gw, tensorflow, name, writes):
    from_, to = (tensorflow, gw) if writes == "tensorflow" else (gw, tensorflow)
    written = VARIANTS[name](from_)
    data = from_.io.serialize_tensor(written).numpy()
    assert _told(to, to.io.parse_tensor(data, to.variant)) == _told(from_, written)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("writes", ["tensorflow", "graphwright"])
def test_files(gw, tensorflow, tmp_path, name, writes):
    from_, to = (tensorflow, gw) if writes == "tensorflow" else (gw, tensorflow)
    written = VARIANTS[name](from_)
    path = str(tmp_path / "kept")
    from_.raw_ops.SaveV2(prefix=path, tensor_names=["x"], shape_and_slices=[""], tensors=[written])
    (read,) = to.raw_ops.RestoreV2(prefix=path, tensor_names=["x"], shape_and_slices=[""], dtypes=[to.variant])
    assert _told(to, read) == _told(from_, written)
