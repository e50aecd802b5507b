"""Rows for the ops that write and read the files of checkpoints."""

# fmt: off
# ruff: noqa: E501
import os
import tempfile

import numpy as np

from rules.samples.raw import raw
from support.sampling import Bad, Sample, fixed, strings, uniform


def saved(tf, x, slices="", then=None):
    """What comes back of a tensor that was written."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ck")
        tf.raw_ops.SaveV2(prefix=path, tensor_names=["x", "other"], shape_and_slices=["", ""], tensors=[x, tf.constant([1, 2])])
        if then is not None:
            path = then(path)
        return tf.raw_ops.RestoreV2(prefix=path, tensor_names=["x"], shape_and_slices=[slices], dtypes=[x.dtype])[0]


def merged(tf, x):
    """What comes back of two checkpoints that were made one."""
    with tempfile.TemporaryDirectory() as folder:
        parts = [os.path.join(folder, f"part{i}") for i in range(2)]
        for i, part in enumerate(parts):
            tf.raw_ops.SaveV2(prefix=part, tensor_names=[f"x{i}"], shape_and_slices=[""], tensors=[x])
        path = os.path.join(folder, "all")
        tf.raw_ops.MergeV2Checkpoints(checkpoint_prefixes=parts, destination_prefix=path, delete_old_dirs=False)
        return tf.raw_ops.RestoreV2(prefix=path, tensor_names=["x0", "x1"], shape_and_slices=["", ""], dtypes=[x.dtype] * 2)


def parts(tf, x):
    """A tensor that was saved in two parts, and a part of it that lies in both."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "ck")
        tf.raw_ops.SaveV2(prefix=path, tensor_names=["x", "x"], shape_and_slices=["4 3 0,2:-", "4 3 2,2:0,3"], tensors=[x[:2], x[2:]])
        return tf.raw_ops.RestoreV2(prefix=path, tensor_names=["x", "x"], shape_and_slices=["", "4 3 1,2:1,2"], dtypes=[x.dtype] * 2)


ONCE = {"traceable": False, "grad": False, "known_shape": False, "hidden_rank": False}
CHECKPOINT_SAMPLES = [
    Sample("checkpoint.saved", ((3,), (), (0, 2), (2, 3, 2)), ("float32", "int8", "bool", "float16", "bfloat16", "complex128"), call=saved, ops=["SaveV2", "RestoreV2"], **ONCE),
    Sample("checkpoint.saved strings", ((4,), ()), ("string",), args=(strings("", "a", "b" * 300, "그"),), call=saved, ops=["SaveV2", "RestoreV2"], **ONCE),
    Sample("checkpoint.slice of a saved tensor", ((4, 3),), ("float32", "int64"), [{"slices": "4 3 1,2:-"}, {"slices": "4 3 -:0,1"}], args=(uniform(),), call=lambda tf, x, **kw: saved(tf, x * 1, **kw), ops=["SaveV2", "RestoreV2"],
           bad=[Bad(kwargs={"slices": "5 3 1,2:-"}), Bad(kwargs={"slices": "xx"})], **ONCE),
    Sample("checkpoint.merged", ((3,),), ("float32",), call=merged, ops=["MergeV2Checkpoints"], **ONCE),
    Sample("checkpoint.saved in parts", ((4, 3),), ("float32", "int64"), args=(uniform(),), call=lambda tf, x: parts(tf, x * 1), ops=["SaveV2", "RestoreV2"], **ONCE),
    raw("ShardedFilename", "basename shard num_shards", (((), (), ()),), ("string",), args=(strings("a/b"), fixed(1, "int32"), fixed(3, "int32")),
        bad=[Bad(values=(["a"], np.int32(1), np.int32(2)))]),
]
