"""Names that libraries take from TensorFlow's inside: tf.__internal__, `import tensorflow`, Keras."""
