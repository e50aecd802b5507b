"""tf.config's lists of devices, tf.device and the devices of tensors on a machine without GPUs, as TensorFlow has them."""

import contextlib

import pytest

from support.compare import assert_same


@pytest.fixture(scope="module", autouse=True)
def without_gpus(tensorflow, gw):
    for module in (tensorflow, gw):
        if module.config.list_physical_devices("GPU"):
            pytest.skip("this machine has GPUs")


@pytest.fixture(params=[True, False], ids=["soft", "hard"])
def soft(request, tensorflow, gw):
    """Soft placement on, as it is at first, and off."""
    for module in (tensorflow, gw):
        module.config.set_soft_device_placement(request.param)
    yield request.param
    for module in (tensorflow, gw):
        module.config.set_soft_device_placement(True)


LISTS = """\
tf.config.list_physical_devices()
tf.config.list_physical_devices("CPU")
tf.config.list_physical_devices("GPU")
tf.config.list_physical_devices("gpu")
tf.config.list_physical_devices("XYZ")
tf.config.list_logical_devices()
tf.config.list_logical_devices("CPU")
tf.config.list_logical_devices("GPU")
tf.config.get_visible_devices()
tf.config.get_visible_devices("GPU")
tf.config.set_visible_devices([], "GPU")
tf.config.set_visible_devices("GPU:0")
tf.config.set_visible_devices(tf.config.list_physical_devices("CPU"), "GPU")
tf.config.experimental.get_memory_info("GPU:0")
tf.config.experimental.get_device_details(tf.config.list_physical_devices("CPU")[0])
tf.config.experimental.set_memory_growth(tf.config.list_physical_devices("CPU")[0], True)
tf.config.experimental.tensor_float_32_execution_enabled()
tf.config.get_soft_device_placement()
tf.debugging.get_log_device_placement()
tf.test.gpu_device_name()
tf.test.is_gpu_available()
tf.test.is_built_with_rocm()
tf.config.LogicalDevice("/device:GPU:0", "GPU")
tf.config.PhysicalDevice("/physical_device:GPU:0", "GPU")
tf.config.PhysicalDevice("a", "GPU") == tf.config.PhysicalDevice("a", "GPU")"""


@pytest.mark.parametrize("expression", LISTS.splitlines())
def test_lists(tensorflow, gw, expression):
    assert_same(expression, tensorflow, gw)


@pytest.mark.parametrize("enabled", [True, False, "autoclustering", "", "other", None, 1, 0])
def test_jit_of_everything(tensorflow, gw, enabled):
    found = []
    for module in (tensorflow, gw):
        module.config.optimizer.set_jit(enabled)
        found.append(module.config.optimizer.get_jit())
        module.config.optimizer.set_jit(False)
    assert found[0] == found[1]


NAMES = (
    "CPU:0; /cpu:0; /CPU:0; CPU; /device:CPU:0; GPU:0; GPU; /GPU:0; /gpu:1; /device:GPU:0; /device:GPU:*; CPU:1; /CPU:3; TPU:0; "
    "/device:XLA_GPU:0; /job:localhost; /task:0; /job:localhost/replica:0/task:0/device:CPU:0; /job:worker/task:1; "
    "/job:worker/replica:0/task:0/device:CPU:0; XPU:0; foo; /device; CPU:x; CPU:0:1"
).split("; ")


def device_of_constant(tf, name):
    with tf.device(name):
        return tf.constant([1.0, 2.0]).device


def device_of_sum(tf, name):
    x = tf.constant([1.0, 2.0])
    with tf.device(name):
        return (x + x).device


def device_of_variable(tf, name):
    with tf.device(name):
        return tf.Variable([1.0, 2.0]).device


def device_of_string(tf, name):
    with tf.device(name):
        return tf.constant("text").device


def device_of_function_result(tf, name):
    if "worker" in name:  # of another machine: only running its node fails
        return None

    @tf.function
    def f(x):
        with tf.device(name):
            return x + 1.0

    return f(tf.constant(1.0)).device


MAKERS = [device_of_constant, device_of_sum, device_of_variable, device_of_string, device_of_function_result]


