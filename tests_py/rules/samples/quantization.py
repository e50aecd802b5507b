"""Rows for numbers of few bits and for sets."""

# fmt: off
# ruff: noqa: E501
import itertools

import numpy as np

from rules.samples.raw import raw
from support.sampling import Bad, Sample, fixed, strings, uniform

DIES = ("empty_and_scalar_inputs",)  # TensorFlow ends the process at scalars
wide = uniform(-4, 4)


def quantized(tf, x, **kwargs):
    """Quantized numbers and their range; the integers as such, which NumPy knows."""
    y, low, high = tf.quantization.quantize(x, **kwargs)
    return [tf.bitcast(y, {tf.quint8: tf.uint8, tf.qint8: tf.int8, tf.quint16: tf.uint16, tf.qint16: tf.int16, tf.qint32: tf.int32}[y.dtype]), low, high]


def as_quantized(tf, x, dtype):
    plain = {tf.quint8: tf.uint8, tf.qint8: tf.int8, tf.quint16: tf.uint16, tf.qint16: tf.int16, tf.qint32: tf.int32}[dtype]
    return tf.bitcast(tf.cast(x, plain), dtype)


def kinds(*names):
    return [{"T": lambda tf, name=name: getattr(tf, name)} for name in names]


FAKE = [
    Sample("quantization.fake_quant_with_min_max_args of ranges", ((9,), (2, 3), ()), ("float32",), [
        {"min": -1.0, "max": 1.0}, {"min": 0.5, "max": 3.0, "num_bits": 4}, {"min": -3.0, "max": 2.0, "narrow_range": True}, {"num_bits": 16}], args=(wide,), numeric=False, second=False, ulp=64,
        call=lambda tf, x, **kw: tf.quantization.fake_quant_with_min_max_args(x, **kw), bad=[Bad(kwargs={"min": 2.0, "max": 1.0}), Bad(kwargs={"num_bits": 1}), Bad(kwargs={"num_bits": 17})]),
    Sample("quantization.fake_quant_with_min_max_args_gradient", (((5,), (5,)), ((0,), (0,))), ("float32",), [{}, {"min": -2.0, "max": 1.5}], args=(uniform(), wide), grad=False,
           bad=[Bad(shapes=((4,), (5,)))]),
    Sample("quantization.fake_quant_with_min_max_vars", (((9,), (), ()), ((2, 3), (), ()), ((), (), ())), ("float32",), [{}, {"num_bits": 3}, {"narrow_range": True}],
           args=(wide, fixed(-2.0), fixed(1.5)), numeric=False, second=False, ulp=64, bad=[Bad(values=(np.ones(3, np.float32), np.ones(1, np.float32), np.float32(1)))]),
    Sample("quantization.fake_quant_with_min_max_vars of zero", (((9,), (), ()),), ("float32",), args=(wide, fixed(0.0), fixed(0.0)), numeric=False, second=False,
           call=lambda tf, *a: tf.quantization.fake_quant_with_min_max_vars(*a)),
    Sample("quantization.fake_quant_with_min_max_vars_gradient", (((7,), (7,), (), ()),), ("float32",), args=(uniform(), wide, fixed(-2.0), fixed(1.5)), grad=False, ulp=16,
           bad=[Bad(shapes=((4,), (5,), (), ()))]),
    Sample("quantization.fake_quant_with_min_max_vars_per_channel", tensorflow_fails=DIES, shapes=(((4, 2), (2,), (2,)), ((2, 3, 2), (2,), (2,)), ((2,), (2,), (2,))), dtypes=("float32",), kwargs=[{}, {"num_bits": 5, "narrow_range": True}],
           args=(wide, fixed([-2.0, 0.0]), fixed([1.5, 1.0])), numeric=False, second=False, ulp=64, bad=[Bad(shapes=((4, 3), (2,), (2,)))]),
    Sample("quantization.fake_quant_with_min_max_vars_per_channel_gradient", tensorflow_fails=DIES, shapes=(((4, 2), (4, 2), (2,), (2,)),), dtypes=("float32",), args=(uniform(), wide, fixed([-2.0, 0.0]), fixed([1.5, 1.0])),
           grad=False, ulp=16, bad=[Bad(shapes=((4, 3), (4, 3), (2,), (2,)))]),
]

