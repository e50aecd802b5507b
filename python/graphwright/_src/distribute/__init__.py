"""tf.distribute: strategies of one device, and of several on this machine; a program that asks for them runs as it is.

`contexts` knows which strategy is in effect and on which side of it the running code is, `values` has what strategies hand
out, `inputs` the data sets that they wrap, `reductions` how replicas' values are brought together, `strategies` those of one
device, `mirrored` that of several, with `copies`, its variables, and `replicas`, which runs functions on each of them.
`elsewhere` refuses what needs several GPUs or machines. `cluster_spec`, `clusters` and `communication` only describe
these.
"""

from __future__ import annotations

from graphwright._src.distribute import cluster_spec as _cluster_spec  # noqa: F401
from graphwright._src.distribute import clusters as _clusters  # noqa: F401
from graphwright._src.distribute import communication as _communication  # noqa: F401
from graphwright._src.distribute import contexts as _contexts  # noqa: F401
from graphwright._src.distribute import inputs as _inputs  # noqa: F401
from graphwright._src.distribute import mirrored as _mirrored  # noqa: F401
from graphwright._src.distribute import reductions as _reductions  # noqa: F401
from graphwright._src.distribute import strategies as _strategies  # noqa: F401
from graphwright._src.distribute import unsupported as _unsupported  # noqa: F401
from graphwright._src.distribute import values as _values  # noqa: F401
