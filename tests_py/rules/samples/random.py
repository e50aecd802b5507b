"""Rows for random numbers: where seeds are equal they are TensorFlow's numbers, else only their kind is."""

# fmt: off
# ruff: noqa: E501
import numpy as np

from rules.samples.raw import raw, variable
from support.sampling import REALS, Bad, Sample, fixed, uniform

RANDOM = [
    Sample("random.stateless_uniform", args=(fixed([3, 7], "int32"),), shapes=((2,),), dtypes=("int32",), kwargs=[
        {"shape": [5]}, {"shape": [2, 3], "minval": -2.0, "maxval": 5.0}, {"shape": [100]}, {"shape": []}, {"shape": [0]},
        {"shape": [7], "dtype": lambda tf: tf.float64}, {"shape": [7], "dtype": lambda tf: tf.float16},
        {"shape": [9], "minval": 0, "maxval": 10, "dtype": lambda tf: tf.int32},
        {"shape": [9], "minval": -5, "maxval": 10, "dtype": lambda tf: tf.int64},
        {"shape": [9], "minval": None, "maxval": None, "dtype": lambda tf: tf.int32}],
        call=lambda tf, seed, **kw: tf.random.stateless_uniform(seed=seed, **kw), grad=False,
        bad=[Bad(shapes=(3,), values=([1, 2, 3],)), Bad(kwargs={"shape": [2], "minval": 5, "maxval": 5, "dtype": lambda tf: tf.int32}),
             Bad(kwargs={"shape": [-1]})]),
    Sample("random.stateless_normal", args=(fixed([3, 7], "int32"),), shapes=((2,),), dtypes=("int32",), kwargs=[
        {"shape": [5]}, {"shape": [40], "mean": 2.0, "stddev": 3.0}, {"shape": [7], "dtype": lambda tf: tf.float64}],
        call=lambda tf, seed, **kw: tf.random.stateless_normal(seed=seed, **kw), ulp=16, grad=False),
    Sample("random.stateless_truncated_normal", args=(fixed([3, 7], "int32"),), shapes=((2,),), dtypes=("int32",), kwargs=[
        {"shape": [50]}], call=lambda tf, seed, **kw: tf.random.stateless_truncated_normal(seed=seed, **kw), ulp=16, grad=False),
    Sample("random.stateless_categorical", args=(fixed([[0.1, 0.5, 0.2], [0.3, 0.3, 0.3]]),), shapes=((2, 3),), dtypes=("float32",),
           kwargs=[{"num_samples": 6, "seed": [1, 2]}], grad=False),
    Sample("random.experimental.stateless_shuffle", ((6,), (4, 2)), ("float32", "int32"), [{"seed": [1, 2]}], grad=False),
    Sample("random.experimental.stateless_split", args=(fixed([3, 7], "int32"),), shapes=((2,),), dtypes=("int32",), kwargs=[{}, {"num": 3}]),
    Sample("random.experimental.stateless_fold_in", args=(fixed([3, 7], "int32"),), shapes=((2,),), dtypes=("int32",), kwargs=[{"data": 5}]),
    *(
        Sample(f"random.{name} with a seed", args=(), shapes=((),), dtypes=("float32",), kwargs=kwargs, stateful=True, grad=False, ulp=16,
               before=lambda tf: tf.random.set_seed(11), bad=bad)
        for name, kwargs, bad in (
            ("uniform", [{"shape": [5]}, {"shape": [2, 3], "minval": -1, "maxval": 1}, {"shape": [5], "seed": 3},
                         {"shape": [6], "minval": 0, "maxval": 9, "dtype": lambda tf: tf.int32}, {"shape": []}],
             [Bad(kwargs={"shape": [2], "dtype": lambda tf: tf.int32}), Bad(kwargs={"shape": [-2]})]),
            ("normal", [{"shape": [5]}, {"shape": [2, 3], "mean": 4.0, "stddev": 0.5}, {"shape": [5], "seed": 3}], []),
            ("truncated_normal", [{"shape": [30]}], []),
        )
    ),
    Sample("random.shuffle", ((6,), (4, 2)), ("float32", "int32"), stateful=True, grad=False, before=lambda tf: tf.random.set_seed(2)),
    Sample("random.categorical", ((2, 3),), ("float32",), [{"num_samples": 7}], stateful=True, grad=False, before=lambda tf: tf.random.set_seed(2)),
    Sample("random.Generator", args=(), shapes=((),), dtypes=("float32",), stateful=True, traceable=False, grad=False, ulp=16, kwargs=[{"seed": 1}, {"seed": 1234}],
           call=lambda tf, seed: (lambda g: [g.normal([5]), g.uniform([3]), g.uniform([4], 0, 9, tf.int32), g.normal([2], dtype=tf.float64)])(
               tf.random.Generator.from_seed(seed))),
]

