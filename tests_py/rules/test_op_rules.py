"""The rules that every operator obeys, checked for each row of rules/samples/.

Values, gradients and second derivatives are TensorFlow's; gradients are also the differences; a function gives what
eager execution gives, with known, hidden and unknown shapes, with the passes and without them, on a GPU and after a
round trip through a GraphDef; wrong arguments raise TensorFlow's class; and every registered op has a row.

A failing test names the first cases that differ. `pytest -k "softmax and gradient"` runs one row's one rule. Other dtypes than
the row's, less known shapes and single passes are drawn; GRAPHWRIGHT_TESTS=all tries all of them.
"""

import contextlib
import dataclasses
import importlib.util
import itertools

import numpy as np
import pytest

from rules.samples.table import SAMPLES, UNCOVERED_OPS
from support.passes import switched_passes
from support.sample_calls import bad_calls, dense, derivatives, differentiable_outputs, outputs_of, weights_for
from support.sampling import (
    COMPARISONS,
    COMPLEX,
    EPSILON,
    REALS,
    SIGNED,
    UNSIGNED,
    difference,
    numpy_dtype,
    to_numpy,
    to_tensor,
)
from support.selection import some

HAS_TENSORFLOW = importlib.util.find_spec("tensorflow") is not None
MOST_OF_A_DTYPE = 3  # cases of a dtype that the row does not ask for
EVERY_DTYPE = (*REALS, *SIGNED, *UNSIGNED, *COMPLEX, "bool")
MOST_REPORTED = 3  # differing cases that one failure names

every_row = pytest.mark.parametrize("sample", SAMPLES, ids=repr)
every_differentiable_row = pytest.mark.parametrize("sample", [s for s in SAMPLES if s.differentiable()], ids=repr)


@pytest.fixture(autouse=True)
def skip_what_tensorflow_fails(request, target):
    """Where TensorFlow is the module under test, rules are skipped that it is known to break."""
    sample = request.node.callspec.params.get("sample") if hasattr(request.node, "callspec") else None
    if sample is not None and target.__name__ == "tensorflow":
        if request.node.originalname.removeprefix("test_") in sample.tensorflow_fails:
            pytest.skip("TensorFlow itself breaks this rule here")


@pytest.fixture
def tried(request):
    """Draws a share of a row's cases, all of them where a defect is known that some of them show."""
    sample, known = request.node.callspec.params["sample"], request.node.get_closest_marker("xfail")
    return lambda cases, share: list(cases) if known else some(cases, share, sample.name)


class Findings:
    """Collects what is wrong with the cases of a row, and fails with the first ones.

    `compared` says what is compared with TensorFlow's, for the count at the end of the run; None where nothing is.
    """

    def __init__(self, compared=None):
        self.count = 0
        self.bad = []
        self.compared = compared

    def check(self, case, text):
        self.count += 1
        if self.compared and HAS_TENSORFLOW:
            COMPARISONS[self.compared] += 1
        if text:
            self.bad.append(f"{case}: {text}")

    def attempt(self, case, function):
        """Records what `function()` finds; an exception is a finding as well."""
        try:
            self.check(case, function())
        except pytest.skip.Exception:
            raise
        except Exception as error:
            self.check(case, f"{type(error).__name__}: {str(error)[:400]}")

    def report(self):
        if self.bad:
            more = f"\n… and {len(self.bad) - MOST_REPORTED} more" if len(self.bad) > MOST_REPORTED else ""
            lines = "\n".join(self.bad[:MOST_REPORTED])
            pytest.fail(f"{len(self.bad)} of {self.count} cases:\n{lines}{more}", pytrace=False)


def plain(structure):
    """A result as arrays, with named tuples and tuples as lists."""
    if isinstance(structure, dict):
        return {key: plain(item) for key, item in structure.items()}
    if isinstance(structure, (list, tuple)):
        return [plain(item) for item in structure]
    return to_numpy(structure)


