"""What tapes, accumulators and functions keep for gradients: no more than those need."""

import gc
import weakref

import pytest

from support.gradient_programs import gradient

SIZE = 256 * 256 * 4
LAYERS = 50


def square(gw):
    return gw.random.stateless_normal([256, 256], [1, 2]) * 0.05


def rows(gw):
    """As large as a square, but its products are small work."""
    return gw.reshape(square(gw), [1024, 64])


def held(gw, run):
    """How many matrices more there are once `run()` has been called, while its result is alive."""
    run()
    gc.collect()
    before = gw._core.host_memory()[0]
    result = run()
    gc.collect()
    found = (gw._core.host_memory()[0] - before) / SIZE
    del result
    return found


def recorded(gw, function, x):
    """How many matrices a tape holds after `function(x)`."""

    def run():
        with gw.GradientTape() as tape:
            tape.watch(x)
            y = gw.reduce_sum(function(x))
        return tape, y

    return held(gw, run)


def layers(gw):
    weights = [gw.Variable(gw.random.stateless_normal([64, 64], [i, 2]) * 0.2) for i in range(3)]
    bias = gw.Variable(gw.zeros([64]))

    def run(x):
        for i in range(LAYERS):
            x = gw.nn.relu(x @ weights[i % 3] + bias)
        return x

    return run


def test_chain_of_layers(gw):
    """A function keeps one matrix for each layer: what came out of its activation, which is what the next layer takes."""
    chain = gw.function(layers(gw))
    x = rows(gw)
    gradient(gw, lambda x: gw.reduce_sum(chain(x)), x)
    kept = recorded(gw, chain, x)
    assert LAYERS - 2 <= kept <= LAYERS + 2


def test_chain_of_layers_eagerly(gw):
    """So does a tape: the products and sums between go as soon as nobody holds them."""
    kept = recorded(gw, layers(gw), rows(gw))
    assert LAYERS - 2 <= kept <= LAYERS + 10


LET_GO = {
    "sums": lambda gw, x: (x + 2.0 * x[:1]) - (-x) + gw.nn.bias_add(x, x[0]),
    "products": lambda gw, x: (x + 1.0) * (x - 1.0) * (x * x) / (x * x + 3.0),
    "matrices": lambda gw, x: gw.matmul((x + 1.0) @ (x * 0.1), x * 0.1, transpose_b=True),
    "unary": lambda gw, x: (
        gw.exp(gw.sin(x * 1.0)) + gw.sqrt(gw.sigmoid(x + 1.0)) + gw.square(gw.tanh(x) + 1.0) + gw.abs(x * 2.0)
    ),
    "logarithms": lambda gw, x: gw.math.log(gw.square(x) + 1.0) + gw.math.rsqrt(gw.square(x) + 1.0) + gw.cos(x * 3.0),
    "activations": lambda gw, x: (
        gw.nn.relu(x + 0.1) + gw.nn.elu(x * 2.0) * gw.nn.softplus(x - 1.0) + gw.nn.selu(x) + gw.nn.relu6(x)
    ),
    "softmax": lambda gw, x: gw.nn.softmax(x * 2.0) * gw.nn.softmax(x + 1.0, axis=0) + gw.nn.softsign(x * 1.5),
    "shapes": lambda gw, x: (
        gw.transpose(gw.reshape(gw.squeeze(gw.expand_dims(x * 2.0, 0)) + 1.0, [512, 128]) * 2.0)[:, :1] * 3.0
    ),
    "reductions": lambda gw, x: (
        gw.reduce_sum(x * 2.0, 0) * gw.reduce_mean(x + 1.0, 1) + gw.cast(gw.cast(x * 2.0, gw.float64), gw.float32)
    ),
    "convolution": lambda gw, x: (
        gw.nn.conv2d(gw.reshape(x * 2.0, [4, 64, 64, 4]), gw.reshape(x[:1, :144] * 2.0, [3, 3, 4, 4]), 1, "SAME") + 1.0
    ),
}


@pytest.mark.parametrize("name", LET_GO)
def test_what_was_let_go_was_not_needed(name, gw):
    """Gradients of large tensors by tapes, to the second order, are those by functions."""
    x = square(gw)

    def loss(x):
        y = LET_GO[name](gw, x)
        return gw.reduce_sum(y * gw.cos(y))

    def slope(x):
        return gradient(gw, loss, x)

    def second(x):
        return gradient(gw, lambda x: gw.reduce_sum(slope(x) * gw.sin(x)), x)

    for eager in (slope, second):
        want = gw.function(eager)(x)
        scale = float(gw.reduce_max(gw.abs(want))) + 1.0
        assert float(gw.reduce_max(gw.abs(eager(x) - want))) < 1e-4 * scale


