"""Whatever a GraphDef holds, reading it gives a graph or an exception that says what is wrong; nothing else.

GRAPHWRIGHT_FUZZ_GRAPHS sets the number of messages.
"""

import copy
import os
import random

import pytest
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import DecodeError

import graphwright as tf
from graphwright._src.messages.protos import is_repeated

ROUNDS = int(os.environ.get("GRAPHWRIGHT_FUZZ_GRAPHS", "600"))
EXPECTED = (DecodeError, ValueError, NotImplementedError, tf.errors.NotFoundError)


def seeds():
    """GraphDefs of functions with all that a GraphDef can hold."""
    v = tf.Variable([1.0, 2.0])

    def straight(x):
        v.assign(x)
        parts = tf.split(tf.concat([x, v], 0), 2)
        return tf.nn.softmax(parts[0]) + tf.cast(tf.constant([1, 2]), tf.float32), tf.as_string(x)

    def control(x):
        inner = tf.function(lambda a: a * 2.0)
        y = tf.cond(x[0] > 0, lambda: inner(x), lambda: x - v)
        return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y + 1.0), [0, y])

    def lists(x):
        array = tf.TensorArray(tf.float32, 2).unstack(x)
        return array.stack(), tf.switch_case(tf.constant(1), [lambda: x, lambda: x + 1.0])

    def shapes(x):
        y = tf.reshape(tf.tile(x, [3]), [3, -1])
        return tf.transpose(y)[:1, ::2], tf.pad(y, [[1, 1], [0, 0]]), tf.reduce_sum(y, 0)

    for function in (straight, control, lists, shapes):
        traced = tf.function(function, autograph=False).get_concrete_function(tf.TensorSpec([2], tf.float32))
        yield traced.graph.as_graph_def().SerializeToString()


# Graphs of TensorFlow 1: each line has a node's name and op, and its inputs.
FRAMES = [
    """
    x Placeholder
    limit Const
    one Const
    enter Enter x
    fixed Enter limit
    step Enter one
    merge Merge enter next
    less Less merge fixed
    test LoopCond less
    switch Switch merge test
    stay Identity switch:1
    add AddV2 stay step ^inner_done
    next NextIteration add
    exit Exit switch
    after Neg exit
    inner_enter Enter_inner stay
    inner_merge Merge inner_enter inner_next
    inner_fixed Enter_inner fixed
    inner_less Less inner_merge inner_fixed
    inner_test LoopCond inner_less
    inner_switch Switch inner_merge inner_test
    inner_double AddV2 inner_switch:1 inner_switch:1
    inner_next NextIteration inner_double
    inner_exit Exit inner_switch
    inner_done NoOp ^inner_exit
    """,
    """
    x Placeholder
    y Const
    p Less x y
    of_x Switch x p
    of_p Switch p p
    true Identity of_p:1
    print Print of_x:1 of_x:1
    double AddV2 print of_x:1 ^true
    q Less of_x y
    again Switch of_x q
    neg Neg again
    inner Merge neg again:1
    outer Merge inner double ^print
    sum AddV2 outer x
    many _SwitchN sum outer:1
    a Neg many
    b Abs many:1
    c Identity many:2
    chosen Merge a b c
    trigger ControlTrigger ^print ^a
    """,
]
# Ops with attrs beside the dtypes.
_ATTRS = {
    "Placeholder": ["dtype"],
    "Const": ["dtype", "value"],
    "Enter": ["T", "frame_name"],
    "Merge": ["T", "N"],
    "Print": ["T", "U"],
    "_SwitchN": ["T", "num_outs"],
    **dict.fromkeys(("LoopCond", "NoOp", "ControlTrigger"), []),
}


def graph_of(lines):
    """The GraphDef that lines like those of FRAMES tell, all of float32."""
    message = tf.compat.v1.GraphDef()
    for line in lines.strip().splitlines():
        name, op, *inputs = line.split()
        op, _, frame = (op, "", "") if op.startswith("_") else op.partition("_")
        node = message.node.add(name=name, op=op, input=inputs)
        for key in _ATTRS.get(op, ["T"]):
            value = node.attr[key]
            if key in ("dtype", "T"):
                value.type = 10 if name in ("true", "of_p") else 1
            elif key == "value":
                value.tensor.dtype = 1
                value.tensor.float_val.append(9.0 if name == "limit" else 1.0)
            elif key == "frame_name":
                value.s = frame.encode() or b"outer"
            elif key == "U":
                value.list.type.append(1)
            else:
                value.i = 3 if key == "num_outs" else len([text for text in inputs if text[0] != "^"])
    return message.SerializeToString()


