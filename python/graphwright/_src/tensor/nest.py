"""tf.nest: nested structures of lists, tuples, dictionaries and what behaves like them, taken apart and put together.

A structure is a leaf, or a sequence, mapping, named tuple, attrs or dataclass object of structures. Mappings are
flattened in the order of their sorted keys, so that equal dictionaries give equal lists. With `expand_composites`,
composite tensors (ragged, sparse, …) and their specs count as structures of their parts, too.
"""

from __future__ import annotations

from _collections_abc import ItemsView, KeysView, Mapping, MappingView, MutableMapping, Sequence, ValuesView

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.tensor.composite_tensor import CompositeTensor
from graphwright._src.tensor.tensor_shape import TensorShape
from graphwright._src.tensor.types import TraceType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator
    from typing import Any


_LEAF, _SEQUENCE, _MAPPING, _NAMED_TUPLE, _ATTRS, _DATACLASS, _VIEW, _ITEMS_VIEW, _PROXY = range(9)
# What objects of a class are, for classes where the class alone decides. Composite tensors are leaves here.
_KIND_OF_CLASS: dict[type, int] = {
    list: _SEQUENCE,
    tuple: _SEQUENCE,
    dict: _MAPPING,
    type({}.keys()): _VIEW,
    type({}.values()): _VIEW,
    type({}.items()): _ITEMS_VIEW,
    **dict.fromkeys((int, float, bool, complex, str, bytes, type(None), TensorShape), _LEAF),
    **dict.fromkeys((_core.EagerTensor, _core.SymbolicTensor), _LEAF),
}
_MOST_CLASSES = 10_000  # a program that makes classes without end must not fill memory


def kind_of(value: Any) -> int:
    cls = type(value)
    kind = _KIND_OF_CLASS.get(cls)
    if kind is None:
        kind = _kind_of_class(cls, value)
        if len(_KIND_OF_CLASS) < _MOST_CLASSES:
            _KIND_OF_CLASS[cls] = kind
    if kind == _PROXY and kind_of(value.__wrapped__) == _LEAF:
        return _LEAF
    return kind


def _kind_of_class(cls: type, value: object) -> int:
    # A proxy (wrapt.ObjectProxy) says that it is of the class that it wraps, so it comes first.
    if any(base.__name__ == "ObjectProxy" for base in cls.__mro__) and hasattr(value, "__wrapped__"):
        return _PROXY
    if issubclass(cls, (str, TensorShape)):
        return _LEAF
    if issubclass(cls, Mapping):
        return _MAPPING
    if issubclass(cls, ItemsView):
        return _ITEMS_VIEW
    if issubclass(cls, (KeysView, ValuesView, MappingView)):
        return _VIEW
    if hasattr(cls, "__attrs_attrs__"):
        return _ATTRS
    if hasattr(cls, "__tf_flatten__") and hasattr(cls, "__tf_unflatten__"):
        return _DATACLASS
    fields = getattr(cls, "_fields", None)
    if isinstance(fields, tuple) and issubclass(cls, tuple):
        return _NAMED_TUPLE if all(isinstance(name, str) for name in fields) else _SEQUENCE
    if issubclass(cls, Sequence) and not issubclass(cls, (bytes, CompositeTensor, TraceType)):
        return _SEQUENCE
    return _LEAF


def _sorted_keys(mapping: Any) -> list[Any]:
    try:
        return sorted(mapping)
    except TypeError:
        raise TypeError(f"nest: cannot sort the keys of {type(mapping).__name__}, got {list(mapping)}") from None


def children_of(value: Any, kind: int) -> Any:
    """Returns the parts of a structure that is not a leaf, in the order in which they are flattened."""
    if kind == _SEQUENCE or kind == _NAMED_TUPLE:
        return value
    if kind == _MAPPING:
        return [value[key] for key in _sorted_keys(value)]
    if kind == _ATTRS:
        return [getattr(value, field.name) for field in type(value).__attrs_attrs__]
    if kind == _DATACLASS:
        return value.__tf_flatten__()[1]
    if kind == _PROXY:
        wrapped = value.__wrapped__
        return children_of(wrapped, kind_of(wrapped))
    return list(value)  # a view; the pairs of an items view are tuples


