"""Functions with jit_compile=True give bit for bit what they give without: values, errors, gradients, state.

Elementwise functions take a scalar or a vector of each dtype, both with GRAPHWRIGHT_TESTS=all.
"""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import graphwright as tf
from graphwright import _core
from support.selection import some

llvmlite = pytest.importorskip("llvmlite")

SHAPES = (), (37,)
UNARY = (
    "Neg Abs Sign Square Sqrt Rsqrt Reciprocal Exp Expm1 Log Log1p Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh Asinh Acosh "
    "Atanh Sigmoid Softplus Softsign Relu Relu6 Elu Selu Erf Erfc Lgamma Digamma Floor Ceil Round Rint IsNan IsInf IsFinite "
    "LogicalNot Invert"
).split()
BINARY = (
    "AddV2 Sub Mul Div RealDiv TruncateDiv FloorDiv FloorMod TruncateMod Pow Maximum Minimum SquaredDifference DivNoNan "
    "MulNoNan Xlogy Xdivy Xlog1py Atan2 NextAfter Equal NotEqual Less LessEqual Greater GreaterEqual LogicalAnd LogicalOr "
    "BitwiseAnd BitwiseOr BitwiseXor LeftShift RightShift ReluGrad Relu6Grad SigmoidGrad TanhGrad SqrtGrad RsqrtGrad "
    "ReciprocalGrad SoftplusGrad SoftsignGrad EluGrad SeluGrad"
).split()
DTYPES = "float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool half bfloat16".split()


def both(function, *args):
    """What the function gives without machine code, and with it, each as a list of arrays or as an error."""
    return [arrays_or_error(tf.function(function, jit_compile=jit), *args) for jit in (False, True)]


def arrays_or_error(function, *args):
    try:
        results = function(*args)
    except tf.errors.OpError as error:
        # What was wrong and what was given; the lines before tell of this trace.
        text = str(error).split("[[{{node")[0].splitlines()
        return type(error).__name__, [line for line in text if "division" in line or "inputs:" in line]
    return [np.asarray(tf.convert_to_tensor(x)) for x in tf.nest.flatten(results)]


def same_bits(without, with_code):
    if isinstance(without, tuple) or isinstance(with_code, tuple):
        assert without == with_code
        return
    assert len(without) == len(with_code)
    for a, b in zip(without, with_code):
        assert a.dtype == b.dtype and a.shape == b.shape
        if a.dtype.kind in "fV" and a.dtype.names is None:
            nan = a != a
            np.testing.assert_array_equal(nan, b != b)
            a, b = np.where(nan, 0, a).astype(a.dtype), np.where(nan, 0, b).astype(b.dtype)
        assert a.tobytes() == b.tobytes(), (a, b)


def pieces(function, *args):
    """How many pieces of machine code the program for these arguments has."""
    return _core.count_machine_code(function.get_concrete_function(*args).function_ref)[0]


def values_of(dtype, shape, seed):
    """Numbers of all sizes, with those that are special."""
    random = np.random.default_rng(seed)
    dtype = tf.as_dtype(dtype)
    count = int(np.prod(shape))
    if dtype == tf.bool:
        numbers = random.integers(0, 2, count).astype(bool)
    elif dtype.is_integer:
        kind = np.iinfo(dtype.as_numpy_dtype)
        special = [kind.min, kind.max, 0, 1, 2, 3, kind.max - 1] + ([-1, -2, kind.min + 1] if kind.min else [])
        numbers = np.where(random.random(count) < 0.5, random.choice(special, count), random.integers(0, 9, count))
    else:
        special = [0.0, -0.0, np.inf, -np.inf, np.nan, 1e-40, -1e-40, 1.0, -1.0, 0.5, 3.4e38]
        numbers = np.where(random.random(count) < 0.3, random.choice(special, count), random.normal(0, 3, count))
    with np.errstate(all="ignore"):
        return tf.constant(numbers.reshape(shape).astype(dtype.as_numpy_dtype))


def in_a_loop(op, *operands):
    """The op's result, computed by a loop."""

    def function(*operands):
        result = op(*operands)
        i = tf.constant(0)
        while i < 2:
            result = op(*operands)
            i += 1
        return result, i

    return function, operands


