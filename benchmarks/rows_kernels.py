"""Group D: large kernels, on arrays that fill or pass the caches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from benchmarks.row import array_of, is_tf, row

if TYPE_CHECKING:
    from collections.abc import Callable

MEMORY_BOUND = 0.7  # of the best peer: what chains of passes over memory have to reach


def _kernel(
    name: str,
    goal_ms: float | None,
    shapes: list[Any],
    tf: Callable[..., Any],
    numpy: Callable[..., Any] | None = None,
    torch: Callable[..., Any] | None = None,
    dtype: str = "float32",
    ratio: float = 1.0,
    jax: Callable[..., Any] | None = None,
    torch_args: tuple[Callable[[Any, Any], Any], ...] = (),
) -> None:
    """A row: `tf(module, *arrays)` for graphwright and TensorFlow, `torch(module, *arrays)`, `jax(module, *arrays)`, which
    is compiled, and `numpy(*arrays)`.

    `shapes` has a shape for normally distributed numbers, or an array, for each argument; `torch_args` makes of each what
    PyTorch has in its place.
    """

    def build(peer: str, m: Any) -> Callable | None:
        rng = np.random.default_rng(0)
        values = [rng.normal(size=x).astype("float32") if isinstance(x, tuple) else x() for x in shapes]
        function = {"numpy": numpy, "torch": torch, "jax": jax}.get(peer)
        if is_tf(peer):
            arrays = [m.cast(v, dtype) if v.dtype == np.float32 else m.constant(v) for v in values]
            return lambda: tf(m, *arrays)
        if function is None or (peer == "numpy" and dtype == "bfloat16"):
            return None
        arrays = [array_of(peer, m, v, dtype if v.dtype == np.float32 else v.dtype.name) for v in values]
        if peer == "torch" and torch_args:
            arrays = [convert(m, array) for convert, array in zip(torch_args, arrays, strict=True)]
        if peer == "jax":
            jitted = m.jit(lambda *arrays: function(m, *arrays))
            return lambda: m.block_until_ready(jitted(*arrays))
        return (lambda: function(*arrays)) if peer == "numpy" else (lambda: function(m, *arrays))

    row("D", name, None if goal_ms is None else goal_ms * 1000, ratio)(build)


def _integers(high: int, count: int, dtype: str = "int64") -> Callable[[], Any]:
    return lambda: np.random.default_rng(1).integers(0, high, count, dtype)


def _bytes(*shape: int) -> Callable[[], Any]:
    return lambda: np.random.default_rng(1).integers(-128, 128, shape, "int8")


LARGE = (10_000_000,)
TABLE = (4096, 1024)
IMAGES = (32, 56, 56, 64)

_kernel(
    "matmul 1024^3 float32", 6.1, [(1024, 1024)] * 2, lambda m, a, b: m.matmul(a, b), np.matmul, lambda m, a, b: a @ b,
    jax=lambda m, a, b: a @ b,
)  # fmt: skip
_kernel(
    "matmul 1024^3 bfloat16", 1.0, [(1024, 1024)] * 2, lambda m, a, b: m.matmul(a, b), None, lambda m, a, b: a @ b,
    "bfloat16", jax=lambda m, a, b: a @ b,
)  # fmt: skip
_kernel(
    "matmul 1024^3 int8", None, [_bytes(1024, 1024)] * 2, lambda m, a, b: m.matmul(a, b, output_type=m.int32), None,
    lambda m, a, b: m._int_mm(a, b), jax=lambda m, a, b: m.lax.dot(a, b, preferred_element_type="int32"),
)  # fmt: skip
_kernel(
    "matmul 100^3 float32", 0.02, [(100, 100)] * 2, lambda m, a, b: m.matmul(a, b), np.matmul, lambda m, a, b: a @ b,
    jax=lambda m, a, b: a @ b,
)  # fmt: skip
_kernel(
    "batched matmul 64x[128,128]", None, [(64, 128, 128)] * 2, lambda m, a, b: m.matmul(a, b), np.matmul,
    lambda m, a, b: a @ b, jax=lambda m, a, b: a @ b,
)  # fmt: skip


# PyTorch keeps images as NHWC in memory where they are asked to (channels_last), with shapes as if they were NCHW.


def _torch_images(m: Any, x: Any) -> Any:
    return x.permute(0, 3, 1, 2)


def _torch_filters(m: Any, w: Any) -> Any:
    return w.permute(3, 2, 0, 1).contiguous(memory_format=m.channels_last)


def _jax_conv(m: Any, x: Any, w: Any, groups: int = 1) -> Any:
    return m.lax.conv_general_dilated(
        x, w, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"), feature_group_count=groups
    )


for _dtype in ("float32", "bfloat16"):
    _kernel(
        f"conv 32x56x56x64 3x3x64 {_dtype}",
        21.6 if _dtype == "float32" else 2.1,
        [IMAGES, (3, 3, 64, 64)],
        lambda m, x, w: m.nn.conv2d(x, w, 1, "SAME"),
        dtype=_dtype,
        torch=lambda m, x, w: m.conv2d(x, w, padding=1),
        jax=_jax_conv,
        torch_args=(_torch_images, _torch_filters),
    )
_kernel(
    "depthwise conv 32x56x56x64 3x3",
    None,
    [IMAGES, (3, 3, 64, 1)],
    lambda m, x, w: m.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME"),
    torch=lambda m, x, w: m.conv2d(x, w, padding=1, groups=64),
    jax=lambda m, x, w: _jax_conv(m, x, m.numpy.swapaxes(w, 2, 3), 64),
    torch_args=(_torch_images, lambda m, w: w.permute(2, 3, 0, 1).contiguous(memory_format=m.channels_last)),
)
_kernel(
    "transposed conv 8x28x28x64 3x3x32, stride 2",
    None,
    [(8, 28, 28, 64), (3, 3, 32, 64)],
    lambda m, x, w: m.nn.conv2d_transpose(x, w, [8, 56, 56, 32], 2, "SAME"),
    torch=lambda m, x, w: m.conv_transpose2d(x, w, stride=2, padding=1, output_padding=1),
    jax=lambda m, x, w: m.lax.conv_transpose(x, m.numpy.swapaxes(w, 2, 3), (2, 2), "SAME"),
    torch_args=(_torch_images, _torch_filters),
)
_kernel(
    "max pool 32x56x56x64 2x2",
    None,
    [IMAGES],
    lambda m, x: m.nn.max_pool2d(x, 2, 2, "VALID"),
    torch=lambda m, x: m.max_pool2d(x, 2),
    jax=lambda m, x: m.lax.reduce_window(x, -np.inf, m.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"),
    torch_args=(_torch_images,),
)
_kernel(
    "average pool 32x56x56x64 2x2",
    None,
    [IMAGES],
    lambda m, x: m.nn.avg_pool2d(x, 2, 2, "VALID"),
    torch=lambda m, x: m.nn.functional.avg_pool2d(x, 2),
    jax=lambda m, x: m.lax.reduce_window(x, 0.0, m.lax.add, (1, 2, 2, 1), (1, 2, 2, 1), "VALID") / 4,
    torch_args=(_torch_images,),
)

_kernel(
    "softmax 4096x1024", 6, [TABLE], lambda m, x: m.nn.softmax(x), None, lambda m, x: m.softmax(x, -1),
    jax=lambda m, x: m.nn.softmax(x),
)  # fmt: skip


def _layer_norm(m: Any, x: Any) -> Any:
    mean, variance = m.nn.moments(x, [1], keepdims=True)
    return m.nn.batch_normalization(x, mean, variance, None, None, 1e-5)


_kernel(
    "layer norm 4096x1024", None, [TABLE], _layer_norm, None, lambda m, x: m.layer_norm(x, (1024,)),
    jax=lambda m, x: m.nn.standardize(x),
)  # fmt: skip
_kernel(
    "exp over 10M", 8, [LARGE], lambda m, x: m.exp(x), np.exp, lambda m, x: m.exp(x), jax=lambda m, x: m.numpy.exp(x)
)
_kernel(
    "tanh over 10M",
    10,
    [LARGE],
    lambda m, x: m.tanh(x),
    np.tanh,
    lambda m, x: m.tanh(x),
    jax=lambda m, x: m.numpy.tanh(x),
)
_kernel(
    "gelu over 10M", None, [LARGE], lambda m, x: m.nn.gelu(x), None, lambda m, x: m.nn.functional.gelu(x),
    jax=lambda m, x: m.nn.gelu(x, approximate=False),
)  # fmt: skip


def _compiled_chain(m: Any, x: Any, kept: dict[int, Any] = {}) -> Any:  # noqa: B006 - one function for each module
    if id(m) not in kept:
        kept[id(m)] = m.function(lambda x: m.nn.relu(x * 1.5 + 0.25) * 2.0)
    return kept[id(m)](x)


_kernel(
    "relu(x*a+b)*c over 10M, in a function",
    None,
    [LARGE],
    _compiled_chain,
    lambda x: np.maximum(x * np.float32(1.5) + np.float32(0.25), 0) * np.float32(2),
    lambda m, x: m.relu(x * 1.5 + 0.25) * 2.0,
    ratio=MEMORY_BOUND,
    jax=lambda m, x: m.nn.relu(x * 1.5 + 0.25) * 2.0,
)
_kernel(
    "add 10M", 8, [LARGE] * 2, lambda m, a, b: m.add(a, b), np.add, lambda m, a, b: a + b, jax=lambda m, a, b: a + b
)
_kernel(
    "broadcast add 4096x1024 + 1024", None, [TABLE, (1024,)], lambda m, a, b: a + b, np.add, lambda m, a, b: a + b,
    jax=lambda m, a, b: a + b,
)  # fmt: skip
_kernel("sum 10M", 3, [LARGE], lambda m, x: m.reduce_sum(x), np.sum, lambda m, x: x.sum(), jax=lambda m, x: x.sum())
for _axis in (0, 1):
    _kernel(
        f"sum of 4096x1024 over axis {_axis}",
        None,
        [TABLE],
        lambda m, x, axis=_axis: m.reduce_sum(x, axis),
        lambda x, axis=_axis: x.sum(axis),
        lambda m, x, axis=_axis: x.sum(axis),
        jax=lambda m, x, axis=_axis: x.sum(axis),
    )
_kernel(
    "transpose 2048x2048",
    10,
    [(2048, 2048)],
    lambda m, x: m.transpose(x),
    lambda x: np.ascontiguousarray(x.T),
    lambda m, x: x.T.contiguous(),
    jax=lambda m, x: x.T,
)
for _name, _shape, _perm in (
    ("NCHW to NHWC 32x64x56x56", (32, 64, 56, 56), (0, 2, 3, 1)),
    ("NHWC to NCHW 32x56x56x64", IMAGES, (0, 3, 1, 2)),
):
    _kernel(
        _name,
        None,
        [_shape],
        lambda m, x, perm=_perm: m.transpose(x, perm),
        lambda x, perm=_perm: np.ascontiguousarray(x.transpose(perm)),
        lambda m, x, perm=_perm: x.permute(perm).contiguous(),
        jax=lambda m, x, perm=_perm: x.transpose(perm),
    )
_kernel(
    "concat of two 5M", None, [(5_000_000,)] * 2, lambda m, a, b: m.concat([a, b], 0), lambda a, b: np.concatenate([a, b]),
    lambda m, a, b: m.cat([a, b]), jax=lambda m, a, b: m.numpy.concatenate([a, b]),
)  # fmt: skip
_kernel(
    "gather 1M rows of 16", None, [(1_000_000, 16), _integers(1_000_000, 1_000_000)], lambda m, x, i: m.gather(x, i),
    lambda x, i: x[i], lambda m, x, i: x[i], jax=lambda m, x, i: x[i],
)  # fmt: skip
_kernel(
    "scatter-add of 1M rows of 16 into 100k", None, [(1_000_000, 16), _integers(100_000, 1_000_000)],
    lambda m, x, i: m.math.unsorted_segment_sum(x, i, 100_000), None,
    lambda m, x, i: m.zeros(100_000, 16).index_add_(0, i, x), jax=lambda m, x, i: m.ops.segment_sum(x, i, 100_000),
)  # fmt: skip
_kernel(
    "top 10 of 1M", None, [(1_000_000,)], lambda m, x: m.math.top_k(x, 10), None, lambda m, x: m.topk(x, 10),
    jax=lambda m, x: m.lax.top_k(x, 10),
)  # fmt: skip
_kernel(
    "sort 1M",
    40,
    [(1_000_000,)],
    lambda m, x: m.sort(x),
    np.sort,
    lambda m, x: m.sort(x),
    jax=lambda m, x: m.numpy.sort(x),
)
_kernel(
    "argsort 1M", None, [(1_000_000,)], lambda m, x: m.argsort(x), np.argsort, lambda m, x: m.argsort(x),
    jax=lambda m, x: m.numpy.argsort(x),
)  # fmt: skip
_kernel(
    "sort 1M int32", None, [_integers(1 << 31, 1_000_000, "int32")], lambda m, x: m.sort(x), np.sort,
    lambda m, x: m.sort(x), jax=lambda m, x: m.numpy.sort(x),
)  # fmt: skip
_kernel(
    "cumsum 10M", 15, [LARGE], lambda m, x: m.cumsum(x), np.cumsum, lambda m, x: m.cumsum(x, 0),
    jax=lambda m, x: m.numpy.cumsum(x),
)  # fmt: skip
_kernel(
    "cast 10M float32 to bfloat16", None, [LARGE], lambda m, x: m.cast(x, "bfloat16"), None, lambda m, x: x.bfloat16(),
    jax=lambda m, x: x.astype("bfloat16"),
)  # fmt: skip
_kernel(
    "cast 10M bfloat16 to float32", None, [LARGE], lambda m, x: m.cast(x, "float32"), None, lambda m, x: x.float(), "bfloat16",
    jax=lambda m, x: x.astype("float32"),
)  # fmt: skip
_kernel(
    "one-hot of 100k, depth 100",
    None,
    [_integers(100, 100_000)],
    lambda m, i: m.one_hot(i, 100),
    lambda i: np.eye(100, dtype=np.float32)[i],
    lambda m, i: m.nn.functional.one_hot(i, 100),
    jax=lambda m, i: m.nn.one_hot(i, 100),
)
_kernel(
    "where over 10M", None, [LARGE] * 2, lambda m, a, b: m.where(a > b, a, b), lambda a, b: np.where(a > b, a, b),
    lambda m, a, b: m.where(a > b, a, b), jax=lambda m, a, b: m.numpy.where(a > b, a, b),
)  # fmt: skip
_kernel(
    "random normal 10M",
    None,
    [],
    lambda m: m.random.normal(LARGE),
    lambda: np.random.default_rng().standard_normal(LARGE, np.float32),
    lambda m: m.randn(LARGE),
    jax=lambda m: m.random.normal(m.random.key(0), LARGE),
)
for _shape in ((1 << 16,), (1 << 20,), (64, 1024), (1000, 1009)):
    _kernel(
        f"rfft of {list(_shape)}",
        None,
        [_shape],
        lambda m, x: m.signal.rfft(x),
        np.fft.rfft,
        lambda m, x: m.fft.rfft(x),
        jax=lambda m, x: m.numpy.fft.rfft(x),
    )
for _shape in ((512, 512), (1080, 1920)):
    _kernel(
        f"rfft2d of {list(_shape)}",
        None,
        [_shape],
        lambda m, x: m.signal.rfft2d(x),
        np.fft.rfft2,
        lambda m, x: m.fft.rfft2(x),
        jax=lambda m, x: m.numpy.fft.rfft2(x),
    )
    _kernel(
        f"fft2d of {list(_shape)}",
        None,
        [_shape],
        lambda m, x: m.signal.fft2d(x),
        np.fft.fft2,
        lambda m, x: m.fft.fft2(x),
        "complex64",
        jax=lambda m, x: m.numpy.fft.fft2(x),
    )
