"""Eager tensors behave as TensorFlow's, expression by expression: text, attributes, operators, indexing, conversions."""

import copy
import math
import operator
import pickle

import numpy as np
import pytest

from side_by_side import assert_same, outcome


def names(module):
    constant = module.constant
    return {
        "c": constant,
        "C": module.convert_to_tensor,
        "i": constant([[1, 2, 3], [4, 5, 6]]),
        "f": constant([[1.0, -2.5, 0.0], [1e-8, 1e20, math.inf]]),
        "s": constant(3),
        "h": constant([1.5, 2.5], module.float16),
        "b": constant([True, False]),
        "t": constant(["a", "é"]),
        "z": constant(1 - 2j),
        "u": constant([250, 7], module.uint8),
        "e": module.zeros([0, 2]),
        "cube": module.reshape(module.range(24), [2, 3, 4]),
        "np": np,
        "op": operator,
        "pickle": pickle,
        "copy": copy,
        "math": math,
    }


TEXTS = """
repr(i)
str(i)
repr(f)
str(f)
repr(s)
str(s)
repr(h)
str(h)
repr(b)
str(b)
repr(t)
str(t)
repr(z)
str(z)
repr(u)
repr(e)
str(e)
repr(cube)
repr(c(0.1))
str(c(0.1))
repr(c(0.1, tf.float64))
repr(c(0.1, tf.float16))
repr(c(0.1, tf.bfloat16))
str(c(0.1, tf.bfloat16))
repr(c([0.1, 1e-5], tf.bfloat16))
repr(c(1.5+2j))
repr(c(1.1+2j, tf.complex64))
repr(c(b"x"))
repr(c("é"))
str(c("é"))
repr(c(True))
repr(c(-7, tf.int8))
repr(c(2**63, tf.uint64))
repr(c(float("nan")))
repr(c(float("inf")))
repr(c([]))
repr(c([[]]))
repr(tf.range(2000))
repr(tf.ones([100, 100]))
repr(c("a\\nb"))
repr(c([["a", "bb"], ["c", "d"]]))
[i, s]
{"x": s}
f"{s}"
f"{s:d}"
f"{c(1.25):.1f}"
"{}".format(c([1, 2]))
"%d" % c(3)
"%s" % c(3)
"""

ATTRIBUTES = """
i.shape
i.dtype
i.ndim
s.ndim
i.device
i.name
i.op
i.graph
i.value_index
i.is_symbolic_tensor
i.get_shape()
i.shape.as_list()
i.numpy()
type(s.numpy())
type(t.numpy())
t.numpy()
c("a").numpy()
i.numpy().flags.writeable
i.consumers()
len(i)
len(s)
len(e)
bool(s)
bool(c([1]))
bool(c([1, 2]))
bool(c([]))
bool(c(0.0))
bool(c("a"))
bool(c(""))
int(s)
int(c([4]))
int(c(2.7))
float(s)
float(c(2.5))
float(c([1.0, 2.0]))
complex(z)
complex(s)
op.index(s)
op.index(c([1, 2]))
range(10)[s]
[1, 2, 3, 4][c(2)]
hash(s)
{s: 1}
s.ref() == s.ref()
s.ref().deref() is s
hash(s.ref()) == hash(s.ref())
list(i)
[x.numpy() for x in c([1.5, 2.5])]
list(s)
iter(s)
list(c([]))
tuple(c(["a"]))
s.__array__(np.float32)
np.asarray(i)
np.asarray(i, dtype=np.float64)
np.array([c(1), c(2)])
np.array(t)
np.sum(i)
np.add(i, 1)
np.ones([2, 3], np.int32) + i
i + np.ones([2, 3], np.int32)
np.float32(2) * c([1.0, 2.0])
np.exp(c([0.0, 1.0]))
np.concatenate([i, i])
isinstance(i, tf.Tensor)
tf.is_tensor(i)
tf.is_tensor(1)
copy.copy(i) is i
copy.deepcopy(i)
copy.deepcopy([s, s])
pickle.loads(pickle.dumps(i))
pickle.loads(pickle.dumps(t))
i.eval()
i.no_such_attribute
i.T
i.astype
i.reshape
i.ravel
i.size
i.tolist
i.transpose
i.data
i.max
setattr(i, "foo", 3)
memoryview(c([1.5, 2.0])).tolist()
i.set_shape([2, 3])
i.set_shape([3, 2])
i.set_shape([None, 3])
i.cpu().device
i._shape_tuple()
i._rank()
i._num_elements()
i.__bool__()
i.__len__()
i == None
i != None
None == i
i is None
s == "a"
s == 3
s == 3.0
s == 4
i == i
i == [1, 2, 3]
i == c([1, 2])
i != c([1, 2])
f == f
c("a") == "a"
c("a") == c("b")
t == ["a", "b"]
b == True
s in [c(3)]
c(3) in [s]
3 in i
i.__eq__(3)
"""

