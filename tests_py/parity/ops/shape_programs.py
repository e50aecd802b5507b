"""Random compositions of functions of tensors whose shapes are known in parts, for what is known of the shapes of results."""

# ruff: noqa: E501 - tables of expressions

import dataclasses

import numpy as np

# {x} and {y} are tensors of floats, {i} a tensor of integers, {n} an integer that is a tensor or known, {k} a small number, {a} an axis.
TENSORS = """
{x} + {y}
{x} * 2.0
tf.maximum({x}, {y})
tf.where({x} > 0.0, {x}, {y})
tf.nn.relu({x})
tf.reduce_sum({x}, {a})
tf.reduce_mean({x}, {a}, keepdims=True)
tf.reduce_max({x}, [0, {a}])
tf.reduce_sum({x}, tf.range({k}))
tf.reduce_sum({x}, {n} * 0)
tf.expand_dims({x}, {a})
tf.expand_dims({x}, {n})
tf.squeeze({x}, [{a}])
tf.squeeze({x})
tf.transpose({x})
tf.transpose({x}, [1, 0])
tf.transpose({x}, tf.range(tf.rank({x}))[::-1])
tf.linalg.matrix_transpose({x})
tf.concat([{x}, {y}], {a})
tf.concat([{x}, {x}, {y}], 0)
tf.stack([{x}, {y}], {a})
tf.stack([{x}, {x}])
tf.unstack({x}, axis={a})[0]
tf.unstack({x}, 2)[1]
tf.split({x}, 2, {a})[0]
tf.split({x}, [1, -1], {a})[1]
tf.split({x}, [1, 1], 0)[1]
tf.tile({x}, [{k}, 2])
tf.tile({x}, [2] * 2)
tf.tile({x}, [{n}, 1])
tf.tile({x}, tf.stack([{n}, 1]))
tf.pad({x}, [[1, {k}], [0, 1]])
tf.pad({x}, [[{n}, 0], [0, 1]])
tf.reshape({x}, [-1])
tf.reshape({x}, [{n}, -1])
tf.reshape({x}, [-1, {k}])
tf.reshape({x}, tf.shape({y}))
tf.reshape({x}, tf.concat([tf.shape({x})[:1], [-1]], 0))
tf.reshape({x}, tf.concat([tf.shape({x}), [1]], 0))
tf.reshape({x}, [tf.shape({x})[0], -1])
tf.reshape({x}, [tf.size({x})])
tf.reshape({x}, tf.stack([tf.shape({x})[0] * 1, -1]))
tf.broadcast_to({x}, tf.shape({y}))
tf.broadcast_to({x}, [{n}, 2, 3])
tf.broadcast_to({x}, tf.broadcast_dynamic_shape(tf.shape({x}), tf.shape({y})))
tf.zeros(tf.shape({x}))
tf.zeros([{n}, {k}])
tf.zeros_like({x})
tf.ones([tf.shape({x})[0], 2])
tf.fill(tf.shape({x}), 1.0)
tf.fill([{n}, 2], 1.0)
tf.random.uniform(tf.shape({x}))
tf.random.normal([tf.shape({x})[-1]])
tf.eye({n}, {k})
tf.eye(tf.shape({x})[0])
{x}[0]
{x}[:{k}]
{x}[{k}:]
{x}[..., 0]
{x}[..., None]
{x}[:, tf.newaxis]
{x}[::2]
{x}[::-1]
{x}[:{n}]
{x}[{n}:, :1]
{x}[:, 0:1]
{x}[:, -1]
{x}[-2:]
{x}[0, ..., 0]
tf.slice({x}, [0, 0], [-1, 1])
tf.slice({x}, [{n}, 0], [1, -1])
tf.strided_slice({x}, [0], [{n}])
tf.gather({x}, [0, 1])
tf.gather({x}, {i})
tf.gather({x}, {i}, axis={a})
tf.gather({x}, 0, axis={a})
tf.gather({x}, tf.range({n}))
tf.gather_nd({x}, [[0], [1]])
tf.gather_nd({x}, [[0, 0]])
tf.gather_nd({x}, tf.expand_dims({i}, -1))
tf.boolean_mask({x}, {x}[:, 0] > 0.0)
tf.boolean_mask({x}, {x} > 0.0)
tf.matmul({x}, {y}, transpose_b=True)
tf.matmul({x}, {y})
tf.linalg.matvec({x}, {y}[0])
tf.tensordot({x}, {y}, 1)
tf.tensordot({x}, {y}, [[0], [0]])
tf.einsum('ij,kj->ik', {x}, {y})
tf.einsum('...i->...', {x})
tf.cumsum({x}, {a})
tf.sort({x})
tf.math.top_k({x}, {k})[0]
tf.math.top_k({x}, {n})[0]
tf.reverse({x}, [{a}])
tf.roll({x}, 1, 0)
tf.repeat({x}, 2, {a})
tf.repeat({x}, {k})
tf.repeat({x}, {i}, 0)
tf.identity({x})
tf.stop_gradient({x})
tf.ensure_shape({x}, [None, 3])
tf.cast({x}, tf.float64)
tf.cond({n} > 1, lambda: {x}, lambda: {y})
tf.cond({n} > 1, lambda: {x} * 2.0, lambda: {x})
tf.while_loop(lambda j, v: j < 3, lambda j, v: (j + 1, v * 2.0), (0, {x}))[1]
tf.while_loop(lambda j, v: j < 3, lambda j, v: (j + 1, tf.concat([v, v], 0)), (0, {x}), shape_invariants=(tf.TensorShape([]), tf.TensorShape(None)))[1]
tf.map_fn(lambda r: r * 2.0, {x})
tf.map_fn(lambda r: tf.reduce_sum(r), {x})
tf.vectorized_map(lambda r: r + 1.0, {x})
tf.scan(lambda s, r: s + r, {x})
tf.foldl(lambda s, r: s + r, {x})
tf.function(lambda v: v * 2.0)({x})
tf.function(lambda v: tf.reshape(v, [-1]))({x})
tf.grad_pass_through(lambda v: v)({x})
tf.recompute_grad(lambda v: v * 2.0)({x})
tf.custom_gradient(lambda v: (v * 2.0, lambda g: g))({x})
tf.py_function(lambda v: v, [{x}], tf.float32)
tf.numpy_function(lambda v: v, [{x}], tf.float32)
tf.gradients(tf.reduce_sum({x} * {x}), {x})[0]
tf.nn.softmax({x})
tf.nn.l2_normalize({x}, {a})
tf.nn.moments({x}, [0])[1]
tf.nn.dropout({x}, 0.5)
tf.nn.embedding_lookup({x}, {i})
tf.one_hot({i}, {k})
tf.one_hot({i}, {n})
tf.cast(tf.range({n}), tf.float32)
tf.cast(tf.range({k}), tf.float32)
tf.cast(tf.range(tf.shape({x})[0]), tf.float32)
tf.linspace(0.0, 1.0, {k})
tf.linspace(0.0, 1.0, {n})
tf.cast(tf.shape({x}), tf.float32)
tf.cast(tf.where({x} > 0.0), tf.float32)
tf.unique(tf.reshape({x}, [-1]))[0]
tf.dynamic_partition({x}, tf.cast({x}[:, 0] > 0.0, tf.int32), 2)[0]
tf.dynamic_stitch([{i}, {i}], [{x}, {x}])
tf.scatter_nd(tf.expand_dims({i}, -1), {x}, [{n}, 3])
tf.scatter_nd([[0], [1]], {x}, tf.shape({x}))
tf.tensor_scatter_nd_update({x}, [[0]], {x}[:1])
tf.math.segment_sum({x}, {i})
tf.math.unsorted_segment_sum({x}, {i}, {n})
tf.math.unsorted_segment_max({x}, {i}, {k})
tf.sequence_mask({i}, {k}, tf.float32)
tf.sequence_mask({i}, dtype=tf.float32)
tf.meshgrid({x}[0], {y}[0])[0]
tf.linalg.diag({x})
tf.linalg.diag_part({x})
tf.linalg.band_part({x}, 1, 0)
tf.linalg.set_diag({x}, {x}[0])
tf.linalg.trace({x})
tf.linalg.svd({x})[1]
tf.linalg.svd({x}, compute_uv=False)
tf.linalg.qr({x})[0]
tf.linalg.norm({x}, axis={a})
tf.signal.frame({x}, 2, 1)
tf.signal.frame({x}, 2, 1, pad_end=True)
tf.signal.dct({x})
tf.abs(tf.signal.rfft({x}))
tf.abs(tf.signal.rfft({x}, [{k}]))
tf.abs(tf.signal.stft({x}, 2, 1))
tf.nn.conv1d({x}[..., None], tf.ones([2, 1, 4]), {k}, 'SAME')
tf.nn.conv1d({x}[..., None], tf.ones([2, 1, 4]), {k}, 'VALID')
tf.nn.conv2d({x}[None, ..., None], tf.ones([2, 2, 1, 4]), {k}, 'VALID')
tf.nn.max_pool2d({x}[None, ..., None], 2, {k}, 'SAME')
tf.nn.avg_pool1d({x}[..., None], 2, {k}, 'VALID')
tf.image.resize({x}[..., None], [{k}, 4])
tf.image.resize({x}[..., None], [{n}, 4])
tf.image.crop_to_bounding_box({x}[..., None], 0, 0, 2, {k})
tf.image.resize_with_crop_or_pad({x}[..., None], {k}, 4)
tf.image.central_crop({x}[..., None], 0.5)
tf.image.extract_patches({x}[None, ..., None], [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], 'SAME')
tf.space_to_batch({x}[None, ..., None], [1, {k}], [[0, 0], [0, 0]])
tf.nn.depth_to_space(tf.stack([{x}, {x}, {x}, {x}], -1)[None], 2)
tf.nn.sparse_softmax_cross_entropy_with_logits({i}, {x})
tf.nn.softmax_cross_entropy_with_logits({x}, {y})
tf.nn.sigmoid_cross_entropy_with_logits({x}, {y})
tf.sparse.to_dense(tf.sparse.from_dense({x}))
tf.sparse.reduce_sum(tf.sparse.from_dense({x}), {a})
tf.sparse.transpose(tf.sparse.from_dense({x})).values
tf.RaggedTensor.from_tensor({x}).to_tensor()
tf.RaggedTensor.from_tensor({x}).flat_values
tf.RaggedTensor.from_row_lengths({x}, {i}).to_tensor()
tf.reduce_sum(tf.RaggedTensor.from_tensor({x}), 1)
tf.strings.length(tf.strings.as_string({x}))
tf.TensorArray(tf.float32, {k}, element_shape=[2]).stack()
tf.TensorArray(tf.float32, 1).write(0, {x}).stack()
tf.TensorArray(tf.float32, 1).write(0, {x}).concat()
tf.TensorArray(tf.float32, {k}).unstack({x}).read(0)
tf.clip_by_value({x}, 0.0, {y})
tf.clip_by_norm({x}, 1.0)
tf.argmax({x}, {a})
tf.math.bincount({i}, minlength=3, maxlength=3)
tf.math.confusion_matrix({i}, {i})
tf.math.confusion_matrix({i}, {i}, {k})
tf.histogram_fixed_width({x}, [0.0, 1.0], {k})
tf.searchsorted(tf.sort({x}), {x})
tf.bitcast({x}, tf.uint8)
tf.random.shuffle({x})
tf.random.categorical({x}, {k})
tf.parallel_stack([{x}, {x}])
tf.required_space_to_batch_paddings(tf.shape({x}), [2, 2])[0]
tf.guarantee_const({x})
tf.switch_case({n}, [lambda: {x}, lambda: {y}])
tf.case([({n} > 1, lambda: {x})], default=lambda: {y})
""".strip().splitlines()
INTEGERS = ["i", "i", "[0, 1]", "tf.range(2)", "tf.range({n})", "tf.cast({x}[0], tf.int32)", "tf.argsort({x}[0])"]
SCALARS = [
    "n",
    "n",
    "2",
    "tf.shape({x})[0]",
    "tf.shape({x})[1]",
    "tf.size({x})",
    "tf.rank({x})",
    "tf.shape({x})[0] * 2",
    "tf.shape({x})[0] + 1",
    "tf.reduce_max(i)",
]
SHAPES = [(None, 3), (2, None), (2, 3), (None, None), None, (3,), (None,), (2, None, 3), (), (1, 3), (3, 3)]


