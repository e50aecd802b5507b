"""`python -m graphwright saved_model`: shows what is in a saved model, and runs its signatures."""

from __future__ import annotations

import argparse
import ast
import sys

from graphwright._src.function.signature import parameter_name
from graphwright._src.messages.classes import DataType
from graphwright._src.runner.arguments import Parser
from graphwright._src.saved_model.constants import DEFAULT_SIGNATURE, SERVING
from graphwright._src.saved_model.loading import load, read_model
from graphwright._src.saved_model.structured_value import decode, decode_spec
from graphwright._src.tensor import dtypes
from graphwright._src.tensor.tensor_shape import TensorShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from graphwright._src.messages.classes import MetaGraphDef, SavedModel, SignatureDef, TensorInfo


_DENIED = ("PrintV2", "ReadFile", "WriteFile")  # which reach what is around the model


def main(argv: list[str]) -> int:
    """Does what the arguments say. Returns the exit status."""
    parser = Parser("saved_model", description="Shows what is in a saved model, and runs its signatures.")
    commands = parser.add_subparsers(dest="command", required=True, parser_class=argparse.ArgumentParser)
    show = commands.add_parser("show", help="tells what is in a model")
    run = commands.add_parser("run", help="runs a signature of a model")
    scan = commands.add_parser("scan", help="looks for ops that a model should not have")
    for command in (show, run, scan):
        command.add_argument("--dir", required=True, metavar="DIR", help="the model's folder")
        command.add_argument("--tag_set", metavar="TAGS", help="the tags of the graph, with commas between them")
        if command is not scan:
            command.add_argument("--signature_def", metavar="NAME", help="the signature")
    scan.add_argument("--op_denylist", default=",".join(_DENIED), help="those ops, with commas between them")
    show.add_argument("--all", action="store_true", help="everything: signatures, functions, ops")
    show.add_argument("--list_ops", action="store_true", help="the ops of the graph")
    run.add_argument("--inputs", default="", help="NAME=FILE.npy, NAME=FILE.npz[KEY]; several with semicolons")
    run.add_argument("--input_exprs", default="", help="NAME=LITERAL of Python, or a call of NumPy's: x=np.ones((2,3))")
    run.add_argument(
        "--input_examples", default="", help="NAME=[{'feature': [1.0, 2.0], …}, …], which become tf.train.Example"
    )
    run.add_argument("--outdir", help="a folder for files NAME.npy with the results")
    run.add_argument("--overwrite", action="store_true", help="whether files in it may be replaced")
    options = parser.parse_args(argv)
    try:
        return {"show": _show, "run": _run, "scan": _scan}[options.command](options)
    except (OSError, ValueError, KeyError, RuntimeError, NotImplementedError) as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1


# ---- show ----


def _graph(model: SavedModel, tags: str) -> MetaGraphDef:
    wanted = sorted(tags.split(","))
    for meta in model.meta_graphs:
        if sorted(meta.meta_info_def.tags) == wanted:
            return meta
    raise RuntimeError(f"MetaGraphDef associated with tag-set {wanted} could not be found in SavedModel")


def _show(options: Namespace) -> int:
    model = read_model(options.dir)
    if options.all:
        for meta in model.meta_graphs:
            tags = ", ".join(sorted(meta.meta_info_def.tags))
            print(f"\nMetaGraphDef with tag-set: {tags!r} contains the following SignatureDefs:")
            for name in sorted(meta.signature_def):
                print(f"\nsignature_def[{name!r}]:")
                _print_signature(meta.signature_def[name], "  ")
            _print_ops(meta)
            _print_functions(meta)
        return 0
    if options.tag_set is None:
        print("The given SavedModel contains the following tag-sets:")
        for line in sorted(
            ", ".join(repr(tag) for tag in sorted(meta.meta_info_def.tags)) for meta in model.meta_graphs
        ):
            print(line)
        return 0
    meta = _graph(model, options.tag_set)
    if options.list_ops:
        _print_ops(meta)
    elif options.signature_def is None:
        print("The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:")
        for name in sorted(meta.signature_def):
            print(f'SignatureDef key: "{name}"')
    else:
        if options.signature_def not in meta.signature_def:
            raise ValueError(f"there is no signature {options.signature_def!r}")
        _print_signature(meta.signature_def[options.signature_def], "")
    return 0