OPERATORS = """
i + 1
1 + i
i - 1
1 - i
i * 2
2 * i
i / 2
2 / i
i // 2
7 // i
i % 2
7 % i
-7 // i
-7 % i
i ** 2
2 ** i
-i
abs(-i)
~i
~b
b & True
b | False
b ^ True
i & 3
i | 1
i ^ 2
i << 1
i >> 1
u + 10
u - 1
u << 1
u / 2
h / 2
h // 2
h * 2.5
f + 1
f / 0
f // 2
f % 2
1 / f
0.0 / f
i / 0
i // 0
i % 0
u // 0
i + 1.5
i * 0.5
i + 1.0
u + 300
u + (-1)
u * -1
s + 2**40
c(1, tf.int64) + 2**40
i + True
b + b
b + 1
b * 2
2 * b
b * b
b * 1.5
f * c(True)
b * "a"
tf.multiply(b, b)
s * [1.5]
s * [c(2)]
[1.5] * s
t + "x"
"x" + t
t + t
t * 2
t - t
t == "a"
z + 1
z * 1j
z * z
z / 2
z // 2
z ** 2
abs(z)
-z
z < 1
s + z
f + z
i + f
f + i
i + h
h + f
i + c(1, tf.int64)
i + np.int64(1)
i + np.array(1)
i + np.array([1, 2, 3])
f + np.float64(1)
f + np.float32(1)
f + np.array([1.0, 2.0, 3.0])
np.float64(1) + f
i + [1, 2, 3]
[1, 2, 3] + i
i + (1, 2, 3)
i + [1.5, 2, 3]
i + None
None + i
i + "a"
i + object()
i + {}
i + [[1], [2]]
i + [1, 2]
i @ tf.transpose(i)
i @ i
s @ s
f @ c([[1.0], [2.0], [3.0]])
[[1, 2]] @ i
i @ [[1], [2], [3]]
c([1.0, 2.0]) @ c([1.0, 2.0])
i < 3
i <= 3
i > 3
i >= 3
3 < i
i < 2.5
i < f
f < np.inf
i < "a"
i and s
not s
s or i
pow(i, 2)
pow(s, 2, 5)
i ** -1
i ** 0.5
f ** 2
c(2) ** 31
c(2.0) ** -1
c(0.0) ** 0.0
c(-8.0) ** c(1.0 / 3)
c([5, -5]) // c([-3, 3])
c([5, -5]) % c([-3, 3])
c([5.5, -5.5]) // c([-3.0, 3.0])
c([5.5, -5.5]) % c([-3.0, 3.0])
c([2147483647]) + 1
c([-2147483648]) * -1
abs(c([-2147483648]))
-c([-2147483648])
-u
abs(u)
c([127], tf.int8) + c([1], tf.int8)
c([1, 2], tf.uint32) - c([2, 1], tf.uint32)
c([1.0, 2.0]) / c([0.0, 0.0])
c(-1.0) / 0
c(7) / c(2)
c(7, tf.int8) / c(2, tf.int8)
c(7, tf.int64) / c(2, tf.int64)
c(7, tf.bfloat16) / 2
op.add(i, i)
op.iadd(i, 1)
op.matmul(i, tf.transpose(i))
op.truth(s)
sum([c(1), c(2)])
sum(c([1, 2]))
max(c([1, 3, 2]))
sorted(c([3, 1, 2]))
[1, 2] * s
"ab" * s
i + tf.Variable(1)
tf.Variable([1, 2, 3]) + i
s + tf.TensorShape([1])
i << 32
i >> -1
i // 2.0
i % 2.5
b == b
b < b
b & b
b & i
b & 1
i & b
f & f
f << 1
"""

