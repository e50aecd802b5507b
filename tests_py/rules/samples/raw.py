"""Rows for what the public functions do not reach: control flow, lists of tensors, variables' resources, and raw ops."""

# fmt: off
# ruff: noqa: E501
import itertools

import numpy as np

from support.sampling import FLOATS, NUMBERS, REALS, Bad, Sample, distinct, fixed, index, nonzero, strings, uniform

_numbers = itertools.count()


def raw(name, inputs, *arguments, label="", given=None, **options):
    """A raw op, called with its tensors by these names; a name with a star takes all that are left as a list.

    `given` are further inputs, the same for all dtypes.
    """
    more = given or {}
    names = inputs.split()

    def call(tf, *tensors, **kwargs):
        given = dict(zip([n for n in names if n[0] != "*"], tensors, strict=False))
        if names and names[-1][0] == "*":
            given[names[-1][1:]] = list(tensors[len(names) - 1 :])
        return getattr(tf.raw_ops, name)(**given, **more, **kwargs)

    return Sample(f"raw_ops.{name}{label}", *arguments, call=call, **options)


def loop(tf, x):
    """x to the fourth power, by a loop."""
    return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, y * x), [0, x])[1]


def collatz(tf, x):
    """A loop whose number of rounds depends on the input, with a branch in it."""
    def body(y, n):
        return tf.cond(y > 1.0, lambda: y * 0.5, lambda: y * 3.0), n + 1

    return tf.while_loop(lambda y, n: tf.logical_and(y < 40.0, n < 20), body, [x, 0])


def nested_loops(tf, x):
    def inner(j, z):
        return j + 1, z + x * tf.cast(j, x.dtype)

    def outer(i, z):
        return i + 1, tf.while_loop(lambda j, z: j < i, inner, [0, z])[1] * 0.5

    return tf.while_loop(lambda i, z: i < 4, outer, [0, x])[1]


def tensor_array(tf, x):
    array = tf.TensorArray(x.dtype, size=3, dynamic_size=True, clear_after_read=False)
    array = array.write(0, x[0]).write(2, x[1]).write(1, x[0] * x[1]).write(3, x[2])
    return [array.stack(), array.read(2), array.gather([3, 0]), array.size()]


def tensor_array_of_parts(tf, x):
    array = tf.TensorArray(x.dtype, size=0, dynamic_size=True, infer_shape=False).split(x, [1, 0, 2])
    other = tf.TensorArray(x.dtype, size=3).unstack(x)
    other = tf.TensorArray(x.dtype, size=3).scatter([2, 0, 1], other.stack())
    return [array.concat(), other.stack()]


def optional(tf, x):
    """What an optional that has a value holds, and whether it and another one have one."""
    full, empty = tf.raw_ops.OptionalFromValue(components=[x, [1, 2]]), tf.raw_ops.OptionalNone()
    value = tf.raw_ops.OptionalGetValue(optional=full, output_types=[x.dtype, tf.int32], output_shapes=[x.shape, [2]])
    return [*value, tf.raw_ops.OptionalHasValue(optional=full), tf.raw_ops.OptionalHasValue(optional=empty)]


def doubled_and_squared(tf, x):
    @tf.function(autograph=False)
    def inner(y):
        return y * y, 2.0 * y

    a, b = inner(x)
    return inner(a + b)[0]


def own_gradient(tf, x):
    @tf.custom_gradient
    def clipped(y):
        return tf.square(y), lambda dy: dy * 0.25 * y

    return clipped(x)


