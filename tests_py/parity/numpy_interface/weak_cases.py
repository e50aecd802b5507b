"""Expressions about weak tensors, for the modes "safe" and "all": what is weak, and what functions promote to."""

# ruff: noqa: E501

KINDS = [
    *(f"tf.cast(1, tf.{name})" for name in "bool uint8 uint16 uint32 uint64 int8 int16 int32 int64".split()),
    *(f"tf.cast(1, tf.{name})" for name in "bfloat16 float16 float32 float64 complex64 complex128".split()),
    *(f"weak(tf.cast(1, tf.{name}))" for name in "int32 int64 float32 float64 complex128".split()),
    'tf.constant("a")',
]
SOME_KINDS = [KINDS[i] for i in (1, 4, 5, 7, 8, 9, 11, 12, 13, 15, 16, 17)]
PROMOTING = """tf.add tf.subtract tf.multiply tf.divide tf.truediv tf.math.floordiv tf.math.mod tf.truncatediv tf.math.divide_no_nan
tf.math.multiply_no_nan tf.pow tf.maximum tf.minimum tf.equal tf.not_equal tf.less tf.greater_equal tf.math.squared_difference
tf.math.xlogy tf.atan2 tf.bitwise.bitwise_and tf.complex tf.where_ tf.concat_ tf.stack_ tf.matmul_
tf.tensordot_ tf.linalg.matvec_""".split()
WITH_VARIABLES = set(PROMOTING[:14])
ASSIGNED = [
    "2",
    "1.5",
    "True",
    "np.float32(2)",
    "np.array(2)",
    "tf.constant(2)",
    "tf.constant(1.5)",
    "tf.cast(2, tf.int8)",
]
PAIRS = [
    ("tf.constant(1)", "tf.constant(2)"),
    ("tf.constant(1)", "2.5"),
    ("1", "2.5"),
    ("1", "2"),
    ("1.5", "tf.constant(2.5)"),
    ("tf.constant(1, tf.int8)", "tf.constant(2, tf.int16)"),
    ("tf.constant(1.0, tf.float32)", "tf.constant(2.0, tf.float64)"),
    ("tf.constant(1, tf.int32)", "tf.constant(2.0)"),
    ("tf.constant(1, tf.int32)", "1.5"),
    ("tf.constant(1.0)", "tf.constant(2.0, tf.float32)"),
    ("np.float64(1)", "tf.constant(2.0, tf.float32)"),
    ("tf.Variable(1.5)", "tf.constant(2)"),
    ("tf.Variable(1)", "tf.constant(2.5)"),
    ("True", "2"),
]
UNARY = """abs negative sign square sqrt rsqrt reciprocal exp expm1 log log1p sin cos tan tanh sigmoid erf lgamma floor ceil
round conj real imag reduce_sum reduce_mean reduce_max reduce_prod reduce_std reduce_logsumexp cumsum is_nan argmax
softplus top_k count_nonzero""".split()
OTHERS = """tf.identity tf.stop_gradient tf.reshape_ tf.transpose tf.expand_dims_ tf.squeeze tf.zeros_like tf.ones_like tf.shape
tf.size tf.rank tf.gather_ tf.tile_ tf.reverse_ tf.pad_ tf.sort tf.nn.relu tf.nn.relu6 tf.nn.leaky_relu tf.nn.softmax
tf.nn.log_softmax tf.nn.elu tf.nn.gelu tf.nn.silu tf.linalg.diag tf.linalg.diag_part_ tf.linalg.norm tf.repeat_ tf.unstack
tf.convert_to_tensor tf.is_tensor tf.cast_ tf.constant tf.clip_by_value_ tf.einsum_ tf.add_n_ tf.where_""".split()
_CALLS = {
    "tf.where_": "tf.where([True], tf.reshape({0}, [1]), tf.reshape({1}, [1]))",
    "tf.concat_": "tf.concat([tf.reshape({0}, [1]), tf.reshape({1}, [1])], 0)",
    "tf.stack_": "tf.stack([{0}, {1}])",
    "tf.matmul_": "tf.matmul(tf.reshape({0}, [1, 1]), tf.reshape({1}, [1, 1]))",
    "tf.tensordot_": "tf.tensordot(tf.reshape({0}, [1]), tf.reshape({1}, [1]), 1)",
    "tf.linalg.matvec_": "tf.linalg.matvec(tf.reshape({0}, [1, 1]), tf.reshape({1}, [1]))",
}
_ARGUMENTS = {
    "tf.reshape_": "tf.reshape({}, [-1, 1])",
    "tf.expand_dims_": "tf.expand_dims({}, 0)",
    "tf.gather_": "tf.gather({}, [0])",
    "tf.tile_": "tf.tile({}, [2])",
    "tf.reverse_": "tf.reverse({}, [0])",
    "tf.pad_": "tf.pad({}, [[1, 1]])",
    "tf.linalg.diag_part_": "tf.linalg.diag_part(tf.linalg.diag({}))",
    "tf.repeat_": "tf.repeat({}, 2)",
    "tf.cast_": "tf.cast({}, tf.float32)",
    "tf.clip_by_value_": "tf.clip_by_value({}, 1, 2)",
    "tf.einsum_": "tf.einsum('i,i->', {0}, {0})",
    "tf.add_n_": "tf.add_n([{0}, {0}])",
    "tf.where_": "tf.where(tf.equal({0}, 1), {0}, {0})",
}
VECTORS = ["tf.constant([1, 2])", "tf.constant([0.25, 0.5])", "[1.0, 2.0]", "tf.constant([1, 2], tf.int32)"]
NUMPY_UNARY = """abs amax angle arccos arctan around array asarray average cbrt ceil conj copy cos cumprod cumsum deg2rad diag diff
empty_like exp exp2 expm1 fabs fix flatten flip floor imag isnan log log10 log1p log2 max mean min negative ones_like
positive prod ptp ravel real round sign sin sinc sort sqrt square squeeze std sum tan tanh transpose var zeros_like argmax
argsort any all isfinite hstack vstack count_nonzero nanmean nansum nanprod logical_not atleast_2d vander size ndim""".split()
NUMPY_PAIRWISE = """add subtract multiply true_divide floor_divide mod power maximum minimum heaviside equal less logical_and isclose dot
outer inner kron append hypot full_like result_type bitwise_and gcd matmul_ where_ concatenate_ linspace""".split()
_NUMPY_CALLS = {
    "matmul_": "n.matmul([[1]], {1}) if {0} is None else n.matmul(n.reshape({0}, [1, 1]), n.reshape({1}, [1, 1]))",
    "where_": "n.where([True, False], {}, {})",
    "concatenate_": "n.concatenate([n.ravel({}), n.ravel({})])",
}
EXPRESSIONS = """
tf.constant(2); tf.constant(2.0); tf.constant([1, 2.0]); tf.constant(True); tf.constant(1j); tf.constant("a"); tf.constant([])
tf.constant([[]]); tf.constant([True, 1]); tf.constant(2**40); tf.constant(np.int32(3)); tf.constant(np.array([1, 2]))
tf.constant([np.float32(1)]); tf.constant([np.int64(1), 2]); tf.constant(2, tf.int32); tf.constant(2, shape=[2])
tf.constant(range(3)); tf.constant((1, 2)); tf.constant(np.float64(1)); tf.constant(w, tf.float64); tf.constant(w, tf.float32)
tf.constant(tf.Variable(1.0)); tf.convert_to_tensor(2); tf.convert_to_tensor([2.0]); tf.convert_to_tensor([w, w])
tf.Variable(w) + 0; tf.Variable(i) + 1.5; tf.cast(2, tf.int32); tf.cast(i, tf.int64); tf.cast(1.5, tf.int32)
w.tensor; w.to_tensor(); w.shape; w.dtype; w.ndim; w.T; i.reshape(2, 1); i.numpy(); float(w); int(w); bool(w); i.astype("float64")
i.max(); i.mean(); i.clip(1, 1); i.flatten(); i.tolist(); i.transpose(); round(tf.constant(2.5)); [item for item in i]; len(i)
i[0]; i[[0]]; i[None]; i[tf.constant(1)]; x[tf.constant(1):tf.constant(2)]; 1 in i; hash(w); w == w; w != w; i == [1, 2]; w == None
i < 2; i > tf.constant([0, 3], tf.int64); i <= 1.5; i % 2; 2 % i; i // 2; i // 2.0; 2 // i; i**2; 2**i; i**0.5; i & 1; i | i; ~i
~tf.constant(True); i << 1; -i; +i; abs(-i); w and 3; not w; i @ i; i + 2**40; tf.constant(1, tf.int8) + 2**40
grad(lambda x: x * x, w); grad(lambda x: x * s, w); grad(lambda x: x * w, s); grad(lambda x: x * 2.5, s)
grad(lambda x: tf.constant(1, tf.float64) * x, w); grad(lambda x: tf.reduce_sum(x * i), tf.constant([1.0, 2.0]))
tf.Variable(1.5).assign(w) + 0; tf.Variable(1.5).assign_add(w) + 0; tf.Variable(3) * tf.constant(2.0); i * tf.Variable(1.5)
call(lambda a, b: a + b, w, s); call(lambda a, b: a + b, i, 1.5); call(lambda a: a * 2, 3); call(lambda a: a + 1.5, tf.constant(3))
call(lambda a: a + 1.5, tf.constant(3, tf.int32)); call(lambda: 2.5); call(lambda: [2.5, 3]); call(lambda: np.float32(2.5))
call(lambda: True); call(lambda: tf.constant(2)); call(lambda a: grad(lambda x: x * x, a), w)
call(lambda a: tf.cond(a > 1, lambda: a, lambda: a * 2), w); call(lambda: tf.while_loop(lambda k: k < 3, lambda k: k + 1, [tf.constant(0)])[0])
tf.map_fn(lambda v: v * 2, i); tf.nest.flatten(w, expand_composites=True); list(tf.data.Dataset.from_tensor_slices(i))
tf.debugging.assert_equal(w, tf.constant(2.0, tf.float64)); tf.scalar_mul if 0 else tf.math.scalar_mul(2.0, w); tf.math.scalar_mul(w, s)
tf.nn.moments(tf.constant([1.0, 2.0]), [0]); tf.zeros([2]); tf.ones([2], tf.int32); tf.range(3); tf.range(tf.constant(3)); tf.fill([2], w)
tf.one_hot(i, 3); tf.random.uniform([]).dtype; tf.add("a", "b"); tf.add(True, 1); tf.add(True, True); tf.add(1, None); tf.raw_ops.Add(x=w, y=w)
n.array([1, 2.5]); n.array(True); n.array([True, 1]); n.array(1j); n.array(1, dtype=n.float64); n.zeros(2); n.ones(2); n.eye(2); n.tri(2)
n.full(2, 1.5); n.full(2, 1); n.arange(3); n.arange(3.0); n.linspace(0, 1, 3); n.logspace(0, 1, 3); n.sum([1, 2], dtype=n.int64)
n.random.rand(2).dtype; n.random.randn(2).dtype; n.random.uniform(0, 1, (2,)).dtype; n.result_type(1, 1.5); n.result_type(1, tf.int8)
n.result_type(tf.int8, tf.uint8); n.result_type(n.int8, 1.5); n.result_type(tf.bfloat16, tf.float16); n.promote_types(n.int32, n.float32)
n.reshape(i, [2, 1]); n.expand_dims(i, 0); n.repeat(i, 2); n.tile(i, 2); n.take(i, [0]); n.clip([1, 2], 1.5, 2); n.average([1, 2], weights=[1, 1])
n.swapaxes([[1]], 0, 1); n.moveaxis([[1]], 0, 1); n.rot90([[1]]); n.triu([[1]]); n.trace([[1]]); n.diagonal([[1]]); n.flipud([1]); n.roll([1], 1)
n.ix_([1], [2]); n.atleast_1d(1, tf.constant(1, tf.int8)); n.einsum("i,i->", [1, 2], [1.5, 2]); n.select([[True]], [[1]], 1.5); n.vdot(1, 2)
n.sum([1, 2], 0, n.float32); n.prod([1, 2], 0, n.float32); n.mean([1, 2], 0, n.float32); n.var([1, 2], 0, n.float32)
n.cumsum([1, 2], 0, n.float32); n.nanmean([1, 2], 0, n.float32); n.trace([[1]], 0, 0, 1, n.float32); n.empty_like(i, n.float32).dtype
n.arange(0, 3, 1, n.float32); n.full_like(i, 2, n.float32); n.zeros_like(i, n.float32); n.array(i, n.float32)
""".replace("\n", "; ").split("; ")  # fmt: skip

