"""What is known to be missing or wrong: tests of it are expected to fail, and have to leave this list when they pass.

README tells users of the larger gaps.
"""

# Rows of op_samples*.py for functions that do not exist yet, and what is missing.
NOT_THERE_YET = {
    "image.flip_left_right": "tf.image",
    "image.resize": "tf.image",
    "image.convert_image_dtype": "tf.image",
    "image.adjust_contrast": "tf.image",
    "signal.fft": "tf.signal",
    "signal.ifft": "tf.signal",
    "signal.rfft": "tf.signal",
    "quantization.fake_quant_with_min_max_args": "tf.quantization",
}

# What is wrong with rows of functions that exist: (test, rows, reason).
DEFECTS = []