CONTROL_FLOW = [
    Sample("cond", ((), (1,)), REALS, args=(nonzero(),), call=lambda tf, x: tf.cond(tf.reduce_sum(x) > 0, lambda: x * x, lambda: -x)),
    Sample("cond of unequal shapes", ((3,),), REALS, known_shape=False, tensorflow_fails=["gradient_in_function"],
           call=lambda tf, x: tf.cond(tf.reduce_sum(x) > 100, lambda: x, lambda: x[1:] * 2)),
    # Compared as floats: TensorFlow has aborted where it compared unsigned numbers with -100.
    Sample("cond with many results", ((3,),), REALS, call=lambda tf, x: tf.cond(
        tf.reduce_sum(tf.cast(x, tf.float32)) > -100, lambda: {"a": x, "b": (x[0], tf.constant(1))}, lambda: {"a": x * 2, "b": (x[1], tf.constant(2))})),
    Sample("while_loop", ((3,), ()), REALS, call=loop, ulp=16),
    Sample("while_loop that depends on data", ((),), REALS, args=(uniform(1.0, 3.0),), call=collatz),
    Sample("while_loop in a loop", ((3,),), REALS, call=nested_loops, ulp=16),
    Sample("while_loop with most rounds", ((3,),), REALS, call=lambda tf, x: tf.while_loop(
        lambda y: tf.reduce_sum(y) < 1e9, lambda y: [y * 2 + 1], [x], maximum_iterations=4)[0]),
    Sample("while_loop of growing shape", ((2,),), REALS, known_shape=False, hidden_rank=False, call=lambda tf, x: tf.while_loop(
        lambda y: tf.size(y) < 8, lambda y: [tf.concat([y, x], 0)], [x], shape_invariants=[tf.TensorShape([None])],
        maximum_iterations=9)[0]),
    Sample("while_loop never entered", ((3,),), REALS, call=lambda tf, x: tf.while_loop(
        lambda i, y: i > 0, lambda i, y: (i - 1, y * 2), [0, x])[1]),
    Sample("switch_case", (((), (3,)),), REALS, args=(index(4, low=-1), uniform()), call=lambda tf, i, x: tf.switch_case(
        i, [lambda: x, lambda: x * 2, lambda: x * x])),
    Sample("case", ((),), REALS, call=lambda tf, x: tf.case(
        [(x > 5.0, lambda: x), (x > -5.0, lambda: x * 3)], default=lambda: -x)),
    Sample("map_fn", ((3, 2), (1, 2)), REALS, call=lambda tf, x: tf.map_fn(lambda row: row * tf.reduce_sum(row), x)),
    Sample("map_fn to another dtype", ((3,),), ("float32",), grad=False,
           call=lambda tf, x: tf.map_fn(lambda y: (tf.cast(y, tf.int32), y * 2), x, fn_output_signature=(tf.int32, tf.float32))),
    Sample("foldl", ((4, 2),), REALS, call=lambda tf, x: tf.foldl(lambda a, row: a * 0.5 + row, x)),
    Sample("foldr", ((4, 2),), REALS, call=lambda tf, x: tf.foldr(lambda a, row: a * 0.5 + row, x)),
    Sample("scan", ((4, 2),), REALS, call=lambda tf, x: tf.scan(lambda a, row: a * 0.5 + row, x)),
    Sample("vectorized_map", ((3, 2),), REALS, hidden_rank=False, hidden_dims=False,
           call=lambda tf, x: tf.vectorized_map(lambda row: row * tf.reduce_sum(row), x)),
    Sample("TensorArray", ((3, 2), (3,)), REALS, call=tensor_array, known_shape=False, hidden_rank=False),
    Sample("TensorArray of parts", ((3, 2),), REALS, call=tensor_array_of_parts, known_shape=False, hidden_rank=False, second=False),
    Sample("function in a function", ((3,),), REALS, call=doubled_and_squared, ulp=16),
    Sample("custom_gradient", ((3,),), REALS, call=own_gradient, numeric=False),
    Sample("recompute_grad", ((3,),), REALS, call=lambda tf, x: tf.recompute_grad(lambda y: tf.exp(y) * y)(x), second=False),
    Sample("py_function", ((3,),), REALS, call=lambda tf, x: tf.py_function(lambda y: y * y, [x], x.dtype), known_shape=False,
           portable=False, second=False),
    Sample("numpy_function", ((3,),), REALS, call=lambda tf, x: tf.numpy_function(lambda y: y * y, [x], x.dtype), known_shape=False,
           portable=False, grad=False),
    Sample("numpy_function without state", ((3,),), REALS, [{"stateful": False}], known_shape=False, portable=False, grad=False,
           call=lambda tf, x, **kw: tf.numpy_function(lambda y: y * y, [x], x.dtype, **kw)),
    Sample("Optional", ((3,),), ("float32", "int64"), call=optional, ops=["OptionalNone"]),
    Sample("tuple", (((2,), (3,)),), REALS, portable=False, args=(uniform(), uniform()), call=lambda tf, a, b: tf.tuple([a * 2, b])),
    Sample("group", ((2,),), ("float32",), call=lambda tf, x: (tf.group(x), x)[1]),
]


def variable(tf, x):
    """A variable's handle, with the value x."""
    handle = tf.raw_ops.VarHandleOp(dtype=x.dtype, shape=tf.TensorShape(None), shared_name=f"sample_{next(_numbers)}")
    tf.raw_ops.AssignVariableOp(resource=handle, value=x)
    return handle


def read(tf, handle, dtype):
    return tf.raw_ops.ReadVariableOp(resource=handle, dtype=dtype)


def changed_by(name, **attrs):
    """Calls an op that changes a variable, then reads it."""
    def call(tf, x, *rest):
        handle = variable(tf, x)
        inputs = {"value": rest[0]} if len(rest) == 1 else {"indices": rest[0], "updates": rest[1]}
        first = "ref" if "Nd" in name else "resource"
        getattr(tf.raw_ops, name)(**{first: handle}, **inputs, **attrs)
        return read(tf, handle, x.dtype)

    return call


def on_variable(name, *arguments, **options):
    options = {"grad": False, "known_shape": False, "portable": False} | options
    return Sample(f"raw_ops.{name}", *arguments, **options)


def strided_assign(tf, x):
    handle = variable(tf, x)
    tf.raw_ops.ResourceStridedSliceAssign(ref=handle, begin=[1], end=[3], strides=[1], value=x[:2] * 10)
    return read(tf, handle, x.dtype)


def count_up(tf, x):
    handle = variable(tf, x)
    return [tf.raw_ops.ResourceCountUpTo(resource=handle, limit=100, T=x.dtype), read(tf, handle, x.dtype)]