# Weak tensors as rows, in lists in lists, and where only their values or types are asked for.
INSIDE = """
tf.vectorized_map(lambda v: v * 2, i); tf.vectorized_map(lambda v: v, i); tf.vectorized_map(lambda v: v + 1.5, tf.constant([1, 2]))
tf.vectorized_map(lambda v: 1, i); tf.vectorized_map(lambda v: tf.constant(1), tf.cast([1, 2], tf.int32))
tf.vectorized_map(lambda v: v + tf.cast(1, tf.float32), i); tf.vectorized_map(lambda v: v + 1.5, tf.cast([1, 2], tf.int8))
tf.vectorized_map(lambda v: (v[0] * 2, v[1]), (i, tf.cast([1, 2], tf.int32))); tf.vectorized_map(lambda v: v["a"] * 2.5, {"a": i})
tf.vectorized_map(lambda v: tf.reduce_sum(v), tf.constant([[1.0, 2], [3, 4]])); tf.vectorized_map(lambda v: v, w)
tf.vectorized_map(lambda v: v * 2, [1, 2]); tf.vectorized_map(lambda v: v, np.array([1, 2])); tf.vectorized_map(lambda v: v > 1, i)
call(lambda v: tf.vectorized_map(lambda r: r * 2, v), i); grad(lambda v: tf.vectorized_map(lambda r: r * r, v), tf.constant([1.0, 2]))
tf.vectorized_map(lambda v: v[0] * v[1], (tf.constant([2.0]), i)); tf.vectorized_map(lambda v: (v, v * tf.cast(1, tf.int64)), i)
tf.vectorized_map(lambda v: v[0] * v[1], (tf.cast([2.0], tf.float64), i)); tf.vectorized_map(lambda v: v * 2, tf.Variable([1.0, 2]))
tf.add([[w, w]], 1); tf.add([[w, w]], tf.cast(1, tf.int8)); tf.stack([[w, w]]); tf.stack([[w, w], [w, s]]); tf.reduce_sum([[w, w]])
tf.reshape([[w, w]], [2]); tf.abs([[w, w]]); n.array([[w, w]]); n.sum([[w, w]]); n.add([[w, w]], 1); tf.cast([[w, w]], tf.float64)
tf.cast([[i, i]], tf.float32); tf.concat([[[w, w]], [[w]]], 1); tf.cast(1, tf.float64) + [[w, w]]; w + [[w, w]]; tf.identity([[w]])
tf.Variable([[w, w]]); tf.Variable([w, w]); tf.Variable([i, i]); tf.Variable(lambda: [[w]]); tf.matmul([[w]], [[w]]); tf.where(True, [[w]], [[s]])
tf.pad([[w, w]], [[i[0], 1], [1, 1]]); tf.gather([[w, w]], [0], axis=1); tf.tile([[w]], [1, 2]); tf.split([[w, w]], 2, axis=1); tf.one_hot([[i[0]]], 3)
tf.slice([[w, w]], [0, 1], [1, 1]); tf.greater([[w, w]], 1.0); tf.nn.softmax([[w, w]]); tf.clip_by_value([[w, w]], 0.0, 1.0); tf.shape([[w]])
tf.reduce_any([[w > 1]]); tf.unstack([[w, w]]); tf.meshgrid([w, w], [w]); tf.broadcast_to([[w]], [2, 2]); tf.tensor_scatter_nd_update(tf.zeros([2]), [[i[0]]], [w])
call(lambda v: tf.cast([[v, v]], tf.float64), w); call(lambda v: tf.stack([[v, v], [v, 1.0]]), w); tf.concat(i, 0); tf.concat([i], axis=0)
tf.concat([i, i], 0); tf.concat([[1, 2]], 0); tf.concat([[w, w]], 0); tf.concat([[[w, w]]], 0); tf.concat([tf.cast([1], tf.int8)], 0)
tf.data.Dataset.from_tensors([w, w]).element_spec; tf.data.Dataset.from_tensors([[w, w]]).element_spec
tf.make_tensor_proto(w); tf.make_tensor_proto([w, w]); tf.make_tensor_proto([[w, w]])
tf.while_loop(lambda k, l: k < 3.0, lambda k, l: (k + 1, l), [w, i]); tf.while_loop(lambda k, l: k < 3, lambda k, l: (k + 1, l), (0, w))
call(lambda v: tf.while_loop(lambda k, l: k < 3, lambda k, l: (k + 1, l), (0, v)), w); tf.tuple([w, s]); call(lambda v: tf.tuple([v, s]), w)
tf.foldl(lambda a, b: a + b, i); tf.foldr(lambda a, b: a * b, i, s)
tf.scan(lambda a, b: a + b, i); tf.scan(lambda a, b: a + b, i, w); call(lambda v: tf.foldl(lambda a, b: a + b, v), i)
tf.RaggedTensor.from_row_splits(i, [0, 2]).values; tf.RaggedTensor.from_row_lengths(i, tf.constant([2])).values
tf.get_static_value(w); tf.get_static_value(i, partial=True); call(lambda: tf.get_static_value(tf.constant(2.0)))
tf.get_static_value(tf.ragged.constant([[1]])); tf.get_static_value(tf.sparse.from_dense([1])); tf.TensorSpec.from_tensor([w])
tf.TensorSpec.from_tensor(w); tf.TensorSpec.from_tensor(i, name="a"); call(lambda v: str(tf.TensorSpec.from_tensor(v)), w)
""".replace("\n", "; ").split("; ")


