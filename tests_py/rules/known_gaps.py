"""What is known to be missing or wrong: tests of it are expected to fail, and have to leave this list when they pass.

README tells users of the larger gaps.
"""

# Rows of rules/samples/ for functions that do not exist yet, and what is missing.
NOT_THERE_YET = {}

# What is wrong with rows of functions that exist: (test, rows, reason).
DEFECTS = [
    (
        "test_every_dtype",
        "strings.format; print; print of few items; print in a function",
        "TensorFlow writes ? for complex numbers",
    ),
    (
        "test_every_dtype",
        "powers of special values; exp of many elements; image.adjust_gamma; image.rgb_to_grayscale; image.psnr; image.ssim",
        "TensorFlow loses digits, or gives NaN or infinity for what is finite",
    ),
    (
        "test_every_dtype",
        "data.ragged_batch; RaggedTensor.to_tensor of a deep one; nn.collapse_repeated",
        "TensorFlow takes -1 as uint64 and 0 as bool",
    ),
    (
        "test_every_dtype",
        "raw_ops.QuantizeDownAndShrinkRange",
        "TensorFlow computes with 16 bits after the point, which ranges of a few steps show",
    ),
    (
        "test_every_dtype",
        "nn.ctc_loss of sparse labels; raw_ops.CTCLoss; nn.ctc_beam_search_decoder",
        "float64 is computed in float32",
    ),
]
