"""tf.config: devices, threads, and how functions are run."""

from __future__ import annotations

import os
from collections import namedtuple

from graphwright import _core
from graphwright._src.base.export import export, export_value
from graphwright._src.base.logger import log_warning
from graphwright._src.tensor.device_spec import LOCAL, DeviceSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, SupportsIndex


# ---- functions ----

_run_functions_eagerly = False


@export("config.run_functions_eagerly", "config.experimental_run_functions_eagerly")
def run_functions_eagerly(run_eagerly: bool) -> None:
    """Tells whether calls of a `tf.function` run its Python body each time, for debugging
    (tf.config.run_functions_eagerly).

    >>> import graphwright as tf
    >>> f = tf.function(lambda: tf.executing_eagerly())
    >>> tf.config.run_functions_eagerly(True)
    >>> f()
    True
    >>> tf.config.run_functions_eagerly(False)
    """
    global _run_functions_eagerly
    _run_functions_eagerly = bool(run_eagerly)
    _core.set_run_functions_eagerly(_run_functions_eagerly)


@export("config.functions_run_eagerly", "config.experimental_functions_run_eagerly")
def functions_run_eagerly() -> bool:
    """Returns what `run_functions_eagerly` set (tf.config.functions_run_eagerly)."""
    return _run_functions_eagerly


# ---- devices ----


@export("config.PhysicalDevice")
class PhysicalDevice(namedtuple("PhysicalDevice", ("name", "device_type"))):
    """A device of the machine (tf.config.PhysicalDevice): a tuple of its name and its type."""

    __slots__ = ()


@export("config.LogicalDevice")
class LogicalDevice(namedtuple("LogicalDevice", ("name", "device_type"))):
    """A device that ops can be placed on (tf.config.LogicalDevice): a tuple of its name and its type."""

    __slots__ = ()


@export("config.LogicalDeviceConfiguration", "config.experimental.VirtualDeviceConfiguration")
class LogicalDeviceConfiguration(
    namedtuple(
        "LogicalDeviceConfiguration",
        ("memory_limit", "experimental_priority", "experimental_device_ordinal"),
        defaults=(None, None, None),
    )
):
    """The settings of one logical device of a physical one (tf.config.LogicalDeviceConfiguration).

    Args:
      memory_limit: megabytes, or None.
      experimental_priority: of its work, or None.
      experimental_device_ordinal: its number, or None.
    """

    __slots__ = ()


class _Devices:
    """The settings of devices."""

    def __init__(self) -> None:
        self.gpus: list[PhysicalDevice] | None = None
        self.hidden: set[str] = set()
        self.growth: dict[PhysicalDevice, bool] = {}
        self.logical: dict[PhysicalDevice, list[LogicalDeviceConfiguration]] = {}
        # What placement_of found, by name; forgotten when something it rests on is set.
        self.placements: dict[str, tuple[int, str]] = {}


_devices = _Devices()
_CPU = PhysicalDevice("/physical_device:CPU:0", "CPU")


def _gpus() -> list[PhysicalDevice]:
    """Returns the GPUs. The first call opens the device plugin where the machine has a driver; from then on ops run on a GPU."""
    if _devices.gpus is None:
        count = len(_core.list_gpus())
        _devices.gpus = [PhysicalDevice(f"/physical_device:GPU:{i}", "GPU") for i in range(count)]
        if _core.gpu_problem():
            log_warning(f"There is a GPU driver, but GPUs are not used: {_core.gpu_problem()}")
    return _devices.gpus


def _physical(device_type: str | None = None) -> list[PhysicalDevice]:
    """Returns all devices, or those of one type; GPUs are only looked for where they are asked for."""
    cpus = [_CPU] if device_type in (None, "CPU") else []
    return cpus + _gpus() if device_type in (None, "GPU") else cpus


def _number(device: PhysicalDevice) -> int:
    return int(device.name.rpartition(":")[2])