ARGUMENTS = {
    **{name: ["x"] for name in UNARY},
    **{name: ["x", "y"] for name in BINARY},
    "Relu": ["features"],
    "Relu6": ["features"],
    "Elu": ["features"],
    "Selu": ["features"],
    "Softplus": ["features"],
    "Softsign": ["features"],
    "Atan2": ["y", "x"],
    "NextAfter": ["x1", "x2"],
    "ReluGrad": ["gradients", "features"],
    "Relu6Grad": ["gradients", "features"],
    "SoftplusGrad": ["gradients", "features"],
    "SoftsignGrad": ["gradients", "features"],
    "EluGrad": ["gradients", "outputs"],
    "SeluGrad": ["gradients", "outputs"],
    **{name: ["y", "dy"] for name in ("SigmoidGrad", "TanhGrad", "SqrtGrad", "RsqrtGrad", "ReciprocalGrad")},
}


@pytest.mark.parametrize("name", UNARY + BINARY)
def test_elementwise(name):
    """Every elementwise function of every dtype that it has, as a scalar or as a vector, in a loop."""
    names = ARGUMENTS[name]

    def op(*operands):
        return getattr(tf.raw_ops, name)(**dict(zip(names, operands)))

    met = 0
    for dtype in DTYPES:
        for shape in some(SHAPES, 1 / 2, f"{name} {dtype}"):
            operands = [values_of(dtype, shape, 7 * k + len(shape)) for k in range(len(names))]
            try:
                op(*operands)
            except (TypeError, ValueError, tf.errors.NotFoundError, tf.errors.UnimplementedError):
                continue
            except tf.errors.InvalidArgumentError as error:
                if "division by zero" not in str(error) and "negative integer powers" not in str(error):
                    continue
            function, operands = in_a_loop(op, *operands)
            without, with_code = both(function, *operands)
            same_bits(without, with_code)
            met += 1
    assert met


@pytest.mark.parametrize("source", DTYPES)
def test_casts(source):
    for target in DTYPES:
        for shape in some(SHAPES, 1 / 2, f"{source} {target}"):
            x = values_of(source, shape, 5)
            if tf.as_dtype(source).is_floating and tf.as_dtype(target).is_integer:  # what is out of range is clamped
                x = tf.clip_by_value(tf.where(tf.math.is_nan(x), tf.zeros_like(x), x), 0, 100)
            function, operands = in_a_loop(lambda x, target=target: tf.cast(x, target), x)
            same_bits(*both(function, *operands))


def total(n):
    s = tf.constant(0)
    for i in tf.range(n):
        s += i
    return s


def collatz(n):
    steps = tf.constant(0)
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def nested(n):
    s = tf.constant(0)
    for i in tf.range(n):
        for j in tf.range(i):
            if (i * j) % 3 == 0:
                continue
            if j > 7:
                break
            s += i * j
    return s


def over_a_vector(x):
    s = tf.constant(0.0)
    for v in x:
        if v > 0.0:
            s += tf.sin(v)
        else:
            s -= v
    return s


def powers(x, n):
    y = tf.eye(x.shape[0])
    for _ in tf.range(n):
        y = y @ x
        x, y = y, x
    return x, y


def chain(x):
    for _ in range(100):
        x = x * 0.5 + 1.0
    return x


def long_chain(x):
    for _ in range(3000):
        x = x * 0.99 - 0.5
    return x


def tanh_chain(x, w, b):
    for _ in range(4):
        x = tf.tanh(x * w + b) + tf.sigmoid(x) * tf.exp(-x)
    return x


def swaps(a, b, n):
    while n > 0:
        a, b = b, a % b
        n -= 1
        if b == 0:
            break
    return a, b, n


def one_of_four(i, x):
    return tf.switch_case(i, [lambda: x + 1.0, lambda: x * 2.0, lambda: -x, lambda: x - 3.0])


def cases(k, x):
    for i in tf.range(k):
        x = one_of_four(i % 4, x)
    return x


def layer(x, w, b, n):
    for _ in tf.range(n):
        h = tf.nn.relu(x @ w + b)
        mean = tf.reduce_mean(h, axis=1, keepdims=True)
        x = tf.where(h > mean, h, tf.zeros_like(h)) / 3.0
    return x, tf.cast(x, tf.int32)


def in_tensor_arrays(n):
    array = tf.TensorArray(tf.float32, n)
    x = tf.constant([1.0, 2.0, 3.0])
    for i in tf.range(n):
        array = array.write(i, x)
        x = x * 1.5 - 0.25
    return array.stack(), x


def divides(a, b, n):
    s = tf.constant(0)
    while n > 0:
        s += a // (b - n)
        n -= 1
    return s


def divides_vectors(a, b):
    i = tf.constant(0)
    while i < 3:
        a = a // (b - i)
        i += 1
    return a


def divides_in_a_chain(a, b):
    return (a * 3 + 1) // (b - 2) * 5 - a


def scalar_shapes(x):
    y = tf.reshape(x, [1])
    for _ in tf.range(3):
        y = y * 2.0
    return tf.reshape(y, []), tf.expand_dims(y, 0)


