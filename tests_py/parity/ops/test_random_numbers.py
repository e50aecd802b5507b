"""Random functions give TensorFlow's numbers for equal seeds, and its errors."""

import itertools

import numpy as np
import pytest

from support.same_values import assert_same_values, parameters


def names(module):
    def seq(seed, *functions):
        """What functions give one after the other once the global seed is set."""
        module.random.set_seed(seed)
        return [function() for function in functions]

    return {"seq": seq, "R": module.random, "np": np}


# ruff: noqa: E501
SEQUENCES = r"""
seq(1,lambda:R.uniform([3]),lambda:R.uniform([3]),lambda:R.normal([3]),lambda:R.uniform([2],seed=5))
seq(1,lambda:R.uniform([3],seed=1),lambda:R.uniform([3],seed=1),lambda:R.uniform([3],seed=2))
seq(0,lambda:R.normal([3],seed=1),lambda:R.normal([3],dtype=tf.float64),lambda:R.normal([3],dtype=tf.float16),lambda:R.normal([3],dtype=tf.bfloat16))
seq(-5,lambda:R.normal([3]))
seq(2**40,lambda:R.normal([3]))
seq(2**70,lambda:R.normal([3]))
seq(1.5,lambda:R.normal([3]))
seq(np.int64(3),lambda:R.normal([3]),lambda:R.normal([3],seed=np.int32(4)))
seq(np.float32(2.7),lambda:R.normal([3]))
seq(tf.constant(3),lambda:R.normal([3]))
seq(np.array([3]),lambda:R.normal([3]))
seq("3",lambda:R.normal([3]))
seq(3,lambda:R.uniform([5],0,10,tf.int32),lambda:R.uniform([5],-3,10,tf.int64),lambda:R.uniform([2],1.,2.,tf.float64))
seq(3,lambda:R.truncated_normal([5]),lambda:R.truncated_normal([5],2.,.5,tf.float64))
seq(3,lambda:R.shuffle(tf.range(8)),lambda:R.shuffle(tf.range(8)),lambda:R.shuffle(tf.reshape(tf.range(8),[4,2]),seed=2))
seq(3,lambda:R.categorical([[1.,2.,3.]],5),lambda:R.categorical([[1.,2.,3.]],5,dtype=tf.int32))
seq(3,lambda:R.gamma([3],2.),lambda:R.gamma([2],[1.,2.],beta=3.),lambda:R.gamma([2],0.5,dtype=tf.float64))
seq(3,lambda:R.poisson([3],2.),lambda:R.poisson([3],[20.,.5],dtype=tf.int32))
seq(3,lambda:tf.nn.dropout(tf.ones([10]),.5),lambda:tf.nn.dropout(tf.ones([10]),.5,seed=4),lambda:tf.nn.dropout(tf.ones([2,5]),.5,noise_shape=[2,1]))
seq(3,lambda:tf.nn.experimental.stateless_dropout(tf.ones([10]),.5,seed=[1,2]))
seq(3,lambda:R.Generator.from_seed(1).normal([3]),lambda:R.get_global_generator().algorithm)
seq(3,lambda:R.uniform([]),lambda:R.uniform([0]),lambda:R.uniform([2]))
seq(3,lambda:R.uniform([2,2],tf.constant([0.,10.]),tf.constant([1.,20.])))
"""

STATELESS = r"""
R.stateless_uniform([3],[1,2])
R.stateless_uniform([3],seed=[1,2],minval=0,maxval=10,dtype=tf.int32)
R.stateless_normal([3],[1,2])
R.stateless_truncated_normal([3],[1,2])
R.stateless_gamma([3],[1,2],2.)
R.stateless_poisson([3],[1,2],[2.,3.,4.])
R.stateless_poisson([3],[1,2],2.,dtype=tf.int32)
R.stateless_binomial([3],[1,2],10.,.5)
R.stateless_categorical([[1.,2.]],4,[1,2])
R.stateless_uniform([3],[1])
R.stateless_uniform([3],1)
R.stateless_uniform([3],[1.,2.])
R.stateless_uniform([3],[1,2],alg="philox")
R.stateless_uniform([3],[1,2],alg="bad")
R.stateless_uniform([3],[1,2],dtype=tf.int32)
R.stateless_uniform([3],[1,2],minval=None,maxval=None,dtype=tf.uint32)
R.split([1,2],3)
R.fold_in([1,2],5)
R.experimental.stateless_shuffle([1,2,3,4],seed=[1,2])
"""

