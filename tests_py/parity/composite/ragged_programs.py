"""Random programs of ragged tensors: a value with random rows, and an expression of it."""

# ruff: noqa: E501 - tables of expressions

import dataclasses

import numpy as np

# What gives a ragged tensor again, so that another function can take it. {x} is a ragged tensor, {y} one of the same rows,
# {z} one of rows of its own, {d} a dense tensor; {axis}, {i}, {j}, {k} are small numbers.
RAGGED_TO_RAGGED = """
{x} + {y}
{x} * 2.0
1.5 - {x}
{x} / ({y} * {y} + 1.0)
{x} ** 2
{x} // 0.7
{x} % 0.7
-{x}
abs({x})
tf.maximum({x}, {y})
tf.math.squared_difference({x}, {y})
tf.math.divide_no_nan({x}, {y})
tf.sin({x})
tf.nn.relu({x})
tf.nn.leaky_relu({x}, 0.3)
tf.nn.softmax({x})
tf.nn.gelu({x})
tf.nn.silu({x})
tf.clip_by_value({x}, -0.5, 0.5)
tf.where({x} > 0.0, {x}, {y})
tf.where({x} > 0.0, {x}, 0.0)
tf.where(tf.constant([True, False, True])[:{i}+1], {x}, {y})
tf.concat([{x}, {y}], {axis})
tf.concat([{x}, {z}], {axis})
tf.concat([{x}, {z}, {x}], {axis})
tf.concat([{x}], {axis})
tf.stack([{x}, {y}], {axis})
tf.stack([{x}, {z}], {axis})
tf.ragged.stack([{x}, {z}], {axis})
tf.ragged.stack([{x}, {d}], 0)
tf.ragged.stack([{x}], {axis})
tf.gather({x}, [0, {i}], axis={axis})
tf.gather({x}, [{i}, 0, 0])
tf.gather({x}, [[0], [{i}]])
tf.gather({x}, tf.ragged.constant([[0], [{i}, 0]]))
tf.gather({x}, tf.ragged.constant([[0], [0, 0], []]), batch_dims=1)
tf.gather({x}, [0], axis=1, batch_dims=0)
tf.gather({d}, tf.ragged.constant([[0], [1, 0], []]))
tf.gather({d}, tf.ragged.constant([[0], [1, 0]]), axis=1)
tf.gather({x}, tf.cast({x} * 0.0, tf.int32))
tf.gather_nd({x}, [[0], [{i}]])
tf.gather_nd({x}, tf.ragged.constant([[[0]], [[{i}], [0]]], ragged_rank=1))
tf.expand_dims({x}, {axis})
tf.squeeze(tf.expand_dims({x}, {axis}), {axis})
tf.squeeze(tf.expand_dims({x}, {axis}))
tf.reverse({x}, [{axis}])
tf.reverse({x}, [0, 1])
tf.tile({x}, [{i} + 1, {j} + 1] + [1] * ({x}.shape.rank - 2))
tf.tile({x}, [1] * ({x}.shape.rank - 1) + [{i} + 1])
tf.ragged.boolean_mask({x}, {x} > 0.0)
tf.ragged.boolean_mask({x}, [True, False, True][:{i}])
tf.ragged.boolean_mask({d}, {d} > 0.0)
tf.ragged.boolean_mask({x}, tf.reduce_sum({x}, -1) > 0.0)
tf.ragged.map_flat_values(lambda v: v * v, {x})
tf.ragged.map_flat_values(tf.add, {x}, {y})
tf.ragged.map_flat_values(lambda v: v[..., None] * [1.0, 2.0], {x})
tf.cumsum({x}, {axis})
tf.cumsum({x}, {axis}, exclusive=True)
tf.cumsum({x}, {axis}, reverse=True)
tf.zeros_like({x})
tf.ones_like({x}, tf.int32)
tf.cast({x}, tf.float64)
tf.round({x})
tf.identity({x})
tf.stop_gradient({x}) * {x}
{x}[{i}:]
{x}[:{i}]
{x}[::-1]
{x}[::2]
{x}[:, {i}:]
{x}[:, :{i}]
{x}[:, ::-1]
{x}[:, -1:]
{x}[:, :-1]
{x}[-2:, :1]
{x}[..., :1]
{x}[..., None]
{x}[tf.newaxis]
{x}[:, tf.newaxis]
{x}[:, :, {i}:]
{x}[:, :, :-1]
{x}[1:, :, 0]
{x}[0]
{x}[{i}]
{x}[-1]
{x}[:, 0]
{x}.with_flat_values({x}.flat_values * 3.0)
{x}.with_values({x}.values * 3.0)
{x}.merge_dims(0, 1)
{x}.merge_dims({i}, {j})
{x}.merge_dims(-2, -1)
{x}.with_row_splits_dtype(tf.int32)
{x}.values
tf.RaggedTensor.from_tensor({x}.to_tensor())
tf.RaggedTensor.from_tensor({x}.to_tensor(), padding=0.0)
tf.RaggedTensor.from_tensor({x}.to_tensor(), lengths={x}.row_lengths())
tf.RaggedTensor.from_tensor({x}.to_tensor(), ragged_rank=2)
tf.RaggedTensor.from_tensor({d}, ragged_rank={i})
tf.RaggedTensor.from_sparse({x}.to_sparse())
tf.RaggedTensor.from_row_lengths({x}.flat_values, [{x}.flat_values.shape[0] or 0])
tf.RaggedTensor.from_value_rowids({x}.values, {x}.value_rowids(), nrows={x}.nrows() + 1)
tf.RaggedTensor.from_row_starts({x}.values, {x}.row_starts())
tf.RaggedTensor.from_row_limits({x}.values, {x}.row_limits())
tf.RaggedTensor.from_row_splits({x}, [0, {x}.nrows()])
tf.RaggedTensor.from_uniform_row_length({x}, 1)
tf.RaggedTensor.from_nested_row_splits({x}.flat_values, {x}.nested_row_splits)
tf.RaggedTensor.from_nested_row_lengths({x}.flat_values, {x}.nested_row_lengths())
tf.ragged.stack_dynamic_partitions({x}, tf.constant([1, 0, 1, 0, 2])[:{i}], 3)
tf.ragged.stack_dynamic_partitions({x}.flat_values, tf.cast({x}.flat_values > 0.0, tf.int32), 2)
tf.math.unsorted_segment_sum({x}, tf.cast({x} > 0.0, tf.int32), 2)
tf.map_fn(lambda row: row * 2.0, {x})
tf.map_fn(lambda row: tf.concat([row, row], 0), {x}, fn_output_signature=tf.RaggedTensorSpec([None], tf.float32))
tf.map_fn(lambda row: row[:1], {x})
tf.broadcast_to({x}, tf.experimental.DynamicRaggedShape.from_tensor({x}))
tf.reshape({x}, tf.experimental.DynamicRaggedShape.from_tensor({y}))
tf.reshape({x}.flat_values, tf.experimental.DynamicRaggedShape.from_tensor({x}))
{x} + {d}
{x} * {d}[:, :1]
{x} * {x}[:, :1]
{x} + tf.constant([[1.0]])
{x} + tf.constant([1.0])
{x} - tf.reduce_sum({x}, {axis}, keepdims=True)
tf.split({x}, 2)[0]
tf.split({x}, [1, -1])[1]
tf.split({x}, [{i}, -1], {axis})[1]
tf.dynamic_partition({x}, tf.constant([1, 0, 1, 0, 1])[:{i}], 2)[1]
tf.math.add_n([{x}, {y}, {x}])
tf.keras.ops.relu({x}) if False else {x}
tf.linalg.matmul({x}, {y}, transpose_b=True)
tf.linalg.matmul({x}, {d}, transpose_b=True)
tf.nn.dropout({x}, 0.0)
tf.math.multiply_no_nan({x}, {y})
tf.sort({x})
tf.argsort({x})
tf.transpose({x})
tf.pad({x}, [[1, 0], [0, 0]])
tf.sparse.from_dense({x}.to_tensor())
tf.cond(tf.reduce_sum({x}) > 0.0, lambda: {x} * 2.0, lambda: {x})
tf.while_loop(lambda i, v: i < 2, lambda i, v: (i + 1, v * 1.5), (0, {x}))[1]
""".strip().splitlines()

