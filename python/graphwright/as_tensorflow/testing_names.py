"""Names of `tensorflow.python.framework.test_util` that no public namespace has: in which modes tests are run."""

from __future__ import annotations

import contextlib
import functools
import unittest
from typing import Any

import graphwright as tf
from graphwright._src.testing.combinations import set_virtual_cpus_to_at_least

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def InstallStackTraceHandler() -> None:  # noqa: N802 - TensorFlow's name
    """Does nothing: Python's `faulthandler` shows where a process ended."""


def IsMklEnabled() -> bool:  # noqa: N802 - TensorFlow's name
    """False: oneDNN is asked for op by op."""
    return False


def IsBuiltWithROCm() -> bool:  # noqa: N802 - TensorFlow's name
    """Returns False: there is no ROCm."""
    return False


def IsBuiltWithXLA() -> bool:  # noqa: N802 - TensorFlow's name
    """As tf.test.is_built_with_xla."""
    return tf.test.is_built_with_xla()


def is_xla_enabled() -> bool:
    """Returns False: tests are not run as programs of XLA."""
    return False


def is_asan_enabled() -> bool:
    """Returns False."""
    return False


def is_tsan_enabled() -> bool:
    """Returns False."""
    return False


def _either(func: Callable[..., Any] | None, decorate: Callable[[Any], Any]) -> Any:
    return decorate if func is None else decorate(func)


def run_in_graph_and_eager_modes(
    func: Callable[..., Any] | None = None,
    config: Any = None,
    use_gpu: bool = True,
    assert_no_eager_garbage: bool = False,
) -> Any:
    """Decorates a test: it is run twice, in a graph with a session and with ops at once.

    Args:
      func: the test, a method.
      config, use_gpu: of the session.
      assert_no_eager_garbage: has no effect.
    """

    def decorate(f: Any) -> Any:
        if isinstance(f, type):
            raise ValueError("`run_in_graph_and_eager_modes` only supports test methods, not classes.")

        @functools.wraps(f)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> None:
            if hasattr(self, "_in_graph_and_eager"):  # a class and its test are decorated
                return f(self, *args, **kwargs)
            self._in_graph_and_eager = True
            try:
                with (
                    contextlib.suppress(unittest.SkipTest),
                    tf.Graph().as_default(),
                    self.test_session(use_gpu=use_gpu, config=config),
                ):
                    f(self, *args, **kwargs)
                # What the first run has left is taken away between them.
                self.tearDown()
                self._tempdir = None
                with tf.init_scope() if not tf.executing_eagerly() else contextlib.nullcontext():
                    self.setUp()
                    f(self, *args, **kwargs)
            finally:
                del self._in_graph_and_eager
            return None

        return decorated

    return _either(func, decorate)


def run_all_in_graph_and_eager_modes(cls: Any) -> Any:
    """Decorates a class of tests: all are run in a graph with a session and with ops at once."""
    for name in dir(cls):
        own = ("testSkipEager", "test_skip_eager")
        if not name.startswith(unittest.TestLoader.testMethodPrefix) or name.startswith(own):
            continue
        value = getattr(cls, name, None)
        if name not in ("test_session", "test_scope") and callable(value):
            setattr(cls, name, run_in_graph_and_eager_modes(value))
    return cls


def run_deprecated_v1(func: Any = None) -> Any:
    """Decorates a test, or a class of tests, that is run in a graph."""
    return _either(func, _run_in_graph)


def _run_in_graph(f: Any) -> Any:
    if isinstance(f, type):
        for name, value in list(vars(f).items()):
            if callable(value) and name.startswith(unittest.TestLoader.testMethodPrefix):
                setattr(f, name, _run_in_graph(value))
        return f

    @functools.wraps(f)
    def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
        if not tf.executing_eagerly():
            return f(self, *args, **kwargs)
        with tf.Graph().as_default():
            return f(self, *args, **kwargs)

    return decorated


def deprecated_graph_mode_only(func: Any) -> Any:
    """Decorates a test, or a class of tests, that is run in a graph."""
    return run_deprecated_v1(func)


def _only(func: Any, version_2: bool, reason: str | None) -> Any:
    def decorate(f: Any) -> Any:
        if isinstance(f, type):
            set_up = f.setUp

            def skipping(self: Any) -> None:
                if tf.__internal__.tf2.enabled() != version_2:
                    self.skipTest(reason or "")
                set_up(self)

            f.setUp = skipping
            return f

        @functools.wraps(f)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
            if tf.__internal__.tf2.enabled() != version_2:
                self.skipTest(reason or "")
            return f(self, *args, **kwargs)

        return decorated

    return _either(func, decorate)


