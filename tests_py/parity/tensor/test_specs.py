"""tf.TensorSpec, tf.TypeSpec, tf.type_spec_from_value and the spec classes behind them behave as TensorFlow's."""

import copy
import pickle

import numpy as np
import pytest

from support.compare import assert_same


def names(module):
    if module.__name__ == "tensorflow":
        from tensorflow.core.function.trace_type import InternalCastContext as Cast
        from tensorflow.python.framework.tensor import BoundedTensorSpec
        from tensorflow.python.ops.resource_variable_ops import VariableSpec
    else:
        from graphwright._src.state.variable import VariableSpec
        from graphwright._src.tensor.tensor_spec import BoundedTensorSpec
        from graphwright._src.tensor.types import CastContext as Cast
    return {
        "B": BoundedTensorSpec,
        "V": VariableSpec,
        "S": module.TensorSpec,
        "Cast": Cast,
        "FooSpec": foo_spec(module),
        "Foo": Foo,
        "np": np,
        "pickle": pickle,
        "copy": copy,
    }


class Foo:
    def __init__(self, a, b):
        self.a, self.b = a, b


_foo_specs = {}


def foo_spec(module):
    """A user's own TypeSpec."""

    class FooSpec(module.TypeSpec):
        def __init__(self, shape, name, extra=None):
            self.shape = module.TensorShape(shape)
            self.name = name

        value_type = property(lambda self: Foo)

        def _serialize(self):
            return (self.shape, self.name, [1, {"k": 2}])

        @property
        def _component_specs(self):
            return {"a": module.TensorSpec(self.shape, name="q"), "b": module.TensorSpec([], module.int32)}

        def _to_components(self, value):
            return {"a": value.a, "b": value.b}

        def _from_components(self, components):
            return Foo(components["a"], components["b"])

    return _foo_specs.setdefault(module.__name__, FooSpec)