RAGGED_TO_ANY = """
tf.reduce_sum({x}, {axis})
tf.reduce_sum({x}, {axis}, keepdims=True)
tf.reduce_sum({x}, [0, {axis}])
tf.reduce_sum({x}, [{i}, {j}], keepdims=True)
tf.reduce_sum({x})
tf.reduce_mean({x}, {axis})
tf.reduce_mean({x}, {axis}, keepdims=True)
tf.reduce_mean({x}, [0, 1])
tf.reduce_max({x}, {axis})
tf.reduce_min({x}, {axis})
tf.reduce_min({x})
tf.reduce_prod({x}, {axis})
tf.reduce_prod({x}, [0, -1])
tf.reduce_variance({x}, {axis}) if False else tf.math.reduce_variance({x}, {axis})
tf.math.reduce_std({x}, {axis})
tf.math.reduce_variance({x})
tf.reduce_any({x} > 0.5, {axis})
tf.reduce_all({x} > -0.5, {axis}, keepdims=True)
tf.reduce_logsumexp({x}, {axis})
tf.math.count_nonzero({x})
tf.argmax({x}, 1)
tf.norm({x})
tf.unique({x}.flat_values)
{x}.to_tensor()
{x}.to_tensor(9.0)
{x}.to_tensor(9.0, shape=[None, {i}])
{x}.to_tensor(shape=[{i}, None] + [None] * ({x}.shape.rank - 2))
{x}.to_tensor(1.0, shape=[{i}, {j}])
{x}.to_sparse()
{x}.bounding_shape(), {x}.bounding_shape(0), {x}.bounding_shape(axis=[1, 0], out_type=tf.int32)
{x}.row_lengths({i}), {x}.row_starts(), {x}.row_limits(), {x}.nrows(), {x}.nrows(tf.int32)
{x}.nested_row_lengths(), {x}.nested_value_rowids()
{x}.uniform_row_length, {x}.ragged_rank, str({x}.shape), str(tf.type_spec_from_value({x}))
tf.size({x}), tf.rank({x}), tf.size({x}, tf.int64)
tf.shape({x})
tf.shape({x})[0]
tf.experimental.DynamicRaggedShape.from_tensor({x}).inner_shape
tf.unstack({x})
tf.split({x}, 3)
tf.split({x}, 2, {axis})
tf.dynamic_partition({x}, tf.cast({x} > 0.0, tf.int32), 2)
tf.math.unsorted_segment_max({x}, tf.cast({x} > 0.0, tf.int32), 2)
tf.math.unsorted_segment_mean({x}, tf.cast({x} > 0.0, tf.int32), 3)
tf.math.unsorted_segment_sqrt_n({x}, tf.cast({x} > 0.0, tf.int32), 3)
tf.math.unsorted_segment_prod({x}, tf.cast({x} > 0.0, tf.int32), 3)
tf.segment_sum({x}, [0, 0, 1]) if False else tf.math.segment_sum({x}.to_tensor(), [0, 0, 1])
tf.one_hot(tf.cast({x} > 0.0, tf.int32), 2)
tf.one_hot(tf.cast({x} > 0.0, tf.int32), 2, axis=1)
tf.math.bincount(tf.cast(abs({x}) * 2.0, tf.int32))
tf.math.bincount(tf.cast(abs({x}) * 2.0, tf.int32), axis=-1)
tf.math.bincount(tf.cast(abs({x}) * 2.0, tf.int32), axis=-1, minlength=5, binary_output=True)
tf.math.bincount(tf.cast(abs({x}) * 2.0, tf.int32), weights={x})
tf.math.bincount(tf.cast(abs({x}) * 2.0, tf.int32), weights={x}, axis=-1)
tf.sparse.bincount(tf.cast(abs({x}) * 2.0, tf.int32), axis=-1)
tf.sparse.bincount(tf.cast(abs({x}) * 2.0, tf.int32))
tf.map_fn(tf.reduce_sum, {x}, fn_output_signature=tf.float32)
tf.map_fn(lambda row: tf.reduce_max(row.flat_values if hasattr(row, "flat_values") else row), {x}, fn_output_signature=tf.float32)
tf.vectorized_map(lambda row: tf.reduce_sum(row), {x})
tf.strings.as_string({x}, precision=2)
tf.strings.reduce_join(tf.strings.as_string({x}, precision=1), {axis}, separator="-")
tf.strings.reduce_join(tf.strings.as_string({x}, precision=1), {axis}, keepdims=True)
tf.strings.join([tf.strings.as_string({x}, precision=1), tf.strings.as_string({y}, precision=1)], "|")
tf.strings.join([tf.strings.as_string({x}, precision=1), "k"], "|")
tf.strings.length(tf.strings.as_string({x}, precision=1))
tf.strings.substr(tf.strings.as_string({x}, precision=3), 1, 2)
tf.strings.upper(tf.strings.join(["a", tf.strings.as_string({x}, precision=1)]))
tf.strings.to_number(tf.strings.as_string({x}, precision=1))
tf.strings.to_hash_bucket_fast(tf.strings.as_string({x}, precision=1), 7)
tf.strings.regex_replace(tf.strings.as_string({x}, precision=1), "0", "zero")
tf.strings.regex_full_match(tf.strings.as_string({x}, precision=1), "0.*")
tf.strings.split(tf.strings.as_string({x}, precision=1), ".")
tf.strings.bytes_split(tf.strings.as_string({x}, precision=1))
tf.strings.unicode_split(tf.strings.as_string({x}, precision=1), "UTF-8")
tf.strings.unicode_decode(tf.strings.as_string({x}, precision=0), "UTF-8")
tf.strings.unicode_encode(tf.cast(abs({x}) * 10.0, tf.int32) + 65, "UTF-8")
tf.strings.ngrams(tf.strings.as_string({x}, precision=0), {i})
tf.strings.ngrams(tf.strings.as_string({x}, precision=0), [1, 2], pad_values=("L", "R"))
tf.strings.ngrams(tf.strings.as_string({x}, precision=0), 3, padding_width=1, pad_values="P", preserve_short_sequences=True)
tf.strings.format("{{}}", {x})
tf.ragged.cross([tf.cast({x} * 2.0, tf.int64), tf.cast({y} * 2.0, tf.int64)])
tf.ragged.cross_hashed([tf.strings.as_string({x}, precision=0), tf.strings.as_string({y}, precision=0)], 10)
tf.ragged.range(tf.cast(abs({x}.flat_values) * 2.0, tf.int32))
tf.ragged.row_splits_to_segment_ids({x}.row_splits)
tf.ragged.segment_ids_to_row_splits({x}.value_rowids())
tf.ragged.segment_ids_to_row_splits({x}.value_rowids(), {x}.nrows())
tf.nn.embedding_lookup({d}, tf.cast({x} > 0.0, tf.int32))
tf.nn.embedding_lookup_sparse({d}, tf.cast({x} > 0.0, tf.int32), None, combiner="sum")
tf.nn.embedding_lookup_sparse({d}, tf.cast({x} > 0.0, tf.int32), abs({x}) + 0.5, combiner="mean")
tf.nn.safe_embedding_lookup_sparse({d}, tf.cast({x} > 0.0, tf.int32), combiner="mean")
tf.nn.sigmoid_cross_entropy_with_logits({y}, {x})
tf.equal({x}, {y})
{x} == {y}
{x} != 0.5
tf.less({x}, {y}), {x} >= 0.0
tf.logical_and({x} > 0.0, {y} > 0.0), tf.logical_not({x} > 0.0)
({x} > 0.0) & ({y} > 0.0), ({x} > 0.0) | True, ~({x} > 0.0), ({x} > 0.0) ^ ({y} > 0.0)
tf.where({x} > 0.0)
tf.is_nan({x}) if False else tf.math.is_nan({x} / {x})
tf.bitcast({x}, tf.int32)
tf.dtypes.complex({x}, {y})
tf.math.top_k({x})
tf.math.in_top_k([0, 1], {x}, 1)
tf.searchsorted({x}, {x})
tf.image.resize({x}, [2, 2])
tf.constant(1.0) in [1.0], {x}.dtype
tf.nest.flatten({x}, expand_composites=True)
tf.reduce_sum({x}.to_tensor() * {x}.to_tensor(2.0), 1)
tf.sparse.reduce_sum({x}.to_sparse(), {axis})
tf.boolean_mask({x}.flat_values, {x}.flat_values > 0.0)
tf.debugging.assert_equal({x}, {x})
tf.debugging.assert_less({x}, {y})
tf.debugging.check_numerics({x}, "m")
tf.convert_to_tensor({x})
tf.ensure_shape({x}, [None, None])
tf.meshgrid({x})
tf.add({x}, {z})
{x} * {z}
tf.tensordot({d}, {x}, 1)
tf.foldl(lambda a, row: a + tf.reduce_sum(row), {x}, 0.0)
tf.scan(lambda a, row: a + tf.reduce_sum(row), {x}, 0.0)
tf.math.cumulative_logsumexp({x})
tf.range(tf.shape({x})[0])
len({x}.to_list()) if tf.executing_eagerly() else 0
tf.data.Dataset.from_tensor_slices({x}).element_spec.shape
list(tf.data.Dataset.from_tensor_slices({x}).batch(2)) if tf.executing_eagerly() else 0
list(tf.data.Dataset.from_tensor_slices({x}).map(lambda r: tf.reduce_sum(r)).ragged_batch(2)) if tf.executing_eagerly() else 0
repr({x}) if tf.executing_eagerly() else 0
str({x}) if tf.executing_eagerly() else 0
tf.io.encode_base64(tf.strings.as_string({x}, precision=0))
tf.linalg.matvec({x}.to_tensor(), {x}.to_tensor()[0])
tf.raw_ops.RaggedTensorToVariant(rt_nested_splits={x}.nested_row_splits, rt_dense_values={x}.flat_values, batched_input=False) is None
""".strip().splitlines()


