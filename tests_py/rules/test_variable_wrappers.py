"""Every public function takes variables, and objects of classes of variables that stand for another one, where it takes
tensors: as an argument, in a list or tuple, eagerly and in a function. Libraries have such classes, which cast on reading.

GRAPHWRIGHT_WRAPPED_CASES sets how many cases of each row of rules/samples/ are tried.
"""

import functools
import os

import pytest

from rules.samples.table import SAMPLES
from support.compare import outcome
from support.sampling import difference, to_numpy


@functools.cache
def wrapper_class(tf):
    """A class of variables that have another variable, and no state of their own; in `casting` they are float64."""

    class Standing(tf.Variable):
        casting = None

        def __init__(self, variable):
            self._variable = variable

        def __getattr__(self, name):
            return getattr(self._variable, name)

        def _named(name):
            return property(lambda self: getattr(self._variable, name))

        for _name in (
            "shape",
            "name",
            "handle",
            "_handle",
            "_shared_name",
            "trainable",
            "constraint",
            "device",
            "graph",
            "op",
        ):
            locals()[_name] = _named(_name)

        @property
        def dtype(self):
            return Standing.casting or self._variable.dtype

        def _cast(self, value):
            return tf.cast(value, self.dtype)

        def value(self):
            return self._cast(self._variable.value())

        def read_value(self):
            return self._cast(self._variable.read_value())

        def numpy(self):
            return self.read_value().numpy()

        def get_shape(self):
            return self._variable.shape

        def sparse_read(self, indices, name=None):
            return self._cast(self._variable.sparse_read(indices, name=name))

        def gather_nd(self, indices, name=None):
            return self._cast(self._variable.gather_nd(indices, name=name))

        def __tf_tensor__(self, dtype=None, name=None):
            return tf.convert_to_tensor(self.value(), dtype)

    tf.register_tensor_conversion_function(
        Standing, lambda value, dtype=None, name=None, as_ref=False: value.__tf_tensor__(dtype)
    )
    return Standing


CASES = int(os.environ.get("GRAPHWRIGHT_WRAPPED_CASES", "1"))
ROWS = [s for s in SAMPLES if "float32" in s.dtypes and not s.stateful and not s.name.startswith("raw_ops")]


def _plain(structure):
    if isinstance(structure, dict):
        return {key: _plain(item) for key, item in structure.items()}
    if isinstance(structure, (list, tuple)):
        return [_plain(item) for item in structure]
    return to_numpy(structure)


@pytest.mark.parametrize("sample", ROWS, ids=repr)
def test_functions_take_wrapped_variables(gw, sample):
    wrap, bad = wrapper_class(gw), []
    for case in list(sample.all_cases(["float32"]))[:CASES]:
        tensors = case.tensors(gw)
        for place in case.differentiable_arguments():

            def with_argument(make, case=case, tensors=tensors, place=place):
                given = [make(t) if i == place else t for i, t in enumerate(tensors)]
                return outcome(lambda: _plain(case.call(gw, *given)))

            def in_function(make, case=case, tensors=tensors, place=place):
                given = [make(t) if i == place else t for i, t in enumerate(tensors)]
                others = [t for i, t in enumerate(given) if i != place]

                @gw.function(autograph=False)
                def traced(*others):
                    return case.call(gw, *others[:place], given[place], *others[place:])

                return outcome(lambda: _plain(traced(*others)))

            if sample.traceable:
                want, error = in_function(gw.Variable)
                got, our_error = in_function(lambda t: wrap(gw.Variable(t)))
                if error is None and our_error is not None:
                    bad.append(f"{case}, argument {place}, traced: {type(our_error).__name__}: {str(our_error)[:200]}")
                elif error is None and difference(got, want, 0, 0):
                    bad.append(f"{case}, argument {place}, traced: {difference(got, want, 0, 0)}")
            want, error = with_argument(gw.Variable)
            got, our_error = with_argument(lambda t: wrap(gw.Variable(t)))
            if error is not None:
                if our_error is None:
                    bad.append(f"{case}, argument {place}: a variable raises {error!r}, a wrapped one gives {got}")
            elif our_error is not None:
                bad.append(f"{case}, argument {place}: {type(our_error).__name__}: {str(our_error)[:200]}")
            elif difference(got, want, 0, 0):
                bad.append(f"{case}, argument {place}: {difference(got, want, 0, 0)}")
    assert not bad, "\n".join(bad[:3])