REAL = [
    Sample("quantization.quantize", ((9,), (2, 3), ()), ("float32",), [
        {**kind, "mode": mode, "min_range": low, "max_range": high}
        for kind in kinds("quint8", "qint8", "quint16", "qint16") for mode in ("MIN_COMBINED", "SCALED") for low, high in ((-1.0, 1.0), (0.5, 3.0), (0.0, 0.0))],
        args=(wide,), grad=False, call=quantized, portable=False, bad=[Bad(kwargs={**kinds("quint8")[0], "min_range": 2.0, "max_range": 1.0}),
                                                        Bad(kwargs={**kinds("quint8")[0], "min_range": [1.0, 2.0], "max_range": [1.0, 4.0]}),
                                                        Bad(kwargs={**kinds("quint8")[0], "min_range": 0.0, "max_range": 1.0, "round_mode": "HALF_TO_EVEN"})]),
    Sample("quantization.quantize along an axis", ((2, 3),), ("float32",), [
        {**kind, "mode": mode, "axis": 0, "min_range": [-1.0, 0.0], "max_range": [1.0, 2.0]} for kind in kinds("quint8", "qint8") for mode in ("MIN_COMBINED", "SCALED")],
        args=(wide,), grad=False, call=quantized, portable=False, bad=[Bad(kwargs={**kinds("quint8")[0], "min_range": [1.0], "max_range": [2.0], "axis": 0})]),
    Sample("quantization.dequantize", ((9,), (2, 3)), ("int32",), [
        {**kind, "mode": mode} for kind in kinds("quint8", "quint16") for mode in ("MIN_COMBINED", "MIN_FIRST", "SCALED")], args=(uniform(0, 255),), grad=False, ulp=64, portable=False,
        call=lambda tf, x, T, mode: tf.quantization.dequantize(as_quantized(tf, x, T), -1.0, 3.0, mode)),
    Sample("quantization.dequantize signed", ((9,),), ("int32",), [
        {**kind, "mode": mode} for kind in kinds("qint8", "qint16") for mode in ("MIN_COMBINED", "SCALED")], args=(uniform(-128, 127),), grad=False, ulp=64, portable=False,
        call=lambda tf, x, T, mode: tf.quantization.dequantize(as_quantized(tf, x, T), -1.0, 3.0, mode)),
    *(
        Sample(f"quantization.{name}", (((9,), (), ()), ((2, 3), (), ())), ("float32", "float64"), [
            {"range_given": True}, {}, {"range_given": True, "num_bits": 4, "signed_input": False}, {"range_given": True, "narrow_range": True, "round_mode": "HALF_UP"}],
            args=(wide, fixed(-2.0), fixed(3.0)), numeric=False, second=False, more_dtypes=True,
            bad=[Bad(kwargs={"num_bits": 0}), Bad(kwargs={"num_bits": 99}), Bad(values=(np.ones(3, np.float32), np.float32(3), np.float32(2)), kwargs={"range_given": True})])
        for name in ("quantize_and_dequantize", "quantize_and_dequantize_v2")
    ),
    raw("QuantizeAndDequantizeV3", "input input_min input_max num_bits", (((9,), (), (), ()),), ("float32", "float64"), [{}, {"range_given": False}], args=(wide, fixed(-2.0), fixed(3.0), fixed(5, "int32")),
        numeric=False, second=False, more_dtypes=True, bad=[Bad(values=(np.ones(3, np.float32), np.float32(0), np.float32(2), np.int32(0)))]),
    raw("QuantizeAndDequantizeV4Grad", "gradients input input_min input_max", (((9,), (9,), (), ()),), ("float32", "float64"), args=(uniform(), wide, fixed(-2.0), fixed(3.0)), grad=False, more_dtypes=True,
        bad=[Bad(shapes=((4,), (5,), (), ()))]),
    Sample("quantization.quantized_concat", (((2, 3), (2, 2)), ((1, 3), (1, 0))), ("int32",), [{"mins": [-1.0, 0.0], "maxes": [1.0, 4.0]}, {"mins": [-1.0, -1.0], "maxes": [1.0, 1.0]}],
           args=(uniform(0, 255), uniform(0, 255)), grad=False, portable=False, known_shape=False,
           call=lambda tf, a, b, mins, maxes: [tf.bitcast(x, tf.uint8) if x.dtype == tf.quint8 else x for x in tf.quantization.quantized_concat(
               1, [as_quantized(tf, a, tf.quint8), as_quantized(tf, b, tf.quint8)], mins, maxes)], bad=[Bad(shapes=((2, 3), (3, 2)))]),
]