@dataclasses.dataclass
class Program:
    expression: str
    splits: tuple  # outermost first; a number is a uniform length
    inner: tuple
    other_splits: tuple
    rows: str  # what the signature says of the number of rows
    numbers: int  # the seed of the numbers
    splits_dtype: str = "int64"


def random_splits(rng, rank):
    """Splits for `rank` ragged axes, outermost first, so that each ends with the number of rows of the next."""
    nrows, result = int(rng.integers(1, 4)) if rng.random() < 0.93 else 0, []
    for _ in range(rank):
        if rng.random() < 0.15:
            length = int(rng.integers(1, 3))
            result.append(length)
            nrows *= length
            continue
        lengths = rng.choice([0, 1, 2, 3], nrows, p=[0.25, 0.3, 0.3, 0.15])
        result.append([0, *np.cumsum(lengths).tolist()])
        nrows = result[-1][-1]
    if not any(isinstance(s, list) for s in result):
        return random_splits(rng, rank)
    return tuple(result)


def rows_of(splits):
    """How many rows the innermost values have, and how many the outermost."""
    first = next(i for i, s in enumerate(splits) if isinstance(s, list))
    outermost = len(splits[first]) - 1
    for s in splits[:first]:
        outermost //= s
    nrows = outermost
    for s in splits:
        nrows = s[-1] if isinstance(s, list) else nrows * s
    return outermost, nrows