SPECS = """
tf.TensorSpec([2,None])
tf.TensorSpec(None)
tf.TensorSpec([])
tf.TensorSpec([2],tf.int32,"x")
tf.TensorSpec([2],"int32")
tf.TensorSpec([2],np.float64)
tf.TensorSpec([2],float)
tf.TensorSpec([2],int)
tf.TensorSpec(2)
tf.TensorSpec("a")
tf.TensorSpec()
tf.TensorSpec(shape=[None],dtype=tf.string)
str(tf.TensorSpec([2]))
tf.TensorSpec([2])==tf.TensorSpec([2])
tf.TensorSpec([2])==tf.TensorSpec([2],name="a")
tf.TensorSpec([2])==tf.TensorSpec([2],tf.int32)
tf.TensorSpec([2])==3
tf.TensorSpec([2])!=tf.TensorSpec([2])
tf.TensorSpec([2])!=3
hash(tf.TensorSpec([2],name="a"))==hash(tf.TensorSpec([2],name="b"))
hash(tf.TensorSpec([2]))==hash(tf.TensorSpec([2]))
tf.TensorSpec.from_tensor(tf.constant([1,2]))
tf.TensorSpec.from_tensor(tf.constant([1,2]),name="q")
tf.TensorSpec.from_tensor(tf.Variable([1,2]))
tf.TensorSpec.from_tensor(3)
tf.TensorSpec.from_tensor(np.ones(2))
tf.TensorSpec.from_spec(tf.TensorSpec([2],name="a"))
tf.TensorSpec.from_spec(tf.TensorSpec([2],name="a"),name="b")
tf.TensorSpec.from_spec(3)
tf.TensorSpec([2,None]).is_compatible_with(tf.ones([2,3]))
tf.TensorSpec([2,None]).is_compatible_with(tf.ones([2]))
tf.TensorSpec([2,None]).is_compatible_with(tf.ones([2,3],tf.int32))
tf.TensorSpec([2,None]).is_compatible_with(tf.TensorSpec([2,3]))
tf.TensorSpec([2,None]).is_compatible_with(np.ones([2,3],np.float32))
tf.TensorSpec([2,None]).is_compatible_with([[1.,2.],[3.,4.]])
tf.TensorSpec([2,None]).is_compatible_with("a")
tf.TensorSpec([2,None]).is_compatible_with(None)
tf.TensorSpec([]).is_compatible_with(3.0)
tf.TensorSpec([]).is_compatible_with(3)
tf.TensorSpec([2]).is_compatible_with(tf.Variable([1.,2.]))
tf.TensorSpec([2,3]).is_subtype_of(tf.TensorSpec([2,None]))
tf.TensorSpec([2,None]).is_subtype_of(tf.TensorSpec([2,3]))
tf.TensorSpec([2,3],tf.int32).is_subtype_of(tf.TensorSpec([2,None]))
tf.TensorSpec([2,3],name="a").is_subtype_of(tf.TensorSpec([2,None]))
tf.TensorSpec([2,3],name="a").is_subtype_of(tf.TensorSpec([2,None],name="b"))
tf.TensorSpec([2,3]).is_subtype_of(tf.TensorSpec([2,None],name="b"))
tf.TensorSpec([2,3]).is_subtype_of(3)
tf.TensorSpec([2,3]).most_specific_common_supertype([tf.TensorSpec([2,4])])
tf.TensorSpec([2,3]).most_specific_common_supertype([tf.TensorSpec([2,4],tf.int32)])
tf.TensorSpec([2,3],name="a").most_specific_common_supertype([tf.TensorSpec([2,4],name="a")])
tf.TensorSpec([2,3],name="a").most_specific_common_supertype([tf.TensorSpec([2,4],name="b")])
tf.TensorSpec([2,3],name="a").most_specific_common_supertype([tf.TensorSpec([2,4])])
tf.TensorSpec([2,3]).most_specific_common_supertype([tf.TensorSpec([4])])
tf.TensorSpec([2,3]).most_specific_common_supertype([3])
tf.TensorSpec([2,3]).most_specific_compatible_type(tf.TensorSpec([2,4]))
tf.TensorSpec([2,3]).most_specific_compatible_type(tf.TensorSpec([4]))
tf.TensorSpec([2,3]).most_specific_compatible_type(tf.TensorSpec([2,3],tf.int32))
tf.TensorSpec([2,3]).most_specific_compatible_type(3)
tf.TensorSpec([2,3],name="a").most_specific_compatible_type(tf.TensorSpec([2,4],name="b"))
tf.TensorSpec([2]).value_type
tf.TensorSpec([2]).name
tf.TensorSpec([2]).shape
tf.TensorSpec([2]).dtype
tf.TensorSpec([2])._serialize()
tf.TensorSpec._deserialize((tf.TensorShape([2]),tf.int32,"a"))
tf.TensorSpec([2])._component_specs
tf.TensorSpec([2])._to_components(tf.ones(2))
tf.TensorSpec([2])._from_components(tf.ones(2))
tf.TensorSpec([2])._flat_tensor_specs
tf.TensorSpec([2])._to_tensor_list(tf.ones(2))
tf.TensorSpec([2])._from_tensor_list([tf.ones(2)])
tf.TensorSpec([2])._from_tensor_list([tf.ones(3)])
tf.TensorSpec([2])._from_compatible_tensor_list([tf.ones(2)])
tf.TensorSpec([2,3])._with_tensor_ranks_only()
tf.TensorSpec([2,3],name="a")._without_tensor_names()
tf.TensorSpec([2,3])._batch(5)
tf.TensorSpec([2,3])._batch(None)
tf.TensorSpec([2,3])._unbatch()
tf.TensorSpec([])._unbatch()
tf.TensorSpec(None)._unbatch()
tf.TensorSpec([2])._to_legacy_output_types()
tf.TensorSpec([2])._to_legacy_output_shapes()
tf.TensorSpec([2])._to_legacy_output_classes()
tf.TensorSpec([2]).flatten()
tf.TensorSpec([2]).to_tensors(tf.ones(2))
tf.TensorSpec([2]).from_tensors(iter([tf.ones(2)]))
tf.TensorSpec([2]).cast(tf.ones(2),None)
tf.TensorSpec([2]).__tf_tracing_type__(None)
tf.TensorSpec([2]).shape.__class__
pickle.loads(pickle.dumps(tf.TensorSpec([2,None],name="a")))
copy.deepcopy(tf.TensorSpec([2,None],name="a"))
tf.TensorSpec([2]).experimental_as_proto()
tf.TensorSpec.experimental_from_proto(tf.TensorSpec([2]).experimental_as_proto())
tf.TensorSpec.experimental_type_proto()
tf.TensorSpec([2]).foo
tf.type_spec_from_value(tf.ones(2))
tf.type_spec_from_value(np.ones(2))
tf.type_spec_from_value(3)
tf.type_spec_from_value([1.0,2.0])
tf.type_spec_from_value("a")
tf.type_spec_from_value(None)
tf.type_spec_from_value({1:2})
tf.type_spec_from_value(tf.Variable([1.]))
tf.type_spec_from_value(tf.TensorSpec([2]))
tf.type_spec_from_value(tf.TensorShape([2]))
tf.TypeSpec()
tf.TensorSpec([2]) in {tf.TensorSpec([2]):1}
issubclass(tf.TensorSpec, tf.TypeSpec)
issubclass(tf.TypeSpec, tf.types.experimental.TraceType)
isinstance(tf.constant(1), tf.types.experimental.SupportsTracingProtocol)
isinstance(3, tf.types.experimental.SupportsTracingProtocol)
tf.types.experimental.GenericFunction
tf.types.experimental.FunctionType
""".strip().splitlines()

