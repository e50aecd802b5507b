"""The public names of tf.compat.v1.experimental. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.composite.ragged.dynamic_shape import DynamicRaggedShape as DynamicRaggedShape
from graphwright._src.composite.ragged.row_partition import RowPartition as RowPartition
from graphwright._src.composite.structured_tensor import StructuredTensor as StructuredTensor
from graphwright._src.data.optional import Optional as Optional
from graphwright._src.tensor.dispatch import (
    dispatch_for_api as dispatch_for_api,
    dispatch_for_binary_elementwise_apis as dispatch_for_binary_elementwise_apis,
    dispatch_for_binary_elementwise_assert_apis as dispatch_for_binary_elementwise_assert_apis,
    dispatch_for_unary_elementwise_apis as dispatch_for_unary_elementwise_apis,
    unregister_dispatch_for as unregister_dispatch_for,
)
from graphwright._src.tensor.dtypes import DType
from graphwright._src.tensor.extension_type import (
    BatchableExtensionType as BatchableExtensionType,
    ExtensionType as ExtensionType,
    ExtensionTypeBatchEncoder as ExtensionTypeBatchEncoder,
    ExtensionTypeSpec as ExtensionTypeSpec,
)
from graphwright._src.v1.scopes import (
    async_clear_error as async_clear_error,
    async_scope as async_scope,
    function_executor_type as function_executor_type,
    output_all_intermediates as output_all_intermediates,
    register_filesystem_plugin as register_filesystem_plugin,
)
from graphwright._src.v1.strict_mode import enable_strict_mode as enable_strict_mode
from graphwright.compat.v1.experimental import extension_type as extension_type

__all__ = [
    "BatchableExtensionType", "DynamicRaggedShape", "ExtensionType", "ExtensionTypeBatchEncoder", "ExtensionTypeSpec",
    "Optional", "RowPartition", "StructuredTensor", "async_clear_error", "async_scope", "dispatch_for_api",
    "dispatch_for_binary_elementwise_apis", "dispatch_for_binary_elementwise_assert_apis",
    "dispatch_for_unary_elementwise_apis", "enable_strict_mode", "extension_type", "float4_e2m1fn",
    "float8_e4m3b11fnuz", "float8_e4m3fn", "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz",
    "function_executor_type", "int2", "int4", "output_all_intermediates", "register_filesystem_plugin", "uint2",
    "uint4", "unregister_dispatch_for",
]

float4_e2m1fn: DType

float8_e4m3b11fnuz: DType

float8_e4m3fn: DType

float8_e4m3fnuz: DType

float8_e5m2: DType

float8_e5m2fnuz: DType

int2: DType

int4: DType

uint2: DType

uint4: DType
