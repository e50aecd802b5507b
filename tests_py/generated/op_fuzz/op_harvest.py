"""Gathers what the rows of rules/samples/ run: calls of raw ops with their values, for op_generator.py to change.

`python op_harvest.py FILE` pickles a `Stock`. Every row's function and its gradient are traced once, and the inputs of all
nodes are asked for together.
"""

import pickle
import sys
import zlib
from typing import Any

import numpy as np

from generated.op_fuzz.op_calls import Call, Made, OfVariable, Stock, Type
from rules.uncalled_ops import UNCALLED
from support.sampling import EPSILON, Sample

MOST_OF_AN_OP = 40
MOST_ELEMENTS = 300  # of an input; larger calls are left out
LEFT_OUT = UNCALLED | {"NoOp", "Placeholder", "Const"}


def definition_of(name: str, tf: Any) -> dict[str, Any]:
    """An op's definition without objects of graphwright; arguments have the names that raw_ops gives them."""
    from graphwright._src.ops.raw_ops import _RENAMED

    renamed = _RENAMED.get(name, {})
    ours = tf._core.op_def(name)
    inputs = [
        {
            "name": renamed.get(a["name"], a["name"]),
            "type": tf.dtypes.as_dtype(a["type"]).name if a["type"] else "",
            **{key: a[key] for key in ("type_attr", "number_attr", "type_list_attr")},
        }
        for a in ours["inputs"]
    ]
    inferred = {a[key] for a in inputs for key in ("type_attr", "number_attr", "type_list_attr")}
    attrs = [
        {
            "name": renamed.get(a["name"], a["name"]),
            "own_name": a["name"],
            "type": a["type"],
            "has_default": a["has_default"],
            "default": _plain(tf, a["default"]) if a["has_default"] else None,
            "types": [t.name for t in a["allowed_types"] if not t.is_quantized],
            "strings": [s if isinstance(s, str) else s.decode() for s in a.get("allowed_strings", ())],
            "inferred": a["name"] in inferred,
        }
        for a in ours["attrs"]
    ]
    return {"inputs": inputs, "attrs": attrs, "stateful": ours["is_stateful"]}


def _plain(tf: Any, value: Any) -> Any:
    """An attribute's value as plain Python; None for what has no such form."""
    if isinstance(value, tf.DType):
        return Type(value.name)
    if isinstance(value, tf.TensorShape):
        return None if value.rank is None else value.as_list()
    if isinstance(value, (list, tuple)):
        return [_plain(tf, item) for item in value]
    if isinstance(value, bytes):
        return value.decode("latin1")
    if type(value).__name__ == "TensorShapeProto":
        return None if value.unknown_rank else [d.size for d in value.dim]
    return value if isinstance(value, (bool, int, float, str)) else None


def fuzzed_ops(tf: Any) -> list[str]:
    """The ops whose calls can be made from nothing but tensors: those that take functions are tested by their rows."""
    names = [name for name in tf._core.registered_ops() if name not in LEFT_OUT and name[0] != "_"]
    return [n for n in names if not any("func" in a["type"] for a in tf._core.op_def(n)["attrs"])]


def nodes_of(tf: Any, case: Any) -> tuple[list[Any], dict[int, np.ndarray]]:
    """The operations of a case and its gradient, and the values of the plain tensors that they read."""
    places = case.differentiable_arguments() if case.sample.grad else []
    operations: list[Any] = []

    def body(*tensors):
        sources = [tensors[place] for place in places]
        with tf.GradientTape() as tape:
            tape.watch(sources)
            result = case.call(tf, *tensors)
            outputs = [out for out in tf.nest.flatten(result) if hasattr(out, "dtype")]
        outputs = [out for out in outputs if out.dtype.is_floating or out.dtype.is_complex]
        if sources and outputs:
            tape.gradient(outputs, sources)
        operations[:] = tf.compat.v1.get_default_graph().get_operations()
        read = {id(tensor): tensor for operation in operations for tensor in operation.inputs}
        wanted = {str(key): x for key, x in read.items() if x.dtype not in (tf.resource, tf.variant)}
        kept.update(read)
        return wanted

    kept: dict[int, Any] = {}
    values = tf.function(body, autograph=False)(*case.tensors(tf))
    return operations, {kept[int(key)].name: _array(value) for key, value in values.items()}


def _array(tensor: Any) -> np.ndarray:
    array = np.asarray(tensor.numpy())
    return np.asarray(array, object) if array.dtype.kind in "SU" else array


def calls_of(tf: Any, definitions: dict[str, Any], case: Any) -> list[Call]:
    """The calls of raw ops that a case and its gradient make."""
    operations, values = nodes_of(tf, case)
    made: dict[str, Call | None] = {}
    rng = np.random.default_rng(zlib.crc32(str(case).encode()))

    def input_of(tensor, op):
        if tensor.name in values:
            array = values[tensor.name]
            return array if array.size <= MOST_ELEMENTS else None
        if tensor.dtype == tf.resource and tensor.op.type in ("Placeholder", "VarHandleOp"):
            of_generator = op.startswith(("Stateful", "Rng"))
            return OfVariable(np.arange(3) if of_generator else rng.uniform(1, 3, (4, 3)).astype(np.float32))
        call = made.get(tensor.op.name)
        return None if call is None else Made(call, tensor.value_index)

    for operation in operations:
        definition = definitions.get(operation.type)
        if definition is None:
            continue
        attrs = {}
        for attr in definition["attrs"]:
            if not attr["inferred"]:
                value = _plain(tf, operation.get_attr(attr["own_name"]))
                if value is not None:
                    attrs[attr["name"]] = value
        given = [input_of(tensor, operation.type) for tensor in operation.inputs]
        inputs, place = {}, 0
        for argument in definition["inputs"]:
            if argument["number_attr"]:
                count = operation.get_attr(argument["number_attr"])
            elif argument["type_list_attr"]:
                count = len(operation.get_attr(argument["type_list_attr"]))
            else:
                inputs[argument["name"]] = given[place]
                place += 1
                continue
            inputs[argument["name"]] = given[place : place + count]
            place += count
        complete = all(item is not None for item in given)
        made[operation.name] = Call(operation.type, inputs, attrs) if complete else None
    return [call for call in made.values() if call is not None]


def harvest() -> Stock:
    """The stock of all rows."""
    import graphwright as tf
    from rules.samples.table import SAMPLES

    definitions = {name: definition_of(name, tf) for name in fuzzed_ops(tf)}
    calls: dict[str, dict[bytes, Call]] = {name: {} for name in definitions}
    for sample in SAMPLES:
        for case in _some_cases(sample):
            try:
                found = calls_of(tf, definitions, case)
            except Exception:
                continue  # the rows' own tests tell
            for call in found:
                known = calls[call.op]
                if len(known) < MOST_OF_AN_OP:
                    known.setdefault(pickle.dumps(call), call)
    return Stock(definitions, {name: list(known.values()) for name, known in calls.items()})


def _some_cases(sample: Sample) -> list[Any]:
    cases = list(sample.main_cases())[:12]
    others = [dtype for dtype in sample.dtypes[1:] if dtype not in EPSILON][:1]
    return cases + list(sample.all_cases(others))[:2]


if __name__ == "__main__":
    with open(sys.argv[1], "wb") as file:
        pickle.dump(harvest(), file)
