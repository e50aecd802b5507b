"""A small program of the call that fails in a large one: `python -m graphwright new-bug`.

`attempt.py` runs programs in processes of their own, `slicing.py` takes the failing statement out of the program with what it
reads, `literals.py` writes values as Python, `reduction.py` leaves out what the error does not need.
"""
