"""tf.summary: event files that TensorBoard shows.

`writers` has the writers and what is remembered for each thread (the default writer, the step, whether anything is recorded),
`writing` the one function that all kinds of summaries go through, `kinds` these kinds, `traces` the graphs of functions that
ran, `profiler` what their instructions took, and `messages` the messages that event files consist of. The files are written
by ops (`cpp/ops/summary_writer.cc`).
"""

from __future__ import annotations

from graphwright._src.summary import kinds as _kinds  # noqa: F401
from graphwright._src.summary import profiler as _profiler  # noqa: F401
from graphwright._src.summary import traces as _traces  # noqa: F401
from graphwright._src.summary import writers as _writers  # noqa: F401
from graphwright._src.summary import writing as _writing  # noqa: F401
