"""What tf.add, tf.abs, tf.constant and others do in the modes "safe" and "all": they promote, and keep weak what is weak.

Each such function gets a cover (`cover_function` in cpp/bind/direct_function.cc) while one of these modes is on; without
them the functions are called as ever.
"""

from __future__ import annotations

import sys
from typing import Any

import numpy as np

from graphwright import _core
from graphwright._src.base.export import exported
from graphwright._src.function import tracing
from graphwright._src.numpy_interface import conversion_rules
from graphwright._src.numpy_interface.promotion import Settings, Tensor, as_array, cast
from graphwright._src.tensor import composite_tensor, dtypes, nest
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.dispatch import composite_values, dispatch, take
from graphwright._src.tensor.weak_tensor import WeakTensor, strong, weakened, with_own_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_Variable = _core.ResourceVariable

# Functions of two operands whose result is weak where both are.
PROMOTING = """
math.add math.subtract math.multiply math.divide math.truediv math.floordiv math.floormod truncatediv truncatemod realdiv
math.divide_no_nan math.multiply_no_nan math.pow linalg.matmul linalg.matvec math.equal
""".split()
# Functions that promote the first two arguments, and whose result is never weak.
PROMOTING_TO_STRONG = """
math.maximum math.minimum nn.sigmoid_cross_entropy_with_logits nn.weighted_cross_entropy_with_logits
nn.log_poisson_loss debugging.assert_equal
""".split()
# Functions whose result is weak where their first argument is.
KEEPING = """
math.abs math.negative math.sign math.square math.sqrt math.rsqrt math.reciprocal math.reciprocal_no_nan math.exp math.expm1
math.log math.log1p math.log_sigmoid math.sin math.cos math.tan math.asin math.acos math.atan math.sinh math.cosh math.tanh
math.asinh math.acosh math.atanh math.sigmoid math.erf math.erfc math.erfinv math.erfcinv math.ndtri math.lgamma math.digamma
math.floor math.ceil math.rint math.round math.conj math.real math.imag math.angle math.softplus bitwise.invert
math.bessel_i0 math.bessel_i0e math.bessel_i1 math.bessel_i1e math.special.bessel_j0 math.special.bessel_j1
math.special.bessel_k0 math.special.bessel_k0e math.special.bessel_k1 math.special.bessel_k1e math.special.bessel_y0
math.special.bessel_y1 math.special.dawsn math.special.expint math.special.fresnel_cos math.special.fresnel_sin
math.special.spence
math.reduce_sum math.reduce_mean math.reduce_max math.reduce_min math.reduce_prod math.reduce_logsumexp
math.reduce_variance math.reduce_std math.reduce_euclidean_norm
identity stop_gradient clip_by_value debugging.check_numerics reshape transpose expand_dims squeeze zeros_like ones_like
nn.space_to_depth nn.depth_to_space linalg.diag linalg.diag_part linalg.tensor_diag_part linalg.trace
linalg.matrix_transpose nn.relu6 nn.leaky_relu nn.gelu nn.silu nn.log_softmax nn.moments
""".split()

_PYTHON_NUMBERS = (int, float, complex)
_covered: list[Any] = []


def cover_functions() -> None:
    """Makes the functions promote and keep weak what is weak."""
    if _covered:
        return
    for names, cover in ((PROMOTING, _promoting), (PROMOTING_TO_STRONG, _promoting_to_strong), (KEEPING, _keeping)):
        for name in names:
            _cover(name, cover)
    tracing.result_hook = _weak_results
    composite_tensor.weak_hook = strong
    _core.set_dispatch(_dispatch, (CompositeTensor, list, tuple))  # asked for lists in lists, too
    _cover("math.scalar_mul", _scaling)
    _cover("tensordot", _promoting_tensors)
    _cover("concat", _joining)
    _cover("tuple", _each)
    _cover("constant", _constant)
    _cover("convert_to_tensor", _conversion)


def uncover_functions() -> None:
    """Lets the functions be called as they are without a mode."""
    tracing.result_hook = composite_tensor.weak_hook = None
    if _covered:
        _core.set_dispatch(dispatch, (CompositeTensor,))
    for function in _covered:
        _core.cover_function(function, None)
    _covered.clear()


def _dispatch(function: Any, args: tuple, kwargs: dict) -> Any:
    """What a call gives that holds composite tensors, or weak ones in lists in lists; NotImplemented where no rule takes it."""
    if any(True for _ in composite_values(args, kwargs)):
        return dispatch(function, args, kwargs)
    if _holds_weak(args) or _holds_weak(tuple(kwargs.values())):
        return function(*strong(args), **strong(kwargs))
    return NotImplemented


def _holds_weak(value: Any) -> bool:
    return type(value) is WeakTensor or (type(value) in (list, tuple) and any(_holds_weak(item) for item in value))


def _weak_results(result: Any) -> Any:
    """What a traced function returned with weak tensors in place of Python's numbers."""
    if not any(type(leaf) in _PYTHON_NUMBERS for leaf in nest.flatten(result)):
        return result
    return nest.map_structure(
        lambda leaf: weakened(_core.convert_to_tensor(leaf)) if type(leaf) in _PYTHON_NUMBERS else leaf, result
    )


