"""tf.sparse: tensors of which only some elements are stored. See `tf.sparse.SparseTensor`.

`sparse_tensor` has the class and its type, `elements`, `joining` and `crossing` the functions, and `dispatched` what
functions of dense tensors do with sparse ones.
"""