def run_v1_only(reason: Any = None, func: Any = None) -> Any:
    """Decorates a test, or a class of tests, that is left out where the behaviour is that of version 2."""
    if callable(reason):
        func, reason = reason, None
    return _only(func, False, reason)


def run_v2_only(func: Any = None, reason: Any = None) -> Any:
    """Decorates a test, or a class of tests, that is left out where the behaviour is not that of version 2."""
    return _only(func, True, reason)


def run_gpu_only(func: Any) -> Any:
    """Decorates a test that is left out without a GPU."""
    return disable_if(lambda: not tf.config.list_physical_devices("GPU"), "Test requires GPU")(func)


def disable_if(left_out: Callable[[], Any], reason: str) -> Any:
    """Returns a decorator of tests that are left out where a function says so."""

    def decorate(f: Any) -> Any:
        @functools.wraps(f)
        def decorated(self: Any, *args: Any, **kwargs: Any) -> Any:
            if left_out():
                self.skipTest(reason)
            return f(self, *args, **kwargs)

        return decorated

    return decorate


@contextlib.contextmanager
def skip_if_error(test_obj: Any, error_type: Any, messages: Any = None) -> Iterator[None]:
    """Returns a context that leaves the test out where an error of a class, with one of the messages, is raised."""
    try:
        yield
    except error_type as error:
        wanted = [messages] if isinstance(messages, str) else messages
        if wanted and not any(each in str(error) for each in wanted):
            raise
        test_obj.skipTest(f"Skipping error: {type(error)}: {error}")


def skip_if(condition: Any) -> Any:
    """Returns a decorator of tests that are left out where a condition, or a function, is true."""
    return disable_if(condition if callable(condition) else lambda: condition, "Skipping test")


def _unchanged(func: Any = None) -> Any:
    return _either(func, lambda f: f)


def disable_xla(description: str) -> Any:
    """Returns a decorator that does nothing: tests are not run as programs of XLA."""
    return _unchanged()


def disable_tfrt(unused_description: str) -> Any:
    """Returns a decorator that does nothing."""
    return _unchanged()


def disable_mlir_bridge(description: str) -> Any:
    """Returns a decorator that does nothing."""
    return _unchanged()


def enable_control_flow_v2(fn: Any) -> Any:
    """Decorates a test with nothing: branches and loops are those of version 2."""
    return fn


def with_control_flow_v2(cls: Any) -> Any:
    """Decorates a class of tests with nothing: branches and loops are those of version 2."""
    return cls


def enable_output_all_intermediates(fn: Any) -> Any:
    """Decorates a test with nothing."""
    return fn


def assert_no_new_pyobjects_executing_eagerly(warmup_iters: int = 2) -> Any:
    """Returns a decorator that does nothing."""
    return _unchanged()


def assert_no_new_tensors(f: Any) -> Any:
    """Decorates a test with nothing."""
    return f


def assert_no_garbage_created(f: Any) -> Any:
    """Decorates a test with nothing."""
    return f


@contextlib.contextmanager
def use_gpu() -> Iterator[None]:
    """Returns a context in which ops go to the GPU, where there is one."""
    device = "/device:GPU:0" if tf.config.list_physical_devices("GPU") else "/device:CPU:0"
    with tf.device(device):
        yield


@contextlib.contextmanager
def force_cpu() -> Iterator[None]:
    """Returns a context in which ops go to the CPU."""
    with tf.device("/device:CPU:0"):
        yield


@contextlib.contextmanager
def run_functions_eagerly(run_eagerly: bool) -> Iterator[None]:
    """Returns a context in which functions are run as plain Python, or not."""
    before = tf.config.functions_run_eagerly()
    tf.config.run_functions_eagerly(run_eagerly)
    try:
        yield
    finally:
        tf.config.run_functions_eagerly(before)


def also_run_as_tf_function(f: Any) -> Any:
    """Decorates a test, a function without results: it is run as it is and as tf.function."""

    @functools.wraps(f)
    def decorated(*args: Any, **kwargs: Any) -> None:
        f(*args, **kwargs)
        tf.function(lambda: f(*args, **kwargs), autograph=False)()

    return decorated


def set_logical_devices_to_at_least(device: str, num: int) -> None:
    """Divides the device of a kind into as many logical ones, unless there are as many."""
    if device == "CPU":
        set_virtual_cpus_to_at_least(num)
    elif num > len(tf.config.list_logical_devices(device)):
        raise RuntimeError(f"there are not {num} devices {device}")


def gpu_device_name() -> str:
    """As tf.test.gpu_device_name."""
    return tf.test.gpu_device_name()


def disable_cudnn_autotune(func: Any) -> Any:
    """Decorates a test with nothing: which algorithm cuDNN takes is not measured."""
    return func
