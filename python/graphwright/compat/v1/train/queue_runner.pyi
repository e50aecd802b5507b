"""The public names of tf.compat.v1.train.queue_runner. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.queue_runner import (
    QueueRunner as QueueRunner,
    add_queue_runner as add_queue_runner,
    start_queue_runners as start_queue_runners,
)

__all__ = [
    "QueueRunner", "add_queue_runner", "start_queue_runners",
]
