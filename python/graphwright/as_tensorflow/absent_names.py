"""Names of inner modules for what is not done here: libraries import them; using one raises NotImplementedError."""

from __future__ import annotations

import functools
from typing import Any

from graphwright._src.base.absent import absent_methods, refusing

_DEBUG = "sessions keep no dumps; tf.debugging and graphwright's reports tell what a program does"
_REWRITER = "graphwright rewrites functions in C++"
_TPU = "there are no TPUs"

# Module path below `tensorflow` -> why, and what: "name(parameters)"; a name with a capital is a class, in quotes a constant.
ABSENT: dict[str, tuple[str, str]] = {
    "compiler.tf2xla.python.xla": (
        "there are no programs of XLA in programs",
        "call_module(args, *, version=4, module, Tout, Sout, platforms=(), function_list=(), has_token_input_output=False, "
        "disabled_checks=(), use_shardy_partitioner=False, name=None)\n"
        "replica_id(name=None)\n"
        "variadic_reduce(inputs, init_values, dimensions_to_reduce, reducer, name=None)",
    ),
    "python.autograph.converters.break_statements": (_REWRITER, "transform(node, ctx)"),
    "python.autograph.converters.continue_statements": (_REWRITER, "transform(node, ctx)"),
    "python.autograph.converters.return_statements": (_REWRITER, "transform(node, ctx, default_to_null_return=True)"),
    "python.autograph.core.converter": (_REWRITER, "ProgramContext(options, autograph_module=None)"),
    "python.autograph.pyct.anno": (
        _REWRITER,
        "Basic(value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None)\n"
        "Static(value, names=None, *, module=None, qualname=None, type=None, start=1, boundary=None)\n"
        "getanno(node, key, default=None, field_name='___pyct_anno')\nhasanno(node, key, field_name='___pyct_anno')",
    ),
    "python.autograph.pyct.common_transformers.anf": (
        _REWRITER,
        "ASTEdgePattern(parent, field, child)\nREPLACE(_1, _2, _3)\ntransform(node, ctx, config=None)\n'ANY'",
    ),
    "python.autograph.pyct.inspect_utils": (_REWRITER, "getfutureimports(entity)"),
    "python.autograph.pyct.loader": (
        _REWRITER,
        "load_ast(nodes, indentation='  ', include_source_map=False, delete_on_exit=True)",
    ),
    "python.autograph.pyct.parser": (_REWRITER, "parse_entity(entity, future_features)"),
    "python.autograph.pyct.qual_names": (_REWRITER, "QN(base, attr=None, subscript=None)\nresolve(node)"),
    "python.autograph.pyct.static_analysis.activity": (_REWRITER, "resolve(node, context, parent_scope=None)"),
    "python.autograph.pyct.templates": (
        _REWRITER,
        "replace(template, **replacements)\nreplace_as_expression(template, **replacements)",
    ),
    "python.autograph.pyct.transformer": (
        _REWRITER,
        "Context(info, namer, user_context)\nEntityInfo(name, source_code, source_file, future_features, namespace)",
    ),
    "dtensor.python.api": ("graphwright has no meshes of devices", "_reset()"),
    "python.debug.lib.debug_data": (_DEBUG, "DebugDumpDir(dump_root, partition_graphs=None, validate=True)"),
    "python.debug.lib.debug_events_monitors": (
        _DEBUG,
        "InfNanAlert(wall_time, op_type, output_slot, size=None, num_neg_inf=None, num_pos_inf=None, num_nan=None, "
        "execution_index=None, graph_execution_trace_index=None)\nInfNanMonitor(debug_events_reader, limit=0)",
    ),
    "python.debug.lib.debug_events_reader": (_DEBUG, "DebugDataReader(dump_root)"),
    "python.debug.wrappers.framework": (
        _DEBUG,
        "WatchOptions(debug_ops=None, node_name_regex_allowlist=None, op_type_regex_allowlist=None, "
        "tensor_dtype_regex_allowlist=None, tolerate_debug_op_creation_failures=False)",
    ),
    "python.debug.wrappers.hooks": (
        _DEBUG,
        "DumpingDebugHook(session_root, watch_fn=None, thread_name_filter=None)\n"
        "LocalCLIDebugHook(ui_type='readline', dump_root=None, thread_name_filter=None, config_file_path=None)",
    ),
    "python.distribute.input_lib": ("data sets do not tell", "_get_dataset_attributes(dataset)"),
    "python.ops.control_flow_ops": (
        "graphs have branches and loops as wholes; tf.cond and tf.while_loop make them",
        "merge(inputs, name=None)\nswitch(data, pred, dtype=None, name=None)",
    ),
    "python.tpu.datasets": (
        _TPU,
        "StreamingFilesDataset(files, filetype=None, file_reader_job=None, worker_job=None, num_epochs=None, "
        "filename_shuffle_buffer_size=None, num_parallel_reads=None, batch_transfer_size=None, sloppy=True)",
    ),
    "python.tpu.device_assignment": (
        _TPU,
        "device_assignment(topology, computation_shape=None, computation_stride=None, num_replicas=1, "
        "device_order_mode=None)",
    ),
    "python.tpu.ops.tpu_ops": (
        _TPU,
        "all_to_all(x, concat_dimension, split_dimension, split_count, group_assignment=None, name=None)\n"
        "collective_permute(x, source_target_pairs, name=None)\n"
        "cross_replica_sum(x, group_assignment=None, name=None)\n"
        "infeed_dequeue(dtype, shape, name=None)\n"
        "infeed_dequeue_tuple(dtypes, shapes, name=None)\n"
        "outfeed_dequeue_tuple(dtypes, shapes, device_ordinal=-1, name=None)\n"
        "outfeed_enqueue_tuple(inputs, name=None)\n"
        "tpu_replicated_input(inputs, is_mirrored_variable=False, index=-1, is_packed=False, name=None)\n"
        "tpu_replicated_output(input, num_replicas, name=None)",
    ),
    "python.tpu.tpu_feed": (
        _TPU,
        "InfeedQueue(number_of_tuple_elements=None, tuple_types=None, tuple_shapes=None, shard_dimensions=None, "
        "number_of_partitions=None, name=None)",
    ),
}

