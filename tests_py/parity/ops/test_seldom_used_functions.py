"""Public functions that no other test reaches give TensorFlow's values, dtypes and errors."""

import numpy as np
import pytest

from support.same_values import assert_same_values


def names(module):
    def converted():
        """A class of one's own, by a function that makes tensors of it."""

        class Celsius:
            def __init__(self, degrees):
                self.degrees = degrees

        def convert(value, dtype=None, name=None, as_ref=False):
            return module.constant(value.degrees, dtype or module.float32)

        module.register_tensor_conversion_function(Celsius, convert)
        return module.add(Celsius(20.5), 1.0), module.convert_to_tensor(Celsius(3.0))

    def global_generator():
        before = module.random.get_global_generator()
        module.random.set_global_generator(module.random.Generator.from_seed(7))
        result = module.random.get_global_generator().normal([3])
        module.random.set_global_generator(before)
        return result

    return {
        "m": module.constant([[0.0, 1.0, 2.0], [2.0, 3.0, -1.0], [1.0, 0.5, 4.0]]),
        "b": module.constant([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0], [6.0, 7.0, 9.0]]),
        "f": module.constant([1.0, -2.0, 3.0, 4.0]),
        "i": module.constant([1, -2, 3]),
        "img": module.reshape(module.range(50.0), [1, 5, 5, 2]),
        "converted": converted,
        "global_generator": global_generator,
        "np": np,
    }


# ruff: noqa: E501
EXPRESSIONS = r"""
tf.linalg.lu_solve(*tf.linalg.lu(m), b)
tf.linalg.lu_solve(*tf.linalg.lu(m), f)
tf.linalg.lu_solve(*tf.linalg.lu(tf.stack([m, m + 1.0])), tf.stack([b, b]))
tf.linalg.lu_matrix_inverse(*tf.linalg.lu(m))
tf.linalg.lu_matrix_inverse(*tf.linalg.lu(tf.stack([m, m + 1.0])))
tf.linalg.lu_reconstruct(*tf.linalg.lu(m))
tf.linalg.lu_reconstruct(*tf.linalg.lu(tf.cast(tf.stack([m, m + 1.0]), tf.complex64)))
tf.linalg.matrix_rank(m)
tf.linalg.matrix_rank(tf.stack([b, tf.ones([3, 3])]))
tf.linalg.matrix_rank(b, tol=20.0)
tf.linalg.eigh_tridiagonal(f, f[1:])
tf.linalg.eigh_tridiagonal(f, f[1:], select="i", select_range=[1, 2])
tf.linalg.eigh_tridiagonal(f, f[1:], select="v", select_range=[-3.0, 1.5])
tf.linalg.eigh_tridiagonal(tf.cast(f, tf.float64), tf.cast(f[1:], tf.float64))
tf.linalg.eigh_tridiagonal(f, f)
tf.math.unsorted_segment_sqrt_n(f, [0, 2, 0, 2], 3)
tf.math.unsorted_segment_sqrt_n(b, [1, -1, 1], 2)
tf.nn.atrous_conv2d_transpose(img, tf.ones([2, 2, 3, 2]), [1, 7, 7, 3], 2, "VALID")
tf.nn.depthwise_conv2d_backprop_filter(img, [2, 2, 2, 1], tf.ones([1, 4, 4, 2]), [1, 1, 1, 1], "VALID")
tf.nn.depthwise_conv2d_backprop_input([1, 5, 5, 2], tf.ones([2, 2, 2, 1]), tf.ones([1, 4, 4, 2]), [1, 1, 1, 1], "VALID")
tf.nn.batch_norm_with_global_normalization(img, f[:2], f[2:], f[:2], f[2:], 0.1, True)
tf.sparse.sampled_addmm(tf.constant([[0, 1], [2, 0]]), tf.constant([1.0, 2.0]), [3, 3], b, m)
tf.required_space_to_batch_paddings([5, 6], [2, 4])
tf.required_space_to_batch_paddings([5, 6], [2, 4], base_paddings=[[1, 0], [0, 2]])
tf.space_to_batch_nd(img, [2, 2], [[0, 1], [1, 0]])
tf.space_to_batch_nd(img, [2, 2], [[0, 0], [0, 0]])
tf.debugging.assert_greater_equal(f, f)
tf.debugging.assert_greater_equal(f, 0.0)
tf.debugging.assert_less_equal(f, 4.0)
tf.debugging.assert_less_equal(f, 0.0, message="too much")
tf.debugging.assert_negative(i)
tf.debugging.assert_negative(-f * f)
tf.debugging.assert_non_negative(i)
tf.debugging.assert_non_negative(i * i)
tf.debugging.assert_non_positive(i)
tf.debugging.assert_non_positive(-i * i)
tf.debugging.assert_rank_at_least(b, 2)
tf.debugging.assert_rank_at_least(b, 3)
tf.debugging.assert_rank_in(b, [1, 2])
tf.debugging.assert_rank_in(b, [0, 3])
tf.debugging.assert_proper_iterable([1])
tf.debugging.assert_proper_iterable(f)
tf.debugging.assert_proper_iterable(5)
tf.debugging.assert_same_float_dtype([f, m])
tf.debugging.assert_same_float_dtype([f, tf.constant(1.0, tf.float64)])
tf.debugging.assert_same_float_dtype([i])
tf.compat.v1.to_bfloat16(f)
tf.compat.v1.to_complex64(f)
tf.compat.v1.to_complex128(f)
tf.compat.v1.to_double(i)
tf.compat.v1.to_float(i)
tf.compat.v1.to_int32(f)
tf.compat.v1.to_int64(f)
tf.compat.v1.convert_to_tensor_or_indexed_slices([1, 2])
tf.compat.v1.nn.softmax_cross_entropy_with_logits_v2(labels=[[0.0, 1.0]], logits=[[2.0, 3.0]])
converted()
global_generator()
tf.experimental.RowPartition.from_row_lengths([2, 0, 3]).row_splits()
tf.experimental.RowPartition.from_value_rowids([0, 0, 2], nrows=4).row_lengths()
[int(x) for x in tf.data.experimental.RandomDataset(seed=5).take(3)]
list(tf.data.Dataset.range(4).apply(tf.data.experimental.parallel_interleave(lambda x: tf.data.Dataset.from_tensors(x).repeat(2), 2)).as_numpy_iterator())
list(tf.data.Dataset.range(5).apply(tf.data.experimental.shuffle_and_repeat(3, 2, seed=1)).as_numpy_iterator())
list(tf.data.experimental.from_variant(tf.data.experimental.to_variant(tf.data.Dataset.range(3)), tf.TensorSpec([], tf.int64)).as_numpy_iterator())
tf.experimental.numpy.amin(b, 1)
tf.experimental.numpy.fabs(f)
tf.experimental.numpy.isneginf(tf.constant([1.0, -np.inf]))
tf.experimental.numpy.isposinf(tf.constant([np.inf, -np.inf]))
tf.experimental.numpy.isreal([1.0, 2.0])
tf.experimental.numpy.remainder([5, -5], 3)
tf.experimental.numpy.bitwise_not([1, 2])
tf.experimental.numpy.asanyarray([1, 2])
""".strip().splitlines()


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same_values(expression, tensorflow, gw, names)
