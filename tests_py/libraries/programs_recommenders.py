"""The first steps of TensorFlow Recommenders: towers, tasks, indexes, crosses of features, on data that are made up."""

import os
import tempfile

import numpy as np
import tensorflow as tf
import tensorflow_recommenders as tfrs

from libraries.registry import normal, program

USERS = [f"user {k}" for k in range(12)]
ITEMS = [f"item {k}" for k in range(20)]
keras = tf.keras


def _ratings(count=64):
    draw = np.random.default_rng(5)
    users, items = draw.integers(len(USERS), size=count), draw.integers(len(ITEMS), size=count)
    return {
        "user": np.array(USERS)[users],
        "item": np.array(ITEMS)[items],
        "rating": (1 + (users * 3 + items) % 5).astype("f"),
        "when": np.linspace(0, 1, count).astype("f"),
    }


def _batches(size=16):
    return tf.data.Dataset.from_tensor_slices(_ratings()).batch(size).cache()


def _items():
    return tf.data.Dataset.from_tensor_slices(ITEMS)


def _tower(vocabulary, width=8):
    keras.utils.set_random_seed(len(vocabulary))
    return keras.Sequential(
        [
            keras.layers.StringLookup(vocabulary=vocabulary, mask_token=None),
            keras.layers.Embedding(len(vocabulary) + 1, width),
        ]
    )


class _Retrieval(tfrs.Model):
    """Users and items in one space."""

    def __init__(self, task, with_identifiers=True):
        super().__init__()
        self.users, self.items, self.task = _tower(USERS), _tower(ITEMS), task
        self.with_identifiers = with_identifiers

    def compute_loss(self, inputs, training=False):
        users, items = self.users(inputs["user"]), self.items(inputs["item"])
        identifiers = inputs["item"] if self.with_identifiers else None
        return self.task(users, items, candidate_ids=identifiers, compute_metrics=not training)


def _top(model, k=5):
    # By their names: scores of the same item, computed in two ways, may differ in the last bit.
    named = _items().batch(8).map(lambda names: (names, model.items(names)))
    return tfrs.metrics.FactorizedTopK(candidates=named, ks=(1, k))


@program
def recommenders_retrieval():
    model = _Retrieval(tfrs.tasks.Retrieval())
    model.task.factorized_metrics = _top(model)
    model.compile(optimizer=keras.optimizers.Adagrad(0.5))
    history = model.fit(_batches(), epochs=3, verbose=0, shuffle=False).history
    return [history, model.evaluate(_batches(), return_dict=True, verbose=0), model.users(tf.constant(USERS[:2]))]


@program
def recommenders_kinds_of_retrieval():
    found = []
    for options, with_identifiers in (
        ({"temperature": 0.5}, False),
        ({"num_hard_negatives": 4}, False),
        ({"remove_accidental_hits": True}, True),
        ({"loss": keras.losses.BinaryCrossentropy(from_logits=True)}, False),
        ({"batch_metrics": [keras.metrics.TopKCategoricalAccuracy(3)], "loss_metrics": [keras.metrics.Mean()]}, False),
    ):
        model = _Retrieval(tfrs.tasks.Retrieval(**options), with_identifiers)
        model.compile(optimizer=keras.optimizers.SGD(0.1))
        history = model.fit(_batches(), epochs=2, verbose=0, shuffle=False).history
        found.append([history[name] for name in sorted(history)])
    task = tfrs.tasks.Retrieval()
    users, items = normal(4, 6), normal(7, 6, seed=1)
    found.append(task(tf.constant(users), tf.constant(items), candidate_sampling_probability=tf.fill([7], 0.2)))
    found.append(task(tf.constant(users), tf.constant(items), sample_weight=tf.constant([1.0, 0.0, 2.0, 1.0])))
    found.append(task(tf.constant(normal(4, 3, 6)), tf.constant(items), compute_metrics=False))
    return found


