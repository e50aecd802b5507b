"""The first steps of libraries that look into models or attack them: CleverHans, ART, tf-keras-vis."""

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program

keras = tf.keras


def _small_net():
    keras.utils.set_random_seed(2)
    inputs = keras.Input((12, 12, 3))
    h = keras.layers.Conv2D(4, 3, activation="relu", name="first")(inputs)
    h = keras.layers.Conv2D(6, 3, activation="relu", name="second")(h)
    return keras.Model(inputs, keras.layers.Dense(3, name="scores")(keras.layers.GlobalAveragePooling2D()(h)))


@program
def maps_of_what_matters():
    from tf_keras_vis import gradcam, gradcam_plus_plus, layercam, saliency, scorecam
    from tf_keras_vis.activation_maximization import ActivationMaximization
    from tf_keras_vis.utils.scores import CategoricalScore

    model, images, score = _weighted_net(), normal(2, 12, 12, 3), CategoricalScore([0, 2])
    found = []
    for kind in (gradcam.Gradcam, gradcam_plus_plus.GradcamPlusPlus, layercam.Layercam, scorecam.Scorecam):
        found.append(kind(model, clone=True)(score, images, penultimate_layer="second"))
    found.append(saliency.Saliency(model)(score, images))
    steps = ActivationMaximization(model)(CategoricalScore(1), seed_input=images[:1], steps=4, input_modifiers=None)
    return [*found, tf.constant(steps)]


def _weighted_net():
    """The small net with known weights."""
    model = _small_net()
    model.set_weights([0.3 * normal(*w.shape, seed=k) for k, w in enumerate(model.get_weights())])
    return model


@program
def cleverhans_attacks():
    from cleverhans.tf2.attacks.basic_iterative_method import basic_iterative_method
    from cleverhans.tf2.attacks.fast_gradient_method import fast_gradient_method
    from cleverhans.tf2.attacks.madry_et_al import madry_et_al
    from cleverhans.tf2.attacks.momentum_iterative_method import momentum_iterative_method
    from cleverhans.tf2.attacks.projected_gradient_descent import projected_gradient_descent

    model, images = _weighted_net(), tf.constant(normal(2, 12, 12, 3))
    found = []
    for norm in (np.inf, 2, 1):
        found.append(fast_gradient_method(model, images, 0.1, norm))
    found.append(fast_gradient_method(model, images, 0.1, np.inf, clip_min=-1.0, clip_max=1.0, y=[1, 2], targeted=True))
    found.append(basic_iterative_method(model, images, 0.1, 0.03, 4, np.inf))
    found.append(momentum_iterative_method(model, images, 0.1, 0.03, 4, np.inf))
    found.append(projected_gradient_descent(model, images, 0.1, 0.03, 4, np.inf, rand_init=None))
    tf.random.set_seed(1)
    moved = madry_et_al(model, images, 0.1, 0.03, 4, np.inf)
    return [*found, bool(tf.reduce_max(tf.abs(moved - images)) <= 0.1001)]


@program
def art_classifiers():
    from art.attacks.evasion import CarliniL2Method, DeepFool, FastGradientMethod, ProjectedGradientDescentTensorFlowV2
    from art.estimators.classification import TensorFlowV2Classifier

    model, images = _weighted_net(), normal(3, 12, 12, 3)
    loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    classifier = TensorFlowV2Classifier(
        model, 3, (12, 12, 3), loss_object=loss, optimizer=keras.optimizers.SGD(0.01), clip_values=(-3.0, 3.0)
    )
    labels = np.eye(3, dtype="f")[[0, 1, 2]]
    found = [
        classifier.predict(images),
        classifier.loss_gradient(images, labels),
        classifier.class_gradient(images, label=1),
    ]
    for attack in (
        FastGradientMethod(classifier, eps=0.1),
        ProjectedGradientDescentTensorFlowV2(classifier, eps=0.1, eps_step=0.03, max_iter=4, verbose=False),
        DeepFool(classifier, max_iter=3, verbose=False),
        CarliniL2Method(classifier, max_iter=2, binary_search_steps=1, verbose=False),
    ):
        found.append(attack.generate(images, labels) if not isinstance(attack, DeepFool) else attack.generate(images))
    np.random.seed(1)
    classifier.fit(images, labels, nb_epochs=2, batch_size=3)
    return [*found, classifier.predict(images)]
