"""GPUs: placement and transfers with a plugin that host memory plays, everywhere; kernels against the CPU's where there is a
GPU."""

import concurrent.futures
import gc
import os
import subprocess
import sys
import sysconfig
import textwrap
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOATS = ["float32", "float64", "float16", "bfloat16"]


# ---- the plugin of host memory ----


@pytest.fixture(scope="session")
def host_plugin(tmp_path_factory):
    """The path of tests_cpp/host_plugin.cc as a shared object."""
    path = tmp_path_factory.mktemp("plugin") / "host_plugin.so"
    compiler = os.environ.get("CXX") or (sysconfig.get_config_var("CXX") or "g++").split()[0]
    command = [compiler, "-std=c++20", "-O1", "-shared", "-fPIC", f"-I{ROOT / 'cpp'}", f"-I{ROOT / 'tests_cpp'}"]
    try:
        subprocess.run([*command, ROOT / "tests_cpp" / "host_plugin.cc", "-o", path], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"the plugin cannot be compiled: {error}")
    return path


def run_script(script, plugin):
    """What a script prints in a process of its own, where the plugin is the one to open."""
    environment = {**os.environ, "GRAPHWRIGHT_PLUGIN": str(plugin)}
    script = "import graphwright as tf\nimport numpy as np\n" + textwrap.dedent(script)
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_plugin_is_opened_only_when_a_gpu_is_asked_for(host_plugin):
    output = run_script(
        """
        x = tf.constant([1.0, 2.0])
        tf.config.list_physical_devices("CPU")
        with tf.device("/CPU:0"):
            x + x
        opened = lambda: "host_plugin.so" in open("/proc/self/maps").read()
        print(opened(), (x + x).device)
        print(tf.config.list_physical_devices("GPU"))
        print(opened(), (x + x).device)
        """,
        host_plugin,
    )
    cpu, gpu = (f"/job:localhost/replica:0/task:0/device:{kind}:0" for kind in ("CPU", "GPU"))
    assert output[0] == f"False {cpu}"
    assert output[1] == (
        "[PhysicalDevice(name='/physical_device:GPU:0', device_type='GPU'), "
        "PhysicalDevice(name='/physical_device:GPU:1', device_type='GPU')]"
    )
    assert output[2] == f"True {gpu}"


def test_device_scopes_and_moves(host_plugin):
    output = run_script(
        """
        def show(x):
            print(x.device.rpartition("/")[2], x.numpy().tolist())
        x = tf.constant([1.0, 2.0])
        with tf.device("/GPU:1"):
            y = x + x
            show(y)
            show(tf.constant([3.0]))
            show(tf.constant([3]))
            with tf.device("/CPU:0"):
                show(y * y)
            with tf.device(None):
                show(x * x)
        show(y.gpu())
        show(y.cpu())
        show(tf.identity(y))
        with tf.device("/GPU:0"):
            show(tf.identity(y))
        try:
            x.gpu(2)
        except RuntimeError as error:
            print(error)
        tf.config.set_visible_devices([], "GPU")
        print(tf.config.list_logical_devices("GPU"))
        show(x + x)
        """,
        host_plugin,
    )
    assert output == [
        "device:GPU:1 [2.0, 4.0]",
        "device:GPU:1 [3.0]",
        "device:CPU:0 [3]",
        "device:CPU:0 [4.0, 16.0]",
        "device:GPU:0 [1.0, 4.0]",
        "device:GPU:0 [2.0, 4.0]",
        "device:CPU:0 [2.0, 4.0]",
        "device:GPU:1 [2.0, 4.0]",
        "device:GPU:0 [2.0, 4.0]",
        "GPU:2 unknown device.",
        "[]",
        "device:CPU:0 [2.0, 4.0]",
    ]


