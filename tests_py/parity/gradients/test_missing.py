"""Gradients through ops that have none: LookupError, as TensorFlow raises, where another would leave a part out silently."""

import pytest

from support.compare import outcome, same_outcome


def cases(tf):
    """Functions of a float tensor and what to call them with, by name."""
    pair, matrix = tf.constant([1.0, 2.0]), tf.constant([[1.0, 0.25], [0.5, 2.0]])
    image, boxes = tf.ones([1, 4, 4, 3]), tf.constant([[[0.0, 0.0, 0.5, 0.5]]])

    def sparse(values):
        return tf.SparseTensor([[0, 0], [1, 1]], values, [2, 2])

    def second(function):
        def gradient(x):
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = function(x)
            return tape.gradient(y, x)

        return gradient

    ones = tf.ones([2, 2, 3])
    return {
        "reduce_max": (lambda x: tf.sparse.reduce_max(sparse(x), 1), pair),
        "sparse reduce_max": (lambda x: tf.sparse.reduce_max(sparse(x), 1, output_is_sparse=True).values, pair),
        "sparse reduce_sum": (lambda x: tf.sparse.reduce_sum(sparse(x), 1, output_is_sparse=True).values, pair),
        "reduce_sum": (lambda x: tf.sparse.reduce_sum(sparse(x), 1), pair),
        "bincount": (lambda x: tf.math.bincount([0, 1], weights=x), pair),
        "rows' bincount": (lambda x: tf.math.bincount([0, 1], weights=x, axis=-1), pair),
        "draw_bounding_boxes": (lambda x: tf.image.draw_bounding_boxes(x, boxes, [[1.0, 0.0, 0.0]]), image),
        "boxes": (lambda x: tf.image.draw_bounding_boxes(image, x, [[1.0, 0.0, 0.0]]), boxes),
        "poisson": (lambda x: tf.random.poisson([2], x), pair),
        "stateless_poisson": (lambda x: tf.random.stateless_poisson([2], [1, 2], x), pair),
        "logm": (lambda x: tf.math.real(tf.linalg.logm(tf.complex(x, x))), matrix),
        "expm": (tf.linalg.expm, matrix),
        "spectrogram": (lambda x: tf.raw_ops.AudioSpectrogram(input=x, window_size=2, stride=1), matrix),
        "lrn": (tf.nn.lrn, image),
        "second of lrn": (second(tf.nn.lrn), image),
        "second of crops": (
            second(lambda x: tf.image.crop_and_resize(x, boxes[0], [0], [2, 2]) ** 2),
            image,
        ),
        "second of a dilation": (
            second(lambda x: tf.nn.dilation2d(x, ones, [1, 1, 1, 1], "SAME", "NHWC", [1, 1, 1, 1]) ** 2),
            image,
        ),
        "second of pools": (second(lambda x: tf.nn.fractional_avg_pool(x, [1, 1.4, 1.4, 1], seed=1)[0] ** 2), image),
        "second of igamma": (second(lambda x: tf.math.igamma(x, x)), pair),
        "floor": (tf.floor, pair),
        "single element": (lambda x: tf.data.Dataset.from_tensors(x).map(lambda x: 2.0 * x).get_single_element(), pair),
        "element after element": (lambda x: next(iter(tf.data.Dataset.from_tensors(x).repeat(2).batch(2))), pair),
        "stateless_shuffle": (lambda x: tf.random.experimental.stateless_shuffle(x, [1, 2]), pair),
        "decode_csv": (lambda x: tf.io.decode_csv(["1.0,"], [1.0, x[:1]])[1], pair),
        "parse": (
            lambda x: tf.io.parse_single_example(
                tf.train.Example().SerializeToString(), {"a": tf.io.FixedLenFeature([2], tf.float32, x)}
            )["a"],
            pair,
        ),
        "quantize": (lambda x: tf.quantization.quantize(x, x[0], 2.0, tf.quint8)[1], pair),
        "dequantize": (
            lambda x: tf.quantization.dequantize(tf.quantization.quantize(pair, 0.0, 2.0, tf.quint8)[0], 0.0, x[1]),
            pair,
        ),
        "categorical": (lambda x: tf.random.categorical(x, 3), matrix),
        "unique": (lambda x: tf.unique(x)[0], pair),
    }


def there(gradients):
    return [gradient is not None for gradient in gradients]


def by_tape(tf, function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return there([tape.gradient(y, x)])


def beside_another_way(tf, function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.cast(function(x), tf.float32)) + tf.reduce_sum(x)
    return there([tape.gradient(y, x)])


def through_a_function(tf, function, x):
    return by_tape(tf, tf.function(function, autograph=False), x)


def by_gradients(tf, function, x):
    found = []

    @tf.function(autograph=False)
    def traced(x):
        found.append(there(tf.gradients(function(x), [x])))

    traced.get_concrete_function(x)
    return found


@pytest.mark.parametrize("way", [by_tape, beside_another_way, through_a_function, by_gradients])
def test_missing_gradients(way, tensorflow, gw):
    wrong, theirs, ours = [], cases(tensorflow), cases(gw)
    for name in theirs:
        want = outcome(lambda tf, name=name: way(tf, *theirs[name]), tensorflow)
        got = outcome(lambda tf, name=name: way(tf, *ours[name]), gw)
        try:
            same_outcome(want, got)
        except AssertionError as error:
            wrong.append(f"{name}: {str(error)[:200]}")
    assert not wrong, "\n".join(wrong)
