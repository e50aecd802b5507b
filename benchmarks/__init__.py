"""Timings of graphwright beside its peers: `python -m benchmarks`."""