two_seeds = fixed([3, 7], "int32")
positive = uniform(0.2, 6.0)
key, counter = fixed([5], "uint64"), fixed([1, 2], "uint64")
philox = fixed(1, "int32")


def stateless(name, *more, label="", **options):
    """A stateless raw op: shape and seed, then further inputs."""
    names = " ".join(["shape", "seed", *(n for n, _ in more)])
    shapes = ((2,), (2,), *(m.make(None, (), "float32").shape for _, m in more))
    options = {"grad": False, "ulp": 16, "known_shape": False, "dtypes": ("int32",)} | options
    kwargs, dtypes = options.pop("kwargs", [{}]), options.pop("dtypes")
    bad = [Bad(values=(np.array([3, 5], np.int32), np.array([1, 2, 3], np.int32), *(m.make(None, (), "") for _, m in more)))]
    return raw(name, names, (shapes,), dtypes, kwargs, label=label, bad=bad,
               args=(fixed([3, 5], "int32"), two_seeds, *(m for _, m in more)), **options)


def dtypes_of(*names):
    return [{"dtype": lambda tf, name=name: getattr(tf, name)} for name in names]


STATELESS = [
    stateless("StatelessRandomNormal", kwargs=dtypes_of("float32", "float64", "float16", "bfloat16")),
    stateless("StatelessRandomUniform", kwargs=dtypes_of("float32", "float64", "float16", "bfloat16")),
    stateless("StatelessTruncatedNormal", kwargs=dtypes_of("float32", "float64", "float16", "bfloat16")),
    stateless("StatelessRandomUniformFullInt", kwargs=dtypes_of("int32", "int64", "uint32", "uint64")),
    stateless("StatelessRandomUniformInt", ("minval", fixed(-7)), ("maxval", fixed(90)), dtypes=("int32", "int64")),
    stateless("StatelessRandomBinomial", ("counts", fixed([10.0, 0.0, 1000.0, 40.0, 3.0])), ("probs", fixed([0.3, 0.5, 0.02, 0.9, 1.0])), dtypes=REALS,
              kwargs=dtypes_of("int64", "int32", "float32")),
    stateless("StatelessRandomPoisson", ("lam", fixed([0.5, 3.0, 40.0, 0.0, 1000.0])), dtypes=("float32", "float64", "float16"), kwargs=dtypes_of("int64", "int32", "float32")),
    stateless("StatelessRandomGammaV2", ("alpha", fixed([0.5, 3.0, 40.0, 1.0, 0.01])), dtypes=("float32", "float64", "float16"), grad=False),
    raw("StatelessRandomGammaV3", "shape key counter alg alpha", (((2,), (1,), (2,), (), (4,)),), REALS, args=(fixed([3, 4], "int32"), key, counter, philox, positive),
        known_shape=False, grad=False, ulp=16, bad=[Bad(shapes=((2,), (1,), (2,), (), (3,)))]),
    raw("StatelessRandomGetKeyCounterAlg", "seed", ((2,),), ("int32", "int64"), args=(fixed([3, 7]),), bad=[Bad(values=(np.array([1], np.int32),))]),
    Sample("raw_ops.StatelessRandomGetAlg", args=(), shapes=((),), dtypes=("float32",), call=lambda tf: tf.raw_ops.StatelessRandomGetAlg(), stateful=True),
    Sample("random.stateless_gamma", ((3,), ()), REALS, [{"shape": [4, 3]}], args=(positive,), ulp=64, second=False, numeric=False,
           cases=[((3,), {"shape": [4, 3]}), ((), {"shape": [5]}), ((2, 1), {"shape": [2, 3], "beta": [1.0, 2.0, 3.0]})],
           call=lambda tf, alpha, beta=None, **kw: tf.random.stateless_gamma(
               seed=[1, 2], alpha=alpha, beta=None if beta is None else tf.constant(beta, alpha.dtype), dtype=alpha.dtype, **kw)),
    Sample("random.stateless_poisson", ((4,),), REALS, [{"shape": [3, 4]}], args=(positive,), grad=False,
           call=lambda tf, lam, **kw: tf.random.stateless_poisson(seed=[5, 6], lam=lam, **kw)),
    Sample("random.stateless_binomial", (((4,), (4,)),), REALS, [{"shape": [3, 4]}], args=(uniform(1, 30), uniform(0, 1)), grad=False,
           call=lambda tf, counts, probs, **kw: tf.random.stateless_binomial(seed=[5, 6], counts=counts, probs=probs, **kw)),
    raw("RandomGammaGrad", "alpha sample", (((6,), (6,)), ((2, 1), (3,)), ((), ())), REALS, args=(positive, positive), grad=False, ulp=4096),
]