def with_rows(rng, splits):
    """Other splits, most often for as many rows."""
    if rng.random() < 0.25:
        return random_splits(rng, len(splits))
    while True:
        found = random_splits(rng, len(splits))
        if rows_of(found)[0] == rows_of(splits)[0]:
            return found


def make(tf, splits, inner, seed, splits_dtype):
    outermost, nvals = rows_of(splits)
    rng = np.random.default_rng(seed)
    x = tf.constant(rng.choice([-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 3.0], (nvals, *inner)).astype(np.float32))
    nrows = [outermost]
    for s in splits:
        nrows.append(s[-1] if isinstance(s, list) else nrows[-1] * s)
    for s, n in zip(splits[::-1], nrows[-2::-1], strict=True):
        if isinstance(s, list):
            x = tf.RaggedTensor.from_row_splits(x, tf.constant(s, splits_dtype))
        else:
            x = tf.RaggedTensor.from_uniform_row_length(x, tf.constant(s, splits_dtype), tf.constant(n, splits_dtype))
    return x


def program(seed):
    rng = np.random.default_rng(seed)
    rank = int(rng.choice([1, 2, 3], p=[0.5, 0.35, 0.15]))
    splits = random_splits(rng, rank)
    inner = [(), (2,), (1,), (2, 1)][int(rng.choice(4, p=[0.65, 0.2, 0.1, 0.05]))]

    def expression(depth):
        table = RAGGED_TO_RAGGED if depth or rng.random() < 0.5 else RAGGED_TO_ANY
        text = table[int(rng.integers(len(table)))]
        x = f"({expression(depth + 1)})" if depth < 2 and rng.random() < 0.35 else "x"
        return text.format(
            x=x,
            y="z" if rng.random() < 0.15 else x if rng.random() < 0.3 or x != "x" else "y",
            z="z",
            d="e" if rng.random() < 0.2 else "d",
            axis=int(rng.choice([0, 1, 2, -1, 3, -2], p=[0.25, 0.3, 0.15, 0.2, 0.05, 0.05])),
            i=int(rng.integers(0, 4)),
            j=int(rng.integers(0, 3)),
            k=int(rng.integers(0, 3)),
        )

    return Program(
        expression(0),
        splits,
        inner,
        with_rows(rng, splits),
        str(rng.choice(["known", "hidden", "rank only"])),
        seed,
        "int32" if rng.random() < 0.1 else "int64",
    )


