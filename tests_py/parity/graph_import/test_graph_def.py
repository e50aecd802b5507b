"""Graphs of functions travel between TensorFlow and graphwright as GraphDefs, and give the same there."""

import pytest

from parity.graph_import.graph_programs import PROGRAMS
from support.sampling import difference, to_numpy

every_like_program = pytest.mark.parametrize(
    "program", [p for p in PROGRAMS if p.alike], ids=lambda program: program.name
)
every_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.name)


def variables(module):
    return [module.Variable(2.0), module.Variable(3.0)]


class Traced:
    """A program as one module traces it."""

    def __init__(self, module, program):
        self.module = module
        self.variables = variables(module)
        self.function = module.function(program.build(module, self.variables))
        self.arguments = [module.constant(argument) for argument in program.args]
        self.concrete = self.function.get_concrete_function(*self.arguments)

    def run(self):
        results = self.module.nest.flatten(self.function(*self.arguments))
        return [to_numpy(result) for result in results if result is not None], [
            to_numpy(variable) for variable in self.variables
        ]

    def message(self):
        return self.concrete.graph.as_graph_def()


def run_elsewhere(traced, module):
    """What the graph gives, written by one module and read by another."""
    message = module.compat.v1.GraphDef.FromString(traced.message().SerializeToString())
    mine = variables(module)
    places = {variable.handle._id: place for place, variable in enumerate(traced.variables)}
    captured = traced.concrete.captured_inputs
    count = len(traced.concrete.inputs) - len(captured)
    inputs = {tensor.name: None for tensor in traced.concrete.inputs[:count]}
    for tensor, value in zip(traced.concrete.inputs[count:], captured, strict=True):
        if tensor.op.type != "Const":
            inputs[tensor.name] = mine[places[value._id]].handle
    specs = [module.TensorSpec(t.shape.as_list(), t.dtype.name) for t in traced.concrete.inputs[:count]]
    outputs = [tensor.name for tensor in traced.concrete.outputs]
    # Effects belong to the results where there are any; where there are none, they are what is wanted.
    wanted = outputs or [op.name for op in traced.concrete.graph.get_operations() if op.type.startswith("Assign")]

    def body(*given):
        given = iter(given)
        graph = module.compat.v1.get_default_graph()
        mapping = {name: next(given) if handle is None else graph.capture(handle) for name, handle in inputs.items()}
        found = module.graph_util.import_graph_def(message, input_map=mapping, return_elements=wanted, name="")
        if outputs:
            return found
        with module.control_dependencies(found):
            return [module.identity(module.constant(0.0))]

    results = module.compat.v1.wrap_function(body, specs)(*[module.constant(to_numpy(a)) for a in traced.arguments])
    return [to_numpy(result) for result in results if outputs], [to_numpy(variable) for variable in mine]


def check(traced, module):
    results, state = run_elsewhere(traced, module)
    want, wanted_state = traced.run()
    assert difference(results, want, 2, 2) is None
    assert difference(state, wanted_state, 2, 2) is None


@every_program
def test_tensorflow_runs_our_graph(program, tensorflow, gw):
    check(Traced(gw, program), tensorflow)


@every_program
def test_we_run_tensorflows_graph(program, tensorflow, gw):
    check(Traced(tensorflow, program), gw)


@every_program
def test_we_run_our_own_graph(program, gw):
    check(Traced(gw, program), gw)


def nodes_of(message):
    """Names, ops and inputs; the numbers at the ends of functions' names are each module's own."""
    return sorted((node.name, node.op, sorted(node.input)) for node in message.node)


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.known], ids=lambda program: program.name)
def test_nodes_are_tensorflows(program, tensorflow, gw):
    want, got = Traced(tensorflow, program).message(), Traced(gw, program).message()
    assert nodes_of(got) == nodes_of(want)
    assert len(got.library.function) == len(want.library.function)
    bodies = lambda message: sorted(  # noqa: E731
        (
            [arg.name for arg in function.signature.input_arg],
            [arg.name for arg in function.signature.output_arg],
            sorted(function.signature.control_output),
            function.signature.is_stateful,
            sorted((node.name, node.op, sorted(node.input)) for node in function.node_def),
        )
        for function in message.library.function
    )
    assert bodies(got) == bodies(want)


def attrs_of(message, op):
    """The attrs of the nodes of that op, without names of functions."""
    nodes = [*message.node, *(node for function in message.library.function for node in function.node_def)]
    return sorted(sorted(set(node.attr) - {"_collective_manager_ids"}) for node in nodes if node.op == op)


@every_like_program
def test_control_flow_has_tensorflows_attrs(program, tensorflow, gw):
    want, got = Traced(tensorflow, program).message(), Traced(gw, program).message()
    for op in ("If", "StatelessIf", "While", "StatelessWhile", "Case", "StatelessCase", "PartitionedCall"):
        assert attrs_of(got, op) == attrs_of(want, op)


@every_like_program
def test_control_dependencies_are_tensorflows(program, tensorflow, gw):
    """What waits for what is the same, told by ops and not by names."""

    def edges(message):
        ops = {node.name: node.op for node in message.node}
        return sorted((node.op, sorted(ops[i[1:]] for i in node.input if i[0] == "^")) for node in message.node)

    def of_effects(found):
        return [(op, before) for op, before in found if before]

    want, got = edges(Traced(tensorflow, program).message()), edges(Traced(gw, program).message())
    assert of_effects(got) == of_effects(want)