BOUNDED = """
B([2],tf.float32,0,1)
B([2],tf.float32,[0,1],[2,3],"a")
B([2],tf.float32,[0,1,3],[2,3])
B([2],tf.float32,None,1)
B([2],tf.float32,0,1)==B([2],tf.float32,0,1)
B([2],tf.float32,0,1)==B([2],tf.float32,0,2)
B([2],tf.float32,0,1)==tf.TensorSpec([2])
hash(B([2],tf.float32,0,1))==hash(B([2],tf.float32,0,1))
B([2],tf.float32,0,1).minimum
B.from_spec(tf.TensorSpec([2]))
B.from_spec(B([2],tf.float32,0,1))
B([2],tf.float32,0,1)._serialize()
B([2],tf.float32,0,1).is_compatible_with(tf.ones(2))
B([2],tf.int32,0,1.5).maximum
B([2],tf.float32,0,1).cast(tf.ones(2),None)
B([2],tf.float32,0,1).is_subtype_of(tf.TensorSpec([2]))
B([2],tf.float32,0,1).most_specific_common_supertype([B([2],tf.float32,0,1)])
""".strip().splitlines()

CASTS = """
S([2]).cast(tf.ones(2),Cast())
S([2]).cast(tf.ones(3),Cast())
S([2]).cast([1,2],Cast())
S([2]).cast(np.ones(2),Cast())
S([2],tf.int32).cast(tf.ones(2),Cast())
S([2]).cast(tf.ones(2,tf.float64),Cast())
S([2]).cast("a",Cast())
S([]).cast(3,Cast())
S([2]).cast(S([2]),Cast())
S([2]).cast(S([2]),Cast(allow_specs=True))
S([None]).cast(S([2]),Cast(allow_specs=True))
S([2]).cast(S([3]),Cast(allow_specs=True))
S([2]).cast(None,Cast())
S([],tf.int32).cast(3.7,Cast())
S([],tf.int64).cast(tf.constant(3),Cast())
S([1,2]).to_tensors([[1.,2.]])
S([1,2]).to_tensors(tf.ones([1,3]))
""".strip().splitlines()

