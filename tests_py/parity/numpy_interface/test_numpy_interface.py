"""tf.experimental.numpy gives TensorFlow's values, dtypes and errors in each mode of NumPy's behaviour."""

import os
import pickle
import re
import subprocess
import sys

import numpy as np
import pytest

from parity.numpy_interface import numpy_outcomes
from support.processes import TESTS

HERE = os.path.dirname(os.path.abspath(__file__))
TOLERANCE = {"float16": 2e-3, "bfloat16": 2e-2, "float32": 1e-5, "complex64": 1e-5}


@pytest.fixture(scope="module")
def theirs(tensorflow, tmp_path_factory):
    """What TensorFlow gives, from a process of its own: its tensors never lose NumPy's behaviour again."""
    path = tmp_path_factory.mktemp("numpy_interface") / "outcomes"
    command = [sys.executable, os.path.join(HERE, "numpy_outcomes.py"), str(path)]
    environment = {**os.environ, "PYTHONPATH": TESTS, "TF_CPP_MIN_LOG_LEVEL": "3"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return pickle.loads(path.read_bytes())


@pytest.fixture
def numpy_behavior(gw):
    from graphwright._src.numpy_interface.behavior import disable_numpy_behavior

    yield gw.experimental.numpy.experimental_enable_numpy_behavior
    disable_numpy_behavior()


def same_or_better(want, got):
    """Whether two outcomes are the same; where only TensorFlow fails, ours may be a value."""
    if want[0] == "error":
        return got[0] != "error" or want[1][0] in got[1] or "Error" in want[1][0] and "TypeError" in want[1]
    if want[0] != got[0]:
        return False
    if want[0] in ("list", "tuple"):
        return len(want[1]) == len(got[1]) and all(same_or_better(a, b) for a, b in zip(want[1], got[1], strict=True))
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
            got = numpy_outcomes.plain_outcome(gw, case, inside)
            if not same_or_better(want, got):
                place = "in a function" if inside else "eagerly"
                differing.append(f"{case} {place}\n  TensorFlow: {str(want)[:200]}\n  ours: {str(got)[:200]}")
    assert cases > 80
    assert not differing, f"{len(differing)} of {cases}:\n" + "\n".join(differing[:40])


def test_switch_leaves_no_trace(gw, numpy_behavior):
    """Without the switch tensors are as before: the operators are the core's own slots again."""
    from graphwright._src.numpy_interface.behavior import disable_numpy_behavior

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


def test_gradients_beside_zero(tensorflow, gw):
    """A number 0 as the second operand makes relu of a tensor, whose gradient at 0 is 0."""
    calls = "maximum(x, 0) maximum(x, np.float64(0)) maximum(0, x) maximum(x, [0.]) maximum(x, False) minimum(x, 0)"
    calls += " clip(x, 0, None) clip(x, 0, 1) logaddexp(x, 0) logaddexp2(x, 0.) logaddexp(x, [0.])"
    for call in re.findall(r"\w+\(.*?\)+(?= |$)", calls):
        results = []
        for tf in (tensorflow, gw):
            x = tf.constant([1.0, 0.0, -1.0])
            with tf.GradientTape() as tape:
                tape.watch(x)
                y = eval(f"n.{call}", {"n": tf.experimental.numpy, "np": np, "x": x})
            results.append((y.dtype.name, tape.gradient(y, x).numpy()))
        assert results[0][0] == results[1][0], call
        np.testing.assert_allclose(results[1][1], results[0][1], rtol=1e-6, err_msg=call)


UNKNOWN_SHAPES = """n.sum(x) n.mean(x,axis=1) n.var(x) n.argmax(x,axis=1) n.cumsum(x) n.sort(x) n.average(x,axis=0) n.ravel(x)
n.swapaxes(x,0,-1) n.moveaxis(x,0,-1) n.moveaxis(x,[0,1],[1,0]) n.hstack([x,x]) n.vstack([y,y]) n.dstack([x,x]) n.dstack([y,y])
n.tile(x,2) n.tile(x,(2,1,1)) n.repeat(x,2,axis=1) n.roll(x,1) n.flip(x) n.flip(x,1) n.atleast_3d(x) n.atleast_3d(y)
n.atleast_2d(y) n.take(x,[0],axis=1) n.take(x,[0],axis=-1) n.take(x,[0,9]) n.where(x>2,x,0.) n.array(x,ndmin=3)
n.linspace(0.,y,3) n.linspace(y,1.,2,endpoint=False) n.isclose(x,x) n.clip(x,1,3) n.around(x,1) n.broadcast_arrays(x,y)[1]
n.append(x,y) n.full_like(x,2) x[[0]] x[:,[0,-1]] x[None,[0]] x.T x.reshape(-1) x+1 x*y
n.rot90(x) n.rot90(x,2) n.rot90(x,3,(1,0)) n.rot90(x,-1,(0,-1)) n.diag(y) n.diag(y,-1) n.diag(x) n.diagonal(x) n.diagonal(x,1)
n.trace(x) n.matmul(x,y) n.matmul(y,y) n.matmul(x,n.transpose(x)) n.dot(x,y) n.dot(y,y) n.dot(x,n.transpose(x)) n.inner(x,y)
n.inner(x,x) n.cross(y,y+1) n.cross(x,y) n.cross(x[:,:2],y[:2]) n.vander(y) n.vsplit(x,2)[1] n.hsplit(x,3)[0] n.hsplit(y,3)[1]
n.flipud(x) n.flipud(y) n.take_along_axis(x,[[0],[-1]],1) x[[0,1],[1,2]] x[[0,1],[-1,2]] x[[[0],[1]],[1,2]] x[[1,0],...,[0,2]]
x[...,[0,2]] x[...,[1,0],:] x[[1,0],...] x[...,None,[0,1]] x[[0,1],...,None] x[None][:,[0,1],[0,2]] x[None][...,[1,0],[0,2]]
x[None][[0],:,[0,2]] x[None][[0],...,[0,2]] x[None][:,...,[0,1],[0,2]] x[None][:,[0,1],...,[0,2]] x[:,None,...,[0,1]]
x[None][0,[0,1],[0,2]] x[None][:,[[0],[1]],[0,2]] x[None][...,[1],1:,None] x[[True,False],[0,2]] x[...,[True,False,True]]
x[:,[0,1],...,True] n.average(x,axis=1,weights=y) n.average(x,-1,y,True)[1] n.average(x,0,y[:2]) n.average(x,1,x,True)[1]
n.average(x[None],1,[1.,3]) n.average(y,0,y) n.average(y,-1,y,True)[1] n.average(x,None,x,True)[1]""".split()


@pytest.mark.parametrize("shapes", [([None, None], [None]), (None, None)])
def test_unknown_shapes(gw, numpy_behavior, shapes):
    """Functions traced for shapes or ranks that are unknown give what they give eagerly."""
    numpy_behavior()
    n = gw.experimental.numpy
    x, y = gw.constant([[1.0, 2, 3], [4, 5, 6]]), gw.constant([1.0, 2, 3])
    signature = [gw.TensorSpec(shape, gw.float32) for shape in shapes]
    for expression in UNKNOWN_SHAPES:

        def evaluate(x, y, expression=expression):
            return eval(expression, {"n": n, "x": x, "y": y})

        want = evaluate(x, y)
        got = gw.function(evaluate, autograph=False, input_signature=signature)(x, y)
        assert got.dtype == want.dtype, expression
        np.testing.assert_allclose(got.numpy(), want.numpy(), rtol=1e-6, err_msg=expression)


def test_composites_keep_their_operators(gw, numpy_behavior):
    numpy_behavior()
    ragged = gw.ragged.constant([[1], [2, 3]])
    assert (gw.constant(1) + ragged).to_list() == [[2], [3, 4]]
    assert (ragged + 1).to_list() == [[2], [3, 4]]
    sparse = gw.sparse.from_dense([[1.0, 0.0]])
    assert gw.sparse.to_dense(sparse * 2.0).numpy().tolist() == [[2.0, 0.0]]
    assert (gw.constant([1, 2]) + gw.TensorShape([1, 2])).numpy().tolist() == [2, 4]
    assert (gw.constant("a") + "b").numpy() == b"ab"
    assert round(gw.constant(2.5)).dtype == gw.float32
