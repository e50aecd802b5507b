"""Calls made from a row of samples: their gradients, weighted with fixed numbers, and calls with wrong arguments."""

import numpy as np

from support.sampling import Bad, Case, Sample, call, to_tensor


def outputs_of(module, structure):
    """Returns the tensors of a result, flat; named tuples and lists alike."""
    return [leaf for leaf in module.nest.flatten(structure) if leaf is not None]


def weights_for(module, outputs):
    """Returns one tensor of fixed numbers for each output: what the gradient is weighted with."""
    real, imaginary = np.random.default_rng(17), np.random.default_rng(18)
    made = []
    for output in outputs:
        known = output.shape.is_fully_defined()
        count = output.shape.num_elements() if known else 4096  # else more than any such output has elements
        numbers = real.uniform(0.5, 1.5, max(count, 4096))[:count]  # the same, whether or not the shape is known
        if output.dtype.is_complex:
            numbers = numbers + 1j * imaginary.uniform(0.5, 1.5, max(count, 4096))[:count]
        if known:
            made.append(module.constant(numbers.reshape(tuple(output.shape)), dtype=output.dtype))
        else:
            flat = module.constant(numbers, dtype=output.dtype)[: module.size(output)]
            made.append(module.reshape(flat, module.shape(output)))
    return made


def differentiable_outputs(module, structure):
    return [out for out in outputs_of(module, structure) if out.dtype.is_floating or out.dtype.is_complex]


def derivatives(module, case, second, tensors=None, kinds=None):
    """Returns the gradients of the weighted sum of the outputs, or those of the weighted sum of the gradients.

    A list `kinds` is given which of the gradients are slices.
    """
    if tensors is None:
        tensors = case.tensors(module)
    sources = [tensors[place] for place in case.differentiable_arguments()]

    def first(tape):
        outputs = differentiable_outputs(module, case.call(module, *tensors))
        with tape.stop_recording():
            weights = weights_for(module, outputs)
        return outputs, weights

    if not second:
        with module.GradientTape(persistent=True) as tape:
            tape.watch(sources)
            outputs, weights = first(tape)
        gradients = tape.gradient(outputs, sources, output_gradients=weights)
        if kinds is not None:
            kinds.extend(isinstance(g, module.IndexedSlices) for g in gradients)
        return [dense(module, g) for g in gradients]
    with module.GradientTape(persistent=True) as outer:
        outer.watch(sources)
        with module.GradientTape(persistent=True) as inner:
            inner.watch(sources)
            outputs, weights = first(inner)
        gradients = [dense(module, g) for g in inner.gradient(outputs, sources, output_gradients=weights)]
        gradients = [g for g in gradients if g is not None]
        with outer.stop_recording():
            weights = weights_for(module, gradients)
    return [dense(module, g) for g in outer.gradient(gradients, sources, output_gradients=weights)]


def dense(module, gradient):
    return None if gradient is None else module.convert_to_tensor(gradient)


def bad_calls(sample):
    """Calls that may be wrong, as pairs of a description and `function(module)`."""
    case = next(sample.main_cases())
    for place, maker in enumerate(sample.args):
        if maker.dtype is None:
            yield f"a string tensor as argument {place}", _with_arrays(case, {place: _text(case.shapes[place])})
    movable = [place for place, maker in enumerate(sample.args) if maker.dtype is None]
    if len(movable) > 1 and case.dtype == "float32":
        place = movable[1]
        other = np.ones(case.shapes[place], np.int32)
        yield f"an int32 tensor as argument {place} among float32", _with_arrays(case, {place: other})
    for bad in sample.bad:
        yield str(bad), _bad_call(sample, bad)


def _text(shape):
    array = np.empty(shape, object)
    array[...] = b"text"
    return array


def _with_arrays(case, changed):
    def run(module):
        arrays = [changed.get(place, array) for place, array in enumerate(case.arrays())]
        return case.call(module, *(to_tensor(module, array) for array in arrays))

    return run


def _bad_call(sample: Sample, bad: Bad):
    first = next(sample.main_cases())
    shapes = first.shapes if bad.shapes is None else sample.shapes_of(bad.shapes)
    kwargs = first.kwargs if bad.kwargs is None else bad.kwargs
    case = Case(sample, first.number, shapes, kwargs, first.dtype)

    def run(module):
        if bad.values is not None:
            values = bad.values
        else:
            rng = np.random.default_rng(3)
            kinds = bad.dtypes or [first.dtype] * len(shapes)
            made = [m(rng, s, k) for m, s, k in zip(sample.args, case.shapes, kinds, strict=True)]
            values = [to_tensor(module, array) for array in made]
        return call(module, sample, values, kwargs)

    return run
