"""The public names of tf.experimental.dtensor. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.dtensor import (
    DTensorDataset as DTensorDataset,
    DVariable as DVariable,
    Layout as Layout,
    Mesh as Mesh,
    call_with_layout as call_with_layout,
    copy_to_mesh as copy_to_mesh,
    create_distributed_mesh as create_distributed_mesh,
    create_mesh as create_mesh,
    fetch_layout as fetch_layout,
    pack as pack,
    relayout as relayout,
    unpack as unpack,
)

__all__ = [
    "DTensorDataset", "DVariable", "Layout", "MATCH", "Mesh", "UNSHARDED", "call_with_layout", "copy_to_mesh",
    "create_distributed_mesh", "create_mesh", "fetch_layout", "pack", "relayout", "unpack",
]

MATCH: str

UNSHARDED: str
