"""Kinds of tensors in random programs: a dtype and a shape, whose sizes are numbers or "k", which a call decides."""

from typing import NamedTuple

FLOATS = ("float32", "float64")
INTS = ("int32", "int64")


class Kind(NamedTuple):
    """A tensor's dtype and shape."""

    dtype: str
    shape: tuple

    def of(self, dtype):
        return Kind(dtype, self.shape)

    def shaped(self, *shape):
        return Kind(self.dtype, shape)

    @property
    def is_float(self):
        return self.dtype in FLOATS

    @property
    def is_int(self):
        return self.dtype in INTS

    @property
    def open(self):
        """Whether a size is decided by the call."""
        return "k" in self.shape


F0, FK, F3 = Kind("float32", ()), Kind("float32", ("k",)), Kind("float32", (3,))
F23, F2K = Kind("float32", (2, 3)), Kind("float32", (2, "k"))
I0, I3, B0 = Kind("int32", ()), Kind("int32", (3,)), Kind("bool", ())
D0, D3, L0, H0 = Kind("float64", ()), Kind("float64", (3,)), Kind("int64", ()), Kind("float16", ())
COMMON = [F0] * 5 + [FK] * 3 + [F3] * 3 + [F23, F2K] + [I0] * 4 + [I3, D0, D3, L0, B0, H0]
SHAPES = [
    (),
    (3,),
    (2, 3),
    (3, 2),
    (1,),
    (1, 3),
    (2, 1),
    (2, 2, 3),
    (0,),
    (0, 3),
    ("k",),
    (2, "k"),
    ("k", 3),
    (4,),
    (1, "k"),
]


def dims(shape):
    """The text of a shape; `x` has the size k."""
    return "[" + ", ".join("tf.shape(x)[0]" if size == "k" else str(size) for size in shape) + "]"


def broadcast_sources(random, shape):
    """Two shapes that broadcast to `shape`."""
    other = tuple(1 if random.random() < 0.2 else size for size in shape)
    other = other[random.randrange(len(shape) + 1) if shape and random.random() < 0.5 else 0 :]
    return (shape, other) if random.random() < 0.6 else (other, shape)