def is_composite(value: object) -> bool:
    if isinstance(value, TraceType):
        return getattr(value, "_describes_composite", False)
    return isinstance(value, CompositeTensor)


def _spec_of(composite: Any) -> Any:
    return composite if isinstance(composite, TraceType) else composite._type_spec


def _components(composite: object) -> Any:
    spec = _spec_of(composite)
    return spec._component_specs if spec is composite else spec._to_components(composite)


def _flatten_into(value: object, leaves: list[Any], expand_composites: bool) -> None:
    kind = kind_of(value)
    if kind != _LEAF:
        for child in children_of(value, kind):
            _flatten_into(child, leaves, expand_composites)
    elif expand_composites and is_composite(value):
        _flatten_into(_components(value), leaves, True)
    else:
        leaves.append(value)


@export("nest.is_nested", "__internal__.nest.is_nested")
def is_nested(seq: object) -> bool:
    """Tells whether `seq` is a structure rather than a leaf. Strings, tensors, arrays and sets are leaves.

    >>> import graphwright as tf
    >>> tf.nest.is_nested((1, 2)), tf.nest.is_nested("ab")
    (True, False)
    """
    return kind_of(seq) != _LEAF


@export("nest.flatten", "__internal__.nest.flatten")
def flatten(structure: object, expand_composites: bool = False) -> list[Any]:
    """Returns the leaves of a structure as a list; a leaf gives a list of itself.

    Args:
      structure: any object.
      expand_composites: whether composite tensors are taken apart, too.

    Raises:
      TypeError: the keys of a mapping cannot be sorted.

    >>> import graphwright as tf
    >>> tf.nest.flatten({"b": [1, 2], "a": (3, {"c": 4})})
    [3, 4, 1, 2]
    """
    leaves: list[Any] = []
    _flatten_into(structure, leaves, expand_composites)
    return leaves


@export("nest.pack_sequence_as", "__internal__.nest.pack_sequence_as")
def pack_sequence_as(structure: object, flat_sequence: Collection[Any], expand_composites: bool = False) -> Any:
    """Returns a structure like `structure` whose leaves are the items of `flat_sequence`: the inverse of `flatten`.

    Args:
      structure: any object.
      flat_sequence: a sequence (list, tuple, …) with as many items as `structure` has leaves.
      expand_composites: whether the items are the parts of composite tensors.

    Raises:
      TypeError: `flat_sequence` is not a sequence.
      ValueError: it has another number of items than `structure` has leaves.

    >>> import graphwright as tf
    >>> tf.nest.pack_sequence_as({"b": [0, 0], "a": 0}, [1, 2, 3])
    {'b': [2, 3], 'a': 1}
    """
    if kind_of(flat_sequence) == _LEAF:
        raise TypeError(
            f"pack_sequence_as: flat_sequence must be a list or another sequence, got {flat_sequence!r} of "
            f"{type(flat_sequence)}"
        )
    items = flat_sequence if type(flat_sequence) in (list, tuple) else flatten_one_level(flat_sequence)
    count = len(flatten(structure, expand_composites))
    if count != len(items):
        if kind_of(structure) == _LEAF:
            raise ValueError(
                f"pack_sequence_as: the structure is a leaf of {type(structure)}, {structure!r}, but flat_sequence has "
                f"{len(items)} items: {flat_sequence!r}"
            )
        raise ValueError(
            f"Could not pack sequence. Structure had {count} atoms, but flat_sequence had {len(items)} items.  "
            f"Structure: {structure!r}, flat_sequence: {flat_sequence!r}."
        )
    return _pack(structure, iter(items), expand_composites)


