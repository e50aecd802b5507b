"""Which ops have gradients: none that TensorFlow has is lost, and what it refuses with LookupError is not None here."""

import pytest

# Ops with a gradient here that TensorFlow has none for: it raises LookupError there.
HERE_ONLY = set(
    """DebugIdentity DebugIdentityV3 FFTND IFFTND IRFFT3D IRFFTND Lu MaxPoolGradGradV2 MaxPoolGradGradWithArgmax
    MaxPoolGradWithArgmax Mod PartitionedCall RFFT3D RFFTND RaggedFillEmptyRowsGrad ResizeBicubicGrad ResizeNearestNeighborGrad
    ScaleAndTranslateGrad SegmentMaxV2 SegmentMinV2 SegmentProdV2 SegmentSumV2 Snapshot SoftsignGrad SparseFillEmptyRowsGrad
    SparseSegmentMeanGrad SparseSegmentSqrtNGrad SparseSegmentSumGrad SparseSplit StatefulPartitionedCall TruncateMod""".split()
)
# What TensorFlow calls a gradient there gives None for every input.
NONE_THERE = set("Ceil Floor FloorDiv Rint Round TruncateDiv".split())
# No number flows from an input to an output, or the op has no kernel.
NO_FLOW = set(
    """CudnnRNN CudnnRNNV2 CudnnRNNV3 CudnnRNNBackprop CudnnRNNBackpropV2 CudnnRNNBackpropV3 CudnnRNNCanonicalToParams
    CudnnRNNCanonicalToParamsV2 CudnnRNNParamsToCanonical CudnnRNNParamsToCanonicalV2 NonDeterministicInts StatefulStandardNormal
    StatefulStandardNormalV2 StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt""".split()
)
LOUD_HERE = {"TensorListConcatLists", "TensorListPushBackBatch"}  # LookupError, TensorFlow gives None
DIFFERENTIABLE = {"float16", "bfloat16", "float32", "float64", "complex64", "complex128", "variant"}


def has_differentiable(gw, op, arguments):
    """Whether one of an op's inputs or outputs may be of a dtype that gradients flow through."""
    attrs = {attr["name"]: attr for attr in op["attrs"]}
    for argument in arguments:
        of = argument["type_attr"] or argument["type_list_attr"]
        if not of:
            names = [gw.as_dtype(argument["type"]).name]
        else:
            names = [dtype.name for dtype in attrs[of]["allowed_types"]] or list(DIFFERENTIABLE)
        if DIFFERENTIABLE.intersection(names):
            return True
    return False


@pytest.fixture(scope="module")
def states(gw, tensorflow):
    """(TensorFlow's state, ours) of every op that both have and through which gradients can flow."""
    from tensorflow.python.framework import ops

    def there(name):
        try:
            return "none" if ops.gradient_registry.lookup(name) is None else "gradient"
        except LookupError:
            return "missing"

    def here(op):
        return "gradient" if op["has_gradient"] else "none" if op["is_not_differentiable"] else "missing"

    found = {}
    ours = set(gw._core.registered_ops())
    for name in dir(tensorflow.raw_ops):
        if name in ours:
            op = gw._core.op_def(name)
            if has_differentiable(gw, op, op["inputs"]) and has_differentiable(gw, op, op["outputs"]):
                found[name] = (there(name), here(op))
    assert len(found) > 500
    return found


def of(states, *kinds):
    return {name for name, pair in states.items() if pair == kinds}


def test_no_gradient_is_lost(states):
    assert sorted(of(states, "gradient", "none") - NONE_THERE - NO_FLOW) == []


def test_what_tensorflow_refuses_is_not_none(states):
    assert sorted(of(states, "missing", "none") - NO_FLOW) == []


def test_what_differs_loudly(states):
    assert of(states, "missing", "gradient") == HERE_ONLY
    assert of(states, "none", "missing") == LOUD_HERE


def test_components_of_a_composite(gw, tensorflow):
    def slope(tf):
        x = tf.constant([1.0, 2.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            packed = tf.raw_ops.CompositeTensorVariantFromComponents(components=[x, x * x], metadata=b"")
            parts = tf.raw_ops.CompositeTensorVariantToComponents(
                encoded=packed, metadata=b"", Tcomponents=[tf.float32, tf.float32]
            )
            y = parts[0] * 3.0 + parts[1]
        return tape.gradient(y, x).numpy().tolist()

    assert slope(gw) == slope(tensorflow)


ATTRIBUTES = {
    "leaky_relu": lambda tf, x, value: tf.nn.leaky_relu(x, value),
    "local_response_normalization": lambda tf, x, value: tf.nn.local_response_normalization(
        x[None, None, None], bias=value
    ),
    "fused_batch_norm": lambda tf, x, value: tf.compat.v1.nn.fused_batch_norm(
        x[None, None, None], [1.0, 1.0], [0.0, 0.0], epsilon=value
    ),
    "crop_and_resize": lambda tf, x, value: tf.image.crop_and_resize(
        x[None, None, :, None], [[0.0, 0.0, 1.0, 1.0]], [0], [1, 3], extrapolation_value=value
    ),
    "fake_quant_with_min_max_args": lambda tf, x, value: tf.quantization.fake_quant_with_min_max_args(x, value, 6.0),
}


@pytest.mark.parametrize("kind", ["tensor", "variable", "traced"])
@pytest.mark.parametrize("op", ATTRIBUTES)
def test_attributes_take_no_tensors(op, kind, gw, tensorflow):
    """A number that has no gradient is not taken from what may have one."""

    def call(tf):
        value = tf.Variable(0.3) if kind == "variable" else tf.constant(0.3)

        def function(x, value):
            return ATTRIBUTES[op](tf, x, value)

        return (tf.function(function) if kind == "traced" else function)(tf.constant([-1.0, 2.0]), value)

    # Which comparison a batch norm's epsilon fails in depends on how it is traced.
    for tf in (tensorflow, gw):
        with pytest.raises(Exception, match="Expected float for argument|must be a float|symbolic|bool"):
            call(tf)


def test_second_derivative_of_quantization(gw):
    """TensorFlow fails here: its own gradient's gradient does not take as many arguments as it is given."""
    x = gw.constant([0.5, 2.0])
    with gw.GradientTape() as outer:
        outer.watch(x)
        with gw.GradientTape() as tape:
            tape.watch(x)
            y = gw.quantization.quantize_and_dequantize_v2(x * x, -1.0, 1.0, range_given=True) * x
        slope = tape.gradient(y, x)
    # y' = 2 x^2 + q(x^2) within the range, and only q(x^2) beyond it.
    assert outer.gradient(slope, x).numpy().tolist() == pytest.approx([4 * 0.5 + 2 * 0.5, 0.0])