def as_plain(tf, tensors):
    """Quantized tensors as the integers that they hold."""
    plain = {tf.quint8: tf.uint8, tf.qint8: tf.int8, tf.qint32: tf.int32}
    return [tf.bitcast(x, plain[x.dtype]) if x.dtype in plain else x for x in (tensors if isinstance(tensors, (list, tuple)) else [tensors])]


def on_quantized(name, dtypes, names, arrays, numbers, kwargs=({},), **options):
    """A raw op on quantized tensors, the first of its inputs."""
    def call(tf, *values, **attrs):
        inputs = {key: as_quantized(tf, value, getattr(tf, dtype)) if dtype else value for key, value, dtype in zip(names.split(), values, dtypes, strict=True)}
        attrs = {key: getattr(tf, value, value) if isinstance(value, str) else value for key, value in {**numbers, **attrs}.items()}
        return as_plain(tf, getattr(tf.raw_ops, name)(**inputs, **attrs))

    options = {"grad": False, "portable": False, "known_shape": False, "hidden_rank": False} | options
    shapes = tuple(np.shape(a) for a in arrays)
    return Sample(f"raw_ops.{name}", (shapes if len(shapes) > 1 else shapes[0],), ("int32",), list(kwargs), args=tuple(fixed(a, None if d else "float32") for a, d in zip(arrays, dtypes, strict=True)),
                  call=call, ops=[name], **options)


sums = [-2000000000, -100000, -3, 0, 1, 77, 50000, 2000000000]
in_channels = np.array([-2000000000, 100000, 500000000, -3, 100000000, 2000000000, 7000000, -70000000]).reshape(1, 1, 4, 2)
of_channels = {"input_min": [-10.0, -5.0], "input_max": [12.0, 7.0]}
REQUANTIZED = [
    on_quantized("Requantize", ["qint32"], "input", [sums], {"input_min": -1e4, "input_max": 1e4}, [
        {"requested_output_min": low, "requested_output_max": high, "out_type": kind} for low, high in ((0.0, 9500.0), (-9500.0, 9500.0)) for kind in ("quint8", "qint8")]),
    on_quantized("RequantizationRange", ["qint32"], "input", [sums], {}, [{"input_min": -1e4, "input_max": 1e4}, {"input_min": 0.0, "input_max": 7.0}]),
    on_quantized("QuantizeDownAndShrinkRange", ["qint32"], "input", [sums], {}, [{"input_min": low, "input_max": 1e4, "out_type": "quint8"} for low in (-1e4, 0.0)]),
    on_quantized("RequantizePerChannel", ["qint32"], "input", [in_channels], of_channels, [
        {"requested_output_min": -8.0, "requested_output_max": 3.0, "out_type": "qint8"}, {"requested_output_min": 0.0, "requested_output_max": 6.0, "out_type": "quint8"}]),
    on_quantized("RequantizationRangePerChannel", ["qint32"], "input", [in_channels], of_channels, [{"clip_value_max": 1.5}, {"clip_value_max": 100.0}]),
    on_quantized("QuantizedRelu", ["quint8"], "features", [[0, 1, 77, 120, 255]], {"min_features": -10.0, "max_features": 12.0}),
    on_quantized("QuantizedRelu6", ["quint8"], "features", [[0, 1, 77, 120, 255]], {"min_features": -10.0, "max_features": 12.0}),
    on_quantized("QuantizedMatMul", ["quint8", "quint8"], "a b", [[[1, 2], [3, 100]], [[5, 6], [70, 8]]], {"min_a": -1.0, "max_a": 2.0, "min_b": -3.0, "max_b": 3.0}, [
        {}, {"transpose_a": True}, {"transpose_b": True}]),
]

