"""What differs from TensorFlow's at the edges, and why it stays."""

import re


def reason(key, kind, text):
    """Why a case may differ; None where nothing is known."""
    name, _, dtype, mode, _ = key
    for names, modes, dtypes, kinds, why in KNOWN:
        if not re.match(names, name) or kind not in kinds:
            continue
        if (modes is None or mode in modes) and (dtypes is None or dtype.startswith(dtypes)):
            return why
    return None


RESULTS = ("value", "gradient")
LARGE = ("huge", "large", "wide", "soup", "one_edge", "small")
INFINITE = ("infinities", "some_infinite", "soup", "one_edge", "huge")
NAN = ("some_nan", "all_nan", "soup", "one_edge")
ZERO = ("zeros", "some_zeros", "equal")
EDGES = (*INFINITE, "some_nan", "all_nan")

# Names of rows as an expression, modes, beginnings of dtypes, kinds of outcomes, and the reason; None stands for all.
KNOWN = [
    (
        ".*",
        (*INFINITE, *ZERO, "small"),
        "complex",
        RESULTS,
        "products and quotients of complex numbers that are infinite or 0",
    ),
    (
        r"signal\.|raw_ops\..*(FFT|DCT)|.*fft",
        EDGES,
        None,
        RESULTS,
        "the order of a transform's sums decides what overflows or is NaN",
    ),
    (
        r"(linalg\.(matmul|tensordot|tridiagonal|banded|triangular|cholesky|qr|svd|normalize|slogdet|lu|pinv|det|eig|logdet)"
        r"|einsum|matmul|tensordot|nn\.(.*conv|separable|depthwise|l2_normalize|lrn|local_response)|raw_ops\.(.*MatMul|.*Conv|Qr|Svd"
        r"|LRN|.*Matrix)|sparse\..*matmul|linalg\.LinearOperator|norm|clip_by_norm|clip_by_global_norm|keras)",
        EDGES,
        None,
        RESULTS,
        "the order of sums and products decides whether they overflow, are infinite or NaN",
    ),
    (
        r".*(sort|top_k|unique|segment_(max|min)|max_pool|MaxPool|Segment(Max|Min)|arg(max|min)|reduce_(max|min)|median|dilation"
        r"|erosion|Dilation|maximum|minimum|clip_by|pool|Pool|isotonic|in_top_k|non_max|NonMax|percentile|searchsorted|Bound)",
        NAN,
        None,
        (*RESULTS, "taken"),
        "NaN has no place in an order: TensorFlow's depends on where it stands",
    ),
    (
        r"nn\..*max_pool|raw_ops\.MaxPool",
        INFINITE,
        None,
        RESULTS,
        "TensorFlow takes the least finite number for minus infinity",
    ),
    (
        r".*(rgb|hsv|RGB|HSV|hue|saturation)",
        EDGES,
        None,
        RESULTS,
        "TensorFlow's colours of NaN depend on the dtype; hues have a range",
    ),
    (
        r"nn\.softmax|.*[Ss]oftmax",
        INFINITE,
        None,
        RESULTS,
        "TensorFlow gives zeros beside infinity in float32, NaN in float64",
    ),
    (
        r".*(CholeskyGrad|cholesky_grad|sqrtm|SquareRoot|expm|logm|Cholesky)",
        EDGES,
        None,
        (*RESULTS, "refused"),
        "matrices that are not finite",
    ),
    (
        r"linalg\.sqrtm|.*MatrixSquareRoot",
        None,
        None,
        ("gradient",),
        "ill-conditioned: the gradient is huge and has few digits",
    ),
    (
        r".*(segment_prod|SegmentProd|reduce_prod|cumprod|Prod)",
        EDGES,
        None,
        ("gradient",),
        "products of the others overflow, or are 0 times infinity",
    ),
    (
        r".*(Kmeans|NearestNeighbors|AudioSpectrogram|Mfcc|AdjustSaturation|adjust_|WithOverlaps|ScaleAndTranslate)",
        EDGES,
        None,
        RESULTS,
        "infinite or NaN distances, energies and colours",
    ),
    (
        r"nn\.selu|.*Selu|nn\.elu|.*Elu",
        ("small", "infinities", "some_infinite"),
        None,
        RESULTS,
        "TensorFlow loses small numbers in exp(x) - 1",
    ),
    (
        r"math\.(special\.)?bessel_[ik]|.*Bessel",
        INFINITE,
        None,
        RESULTS,
        "limits at infinity, and tiny numbers, that TensorFlow takes for NaN and infinity",
    ),
    (
        r"(cumsum|math\.cumsum|cumulative|reduce_sum|reduce_mean|reduce_prod|math\.cumprod|nn\.nce|nn\.sampled|raw_ops\.FusedBatch)",
        EDGES,
        None,
        RESULTS,
        "the order of sums and products decides whether they overflow, are infinite or NaN",
    ),
    (r"linalg\.sqrtm", (*ZERO, "small", "huge"), None, RESULTS, "TensorFlow gives NaN where there is a root"),
    (
        r"linalg\.(tridiagonal|banded)",
        None,
        None,
        ("refused", "taken"),
        "TensorFlow does not see that a matrix of complex numbers is singular, and says so of NaN",
    ),
    (r"math\.special\.spence", INFINITE, None, RESULTS, "the limit is minus infinity, TensorFlow gives NaN"),
    (r"random\.stateless_binomial|.*Binomial", INFINITE, None, RESULTS, "an infinite count as an integer"),
    (r"data\.random|queue\.", None, None, RESULTS, "a random order, or what another run left"),
    (
        r"image\.rgb_to_hsv|raw_ops\.RGBToHSV",
        ("negative", "zeros"),
        None,
        ("gradient",),
        "numbers below 0 are no colours; TensorFlow's gradient is 0",
    ),
    (r"math\.bessel_i1|.*BesselI1", ZERO, None, ("gradient",), "the slope at 0 is 1/2; TensorFlow says 1"),
    (r"math\.erf$|.*Erf$|nn\.gelu", INFINITE, "float64", RESULTS, "TensorFlow gives NaN where the result is 1"),
    (
        r"math\.erfinv|math\.ndtri|math\.erfcinv",
        LARGE,
        "float64",
        RESULTS,
        "TensorFlow loses digits near 0, mpmath agrees with ours",
    ),
    (
        r"math\.special\.bessel_[jy]|.*Bessel[JY]",
        (*LARGE, "infinities", "some_infinite"),
        None,
        RESULTS,
        "TensorFlow loses the phase of large arguments, mpmath agrees with ours",
    ),
    (
        r"math\.floormod|.*FloorMod|operators",
        LARGE,
        None,
        RESULTS,
        "TensorFlow's quotient overflows; the remainder is exact here",
    ),
    (
        r".*RandomGammaGrad|random\..*gamma",
        (*LARGE, *ZERO, *INFINITE),
        None,
        RESULTS,
        "TensorFlow's density underflows, or -0 is not 0 to it",
    ),
    (
        r"math\.reduce_(std|variance)|nn\.moments",
        ("huge",),
        None,
        RESULTS,
        "infinite minus infinite, or infinite: both have overflown",
    ),
    (
        r"image\.per_image_standardization",
        None,
        "float",
        ("gradient",),
        "the exact gradient is 0, TensorFlow's is rounding",
    ),
    (r"nn\.embedding_lookup_sparse", ("small",), None, RESULTS, "squares of weights are 0 in TensorFlow"),
    (
        r"nn\.ctc|raw_ops\.CTC",
        INFINITE,
        None,
        (*RESULTS, "taken", "refused"),
        "scores of impossible paths are NaN in TensorFlow",
    ),
    (r"data\.(.*shuffle|sample_from|rejection)", None, None, RESULTS, "a random order"),
    (
        r"(raw_ops\.)?[Tt]runcate(Div|Mod|div|mod)",
        None,
        "int",
        ("class",),
        "TensorFlow raises InternalError for integer division by zero",
    ),
    (r"raw_ops\.TruncateDiv", None, "uint", ("class",), "TensorFlow raises InternalError for integer division by zero"),
    (r"raw_ops\.SparseBincount", None, "int", ("refused",), "numbers below 0 are passed over by TensorFlow's"),
    (
        r"linalg\.lstsq|raw_ops\.MatrixSolveLs",
        None,
        None,
        ("refused",),
        "products underflow: a singular matrix, TensorFlow gives NaN",
    ),
    (r"raw_ops\.(Resource)?(Sparse)?Apply", EDGES, None, RESULTS, "infinite accumulators"),
    (r"raw_ops\.ScaleAndTranslate|image\.resize", NAN, None, RESULTS, "weights of 0 for pixels that are NaN"),
    (
        r"raw_ops\.ImageProjective|.*transform",
        ("huge", "soup", "one_edge"),
        "int",
        RESULTS,
        "beyond the numbers that floats have",
    ),
    (r"files\.", None, None, RESULTS, "each of the two has a folder of its own"),
    (
        r".*(conv|inv|solve|matvec|expm|logm|betainc|prod|multiply|divide|squared_difference|batch_normalization|Resize(Area|Bicubic)"
        r"|crop_and_resize|CropAndResize|sobel_edges|standardization|Adjust(Contrast|Hue|Saturation)|Isotonic|FusedBatchNorm|truediv"
        r"|eig|NearestNeighbors)",
        (*LARGE, *INFINITE),
        None,
        (*RESULTS, "taken"),
        "the order of sums and products decides whether they overflow, are infinite or NaN",
    ),
    (r"raw_ops\.Adjust|image\.rgb_to_hsv", (*NAN, *ZERO, "negative", "small"), None, RESULTS, "colours that are none"),
    (r"raw_ops\.LSTMBlockCell", None, "float16", RESULTS, "sums in half precision overflow in another order"),
    (r".*softmax|.*Softmax", NAN, None, RESULTS, "TensorFlow gives zeros beside NaN in float32, NaN in float64"),
    (r"nn\.approx_max_k|raw_ops\.NthElement", NAN, None, RESULTS, "NaN has no place in an order"),
    (r"nn\.s?elu|.*S?[Ee]lu", LARGE, None, RESULTS, "TensorFlow loses small numbers in exp(x) - 1"),
    (r"math\.special\.dawsn", LARGE, None, ("gradient",), "the limit is 0, TensorFlow's slopes of huge numbers are 2"),
    (r"complex functions|math\.(sin|cos|exp)", LARGE, "complex", RESULTS, "infinite or NaN: both have overflown"),
    (
        r"complex functions|math\.sqrt",
        None,
        "complex",
        RESULTS,
        "TensorFlow's sign of a root depends on where the number stands",
    ),
    (
        r"raw_ops\.FractionalMaxPool",
        INFINITE,
        None,
        (*RESULTS, "taken"),
        "TensorFlow begins with the least finite number",
    ),
    (r"math\.cumulative", EDGES, None, RESULTS, "TensorFlow loses NaN"),
    (r"math\.reduce_(std|variance)", ("equal",), None, RESULTS, "0, or what rounding leaves of it"),
    (
        r"math\.erfc?inv",
        LARGE,
        "float32",
        RESULTS,
        "beyond the range TensorFlow gives infinity in float32, NaN in float64",
    ),
    (r"math\.special\.(expint|fresnel)", LARGE, None, RESULTS, "mpmath agrees with ours"),
    (r"math\.zeta", INFINITE, None, RESULTS, "limits at infinity"),
    (
        r"nn\.ctc|raw_ops\.CTC",
        None,
        None,
        RESULTS,
        "paths of equal scores; scores of impossible paths are NaN in TensorFlow",
    ),
    (r".*([Qq]uantize|[Bb]inomial)", NAN, None, RESULTS, "NaN as an integer"),
    (r"raw_ops\.AudioSpectrogram", ("small",), None, RESULTS, "squares of small numbers are 0 in TensorFlow"),
    (r"raw_ops\.ImageProjective", EDGES, "int", RESULTS, "beyond the numbers that floats have"),
    (
        r"linalg\.cholesky",
        None,
        None,
        RESULTS,
        "no positive definite matrix: TensorFlow leaves numbers above the diagonal",
    ),
    (
        r"linalg\.(qr|sqrtm)",
        (*ZERO, "dependent"),
        None,
        RESULTS,
        "matrices of lesser rank have many factors, or no root",
    ),
    (r"raw_ops\.CholeskyGrad", ("small",), None, RESULTS, "products of small numbers underflow in another order"),
    (r"raw_ops\.StatelessRandomGamma", None, None, RESULTS, "-0 is not 0 to TensorFlow"),
    (r"raw_ops\.CombinedNonMax", INFINITE, None, RESULTS, "boxes of equal scores"),
    (r"raw_ops\.RaggedRange", None, None, ("died",), "ranges of 2^31 numbers take their time"),
    (r"linalg\.lstsq|linalg\.inv", (*NAN, "small"), None, RESULTS, "matrices that are not finite"),
]