def arguments(tf, p):
    return {
        "x": make(tf, p.splits, p.inner, [p.numbers, 1], p.splits_dtype),
        "y": make(tf, p.splits, p.inner, [p.numbers, 2], p.splits_dtype),
        "z": make(tf, p.other_splits, p.inner, [p.numbers, 3], p.splits_dtype),
        "e": tf.constant(
            np.random.default_rng(p.numbers).choice([-1.0, 0.5, 2.0], (rows_of(p.other_splits)[0], 3)), tf.float32
        ),
        "d": tf.constant(
            np.random.default_rng(p.numbers).choice([-1.0, 0.5, 2.0], (rows_of(p.splits)[0], 2)), tf.float32
        ),
    }


def described(tf, value, static=False):
    """Types, dtypes, shapes and numbers of a result, as plain Python values; its shape alone if `static`."""
    if isinstance(value, (list, tuple)):
        return [described(tf, v, static) for v in value]
    if isinstance(value, tf.RaggedTensor):
        parts = [value.dtype.name, value.row_splits.dtype.name, value.shape, value.flat_values.shape]
        parts += [v.shape for v in (value.nested_row_splits)]
        return (
            ["ragged", *parts]
            if static
            else [
                "ragged",
                *parts,
                *[described(tf, s) for s in value.nested_row_splits],
                described(tf, value.flat_values),
            ]
        )
    if isinstance(value, tf.SparseTensor):
        if static:
            return ["sparse", value.dtype.name, value.shape, value.indices.shape]
        return [
            "sparse",
            value.dtype.name,
            value.shape,
            *[described(tf, v) for v in (value.indices, value.values, value.dense_shape)],
        ]
    if isinstance(value, tf.IndexedSlices):
        return ["slices", described(tf, value.values, static), described(tf, value.indices, static)]
    if tf.is_tensor(value) and hasattr(value, "numpy" if not static else "shape") and hasattr(value, "dtype"):
        return (
            ["tensor", value.dtype.name, value.shape]
            if static
            else ["tensor", value.dtype.name, value.shape, value.numpy()]
        )
    if isinstance(value, tf.TensorShape):
        return ["shape", value]
    if type(value).__name__ == "DynamicRaggedShape":
        return [type(value).__name__, described(tf, value.inner_shape, static)]
    if isinstance(value, (int, float, str, bytes, bool, type(None))):
        return value
    return type(value).__name__


