"""tf.data.Options as the message that travels in ops, with TensorFlow's fields."""

from __future__ import annotations

import enum

from graphwright._src.data import options as own
from graphwright._src.messages.classes import Options
from graphwright._src.messages.protos import is_repeated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.data.options import OptionsBase


_ENUMS: dict[str, type[enum.Enum]] = {
    "autotune_algorithm": own.AutotuneAlgorithm,
    "auto_shard_policy": own.AutoShardPolicy,
    "experimental_external_state_policy": own.ExternalStatePolicy,
}


def message_of(options: OptionsBase) -> Options:
    """Returns the message of a set of options."""
    message = Options()
    _fill(message, options)
    for field in message.DESCRIPTOR.fields:
        if field.message_type is not None:  # it is there without an option set inside as well
            getattr(message, field.name).SetInParent()
    return message


def options_of(data: bytes) -> own.Options:
    """Returns the options that a serialized message tells of."""
    return _read(Options.FromString(data), own.Options())


def _field_of(message: Any, option: str) -> Any:
    """Returns the descriptor of an option's field, which is called as it is but for what says that it is an experiment."""
    fields = message.DESCRIPTOR.fields_by_name
    plain = option.removeprefix("experimental_")
    return fields[plain] if plain in fields else fields[f"{plain}_options"]


def _fill(message: Any, options: OptionsBase) -> None:
    for name, value in own.values_of(options).items():
        if value is None:
            continue
        field = _field_of(message, name)
        if field.message_type is not None:
            _fill(getattr(message, field.name), value)
        elif is_repeated(field):
            getattr(message, field.name).extend(value)
        else:
            setattr(message, field.name, value.value if isinstance(value, enum.Enum) else value)


def _read(message: Any, options: Any) -> Any:
    for field in message.DESCRIPTOR.fields:
        plain = field.name.removesuffix("_options")
        name = plain if hasattr(type(options), plain) else f"experimental_{plain}"
        value = getattr(message, field.name)
        if is_repeated(field):
            if len(value):
                own.values_of(options)[name] = list(value)
        elif field.has_presence and not message.HasField(field.name):
            continue
        elif field.message_type is not None:
            if value.ListFields():
                _read(value, getattr(options, name))
        else:
            own.values_of(options)[name] = _ENUMS[name](value) if name in _ENUMS else value
    return options