INDEXING = """
i[0]
i[-1]
i[2]
i[-3]
i[0, 1]
i[0][1]
i[0, 5]
i[0, 0, 0]
i[:]
i[:, 0]
i[:, -1]
i[::2]
i[::-1]
i[:, ::-1]
i[::-1, ::-1]
i[:, 1:]
i[:, :-1]
i[:, 5:]
i[:, 2:1]
i[:, 2:0:-1]
i[:, -2:]
i[:, ::0]
i[...]
i[..., 0]
i[0, ...]
i[..., 0, ...]
i[tf.newaxis]
i[:, tf.newaxis].shape
i[..., None].shape
i[None, ..., None].shape
cube[1, 2, 3]
cube[1]
cube[:, 1]
cube[..., 1]
cube[0, ..., 0]
cube[:, 1:, ::2]
cube[1, :, None, 2]
cube[-1, -1:, -2:]
cube[0:10]
cube[5:]
i[c(1)]
i[c(0), c(1)]
i[c(0):c(1)]
i[c(-1)]
i[c(5)]
i[np.int64(1)]
i[np.array(1)]
i[True]
i[c(True)]
i[0.5]
i["a"]
i[[0, 1]]
i[c([0, 1])]
i[[True, False]]
i[c([True, False])]
i[i > 2]
i[np.array([0, 1])]
i[(0, 1)]
i[0:1:1]
i[0:c(1, tf.int64)]
i[c(1, tf.int64)]
i[c(1.0)]
i[slice(None)]
i[slice(0, 1), 1]
i[1.0:2]
i[object()]
s[0]
s[...]
s[None]
t[0]
t[::-1]
e[0]
e[:, 0]
i[2**40]
i[2**70]
i[-2**40:2**40]
c([1, 2, 3])[1:][0]
op.setitem(i, 0, 1)
op.delitem(i, 0)
"""

