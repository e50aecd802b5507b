"""AutoGraph's entry points.

For the machinery of `tf.function`: `convert_function(fn, options) -> callable` gives what is to be traced in place of a
user's function, and fn itself where that should not be converted; `conversion_status.control_status_ctx()` tells under
which conversion the running code stands. For functions of this package that call functions of users, such as `tf.map_fn`:
`tf_convert(fn, control_status_ctx())`. For users: `tf.autograph.to_graph`, `to_code`, `do_not_convert`.
"""

from __future__ import annotations

import functools

from graphwright._src.autograph.options import DEFAULT
from graphwright._src.base.conversion_status import DISABLED, ENABLED, UNSPECIFIED, ControlStatusCtx, do_not_convert
from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FunctionType
    from typing import Any, NoReturn

    from graphwright._src.autograph.feature import Feature
    from graphwright._src.autograph.options import ConversionOptions
    from graphwright._src.autograph.transpile import Conversion

# The modules that do the work are imported when there is work: many programs import this package and trace nothing.

export("autograph.experimental.do_not_convert")(do_not_convert)


def convert_function(fn: Callable[..., Any], options: ConversionOptions = DEFAULT) -> Callable[..., Any]:
    """Returns what runs in place of a user's function when it is traced; `fn` itself where that is not to be converted.

    The result keeps nothing of the function but the function: code, globals, defaults and cells are looked up at each
    call. Errors that leave it are of their class, say where in the user's code they were raised, and have that code's
    traceback.

    Args:
      fn: a function, method, partial object or any object with a `__call__` written in Python.
      options: see `make_options`.
    """
    from graphwright._src.autograph import calls

    function, before, beside = calls.unwrap(fn)
    status = ControlStatusCtx(ENABLED, options)
    if function is None or calls.conversion_for(function, options, requested=True) is None:
        return _under(status, fn) if function is not None and calls.has_failed(function) else fn
    context = calls.context_of(options)

    def traced(*args: object, **kwargs: object) -> Any:
        target = context.convert(function, requested=True)
        try:
            with status:
                return target(*before, *args, **{**beside, **kwargs})
        except Exception as error:
            _raise_explained(error)

    made: Any = functools.update_wrapper(traced, function)
    made.__wrapped__ = fn
    made._graphwright_do_not_convert = True
    return made


def _raise_explained(error: Exception) -> NoReturn:
    """Raises an error of a converted function, with a text that says where in the user's code it was."""
    from graphwright._src.autograph import errors

    explained = errors.explain(error)
    try:
        raise explained
    finally:
        if explained is not error:
            explained.__context__ = error.__context__
        del explained, error  # this frame belongs to the error's traceback


def _under(status: ControlStatusCtx, fn: Callable[..., Any]) -> Callable[..., Any]:
    """Returns a function that is not converted, though what it hands to library functions is."""

    def unconverted(*args: object, **kwargs: object) -> Any:
        with status:
            return fn(*args, **kwargs)

    made: Any = functools.update_wrapper(unconverted, fn)
    made._graphwright_do_not_convert = True
    return made


@export("__internal__.autograph.tf_convert")
def tf_convert(
    f: Callable[..., Any], ctx: ControlStatusCtx, convert_by_default: bool = True, user_requested: bool = False
) -> Callable[..., Any]:
    """Returns the form in which library code calls a user's function (tf.__internal__.autograph.tf_convert).

    Args:
      f: the function.
      ctx: what `control_status_ctx()` gave when the library was called.
      convert_by_default: whether to convert where `ctx` says nothing.
      user_requested: whether to convert a library's function, too.
    """
    if ctx.status is DISABLED or (ctx.status is UNSPECIFIED and not convert_by_default):
        return do_not_convert(f)
    from graphwright._src.autograph import calls

    options = ctx.options or DEFAULT
    function, before, beside = calls.unwrap(f)
    if function is None or not options.recursive:
        return f
    context = calls.context_of(options)
    if calls.conversion_for(function, options, user_requested) is None:
        return f
    status = ControlStatusCtx(ENABLED, options)

    def converted(*args: object, **kwargs: object) -> Any:
        target = context.convert(function, user_requested)
        try:
            with status:
                return target(*before, *args, **{**beside, **kwargs})
        except Exception as error:
            _raise_explained(error)

    made: Any = functools.update_wrapper(converted, function)
    made.__wrapped__ = f
    made._graphwright_do_not_convert = True
    return made


