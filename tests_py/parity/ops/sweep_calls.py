"""Valid calls of public functions: those that the rows of rules/samples/ and the examples in docstrings make."""

import contextlib
import doctest
import functools
import inspect
import io
import types
import warnings
from typing import NamedTuple

import numpy as np

from graphwright._src.base import export
from parity.ops.sweep_values import Made, NotDescribedError, describe, make, resolve, tensor

# Words in the names of functions that change the process, files or the graph, call what they are given, or give something
# else each time; what their arguments may be is tried elsewhere.
LEFT_OUT = """
    poisson sampler timestamp wait disable enable exit file write save load print app. set_ reset init barrier create
    delete rename makedirs remove mkdir test. py_func numpy_function function add_to collection get_ list_ while cond
    map_fn scan fold vectorized_map seed recompute template device control_dependencies colocate scope var_ train. graph
    session summary checkpoint case stage make_ trace_ data. distribute. keras. config. saved_model profiler Queue
    Reader Mutex Barrier Stage Variable Resource Dataset Iterator Stack TensorArray Hash Lookup Anonymous Save Restore
    Summary Print File Batch.Function Random StatefulUniform PyFunc Debug Abort lookup. autograph. nest. queue.
    placeholder Placeholder parallel_stack switch_case type_spec experimental.dlpack experimental.ExtensionType
    custom_gradient gradients hessians no_gradient RegisterGradient mixed_precision mlir raw_ops.Empty feature_column
    tpu. xla. compat.v1.io experimental.Optional while_loop sysconfig io.gfile compat.v1.layers assign scatter_
    count_up_to __internal__ tools.docs logging dispatch metrics flags distributions lite dtensor add_check_numerics
    losses.add decorator forward_compat variables partitioner container async_clear authoring moving_average error_code
    TensorList TensorMap FIFO Accumulator Candidate random_ Rng Worker Handle Optional Unbatch Sampl_ shuffle dropout
    MapPeek raw_ops.Batch NonDeterministic grad_pass pinned
""".split()
LEFT_OUT_PARTS = ("random.",)
KEPT = ("random.stateless", "random.split", "random.fold_in", "nn.conv", "math.cumulative_logsumexp")


class Call(NamedTuple):
    """A call of a public function, without a library."""

    name: str
    args: tuple
    kwargs: dict


class Recorder:
    """Stands for a library, and writes down what its public functions are called with."""

    def __init__(self, tf):
        self.tf = tf
        self.calls = []
        self._known = set()
        self.depth = 0

    def module(self):
        """Returns what stands for the library."""
        return Namespace(self, self.tf, "")

    def record(self, name, args, kwargs):
        """Adds a call, unless its values cannot be described or it is there."""
        try:
            call = Call(name, describe(self.tf, tuple(args)), describe(self.tf, dict(kwargs)))
        except NotDescribedError:
            return
        except Exception:
            return
        key = repr((name, call.args, call.kwargs))
        if key not in self._known:
            self._known.add(key)
            self.calls.append(call)


class Namespace:
    """Stands for a module of the library."""

    def __init__(self, recorder, module, path):
        self._recorder, self._module, self._path = recorder, module, path
        self.__name__ = getattr(module, "__name__", path)

    def __getattr__(self, name):
        value = getattr(self._module, name)
        path = f"{self._path}{name}"
        if isinstance(value, types.ModuleType):
            return Namespace(self._recorder, value, f"{path}.")
        if inspect.isclass(value) or not callable(value) or name.startswith("_") or left_out(path):
            return value
        return recorded(self._recorder, value, path)

    def __dir__(self):
        return dir(self._module)


def left_out(path):
    """Whether a function is none of the sweep's."""
    if path.startswith(KEPT):
        return False
    return any(word in path for word in LEFT_OUT) or path.startswith(LEFT_OUT_PARTS) or path.startswith("test")


def recorded(recorder, function, path):
    """Returns the function, which tells the recorder of its calls that succeed."""

    @functools.wraps(function)
    def call(*args, **kwargs):
        recorder.depth += 1
        try:
            result = function(*args, **kwargs)
        finally:
            recorder.depth -= 1
        if recorder.depth == 0:
            recorder.record(path, args, kwargs)
        return result

    call.recorded_name = path
    return call