@dataclasses.dataclass
class Program:
    expression: str
    shapes: tuple
    within: tuple | None = None  # what a function called for it was traced with; () where it captures everything
    number: int | None = None  # the value of n that is known where it is called


def program(seed):
    rng = np.random.default_rng(seed)

    def integer(depth):
        text = INTEGERS[int(rng.integers(len(INTEGERS)))]
        return text.format(x=tensor(depth), n=scalar(depth))

    def scalar(depth):
        return SCALARS[int(rng.integers(len(SCALARS)))].format(x=tensor(depth))

    def tensor(depth):
        if depth > 2 or rng.random() < (0.0, 0.35, 0.7)[depth]:
            return str(rng.choice(["x", "y", "x", "z"]))
        text = TENSORS[int(rng.integers(len(TENSORS)))]
        x, y = tensor(depth + 1), tensor(depth + 1)
        return text.format(
            x=x if x.isidentifier() else f"({x})",
            y=y if y.isidentifier() else f"({y})",
            i=integer(3), n=scalar(3), k=int(rng.integers(1, 4)), a=int(rng.choice([0, 1, -1, 1, -2, 2])),
        )  # fmt: skip

    text = tensor(0)
    weights = np.array([4, 3, 3, 2, 1, 1, 1, 1, 0.3, 1, 1])
    shapes = tuple(SHAPES[int(rng.choice(len(SHAPES), p=weights / weights.sum()))] for _ in range(3))
    return Program(text, (*shapes, (None,) if rng.random() < 0.5 else (2,)))


