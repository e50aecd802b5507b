"""The public names of tf.compat.v1.gfile. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.ops.gfile import (
    FastGFile as FastGFile,
    GFile as GFile,
    GFile as Open,
    copy_v1 as Copy,
    exists_v1 as Exists,
    glob_v1 as Glob,
    is_directory_v1 as IsDirectory,
    list_directory_v1 as ListDirectory,
    makedirs_v1 as MakeDirs,
    mkdir_v1 as MkDir,
    remove_v1 as Remove,
    rename_v1 as Rename,
    rmtree_v1 as DeleteRecursively,
    stat_v1 as Stat,
    walk_v1 as Walk,
)

__all__ = [
    "Copy", "DeleteRecursively", "Exists", "FastGFile", "GFile", "Glob", "IsDirectory", "ListDirectory", "MakeDirs",
    "MkDir", "Open", "Remove", "Rename", "Stat", "Walk",
]
