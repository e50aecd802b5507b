"""The public names of tf.compat.v1.config. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.graph.devices import (
    LogicalDevice as LogicalDevice,
    LogicalDeviceConfiguration as LogicalDeviceConfiguration,
    PhysicalDevice as PhysicalDevice,
    experimental_connect_to_cluster as experimental_connect_to_cluster,
    experimental_connect_to_host as experimental_connect_to_host,
    functions_run_eagerly as experimental_functions_run_eagerly,
    functions_run_eagerly as functions_run_eagerly,
    get_logical_device_configuration as get_logical_device_configuration,
    get_soft_device_placement as get_soft_device_placement,
    get_visible_devices as get_visible_devices,
    list_logical_devices as list_logical_devices,
    list_physical_devices as list_physical_devices,
    run_functions_eagerly as experimental_run_functions_eagerly,
    run_functions_eagerly as run_functions_eagerly,
    set_logical_device_configuration as set_logical_device_configuration,
    set_soft_device_placement as set_soft_device_placement,
    set_visible_devices as set_visible_devices,
)
from graphwright.compat.v1.config import experimental as experimental, optimizer as optimizer, threading as threading

__all__ = [
    "LogicalDevice", "LogicalDeviceConfiguration", "PhysicalDevice", "experimental", "experimental_connect_to_cluster",
    "experimental_connect_to_host", "experimental_functions_run_eagerly", "experimental_run_functions_eagerly",
    "functions_run_eagerly", "get_logical_device_configuration", "get_soft_device_placement", "get_visible_devices",
    "list_logical_devices", "list_physical_devices", "optimizer", "run_functions_eagerly",
    "set_logical_device_configuration", "set_soft_device_placement", "set_visible_devices", "threading",
]