@pytest.mark.parametrize("name", ["", *NAMES])
@pytest.mark.parametrize("maker", MAKERS, ids=lambda maker: maker.__name__)
def test_eager_scopes(tensorflow, gw, soft, maker, name):
    assert_same(f"maker(tf, {name!r})", tensorflow, gw, lambda module: {"maker": maker})


@pytest.mark.parametrize("name", NAMES)
def test_names_of_devices(tensorflow, gw, name):
    for expression in (
        f"tf.DeviceSpec.from_string({name!r})",
        f"tf.DeviceSpec.from_string({name!r}).to_string()",
        f"tf.DeviceSpec.from_string('/job:a/task:2/device:GPU:3').make_merged_spec(tf.DeviceSpec.from_string({name!r})).to_string()",
    ):
        assert_same(expression, tensorflow, gw)


def nested(tf):
    found = []
    with tf.device("/CPU:0"):
        found.append(tf.constant(1.0).device)
        with tf.device("/job:localhost"):
            found.append(tf.constant(1.0).device)
        with tf.device(None):
            found.append(tf.constant(1.0).device)
        with tf.device(tf.config.list_logical_devices("CPU")[0]):
            found.append(tf.constant(1.0).device)
        with tf.device(tf.DeviceSpec(device_type="CPU", device_index=0)):
            found.append(tf.constant(1.0).device)
    return found


def scope_is_left_after_an_error(tf):
    try:
        with tf.device("/job:worker"):
            raise KeyError
    except KeyError:
        return tf.constant(1.0).device


def moved(tf):
    x = tf.constant(1.0)
    y = x.cpu()
    return y.device, y.backing_device, y is x, tf.identity(x).device


def moved_to_gpu(tf):
    return tf.constant(1.0).gpu()


def moved_to_another_gpu(tf):
    return tf.constant(1.0).gpu(1)


def gradient_through_a_move(tf):
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x.cpu() * 3.0
    return float(tape.gradient(y, x))


def nodes_of_a_function(tf):
    found = []

    @tf.function
    def f(x):
        with tf.device("/GPU:0"):
            y = x + x
            found.append(y.device)
            with tf.device("/job:localhost"):
                found.append((y * y).device)
        found.append((y + y).device)
        return y

    return f(tf.constant(1.0)).device, float(f(tf.constant(1.0))), found


def scope_of_functions(tf):
    with tf.device(lambda op: "/cpu:0"):
        pass


def functions_among_names(tf):
    """Functions decide over what is named inside their contexts, and leave open what they do not name."""
    device, found = tf.compat.v1.device, []
    to_one, to_job = (lambda op: "/CPU:1"), (lambda op: "/job:z/task:4")
    scopes = [("/CPU:0", to_one), (to_one, "/CPU:0"), ("/job:b/CPU:0", to_one, "/task:3"), (to_one, "/task:3", to_job)]
    scopes += [("/job:b", to_one, None), (to_one, "/task:3", None, to_job), ("/job:b", lambda op: op.device, "/CPU:1")]
    for scope in scopes:
        with tf.Graph().as_default() as graph, contextlib.ExitStack() as stack:
            before = []
            for one in scope:
                stack.enter_context(device(one))
                before.append(tf.constant(1.0))
            told = Told()
            graph._apply_device_functions(told)
            found.append([x.op.device for x in before] + [told.device])
    return found


class Told:
    """What graphs tell a device as if it were an operation."""

    device = ""
    type = name = "told"

    def _set_device_from_string(self, device):
        self.device = device


def specs_of_nothing(tf):
    return [tf.DeviceSpec.from_string(None).to_string(), tf.DeviceSpec().parse_from_string("").to_string()]


CASES = [
    functions_among_names,
    specs_of_nothing,
    nested,
    scope_is_left_after_an_error,
    moved,
    moved_to_gpu,
    moved_to_another_gpu,
    gradient_through_a_move,
    nodes_of_a_function,
    scope_of_functions,
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
def test_devices(tensorflow, gw, case):
    assert_same("case(tf)", tensorflow, gw, lambda module: {"case": case})
