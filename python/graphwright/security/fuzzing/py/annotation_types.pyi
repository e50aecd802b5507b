"""The public names of tf.security.fuzzing.py.annotation_types. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.annotation_types import (
    DTypeAnnotation as DTypeAnnotation,
    DTypeAnnotation as _DTypeAnnotation,
)

__all__ = [
    "BFloat16", "Bool", "Complex128", "Complex64", "DTypeAnnotation", "Float16", "Float32", "Float4e2m1fn", "Float64",
    "Float8e4m3b11fnuz", "Float8e4m3fn", "Float8e4m3fnuz", "Float8e5m2", "Float8e5m2fnuz", "Half", "Int16", "Int2",
    "Int32", "Int4", "Int64", "Int8", "QInt16", "QInt32", "QInt8", "QUInt16", "QUInt8", "Resource", "String", "UInt16",
    "UInt2", "UInt32", "UInt4", "UInt64", "UInt8", "Variant",
]

class BFloat16(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.BFloat16)."""

class Bool(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Bool)."""

class Complex128(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Complex128)."""

class Complex64(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Complex64)."""

class Float16(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float16)."""

class Float32(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float32)."""

class Float4e2m1fn(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float4e2m1fn)."""

class Float64(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float64)."""

class Float8e4m3b11fnuz(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float8e4m3b11fnuz)."""

class Float8e4m3fn(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float8e4m3fn)."""

class Float8e4m3fnuz(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float8e4m3fnuz)."""

class Float8e5m2(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float8e5m2)."""

class Float8e5m2fnuz(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Float8e5m2fnuz)."""

class Half(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Half)."""

class Int16(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Int16)."""

class Int2(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Int2)."""

class Int32(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Int32)."""

class Int4(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Int4)."""

class Int64(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Int64)."""

class Int8(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Int8)."""

class QInt16(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.QInt16)."""

class QInt32(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.QInt32)."""

class QInt8(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.QInt8)."""

class QUInt16(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.QUInt16)."""

class QUInt8(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.QUInt8)."""

class Resource(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Resource)."""

class String(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.String)."""

class UInt16(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.UInt16)."""

class UInt2(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.UInt2)."""

class UInt32(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.UInt32)."""

class UInt4(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.UInt4)."""

class UInt64(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.UInt64)."""

class UInt8(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.UInt8)."""

class Variant(_DTypeAnnotation):
    """Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.Variant)."""