def _print_signature(signature: SignatureDef, indent: str) -> None:
    for what, infos in (("input", signature.inputs), ("output", signature.outputs)):
        print(f"{indent}The given SavedModel SignatureDef contains the following {what}(s):")
        for name in sorted(infos):
            print(f"{indent}  {what}s[{name!r}] tensor_info:")
            _print_info(infos[name], f"{indent}      ")
    print(f"{indent}Method name is: {signature.method_name}")


def _print_info(info: TensorInfo, indent: str) -> None:
    if info.WhichOneof("encoding") == "composite_tensor":
        composite = info.composite_tensor
        print(f"{indent}type spec: {decode_spec(composite.type_spec)!r}")
        for component in composite.components:
            _print_info(component, indent + "  ")
        return
    shape = TensorShape(info.tensor_shape)
    text = "unknown_rank" if shape.rank is None else f"({', '.join('-1' if n is None else str(n) for n in shape)})"
    known = DataType.DESCRIPTOR.values_by_number
    print(f"{indent}dtype: {known[info.dtype].name if info.dtype in known else info.dtype}")
    print(f"{indent}shape: {text}")
    print(f"{indent}name: {info.name}")


def _ops_of(meta: MetaGraphDef) -> set[str]:
    nodes = list(meta.graph_def.node)
    for function in meta.graph_def.library.function:
        nodes += function.node_def
    return {node.op for node in nodes}


def _scan(options: Namespace) -> int:
    model = read_model(options.dir)
    denied = {op for op in options.op_denylist.split(",") if op}
    what = "the default denylisted ops" if denied == set(_DENIED) else "the denylisted ops"
    for meta in model.meta_graphs if options.tag_set is None else [_graph(model, options.tag_set)]:
        tags, found = sorted(meta.meta_info_def.tags), sorted(_ops_of(meta) & denied)
        if found:
            print(f"MetaGraph with tag set {tags} contains the following denylisted ops: {found}")
        else:
            print(f"MetaGraph with tag set {tags} does not contain {what}: {sorted(denied)}")
    return 0


def _print_ops(meta: MetaGraphDef) -> None:
    ops = ", ".join(repr(op) for op in sorted(_ops_of(meta)))
    print(f"The MetaGraph with tag set {sorted(meta.meta_info_def.tags)} contains the following ops: {{{ops}}}")


def _print_functions(meta: MetaGraphDef) -> None:
    graph = meta.object_graph_def
    if not graph.nodes:
        return
    print("\nConcrete Functions:")
    for child in sorted(graph.nodes[0].children, key=lambda child: child.local_name):
        node = graph.nodes[child.node_id]
        kind = node.WhichOneof("kind")
        if kind == "function":
            names = list(node.function.concrete_functions)
        elif kind == "bare_concrete_function":
            names = [node.bare_concrete_function.concrete_function_name]
        else:
            continue
        print(f"  Function Name: {child.local_name!r}")
        for number, name in enumerate(names, 1):
            print(f"    Option #{number}\n      Callable with:")
            positional, keyword = decode(graph.concrete_functions[name].canonicalized_input_signature)
            for position, value in enumerate(positional, 1):
                print(f"        Argument #{position}: {value!r}")
            for key, value in keyword.items():
                print(f"        {key}={value!r}")
        print()


# ---- run ----