@program
def recommenders_indexes():
    model = _Retrieval(tfrs.tasks.Retrieval())
    named = _items().batch(10).map(lambda names: (names, model.items(names)))
    found = []
    queries = tf.constant(USERS[:3])
    for index in (
        tfrs.layers.factorized_top_k.BruteForce(model.users, k=4),
        tfrs.layers.factorized_top_k.Streaming(model.users, k=4),
        tfrs.layers.factorized_top_k.Streaming(model.users, k=4, handle_incomplete_batches=False, num_parallel_calls=1),
    ):
        index.index_from_dataset(named)
        scores, identifiers = index(queries)
        found += [scores, identifiers, index(queries, k=2)[1], index.is_exact()]
        found += index.query_with_exclusions(queries, exclusions=identifiers[:, :2])
    exact = tfrs.layers.factorized_top_k.BruteForce(model.users)
    exact.index(model.items(tf.constant(ITEMS)), tf.constant(ITEMS))
    exact(queries)
    folder = os.path.join(tempfile.mkdtemp(), "index")
    tf.saved_model.save(exact, folder)
    loaded = tf.saved_model.load(folder)
    return [*found, *loaded(USERS[:1]), *exact.predict(queries, verbose=0)]


@program
def recommenders_top_k():
    # Quarters: no product or sum of these is rounded.
    candidates, queries = (np.round(4 * normal(n, 4, seed=n)) / 4 for n in (20, 6))
    true = candidates[[0, 3, 5, 7, 9, 11]]
    found = []
    data = tf.data.Dataset.from_tensor_slices(candidates).batch(6)
    streaming = tfrs.layers.factorized_top_k.Streaming(k=10).index_from_dataset(data)
    for given in (data, streaming):
        metric = tfrs.metrics.FactorizedTopK(candidates=given, ks=(1, 5, 10))
        for weights in (None, tf.constant([1.0, 2.0, 0.0, 1.0, 1.0, 3.0])):
            metric.update_state(tf.constant(queries), tf.constant(true), sample_weight=weights)
            found.append([m.result() for m in metric.metrics])
        metric.reset_states()
        found.append([metric.result(), [m.name for m in metric.metrics]])
    return found


class _Ranking(tfrs.Model):
    """Ratings of pairs."""

    def __init__(self):
        super().__init__()
        self.users, self.items = _tower(USERS), _tower(ITEMS)
        keras.utils.set_random_seed(1)
        self.score = keras.Sequential(
            [keras.layers.Dense(16, "relu"), keras.layers.Dense(8, "relu"), keras.layers.Dense(1)]
        )
        self.task = tfrs.tasks.Ranking(keras.losses.MeanSquaredError(), metrics=[keras.metrics.RootMeanSquaredError()])

    def call(self, features):
        return self.score(tf.concat([self.users(features["user"]), self.items(features["item"])], axis=1))

    def compute_loss(self, inputs, training=False):
        labels = inputs.pop("rating")
        return self.task(labels=labels, predictions=self(inputs))


@program
def recommenders_ranking():
    model = _Ranking()
    model.compile(optimizer=keras.optimizers.Adagrad(0.1))
    history = model.fit(_batches(), epochs=3, verbose=0, shuffle=False).history
    asked = {"user": tf.constant(USERS[:2]), "item": tf.constant(ITEMS[:2])}
    before = model(asked)
    folder = os.path.join(tempfile.mkdtemp(), "ranking")
    tf.saved_model.save(model, folder)
    loaded = tf.saved_model.load(folder)
    weights = os.path.join(tempfile.mkdtemp(), "weights")
    model.save_weights(weights)
    other = _Ranking()
    other.load_weights(weights)
    full = {"user": tf.constant(USERS[:2]), "item": tf.constant(ITEMS[:2]), "when": tf.zeros(2)}
    try:
        again = loaded(full)
    except ValueError:  # the signature has what fit gave
        again = loaded(asked)
    return [history, before, again, other(asked), model.evaluate(_batches(), verbose=0)]