def optimizer_step(name, slots, numbers, indices=None):
    """Calls an op that changes a variable by a gradient, and what it remembers; gives all of these."""
    def call(tf, x, gradient, **attrs):
        handles = {"var": variable(tf, x), **{slot: variable(tf, x * 0 + 0.5) for slot in slots}}
        scalars = {key: tf.constant(value, tf.int64 if key == "global_step" else x.dtype) for key, value in numbers.items()}
        last = {"delta" if "alpha" in numbers and "beta" not in numbers and indices is None else "grad": gradient}
        if indices is not None:
            last["indices"] = tf.constant(indices)
        getattr(tf.raw_ops, name)(**handles, **scalars, **last, **attrs)
        return [read(tf, handle, x.dtype) for handle in handles.values()]

    return call


# What follows ResourceApply, what is remembered, numbers, attrs, and whether there is a form for some rows.
MOVING = {"lr": 0.1, "rho": 0.9, "momentum": 0.5, "epsilon": 1e-3}
ADAM = {"beta1_power": 0.9, "beta2_power": 0.99, "lr": 0.1, "beta1": 0.9, "beta2": 0.99, "epsilon": 1e-3}
LEADER = {"lr": 0.1, "l1": 0.2, "l2": 0.3, "lr_power": -0.5}
STEPS = (
    ("GradientDescent", (), {"alpha": 0.1}, (), False),
    ("Momentum", ("accum",), {"lr": 0.1, "momentum": 0.9}, [{"use_nesterov": True}], True),
    ("KerasMomentum", ("accum",), {"lr": 0.1, "momentum": 0.9}, [{"use_nesterov": True}], True),
    ("Adagrad", ("accum",), {"lr": 0.1}, [{"update_slots": False}], True),
    ("AdagradV2", ("accum",), {"lr": 0.1, "epsilon": 1e-3}, [{"update_slots": False}], True),
    ("Adadelta", ("accum", "accum_update"), {"lr": 0.1, "rho": 0.9, "epsilon": 1e-3}, (), True),
    ("Adam", ("m", "v"), ADAM, [{"use_nesterov": True}], False),
    ("AdamWithAmsgrad", ("m", "v", "vhat"), ADAM, (), False),
    ("AdaMax", ("m", "v"), {key: value for key, value in ADAM.items() if key != "beta2_power"}, (), False),
    ("RMSProp", ("ms", "mom"), MOVING, (), True),
    ("CenteredRMSProp", ("mg", "ms", "mom"), MOVING, (), True),
    ("Ftrl", ("accum", "linear"), LEADER, [{"multiply_linear_by_lr": True}], True),
    ("FtrlV2", ("accum", "linear"), {**LEADER, "l2_shrinkage": 0.25}, [{"multiply_linear_by_lr": True}], True),
    ("ProximalGradientDescent", (), {"alpha": 0.1, "l1": 0.2, "l2": 0.3}, (), True),
    ("ProximalAdagrad", ("accum",), {"lr": 0.1, "l1": 0.2, "l2": 0.3}, (), True),
    ("AdagradDA", ("gradient_accumulator", "gradient_squared_accumulator"), {"lr": 0.1, "l1": 0.2, "l2": 0.3, "global_step": 3}, (), True),
    ("AddSign", ("m",), {"lr": 0.1, "alpha": 1.0, "sign_decay": 0.5, "beta": 0.9}, (), False),
    ("PowerSign", ("m",), {"lr": 0.1, "logbase": 0.7, "sign_decay": 0.5, "beta": 0.9}, (), False),
)