def test_details_memory_and_missing_devices(host_plugin):
    output = run_script(
        """
        gpu = tf.config.list_physical_devices("GPU")[1]
        print(tf.config.experimental.get_device_details(gpu))
        with tf.device("/GPU:1"):
            x = tf.constant(np.ones([1000], np.float32))
        print(tf.config.experimental.get_memory_info("GPU:1"))
        del x
        tf.config.experimental.reset_memory_stats("GPU:1")
        print(tf.config.experimental.get_memory_info("GPU:1"))
        tf.config.set_soft_device_placement(False)
        try:
            with tf.device("/GPU:2"):
                tf.constant(1.0)
        except tf.errors.InvalidArgumentError as error:
            print(error.message)
        print(tf.constant(1.0).numpy())
        """,
        host_plugin,
    )
    assert output == [
        "{'device_name': 'Host that plays another device', 'compute_capability': (8, 6)}",
        "{'current': 4000, 'peak': 4000}",
        "{'current': 0, 'peak': 0}",
        "Could not satisfy device specification '/job:localhost/replica:0/task:0/device:GPU:2'. enable_soft_placement=0. "
        "Supported device types [CPU, GPU]. All available devices [/job:localhost/replica:0/task:0/device:CPU:0, "
        "/job:localhost/replica:0/task:0/device:GPU:0, /job:localhost/replica:0/task:0/device:GPU:1].",
        "1.0",
    ]


def test_functions_gradients_and_variables_cross_between_devices(host_plugin):
    output = run_script(
        """
        tf.config.list_physical_devices()
        w = tf.Variable(np.arange(600, dtype=np.float32).reshape(20, 30) / 600)
        x = tf.constant(np.ones([8, 20], np.float32))

        @tf.function
        def loss(x):
            y = tf.nn.relu(x @ w + 1.0) * 2.0
            total = tf.constant(0.0)
            for i in tf.range(3):
                if tf.reduce_mean(y) > 1.0:
                    total += tf.reduce_sum(y * y) / 1000.0
            return total

        with tf.GradientTape() as tape:
            value = loss(x)
        gradient = tape.gradient(value, w)
        w.assign_sub(0.1 * gradient)

        v = tf.Variable(np.arange(600, dtype=np.float32).reshape(20, 30) / 600)
        with tf.device("/CPU:0"), tf.GradientTape() as tape:
            y = tf.nn.relu(x @ v + 1.0) * 2.0
            expected = 3 * tf.reduce_sum(y * y) / 1000.0
            wanted = tape.gradient(expected, v)
        v.assign_sub(0.1 * wanted)
        print((x @ w).device.rpartition("/")[2])
        print(np.allclose(value, expected), np.allclose(gradient, wanted), np.allclose(w, v, atol=1e-6))

        with tf.device("/GPU:1"):
            u = tf.Variable(tf.ones([4]))
            steps = tf.Variable(0)
        print(v.device[-5:], w.device[-5:], u.device[-5:], steps.device[-5:])
        u.assign_sub([0.5, 0.5, 0.5, 0.5])
        w.assign_sub(gradient.gpu())
        print(u.device[-5:], u.numpy().sum(), w.device[-5:], np.allclose(w, v - wanted, atol=1e-6))

        y = x.gpu()
        with tf.GradientTape() as tape:
            tape.watch(y)
            z = (y.cpu() * 3.0).gpu(1) * 2.0
        print(z.device.rpartition("/")[2], tape.gradient(z, y).numpy().sum())

        @tf.function
        def placed(x):
            with tf.device("/GPU:1"):
                a = x + x
            with tf.device("/CPU:0"):
                b = x + x
            return a, b

        a, b = placed(x)
        print(a.device.rpartition("/")[2], b.device.rpartition("/")[2], bool(tf.reduce_all(a == b)))
        """,
        host_plugin,
    )
    assert output == [
        "device:GPU:0",
        "True True True",
        "GPU:0 GPU:0 GPU:1 CPU:0",
        "GPU:1 2.0 GPU:0 True",
        "device:GPU:1 960.0",
        "device:GPU:1 device:CPU:0 True",
    ]