def _cover(name: str, cover: Callable[[Any], Any]) -> None:
    for full in (name, f"compat.v1.{name.rpartition('.')[2]}"):
        try:
            function = exported(full)
        except KeyError:
            continue
        if type(function) is _core.DirectFunction and function not in _covered:
            _core.cover_function(function, cover(function))
            _covered.append(function)


def _by_the_library() -> bool:
    """Whether the library's own code called a covered function, which wants it as it is without a mode."""
    name = sys._getframe(2).f_globals.get("__name__", "")
    return name.startswith("graphwright.") and not name.startswith("graphwright._src.autograph")


def in_dtype(x: Any, target: dtypes.DType) -> Tensor:
    """An operand as a tensor of a dtype."""
    if type(x) is WeakTensor:
        x = x.tensor
    elif isinstance(x, _Variable):
        x = _core.convert_to_tensor(x)
    if isinstance(x, Tensor):
        return cast(x, target)
    if isinstance(x, (bool, int, float, complex)):
        return _core.convert_to_tensor(x, target)
    return as_array(strong(x), target)


def promoted_call(call: Any, x: Any, y: Any, args: tuple = (), kwargs: Any = None) -> tuple[Any, bool]:
    """What a function gives for two operands brought to the dtype that they have together, and whether that is weak.

    Raises:
      TypeError: in the mode "safe", where that could lose what they hold.
    """
    kwargs = kwargs or {}
    target = conversion_rules.target_of(x, y, Settings.mode == "safe")
    if target is None:
        return call(strong(x), strong(y), *args, **kwargs), False
    dtype, weak = target
    return call(in_dtype(x, dtype), in_dtype(y, dtype), *args, **kwargs), weak


def _pair(function: Any, weak_results: bool) -> Any:
    plain = function.uncovered

    def cover(*args: Any, **kwargs: Any) -> Any:
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


def _promoting(function: Any) -> Any:
    return _pair(function, True)


def _promoting_to_strong(function: Any) -> Any:
    return _pair(function, False)


def _promoting_tensors(function: Any) -> Any:
    """Promotes the first two arguments as tensors, of which none is weak."""
    plain = function.uncovered

    def cover(a: Any, b: Any, *args: Any, **kwargs: Any) -> Any:
        if _by_the_library():
            return plain(strong(a), strong(b), *args, **kwargs)
        a, b = (_core.convert_to_tensor(strong(x)) for x in (a, b))
        return promoted_call(plain, a, b, args, kwargs)[0]

    return cover


def is_weak_operand(x: Any) -> bool:
    """Whether an operand is weak, or a Python number or list of such."""
    if type(x) is WeakTensor:
        return True
    if not isinstance(x, (int, float, complex, list, tuple, range)):
        return False
    kind = conversion_rules.kind_of(x)
    return kind is not None and kind[1]


def _keeping(function: Any) -> Any:
    plain = function.uncovered

    def cover(*args: Any, **kwargs: Any) -> Any:
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


def _scaling(function: Any) -> Any:
    plain = function.uncovered

    def cover(*args: Any, **kwargs: Any) -> Any:
        found = take(function, 2, args, kwargs)
        weak = found is not None and type(found[0][1]) is WeakTensor
        return weakened(plain(*strong(args), **strong(kwargs)), weak)

    return cover


def _joining(function: Any) -> Any:
    """A list of one weak operand, or a weak tensor alone, is joined to a weak one."""
    plain = function.uncovered

    def cover(*args: Any, **kwargs: Any) -> Any:
        found = take(function, 1, args, kwargs)
        values = None if found is None else found[0][0]
        if type(values) in (list, tuple) and len(values) == 1:
            values = values[0]
        elif type(values) is not WeakTensor:
            values = None
        weak = values is not None and not _by_the_library() and is_weak_operand(values)
        return weakened(plain(*strong(args), **strong(kwargs)), weak)

    return cover


def _each(function: Any) -> Any:
    """A list of results, weak where what is in their place in the first argument is."""
    plain = function.uncovered

    def cover(*args: Any, **kwargs: Any) -> Any:
        found = take(function, 1, args, kwargs)
        results = plain(*strong(args), **strong(kwargs))
        if found is None or _by_the_library():
            return results
        return [weakened(result, type(x) is WeakTensor) for result, x in zip(results, found[0][0], strict=True)]

    return cover


def _is_mixed(values: Any) -> bool:
    """Whether a list holds what becomes a tensor of one dtype only when that is said: truth values and numbers."""
    kinds = {type(leaf) for leaf in nest.flatten(values)}
    return len(kinds) > 1 and bool in kinds or any(issubclass(kind, np.generic) for kind in kinds)


def _constant(function: Any) -> Any:
    plain = function.uncovered

    def cover(value: Any, dtype: Any = None, shape: Any = None, name: str = "Const") -> Any:
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


def _conversion(function: Any) -> Any:
    plain = function.uncovered

    def cover(*args: Any, **kwargs: Any) -> Any:
        return plain(*strong(args), **strong(kwargs))

    return cover


# ---- operators of weak tensors ----


def _weak_operator(name: str) -> Any:
    def operator(self: WeakTensor, other: Any) -> Any:
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
