"""tf.nest behaves as TensorFlow's, expression by expression."""

import collections
import dataclasses
import re
import types
from collections import OrderedDict as OD  # noqa: F401
from collections import defaultdict, namedtuple  # noqa: F401

import numpy as np
import pytest

from support.compare import assert_same

wrapt = pytest.importorskip("wrapt")

P = namedtuple("P", "x y")
Q = namedtuple("Q", "x y")
P2 = namedtuple("P", "x y")


class MyDict(dict):
    pass


class MyList(list):
    pass


class MyTuple(tuple):
    pass


class MyMapping(collections.abc.Mapping):
    def __init__(self, *a):
        self.d = dict(*a)

    def __getitem__(self, key):
        return self.d[key]

    def __iter__(self):
        return iter(self.d)

    def __len__(self):
        return len(self.d)

    def __repr__(self):
        return f"MyMapping({self.d})"


class LowerKeys(dict):
    """A dict that changes the keys which it is given one by one."""

    def __setitem__(self, key, value):
        super().__setitem__(key.lower(), value)


class NeedsArgument(dict):
    """A dict whose constructor wants something else than its items."""

    def __init__(self, must):
        super().__init__()


class OwnFactory(collections.defaultdict):
    def __init__(self):
        super().__init__(list)


def filled(mapping, **items):
    for key, value in items.items():
        mapping[key] = value
    return mapping


class MySeq(collections.abc.Sequence):
    def __init__(self, a):
        self.a = list(a)

    def __getitem__(self, key):
        return self.a[key]

    def __len__(self):
        return len(self.a)

    def __repr__(self):
        return f"MySeq({self.a})"


@dataclasses.dataclass
class DC:
    a: object
    b: object

    def __tf_flatten__(self):
        return ("m",), (self.b,)

    @classmethod
    def __tf_unflatten__(cls, meta, components):
        return cls(meta[0], components[0])


@dataclasses.dataclass
class DC2:
    a: object


class Attrs:
    """What the attrs package makes of a class, as far as tf.nest looks at it."""

    __attrs_attrs__ = (types.SimpleNamespace(name="x"), types.SimpleNamespace(name="y"))

    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f"Attrs({self.x}, {self.y})"


def own_proxy(value):
    """A proxy of a class of its own: TensorFlow keeps for each class what it found at the first object of it."""
    return type("OwnProxy", (wrapt.ObjectProxy,), {})(value)


HERE = dict(globals())  # the expressions see all that is above
_composites = {}
_OF_RAGGED_OR_SPARSE = re.compile(r"\b(rt|sp|RaggedTensorSpec)\b")


def names(module):
    made = _composites.get(module)
    if made is None:
        _composites[module] = made = {"nest": module.nest, "np": np}
        if hasattr(module, "ragged") and hasattr(module.ragged, "constant"):
            made["rt"] = module.ragged.constant([[1, 2], [3]])
        if hasattr(module, "sparse") and hasattr(module.sparse, "from_dense"):
            made["sp"] = module.sparse.from_dense([[0, 1]])
    return {**HERE, **made}