def called_program(seed):
    """A program that is traced knowing less of its arguments than the function that calls it."""
    rng = np.random.default_rng(seed)
    p = program(seed)

    def less(shape):
        if shape is None or rng.random() < 0.3:
            return None
        return tuple(None if rng.random() < 0.6 else size for size in shape)

    return dataclasses.replace(
        p, within=tuple(less(shape) for shape in p.shapes), number=2 if rng.random() < 0.5 else None
    )


def captured_program(seed):
    """A program that a function without arguments computes of what it captures."""
    return dataclasses.replace(program(seed), within=(), number=2 if seed % 2 else None)


def outcomes(tf, p):
    """The shape that is known while tracing, or the error."""
    code = compile(p.expression, "program", "eval")
    found = []

    def signature(shapes):
        floats = [tf.TensorSpec(s, tf.float32) for s in shapes[:3]]
        return [*floats, tf.TensorSpec(shapes[3], tf.int32), tf.TensorSpec([], tf.int32)]

    def compute(x, y, z, i, n):
        return eval(code, {"tf": tf, "x": x, "y": y, "z": z, "i": i, "n": n})

    if p.within:
        compute = tf.function(compute, input_signature=signature(p.within), autograph=False)

    def f(x, y, z, i, n):
        given = (x, y, z, i, n if p.number is None else tf.constant(p.number))
        value = tf.function(lambda: compute(*given), autograph=False)() if p.within == () else compute(*given)
        found.append((value.dtype.name, value.shape))
        return tf.zeros([])

    try:
        tf.function(f, input_signature=signature(p.shapes), autograph=False).get_concrete_function()
        return found[0], None
    except Exception as error:
        return None, error