def test_all_that_reads_a_tensor_of_a_gpu_gets_its_elements(host_plugin):
    output = run_script(
        """
        import copy, pickle
        x = tf.constant([[1.0, 2.0], [3.0, 4.0]]).gpu()
        print(repr(x), str(x[1]), float(x[0, 0]), bool(x[0, 0] > 0), [float(v) for v in x[1]])
        print(x.numpy().tolist(), np.asarray(x).sum(), memoryview(x).tolist(), bytes(memoryview(x)) == x.numpy().tobytes())
        print(copy.deepcopy(x).numpy().sum(), pickle.loads(pickle.dumps(x)).numpy().sum())
        print(tf.py_function(lambda t: t.numpy() * 2, [x], tf.float32).numpy().sum())
        print(tf.range(tf.constant(3.0).gpu()).shape, tf.reshape(x, [4]).device.rpartition("/")[2], tf.get_static_value(x).sum())
        print(tf.concat([x, x], 0).shape, tf.where(x > 2.0, x, -x).numpy().sum(), x == x.cpu())
        """,
        host_plugin,
    )
    assert output[:3] == [
        "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=",
        "array([[1., 2.],",
        "       [3., 4.]], dtype=float32)> tf.Tensor([3. 4.], shape=(2,), dtype=float32) 1.0 True [3.0, 4.0]",
    ]
    assert output[3] == "[[1.0, 2.0], [3.0, 4.0]] 10.0 [[1.0, 2.0], [3.0, 4.0]] True"
    assert output[4:7] == ["10.0 10.0", "20.0", "(3,) device:GPU:0 10.0"]
    assert output[7].startswith("(4, 2) 4.0 tf.Tensor(")


def test_questions_of_gpu_programs(host_plugin):
    output = run_script(
        """
        print(tf.test.gpu_device_name(), tf.test.is_gpu_available(), tf.test.is_gpu_available(False, (9, 1)), flush=True)
        tf.debugging.set_log_device_placement(True)
        import os
        os.dup2(1, 2)  # stderr to stdout
        x = tf.constant([1.0])
        print((x + x).device[-5:], flush=True)
        with tf.device("/CPU:0"):
            x * x
        tf.debugging.set_log_device_placement(False)
        x * x
        """,
        host_plugin,
    )
    assert output == [
        "/device:GPU:0 True False",
        "Executing op AddV2 in device /job:localhost/replica:0/task:0/device:GPU:0",
        "GPU:0",
        "Executing op Mul in device /job:localhost/replica:0/task:0/device:CPU:0",
    ]


def test_keras_rnns_take_their_own_loop_where_cudnns_are_not_there(host_plugin):
    pytest.importorskip("keras")
    output = run_script(
        """
        tf.config.list_physical_devices()
        for layer in (tf.keras.layers.LSTM(3), tf.keras.layers.GRU(3)):
            print(layer(np.ones([2, 4, 5], np.float32)).shape, tf.function(layer)(np.ones([2, 4, 5], np.float32)).shape)
        try:
            tf.raw_ops.CudnnRNNParamsSize(num_layers=1, num_units=2, input_size=3, T=tf.float32, S=tf.int32)
        except tf.errors.NotFoundError as error:
            print(error.message)
        """,
        host_plugin,
    )
    shapes = "(2, 3) (2, 3)"
    message = "Could not find device for node: no kernel of CudnnRNNParamsSize for GPUs yet."
    assert output == [shapes, shapes, message]


def test_errors_of_a_plugin_name_the_op(host_plugin):
    output = run_script(
        """
        tf.config.list_physical_devices()
        try:
            tf.sqrt(tf.constant([1.0]))
        except tf.errors.InternalError as error:
            print(error.message)
        try:
            tf.constant(np.ones([2**29], np.float32)).gpu()
        except tf.errors.ResourceExhaustedError as error:
            print(error.message[:19])
        """,
        host_plugin,
    )
    assert output[0].startswith("the device is on fire") or "Sqrt" in output[0]
    assert output[1] == "OOM when allocating"


