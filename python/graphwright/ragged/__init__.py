"""tf.ragged: tensors whose rows differ in length. See `tf.RaggedTensor`.

`row_partition` divides values into rows; `ragged_tensor` and `ragged_spec` have the class and its type, `dynamic_shape`
the shapes, `subscript` what brackets do, `conversion` dense and sparse forms, and `construction` functions that make
ragged tensors. `dispatched` is the table of what functions of tensors do with ragged ones, with `broadcasting`,
`gathering`, `joining`, `reductions` and `axes`.
"""

from graphwright import export as _export

_export._namespace("ragged")  # its functions' files are imported when they are asked for
