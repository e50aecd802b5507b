"""The structures of elements of data sets: tensors in tuples, dictionaries and the like. A list is one tensor."""

from __future__ import annotations

import sys

from graphwright import _core
from graphwright._src.composite.composite_values import SparseTensorValue, as_composite
from graphwright._src.composite.ragged.ragged_tensor import RaggedTensor, tensor_or_ragged
from graphwright._src.composite.sparse.sparse_tensor import SparseTensor
from graphwright._src.control_flow.tensor_array import TensorArray
from graphwright._src.data.packing import PACKED_SPEC, packing_of
from graphwright._src.tensor import dtypes, nest
from graphwright._src.tensor.composite_tensor import without_weak
from graphwright._src.tensor.extension_type import BatchableExtensionTypeSpec, decode, encode, encoded_specs
from graphwright._src.tensor.tensor_spec import TensorSpec
from graphwright._src.tensor.type_spec import BatchableTypeSpec, NoneTensorSpec, TypeSpec, type_spec_from_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def rebuilt(value: object, leaf: Callable[[Any], Any]) -> Any:
    """Returns the structure with what `leaf` makes of its leaves.

    Unlike for `tf.nest`, lists, ranges and sparse values are leaves.
    """
    if isinstance(value, (list, range, SparseTensorValue)) or not nest.is_nested(value):
        return leaf(value)
    return nest.map_one_level(lambda part: rebuilt(part, leaf), value)


def normalized(value: object) -> Any:
    """Returns the structure with tensors for all that converts to tensors."""
    return rebuilt(value, _normalized_leaf)


def _has_spec(value: object) -> bool:
    """Tells whether it is made of tensors as a spec tells: a composite tensor or a tensor array."""
    return isinstance(getattr(value, "_type_spec", None), TypeSpec) or isinstance(value, TensorArray)


def _normalized_leaf(value: Any) -> Any:
    value = as_composite(value)
    if value is None or isinstance(value, (_core.Tensor, TypeSpec)):
        return value
    if _has_spec(value) and not isinstance(value, _core.ResourceVariable):
        return value
    return _core.convert_to_tensor(without_weak(value), _dtype_of_arrays(value) if isinstance(value, list) else None)


def _dtype_of_arrays(value: list) -> Any:
    """Returns the dtype that arrays in lists have, if all have one.

    It stays, where `tf.constant` makes int32 of small integers.
    """
    np = sys.modules.get("numpy")
    first: Any = value
    while isinstance(first, (list, tuple)) and first:
        first = first[0]
    if np is None or not isinstance(first, np.ndarray):
        return None
    array: Any = first
    same = all(isinstance(leaf, np.ndarray) and leaf.dtype == array.dtype for leaf in nest.flatten(value))
    return dtypes.as_dtype(array.dtype) if same else None


def normalized_as(leaf: TypeSpec, value: Any) -> Any:
    """Returns the value that a spec describes: as a tensor, unless it is a composite one or something else than a tensor."""
    if leaf.value_type is SparseTensor:
        return SparseTensor.from_value(value)
    if leaf.value_type is RaggedTensor:
        return tensor_or_ragged(as_composite(value), "values")
    if isinstance(value, _core.ResourceVariable):
        raise TypeError(f"expected what {leaf} describes, got a variable: {value}")
    if isinstance(value, _core.Tensor) or _has_spec(value):
        return value
    return _core.convert_to_tensor(value, getattr(leaf, "dtype", None))


def spec_of(value: object) -> Any:
    """Returns the structure of specs of a normalized structure of values.

    Raises:
      TypeError: there is something that data sets cannot hold.
    """
    return rebuilt(value, _spec_of_leaf)


def _spec_of_leaf(value: object) -> TypeSpec:
    return TensorSpec(value.shape, value.dtype) if isinstance(value, _core.Tensor) else type_spec_from_value(value)


def leaves(spec: object) -> list[Any]:
    """Returns the specs in a structure, without the composite ones taken apart."""
    return nest.flatten(spec)


