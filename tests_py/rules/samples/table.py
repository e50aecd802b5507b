"""The table of operators: one row (or more) for each function of the public API, with the inputs to try it on.

`test_op_rules.py` derives the tests from it; support/sampling.py says what a row can hold. A new op needs a row in one of the
files beside this one.
"""

from rules.samples.checkpoint import CHECKPOINT_SAMPLES
from rules.samples.composed import MORE_SAMPLES
from rules.samples.composite import COMPOSITE_SAMPLES
from rules.samples.data import DATA_SAMPLES
from rules.samples.dense import ARRAYS, ELEMENTWISE, LINEAR_ALGEBRA, NEURAL, REDUCTIONS
from rules.samples.files import FILE_SAMPLES
from rules.samples.image import IMAGE_SAMPLES
from rules.samples.linear_operator import LINEAR_OPERATOR_SAMPLES
from rules.samples.lookup import LOOKUP_SAMPLES
from rules.samples.math import MATH_SAMPLES
from rules.samples.nn import NEURAL_SAMPLES
from rules.samples.quantization import QUANTIZATION_SAMPLES
from rules.samples.random import RANDOM_SAMPLES
from rules.samples.raw import RAW_SAMPLES
from rules.samples.signal import SIGNAL_SAMPLES
from rules.samples.sparse import SPARSE_SAMPLES, UNCOVERED_SPARSE_OPS
from rules.samples.strings import STRING_SAMPLES
from rules.samples.summary import SUMMARY_SAMPLES, UNCOVERED_SUMMARY_OPS

# fmt: off
# ruff: noqa: E501
SAMPLES = [*ELEMENTWISE, *REDUCTIONS, *ARRAYS, *LINEAR_ALGEBRA, *NEURAL, *STRING_SAMPLES,
    *SUMMARY_SAMPLES, *RANDOM_SAMPLES, *RAW_SAMPLES, *MATH_SAMPLES, *DATA_SAMPLES, *FILE_SAMPLES, *COMPOSITE_SAMPLES, *SPARSE_SAMPLES, *LOOKUP_SAMPLES, *NEURAL_SAMPLES, *SIGNAL_SAMPLES, *QUANTIZATION_SAMPLES, *LINEAR_OPERATOR_SAMPLES, *IMAGE_SAMPLES, *CHECKPOINT_SAMPLES, *MORE_SAMPLES]

# Ops that no row can hold, and why, or which test checks them instead.
UNCOVERED_OPS: dict[str, str] = {
    **{
        f"Batch{kind}FFT{rank}": "TensorFlow has no kernel of it on a CPU; parity/ops/test_signal.py compares it with FFT"
        for kind in ("", "I")
        for rank in ("", "2D", "3D")
    },
    **{
        name: "TensorFlow has it in sessions only; parity/v1/test_session_handles.py"
        for name in ("DeleteSessionTensor", "GetSessionHandle", "GetSessionTensor")
    },
    **{
        name: "works on an object that others make; parity/graph_import/test_frames.py"
        for name in (
            "ControlTrigger", "StackCloseV2", "StackPopV2", "StackPushV2", "StackV2", "TensorArrayCloseV3",
            "TensorArrayConcatV3", "TensorArrayGatherV3", "TensorArrayGradV3", "TensorArrayGradWithShape",
            "TensorArrayReadV3", "TensorArrayScatterV3", "TensorArraySizeV3", "TensorArraySplitV3", "TensorArrayV3",
            "TensorArrayWriteV3",
        )
    },
    **{
        name: "does not run eagerly, needs files, or ends the process; parity/ops/test_seldom_used_ops.py"
        for name in (
            "Abort", "Barrier", "BarrierClose", "BarrierIncompleteSize", "BarrierInsertMany", "BarrierReadySize",
            "BarrierTakeMany", "FileSystemSetConfiguration", "GenerateVocabRemapping", "ImmutableConst",
            "LoadAndRemapMatrix", "Restore", "RestoreSlice", "Save", "SaveSlices", "SparseAccumulatorApplyGradient",
            "SparseAccumulatorTakeGradient", "SparseConditionalAccumulator",
        )
    },
    "CTCLossV2": "TensorFlow has no kernel of it on a CPU; its kernel is that of CTCLoss",
    "GenerateBoundingBoxProposals": "TensorFlow has no kernel of it on a CPU; tests_py/parity/ops/test_image.py",
    "MaxPoolGradGradWithArgmax": "TensorFlow has no kernel of it on a CPU",
    **{f"Segment{name}V2": "TensorFlow has no kernel of it on a CPU" for name in ("Sum", "Prod", "Max", "Min")},
    **{
        f"{kind}FFTND": "TensorFlow has no kernel of it on a CPU; parity/ops/test_signal.py compares it with NumPy"
        for kind in ("", "I", "R", "IR")
    },
    **UNCOVERED_SPARSE_OPS,
    **UNCOVERED_SUMMARY_OPS,
    "StatefulStandardNormal": "TensorFlow has withdrawn it; its kernel is that of StatefulStandardNormalV2",
    "TileGrad": "TensorFlow refuses to run it; Tile's gradient is made of sums",
    "TopK": "TensorFlow refuses to run it; its kernel is that of TopKV2",
    **{f"_{name}": "for eager calls on large tensors only; parity/ops/test_one_pass.py compares" for name in ("Gelu", "Moments", "ScaleShift", "SortRows")},
    "_FusedElementwise": "made by a pass on the way to a program; test_passes_change_nothing compares with and without",
    "_FusedAssign": "made by a pass on the way to a program; parity/function/test_fused_elementwise.py compares with and without",
    "_AddToSlice": "made by a pass on the way to a program; parity/function/test_slice_sums.py compares with and without",
    "_BiasedConv2D": "made by a pass on the way to a program; parity/function/test_fused_elementwise.py compares with and without",
    "_BiasedMatMul": "made by a pass on the way to a program; parity/function/test_fused_layers.py compares with and without",
    "_NormalizeRows": "made by a pass on the way to a program; parity/function/test_fused_layers.py compares with and without",
    "_AddMatMul": "made by a pass on the way to a program; parity/function/test_fused_layers.py compares with and without",
    "_ReadVariablesOp": "made by a pass; TensorFlow does not let Python call it",
}