# Packages that show names of modules in them.
SHOWN = {
    "python.debug": {
        "DebugDumpDir": "python.debug.lib.debug_data",
        "DumpingDebugHook": "python.debug.wrappers.hooks",
        "LocalCLIDebugHook": "python.debug.wrappers.hooks",
        "WatchOptions": "python.debug.wrappers.framework",
    },
}


@functools.cache
def of_module(path: str) -> dict[str, Any]:
    """Returns the names of the module `tensorflow.<path>`."""
    if path in SHOWN:
        return {name: of_module(home)[name] for name, home in SHOWN[path].items()}
    why, lines = ABSENT.get(path, ("", ""))
    return dict(_made(path, why, line) for line in lines.splitlines())


def paths() -> list[str]:
    """Returns the modules below `tensorflow` that have such names."""
    return [*ABSENT, *SHOWN]


def _made(path: str, why: str, line: str) -> tuple[str, Any]:
    name, bracket, parameters = line.partition("(")
    if not bracket:
        return name.strip("'"), object()
    whole = f"{path}.{name}"
    declared = eval(f"lambda {parameters.removesuffix(')')}: None")  # noqa: S307 - of the table above
    is_function = not name[0].isupper() or (name.isupper() and len(name) > 2) or name.endswith("Dataset")
    if is_function:
        declared.__name__ = declared.__qualname__ = name
        return name, refusing(declared, whole, why)
    initialize = eval(f"lambda self, {parameters.removesuffix(')')}: None")  # noqa: S307 - of the table above
    namespace = {"__init__": initialize, "__doc__": f"Cannot be made: {why}.", "__module__": f"tensorflow.{path}"}
    return name, absent_methods(why, whole)(type(name, (), namespace))
