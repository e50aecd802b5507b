"""The rooms of the core, folders of `cpp/`, and of the Python package, folders below `graphwright/_src/`, in their order.

A file uses only files of its own room and of earlier ones.
"""

# From the bottom of the house to its roof; ARCHITECTURE.md says what is in each.
FOLDERS = [
    "base",
    "autograph",
    "tensor",
    "io",
    "device",
    "op",
    "graph",
    "autodiff",
    "kernels",
    "ops",
    "passes",
    "program",
    "jit",
    "function",
    "data",
    "bind",
]

ROOMS = {
    "base": "what knows no tensor: publishing of names, errors, logging, conversion status, signatures of Python functions",
    "messages": "protocol buffers: the classes of all messages, made by protobuf from the texts in `protos/`",
    "tensor": "dtypes, shapes, tensors, their specs, structures of them (tf.nest), and the bases of values made of several",
    "graph": "where ops go: graphs and operations as Python sees them, scopes (names, devices, control dependencies), devices",
    "state": "variables, and objects that consist of others (trackables, modules)",
    "control_flow": "branches, loops and maps as nodes, and the arrays that flow through them",
    "gradients": "tapes, gradients of graphs, custom gradients, forward mode",
    "ops": "public functions of dense tensors, by namespace",
    "composite": "tensors made of several: ragged, sparse, records, and what public functions do with them",
    "text": "functions that give or take ragged and sparse tensors: strings, records, tables, labels, printing",
    "autograph": "Python's control flow as functions of tensors, and the lists that it changes",
    "function": "`tf.function`: signatures, types of arguments, tracing, the cache of traces",
    "graph_import": "graphs from messages: GraphDef in, frames of version 1 as loops, freezing",
    "explain": "reports, pictures, stances, profiles; machine code",
    "session": "plain graphs that sessions run: sessions, variables of graphs, collections",
    "checkpoint": "values of objects in files",
    "saved_model": "objects with functions in files",
    "data": "`tf.data`",
    "summary": "event files",
    "distribute": "strategies, replicas",
    "linear_operator": "matrices known by what they do",
    "numpy_interface": "`tf.experimental.numpy`",
    "v1": "TensorFlow 1's names",
    "feature_column": "columns of features",
    "testing": "`tf.test`",
    "internals": "names that libraries take from TensorFlow's inside: tf.__internal__, `import tensorflow`, Keras",
    "runner": "scripts and notebooks",
}