def _pack(structure: object, leaves: Iterator[Any], expand_composites: bool) -> Any:
    kind = kind_of(structure)
    if kind != _LEAF:
        children = [_pack(child, leaves, expand_composites) for child in children_of(structure, kind)]
        return _rebuild(structure, kind, children)
    if expand_composites and is_composite(structure):
        spec = _spec_of(structure)
        return spec._from_components(_pack(spec._component_specs, leaves, True))
    return next(leaves)


def _rebuild(structure: Any, kind: int, children: list[Any]) -> Any:
    """Returns an object like `structure` with these parts."""
    cls = type(structure)
    if kind == _SEQUENCE:
        if cls is list:
            return children
        if cls is range:
            return children
        return cls(children)
    if kind == _MAPPING:
        return _rebuild_mapping(structure, cls, dict(zip(_sorted_keys(structure), children, strict=True)))
    if kind == _NAMED_TUPLE or kind == _ATTRS:
        return cls(*children)
    if kind == _DATACLASS:
        return cls.__tf_unflatten__(structure.__tf_flatten__()[0], tuple(children))
    if kind == _PROXY:
        wrapped = structure.__wrapped__
        return cls(_rebuild(wrapped, kind_of(wrapped), children))
    return children  # of a view


def _rebuild_mapping(structure: Any, cls: Any, values: dict[Any, Any]) -> Any:
    pairs = [(key, values[key]) for key in structure]  # the order of the keys is kept
    if cls is dict:
        return dict(pairs)
    if issubclass(cls, dict) and hasattr(cls, "__wrapped__"):  # a dict that wraps another one
        wrapped = structure.__wrapped__
        return cls(_rebuild_mapping(wrapped, type(wrapped), values))
    made = _empty_mapping(structure, cls) if issubclass(cls, MutableMapping) else None
    if made is not None:  # not made of the pairs: a Counter would count them, a ChainMap would chain them
        for key, value in pairs:
            made[key] = value
        return made
    try:
        made = cls(pairs)  # type: ignore[call-arg]  # what a class of mappings takes
        if len(made) != len(pairs):  # the constructor took them for something else
            raise TypeError(f"it has {len(made)} items, not {len(pairs)}")
        return made
    except Exception as error:
        raise TypeError(
            f"nest: cannot make a {cls.__name__} like {structure!r}: its constructor must take an iterable of pairs of "
            f"key and value, but raised {type(error).__name__}: {error}"
        ) from error


def _empty_mapping(structure: object, cls: type) -> Any:
    """Returns an empty mapping of the class of `structure`; None if its constructor wants arguments."""
    factory = getattr(structure, "default_factory", None)
    for args in ((factory,), ()) if factory is not None else ((),):
        try:
            made = cls(*args)
        except TypeError:
            continue
        if len(made) == 0:
            return made
    return None


def flatten_one_level(structure: object) -> list[Any]:
    """Returns the parts of a structure that is not a leaf, in the order in which `flatten` meets them."""
    kind = kind_of(structure)
    if kind == _MAPPING:  # a flat sequence is indexed by position
        raise KeyError(0)
    return list(children_of(structure, kind))


def map_one_level(func: Callable[[Any], Any], structure: object) -> Any:
    """Returns a structure like `structure`, which is no leaf, with what `func` makes of its parts."""
    kind = kind_of(structure)
    return _rebuild(structure, kind, [func(part) for part in children_of(structure, kind)])


@export("nest.assert_same_structure", "__internal__.nest.assert_same_structure")
def assert_same_structure(
    nest1: object, nest2: object, check_types: bool = True, expand_composites: bool = False
) -> None:
    """Raises unless two structures have their leaves at the same places.

    Args:
      nest1: any object.
      nest2: any object.
      check_types: whether the classes of sequences must be the same, too, and the keys of mappings. All mappings count
        as the same class, and so do named tuples with the same name and fields, and lists and classes derived from it.
      expand_composites: whether composite tensors are structures, too; then their specs must be compatible.

    Raises:
      TypeError: classes differ.
      ValueError: the number of parts or the keys differ, or a leaf stands opposite a structure.

    >>> import graphwright as tf
    >>> tf.nest.assert_same_structure([1, (2, 3)], ["a", ("b", "c")])
    """
    try:
        _assert_same(nest1, nest2, check_types, expand_composites)
    except (TypeError, ValueError) as error:
        raise type(error)(
            "The two structures don't have the same nested structure.\n\n"
            f"First structure: {_describe(nest1)}\n\nSecond structure: {_describe(nest2)}\n\n"
            f"More specifically: {error}\n"
            f"Entire first structure:\n{_skeleton(nest1)}\nEntire second structure:\n{_skeleton(nest2)}"
        ) from None


