"""Random calls of functions of images, signals, segments, networks and matrices, for their first and second derivatives."""

# ruff: noqa: E501 - tables of expressions

import dataclasses

import numpy as np

# {x} and its kin name inputs by what they are, with the shapes in SHAPES; [a|b|c] is a choice, made anew for each place;
# n, k, … are small sizes drawn once for a call.
SHAPES = {
    "im": lambda s: (s["b"], s["h"], s["w"], s["c"]),
    "im1": lambda s: (s["h"], s["w"], s["c"]),
    "rgb": lambda s: (s["b"], s["h"], s["w"], 3),
    "im3": lambda s: (s["b"], s["d"], s["h"], s["w"], s["c"]),
    "seq": lambda s: (s["b"], s["w"] + 2, s["c"]),
    "k1": lambda s: (s["k"], s["c"], s["o"]),
    "k2": lambda s: (s["k"], s["j"], s["c"], s["o"]),
    "kt": lambda s: (s["k"], s["j"], s["o"], s["c"]),
    "kd": lambda s: (s["k"], s["j"], s["c"], 2),
    "kp": lambda s: (1, 1, s["c"] * 2, s["o"]),
    "k3": lambda s: (2, s["k"], s["j"], s["c"], s["o"]),
    "km": lambda s: (s["k"], s["j"], s["c"]),
    "v": lambda s: (s["b"], s["n"]),
    "u": lambda s: (s["b"], s["n"]),
    "t": lambda s: (s["b"], s["n"] + 8),
    "ch": lambda s: (s["c"],),
    "ch2": lambda s: (s["c"],),
    "ch3": lambda s: (s["c"],),
    "ch4": lambda s: (s["c"],),
    "m": lambda s: (s["b"], s["n"], s["n"]),
    "wide": lambda s: (s["b"], s["n"], s["n"] + 1),
    "tall": lambda s: (s["b"], s["n"] + 1, s["n"]),
    "r": lambda s: (s["b"], s["n"], 2),
    "rows": lambda s: (6, s["n"]),
}
CALLS = r"""
tf.nn.conv1d(seq, k1, [1|2], '[SAME|VALID]')
tf.nn.conv1d(seq, k1, 1, '[SAME|VALID]', dilations=[1|2])
tf.nn.conv2d(im, k2, [1|2], '[SAME|VALID]')
tf.nn.conv2d(im, k2, \[[1|2], [1|3]\], '[SAME|VALID]')
tf.nn.conv2d(im, k2, 1, '[SAME|VALID]', dilations=[1|2])
tf.nn.conv2d(im, k2, [1|2], \[\[0, 0\], \[1, 0\], \[[0|1], 1\], \[0, 0\]\])
tf.nn.conv2d_transpose(im, kt, tf.shape(tf.nn.conv2d_transpose(im, kt, \[im.shape[0], im.shape[1] * 2, im.shape[2] * 2, kt.shape[2]\], 2, 'SAME')), 2, 'SAME')
tf.nn.conv2d_transpose(im, kt, \[im.shape[0], im.shape[1] * 2 - [0|1], im.shape[2] * 2, kt.shape[2]\], 2, 'SAME')
tf.nn.depthwise_conv2d(im, kd, \[1, 1, 1, 1\], '[SAME|VALID]')
tf.nn.depthwise_conv2d(im, kd, \[1, 2, 2, 1\], '[SAME|VALID]')
tf.nn.depthwise_conv2d(im, kd, \[1, 1, 1, 1\], '[SAME|VALID]', dilations=\[2, [1|2]\])
tf.nn.separable_conv2d(im, kd, kp, \[1, 1, 1, 1\], '[SAME|VALID]')
tf.nn.conv3d(im3, k3, \[1, 1, [1|2], 1, 1\], '[SAME|VALID]')
tf.nn.atrous_conv2d(im, k2, [1|2], '[SAME|VALID]')
tf.nn.convolution(im, k2, padding='[SAME|VALID]', dilations=[1|2])
tf.nn.dilation2d(im, km, \[1, [1|2], [1|2], 1\], '[SAME|VALID]', 'NHWC', \[1, 1, [1|2], 1\])
tf.nn.erosion2d(im, km, \[1, 1, [1|2], 1\], '[SAME|VALID]', 'NHWC', \[1, 1, 1, 1\])
tf.nn.max_pool2d(im, [2|3], [1|2], '[SAME|VALID]')
tf.nn.max_pool2d(im, \[[1|2], 3\], \[1, [1|2]\], '[SAME|VALID]')
tf.nn.max_pool2d(im, 2, [1|2], \[\[0, 0\], \[1, 0\], \[1, 1\], \[0, 0\]\])
tf.nn.avg_pool2d(im, [2|3], [1|2], '[SAME|VALID]')
tf.nn.avg_pool2d(im, \[[1|2], 3\], \[1, [1|2]\], '[SAME|VALID]')
tf.nn.max_pool1d(seq, [2|3], [1|2], '[SAME|VALID]')
tf.nn.avg_pool1d(seq, [2|3], [1|2], '[SAME|VALID]')
tf.nn.max_pool3d(im3, 2, [1|2], '[SAME|VALID]')
tf.nn.avg_pool3d(im3, 2, [1|2], '[SAME|VALID]')
tf.nn.pool(im, \[2, [1|2]\], '[MAX|AVG]', padding='[SAME|VALID]', dilations=\[1, 1\], strides=\[1, [1|2]\])
tf.nn.pool(im, \[2, 2\], '[MAX|AVG]', padding='VALID', dilations=\[[1|2], 1\])
tf.nn.max_pool_with_argmax(im, 2, [1|2], '[SAME|VALID]')\[0\]
tf.nn.local_response_normalization(im, [1|2|5], bias=[1.0|0.5], alpha=0.3, beta=[0.5|0.75])
tf.nn.batch_normalization(im, ch, abs(ch2) + 0.5, ch3, ch4, 1e-3)
tf.compat.v1.nn.fused_batch_norm(im, ch, ch2, epsilon=1e-2)\[0\]
tf.compat.v1.nn.fused_batch_norm(im, ch, ch2, ch3, abs(ch4) + 0.5, epsilon=1e-2, is_training=False)\[0\]
tf.nn.moments(im, \[0, [1|2]\], keepdims=[True|False])
tf.nn.weighted_moments(v, [0|1], abs(u) + 0.1)
tf.nn.l2_normalize(v, [0|1|-1], 1e-6)
tf.nn.softmax(v, [0|1|-1])
tf.nn.log_softmax(v, [0|1|-1])
tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(u), v)
tf.nn.softmax_cross_entropy_with_logits(tf.transpose(tf.nn.softmax(u)), tf.transpose(v), axis=0)
tf.nn.sparse_softmax_cross_entropy_with_logits(\[0\] * v.shape\[0\], v)
tf.nn.sigmoid_cross_entropy_with_logits(tf.sigmoid(u), v)
tf.nn.weighted_cross_entropy_with_logits(tf.sigmoid(u), v, [0.5|2.0])
tf.nn.log_poisson_loss(abs(u), v, compute_full_loss=[True|False])
tf.nn.l2_loss(v)
tf.nn.ctc_loss(tf.constant(\[\[1\]\] * v.shape\[0\]), tf.stack(\[v, u, v * u\]), tf.constant(\[1\] * v.shape\[0\]), tf.constant(\[3\] * v.shape\[0\]), blank_index=0)
tf.nn.[elu|selu|softplus|softsign|silu|relu6|gelu|leaky_relu|sigmoid|tanh|crelu](v)
tf.nn.gelu(v, approximate=[True|False])
tf.nn.silu(v, [0.5|2.0])
tf.nn.space_to_depth(tf.nn.depth_to_space(tf.concat(\[im, im, im, im\], 3), 2), 2)
tf.nn.bias_add(im, ch)
tf.nn.embedding_lookup(v, \[0, 0\])
tf.nn.normalize_moments(tf.constant(2.0, v.dtype), ch, ch2, None)
tf.nn.compute_average_loss(v * u)
tf.nn.scale_regularization_loss(tf.nn.l2_loss(v))
tf.image.resize(im, \[[3|7|8], [2|5|9]\], '[bilinear|bicubic|nearest|area|lanczos3|lanczos5|gaussian|mitchellcubic]')
tf.image.resize(im, \[[3|7], [2|5]\], '[bilinear|bicubic|lanczos3]', antialias=True)
tf.image.resize(im, \[7, 9\], preserve_aspect_ratio=True)
tf.image.resize_with_pad(im, [3|8], [4|9], antialias=[True|False])
tf.image.resize_with_crop_or_pad(im, [3|8], [4|9])
tf.compat.v1.image.resize(im, \[[3|7], [2|9]\], [0|1|2|3], align_corners=[True|False])
tf.compat.v1.image.resize_bilinear(im, \[[3|7], [2|9]\], [True|False])
tf.compat.v1.image.resize_bicubic(im, \[[3|7], [2|9]\], [True|False])
tf.compat.v1.image.resize_nearest_neighbor(im, \[[3|7], [2|9]\], [True|False])
tf.image.crop_and_resize(im, tf.constant(\[\[0.1, 0.2, 0.9, 0.8\], \[0.5, -0.2, 0.1, 1.3\]\]), \[0, 0\], \[[2|3], 4\], '[bilinear|nearest]')
tf.image.crop_to_bounding_box(im, 1, 0, 2, 3)
tf.image.pad_to_bounding_box(im, 1, 2, 9, 10)
tf.image.central_crop(im, [0.5|0.8])
tf.image.rot90(im, [1|3])
tf.image.extract_patches(im, \[1, 2, [2|3], 1\], \[1, [1|2], 1, 1\], \[1, 1, [1|2], 1\], '[SAME|VALID]')
tf.image.[flip_left_right|flip_up_down|transpose](im)
tf.image.adjust_contrast(im, [0.5|2.0])
tf.image.adjust_brightness(im, 0.3)
tf.image.adjust_gamma(abs(im) + 0.1, [0.5|2.0], 1.5)
tf.image.adjust_saturation(tf.sigmoid(rgb), [0.5|1.5])
tf.image.adjust_hue(tf.sigmoid(rgb), [0.1|-0.3])
tf.image.rgb_to_hsv(tf.sigmoid(rgb))
tf.image.hsv_to_rgb(tf.sigmoid(rgb))
tf.image.[rgb_to_grayscale|rgb_to_yiq|yiq_to_rgb|rgb_to_yuv|yuv_to_rgb](rgb)
tf.image.per_image_standardization(im)
tf.image.total_variation(im)
tf.image.image_gradients(im)
tf.image.sobel_edges(im)
tf.image.psnr(im, im * 0.5, 1.0)
tf.image.ssim(tf.sigmoid(im), tf.sigmoid(im * 2.0), 1.0, filter_size=[2|3])
tf.image.ssim_multiscale(tf.sigmoid(im), tf.sigmoid(im * 2.0), 1.0, power_factors=\[0.5, 0.5\], filter_size=2)
tf.image.convert_image_dtype(im, im.dtype)
tf.image.grayscale_to_rgb(im\[..., :1\])
tf.signal.frame(t, [3|4], [1|2|5], pad_end=[True|False])
tf.signal.overlap_and_add(m, [1|2])
tf.abs(tf.signal.stft(t, [4|6], [1|3], [None|8], pad_end=[True|False]))
tf.math.real(tf.signal.stft(t, 4, 2))
tf.signal.inverse_stft(tf.signal.stft(t, 4, [1|2]), 4, [1|2])
tf.math.imag(tf.signal.rfft(t, \[[5|12|16]\]))
tf.signal.irfft(tf.signal.rfft(t), \[[7|10|16]\])
tf.math.real(tf.signal.rfft2d(m)) + tf.math.imag(tf.signal.rfft2d(m))
tf.signal.irfft2d(tf.signal.rfft2d(m), \[[3|6], [4|5]\])
tf.math.real(tf.signal.[fft|ifft](tf.complex(v, u)))
tf.math.imag(tf.signal.[fft2d|ifft2d|fftshift](tf.complex(m, m * m)))
tf.signal.dct(t, [1|2|3|4], norm=None)
tf.signal.dct(t, [2|3|4], norm='ortho')
tf.signal.dct(t, 2, n=[5|20])
tf.signal.idct(t, [1|2|3|4])
tf.signal.idct(t, [2|3|4], norm='ortho')
tf.signal.mdct(t\[:, :8\], 8, norm=[None|'ortho'])
tf.signal.inverse_mdct(m\[..., :2\], norm=[None|'ortho'])
tf.signal.mfccs_from_log_mel_spectrograms(t)
tf.math.segment_[sum|mean|max|min|prod](rows, \[0, 0, [0|1], 2, 2, [2|4]\])
tf.math.unsorted_segment_[sum|mean|max|min|prod|sqrt_n](rows, \[0, [2|-1], 1, 0, 2, 2\], [3|4])
tf.sparse.segment_[sum|mean|sqrt_n](rows, \[0, 3, 3, [1|5]\], \[0, 0, [0|1], 2\])
tf.sparse.segment_[sum|mean|sqrt_n](rows, \[0, 3, 3, [1|5]\], \[0, 0, 1, 2\], num_segments=[3|5])
tf.linalg.cholesky(tf.matmul(m, m, transpose_b=True) + 2.0 * tf.eye(m.shape\[-1\], dtype=m.dtype))
tf.linalg.cholesky_solve(tf.linalg.cholesky(tf.matmul(m, m, transpose_b=True) + 2.0 * tf.eye(m.shape\[-1\], dtype=m.dtype)), r)
tf.linalg.[inv|det|pinv](m + 3.0 * tf.eye(m.shape\[-1\], dtype=m.dtype))
tf.linalg.slogdet(m)\[1\]
tf.linalg.solve(m + 3.0 * tf.eye(m.shape\[-1\], dtype=m.dtype), r, adjoint=[True|False])
tf.linalg.triangular_solve(m + 3.0 * tf.eye(m.shape\[-1\], dtype=m.dtype), r, [True|False], [True|False])
tf.linalg.lstsq(tall, tf.concat(\[r, r\[:, :1\]\], 1), l2_regularizer=[0.0|0.1])
tf.linalg.lstsq(wide, r, l2_regularizer=[0.0|0.1])
tf.linalg.qr([m|tall] * 1.0)\[[0|1]\]
tf.linalg.svd([m|tall|wide] * 1.0, compute_uv=False)
abs(tf.linalg.svd([m|tall|wide] * 1.0)\[[1|2]\])
tf.linalg.eigh(m + tf.linalg.matrix_transpose(m))\[0\]
abs(tf.linalg.eigh(m + tf.linalg.matrix_transpose(m))\[1\])
tf.linalg.[expm|sqrtm](m * 0.3 + 2.0 * tf.eye(m.shape\[-1\], dtype=m.dtype))
tf.linalg.[trace|diag_part|matrix_transpose](m)
tf.linalg.band_part(m, [0|1|-1], [0|1|-1])
tf.linalg.diag_part(m, k=([-1|0], [0|1]))
tf.linalg.set_diag(m, v)
tf.linalg.norm(m, [1|2|'fro'|np.inf], axis=\[-2, -1\])
tf.linalg.norm(v, [1|2|3|np.inf], axis=[0|1])
tf.linalg.normalize(v, [1|2|3], axis=[0|1])
tf.linalg.tridiagonal_solve(tf.stack(\[v, u + 4.0, v * u\], 1), r)
tf.linalg.tridiagonal_matmul(tf.stack(\[v, u + 4.0, v * u\], 1), r)
tf.linalg.banded_triangular_solve(tf.stack(\[u + 4.0, v\], 1), r, lower=[True|False], adjoint=[True|False])
tf.linalg.[matvec](m, v)
tf.linalg.cross(tf.concat(\[v, v, v\], 1)\[:, :3\], tf.concat(\[u, u, u\], 1)\[:, :3\])
tf.linalg.tensor_diag(v)
tf.linalg.LinearOperatorToeplitz(v, u).matmul(r)
tf.linalg.global_norm(\[v, u\])
tf.einsum('[bij,bjk->bik|bij,bjk->ki|bij,bjk->b|bij,bik->j]', m, m)
tf.tensordot(m, m, \[\[[1|2]\], \[[1|2]\]\])
tf.math.cumprod(v, axis=[0|1], exclusive=[True|False], reverse=[True|False])
tf.math.cumsum(v, axis=[0|1], exclusive=[True|False], reverse=[True|False])
tf.math.cumulative_logsumexp(v, axis=[0|1], exclusive=[True|False], reverse=[True|False])
tf.reduce_prod(v, [0|1])
tf.reduce_logsumexp(v, [0|1], keepdims=[True|False])
tf.math.reduce_[std|variance|euclidean_norm](v, [0|1])
tf.math.[erf|erfc|lgamma|digamma|sinh|asinh|atan|bessel_i0|bessel_i1e|expm1|ndtri](tf.sigmoid(v))
tf.math.[igamma|igammac|igamma](abs(u) + 0.5, abs(v) + 0.5)
tf.math.betainc(abs(u) + 0.5, abs(u) + 1.0, tf.sigmoid(v))
tf.math.[zeta|polygamma]([2.0|3.0] + 0.0 * v, abs(u) + 1.0)
tf.math.[atan2|atan2|xlogy|xdivy|xlog1py|squared_difference|divide_no_nan|multiply_no_nan](abs(u) + 0.1, abs(v) + 0.1)
tf.math.top_k(v, 2)\[0\]
tf.sort(v, [0|1], '[ASCENDING|DESCENDING]')
tf.math.special.[dawsn|expint|fresnel_cos|fresnel_sin|spence|bessel_j0|bessel_k0e|bessel_y1](abs(v) + 0.2)
tf.gather(m, \[1, 0, [0|1]\], axis=[1|2], batch_dims=0)
tf.gather_nd(m, \[\[0, 1\], \[0, 1\]\])
tf.tensor_scatter_nd_[add|sub|update|max|min](v, \[\[0, 0\], \[0, 1\]\], v\[0, :2\] * 2.0)
tf.pad(v, \[\[1, 0\], \[0, 1\]\], '[CONSTANT|REFLECT|SYMMETRIC]')
tf.roll(v, \[1, [2|-1]\], \[0, 1\])
tf.space_to_batch(im\[:, :2, :2\], \[2, [1|2]\], \[\[0, [0|2]\], \[0, 0\]\])
tf.repeat(v, \[1, 2\] + \[1\] * (v.shape\[1\] - 2), axis=1)
tf.clip_by_norm(v, 1.0, axes=[None|0|1])
tf.clip_by_global_norm(\[v, u\], 1.0)\[0\]
tf.clip_by_value(v, -0.5, u)
tf.quantization.fake_quant_with_min_max_args(tf.cast(v, tf.float32), -1.0, 1.0)
tf.quantization.fake_quant_with_min_max_vars(tf.cast(v, tf.float32), -0.7, 0.9)
""".strip().splitlines()


