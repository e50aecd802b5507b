"""The rows of rules/samples/ with arguments at the edges of their dtypes: values and gradients of one module as arrays."""

import zlib

import numpy as np

from generated.edges.edge_numbers import MODES
from rules.samples.table import SAMPLES
from support.sampling import EPSILON, Case, to_numpy, to_tensor

MOST_OF_A_ROW = 3  # cases of a row, of different shapes and keyword arguments, for one dtype

BY_NAME = {sample.name: sample for sample in SAMPLES}


def is_data(make, dtype):
    """Whether an argument holds numbers to compute with, which edges may replace: its dtype is the row's."""
    return make.dtype is None and type(make).__name__ != "Fixed" and dtype not in ("string",)


def dtypes_of(sample):
    """The dtypes of a row that edges are tried in."""
    known = (*EPSILON, "int8", "uint8", "int16", "int32", "int64", "uint16", "uint32", "uint64")
    return [dtype for dtype in sample.dtypes if dtype in known]


def all_keys(rounds=1):
    """What names each case: the row, the number of its case, dtype, mode, round."""
    for sample in SAMPLES:
        for dtype in dtypes_of(sample):
            if not any(is_data(make, dtype) for make in sample.args):
                continue
            cases = list(sample.all_cases([dtype]))
            step = max(len(cases) // MOST_OF_A_ROW, 1)
            for case in cases[::step][:MOST_OF_A_ROW]:
                for mode in MODES:
                    for turn in range(rounds):
                        yield sample.name, case.number, dtype, mode, turn


def case_of(key):
    name, number, dtype, _, _ = key
    return next(case for case in BY_NAME[name].all_cases([dtype]) if case.number == number)


def arrays_of(key, case):
    """The arguments; those that are data have edges, in every other round all of them and else one."""
    name, number, dtype, mode, turn = key
    rng = np.random.default_rng(zlib.crc32(f"{name} {number} {mode} {turn}".encode()))
    arrays = case.arrays()
    data = [place for place, make in enumerate(case.sample.args) if is_data(make, dtype)]
    if len(data) > 1 and turn % 2 == 0 and rng.integers(2):
        data = [data[rng.integers(len(data))]]
    for place in data:
        with np.errstate(all="ignore"):
            arrays[place] = MODES[mode](rng, arrays[place], dtype).astype(arrays[place].dtype)
    return arrays


def widened(key):
    """The key of the same case in twice the precision; None where there is none."""
    wide = {"float16": "float64", "bfloat16": "float64", "float32": "float64", "complex64": "complex128"}.get(key[2])
    return None if wide is None else (key, wide)


def run(module, key):
    """What the case gives: {"value": arrays, "gradient": arrays}, flat."""
    wide = None
    if isinstance(key[0], tuple):
        key, wide = key
    case = case_of(key)
    sample, arrays = case.sample, arrays_of(key, case)
    if wide is not None:
        data = [is_data(make, key[2]) for make in sample.args]
        arrays = [a.astype(wide) if d else a for a, d in zip(arrays, data, strict=True)]
        case = Case(sample, case.number, case.shapes, case.kwargs, wide)
    tensors = [to_tensor(module, array) for array in arrays]
    places = case.differentiable_arguments() if sample.grad else []
    if not places:
        return {"value": flat(module, case.call(module, *tensors))}
    with module.GradientTape() as tape:
        watched = [tensors[place] for place in places]
        for tensor in watched:
            tape.watch(tensor)
        result = case.call(module, *tensors)
    value = flat(module, result)
    targets = [
        leaf
        for leaf in module.nest.flatten(result)
        if hasattr(leaf, "dtype") and leaf.dtype.name in EPSILON and not hasattr(leaf, "row_splits")
    ]
    try:
        gradient = flat(module, tape.gradient(targets, watched)) if targets else []
    except (LookupError, NotImplementedError) as error:
        gradient = [type(error).__name__]
    except Exception as error:
        gradient = [f"{type(error).__name__}: {str(error)[:200]}"]
    return {"value": value, "gradient": gradient}


def flat(module, structure):
    """The arrays of a result, as lists of arrays and None."""
    found = []

    def visit(item):
        if isinstance(item, dict):
            for key in sorted(item, key=str):
                visit(item[key])
        elif isinstance(item, (list, tuple)):
            for inner in item:
                visit(inner)
        elif hasattr(item, "flat_values") and hasattr(item, "nested_row_splits"):
            visit([item.flat_values, *item.nested_row_splits])
        elif hasattr(item, "dense_shape") and hasattr(item, "indices") and item.dense_shape is not None:
            found.append(to_numpy(item))
        elif item is None or isinstance(item, (bool, int, float, str, bytes)):
            found.append(item)
        elif hasattr(item, "numpy") or isinstance(item, (np.ndarray, np.generic)):
            found.append(to_numpy(item))
        else:
            found.append(type(item).__name__)

    visit(structure)
    return found