GENERATORS = r"""
(lambda g:(g.algorithm,g.state.shape,g.key,g.normal([2]),g.split(2)[0].algorithm,g.skip(2),R.Generator(copy_from=g).algorithm))(R.Generator.from_seed(5,alg="auto_select"))
(lambda g:(g.reset_from_seed(3),g.state,g.reset_from_key_counter(4,[5,6]),g.state,g.uniform([2])))(R.Generator.from_seed(5,alg=R.Algorithm.AUTO_SELECT))
(lambda g:(g.algorithm,g.state,g.key,g.reset_from_seed(3),g.state,g.reset_from_key_counter(4,[5]),g.state,g.reset([1,2]),g.state))(R.Generator.from_seed(5,alg="threefry"))
R.Generator.from_state([1,2],alg="threefry").state
R.Generator.from_state([1,2,3],alg="threefry").state
R.Generator.from_key_counter(7,[1],2).state
R.Generator.from_key_counter(7,[1,2],2).state
R.Generator.from_non_deterministic_state(alg="threefry").state.shape
R.Generator.from_seed(5,alg="threefry").normal([2])
R.Generator.from_seed(5,alg="threefry").skip(2)
R.Generator.from_seed(5,alg="threefry").split(2)
R.Generator.from_seed(5,alg=1.5).state
R.Generator.from_key_counter(7,[1,2],None).state
R.Generator.from_seed(5,alg=tf.constant(3)).state
R.stateless_uniform([2],[1,2],alg="threefry")
[R.create_rng_state(1,alg) for alg in ("auto_select","threefry",1,3)]
R.create_rng_state(1,"philox")
R.Generator.from_seed([1,2,3,4]).state
R.Generator.from_state([1,2,3],"philox").normal([2])
R.Generator.from_state([1,2],"philox")
R.Generator.from_key_counter(1,[2,3],"philox").uniform([2])
R.Generator.from_seed(1).uniform([3],minval=0,maxval=5,dtype=tf.int32)
R.Generator.from_seed(1).uniform([3],dtype=tf.int32)
R.Generator.from_seed(1).uniform([3],minval=None,dtype=tf.uint32)
R.Generator.from_seed(1).truncated_normal([3])
R.Generator.from_seed(1).make_seeds(3)
[g.normal([2]) for g in R.Generator.from_seed(1).split(2)]
R.Generator.from_seed(1,alg="bad")
R.Generator()
"""

OTHERS = r"""
R.uniform([3],dtype=tf.int32)
R.uniform([3],dtype=tf.uint8,maxval=3)
R.uniform([3],dtype=tf.string)
R.uniform([-1])
R.uniform("a")
R.uniform([2.5])
R.uniform([2],5,1,tf.int32)
R.uniform([2],0,0,tf.int32)
R.uniform(3)
R.uniform((2,2)).shape
R.uniform(tf.constant([2])).shape
R.uniform([tf.constant(2),3]).shape
R.uniform([None])
R.normal([2],stddev="a")
R.normal([2],dtype=tf.int32)
R.normal([2,2],mean=[1.,2.]).shape
R.experimental.index_shuffle(tf.range(5),[1,2],4)
R.experimental.index_shuffle(tf.range(1000),[7,2],999)
R.experimental.index_shuffle(tf.constant([0,5,2**30,2**40-1],tf.int64),[-7,2],2**40-1)
R.experimental.index_shuffle(tf.constant([0,5,65536],tf.int64),[3,2],65536)
R.experimental.index_shuffle(2,[1,2],[4,6,7])
[tf.random_index_shuffle(tf.range(9),[1,2,3],300,rounds=r) for r in (4,6,12,24)]
tf.random_index_shuffle(tf.constant([3,2**63+5],tf.uint64),tf.constant([2**40+1,2,3],tf.uint64),2**64-1,rounds=40)
tf.random_index_shuffle(tf.range(3),[[1,2,3],[4,5,6],[7,8,-9]],[300,2,70000])
tf.random_index_shuffle([3,5],[1,2,3],4)
tf.raw_ops.StatelessParameterizedTruncatedNormal(shape=[3],seed=[1,2],means=0.,stddevs=1.,minvals=-float("inf"),maxvals=float("inf"))
tf.raw_ops.StatelessParameterizedTruncatedNormal(shape=[3],seed=[1,2],means=float("inf"),stddevs=1.,minvals=0.,maxvals=1.)
tf.raw_ops.StatelessParameterizedTruncatedNormal(shape=[3],seed=[1,2],means=0.,stddevs=1.,minvals=0.,maxvals=float("inf"))
R.gamma([2],-1.)
R.gamma([2],[1,2],seed=3)
R.categorical([1.,2.],3)
R.categorical([[1.,2.]],-1)
R.categorical([[]],2)
R.shuffle(3)
R.truncated_normal([2],dtype=tf.int32)
R.uniform([2**31,2**31,2**31])
"""


