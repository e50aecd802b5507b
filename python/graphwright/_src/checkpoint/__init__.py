"""Checkpoints: the values of objects' variables in files that TensorFlow reads, too.

`trackable.py` says what objects consist of, `object_graph.py` walks over them and names their values, `restoration.py` brings
values back, now or when the objects that want them appear. `saver.py` has what users see.
"""