def test_a_plugin_that_cannot_be_opened_leaves_the_cpu(tmp_path):
    output = run_script(
        """
        said = []
        tf.get_logger().addFilter(lambda record: said.append(record.getMessage()))
        print(tf.config.list_physical_devices())
        print(said[0][:55])
        print((tf.constant(1.0) + 1.0).numpy())
        try:
            tf.constant(1.0).gpu()
        except RuntimeError as error:
            print("nothing.so" in str(error))
        """,
        tmp_path / "nothing.so",
    )
    assert output[0] == "[PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]"
    assert output[1] == "There is a GPU driver, but GPUs are not used: " + str(tmp_path)[:9]
    assert output[2:] == ["2.0", "True"]


# ---- kernels on a real GPU ----


@pytest.fixture(scope="module")
def on_gpu(gw):
    """A function that runs another on the GPU and on the CPU and compares what they give."""
    if not gw.config.list_physical_devices("GPU"):
        pytest.skip("there is no GPU (or no driver) on this machine")
    # The other tests of this process are the CPU's.
    gw._core.set_default_gpu(-1)
    enabled = gw.config.experimental.tensor_float_32_execution_enabled()
    gw.config.experimental.enable_tensor_float_32_execution(False)
    yield lambda *args, **kwargs: same_on_both_devices(gw, *args, **kwargs)
    gw.config.experimental.enable_tensor_float_32_execution(enabled)


def same_on_both_devices(gw, function, *operands, tolerance=None, everywhere=True):
    """Fails unless `function` gives about the same on both devices; `everywhere`: all of it must have run on the GPU."""
    dtype = str(operands[0].dtype.name if hasattr(operands[0].dtype, "name") else operands[0].dtype)
    tolerance = tolerance or {"float64": 1e-12, "float16": 4e-3, "bfloat16": 3e-2}.get(dtype, 3e-6)
    results = []
    for device in ("/CPU:0", "/GPU:0"):
        with gw.device(device):
            results.append(gw.nest.flatten(function(*[gw.identity(x) for x in operands])))
    for want, got in zip(*results):
        if everywhere:
            assert got.device.endswith("GPU:0"), f"ran on {got.device}"
        assert got.dtype == want.dtype
        assert got.shape == want.shape
        np.testing.assert_allclose(as_numbers(got), as_numbers(want), rtol=tolerance, atol=tolerance)


def as_numbers(tensor):
    array = tensor.numpy()
    return array if array.dtype.kind in "biuf" and array.dtype.itemsize > 2 else array.astype(np.float64)


def samples(gw, shape, dtype, low=-3.0, high=3.0, special=True, seed=0):
    """Random numbers, for floats with some special ones among them."""
    array = np.random.default_rng(seed).uniform(low, high, shape)
    if special and array.size > 8 and dtype in FLOATS:
        array.reshape(-1)[:5] = [0.0, -0.0, np.inf, -np.inf, np.nan]
    return gw.cast(gw.constant(array), dtype)