CONSTANTS = """
c(1)
c(1.5)
c(True)
c("a")
c(b"a")
c(None)
c([])
c([[]])
c([[], []])
c([1, 2.5])
c([1, True])
c([True, 1])
c([True, False])
c([1, "a"])
c(["a", 1])
c([1.0, "a"])
c(["a", b"b"])
c([[1, 2], [3]])
c([[1], 2])
c([1, [2]])
c([None])
c([1, None])
c({})
c({1: 2})
c({1, 2})
c(object())
c([object()])
c(range(3))
c((1, 2))
c(x for x in [1])
c(2**31)
c(2**31 - 1)
c(-2**31)
c(2**63)
c(2**70)
c(-2**63)
c([2**40, 1])
c(1e400)
c(1e39)
c(1e39, tf.float32)
c(1e-50)
c(70000.0, tf.float16)
c(1, tf.float32)
c(1.5, tf.int32)
c(1.0, tf.int32)
c(True, tf.int32)
c(1, tf.bool)
c(0, tf.bool)
c("a", tf.int32)
c(1, tf.string)
c(300, tf.uint8)
c(-1, tf.uint8)
c(200, tf.int8)
c(1j, tf.float32)
c(1, tf.complex64)
c(1j)
c([1, 1j])
c([1, 2], shape=[2, 1])
c(1, shape=[2, 2])
c(1, tf.float32, [3])
c([1, 2], shape=[3])
c([1, 2, 3, 4], shape=[2, 2])
c([1, 2], shape=[1])
c(1, shape=[])
c([1], shape=[])
c(1, name="x")
c(1, "float32")
c(1, np.float64)
c(1, float)
c(1, int)
c(1, bool)
c(1, "nonsense")
c(np.array([1, 2]))
c(np.array([1.0, 2.0]))
c(np.array([1.0, 2.0]), tf.float32)
c(np.array([1.9]), tf.int32)
c(np.array([300]), tf.uint8)
c(np.array(["a", "b"]))
c(np.array([b"a"]))
c(np.array(["a", 1], object))
c(np.array([1, 2], object))
c(np.array([None]))
c(np.array([1 + 2j]))
c(np.array([True]))
c(np.float16(1.5))
c(np.float64(1.5))
c(np.int64(2))
c(np.int16(2))
c(np.uint32(2))
c(np.bool_(True))
c(np.str_("a"))
c(np.bytes_(b"a"))
c(np.datetime64("2020-01-01"))
c(np.arange(6).reshape(2, 3)[:, ::2])
c(np.arange(6).reshape(2, 3).T)
c(np.array([1, 2], ">i4"))
c(np.zeros([2, 0]))
c([np.array([1, 2]), np.array([3, 4])])
c([np.float32(1), 2])
c([np.float64(1), 2])
c([np.int64(1), 2])
c([np.array([1]), [2]])
c([np.array([1.0, 2.0]), [3, 4]])
c([c(1), c(2.0)])
c(c(1))
c(c(1), tf.float32)
c(tf.Variable(2))
c(tf.TensorShape([1, 2]))
c(tf.TensorShape([1, None]))
c(tf.float32)
c([[1, 2], [3, 4]], tf.int64)
c("한글")
c(["한글", "中文"])
c("\\ud800")
c([float("nan")])
c(bytearray(b"ab"))
c(memoryview(b"ab"))
c(1.5, tf.bfloat16)
c([1, 2], tf.int4)
c(1.5, tf.qint8)
c(1, tf.resource)
c(1, tf.variant)
C(1)
C([1, 2], tf.float32)
C(1.5, tf.int32)
C(c(1), tf.float32)
C(c(1), tf.int32)
C(c(1), dtype_hint=tf.float32)
C(1, dtype_hint=tf.float32)
C(1.5, dtype_hint=tf.int32)
C("a", dtype_hint=tf.int32)
C(None)
C([c(1), None])
C([[1, 2], [3]])
C(np.array([1.0]))
C(np.array([1.0]), tf.float32)
C(np.array([1]), tf.float32)
C(np.array([1.5]), tf.int32)
C(np.float64(1), tf.float32)
C([c(1), 2])
C([c(1), 2.5])
C(tf.Variable(1.0))
C(tf.Variable(1.0), tf.int32)
C(tf.Variable(1.0), tf.float64)
C(lambda: 1)
C(int)
C(tf.TensorShape([2]))
C(tf.IndexedSlices(c([[1.0]]), c([0]), c([2, 1])))
C(1, preferred_dtype=tf.float32)
C(True, tf.int32)
C(True, tf.float32)
C(1, tf.bool)
C(range(0))
C("a", tf.string)
C(np.array(["a"]), tf.string)
tf.convert_to_tensor([])
"""

