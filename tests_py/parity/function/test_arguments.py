"""Arguments of every kind, what a function sees of them and what its signature says; and results of every kind."""

import collections
import dataclasses
import enum
import types
import typing

import numpy as np
import pytest

from support.twice import Cases, assert_same

NT = collections.namedtuple("NT", "a b")


class TNT(typing.NamedTuple):
    a: object
    b: object = 2


class SubTuple(tuple):
    pass


class SubList(list):
    pass


class SubDict(dict):
    pass


class Color(enum.Enum):
    R = 1
    G = 2


class IntE(enum.IntEnum):
    A = 1


@dataclasses.dataclass
class DC:
    x: object
    y: object = 1


@dataclasses.dataclass(frozen=True)
class FDC:
    x: int


class MaskedTensor:
    def __init__(self, mask, value):
        self.mask = mask
        self.value = value

    def __tf_flatten__(self):
        return (self.mask,), (self.value,)

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(metadata[0], components[0])

    def __repr__(self):
        return f"M({self.mask},{self.value})"


@dataclasses.dataclass
class MaskedDC:
    mask: bool
    value: object

    def __tf_flatten__(self):
        return (self.mask,), (self.value,)

    @classmethod
    def __tf_unflatten__(cls, metadata, components):
        return cls(metadata[0], components[0])


class Map(collections.abc.Mapping):
    def __init__(self, d):
        self.d = d

    def __getitem__(self, k):
        return self.d[k]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def __repr__(self):
        return f"Map({self.d})"


class Seq(collections.abc.Sequence):
    def __init__(self, d):
        self.d = list(d)

    def __getitem__(self, k):
        return self.d[k]

    def __len__(self):
        return len(self.d)

    def __repr__(self):
        return f"Seq({self.d})"


def seen(tf, *values, **kw):
    log = []
    f = tf.function(lambda *a: (log.append(a), None)[1], autograph=False, **kw)
    out = []
    for v in values:
        try:
            f(v)
        except Exception as e:
            out.append((type(e).__name__, str(e)[:300]))
    return log, out, f.experimental_get_tracing_count(), f.pretty_printed_concrete_signatures()


VALUES = dict(
    nt=lambda tf: [NT(1, tf.constant(2)), NT(1, tf.constant(3)), NT(2, tf.constant(3)), (1, tf.constant(3))],
    tnt=lambda tf: [TNT(tf.constant(2)), TNT(tf.constant(2), 2), TNT(tf.constant(2), 3)],
    subtuple=lambda tf: [SubTuple((tf.constant(1), 2)), (tf.constant(1), 2)],
    sublist=lambda tf: [SubList([tf.constant(1), 2]), [tf.constant(1), 2]],
    ddict=lambda tf: [collections.defaultdict(list, a=tf.constant(1)), {"a": tf.constant(1)}],
    deque=lambda tf: [collections.deque([1, 2])],
    masked=lambda tf: [
        MaskedTensor(True, tf.constant(1)),
        MaskedTensor(True, tf.constant(2)),
        MaskedTensor(False, tf.constant(2)),
    ],
    maskeddc=lambda tf: [
        MaskedDC(True, tf.constant(1)),
        MaskedDC(True, tf.constant(2)),
        MaskedDC(False, tf.constant(2)),
    ],
    none=lambda tf: [None, [None], {"a": None}, (None, tf.constant(1))],
    intkeys=lambda tf: [{1: tf.constant(1), 0: 2}],
    tuplekeys=lambda tf: [{(1, 2): tf.constant(1)}],
    mixedkeys=lambda tf: [{1: tf.constant(1), "a": tf.constant(2)}],
    sets=lambda tf: [{1, 2}],
    sl=lambda tf: [slice(1, 2)],
    ell=lambda tf: [..., ...],
    npa=lambda tf: [np.array([1, 2]), np.array([3, 4]), np.array([1.0]), np.array(["a"]), np.array([b"a"])],
    nps=lambda tf: [np.float32(1), np.float32(2), np.int64(1), np.bool_(True)],
    cplx=lambda tf: [1j, 1j, 2j],
    big=lambda tf: [2**70, 2**70],
    strs=lambda tf: ["a", "a", "b", b"a"],
    bytearr=lambda tf: [bytearray(b"a")],
    slices=lambda tf: [tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]), tf.constant([3]))],
    itr=lambda tf: [iter([1, 2])],
    mt=lambda tf: [(), [], {}],
    intsub=lambda tf: [type("I", (int,), {})(3)],
    nestedtensor=lambda tf: [[tf.constant([1]), (tf.constant(1.0), {"k": [tf.constant("a"), None]})]],
    decimal=lambda tf: [__import__("decimal").Decimal(1), __import__("decimal").Decimal(1)],
    fraction=lambda tf: [__import__("fractions").Fraction(1, 2), __import__("fractions").Fraction(1, 2)],
    date=lambda tf: [__import__("datetime").date(2020, 1, 1), __import__("datetime").date(2020, 1, 1)],
    path=lambda tf: [__import__("pathlib").Path("/"), __import__("pathlib").Path("/")],
    simple=lambda tf: [types.SimpleNamespace(a=1)],
)