UNARY = (
    "Neg Abs Sign Square Relu Relu6 Sqrt Rsqrt Reciprocal Inv Exp Expm1 Log Log1p Sin Cos Tan Asin Acos Atan Sinh Cosh Tanh "
    "Asinh Acosh Atanh Sigmoid Softplus Softsign Elu Selu Erf Erfc Erfinv Ndtri Lgamma Digamma Floor Ceil Round Rint IsNan "
    "IsInf IsFinite"
).split()
BINARY = (
    "AddV2 Add Sub Mul Maximum Minimum SquaredDifference Div RealDiv TruncateDiv FloorDiv FloorMod TruncateMod Mod Pow "
    "DivNoNan MulNoNan Xlogy Xdivy Xlog1py Atan2 Equal NotEqual Less LessEqual Greater GreaterEqual"
).split()
GRADIENTS = (
    "SigmoidGrad TanhGrad SqrtGrad RsqrtGrad ReciprocalGrad InvGrad ReluGrad Relu6Grad SoftplusGrad SoftsignGrad EluGrad "
    "SeluGrad"
).split()


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("op", UNARY)
def test_unary_kernels(gw, on_gpu, op, dtype):
    low = {"Lgamma": 0.1, "Digamma": 0.1, "Acosh": 1.0}.get(op, -3.0)
    tolerance = 1e-9 if dtype == "float64" and op in ("Erfinv", "Ndtri", "Lgamma", "Digamma", "Tan") else None
    if dtype == "float32" and op in ("Erfinv", "Ndtri", "Lgamma", "Digamma", "Tan", "Sinh", "Cosh"):
        tolerance = 2e-5
    special = op not in ("Sign",)
    for shape in [(), (7,), (33, 65)]:
        on_gpu(gw._core.op(op), samples(gw, shape, dtype, low, special=special), tolerance=tolerance)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("op", BINARY)
def test_binary_kernels_with_broadcasting(gw, on_gpu, op, dtype):
    # Quotients near an integer may round to either side of it.
    exact = op not in ("FloorDiv", "FloorMod", "TruncateDiv", "TruncateMod", "Mod")
    for a, b in [
        ((9, 5), (9, 5)),
        ((9, 5), ()),
        ((), (9,)),
        ((4, 1, 3), (5, 1)),
        ((2, 3, 1, 5), (3, 4, 1)),
        ((1,), (70000,)),
    ]:
        x, y = samples(gw, a, dtype, special=exact), samples(gw, b, dtype, special=exact, seed=1)
        if not exact:
            x, y = gw.round(x * 4.0) / 4.0, gw.round(y) + 0.5
        on_gpu(gw._core.op(op), x, y, tolerance=2e-5 if dtype == "float32" and op == "Pow" else None)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("op", GRADIENTS)
def test_gradient_kernels(gw, on_gpu, op, dtype):
    on_gpu(gw._core.op(op), samples(gw, (17, 31), dtype), samples(gw, (17, 31), dtype, seed=1))


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_integer_and_bool_kernels(gw, on_gpu, dtype):
    x, y = samples(gw, (40, 3), dtype, -50, 50), samples(gw, (3,), dtype, -50, 50, seed=1)
    for op in ("Neg", "Abs", "Sign", "Square", "Relu", "Relu6", "Invert"):
        on_gpu(gw._core.op(op), x)
    for op in ("AddV2", "Sub", "Mul", "Maximum", "Minimum", "SquaredDifference", "Less", "GreaterEqual", "NotEqual"):
        on_gpu(gw._core.op(op), x, y)
    for op in ("BitwiseAnd", "BitwiseOr", "BitwiseXor"):
        on_gpu(gw._core.op(op), x, y)
    for op in ("LogicalAnd", "LogicalOr", "Equal", "NotEqual"):
        on_gpu(gw._core.op(op), x > 0, y > 0)
    on_gpu(gw._core.op("LogicalNot"), x > 0)


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("transpose_b", [False, True])
@pytest.mark.parametrize("transpose_a", [False, True])
def test_matmul(gw, on_gpu, transpose_a, transpose_b, dtype):
    tolerance = {"float32": 2e-5, "float64": 1e-12, "float16": 1e-2, "bfloat16": 6e-2}[dtype]

    def product(a, b):
        return gw.matmul(a, b, transpose_a=transpose_a, transpose_b=transpose_b)

    for m, k, n in [(1, 1, 1), (3, 5, 7), (64, 32, 128), (33, 100, 17), (4, 0, 3)]:
        a = samples(gw, (k, m) if transpose_a else (m, k), dtype, -1, 1, special=False)
        b = samples(gw, (n, k) if transpose_b else (k, n), dtype, -1, 1, special=False, seed=1)
        on_gpu(product, a, b, tolerance=tolerance * max(k, 1) ** 0.5)
    for left, right in [((5,), (5,)), ((2, 3), (3,)), ((4, 1), (1, 6)), ((7,), ()), ((), (2, 2)), ((3, 1, 2), (4, 1))]:
        a = samples(gw, left + ((5, 4) if transpose_a else (4, 5)), dtype, -1, 1, special=False)
        b = samples(gw, right + ((6, 5) if transpose_b else (5, 6)), dtype, -1, 1, special=False, seed=1)
        on_gpu(product, a, b, tolerance=tolerance * 3)


