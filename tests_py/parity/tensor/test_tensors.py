"""Eager tensors behave as TensorFlow's, expression by expression: text, attributes, operators, indexing, conversions."""

import copy
import math
import operator
import pickle

import numpy as np
import pytest

from parity.tensor.tensor_conversions import CASTS, CONSTANTS
from support.compare import assert_same, evaluated
from support.same_values import parameters


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
float(c(1.5 + 2j))
int(c(1.5 + 2j))
complex(c(1.5 + 2j))
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

EXPRESSIONS = parameters(
    {
        "text": TEXTS,
        "attribute": ATTRIBUTES,
        "operator": OPERATORS,
        "index": INDEXING,
        "constant": CONSTANTS,
        "function": CASTS,
    }
)


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
    "tf.convert_to_tensor([[], [1]])": ("ValueError", "TensorFlow drops the 1"),
}


@pytest.mark.parametrize("expression", DIFFERENT)
def test_difference(expression, gw):
    ours, _ = DIFFERENT[expression]
    value, error = evaluated(expression, gw, names)
    assert ours == type(error).__name__ if error is not None else ours in repr(value)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_expression(expression, tensorflow, gw):
    assert_same(expression, tensorflow, gw, names)
