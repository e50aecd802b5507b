"""tf.train.Coordinator: threads that end together; tf.compat.v1.train.LooperThread: one that calls a function again and again."""

from __future__ import annotations

import contextlib
import sys
import threading
import time

from graphwright._src.base import errors
from graphwright._src.base.export import export
from graphwright._src.base.logger import get_logger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any


@export("train.Coordinator")
class Coordinator:
    """Lets threads end together, and raises in one of them what another one raised (tf.train.Coordinator).

    Args:
      clean_stop_exception_types: exceptions that end all threads, but are not raised; by default `tf.errors.OutOfRangeError`.

    >>> import threading
    >>> import graphwright as tf
    >>> coord = tf.train.Coordinator()
    >>> def work():
    ...     with coord.stop_on_exception():
    ...         raise ValueError("no more")
    >>> thread = threading.Thread(target=work)
    >>> thread.start()
    >>> try:
    ...     coord.join([thread])
    ... except ValueError as error:
    ...     print(error)
    no more
    """

    def __init__(self, clean_stop_exception_types: tuple[type[BaseException], ...] | None = None) -> None:
        clean = clean_stop_exception_types
        self._clean_stop_exception_types = (errors.OutOfRangeError,) if clean is None else tuple(clean)
        self._lock = threading.Lock()
        self._stop_event = threading.Event()
        self._to_raise: BaseException | None = None
        self._joined = False
        self._registered_threads: set[threading.Thread] = set()

    @property
    def joined(self) -> bool:
        """True where `join` has come to its end."""
        return self._joined

    def request_stop(self, ex: BaseException | tuple[Any, Any, Any] | None = None) -> None:
        """Asks all threads to end.

        Args:
          ex: an exception, or what `sys.exc_info()` gives: the first one is raised by `join`.

        Raises:
          BaseException: `ex`, where the threads have been joined already.
        """
        error = ex[1] if isinstance(ex, tuple) else ex
        with self._lock:
            if self._joined:
                if error is not None:
                    raise error
                return
            if self._stop_event.is_set():
                return
            if error is not None:
                if not isinstance(error, BaseException):
                    error = ValueError(f"Coordinator.request_stop() takes an exception, got {error!r}")
                if isinstance(error, self._clean_stop_exception_types):
                    get_logger().info("Coordinator stopped by %s: %s", type(error).__name__, error)
                else:
                    get_logger().info("Error reported to Coordinator: %s: %s", type(error).__name__, error)
                    self._to_raise = error
            self._stop_event.set()

    def clear_stop(self) -> None:
        """Forgets that threads were asked to end, and why."""
        with self._lock:
            self._joined = False
            self._to_raise = None
            self._stop_event.clear()

    def should_stop(self) -> bool:
        """Tells whether threads have been asked to end."""
        return self._stop_event.is_set()

    @contextlib.contextmanager
    def stop_on_exception(self) -> Iterator[None]:
        """Returns a context that hands what is raised in it to `request_stop`."""
        try:
            yield
        except BaseException:
            self.request_stop(sys.exc_info())

    def wait_for_stop(self, timeout: float | None = None) -> bool:
        """Waits until threads are asked to end; whether they were, where it waits for `timeout` seconds only."""
        return self._stop_event.wait(timeout)

    def register_thread(self, thread: threading.Thread) -> None:
        """Adds a thread to those that `join` waits for."""
        with self._lock:
            self._registered_threads.add(thread)

    def join(
        self,
        threads: Iterable[threading.Thread] | None = None,
        stop_grace_period_secs: float = 120,
        ignore_live_threads: bool = False,
    ) -> None:
        """Waits for threads to end; then raises what one of them handed to `request_stop`.

        Args:
          threads: those to wait for, beside the registered ones.
          stop_grace_period_secs: how long it waits once they have been asked to end.
          ignore_live_threads: whether threads that still run then are no error.

        Raises:
          RuntimeError: some still run.
          BaseException: the exception.
        """
        with self._lock:
            waiting = self._registered_threads | set(threads or ())
        while any(thread.is_alive() for thread in waiting) and not self._stop_event.wait(0.02):
            pass
        until = time.monotonic() + stop_grace_period_secs
        for thread in waiting:
            if thread.is_alive():
                thread.join(max(0.0, until - time.monotonic()))
        running = [thread.name for thread in waiting if thread.is_alive()]
        with self._lock:
            self._joined = True
            self._registered_threads = set()
            error = self._to_raise
        if error is not None:
            raise error
        if running and not ignore_live_threads:
            raise RuntimeError(f"Coordinator stopped with threads still running: {' '.join(running)}")
        if running:
            get_logger().info("Coordinator stopped with threads still running: %s", " ".join(running))

    def raise_requested_exception(self) -> None:
        """Raises what was handed to `request_stop`, if anything was."""
        with self._lock:
            error = self._to_raise
        if error is not None:
            raise error


@export("compat.v1.train.LooperThread")
class LooperThread(threading.Thread):
    """A thread that calls a function until its coordinator says that it ends (tf.compat.v1.train.LooperThread).

    Args:
      coord: a `tf.train.Coordinator`.
      timer_interval_secs: how many seconds lie between the beginnings of calls; None for none.
      target: the function; without one `run_loop` is overridden.
      args, kwargs: its arguments.

    Raises:
      ValueError: `coord` is no coordinator.
    """

    def __init__(
        self,
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any] | None = None,
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> None:
        if not isinstance(coord, Coordinator):
            raise ValueError(f"'coord' argument must be a Coordinator: {coord}")
        super().__init__(daemon=True)
        self._coord = coord
        self._timer_interval_secs = timer_interval_secs
        if (args or kwargs) and not target:
            raise ValueError("'args' and 'kwargs' argument require that you also pass 'target'")
        self._loop_target, self._loop_args, self._loop_kwargs = target, args or (), kwargs or {}
        coord.register_thread(self)

    @staticmethod
    def loop(
        coord: Coordinator,
        timer_interval_secs: float | None,
        target: Callable[..., Any],
        args: Sequence[Any] | None = None,
        kwargs: Mapping[str, Any] | None = None,
    ) -> LooperThread:
        """Makes such a thread and starts it."""
        looper = LooperThread(coord, timer_interval_secs, target, args, kwargs)
        looper.start()
        return looper

    def run(self) -> None:
        """Calls the function again and again; what the thread does."""
        with self._coord.stop_on_exception():
            self.start_loop()
            if self._timer_interval_secs is None:
                while not self._coord.should_stop():
                    self.run_loop()
            else:
                due = time.monotonic()
                while not self._coord.wait_for_stop(max(0.0, due - time.monotonic())):
                    due += self._timer_interval_secs
                    self.run_loop()
            self.stop_loop()

    def start_loop(self) -> None:
        """Called in the thread before its first round."""

    def stop_loop(self) -> None:
        """Called in the thread after its last round."""

    def run_loop(self) -> None:
        """One round: calls the function."""
        if self._loop_target:
            self._loop_target(*self._loop_args, **self._loop_kwargs)
