"""The public names of tf.compat.v1.compat. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.tensor.tensor_shape import (
    dimension_at_index as dimension_at_index,
    dimension_value as dimension_value,
)
from graphwright._src.v1.compatibility import (
    as_bytes as as_bytes,
    as_str as as_str,
    as_str_any as as_str_any,
    as_text as as_text,
    forward_compatibility_horizon as forward_compatibility_horizon,
    forward_compatible as forward_compatible,
    path_to_str as path_to_str,
)
from typing import Any

__all__ = [
    "as_bytes", "as_str", "as_str_any", "as_text", "bytes_or_text_types", "complex_types", "dimension_at_index",
    "dimension_value", "forward_compatibility_horizon", "forward_compatible", "integral_types", "path_to_str",
    "real_types", "v1", "v2",
]

import graphwright
import graphwright.compat.v1

v1 = graphwright.compat.v1
v2 = graphwright

bytes_or_text_types: tuple[type[Any], ...]

complex_types: tuple[type[Any], ...]

integral_types: tuple[type[Any], ...]

real_types: tuple[type[Any], ...]