def containers(structure):
    """The lists, tuples and named tuples of a result, without what is in them."""
    if isinstance(structure, (list, tuple)):
        return [type(structure).__name__, getattr(structure, "_fields", ()), [containers(item) for item in structure]]
    return None


# --- values -----------------------------------------------------------------------------------------------------------


def reference_value(case, tensorflow):
    """What the case must give: TensorFlow's result, or NumPy's where TensorFlow is not installed."""
    if tensorflow is not None:
        return case.call(tensorflow, *case.tensors(tensorflow))
    if case.sample.numpy is None:
        pytest.skip("no TensorFlow, and the row has no NumPy function")
    precise = np.complex128 if case.dtype.startswith("complex") else np.float64
    arrays = [array.astype(precise) if case.dtype in EPSILON else array for array in case.arrays()]
    found, dtype = np.asarray(case.sample.numpy(*arrays, **case.kwargs)), case.arrays()[0].dtype
    if dtype.kind == "c" and found.dtype.kind == "f":  # parts and angles of complex numbers
        dtype = np.dtype("float32" if dtype == np.complex64 else "float64")
    return found.astype(dtype)


@pytest.fixture(scope="session")
def oracle():
    return pytest.importorskip("tensorflow") if HAS_TENSORFLOW else None


@pytest.fixture(scope="session")
def exact_bytes(oracle):
    """Whether TensorFlow's fused products of 8-bit integers are exact: without VNNI they saturate at 16 bits."""
    if oracle is None:
        return True
    rows, columns = (oracle.bitcast(oracle.fill([2, 2], number), dtype) for number, dtype in BYTES)
    limits = {"min_a": 0.0, "max_a": 1.0, "min_b": -1.0, "max_b": 1.0}
    product = oracle.raw_ops.QuantizedMatMulWithBias(a=rows, b=columns, bias=[0.0, 0.0], **limits, Toutput="qint32")[0]
    return oracle.size(product) == 4 and int(oracle.bitcast(product, "int32")[0, 0]) == 2 * 255 * 127


BYTES = ((np.uint8(255), "quint8"), (np.int8(127), "qint8"))
PRODUCTS_OF_BYTES = ("raw_ops.QuantizedConv2D", "raw_ops.QuantizedDepthwiseConv2D", "raw_ops.QuantizedMatMulWithBias")


@pytest.fixture(autouse=True)
def comparable(request):
    """Skips comparisons with TensorFlow where it is wrong on this processor."""
    sample = request.node.callspec.params.get("sample") if hasattr(request.node, "callspec") else None
    compared = {"oracle", "tensorflow"} & set(request.fixturenames)
    if sample is None or not compared or not sample.name.startswith(PRODUCTS_OF_BYTES):
        return
    if not request.getfixturevalue("exact_bytes"):
        pytest.skip("TensorFlow's products of 8-bit integers saturate on processors without VNNI")


@every_row
def test_value(sample, target, oracle):
    """Result, containers, dtype and shape are TensorFlow's for every dtype, shape and keyword argument of the row."""
    found = Findings("values")

    def wrong(case, want):
        got = case.call(target, *case.tensors(target))
        if oracle is not None and containers(got) != containers(want):
            return f"{containers(want)} expected, got {containers(got)}"
        return difference(plain(got), plain(want), sample.ulp, sample.half_ulp)

    for case in sample.all_cases():
        want = reference_value(case, oracle)
        found.attempt(case, lambda case=case, want=want: wrong(case, want))
    found.report()


@every_row
def test_inputs_stay_as_they_were(sample, target):
    """Neither an op nor a function writes into the tensors that it is given."""
    found = Findings()
    for case in sample.main_cases():
        tensors = case.tensors(target)

        def compare(case=case, tensors=tensors):
            case.call(target, *tensors)
            if sample.traceable:
                function = traced(target, case)
                function(*tensors), function(*tensors)
            return difference(to_numpy(tensors), to_numpy(case.tensors(target)), 0, 0)

        found.attempt(case, compare)
    found.report()


