"""The ways in which the argument sweep runs a call, and what comes of it: structure, dtypes, shapes, values, errors."""

import contextlib
import io
import warnings

import numpy as np

from parity.ops.sweep_values import Made, constant, make, resolve, tensors_of

WAYS = ("eager", "known", "partly", "unknown", "no rank", "graph", "fed", "rows", "promoted")
MOST_NUMBERS = 4096  # of a value; of larger ones the sums are compared


def array_of(value):
    """Returns what is compared of a NumPy value."""
    array = np.asarray(value)
    if array.size > MOST_NUMBERS:
        return ("large", array.dtype.name, array.shape)
    if array.dtype.name in ("bfloat16", "float16") or array.dtype.name.startswith("float8"):
        return array.astype(np.float32)
    if array.dtype.kind == "O":
        return [item if isinstance(item, (bytes, str)) else type(item).__name__ for item in array.reshape(-1).tolist()]
    return array if array.dtype.kind in "biufcSU" else array.astype(np.int64)


def sizes_of(shape):
    """Returns a static shape as a tuple, None for one of unknown rank."""
    return None if shape.rank is None else tuple(shape.as_list())


class Outcome:
    """What a call gives: a skeleton without tensors, and these."""

    def __init__(self, tf):
        self.tf, self.tensors = tf, []

    def skeleton(self, value, depth=0):
        """Returns what is known of a result before it has values."""
        tf = self.tf
        if isinstance(value, tf.Variable):
            return ("variable", value.dtype.name, sizes_of(value.shape))
        if isinstance(value, tf.Tensor):
            self.tensors.append(value)
            known = None
            if not hasattr(value, "numpy") or not tf.executing_eagerly():
                with contextlib.suppress(Exception):
                    known = tf.get_static_value(value)
            known = None if known is None else array_of(known)
            return ("tensor", value.dtype.name, sizes_of(value.shape), known)
        if isinstance(value, (tf.RaggedTensor, tf.SparseTensor, tf.IndexedSlices)):
            parts = tf.nest.flatten(value, expand_composites=True)
            return (type(value).__name__, sizes_of(value.shape), *[self.skeleton(part, depth + 1) for part in parts])
        if isinstance(value, tf.DType):
            return ("dtype", value.name)
        if isinstance(value, tf.TensorShape):
            return ("shape", sizes_of(value))
        if isinstance(value, (np.ndarray, np.generic)):
            return (type(value).__name__, np.asarray(value).dtype.name, np.shape(value), array_of(value))
        if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
            return (type(value).__name__, value)
        if depth < 8 and isinstance(value, dict):
            return ("dict", [(str(key), self.skeleton(item, depth + 1)) for key, item in value.items()])
        if depth < 8 and isinstance(value, (list, tuple)):
            return (type(value).__name__, *[self.skeleton(item, depth + 1) for item in value])
        # A node that asserts comes in a wrapper that wants it to be used.
        return ("other", type(value).__name__.replace("ShouldUseWrapper", "Operation"))


def relaxed(tf, array, dtype, way):
    """Returns the spec of a tensor, of which a way keeps something secret."""
    shape = list(array.shape)
    if way == "partly":
        shape = [None, *shape[1:]] if len(shape) > 1 else [None] * len(shape)
    elif way == "unknown":
        shape = [None] * len(shape)
    elif way in ("no rank", "fed"):
        shape = None
    return tf.TensorSpec(shape, dtype)


def value_of(tensor):
    """Returns the array of a tensor that has one."""
    if tensor.dtype.name in ("variant", "resource"):
        return ("handle",)
    return array_of(tensor.numpy())


def eagerly(tf, function, call):
    """Runs a call as it is."""
    found = Outcome(tf)
    skeleton = found.skeleton(function(*make(tf, call.args), **make(tf, call.kwargs)))
    return skeleton, [value_of(tensor) for tensor in found.tensors]


class Fed:
    """Makes the tensors of a call outside of the graph that is traced, where they are fed one by one."""

    def __init__(self, values):
        self.values = list(values)

    def __call__(self, made):
        return self.values.pop(0)