VARIABLES = [
    on_variable("ReadVariableOp", ((2, 3), (), (0,)), ("float32", "int64", "bool", "bfloat16"), call=lambda tf, x: read(tf, variable(tf, x), x.dtype)),
    on_variable("AssignAddVariableOp", (((2, 3), (2, 3)),), NUMBERS, args=(uniform(), uniform()), call=changed_by("AssignAddVariableOp")),
    on_variable("AssignSubVariableOp", (((2, 3), (2, 3)),), NUMBERS, args=(uniform(), uniform()), call=changed_by("AssignSubVariableOp")),
    on_variable("VariableShape", ((2, 3),), ("float32",), call=lambda tf, x: tf.raw_ops.VariableShape(input=variable(tf, x))),
    on_variable("VarIsInitializedOp", ((2,),), ("float32",), call=lambda tf, x: tf.raw_ops.VarIsInitializedOp(resource=variable(tf, x))),
    on_variable("DestroyResourceOp", ((2,),), ("float32",), traceable=False, call=lambda tf, x: (
        lambda h: (tf.raw_ops.DestroyResourceOp(resource=h), tf.raw_ops.VarIsInitializedOp(resource=h))[1])(variable(tf, x)), ops=["DestroyResourceOp"]),
    on_variable("DisableCopyOnRead", ((2,),), ("float32",), call=lambda tf, x: (
        lambda h: (tf.raw_ops.DisableCopyOnRead(resource=h), read(tf, h, x.dtype))[1])(variable(tf, x))),
    on_variable("ResourceGather", (((4, 2), (3,)),), NUMBERS, args=(uniform(), index(4)),
                call=lambda tf, x, i: tf.raw_ops.ResourceGather(resource=variable(tf, x), indices=i, dtype=x.dtype)),
    on_variable("ResourceGatherNd", (((4, 2), (3, 1)),), NUMBERS, args=(uniform(), index(4)),
                call=lambda tf, x, i: tf.raw_ops.ResourceGatherNd(resource=variable(tf, x), indices=i, dtype=x.dtype)),
    *(on_variable(f"ResourceScatter{name}", (((4, 2), (3,), (3, 2)), ((4,), (3,), ())), NUMBERS, args=(nonzero(), fixed([3, 0, 1], "int32"), nonzero()),
                  call=changed_by(f"ResourceScatter{name}"), ulp=8) for name in ("Add", "Sub", "Mul", "Div", "Min", "Max", "Update")),
    *(on_variable(f"ResourceScatterNd{name}", (((4, 2), (3, 1), (3, 2)),), REALS, args=(uniform(), fixed([[3], [0], [1]], "int32"), uniform()),
                  call=changed_by(f"ResourceScatterNd{name}"), tensorflow_fails=["errors_have_tensorflows_class"]) for name in ("Add", "Sub", "Min", "Max", "Update")),
    on_variable("ResourceStridedSliceAssign", ((5,), (4, 2)), NUMBERS, call=strided_assign, hidden_rank=False),
    on_variable("ResourceCountUpTo", ((),), ("int32", "int64"), call=count_up),
    # TensorFlow rounds halves at every step: test_half_precision compares these.
    *(on_variable(f"ResourceApply{name}", (((2, 3), (2, 3)), ((), ()), ((0,), (0,))), ("float32", "float64"), [{}, *more], args=(uniform(), uniform()),
                  call=optimizer_step(f"ResourceApply{name}", slots, numbers), ulp=64, tensorflow_fails=["errors_have_tensorflows_class"])
      for name, slots, numbers, more, _ in STEPS),
    *(on_variable(f"ResourceSparseApply{name}", (((4, 3), (3, 3)),), ("float32", "float64"), [{}, *more], args=(uniform(), uniform()),
                  call=optimizer_step(f"ResourceSparseApply{name}", slots, numbers, [3, 0, 3]), ulp=64, half_ulp=6, tensorflow_fails=["errors_have_tensorflows_class"])
      for name, slots, numbers, more, rows in STEPS if rows),
]


def list_of(tf, x):
    return tf.raw_ops.TensorListFromTensor(tensor=x, element_shape=tf.constant(-1))


def stacked(tf, handle, dtype, **attrs):
    return tf.raw_ops.TensorListStack(input_handle=handle, element_shape=tf.constant(-1), element_dtype=dtype, **attrs)


def on_list(name, call, *arguments, **options):
    options = {"known_shape": False, "hidden_rank": False, "second": False} | options
    return Sample(f"raw_ops.{name}", *(arguments or (((3, 2), (3,)), REALS)), call=call, **options)


def pop_back(tf, x):
    handle, last = tf.raw_ops.TensorListPopBack(input_handle=list_of(tf, x), element_shape=tf.constant(-1), element_dtype=x.dtype)
    return [last, stacked(tf, handle, x.dtype)]


def push_batch(tf, x):
    lists = tf.stack([tf.raw_ops.EmptyTensorList(element_shape=tf.constant(-1), max_num_elements=-1, element_dtype=x.dtype) for _ in range(3)])
    lists = tf.raw_ops.TensorListPushBackBatch(input_handles=lists, tensor=x)
    return [stacked(tf, handle, x.dtype) for handle in tf.unstack(lists, num=3)]


