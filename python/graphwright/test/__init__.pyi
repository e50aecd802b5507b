"""The public names of tf.test. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.distribute.server import create_local_cluster as create_local_cluster
from graphwright._src.graph.devices import (
    gpu_device_name as gpu_device_name,
    is_built_with_cuda as is_built_with_cuda,
    is_built_with_gpu_support as is_built_with_gpu_support,
    is_built_with_rocm as is_built_with_rocm,
    is_gpu_available as is_gpu_available,
)
from graphwright._src.testing.gradient_check import compute_gradient as compute_gradient
from graphwright._src.testing.testing import (
    Benchmark as Benchmark,
    TestCase as TestCase,
    assert_equal_graph_def as assert_equal_graph_def,
    benchmark_config as benchmark_config,
    disable_with_predicate as disable_with_predicate,
    is_built_with_xla as is_built_with_xla,
    is_cpu_target_available as is_cpu_target_available,
    main as main,
    with_eager_op_as_function as with_eager_op_as_function,
)
from graphwright.test import experimental as experimental

__all__ = [
    "Benchmark", "TestCase", "assert_equal_graph_def", "benchmark_config", "compute_gradient", "create_local_cluster",
    "disable_with_predicate", "experimental", "gpu_device_name", "is_built_with_cuda", "is_built_with_gpu_support",
    "is_built_with_rocm", "is_built_with_xla", "is_cpu_target_available", "is_gpu_available", "main",
    "with_eager_op_as_function",
]