NESTS = """
nest.flatten(1)
nest.flatten(None)
nest.flatten("abc")
nest.flatten(b"abc")
nest.flatten([1,[2,(3,)],{"b":4,"a":5}])
nest.flatten({"b":1,"a":{"d":2,"c":3}})
nest.flatten({2:1,1:2})
nest.flatten({"a":1,2:2})
nest.flatten(OD([("b",1),("a",2)]))
nest.flatten(P(1,[2,3]))
nest.flatten(())
nest.flatten([])
nest.flatten({})
nest.flatten({1,2})
nest.flatten(frozenset([1]))
nest.flatten(range(3))
nest.flatten(iter([1]))
nest.flatten(np.ones(2))
nest.flatten(MySeq([1,2]))
nest.flatten(MyMapping({"b":1,"a":2}))
nest.flatten(MyDict(b=1,a=2))
nest.flatten(MyList([1,[2]]))
nest.flatten(MyTuple([1,[2]]))
nest.flatten(defaultdict(list,{"b":1,"a":2}))
nest.flatten({"b":1,"a":2}.keys())
nest.flatten({"b":1,"a":2}.values())
nest.flatten({"b":1,"a":2}.items())
nest.flatten(MyMapping({"b":1,"a":2}).keys())
nest.flatten(MyMapping({"b":1,"a":2}).values())
nest.flatten(MyMapping({"b":1,"a":2}).items())
nest.flatten(collections.deque([1,2]))
nest.flatten(tf.TensorShape([1,2]))
nest.flatten(tf.constant([1,2])).__len__()
nest.flatten(DC(1,2))
nest.flatten(DC([1],[2,3]))
nest.flatten(DC2(1)).__len__()
nest.flatten(own_proxy([1,[2]]))
nest.flatten(own_proxy({"b":1,"a":2}))
nest.flatten(own_proxy((1,2)))
nest.flatten(types.MappingProxyType({"b":1,"a":2}))
nest.flatten(collections.UserDict({"b":1,"a":2}))
nest.flatten(collections.UserList([1,2]))
nest.flatten(collections.ChainMap({"b":1}))
nest.flatten(bytearray(b"ab"))
nest.flatten(memoryview(b"ab")).__len__()
len(nest.flatten(rt))
len(nest.flatten(rt,expand_composites=True))
len(nest.flatten([sp,1],expand_composites=True))
nest.flatten(tf.RaggedTensorSpec([None,None]),expand_composites=True)
nest.flatten(tf.TensorSpec([2]),expand_composites=True)
nest.is_nested(1)
nest.is_nested("a")
nest.is_nested([1])
nest.is_nested(())
nest.is_nested({})
nest.is_nested({1})
nest.is_nested(P(1,2))
nest.is_nested(np.ones(2))
nest.is_nested(rt)
nest.is_nested(DC(1,2))
nest.is_nested(DC2(1))
nest.is_nested(range(3))
nest.is_nested({}.keys())
nest.is_nested({}.values())
nest.is_nested(MySeq([1]))
nest.is_nested(own_proxy([1]))
nest.is_nested(own_proxy(1))
nest.flatten(own_proxy(1))
nest.is_nested(tf.TensorShape([1]))
nest.is_nested(None)
nest.map_structure(lambda x:x+1,[1,(2,{"a":3})])
nest.map_structure(lambda x,y:x+y,[1,2],[3,4])
nest.map_structure(lambda x,y:x+y,[1,2],(3,4))
nest.map_structure(lambda x,y:x+y,[1,2],(3,4),check_types=False)
nest.map_structure(lambda x,y:x+y,[1,2],[3])
nest.map_structure(lambda x,y:x+y,[1,2],[3,[4]])
nest.map_structure(lambda x,y:x+y,{"a":1},{"b":2})
nest.map_structure(lambda x,y:x+y,{"a":1},OD(a=2))
nest.map_structure(lambda x,y:x+y,OD([("b",1),("a",2)]),{"a":10,"b":20})
nest.map_structure(lambda x,y:x+y,P(1,2),P(3,4))
nest.map_structure(lambda x,y:x+y,P(1,2),Q(3,4))
nest.map_structure(lambda x,y:x+y,P(1,2),P2(3,4))
nest.map_structure(lambda x,y:x+y,P(1,2),(3,4))
nest.map_structure(lambda x:x)
nest.map_structure(3,[1])
nest.map_structure(lambda x:x,[1],foo=1)
nest.map_structure(lambda x:x,[1],check_types=True,expand_composites=False)
nest.map_structure(lambda x:x+1,MyDict(b=1,a=2))
type(nest.map_structure(lambda x:x+1,MyDict(b=1,a=2)))
type(nest.map_structure(lambda x:x+1,MyList([1])))
type(nest.map_structure(lambda x:x+1,MyTuple([1])))
nest.map_structure(lambda x:x+1,defaultdict(list,{"b":1,"a":2}))
nest.map_structure(lambda x:x+1,OD([("b",1),("a",2)]))
nest.map_structure(lambda x:x+1,{"b":1,"a":2})
nest.map_structure(lambda x:x+1,MyMapping({"b":1,"a":2}))
nest.map_structure(lambda x:x+1,MySeq([1]))
nest.map_structure(lambda x:x+1,DC("q",2))
nest.map_structure(lambda x:x+1,{"b":1,"a":2}.values())
nest.map_structure(lambda x:x+1,{2:1,1:2}.keys())
nest.map_structure(lambda x:x+1,own_proxy([1,2]))
type(nest.map_structure(lambda x:x+1,own_proxy([1,2])))
nest.map_structure(lambda x:x+1,types.MappingProxyType({"b":1,"a":2}))
nest.map_structure(lambda x:x+1,collections.UserDict({"b":1,"a":2}))
nest.map_structure(lambda x:x+1,range(3))
nest.map_structure(lambda x:x+1,collections.deque([1,2]))
nest.map_structure(lambda x:None,[1,(2,)])
nest.map_structure(lambda x,y:x,rt,rt).shape
nest.map_structure(lambda x:x*2,rt,expand_composites=True)
nest.map_structure(lambda x,y:x,1,2)
nest.map_structure(lambda x,y:x,1,[2])
nest.map_structure(lambda x,y:x,[],[])
nest.map_structure(lambda x,y:x,[],())
nest.map_structure(lambda x,y:x,"a","b")
nest.pack_sequence_as([1,[2]],[3,4])
nest.pack_sequence_as([1,[2]],[3])
nest.pack_sequence_as([1,[2]],[3,4,5])
nest.pack_sequence_as([1,[2]],(3,4))
nest.pack_sequence_as([1,[2]],3)
nest.pack_sequence_as([1,[2]],"ab")
nest.pack_sequence_as([1,[2]],{"a":1,"b":2})
nest.pack_sequence_as(1,[2])
nest.pack_sequence_as(1,[2,3])
nest.pack_sequence_as(1,[])
nest.pack_sequence_as(1,2)
nest.pack_sequence_as([],[])
nest.pack_sequence_as([],[1])
nest.pack_sequence_as({"b":1,"a":2},[10,20])
nest.pack_sequence_as(OD([("b",1),("a",2)]),[10,20])
nest.pack_sequence_as(P(1,(2,)),[10,20])
nest.pack_sequence_as({"b":1,"a":[2,3]},[10,20,30])
nest.pack_sequence_as([1,[2]],np.array([3,4]))
nest.pack_sequence_as([1,[2]],tf.constant([3,4]))
nest.pack_sequence_as([1,[2]],[[3],[4]])
nest.pack_sequence_as(rt,nest.flatten(rt,expand_composites=True),expand_composites=True)
nest.pack_sequence_as([1,[2]],(x for x in [1,2]))
nest.pack_sequence_as({"a":1}.keys(),[2])
nest.pack_sequence_as("abc",["x"])
nest.assert_same_structure([1,2],[3,4])
nest.assert_same_structure([1,2],(3,4))
nest.assert_same_structure([1,2],(3,4),check_types=False)
nest.assert_same_structure([1,2],[3])
nest.assert_same_structure([1,2],[3,[4]])
nest.assert_same_structure([1,2],1)
nest.assert_same_structure(1,[1,2])
nest.assert_same_structure(1,2)
nest.assert_same_structure({"a":1},{"b":1})
nest.assert_same_structure({"a":1},{"b":1},check_types=False)
nest.assert_same_structure({"a":1},{"a":1,"b":2})
nest.assert_same_structure({"a":1},[1])
nest.assert_same_structure({"a":1},[1],check_types=False)
nest.assert_same_structure(P(1,2),Q(1,2))
nest.assert_same_structure(P(1,2),Q(1,2),check_types=False)
nest.assert_same_structure(P(1,2),P2(1,2))
nest.assert_same_structure(P(1,2),(1,2))
nest.assert_same_structure({"a":1},OD(a=1))
nest.assert_same_structure({"a":1},MyDict(a=1))
nest.assert_same_structure({"a":1},MyMapping({"a":1}))
nest.assert_same_structure({"a":1},defaultdict(list,a=1))
nest.assert_same_structure([1],MyList([1]))
nest.assert_same_structure((1,),MyTuple([1]))
nest.assert_same_structure([1],own_proxy([1]))
nest.assert_same_structure("ab","c")
nest.assert_same_structure([[1],2],[1,[2]])
nest.assert_same_structure([{"a":1}],[{"a":[1]}])
nest.assert_same_structure(DC("a",1),DC("b",1))
nest.assert_same_structure(DC("a",1),DC("a",[1]))
nest.assert_same_structure(rt,rt,expand_composites=True)
nest.assert_same_structure(rt,sp,expand_composites=True)
nest.assert_same_structure(rt,1)
nest.assert_same_structure([rt],[sp])
nest.assert_same_structure(rt,tf.RaggedTensorSpec([2,None],tf.int32),expand_composites=True)
nest.assert_same_structure([np.ones(2)],[1])
nest.assert_same_structure({"a":{"b":1}},{"a":{"c":1}})
nest.assert_same_structure((1,(2,3)),(1,(2,)))
nest.assert_same_structure(set(),1)
""".strip().splitlines()