def _assert_same(a: Any, b: Any, check_types: bool, expand_composites: bool) -> None:
    kind_a, kind_b = kind_of(a), kind_of(b)
    nested_a = kind_a != _LEAF or (expand_composites and is_composite(a))
    nested_b = kind_b != _LEAF or (expand_composites and is_composite(b))
    if not nested_a and not nested_b:
        return
    if nested_a != nested_b:
        nested, leaf = (a, b) if nested_a else (b, a)
        raise ValueError(f'Substructure "{_describe(nested)}" is a sequence, while "{_describe(leaf)}" is not')
    if kind_a == _LEAF or kind_b == _LEAF:
        _assert_same_composites(a, b, kind_a == _LEAF and kind_b == _LEAF, check_types)
        return
    if kind_a == _PROXY:
        a = a.__wrapped__
        kind_a = kind_of(a)
    if kind_b == _PROXY:
        b = b.__wrapped__
        kind_b = kind_of(b)
    if check_types:
        _assert_same_class(a, kind_a, b, kind_b)
    parts_a, parts_b = list(children_of(a, kind_a)), list(children_of(b, kind_b))
    if len(parts_a) != len(parts_b):
        raise ValueError(
            f"The two structures don't have the same number of elements. First structure: {_describe(a)}. "
            f"Second structure: {_describe(b)}"
        )
    for part_a, part_b in zip(parts_a, parts_b, strict=True):
        _assert_same(part_a, part_b, check_types, expand_composites)


def _assert_same_class(a: Any, kind_a: int, b: Any, kind_b: int) -> None:
    if kind_a == _MAPPING and kind_b == _MAPPING and set(a) != set(b):
        raise ValueError(
            "The two dictionaries don't have the same set of keys. First structure has keys "
            f"{_describe(list(a))}, while second structure has keys {_describe(list(b))}"
        )
    if not _are_alike(a, kind_a, b, kind_b):
        raise TypeError(
            f"The two structures don't have the same sequence type. First structure {_describe(a)} has type "
            f"{_class_of(a).__name__}, while second structure {_describe(b)} has type {_class_of(b).__name__}"
        )


def _are_alike(a: Any, kind_a: int, b: Any, kind_b: int) -> bool:
    class_a, class_b = _class_of(a), _class_of(b)
    if class_a is class_b or kind_a == kind_b == _MAPPING:
        return True
    if kind_a == kind_b == _NAMED_TUPLE:
        return class_a.__name__ == class_b.__name__ and class_a._fields == class_b._fields
    return isinstance(a, list) and isinstance(b, list)


def may_stand_for(structure: Any, shallow: Any) -> bool:
    """Tells whether a structure may be given where a shallower one has one of its own kind: a subclass of it may, too."""
    structure, shallow = (s.__wrapped__ if kind_of(s) == _PROXY else s for s in (structure, shallow))
    return _are_alike(shallow, kind_of(shallow), structure, kind_of(structure)) or isinstance(
        structure, _class_of(shallow)
    )


def _class_of(value: Any) -> type:
    """Returns the class of a structure, or of what it wraps."""
    return getattr(type(value), "_wrapped_class", None) or value.__class__


def _assert_same_composites(a: object, b: object, both: bool, check_types: bool) -> None:
    if not both:
        raise TypeError(f"Only one of the two is a composite tensor: {_describe(a)} vs. {_describe(b)}")
    spec_a, spec_b = _spec_of(a), _spec_of(b)
    if type(spec_a) is not type(spec_b) or spec_a.most_specific_common_supertype([spec_b]) is None:
        raise ValueError(f"Incompatible CompositeTensor TypeSpecs: {_describe(spec_a)} vs. {_describe(spec_b)}")
    _assert_same(spec_a._component_specs, spec_b._component_specs, check_types, True)


