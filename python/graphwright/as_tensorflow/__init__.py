"""Makes `import tensorflow` resolve to graphwright, in this process and from here on.

    import graphwright.as_tensorflow
    import tensorflow as tf                      # graphwright
    from tensorflow.python.framework import errors_impl

It does not matter whether TensorFlow is installed, but it must not have been imported before: this import then raises
an ImportError. `tensorflow.__version__` is the version of the API that graphwright follows, `graphwright.__version__`
is graphwright's own.

>>> import graphwright.as_tensorflow
>>> import tensorflow as tf
>>> tf.__version__
'2.21.0'
>>> import graphwright
>>> tf.constant is graphwright.constant
True
"""

from graphwright.as_tensorflow.finder import API_VERSION, install

__all__ = ["API_VERSION"]

install()
