"""tf.io.decode_proto and tf.io.encode_proto beside TensorFlow: all types of fields, defaults, and bytes that are none."""

import random

import numpy as np
import pytest

import graphwright as gw

descriptors = pytest.importorskip("google.protobuf.descriptor_pb2")
Field = descriptors.FieldDescriptorProto
TYPES = (
    "double float int64 uint64 int32 fixed64 fixed32 bool string bytes uint32 sfixed32 sfixed64 sint32 sint64 enum sub"
)
TYPES = TYPES.split()
DTYPES = (
    "float64 float32 int64 uint64 int32 uint64 uint32 bool string string uint32 int32 int64 int32 int64 int32 string"
).split()


def source(syntax):
    """p.M with an optional and a repeated field of each type, and in proto2 some with defaults; group "g", too."""
    file = descriptors.FileDescriptorProto(name="m.proto", package="p", syntax=syntax)
    enum = file.enum_type.add(name="E")
    for name, number in (("A", 0 if syntax == "proto3" else 3), ("B", 2)):
        enum.value.add(name=name, number=number)
    inner = file.message_type.add(name="Outer").nested_type.add(name="Sub")
    inner.field.add(name="x", number=1, type=Field.TYPE_INT32, label=1)
    message = file.message_type.add(name="M")
    for i, kind in enumerate(TYPES):
        for label in (1, 3):
            more = {"enum": {"type_name": ".p.E"}, "sub": {"type_name": ".p.Outer.Sub"}}.get(kind, {})
            message.field.add(
                name=f"{kind}{label}",
                number=2 * i + label // 2 + 1,
                type=getattr(Field, "TYPE_MESSAGE" if kind == "sub" else f"TYPE_{kind.upper()}"),
                label=label,
                **more,
            )
    if syntax == "proto2":
        defaults = {"int32": "-7", "string": "h\u00e9", "bytes": "a\\001\\x41\\n", "float": "1.1", "double": "-inf"}
        defaults |= {"enum": "B", "bool": "true", "uint64": "18446744073709551615"}
        for i, (kind, text) in enumerate(defaults.items()):
            more = {"type_name": ".p.E"} if kind == "enum" else {}
            message.field.add(
                name=f"default_{kind}",
                number=50 + i,
                type=getattr(Field, f"TYPE_{kind.upper()}"),
                label=1,
                default_value=text,
                **more,
            )
        message.field.add(name="packed", number=60, type=Field.TYPE_SINT64, label=3).options.packed = True
    else:
        message.field.add(name="loose", number=60, type=Field.TYPE_SINT64, label=3).options.packed = False
    return b"bytes://" + descriptors.FileDescriptorSet(file=[file]).SerializeToString()


def fields(syntax):
    found = [(f"{kind}{label}", dtype) for kind, dtype in zip(TYPES, DTYPES, strict=True) for label in (1, 3)]
    if syntax == "proto3":
        return [*found, ("loose", "int64")]
    more = {"int32": "int64", "string": "string", "bytes": "string", "float": "float64", "double": "float64"}
    more |= {"enum": "int32", "bool": "bool", "uint64": "uint64"}
    return [*found, *((f"default_{kind}", dtype) for kind, dtype in more.items()), ("packed", "int64")]


def values(syntax, seed, shape=(2, 2)):
    """Sizes and values for all fields."""
    rng = np.random.default_rng(seed)
    sizes, arrays = [], []
    for name, dtype in fields(syntax):
        width = 3 if name[-1] == "3" or name in ("packed", "loose") else 1
        sizes.append(rng.integers(0, width + 1, shape))
        if dtype == "string":
            words = [b"", b"\x08\x05", b"ab"]
            array = np.array([words[i] for i in rng.integers(0, 3, np.prod((*shape, width)))], object)
        elif dtype == "bool":
            array = rng.integers(0, 2, (*shape, width)).astype(bool)
        elif "float" in dtype:
            array = rng.standard_normal((*shape, width)).astype(dtype)
        else:
            low = 0 if dtype[0] == "u" else -(2**31)
            array = rng.integers(low, 2**31, (*shape, width)).astype(dtype)
        arrays.append(array.reshape((*shape, width)))
    return np.stack(sizes, -1).astype(np.int32), arrays


def encoded(tf, syntax, seed):
    names = [name for name, _ in fields(syntax)]
    sizes, arrays = values(syntax, seed)
    return tf.io.encode_proto(sizes, [tf.constant(array) for array in arrays], names, "p.M", source(syntax)).numpy()


def decoded(tf, data, syntax):
    names, dtypes = zip(*fields(syntax), strict=True)
    try:
        sizes, found = tf.io.decode_proto(data, "p.M", names, [tf.as_dtype(d) for d in dtypes], source(syntax))
    except tf.errors.OpError as error:
        return type(error).__name__
    return [sizes.numpy().tolist(), *([str(x.dtype), x.shape.as_list(), x.numpy().tolist()] for x in found)]


