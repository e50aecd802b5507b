"""tf.debugging's switches for what tracebacks show."""

from __future__ import annotations

from graphwright._src.base.export import export

_filtering = True


@export("debugging.is_traceback_filtering_enabled")
def is_traceback_filtering_enabled() -> bool:
    """Tells whether tracebacks leave out what lies inside this package (tf.debugging.is_traceback_filtering_enabled).

    >>> import graphwright as tf
    >>> tf.debugging.is_traceback_filtering_enabled()
    True
    """
    return _filtering


@export("debugging.enable_traceback_filtering")
def enable_traceback_filtering() -> None:
    """Leaves what lies inside this package out of tracebacks (tf.debugging.enable_traceback_filtering). This is the
    default.

    >>> import graphwright as tf
    >>> tf.debugging.enable_traceback_filtering()
    """
    global _filtering
    _filtering = True


@export("debugging.disable_traceback_filtering")
def disable_traceback_filtering() -> None:
    """Shows all frames in tracebacks (tf.debugging.disable_traceback_filtering).

    >>> import graphwright as tf
    >>> tf.debugging.disable_traceback_filtering()
    >>> tf.debugging.enable_traceback_filtering()
    """
    global _filtering
    _filtering = False
