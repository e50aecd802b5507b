"""The rooms of the Python package in their order, and the modules that belong to each.

A file imports only from its own room and from rooms above it in this list. A word is a module below
`graphwright`; one that ends in `.*` takes a package and what no other word names of it.
"""

ROOMS = {
    # What knows no tensor: publishing of names, errors, logging, conversion status, signatures of Python functions.
    "base": (
        "_load_core _version _names _v1_names export direct graph_names errors recursion call_signature immutable_dict "
        "compatibility_numbers libraries damaged forking hooks logger "
        "conversion_status dtype_table package_folder"
    ),
    # Protocol buffers: wire format, text form, and the tables of graph and example messages.
    "messages": "messages message_values message_text graph_messages example_messages",
    # Dtypes, shapes, tensors, their specs, structures of them (tf.nest), and the bases of values made of several.
    "tensor": (
        "types dtypes tensor_shape device_spec tensor type_spec tensor_spec nest composite_tensor dispatch "
        "indexed_slices extension_type extension_type_fields numpy_interface.weak_tensor ops.dlpack class_operators "
        "conversion filling subscript library_dispatch"
    ),
    # Where ops go: graphs and operations as Python sees them, scopes (names, devices, control dependencies), devices.
    "graph": "framework config graph graph_operation graph_values graph_def grouping memory seeds graph_calls",
    # Variables, and objects that consist of others (trackables, modules).
    "state": "trackable data_structures checkpoint.trackable variable variable_creation partitioners asset module",
    # Branches, loops and maps as nodes, and the arrays that flow through them.
    "control_flow": "assertion control_flow ops.tensor_array vectorize",
    # Tapes, gradients of graphs, custom gradients, forward mode.
    "gradients": "autodiff own_gradients forward_accumulator",
    # Public functions of dense tensors, by namespace.
    "ops": "ops.* operators raw_ops absent_ops reference_ops",
    # Tensors made of several: ragged, sparse, records, and what public functions do with them.
    "composite": "ragged.* sparse.* structured_tensor composite_values composite_rows composite_parts functional",
    # Functions that give or take ragged and sparse tensors: strings, records, tables, labels, printing.
    "text": (
        "ops.strings ops.strings_ngrams ops.edit_distance ops.parsing ops.parsing_config ops.parsing_sequences ops.csv "
        "ops.lookup ops.sets ops.nn_ctc ops.nn_embedding_sparse ops.logging ragged.text"
    ),
    # Python's control flow as functions of tensors, and the lists that it changes.
    "autograph": "autograph.* tensor_list structure_list",
    # `tf.function`: signatures, types of arguments, tracing, the cache of traces.
    "function": "function.* graph_wrap ops.batching",
    # Graphs from messages: GraphDef in, frames of version 1 as loops, freezing.
    "graph_import": "graph_import graph_rebuild graph_frames graph_inline graph_references graph_freeze graph_io",
    # Reports, pictures, stances, profiles; machine code.
    "explain": "explain.* jit.*",
    # Plain graphs that sessions run: sessions, variables of graphs, collections.
    "session": "graph_session graph_variable v1.graph_keys",
    # Values of objects in files.
    "checkpoint": "checkpoint.*",
    # Objects with functions in files.
    "saved_model": "saved_model.*",
    # `tf.data`.
    "data": "data.*",
    # Event files.
    "summary": "summary.*",
    # Strategies, replicas.
    "distribute": "distribute.* dtensor tpu_embedding tpu_system",
    # Matrices known by what they do.
    "linear_operator": "linear_operator.*",
    # `tf.experimental.numpy`.
    "numpy_interface": "numpy_interface.*",
    # TensorFlow 1's names.
    "v1": "v1.* nn_cell_wrappers compatibility summary.v1",
    # Columns of features.
    "feature_column": "feature_column.*",
    # `tf.test`.
    "testing": "testing testing_assertions gradient_check v1.testing",
    # Names that libraries take from TensorFlow's inside: tf.__internal__, `import tensorflow`, Keras.
    "internals": "internals internals_registration as_tensorflow.* keras",
    # Scripts and notebooks.
    "runner": "runner.* __main__ explain.script saved_model.command",
}