def values_tensorflow_gives(cases, tensorflow):
    """Those of the cases that TensorFlow has values for, and these; the cases are none of the row's own."""
    for case in cases:
        try:
            yield case, plain(reference_value(case, tensorflow))
        except Exception:
            continue  # nor need ours


def rounded_value(case, tensorflow):
    """What TensorFlow gives for a case of half precision when it computes in float32."""
    arrays = [array.astype(np.float32) if array.dtype.name == case.dtype else array for array in case.arrays()]
    value = plain(case.call(tensorflow, *(to_tensor(tensorflow, array) for array in arrays)))

    def rounded(item):
        if isinstance(item, list):
            return [rounded(each) for each in item]
        return item.astype(numpy_dtype(case.dtype)) if item.dtype == np.float32 else item

    return rounded(value)


@every_row
def test_half_precision(sample, target, tensorflow, tried):
    """float16 and bfloat16 work wherever they do in TensorFlow, though the row does not ask for them."""
    dtypes = [dtype for dtype in ("float16", "bfloat16") if dtype not in sample.dtypes]
    if sample.dtypes[0] != "float32" or not dtypes:
        pytest.skip("the row has no floats, or has these already")
    if all(maker.dtype for maker in sample.args):
        pytest.skip("the row's arguments have dtypes of their own")
    found = Findings("values")
    for case, want in values_tensorflow_gives(tried(sample.all_cases(dtypes), 1 / 2), tensorflow):

        def compare(case=case, want=want):
            got = plain(case.call(target, *case.tensors(target)))
            if not difference(got, want, sample.ulp, sample.half_ulp, least=0.05):
                return None
            # TensorFlow rounds sums at every step; ours may as well be the exact ones.
            return difference(got, rounded_value(case, tensorflow), sample.ulp, sample.half_ulp, least=0.05)

        found.attempt(case, compare)
    found.report()


@every_row
def test_every_dtype(sample, target, tensorflow, tried):
    """What TensorFlow gives for dtypes that the row does not ask for, ours gives as well."""
    if all(maker.dtype for maker in sample.args) or sample.stateful:
        pytest.skip("the row's arguments have dtypes of their own, or its results are random")
    if "every_dtype" in sample.tensorflow_fails:
        pytest.skip("TensorFlow itself breaks this rule here")
    found = Findings("values")
    dtypes = [dtype for dtype in EVERY_DTYPE if dtype not in sample.dtypes]
    cases = [case for dtype in dtypes for case in itertools.islice(sample.all_cases([dtype]), MOST_OF_A_DTYPE)]
    for case, want in values_tensorflow_gives(tried(cases, 1 / 3), tensorflow):

        def compare(case=case, want=want):
            got = plain(case.call(target, *case.tensors(target)))
            return difference(got, want, max(sample.ulp, 16), sample.half_ulp, least=0.05)

        found.attempt(case, compare)
    found.report()


@every_row
def test_empty_and_scalar_inputs(sample, target, tensorflow):
    """Tensors without elements, and scalars, are taken wherever TensorFlow takes them."""
    if not sample.args or "empty_and_scalar_inputs" in sample.tensorflow_fails:
        pytest.skip("no inputs, or TensorFlow takes what it should not")
    if any(word in sample.name.lower() for word in ("conv", "pool")):
        pytest.skip("TensorFlow dies of some of them")
    first = next(sample.main_cases())
    shapes = {
        tuple((0, *shape[1:]) if shape else () for shape in first.shapes),
        tuple((*shape[:-1], 0) if shape else () for shape in first.shapes),
        tuple((0,) * len(shape) for shape in first.shapes),
        tuple(() for _ in first.shapes),
        tuple((1,) * len(shape) for shape in first.shapes),
    }
    cases = [dataclasses.replace(first, shapes=each) for each in sorted(shapes)]

    def makable(case):
        try:
            return case.arrays() is not None
        except Exception:
            return False  # there are no such inputs of this kind

    found = Findings("values")
    for case, want in values_tensorflow_gives([case for case in cases if makable(case)], tensorflow):

        def compare(case=case, want=want):
            got = plain(case.call(target, *case.tensors(target)))
            return difference(got, want, sample.ulp, sample.half_ulp)

        found.attempt(case, compare)
    found.report()