def random_walk(n):
    x = tf.constant(0.0)
    for _ in tf.range(n):
        x += tf.cast(tf.random.stateless_uniform([], [1, 2], 0, 100, tf.int32), tf.float32)
    return x


def booleans(n):
    a, b = tf.constant(True), tf.constant(False)
    while n > 0:
        a, b = tf.logical_and(b, n % 3 == 0) | (n > 5), tf.logical_not(a)
        n -= 1
    return a, b


def broadcasts(x, y):
    for _ in tf.range(3):
        x = tf.maximum(x * y[:, tf.newaxis] + y, x)
    return x


VECTOR = np.linspace(-2, 2, 7).astype(np.float32)
MATRIX = (np.arange(100, dtype=np.float32).reshape(10, 10) / 100) - 0.3
PROGRAMS = [
    (total, 1000),
    (total, 0),
    (collatz, 27),
    (nested, 20),
    (over_a_vector, VECTOR),
    (powers, MATRIX, 7),
    (powers, np.eye(3, dtype=np.float32) * 0.5, 4),
    (powers, np.ones((17, 17), np.float32) * 0.1, 3),
    (powers, np.ones((1, 1), np.float32) * 0.1, 3),
    (chain, np.float32(1)),
    (chain, MATRIX),
    (chain, VECTOR.astype(np.float64)),
    (long_chain, np.float32(1)),
    (tanh_chain, MATRIX, np.float32(0.5), MATRIX),
    (tanh_chain, np.float64(0.3), np.float64(0.5), np.float64(-1)),
    (swaps, 120, 84, 20),
    (cases, 11, np.float32(2)),
    (layer, MATRIX, MATRIX, MATRIX[0], 3),
    (in_tensor_arrays, 5),
    (divides, 7, 100, 5),
    (divides, 7, 3, 5),
    (divides_vectors, np.arange(1, 9, dtype=np.int32) * 1000, np.arange(3, 11, dtype=np.int32)),
    (divides_vectors, np.arange(1, 9, dtype=np.int32), np.arange(8, dtype=np.int32)),
    (divides_in_a_chain, np.arange(30, dtype=np.int32), np.arange(5, 35, dtype=np.int32)),
    (divides_in_a_chain, np.arange(30, dtype=np.int32), np.arange(30, dtype=np.int32)),
    (divides_in_a_chain, np.int64(5), np.int64(2)),
    (scalar_shapes, np.float32(3)),
    (random_walk, 5),
    (booleans, 9),
    (broadcasts, MATRIX, MATRIX[1]),
]


@pytest.mark.parametrize("row", range(len(PROGRAMS)))
def test_programs(row):
    function, *args = PROGRAMS[row]
    args = [tf.constant(x) for x in args]
    without, with_code = both(function, *args)
    same_bits(without, with_code)
    compiled = tf.function(function, jit_compile=True)
    assert pieces(compiled, *args) >= 1
    # The memory of one run is the next one's: it must leave nothing behind.
    for _ in range(2):
        same_bits(without, arrays_or_error(compiled, *args))


def test_gradients():
    def value_and_gradients(function, *args):
        with tf.GradientTape() as tape:
            tape.watch(args)
            y = function(*args)
        return y, *tape.gradient(y, args)

    def loss(x, w):
        for _ in tf.range(3):
            x = tf.tanh(x @ w) * 0.5 + x
        return tf.reduce_sum(x * x)

    args = [tf.constant(MATRIX), tf.constant(MATRIX)]
    results = [value_and_gradients(tf.function(loss, jit_compile=jit), *args) for jit in (False, True)]
    same_bits(*[[x.numpy() for x in result] for result in results])
    inside = tf.function(lambda *xs: value_and_gradients(loss, *xs), jit_compile=True)
    same_bits([x.numpy() for x in results[0]], [x.numpy() for x in inside(*args)])


def test_variables_and_nested_functions():
    v = tf.Variable(1.0)

    @tf.function(jit_compile=True)
    def inner(x):
        for _ in tf.range(3):
            v.assign_add(x)
            x = x * 2.0
        return x

    @tf.function
    def outer(x):
        return inner(x) + inner(x + 1.0)

    assert outer(tf.constant(1.0)) == 24.0 and v.numpy() == 1.0 + 7.0 + 14.0
    assert pieces(outer, tf.constant(1.0)) >= 1