class _Both(tfrs.Model):
    """Retrieval and ranking at once."""

    def __init__(self, of_ratings, of_pairs):
        super().__init__()
        self.users, self.items = _tower(USERS), _tower(ITEMS)
        keras.utils.set_random_seed(1)
        self.score = tfrs.layers.blocks.MLP(units=[16, 1], activation="relu")
        self.ranking = tfrs.tasks.Ranking(
            keras.losses.MeanSquaredError(), metrics=[keras.metrics.RootMeanSquaredError()]
        )
        self.retrieval = tfrs.tasks.Retrieval(metrics=_top(self))
        self.of_ratings, self.of_pairs = of_ratings, of_pairs

    def compute_loss(self, inputs, training=False):
        users, items = self.users(inputs["user"]), self.items(inputs["item"])
        scores = self.score(tf.concat([users, items], axis=1))
        return self.of_ratings * self.ranking(inputs["rating"], scores) + self.of_pairs * self.retrieval(
            users, items, candidate_ids=inputs["item"]
        )


@program
def recommenders_two_tasks():
    found = []
    for of_ratings, of_pairs in ((1.0, 0.0), (0.0, 1.0), (1.0, 1.0)):
        model = _Both(of_ratings, of_pairs)
        model.compile(optimizer=keras.optimizers.Adagrad(0.1))
        model.fit(_batches(), epochs=2, verbose=0, shuffle=False)
        found.append(model.evaluate(_batches(), return_dict=True, verbose=0))
    return found


@program
def recommenders_crosses():
    found = []
    x0, x = tf.constant(normal(6, 8)), tf.constant(normal(6, 8, seed=1))
    for options in ({}, {"projection_dim": 3}, {"projection_dim": 3, "diag_scale": 0.5}, {"use_bias": False}):
        keras.utils.set_random_seed(2)
        cross = tfrs.layers.dcn.Cross(**options)
        with tf.GradientTape() as tape:
            result = cross(x0, x)
            loss = tf.reduce_sum(result**2)
        config = {key: value for key, value in cross.get_config().items() if isinstance(value, (int, float))}
        found.append([result, tape.gradient(loss, cross.trainable_variables), config])
    keras.utils.set_random_seed(2)
    deep = tfrs.layers.feature_interaction.MultiLayerDCN(projection_dim=3, num_layers=2)
    found += [deep(x), [tuple(w.shape) for w in deep.weights]]
    parts = [tf.constant(normal(5, 4, seed=k)) for k in range(3)]
    for options in (
        {},
        {"self_interaction": True},
        {"skip_gather": True},
        {"self_interaction": True, "skip_gather": True},
    ):
        found.append(tfrs.layers.feature_interaction.DotInteraction(**options)(parts))
    inputs = keras.Input((8,))
    keras.utils.set_random_seed(3)
    model = keras.Model(inputs, keras.layers.Dense(1)(tfrs.layers.dcn.Cross(projection_dim=2)(inputs, inputs)))
    model.compile("sgd", "mse")
    data = normal(32, 8)
    found.append(model.fit(data, data[:, :1] * data[:, 1:2], epochs=3, verbose=0, shuffle=False).history["loss"])
    path = os.path.join(tempfile.mkdtemp(), "model.keras")
    model.save(path)
    return [*found, keras.models.load_model(path).predict(data[:3], verbose=0)]