# --- gradients --------------------------------------------------------------------------------------------------------


def compare_derivatives(sample, target, tensorflow, second):
    found = Findings("second derivatives" if second else "gradients")
    for case in sample.all_cases([dtype for dtype in sample.dtypes if dtype in EPSILON]):
        if second and case.dtype not in (sample.dtypes[0], "float64"):
            continue  # half precision shows nothing new here
        wanted_kinds, kinds = [], []
        try:
            want = plain(derivatives(tensorflow, case, second, kinds=wanted_kinds))
        except (LookupError, NotImplementedError, tensorflow.errors.OpError):
            continue  # TensorFlow has no such derivative
        factor = 16 if second else 4

        def compare(case=case, want=want, factor=factor, wanted_kinds=wanted_kinds, kinds=kinds):
            got = plain(derivatives(target, case, second, kinds=kinds))
            # Slices where users expect a tensor have no `numpy`.
            if any(mine and not theirs for mine, theirs in zip(kinds, wanted_kinds, strict=True)):
                return "the gradient is slices, TensorFlow's is a tensor"
            if second:  # None and zeros both say that nothing depends on it
                want = [np.zeros_like(g) if w is None and g is not None else w for g, w in zip(got, want, strict=True)]
                got = [np.zeros_like(w) if g is None and w is not None else g for g, w in zip(got, want, strict=True)]
            return difference(got, want, factor * max(sample.ulp, 2), factor * sample.half_ulp, "gradient", 0.01)

        found.attempt(case, compare)
    found.report()


@every_differentiable_row
def test_gradient(sample, target, tensorflow):
    """The gradient with respect to every argument is TensorFlow's, None included."""
    compare_derivatives(sample, target, tensorflow, second=False)


@every_differentiable_row
def test_second_derivative(sample, target, tensorflow):
    """The gradient of the gradient is TensorFlow's, where TensorFlow has one."""
    if not sample.second:
        pytest.skip("the row has no second derivative to compare")
    compare_derivatives(sample, target, tensorflow, second=True)


def slopes_differ(sample, target, second):
    """Compares gradients, or second derivatives, in float64 along random directions with difference quotients."""
    found = Findings()
    step = 1e-6
    for case in sample.all_cases(["float64"]):
        arrays = case.arrays()
        places = case.differentiable_arguments()

        def weighted_sum(changed, case=case):
            tensors = [to_tensor(target, array) for array in changed]
            if second:
                outputs = [g for g in derivatives(target, case, second=False, tensors=tensors) if g is not None]
            else:
                outputs = differentiable_outputs(target, case.call(target, *tensors))
            weights = weights_for(target, outputs)
            return sum(float(np.sum(to_numpy(o) * to_numpy(w))) for o, w in zip(outputs, weights, strict=True))

        def compare(case=case, arrays=arrays, places=places, weighted_sum=weighted_sum):
            gradients = plain(derivatives(target, case, second=second))
            rng = np.random.default_rng(5)
            for _ in range(2):
                directions = [rng.uniform(-1, 1, arrays[place].shape) for place in places]

                def at(distance, directions=directions):
                    moved = list(arrays)
                    for place, direction in zip(places, directions, strict=True):
                        moved[place] = arrays[place] + distance * direction
                    return weighted_sum(moved)

                want = (at(step) - at(-step)) / (2 * step)
                if not np.isfinite(want):
                    continue
                got = sum(float(np.sum(g * d)) for g, d in zip(gradients, directions, strict=True) if g is not None)
                if not np.isclose(got, want, rtol=1e-5, atol=1e-5 * (1 + abs(want))):
                    return f"slope {want:.10g} expected, got {got:.10g}"
            return None

        found.attempt(case, compare)
    found.report()


@every_differentiable_row
def test_gradient_against_differences(sample, target):
    """In float64, the gradient along random directions is the difference quotient."""
    if not sample.numeric or "float64" not in sample.dtypes or sample.stateful:
        pytest.skip("the row is not smooth, or has no float64")
    slopes_differ(sample, target, second=False)