MORE = """
nest.flatten(Attrs(1,[2]))
nest.map_structure(lambda x:x+1,Attrs(1,[2]))
nest.is_nested(Attrs(1,2))
nest.assert_same_structure(Attrs(1,2),Attrs(1,2))
nest.assert_same_structure(Attrs(1,2),Attrs(1,[2]))
nest.assert_same_structure(Attrs(1,2),(1,2))
nest.flatten(MyTuple((1,(2,))))
nest.flatten({"b":[1,{"z":2,"y":3}],"a":P(4,MyList([5]))})
nest.map_structure(lambda *xs:xs,[1,2],[3,4],[5,6])
nest.map_structure(lambda x:x,{})
nest.pack_sequence_as({},[])
nest.pack_sequence_as(MyDict(b=1,a=2),[5,6])
nest.pack_sequence_as(MyMapping({"b":1,"a":2}),[5,6])
nest.pack_sequence_as(DC("q",1),[5])
nest.pack_sequence_as([1,None],[5,6])
nest.flatten([None,[None]])
nest.flatten(tf.Variable(1.),expand_composites=True)[0].shape
nest.assert_same_structure([1],[1,2],check_types=False)
nest.assert_same_structure({"a":1,"b":2},{"b":1,"a":2})
nest.assert_same_structure([],None)
""".strip().splitlines()