@export("config.list_physical_devices", "config.experimental.list_physical_devices")
def list_physical_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """Returns the machine's devices, or those of one type ("CPU", "GPU") (tf.config.list_physical_devices).

    >>> import graphwright as tf
    >>> tf.config.list_physical_devices("CPU")
    [PhysicalDevice(name='/physical_device:CPU:0', device_type='CPU')]
    """
    return _physical(device_type)


@export("config.get_visible_devices", "config.experimental.get_visible_devices")
def get_visible_devices(device_type: str | None = None) -> list[PhysicalDevice]:
    """Returns the devices that may be used (tf.config.get_visible_devices)."""
    return [device for device in list_physical_devices(device_type) if device.name not in _devices.hidden]


@export("config.set_visible_devices", "config.experimental.set_visible_devices")
def set_visible_devices(
    devices: PhysicalDevice | Sequence[PhysicalDevice] | None, device_type: str | None = None
) -> None:
    """Says which devices may be used (tf.config.set_visible_devices).

    Args:
      devices: a device or a list of them; those of the same types that are not in it may not be used.
      device_type: the type that the list speaks about; needed where it is empty.

    Raises:
      ValueError: a device is not of the machine, or not of that type.
      RuntimeError: the CPU would be hidden, which runs already.
    """
    given: list[Any] = list(devices) if isinstance(devices, (list, tuple)) else [devices] if devices is not None else []
    for device in given:
        if device not in _physical(getattr(device, "device_type", "")):
            raise ValueError(f"Unrecognized device: {device!r}")
        if device_type is not None and device.device_type != device_type:
            raise ValueError(f"Unsupported device type: {device_type} for {device!r}")
    speaks_of = _physical(device_type)
    hidden = {device.name for device in speaks_of if device not in given}
    if _CPU.name in hidden:
        raise RuntimeError("Visible devices cannot be modified after being initialized")
    _devices.hidden = (_devices.hidden - {device.name for device in speaks_of}) | hidden
    _devices.placements.clear()
    visible = get_visible_devices("GPU")
    _core.set_default_gpu(_number(visible[0]) if visible else -1)


@export("config.list_logical_devices", "config.experimental.list_logical_devices")
def list_logical_devices(device_type: str | None = None) -> list[LogicalDevice]:
    """Returns the devices that ops can be placed on (tf.config.list_logical_devices).

    >>> import graphwright as tf
    >>> tf.config.list_logical_devices("CPU")
    [LogicalDevice(name='/device:CPU:0', device_type='CPU')]
    """
    found = []
    counts: dict[str, int] = {}
    for device in _logical(device_type):
        number = counts.get(device.device_type, 0)
        counts[device.device_type] = number + 1
        found.append(LogicalDevice(f"/device:{device.device_type}:{number}", device.device_type))
    return found


def _logical(device_type: str | None) -> list[PhysicalDevice]:
    """Returns the physical device of each logical one."""
    visible = get_visible_devices(device_type)
    return [device for device in visible for _ in range(max(1, len(_devices.logical.get(device, ()))))]


@export("config.get_logical_device_configuration", "config.experimental.get_virtual_device_configuration")
def get_logical_device_configuration(device: PhysicalDevice) -> list[LogicalDeviceConfiguration] | None:
    """Returns how a device is divided into logical ones, None where it is not
    (tf.config.get_logical_device_configuration).
    """
    _check_device(device)
    return _devices.logical.get(device)


def forget_logical_devices() -> None:
    """Forgets how devices are divided into logical ones."""
    _devices.logical.clear()


