"""tf.TensorShape, the shape of a tensor as far as it is known, and TensorFlow 1's Dimension."""

from __future__ import annotations

import sys
from operator import index as _index

from graphwright._src.base.export import export
from graphwright._src.tensor.types import TraceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from graphwright._src.messages.classes import TensorShapeProto
    from graphwright._src.tensor.typing import ShapeLike


@export("TensorShape")
class TensorShape(TraceType):
    """The shape of a tensor: a size or None (not known) for each axis, or nothing at all (unknown rank).

    Args:
      dims: a size or an iterable of sizes, each an int or None, or None where not even the rank is known.

    Raises:
      TypeError: a size is not an integer.
      ValueError: a size is negative.

    >>> import graphwright as tf
    >>> shape = tf.TensorShape([None, 3])
    >>> shape, shape.rank, shape[1], shape.is_compatible_with([7, 3]), tf.TensorShape(None).rank
    (TensorShape([None, 3]), 2, 3, True, None)
    """

    __slots__ = ("_dims",)

    _dims: tuple[int | None, ...] | None

    def __init__(self, dims: Any) -> None:
        kind = type(dims)
        if kind is tuple or kind is list:
            self._dims = tuple([_size(dim) for dim in dims])
        elif dims is None:
            self._dims = None
        elif kind is TensorShape:
            self._dims = dims._dims
        else:
            self._dims = dims_of(dims)

    @classmethod
    def _from_core(cls, dims: tuple[int | None, ...] | None) -> TensorShape:
        """Returns a shape from a tuple that is known to be right."""
        shape = _new(cls)
        shape._dims = dims
        return shape

    @property
    def rank(self) -> int | None:
        """The number of axes, or None where it is not known."""
        return None if self._dims is None else len(self._dims)

    ndims = rank

    @property
    def dims(self) -> list[Dimension] | None:
        """The sizes as `Dimension`s of TensorFlow 1, or None for unknown rank."""
        return None if self._dims is None else [Dimension(dim) for dim in self._dims]

    def as_list(self) -> list[int | None]:
        """Returns the sizes as a list of ints and Nones. Raises ValueError for unknown rank."""
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def num_elements(self) -> int | None:
        """Returns the number of elements of a tensor of this shape, or None where a size is not known."""
        if self._dims is None:
            return None
        product = 1
        for dim in self._dims:
            if dim is None:
                return None
            product *= dim
        return product

    def is_fully_defined(self) -> bool:
        """Tells whether the rank and all sizes are known."""
        return self._dims is not None and None not in self._dims

    def is_compatible_with(self, other: ShapeLike | None) -> bool:
        """Tells whether there is a shape that both describe: same rank, and equal sizes where both are known.

        >>> import graphwright as tf
        >>> tf.TensorShape([2, None]).is_compatible_with([None, 5])
        True
        """
        mine, theirs = self._dims, as_shape(other)._dims
        if mine is None or theirs is None:
            return True
        if len(mine) != len(theirs):
            return False
        return all(a is None or b is None or a == b for a, b in zip(mine, theirs, strict=True))

    def merge_with(self, other: ShapeLike | None) -> TensorShape:
        """Returns what is known of a shape that both describe. Raises ValueError where there is none.

        >>> import graphwright as tf
        >>> tf.TensorShape([2, None]).merge_with([None, 5])
        TensorShape([2, 5])
        """
        other = as_shape(other)
        if self._dims is None:
            return other
        if other._dims is None:
            return self
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are not compatible")
        return shape_from_core(tuple(b if a is None else a for a, b in zip(self._dims, other._dims, strict=True)))

    def concatenate(self, other: ShapeLike | None) -> TensorShape:
        """Returns the axes of this shape, then those of `other`; unknown rank if either's is.

        >>> import graphwright as tf
        >>> tf.TensorShape([2]).concatenate([None, 3])
        TensorShape([2, None, 3])
        """
        other = as_shape(other)
        if self._dims is None or other._dims is None:
            return unknown_shape()
        return shape_from_core(self._dims + other._dims)

    def __add__(self, other: ShapeLike | None) -> TensorShape:
        return self.concatenate(other)

    def __radd__(self, other: ShapeLike | None) -> TensorShape:
        return as_shape(other).concatenate(self)

    __concat__ = __add__

    def most_specific_compatible_shape(self, other: ShapeLike | None) -> TensorShape:
        """Returns the shape that says most while both this and `other` fit it: differing sizes become None.

        >>> import graphwright as tf
        >>> tf.TensorShape([2, 3]).most_specific_compatible_shape([2, 4])
        TensorShape([2, None])
        """
        mine, theirs = self._dims, as_shape(other)._dims
        if mine is None or theirs is None or len(mine) != len(theirs):
            return unknown_shape()
        return shape_from_core(tuple(a if a == b else None for a, b in zip(mine, theirs, strict=True)))

    def is_subtype_of(self, other: TraceType) -> bool:
        """Tells whether every tensor of this shape is also of shape `other`.

        >>> import graphwright as tf
        >>> tf.TensorShape([2, 3]).is_subtype_of(tf.TensorShape([None, 3]))
        True
        """
        if not isinstance(other, TensorShape):
            return False
        mine, theirs = self._dims, other._dims
        if theirs is None:
            return True
        if mine is None or len(mine) != len(theirs):
            return False
        return all(b is None or a == b for a, b in zip(mine, theirs, strict=True))

    def most_specific_common_supertype(self, others: Sequence[TraceType]) -> TensorShape | None:
        """Returns the shape that says most while this and all `others` fit it; None where one of them is no `TensorShape`."""
        shape = self
        for other in others:
            if not isinstance(other, TensorShape):
                return None
            shape = shape.most_specific_compatible_shape(other)
        return shape

    def placeholder_value(self, placeholder_context: object) -> Any:
        """See `tf.types.experimental.TraceType`."""
        return None

    def assert_has_rank(self, rank: int) -> None:
        """Raises ValueError unless the rank is `rank` or unknown."""
        if self._dims is not None and len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other: ShapeLike | None) -> None:
        """Raises ValueError where both ranks are known and differ."""
        other = as_shape(other)
        if self._dims is not None and other._dims is not None and len(self._dims) != len(other._dims):
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def assert_is_compatible_with(self, other: ShapeLike | None) -> None:
        """Raises ValueError unless `is_compatible_with(other)`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def assert_is_fully_defined(self) -> None:
        """Raises ValueError unless `is_fully_defined()`."""
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def with_rank(self, rank: int) -> TensorShape:
        """This shape, or `rank` Nones where its rank is unknown. Raises ValueError where it has another rank."""
        if self._dims is None:
            return unknown_shape(rank)
        self.assert_has_rank(rank)
        return self

    def with_rank_at_least(self, rank: int) -> TensorShape:
        """This shape. Raises ValueError where its rank is known and lower than `rank`."""
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank: int) -> TensorShape:
        """This shape. Raises ValueError where its rank is known and higher than `rank`."""
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def as_proto(self) -> TensorShapeProto:
        """Returns the shape as a message `TensorShapeProto`."""
        proto = self.experimental_type_proto()()
        if self._dims is None:
            proto.unknown_rank = True
        else:
            for dim in self._dims:
                proto.dim.add(size=-1 if dim is None else dim)
        return proto

    experimental_as_proto = as_proto

    @classmethod
    def experimental_from_proto(cls, proto: TensorShapeProto) -> TensorShape:
        """Returns the shape for a message that `as_proto` made."""
        return cls(proto)

    @classmethod
    def experimental_type_proto(cls) -> Any:
        """Returns the class of the messages that `as_proto` makes."""
        from graphwright._src.messages.classes import TensorShapeProto

        return TensorShapeProto

    def __len__(self) -> int:
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __iter__(self) -> Iterator[int | None]:
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims)

    def __bool__(self) -> bool:
        return self._dims is not None

    def __getitem__(self, key: int | slice) -> Any:
        if self._dims is not None:
            found = self._dims[key]
            return shape_from_core(found) if type(key) is slice else found  # type: ignore[arg-type]  # of a tuple
        if type(key) is not slice:
            return None
        start, stop = key.start or 0, key.stop
        if key.step is not None:
            raise ValueError("Steps are not yet handled")
        if stop is None or start < 0 or stop < 0:
            return unknown_shape()
        return unknown_shape(max(stop - start, 0))

    def __eq__(self, other: Any) -> Any:
        if not isinstance(other, TensorShape):
            try:
                other = as_shape(other)
            except (TypeError, ValueError):
                return NotImplemented
        return self._dims == other._dims

    def __ne__(self, other: object) -> Any:
        equal = self.__eq__(other)
        return equal if equal is NotImplemented else not equal

    def __hash__(self) -> int:
        return hash(self._dims)

    def __reduce__(self) -> tuple:
        return TensorShape, (self._dims,)

    def __repr__(self) -> str:
        return f"TensorShape({None if self._dims is None else list(self._dims)})"

    def __str__(self) -> str:
        return "<unknown>" if self._dims is None else str(self._dims)


_new = TensorShape.__new__
shape_from_core = TensorShape._from_core


@export("compat.v1.Dimension")
class Dimension:
    """The size of one axis, or None, as TensorFlow 1 gave it: comparisons and arithmetic with None give None.

    >>> import graphwright as tf
    >>> tf.compat.v1.Dimension(3) + 4, tf.compat.v1.Dimension(None) * 2
    (Dimension(7), Dimension(None))
    """

    __slots__ = ("_value",)

    def __init__(self, value: int | Dimension | None) -> None:
        self._value = _size(value)

    @property
    def value(self) -> int | None:
        """The size, or None where it is not known."""
        return self._value

    def is_compatible_with(self, other: int | Dimension | None) -> bool:
        """Tells whether both may be the same size: equal, or one of them not known."""
        other = Dimension(other)
        return self._value is None or other._value is None or self._value == other._value

    def assert_is_compatible_with(self, other: int | Dimension | None) -> None:
        """Raises ValueError unless `is_compatible_with(other)`."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def merge_with(self, other: int | Dimension | None) -> Dimension:
        """Returns the size that is known of the two. Raises ValueError where both are and differ."""
        other = Dimension(other)
        self.assert_is_compatible_with(other)
        return other if self._value is None else self

    def __eq__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a == b)

    def __ne__(self, other: Any) -> Any:
        return self._compare(other, lambda a, b: a != b)

    def __lt__(self, other: int | Dimension | None) -> bool | None:
        return self._compare(other, lambda a, b: a < b)

    def __le__(self, other: int | Dimension | None) -> bool | None:
        return self._compare(other, lambda a, b: a <= b)

    def __gt__(self, other: int | Dimension | None) -> bool | None:
        return self._compare(other, lambda a, b: a > b)

    def __ge__(self, other: int | Dimension | None) -> bool | None:
        return self._compare(other, lambda a, b: a >= b)

    __hash__ = None  # type: ignore[assignment]

    def __add__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: a + b)

    def __radd__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: b + a)

    def __sub__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: a - b)

    def __rsub__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: b - a)

    def __mul__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: a * b)

    def __rmul__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: b * a)

    def __floordiv__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: a // b)

    def __rfloordiv__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: b // a)

    def __mod__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: a % b)

    def __rmod__(self, other: int | Dimension | None) -> Dimension:
        return self._combine(other, lambda a, b: b % a)

    __div__, __rdiv__ = __floordiv__, __rfloordiv__

    def __truediv__(self, other: int | Dimension | None) -> Dimension:
        raise TypeError(f"Dimension: / is not defined, use // (got {self!r} / {other!r})")

    def __rtruediv__(self, other: int | Dimension | None) -> Dimension:
        raise TypeError(f"Dimension: / is not defined, use // (got {other!r} / {self!r})")

    def _compare(self, other: int | Dimension | None, test: Callable[[int, int], bool]) -> Any:
        try:
            other = Dimension(other)
        except (TypeError, ValueError):
            return NotImplemented
        return None if self._value is None or other._value is None else test(self._value, other._value)

    def _combine(self, other: int | Dimension | None, operation: Callable[[int, int], int]) -> Any:
        try:
            other = Dimension(other)
        except (TypeError, ValueError):
            return NotImplemented
        return Dimension(None if self._value is None or other._value is None else operation(self._value, other._value))

    def __index__(self) -> int:
        return self._value  # type: ignore[return-value]

    def __int__(self) -> int:
        return self._value  # type: ignore[return-value]

    __long__ = __int__

    def __bool__(self) -> bool:
        return bool(self._value)

    def __reduce__(self) -> tuple:
        return Dimension, (self._value,)

    def __repr__(self) -> str:
        return f"Dimension({self._value!r})"

    def __str__(self) -> str:
        return "?" if self._value is None else str(self._value)