def outcomes(tf, p):
    """What the program gives eagerly, in a function, and as derivatives, by the name of the way."""
    found = {}
    values = arguments(tf, p)
    names = list(values)
    code = compile(p.expression, "program", "eval")

    def call(*xs):
        return eval(code, {"tf": tf, "np": np, **dict(zip(names, xs, strict=True))})

    def spec(v):
        s = tf.type_spec_from_value(v)
        if p.rows == "known":
            return s
        shape = (
            [None, *s.shape[1:]]
            if p.rows == "hidden" or not isinstance(s, tf.RaggedTensorSpec)
            else [None] * s.shape.rank
        )
        if isinstance(s, tf.RaggedTensorSpec):
            return tf.RaggedTensorSpec(shape, s.dtype, s.ragged_rank, s.row_splits_dtype)
        return tf.TensorSpec(shape, s.dtype)

    specs = [spec(v) for v in values.values()]
    statics = []

    def traced(*xs):
        result = call(*xs)
        statics.append(described(tf, result, static=True))
        return result

    def loss(result):
        total, i = 0.0, 1
        for leaf in tf.nest.flatten(result):
            leaf = (
                leaf.flat_values
                if isinstance(leaf, tf.RaggedTensor)
                else leaf.values
                if isinstance(leaf, tf.SparseTensor)
                else leaf
            )
            if tf.is_tensor(leaf) and leaf.dtype.is_floating:
                weights = tf.cast(tf.range(tf.size(leaf)) % 7 + i, leaf.dtype)
                total += tf.cast(tf.reduce_sum(tf.reshape(leaf, [-1]) * weights), tf.float32)
                i += 1
        return total

    def derivatives(*xs):
        with tf.GradientTape() as tape:
            flat = [x.flat_values if isinstance(x, tf.RaggedTensor) else x for x in xs]
            tape.watch(flat)
            total = loss(
                call(
                    *[
                        x.with_flat_values(f) if isinstance(x, tf.RaggedTensor) else f
                        for x, f in zip(xs, flat, strict=True)
                    ]
                )
            )
        if isinstance(total, float):
            return "nothing"
        return [tf.convert_to_tensor(g) if g is not None else None for g in tape.gradient(total, flat)]

    def way(name, function):
        try:
            found[name] = (described(tf, function()), None)
        except Exception as error:
            found[name] = (None, error)

    way("eager", lambda: call(*values.values()))
    try:
        graph = tf.function(traced, input_signature=specs, autograph=False)
        found["function"] = (described(tf, graph(*values.values())), None)
    except Exception as error:
        found["function"] = (None, error)
    if statics:
        found["static"] = (statics[-1], None)
    way("derivatives", lambda: derivatives(*values.values()))
    if found["derivatives"][1] is None and found["derivatives"][0] != "nothing":
        way(
            "derivatives in a function",
            lambda: tf.function(derivatives, input_signature=specs, autograph=False)(*values.values()),
        )
    return found