@export("config.set_logical_device_configuration", "config.experimental.set_virtual_device_configuration")
def set_logical_device_configuration(
    device: PhysicalDevice, logical_devices: Iterable[LogicalDeviceConfiguration]
) -> None:
    """Divides a device into logical ones (tf.config.set_logical_device_configuration).

    All logical devices of the CPU run on the same threads, and those of one GPU on the same GPU.

    Raises:
      ValueError: the device is not of the machine, or limits are given for the CPU.
    """
    _check_device(device)
    logical = list(logical_devices)
    if device.device_type == "CPU":
        for one in logical:
            if one.memory_limit is not None:
                raise ValueError("Setting memory limit on CPU virtual devices is currently not supported")
            if one.experimental_priority is not None:
                raise ValueError("Setting experimental_priority on CPU virtual devices is currently not supported")
    _devices.logical[device] = logical
    _devices.placements.clear()


def _check_device(device: object) -> None:
    if device not in _physical(getattr(device, "device_type", "")):
        raise ValueError(f"Unrecognized device: {device!r}")


_soft_placement = True


@export("config.get_soft_device_placement")
def get_soft_device_placement() -> bool:
    """Returns what `set_soft_device_placement` set (tf.config.get_soft_device_placement)."""
    return _soft_placement


@export("config.set_soft_device_placement")
def set_soft_device_placement(enabled: bool) -> None:
    """Tells whether ops run elsewhere where `tf.device` names a device that is not there
    (tf.config.set_soft_device_placement).

    An op that a device has no kernel for runs on the CPU in any case.

    >>> import graphwright as tf
    >>> tf.config.set_soft_device_placement(False)
    >>> with tf.device("/TPU:0"):
    ...     tf.constant(1.0)
    Traceback (most recent call last):
    graphwright.errors.InvalidArgumentError: Could not satisfy device specification ...
    >>> tf.config.set_soft_device_placement(True)
    """
    global _soft_placement
    _soft_placement = bool(enabled)
    _devices.placements.clear()


_log_device_placement = False


@export("debugging.set_log_device_placement")
def set_log_device_placement(enabled: bool) -> None:
    """Tells whether the standard error gets a line for each op, which says its device
    (tf.debugging.set_log_device_placement).
    """
    global _log_device_placement
    _log_device_placement = bool(enabled)
    _core.set_log_placement(_log_device_placement)


@export("debugging.get_log_device_placement")
def get_log_device_placement() -> bool:
    """Returns what `set_log_device_placement` set (tf.debugging.get_log_device_placement)."""
    return _log_device_placement


def placement_of(name: str) -> tuple[int, str]:
    """Returns where ops under a device scope run.

    Args:
      name: the device demanded, as `DeviceSpec.to_string` gives it; "" for none.

    Returns:
      0 for the CPU, n for GPU n-1, -1 for any; and what running an op shall say where the device is not there, or "".
    """
    known = _devices.placements.get(name)
    if known is None:
        known = _devices.placements[name] = _find_placement(name)
    return known


def _find_placement(name: str) -> tuple[int, str]:
    spec = DeviceSpec.from_string(name)
    kind, index = spec.device_type, spec.device_index or 0
    full = f"/job:{spec.job or 'localhost'}/replica:{spec.replica or 0}/task:{spec.task or 0}"
    if full == LOCAL:
        if kind is None:
            return -1, ""
        there = _logical(kind)
        if index < len(there):
            return (0 if kind == "CPU" else 1 + _number(there[index])), ""
        if _soft_placement:
            return (0 if kind == "CPU" else -1), ""
    devices = [LOCAL + device.name for device in list_logical_devices()]
    types = sorted({device.device_type for device in list_logical_devices()})
    return -1, (
        f"Could not satisfy device specification '{full}/device:{kind or 'CPU'}:{index}'. "
        f"enable_soft_placement={int(_soft_placement)}. Supported device types [{', '.join(types)}]. "
        f"All available devices [{', '.join(devices)}]."
    )


# ---- threads ----

_inter_op_threads = 0
_intra_op_threads = 0


@export("config.threading.get_inter_op_parallelism_threads")
def get_inter_op_parallelism_threads() -> int:
    """Returns what `set_inter_op_parallelism_threads` set; 0 for as many as suit (tf.config.threading)."""
    return _inter_op_threads