def as_shape(shape: ShapeLike | None) -> TensorShape:
    """`shape` if it is a `TensorShape` already, else `TensorShape(shape)`."""
    return shape if isinstance(shape, TensorShape) else TensorShape(shape)


def unknown_shape(rank: int | None = None) -> TensorShape:
    """Returns a shape of which nothing is known, or only its rank."""
    return shape_from_core(None if rank is None else (None,) * rank)


@export("compat.dimension_value", v1="compat.dimension_value dimension_value")
def dimension_value(dimension: Dimension | int | None) -> int | None:
    """Returns the int or None that `dimension` stands for: the value of a `Dimension`, else `dimension` itself."""
    return dimension.value if isinstance(dimension, Dimension) else dimension


@export("compat.dimension_at_index", v1="compat.dimension_at_index dimension_at_index")
def dimension_at_index(shape: TensorShape, index: int) -> Dimension:
    """Returns the `Dimension` of axis `index`, of unknown size for a shape of unknown rank."""
    dims = shape.dims
    return Dimension(None) if dims is None else dims[index]


def _size(value: Any) -> int | None:
    kind = type(value)
    if kind is not int:
        if value is None:
            return None
        if kind is Dimension:
            return value._value
        if kind is not bool:
            try:
                value = _index(value)
            except TypeError:
                got = f"{value!r} of type {kind.__name__}"
                raise TypeError(f"Dimension: a size must be an integer or None, got {got}") from None
    if value < 0:
        raise ValueError(f"Dimension {value} must be >= 0")
    return value