@program
def recommenders_features_of_all_kinds():
    keras.utils.set_random_seed(4)
    when = _ratings()["when"]
    edges = keras.layers.Discretization([0.2, 0.4, 0.6, 0.8])
    scaled = keras.layers.Normalization(axis=None)
    scaled.adapt(when)
    words = keras.layers.TextVectorization(max_tokens=50)
    words.adapt(_items())
    titles = keras.Sequential(
        [words, keras.layers.Embedding(50, 4, mask_zero=True), keras.layers.GlobalAveragePooling1D()]
    )
    hashed = keras.Sequential([keras.layers.Hashing(num_bins=7), keras.layers.Embedding(7, 4)])
    steps = keras.Sequential([edges, keras.layers.Embedding(5, 4)])

    class Users(keras.Model):
        def __init__(self):
            super().__init__()
            self.hashed, self.steps, self.scaled, self.deep = hashed, steps, scaled, keras.layers.Dense(8)

        def call(self, inputs):
            parts = [self.hashed(inputs["user"]), self.steps(inputs["when"])]
            return self.deep(tf.concat([*parts, tf.reshape(self.scaled(inputs["when"]), (-1, 1))], axis=1))

    class Model(tfrs.Model):
        def __init__(self):
            super().__init__()
            self.users, self.task = Users(), tfrs.tasks.Retrieval()
            self.items = keras.Sequential([titles, keras.layers.Dense(8)])
            self.task.factorized_metrics = _top(self, 10)

        def compute_loss(self, inputs, training=False):
            users = self.users({k: inputs[k] for k in ("user", "when")})
            return self.task(users, self.items(inputs["item"]), candidate_ids=inputs["item"])

    model = Model()
    model.compile(keras.optimizers.Adagrad(0.1))
    history = model.fit(
        _batches(), epochs=2, verbose=0, validation_data=_batches(), validation_freq=2, shuffle=False
    ).history
    return [history, model.items(tf.constant(ITEMS[:2])), words.get_vocabulary()[:4]]


@program
def recommenders_lists():
    draw = np.random.default_rng(3)
    scores = tf.constant(draw.normal(size=(4, 5)).astype("f"))
    labels = tf.one_hot([0, 2, 1, 4], 5)
    negatives, chosen = tfrs.layers.loss.HardNegativeMining(2)(scores, labels)
    without = tfrs.layers.loss.RemoveAccidentalHits()(labels, scores, tf.constant([1, 2, 1, 3, 2]))
    corrected = tfrs.layers.loss.SamplingProbablityCorrection()(scores, tf.constant([0.1, 0.5, 0.2, 0.0, 0.3]))
    return [negatives, chosen, without, corrected]


@program
def recommenders_experimental_ranking():
    keras.utils.set_random_seed(6)

    class Tables(keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.tables = {name: keras.layers.Embedding(9, 4) for name in ("first", "second")}

        def call(self, features):
            return {name: table(features[name]) for name, table in self.tables.items()}

    blocks = tfrs.layers.blocks
    model = tfrs.experimental.models.Ranking(
        embedding_layer=Tables(),
        bottom_stack=blocks.MLP(units=[8, 4], final_activation="relu"),
        top_stack=blocks.MLP(units=[8, 1], final_activation="sigmoid"),
    )
    optimizer = tfrs.experimental.optimizers.CompositeOptimizer(
        [
            (keras.optimizers.legacy.Adam(0.01), lambda: model.embedding_trainable_variables),
            (keras.optimizers.legacy.SGD(0.1), lambda: model.dense_trainable_variables),
        ]
    )
    model.compile(optimizer=optimizer)
    draw = np.random.default_rng(7)
    features = {"dense_features": normal(32, 3)}
    features["sparse_features"] = {name: draw.integers(9, size=32) for name in ("first", "second")}
    data = tf.data.Dataset.from_tensor_slices((features, draw.integers(2, size=(32, 1)).astype("f"))).batch(8)
    history = model.fit(data, epochs=3, verbose=0, shuffle=False).history
    clippy = tfrs.experimental.optimizers.ClippyAdagrad(0.1)
    variable = tf.Variable([1.0, 2.0])
    for _ in range(3):
        clippy.apply_gradients([(variable * 3, variable)])
    return [history, model.predict(data, verbose=0)[:3], variable, [len(model.embedding_trainable_variables)]]
