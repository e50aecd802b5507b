"""The public names of tf.__internal__.distribute.combinations. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.testing.combinations import (
    NamedDistribution,
    env as env,
    generate as generate,
    in_main_process as in_main_process,
)

__all__ = [
    "central_storage_strategy_with_gpu_and_cpu", "central_storage_strategy_with_two_gpus", "cloud_tpu_strategy",
    "default_strategy", "env", "generate", "in_main_process", "mirrored_strategy_with_cpu_1_and_2",
    "mirrored_strategy_with_gpu_and_cpu", "mirrored_strategy_with_one_cpu", "mirrored_strategy_with_one_gpu",
    "mirrored_strategy_with_two_cpus", "mirrored_strategy_with_two_gpus",
    "mirrored_strategy_with_two_gpus_no_merge_call", "multi_worker_mirrored_2x1_cpu", "multi_worker_mirrored_2x1_gpu",
    "multi_worker_mirrored_2x1_gpu_noshare", "multi_worker_mirrored_2x2_gpu",
    "multi_worker_mirrored_2x2_gpu_no_merge_call", "one_device_strategy", "one_device_strategy_gpu",
    "parameter_server_strategy_1worker_2ps_1gpu", "parameter_server_strategy_1worker_2ps_cpu",
    "parameter_server_strategy_3worker_2ps_1gpu", "parameter_server_strategy_3worker_2ps_cpu", "tpu_strategy",
    "tpu_strategy_one_core", "tpu_strategy_packed_var",
]

central_storage_strategy_with_gpu_and_cpu: NamedDistribution

central_storage_strategy_with_two_gpus: NamedDistribution

cloud_tpu_strategy: NamedDistribution

default_strategy: NamedDistribution

mirrored_strategy_with_cpu_1_and_2: NamedDistribution

mirrored_strategy_with_gpu_and_cpu: NamedDistribution

mirrored_strategy_with_one_cpu: NamedDistribution

mirrored_strategy_with_one_gpu: NamedDistribution

mirrored_strategy_with_two_cpus: NamedDistribution

mirrored_strategy_with_two_gpus: NamedDistribution

mirrored_strategy_with_two_gpus_no_merge_call: NamedDistribution

multi_worker_mirrored_2x1_cpu: NamedDistribution

multi_worker_mirrored_2x1_gpu: NamedDistribution

multi_worker_mirrored_2x1_gpu_noshare: NamedDistribution

multi_worker_mirrored_2x2_gpu: NamedDistribution

multi_worker_mirrored_2x2_gpu_no_merge_call: NamedDistribution

one_device_strategy: NamedDistribution

one_device_strategy_gpu: NamedDistribution

parameter_server_strategy_1worker_2ps_1gpu: NamedDistribution

parameter_server_strategy_1worker_2ps_cpu: NamedDistribution

parameter_server_strategy_3worker_2ps_1gpu: NamedDistribution

parameter_server_strategy_3worker_2ps_cpu: NamedDistribution

tpu_strategy: NamedDistribution

tpu_strategy_one_core: NamedDistribution

tpu_strategy_packed_var: NamedDistribution