CASTS = """
tf.cast(c(1.9), tf.int32)
tf.cast(c(-1.9), tf.int32)
tf.cast(c([300, -1]), tf.uint8)
tf.cast(c(float("nan")), tf.int32)
tf.cast(c([1e20, -1e20]), tf.int32)
tf.cast(c([1, 0]), tf.bool)
tf.cast(c([0.5, 0.0]), tf.bool)
tf.cast(b, tf.float32)
tf.cast(b, tf.int64)
tf.cast(1, tf.float32)
tf.cast(1.7, tf.int32)
tf.cast([1, 2], tf.float16)
tf.cast(z, tf.float32)
tf.cast(s, tf.complex64)
tf.cast("a", tf.int32)
tf.cast(t, tf.string)
tf.cast(s, tf.string)
tf.cast(s, "float64")
tf.cast(s, float)
tf.cast(s, np.float32)
tf.cast(s, tf.int32) is s
tf.cast(None, tf.int32)
tf.cast(tf.Variable(1.5), tf.int32)
tf.cast(u, tf.int8)
tf.cast(c(65520.0), tf.float16)
tf.cast(c(3.14159265), tf.bfloat16)
tf.cast(2**40, tf.int32)
tf.cast(c(2**40, tf.int64), tf.int32)
tf.saturate_cast(c([300, -1]), tf.uint8)
tf.saturate_cast(c([1e20, float("nan")]), tf.int32)
tf.bitcast(c(1.0), tf.int32)
tf.bitcast(c([1, 2, 3, 4], tf.uint8), tf.int32)
tf.bitcast(c(1), tf.uint8)
tf.bitcast(c(1), tf.float64)
tf.dtypes.complex(c(1.0), c(2.0))
tf.dtypes.complex(c(1), c(2))
tf.shape(i)
tf.shape(i, tf.int64)
tf.shape(i, out_type=tf.float32)
tf.shape([[1], [2]])
tf.size(i)
tf.size(e)
tf.rank(cube)
tf.rank(3)
tf.identity(i) is i
tf.identity([1, 2])
tf.get_static_value(i)
tf.get_static_value(tf.Variable(1))
tf.get_static_value(3)
tf.zeros_like([1.0, 2.0])
tf.zeros_like(i, tf.float32)
tf.zeros_like(t)
tf.ones_like(b)
tf.ones_like(t)
tf.zeros([2, 2], tf.string)
tf.ones([2], tf.bool)
tf.zeros(3)
tf.zeros([])
tf.zeros([-1])
tf.zeros(c([2, 1]))
tf.zeros([c(2), 1])
tf.zeros("a")
tf.zeros([1.5])
tf.fill([2], 3.5)
tf.fill(3, 1)
tf.fill([2], [1, 2])
tf.fill([-1], 0)
tf.eye(2, 3)
tf.range(3.0)
tf.range(1, 10, 3)
tf.range(10, 1, -3)
tf.range(0)
tf.range(1, 2, 0)
tf.range(1, 2.5)
tf.range(5, dtype=tf.float32)
tf.range(c(3, tf.int64))
tf.range("a")
tf.range([1, 2])
tf.linspace(0.0, 1.0, 3)
tf.linspace(0, 10, 3)
tf.linspace(0.0, 1.0, 0)
tf.stack([1, 2, 3])
tf.stack([i, i], 1).shape
tf.stack([i, s])
tf.stack([])
tf.stack([i, i], 5)
tf.concat([i, i], 0)
tf.concat([i, i], 2)
tf.concat([i, f], 0)
tf.concat([i, cube], 0)
tf.concat([], 0)
tf.concat([i], -1)
tf.concat(i, 0)
tf.split(i, 3, 1)
tf.split(i, [1, 2], 1)
tf.split(i, [1, -1], 1)
tf.split(i, 2, 1)
tf.split(i, [1, 1], 1)
tf.unstack(i)
tf.unstack(i, axis=1)
tf.unstack(i, num=5)
tf.unstack(s)
tf.reshape(i, [-1])
tf.reshape(i, [3, -1])
tf.reshape(i, [4, -1])
tf.reshape(i, [-1, -1])
tf.reshape(i, [5])
tf.reshape(i, 6)
tf.reshape(i, [2.0, 3])
tf.reshape(i, [])
tf.reshape(s, [])
tf.reshape(e, [-1])
tf.reshape(e, [0, -1])
tf.transpose(i)
tf.transpose(cube, [2, 0, 1]).shape
tf.transpose(cube, [0, 0, 1])
tf.transpose(cube, [0, 1])
tf.transpose(i, conjugate=True)
tf.squeeze(c([[1]]))
tf.squeeze(i, 0)
tf.expand_dims(i, 3)
tf.expand_dims(i, -1).shape
tf.tile(i, [2, 1])
tf.tile(i, [1])
tf.tile(i, [-1, 1])
tf.repeat([1, 2], 2)
tf.repeat(i, [1, 2], axis=0)
tf.pad(i, [[1, 0], [0, 1]])
tf.pad(i, [[1, 0]])
tf.pad(i, [[-1, 0], [0, 0]])
tf.pad(i, [[1, 1], [1, 1]], "REFLECT")
tf.pad(i, [[2, 1], [1, 1]], "REFLECT")
tf.pad(i, [[1, 1], [1, 1]], "NONE")
tf.broadcast_to(i, [2, 2, 3]).shape
tf.broadcast_to(i, [3])
tf.broadcast_static_shape(tf.TensorShape([2, 1]), tf.TensorShape([3]))
tf.broadcast_static_shape(tf.TensorShape([2]), tf.TensorShape([3]))
tf.broadcast_dynamic_shape([2, 1], [3])
tf.where(i > 2)
tf.where(i > 2, i, 0)
tf.where(i > 2, i, 0.5)
tf.where(i > 2, i)
tf.where([True, False], [1, 2], [3, 4])
tf.gather(i, [0, 1, 0])
tf.gather(i, [2, 0], axis=1)
tf.gather(i, 5)
tf.gather(i, [-1])
tf.gather(i, [0.5])
tf.gather_nd(i, [[0, 1], [1, 2]])
tf.gather_nd(i, [[2, 0]])
tf.scatter_nd([[0], [2]], [1, 2], [4])
tf.scatter_nd([[5]], [1], [4])
tf.one_hot([0, 2, -1, 7], 3)
tf.one_hot(1, 3, on_value="a", off_value="b")
tf.one_hot([0.5], 3)
tf.boolean_mask(i, [True, False])
tf.boolean_mask(i, i > 2)
tf.boolean_mask(i, [True])
tf.boolean_mask(i, True)
tf.sort([3, 1, 2], direction="DESCENDING")
tf.argsort([3, 1, 2])
tf.argmax(i)
tf.argmax(i, 1)
tf.argmax(i, 2)
tf.argmin(e, 0)
tf.argmax(i, output_type=tf.int32)
tf.reverse(i, [1])
tf.reverse(i, [2])
tf.roll(i, 1, 1)
tf.unique([1, 2, 1])
tf.meshgrid([1, 2], [3, 4, 5])
tf.slice(i, [0, 1], [2, 2])
tf.slice(i, [0, 1], [2, 3])
tf.slice(i, [0, 1], [-1, -1])
tf.reduce_sum(i)
tf.reduce_sum(i, 0)
tf.reduce_sum(i, [0, 1], keepdims=True)
tf.reduce_sum(i, 2)
tf.reduce_sum(i, -3)
tf.reduce_sum(i, [0, 0])
tf.reduce_sum(b)
tf.reduce_sum(t)
tf.reduce_sum(e)
tf.reduce_sum(u)
tf.reduce_mean(i)
tf.reduce_mean(u)
tf.reduce_mean(e)
tf.reduce_max(e)
tf.reduce_max(e, 0)
tf.reduce_min(c([], tf.int32))
tf.reduce_prod(e)
tf.reduce_any(b)
tf.reduce_all(b)
tf.reduce_any(i)
tf.reduce_any(c([], tf.bool))
tf.reduce_logsumexp(f)
tf.reduce_variance(i)
tf.math.reduce_std(c([1.0, 2.0]))
tf.reduce_sum([1, 2, 3])
tf.reduce_sum(5)
tf.cumsum([1, 2, 3])
tf.cumsum([1, 2, 3], exclusive=True, reverse=True)
tf.cumsum(i, 2)
tf.add(1, 2)
tf.add(1, 2.5)
tf.add(c(1), 2.5)
tf.add("a", "b")
tf.add(1, "b")
tf.multiply(i, 2.5)
tf.divide(3, 2)
tf.divide(i, 2)
tf.truediv(3, 2)
tf.math.floordiv(-3, 2)
tf.math.mod(-3, 2)
tf.pow(2, 3)
tf.pow(2, -1)
tf.pow(2.0, 3)
tf.sqrt(4)
tf.sqrt(4.0)
tf.sqrt(-1.0)
tf.exp(1)
tf.exp(1.0)
tf.math.log(0.0)
tf.abs(-3)
tf.sign(-2.5)
tf.round([0.5, 1.5, 2.5, -0.5])
tf.round([1, 2])
tf.floor(2.5)
tf.floor(2)
tf.maximum(i, 3)
tf.maximum(i, 2.5)
tf.minimum(1, 2.0)
tf.clip_by_value(i, 2, 4)
tf.clip_by_value(f, 0, 1)
tf.equal(1, 1.0)
tf.equal(c(1), 1.0)
tf.equal("a", "a")
tf.equal(i, [1, 2])
tf.less(1, 2)
tf.logical_and(True, b)
tf.logical_and(1, 0)
tf.logical_not(i)
tf.matmul(i, i)
tf.matmul(i, i, transpose_b=True)
tf.matmul(f, i, transpose_b=True)
tf.matmul([1], [2])
tf.matmul(cube, cube)
tf.tensordot(i, i, [[0], [0]])
tf.tensordot(i, i, 1)
tf.einsum("ij,kj->ik", i, i)
tf.einsum("ij,jk", i, i)
tf.einsum("ij->k", i)
tf.einsum("ij", i, i)
tf.linalg.matvec(i, [1, 2, 3])
tf.norm(c([3.0, 4.0]))
tf.nn.softmax([1, 2])
tf.nn.softmax([1.0, 1.0])
tf.nn.relu([-1, 2])
tf.nn.relu([-1.0, 2.0])
tf.add_n([i, i])
tf.add_n([i, f])
tf.add_n([])
tf.strings.length(t)
tf.strings.upper(t)
tf.strings.join([t, t], "-")
tf.strings.substr(t, 0, 1)
tf.strings.to_number(["1.5", "2"])
tf.strings.to_number("x")
tf.strings.as_string(i)
tf.strings.as_string(c([1.5]), precision=2)
tf.strings.split("a b")
tf.strings.regex_replace(t, "a", "b")
tf.strings.reduce_join(t)
tf.strings.format("{} and {}", (i, t))
tf.strings.unicode_decode("é", "UTF-8")
tf.debugging.assert_equal(i, i)
tf.debugging.assert_equal(i, 1)
tf.debugging.assert_type(i, tf.float32)
tf.debugging.assert_shapes([(i, ("a", "b")), (f, ("a", "b"))])
tf.debugging.assert_rank(i, 3)
tf.debugging.check_numerics(f, "bad")
tf.ensure_shape(i, [2, None])
tf.ensure_shape(i, [3, None])
tf.nn.top_k([1, 3, 2], 2)
tf.nn.top_k([1, 3, 2], 4)
tf.nn.in_top_k([0], [[0.1, 0.2]], 1)
tf.math.confusion_matrix([0, 1], [1, 1])
tf.math.segment_sum([1, 2, 3], [0, 0, 1])
tf.math.segment_sum([1, 2, 3], [1, 0, 1])
tf.math.unsorted_segment_sum([1, 2, 3], [1, 0, 1], 2)
tf.math.bincount([1, 1, 2])
tf.sequence_mask([1, 3])
tf.searchsorted([1, 3, 5], [2, 5])
tf.histogram_fixed_width([0.0, 1.0, 2.5], [0.0, 3.0], 3)
tf.math.top_k([1, 2])
tf.math.is_nan(f)
tf.math.l2_normalize([3.0, 4.0])
tf.no_such_function
tf.math.no_such_function
"""