def test_what_somebody_holds_stays(gw):
    """Tensors that the program, another tape or an array holds keep their elements."""
    x = square(gw)
    with gw.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with gw.GradientTape() as inner:
            inner.watch(x)
            product = x @ x
            array = (product + 1.0).numpy()
            y = gw.nn.relu(product + 1.0)
            for _ in range(20):
                y = y * 1.5 + 0.5
        slope = inner.gradient(y, x)
    again = x @ x
    assert float(gw.reduce_max(gw.abs(product - again))) == 0.0
    assert float(abs(array - (again + 1.0).numpy()).max()) == 0.0
    assert outer.gradient(slope, x) is None or float(gw.reduce_max(gw.abs(outer.gradient(slope, x)))) >= 0.0


def test_recompute_grad_keeps_no_intermediates(gw):
    calls = []
    run = layers(gw)

    def counted(x):
        calls.append(None)
        return run(x)

    x = rows(gw)
    again = gw.recompute_grad(counted)
    assert recorded(gw, again, x) <= 3
    calls.clear()
    with gw.GradientTape() as tape:
        tape.watch(x)
        y = gw.reduce_sum(again(x))
    assert len(calls) == 1
    found = tape.gradient(y, x)
    assert len(calls) == 2
    expected = gradient(gw, lambda x: gw.reduce_sum(run(x)), x)
    assert float(gw.reduce_max(gw.abs(found - expected))) < 1e-5


def test_loop_with_intermediates_nobody_needs(gw):
    """A loop of linear operations keeps nothing for its gradient, one with a sine what goes into that."""

    def loop(last):
        @gw.function
        def run(x):
            for _ in gw.range(20):
                u = x * 2.0 + 1.0
                u = u + x * 3.0
                x = last(x) + (u * 1.5 - x) * 0.001
            return x

        return run

    x = square(gw)
    for last, most in ((lambda x: x, 2), (gw.sin, 23)):
        run = loop(last)
        gradient(gw, lambda x, run=run: gw.reduce_sum(run(x)), x)
        kept = recorded(gw, run, x)
        assert kept <= most
    assert kept >= 19


def test_tape_lets_go(gw):
    """What a tape recorded goes with its gradient, and with the tape."""
    x = rows(gw)
    chain = layers(gw)

    def run():
        with gw.GradientTape() as tape:
            tape.watch(x)
            y = gw.reduce_sum(chain(x))
        return tape, tape.gradient(y, x)

    assert held(gw, run) <= 2
    assert held(gw, lambda: gradient(gw, lambda x: gw.reduce_sum(chain(x)), x)) <= 2


@pytest.mark.parametrize("inside", [False, True], ids=["eager", "function"])
def test_forward_mode_keeps_nothing(gw, inside):
    """Derivatives of what nobody holds any more are let go."""

    def chain(x):
        for _ in range(400):
            x = x * 1.001 + 0.1
        return x

    function = gw.function(chain) if inside else chain
    x = square(gw)

    def run():
        accumulator = gw.autodiff.ForwardAccumulator(x, x)
        with accumulator:
            y = function(x)
        return accumulator, y

    assert held(gw, run) <= 140
    with gw.autodiff.ForwardAccumulator(x, x) as accumulator:
        y = chain(x)
    assert abs(float(gw.reduce_max(accumulator.jvp(y) - x * 1.001**400))) < 1e-3


def test_order_of_joined_slices(gw, tensorflow):
    """That of TensorFlow's walk: breadth first from the target."""

    def orders(tf):
        v = tf.Variable(tf.ones([10, 1]))
        pick = lambda i: tf.reduce_sum(tf.gather(v, i))  # noqa: E731
        inner = tf.function(lambda: pick([1]) + pick([2]) * pick([3]))
        programs = [
            lambda: pick([1]) + pick([2]) + pick([3]),
            lambda: pick([1]) + (pick([2]) + pick([3])),
            lambda: tf.add_n([pick([1]), pick([2]), pick([3])]),
            lambda: pick([1]) * pick([2]) + pick([3]) * pick([4]),
            lambda: tf.sin(tf.sin(pick([3]))) * tf.sin(pick([2])) + pick([1]),
            lambda: inner() + pick([7]) + inner(),
            lambda: [pick([1]), pick([2]), pick([3])],
        ]
        results = []
        for program in programs:
            for way in (program, tf.function(program, autograph=False)):
                with tf.GradientTape() as tape:
                    y = way()
                results.append(tape.gradient(y, v).indices.numpy().tolist())

        def inside():
            y = pick([1]) + pick([2]) * pick([3]) + tf.sin(pick([4]))
            return tf.gradients(y, v)[0]

        return [*results, tf.function(inside, autograph=False)().indices.numpy().tolist()]

    assert orders(gw) == orders(tensorflow)


def test_failing_custom_gradient_is_dropped(gw):
    """A gradient that cannot be traced keeps nothing alive."""
    alive = []

    def run():
        @gw.custom_gradient
        def f(x):
            def grad(upstream):
                raise KeyError("no gradient")

            return x * 2.0, grad

        traced = gw.function(lambda x: f(x), autograph=False)
        traced(gw.constant(1.0))
        alive.append(weakref.ref(traced.get_concrete_function(gw.constant(1.0)).graph))
        with pytest.raises(KeyError):
            gradient(gw, traced, gw.constant(1.0))

    run()
    gc.collect()
    assert alive[0]() is None
