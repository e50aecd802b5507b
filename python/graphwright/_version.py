"""The one place that says which version of graphwright this is; pyproject.toml and CMakeLists.txt read it."""

__version__ = "0.1.0"
