"""tf.data: pipelines that read, transform and batch elements.

A data set is a description that ops build (`cpp/data/`); its Python object holds the variant tensor of that description and
the spec of the elements. `structure` is about what elements are made of, `functions` traces the user's functions,
`dataset` has the class with a method for each transformation, which `sources`, `transformations` and `combinations`
carry out, `files` and `csv_files` read files, `saving` writes and reads data sets in folders, `resampling` has
`rejection_resample`, and `iterator` goes through a data set.
"""

from __future__ import annotations

from graphwright._src.data import as_functions as _as_functions  # noqa: F401
from graphwright._src.data import csv_files as _csv_files  # noqa: F401
from graphwright._src.data import dataset as _dataset  # noqa: F401
from graphwright._src.data import files as _files  # noqa: F401
from graphwright._src.data import functions as _functions  # noqa: F401
from graphwright._src.data import iterator as _iterator  # noqa: F401
from graphwright._src.data import lesser as _lesser  # noqa: F401
from graphwright._src.data import optional as _optional  # noqa: F401
from graphwright._src.data import options as _options  # noqa: F401
