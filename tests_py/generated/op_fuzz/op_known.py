"""What is known to differ from TensorFlow between single ops, and why it stays."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from generated.op_fuzz.op_calls import Call

# Classes of exceptions that wrong arguments have; any other is a slip of ours.
RIGHT = {
    "InvalidArgumentError",
    "OutOfRangeError",
    "ResourceExhaustedError",
    "NotFoundError",
    "UnimplementedError",
    "FailedPreconditionError",
    "ValueError",
    "TypeError",
    "NotImplementedError",
    "OverflowError",
    "IndexError",
    "MemoryError",
}

# Outputs that nobody reads: TensorFlow's kernels give a scalar that holds what happened to lie in memory, ours what the
# shape rules of both say, no element.
UNUSED = {
    "FusedBatchNormGrad": (3, 4),
    "FusedBatchNormGradV2": (3, 4),
    "FusedBatchNormGradV3": (3, 4),
    "Svd": (1, 2),
    "Eig": (1,),
    "SelfAdjointEigV2": (1,),
}


@dataclasses.dataclass(frozen=True)
class Outcomes:
    """What both modules gave for a call: `("value", arrays)` or `("error", classes, message)`."""

    call: Call
    theirs: Any
    ours: Any
    place: tuple[int, int] | None = None  # the output and the element that differ

    def output(self, i: int) -> tuple[Any, Any]:
        """Output i there and here."""
        return self.theirs[1][i][2], self.ours[1][i][2]

    def pair(self) -> tuple[Any, Any]:
        """The element that differs, there and here."""
        w, g = self.output(self.place[0])
        return w[self.place[1]], g[self.place[1]]


@dataclasses.dataclass(frozen=True)
class Rule:
    """Differences of these kinds for ops whose whole names match the pattern stay, where `holds` says so."""

    why: str
    kinds: tuple[str, ...]
    ops: str
    holds: Callable[[Outcomes], bool] = lambda both: True


def floats_of(call: Call) -> np.ndarray:
    """All floats of a call's inputs and attributes, as doubles; float16 is left out."""
    found = [np.array([x]) for x in _plain_floats(list(call.attrs.values()))]
    for array in call.arrays():
        if array.dtype.name in ("float32", "float64", "bfloat16"):
            found.append(array.astype(np.float64).ravel())
        elif array.dtype.kind == "c":
            found += [array.real.astype(np.float64).ravel(), array.imag.astype(np.float64).ravel()]
    return np.concatenate(found) if found else np.zeros(0)


def _plain_floats(values: list[Any]) -> list[float]:
    flat = [item for value in values for item in (value if isinstance(value, list) else [value])]
    return [item for item in flat if isinstance(item, float)]


def subnormal(both: Outcomes) -> bool:
    """Whether a number of the call is so small that it is not normal."""
    x = np.abs(floats_of(both.call))
    return bool(np.any((x > 0) & (x < 1.1754943508222875e-38)))


def wild(both: Outcomes) -> bool:
    """Whether numbers of the call are infinite, none, or so large that their products are."""
    return bool(np.any(~(np.abs(floats_of(both.call)) < 1e15)))


def extreme(both: Outcomes) -> bool:
    """The same, where the element that differs is not finite, or as large, on one of the sides."""
    if not wild(both) or both.place is None or any(isinstance(x, (str, bytes)) for x in both.pair()):
        return False
    with np.errstate(all="ignore"):
        return any(not abs(complex(x)) < 1e10 or abs(complex(x)) < 1e-10 for x in both.pair())


def far(both: Outcomes) -> bool:
    """Whether arguments are so large that they have no fraction, or one of the results is no number."""
    with np.errstate(all="ignore"):
        no_number = both.place is not None and any(not np.isfinite(complex(x)) for x in both.pair())
    return no_number or bool(np.any(~(np.abs(floats_of(both.call)) < 1e6)))