_draw = np.random.RandomState(11)
_taps, _rows8 = _draw.randint(-127, 128, (2, 3, 3, 4)), _draw.randint(0, 256, (4, 5))
_pixels, _factors, _bias, _bias32 = _draw.randint(0, 256, (1, 5, 4, 3)), _draw.randint(-127, 128, (5, 4)), _draw.uniform(-3, 3, 12), _draw.randint(-30000, 30000, 12)
_BETWEEN = {"min_input": -0.5, "max_input": 2.0}
_FILTERS = [{"min_filter": -1.0, "max_filter": 0.5}, {"min_filter": [-1.0, -0.5, -2.0, -1.5], "max_filter": [0.5, 1.5, 1.0, 0.2]}]
_WINDOWS = [{"strides": [1, 1, 1, 1], "padding": "VALID"}, {"strides": [1, 2, 1, 1], "padding": "SAME", "dilations": [1, 1, 2, 1]}]
_OUTSIDE = {"strides": [1, 1, 1, 1], "padding": "VALID", "padding_list": [0, 0, 1, 0, 2, 1, 0, 0]}
_FREEZED = {"min_freezed_output": -3.0, "max_freezed_output": 12.0}


def fused(name, dtypes, names, arrays, numbers, kwargs=({},)):
    """A raw op that TensorFlow runs in functions only, with constants; a summand must not be one there."""
    def call(tf, *values, **attrs):
        values = [value.numpy() for value in values]
        out_type = {key: getattr(tf, value) for key, value in attrs.items() if isinstance(value, str) and key == "out_type"}

        def run(changing):
            inputs = {key: as_quantized(tf, tf.constant(value), getattr(tf, dtype)) if dtype else tf.constant(value)
                      for key, value, dtype in zip(names.split(), values, dtypes, strict=True)}
            if "summand" in inputs:
                changing = tf.cast(changing, tf.float32) + 0.5
                inputs["summand"] = as_quantized(tf, changing, getattr(tf, dtypes[-1])) if dtypes[-1] else changing
            return as_plain(tf, getattr(tf.raw_ops, name)(**inputs, **{key: tf.constant(value) for key, value in numbers.items()}, **{
                key: tf.constant(value) if key.startswith(("min_", "max_")) else value for key, value in {**attrs, **out_type}.items()}))

        return tf.function(run)(tf.constant(values[-1]))

    return Sample(f"raw_ops.{name}", (tuple(np.shape(a) for a in arrays),), ("int32",), list(kwargs), args=tuple(fixed(a, None if d else "float32") for a, d in zip(arrays, dtypes, strict=True)), call=call,
                  ops=[name], grad=False, portable=False, known_shape=False, hidden_rank=False, hidden_dims=False, traceable=False, tensorflow_fails=("empty_and_scalar_inputs", "every_dtype"))


def every(*choices):
    """All ways to take one of each list of keyword arguments."""
    return [{key: value for one in taken for key, value in one.items()} for taken in itertools.product(*choices)]