def _run(options: Namespace) -> int:
    import numpy as np

    from graphwright import _core

    model = load(options.dir, tags=(options.tag_set or SERVING).split(","))
    name = options.signature_def or DEFAULT_SIGNATURE
    if name not in model.signatures:
        raise ValueError(f"there is no signature {name!r}, only {sorted(model.signatures)}")
    signature = model.signatures[name]
    given = {**_files(options.inputs), **_expressions(options.input_exprs), **_examples(options.input_examples)}
    arguments = {}
    specs = signature.structured_input_signature[1]
    for key in signature._arg_keywords:
        if key not in given:
            raise ValueError(f"the signature {name!r} needs an input {key!r}")
        spec = specs[key] if key in specs else specs[parameter_name(key)]  # models of TensorFlow 1 have any names
        arguments[key] = _core.convert_to_tensor(given.pop(key), spec.dtype)
    if given:
        raise ValueError(f"the signature {name!r} has no input {next(iter(given))!r}")
    for key, tensor in sorted(signature(**arguments).items()):
        print(f"Result for output key {key}:\n{tensor.numpy()}")
        if options.outdir:
            import os

            os.makedirs(options.outdir, exist_ok=True)
            path = os.path.join(options.outdir, f"{key}.npy")
            if os.path.exists(path) and not options.overwrite:
                raise RuntimeError(f"Output file {path} already exists. Add --overwrite to replace it.")
            value = np.asarray(tensor.numpy())
            np.save(path, value.astype(bytes) if tensor.dtype == dtypes.string else value)
            print(f"Output {key} is saved to {path}")
    return 0


def _pairs(text: str) -> list[tuple[str, str]]:
    found = []
    for part in filter(str.strip, text.split(";")):
        name, equals, value = part.partition("=")
        if not equals:
            raise ValueError(f"{part!r} is not of the form NAME=VALUE")
        found.append((name.strip(), value.strip()))
    return found


def _files(text: str) -> dict[str, Any]:
    import numpy as np

    found: dict[str, Any] = {}
    for name, path in _pairs(text):
        key = None
        if path.endswith("]"):
            path, _, key = path[:-1].rpartition("[")
        loaded = np.load(path, allow_pickle=False)
        if hasattr(loaded, "files"):
            if key is None and len(loaded.files) != 1:
                raise ValueError(f"{path} holds several arrays: say which, as in {path}[{loaded.files[0]}]")
            loaded = loaded[key or loaded.files[0]]
        found[name] = loaded
    return found


def _expressions(text: str) -> dict[str, Any]:
    return {name: _evaluated(expression) for name, expression in _pairs(text)}


def _examples(text: str) -> dict[str, Any]:
    """Strings with Example messages, from lists of dictionaries of lists."""
    found = {}
    for name, expression in _pairs(text):
        examples = ast.literal_eval(expression)
        if not isinstance(examples, list) or not all(isinstance(example, dict) for example in examples):
            raise ValueError(f"{name}: --input_examples takes lists of dictionaries")
        found[name] = [_example(example).SerializeToString() for example in examples]
    return found


def _example(given: dict[str, Any]) -> Any:
    from graphwright._src.messages.classes import Example

    made = Example()
    for name, values in given.items():
        if not isinstance(values, list):
            raise ValueError(f"the feature {name!r} must be a list, got {values!r}")
        feature = made.features.feature[name]
        for value in values:
            if isinstance(value, float):
                feature.float_list.value.append(value)
            elif isinstance(value, int):
                feature.int64_list.value.append(value)
            else:
                feature.bytes_list.value.append(value.encode() if isinstance(value, str) else value)
    return made


def _evaluated(expression: str) -> Any:
    """Returns a literal, or a call such as np.ones((2, 3)); nothing else is run."""
    tree = ast.parse(expression, mode="eval").body
    return _value_of(tree)


def _value_of(node: ast.expr) -> Any:
    import numpy as np

    if isinstance(node, ast.Call):
        keywords = {keyword.arg: _value_of(keyword.value) for keyword in node.keywords if keyword.arg}
        return _numpy_name(node.func)(*(_value_of(arg) for arg in node.args), **keywords)
    if isinstance(node, ast.Attribute):
        return _numpy_name(node)
    value = ast.literal_eval(node)
    return np.asarray(value) if isinstance(value, list) else value


_CALLS = "ones zeros full array arange linspace eye asarray reshape".split()


def _numpy_name(node: ast.expr) -> Any:
    import numpy as np

    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in ("np", "numpy"):
        if node.attr in _CALLS or isinstance(getattr(np, node.attr, None), type):
            return getattr(np, node.attr)
    raise ValueError(f"{ast.unparse(node)}: only literals and np.{', np.'.join(_CALLS)} can be inputs")
