"""tf.autograph.experimental."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from graphwright.autograph.feature import Feature as Feature


def __getattr__(name: str) -> object:
    if name != "Feature":
        raise AttributeError(f"module 'graphwright.autograph.experimental' has no attribute {name!r}")
    from graphwright.autograph.feature import Feature

    return Feature


def __dir__() -> list[str]:
    names = globals()
    return sorted({"Feature", *names["__exported__"], *(name for name in names if name[:2] == name[-2:] == "__")})