def test_matmul_of_views_that_are_not_aligned(gw, on_gpu):
    table = samples(gw, (66, 33), "float32", special=False)
    on_gpu(lambda t: gw.reshape(t[1:34], [33, 33]) @ t[34:35, :][0][:, None], table, tolerance=1e-4)


CONVOLUTIONS = [
    # (size, channels in and out, filter, strides, dilations, padding)
    ((9, 11), (3, 8), (3, 3), 1, 1, "SAME"),
    ((9, 11), (3, 8), (3, 3), 2, 1, "SAME"),
    ((10, 10), (4, 6), (3, 2), 2, 1, "SAME"),  # uneven padding
    ((9, 11), (3, 8), (3, 3), 1, 1, "VALID"),
    ((16, 16), (8, 16), (1, 1), 1, 1, "VALID"),
    ((12, 9), (4, 4), (3, 3), 1, 2, "SAME"),
    ((9, 9), (2, 4), (3, 3), 2, 1, [[0, 0], [1, 2], [0, 3], [0, 0]]),
    ((9, 9), (6, 9), (3, 3), 1, 1, "SAME"),  # three groups: the filter has two channels
]


@pytest.mark.parametrize("dtype", FLOATS)
@pytest.mark.parametrize("data_format", ["NHWC", "NCHW"])
@pytest.mark.parametrize("case", range(len(CONVOLUTIONS)))
def test_conv2d_and_its_gradients(gw, on_gpu, case, data_format, dtype):
    (height, width), (channels, out), kernel, strides, dilations, padding = CONVOLUTIONS[case]
    depth = 2 if channels == 6 else channels
    last = data_format == "NHWC"
    x = samples(gw, (2, height, width, channels) if last else (2, channels, height, width), dtype, -1, 1, special=False)
    w = samples(gw, (*kernel, depth, out), dtype, -1, 1, special=False, seed=1)
    if not last and isinstance(padding, list):
        padding = [padding[0], padding[3], padding[1], padding[2]]

    def run(x, w):
        with gw.GradientTape() as tape:
            tape.watch([x, w])
            y = gw.nn.conv2d(x, w, strides, padding, data_format=data_format, dilations=dilations)
            z = y * y
        return [y, *tape.gradient(z, [x, w])]

    tolerance = {"float32": 1e-3, "float64": 1e-10, "float16": 0.1, "bfloat16": 0.8}[dtype]
    on_gpu(run, x, w, tolerance=tolerance)


@pytest.mark.parametrize("dtype", ["float32", "float16"])
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_depthwise_convolution_and_its_gradients(gw, on_gpu, padding, dtype):
    x = samples(gw, (2, 9, 8, 6), dtype, -1, 1, special=False)
    w = samples(gw, (3, 3, 6, 2), dtype, -1, 1, special=False, seed=1)

    def run(x, w):
        with gw.GradientTape() as tape:
            tape.watch([x, w])
            y = gw.nn.depthwise_conv2d(x, w, [1, 2, 2, 1], padding)
        return [y, *tape.gradient(y, [x, w])]

    on_gpu(run, x, w, tolerance=0.1 if dtype == "float16" else 1e-3)