@export("config.threading.set_inter_op_parallelism_threads")
def set_inter_op_parallelism_threads(num_threads: int) -> None:
    """Returns how many ops run side by side (tf.config.threading). One team of threads serves all; this is only
    remembered.
    """
    global _inter_op_threads
    _inter_op_threads = _thread_count(num_threads)


@export("config.threading.get_intra_op_parallelism_threads")
def get_intra_op_parallelism_threads() -> int:
    """Returns how many threads one op may use; 0 for as many as the machine has cores (tf.config.threading)."""
    return _intra_op_threads


@export("config.threading.set_intra_op_parallelism_threads")
def set_intra_op_parallelism_threads(num_threads: int) -> None:
    """Returns how many threads one op may use; 0 for as many as the machine has cores (tf.config.threading).

    >>> import graphwright as tf
    >>> tf.config.threading.set_intra_op_parallelism_threads(1)
    >>> tf.config.threading.get_intra_op_parallelism_threads()
    1
    >>> tf.config.threading.set_intra_op_parallelism_threads(0)
    """
    global _intra_op_threads
    count = _thread_count(num_threads)
    _core.set_num_threads(count)
    _intra_op_threads = count


def _thread_count(value: SupportsIndex) -> int:
    count = value.__index__() if hasattr(value, "__index__") else None
    if count is None:
        raise TypeError(f"the number of threads must be an integer, got {value!r}")
    if count < 0 or count > 2**16:
        raise ValueError(f"the number of threads must be between 0 and {2**16}, got {count}")
    return count


# ---- passes ----

# TensorFlow's options; a pass of ours that one of them switches has its name.
_OPTIONS = (
    "layout_optimizer",
    "constant_folding",
    "shape_optimization",
    "remapping",
    "arithmetic_optimization",
    "dependency_optimization",
    "loop_optimization",
    "memory_optimization",
    "function_optimization",
    "debug_stripper",
    "disable_model_pruning",
    "scoped_allocator_optimization",
    "pin_to_host_optimization",
    "implementation_selector",
    "auto_mixed_precision",
    "disable_meta_optimizer",
    "min_graph_nodes",
    "auto_parallel",
    "use_plugin_optimizers",
    "disable_constant_folding",
)
# Passes that are off unless they are asked for, as in TensorFlow.
_ASKED_FOR = ("debug_stripper", "auto_mixed_precision")
_options: dict[str, Any] = {}
# Do functions that say nothing of `jit_compile` get machine code where possible?
_JIT_UNASKED = os.environ.get("GRAPHWRIGHT_JIT") == "1"
jit_unasked = _JIT_UNASKED
_jit = ""


@export("config.optimizer.get_experimental_options")
def get_experimental_options() -> dict[str, Any]:
    """Returns the options of the graph optimizer that were set (tf.config.optimizer.get_experimental_options)."""
    return {"disable_model_pruning": False, "disable_meta_optimizer": False, **_options}