def seeded(name, names, *arguments, **options):
    """A stateful raw op with both seeds given: its first numbers are always the same."""
    options = {"given": {"seed": 3, "seed2": 5}, "grad": False, "stateful": True, "known_shape": False, "ulp": 16} | options
    return raw(name, names, *arguments, **options)


SEEDED = [
    seeded("RandomGamma", "shape alpha", (((2,), (3,)), ((2,), ())), ("float32", "float64", "float16"), args=(fixed([4, 2], "int32"), positive)),
    seeded("RandomPoissonV2", "shape rate", (((1,), (3,)), ((1,), ())), ("float32", "float64", "int32"), dtypes_of("int64", "float64"),
           args=(fixed([6], "int32"), positive)),
    Sample("random.gamma", ((3,), ()), REALS, [{"shape": [4]}, {"shape": [2, 3], "seed": 9}], args=(positive,), stateful=True, before=lambda tf: tf.random.set_seed(3),
           call=lambda tf, alpha, **kw: tf.random.gamma(alpha=alpha, dtype=alpha.dtype, **kw), ulp=64, second=False, numeric=False),
    Sample("random.poisson", ((3,), ()), REALS, [{"shape": [4]}, {"shape": [2, 3], "seed": 9}], args=(positive,), stateful=True, before=lambda tf: tf.random.set_seed(3),
           call=lambda tf, lam, **kw: tf.random.poisson(lam=lam, **kw), grad=False),
]


def from_state(name, **attrs):
    """Draws twice from a generator's variable; the second draw goes on where the first has ended."""
    def call(tf, state, shape, *bounds):
        handle = variable(tf, state)
        inputs = {"resource": handle, "shape": shape, "algorithm": tf.constant(1, tf.int64)}
        inputs |= dict(zip(("minval", "maxval"), bounds, strict=False))
        known = {key: getattr(tf, value) for key, value in attrs.items()}
        drawn = [getattr(tf.raw_ops, name)(**inputs, **known) for _ in range(2)]
        return [*drawn, tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64)]

    return call


def moved_on(tf, state, alg, delta):
    handle = variable(tf, state)
    before = tf.raw_ops.RngReadAndSkip(resource=handle, alg=alg, delta=delta)
    return [before, tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64)]


def skipped(tf, state, algorithm, delta):
    handle = variable(tf, state)
    tf.raw_ops.RngSkip(resource=handle, algorithm=algorithm, delta=delta)
    return tf.raw_ops.ReadVariableOp(resource=handle, dtype=tf.int64)


def binomial(tf, state, shape, counts, probs):
    handle = variable(tf, state + 0)  # TensorFlow does not move a state on whose memory is someone else's, too
    return [tf.raw_ops.StatefulRandomBinomial(resource=handle, algorithm=tf.constant(1, tf.int64), shape=shape, counts=counts, probs=probs, dtype=tf.int32)
            for _ in range(2)]


