"""The messages in which TensorFlow's profiler of plain graphs tells what it found."""

from __future__ import annotations

from graphwright._src.base.export import export_value
from graphwright._src.messages.graph import DataType, TensorShapeProto
from graphwright._src.messages.wire import Field, Message


class Checker(Message):
    """AdviceProto.Checker."""

    __slots__ = ()
    _table = {"reports": Field(2, "string", repeated=True)}


class AdviceProto(Message):
    """Advice, by the name of what found it."""

    __slots__ = ()
    _table = {"checkers": Field(1, Checker, key="string")}
    Checker = Checker


class TFProfTensorProto(Message):
    """The values of a tensor."""

    __slots__ = ()
    _table = {
        "dtype": Field(1, DataType),
        "value_double": Field(2, "double", repeated=True),
        "value_int64": Field(3, "int64", repeated=True),
        "value_str": Field(4, "string", repeated=True),
    }


def _by_number(table: dict[str, Field]) -> dict[str, Field]:
    """Returns a table in the order in which messages are written."""
    return dict(sorted(table.items(), key=lambda item: item[1].number))


def _counts(numbers: dict[str, int]) -> dict[str, Field]:
    return {name: Field(number, "int64") for name, number in numbers.items()}


class GraphNodeProto(Message):
    """Times and sizes of a node, and of all below it."""

    __slots__ = ()


GraphNodeProto.set_table(
    _by_number(
        {
            "name": Field(1, "string"),
            "tensor_value": Field(15, TFProfTensorProto),
            **_counts({"run_count": 21, "exec_micros": 2, "accelerator_exec_micros": 17, "cpu_exec_micros": 18}),
            **_counts({"requested_bytes": 3, "peak_bytes": 24, "residual_bytes": 25, "output_bytes": 26}),
            **_counts({"parameters": 4, "float_ops": 13}),
            "devices": Field(10, "string", repeated=True),
            **_counts({"total_definition_count": 23, "total_run_count": 22, "total_exec_micros": 6}),
            **_counts({"total_accelerator_exec_micros": 19, "total_cpu_exec_micros": 20}),
            **_counts({"total_requested_bytes": 7, "total_peak_bytes": 27, "total_residual_bytes": 28}),
            **_counts({"total_output_bytes": 29, "total_parameters": 8, "total_float_ops": 14}),
            "shapes": Field(11, TensorShapeProto, repeated=True),
            "input_shapes": Field(16, TensorShapeProto, key="int32"),
            "children": Field(12, GraphNodeProto, repeated=True),
        }
    )
)


class MultiGraphNodeProto(Message):
    """Times and sizes of several nodes under one name, and of all below it."""

    __slots__ = ()


MultiGraphNodeProto.set_table(
    _by_number(
        {
            "name": Field(1, "string"),
            **_counts({"exec_micros": 2, "accelerator_exec_micros": 12, "cpu_exec_micros": 13}),
            **_counts({"requested_bytes": 3, "peak_bytes": 16, "residual_bytes": 17, "output_bytes": 18}),
            **_counts({"parameters": 4, "float_ops": 5, "total_exec_micros": 6}),
            **_counts({"total_accelerator_exec_micros": 14, "total_cpu_exec_micros": 15}),
            **_counts({"total_requested_bytes": 7, "total_peak_bytes": 19, "total_residual_bytes": 20}),
            **_counts({"total_output_bytes": 21, "total_parameters": 8, "total_float_ops": 9}),
            "graph_nodes": Field(10, GraphNodeProto, repeated=True),
            "children": Field(11, MultiGraphNodeProto, repeated=True),
        }
    )
)


class Trace(Message):
    """CodeDef.Trace."""

    __slots__ = ()
    _table = {
        "lineno": Field(2, "int32"),
        "func_start_line": Field(5, "int32"),
        "file_id": Field(6, "int64"),
        "function_id": Field(7, "int64"),
        "line_id": Field(8, "int64"),
    }


class CodeDef(Message):
    """The lines of a program in which a node was made."""

    __slots__ = ()
    _table = {"traces": Field(1, Trace, repeated=True)}
    Trace = Trace


class OpLogEntry(Message):
    """A node's number of operations, its kinds and lines."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "float_ops": Field(2, "int64"),
        "types": Field(3, "string", repeated=True),
        "code_def": Field(4, CodeDef),
    }


class OpLogProto(Message):
    """Entries of nodes, and the texts that their numbers stand for."""

    __slots__ = ()
    _table = {
        "log_entries": Field(1, OpLogEntry, repeated=True),
        "id_to_string": Field(2, "string", key="int64"),
    }


for _message in (AdviceProto, GraphNodeProto, MultiGraphNodeProto, OpLogProto):
    export_value(f"compat.v1.profiler.{_message.__name__}", _message)