@pytest.mark.parametrize("syntax", ["proto2", "proto3"])
def test_there_and_back(syntax, tensorflow):
    for seed in range(3):
        ours, theirs = (encoded(tf, syntax, seed) for tf in (gw, tensorflow))
        assert ours.tolist() == theirs.tolist()
        assert str(decoded(gw, ours, syntax)) == str(decoded(tensorflow, ours, syntax)).replace("tf.", "")


@pytest.mark.parametrize("syntax", ["proto2", "proto3"])
def test_damaged(syntax, tensorflow):
    """Bytes that are changed, cut or put together are read, or refused, alike."""
    random.seed(3)
    messages = encoded(gw, syntax, 7).ravel().tolist()
    for _ in range(60):
        data = bytearray(random.choice(messages))
        for _ in range(random.randint(0, 3)):
            data[random.randrange(len(data))] = random.choice([random.randrange(256), 0, 255, 1])
        if random.random() < 0.3:
            del data[random.randrange(len(data)) :]
        if random.random() < 0.3:
            data += random.choice(messages)
        ours, theirs = (decoded(tf, [bytes(data), b""], syntax) for tf in (gw, tensorflow))
        assert str(ours) == str(theirs), bytes(data)


@pytest.mark.parametrize(
    "kwargs",
    [
        {"message_type": "p.X"},
        {"field_names": ["zz"]},
        {"field_names": ["int321", "bool1"]},
        {"output_types": ["float32"]},
        {"output_types": ["int32", "int32"]},
        {"descriptor_source": "bytes://zz"},
        {"descriptor_source": "/no/such/file"},
        {"descriptor_source": ""},
        {"descriptor_source": "local://"},
        {"message_format": "json"},
        {"bytes": []},
    ],
    ids=str,
)
def test_refused(kwargs, tensorflow):
    call = {"bytes": [b"\x48\x05"], "message_type": "p.M", "field_names": ["int321"], "output_types": ["int32"]}
    call |= {"descriptor_source": source("proto3"), **kwargs}
    for tf in (gw, tensorflow):
        with pytest.raises(tf.errors.InvalidArgumentError):
            tf.io.decode_proto(**{**call, "bytes": tf.constant(call["bytes"], tf.string)})


@pytest.mark.parametrize(
    ("message_type", "fields", "types"),
    [
        ("tensorflow.Example", ["features"], ["string"]),
        ("tensorflow.NodeDef", ["name", "input", "attr"], ["string"] * 3),
        ("tensorflow.TensorShapeProto.Dim", ["size", "name"], ["int64", "string"]),
        ("tensorflow.SavedSlice", ["name"], ["string"]),
        ("tensorflow.NoSuchMessage", ["name"], ["string"]),
        ("google.protobuf.Any", ["type_url", "value"], ["string", "string"]),
    ],
)
def test_messages_of_the_process(message_type, fields, types, tensorflow):
    """Those of TensorFlow need no description."""
    data = [tensorflow.compat.v1.NodeDef(name="n", input=["a", "b"]).SerializeToString(), b""]

    def outcome(tf):
        try:
            sizes, values = tf.io.decode_proto(data, message_type, fields, types)
            back = tf.io.encode_proto(sizes, values, fields, message_type)
        except tf.errors.InvalidArgumentError:
            return "InvalidArgument"
        except tf.errors.DataLossError:
            return "DataLoss"
        return [each.numpy().tolist() for each in (sizes, *values, back)]

    assert outcome(gw) == outcome(tensorflow)


def test_static_shapes(tensorflow):
    def shapes(tf, spec):
        def both(data):
            sizes, found = tf.io.decode_proto(data, "p.M", ["int323"], [tf.int32], source("proto3"))
            back = tf.io.encode_proto(sizes, found, ["int323"], "p.M", source("proto3"))
            return sizes, found[0], back

        concrete = tf.function(both).get_concrete_function(tf.TensorSpec(spec, tf.string))
        return [
            tf.TensorShape(output.shape).as_list() if output.shape.rank is not None else None
            for output in concrete.outputs
        ]

    for spec in ([None, 3], [2], None):
        assert shapes(gw, spec) == shapes(tensorflow, spec)
    for tf in (gw, tensorflow):
        with pytest.raises(ValueError, match="rank"):
            shapes(tf, [])


def test_what_is_not_there():
    call = {"message_type": "p.M", "field_names": ["sub1"], "output_types": ["string"]}
    with pytest.raises(gw.errors.UnimplementedError, match="sanitize"):
        gw.io.decode_proto([b""], **call, descriptor_source=source("proto3"), sanitize=True)
    with pytest.raises(gw.errors.UnimplementedError, match="text"):
        gw.io.decode_proto([b""], **call, descriptor_source=source("proto3"), message_format="text")
