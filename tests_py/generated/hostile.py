"""Calls that nobody means: every op and every row of rules/samples/ with sizes, axes, indices and bytes that fit nothing.

`python tests_py/generated/hostile.py --seed 3 --count 200 MatMul nn.softmax` makes 200 calls for each name (ops of the
registry and names of rows; all when none is given), prints what is wrong, and ends with 1 if anything is. Right is a result,
or an exception of the classes that wrong arguments have; wrong is the end of the process, any other exception, and a call
without an end.
"""

import argparse
import copy
import os
import random
import sys
import traceback

import numpy as np

import graphwright as tf
from rules import known_gaps
from rules.samples.table import SAMPLES
from rules.uncalled_ops import UNCALLED
from support.isolated import run_isolated
from support.sampling import to_tensor

# fmt: off
INTEGERS = (
    -(2**63), -(2**62), -(2**31) - 1, -(2**31), -128, -2, -1, 0, 1, 2, 3, 7, 2**31 - 1, 2**31, 2**40, 2**62, 2**63 - 1,
)
SHAPES = (
    (), (0,), (1,), (2,), (3,), (2, 3), (3, 2), (0, 2), (1, 1, 1), (2, 2, 3), (2, 4, 4, 1), (1, 0, 2, 3), (1,) * 9,
)
STRINGS = (
    b"", b"a", b"1.5", b"-", b"\xff\xfe", b"\x00", b"\xed\xa0\x80", b"=", b"ab==", b"aGk", b"Inf", b"1e999", b"0x1p3",
    b"%d", b"{}", b"\\", b"(", b"a{1000}{1000}", b"(a*)*b", b"[z-a]", b"\\p{Foo}", b"x" * 300, b"UTF-8", b"UTF-16-BE",
    b"SAME", b"VALID", b"NHWC", b"NCHW", b"EXPLICIT", b"REFLECT", b"ij,jk->ik", b"...i->i...", b"strict", b"replace",
)
# fmt: on
FLOATS = (0.0, -0.0, 1.0, -1.5, 1e38, -1e38, 1e-45, 3e9, float("nan"), float("inf"), float("-inf"))
# What wrong arguments raise. An exception of our own Python code other than these is a slip.
RIGHT = (
    tf.errors.InvalidArgumentError,
    tf.errors.OutOfRangeError,
    tf.errors.ResourceExhaustedError,
    tf.errors.NotFoundError,
    tf.errors.UnimplementedError,
    tf.errors.FailedPreconditionError,
    tf.errors.DataLossError,  # elements of data sets that do not fit into a batch, as in TensorFlow
    ValueError,
    TypeError,
    NotImplementedError,
    OverflowError,
    IndexError,
)
# Ops with arguments, such as indices that nobody has looked at, of which TensorFlow, too, says an internal error.
INTERNAL_IN_TENSORFLOW = ("SetSize", "SparseSetOperation", "EditDistance", "ParameterizedTruncatedNormal")
# What holds quantized numbers, which NumPy does not know.
PLAIN = {tf.qint8: tf.int8, tf.quint8: tf.uint8, tf.qint16: tf.int16, tf.quint16: tf.uint16, tf.qint32: tf.int32}
MEMORY = 1 << 29  # bytes that the calls may ask for
SECONDS = 20  # that one call may take


def hostile_array(rng, dtype, shape=None):
    """A tensor's value: any shape, any numbers."""
    shape = rng.choice(SHAPES) if shape is None else shape
    count = int(np.prod(shape))
    if dtype == tf.string:
        made = np.empty(count, object)
        made[:] = [rng.choice(STRINGS) for _ in range(count)]
        return made.reshape(shape)
    if dtype.is_floating or dtype.is_complex:
        numbers = [rng.choice(FLOATS) if rng.random() < 0.2 else rng.uniform(-3, 3) for _ in range(count)]
    elif dtype == tf.bool:
        numbers = [rng.random() < 0.5 for _ in range(count)]
    else:
        low, high = int(dtype.min), int(dtype.max)
        wild = rng.random() < 0.5
        numbers = [min(max(rng.choice(INTEGERS) if wild else rng.randint(-1, 4), low), high) for _ in range(count)]
    with np.errstate(all="ignore"):
        return np.array(numbers, dtype=object).astype(dtype.as_numpy_dtype).reshape(shape)


