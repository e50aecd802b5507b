"""The logger named "tensorflow", to which all warnings of this package go."""

from __future__ import annotations

import sys

from graphwright._src.base.export import export

TYPE_CHECKING = False
if TYPE_CHECKING:
    import logging


_logger: logging.Logger | None = None


@export("get_logger")
def get_logger() -> logging.Logger:
    """Returns the logger named 'tensorflow', with a handler for stderr where none is set up (tf.get_logger).

    Where Python is used interactively, as in notebooks, the handler writes to stdout, from the level INFO on.

    >>> import graphwright as tf
    >>> tf.get_logger().name
    'tensorflow'
    """
    global _logger
    if _logger is None:
        import logging

        _logger = logging.getLogger("tensorflow")
        if not _logger.handlers and not logging.getLogger().handlers:
            interactive = hasattr(sys, "ps1") or bool(sys.flags.interactive)
            if interactive:
                _logger.setLevel(logging.INFO)
            handler = logging.StreamHandler(sys.stdout if interactive else sys.stderr)
            handler.setFormatter(logging.Formatter(logging.BASIC_FORMAT, None))
            _logger.addHandler(handler)
    return _logger


_warned: dict[str, int] = {}


def log_in_any_case(message: str) -> None:
    """Logs information that was asked for by other means than the logger's level, which is passed by."""
    import logging

    logger = get_logger()
    logger.handle(logger.makeRecord(logger.name, logging.INFO, __file__, 0, message, (), None))


def log_info(message: str, *args: object) -> None:
    """Logs information, formatted with its arguments."""
    get_logger().info(message, *args)


def log_warning(message: str, key: str = "", at_most: int | None = None) -> None:
    """Logs a warning; no more than `at_most` with the same `key` for the same line of a program."""
    if at_most is not None:
        from graphwright._src.base.package_folder import place_of_call

        key = f"{key} {place_of_call()}"
        _warned[key] = _warned.get(key, 0) + 1
        if _warned[key] > at_most:
            return
    get_logger().warning(message)