def odd_parameters(both: Outcomes) -> bool:
    """Whether parameters are negative, infinite or none, or a counter is too short."""
    x = floats_of(both.call)
    counter = both.call.inputs.get("counter")
    return bool(np.any(~(x > 0) | ~np.isfinite(x))) or counter is not None and counter.size < 2


def negative(both: Outcomes) -> bool:
    """Whether a number of the call is below zero, or none."""
    return bool(np.any(~(floats_of(both.call) >= 0)))


def of_integers(both: Outcomes) -> bool:
    """Whether all inputs are integers."""
    return all(array.dtype.kind in "iu" for array in both.call.arrays())


def said(*words: str) -> Callable[[Outcomes], bool]:
    """Whether one of the messages has one of the words."""
    return lambda both: any(w in o[2] for w in words for o in (both.theirs, both.ours) if o[0] == "error")


def there(*classes: str) -> Callable[[Outcomes], bool]:
    """Whether TensorFlow raises one of these."""
    return lambda both: both.theirs[0] == "error" and both.theirs[1][0] in classes


def nothing_in_it(both: Outcomes) -> bool:
    """Whether an input has no element."""
    return any(array.size == 0 for array in both.call.arrays())


def zero_bytes(both: Outcomes) -> bool:
    """Whether a string has a byte that is zero."""
    strings = [array for array in both.call.arrays() if array.dtype == object]
    return any(b"\0" in item for array in strings for item in array.flat)


def unsorted(*names: str) -> Callable[[Outcomes], bool]:
    """Whether the rows of one of these inputs do not ascend."""

    def holds(both):
        arrays = [both.call.inputs[name] for name in names if isinstance(both.call.inputs.get(name), np.ndarray)]
        rows = [array.tolist() if array.ndim == 2 else [] for array in arrays]
        return any(a >= b for matrix in rows for a, b in zip(matrix, matrix[1:]))

    return holds


def unsorted_along_rows(both: Outcomes) -> bool:
    """Whether what is to be searched does not ascend."""
    x = both.call.inputs["sorted_inputs"]
    return not bool(np.all(x[..., :-1] <= x[..., 1:]))


def same_set(both: Outcomes) -> bool:
    """Whether the first outputs, eigenvalues, are equal up to their order, or were so before the vectors differ."""
    w, g = (np.asarray(x, np.complex128) for x in both.output(0))
    if len(w) != len(g) or not np.all(np.isfinite(w)) or not np.all(np.isfinite(g)):
        return False
    left = list(g)
    for value in w:
        nearest = min(range(len(left)), key=lambda i: abs(left[i] - value))
        if abs(left.pop(nearest) - value) > 1e-2 * max(abs(w).max(), 1e-6):
            return False
    return True


def same_sizes(both: Outcomes) -> bool:
    """Whether the outputs are equal up to signs and phases."""
    pairs = [both.output(i) for i in range(len(both.ours[1]))]
    return all(np.allclose(np.abs(w), np.abs(g), rtol=1e-2, atol=1e-3) for w, g in pairs)


def same_product(both: Outcomes) -> bool:
    """Whether the product of both outputs, matrices or stacks of them, is the same."""
    q, r = (output[1] for output in both.ours[1])
    if any(np.prod(shape) > 2000 for shape in (q, r)):
        return True
    products = [o[1][0][2].reshape(q) @ o[1][1][2].reshape(r) for o in (both.theirs, both.ours)]
    return bool(np.allclose(*products, rtol=1e-2, atol=1e-3))


def failed(both: Outcomes) -> bool:
    """Whether TensorFlow's result has nan."""
    return bool(np.any(np.isnan(both.output(0)[0])))


def signs_only(both: Outcomes) -> bool:
    """Whether the difference lies in vectors, behind values that are equal."""
    return both.place is not None and both.place[0] > 0


def other_shape(both: Outcomes) -> bool:
    """Whether the shapes of an output differ."""
    return any(w[1] != g[1] for w, g in zip(both.theirs[1], both.ours[1]))