@export("config.optimizer.set_experimental_options")
def set_experimental_options(options: dict[str, Any]) -> None:
    """Sets options of the graph optimizer (tf.config.optimizer.set_experimental_options).

    Args:
      options: by name. Passes of their own, which False switches off: "function_optimization" (called functions in line),
        "loop_optimization", "dependency_optimization" (what nothing needs), "remapping" (fused ops), "constant_folding" (also
        of shapes), "arithmetic_optimization", "layout_optimizer" (packed filters) and "memory_optimization" (shared buffers);
        True switches on "debug_stripper" and "auto_mixed_precision". "disable_meta_optimizer" switches all off,
        "disable_model_pruning" keeps nodes that nothing needs in the graph (they do not run), and graphs of fewer nodes than
        "min_graph_nodes" stay as they are. Without an effect here, and only remembered: "shape_optimization",
        "scoped_allocator_optimization", "pin_to_host_optimization", "implementation_selector", "auto_parallel" and
        "use_plugin_optimizers". Unknown ones are ignored.

    >>> import graphwright as tf
    >>> tf.config.optimizer.set_experimental_options({"constant_folding": True})
    >>> tf.config.optimizer.get_experimental_options()["constant_folding"]
    True
    """
    for name, value in options.items():
        if name in _OPTIONS:
            _options[name] = value
    all_on = not _options.get("disable_meta_optimizer", False)
    for name, _, _ in _core.passes():
        on = all_on and _options.get(name, name not in _ASKED_FOR) not in (False, "off")
        if name == "dependency_optimization" and _options.get("disable_model_pruning", False):
            on = False
        if name == "constant_folding" and _options.get("disable_constant_folding", False):
            on = False
        _core.set_pass_enabled(name, on)
    _core.set_least_nodes(int(_options.get("min_graph_nodes", 0)))


@export("config.optimizer.get_jit")
def get_jit() -> str:
    """ "autoclustering" where `set_jit` switched it on, else "" (tf.config.optimizer.get_jit)."""
    return _jit


@export("config.optimizer.set_jit")
def set_jit(enabled: bool | str) -> None:
    """Tells whether functions get machine code of what can become such without being asked to
    (tf.config.optimizer.set_jit).

    It holds for functions traced from then on whose `jit_compile` was not given; what cannot be compiled runs as always.

    Args:
      enabled: True or "autoclustering", or False (also anything else).

    >>> import graphwright as tf
    >>> tf.config.optimizer.set_jit("autoclustering")
    >>> tf.config.optimizer.get_jit()
    'autoclustering'
    >>> tf.config.optimizer.set_jit(False)
    """
    global _jit, jit_unasked
    _jit = "autoclustering" if enabled in (True, "autoclustering") else ""
    jit_unasked = _JIT_UNASKED or bool(_jit)


# ---- memory and numerics ----


def _device_of(name: str) -> PhysicalDevice:
    try:
        spec = DeviceSpec.from_string(name)
    except ValueError:
        spec = None
    if spec is None or spec.device_type is None or spec.device_index is None:
        raise ValueError(
            f"Failed parsing device name: '{name}'. Note a valid device string should at least contain a device type and a "
            'device index, like "GPU:0".'
        )
    for device in _physical(spec.device_type):
        if device.name == f"/physical_device:{spec.device_type}:{spec.device_index}":
            return device
    raise ValueError(f"No matching devices found for '{name}'")


@export("config.experimental.get_memory_info")
def get_memory_info(device: str) -> dict[str, int]:
    """Bytes that tensors take on a device now, and took at most: {"current": …, "peak": …} (tf.config.experimental).

    For the CPU both are 0: its memory is the process's.

    Raises:
      ValueError: there is no such device.

    >>> import graphwright as tf
    >>> tf.config.experimental.get_memory_info("CPU:0")
    {'current': 0, 'peak': 0}
    """
    found = _device_of(device)
    return {"current": 0, "peak": 0} if found.device_type == "CPU" else _core.gpu_memory_info(_number(found))


@export("config.experimental.get_memory_usage")
def get_memory_usage(device: str) -> int:
    """get_memory_info(device)["current"] (tf.config.experimental.get_memory_usage)."""
    return get_memory_info(device)["current"]


@export("config.experimental.reset_memory_stats")
def reset_memory_stats(device: str) -> None:
    """Makes the peak of a device what it uses now (tf.config.experimental.reset_memory_stats)."""
    found = _device_of(device)
    if found.device_type != "CPU":
        _core.reset_gpu_memory_stats(_number(found))


