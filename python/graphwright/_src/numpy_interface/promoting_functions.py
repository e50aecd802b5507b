"""tf.add, tf.abs, tf.constant and others in the modes "safe" and "all": they promote, and keep weak what is weak.

Each such function gets a cover (`cover_function` in cpp/bind/direct_function.cc) while one of these modes is on; without
them the functions are called as ever.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from graphwright import _core
from graphwright._src.base.export import exported, forget_watcher, watch_weak_types
from graphwright._src.function import tracing
from graphwright._src.numpy_interface import conversion_rules
from graphwright._src.numpy_interface.promotion import Settings, Tensor, as_array, cast
from graphwright._src.tensor import composite_tensor, dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.dispatch import composite_values, dispatch, take
from graphwright._src.tensor.weak_tensor import WeakTensor, strong, weakened, with_own_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from graphwright._src.tensor.typing import DTypeLike, ShapeLike

_Variable = _core.ResourceVariable

_PYTHON_NUMBERS = (int, float, complex)
_covered: list[Any] = []


def cover_functions() -> None:
    """Makes the functions promote and keep weak what is weak."""
    if _covered:
        return
    watch_weak_types(_cover_by_weak_type)
    tracing.result_hook = _weak_results
    composite_tensor.weak_hook = strong
    _core.set_dispatch(_dispatch, (CompositeTensor, list, tuple))  # asked for lists in lists, too
    _cover_named("math.scalar_mul", _scaling)
    _cover_named("tensordot", _promoting_tensors)
    _cover_named("concat", _joining)
    _cover_named("tuple", _each)
    _cover_named("constant", _constant)
    _cover_named("convert_to_tensor", _conversion)


def uncover_functions() -> None:
    """Lets the functions be called as they are without a mode."""
    forget_watcher(_cover_by_weak_type)
    tracing.result_hook = composite_tensor.weak_hook = None
    if _covered:
        _core.set_dispatch(dispatch, (CompositeTensor,))
    for function in _covered:
        _core.cover_function(function, None)
    _covered.clear()


def _dispatch(function: Callable[..., Any], args: tuple, kwargs: dict) -> Any:
    """Returns what a call gives that holds composite tensors, or weak ones in lists in lists; NotImplemented where no
    rule takes it.
    """
    if any(True for _ in composite_values(args, kwargs)):
        return dispatch(function, args, kwargs)
    if _holds_weak(args) or _holds_weak(tuple(kwargs.values())):
        return function(*strong(args), **strong(kwargs))
    return NotImplemented


def _holds_weak(value: Any) -> bool:
    return type(value) is WeakTensor or (type(value) in (list, tuple) and any(_holds_weak(item) for item in value))


def _weak_results(result: object) -> Any:
    """Returns what a traced function returned with weak tensors in place of Python's numbers."""
    if not any(type(leaf) in _PYTHON_NUMBERS for leaf in nest.flatten(result)):
        return result
    return nest.map_structure(
        lambda leaf: weakened(_core.convert_to_tensor(leaf)) if type(leaf) in _PYTHON_NUMBERS else leaf, result
    )


def _cover_by_weak_type(weak_type: str, names: tuple[str, ...], function: Callable[..., Any]) -> None:
    if not names[0].startswith("experimental.numpy."):
        _cover(function, _COVERS[weak_type])


def _cover_named(name: str, cover: Callable[[Any], Any]) -> None:
    for full in (name, f"compat.v1.{name.rpartition('.')[2]}"):
        try:
            function = exported(full)
        except KeyError:
            continue
        _cover(function, cover)


def _cover(function: Callable[..., Any], cover: Callable[[Any], Any]) -> None:
    if type(function) is _core.DirectFunction and function not in _covered:
        _core.cover_function(function, cover(function))
        _covered.append(function)


def _by_the_library() -> bool:
    """Tells whether the library's own code called a covered function, which wants it as it is without a mode."""
    name = sys._getframe(2).f_globals.get("__name__", "")
    return name.startswith("graphwright.") and not name.startswith("graphwright._src.autograph")


def in_dtype(x: Any, target: dtypes.DType) -> Tensor:
    """Returns an operand as a tensor of a dtype."""
    if type(x) is WeakTensor:
        x = x.tensor
    elif isinstance(x, _Variable):
        x = _core.convert_to_tensor(x)
    if isinstance(x, Tensor):
        return cast(x, target)
    if isinstance(x, (bool, int, float, complex)):
        return _core.convert_to_tensor(x, target)
    return as_array(strong(x), target)


def promoted_call(
    call: Callable[..., Any], x: object, y: object, args: tuple = (), kwargs: Mapping[str, Any] | None = None
) -> tuple[Any, bool]:
    """Returns what a function gives for two operands brought to the dtype that they have together, and whether that is
    weak.

    Raises:
      TypeError: in the mode "safe", where that could lose what they hold.
    """
    kwargs = kwargs or {}
    target = conversion_rules.target_of(x, y, Settings.mode == "safe")
    if target is None:
        return call(strong(x), strong(y), *args, **kwargs), False
    dtype, weak = target
    return call(in_dtype(x, dtype), in_dtype(y, dtype), *args, **kwargs), weak


def _pair(function: _core.DirectFunction, weak_results: bool) -> Any:
    plain = function.uncovered

    def cover(*args: object, **kwargs: object) -> Any:
        found = take(function, 2, args, kwargs)
        if found is None:
            return plain(*args, **kwargs)
        (x, y), rest, others = found
        if type(x) is not WeakTensor and type(y) is not WeakTensor:
            same = isinstance(x, Tensor) and isinstance(y, Tensor) and x.dtype == y.dtype
            if same or _by_the_library():
                return plain(*args, **kwargs)
        result, weak = promoted_call(plain, x, y, strong(rest), strong(others))
        return weakened(result, weak and weak_results)

    return cover