def flat_specs(spec: object) -> list[TensorSpec]:
    """Returns the specs of the tensors that make up an element."""
    return [tensor for leaf in leaves(spec) for tensor in ([leaf] if type(leaf) is TensorSpec else _specs_in(leaf))]


def _encoding(leaf: TypeSpec) -> list[TypeSpec] | None:
    """Returns the specs of what values of an extension type go through data sets as, where these are not its plain fields."""
    if not isinstance(leaf, BatchableExtensionTypeSpec):
        return None
    if not hasattr(leaf.value_type, "__batch_encoder__") and not has_packed(encoded_specs(leaf)):
        return None
    return encoded_specs(leaf)


def _specs_in(leaf: TypeSpec) -> list[Any]:
    encoded = _encoding(leaf)
    if encoded is not None:
        return flat_specs(encoded)
    return leaf.flatten() if packing_of(leaf) is None else [PACKED_SPEC]


def attrs_of(spec: object) -> dict[str, list[Any]]:
    """Returns the attributes that ops on data sets have for the tensors of an element."""
    flat = flat_specs(spec)
    return {"output_types": [tensor.dtype for tensor in flat], "output_shapes": [tensor.shape for tensor in flat]}


def to_tensors(spec: object, value: object) -> list[Any]:
    """Returns the tensors of an element. Raises TypeError where it does not fit the spec."""
    return [
        tensor
        for leaf, part in zip(leaves(spec), nest.flatten(value), strict=True)
        for tensor in _tensors_in(leaf, part)
    ]


def _tensors_in(leaf: TypeSpec, value: object) -> list[Any]:
    encoded = _encoding(leaf)
    if encoded is not None:
        parts = encode(leaf, value)
        return [tensor for spec, part in zip(encoded, parts, strict=True) for tensor in _tensors_in(spec, part)]
    packing = packing_of(leaf)
    return leaf.to_tensors(value) if packing is None else [packing.pack(leaf, value)]


def has_packed(spec: object) -> bool:
    """Tells whether an element holds ragged or sparse tensors."""
    return any(packing_of(leaf) is not None or has_packed(_encoding(leaf) or []) for leaf in leaves(spec))


def _has_plain_parts(spec: TypeSpec) -> bool:
    """Tells whether a batch of such values is made of tensors with the rows along the first axis of each."""
    return isinstance(spec, BatchableTypeSpec) and all(
        type(part) is TensorSpec for part in nest.flatten(spec, expand_composites=True)
    )


def with_shapes(specs: list[TypeSpec]) -> list[Any]:
    """Returns the specs, those without a shape of their own as the specs of their parts."""
    found: list[TypeSpec] = []
    for spec in specs:
        if isinstance(spec, BatchableExtensionTypeSpec):
            found += with_shapes(encoded_specs(spec))
        else:
            found += [spec] if hasattr(spec, "shape") else nest.flatten(spec, expand_composites=True)
    return found


def to_rows(spec: object, value: object) -> list[Any]:
    """Returns the tensors of a batch, with its rows along the first axis of each.

    Raises:
      ValueError: there are values of which nobody knows rows.
    """
    found = []
    for leaf, part in zip(leaves(spec), nest.flatten(value), strict=True):
        packing, encoded = packing_of(leaf), _encoding(leaf)
        if encoded is not None:
            found += to_rows(encoded, encode(leaf, part, 1))
        elif packing is not None:
            found.append(packing.pack(leaf, part, rows=True))
        elif type(leaf) is TensorSpec or _has_plain_parts(leaf):
            found += leaf.to_tensors(part)
        else:
            raise ValueError(f"values of type {leaf.value_type} have no rows that could be elements")
    return found


def from_tensors(spec: object, tensors: Any) -> Any:
    """Returns the element that is made up of these tensors."""
    if type(spec) is TensorSpec:
        return tensors[0]
    left = iter(tensors)
    return nest.pack_sequence_as(spec, [_value_of(leaf, left) for leaf in leaves(spec)])