@export("config.experimental.get_memory_growth")
def get_memory_growth(device: PhysicalDevice) -> bool:
    """Returns what `set_memory_growth` set for a GPU (tf.config.experimental.get_memory_growth). Raises KeyError for
    the CPU.
    """
    _check_device(device)
    if device.device_type == "CPU":
        raise KeyError(device)
    return _devices.growth.get(device, True)


@export("config.experimental.set_memory_growth")
def set_memory_growth(device: PhysicalDevice, enable: bool) -> None:
    """Tells whether memory of a GPU is taken as it is needed (tf.config.experimental.set_memory_growth).

    It always is; this is only remembered.

    Raises:
      ValueError: the device is not of the machine, or no GPU.
    """
    _check_device(device)
    if device.device_type != "GPU":
        raise ValueError("Cannot set memory growth on non-GPU and non-Pluggable devices")
    _devices.growth[device] = bool(enable)


@export("config.experimental.get_device_details")
def get_device_details(device: PhysicalDevice) -> dict[str, Any]:
    """Facts about a GPU, such as its name; an empty dictionary for the CPU (tf.config.experimental.get_device_details)."""
    if not isinstance(device, PhysicalDevice):
        raise ValueError(f"device must be a tf.config.PhysicalDevice, but got: {device!r}")
    if device not in _physical(device.device_type):
        raise ValueError(f"The device {device!r} is not of this machine")
    return _core.list_gpus()[_number(device)] if device.device_type == "GPU" else {}


# ---- what this build and this machine can do ----


@export("test.is_built_with_cuda")
def is_built_with_cuda() -> bool:
    """Tells whether this build has the CUDA plugin (tf.test.is_built_with_cuda)."""
    return os.path.exists(os.path.join(os.path.dirname(_core.__file__), "graphwright_cuda.so"))


@export("test.is_built_with_gpu_support")
def is_built_with_gpu_support() -> bool:
    """Returns the same as `is_built_with_cuda` (tf.test.is_built_with_gpu_support)."""
    return is_built_with_cuda()


@export("test.is_built_with_rocm")
def is_built_with_rocm() -> bool:
    """False: there is no plugin for ROCm (tf.test.is_built_with_rocm)."""
    return False


@export("test.gpu_device_name")
def gpu_device_name() -> str:
    """ "/device:GPU:0", or "" where there is no GPU (tf.test.gpu_device_name)."""
    gpus = list_logical_devices("GPU")
    return gpus[0].name if gpus else ""


@export("test.is_gpu_available")
def is_gpu_available(cuda_only: bool = False, min_cuda_compute_capability: tuple[int, int] | None = None) -> bool:
    """Tells whether there is a GPU, of this compute capability at least (tf.test.is_gpu_available)."""
    least = tuple(min_cuda_compute_capability or (0, 0))
    return any(_core.list_gpus()[_number(gpu)]["compute_capability"] >= least for gpu in get_visible_devices("GPU"))


@export("sysconfig.get_build_info")
def get_build_info() -> dict[str, Any]:
    """Returns what this build was made with (tf.sysconfig.get_build_info): `is_cuda_build` and others that are False.

    >>> import graphwright as tf
    >>> tf.sysconfig.get_build_info()["is_rocm_build"]
    False
    """
    return {"is_cuda_build": is_built_with_cuda(), "is_rocm_build": False, "is_tensorrt_build": False}


_tensor_float_32 = True


@export("config.experimental.tensor_float_32_execution_enabled")
def tensor_float_32_execution_enabled() -> bool:
    """Returns what `enable_tensor_float_32_execution` set (tf.config.experimental)."""
    return _tensor_float_32


@export("config.experimental.enable_tensor_float_32_execution")
def enable_tensor_float_32_execution(enabled: bool) -> None:
    """Tells whether GPUs may round operands of float32 products and convolutions to TensorFloat-32
    (tf.config.experimental).

    TensorFloat-32 has 10 bits of mantissa. It is on unless switched off, as in TensorFlow.
    """
    global _tensor_float_32
    _tensor_float_32 = bool(enabled)
    _core.set_tensor_float_32(_tensor_float_32)


