"""tf.profiler.experimental: what functions, their instructions and marked parts of a program took, for TensorBoard and Chrome."""

from __future__ import annotations

import threading
import time
from collections import namedtuple

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.forking import free_after_fork
from graphwright._src.explain.recording import Recording, note

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os

_lock = free_after_fork(threading.Lock())
# The folder and the recording between start and stop.
_session: tuple[str, Recording] | None = None


def _write(logdir: str, recording: Recording) -> None:
    from graphwright._src.explain.page.events import Events
    from graphwright._src.explain.page.sources import Sources
    from graphwright._src.explain.page.trace_events import write_profile

    sources = Sources()
    timeline = Events(recording, sources).timeline
    write_profile(logdir, timeline, sources.stacks, recording.wall_began)


class ProfilerOptions(
    namedtuple("ProfilerOptions", ["host_tracer_level", "python_tracer_level", "device_tracer_level", "delay_ms"])
):
    """Options of a measurement (tf.profiler.experimental.ProfilerOptions): taken, but the same is measured with all of them.

    Args:
      host_tracer_level: 1, 2 or 3.
      python_tracer_level: 0 or 1.
      device_tracer_level: 0 or 1.
      delay_ms: when to begin; only None is there.
    """

    __slots__ = ()

    def __new__(
        cls,
        host_tracer_level: int = 2,
        python_tracer_level: int = 0,
        device_tracer_level: int = 1,
        delay_ms: int | None = None,
    ) -> ProfilerOptions:
        return super().__new__(cls, host_tracer_level, python_tracer_level, device_tracer_level, delay_ms)


ProfilerOptions = export("profiler.experimental.ProfilerOptions", v1="")(ProfilerOptions)


@export("profiler.experimental.start", v1="")
def start(logdir: str | os.PathLike[str], options: object = None) -> None:
    """Begins to measure the functions that run (tf.profiler.experimental.start).

    Args:
      logdir: the folder below which `stop` writes files.
      options: `ProfilerOptions`; `delay_ms` must be None.

    Raises:
      tf.errors.AlreadyExistsError: it has begun before.
      NotImplementedError: a delay is asked for.
    """
    global _session
    import os

    if getattr(options, "delay_ms", None) is not None or (isinstance(options, dict) and options.get("delay_ms")):
        raise NotImplementedError("tf.profiler.experimental.start: a delay (delay_ms) is not there")
    with _lock:
        if _session is not None:
            raise errors.AlreadyExistsError(None, None, "Another profiler is running.")
        _session = (os.fspath(logdir), Recording())
        _session[1].__enter__()


@export("profiler.experimental.stop", v1="")
def stop(save: bool = True) -> None:
    """Ends what `start` began, and writes what was measured (tf.profiler.experimental.stop).

    Below the folder's `plugins/profile` there are two files with the same events: `….xplane.pb`, which TensorBoard's profile
    plugin reads, and `….trace.json.gz` for chrome://tracing or Perfetto. Each thread that did something has a line: `Trace`s,
    runs of functions and their instructions, traces, waits for elements of data sets.

    Args:
      save: whether files are written.

    Raises:
      tf.errors.UnavailableError: nothing was begun.

    >>> import tempfile, os
    >>> import graphwright as tf
    >>> folder = tempfile.mkdtemp()
    >>> tf.profiler.experimental.start(folder)
    >>> tf.profiler.experimental.stop()
    >>> os.listdir(os.path.join(folder, "plugins"))
    ['profile']
    """
    global _session
    with _lock:
        session, _session = _session, None
    if session is None:
        raise errors.UnavailableError(None, None, "Cannot export profiling results. No profiler is running.")
    logdir, recording = session
    recording.__exit__(None, None, None)
    if save:
        _write(logdir, recording)


@export("profiler.experimental.Profile", v1="")
class Profile:
    """A context in which functions are measured (tf.profiler.experimental.Profile): `start` and `stop`.

    Args:
      logdir: the folder below which files are written.
      options: `ProfilerOptions`.
    """

    def __init__(self, logdir: str | os.PathLike[str], options: object = None) -> None:
        self._logdir, self._options = logdir, options

    def __enter__(self) -> None:
        start(self._logdir, self._options)

    def __exit__(self, *exc_info: object) -> None:
        stop()


@export("profiler.experimental.Trace", v1="")
class Trace:
    """A context whose time appears in the profile under a name (tf.profiler.experimental.Trace).

    Args:
      name: of the part.
      **kwargs: told with it, such as step_num=3.

    >>> import graphwright as tf
    >>> with tf.profiler.experimental.Trace("train", step_num=0):
    ...     x = tf.constant(1) + 1
    """

    def __init__(self, name: str, **kwargs: object) -> None:
        self._name = name
        self._told = {key: value for key, value in kwargs.items() if not key.startswith("_")}
        self._began = 0

    def __enter__(self) -> Trace:
        self._began = time.perf_counter_ns()
        return self

    def set_metadata(self, **kwargs: object) -> None:
        """Tells more with the part."""
        self._told.update(kwargs)

    def __exit__(self, *exc_info: object) -> None:
        took = time.perf_counter_ns() - self._began
        note("mark", self._name, self._began, took, {key: str(value) for key, value in self._told.items()})


def _no_service(what: str) -> NotImplementedError:
    return NotImplementedError(
        f"tf.profiler.experimental.{what}: there is no profiler service; start, stop and Profile measure the process itself"
    )


@export("profiler.experimental.server.start", v1="")
def start_server(port: int) -> None:
    """Not there: there is no service (tf.profiler.experimental.server.start).

    Raises:
      NotImplementedError: always.
    """
    raise _no_service("server.start")


@export("profiler.experimental.client.trace", v1="")
def trace(
    service_addr: str,
    logdir: str | os.PathLike[str],
    duration_ms: int,
    worker_list: str = "",
    num_tracing_attempts: int = 3,
    options: object = None,
) -> None:
    """Not there: there is no service (tf.profiler.experimental.client.trace).

    Raises:
      NotImplementedError: always.
    """
    raise _no_service("client.trace")


@export("profiler.experimental.client.monitor", v1="")
def monitor(service_addr: str, duration_ms: int, level: int = 1) -> str:
    """Not there: there is no service (tf.profiler.experimental.client.monitor).

    Raises:
      NotImplementedError: always.
    """
    raise _no_service("client.monitor")
