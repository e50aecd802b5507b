"""What a program of programs.py gives: its results, the variables after it, gradients, or the class of its error."""

import linecache
import warnings

import numpy as np

INPUTS = [
    (np.array([0.3, -0.7, 0.9], np.float32), np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3), 2, 3),
    (np.array([-0.2, 0.4, 0.1], np.float32), np.full((2, 3), 0.37, np.float32), -3, 2),
]


def compiled(source, module, file):
    """The function of a program, and the variables that it changes."""
    variables = {"v": module.Variable(0.25), "log": module.Variable(1)}
    scope = {"tf": module, **variables}
    linecache.cache[file] = (len(source), None, source.splitlines(True), file)
    exec(compile(source, file, "exec"), scope)
    return scope["f"], variables


def run(source, module, as_function, file="<program>"):
    """A list of arrays, or the exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            f, variables = compiled(source, module, file)
            if as_function:
                f = module.function(f)
            found = []
            for x, m, n, p in INPUTS:
                x, m = module.constant(x), module.constant(m)
                with module.GradientTape() as tape:
                    tape.watch([x, m])
                    results = f(x, m, module.constant(n), p)
                    results = results if isinstance(results, tuple) else (results,)
                    floats = [module.reduce_sum(r) for r in results if r.dtype == module.float32]
                    target = module.add_n(floats) if floats else None
                found += [r.numpy() for r in results] + [value.numpy() for value in variables.values()]
                if target is not None:
                    gradients = tape.gradient(target, [x, m, variables["v"]], unconnected_gradients="zero")
                    found += [module.convert_to_tensor(g).numpy() for g in gradients]
            return found
        except Exception as error:
            return error


def agree(a, b):
    """Whether two outcomes are the same: arrays up to rounding, errors of one class."""
    if isinstance(a, Exception) or isinstance(b, Exception):
        return isinstance(a, Exception) and isinstance(b, Exception) and same_class(a, b)
    return len(a) == len(b) and all(
        x.dtype == y.dtype and x.shape == y.shape and np.allclose(x, y, rtol=2e-4, atol=2e-5, equal_nan=True)
        for x, y in zip(a, b, strict=True)
    )


def same_class(a, b):
    names = {cls.__name__ for cls in type(a).__mro__}
    return type(b).__name__ in names or type(a).__name__ in {cls.__name__ for cls in type(b).__mro__}


def text_of(outcome):
    if isinstance(outcome, Exception):
        return f"{type(outcome).__name__}: {str(outcome)[:600]}"
    return " ".join(str(array).replace("\n", "") for array in outcome)


def disagreement(source, gw, tensorflow):
    """None where graphwright's outcomes are TensorFlow's, else a text.

    A function may also do what tf.function does where that differs from eager TensorFlow, and may refuse what
    tf.function refuses, whatever the reason (returns inside loops under Python conditions, for one)."""
    want = run(source, tensorflow, False)
    if isinstance(want, Exception):
        return None  # some expressions of inner functions TensorFlow does not convert
    their_function = None
    for as_function in (False, True):
        got = run(source, gw, as_function)
        if agree(got, want):
            continue
        if as_function:
            their_function = run(source, tensorflow, True) if their_function is None else their_function
            if agree(got, their_function) or isinstance(got, Exception) and isinstance(their_function, Exception):
                continue
        kind = "as a function" if as_function else "eagerly"
        lines = [f"graphwright {kind}: {text_of(got)}", f"TensorFlow eagerly: {text_of(want)}"]
        if their_function is not None:
            lines.append(f"TensorFlow as a function: {text_of(their_function)}")
        return "\n".join(lines)
    return None
