"""tf.data.Options as the message that travels in ops, with TensorFlow's fields."""

from __future__ import annotations

import enum

from graphwright._src.data import options as own
from graphwright._src.messages.wire import Enum, Field, Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.data.options import OptionsBase


def _optional(number: int, kind: Any, name: str) -> Field:
    return Field(number, kind, oneof=f"optional_{name}")


def _flags(**numbers: int) -> dict[str, Field]:
    return {name: _optional(number, "bool", name) for name, number in numbers.items()}


class AutotuneMessage(Message):
    """The message of AutotuneOptions."""

    __slots__ = ()
    _table = {
        "enabled": _optional(1, "bool", "enabled"),
        "cpu_budget": _optional(2, "int32", "cpu_budget"),
        "ram_budget": _optional(3, "int64", "ram_budget"),
        "autotune_algorithm": _optional(4, Enum({}), "autotune_algorithm"),
        "initial_parallelism": _optional(5, "int64", "initial_parallelism"),
        "min_parallelism": _optional(6, "int64", "min_parallelism"),
    }


class DistributeMessage(Message):
    """The message of DistributeOptions."""

    __slots__ = ()
    _table = {
        "auto_shard_policy": _optional(1, Enum({}), "auto_shard_policy"),
        "num_devices": _optional(2, "int32", "num_devices"),
    }


class OptimizationMessage(Message):
    """The message of OptimizationOptions."""

    __slots__ = ()
    _table = _flags(
        apply_default_optimizations=1,
        filter_fusion=6,
        map_and_batch_fusion=9,
        map_and_filter_fusion=10,
        map_fusion=11,
        map_parallelization=12,
        noop_elimination=14,
        parallel_batch=15,
        shuffle_and_repeat_fusion=17,
        filter_parallelization=18,
        inject_prefetch=19,
        seq_interleave_prefetch=21,
    )


class ServiceMessage(Message):
    """The message of ServiceOptions."""

    __slots__ = ()
    _table = _flags(pinned=1)


class ThreadingMessage(Message):
    """The message of ThreadingOptions."""

    __slots__ = ()
    _table = {
        "max_intra_op_parallelism": _optional(1, "int32", "max_intra_op_parallelism"),
        "private_threadpool_size": _optional(2, "int32", "private_threadpool_size"),
    }


class OptionsMessage(Message):
    """The message of Options."""

    __slots__ = ()
    _table = {
        "deterministic": _optional(1, "bool", "deterministic"),
        "experimental_distribute": Field(2, DistributeMessage),
        "experimental_optimization": Field(3, OptimizationMessage),
        "experimental_slack": _optional(4, "bool", "slack"),
        "threading": Field(5, ThreadingMessage),
        "experimental_external_state_policy": _optional(6, Enum({}), "external_state_policy"),
        "autotune": Field(7, AutotuneMessage),
        "experimental_symbolic_checkpoint": _optional(8, "bool", "symbolic_checkpoint"),
        "experimental_warm_start": _optional(9, "bool", "warm_start"),
        "dataset_name": _optional(10, "string", "dataset_name"),
        "framework_type": Field(11, "string", repeated=True),
        "experimental_service": Field(12, ServiceMessage),
    }


_ENUMS: dict[str, type[enum.Enum]] = {
    "autotune_algorithm": own.AutotuneAlgorithm,
    "auto_shard_policy": own.AutoShardPolicy,
    "experimental_external_state_policy": own.ExternalStatePolicy,
}


def message_of(options: OptionsBase, kind: type[Message] = OptionsMessage) -> Message:
    """Returns the message of a set of options."""
    message = kind()
    fields = kind.DESCRIPTOR.fields_by_name
    for name, value in own.values_of(options).items():
        if value is None:
            continue
        field = fields[name]
        if field.is_message:
            if own.values_of(value):
                getattr(message, name).CopyFrom(message_of(value, field.kind))
        elif field.repeated:
            getattr(message, name).extend(value)
        else:
            setattr(message, name, value.value if isinstance(value, enum.Enum) else value)
    return message


def options_of(message: Message) -> own.Options:
    """Returns the options that a message tells of."""
    return _read(message, own.Options())


def _read(message: Message, options: Any) -> Any:
    for name, field in message.DESCRIPTOR.fields_by_name.items():
        if field.repeated:
            if len(getattr(message, name)):
                own.values_of(options)[name] = list(getattr(message, name))
        elif not message.HasField(name):
            continue
        elif field.is_message:
            _read(getattr(message, name), getattr(options, name))
        else:
            value = getattr(message, name)
            own.values_of(options)[name] = _ENUMS[name](value) if name in _ENUMS else value
    return options