@dataclasses.dataclass
class Program:
    expression: str
    sizes: dict
    numbers: int


def program(seed):
    rng = np.random.default_rng(seed)
    text = CALLS[seed % len(CALLS)].replace("\\[", "\1").replace("\\]", "\2")
    while (start := text.find("[")) >= 0:
        end = text.index("]", start)
        inner = text[start + 1 : end]
        chosen = (
            inner.split("|")[int(rng.integers(inner.count("|") + 1))]
            if "|" in inner or inner == "matvec"
            else f"\1{inner}\2"
        )
        text = text[:start] + chosen + text[end + 1 :]
    sizes = {
        "b": (1, 4),
        "h": (3, 8),
        "w": (3, 8),
        "c": (1, 4),
        "d": (2, 4),
        "k": (1, 4),
        "j": (1, 4),
        "o": (1, 4),
        "n": (2, 5),
    }
    return Program(
        text.replace("\1", "[").replace("\2", "]"), {k: int(rng.integers(*v)) for k, v in sizes.items()}, seed
    )


def outcomes(tf, p):
    """The result, its derivative by each input, and derivatives of these, eagerly and in a function."""
    code = compile(p.expression, "call", "eval")
    names = [name for name in SHAPES if name in code.co_names]
    rng = np.random.default_rng(p.numbers)
    values = [
        tf.constant(
            rng.uniform(-1.5, 1.5, SHAPES[name](p.sizes)), tf.float64 if "fake" not in p.expression else tf.float32
        )
        for name in names
    ]
    if "float32" in p.expression or any(
        w in p.expression
        for w in ("crop_and_resize", "avg_pool3d", "ctc_loss", "adjust_", "ssim", "local_response", "extract_glimpse")
    ):
        values = [tf.cast(v, tf.float32) for v in values]

    def total(results, first):
        result = 0.0
        for i, leaf in enumerate(tf.nest.flatten(results)):
            if leaf is not None and tf.is_tensor(leaf) and leaf.dtype.is_floating:
                weights = tf.cast(tf.range(tf.size(leaf)) * 7 % 5 + first + i, leaf.dtype) / 3.0
                result += tf.cast(tf.reduce_sum(tf.reshape(leaf, [-1]) * weights), tf.float64)
        return result

    def both(*inputs):
        scope = {"tf": tf, "np": np, **dict(zip(names, inputs, strict=True))}
        with tf.GradientTape(persistent=True) as outer:
            outer.watch(inputs)
            with tf.GradientTape() as inner:
                inner.watch(inputs)
                value = eval(code, scope)
                one = total(value, 1)
            first = [None if g is None else tf.convert_to_tensor(g) for g in inner.gradient(one, inputs)]
            two = total(first, 2)
        try:
            second = outer.gradient(two, inputs) if tf.is_tensor(two) else []
        except LookupError:
            second = []
        second = [None if g is None else tf.convert_to_tensor(g) for g in second]
        return [v for v in tf.nest.flatten(value)], first, second

    found = {}
    for name, function in {"eager": both, "function": tf.function(both, autograph=False)}.items():
        try:
            value = function(*values)
            found[name] = [[v.numpy() if hasattr(v, "numpy") else v for v in part] for part in value], None
        except Exception as error:
            found[name] = None, error
    return found


