"""Small data sets of several kinds, to be written to files."""


def small_pipelines(tf, half):
    """Returns data sets by name; `half` is one of the dtypes."""
    data = tf.data.Dataset
    return {
        "numbers": data.range(7),
        "nothing": data.range(0),
        "pairs": data.range(5).map(lambda i: (i, {"text": tf.strings.as_string(i), "row": tf.fill([i], 1.5)})),
        "bytes": data.from_tensor_slices([b"", b"\xff\0", b"a" * 3000]),
        "batches": data.range(7).batch(3),
        "dtypes": data.from_tensors((tf.constant(True), tf.constant(1.5, half), tf.constant([[1j]]))),
    }