@every_differentiable_row
def test_second_derivative_against_differences(sample, target):
    """In float64, the second derivative along random directions is the difference quotient of the gradient."""
    if not sample.numeric or not sample.numeric_second or "float64" not in sample.dtypes or sample.stateful:
        pytest.skip("the row's gradient is not smooth, or it has no float64")
    slopes_differ(sample, target, second=True)


@every_differentiable_row
def test_forward_mode(sample, target):
    """In float64, tf.autodiff.ForwardAccumulator gives the slope that the gradient has."""
    if not sample.numeric or "float64" not in sample.dtypes or sample.stateful:
        pytest.skip("the row is not smooth, or has no float64")
    found = Findings()
    for case in sample.all_cases(["float64"]):
        tensors = case.tensors(target)
        sources = [tensors[place] for place in case.differentiable_arguments()]
        rng = np.random.default_rng(5)
        directions = [target.constant(rng.uniform(-1, 1, source.shape.as_list())) for source in sources]

        def compare(case=case, tensors=tensors, sources=sources, directions=directions):
            with target.autodiff.ForwardAccumulator(sources, directions) as accumulator:
                outputs = differentiable_outputs(target, case.call(target, *tensors))
            tangents = [accumulator.jvp(output) for output in outputs]
            if any(output.dtype.name != "float64" for output in outputs):
                return None  # its rounding or its complex numbers would need more care
            if not all(np.all(np.isfinite(to_numpy(output))) for output in outputs):
                return None
            weights = weights_for(target, outputs)
            got = sum(
                float(np.sum(to_numpy(t) * to_numpy(w)))
                for t, w in zip(tangents, weights, strict=True)
                if t is not None
            )
            gradients = plain(derivatives(target, case, second=False))
            pairs = zip(gradients, directions, strict=True)
            want = sum(float(np.sum(g * to_numpy(d))) for g, d in pairs if g is not None)
            if np.isfinite(want) and not np.isclose(got, want, rtol=1e-7, atol=1e-8):
                return f"slope {want:.10g} expected, got {got:.10g}"
            return None

        found.attempt(case, compare)
    found.report()


@every_differentiable_row
def test_gradient_in_function(sample, target):
    """Inside a function, the gradient is the eager one."""
    if not sample.traceable or sample.stateful:
        pytest.skip("cannot be called inside a function, or gives something else on every call")
    found = Findings()
    for case in sample.main_cases():

        def compare(case=case):
            want = plain(derivatives(target, case, second=False))
            known = [gradient is not None for gradient in want]

            def body(*tensors):
                got = derivatives(target, case, second=False, tensors=tensors)
                return [g for g in got if g is not None], [g is not None for g in got]

            got, inside = target.function(body, autograph=False)(*case.tensors(target))
            if plain(inside) != [np.asarray(k) for k in known]:
                return f"gradients that exist: {known} expected, got {plain(inside)}"
            want = [gradient for gradient in want if gradient is not None]
            return difference(plain(got), want, 2 * max(sample.ulp, 2), 2 * sample.half_ulp, "gradient", 0.01)

        found.attempt(case, compare)
    found.report()


# --- functions --------------------------------------------------------------------------------------------------------


def traced(module, case, signature=None):
    """The case as a `tf.function`."""

    def body(*tensors):
        return case.call(module, *tensors)

    return module.function(body, input_signature=signature, autograph=False)


def wrong_static_shape(module, concrete, results, known):
    """Compares the shapes that the trace promises with those of its results."""
    promised = outputs_of(module, concrete.structured_outputs)
    for place, (spec, result) in enumerate(zip(promised, results, strict=True)):
        if not spec.shape.is_compatible_with(result.shape):
            return f"output {place} has shape {result.shape}, but the trace says {spec.shape}"
        if spec.dtype != result.dtype:
            return f"output {place} is {result.dtype}, but the trace says {spec.dtype}"
        if known and not spec.shape.is_fully_defined():
            return f"output {place} has shape {result.shape}, of which the trace only knows {spec.shape}"
    return None