def _value_of(leaf: TypeSpec, tensors: Any) -> Any:
    encoded = _encoding(leaf)
    if encoded is not None:
        return decode(leaf, [_value_of(spec, tensors) for spec in encoded])
    packing = packing_of(leaf)
    return leaf.from_tensors(tensors) if packing is None else packing.unpack(leaf, next(tensors))


def packer(spec: Any) -> Any:
    """Returns what `_core.DataIterator` is to make elements with: None for one tensor, True for a tuple, else a
    function.
    """
    if type(spec) is TensorSpec:
        return None
    if type(spec) is tuple and all(type(leaf) is TensorSpec for leaf in spec):
        return True
    if type(spec) is dict and all(type(leaf) is TensorSpec for leaf in spec.values()):
        keys, order = list(spec), sorted(spec)
        places = [order.index(key) for key in keys]
        if keys == order:
            return lambda tensors: dict(zip(keys, tensors, strict=True))
        return lambda tensors: {key: tensors[place] for key, place in zip(keys, places, strict=True)}
    return lambda tensors: from_tensors(spec, tensors)


def mapped(spec: object, change: Callable[[Any], Any]) -> Any:
    """Returns the structure with other specs."""
    return nest.map_structure(change, spec)


def batched(spec: object, size: int | None) -> Any:
    """Returns the spec of batches of such elements."""
    return mapped(spec, lambda leaf: leaf._batch(size))


def is_spec(value: object) -> bool:
    """Tells whether every leaf of a structure is a spec."""
    return all(isinstance(leaf, TypeSpec) for leaf in nest.flatten(value))


def same_classes(a: object, b: object) -> bool:
    """Tells whether the leaves of two structures of specs are of the same kinds."""
    return [type(leaf) for leaf in leaves(a)] == [type(leaf) for leaf in leaves(b)]


def most_specific(a: object, b: object) -> Any:
    """Returns the structure of specs that describes what either of two structures describes."""
    return nest.map_structure(
        lambda x, y: x if isinstance(x, NoneTensorSpec) else x.most_specific_compatible_type(y), a, b
    )


def flatten_data(value: object) -> list[Any]:
    """Returns the leaves of a structure; lists are leaves."""
    found: list[Any] = []
    rebuilt(value, found.append)
    return found


def map_data(change: Callable[[Any], Any], value: object) -> Any:
    """Returns the structure with what `change` makes of its leaves, in the order of `flatten_data`; lists are leaves."""
    return rebuilt(value, change)


def flatten_up_to(shallow: Any, value: Any) -> list[Any]:
    """Returns the parts of `value` that lie where `shallow` has leaves.

    Raises:
      TypeError, ValueError: `value` is no structure like `shallow`.
    """
    if isinstance(shallow, list) or not nest.is_nested(shallow):
        return [value]
    if isinstance(value, list) or not nest.is_nested(value):
        raise TypeError(f"expected a structure like {shallow}, got {value}")
    if isinstance(shallow, tuple):
        if not isinstance(value, type(shallow)):
            raise TypeError(f"expected a {type(shallow).__name__}, got a {type(value).__name__}: {value}")
        if len(shallow) != len(value):
            raise ValueError(f"expected {len(shallow)} parts, got {len(value)}: {value}")
        return [leaf for a, b in zip(shallow, value, strict=True) for leaf in flatten_up_to(a, b)]
    found: list[Any] = []
    if hasattr(shallow, "keys"):
        if not hasattr(value, "keys") or set(shallow) != set(value):
            raise ValueError(f"expected the keys {list(shallow)}, got {value}")
        for key in sorted(shallow):
            found += flatten_up_to(shallow[key], value[key])
        return found
    nest.assert_same_structure(nest.map_structure(lambda _: 0, shallow), nest.map_structure(lambda _: 0, value))
    return nest.flatten(value)