EXPRESSIONS = [
    pytest.param(line, id=f"{group}: {line}"[:100])
    for group, lines in {
        "text": TEXTS,
        "attribute": ATTRIBUTES,
        "operator": OPERATORS,
        "index": INDEXING,
        "constant": CONSTANTS,
        "function": CASTS,
    }.items()
    for line in lines.strip().splitlines()
]


# What TensorFlow gets wrong, or refuses without need: ours, and the reason.
DIFFERENT = {
    "round(c(2.5))": ("2", "TensorFlow refuses to round"),
    "s.__array__()": ("array(3, dtype=int32)", "NumPy wants an array from __array__, TensorFlow gives a scalar"),
    "op.index(c(2.0))": ("TypeError", "TensorFlow fails on the NumPy scalar, with AttributeError"),
    "+i": (repr(np.array([[1, 2, 3], [4, 5, 6]], np.int32)), "TensorFlow has no unary plus"),
    "divmod(s, 2)": ("1", "TensorFlow has no divmod"),
    "c(-1, tf.uint64)": ("TypeError", "TensorFlow raises SystemError"),
    "c([c(1), c(2)])": ("[1, 2]", "TensorFlow's constant takes no tensors in lists; convert_to_tensor does"),
    "c([c(1), 2])": ("[1, 2]", "the same"),
    "c([1, c(2.0)])": ("[1., 2.]", "the same"),
    "c([[c(1), 2], [3, 4]])": ("[3, 4]", "the same"),
    "c([tf.Variable(2), 3])": ("[2, 3]", "the same"),
    "c([c([1]), c([2, 3])])": ("InvalidArgumentError", "the same"),
    "tf.convert_to_tensor([[], [1]])": ("ValueError", "TensorFlow drops the 1"),
}


@pytest.mark.parametrize("expression", DIFFERENT)
def test_difference(expression, gw):
    ours, _ = DIFFERENT[expression]
    value, error = outcome(expression, gw, names)
    assert ours == type(error).__name__ if error is not None else ours in repr(value)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same(expression, tensorflow, gw, names)