def compared(theirs, ours):
    """What is different, a line each. Where TensorFlow fails for want of kernels or by itself, nothing is asked."""
    lines = []
    for way in theirs:
        (want, their_error), (got, our_error) = theirs[way], ours[way]
        if their_error is not None or our_error is not None:
            a, b = type(their_error).__name__, [c.__name__ for c in type(our_error).__mro__]
            if their_error is None:
                lines.append(f"{way}: ours raises {type(our_error).__name__} {str(our_error)[:300]}")
            elif our_error is not None and a not in b and way == "eager":
                lines.append(
                    f"{way}: TensorFlow raises {type(their_error).__name__} {str(their_error)[:200]}, ours {type(our_error).__name__} {str(our_error)[:200]}"
                )
            continue
        for part, w, g in zip(("value", "first derivative", "second derivative"), want, got, strict=True):
            if part == "second derivative" and (
                not w or not g and all(a is not None and np.all(np.isnan(a)) for a in w)
            ):
                continue  # there is none, or TensorFlow's is not a number
            if len(w) != len(g):
                lines.append(f"{way}, {part}: {len(g)} for {len(w)}: {g!r:.200}, TensorFlow {w!r:.200}")
                continue
            for i, (a, b) in enumerate(zip(w, g, strict=True)):
                if a is None or b is None:
                    given = [x for x in (a, b) if isinstance(x, np.ndarray)]
                    if type(a) is not type(b) and not (given and not np.any(given[0])):
                        lines.append(f"{way}, {part} {i}: {b!r:.200} for {a!r:.200}")
                    continue
                a, b = np.asarray(a), np.asarray(b)
                scale = max(1.0, float(np.max(np.abs(a[np.isfinite(a)]), initial=0.0))) if a.dtype.kind == "f" else 1.0
                bound = 2e-4 if a.dtype == np.float32 else 1e-6
                if (
                    a.shape != b.shape
                    or a.dtype != b.dtype
                    or not np.allclose(a, b, bound, bound * scale, equal_nan=True)
                ):
                    lines.append(
                        f"{way}, {part} {i}: {b.dtype} {b.shape} {b.ravel()[:6]} for {a.dtype} {a.shape} {a.ravel()[:6]}".replace(
                            "\n", " "
                        )
                    )
    return lines