LISTS = [
    on_list("TensorListStack", lambda tf, x: stacked(tf, list_of(tf, x), x.dtype)),
    on_list("TensorListGetItem", lambda tf, x: tf.raw_ops.TensorListGetItem(
        input_handle=list_of(tf, x), index=1, element_shape=tf.constant(-1), element_dtype=x.dtype)),
    on_list("TensorListSetItem", lambda tf, x: stacked(tf, tf.raw_ops.TensorListSetItem(input_handle=list_of(tf, x), index=1, item=x[0] * 5), x.dtype)),
    on_list("TensorListLength", lambda tf, x: tf.raw_ops.TensorListLength(input_handle=list_of(tf, x)), grad=False),
    on_list("TensorListElementShape", lambda tf, x: tf.raw_ops.TensorListElementShape(input_handle=list_of(tf, x), shape_type=tf.int32), grad=False),
    on_list("TensorListPushBack", lambda tf, x: stacked(tf, tf.raw_ops.TensorListPushBack(input_handle=list_of(tf, x), tensor=x[0] * 2), x.dtype)),
    on_list("TensorListPopBack", pop_back),
    on_list("EmptyTensorList", lambda tf, x: stacked(tf, tf.raw_ops.TensorListPushBack(
        input_handle=tf.raw_ops.EmptyTensorList(element_shape=tf.constant(-1), max_num_elements=-1, element_dtype=x.dtype), tensor=x), x.dtype)),
    on_list("TensorListReserve", lambda tf, x: stacked(tf, tf.raw_ops.TensorListSetItem(input_handle=tf.raw_ops.TensorListReserve(
        element_shape=tf.shape(x[0]), num_elements=2, element_dtype=x.dtype), index=1, item=x[0]), x.dtype)),
    on_list("TensorListGather", lambda tf, x: tf.raw_ops.TensorListGather(
        input_handle=list_of(tf, x), indices=[2, 0, 1], element_shape=tf.constant(-1), element_dtype=x.dtype)),
    on_list("TensorListScatter", lambda tf, x: stacked(tf, tf.raw_ops.TensorListScatter(tensor=x, indices=[2, 0, 1], element_shape=tf.constant(-1)), x.dtype)),
    on_list("TensorListScatterV2", lambda tf, x: stacked(tf, tf.raw_ops.TensorListScatterV2(
        tensor=x, indices=[2, 0, 1], element_shape=tf.constant(-1), num_elements=3), x.dtype)),
    on_list("TensorListScatterIntoExistingList", lambda tf, x: stacked(tf, tf.raw_ops.TensorListScatterIntoExistingList(
        input_handle=list_of(tf, x), tensor=x[:2] * 3, indices=[2, 0]), x.dtype)),
    on_list("TensorListSplit", lambda tf, x: tf.raw_ops.TensorListGetItem(input_handle=tf.raw_ops.TensorListSplit(
        tensor=x, element_shape=tf.constant(-1), lengths=tf.constant([1, 2], tf.int64)), index=1, element_shape=tf.constant(-1), element_dtype=x.dtype)),
    on_list("TensorListConcatV2", lambda tf, x: list(tf.raw_ops.TensorListConcatV2(
        input_handle=list_of(tf, x), element_shape=tf.constant(-1), leading_dims=tf.constant([], tf.int64), element_dtype=x.dtype)), ((3, 2),), REALS),
    on_list("TensorListConcat", lambda tf, x: list(tf.raw_ops.TensorListConcat(input_handle=list_of(tf, x), element_dtype=x.dtype)), ((3, 2),), REALS),
    on_list("TensorListConcatLists", lambda tf, x: stacked(tf, tf.raw_ops.TensorListConcatLists(
        input_a=list_of(tf, x), input_b=list_of(tf, x * 2), element_dtype=x.dtype), x.dtype), grad=False),
    on_list("TensorListResize", lambda tf, x: stacked(tf, tf.raw_ops.TensorListResize(input_handle=list_of(tf, x), size=2), x.dtype)),
    on_list("TensorListPushBackBatch", push_batch, grad=False),
]