@pytest.mark.parametrize("name", VALUES)
def test_arguments(name, tensorflow, gw):
    assert_same(lambda tf: seen(tf, *VALUES[name](tf)), tensorflow, gw)


cases = Cases()


@cases
def result_none_in_struct(tf):
    return tf.function(lambda: {"a": None, "b": (None, 1)})()


@cases
def result_generator(tf):
    return tf.function(lambda: (i for i in range(3)))()


@cases
def result_map(tf):
    return tf.function(lambda: map(lambda i: i, [1, 2]))()


@cases
def result_ta(tf):
    @tf.function
    def f():
        ta = tf.TensorArray(tf.float32, 2)
        ta = ta.write(0, 1.0).write(1, 2.0)
        return ta

    r = f()
    return type(r).__name__, r.stack()


@cases
def result_obj(tf):
    class A:
        pass

    return tf.function(lambda: A())()


@cases
def result_set(tf):
    return tf.function(lambda: {1})()


@cases
def result_str(tf):
    return tf.function(lambda: ["a", b"b"])()


@cases
def result_dict_int(tf):
    return tf.function(lambda: {2: 1, 1: 2})()


@cases
def result_mixed_keys(tf):
    return tf.function(lambda: {1: 1, "a": 2})()


@cases
def result_print(tf):
    @tf.function
    def f(x):
        return tf.print(x, output_stream="file:///dev/null")

    return f(1)


@cases
def result_group(tf):
    v = tf.Variable(1)

    @tf.function
    def f():
        return tf.group(v.assign_add(1), v.assign_add(2))

    return f(), v


@cases
def result_args_identity(tf):
    @tf.function
    def f(x):
        return x

    t = tf.constant([1, 2])
    return f(t) is t, f(t)


@cases
def result_empty(tf):
    return tf.function(lambda: ())(), tf.function(lambda: [])(), tf.function(lambda: {})()


@cases
def result_type(tf):
    return tf.function(lambda: int)()


@cases
def result_dtype(tf):
    return tf.function(lambda: tf.float32)()


@cases
def result_nparr(tf):
    import numpy as np

    return tf.function(lambda: np.ones([2]))(), tf.function(lambda: np.float16(2))()


@cases
def result_deep(tf):
    d = 1
    for _ in range(30):
        d = [d]
    return tf.function(lambda: d)()


@cases
def result_subclass_list(tf):
    class L(list):
        pass

    r = tf.function(lambda: L([1, 2]))()
    return type(r).__name__, list(r)


@cases
def result_subclass_dict(tf):
    class L(dict):
        pass

    r = tf.function(lambda: L(a=1))()
    return type(r).__name__, dict(r)


@pytest.mark.parametrize("code", **cases.parameters())
def test_results(code, tensorflow, gw):
    assert_same(code, tensorflow, gw)