def hostile_attribute(rng, attribute):
    """An attribute's value of the right kind, or now and then of none."""
    kind = attribute["type"]
    if attribute["has_default"] and rng.random() < 0.4:
        return attribute["default"]
    if attribute["allowed_types"] or kind == "type":
        return rng.choice(
            attribute["allowed_types"] or [tf.float32, tf.int32, tf.int64, tf.string, tf.bool, tf.variant]
        )
    one = {
        "int": lambda: rng.choice(INTEGERS) if rng.random() < 0.5 else rng.randint(0, 4),
        "float": lambda: rng.choice(FLOATS),
        "bool": lambda: rng.random() < 0.5,
        "string": lambda: rng.choice(STRINGS),
        "shape": lambda: [
            rng.choice(INTEGERS) if rng.random() < 0.3 else rng.randint(-1, 4) for _ in range(rng.randint(0, 4))
        ],
        "type": lambda: rng.choice([tf.float32, tf.int32, tf.string]),
        "tensor": lambda: tf.constant(1.0),
    }.get(kind.removeprefix("list(").rstrip(")"))
    if one is None:
        return None
    return [one() for _ in range(rng.choice((0, 1, 2, 3, 4, 4, 5)))] if kind.startswith("list(") else one()


def op_call(rng, name):
    """A call of an op with any tensors and attributes: the text of it, and the call."""
    definition = tf._core.op_def(name)
    attributes = {a["name"]: a for a in definition["attrs"]}
    types = {}
    inputs, quantized = [], []
    for argument in definition["inputs"]:
        allowed = attributes.get(argument["type_attr"], {}).get("allowed_types") or [
            tf.float32,
            tf.int32,
            tf.string,
            tf.bool,
        ]
        allowed = [dtype for dtype in allowed if not dtype.is_quantized] or allowed
        if argument["type_attr"]:
            dtype = types.setdefault(argument["type_attr"], rng.choice(allowed))
        else:
            dtype = tf.dtypes.as_dtype(argument["type"]) if argument["type"] else tf.float32
        if dtype in (tf.resource, tf.variant):
            return None
        count = rng.choice((0, 1, 2, 3)) if argument["number_attr"] or argument["type_list_attr"] else None
        made = [hostile_array(rng, PLAIN.get(dtype, dtype)) for _ in range(1 if count is None else count)]
        inputs.append(made[0] if count is None else made)
        quantized.append(dtype if dtype in PLAIN else None)
    inferred = {a[key] for a in definition["inputs"] for key in ("type_attr", "number_attr", "type_list_attr")}
    kwargs = {key: hostile_attribute(rng, a) for key, a in attributes.items() if key not in inferred}
    kwargs = {key: value for key, value in kwargs.items() if value is not None}

    def run():
        def tensor(array, dtype):
            plain = to_tensor(tf, array)
            return plain if dtype is None else tf.bitcast(plain, dtype)

        tensors = [
            [tensor(x, dtype) for x in item] if isinstance(item, list) else tensor(item, dtype)
            for item, dtype in zip(inputs, quantized, strict=True)
        ]
        return tf._core.op(name)(*tensors, **kwargs)

    return f"{name}({', '.join(text_of(x) for x in inputs)}, {kwargs})", run


def changed(rng, value):
    """An argument with one of its integers, or itself, changed to something hostile."""
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return rng.choice(INTEGERS)
    if isinstance(value, float):
        return rng.choice(FLOATS)
    if isinstance(value, (list, tuple)) and value:
        place = rng.randrange(len(value))
        items = list(value)
        if rng.random() < 0.15:
            del items[place]
        else:
            items[place] = changed(rng, items[place])
        return type(value)(items) if type(value) in (list, tuple) else items
    return value