RAW = [
    raw("BatchMatMul", "x y", (((2, 2, 3), (2, 3, 4)),), REALS, [{}, {"adj_x": False, "adj_y": False}], args=(uniform(), uniform()), ulp=16),
    raw("BatchMatMulV3", "x y", (((2, 2, 3), (3, 4)),), ("float32",), [{"Tout": lambda tf: tf.float32}], args=(uniform(), uniform()), ulp=16),
    raw("BiasAddV1", "value bias", (((2, 3), (3,)),), REALS, args=(uniform(), uniform())),
    raw("Concat", "concat_dim *values", (((), (2, 3), (1, 3)),), REALS, args=(fixed(0, "int32"), uniform(), uniform()), known_shape=False),
    raw("Gather", "params indices", (((3, 2), (2,)),), REALS, args=(uniform(), index(3)), second=False),
    raw("GuaranteeConst", "input", ((3,),), REALS, grad=False),
    raw("InTopK", "predictions targets", (((4, 5), (4,)),), ("float32",), [{"k": 2}], args=(distinct(), index(5)), grad=False),
    *(Sample(f"raw_ops.Inplace{name}", (((4, 2), (2,), (2, 2)),), REALS, args=(uniform(), fixed([3, 0], "int32"), uniform()), grad=False,
             call=lambda tf, x, i, v, name=name: getattr(tf.raw_ops, f"Inplace{name}")(x=x + 0, i=i, v=v)) for name in ("Update", "Add", "Sub")),
    Sample("identity_n", (((2, 3), (2,)),), (*REALS, "bool"), args=(uniform(), uniform()), call=lambda tf, a, b: tf.identity_n([a, b, tf.constant("c")])[:2]),
    raw("CheckNumericsV2", "tensor", ((2, 3), ()), FLOATS, [{"message": "bad"}], second=False,
        bad=[Bad(values=(np.array(bad, np.float32),)) for bad in ([1, np.nan], [np.inf], [-np.inf], [np.inf, np.nan, -np.inf])]),
    raw("ListDiff", "x y", (((6,), (3,)), ((0,), (3,)), ((6,), (0,))), (*NUMBERS, "bfloat16", "uint8"), [{}, {"out_idx": lambda tf: tf.int64}], args=(uniform(0, 5), uniform(0, 5)),
        known_shape=False, grad=False, bad=[Bad(shapes=((2, 2), (3,))), Bad(shapes=((2,), ()))]),
    raw("ListDiff", "x y", (((6,), (2,)),), ("string",), args=(strings("a", "b", "c"), strings("a", "b")), label=" of strings", known_shape=False),
    Sample("raw_ops.ParallelDynamicStitch", (((2, 2), (3, 2)),), (*REALS, "int32"), args=(uniform(), uniform()), second=False,
           call=lambda tf, a, b: tf.raw_ops.ParallelDynamicStitch(indices=[[0, 3], [1, 2, 4]], data=[a, b]),
           bad=[Bad(shapes=((2, 2), (2, 2))), Bad(shapes=((2, 2), (3, 3)))]),
    raw("OnesLike", "x", ((2, 3), ()), (*NUMBERS, "bool"), grad=False),
    raw("ZerosLike", "x", ((2, 3), ()), (*NUMBERS, "bool"), grad=False),
    raw("Rank", "input", ((2, 3), ()), ("float32",), grad=False),
    raw("PlaceholderWithDefault", "input", ((2, 3),), REALS, [{"shape": [None, 3]}], grad=False, known_shape=False, hidden_dims=False,
        tensorflow_fails=["empty_and_scalar_inputs"]),
    raw("PreventGradient", "input", ((2, 3),), ("float32",), grad=False),
    raw("Snapshot", "input", ((2, 3),), REALS, grad=False),
    raw("DeepCopy", "x", ((2, 3),), REALS, grad=False),
    raw("DebugGradientIdentity", "input", ((2, 3),), ("float32",), grad=False),
    raw("Empty", "shape", ((2,),), ("int32",), [{"dtype": lambda tf: tf.float32, "init": True}], args=(fixed([2, 3], "int32"),), grad=False, known_shape=False),
    raw("ParallelConcat", "*values", (((1, 3), (1, 3)),), REALS, [{"shape": [2, 3]}], args=(uniform(), uniform()), grad=False, hidden_rank=False,
        hidden_dims=False),
    raw("ScatterNdNonAliasingAdd", "input indices updates", (((4,), (3, 1), (3,)),), NUMBERS,
        args=(uniform(), fixed([[3], [0], [3]], "int32"), uniform()), second=False),
    raw("TensorStridedSliceUpdate", "input begin end strides value", (((5,), (1,), (1,), (1,), (2,)),), REALS,
        args=(uniform(), fixed([1], "int32"), fixed([3], "int32"), fixed([1], "int32"), uniform()), second=False),
    *(Sample(f"raw_ops.FusedBatchNorm{version}", (((2, 3, 3, 2), (2,), (2,)),), ("float32",), [{}, {"epsilon": 0.1}], args=(uniform(),) * 3, ulp=512,
             second=False, numeric=False, hidden_rank=False, call=lambda tf, x, scale, offset, version=version, **kw: list(
                 getattr(tf.raw_ops, f"FusedBatchNorm{version}")(x=x, scale=scale, offset=offset, mean=[], variance=[], is_training=True, **kw))[:3])
      for version in ("", "V2", "V3")),
    Sample("raw_ops.FusedBatchNormV3 for inference", (((2, 3, 3, 2), (2,), (2,), (2,), (2,)),), ("float32",), args=(*(uniform(),) * 4, uniform(0.5, 2)),
           ulp=128, second=False, numeric=False, hidden_rank=False, call=lambda tf, x, scale, offset, mean, variance: tf.raw_ops.FusedBatchNormV3(
               x=x, scale=scale, offset=offset, mean=mean, variance=variance, is_training=False)[0]),
    Sample("nn.conv3d", (((1, 3, 4, 4, 2), (2, 2, 2, 2, 3)),), REALS, [
        {"strides": [1, 1, 1, 1, 1], "padding": "SAME"}, {"strides": [1, 1, 2, 2, 1], "padding": "VALID"}], args=(uniform(), uniform()), ulp=128,
        hidden_rank=False, second=False),
    Sample("nn.max_pool3d", ((1, 3, 4, 4, 2),), ("float32",), [{"ksize": 2, "strides": 2, "padding": "SAME"}], args=(distinct(),), hidden_rank=False, second=False),
    Sample("nn.avg_pool3d", ((1, 3, 4, 4, 2),), ("float32",), [{"ksize": 2, "strides": 2, "padding": "SAME"}], hidden_rank=False, second=False),
    Sample("nn.max_pool_with_argmax", ((1, 4, 4, 2),), REALS, [{"ksize": 2, "strides": 2, "padding": "SAME"}], args=(distinct(),), hidden_rank=False,
           second=False),
    Sample("nn.max_pool", ((1, 4, 4, 2),), FLOATS, [{"ksize": 2, "strides": 2, "padding": "SAME"}], args=(distinct(),), hidden_rank=False,
           bad=[Bad(kwargs={"ksize": 2, "strides": 2, "padding": "OTHER"})]),
]

EACH = ((37,), (2, 3), (), (0, 3))
PAIRS = (((37,), (37,)), ((2, 1, 3), (4, 1)), ((), (5,)), ((0, 3), (3,)))
positive = uniform(0.3, 3.0)


def special(name, maker, *more, dtypes=REALS, **options):
    """A special function: few are as exact as the elementary ones."""
    options = {"ulp": 64, "half_ulp": 8, "second": False} | options
    return Sample(name, PAIRS if more else EACH, dtypes, args=(maker, *more), **options)


def raw_each(name, *makers, dtypes=NUMBERS, names="x y", **options):
    """An elementwise raw op."""
    shapes = PAIRS if len(makers) > 1 else EACH
    return raw(name, names, shapes, dtypes, args=makers, **({"second": False} | options))