def compare_with_eager(module, case, function, known):
    tensors = case.tensors(module)
    want = plain(case.call(module, *tensors))
    results = function(*tensors)
    wrong = wrong_static_shape(module, function.get_concrete_function(*tensors), outputs_of(module, results), known)
    if wrong:
        return wrong
    if case.sample.stateful:
        got = plain(results)
        shapes = [np.shape(a) for a in outputs_of(module, want)], [np.shape(a) for a in outputs_of(module, got)]
        return None if shapes[0] == shapes[1] else f"shapes {shapes[0]} expected, got {shapes[1]}"
    return difference(plain(results), want, max(case.sample.ulp, 2), case.sample.half_ulp)


@every_row
def test_function_gives_what_eager_gives(sample, target):
    """A trace for known shapes gives the eager result, and knows its shape beforehand."""
    if not sample.traceable:
        pytest.skip("cannot be called inside a function")
    found = Findings()
    for case in sample.main_cases():
        found.attempt(
            case, lambda case=case: compare_with_eager(target, case, traced(target, case), sample.known_shape)
        )
    found.report()


@every_row
def test_function_with_hidden_shapes(sample, target):
    """A trace for unknown sizes, and one for unknown ranks, gives the eager result, in a shape that it allowed for."""
    if not sample.args or not sample.hidden_dims or not sample.traceable:
        pytest.skip("nothing to hide")
    found = Findings()
    for case in sample.main_cases():
        kinds = [tensor.dtype for tensor in case.tensors(target)]
        hidden = [[[None] * len(shape) for shape in case.shapes]]
        if sample.hidden_rank:
            hidden.append([None] * len(case.shapes))
        for shapes in hidden:
            signature = [target.TensorSpec(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
            found.attempt(
                f"{case} as {shapes}",
                lambda case=case, signature=signature: compare_with_eager(
                    target, case, traced(target, case, signature), known=False
                ),
            )
    found.report()


@every_row
def test_static_shapes_are_as_exact_as_tensorflows(sample, target, tensorflow, tried):
    """What TensorFlow knows of the shapes of results while it traces, we know as well."""
    if not sample.traceable or "static_shapes_are_as_exact_as_tensorflows" in sample.tensorflow_fails:
        pytest.skip("cannot be called inside a function, or TensorFlow's shape is wrong")

    def promised(module, case, shapes):
        kinds = [tensor.dtype for tensor in case.tensors(module)]
        signature = [module.TensorSpec(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
        concrete = traced(module, case, signature).get_concrete_function()
        return [out.shape for out in outputs_of(module, concrete.structured_outputs)]

    def given():
        for case in itertools.islice(sample.main_cases(), 6):
            known = [tuple(np.shape(array)) for array in case.arrays()]
            yield case, known
            if sample.args and sample.hidden_dims:
                yield case, [[None] * len(shape) for shape in known]
                yield from [(case, [None] * len(known))] * sample.hidden_rank

    found = Findings()
    for case, shapes in tried(given(), 1 / 2):
        try:
            want = promised(tensorflow, case, shapes)
        except Exception:
            continue  # TensorFlow needs to know more

        def compare(case=case, shapes=shapes, want=want):
            for place, (ours, theirs) in enumerate(zip(promised(target, case, shapes), want, strict=True)):
                if theirs.rank is None:
                    continue
                vague = ours.rank is None or len(ours) != len(theirs)
                if vague or any(b is not None and a != b for a, b in zip(ours, theirs, strict=True)):
                    return f"output {place}: TensorFlow knows {theirs}, we know {ours}"
            return None

        found.attempt(f"{case} as {shapes}", compare)
    found.report()


@pytest.mark.parametrize("sample", [s for s in SAMPLES if s.stateful and s.traceable], ids=repr)
def test_function_gives_tensorflows_random_numbers(sample, target, tensorflow):
    """With equal seeds, functions draw TensorFlow's numbers, in a first call and in those that follow."""
    found = Findings()
    for case in sample.main_cases():

        def draw(module, case=case):
            module.random.set_seed(3)
            function = traced(module, case)
            return [plain(function(*case.tensors(module))) for _ in range(3)]

        def compare(draw=draw):
            return difference(draw(target), draw(tensorflow), sample.ulp, sample.half_ulp)

        found.attempt(case, compare)
    found.report()


@contextlib.contextmanager
def without_passes(target, *names):
    """Switches rewrites of graphs off, all of them where none is named."""
    if not names:
        options = target.config.optimizer
        before = options.get_experimental_options().get("disable_meta_optimizer", False)
        options.set_experimental_options({"disable_meta_optimizer": True})
        try:
            yield
        finally:
            options.set_experimental_options({"disable_meta_optimizer": before})
        return
    with switched_passes(target._core, False, *names):
        yield


@every_row
def test_passes_change_nothing(sample, target, tried):
    """Without the rewrites of the graph, all of them or a single one, a function and its gradient give the same."""
    if sample.stateful or not sample.traceable:
        pytest.skip("gives something else on every call")

    def run(case):
        places = case.differentiable_arguments() if sample.grad else []

        def body(*tensors):
            with target.GradientTape() as tape:
                tape.watch([tensors[place] for place in places])
                results = case.call(target, *tensors)
                outputs = differentiable_outputs(target, results) if places else []
            gradients = tape.gradient(outputs, [tensors[place] for place in places]) if outputs else []
            return results, [dense(target, g) for g in gradients if g is not None]

        return plain(target.function(body, autograph=False)(*case.tensors(target)))

    core = getattr(target, "_core", None)
    names = list(dict.fromkeys(name for name, _, on in core.passes() if on)) if core else []
    switches = [(), *((name,) for name in tried(names, 1 / 3))]
    found = Findings()
    for number, case in enumerate(sample.main_cases()):
        want = run(case)
        for off in switches if number == 0 else switches[:1]:

            def compare(case=case, want=want):
                return difference(run(case), want, 2 * max(sample.ulp, 2), 2 * sample.half_ulp, least=0.01)

            with without_passes(target, *off):
                found.attempt(f"{case} without {off or 'passes'}", compare)
    found.report()


@every_row
def test_graph_def_round_trip(sample, target, oracle):
    """A trace that is written as a GraphDef and read again, here and by TensorFlow, gives the same."""
    if sample.stateful or not sample.traceable or not sample.portable:
        pytest.skip("gives something else on every call, or elsewhere")
    case = next(sample.main_cases())
    tensors = case.tensors(target)
    function = traced(target, case)
    concrete = function.get_concrete_function(*tensors)
    want = [to_numpy(out) for out in outputs_of(target, function(*tensors))]
    data = concrete.graph.as_graph_def().SerializeToString()
    names = [tensor.name for tensor in concrete.inputs]
    values = tensors + list(concrete.captured_inputs)
    found = Findings()
    for module in dict.fromkeys([target, oracle]):
        if module is not None:
            inputs = [to_tensor(module, to_numpy(value)) for value in values]
            found.attempt(
                f"{case}, read by {module.__name__}",
                lambda module=module, inputs=inputs: difference(
                    run_graph_def(module, data, dict(zip(names, inputs, strict=True)), concrete.outputs),
                    want,
                    max(sample.ulp, 2),
                    sample.half_ulp,
                ),
            )
    found.report()


def run_graph_def(module, data, inputs, outputs):
    """Imports a GraphDef into a function and runs it with these inputs, by name."""
    graph_def = module.compat.v1.GraphDef.FromString(data)

    def body(*tensors):
        return module.graph_util.import_graph_def(
            graph_def,
            input_map=dict(zip(inputs, tensors, strict=True)),
            return_elements=[output.name for output in outputs],
            name="",
        )

    specs = [module.TensorSpec(tensor.shape, tensor.dtype) for tensor in inputs.values()]
    return plain(module.compat.v1.wrap_function(body, specs)(*inputs.values()))


@every_row
def test_gpu_gives_what_cpu_gives(sample, target):
    """On a GPU, where there is one, the result is the CPU's."""
    if not target.config.list_physical_devices("GPU"):
        pytest.skip("no GPU")
    if sample.stateful:
        pytest.skip("gives something else on every call")
    target.config.experimental.enable_tensor_float_32_execution(False)
    found = Findings()
    for case in sample.main_cases():

        def compare(case=case):
            with target.device("/CPU:0"):
                want = plain(case.call(target, *case.tensors(target)))
            with target.device("/GPU:0"):
                got = plain(case.call(target, *case.tensors(target)))
            return difference(got, want, 4 * max(sample.ulp, 2), 4 * sample.half_ulp)

        found.attempt(case, compare)
    found.report()


# --- errors -----------------------------------------------------------------------------------------------------------


@every_row
def test_errors_have_tensorflows_class(sample, target, tensorflow):
    """Arguments of wrong dtypes and shapes raise what TensorFlow raises, or a subclass of it."""
    found = Findings("errors")
    errors = target.errors
    wrong_type = (TypeError, ValueError, errors.InvalidArgumentError, errors.NotFoundError, errors.UnimplementedError)
    for what, run in bad_calls(sample):
        explicit = what.startswith("Bad(")
        try:
            if "errors_have_tensorflows_class" not in sample.tensorflow_fails:
                run(tensorflow)
            else:  # TensorFlow would kill the process: any exception of ours is better
                raise Exception
        except Exception as error:
            expected = type(error)
            no_kernel = "Could not find device for node" in str(error)
        else:
            if explicit:
                found.check(f"{sample.name} with {what}", "TensorFlow does not raise: the row is wrong")
            continue
        name = expected.__name__
        ours = getattr(errors, name, expected)
        if what.startswith("a string") or (sample.name.startswith("raw_ops.") and not explicit):
            ours = (ours, *wrong_type)  # there TensorFlow's class depends on the order in which it looks at arguments
        elif no_kernel:
            ours = (ours, errors.InvalidArgumentError, errors.UnimplementedError)
        try:
            result = run(target)
        except ours:
            found.check(what, None)
        except Exception as error:
            text = f"{name} expected, got {type(error).__name__}: {str(error)[:300]}"
            found.check(f"{sample.name} with {what}", text)
        else:  # a kernel that TensorFlow lacks is no fault
            fine = not explicit and (no_kernel or sample.more_dtypes)
            found.check(f"{sample.name} with {what}", None if fine else f"{name} expected, got {result!r}")
    found.report()


# --- the registry -----------------------------------------------------------------------------------------------------


def test_every_registered_op_has_a_row(target):
    """Each op of the registry is in the graph of a row's result or gradient, or named by a row."""
    core = getattr(target, "_core", None)
    if core is None:
        pytest.skip("the module under test has no registry of ours")
    seen = {op for sample in SAMPLES for op in sample.ops} | set(UNCOVERED_OPS)
    for sample in SAMPLES:
        for case in sample.main_cases():
            seen |= ops_in_graphs(target, case)
    missing = sorted(set(core.registered_ops()) - seen)
    assert not missing, f"{len(missing)} registered ops without a row in rules/samples/: {', '.join(missing)}"


def ops_in_graphs(module, case):
    """The types of the ops that computing the case and its gradient takes."""
    places = case.differentiable_arguments()

    def body(*tensors):
        sources = [tensors[place] for place in places]
        with module.GradientTape() as tape:
            tape.watch(sources)
            outputs = differentiable_outputs(module, case.call(module, *tensors))
        return outputs, tape.gradient(outputs, sources) if outputs and sources and case.sample.grad else None

    try:
        concrete = module.function(body, autograph=False).get_concrete_function(*case.tensors(module))
    except Exception:
        return set()  # another test reports it
    graph_def = concrete.graph.as_graph_def()
    inside = {node.op for function in graph_def.library.function for node in function.node_def}
    return inside | {node.op for node in graph_def.node}