# Here TensorFlow takes an unknown rank for 3, or knows more of what is joined, or of empty matrices.
LEFT_OUT = ("crop", "softmax_cross_entropy", "set_diag", "svd", "concat()")


def compared(theirs, ours, p):
    """What is different, a line each: shapes may be known better here, never worse."""
    (want, their_error), (got, our_error) = theirs, ours
    if their_error is not None:
        if our_error is None and "Negative dimension size" in str(their_error):
            return [f"TensorFlow raises {type(their_error).__name__}: {str(their_error)[-200:]}; ours gives {got}"]
        return []
    if our_error is not None:
        if isinstance(our_error, (ValueError, TypeError)) or any(name in p.expression for name in LEFT_OUT):
            return []  # what fails when it is run may be refused before
        return [f"TensorFlow gives {want}, ours raises {type(our_error).__name__}: {str(our_error)[-250:]}"]
    if any(name in p.expression for name in LEFT_OUT):
        return []
    if got[0] != want[0]:
        return [f"dtype: {got[0]} for {want[0]}"]
    g, w = got[1], want[1]
    if w.rank is not None and (g.rank != w.rank or any(b is not None and a != b for a, b in zip(g, w, strict=True))):
        return [f"shape: {g}, TensorFlow knows {w}"]
    return []