def cases():
    """All expressions, which may use w, i, s and x: weak float, weak ints, a strong float, strong ints; weak, grad and call."""
    found = [text for text in EXPRESSIONS + INSIDE if text]
    found += [f"{a} + {b}" for a in KINDS for b in KINDS]
    found += [
        f"{function}({a}, {b})" for function in ("tf.multiply", "tf.maximum") for a in SOME_KINDS for b in SOME_KINDS
    ]
    for function in PROMOTING:
        text = _CALLS.get(function, function + "({0}, {1})")
        found += [text.format(a, b) for a, b in PAIRS if "Variable" not in a or function in WITH_VARIABLES]
    found.remove("tf.stack([True, 2])")  # only TensorFlow makes a tensor of truth values and numbers
    for dtype in ("float16", "int32"):
        for value in ASSIGNED:
            found += [f"tf.Variable(1, dtype=tf.{dtype}).{method}({value})" for method in ("assign", "assign_add")]
    for vector in VECTORS:
        found += [f"tf.math.{name}({vector})" for name in UNARY]
        found += [_ARGUMENTS.get(name, name + "({})").format(vector) for name in OTHERS]
        found += [f"n.{name}({vector})" for name in NUMPY_UNARY]
    for name in NUMPY_PAIRWISE:
        found += [_NUMPY_CALLS.get(name, f"n.{name}({{}}, {{}})").format(a, b) for a, b in PAIRS if "None" not in a]
    return found