VARIABLES = """
V([2])
V([2])==V([2])
V([2],trainable=False)
V([2],tf.int32,True,3)
V([2]).flatten()
V([2]).is_compatible_with(tf.Variable([1.,2.]))
V([2]).is_compatible_with(tf.ones(2))
V([2]).is_compatible_with(V([None]))
V([2]).is_subtype_of(V([None]))
V([None]).is_subtype_of(V([2]))
V([2]).is_subtype_of(V([2],alias_id=1))
V([2],alias_id=1).is_subtype_of(V([2],alias_id=1))
V([2]).most_specific_common_supertype([V([3])])
V([2],alias_id=1).most_specific_common_supertype([V([3],alias_id=2)])
V.from_value(tf.Variable([1.,2.]))
V([2])._component_specs
V([2])._serialize()
hash(V([2]))==hash(V([2]))
V([2]).name
V([2]).trainable
V.from_value(tf.ones(2))
""".strip().splitlines()

USERS = """
FooSpec([2,3],"n")==FooSpec([2,3],"n")
FooSpec([2,3],"n")==FooSpec([2,4],"n")
hash(FooSpec([2,3],"n"))==hash(FooSpec([2,3],"n"))
FooSpec([2,3],"n")
FooSpec([2,3],"n").is_compatible_with(FooSpec([2,4],"n"))
FooSpec([2,3],"n").is_compatible_with(FooSpec([None,None],"n"))
FooSpec([2,3],"n").is_compatible_with(FooSpec([None,None],"m"))
FooSpec([2,3],"n").is_compatible_with(Foo(1,2))
FooSpec([2,3],"n").is_compatible_with(3)
FooSpec([2,3],"n").is_subtype_of(FooSpec([2,None],"n"))
FooSpec([2,3],"n").is_subtype_of(FooSpec([2,None],"m"))
FooSpec([2,3],"n").is_subtype_of(FooSpec([2,4],"n"))
FooSpec([2,3],"n").most_specific_common_supertype([FooSpec([2,4],"n")])
FooSpec([2,3],"n").most_specific_common_supertype([FooSpec([2,4],"m")])
FooSpec([2,3],"n").most_specific_compatible_type(FooSpec([4],"n"))
FooSpec([2,3],"n").most_specific_compatible_type(FooSpec([4],"m"))
FooSpec([2,3],"n").flatten()
FooSpec([2,3],"n").to_tensors(Foo(tf.ones([2,3]),tf.constant(1)))
FooSpec([2,3],"n").from_tensors(iter([tf.ones([2,3]),tf.constant(1)])).a
FooSpec([2,3],"n")._flat_tensor_specs
FooSpec([2,3],"n")._to_tensor_list(Foo(tf.ones([2,3]),tf.constant(1)))
FooSpec([2,3],"n")._from_tensor_list([tf.ones([2,3]),tf.constant(1)]).b
FooSpec([2,3],"n")._from_tensor_list([tf.ones([2,4]),tf.constant(1)]).b
FooSpec([2,3],"n")._from_tensor_list([tf.ones([2,4])])
FooSpec([2,3],"n")._with_tensor_ranks_only()
FooSpec([2,3],"n")._without_tensor_names()
FooSpec([2,3],"n")._to_legacy_output_types()
FooSpec([2,3],"n")._to_legacy_output_shapes()
FooSpec([2,3],"n")._to_legacy_output_classes()
FooSpec._deserialize(([2],"q"))
FooSpec([2,3],"n")<FooSpec([2,3],"n")
FooSpec([2,3],"n")!=FooSpec([2,3],"n")
FooSpec([2,3],"n").__tf_tracing_type__(None)
tf.nest.flatten(FooSpec([2,3],"n"))
tf.nest.flatten(FooSpec([2,3],"n"),expand_composites=True)
""".strip().splitlines()