def _standing(gw, value):
    return wrapper_class(gw)(gw.Variable(value))


def test_wrapped_variables_in_structures(gw):
    w = _standing(gw, [1.0, 2.0])
    assert gw.stack([w, [3.0, 4.0]]).numpy().tolist() == [[1.0, 2.0], [3.0, 4.0]]
    assert gw.convert_to_tensor([w, w]).shape == (2, 2)
    assert gw.add_n([w, gw.ones([2])]).numpy().tolist() == [2.0, 3.0]
    assert gw.concat([w, [5.0]], 0).numpy().tolist() == [1.0, 2.0, 5.0]
    assert gw.nest.map_structure(gw.negative, {"a": (w,)})["a"][0].numpy().tolist() == [-1.0, -2.0]
    assert [float(x) for x in gw.meshgrid(w, w)[0][0]] == [1.0, 2.0]
    assert gw.einsum("i,i->", w, w).numpy() == 5.0
    assert gw.py_function(lambda x: x * 2.0, [w], gw.float32).numpy().tolist() == [2.0, 4.0]
    assert gw.map_fn(lambda x: x + 1.0, w).numpy().tolist() == [2.0, 3.0]
    assert gw.cond(gw.constant(True), lambda: w * 2.0, lambda: w.value()).numpy().tolist() == [2.0, 4.0]
    assert [x.numpy().tolist() for x in gw.data.Dataset.from_tensors(w)] == [[1.0, 2.0]]
    assert (gw.ones([2]) + w).numpy().tolist() == (w + 1.0).numpy().tolist() == [2.0, 3.0]
    assert (gw.Variable([1.0, 1.0]) * w).numpy().tolist() == [1.0, 2.0]
    assert gw.cast(w, "int32").numpy().tolist() == [1, 2]
    assert gw.linalg.matmul([[1.0, 1.0]], w[:, None]).numpy().tolist() == [[3.0]]


def test_wrapped_variables_that_cast(gw):
    cls = wrapper_class(gw)
    w = _standing(gw, [[1.0, 2.0], [3.0, 4.0]])
    x = gw.ones([1, 2], gw.float64)
    cls.casting = gw.float64
    try:
        for function in (
            lambda: gw.matmul(x, w),
            lambda: gw.einsum("ij,jk->ik", x, w),
            lambda: gw.tensordot(x, w, 1),
            lambda: x @ w,
        ):
            for call in (function, gw.function(function)):
                assert call().dtype == gw.float64 and call().numpy().tolist() == [[4.0, 6.0]]
        assert gw.nn.bias_add(x, w[0]).dtype == gw.stack([x, w[:1]]).dtype == gw.float64
        assert gw.add(1.0, w).dtype == gw.add(w, 1.0).dtype == gw.convert_to_tensor(w).dtype == gw.float64
        assert gw.nn.embedding_lookup(w, [1]).dtype == gw.float64
    finally:
        cls.casting = None


def test_gradients_of_wrapped_variables(gw):
    w = _standing(gw, [1.0, 2.0])
    with gw.GradientTape() as tape:
        y = gw.reduce_sum(gw.square(w))
    assert tape.gradient(y, w).numpy().tolist() == [2.0, 4.0]
    with gw.GradientTape(persistent=True) as tape:
        tape.watch(w)
        y = gw.reduce_sum(w.value() * w)
    assert [g.numpy().tolist() for g in tape.gradient(y, [w, w._variable])] == [[2.0, 4.0]] * 2

    @gw.function
    def inside(x):
        with gw.GradientTape() as tape:
            z = gw.reduce_sum(w * x)
        return tape.gradient(z, w)

    assert inside(gw.constant([3.0, 4.0])).numpy().tolist() == [3.0, 4.0]