# Mappings whose constructors take something else than pairs of a key and a value.
MAPPINGS = [
    f"{call.format(mapping)}"
    for mapping in (
        'collections.Counter({"b": 1, "a": 2})',
        'collections.ChainMap({"b": 1}, {"a": 2})',
        'collections.UserDict({"b": 1, "a": 2})',
        "filled(LowerKeys(), B=1, a=2)",
        "filled(OwnFactory(), b=1, a=2)",
        "filled(NeedsArgument(0), b=1, a=2)",
    )
    for call in (
        "nest.map_structure(lambda x: (x,), {})",
        "nest.pack_sequence_as({}, [5, 6])",
        "nest.pack_sequence_as([{}], [5, 6])",
        "nest.map_structure(lambda x, y: x + y, {0}, {0})",
    )
]

# Where ours differs, and why.
OURS_DIFFERS = {
    'nest.flatten(own_proxy({"b":1,"a":2}))': "TensorFlow takes the keys of a wrapped dict for its leaves",
}


@pytest.mark.parametrize("expression", NESTS + MORE + MAPPINGS)
def test_same(expression, tensorflow, gw):
    if expression in OURS_DIFFERS:
        pytest.skip(OURS_DIFFERS[expression])
    if _OF_RAGGED_OR_SPARSE.search(expression) and "rt" not in names(gw):
        pytest.skip("there are no ragged and sparse tensors yet")
    assert_same(expression, tensorflow, gw, names)