_CONVOLVED = [
    fused("QuantizedConv2D", ["quint8", "qint8"], "input filter", [_pixels, _taps], _BETWEEN, every(_FILTERS[:1], _WINDOWS)),
    fused("QuantizedConv2DPerChannel", ["quint8", "qint8"], "input filter", [_pixels, _taps], _BETWEEN, every(_FILTERS, _WINDOWS)),
    fused("QuantizedConv2DAndRelu", ["quint8", "qint8"], "input filter", [_pixels, _taps], _BETWEEN, every(_FILTERS, [*_WINDOWS, _OUTSIDE])),
    fused("QuantizedConv2DAndRequantize", ["quint8", "qint8"], "input filter", [_pixels, _taps], {**_BETWEEN, **_FREEZED}, every(_FILTERS[:1], [*_WINDOWS, _OUTSIDE])),
    fused("QuantizedConv2DAndReluAndRequantize", ["quint8", "qint8"], "input filter", [_pixels, _taps], {**_BETWEEN, **_FREEZED}, every(_FILTERS, _WINDOWS)),
    *(fused(f"QuantizedConv2DWithBias{after}", [kind, "qint8", None], "input filter bias", [pixels, _taps, _bias[:4]], {**_BETWEEN, **(_FREEZED if "Requantize" in after else {})}, every(_FILTERS, [_WINDOWS[1], _OUTSIDE]))
      for after in ("", "AndRelu", "AndRequantize", "AndReluAndRequantize") for kind, pixels in (("quint8", _pixels), ("qint8", _pixels - 128))),
    *(fused(f"QuantizedConv2DWithBias{after}", ["quint8", "qint8", "qint32"], "input filter bias", [_pixels, _taps, _bias32[:4]], {**_BETWEEN, **_FREEZED}, every(_FILTERS, _WINDOWS))
      for after in ("AndRequantize", "AndReluAndRequantize")),
    fused("QuantizedConv2DWithBiasSumAndRelu", ["quint8", "qint8", None, None], "input filter bias summand", [_pixels, _taps, _bias[:4], _draw.uniform(-9, 9, (1, 4, 2, 4))], _BETWEEN, every(_FILTERS, _WINDOWS[:1])),
    *(fused(f"QuantizedConv2DWithBias{kind}SumAndReluAndRequantize", ["quint8", "qint8", bias and "qint32", summand], "input filter bias summand",
            [_pixels, _taps, (_bias32 if bias else _bias)[:4], added], {**_BETWEEN, **_FREEZED, "min_summand": -1.5, "max_summand": 4.0}, every(_FILTERS, _WINDOWS[:1]))
      for kind, summand, added in (("", "quint8", _draw.randint(0, 256, (1, 4, 2, 4))), ("Signed", "qint8", _draw.randint(-128, 128, (1, 4, 2, 4)))) for bias in (None, True)),
    *(fused(f"QuantizedDepthwiseConv2D{after}", ["quint8", "qint8", *kinds], f"input filter{' bias' if kinds else ''}", [_pixels, _taps, *biases], {**_BETWEEN, **(_FREEZED if "Requantize" in after else {})}, every([
        _FILTERS[0], {"min_filter": [-1.0 - i / 7 for i in range(12)], "max_filter": [2.0 - i / 5 for i in range(12)]}], _WINDOWS[:1] if kinds else [*_WINDOWS[:1], {"strides": [1, 2, 2, 1], "padding": "SAME"}]))
      for after, kinds, biases in (("", (), ()), ("WithBias", (None,), (_bias,)), ("WithBiasAndRelu", (None,), (_bias,)), ("WithBiasAndReluAndRequantize", (None,), (_bias,)), ("WithBiasAndReluAndRequantize", ("qint32",), (_bias32,)))),
]


def _product(after, bias, numbers, kwargs=({},)):
    return on_quantized(f"QuantizedMatMulWithBias{after}", ["quint8", "qint8", "qint32" if bias is _bias32 else None], "a b bias", [_rows8, _factors, bias[:4]], {"max_a": 2.0, "min_b": -1.0, "max_b": 0.75, **numbers},
                        kwargs, tensorflow_fails=("empty_and_scalar_inputs",))


# Where TensorFlow takes a factor whose least number is not zero it scales the bias twice, so only integers have such.
_MULTIPLIED = [
    *(_product(after, bias, {**(_FREEZED if after.endswith("quantize") else {}), **({"Toutput": "float32"} if after == "AndDequantize" else {})}, [{"min_a": 0.0}, {"min_a": 0.0, "input_quant_mode": "SCALED"}, *([{"min_a": -1.0}] if bias is _bias32 else [])])
      for after in ("", "AndRelu", "AndRequantize", "AndReluAndRequantize", "AndDequantize") for bias in (_bias, _bias32) if not (after == "AndRelu" and bias is _bias32)),
]

_NORMAL = [on_quantized("QuantizedBatchNormWithGlobalNormalization", ["quint8"] * 5, "t m v beta gamma", [_pixels, *_draw.randint(0, 256, (4, 3))], {
    "t_min": -1.0, "t_max": 2.0, "m_min": -0.5, "m_max": 1.0, "v_min": 0.0, "v_max": 3.0, "beta_min": -2.0, "beta_max": 2.0, "gamma_min": 0.5, "gamma_max": 1.5, "variance_epsilon": 0.001}, [
    {"out_type": "qint32", "scale_after_normalization": scaled} for scaled in (True, False)], tensorflow_fails=("empty_and_scalar_inputs",))]
FUSED = [*_CONVOLVED, *_MULTIPLIED, *_NORMAL]

SIGNED_8 = {"quantization_min_val": -128, "quantization_max_val": 127}
SIGNED_32 = {"quantization_min_val": -(2**31), "quantization_max_val": 2**31 - 1}


def limits(**kinds):
    return {f"{prefix}_{key}": value for prefix, kind in kinds.items() for key, value in kind.items()}


