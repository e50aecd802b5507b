"""Messages of the library's logger, collected for a part of a test."""

import contextlib
import logging


class _Collector(logging.Handler):
    def __init__(self, found, text):
        super().__init__()
        self.found, self.text = found, text

    def emit(self, record):
        self.found.append(self.text(record))


@contextlib.contextmanager
def logged(tf, level=None, text=logging.LogRecord.getMessage):
    """Collects `text(record)` of what is logged inside, at the logger's level or at another one; nothing else shows it."""
    found, logger = [], tf.get_logger()
    before = logger.handlers, logger.propagate, logger.level
    logger.handlers, logger.propagate = [_Collector(found, text)], False
    if level is not None:
        logger.setLevel(level)
    try:
        yield found
    finally:
        logger.handlers, logger.propagate = before[:2]
        logger.setLevel(before[2])