def trace_count(gw, *values):
    f = gw.function(lambda x: None, autograph=False)
    for value in values:
        f(value)
    return f.experimental_get_tracing_count()


def test_equal_values_of_different_classes(gw):
    class Dictionary(dict):
        pass

    class Level(enum.IntEnum):
        ONE = 1

    assert trace_count(gw, 1, 1.0, True, Level.ONE) == 4
    assert trace_count(gw, 0.0, -0.0, float("nan"), float("nan")) == 3
    one = {"a": gw.constant(1)}
    assert trace_count(gw, one, Dictionary(one), collections.OrderedDict(one), one, Dictionary(one)) == 3


def test_mappings(gw):
    f = gw.function(lambda m: (type(m).__name__ == "Map", m["a"] + 1))
    assert [bool(x) if x.dtype == gw.bool else int(x) for x in f(Map({"a": gw.constant(1)}))] == [True, 2]
    proxy = types.MappingProxyType({"a": gw.constant(1)})
    assert gw.function(lambda m: m["a"] + 1)(proxy) == 2


def test_sequences_stay_what_they_are(gw):
    f = gw.function(lambda s: s[0] + len(s) + (0 if type(s) is Seq else 100))
    values = Seq([1, 2])
    assert f(values) == 3 and f(values) == 3 and f.experimental_get_tracing_count() == 1
    assert gw.function(lambda r: r[1] + (0 if type(r) is range else 100))(range(3)) == 1
    for value in (collections.deque([1]), bytearray(b"a"), {1}):
        with pytest.raises(TypeError, match="Could not generate a generic TraceType"):
            gw.function(lambda x: None)(value)


def test_objects_without_hashes(gw):
    f = gw.function(lambda d, x: d.x + x)
    value = DC(3)
    assert f(value, gw.constant(1)) == 4 and f(value, gw.constant(2)) == 5
    assert f.experimental_get_tracing_count() == 1


def test_weak_references(gw):
    import weakref

    assert gw.function(lambda r: r().x)(weakref.ref(frozen)) == 3


frozen = FDC(3)


def test_values_made_of_tensors_need_no_binding_again(gw, monkeypatch):
    ragged = gw.ragged.constant([[1.0, 2.0], [3.0]])
    sparse = gw.sparse.from_dense([[0.0, 4.0], [5.0, 0.0]])
    iterator = iter(gw.data.Dataset.range(100))

    @gw.function
    def f(scale, ragged, parts, *, iterator):
        rest = gw.reduce_sum(gw.sparse.to_dense(parts["sparse"])) - parts["x"]
        return scale * gw.reduce_sum(ragged) + rest + gw.cast(next(iterator), gw.float32)

    def call(number):
        return float(f(gw.constant(2.0), ragged, {"x": gw.constant(1.0), "sparse": sparse}, iterator=iterator)) - number

    assert call(0) == 20
    monkeypatch.setattr(type(f), "_call_slowly", lambda *_: pytest.fail("bound anew"))
    monkeypatch.setattr(type(f), "_lookup", lambda *_: pytest.fail("looked up anew"))
    assert [call(number) for number in (1, 2, 3)] == [20] * 3
    other = gw.ragged.constant([[10.0, 20.0], [30.0]])  # other tensors of the same spec
    assert float(f(gw.constant(1.0), other, {"x": gw.constant(9.0), "sparse": sparse}, iterator=iterator)) == 64
    monkeypatch.undo()
    more = gw.ragged.constant([[1.0], [], [2.0, 3.0]])  # another number of rows is another spec
    assert float(f(gw.constant(1.0), more, {"x": gw.constant(9.0), "sparse": sparse}, iterator=iterator)) == 11
    assert f.experimental_get_tracing_count() == 2
    assert (
        float(f(gw.constant(1.0), iterator=iterator, parts={"sparse": sparse, "x": gw.constant(9.0)}, ragged=more))
        == 12
    )
