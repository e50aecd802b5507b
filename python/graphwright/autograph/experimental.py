"""tf.autograph.experimental."""
