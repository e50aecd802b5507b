"""The first steps of libraries that are made for TensorFlow: TensorNetwork, TensorLy, Edward2, TensorFlow Graphics."""

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program


@program
def tensornetwork():
    import tensornetwork as tn

    tn.set_default_backend("tensorflow")
    a, b, c = (tf.constant(normal(3, 4, seed=i)) for i in range(3))

    @tf.function
    def contracted(a, b, c):
        x, y, z = tn.Node(a), tn.Node(b), tn.Node(c)
        x[1] ^ y[1]
        y[0] ^ z[0]
        return tn.contractors.greedy([x, y, z], output_edge_order=[x[0], z[1]]).tensor

    with tf.GradientTape() as tape:
        tape.watch(a)
        y = tf.reduce_sum(contracted(a, b, c) ** 2)
    ncon = tn.ncon([a, b, c], [(-1, 1), (2, 1), (2, -2)])
    return [contracted(a, b, c), ncon, tape.gradient(y, a)]


@program
def tensorly():
    import tensorly as tl
    from tensorly.decomposition import parafac, tucker

    tl.set_backend("tensorflow")
    x = tl.tensor(np.arange(24.0).reshape(3, 4, 2))
    factors = parafac(x, rank=2, init="svd", n_iter_max=20)
    core = tucker(x, rank=[2, 2, 2], init="svd", n_iter_max=5)
    return [tl.cp_to_tensor(factors), tl.tucker_to_tensor(core), tl.unfold(x, 1), tl.norm(x)]


@program
def edward2():
    import scipy.stats

    # Edward2 wraps `rvs` of all of SciPy's distributions; newer ones have one that gives no numbers.
    for name, each in list(vars(scipy.stats).items()):
        if name.startswith("dirichlet_") and not hasattr(each, "rvs"):
            delattr(scipy.stats, name)
    import edward2 as ed

    def model(x):
        w = ed.Normal(loc=tf.zeros([2]), scale=1.0, name="w")
        return ed.Normal(loc=tf.linalg.matvec(x, w), scale=0.1, name="y")

    x = tf.constant(normal(4, 2))
    log_joint = ed.make_log_joint_fn(model)
    with ed.tape() as tape:
        model(x)
    return [log_joint(x, w=tf.constant([0.5, -1.0]), y=tf.ones([4])), sorted(tape), tape["y"].shape.as_list()]


@program
def graphics_transformations():
    from tensorflow_graphics.geometry.transformation import axis_angle, euler, quaternion, rotation_matrix_3d

    angles = tf.constant(normal(5, 3))
    matrix = rotation_matrix_3d.from_euler(angles)
    turned = quaternion.from_rotation_matrix(matrix)
    axis, angle = axis_angle.from_quaternion(turned)
    with tf.GradientTape() as tape:
        tape.watch(angles)
        loss = tf.reduce_sum(rotation_matrix_3d.rotate(tf.ones([5, 3]), rotation_matrix_3d.from_euler(angles)) ** 3)
    found = [matrix, turned, axis, angle, euler.from_rotation_matrix(matrix), tape.gradient(loss, angles)]
    return [*found, quaternion.rotate(tf.ones([5, 3]), turned), rotation_matrix_3d.is_valid(matrix)]


@program
def graphics_shapes():
    from tensorflow_graphics.geometry.representation import grid, ray, triangle
    from tensorflow_graphics.math import vector
    from tensorflow_graphics.math.interpolation import bspline, slerp
    from tensorflow_graphics.rendering.camera import perspective

    points = tf.constant(normal(4, 3)) + [0.0, 0.0, 5.0]
    focal, center = tf.constant([[2.0, 2.0]] * 4), tf.constant([[1.0, 1.0]] * 4)
    found = [perspective.project(points, focal, center), grid.generate([0.0, 0.0], [1.0, 2.0], [2, 3])]
    found += [triangle.normal(points[0], points[1], points[2]), vector.cross(points, points[::-1])]
    found += [slerp.interpolate(points, points[::-1], 0.3, slerp.InterpolationType.VECTOR)]
    found += [bspline.interpolate(tf.constant([[1.0], [2.0], [3.0], [4.0]])[..., 0], 0.5, 2, False)]
    return [
        *found,
        ray.intersection_ray_sphere(tf.zeros([3]), tf.ones([1]), tf.constant([0.0, 0.0, 1.0]), -points[0])[0],
    ]
