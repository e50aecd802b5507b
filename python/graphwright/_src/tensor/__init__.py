"""Dtypes, shapes, tensors, their specs, structures of them (tf.nest), and the bases of values made of several."""
