"""The one place that says which version of graphwright this is; pyproject.toml and CMakeLists.txt read it."""

__version__ = "0.1.0"
API_VERSION = "2.21.0"  # of TensorFlow, whose API this package follows