EXPRESSIONS = parameters(
    {
        "sequences": SEQUENCES,
        "stateless": STATELESS,
        "generators": GENERATORS,
        "others": OTHERS,
    }
)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same_values(expression, tensorflow, gw, names)


PROGRAMS = {
    "ops of a function": lambda tf: tf.function(lambda: (tf.random.uniform([2]), tf.random.normal([2]))),
    "an op with a seed": lambda tf: tf.function(lambda: tf.random.uniform([2], seed=7)),
    "a loop": lambda tf: tf.function(
        lambda: tf.while_loop(lambda i, s: i < 3, lambda i, s: (i + 1, s + tf.random.uniform([])), [0, 0.0])[1]
    ),
    "map_fn": lambda tf: lambda: tf.map_fn(lambda x: tf.random.uniform([]), tf.constant([1.0, 2.0, 3.0])),
    "dropout in a function": lambda tf: tf.function(lambda: tf.nn.dropout(tf.ones([10]), 0.5)),
}


@pytest.mark.parametrize("program", PROGRAMS)
def test_sequences_of_functions(program, tensorflow, gw):
    def run(module):
        module.random.set_seed(4)
        function = PROGRAMS[program](module)
        drawn = [function(), function(), module.random.uniform([2])]
        again = [PROGRAMS[program](module)() for _ in range(2)]
        return [np.asarray(part) for part in module.nest.flatten([drawn, again])]

    for ours, theirs in zip(run(gw), run(tensorflow), strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=2e-6)


def test_numbers_of_compiled_functions(tensorflow, gw):
    """XLA makes other numbers of the same bits; TensorFlow folds what is drawn from constants of Philox before it."""
    kinds = ("stateless_uniform", "stateless_normal", "stateless_truncated_normal")

    def drawn(tf):
        def draws():
            return [
                tf.cast(getattr(tf.random, kind)(shape, [3, dtype.size], dtype=dtype), tf.float64)
                for kind in kinds
                for dtype in (tf.float32, tf.float64, tf.float16, tf.bfloat16)
                for shape in ([4, 6], [3, 5])
            ]

        def raw(seed):
            x, y = tf.ones([9]), tf.raw_ops.StatelessRandomNormal(shape=[5], seed=[1, 2])
            branch = tf.cond(seed[0] > 0, lambda: tf.random.stateless_normal([7], seed), lambda: tf.zeros([7]))
            philox = tf.random.stateless_normal([3], [1, 2], alg="philox")
            return [tf.nn.experimental.stateless_dropout(x, 0.5, seed), y, branch, philox]

        compiled = tf.function(draws, jit_compile=True)
        seeds, seeded = tf.constant([1, 2]), tf.function(raw, jit_compile=True)
        within = tf.function(lambda seeds: seeded(seeds))(seeds)
        results = [compiled(), draws(), seeded(seeds), within]
        return [x.numpy() for x in tf.nest.flatten(results)]

    for number, (want, got) in enumerate(zip(drawn(tensorflow), drawn(gw), strict=True)):
        half = number % 8 >= 4
        np.testing.assert_allclose(got, want, 2e-2 if half else 2e-6, 1e-2 if half else 1e-6, err_msg=str(number))


