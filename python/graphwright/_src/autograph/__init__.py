"""tf.autograph: turns Python's control flow on tensors into operations of a graph.

The rewriter is in the core; here are the way to and from Python's syntax trees (source.py, transpile.py), the operators
that the rewritten code calls (operators/), the choice of what is converted (calls.py), the telling of errors
(errors.py) and the entry points (api.py): `api.convert_function(fn, options)` for what traces functions,
`conversion_status.control_status_ctx()` and `api.tf_convert(fn, ctx)` for what calls functions of users.
"""

from __future__ import annotations

from graphwright._src.autograph import api, directives, experimental, filtering, verbosity

__all__ = ["api", "directives", "experimental", "filtering", "verbosity"]