def dims_of(dims: Any) -> tuple[int | None, ...] | None:
    if isinstance(dims, TensorShape):
        return dims._dims
    if hasattr(dims, "unknown_rank") and hasattr(dims, "dim"):  # a TensorShapeProto
        return None if dims.unknown_rank else tuple(None if dim.size == -1 else dim.size for dim in dims.dim)
    sizes = None
    if not isinstance(dims, (str, Dimension)):
        try:
            sizes = iter(dims)
        except TypeError:
            pass
    if sizes is not None:
        return tuple([_size(dim) for dim in sizes])
    try:
        return (_size(dims),)
    except TypeError:
        raise TypeError(
            f"Failed to convert {dims!r} to a shape: it is neither one size (such as 10) nor an iterable of "
            "sizes (such as [1, 10, None])"
        ) from None


_sizes_of, _item_of = TensorShape.__iter__, TensorShape.__getitem__


def _asked_inside() -> bool:
    """Tells whether the caller's caller is this library, which counts on ints."""
    return sys._getframe(2).f_globals.get("__name__", "").partition(".")[0] == __name__.partition(".")[0]


def _dimensions_of(shape: TensorShape) -> Iterator[Any]:
    return _sizes_of(shape) if _asked_inside() else map(Dimension, _sizes_of(shape))


def _dimension_of(shape: TensorShape, key: int | slice) -> Any:
    found = _item_of(shape, key)
    return found if type(key) is slice or _asked_inside() else Dimension(found)


def _repr_of_dimensions(shape: TensorShape) -> str:
    return f"TensorShape({None if shape._dims is None else list(map(Dimension, shape._dims))})"


def _str_of_dimensions(shape: TensorShape) -> str:
    if shape._dims is None:
        return "<unknown>"
    sizes = [str(Dimension(size)) for size in shape._dims]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


_WITH_INTS = {name: TensorShape.__dict__[name] for name in ("__iter__", "__getitem__", "__repr__", "__str__")}
_WITH_DIMENSIONS = {
    "__iter__": _dimensions_of,
    "__getitem__": _dimension_of,
    "__repr__": _repr_of_dimensions,
    "__str__": _str_of_dimensions,
}


def give_dimensions(wanted: bool) -> None:
    """Makes the sizes that programs read from shapes `Dimension`s, as in TensorFlow 1, or ints again."""
    for name, method in (_WITH_DIMENSIONS if wanted else _WITH_INTS).items():
        setattr(TensorShape, name, method)
