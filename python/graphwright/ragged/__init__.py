"""tf.ragged: tensors whose rows differ in length. See `tf.RaggedTensor`.

`row_partition` divides values into rows; `ragged_tensor` and `ragged_spec` have the class and its type, `dynamic_shape` the shapes,
`subscript` what brackets do, `construction` the functions that make ragged tensors, and `dispatched`, `reductions` and `arrays` what functions of
dense tensors do with ragged ones.
"""

from graphwright import export as _export

_export._namespace("ragged")  # its functions' files are imported when they are asked for
