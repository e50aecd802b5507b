"""tf.experimental.numpy: NumPy's functions over tensors, by theme, and the switch to NumPy's behaviour of tensors."""
