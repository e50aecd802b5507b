"""tf.data: pipelines that read, transform and batch elements.

A data set is a description that ops build (`cpp/data/`); its Python object holds the variant tensor of that description and
the spec of the elements. `structure` is about what elements are made of, `functions` traces the user's functions,
`dataset` has the class with a method for each transformation, which `sources`, `transformations` and `combinations`
carry out, `files` and `csv_files` read files, `saving` writes and reads data sets in folders, `resampling` has
`rejection_resample`, and `iterator` goes through a data set.
"""