def _python_function(entity: object) -> FunctionType:
    """Returns the function behind what was given to `to_code` or `to_graph`."""
    from graphwright._src.autograph import calls

    entity = getattr(entity, "python_function", entity)  # a tf.function
    function, _, _ = calls.unwrap(entity)
    if function is None:
        from graphwright._src.autograph.errors import ConversionError

        raise ConversionError(f"converting {entity!r}: ValueError: a function written in Python is needed")
    return function


@export("autograph.to_graph", v1="")
def to_graph(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Feature | Iterable[Feature] | None = None,
) -> Callable[..., Any]:
    """Returns the converted form of a function, to be called (tf.autograph.to_graph).

    Unlike `tf.function` it does not trace: called on eager tensors, it runs as Python.

    Args:
      entity: a function, method or callable object. Of a method the result is a function that takes the object first.
      recursive: whether functions that it calls are converted, too.
      experimental_optional_features: members of `tf.autograph.experimental.Feature`.

    Raises:
      ConversionError: the function cannot be converted, a ValueError.

    >>> import graphwright as tf
    >>> def absolute(x):
    ...     if x > 0:
    ...         y = x
    ...     else:
    ...         y = -x
    ...     return y
    >>> tf.autograph.to_graph(absolute)(-3)
    3
    """
    from graphwright._src.autograph.options import make_options

    function = _python_function(entity)
    options = make_options(recursive, experimental_optional_features)
    _conversion(function, options)
    entity = getattr(entity, "python_function", entity)
    if hasattr(entity, "__self__"):
        entity = function  # a method
    converted = convert_function(entity, options)
    if converted is entity:
        from graphwright._src.autograph.errors import ConversionError

        raise ConversionError(f"converting {entity!r}: it is converted already, or marked not to be")
    converted.__name__ = f"tf__{function.__name__}" if function.__name__.isidentifier() else "tf__lam"
    return converted


@export("autograph.to_code", v1="")
def to_code(
    entity: Callable[..., Any],
    recursive: bool = True,
    experimental_optional_features: Feature | Iterable[Feature] | None = None,
) -> str:
    """Returns the source text of a function's converted form (tf.autograph.to_code).

    Args:
      entity: a function, method or callable object.
      recursive: as for `to_graph`.
      experimental_optional_features: as for `to_graph`.

    Raises:
      ConversionError: the function cannot be converted, a ValueError.

    >>> import graphwright as tf
    >>> def increment(x):
    ...     return x + 1
    >>> print(tf.autograph.to_code(increment))
    def tf__increment(x):
        return x + 1
    """
    import ast

    from graphwright._src.autograph.options import make_options

    conversion = _conversion(_python_function(entity), make_options(recursive, experimental_optional_features))
    return ast.unparse(conversion.definition) + "\n"


def _conversion(function: FunctionType, options: ConversionOptions) -> Conversion:
    from graphwright._src.autograph import errors, transpile, verbosity
    from graphwright._src.autograph.source import SourceUnavailable

    try:
        conversion = transpile.conversion_of(function, options)
        verbosity.tell_converted(function, conversion.definition)
        return conversion
    except NotImplementedError as error:
        raise errors.UnsupportedLanguageElementError(f"converting {function!r}: {error}") from error
    except SourceUnavailable as error:
        raise errors.ConversionError(f"converting {function!r}: InaccessibleSourceCodeError: {error}") from error
    except SyntaxError as error:
        raise errors.ConversionError(f"converting {function!r}: {type(error).__name__}: {error}") from error