def stateful_loop(tf, x):
    handle = variable(tf, x)

    def body(i):
        tf.raw_ops.AssignAddVariableOp(resource=handle, value=x)
        return [i + 1]

    tf.while_loop(lambda i: i < 3, body, [0])
    return read(tf, handle, x.dtype)


def stateful_case(tf, x):
    handle = variable(tf, x)

    def add(times):
        def branch():
            tf.raw_ops.AssignAddVariableOp(resource=handle, value=x * times)
            return tf.constant(times)

        return branch

    taken = [tf.cond(tf.reduce_sum(x) > 1e6, add(5.0), add(7.0)), tf.switch_case(tf.cast(tf.size(x) > 1, tf.int32), [add(2.0), add(3.0)])]
    return [*taken, read(tf, handle, x.dtype)]


def stateful_call(tf, x):
    handle = variable(tf, x)

    @tf.function(autograph=False)
    def inner(y):
        tf.raw_ops.AssignAddVariableOp(resource=handle, value=y)
        return read(tf, handle, x.dtype) * 2.0

    return [inner(x), read(tf, handle, x.dtype)]


SPECIAL = [
    *(special(f"math.{name}", uniform(-3, 3)) for name in ("bessel_i0", "bessel_i0e", "bessel_i1", "bessel_i1e")),
    *(special(f"math.special.{name}", uniform(0.5, 5), ulp=256, grad=name[-1] != "e") for name in (
        "bessel_j0", "bessel_j1", "bessel_k0", "bessel_k0e", "bessel_k1", "bessel_k1e", "bessel_y1")),
    special("math.special.bessel_y0", uniform(0.5, 5), ulp=256),
    *(special(f"math.special.{name}", positive) for name in ("dawsn", "expint", "fresnel_cos", "fresnel_sin", "spence")),
    special("math.erfinv", uniform(-0.9, 0.9)),
    special("math.erfcinv", uniform(0.1, 1.9)),
    special("math.ndtri", uniform(0.05, 0.95)),
    special("math.nextafter", uniform(), uniform(), grad=False, ulp=0),
    special("math.xlog1py", uniform(), positive),
    special("math.igamma", positive, positive, ulp=512, numeric_second=False),
    special("math.igammac", positive, positive, ulp=512, numeric_second=False),
    Sample("math.lbeta", ((3,), (2, 4)), REALS, args=(positive,), ulp=256, second=False),
    Sample("math.polygamma", (((4,), (4,)),), REALS, args=(fixed([0.0, 1.0, 2.0, 3.0]), uniform(1, 5)), ulp=512, grad=False),
    special("math.zeta", uniform(1.5, 4), uniform(1, 5), ulp=512, grad=False),
    Sample("math.betainc", (((4,), (4,), (4,)), ((), (), (3,))), REALS, args=(positive, positive, uniform(0.1, 0.9)), ulp=1024, grad=False),
    raw("ApproximateEqual", "x y", (((5,), (5,)),), REALS, [{"tolerance": 0.5}, {}], args=(uniform(), uniform()), grad=False),
    raw("PopulationCount", "x", EACH, ("int32", "int64", "uint8", "int16"), args=(uniform(0, 100),)),
    raw_each("Add", uniform(), uniform()),
    raw_each("Div", uniform(), nonzero()),
    raw_each("Mod", uniform(-9, 9), nonzero(1, 4), dtypes=("int32", "int64", *REALS), grad=False, ulp=32),
    raw_each("Inv", nonzero(), dtypes=REALS),
    raw("InvGrad", "y dy", (((5,), (5,)),), REALS, args=(nonzero(), nonzero()), second=False),
    raw("SoftplusGrad", "gradients features", (((5,), (5,)),), FLOATS, args=(uniform(), uniform()), second=False),
    raw("Reverse", "tensor dims", (((2, 3), (2,)),), NUMBERS, args=(uniform(), fixed([True, False], "bool")), second=False, tensorflow_fails=["empty_and_scalar_inputs"]),
    raw("MatrixDiag", "diagonal", ((3,), (2, 3)), NUMBERS, second=False),
    raw("MatrixDiagPart", "input", ((3, 3), (2, 3, 4)), NUMBERS, second=False),
    raw("MatrixSetDiag", "input diagonal", (((3, 3), (3,)),), NUMBERS, args=(uniform(), uniform()), second=False),
    Sample("raw_ops.MatrixDiagV2", ((3,), (2, 3)), ("float32",), [{"k": 0}, {"k": -1}], grad=False, known_shape=False, call=lambda tf, x, k: tf.raw_ops.MatrixDiagV2(
        diagonal=x, k=k, num_rows=-1, num_cols=-1, padding_value=7.0), tensorflow_fails=["function_with_hidden_shapes", "static_shapes_are_as_exact_as_tensorflows"]),
    Sample("raw_ops.MatrixDiagPartV2", ((3, 3), (2, 3, 4)), ("float32",), [{"k": 0}, {"k": [-1, 1]}], grad=False, call=lambda tf, x, k: tf.raw_ops.MatrixDiagPartV2(
        input=x, k=k, padding_value=7.0)),
    Sample("raw_ops.MatrixSetDiagV2", (((3, 3), (2,)),), ("float32",), args=(uniform(), uniform()), grad=False, call=lambda tf, x, d: tf.raw_ops.MatrixSetDiagV2(
        input=x, diagonal=d, k=1)),
    raw("NthElement", "input n", (((2, 5), ()),), (*REALS, "int32"), [{}, {"reverse": True}], args=(distinct(), fixed(2, "int32")), grad=False),
    raw("DebugIdentity", "input", ((2, 3), ()), (*REALS, "int32", "bool"), [{"tensor_name": "x:0"}]),
    raw("DebugIdentityV2", "input", ((2, 3), ()), (*REALS, "int32", "bool"), [{}]),
    raw("DebugIdentityV3", "input", ((2, 3), ()), (*REALS, "int32", "bool"), [{"tensor_name": "x:0"}]),
    raw("DebugNanCount", "input", ((2, 3), ()), (*FLOATS, "int32"), [{"tensor_name": "x"}], grad=False,
        tensorflow_fails=["static_shapes_are_as_exact_as_tensorflows"]),  # a scalar for it, while its kernel gives a vector of one
    raw("DebugNumericSummary", "input", ((2, 3), ()), (*REALS, "int32", "bool"), [{"tensor_name": "x"}, {"tensor_name": "x", "lower_bound": -1.0, "upper_bound": 1.0}], grad=False,
        known_shape=False, ulp=16),
    raw("DebugNumericSummaryV2", "input", ((2, 3), ()), (*FLOATS, "int32"), [{"tensor_debug_mode": mode, "tensor_id": 3} for mode in (2, 3, 4, 5, 8)], grad=False, known_shape=False),
    raw("ToBool", "input", ((), (2,)), (*REALS, "int32", "int8", "bool"), grad=False),
    Sample("raw_ops.Fact", ((),), ("float32",), grad=False, call=lambda tf, x: tf.raw_ops.Fact(), ops=["Fact"]),
    Sample("raw_ops.ShardedFilespec", ((),), ("float32",), grad=False, call=lambda tf, x: tf.raw_ops.ShardedFilespec(basename="a", num_shards=12), ops=["ShardedFilespec"]),
    raw("SdcaFprint", "input", ((3,),), ("string",), args=(strings("a", "", "bcd" * 60),), grad=False),
    Sample("raw_ops.CompositeTensorVariantFromComponents", ((2,),), (*REALS, "int32"), grad=False, known_shape=False, call=lambda tf, x: tf.raw_ops.CompositeTensorVariantToComponents(
        encoded=tf.raw_ops.CompositeTensorVariantFromComponents(components=[x, [1, 2]], metadata=""), metadata="", Tcomponents=[x.dtype, tf.int32]),
        ops=["CompositeTensorVariantFromComponents", "CompositeTensorVariantToComponents"]),
    raw("UniqueV2", "x axis", (((4, 2), (1,)),), ("int32", "int64"), args=(uniform(0, 1), fixed([0], "int32")), known_shape=False, grad=False),
    raw("UniqueWithCountsV2", "x axis", (((4, 2), (1,)),), ("int32", "int64"), args=(uniform(0, 1), fixed([0], "int32")), known_shape=False, grad=False),
    raw("BatchToSpace", "input crops", (((4, 1, 2, 1), (2, 2)),), REALS, [{"block_size": 2}], args=(uniform(), fixed([[0, 0], [0, 0]], "int32")), second=False,
        known_shape=False),
    raw("SpaceToBatch", "input paddings", (((1, 2, 4, 1), (2, 2)),), REALS, [{"block_size": 2}], args=(uniform(), fixed([[0, 0], [0, 0]], "int32")),
        second=False, known_shape=False),
    raw("MaxPoolGradGrad", "orig_input orig_output grad", (((1, 4, 4, 1), (1, 2, 2, 1), (1, 4, 4, 1)),), ("float32",), [
        {"ksize": [1, 2, 2, 1], "strides": [1, 2, 2, 1], "padding": "VALID"}], args=(
            fixed([[[[1], [2], [3], [4]], [[8], [7], [6], [5]], [[9], [2], [1], [3]], [[4], [5], [6], [7]]]]), fixed([[[[8], [6]], [[9], [7]]]]), uniform()),
        grad=False),
    raw("MaxPool3DGradGrad", "orig_input orig_output grad", (((1, 2, 2, 2, 1), (1, 1, 1, 1, 1), (1, 2, 2, 2, 1)),), ("float32",), [
        {"ksize": [1, 2, 2, 2, 1], "strides": [1, 2, 2, 2, 1], "padding": "VALID"}], args=(
            fixed([[[[[1], [2]], [[3], [4]]], [[[9], [7]], [[6], [5]]]]]), fixed([[[[[9]]]]]), uniform()), grad=False),
    Sample("while_loop that changes a variable", ((3,),), ("float32",), more_dtypes=True, call=stateful_loop, grad=False, portable=False, known_shape=False),
    Sample("cond that changes a variable", ((3,),), ("float32",), more_dtypes=True, call=stateful_case, grad=False, portable=False, known_shape=False),
    Sample("function that changes a variable", ((3,),), ("float32",), more_dtypes=True, call=stateful_call, grad=False, portable=False, known_shape=False),
]

RAW_SAMPLES = [*CONTROL_FLOW, *VARIABLES, *LISTS, *RAW, *SPECIAL]