_random = np.random.RandomState(7)
_eights = [_random.randint(-128, 128, shape) for shape in ((2, 4, 5, 6), (6, 2, 3, 2), (4, 3, 4, 5), (4, 3, 2, 2))]
_ONE_SCALE = {"rhs_scales": 0.25, "rhs_zero_points": -2, "output_scales": 0.3, "output_zero_points": 4}
_OF_FEATURES = {"rhs_scales": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6], "rhs_zero_points": [1, 2, 3, 4, 5, -6], "rhs_quantization_axis": 0}
_GROUPED = [{**_ONE_SCALE, **way, "feature_group_count": 2} for way in (
    {"padding": "VALID"}, {"padding": "SAME", "window_strides": [2, 1], "rhs_dilation": [1, 2]},
    {"padding": "EXPLICIT", "explicit_padding": [1, 0, 2, 1], "lhs_dilation": [2, 3]}, {"padding": "SAME", **_OF_FEATURES},
    {"padding": "VALID", **_OF_FEATURES, "output_scales": [0.3, 0.2, 0.1, 1.0, 2.0, 3.0], "output_zero_points": [0, 1, 2, 3, 4, 5], "output_quantization_axis": 1})]
_BATCHED = [{**_ONE_SCALE, "padding": "VALID"}, {**_ONE_SCALE, "padding": "VALID", "batch_group_count": 2}]
UNIFORM = [
    on_quantized("UniformQuantize", [None], "input", [[[-3.0, -0.25, 0.25], [0.75, 2.0, 100.0]]], SIGNED_8, [
        {"scales": 0.5, "zero_points": 3, "Tout": "qint8"}, {"scales": [0.5, 0.25, 0.3], "zero_points": [3, 0, -5], "quantization_axis": 1, "Tout": "qint8"}]),
    on_quantized("UniformDequantize", ["qint8"], "input", [[[-128, 1, 2], [127, 0, 5]]], {**SIGNED_8}, [
        {"scales": 0.5, "zero_points": 3, "Tout": "float32"}, {"scales": [0.5, 0.25], "zero_points": [3, 0], "quantization_axis": 0, "Tout": "float32"}]),
    on_quantized("UniformRequantize", ["qint8"], "input", [[[-128, 1], [2, 127]]], limits(input=SIGNED_8, output=SIGNED_8), [
        {"input_scales": 0.5, "input_zero_points": 3, "output_scales": 0.3, "output_zero_points": -2, "Tout": "qint8"},
        {"input_scales": [0.5, 0.2], "input_zero_points": [3, 1], "input_quantization_axis": 0, "output_scales": [0.3, 0.4], "output_zero_points": [-2, 0], "output_quantization_axis": 0, "Tout": "qint8"}]),
    on_quantized("UniformQuantizedClipByValue", ["qint32", "qint32", "qint32"], "operand min max", [[-1280000, 1, 2, 127000], -5, 50], {"scales": 0.5, "zero_points": 3, **SIGNED_32}),
    on_quantized("UniformQuantizedAdd", ["qint32", "qint32"], "lhs rhs", [[[1, 200]], [5, 6]], {
        "lhs_scales": 0.5, "lhs_zero_points": 3, "rhs_scales": 0.25, "rhs_zero_points": 2, "output_scales": 0.3, "output_zero_points": 4, **limits(lhs=SIGNED_32, rhs=SIGNED_32, output=SIGNED_32)}),
    on_quantized("UniformQuantizedDot", ["qint8", "qint8"], "lhs rhs", [[[1, 2], [3, 100]], [[5, 6], [70, 8]]], {
        "lhs_scales": 0.5, "lhs_zero_points": 3, **limits(lhs=SIGNED_8, rhs=SIGNED_8, output=SIGNED_32)}, [
        {"rhs_scales": 0.25, "rhs_zero_points": 2, "output_scales": 0.3, "output_zero_points": 4, "Tout": "qint32"},
        {"rhs_scales": [0.25, 0.5], "rhs_zero_points": [2, 1], "rhs_quantization_axis": 1, "output_scales": [0.3, 0.2], "output_zero_points": [4, 5], "output_quantization_axis": 1, "Tout": "qint32"}]),
    on_quantized("UniformQuantizedDotHybrid", [None, "qint8"], "lhs rhs", [[[1.0, 2.0], [-3.0, 100.0]], [[5, 6], [70, 8]]], limits(rhs=SIGNED_8), [
        {"rhs_scales": 0.25, "rhs_zero_points": 2, "Tout": "float32"}, {"rhs_scales": [0.25, 0.5], "rhs_zero_points": [2, 1], "rhs_quantization_axis": 1, "Tout": "float32"}], ulp=16),
    *(on_quantized("UniformQuantizedConvolution", ["qint8", "qint8"], "lhs rhs", [image_8, filter_8], {
        "lhs_scales": 0.5, "lhs_zero_points": 3, "Tout": "qint32", **limits(lhs=SIGNED_8, rhs=SIGNED_8, output=SIGNED_32)}, ways)
      for image_8, filter_8, ways in ((_eights[0], _eights[1], _GROUPED), (_eights[2], _eights[3], _BATCHED), (_eights[2][0], _eights[3][:, :2, 0], [{**_ONE_SCALE, "padding": "SAME", "window_strides": [2], "feature_group_count": 2}]))),
    *(on_quantized("UniformQuantizedConvolutionHybrid", [None, "qint8"], "lhs rhs", [image_8 / 7.0, filter_8], {"Tout": "float32", **limits(rhs=SIGNED_8)}, [
        {key: value for key, value in way.items() if not key.startswith("output_")} for way in ways]) for image_8, filter_8, ways in ((_eights[0], _eights[1], _GROUPED[:4]), (_eights[2], _eights[3], _BATCHED))),
]

