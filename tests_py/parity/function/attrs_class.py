"""A class such as the package attrs makes."""


class _Field:
    def __init__(self, name):
        self.name = name


class Attrs:
    """Two fields that the package attrs would have made."""

    __attrs_attrs__ = (_Field("u"), _Field("v"))

    def __init__(self, u, v):
        self.u, self.v = u, v

    def __repr__(self):
        return f"Attrs({self.u!r}, {self.v!r})"