def test_slices_go_backwards():
    @tf.function(jit_compile=True)
    def f(x, m):
        return m[::-1], tf.tanh(x[::-1]), tf.tanh(x)[::-1], x[::-2], m[:, tf.newaxis, ::-1] + 1.0

    x, m = tf.constant([0.0, 1.0, 2.0]), tf.constant([[1.0, 2.0], [3.0, 4.0]])
    want = [
        m.numpy()[::-1],
        np.tanh(x.numpy()[::-1]),
        np.tanh(x.numpy())[::-1],
        [2.0, 0.0],
        m.numpy()[:, None, ::-1] + 1,
    ]
    for _ in range(3):
        for got, right in zip(f(x, m), want, strict=True):
            np.testing.assert_allclose(got.numpy(), right, rtol=1e-6)


def test_interrupted_loop_stops():
    code = (
        "import _thread, signal, threading, graphwright as tf\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"  # processes in the background may ignore it
        "@tf.function(jit_compile=True)\n"
        "def f(n):\n"
        "    while n != 0:\n"
        "        n = n + 2\n"
        "    return n\n"
        "stopped = threading.Event()\n"
        "def interrupt():\n"  # again and again: one that falls into a callback of the compiler is lost
        "    while not stopped.wait(1):\n"
        "        _thread.interrupt_main()\n"
        "threading.Thread(target=interrupt, daemon=True).start()\n"
        "try:\n"
        "    f(tf.constant(1))\n"
        "except KeyboardInterrupt:\n"
        "    stopped.set()\n"
        "    print('stopped')\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout == "stopped\n", result.stderr


def test_errors_name_the_line():
    @tf.function(jit_compile=True)
    def f(n):
        x = n
        while n > -3:
            x += 7 // n  # the line
            n -= 2
        return x

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        f(tf.constant(4))
    text = str(caught.value)
    assert "Integer division by zero" in text and "# the line" in text and "test_machine_code.py" in text


def test_threads():
    compiled = tf.function(collatz, jit_compile=True)
    wrong = []

    def run(k):
        for n in range(k, 300, 4):
            if compiled(tf.constant(n)) != tf.function(collatz)(tf.constant(n)):
                wrong.append(n)

    threads = [threading.Thread(target=run, args=(k + 1,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_compiler_ir():
    f = tf.function(collatz, jit_compile=True)
    text = f.experimental_get_compiler_ir(tf.constant(27))
    assert "define i64 @region0(" in text("llvm") and "machine code of" in text("program")
    assert "icmp" in text("optimized_llvm") and "region0:" in text("assembly")
    plain = tf.function(lambda x: tf.sort(x), jit_compile=True)
    assert plain.experimental_get_compiler_ir(tf.constant([1.0]))("llvm") == ""


def test_without_llvmlite():
    """The same results, no error, no machine code."""
    code = (
        "import sys\n"
        "sys.modules['llvmlite'] = None\n"
        "import graphwright as tf\n"
        "from graphwright import _core\n"
        "@tf.function(jit_compile=True)\n"
        "def f(n):\n"
        "    s = 0\n"
        "    for i in tf.range(n):\n"
        "        s += i\n"
        "    return s\n"
        "print(int(f(tf.constant(10))), _core.count_machine_code(f.get_concrete_function(tf.constant(10)).function_ref))\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert result.stdout == "45 (0, 0)\n", result.stderr


def test_autoclustering():
    """`set_jit` asks for machine code in functions that say nothing of it, and refuses nothing."""

    def turns(jit_compile=None):
        @tf.function(jit_compile=jit_compile)
        def f(n):
            while n < 100:
                n = n * 2
            return n, tf.strings.as_string(n)

        n, text = f(tf.constant(3))
        assert (int(n), text.numpy()) == (192, b"192")
        return _core.count_machine_code(f.get_concrete_function(tf.constant(3)).function_ref)[0]

    before = turns()
    tf.config.optimizer.set_jit(True)
    try:
        assert turns() == 1
        assert turns(jit_compile=False) == 0
    finally:
        tf.config.optimizer.set_jit(False)
    assert turns() == before


def test_everywhere():
    """GRAPHWRIGHT_JIT=1 asks for machine code in every function, and refuses nothing."""
    code = (
        "import graphwright as tf\n"
        "from graphwright import _core\n"
        "@tf.function\n"
        "def f(n):\n"
        "    while n < 100:\n"
        "        n = n * 2\n"
        "    return n, tf.strings.as_string(n)\n"
        "n, text = f(tf.constant(3))\n"
        "print(int(n), text.numpy(), _core.count_machine_code(f.get_concrete_function(tf.constant(3)).function_ref)[0])\n"
    )
    environment = {**os.environ, "GRAPHWRIGHT_JIT": "1"}
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment)
    assert result.stdout == "192 b'192' 1\n", result.stderr