CONVOLUTIONS = r"Conv|(Depthwise)?Conv\d?[dD].*|(Max|Avg)Pool.*|Dilation2D.*|Extract.*Patches"
SPARSE = r".*Sparse.*"
LISTS = r"TensorList.*"
SPECIAL = r"Bessel.*|Spence|Igamma.*|Betainc|Zeta|Digamma|Lgamma|Polygamma|Expint|RandomGammaGrad|Dawsn|Fresnel.*|Ndtri|Erfinv"
SUMS = (
    r"(Depthwise)?Conv\d.*|.*MatMul.*|Einsum|.*FFT.*|Matrix.*|Cholesky.*|Lu|Qr|Svd|Resize.*|ScaleAndTranslate.*|.*BatchNorm.*"
    r"|LRN.*|.*Norm.*|Cum.*|AvgPool.*|.*Mean.*|.*Sum.*|Prod|CropAndResize.*|.*LSTM.*|GRU.*|CTC.*|.*CrossEntropy.*|Tridiagonal.*"
    r"|SelfAdjoint.*|Banded.*|.*Solve.*|LinSpace|Quantize.*|ImageProjective.*|LogMatrixDeterminant|Xent.*|Xlog.*|.*Dequantize.*"
)

RULES = (
    # --- values ---
    Rule(
        "numbers too small to be normal: TensorFlow takes them for zero in most places",
        ("value", "taken"),
        ".*",
        subnormal,
    ),
    Rule("eigenvalues come in any order, eigenvectors with any phase", ("value",), "Eig", lambda both: same_set(both)),
    Rule("the signs of singular vectors and eigenvectors are free", ("value",), "Svd|SelfAdjointEigV2", signs_only),
    Rule("the signs of the rows of R are free, and more where a matrix lacks rank", ("value",), "Qr", same_product),
    Rule(
        "roots and logarithms of what lies on the negative axis", ("value",), "Matrix(SquareRoot|Logarithm)", same_sizes
    ),
    Rule("roots of matrices that have none", ("value", "refused"), "Matrix(SquareRoot|Logarithm)", wild),
    Rule("the root of nothing is nothing, TensorFlow gives nan", ("value",), "MatrixSquareRoot", failed),
    Rule("NaN has no place in an order", ("value",), "TopK.*|ApproxTopK", wild),
    Rule("beyond the largest float all distances are alike", ("value",), "NearestNeighbors", wild),
    Rule("names end at their first zero byte there", ("value", "class"), "ReadFile|MatchingFiles", zero_bytes),
    Rule("what is no message is kept as it is, TensorFlow keeps what it could read", ("value",), "TensorSummaryV2"),
    Rule(
        "its elements are what happened to lie in memory: nothing was computed",
        ("value",),
        "StringNGrams|SparseSegment.*Grad.*",
        nothing_in_it,
    ),
    Rule("what lies above the diagonal where the decomposition fails", ("value",), "Cholesky", failed),
    Rule("beyond the largest float the order of sums decides", ("value",), SUMS, extreme),
    Rule("special functions at the ends of their domains: TensorFlow gives nan or 0", ("value",), SPECIAL, far),
    Rule("rows with nan or infinity have no softmax: 0 there, nan here", ("value",), "(Log)?Softmax", wild),
    Rule(
        "colours that are infinite or none mean nothing",
        ("value",),
        "RGBToHSV|HSVToRGB|Adjust.*",
        lambda both: wild(both) or extreme(both),
    ),
    Rule("pooling passes over nan, ours gives it on", ("value",), "MaxPool.*", wild),
    Rule("the outputs given are not those of the inputs", ("value",), "MaxPool.*Grad.*"),
    Rule(
        "TensorFlow searches what does not ascend, and finds something",
        ("value",),
        "LowerBound|UpperBound",
        unsorted_along_rows,
    ),
    Rule(
        "TensorFlow does not look whether indices ascend",
        ("value",),
        SPARSE,
        unsorted("a_indices", "b_indices", "sum_indices", "sp_indices", "indices", "input_indices"),
    ),
    Rule("compressed by another library", ("value",), "Encode(Png|Jpeg).*"),
    Rule("TensorFlow exports its free places, too", ("value",), "LookupTableExportV2", other_shape),
    Rule("its elements are what happened to lie in memory", ("value", "taken"), "FakeParam|Empty"),
    Rule("negative numbers as unsigned ones depend on their place in TensorFlow", ("value",), "Cast", negative),
    Rule("TensorFlow makes zeros of integers", ("value",), "Round|Rint", of_integers),
    Rule("TensorFlow writes ? for complex numbers", ("value",), "StringFormat"),
    Rule("TensorFlow's eager calls take no attribute that is a tensor", ("class", "taken"), "ImageSummary"),
    Rule(
        "random numbers with parameters that no distribution has",
        ("value",),
        ".*Random.*|.*Truncated.*",
        odd_parameters,
    ),
    Rule(
        "oneDNN's kernels give other shapes to convolutions of nothing, and to strides that lead beyond",
        ("value",),
        CONVOLUTIONS,
        other_shape,
    ),
    Rule(
        "cells without peepholes give gradients for the weights of some, in their shape",
        ("value",),
        "LSTMBlockCellGrad",
        other_shape,
    ),
    Rule("ranges in vectors of one element keep their shape here", ("value",), "Quantize.*", other_shape),
    Rule(
        "boxes that reach as far as floats do",
        ("value",),
        "DrawBoundingBoxes.*|.*NonMaxSuppression.*|CropAndResize.*",
        wild,
    ),
    # --- classes ---
    Rule("oneDNN refuses what TensorFlow hands on unseen", ("class", "taken"), ".*", there("AbortedError")),
    Rule(
        "TensorFlow meets unchecked indices inside, and calls it an internal error",
        ("class", "taken"),
        SPARSE + "|SetSize",
        there("InternalError"),
    ),
    Rule(
        "indices of sets that nobody looks at are an internal error, as in TensorFlow",
        ("odd class",),
        "SetSize|.*SetOperation",
    ),
    Rule(
        "gradients that do not belong to a slice are an internal error, as in TensorFlow",
        ("odd class",),
        "SparseSliceGrad",
    ),
    Rule(
        "places out of bounds are an internal error, as in TensorFlow, which does not meet all of them",
        ("odd class",),
        "EditDistance",
    ),
    Rule(
        "ops over references raise RuntimeError eagerly, as in TensorFlow",
        ("odd class",),
        ".*",
        lambda both: "is a ref" in both.ours[2],
    ),
    Rule(
        "numbers that no distribution has are an internal error, as in TensorFlow",
        ("odd class",),
        ".*ParameterizedTruncatedNormal",
    ),
    Rule("compressed bytes that end too early are lost data", ("odd class", "refused"), "DecodeCompressed"),
    Rule("bytes that are no message are lost data, as in TensorFlow", ("odd class",), "DecodeProtoV2"),
    Rule("TensorFlow looks at sizes that are given as attributes", ("taken",), "VarHandleOp|ListDataset|FakeParam"),
    Rule(
        "oneDNN refuses filters without elements, which TensorFlow's own kernels take",
        ("taken",),
        CONVOLUTIONS,
        said("filter must not have zero elements"),
    ),
    Rule("fingerprints are hashes of our own", ("value",), "DatasetFingerprint"),
    Rule("norms of integers overflow", ("value",), "EuclideanNorm", of_integers),
    Rule(
        "TensorFlow spreads labels and features before it looks at their ranks",
        ("refused",),
        "SoftmaxCrossEntropyWithLogits",
    ),
    Rule(
        "TensorFlow raises InternalError for integer division by zero here, elsewhere InvalidArgumentError",
        ("class",),
        "Truncate(Div|Mod)",
    ),
    Rule(
        "two arguments are wrong, and another one is met first",
        ("class",),
        CONVOLUTIONS + "|IteratorGetNext.*|Stateful.*|RaggedTensorFromVariant|CTC.*",
    ),
    Rule("not there yet: sparse tensors in strings", ("class", "refused"), "(Des|S)erialize.*Sparse", said("not yet")),
    Rule("not there yet: caches in files", ("refused",), "CacheDataset.*", said("not there yet")),
    Rule("TensorFlow's encoder fails inside", ("class",), "Encode.*", there("InternalError")),
    # --- what TensorFlow takes ---
    Rule(
        "TensorFlow does not look at indices, and reads out of bounds",
        ("refused",),
        SPARSE + "|.*Ragged.*|UnravelIndex|CTC.*",
    ),
    Rule("TensorFlow only looks at the number of elements of the updates", ("refused",), "ResourceScatter.*"),
    Rule(
        "TensorFlow takes slices of nothing for any value",
        ("refused",),
        ".*StridedSlice.*",
        said("to a slice of shape"),
    ),
    Rule("the variable is read after its end, which TensorFlow cannot always tell", ("refused",), "DestroyResourceOp"),
    Rule("TensorFlow asks who owns what is of another class", ("class",), "DeleteMemoryCache|DeleteSeedGenerator"),
    Rule("variables keep their shape here, whatever validate_shape says", ("refused",), "AssignVariableOp"),
    Rule(
        "TensorFlow looks at no sizes where nothing is to be computed",
        ("refused",),
        CONVOLUTIONS + "|.*FFT.*|AsString|.*Bincount|.*BatchNorm.*|SoftmaxCrossEntropyWithLogits|.*Resource.*",
        nothing_in_it,
    ),
    Rule("TensorFlow looks at fewer attributes and shapes of windows", ("refused",), CONVOLUTIONS + "|Fractional.*"),
    Rule(
        "TensorFlow does not look at the statistics that training ignores",
        ("refused",),
        "FusedBatchNorm.*",
        said("mean must", "variance must"),
    ),
    Rule("TensorFlow does not look at the weights of gradients", ("refused",), ".*LSTM.*Grad.*|GRU.*Grad"),
    Rule("TensorFlow takes words that it does not know for its default", ("refused",), "ImageProjectiveTransform.*"),
    Rule("TensorFlow looks at data sets when they are iterated over", ("refused",), ".*Dataset.*"),
    Rule("TensorFlow takes negative sizes for unknown ones", ("refused",), "PlaceholderWithDefault"),
    Rule("TensorFlow looks at the keys of tables when they are used", ("refused",), ".*HashTable.*"),
    Rule("TensorFlow does not look at element shapes and lengths of lists", ("refused",), LISTS),
    Rule(
        "TensorFlow flattens what should be a vector",
        ("refused",),
        "StringNGrams|.*Bincount|ParallelConcat|Range|Quantize.*",
    ),
    Rule("TensorFlow looks at patterns byte by byte", ("refused",), "(Static)?Regex.*|StringSplit.*", said("UTF-8")),
    Rule("TensorFlow divides by zero", ("refused",), "TridiagonalSolve", said("not invertible")),
    # --- what TensorFlow refuses ---
    Rule("the kernel of TensorFlow asks for an attribute that the op does not have", ("taken",), "TopK"),
    Rule("TensorFlow reads a dimension of 16 bits as one of 32", ("taken",), "Arg(Max|Min)"),
    Rule("ranges of one element are numbers here", ("taken",), "Quantize.*"),
)

_CACHE: dict[tuple[str, str], list[Rule]] = {}


def rule_for(kind: str, both: Outcomes) -> str | None:
    """Why a difference stays, or None."""
    key = (kind, both.call.op)
    if key not in _CACHE:
        _CACHE[key] = [rule for rule in RULES if kind in rule.kinds and re.fullmatch(rule.ops, both.call.op)]
    return next((rule.why for rule in _CACHE[key] if rule.holds(both)), None)
