"""The public names of tf.distribute.experimental.partitioners. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.communication import (
    FixedShardsPartitioner as FixedShardsPartitioner,
    MaxSizePartitioner as MaxSizePartitioner,
    MinSizePartitioner as MinSizePartitioner,
    Partitioner as Partitioner,
)

__all__ = [
    "FixedShardsPartitioner", "MaxSizePartitioner", "MinSizePartitioner", "Partitioner",
]
