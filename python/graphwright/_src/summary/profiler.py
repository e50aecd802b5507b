"""tf.profiler.experimental: what functions' instructions and marked parts of a program took, for TensorBoard and Chrome."""

from __future__ import annotations

import gc
import threading
import time
from collections import namedtuple

from graphwright import _core
from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.forking import free_after_fork
from graphwright._src.explain.profiling import profile_functions
from graphwright._src.function.concrete import ConcreteFunction

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator
    from typing import Any

_lock = free_after_fork(threading.Lock())
_session: _Session | None = None


class _Event:
    """A part of a line: when it began and what it took, in nanoseconds."""

    __slots__ = ("name", "begin", "took", "told")

    def __init__(self, name: str, begin: int, took: int, told: dict[str, Any]) -> None:
        self.name, self.begin, self.took, self.told = name, begin, took, told


class _Session:
    """The measurements between start and stop."""

    def __init__(self, logdir: str) -> None:
        self.logdir = logdir
        self.marks: dict[int, list[_Event]] = {}  # by thread
        self.context = profile_functions()
        self.before = {id(form): (form, _core.profile_of(form)["rows"]) for _, form in _forms()}
        self.context.__enter__()
        self.began = time.time_ns()

    def lines(self) -> Iterator[tuple[str, list[_Event]]]:
        """Lines of time: one for each thread with marked parts; and for each function that ran, its instructions one after
        the other, each with the time of all its runs."""
        for thread, events in self.marks.items():
            yield f"marked parts, thread {thread}", events
        for what, form in _forms():
            before = self.before.get(id(form), (None, []))[1]
            events, at = [], self.began
            for number, (row, told) in enumerate(zip(_core.profile_of(form)["rows"], _core.instructions_of(form))):
                runs, took = row[0], row[1]
                if number < len(before):
                    runs, took = runs - before[number][0], took - before[number][1]
                if runs <= 0:
                    continue
                events.append(_Event(told["op"] or "control", at, took, {"instruction": told["text"], "runs": runs}))
                at += took
            if events:
                yield what, events


def _forms() -> Iterator[tuple[str, Any]]:
    """Gives the concrete functions that have run, and their forms for gradients and other shapes."""
    kind = ConcreteFunction
    for item in [item for item in gc.get_objects() if isinstance(item, kind)]:
        forms = [("", item.function_ref), *_core.variants_of(item.function_ref)]
        for what, form in forms:
            if _core.compile_nanoseconds(form):
                yield f"{item.name}{', ' + what if what else ''}", form


def _write(session: _Session) -> None:
    """Two files with the same events: one for TensorBoard's plugin, one for chrome://tracing and Perfetto."""
    import gzip
    import json
    import os
    import socket

    folder = os.path.join(
        session.logdir,
        "plugins",
        "profile",
        time.strftime("%Y_%m_%d_%H_%M_%S", time.localtime(session.began // 1_000_000_000)),
    )
    os.makedirs(folder, exist_ok=True)
    from graphwright._src.messages.classes import XSpace

    space = XSpace()
    host = socket.gethostname() or "host"
    space.hostnames.append(host)
    plane = space.planes.add()
    plane.name = "/host:CPU"
    numbers: dict[str, int] = {}
    shown: list[dict[str, Any]] = [
        {"ph": "M", "pid": 0, "name": "process_name", "args": {"name": plane.name}},
    ]
    for thread, (name, events) in enumerate(session.lines()):
        line = plane.lines.add()
        line.id, line.name, line.timestamp_ns = thread, name, session.began
        shown.append({"ph": "M", "pid": 0, "tid": thread, "name": "thread_name", "args": {"name": name}})
        for event in events:
            number = numbers.setdefault(event.name, len(numbers) + 1)
            written = line.events.add()
            written.metadata_id = number
            written.offset_ps, written.duration_ps = (event.begin - session.began) * 1000, event.took * 1000
            shown.append(
                {
                    "ph": "X",
                    "pid": 0,
                    "tid": thread,
                    "name": event.name,
                    "ts": (event.begin - session.began) / 1000,
                    "dur": event.took / 1000,
                    "args": event.told,
                }
            )
    for name, number in numbers.items():
        plane.event_metadata[number].id, plane.event_metadata[number].name = number, name
    with open(os.path.join(folder, f"{host}.xplane.pb"), "wb") as file:
        file.write(space.SerializeToString())
    with gzip.open(os.path.join(folder, f"{host}.trace.json.gz"), "wt", encoding="utf-8") as file:
        json.dump({"displayTimeUnit": "ns", "traceEvents": shown}, file)


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
        _session = _Session(os.fspath(logdir))


@export("profiler.experimental.stop", v1="")
def stop(save: bool = True) -> None:
    """Ends what `start` began, and writes what was measured (tf.profiler.experimental.stop).

    Below the folder's `plugins/profile` there are two files with the same events: `….xplane.pb`, which TensorBoard's profile
    plugin reads, and `….trace.json.gz` for chrome://tracing or Perfetto. Each thread with `Trace`s has a line; so has each
    function that ran and is still there: its instructions one after the other, each with the time of all its runs.

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
    session.context.__exit__(None, None, None)
    if save:
        _write(session)


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
        self._session: _Session | None = None

    def __enter__(self) -> Trace:
        self._session = _session
        self._began = time.time_ns()
        return self

    def set_metadata(self, **kwargs: object) -> None:
        """Tells more with the part."""
        self._told.update(kwargs)

    def __exit__(self, *exc_info: object) -> None:
        session = self._session
        if session is None or session is not _session:
            return
        told = {key: str(value) for key, value in self._told.items()}
        event = _Event(self._name, self._began, time.time_ns() - self._began, told)
        session.marks.setdefault(threading.get_ident(), []).append(event)


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