state = fixed([7, 0, 12], "int64")
drawn_shape = fixed([3, 5], "int32")
of_generator = {"grad": False, "known_shape": False, "portable": False, "ulp": 16}
STREAMS = [
    *(
        Sample(f"raw_ops.{name} of {dtype}", (((3,), (2,)),), ("float32",), args=(state, drawn_shape), call=from_state(name, dtype=dtype), **of_generator)
        for name, dtypes in (("StatefulStandardNormalV2", REALS), ("StatefulTruncatedNormal", REALS), ("StatefulUniform", (*REALS, "float16", "bfloat16")),
                             ("StatefulUniformFullInt", ("int32", "int64", "uint32", "uint64")))
        for dtype in dtypes
    ),
    Sample("raw_ops.StatefulUniformInt", (((3,), (2,), (), ()),), ("int32", "int64"), args=(state, drawn_shape, fixed(-3), fixed(90)),
           call=from_state("StatefulUniformInt"), bad=[Bad(values=(np.array([1, 2, 3]), np.array([2]), np.int32(3), np.int32(3)))], **of_generator),
    Sample("raw_ops.StatefulRandomBinomial", (((3,), (2,), (5,), (5,)),), REALS, args=(state, drawn_shape, uniform(1, 30), uniform(0, 1)), call=binomial, **of_generator),
    Sample("raw_ops.RngReadAndSkip", (((3,), (), ()),), ("int32",), args=(state, philox, fixed(300, "uint64")), call=moved_on,
           bad=[Bad(values=(np.array([1, 2]), np.int32(1), np.uint64(3))), Bad(values=(np.array([1, 2, 3]), np.int32(9), np.uint64(3)))], **of_generator),
    Sample("raw_ops.RngSkip", (((3,), (), ()),), ("int64",), args=(state, fixed(1, "int64"), fixed(300, "int64")), call=skipped,
           bad=[Bad(values=(np.array([1, 2]), np.int64(1), np.int64(3)))], **of_generator),
    Sample("random.Generator that skips, splits and makes seeds", args=(), shapes=((),), dtypes=("float32",), stateful=True, traceable=False, grad=False, ulp=16,
           call=lambda tf: (lambda g: [g.skip(9), g.truncated_normal([4]), g.uniform_full_int([3]), g.binomial([3], 9.0, [0.1, 0.5, 0.9]), g.make_seeds(2),
                                       *(other.normal([2]) for other in g.split(2)), g.key, g.state.value()])(tf.random.Generator.from_seed([4, 5]))),
]


between = {"shape": [2, 3], "means": 0.0, "stdevs": 1.0, "minvals": -1.0, "maxvals": 2.0}


def truncated(tf, **attrs):
    """What the op draws with its own seeds, which eager calls go on with."""
    return tf.function(lambda: tf.raw_ops.ParameterizedTruncatedNormal(**attrs))()


TRUNCATED = [
    Sample("raw_ops.ParameterizedTruncatedNormal", args=(), shapes=((),), dtypes=("float32",), stateful=True, traceable=False, grad=False, portable=False, ulp=16, kwargs=[
        {**between, "seed": 1, "seed2": 2}, {**between, "shape": [4], "minvals": 3.0, "maxvals": 9.0, "seed": 1, "seed2": 2}], call=truncated,
        ops=["ParameterizedTruncatedNormal"], bad=[Bad(kwargs={**between, "stdevs": -1.0}), Bad(kwargs={**between, "means": [0.0, 1.0, 2.0]})]),
    Sample("random.experimental.index_shuffle", args=(fixed(0),), shapes=((),), dtypes=("int32", "int64"), grad=False, kwargs=[{"seed": [1, 2], "max_index": 0}],
           call=lambda tf, i, seed, max_index: tf.random.experimental.index_shuffle(i, seed, tf.cast(max_index, i.dtype)),
           bad=[Bad(values=(np.int32(3),)), Bad(values=(np.int32(-1),)), Bad(kwargs={"seed": [1], "max_index": 5})]),
]


def no_two_alike(tf, shape, **attrs):
    drawn = [tf.raw_ops.NonDeterministicInts(shape=shape, **attrs) for _ in range(2)]
    return [tf.reduce_any(drawn[0] != drawn[1]), tf.shape(drawn[0]), tf.zeros([], drawn[0].dtype)]


def clock(tf):
    first, second = tf.timestamp(), tf.timestamp()
    return [first > 1.7e9, first < 1e11, second >= first, tf.zeros_like(first)]


UNFORESEEN = [
    Sample("raw_ops.NonDeterministicInts", ((2,),), ("int32", "int64"), dtypes_of("int64", "int32", "uint64", "uint32"), args=(fixed([50, 2]),), call=no_two_alike, grad=False, known_shape=False),
    Sample("timestamp", args=(), shapes=((),), dtypes=("float32",), call=clock, grad=False),
]

RANDOM_SAMPLES = [*RANDOM, *STATELESS, *SEEDED, *STREAMS, *UNFORESEEN, *TRUNCATED]
