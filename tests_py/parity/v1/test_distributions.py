"""tf.compat.v1.distributions beside TensorFlow's: values, draws, shapes, errors, gradients, in all modes of execution."""

import inspect

import numpy as np
import pytest

from support.compare import compare_results, evaluated, outcome, same_outcome, same_results
from support.selection import some

PUBLIC = """
Bernoulli Beta Categorical Dirichlet DirichletMultinomial Distribution Exponential FULLY_REPARAMETERIZED Gamma Laplace
Multinomial NOT_REPARAMETERIZED Normal RegisterKL ReparameterizationType StudentT Uniform kl_divergence
""".split()

# How distributions are made, and values for their probabilities.
MADE = {
    "Bernoulli(logits=[0.3, -2.0])": "1 [1, 0] [[1], [0]] [1.0, 0.5] [[0.0, 1.0], [1.0, 1.0]]",
    "Bernoulli(probs=[[0.1], [0.9]])": "0 [1, 0, 1]",
    "Bernoulli(probs=[0.0, 1.0, 0.5])": "0 [1, 1, 1]",
    "Bernoulli(probs=0.25, dtype=tf.float64)": "np.float64(1) [0.0, 1.0]",
    "Bernoulli(probs=np.float64([0.25, 0.5]), dtype=tf.int64)": "1 [[1], [0]]",
    "Beta(2.0, [3.0, 0.5])": "0.25 [0.2, 0.75] [[0.1], [0.9]] 0.0 1.0",
    "Beta([[1.5], [4.0]], [3.0, 2.5])": "0.25 [0.2, 0.75]",
    "Beta(np.float64([0.7, 2.5]), np.float64(3))": "0.25 [[0.2], [0.75]]",
    "Categorical([[0.1, 1.0, -1.0], [2.0, 0.0, 0.5]])": "1 [0, 2] [[0], [1], [2]] 1.0 [0.5, 1.5]",
    "Categorical(probs=[0.2, 0.5, 0.3])": "2 [0, 1, 2] [[0, 1], [2, 2]] np.int64(1)",
    "Categorical([[[0.1, 1.0]], [[2.0, 0.0]]], dtype=tf.int64)": "1 [[0], [1]]",
    "Categorical(np.float64([0.1, 1.0]), dtype=tf.float32)": "1 1.0 [0, 1]",
    "Dirichlet([1.5, 2.0, 3.0])": "[0.2, 0.3, 0.5] [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8]]",
    "Dirichlet([[1.5, 2.0], [0.5, 4.0]])": "[0.4, 0.6] [[0.2, 0.8], [0.5, 0.5]]",
    "Dirichlet(np.float64([0.5, 2.0]))": "[0.4, 0.6]",
    "DirichletMultinomial(4.0, [1.5, 2.0, 3.0])": "[1.0, 1.0, 2.0] [[0.0, 4.0, 0.0], [2.0, 1.0, 1.0]]",
    "DirichletMultinomial(3.0, [[1.5, 2.0], [0.5, 4.0]])": "[1.0, 2.0] [[3.0, 0.0], [1.0, 2.0]] [3, 0]",
    "DirichletMultinomial([[3.0], [4.0]], [[1.5, 2.0], [0.5, 4.0]])": "[1.0, 2.0]",
    "Exponential([0.5, 2.0])": "1.0 [0.1, 3.0] [[0.1], [3.0]] 0.0",
    "Exponential(np.float64(0.25))": "1.0 [0.1, 3.0]",
    "Gamma([0.5, 3.0], [[2.0], [0.25]])": "1.0 [0.1, 3.0] 0.0",
    "Gamma(np.float64(3.0), np.float64([1.0, 2.0]))": "1.0 [[0.1], [3.0]]",
    "Laplace([0.5, -1.0], [[2.0], [0.25]])": "0.0 [0.5, 3.0] [-30.0, 30.0]",
    "Laplace(np.float64(0.5), np.float64([1.0, 2.0]))": "0.0 [0.5, 3.0]",
    "Laplace(np.float16(0.5), np.float16([1.0, 2.0]))": "0.0 [0.5, 3.0]",
    "Multinomial(4.0, [0.1, 1.0, 0.0])": "[1.0, 1.0, 2.0] [[0.0, 4.0, 0.0], [2.0, 1.0, 1.0]]",
    "Multinomial([3.0, 5.0], probs=[[0.25, 0.75], [0.5, 0.5]])": "[1.0, 2.0] [[3.0, 0.0], [1.0, 4.0]] [3, 0]",
    "Multinomial([3.0, 5.0], probs=[0.25, 0.75])": "[1.0, 2.0]",
    "Multinomial(np.float64(3), probs=np.float64([0.25, 0.75]))": "[1.0, 2.0]",
    "Normal([0.5, -1.0], [[2.0], [0.25]])": "0.0 [0.5, 3.0] [-30.0, 30.0] 1",
    "Normal(0.0, 1.0)": "[-40.0, -10.5, -9.5, -6.0, -1.0, 0.3, 0.9, 4.9, 5.1, 12.0] np.float64(1)",
    "Normal(np.float64(0.0), np.float64(1.0))": "[-60.0, -20.5, -19.5, -6.0, -1.0, 0.3, 0.9, 7.9, 8.1, 12.0]",
    "StudentT([0.5, 1.0, 1.5, 2.0, 3.0], 1.0, 2.0)": "0.0 [[-3.0], [4.0]]",
    "StudentT(3.0, [[1.0], [2.0]], [2.0, -1.0])": "0.0 [-3.0, 4.0]",
    "StudentT(np.float64(3.0), np.float64([1.0]), np.float64(2.0))": "0.0 [-3.0, 4.0]",
    "Uniform()": "0.25 [-1.0, 0.0, 1.0, np.nan]",
    "Uniform([0.0, 1.0], [[2.0], [3.0]])": "0.25 [1.0, 2.5] [[[1.5]]]",
    "Uniform(np.float64(-1), np.float64([2, 3]))": "0.25 [1.0, 2.5]",
}