def row_call(rng, sample):
    """A call of a row with some of its arguments changed: the text of it, and the call."""
    case = rng.choice(list(sample.all_cases()))
    arrays = [np.array(array) for array in case.arrays()]
    kwargs = copy.copy(case.kwargs)
    for _ in range(rng.choice((1, 1, 2, 3))):
        if kwargs and (not arrays or rng.random() < 0.5):
            key = rng.choice(sorted(kwargs))
            if not callable(kwargs[key]):
                kwargs[key] = changed(rng, kwargs[key])
        elif arrays:
            place = rng.randrange(len(arrays))
            array = arrays[place]
            if array.dtype.kind in "iu" and array.size and rng.random() < 0.7:
                limits = np.iinfo(array.dtype)
                array.flat[rng.randrange(array.size)] = min(max(rng.choice(INTEGERS), limits.min), limits.max)
            elif array.dtype == object and array.size and rng.random() < 0.7:
                array.flat[rng.randrange(array.size)] = rng.choice(STRINGS)
            else:
                shape = list(array.shape) if rng.random() < 0.7 else list(rng.choice(SHAPES))
                if shape and rng.random() < 0.7:
                    shape[rng.randrange(len(shape))] = rng.choice((0, 1, 2, 5))
                arrays[place] = np.resize(array, shape)

    def run():
        mutated = type(case)(sample, case.number, case.shapes, kwargs, case.dtype)
        return mutated.call(tf, *[to_tensor(tf, array) for array in arrays])

    return f"row {sample.name}({', '.join(text_of(x) for x in arrays)}, {kwargs}) {case.dtype}", run


def text_of(value):
    """An array in a line."""
    if isinstance(value, list):
        return f"[{', '.join(text_of(item) for item in value)}]"
    flat = value.ravel().tolist()
    return f"{value.dtype}{list(value.shape)} {flat if len(flat) <= 12 else [*flat[:12], '…']}"


def fault_of(error):
    """What is wrong with an exception, or None where it is one that wrong arguments have."""
    if isinstance(error, RIGHT):
        return None
    if isinstance(error, tf.errors.InternalError) and any(op in str(error) for op in INTERNAL_IN_TENSORFLOW):
        return None
    frames = traceback.extract_tb(error.__traceback__)
    package = os.path.dirname(tf.__file__)
    ours = [frame for frame in frames if frame.filename.startswith(package)]
    if not isinstance(error, (tf.errors.OpError, MemoryError, SystemError)) and frames[-1] not in ours:
        return None  # the row's own Python code met what it does not expect
    place = f" at {os.path.basename(ours[-1].filename)}:{ours[-1].lineno}" if ours else ""
    return f"{type(error).__name__}: {str(error)[:150]}{place}"


def job_of(name, seed, count):
    """The job of isolated.py that makes the calls of one name."""
    rows = [sample for sample in SAMPLES if sample.name == name]

    def job(note):
        rng = random.Random(f"{seed} {name}")
        for _ in range(count):
            made = row_call(rng, rng.choice(rows)) if rows else op_call(rng, name)
            if made is None:
                return
            text, run = made
            note(text)
            try:
                run()
            except Exception as error:
                fault = fault_of(error)
                if fault:
                    yield f"{text}\n    {fault}"

    return job


def names_of_all():
    """The names of the ops and of the rows."""
    ops = [name for name in tf._core.registered_ops() if name not in UNCALLED]
    return sorted(ops) + sorted({sample.name for sample in SAMPLES if sample.name not in known_gaps.NOT_THERE_YET})


def main():
    """Makes the calls that the arguments ask for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=50, help="calls for each name")
    args = parser.parse_args()
    jobs = [job_of(name, args.seed, args.count) for name in args.names or names_of_all()]
    faults = 0
    for fault in run_isolated(jobs, SECONDS, MEMORY):
        faults += 1
        print(fault, flush=True)
    print(f"{faults} calls went wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