@pytest.mark.parametrize("dtype", FLOATS)
def test_bias_and_sums_of_several(gw, on_gpu, dtype):
    for shape, data_format in [((5, 7), "NHWC"), ((2, 3, 4, 5), "NHWC"), ((2, 3, 4, 5), "NCHW")]:
        channels = shape[1 if data_format == "NCHW" else -1]
        x, bias = samples(gw, shape, dtype), samples(gw, (channels,), dtype, seed=1)

        def biased(x, bias, data_format=data_format):
            return gw.nn.bias_add(x, bias, data_format=data_format)

        def summed(x, data_format=data_format):
            return gw.raw_ops.BiasAddGrad(out_backprop=x, data_format=data_format)

        on_gpu(biased, x, bias)
        on_gpu(
            summed,
            samples(gw, shape, dtype, -1, 1, special=False),
            tolerance={"float16": 0.02, "bfloat16": 0.2}.get(dtype, 1e-5),
        )
    terms = [samples(gw, (6, 11), dtype, special=False, seed=seed) for seed in range(5)]
    on_gpu(lambda *terms: gw.add_n(list(terms)), *terms, tolerance={"float16": 0.02, "bfloat16": 0.2}.get(dtype, 1e-5))


def test_memory_that_is_not_there(gw, on_gpu):
    with gw.device("/GPU:0"):
        kept = gw.ones([1000])
        with pytest.raises(gw.errors.ResourceExhaustedError, match="OOM when allocating"):
            gw.zeros([2**24]) + gw.zeros([2**24, 1])
        assert float(gw.reduce_sum(kept + kept)) == 2000
    found = gw.config.experimental.get_memory_info("GPU:0")
    assert 0 < found["current"] <= found["peak"]


def test_threads_share_the_gpu(gw, on_gpu):
    table = samples(gw, (64, 64), "float32", -1, 1, special=False)

    def work(number):
        x = gw.identity(table) * (1.0 + number)
        for _ in range(50):
            x = gw.tanh(x @ table)
        return x.numpy()

    with gw.device("/GPU:0"):
        want = [work(number) for number in range(8)]

    def scoped(number):
        with gw.device("/GPU:0"):
            return work(number)

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        for got, alone in zip(pool.map(scoped, range(8)), want):
            np.testing.assert_array_equal(got, alone)


def test_memory_is_given_back(gw, on_gpu):
    @gw.function
    def step(x):
        for _ in gw.range(3):
            x = gw.tanh(x @ x)
        return x

    def current():
        gc.collect()
        gw.test.experimental.sync_devices()
        return gw.config.experimental.get_memory_info("GPU:0")["current"]

    def slope(x):
        with gw.GradientTape() as tape:
            tape.watch(x)
            y = step(x)
        return tape.gradient(y, x)

    with gw.device("/GPU:0"):
        x = gw.ones([512, 512])
        slope(x)
        before = current()
        for _ in range(30):
            slope(x)
        assert current() <= before


def test_a_model_trains_on_the_gpu_as_on_the_cpu(gw, on_gpu):
    x, target = samples(gw, (64, 20), "float32", special=False), samples(gw, (64, 1), "float32", special=False, seed=1)

    def train(x, target):
        weights = [gw.Variable(samples(gw, (20, 16), "float32", -0.3, 0.3, special=False, seed=2))]
        weights.append(gw.Variable(samples(gw, (16, 1), "float32", -0.3, 0.3, special=False, seed=3)))

        @gw.function
        def step():
            with gw.GradientTape() as tape:
                y = gw.tanh(x @ weights[0]) @ weights[1]
                loss = gw.reduce_mean((y - target) ** 2)
            for weight, gradient in zip(weights, tape.gradient(loss, weights)):
                weight.assign_sub(0.1 * gradient)
            return loss

        return [step() for _ in range(20)] + [gw.identity(weight) for weight in weights]

    on_gpu(train, x, target, tolerance=1e-3, everywhere=False)