SEEDS = [*seeds(), *map(graph_of, FRAMES)]


def read(data):
    """Imports the message that these bytes are, if they are one."""
    message = tf.compat.v1.GraphDef.FromString(data)
    str(message)
    with tf.Graph().as_default() as graph:
        tf.graph_util.import_graph_def(message, name="")
    graph.as_graph_def().SerializeToString()


def try_to_read(data, seed):
    try:
        read(data)
    except EXPECTED as error:
        assert str(error), "the exception says nothing"
    except Exception as error:
        pytest.fail(f"seed {seed}: {type(error).__name__}: {error}")


def test_seeds_can_be_read():
    for data in SEEDS:
        read(data)


def test_graphs_of_frames_run():
    """What is changed below is right to begin with."""
    for lines, fetches, want in (
        (FRAMES[0], ["after:0"], [[-9.5], [-9.0]]),
        (FRAMES[1], ["outer:0", "sum:0", "chosen:0"], [[1.0, 1.5, 1.5], [-3.0, 0.0, 0.0]]),
    ):
        with tf.Graph().as_default() as graph:
            tf.graph_util.import_graph_def(tf.compat.v1.GraphDef.FromString(graph_of(lines)), name="")
        with tf.compat.v1.Session(graph=graph) as session:
            assert [session.run(fetches, {"x:0": x}) for x in (0.5, 3.0)] == want


@pytest.mark.parametrize("part", range(4))
def test_changed_bytes(part):
    for seed in range(part, ROUNDS, 4):
        rng = random.Random(seed)
        data = bytearray(rng.choice(SEEDS))
        for _ in range(rng.choice([1, 1, 2, 5, 20])):
            kind, at = rng.randrange(5), rng.randrange(len(data))
            if kind == 0:
                data[at] = rng.randrange(256)
            elif kind == 1:
                data[at] ^= 1 << rng.randrange(8)
            elif kind == 2:
                del data[at : at + rng.randrange(1, 9)]
            elif kind == 3:
                data[at:at] = rng.randbytes(rng.randrange(1, 9))
            else:
                data[at:] = data[at : at + 300] * 2
            if not data:
                break
        try_to_read(bytes(data), seed)


NUMBERS = [0, 1, -1, 2, 3, 7, 20, 21, 127, 255, 1 << 31, -(1 << 31), (1 << 63) - 1, -(1 << 63)]
TEXTS = [
    "",
    "x",
    "^x",
    "x:0",
    "x:7",
    "Identity",
    "Const",
    "If",
    "While",
    "NoOp",
    "Placeholder",
    "PartitionedCall",
    "Switch",
    "Merge",
    "Enter",
    "Exit",
    "NextIteration",
    "LoopCond",
    "ControlTrigger",
    "outer",
    "no op",
    "ü",
]


KINDS = {
    getattr(FieldDescriptor, f"TYPE_{kind.upper()}"): kind
    for kind in "string bytes bool float double int32 int64 uint32 uint64 sint64 fixed64 fixed32".split()
}
KINDS[FieldDescriptor.TYPE_ENUM] = "int32"


def is_map(field):
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def change(message, rng, depth=0):
    """Changes something inside of the message."""
    field = rng.choice(message.DESCRIPTOR.fields)
    present = [f for f, _ in message.ListFields()]
    if present and rng.random() < 0.85:
        field = rng.choice(present)
    if rng.random() < 0.08:
        message.ClearField(field.name)
        return
    value = getattr(message, field.name)
    of_messages = field.message_type is not None
    if is_map(field):
        items = field.message_type.fields_by_name
        of_messages = items["value"].message_type is not None
        if value and rng.random() < 0.9:
            key = rng.choice(sorted(value, key=str))
            if rng.random() < 0.15:
                del value[key]
            elif of_messages:
                change(value[key], rng, depth + 1)
            else:
                value[key] = rng.choice([*TEXTS, *value.values()])
        elif of_messages:
            change(value[rng.choice(TEXTS) if items["key"].type == field.TYPE_STRING else 1], rng, depth + 1)
    elif is_repeated(field):
        kind = rng.randrange(6)
        if not value or kind == 0:
            add_to(value, field, rng, depth)
        elif kind == 1:
            value.pop(rng.randrange(len(value)))
        elif kind == 2:
            order = [copy.deepcopy(item) for item in rng.sample(list(value), len(value))]
            del value[:]
            value.extend(order)
        elif kind == 3:
            value.append(rng.choice(list(value)))
        elif of_messages:
            change(rng.choice(list(value)), rng, depth + 1)
        else:
            value[rng.randrange(len(value))] = scalar(field, rng)
    elif of_messages:
        change(value, rng, depth + 1)
    else:
        setattr(message, field.name, scalar(field, rng))


