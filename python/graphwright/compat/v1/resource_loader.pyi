"""The public names of tf.compat.v1.resource_loader. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.v1.resources import (
    get_data_files_path as get_data_files_path,
    get_path_to_datafile as get_path_to_datafile,
    get_root_dir_with_all_resources as get_root_dir_with_all_resources,
    load_resource as load_resource,
    readahead_file_path as readahead_file_path,
)

__all__ = [
    "get_data_files_path", "get_path_to_datafile", "get_root_dir_with_all_resources", "load_resource",
    "readahead_file_path",
]
