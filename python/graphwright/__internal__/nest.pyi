"""The public names of tf.__internal__.nest. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.tf_internal import (
    flatten_up_to as flatten_up_to,
    get_traverse_shallow_structure as get_traverse_shallow_structure,
    is_attrs as is_attrs,
    is_mapping as is_mapping,
    list_to_tuple as list_to_tuple,
    map_structure_up_to as map_structure_up_to,
    sequence_like as sequence_like,
    yield_flat_paths as yield_flat_paths,
)
from graphwright._src.tensor.nest import (
    assert_same_structure as assert_same_structure,
    flatten as flatten,
    is_nested as is_nested,
    map_structure as map_structure,
    pack_sequence_as as pack_sequence_as,
)

__all__ = [
    "assert_same_structure", "flatten", "flatten_up_to", "get_traverse_shallow_structure", "is_attrs", "is_mapping",
    "is_nested", "list_to_tuple", "map_structure", "map_structure_up_to", "pack_sequence_as", "sequence_like",
    "yield_flat_paths",
]
