"""tf.ragged: tensors whose rows differ in length. See `tf.RaggedTensor`.

`row_partition` divides values into rows; `ragged_tensor` and `ragged_spec` have the class and its type, `dynamic_shape`
the shapes, `subscript` what brackets do, `conversion` dense and sparse forms, and `construction` functions that make
ragged tensors. `dispatched` is the table of what functions of tensors do with ragged ones, with `broadcasting`,
`gathering`, `joining`, `reductions` and `axes`.
"""
