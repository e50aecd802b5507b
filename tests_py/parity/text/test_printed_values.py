"""tf.print shows values of every kind as TensorFlow does."""

import pytest


def of_class(tf):
    """What a library calls a tensor, as Keras does its variables."""

    class Own(tf.__internal__.types.Tensor):
        dtype = "float32"
        shape = (2,)

        def __tf_tensor__(self, dtype=None, name=None):
            return tf.constant([1.0, 2.5])

    return Own()


VALUES = {
    "a class of tensors": lambda tf: [of_class(tf), {"a": of_class(tf)}],
    "slices": lambda tf: tf.IndexedSlices(tf.constant([[1.0], [2.0]]), tf.constant([0, 2]), tf.constant([3, 1])),
    "slices in a list": lambda tf: [tf.IndexedSlices(tf.constant([1.0]), tf.constant([1]), tf.constant([2])), "x"],
    "slices without a shape": lambda tf: tf.IndexedSlices(tf.constant([1.0]), tf.constant([0])),
    "ragged": lambda tf: {"a": tf.ragged.constant([[1.5], []]), "b": (None, b"x")},
    "sparse": lambda tf: tf.sparse.from_dense([[0, 1]]),
    "variable": lambda tf: [tf.Variable([1, 2]), tf.Variable("s")],
}


@pytest.mark.parametrize("in_function", [False, True])
@pytest.mark.parametrize("name", VALUES)
def test_printed_values(name, in_function, tensorflow, gw, tmp_path):
    found = []
    for tf in (tensorflow, gw):
        path = tmp_path / tf.__name__
        value = VALUES[name](tf)

        def show(tf=tf, value=value, path=path):
            tf.print("shown:", value, output_stream=f"file://{path}")

        try:
            tf.function(show)() if in_function else show()
            found.append(path.read_text())
        except (TypeError, ValueError):
            found.append("refused")
    assert found[1] == found[0]


def test_formatted_class_of_tensors(tensorflow, gw):
    for tf in (tensorflow, gw):
        value = of_class(tf)
        slices = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([2]))
        assert tf.strings.format("{}!", value) == b"[1 2.5]!"
        assert tf.function(lambda: tf.strings.format("{} {}", [value, slices]))() == b"[1 2.5] [1 0]"  # noqa: B023


STREAMS = [0, 1, -1, -2, -3, 10, 20, 30, 40, 50, True, None, 2.0]


@pytest.mark.parametrize("stream", STREAMS, ids=str)
def test_levels_as_streams(stream, tensorflow, gw):
    found = []
    for tf in (tensorflow, gw):
        with tf.Graph().as_default():
            try:
                operation = tf.print("shown", output_stream=stream)
                found.append([operation.type, operation.get_attr("output_stream")])
            except ValueError as error:
                found.append(str(error).splitlines()[-1].strip())
    assert found[1] == found[0]
