"""Messages of protocol buffers as tensors and back: tf.io.decode_proto, tf.io.encode_proto."""

from __future__ import annotations

from graphwright import _core
from graphwright._src.base.export import export
from graphwright._src.ops import raw_ops
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from graphwright._src.tensor.typing import TensorLike


@export("io.decode_proto")
def decode_proto(
    bytes: TensorLike,
    message_type: str,
    field_names: Sequence[str],
    output_types: Sequence[Any],
    descriptor_source: str | bytes = "local://",
    message_format: str = "binary",
    sanitize: bool = False,
    name: str | None = None,
) -> Any:
    """Fields of serialized messages as tensors (tf.io.decode_proto).

    Args:
      bytes: strings of shape [...], at least one, each a message.
      message_type: the message's name with that of its package, such as "tensorflow.Example".
      field_names: which fields are wanted.
      output_types: the dtype of each: that of the field, int64, uint64 or float64 for narrower numbers, int32 for enums,
        strings for messages.
      descriptor_source: a file with a FileDescriptorSet (as `protoc --descriptor_set_out` writes it), or b"bytes://"
        and its bytes; by default the messages of TensorFlow, and those that the program has imported.
      message_format: "binary". "text" is not there yet.
      sanitize: whether inner messages are written anew; only for fields that are none.
      name: the name of the node in a graph.

    Returns:
      A named tuple of `sizes`, int32 of shape [..., len(field_names)], how many values each message has of each field, and
      `values`, a list of tensors of shape [..., the most of them], filled up with the field's default.

    Raises:
      tf.errors.InvalidArgumentError: no such message or field, a dtype that is not the field's, or no messages.
      tf.errors.DataLossError: bytes that are no message.

    >>> import graphwright as tf
    >>> file = b"\\n\\x05a.txt" + b'"\\x0e\\n\\x01M\\x12\\t\\n\\x01n\\x18\\x01 \\x03(\\x05'
    >>> source = b"bytes://\\n" + len(file).to_bytes(1, "little") + file
    >>> sizes, values = tf.io.decode_proto([b"\\x08\\x05\\x08\\x06", b""], "M", ["n"], [tf.int32], source)
    >>> sizes.numpy().tolist(), values[0].numpy().tolist()
    ([[2], [0]], [[5, 6], [0, 0]])
    """
    return raw_ops.DecodeProtoV2(
        bytes=_core.convert_to_tensor(bytes, dtypes.string),
        message_type=message_type,
        field_names=list(field_names),
        output_types=list(output_types),
        descriptor_source=descriptor_source,
        message_format=message_format,
        sanitize=sanitize,
        name=name,
    )


@export("io.encode_proto")
def encode_proto(
    sizes: TensorLike,
    values: Sequence[Any],
    field_names: Sequence[str],
    message_type: str,
    descriptor_source: str | bytes = "local://",
    name: str | None = None,
) -> Any:
    """Serialized messages with these values in their fields (tf.io.encode_proto).

    Args:
      sizes: int32 of shape [..., len(field_names)]: how many values of each field a message gets.
      values: for each field a tensor of shape [..., n], of which the first ones count.
      field_names: the names of the fields.
      message_type: the message's name with that of its package.
      descriptor_source: as for `tf.io.decode_proto`.
      name: the name of the node in a graph.

    Returns:
      Strings of shape [...].

    Raises:
      tf.errors.InvalidArgumentError: no such message or field, a dtype that is not the field's, shapes that do not go
        together, or a size beyond the values that are there.

    >>> import graphwright as tf
    >>> file = b"\\n\\x05a.txt" + b'"\\x0e\\n\\x01M\\x12\\t\\n\\x01n\\x18\\x01 \\x03(\\x05'
    >>> source = b"bytes://\\n" + len(file).to_bytes(1, "little") + file
    >>> tf.io.encode_proto([[2], [1]], [[[5, 6], [7, 0]]], ["n"], "M", source).numpy().tolist()
    [b'\\x08\\x05\\x08\\x06', b'\\x08\\x07']
    """
    return _core.op("EncodeProto")(
        sizes,
        list(values),
        field_names=list(field_names),
        message_type=message_type,
        descriptor_source=descriptor_source,
        name=name,
    )