@pytest.mark.parametrize("name", ["flatten", "map_structure", "pack_sequence_as", "assert_same_structure", "is_nested"])
def test_signature(name, tensorflow, gw):
    import inspect

    theirs, ours = (inspect.signature(getattr(module.nest, name)) for module in (tensorflow, gw))
    assert [p.name for p in ours.parameters.values()] == [p.name for p in theirs.parameters.values()]
    assert [p.default for p in ours.parameters.values()] == [p.default for p in theirs.parameters.values()]


PAIR = {
    "list": [1, 2],
    "MyList": MyList([1, 2]),
    "tuple": (1, 2),
    "MyTuple": MyTuple((1, 2)),
    "dict": {"x": 1, "y": 2},
    "MyDict": MyDict(x=1, y=2),
    "OrderedDict": OD(y=2, x=1),
    "defaultdict": defaultdict(int, x=1, y=2),
    "P": P(1, 2),
    "P2": P2(1, 2),
    "Q": Q(1, 2),
    "subclass of P": type("Deeper", (P,), {})(1, 2),
}


def shallow_outcomes(tf):
    """What stands for what, of plain structures and of those that a module tracks."""
    module = tf.Module()
    structures = dict(PAIR)
    for place, (name, value) in enumerate(PAIR.items()):
        setattr(module, f"v{place}", value)
        structures["tracked " + name] = getattr(module, f"v{place}")
    inner, found = tf.__internal__.nest, {}
    for shallow in structures:
        for name in structures:
            given = (structures[shallow], structures[name])
            for check in (True, False):
                try:
                    parts = inner.flatten_up_to(*given, check_types=check)
                    mapped = inner.map_structure_up_to(given[0], lambda a, b: a + b, *given, check_types=check)
                    found[shallow, name, check] = parts, type(mapped).__name__, sorted(tf.nest.flatten(mapped))
                except (TypeError, ValueError, KeyError) as error:
                    found[shallow, name, check] = type(error)
    return found


def test_what_stands_for_shallower_structures(tensorflow, gw):
    want, got = shallow_outcomes(tensorflow), shallow_outcomes(gw)
    # TensorFlow asks a named tuple for its fields as keys where a tuple was meant.
    asked = {key: value for key, value in want.items() if value is not KeyError}
    assert {key: got[key] for key in asked} == asked


def test_wrapped_dict(gw):
    proxy = wrapt.ObjectProxy({"b": 1, "a": [2, 3]})
    assert gw.nest.flatten(proxy) == [2, 3, 1]
    assert gw.nest.map_structure(lambda x: x * 10, proxy) == {"b": 10, "a": [20, 30]}


def test_paths(gw):
    from graphwright._src.tensor import nest

    structure = {"b": [1, P(2, 3)], "a": 4}
    assert nest.flatten_with_paths(structure) == [(("a",), 4), (("b", 0), 1), (("b", 1, "x"), 2), (("b", 1, "y"), 3)]
    got = nest.map_structure_with_paths(lambda path, x: f"{path}={x}", structure)
    assert got == {"b": ["b/0=1", P("b/1/x=2", "b/1/y=3")], "a": "a=4"}


def test_classes_may_come_and_go(gw):
    for number in range(100):
        cls = type(f"List{number}", (list,), {})
        assert gw.nest.flatten(cls([1, cls([2])])) == [1, 2]