few = uniform(0, 6)
INTEGERS = ("int32", "int64", "int8", "uint8", "int16", "uint16")


def parts(sparse):
    return [sparse.indices, sparse.values, sparse.dense_shape]


SETS = [
    *(
        Sample(f"sets.{name}", (((2, 4), (2, 3)), ((2, 1, 3), (2, 1, 0)), ((0, 2), (0, 2))), INTEGERS, kwargs, args=(few, few), grad=False, known_shape=False,
               call=lambda tf, a, b, name=name, **kw: parts(getattr(tf.sets, name)(a, b, **kw)), bad=[Bad(shapes=((2, 4), (3, 4))), Bad(shapes=((4,), (4,))), Bad(dtypes=("float32", "float32"))])
        for name, kwargs in (("union", [{}]), ("intersection", [{}]), ("difference", [{}, {"aminusb": False}]))
    ),
    Sample("sets.union of strings", (((2, 4), (2, 3)),), ("string",), args=(strings("a", "b", "", "그"), strings("b", "c")), grad=False, known_shape=False,
           call=lambda tf, a, b: parts(tf.sets.union(a, b))),
    Sample("sets.difference of sparse and dense", (((2, 4), (2, 3)),), INTEGERS, args=(few, few), grad=False, known_shape=False, hidden_rank=False,
           call=lambda tf, a, b: [parts(tf.sets.difference(x, y, aminusb=minus)) for minus in (True, False)
                                  for x, y in ((tf.sparse.from_dense(a), b), (b, tf.sparse.from_dense(a)), (tf.sparse.from_dense(a), tf.sparse.from_dense(b)))]),
    Sample("sets.size", ((2, 4), (2, 1, 3)), INTEGERS, args=(few,), grad=False, known_shape=False, hidden_rank=False, call=lambda tf, x: tf.sets.size(tf.sparse.from_dense(x)),
           bad=[Bad(shapes=(3,))]),
    raw("SetSize", "set_indices set_values set_shape", (((3, 2), (3,), (2,)),), ("int32",), [{}, {"validate_indices": False}], args=(fixed([[0, 0], [0, 1], [1, 0]], "int64"), few, fixed([2, 2], "int64")),
        grad=False, known_shape=False, bad=[Bad(values=(np.array([[0, 5]]), np.array([1], np.int32), np.array([1, 2]))), Bad(values=(np.array([[0, 1], [0, 0]]), np.array([1, 2], np.int32), np.array([1, 2]))),
                         Bad(values=(np.array([[0, 0]]), np.array([1, 2], np.int32), np.array([1, 2]))), Bad(values=(np.array([[3, 0]]), np.array([1], np.int32), np.array([1, 2])), kwargs={"validate_indices": False})]),
]

QUANTIZATION_SAMPLES = [*FAKE, *REAL, *REQUANTIZED, *FUSED, *UNIFORM, *SETS]
