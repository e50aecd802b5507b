"""tf.compat.v1.distributions: probability distributions with parameters in batches.

`distribution.py` has their base, `kullback_leibler.py` the divergences between two of them, `parameters.py` what their
constructors do with parameters; the others are named by what the distributions in them are about.
"""