def differs(got, want, where="result"):
    """What is different, or None. Shapes may say more than TensorFlow's."""
    if hasattr(want, "as_list"):
        if not hasattr(got, "as_list"):
            return f"{where}: {got} for {want}"
        if str(got) == str(want):
            return None
        if want.rank is not None and (
            got.rank != want.rank or any(w is not None and g != w for g, w in zip(got, want, strict=True))
        ):
            return f"{where}: shape {got}, not {want}"
        return None
    if isinstance(want, list):
        if not isinstance(got, list) or len(got) != len(want):
            return f"{where}: {got} for {want}"
        return next(
            (t for i, (g, w) in enumerate(zip(got, want, strict=True)) if (t := differs(g, w, f"{where}[{i}]"))),
            None,
        )
    if isinstance(want, np.ndarray) or isinstance(want, np.generic):
        g, w = np.asarray(got), np.asarray(want)
        if g.shape != w.shape or g.dtype != w.dtype:
            return f"{where}: {g!r} for {w!r}"
        if w.dtype.kind in "fc":
            same = np.allclose(g, w, 1e-4, 1e-5, equal_nan=True)
        else:
            same = np.array_equal(g, w)
        return None if same else f"{where}: {g!r} for {w!r}"
    return None if got == want else f"{where}: {got!r} for {want!r}"


# What TensorFlow fails at by itself: reduce_logsumexp and where with dense inner rows, derivatives of empty sparse sums and
# of rows in vectorized_map, dense values of empty uniform rows, lists of ragged tensors.
ITS_OWN_FAILURES = (
    "has no len()",
    "Failed to convert elements of",
    "of op 'SelectV2'",
    "Integer division by zero",
    "is not compatible with supplied shape",
    "encoded_ragged_grad",
    "Input to reshape is a tensor with 1 values",
)


def compared(theirs, ours, kinds=("eager", "function", "static", "derivatives", "derivatives in a function")):
    """What is different, a line each."""
    lines = []
    for kind in kinds:
        if kind not in theirs or kind not in ours:
            continue
        (want, their_error), (got, our_error) = theirs[kind], ours[kind]
        if their_error is not None:
            name = type(their_error).__name__
            if any(text in str(their_error) for text in ITS_OWN_FAILURES) and (our_error is None or kind != "eager"):
                continue
            if kind.endswith("function") and our_error is not None:
                continue  # while tracing or later
            if our_error is None:
                lines.append(f"{kind}: TensorFlow raises {name}: {str(their_error)[:150]!r}; ours {str(got)[:150]}")
            elif name not in [c.__name__ for c in type(our_error).__mro__]:
                lines.append(
                    f"{kind}: TensorFlow raises {name}: {str(their_error)[:150]!r}; ours {type(our_error).__name__}: {str(our_error)[:150]!r}"
                )
            continue
        if our_error is not None:
            lines.append(
                f"{kind}: TensorFlow gives {str(want)[:150]}; ours raises {type(our_error).__name__}: {str(our_error)[:200]!r}"
            )
            continue
        if text := differs(got, want, kind):
            lines.append(text)
    return lines