VALUES = """
tf.type_spec_from_value((1,2))
tf.type_spec_from_value([])
tf.type_spec_from_value(["a","b"])
tf.type_spec_from_value(np.float32(1))
tf.type_spec_from_value(1j)
tf.type_spec_from_value(True)
tf.type_spec_from_value(2**40)
tf.type_spec_from_value([[1],[1,2]])
tf.type_spec_from_value(b"a")
tf.type_spec_from_value(object())
tf.type_spec_from_value(tf.float32)
tf.NoneTensorSpec()
tf.NoneTensorSpec()==tf.NoneTensorSpec()
tf.NoneTensorSpec().is_compatible_with(None)
tf.NoneTensorSpec().is_compatible_with(3)
tf.NoneTensorSpec()._component_specs
tf.NoneTensorSpec()._to_components(None)
tf.NoneTensorSpec()._from_components([])
tf.NoneTensorSpec()._serialize()
tf.NoneTensorSpec().most_specific_compatible_type(tf.NoneTensorSpec())
tf.NoneTensorSpec().most_specific_compatible_type(3)
""".strip().splitlines()

# Where ours differs, and why.
OURS_DIFFERS = {
    "tf.TensorSpec([2]).value_type": "the classes have other names inside TensorFlow",
    "tf.types.experimental.FunctionType": "the classes have other names inside TensorFlow",
}


@pytest.mark.parametrize("expression", SPECS + BOUNDED + CASTS + VARIABLES + USERS + VALUES)
def test_same(expression, tensorflow, gw):
    if expression in OURS_DIFFERS:
        pytest.skip(OURS_DIFFERS[expression])
    assert_same(expression, tensorflow, gw, names)


@pytest.mark.parametrize("name", ["TensorSpec", "TypeSpec", "NoneTensorSpec"])
def test_members(name, tensorflow, gw):
    theirs, ours = getattr(tensorflow, name), getattr(gw, name)
    missing = [member for member in dir(theirs) if member[0] != "_" and not hasattr(ours, member)]
    assert not missing


def test_trace_types(tensorflow, gw):
    theirs, ours = tensorflow.types.experimental, gw.types.experimental
    assert not [name for name in dir(theirs) if name[0] != "_" and not hasattr(ours, name)]
    for name in ("TraceType", "Callable", "AtomicFunction", "ConcreteFunction", "PolymorphicFunction"):
        want = [member for member in dir(getattr(theirs, name)) if member[0] != "_"]
        assert [member for member in want if not hasattr(getattr(ours, name), member)] == []
        with pytest.raises(TypeError):
            getattr(ours, name)()


def test_a_users_trace_type(gw):
    class Number(gw.types.experimental.TraceType):
        def __init__(self, n):
            self.n = n

        def is_subtype_of(self, other):
            return self == other

        def most_specific_common_supertype(self, others):
            return self if all(self == other for other in others) else None

        def placeholder_value(self, placeholder_context):
            return self.n

        def __eq__(self, other):
            return type(other) is Number and other.n == self.n

        def __hash__(self):
            return hash(self.n)

    three = Number(3)
    assert three.flatten() == three.to_tensors(3) == []
    assert three.from_tensors(iter([])) == three.cast(3, None) == 3
    with pytest.raises(AssertionError, match="Can not cast 4"):
        three.cast(4, None)


def test_keys_of_serializations(tensorflow, gw):
    """Specs of libraries make keys of what they are made of: equal ones for equal values."""

    def told(tf):
        key = tf.TensorSpec([2])._TypeSpec__make_cmp_key
        values = [
            1,
            (1, [2]),
            (1, (2,)),
            {"a": [2, tf.TensorShape([3])]},
            {"a": [2, tf.TensorShape([4])]},
            tf.TensorShape(None),
        ]
        keys = [key(value) for value in values]
        assert len(set(keys)) == len(keys)
        with pytest.raises(ValueError):
            key({1, 2})
        return [a == b for a in keys for b in map(key, values)]

    assert told(gw) == told(tensorflow)