OF_VALUES = "prob log_prob cdf log_cdf survival_function log_survival_function".split()
STATISTICS = "mean variance stddev covariance mode entropy".split()
SHAPES = "batch_shape_tensor event_shape_tensor is_scalar_batch is_scalar_event".split()


# TensorFlow's faults: the mode of a batch is NaN by the wrong axis, a variance of float64 is of two dtypes, as are draws; and
# draws for the rows of a batch come in any order in a graph's loop.
FAULTS = {
    ("Dirichlet([[1.5, 2.0], [0.5, 4.0]])", "mode"),
    ("StudentT(np.float64(3.0), np.float64([1.0]), np.float64(2.0))", "variance"),
    ("StudentT(np.float64(3.0), np.float64([1.0]), np.float64(2.0))", "stddev"),
    ("Multinomial(np.float64(3), probs=np.float64([0.25, 0.75]))", "draws"),
    ("Multinomial([3.0, 5.0], probs=[[0.25, 0.75], [0.5, 0.5]])", "draws in a session"),
    ("Multinomial([3.0, 5.0], probs=[0.25, 0.75])", "draws in a session"),
}


def made(tf, text):
    return eval(f"d.{text}", {"d": tf.compat.v1.distributions, "tf": tf, "np": np})


def values_of(text):
    """The values of a row: they are Python expressions with blanks between them, and in them after commas."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in "([") - (letter in ")]")
        if letter == " " and not depth:
            parts.append("")
        else:
            parts[-1] += letter
    return [eval(part, {"np": np}) for part in parts]


def tolerance_of(text):
    return 3e-3 if "float16" in text else 1e-10 if "np.float64" in text and "dtype" not in text else 2e-5


def calls(text):
    """Gives names and functions of a distribution: everything that its row is tried with."""
    for value in values_of(MADE[text]):
        for name in OF_VALUES:
            yield f"{name} {value}", lambda x, name=name, value=value: getattr(x, name)(value)
    for name in STATISTICS + SHAPES:
        if (text, name) not in FAULTS:
            yield name, lambda x, name=name: getattr(x, name)()
    for value in (0.0, 0.1, [0.5, 0.999], 1.0):
        yield f"quantile {value}", lambda x, value=value: x.quantile(value)


@pytest.mark.parametrize("text", some(MADE, 1 / 2, 1))
def test_values(text, tensorflow, gw):
    theirs, ours = made(tensorflow, text), made(gw, text)
    for name, call in calls(text):
        check = lambda got, want, name=name: compare_results(got, want, name, tolerance_of(text))  # noqa: E731
        same_outcome(outcome(call, theirs), outcome(call, ours), check)


@pytest.mark.parametrize("text", some(MADE, 1 / 2, 2))
def test_in_functions_and_sessions(text, tensorflow, gw):
    """Static shapes, dtypes and values of nodes; errors come while the graph is made."""

    def run(tf, plain):
        v1 = tf.compat.v1

        def build():
            x, found = made(tf, text), {}
            for name, call in calls(text):
                value, error = outcome(call, x)
                found[name] = type(error).__name__ if error else value
            return x, found

        if plain:
            with tf.Graph().as_default():
                x, found = build()
                nodes = {name: value for name, value in found.items() if not isinstance(value, str)}
                with v1.Session() as session:
                    values = session.run(nodes)
        else:
            nodes, texts = {}, {}

            def body():
                _, found = build()
                texts.update({name: value for name, value in found.items() if isinstance(value, str)})
                nodes.update({name: value for name, value in found.items() if not isinstance(value, str)})
                return dict(nodes)

            values = {name: value.numpy() for name, value in tf.function(body)().items()}
            found = {**nodes, **texts}
            x = None
        shapes = {name: value if isinstance(value, str) else str(value.shape) for name, value in found.items()}
        return [None if x is None else [repr(x), str(x), x.name], shapes, values]

    first = next(each for each in MADE if each.partition("(")[0] == text.partition("(")[0])
    for plain in (True, False) if text == first else (True,):
        want, got = run(tensorflow, plain), run(gw, plain)
        assert got[:2] == want[:2]
        for name, value in want[2].items():
            assert got[2][name].dtype == value.dtype, name
            limit = tolerance_of(text)
            np.testing.assert_allclose(got[2][name], value, rtol=limit, atol=limit, err_msg=name)


@pytest.mark.parametrize("text", some(MADE, 1 / 2, 3))
def test_what_it_is(text, tensorflow, gw):
    def facts(tf):
        x = made(tf, text)
        kind = type(x)
        one = outcome(kind.param_static_shapes, [2, 3])
        several = outcome(kind.param_shapes, [2, 3])
        return [
            [
                repr(x),
                str(x),
                x.name,
                x.dtype.name,
                str(x.batch_shape),
                str(x.event_shape),
                str(x.reparameterization_type),
            ],
            [
                x.allow_nan_stats,
                x.validate_args,
                repr(x.parameters),
                repr(x.copy()),
                repr(x.copy(name="other").parameters),
            ],
            repr(one[0]) if one[1] is None else type(one[1]).__name__,
            {key: value.numpy().tolist() for key, value in several[0].items()}
            if several[0]
            else type(several[1]).__name__,
            sorted(name for name in dir(x) if name[0] != "_"),
            {
                name: np.asarray(getattr(x, name)).dtype.name
                for name in "logits probs loc scale df low high rate concentration concentration0 total_count".split()
                if hasattr(x, name)
            },
        ]

    assert repr(facts(gw)).replace("graphwright", "tf") == repr(facts(tensorflow)).replace("tensorflow", "tf")


@pytest.mark.parametrize("text", some(MADE, 1 / 2, 4))
def test_draws(text, tensorflow, gw):
    """The same seeds give the same numbers: eagerly, one op after the other, and in sessions."""

    def draws(tf):
        x = made(tf, text)
        tf.random.set_seed(7)
        shapes = [(), 3, [2, 3], tf.constant(2), tf.constant([1, 2]), [0], [2, 0]]
        return [outcome(lambda size=size, seed=seed: x.sample(size, seed)) for size in shapes for seed in (None, 42)]

    if (text, "draws") in FAULTS:
        return
    for want, got in zip(draws(tensorflow), draws(gw), strict=True):
        same_outcome(want, got, lambda got, want: compare_results(got, want, text, tolerance_of(text)))

    if (text, "draws in a session") in FAULTS:
        return

    def in_session(tf):
        with tf.Graph().as_default():
            tf.compat.v1.set_random_seed(7)
            x = made(tf, text)
            drawn = [x.sample(seed=42), x.sample([2, 3], seed=5), x.sample(4), x.sample(4)]
            with tf.compat.v1.Session() as session:
                return [str(each.shape) for each in drawn], session.run(drawn), session.run(drawn)

    (want, their_error), (got, our_error) = outcome(in_session, tensorflow), outcome(in_session, gw)
    assert (their_error is None) == (our_error is None), (their_error, our_error)
    if their_error is None:
        assert got[0] == want[0]
        for ours, theirs in zip(got[1] + got[2], want[1] + want[2], strict=True):
            assert ours.dtype == theirs.dtype
            np.testing.assert_allclose(ours, theirs, rtol=3e-4 if "float64" not in text else 1e-9, atol=1e-6)


GRADIENTS = {
    "Bernoulli": "a",
    "Beta": "a, b",
    "Categorical": "[a, b, 0.0]",
    "Dirichlet": "[a, b, 1.5]",
    "DirichletMultinomial": "4.0, [a, b, 1.5]",
    "Exponential": "a",
    "Gamma": "a, b",
    "Laplace": "a, b",
    "Multinomial": "4.0, [a, b, 0.0]",
    "Normal": "a, b",
    "StudentT": "b, a, b",
    "Uniform": "a, a + b",
}
DIFFERENTIATED = {
    "Bernoulli": "1",
    "Categorical": "1",
    "Dirichlet": "[0.2, 0.3, 0.5]",
    "DirichletMultinomial": "[1.0, 1.0, 2.0]",
    "Multinomial": "[1.0, 1.0, 2.0]",
}


@pytest.mark.parametrize("name", GRADIENTS)
def test_gradients(name, tensorflow, gw):
    """Of draws where these depend on the parameters, and of probabilities and statistics; first and second order."""

    def gradients(tf):
        found = {}
        for method in ["sample", *OF_VALUES, *STATISTICS]:
            for c in (0.6, 2.2):
                a, b = tf.constant(c), tf.constant(2.5)
                tf.random.set_seed(3)
                with tf.GradientTape(persistent=True) as outer:
                    outer.watch([a, b])
                    with tf.GradientTape() as tape:
                        tape.watch([a, b])
                        x = eval(f"d.{name}({GRADIENTS[name]})", {"d": tf.compat.v1.distributions, "a": a, "b": b})
                        value = eval(DIFFERENTIATED.get(name, "0.75"))
                        arguments = [[4]] if method == "sample" else [value] if method in OF_VALUES else []
                        result, error = outcome(getattr(x, method), *arguments)
                        if error or not result.dtype.is_floating:
                            found[method, c] = type(error).__name__
                            continue
                    grads = tape.gradient(result, [a, b])
                found[method, c] = grads
                if method == "log_prob":
                    found["second", c] = [outer.gradient(each, [a, b]) for each in grads if each is not None]
        return list(found.items())

    same_results(gradients, tensorflow, gw, 2e-4)


def test_gradients_far_from_the_middle(tensorflow, gw):
    """What is not chosen in the tails spoils no gradient."""

    def gradients(tf):
        d = tf.compat.v1.distributions
        found = []
        for dtype in (tf.float32, tf.float64):
            x = tf.constant([-60.0, -30.0, -12.0, -9.0, 0.0, 4.0, 6.0, 12.0, 60.0], dtype)
            scale = tf.constant(1.0, dtype)
            for method in ("log_cdf", "cdf", "log_survival_function", "log_prob"):
                for name in ("Normal", "Laplace"):
                    with tf.GradientTape() as tape:
                        tape.watch([x, scale])
                        y = getattr(getattr(d, name)(scale * 0, scale), method)(x)
                    found += [y, tape.gradient(y, [x, scale])]
        return found

    same_results(gradients, tensorflow, gw, 1e-4)


PAIRS = """
Bernoulli([0.1,2.0])|Bernoulli(probs=[[0.3],[0.9]])
Bernoulli(probs=[0.0,1.0,0.5])|Bernoulli(probs=[0.5,0.5,0.5])
Beta(1.5,[2.0,3.0])|Beta([[0.5],[4.0]],2.0)
Categorical([0.1,2.0])|Categorical([[1.0,1.0],[0.0,3.0]])
Categorical(probs=[0.0,1.0])|Categorical(probs=[0.5,0.5])
Dirichlet([1.5,2.0])|Dirichlet([[0.5,4.0],[2.0,2.0]])
Exponential([1.0,2.0])|Exponential(3.0)
Exponential([1.0,2.0])|Gamma(2.0,3.0)
Gamma([1.5,2.0],3.0)|Gamma([[0.5],[4.0]],1.0)
Gamma([1.5,2.0],3.0)|Exponential(1.0)
Normal([0.5,2.0],1.5)|Normal(0.0,[[0.5],[3.0]])
Normal(0.0,1.0)|Laplace(0.0,1.0)
Laplace(0.0,1.0)|Laplace(0.0,1.0)
Uniform()|Uniform()
StudentT(1.0,0.0,1.0)|StudentT(1.0,0.0,1.0)
Multinomial(3.0,[1.0,2.0])|Multinomial(3.0,[1.0,2.0])
Normal(0.0,1.0)|3
3|Normal(0.0,1.0)
"""


@pytest.mark.parametrize("pair", PAIRS.strip().splitlines())
def test_divergences(pair, tensorflow, gw):
    def found(tf):
        d = tf.compat.v1.distributions
        a, b = (made(tf, each) if each != "3" else 3 for each in pair.split("|"))
        result = [outcome(d.kl_divergence, a, b), outcome(d.kl_divergence, a, b, False)]
        if a != 3:
            result += [outcome(a.kl_divergence, b), outcome(a.cross_entropy, b)]
        return result

    for want, got in zip(found(tensorflow), found(gw), strict=True):
        same_outcome(want, got, lambda got, want: compare_results(got, want, pair, 2e-5))


ERRORS = """
d.Normal(0.0,-1.0,validate_args=True)
d.Normal(0.0,[1.0,0.0],validate_args=True)
d.Normal(1,2)
d.Normal([1.0,2.0],[1.0,2.0,3.0]).sample()
d.Normal([1.0,2.0],[1.0,2.0,3.0]).batch_shape
d.Normal(tf.constant(1.0,tf.float64),1.0)
d.Normal(0.0,1.0).prob("a")
d.Normal(0.0,1.0).prob(tf.constant(1.0,tf.float64))
d.Normal(0.0,1.0).sample(-1)
d.Normal(0.0,1.0).sample(2.0)
d.Normal(0.0,1.0).sample([[1]])
d.Normal(0.0,1.0).sample(seed="a")
d.Normal(np.float16(1),np.float16(2)).cdf(np.float16(1))
d.Normal(np.float16(1),np.float16(2)).log_cdf(np.float16(1))
d.Normal(np.float16(1),np.float16(2)).quantile(np.float16(0.5))
d.Normal(np.float16(1),np.float16(2)).log_prob(np.float16(1))
d.Normal(0.0,1.0,foo=3)
d.Normal(0.0,1.0).copy(foo=3)
d.Normal.param_static_shapes(tf.TensorShape([None]))
d.Normal.param_static_shapes(3)
d.Laplace(0.0,-1.0,validate_args=True)
d.Laplace(1,2)
d.Gamma(-1.0,1.0,validate_args=True)
d.Gamma(1.0,-1.0,validate_args=True)
d.Gamma(1.0,1.0,validate_args=True).prob(0.0)
d.Gamma(1.0,1.0,validate_args=True).cdf(-1.0)
d.Gamma(1,1)
d.Gamma([2.0,1.0],1.0,allow_nan_stats=False).mode()
d.Gamma([2.0,3.0],1.0,allow_nan_stats=False).mode()
d.Exponential(-1.0,validate_args=True)
d.Exponential(1)
d.Exponential(1.0,validate_args=True).log_prob(-1.0)
d.Uniform(2.0,1.0,validate_args=True)
d.Uniform(1,2)
d.StudentT(-2.0,0.0,1.0,validate_args=True)
d.StudentT(2.0,0.0,-1.0,validate_args=True).entropy()
d.StudentT(1.0,0.0,1.0,allow_nan_stats=False).mean()
d.StudentT(1.0,0.0,1.0,allow_nan_stats=False).variance()
d.StudentT(1.5,0.0,1.0,allow_nan_stats=False).variance()
d.StudentT(1,1,1)
d.Bernoulli()
d.Bernoulli([1.0],[0.5])
d.Bernoulli([1])
d.Bernoulli(probs=[1])
d.Bernoulli(probs=1.5,validate_args=True)
d.Bernoulli(probs=-0.5,validate_args=True)
d.Bernoulli(probs=0.5,validate_args=True).prob(0.5)
d.Bernoulli(probs=0.5,validate_args=True).prob(2)
d.Bernoulli(probs=0.5,validate_args=True).prob(-1)
d.Bernoulli(probs=0.5,validate_args=True).prob([0,1])
d.Bernoulli(probs=0.5,dtype=tf.bool).sample(3,seed=1)
d.Bernoulli([1.0,2.0]).prob(tf.constant([1,0],tf.int8))
d.Bernoulli([1.0]).copy(probs=[0.5])
d.Categorical()
d.Categorical([1])
d.Categorical(probs=1.0)
d.Categorical(probs=[0.5,0.6],validate_args=True)
d.Categorical([1.0],validate_args=True)
d.Categorical(1.0,validate_args=True)
d.Categorical([1.0,2.0,3.0]).prob(3)
d.Categorical([1.0,2.0,3.0],validate_args=True).prob(3)
d.Categorical([1.0,2.0,3.0],validate_args=True).prob(-1)
d.Categorical([1.0,2.0,3.0],validate_args=True).prob(1.5)
d.Categorical([1.0,2.0,3.0],validate_args=True).prob(1.0)
d.Categorical([1.0,2.0,3.0]).cdf(5)
d.Categorical([1.0,2.0,3.0]).cdf(-1)
d.Categorical([1.0,2.0,3.0]).event_size
d.Categorical([1.0,2.0,3.0]).covariance()
d.Beta()
d.Beta(1.0)
d.Beta(1,2)
d.Beta(-1.0,1.0,validate_args=True)
d.Beta(1.0,-1.0,validate_args=True)
d.Beta(1.5,2.0,validate_args=True).log_prob(0.0)
d.Beta(1.5,2.0,validate_args=True).log_prob(1.0)
d.Beta(1.5,2.0,validate_args=True).log_prob(0.5)
d.Beta(1.5,1.0,allow_nan_stats=False).mode()
d.Beta(1.5,1.5,allow_nan_stats=False).mode()
d.Dirichlet(1.0)
d.Dirichlet(1.0,validate_args=True)
d.Dirichlet([1.0],validate_args=True)
d.Dirichlet([-1.0,1.0],validate_args=True)
d.Dirichlet([1.0,2.0],validate_args=True).prob([0.5,0.6])
d.Dirichlet([1.0,2.0],validate_args=True).prob([-0.5,1.5])
d.Dirichlet([1.0,2.0],validate_args=True).prob([0.5,0.5])
d.Dirichlet([1.0,2.0],allow_nan_stats=False).mode()
d.Dirichlet([1,2]).dtype.name
d.Multinomial(3.0)
d.Multinomial(1,[1,2])
d.Multinomial(1.5,[1.0,1.0],validate_args=True)
d.Multinomial(-1.0,[1.0,1.0],validate_args=True)
d.Multinomial(1.0,probs=[1.0,1.0],validate_args=True)
d.Multinomial(1.0,[1.0],validate_args=True)
d.Multinomial(1.0,1.0,validate_args=True)
d.Multinomial(3.0,[1.0,2.0],validate_args=True).prob([1.0,1.0])
d.Multinomial(3.0,[1.0,2.0],validate_args=True).prob([1.5,1.5])
d.Multinomial(3.0,[1.0,2.0],validate_args=True).prob([1.0,2.0])
d.DirichletMultinomial(1.5,[1.0,1.0],validate_args=True)
d.DirichletMultinomial(-1.0,[1.0,1.0],validate_args=True)
d.DirichletMultinomial(1.0,[-1.0,1.0],validate_args=True)
d.DirichletMultinomial(1.0,[1.0],validate_args=True)
d.DirichletMultinomial(3.0,[1.0,2.0],validate_args=True).prob([1.0,1.0])
d.DirichletMultinomial([3.0,4.0],[1.0,2.0]).sample()
d.DirichletMultinomial([3.0,4.0],[1.0,2.0]).mean()
d.Distribution(tf.float32,d.NOT_REPARAMETERIZED,False,True)
d.Distribution(tf.float32,d.NOT_REPARAMETERIZED,False,True).sample()
d.Distribution(tf.float32,d.NOT_REPARAMETERIZED,False,True).is_scalar_batch()
d.Distribution(tf.float32,d.NOT_REPARAMETERIZED,False,True).parameters
d.Distribution(tf.float32,d.NOT_REPARAMETERIZED,False,True,graph_parents=[3])
d.Distribution(tf.float32,d.NOT_REPARAMETERIZED,False,True,graph_parents=[None])
d.Distribution.param_shapes([2])
hash(d.NOT_REPARAMETERIZED)
d.NOT_REPARAMETERIZED==d.FULLY_REPARAMETERIZED
d.ReparameterizationType("a")
d.ReparameterizationType("a")==d.ReparameterizationType("a")
d.RegisterKL(d.Normal,d.Normal)(print)
d.RegisterKL(d.Normal,d.Laplace)(3)
d.RegisterKL(d.Normal)
d.Normal(0.0,1.0)==d.Normal(0.0,1.0)
setattr(d.Normal(0.0,1.0),"loc",3)
d.Uniform(1.0,[2.0,4.0]).range()
"""


@pytest.mark.parametrize("mode", ["eager", "graph"])
def test_errors(mode, tensorflow, gw):
    """Bad parameters and arguments raise errors of the same classes; in graphs, where what is known is checked at once, too."""
    failed = []
    for text in ERRORS.strip().splitlines():

        def run(tf, text=text):
            value, error = evaluated(text, tf, lambda module: {"d": module.compat.v1.distributions, "np": np})
            if error:
                raise error
            if hasattr(value, "dtype") and mode == "graph":
                return str(value.shape), value.dtype.name
            return value if hasattr(value, "numpy") else str(value).replace("graphwright", "tf")

        def in_mode(tf, run=run):
            if mode == "eager":
                return run(tf)
            with tf.Graph().as_default():
                return run(tf)

        try:
            same_outcome(
                outcome(in_mode, tensorflow),
                outcome(in_mode, gw),
                lambda got, want: compare_results(got, want, "", 1e-5),
            )
        except AssertionError as difference:
            failed.append(f"{text}: {difference}")
    assert not failed, "\n".join(failed)


def test_checks_in_functions(tensorflow, gw):
    """What is not known while tracing is checked when the function runs."""

    def run(tf):
        d = tf.compat.v1.distributions
        spec = [tf.TensorSpec(None), tf.TensorSpec(None)]

        def made_of(code):
            return tf.function(code, input_signature=spec)

        functions = [
            made_of(lambda a, b: d.Normal(a, b, validate_args=True).mean()),
            made_of(lambda a, b: d.Bernoulli(probs=a, validate_args=True).prob(b)),
            made_of(lambda a, b: d.Beta(a, b, validate_args=True).prob(0.5)),
            made_of(lambda a, b: d.Uniform(a, b, validate_args=True).mean()),
            made_of(lambda a, b: d.StudentT(a, b, b, allow_nan_stats=False).variance()),
            made_of(lambda a, b: d.Dirichlet(tf.stack([a, b], -1), validate_args=True).mean()),
            made_of(lambda a, b: d.Multinomial(a, probs=tf.stack([b, 1 - b], -1), validate_args=True).mean()),
            made_of(lambda a, b: d.Categorical(probs=tf.stack([a, b], -1), validate_args=True).mode()),
            made_of(lambda a, b: d.DirichletMultinomial(a, tf.stack([b, b], -1), validate_args=True).variance()),
            made_of(lambda a, b: d.Normal(a, b).sample(3, seed=1)),
        ]
        results = []
        for function in functions:
            for pair in ((0.5, 1.0), (1.0, 0.5), (-1.0, 2.0), (0.5, 0.5), (2.0, -1.0), ([0.25, 0.5], [0.75, 0.5])):
                result, error = outcome(function, *map(tf.constant, pair))
                results.append(type(error).__name__ if error else result)
        return results

    same_results(run, tensorflow, gw)


def test_unknown_shapes(tensorflow, gw):
    """Static shapes as far as they are known, in graphs and as texts."""

    def facts(tf):
        v1, d = tf.compat.v1, tf.compat.v1.distributions
        found = []
        with tf.Graph().as_default():
            for sizes in (None, [None], [None, 2], [3, None]):
                for text in (
                    "Bernoulli(x)|Beta(x, 1.0)|Categorical(x)|Dirichlet(x)|DirichletMultinomial(3.0, x)|Exponential(x)|"
                    "Gamma(x, 2.0)|Laplace(x, 1.0)|Multinomial(3.0, x)|Normal(x, 1.0)|StudentT(x, 0.0, 1.0)|Uniform(x, 3.0)"
                ).split("|"):
                    x = v1.placeholder(tf.float32, sizes)
                    one = eval(f"d.{text}", {"d": d, "x": x})
                    drawn = [one.sample(count) for count in ((), 3, [2, 3], v1.placeholder(tf.int32, [2]))]
                    drawn += [one.sample(v1.placeholder(tf.int32)), one.sample(v1.placeholder(tf.int32, []))]
                    drawn += [one.batch_shape_tensor(), one.event_shape_tensor(), one.is_scalar_batch()]
                    drawn += [outcome(one.mean)[0], outcome(one.variance)[0], outcome(one.covariance)[0]]
                    found.append([repr(one), str(one), [each if each is None else str(each.shape) for each in drawn]])
        return found

    for got, want in zip(facts(gw), facts(tensorflow), strict=True):
        assert got == want


def test_names_in_graphs(tensorflow, gw):
    """Distributions and their results are named as TensorFlow names them, within scopes too."""

    def names(tf):
        v1, d = tf.compat.v1, tf.compat.v1.distributions
        with tf.Graph().as_default():
            with v1.name_scope("outer"):
                inner = d.Normal(0.0, 1.0)
            first, second = d.Normal(0.0, [1.0, 2.0]), d.Normal(0.0, 1.0, name="own")
            return [
                [each.name for each in (inner, first, second, first.copy())],
                [
                    each.name
                    for each in (inner.mean(), first.mean(), second.mean(name="m"), second.sample(), first.prob(1.0))
                ],
                [first.kl_divergence(second).name, first.cross_entropy(second).name, first.batch_shape_tensor().name],
                [d.kl_divergence(first, second, allow_nan_stats=False).name, first.loc.name, d.Uniform().range().name],
                [
                    d.Exponential(2.0).name,
                    d.Exponential(2.0, name="e").entropy().name,
                    d.Normal.param_shapes([2])["loc"].name,
                ],
            ]

    assert names(gw) == names(tensorflow)


def test_ones_own_class(tensorflow, gw):
    """A subclass needs no more than what it knows: the base makes the rest of that."""

    def run(tf):
        d = tf.compat.v1.distributions

        class Known(d.Distribution):
            def __init__(self, p, name="Known"):
                parameters = dict(locals())
                super().__init__(tf.float32, d.NOT_REPARAMETERIZED, False, True, parameters, None, name)

            def _prob(self, value):
                return value * 0.25

            def _cdf(self, value):
                return value * 0.5

            def _variance(self):
                return tf.constant(4.0)

            def _sample_n(self, n, seed=None):
                return tf.fill([n, 2], 7.0 if seed is None else 8.0)

            def _batch_shape(self):
                return tf.TensorShape([2])

        class Logs(Known):
            def _prob(self, value):
                raise NotImplementedError("no prob")

            def _cdf(self, value):
                raise NotImplementedError("no cdf")

            def _variance(self):
                raise NotImplementedError("no variance")

            def _log_prob(self, value):
                return value * 0.25

            def _log_cdf(self, value):
                return value * -0.25

            def _stddev(self):
                return tf.constant(4.0)

            def _quantile(self, value):
                return value

        class Nearer(d.Normal):
            def _mean(self):
                return tf.constant(9.0)

        @d.RegisterKL(Known, Known)
        def divergence(a, b, name=None):
            return tf.constant([np.nan, 1.0])

        @d.RegisterKL(Logs, Known)
        def nearer(a, b, name=None):
            return tf.constant(2.0)

        one, logs = Known(3.0), Logs(4.0, name="l")
        found = [repr(one), str(logs), repr(one.copy(p=5.0).parameters), logs.name]
        for x in (one, logs):
            for method in OF_VALUES + ["quantile"]:
                found.append(outcome(getattr(x, method), 0.5))
            for method in STATISTICS + SHAPES + ["sample"]:
                found.append(outcome(getattr(x, method)))
            found.append(outcome(x.sample, [2, 3], 1))
        for a, b in ((one, one), (one, logs), (logs, one), (logs, logs)):
            found += [
                outcome(d.kl_divergence, a, b),
                outcome(d.kl_divergence, a, b, False),
                outcome(a.cross_entropy, b),
            ]
        found += [outcome(Nearer(0.0, 1.0).mean), outcome(Nearer(0.0, 1.0).kl_divergence, d.Normal(1.0, 1.0))]
        found += [outcome(d.RegisterKL(Known, Known), divergence), d.RegisterKL(Known, Nearer)(nearer) is nearer]
        return [[type(each[1]).__name__ if each[1] else each[0]] if isinstance(each, tuple) else each for each in found]

    same_results(run, tensorflow, gw)


def test_signatures(tensorflow, gw):
    ours, theirs = gw.compat.v1.distributions, tensorflow.compat.v1.distributions
    assert sorted(name for name in dir(ours) if name[0] != "_") == sorted(PUBLIC)
    for name in PUBLIC:
        mine, other = getattr(ours, name), getattr(theirs, name)
        if not callable(mine):
            assert repr(mine) == repr(other)
            continue
        for member in ["", *(each for each in dir(other) if each[0] != "_")] if inspect.isclass(other) else [""]:
            got, want = (getattr(each, member) if member else each for each in (mine, other))
            if callable(want):
                assert parameters_of(got) == parameters_of(want), (name, member)


def parameters_of(function):
    parameters = inspect.signature(function).parameters.values()
    return [(each.name, each.kind, str(each.default).replace("<dtype: 'int32'>", "tf.int32")) for each in parameters]
