"""The public names of tf.compat.v1.ragged. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.composite.composite_values import RaggedTensorValue as RaggedTensorValue
from graphwright._src.composite.ragged.construction import (
    boolean_mask as boolean_mask,
    constant as constant,
    constant_value as constant_value,
    map_flat_values as map_flat_values,
    range as range,
    row_splits_to_segment_ids as row_splits_to_segment_ids,
    segment_ids_to_row_splits as segment_ids_to_row_splits,
    stack_dynamic_partitions as stack_dynamic_partitions,
)
from graphwright._src.composite.ragged.joining import stack as stack
from graphwright._src.composite.sparse.crossing import ragged_cross as cross, ragged_cross_hashed as cross_hashed
from graphwright._src.v1.placeholders import ragged_placeholder as placeholder

__all__ = [
    "RaggedTensorValue", "boolean_mask", "constant", "constant_value", "cross", "cross_hashed", "map_flat_values",
    "placeholder", "range", "row_splits_to_segment_ids", "segment_ids_to_row_splits", "stack",
    "stack_dynamic_partitions",
]
