"""tf.security.fuzzing.py.annotation_types: names of dtypes for annotations of functions."""

from __future__ import annotations

from graphwright._src.base.export import export, export_value


@export("security.fuzzing.py.annotation_types.DTypeAnnotation", v1="")
class DTypeAnnotation:
    """The base of the names (tf.security.fuzzing.py.annotation_types.DTypeAnnotation)."""


_NAMES = """
BFloat16 Bool Complex128 Complex64 Float16 Float32 Float4e2m1fn Float64 Float8e4m3b11fnuz Float8e4m3fn Float8e4m3fnuz Float8e5m2
Float8e5m2fnuz Half Int16 Int2 Int32 Int4 Int64 Int8 QInt16 QInt32 QInt8 QUInt16 QUInt8 Resource String UInt16 UInt2 UInt32 UInt4
UInt64 UInt8 Variant
"""
for _name in _NAMES.split():
    _doc = f"Stands for tensors of one dtype in annotations (tf.security.fuzzing.py.annotation_types.{_name})."
    _made = type(_name, (DTypeAnnotation,), {"__doc__": _doc, "__module__": __name__})
    export_value(f"security.fuzzing.py.annotation_types.{_name}", _made, __name__, v1="")