def add_to(value, field, rng, depth):
    if field.message_type is None:
        value.append(scalar(field, rng))
    elif depth < 12:
        change(value.add(), rng, depth + 1)


def scalar(field, rng):
    kind = KINDS[field.type]
    if kind == "string":
        return rng.choice(TEXTS)
    if kind == "bytes":
        return rng.choice([b"", b"SAME", b"\0\0\x80?", rng.randbytes(7)])
    if kind == "bool":
        return rng.random() < 0.5
    if kind in ("float", "double"):
        return rng.choice([0.0, -1.0, 1e30, float("nan"), float("inf")])
    bits, unsigned = (64 if "64" in kind else 32), kind.startswith("u")
    least, most = (0, 2**bits - 1) if unsigned else (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)
    return max(least, min(most, rng.choice(NUMBERS)))


def rewire(message, rng):
    """Gives a node's input another source, adds one or takes one away."""
    node, other = rng.choice(message.node), rng.choice(message.node)
    text = rng.choice(["", "", "", "^"]) + other.name
    if text[0] != "^" and rng.random() < 0.3:
        text += f":{rng.randrange(3)}"
    at = rng.randrange(len(node.input) + 1)
    kept = list(node.input)
    kept[at : at + rng.choice([0, 1, 1, 1])] = [text] if rng.random() < 0.85 else []
    node.ClearField("input")
    node.input.extend(kept)
    if rng.random() < 0.2:
        node.op = rng.choice([each.op for each in message.node])


@pytest.mark.parametrize("part", range(4))
def test_rewired_frames(part):
    graphs = [graph_of(lines) for lines in FRAMES]
    for seed in range(part, ROUNDS, 4):
        rng = random.Random(seed)
        message = tf.compat.v1.GraphDef.FromString(rng.choice(graphs))
        for _ in range(rng.choice([1, 1, 2, 3])):
            rewire(message, rng)
        try_to_read(message.SerializeToString(), seed)


@pytest.mark.parametrize("part", range(4))
def test_changed_fields(part):
    for seed in range(part, ROUNDS, 4):
        rng = random.Random(seed)
        message = tf.compat.v1.GraphDef.FromString(rng.choice(SEEDS))
        for _ in range(rng.choice([1, 1, 2, 4])):
            change(message, rng)
        try:
            data = message.SerializeToString()
        except OverflowError:
            continue
        try_to_read(data, seed)


def test_random_bytes():
    for seed in range(ROUNDS):
        rng = random.Random(seed)
        try_to_read(rng.randbytes(rng.randrange(64)), seed)


def test_deep_messages():
    data = b""
    for _ in range(2000):
        size = len(data)
        length = bytearray()
        while size > 127:
            length.append(size & 127 | 128)
            size >>= 7
        length.append(size)
        data = bytes([0x0A]) + bytes(length) + data
    try_to_read(data, "deep")
    with pytest.raises(DecodeError):  # attrs in functions in attrs
        attr = tf.compat.v1.AttrValue()
        innermost = attr
        for _ in range(60):
            innermost = innermost.func.attr["a"]
        innermost.i = 1
        tf.compat.v1.AttrValue.FromString(attr.SerializeToString())


def test_long_chains():
    """Depth of a graph is no depth of the stack."""
    message = tf.compat.v1.GraphDef()
    node = message.node.add(name="n0", op="Placeholder")
    node.attr["dtype"].type = 1
    for i in range(1, 3000):
        node = message.node.add(name=f"n{i}", op="Neg", input=[f"n{i - 1}"])
        node.attr["T"].type = 1
    backwards = list(message.node)[::-1]
    message.ClearField("node")
    message.node.extend(backwards)
    with tf.Graph().as_default() as graph:
        tf.graph_util.import_graph_def(message, name="")
    assert graph.num_operations() == 3000


def test_long_chains_of_functions():
    message = tf.compat.v1.GraphDef()
    for i in range(1500):
        function = message.library.function.add()
        function.signature.name = f"f{i}"
        node = function.node_def.add(name="call", op="PartitionedCall")
        node.attr["f"].func.name = f"f{i + 1}"
        node.attr["Tin"].list.SetInParent()
        node.attr["Tout"].list.SetInParent()
    node = message.node.add(name="call", op="PartitionedCall")
    node.attr["f"].func.name = "f0"
    node.attr["Tin"].list.SetInParent()
    node.attr["Tout"].list.SetInParent()
    with tf.Graph().as_default(), pytest.raises(ValueError):
        tf.graph_util.import_graph_def(message)