_deterministic = False


@export("config.experimental.enable_op_determinism")
def enable_op_determinism() -> None:
    """Demands that the same calls give the same bits (tf.config.experimental.enable_op_determinism).

    Ops on the CPU do in any case; random ones without any seed raise RuntimeError from here on.
    """
    global _deterministic
    _deterministic = True


def disable_op_determinism() -> None:
    """Takes `enable_op_determinism` back, as tests do."""
    global _deterministic
    _deterministic = False


def op_determinism_enabled() -> bool:
    """Tells whether `enable_op_determinism` was called."""
    return _deterministic


@export("config.experimental.get_synchronous_execution")
def get_synchronous_execution() -> bool:
    """Tells whether an op has run when its call returns (tf.config.experimental.get_synchronous_execution)."""
    return _synchronous


@export("config.experimental.set_synchronous_execution")
def set_synchronous_execution(enable: bool) -> None:
    """Tells whether an op has run when its call returns (tf.config.experimental). It has in any case; this is only
    remembered.
    """
    global _synchronous
    _synchronous = bool(enable)


_synchronous = True
_POLICIES = ("silent", "silent_for_int32", "explicit", "warn")
_policy = "silent"


@export("config.experimental.get_device_policy")
def get_device_policy() -> str:
    """Returns what `set_device_policy` set (tf.config.experimental.get_device_policy)."""
    return _policy


@export("config.experimental.set_device_policy")
def set_device_policy(device_policy: str | None) -> None:
    """Returns what happens to inputs on another device: they are copied silently, whatever is set
    (tf.config.experimental).

    Raises:
      ValueError: it is none of "silent", "silent_for_int32", "explicit", "warn" and None.
    """
    global _policy
    if device_policy is not None and device_policy not in _POLICIES:
        raise ValueError(
            f"Invalid argument `device_policy`: {device_policy!r}. It must be one of {', '.join(_POLICIES)}."
        )
    _policy = device_policy or "silent"


@export("config.experimental.enable_mlir_bridge")
def enable_mlir_bridge() -> None:
    """Has no effect: there is no MLIR bridge (tf.config.experimental.enable_mlir_bridge)."""


@export("config.experimental.disable_mlir_bridge")
def disable_mlir_bridge() -> None:
    """Has no effect: there is no MLIR bridge (tf.config.experimental.disable_mlir_bridge)."""


def _one_machine_only(name: str) -> Any:
    raise NotImplementedError(f"tf.config.{name}: graphwright runs on one machine (process {os.getpid()})")


@export("config.experimental_connect_to_cluster")
def experimental_connect_to_cluster(
    cluster_spec_or_resolver: object,
    job_name: str = "localhost",
    task_index: int = 0,
    protocol: str | None = None,
    make_master_device_default: bool = True,
    cluster_device_filters: object = None,
) -> None:
    """NotImplementedError: graphwright runs on one machine (tf.config.experimental_connect_to_cluster)."""
    _one_machine_only("experimental_connect_to_cluster")


@export("config.experimental_connect_to_host")
def experimental_connect_to_host(remote_host: str | Sequence[str] | None = None, job_name: str = "worker") -> None:
    """NotImplementedError: graphwright runs on one machine (tf.config.experimental_connect_to_host)."""
    _one_machine_only("experimental_connect_to_host")


export_value("__internal__.config.is_op_determinism_enabled", op_determinism_enabled)
export_value("__internal__.config.disable_op_determinism", disable_op_determinism)


@export("config.experimental.ClusterDeviceFilters")
class ClusterDeviceFilters:
    """The devices of others that a machine sees (tf.config.experimental.ClusterDeviceFilters). Raises NotImplementedError."""

    def __init__(self) -> None:
        raise NotImplementedError("tf.config.experimental.ClusterDeviceFilters: graphwright runs on one machine")
