"""Arguments of ops whose dtype has a default: by themselves, or by the default, as TensorFlow takes them.

Eager calls whose arguments are arrays and numbers cast arrays to the default; lists and other scalars of NumPy's beside
them keep what they are, and so does all in graphs.
"""

import itertools

import numpy as np
import pytest

# `v` is a vector, `w` another one; `row` has rank 2, `image` rank 4.
CALLS = """
raw_ops.NextAfter(x1=v, x2=w)
math.nextafter(v, w)
complex(v, w)
raw_ops.LeakyRelu(features=v)
raw_ops.LeakyRelu(features=v, alpha=1.0)
nn.leaky_relu(v)
nn.lrn(image)
raw_ops.LRN(input=image, bias=1.0, alpha=1.0)
nn.max_pool(image, 1, 1, "VALID")
nn.max_pool2d(image, 1, 1, "VALID")
compat.v1.nn.max_pool(image, 1, 1, "VALID")
image.rgb_to_hsv(row)
image.hsv_to_rgb(row)
image.draw_bounding_boxes(image, [[[0.0, 0.0, 1.0, 1.0]]], [[1.0, 0.0, 0.0]])
raw_ops.DrawBoundingBoxes(images=image, boxes=box)
signal.fft(v)
signal.ifft(v)
raw_ops.RFFT(input=v, fft_length=size)
raw_ops.RFFT(input=v, fft_length=[2])
signal.rfft(v)
raw_ops.Real(input=v)
raw_ops.Angle(input=v)
math.real(v)
math.angle(v)
math.conj(v)
raw_ops.Conj(input=v)
where(v)
math.invert_permutation(order)
raw_ops.DataFormatVecPermute(x=row[0])
raw_ops.RaggedRange(starts=v, limits=w, deltas=v)
ragged.range(v, w)
raw_ops.Range(start=v[0], limit=w[0], delta=v[0])
range(v[0], w[0], v[0])
range(w[0])
raw_ops.BroadcastArgs(s0=order, s1=order)
raw_ops.Fill(dims=size, value=v[0])
raw_ops.Reshape(tensor=v, shape=size)
nn.ctc_greedy_decoder(three, size[:1] - size[:1] + 1)[1]
linalg.matmul(row, row, transpose_b=True, a_is_sparse=True)
raw_ops.SparseMatMul(a=row, b=row, transpose_b=True)
image.adjust_saturation(image, 2.0)
raw_ops.TopKV2(input=v, k=order[0])
""".strip().splitlines()


def _kinds(dtype):
    """The arguments as arrays, as lists of arrays and scalars, and one of them otherwise than the other."""
    arrays = {
        "v": np.array([1, 2]).astype(dtype),
        "w": np.array([4, 3]).astype(dtype),
        "row": (np.array([[1, 2, 3], [3, 2, 1]]) / (1 if np.dtype(dtype).kind in "ib" else 4)).astype(dtype),
        "order": np.array([1, 0]).astype(dtype if np.dtype(dtype).kind == "i" else np.int64),
        "size": np.array([2], np.int32),
        "box": np.array([[[0, 0, 1, 1]]], np.float32),
    }
    arrays["image"], arrays["three"] = arrays["row"][None, None], arrays["row"][:1, None]
    lists = {name: list(value) if value.ndim < 3 and name != "size" else value for name, value in arrays.items()}
    plain = {name: value.tolist() if value.ndim < 3 and name != "size" else value for name, value in arrays.items()}
    return {
        "arrays": arrays,
        "lists": lists,
        "plain": plain,
        "a list beside": {**arrays, "w": lists["w"]},
        "a list first": {**arrays, "v": lists["v"]},
        "a plain list beside": {**arrays, "w": plain["w"]},
        "a scalar beside": {**arrays, "w": arrays["w"][0]},
        "a number beside": {**arrays, "w": 3},
        "a float beside": {**arrays, "w": 3.5},
        "an int64 beside": {**arrays, "w": np.int64(3)},
        "an array of ints beside": {**arrays, "w": np.array([4, 3])},
    }


def _result(tf, call, values, graph):
    code = compile(f"tf.{call}", call, "eval")
    try:
        found = (
            tf.function(lambda: eval(code, {"tf": tf, **values}), autograph=False)()
            if graph
            else eval(code, {"tf": tf, **values})
        )
    except Exception:
        return None
    return [(part.dtype.name, part.numpy()) for part in tf.nest.flatten(found, expand_composites=True)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("graph", [False, True], ids=["eager", "function"])
@pytest.mark.parametrize(
    "dtype", ["float16", "float32", "float64", "int32", "int64", "bool", "complex64", "complex128"]
)
def test_default_dtypes(dtype, graph, gw, tensorflow):
    tensorflow.zeros([]), gw.zeros([])  # the very first op of a process takes TensorFlow's long way
    wrong, agreed = [], 0
    for call, (kind, values) in itertools.product(CALLS, _kinds(dtype).items()):
        wanted = _result(tensorflow, call, values, graph)
        if wanted is None:
            continue
        got = _result(gw, call, values, graph)
        same = got is not None and [name for name, _ in got] == [name for name, _ in wanted]
        if same and all(
            np.allclose(np.asarray(a, np.complex128), np.asarray(b, np.complex128), 1e-3, 1e-3, equal_nan=True)
            for (_, a), (_, b) in zip(got, wanted, strict=True)
        ):
            agreed += 1
        else:
            wrong.append(f"{call}, {kind}: {got}, TensorFlow {wanted}")
    print(f"{agreed} calls agree")
    assert agreed > 20
    assert not wrong, "\n".join([f"{len(wrong)} of {len(wrong) + agreed} differ", *wrong])
