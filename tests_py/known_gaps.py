"""What is known to be missing or wrong: tests of it are expected to fail, and have to leave this list when they pass.

README tells users of the larger gaps.
"""

# Rows of op_samples*.py for functions that do not exist yet, and what is missing.
NOT_THERE_YET = {
    "foldl": "tf.foldl",
    "foldr": "tf.foldr",
    "scan": "tf.scan",
    "vectorized_map": "tf.vectorized_map",
    "tuple": "tf.tuple",
    "group": "tf.group",
    "image.flip_left_right": "tf.image",
    "image.resize": "tf.image",
    "image.convert_image_dtype": "tf.image",
    "image.adjust_contrast": "tf.image",
    "signal.fft": "tf.signal",
    "signal.ifft": "tf.signal",
    "signal.rfft": "tf.signal",
    "quantization.fake_quant_with_min_max_args": "tf.quantization",
    "strings.split": "ragged results of tf.strings.split",
}

# What is wrong with rows of functions that exist: (test, rows, reason).
DEFECTS = [
    (
        "test_graph_def_round_trip",
        "cond; cond of unequal shapes; cond with many results; while_loop; while_loop that depends on data; while_loop in a "
        "loop; while_loop with most rounds; while_loop of growing shape; while_loop never entered; switch_case; case; map_fn; "
        "map_fn to another dtype; function in a function; linalg.expm",
        "an exported GraphDef lacks the functions of control flow and nested calls",
    ),
    ("test_function_with_hidden_shapes", "sort; argsort; repeat", "needs a known rank while tracing"),
    ("test_function_gives_what_eager_gives", "strided_slice", "the traced form forgets a size that the eager one has"),
    ("test_gradient", "raw_ops.TensorListSplit", "the gradient has the shape of the parts"),
    ("test_gradient_against_differences", "raw_ops.TensorListSplit", "the gradient has the shape of the parts"),
    ("test_errors_have_tensorflows_class", "constant", "a list of mixed kinds raises TypeError, not ValueError"),
]

# Registered ops that no row of samples reaches yet.
OPS_WITHOUT_A_ROW = frozenset(
    """
    CheckNumericsV2 DecodePaddedRaw Eig IdentityN ListDiff Lu MatrixLogarithm MatrixSquareRoot NonDeterministicInts
    ParallelDynamicStitch Print PrintV2 PyFuncStateless RandomGamma RandomGammaGrad RandomPoissonV2 RegexFullMatch
    RegexReplace RngReadAndSkip RngSkip StatefulRandomBinomial StatefulStandardNormal StatefulStandardNormalV2
    StatefulTruncatedNormal StatefulUniform StatefulUniformFullInt StatefulUniformInt StatelessRandomBinomial
    StatelessRandomGammaV2 StatelessRandomGammaV3 StatelessRandomGetAlg StatelessRandomGetKeyCounterAlg
    StatelessRandomNormal StatelessRandomPoisson StatelessRandomUniform StatelessRandomUniformFullInt
    StatelessRandomUniformInt StatelessTruncatedNormal StringNGrams StringToHashBucket Timestamp UnicodeDecode
    UnicodeDecodeWithOffsets UnsortedSegmentJoin
    """.split()
)
