"""Evaluates expressions on tf.experimental.numpy in each mode, and tells what they give in plain values.

As a program: writes what TensorFlow gives for the expressions of numpy_cases.py into the file named by its argument.
"""

import pickle
import re
import sys

import numpy as np

MODES = (("off", False), ("legacy", False), ("legacy", True), ("safe", False), ("all", False))
MODULE_PATH = re.compile(r"\b(?:tensorflow|graphwright)(?:\.\w+)*\.(?=\w)")
DTYPES = "bool int8 uint8 int32 int64 uint64 float16 bfloat16 float32 float64 complex64".split()
OTHERS = ["1", "1.5", "1j", "[1.5, 2.5]", "np.float32(1)", "np.int64(1)", "tf.Variable([1.5, 2])"]
OPERATORS = "+ * / ** ==".split()
ELEMENTWISE = """abs exp log2 log10 sqrt sin floor isnan cbrt deg2rad sinc around mean sum prod cumsum var std max argmax sort
square negative sign real imag conj logical_not nansum nanmean average count_nonzero ptp diff zeros_like ones_like""".split()
PAIRWISE = """add subtract multiply true_divide floor_divide mod power maximum arctan2 hypot logaddexp heaviside equal less
logical_and bitwise_or isclose dot matmul outer float_power where_ concatenate_""".split()


def operator_cases():
    """Operators between tensors of all dtypes, and with what is no tensor."""
    cases = []
    for operator in OPERATORS:
        for dtype in DTYPES:
            left = f"tf.cast([1, 2], tf.{dtype})"
            cases += [f"{left} {operator} tf.cast([1, 2], tf.{other})" for other in DTYPES]
            for other in OTHERS:
                cases += [f"{left} {operator} {other}", f"{other} {operator} {left}"]
    return cases


def function_cases():
    """Functions of tensors of all dtypes."""
    cases = [f"n.{name}(tf.cast([0.5, 1, 2], tf.{dtype}))" for name in ELEMENTWISE for dtype in DTYPES]
    for name in PAIRWISE:
        for dtype in DTYPES:
            call = {"where_": "n.where([True, False], {}, {})", "concatenate_": "n.concatenate([{}, {}])"}.get(
                name, f"n.{name}({{}}, {{}})"
            )
            left = f"tf.cast([1, 2], tf.{dtype})"
            cases += [call.format(left, f"tf.cast([2, 3], tf.{dtype})"), call.format(left, "[0.5, 2]")]
    return cases


def plain(tf, value):
    """The value without tensors: kinds, dtypes, shapes and arrays."""
    if hasattr(value, "to_tensor") and hasattr(value, "tensor"):
        return ("weak", *plain(tf, value.tensor)[1:])
    if isinstance(value, (tf.Tensor, tf.Variable)):
        return "tensor", value.dtype.name, tuple(value.shape), value.numpy()
    if type(value) in (list, tuple):
        return type(value).__name__, [plain(tf, item) for item in value]
    if isinstance(value, np.ndarray):
        return "array", value.dtype.name, value.shape, value
    return "object", type(value).__name__, MODULE_PATH.sub("", repr(value))


def gradient(tf, expression):
    """The gradient of the sum of an expression of a vector `v`, 1.5 times; None where it does not depend on it."""
    v = tf.constant([0.5, 2.0, 3.0], tf.float64)
    with tf.GradientTape() as tape:
        tape.watch(v)
        result = eval(expression, {"n": tf.experimental.numpy, "v": v})
        result = tf.reduce_sum(tf.cast(result, tf.float64) * 1.5)
    found = tape.gradient(result, v)
    return None if found is None else tf.convert_to_tensor(found)


def _gradient_of(tf, function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def _rounded(x, *digits):
    return round(x, *digits)


def plain_outcome(tf, case, in_function=False):
    """What a case gives, or the names of the classes of its error."""
    names = {"tf": tf, "n": tf.experimental.numpy, "np": np, "gradient": lambda expression: gradient(tf, expression)}
    names["call"] = lambda function, *args: tf.function(function, autograph=False)(*args)
    names["rounded"] = lambda *args: tf.function(_rounded)(*args)
    names["grad"] = lambda function, x: _gradient_of(tf, function, x)
    try:
        with np.errstate(all="ignore"):
            names["w"], names["i"], names["s"] = tf.constant(2.0), tf.constant([1, 2]), tf.constant(2.0, tf.float32)
            names["weak"] = getattr(type(names["w"]), "from_tensor", None)
            names["x"] = tf.reshape(tf.range(24), (2, 3, 4))
            if in_function:
                return plain(tf, tf.function(lambda: eval(case, names), autograph=False)())
            return plain(tf, eval(case, names))
    except Exception as error:
        return "error", [cls.__name__ for cls in type(error).__mro__], str(error)[:200]


def cases_of(mode, prefer_float32):
    """The cases that are evaluated in a mode, and whether each is evaluated inside a function, too."""
    from parity.numpy_interface import numpy_cases as tables

    cases = [(f"x[{key}]", mode == "legacy") for key in tables.KEYS]
    cases += [
        (f"rounded(tf.cast([1.4, 2.6], tf.{dtype}){digits})", False)
        for dtype in ("float32", "float64", "int32", "bfloat16")
        for digits in ("", ", None", ", 0", ", -1")
    ]
    if mode in ("off", "legacy"):
        cases += [(f"x{member}", False) for member in tables.MEMBERS]
    if mode == "legacy":
        cases += [(case, False) for case in tables.FUNCTIONS + function_cases()]
    if mode == "legacy" and not prefer_float32:
        cases += [(f'gradient("{case}")', False) for case in tables.GRADIENTS]
    if not prefer_float32:
        # NumPy's scalars beside truth values differ where nothing converts.
        cases += [(case, False) for case in operator_cases() if mode != "off" or "np." not in case]
    if mode in ("safe", "all"):
        from parity.numpy_interface import weak_cases

        cases += [(case, False) for case in weak_cases.cases()]
    return cases


def all_outcomes(tf):
    """{(mode, prefers float32, case, in a function): what it gives}."""
    results = {}
    for mode, prefer_float32 in MODES:
        tf.experimental.numpy.experimental_enable_numpy_behavior(prefer_float32, mode)
        for case, twice in cases_of(mode, prefer_float32):
            for inside in (False, True) if twice else (False,):
                results[mode, prefer_float32, case, inside] = plain_outcome(tf, case, inside)
    return results


if __name__ == "__main__":
    import tensorflow

    with open(sys.argv[1], "wb") as file:
        pickle.dump(all_outcomes(tensorflow), file)
