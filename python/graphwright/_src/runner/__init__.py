"""Runs scripts and notebooks without Jupyter: the engine behind `python -m graphwright`, and its subcommands.

What runs cells uses the standard library alone and knows nothing of tensors: a test loads the same engine next to another
implementation of the same API and compares what a notebook shows on both.
"""

from .notebook import Cell, NotebookError, read_notebook
from .session import Outcome, Session

__all__ = ["Cell", "NotebookError", "Outcome", "Session", "read_notebook"]