@export("nest.map_structure", "__internal__.nest.map_structure", calls_functions=True)
def map_structure(func: Callable[..., Any], *structure: object, **kwargs: bool) -> Any:
    """Returns a structure whose leaves are `func` of the leaves of the given ones, which must have the same structure.

    Args:
      func: called with one leaf of each structure.
      *structure: one or more structures; the result is built like the first.
      **kwargs: `check_types` and `expand_composites` as in `assert_same_structure`.

    Raises:
      TypeError: `func` cannot be called, or the classes of the structures differ.
      ValueError: no structure is given, they differ, or there is another keyword argument.

    >>> import graphwright as tf
    >>> tf.nest.map_structure(lambda x, y: x + y, {"a": 1, "b": (2, 3)}, {"a": 10, "b": (20, 30)})
    {'a': 11, 'b': (22, 33)}
    """
    if not callable(func):
        raise TypeError(f"func must be callable, got: {func}")
    if not structure:
        raise ValueError("Must provide at least one structure")
    check_types = kwargs.pop("check_types", True)
    expand_composites = kwargs.pop("expand_composites", False)
    if kwargs:
        names = "`, `".join(kwargs)
        raise ValueError(f"Only valid keyword arguments are `check_types` and `expand_composites`, not: `{names}`")
    for other in structure[1:]:
        assert_same_structure(structure[0], other, check_types, expand_composites)
    leaves = [flatten(one, expand_composites) for one in structure]
    return _pack(structure[0], iter([func(*row) for row in zip(*leaves, strict=True)]), expand_composites)


def map_structure_with_paths(func: Callable[..., Any], *structure: object, **kwargs: bool) -> Any:
    """As `map_structure`, but `func` gets the path of the leaf first: keys and indices, joined with slashes."""
    paths = ["/".join(map(str, path)) for path, _ in flatten_with_paths(structure[0])]
    remaining = iter(paths)
    return map_structure(lambda *leaves: func(next(remaining), *leaves), *structure, **kwargs)


def flatten_with_paths(structure: object, expand_composites: bool = False) -> list[tuple[tuple, Any]]:
    """Pairs of path and leaf, in the order of `flatten`. A path is a tuple of keys, field names and indices."""
    found: list[tuple[tuple, Any]] = []
    _add_with_paths(structure, (), expand_composites, found)
    return found


def _add_with_paths(value: object, path: tuple, expand_composites: bool, found: list[tuple[tuple, Any]]) -> None:
    kind = kind_of(value)
    if kind != _LEAF:
        for name, child in zip(names_of_children(value, kind), children_of(value, kind), strict=True):
            _add_with_paths(child, (*path, name), expand_composites, found)
    elif expand_composites and is_composite(value):
        _add_with_paths(_components(value), path, expand_composites, found)
    else:
        found.append((path, value))


def names_of_children(value: Any, kind: int) -> Any:
    if kind == _MAPPING:
        return _sorted_keys(value)
    if kind == _NAMED_TUPLE:
        return value._fields
    if kind == _ATTRS:
        return [field.name for field in type(value).__attrs_attrs__]
    if kind == _PROXY:
        return names_of_children(value.__wrapped__, kind_of(value.__wrapped__))
    return range(len(list(children_of(value, kind))))


def _describe(value: object) -> str:
    return f"type={type(value).__name__} str={value}"


class _Dot:
    def __repr__(self) -> str:
        return "."


def _skeleton(structure: object) -> str:
    """Returns the structure's text with a dot for each leaf."""
    dots = [_Dot()] * len(flatten(structure))
    try:
        return str(_pack(structure, iter(dots), False))
    except Exception:  # a class that takes no dots
        return f"<{type(structure).__name__} of {len(dots)} leaves>"