def test_shapes_of_every_kind(tensorflow, gw):
    """Ops with shapes of int32 and of int64 count for themselves; both take the same shapes, and refuse the same."""

    def shapes(tf):
        return [
            [2], (2,), np.array([2], np.int32), np.array([2], np.int64), np.array([2], np.int16), tf.constant([2]),
            tf.constant([2], tf.int64), tf.TensorShape([2]), [np.int64(2)], [np.int32(2)], [tf.constant(2)],
            [tf.constant(2, tf.int64)], (tf.constant(2), 1), (tf.constant(2, tf.int64), 1), tf.constant(2), 2, [],
            np.array([], np.int64), [2.0],
        ]  # fmt: skip

    def drawn(tf):
        random, found = tf.random, []
        draws = (
            lambda shape: random.normal(shape, seed=1),
            lambda shape: random.uniform(shape, 0, 9, tf.int32, seed=1),
            lambda shape: random.truncated_normal(shape, seed=1),
            lambda shape: random.gamma(shape, 1.0, seed=1),
            lambda shape: random.poisson(shape, 3.0, seed=1),
        )
        tf.random.set_seed(5)
        for draw, shape in itertools.product(draws, shapes(tf)):
            try:
                found.append(draw(shape).numpy())
            except (TypeError, ValueError, tf.errors.InvalidArgumentError) as error:
                found.append(type(error).__name__)
        return found

    for want, got in zip(drawn(tensorflow), drawn(gw), strict=True):
        assert want == got if isinstance(want, str) else np.allclose(want, got, 1e-5)


UNSEEDED = """
R.normal([2]) | R.normal([2], seed=1) | tf.function(lambda: R.uniform([2]))() | R.shuffle([1, 2]) | R.stateless_normal([2], [1, 2])
tf.data.Dataset.range(3).shuffle(3) | tf.data.Dataset.random() | tf.data.Dataset.random(seed=1) | tf.nn.dropout([1.0], 0.5)
tf.queue.RandomShuffleQueue(3, 1, tf.int32) | R.uniform_candidate_sampler([[1]], 1, 2, True, 5)
R.Generator.from_seed(1).normal([2]) | R.Generator.from_non_deterministic_state() | R.set_global_generator(None)
R.get_global_generator() | tf.compat.v1.get_seed(None) | tf.compat.v1.get_seed(1)
tf.nn.fractional_max_pool(tf.ones([1, 4, 4, 1]), 1.5) | tf.nn.fractional_max_pool(tf.ones([1, 4, 4, 1]), 1.5, seed=1)
tf.compat.v1.nn.fractional_max_pool(tf.ones([1, 4, 4, 1]), [1, 1.5, 1.5, 1], deterministic=True, seed=1)
tf.compat.v1.nn.fractional_avg_pool(tf.ones([1, 4, 4, 1]), [1, 1.5, 1.5, 1])
tf.raw_ops.RandomUniform(shape=[2], dtype=tf.float32) | tf.raw_ops.RandomUniform(shape=[2], dtype=tf.float32, seed2=1)
tf.raw_ops.RandomGamma(shape=[2], alpha=1.0, seed=0) | tf.function(lambda: tf.raw_ops.RandomShuffle(value=[1, 2]))()
tf.raw_ops.FractionalAvgPool(value=tf.ones([1, 4, 4, 1]), pooling_ratio=[1.0, 1.5, 1.5, 1.0])
tf.image.sample_distorted_bounding_box([4, 4, 1], [[[0.0, 0.0, 1.0, 1.0]]])
tf.compat.v1.image.sample_distorted_bounding_box([4, 4, 1], [[[0.0, 0.0, 1.0, 1.0]]], seed2=1)
"""


def test_numbers_without_seeds_where_determinism_is_enabled(tensorflow, gw):
    """Only what has a seed, or a global one, may be drawn."""

    def raised(tf, expression):
        try:
            eval(expression, {"tf": tf, "R": tf.random})
        except Exception as error:
            return type(error).__name__
        return None

    def all_raised(tf, disable):
        tf.random.set_seed(None)
        tf.config.experimental.enable_op_determinism()
        try:
            found = {
                expression: raised(tf, expression)
                for expression in UNSEEDED.replace("\n", " | ").strip(" |").split(" | ")
            }
            tf.random.set_seed(1)
            return found, tf.random.normal([2]).numpy().tolist()
        finally:
            disable()

    from tensorflow.python.framework import config

    found, numbers = all_raised(tensorflow, config.disable_op_determinism)
    assert (
        all_raised(gw, gw.__internal__.config.disable_op_determinism) == (found, numbers)
        and "RuntimeError" in found.values()
    )
