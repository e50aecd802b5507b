"""tf.experimental.numpy gives TensorFlow's values, dtypes and errors in each mode of NumPy's behaviour."""

import os
import pickle
import subprocess
import sys

import numpy as np
import numpy_outcomes
import pytest

HERE = os.path.dirname(__file__)
TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-5, "complex64": 1e-5}


@pytest.fixture(scope="module")
def theirs(tensorflow, tmp_path_factory):
    """What TensorFlow gives, from a process of its own: its tensors never lose NumPy's behaviour again."""
    path = tmp_path_factory.mktemp("numpy_interface") / "outcomes"
    command = [sys.executable, os.path.join(HERE, "numpy_outcomes.py"), str(path)]
    environment = {**os.environ, "PYTHONPATH": HERE, "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return pickle.loads(path.read_bytes())


@pytest.fixture
def numpy_behavior(gw):
    from graphwright.numpy_interface.behavior import disable_numpy_behavior

    yield gw.experimental.numpy.experimental_enable_numpy_behavior
    disable_numpy_behavior()


def same(want, got):
    """Whether two outcomes are the same; where only TensorFlow fails, ours may be a value."""
    if want[0] == "error":
        return got[0] != "error" or want[1][0] in got[1] or "Error" in want[1][0] and "TypeError" in want[1]
    if want[0] != got[0]:
        return False
    if want[0] in ("list", "tuple"):
        return len(want[1]) == len(got[1]) and all(same(a, b) for a, b in zip(want[1], got[1], strict=True))
    if want[0] == "object":
        return want == got
    if want[1:3] != got[1:3]:
        return False
    a, b = np.asarray(want[3]), np.asarray(got[3])
    if a.dtype.kind in "OSUb":
        return np.array_equal(a, b)
    if a.dtype.name == "bfloat16":
        a, b = a.astype(np.float32), b.astype(np.float32)
    tolerance = TOLERANCE.get(want[1], 1e-9)
    with np.errstate(all="ignore"):
        return np.allclose(a, b, rtol=tolerance, atol=tolerance, equal_nan=True)


@pytest.mark.parametrize(("mode", "prefer_float32"), numpy_outcomes.MODES)
def test_same_as_tensorflow(theirs, gw, numpy_behavior, mode, prefer_float32):
    numpy_behavior(prefer_float32, mode)
    differing = []
    cases = 0
    for case, twice in numpy_outcomes.cases_of(mode, prefer_float32):
        for inside in (False, True) if twice else (False,):
            cases += 1
            want = theirs[mode, prefer_float32, case, inside]
            got = numpy_outcomes.outcome(gw, case, inside)
            if not same(want, got):
                place = "in a function" if inside else "eagerly"
                differing.append(f"{case} {place}\n  TensorFlow: {str(want)[:200]}\n  ours: {str(got)[:200]}")
    assert cases > 80
    assert not differing, f"{len(differing)} of {cases}:\n" + "\n".join(differing[:40])


def test_switch_leaves_no_trace(gw, numpy_behavior):
    """Without the switch tensors are as before: the operators are the core's own slots again."""
    from graphwright.numpy_interface.behavior import disable_numpy_behavior

    before = {name: gw.Tensor.__dict__[name] for name in ("__add__", "__eq__", "__getitem__", "__matmul__")}
    numpy_behavior()
    assert gw.Tensor.__dict__["__add__"] is not before["__add__"]
    assert (gw.constant(1) + 1.5).dtype == gw.float64
    disable_numpy_behavior()
    assert {name: gw.Tensor.__dict__[name] for name in before} == before
    assert not hasattr(gw.constant(1), "T")
    with pytest.raises(TypeError):
        gw.constant(1) + 1.5
    with pytest.raises(TypeError):
        gw.constant([1, 2])[[0.5]]


def test_names(tensorflow, gw):
    for path in ("experimental.numpy", "experimental.numpy.random"):
        theirs, ours = tensorflow, gw
        for part in path.split("."):
            theirs, ours = getattr(theirs, part), getattr(ours, part)
        public = {name for name in dir(theirs) if name[0] != "_"}
        assert public == {name for name in dir(ours) if name[0] != "_"}
        for name in public:
            if isinstance(getattr(theirs, name), type) or name[:2] == "pi":
                assert getattr(ours, name) is getattr(theirs, name) or name == "ndarray"


def test_random_numbers(tensorflow, gw):
    """The same seeds give the same numbers."""
    for call in (
        "rand(3, 2)",
        "randn(4)",
        "uniform(1, 2, (3,))",
        "randint(2, 9, (5,))",
        "standard_normal((3,))",
        "poisson(3.0, (4,))",
    ):
        results = []
        for tf in (tensorflow, gw):
            tf.experimental.numpy.random.seed(11)
            results.append(eval(f"r.{call}", {"r": tf.experimental.numpy.random}))
        assert results[0].dtype.name == results[1].dtype.name
        np.testing.assert_allclose(results[1].numpy(), results[0].numpy(), rtol=1e-12, err_msg=call)


def test_gradients_and_masks_in_functions(gw, numpy_behavior):
    n = gw.experimental.numpy
    numpy_behavior(True)

    @gw.function
    def loss(x):
        return n.sum(x[x > 1.0] ** 2) + n.sum(x[[0, 0]])

    x = gw.constant([0.5, 2.0, 3.0])
    with gw.GradientTape() as tape:
        tape.watch(x)
        y = loss(x)
    assert gw.convert_to_tensor(tape.gradient(y, x)).numpy().tolist() == [2.0, 4.0, 6.0]