def _promoting(function: _core.DirectFunction) -> Any:
    return _pair(function, True)


def _promoting_to_strong(function: _core.DirectFunction) -> Any:
    return _pair(function, False)


def _promoting_tensors(function: _core.DirectFunction) -> Any:
    """Promotes the first two arguments as tensors, of which none is weak."""
    plain = function.uncovered

    def cover(a: object, b: object, *args: object, **kwargs: object) -> Any:
        if _by_the_library():
            return plain(strong(a), strong(b), *args, **kwargs)
        a, b = (_core.convert_to_tensor(strong(x)) for x in (a, b))
        return promoted_call(plain, a, b, args, kwargs)[0]

    return cover


def is_weak_operand(x: object) -> bool:
    """Tells whether an operand is weak, or a Python number or list of such."""
    if type(x) is WeakTensor:
        return True
    if not isinstance(x, (int, float, complex, list, tuple, range)):
        return False
    kind = conversion_rules.kind_of(x)
    return kind is not None and kind[1]


def _keeping(function: _core.DirectFunction) -> Any:
    plain = function.uncovered

    def cover(*args: object, **kwargs: object) -> Any:
        found = take(function, 1, args, kwargs)
        if found is None:
            return plain(*args, **kwargs)
        x = found[0][0]
        if isinstance(x, Tensor) or (type(x) is not WeakTensor and _by_the_library()):
            return plain(*strong(args), **strong(kwargs))
        weak = is_weak_operand(x) and kwargs.get("dtype") is None
        result = plain(*strong(args), **strong(kwargs))
        if type(result) is tuple:  # the mean alone of nn.moments
            return (weakened(result[0], weak), *result[1:])
        return weakened(result, weak)

    return cover


_COVERS = {"unary": _keeping, "binary": _promoting, "binary strong": _promoting_to_strong}


def _scaling(function: _core.DirectFunction) -> Any:
    plain = function.uncovered

    def cover(*args: object, **kwargs: object) -> Any:
        found = take(function, 2, args, kwargs)
        weak = found is not None and type(found[0][1]) is WeakTensor
        return weakened(plain(*strong(args), **strong(kwargs)), weak)

    return cover


def _joining(function: _core.DirectFunction) -> Any:
    """Returns a list of one weak operand, or a weak tensor alone, is joined to a weak one."""
    plain = function.uncovered

    def cover(*args: object, **kwargs: object) -> Any:
        found = take(function, 1, args, kwargs)
        values: Any = None if found is None else found[0][0]
        if type(values) in (list, tuple) and len(values) == 1:
            values = values[0]
        elif type(values) is not WeakTensor:
            values = None
        weak = values is not None and not _by_the_library() and is_weak_operand(values)
        return weakened(plain(*strong(args), **strong(kwargs)), weak)

    return cover


def _each(function: _core.DirectFunction) -> Any:
    """Returns a list of results, weak where what is in their place in the first argument is."""
    plain = function.uncovered

    def cover(*args: object, **kwargs: object) -> Any:
        found = take(function, 1, args, kwargs)
        results = plain(*strong(args), **strong(kwargs))
        if found is None or _by_the_library():
            return results
        return [weakened(result, type(x) is WeakTensor) for result, x in zip(results, found[0][0], strict=True)]

    return cover


def _is_mixed(values: object) -> bool:
    """Tells whether a list holds what becomes a tensor of one dtype only when that is said: truth values and numbers."""
    kinds = {type(leaf) for leaf in nest.flatten(values)}
    return len(kinds) > 1 and bool in kinds or any(issubclass(kind, np.generic) for kind in kinds)


def _constant(function: _core.DirectFunction) -> Any:
    plain = function.uncovered

    def cover(value: Any, dtype: DTypeLike | None = None, shape: ShapeLike | None = None, name: str = "Const") -> Any:
        if type(value) is WeakTensor:
            if dtype is None:
                return weakened(plain(value.tensor, None, shape, name))
            return plain(cast(value.tensor, dtypes.as_dtype(dtype)), None, shape, name)
        if dtype is not None or _by_the_library() or isinstance(value, (Tensor, str, bytes)):
            return plain(strong(value), dtype, shape, name)
        kind = conversion_rules.kind_of(value) if isinstance(value, (int, float, complex, list, tuple, range)) else None
        if isinstance(value, (list, tuple)) and kind is not None and _is_mixed(value):
            dtype = kind[0]
        return weakened(plain(strong(value), dtype, shape, name), kind is not None and kind[1])

    return cover


def _conversion(function: _core.DirectFunction) -> Any:
    plain = function.uncovered

    def cover(*args: object, **kwargs: object) -> Any:
        return plain(*strong(args), **strong(kwargs))

    return cover


# ---- operators of weak tensors ----


def _weak_operator(name: str) -> Any:
    def operator(self: WeakTensor, other: object) -> Any:
        if other is None or isinstance(other, (str, bytes)) or with_own_rules(other):
            return getattr(self.tensor, name)(other)
        result, weak = promoted_call(lambda left, right: getattr(left, name)(right), self, other)
        return weakened(result, weak)

    operator.__name__ = operator.__qualname__ = name
    return operator


for _name in "add sub mul truediv floordiv mod pow matmul".split():
    setattr(WeakTensor, f"__{_name}__", _weak_operator(f"__{_name}__"))
    setattr(WeakTensor, f"__r{_name}__", _weak_operator(f"__r{_name}__"))
for _name in ("__eq__", "__ne__"):
    setattr(WeakTensor, _name, _weak_operator(_name))