def outside(tf, value):
    """Returns a description whose variables exist already."""
    if isinstance(value, Made):
        return Ready(make(tf, value)) if value.kind == "variable" else value
    if type(value) in (list, tuple):
        return type(value)(outside(tf, item) for item in value)
    if type(value) is dict:
        return {key: outside(tf, item) for key, item in value.items()}
    return value


class Ready:
    """A value that exists already."""

    def __init__(self, value):
        self.value = value


def unpacked(value):
    """Returns a structure with what exists already in place."""
    if isinstance(value, Ready):
        return value.value
    if type(value) in (list, tuple):
        return type(value)(unpacked(item) for item in value)
    if type(value) is dict:
        return {key: unpacked(item) for key, item in value.items()}
    return value


def traced(tf, function, call, way):
    """Runs a call in a function that is told the tensors' shapes as far as the way says."""
    descriptions = list(tensors_of([call.args, call.kwargs]))
    args, kwargs = outside(tf, call.args), outside(tf, call.kwargs)
    found, skeletons = Outcome(tf), []

    def body(*fed):
        dense = Fed(fed)
        found.tensors.clear()
        given, named = (unpacked(make(tf, part, dense)) for part in (args, kwargs))
        skeletons.append(found.skeleton(function(*given, **named)))
        return [tensor for tensor in found.tensors if tensor.dtype.name not in ("variant", "resource")]

    specs = [relaxed(tf, made.data, made.dtype, way) for made in descriptions]
    run = tf.function(body, input_signature=specs, autograph=False)
    values = run(*[constant(tf, made.data, made.dtype) for made in descriptions])
    return skeletons[-1], [array_of(value.numpy()) for value in values]


def in_graph(tf, function, call, way):
    """Runs a call in a plain graph, with constants or with placeholders of no shape."""
    v1 = tf.compat.v1
    with tf.Graph().as_default():
        feed = {}

        def dense(made):
            if way == "graph":
                return constant(tf, made.data, made.dtype)
            place = v1.placeholder(made.dtype)
            feed[place] = made.data
            return place

        found = Outcome(tf)
        args, kwargs = make(tf, call.args, dense), make(tf, call.kwargs, dense)
        skeleton = found.skeleton(function(*args, **kwargs))
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.local_variables_initializer()])
            wanted = [tensor for tensor in found.tensors if tensor.dtype.name not in ("variant", "resource")]
            values = session.run(wanted, feed) if wanted else []
    return skeleton, [array_of(value) for value in values]


def over_rows(tf, function, call):
    """Runs a call for two rows at once, each tensor twice."""
    descriptions = list(tensors_of([call.args, call.kwargs]))
    if not descriptions:
        return ("nothing to stack",), []
    args, kwargs = outside(tf, call.args), outside(tf, call.kwargs)
    skeletons = []

    def body(fed):
        dense, found = Fed(fed), Outcome(tf)
        given, named = (unpacked(make(tf, part, dense)) for part in (args, kwargs))
        skeletons.append(found.skeleton(function(*given, **named)))
        return tuple(tensor for tensor in found.tensors if tensor.dtype.name not in ("variant", "resource"))

    rows = tuple(constant(tf, np.stack([made.data, made.data]), made.dtype) for made in descriptions)
    result = tf.vectorized_map(tf.autograph.experimental.do_not_convert(body), rows)
    return ("rows",), [array_of(tensor.numpy()) for tensor in result]


def outcome(tf, call, way):
    """Returns ("value", skeleton, values) or ("error", names of the classes, text) of a call."""
    try:
        function = resolve(tf, call.name)
    except AttributeError:
        return "error", ("no such name",), ""
    try:
        with warnings.catch_warnings(), contextlib.redirect_stdout(io.StringIO()):
            warnings.simplefilter("ignore")
            if way in ("eager", "promoted"):
                return "value", *eagerly(tf, function, call)
            if way in ("graph", "fed"):
                return "value", *in_graph(tf, function, call, way)
            if way == "rows":
                return "value", *over_rows(tf, function, call)
            return "value", *traced(tf, function, call, way)
    except Exception as error:
        names = tuple(kind.__name__ for kind in type(error).__mro__ if kind not in (object, BaseException))
        return "error", names, str(error)[:600]