def calls_of_samples(gw, samples, cases=3):
    """Records the first cases of each row."""
    recorder = Recorder(gw)
    module = recorder.module()
    for sample in samples:
        if sample.stateful:
            continue
        for case in list(sample.main_cases())[:cases]:
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                case.call(module, *case.tensors(gw))
    return recorder.calls


def calls_of_examples(gw):
    """Records what the examples of public functions call."""
    recorder, parser, seen = Recorder(gw), doctest.DocTestParser(), set()
    for name in sorted(export.exported_names()):
        text = inspect.getdoc(export.exported(name)) or ""
        if left_out(name) or ">>>" not in text or text in seen:
            continue
        seen.add(text)
        scope = {"tf": recorder.module(), "np": np}
        for example in parser.get_examples(text):
            if example.source.startswith(("import graphwright", "import tensorflow")):
                continue
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                exec(compile(example.source, "<example>", "exec"), scope)
    return recorder.calls


# What functions are tried with that neither a row nor an example calls.
MATRIX, WHOLE = np.array([[0.5, 0.25], [0.125, 0.75]], np.float32), np.array([[1, 2], [3, 0]], np.int32)
GUESSES = (
    """
    x; x, x; n, n; [x, x]; x, 1; n; x, 2; x, [1, 0]; flags, x, x; flags; [n, n]; [2, 3]; 3; x, x, x; "a"; ["a", "b"]; x, x, 0
    x, [2, 2]; image, [3, 3]; image, [1, 2, 2, 1], [1, 1, 1, 1], "SAME"; image, kernel, [1, 1, 1, 1], "SAME"; x, 0, 1; sparse
    sparse, sparse; ragged; sparse, 1; x, [0, 1]; n, [0, 1], [2, 2]; x, row, [0, 0]
""".strip()
    .replace("\n", ";")
    .split(";")
)


def guesses():
    """Returns arguments that many functions take, without a library's names."""
    image = tensor(np.arange(16, dtype=np.float32).reshape(1, 4, 4, 1) / 16)
    names = {"x": tensor(MATRIX), "flags": tensor(np.array([True, False])), "image": image}
    names["kernel"] = tensor(np.ones([2, 2, 1, 1], np.float32))
    parts = [np.array([[0, 0], [1, 1]]), np.array([1.0, 2.0], np.float32), np.array([2, 2])]
    names["sparse"] = Made("sparse", [tensor(part) for part in parts], "float32")
    flat = np.array([1.0, 2.0, 3.0], np.float32)
    names["ragged"] = Made("ragged", [tensor(flat), [np.array([0, 2, 3])]], "float32")
    names |= {"n": tensor(WHOLE), "row": tensor(WHOLE[0])}
    return [eval(f"({guess.strip()},)", names) for guess in GUESSES]


def calls_by_guess(gw, known):
    """Records calls of the other public functions: those of a namesake elsewhere, and what is guessed."""
    recorder, done, tried = Recorder(gw), {id(resolve(gw, name)) for name in known}, guesses()
    by_last_part = {}
    for name, calls in known.items():
        if not name.startswith("raw_ops."):
            by_last_part.setdefault(name.rpartition(".")[2], []).extend(calls)
    for name in sorted(export.exported_names()):
        function = export.exported(name)
        if id(function) in done or inspect.isclass(function) or not callable(function) or left_out(name):
            continue
        done.add(id(function))
        candidates = [(call.args, call.kwargs) for call in by_last_part.get(name.rpartition(".")[2], ())[:6]]
        call, found = recorded(recorder, function, name), len(recorder.calls)
        for args, kwargs in candidates + [(args, {}) for args in tried]:
            with contextlib.suppress(Exception), contextlib.redirect_stdout(io.StringIO()):
                call(*make(gw, args), **make(gw, kwargs))
            if len(recorder.calls) >= found + 3:
                break
    return recorder.calls


def valid_calls(gw, samples):
    """All of them, by the name of the function; each call once."""
    found = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for call in calls_of_samples(gw, samples) + calls_of_examples(gw):
            found.setdefault(call.name, []).append(call)
        for call in calls_by_guess(gw, found):
            found.setdefault(call.name, []).append(call)
    return found
