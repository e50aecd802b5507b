"""Small forms of what tutorials for TensorFlow do, each a program that returns numbers, as in programs.py."""

import collections
import os
import re
import string
import sys
import tempfile
import wave

if __name__ == "__main__" and sys.argv[1] == "graphwright":
    import graphwright.as_tensorflow  # noqa: F401

import keras
import numpy as np
import tensorflow as tf
from keras import layers

from keras_models.programs import main, numbers

TUTORIALS = {}
VERSE = (
    "the hare ran down the hill and slept beneath a tree. the tortoise walked on, slow and sure, and passed the tree. "
    "when the hare woke the day was late. it ran and ran, and still the tortoise stood at the end of the road before it. "
)


def tutorial(function):
    TUTORIALS[function.__name__] = function
    return function


def flat(*values):
    return [float(v) for value in values for v in np.ravel(np.asarray(value, "float64"))[:8]]


@tutorial
def text_generation():
    """Characters, a GRU with a state that the caller keeps, and sampling one character at a time."""
    letters = sorted(set(VERSE))
    to_ids = layers.StringLookup(vocabulary=letters, mask_token=None)
    to_letters = layers.StringLookup(vocabulary=to_ids.get_vocabulary(), invert=True, mask_token=None)
    ids = to_ids(tf.strings.unicode_split(VERSE, "UTF-8"))
    data = tf.data.Dataset.from_tensor_slices(ids).batch(21, drop_remainder=True)
    data = (
        data.map(lambda chunk: (chunk[:-1], chunk[1:])).shuffle(100, seed=1).batch(4, drop_remainder=True).prefetch(2)
    )

    class Speller(keras.Model):
        def __init__(self):
            super().__init__()
            self.embedding = layers.Embedding(to_ids.vocabulary_size(), 8)
            self.gru = layers.GRU(16, return_sequences=True, return_state=True)
            self.out = layers.Dense(to_ids.vocabulary_size())

        def call(self, ids, states=None, return_state=False, training=False):
            x, states = self.gru(self.embedding(ids, training=training), initial_state=states, training=training)
            x = self.out(x, training=training)
            return (x, states) if return_state else x

    model = Speller()
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    history = model.fit(data, epochs=3, verbose=0)

    class OneStep(tf.Module):
        def __init__(self):
            unknown = to_ids(["[UNK]"])[:, None]
            shape = [to_ids.vocabulary_size()]
            mask = tf.SparseTensor(values=[-float("inf")] * len(unknown), indices=unknown, dense_shape=shape)
            self.mask = tf.sparse.to_dense(mask)

        @tf.function
        def __call__(self, texts, states=None):
            ids = to_ids(tf.strings.unicode_split(texts, "UTF-8")).to_tensor()
            scores, states = model(ids, states=states, return_state=True)
            scores = scores[:, -1, :] / 0.8 + self.mask
            found = tf.argmax(scores, -1)
            return to_letters(found), states

    step, states, text, written = OneStep(), None, tf.constant(["the hare", "it ran"]), []
    for _ in range(12):
        text, states = step(text, states=states)
        written.append(text)
    return [numbers(history), tf.strings.join(written).numpy()[0].decode(), flat(states)]


@tutorial
def translation_with_attention():
    """Words in one direction, attention on the other's, masks in loss and accuracy, and a loop that translates."""
    pairs = [
        ("eins zwei drei", "one two three"),
        ("zwei drei", "two three"),
        ("drei eins", "three one"),
        ("eins", "one"),
    ] * 4
    source, target = np.array([a for a, _ in pairs]), np.array([b for _, b in pairs])

    def cleaned(text):
        text = tf.strings.regex_replace(tf.strings.lower(text), "[^ a-z]", "")
        return tf.strings.join(["[START]", tf.strings.strip(text), "[END]"], separator=" ")

    words_in = layers.TextVectorization(standardize=cleaned, max_tokens=20, ragged=True)
    words_out = layers.TextVectorization(standardize=cleaned, max_tokens=20, ragged=True)
    words_in.adapt(source)
    words_out.adapt(target)

    def prepared(a, b):
        a, b = words_in(a).to_tensor(), words_out(b)
        return (a, b[:, :-1].to_tensor()), b[:, 1:].to_tensor()

    data = tf.data.Dataset.from_tensor_slices((source, target)).batch(8).map(prepared, tf.data.AUTOTUNE)

    class Translator(keras.Model):
        def __init__(self):
            super().__init__()
            self.embedded_in = layers.Embedding(20, 12, mask_zero=True)
            self.embedded_out = layers.Embedding(20, 12, mask_zero=True)
            self.encoder = layers.Bidirectional(layers.GRU(12, return_sequences=True), merge_mode="sum")
            self.decoder = layers.GRU(12, return_sequences=True, return_state=True)
            self.attention = layers.MultiHeadAttention(key_dim=12, num_heads=1)
            self.norm, self.add, self.out = layers.LayerNormalization(), layers.Add(), layers.Dense(20)

        def decode(self, context, x, state=None):
            x, state = self.decoder(self.embedded_out(x), initial_state=state)
            attended, weights = self.attention(query=x, value=context, return_attention_scores=True)
            return self.out(self.norm(self.add([x, attended]))), state, weights

        def call(self, inputs):
            context, x = inputs
            return self.decode(self.encoder(self.embedded_in(context)), x)[0]

    def loss(wanted, scores):
        each = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")(wanted, scores)
        mask = tf.cast(wanted != 0, each.dtype)
        return tf.reduce_sum(each * mask) / tf.reduce_sum(mask)

    def accuracy(wanted, scores):
        right = tf.cast(wanted, tf.int64) == tf.argmax(scores, -1)
        mask = tf.cast(wanted != 0, tf.float32)
        return tf.reduce_sum(tf.cast(right, tf.float32) * mask) / tf.reduce_sum(mask)

    model = Translator()
    model.compile(keras.optimizers.Adam(0.02), loss, metrics=[accuracy])
    history = model.fit(data.repeat(), epochs=3, steps_per_epoch=2, verbose=0)

    first, last = (words_out.get_vocabulary().index(word) for word in ("[START]", "[END]"))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def translate(texts):
        context = model.encoder(model.embedded_in(words_in(texts).to_tensor()))
        token = tf.fill([tf.shape(texts)[0], 1], tf.constant(first, tf.int64))
        done, state = tf.zeros(tf.shape(token), tf.bool), tf.zeros([tf.shape(texts)[0], 12])
        found = tf.TensorArray(tf.int64, size=0, dynamic_size=True)
        for t in tf.range(6):
            scores, state, _ = model.decode(context, token, state)
            token = tf.where(done, tf.constant(0, tf.int64), tf.argmax(scores, -1))
            done = done | (token == last)
            found = found.write(t, token[:, 0])
            if tf.reduce_all(done):
                break
        return tf.transpose(found.stack())

    ids = translate(tf.constant(["eins zwei", "drei"]))
    return [numbers(history), ids.numpy().tolist(), flat(model.get_weights()[0])]


@tutorial
def transformer():
    """Positions, blocks of self-attention with causal masks, a schedule with a warm-up, and a module that is exported."""

    def positions(length, depth):
        rates = 1 / 10000 ** (np.arange(depth // 2)[None] / (depth // 2))
        angles = np.arange(length)[:, None] * rates
        return tf.cast(np.concatenate([np.sin(angles), np.cos(angles)], -1), tf.float32)

    class Positional(layers.Layer):
        def __init__(self):
            super().__init__()
            self.embedding, self.places = layers.Embedding(12, 8, mask_zero=True), positions(32, 8)

        def compute_mask(self, *args, **kwargs):
            return self.embedding.compute_mask(*args, **kwargs)

        def call(self, x):
            x = self.embedding(x) * tf.math.sqrt(8.0)
            return x + self.places[None, : tf.shape(x)[1]]

    class Block(layers.Layer):
        def __init__(self):
            super().__init__()
            self.own = layers.MultiHeadAttention(2, 4, dropout=0.0)
            self.forward = keras.Sequential([layers.Dense(16, "relu"), layers.Dense(8)])
            self.norms = [layers.LayerNormalization() for _ in range(2)]

        def call(self, x):
            x = self.norms[0](x + self.own(query=x, value=x, key=x, use_causal_mask=True))
            return self.norms[1](x + self.forward(x))

    class WarmUp(keras.optimizers.schedules.LearningRateSchedule):
        def __call__(self, step):
            step = tf.cast(step, tf.float32)
            return tf.math.rsqrt(8.0) * tf.minimum(tf.math.rsqrt(step + 1), step * 4**-1.5)

        def get_config(self):
            return {}

    start = layers.Input((None,), dtype="int64")
    x = Positional()(start)
    for _ in range(2):
        x = Block()(x)
    model = keras.Model(start, layers.Dense(12)(x))
    rows = np.random.default_rng(3).integers(1, 12, (16, 9))
    model.compile(
        keras.optimizers.Adam(WarmUp(), beta_1=0.9, beta_2=0.98, epsilon=1e-9),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=0),
        metrics=["sparse_categorical_accuracy"],
    )
    history = model.fit(rows[:, :-1], rows[:, 1:], batch_size=4, epochs=2, verbose=0)

    class Continued(tf.Module):
        def __init__(self, model):
            self.model = model

        @tf.function(input_signature=[tf.TensorSpec([], tf.int64)])
        def __call__(self, first):
            row = tf.TensorArray(tf.int64, size=0, dynamic_size=True, clear_after_read=False).write(0, first)
            for i in tf.range(4):
                scores = self.model(row.stack()[None], training=False)
                row = row.write(i + 1, tf.argmax(scores[0, -1]))
            return row.stack()

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Continued(model), folder)
        loaded = tf.saved_model.load(folder)
        return [numbers(history), loaded(tf.constant(3, tf.int64)).numpy().tolist()]


@tutorial
def adversarial_pair():
    """A generator and a discriminator, two tapes in one function, checkpoints of both."""
    images = np.random.default_rng(4).uniform(-1, 1, (32, 8, 8, 1)).astype("f")
    generator = keras.Sequential(
        [
            layers.Input((5,)),
            layers.Dense(4 * 4 * 8, use_bias=False),
            layers.BatchNormalization(),
            layers.LeakyReLU(),
            layers.Reshape((4, 4, 8)),
            layers.Conv2DTranspose(4, 5, strides=2, padding="same", use_bias=False),
            layers.BatchNormalization(),
            layers.LeakyReLU(),
            layers.Conv2DTranspose(1, 5, padding="same", use_bias=False, activation="tanh"),
        ]
    )
    judge = keras.Sequential(
        [
            layers.Input((8, 8, 1)),
            layers.Conv2D(8, 5, strides=2, padding="same"),
            layers.LeakyReLU(),
            layers.Flatten(),
            layers.Dense(1),
        ]
    )
    entropy = keras.losses.BinaryCrossentropy(from_logits=True)
    optimizers = keras.optimizers.Adam(1e-3), keras.optimizers.Adam(1e-3)
    checkpoint = tf.train.Checkpoint(optimizers=list(optimizers), generator=generator, judge=judge)

    @tf.function
    def step(batch, noise):
        with tf.GradientTape() as tape, tf.GradientTape() as other:
            made = generator(noise, training=True)
            real, fake = judge(batch, training=True), judge(made, training=True)
            cost = entropy(tf.ones_like(fake), fake)
            judged = entropy(tf.ones_like(real), real) + entropy(tf.zeros_like(fake), fake)
        for optimizer, part, loss, model in zip(
            optimizers, (tape, other), (cost, judged), (generator, judge), strict=True
        ):
            gradients = part.gradient(loss, model.trainable_variables)
            optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return cost, judged

    found = []
    noise = tf.random.stateless_normal([8, 5], [1, 2])
    for batch in tf.data.Dataset.from_tensor_slices(images).shuffle(32, seed=2).batch(8):
        found += step(batch, noise)
    with tempfile.TemporaryDirectory() as folder:
        path = checkpoint.save(os.path.join(folder, "both"))
        before = generator(noise, training=False)
        step(images[:8], noise)
        checkpoint.restore(path).assert_consumed()
        same = bool(tf.reduce_all(before == generator(noise, training=False)))
    return [flat(*found), flat(before), same]


@tutorial
def image_to_image():
    """A U-net with skips, jitter of the images, an absolute loss beside the adversarial one, and a log of both."""
    rng = np.random.default_rng(5)
    inputs, wanted = (rng.uniform(-1, 1, (8, 16, 16, 3)).astype("f") for _ in range(2))

    def jittered(a, b):
        both = tf.image.resize(tf.stack([a, b]), [18, 18], method="nearest")
        both = tf.image.stateless_random_crop(both, [2, 16, 16, 3], seed=[3, 4])
        both = tf.image.stateless_random_flip_left_right(both, seed=[5, 6])
        return both[0], both[1]

    def down(filters, norm=True):
        start = tf.random_normal_initializer(0.0, 0.02, seed=filters)
        inner = [layers.Conv2D(filters, 4, strides=2, padding="same", kernel_initializer=start, use_bias=False)]
        return keras.Sequential(inner + [layers.BatchNormalization()] * norm + [layers.LeakyReLU()])

    def up(filters):
        start = tf.random_normal_initializer(0.0, 0.02, seed=filters)
        inner = layers.Conv2DTranspose(filters, 4, strides=2, padding="same", kernel_initializer=start, use_bias=False)
        return keras.Sequential([inner, layers.BatchNormalization(), layers.ReLU()])

    x = start = layers.Input((16, 16, 3))
    kept = []
    for block in (down(4, norm=False), down(8), down(8)):
        x = block(x)
        kept.append(x)
    for block, skip in zip((up(8), up(4)), reversed(kept[:-1]), strict=True):
        x = layers.Concatenate()([block(x), skip])
    unet = keras.Model(start, layers.Conv2DTranspose(3, 4, strides=2, padding="same", activation="tanh")(x))
    a, b = layers.Input((16, 16, 3)), layers.Input((16, 16, 3))
    y = down(4)(layers.concatenate([a, b]))
    judge = keras.Model([a, b], layers.Conv2D(1, 4)(layers.ZeroPadding2D()(y)))
    entropy = keras.losses.BinaryCrossentropy(from_logits=True)
    optimizers = [keras.optimizers.Adam(2e-4, beta_1=0.5) for _ in range(2)]
    found = []
    with tempfile.TemporaryDirectory() as folder:
        writer = tf.summary.create_file_writer(folder)

        @tf.function
        def step(a, b, number):
            with tf.GradientTape() as tape, tf.GradientTape() as other:
                made = unet(a, training=True)
                real, fake = judge([a, b], training=True), judge([a, made], training=True)
                far = tf.reduce_mean(tf.abs(b - made))
                cost = entropy(tf.ones_like(fake), fake) + 100 * far
                judged = entropy(tf.ones_like(real), real) + entropy(tf.zeros_like(fake), fake)
            for optimizer, part, loss, model in zip(
                optimizers, (tape, other), (cost, judged), (unet, judge), strict=True
            ):
                optimizer.apply_gradients(
                    zip(part.gradient(loss, model.trainable_variables), model.trainable_variables, strict=True)
                )
            with writer.as_default():
                tf.summary.scalar("cost", cost, step=number)
            return cost, far, judged

        data = tf.data.Dataset.from_tensor_slices((inputs, wanted)).map(jittered).batch(2)
        for number, (one, two) in data.repeat().take(5).enumerate():
            found += step(one, two, number)
        writer.flush()
        files = len(os.listdir(folder))
    return [flat(*found), files]


@tutorial
def style_transfer():
    """Gram matrices of a network's layers, an image as the variable, total variation."""
    network = keras.applications.VGG19(include_top=False, weights=None, input_shape=(32, 32, 3))
    network.trainable = False
    parts = [network.get_layer(name).output for name in ("block1_conv1", "block2_conv1", "block4_conv2")]
    extract = keras.Model([network.input], parts)

    def gram(x):
        found = tf.linalg.einsum("bijc,bijd->bcd", x, x)
        return found / tf.cast(tf.shape(x)[1] * tf.shape(x)[2], tf.float32)

    def features(image):
        *styles, content = extract(keras.applications.vgg19.preprocess_input(image * 255.0))
        return [gram(style) for style in styles], content

    content, style = np.random.default_rng(6).uniform(0, 1, (2, 1, 32, 32, 3)).astype("f")
    styles, wanted = features(style)[0], features(content)[1]
    image = tf.Variable(content)
    optimizer = keras.optimizers.Adam(learning_rate=0.02, beta_1=0.99, epsilon=1e-1)

    @tf.function()
    def step(image):
        with tf.GradientTape() as tape:
            found, kept = features(image)
            loss = tf.add_n([tf.reduce_mean((a - b) ** 2) for a, b in zip(found, styles, strict=True)]) * 1e-2
            loss += 1e4 * tf.reduce_mean((kept - wanted) ** 2) + 30 * tf.reduce_sum(tf.image.total_variation(image))
        optimizer.apply_gradients([(tape.gradient(loss, image), image)])
        image.assign(tf.clip_by_value(image, 0.0, 1.0))
        return loss

    return [flat([step(image) for _ in range(3)]), flat(image, tf.reduce_mean(image))]


@tutorial
def word_vectors():
    """Pairs of words beside each other, negative samples, dot products of two embeddings."""
    table = collections.Counter(VERSE.replace(",", "").replace(".", "").split())
    words = {word: i + 1 for i, (word, _) in enumerate(table.most_common())}
    row = [words[word] for word in VERSE.replace(",", "").replace(".", "").split()]
    targets, contexts, labels = [], [], []
    for i, word in enumerate(row):
        for other in row[max(0, i - 2) : i] + row[i + 1 : i + 3]:
            right = tf.reshape(tf.constant(other, tf.int64), (1, 1))
            wrong, _, _ = tf.random.log_uniform_candidate_sampler(right, 1, 4, True, len(words) + 1, seed=7)
            targets.append(word)
            contexts.append(tf.concat([tf.squeeze(right, 1), wrong], 0))
            labels.append(tf.constant([1] + [0] * 4, tf.int64))

    class Vectors(keras.Model):
        def __init__(self):
            super().__init__()
            self.target = layers.Embedding(len(words) + 1, 8, name="w2v_embedding")
            self.context = layers.Embedding(len(words) + 1, 8)

        def call(self, pair):
            target, context = pair
            return tf.einsum("be,bce->bc", self.target(target), self.context(context))

    data = (
        tf.data.Dataset.from_tensor_slices(((targets, contexts), labels))
        .shuffle(200, seed=8)
        .batch(16, drop_remainder=True)
    )
    model = Vectors()
    model.compile("adam", keras.losses.CategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    history = model.fit(data.cache().prefetch(1), epochs=3, verbose=0)
    return [numbers(history), flat(model.get_layer("w2v_embedding").get_weights()[0])]


@tutorial
def time_series():
    """Windows over a table of columns, a baseline, dense, convolutional and recurrent models, one that feeds itself."""
    t = np.arange(240)
    table = np.stack([np.sin(t / 7), np.cos(t / 11) * 2, np.sin(t / 24) + t / 100], 1).astype("f")
    table = (table - table.mean(0)) / table.std(0)

    def windows(width, shift):
        data = keras.utils.timeseries_dataset_from_array(
            table, None, width + shift, shuffle=True, seed=9, batch_size=32
        )
        return data.map(lambda rows: (rows[:, :width], rows[:, shift : shift + width, :1]))

    found = {}
    models = {
        "dense": keras.Sequential([layers.Dense(8, "relu"), layers.Dense(1)]),
        "convolution": keras.Sequential([layers.Conv1D(8, 3, padding="causal", activation="relu"), layers.Dense(1)]),
        "recurrent": keras.Sequential([layers.LSTM(8, return_sequences=True), layers.Dense(1)]),
    }
    for name, model in models.items():
        model.compile("adam", keras.losses.MeanSquaredError(), metrics=[keras.metrics.MeanAbsoluteError()])
        stop = keras.callbacks.EarlyStopping(monitor="loss", patience=1, mode="min")
        found[name] = numbers(model.fit(windows(6, 1), epochs=2, callbacks=[stop], verbose=0))

    class FeedBack(keras.Model):
        def __init__(self):
            super().__init__()
            self.cell = layers.LSTMCell(8)
            self.rnn, self.out = layers.RNN(self.cell, return_state=True), layers.Dense(3)

        def call(self, inputs, training=None):
            x, *state = self.rnn(inputs)
            rows = [self.out(x)]
            for _ in range(1, 4):
                x, state = self.cell(rows[-1], states=state, training=training)
                rows.append(self.out(x))
            return tf.transpose(tf.stack(rows), [1, 0, 2])

    data = keras.utils.timeseries_dataset_from_array(table, None, 12, sequence_stride=3, batch_size=16)
    model = FeedBack()
    model.compile("rmsprop", "mae")
    found["feedback"] = numbers(model.fit(data.map(lambda rows: (rows[:, :8], rows[:, 8:])), epochs=2, verbose=0))
    return found


@tutorial
def actor_and_critic():
    """An environment behind numpy_function, an episode as a loop over TensorArrays, returns by a reversed loop."""
    state = np.zeros(4, "f")

    def act(action):
        nonlocal state
        state = np.float32(0.9) * state + np.float32(0.1) * np.array([action, 1 - action, 0.5, -action], "f")
        return state, np.array(1, np.int32), np.array(state[0] > 0.35, np.int32)

    def env_step(action):
        return tf.numpy_function(act, [action], [tf.float32, tf.int32, tf.int32])

    common, actor, critic = layers.Dense(16, "relu"), layers.Dense(2), layers.Dense(1)
    start = layers.Input((4,))
    model = keras.Model(start, [actor(common(start)), critic(common(start))])
    optimizer = keras.optimizers.Adam(0.01)
    huber = keras.losses.Huber(reduction="sum")

    def episode(state, steps):
        chances = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
        values, rewards = (tf.TensorArray(kind, size=0, dynamic_size=True) for kind in (tf.float32, tf.int32))
        shape = state.shape
        for t in tf.range(steps):
            scores, value = model(tf.expand_dims(state, 0))
            action = tf.random.stateless_categorical(scores, 1, tf.stack([t, 5]))[0, 0]
            values = values.write(t, tf.squeeze(value))
            chances = chances.write(t, tf.nn.softmax(scores)[0, action])
            state, reward, done = env_step(action)
            state.set_shape(shape)
            rewards = rewards.write(t, reward)
            if tf.cast(done, tf.bool):
                break
        return chances.stack(), values.stack(), rewards.stack()

    def returns(rewards):
        n = tf.shape(rewards)[0]
        found = tf.TensorArray(dtype=tf.float32, size=n)
        rewards = tf.cast(rewards[::-1], tf.float32)
        total = tf.constant(0.0)
        shape = total.shape
        for i in tf.range(n):
            total = rewards[i] + 0.95 * total
            total.set_shape(shape)
            found = found.write(i, total)
        found = found.stack()[::-1]
        return (found - tf.math.reduce_mean(found)) / (tf.math.reduce_std(found) + 1e-6)

    @tf.function
    def step(state):
        with tf.GradientTape() as tape:
            chances, values, rewards = episode(state, 12)
            wanted = returns(rewards)
            chances, values, wanted = (tf.expand_dims(x, 1) for x in (chances, values, wanted))
            loss = -tf.reduce_sum(tf.math.log(chances) * (wanted - values)) + huber(values, wanted)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        return loss, tf.math.reduce_sum(rewards)

    found = []
    for _ in range(3):
        state = np.zeros(4, "f")
        found += step(tf.constant(state))
    return flat(*found)


@tutorial
def gradients_of_images():
    """A step along the sign of a gradient, a picture that excites a layer, integrated gradients."""
    network = keras.applications.MobileNetV2(input_shape=(32, 32, 3), weights=None, classes=5, alpha=0.35)
    network.trainable = False
    image = tf.constant(np.random.default_rng(10).uniform(-1, 1, (1, 32, 32, 3)).astype("f"))
    with tf.GradientTape() as tape:
        tape.watch(image)
        loss = keras.losses.CategoricalCrossentropy()(tf.one_hot([3], 5), network(image))
    # Ties of noise have signs of their own: its size counts, not each of them.
    attacked = tf.clip_by_value(image + 0.01 * tf.sign(tape.gradient(loss, image)), -1, 1)
    dream = keras.Model(network.input, [network.get_layer("block_1_expand_relu").output])

    class Dream(tf.Module):
        @tf.function(
            input_signature=(
                tf.TensorSpec([None, None, 3], tf.float32),
                tf.TensorSpec([], tf.int32),
                tf.TensorSpec([], tf.float32),
            )
        )
        def __call__(self, picture, steps, size):
            loss = tf.constant(0.0)
            for _ in tf.range(steps):
                with tf.GradientTape() as tape:
                    tape.watch(picture)
                    rolled = tf.roll(picture, shift=[2, 3], axis=[0, 1])
                    loss = tf.reduce_sum([tf.math.reduce_mean(x) for x in [dream(rolled[None])]])
                gradients = tape.gradient(loss, picture)
                gradients /= tf.math.reduce_std(gradients) + 1e-8
                picture = tf.clip_by_value(picture + gradients * size, -1, 1)
            return loss, picture

    excited, _ = Dream()(image[0], tf.constant(3), tf.constant(0.01))
    alphas = tf.linspace(0.0, 1.0, 9)
    path = tf.zeros_like(image) + alphas[:, None, None, None] * image
    with tf.GradientTape() as tape:
        tape.watch(path)
        chances = tf.nn.softmax(network(path), axis=-1)[:, 2]
    gradients = tape.gradient(chances, path)
    average = tf.math.reduce_mean((gradients[:-1] + gradients[1:]) / 2.0, axis=0)
    return flat(loss, tf.reduce_max(tf.abs(attacked - image)), excited, chances, tf.reduce_sum(average * image[0]))


@tutorial
def tables_of_columns():
    """A table with numbers and words: one layer for each column, a data set of dictionaries, class weights, curves."""
    rng = np.random.default_rng(11)
    table = {
        "age": rng.integers(1, 15, 64),
        "fee": rng.normal(100, 30, 64).astype("f"),
        "kind": rng.choice(["cat", "dog"], 64),
        "color": rng.choice(["black", "white", "brown"], 64),
    }
    wanted = ((table["age"] < 6) & (table["kind"] == "cat")).astype("int64")
    data = tf.data.Dataset.from_tensor_slices((table, wanted)).shuffle(64, seed=12).batch(16)
    inputs, parts = {}, []
    for name in ("age", "fee"):
        inputs[name] = layers.Input((1,), name=name)
        norm = layers.Normalization(axis=None)
        norm.adapt(data.map(lambda x, _, name=name: tf.cast(x[name], tf.float32)))
        parts.append(norm(inputs[name]))
    for name in ("kind", "color"):
        inputs[name] = layers.Input((1,), name=name, dtype="string")
        lookup = layers.StringLookup()
        lookup.adapt(data.map(lambda x, _, name=name: x[name]))
        encode = layers.CategoryEncoding(num_tokens=lookup.vocabulary_size())
        parts.append(encode(lookup(inputs[name])))
    model = keras.Model(inputs, layers.Dense(1)(layers.Dense(8, "relu")(layers.concatenate(parts))))
    model.compile(
        keras.optimizers.Adam(1e-2),
        keras.losses.BinaryCrossentropy(from_logits=True),
        metrics=[
            keras.metrics.BinaryAccuracy(name="accuracy"),
            keras.metrics.Precision(name="precision", thresholds=0.0),
            keras.metrics.AUC(name="prc", curve="PR", from_logits=True),
        ],
    )
    history = model.fit(
        data.map(lambda x, y: ({k: v[:, None] for k, v in x.items()}, y)),
        epochs=2,
        class_weight={0: 0.6, 1: 2.5},
        verbose=0,
    )
    one = {k: tf.convert_to_tensor([[v]]) for k, v in (("age", 3), ("fee", 100.0), ("kind", "cat"), ("color", "black"))}
    return [numbers(history), flat(model(one))]


@tutorial
def spoken_words():
    """Waves from files, spectrograms, a small network, and a module that takes files' names or waves."""
    rng = np.random.default_rng(13)
    with tempfile.TemporaryDirectory() as folder:
        for label, pitch in (("high", 880), ("low", 220)):
            os.makedirs(os.path.join(folder, label))
            for i in range(6):
                samples = (
                    np.sin(np.arange(1600 + 100 * i) * pitch * 2 * np.pi / 8000) * 8000
                    + rng.normal(size=1600 + 100 * i) * 500
                )
                with wave.open(os.path.join(folder, label, f"{i}.wav"), "wb") as file:
                    file.setnchannels(1)
                    file.setsampwidth(2)
                    file.setframerate(8000)
                    file.writeframes(samples.astype("<i2").tobytes())
        data = keras.utils.audio_dataset_from_directory(folder, batch_size=4, seed=0, output_sequence_length=2000)
        names = data.class_names

        def spectrogram(waves):
            found = tf.abs(tf.signal.stft(waves, frame_length=255, frame_step=128))
            return found[..., tf.newaxis]

        pictures = data.map(lambda x, y: (spectrogram(tf.squeeze(x, -1)), y)).cache()
        norm = layers.Normalization()
        norm.adapt(pictures.map(lambda x, _: x))
        model = keras.Sequential(
            [
                layers.Input(next(iter(pictures))[0].shape[1:]),
                layers.Resizing(16, 16),
                norm,
                layers.Conv2D(4, 3, activation="relu"),
                layers.MaxPooling2D(),
                layers.Flatten(),
                layers.Dense(len(names)),
            ]
        )
        model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
        history = model.fit(pictures, epochs=2, verbose=0)

        class Listener(tf.Module):
            def __init__(self):
                self.model = model
                self.__call__.get_concrete_function(x=tf.TensorSpec(shape=(), dtype=tf.string))
                self.__call__.get_concrete_function(x=tf.TensorSpec(shape=[None, 2000], dtype=tf.float32))

            @tf.function
            def __call__(self, x):
                if x.dtype == tf.string:
                    x = tf.io.read_file(x)
                    x, _ = tf.audio.decode_wav(x, desired_channels=1, desired_samples=2000)
                    x = tf.squeeze(x, axis=-1)[tf.newaxis, :]
                found = self.model(spectrogram(x), training=False)
                ids = tf.argmax(found, axis=-1)
                return {"predictions": found, "class_ids": ids, "class_names": tf.gather(names, ids)}

        tf.saved_model.save(Listener(), os.path.join(folder, "saved"))
        loaded = tf.saved_model.load(os.path.join(folder, "saved"))
        found = loaded(tf.constant(os.path.join(folder, "low", "0.wav")))
        return [numbers(history), names, flat(found["predictions"]), found["class_names"].numpy()[0].decode()]


@tutorial
def segmentation():
    """Outputs of several layers of a network without weights, upsampling with skips, weights of the pixels' classes."""
    base = keras.applications.MobileNetV2(input_shape=[32, 32, 3], include_top=False, weights=None, alpha=0.35)
    skips = [
        base.get_layer(name).output for name in ("block_1_expand_relu", "block_3_expand_relu", "block_6_expand_relu")
    ]
    encode = keras.Model(base.input, skips)
    encode.trainable = False
    start = layers.Input([32, 32, 3])
    *skips, x = encode(start)
    for skip, filters in zip(reversed(skips), (8, 4), strict=True):
        x = layers.Conv2DTranspose(filters, 3, strides=2, padding="same", use_bias=False)(x)
        x = layers.Concatenate()([layers.ReLU()(layers.BatchNormalization()(x)), skip])
    model = keras.Model(start, layers.Conv2DTranspose(3, 3, strides=2, padding="same")(x))
    rng = np.random.default_rng(14)
    images, masks = rng.uniform(0, 1, (8, 32, 32, 3)).astype("f"), rng.integers(0, 3, (8, 32, 32, 1))

    class Augment(layers.Layer):
        def __init__(self):
            super().__init__()
            self.inputs, self.labels = (layers.RandomFlip("horizontal", seed=15) for _ in range(2))

        def call(self, inputs, labels):
            return self.inputs(inputs), self.labels(labels)

    def weighted(image, label):
        weights = tf.constant([2.0, 2.0, 1.0])
        return image, label, tf.gather(weights / tf.reduce_sum(weights), indices=tf.cast(label, tf.int32))

    data = tf.data.Dataset.from_tensor_slices((images, masks)).cache().batch(4).repeat().map(Augment()).map(weighted)
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    history = model.fit(data, epochs=2, steps_per_epoch=2, verbose=0)
    made = tf.math.argmax(model.predict(images[:2], verbose=0), axis=-1)[..., tf.newaxis]
    return [numbers(history), list(made.shape)]


@tutorial
def advanced_gradients():
    """Stopped recording, own gradients that are saved, several tapes, Jacobians, Hessians and a step of Newton's."""
    x, y = tf.Variable(2.0), tf.Variable(3.0)
    found = []
    with tf.GradientTape() as tape:
        z = x * x
        with tape.stop_recording():
            y.assign_add(1.0)
        z += y * y
    found += tape.gradient(z, [x, y])
    with tf.GradientTape() as tape:
        z = x * x
        if z > 3:
            tape.reset()
            z = y * x
    found += [tape.gradient(z, x)]

    @tf.custom_gradient
    def clipped(v):
        return v, lambda upstream: tf.clip_by_norm(upstream, 0.5)

    class Module(tf.Module):
        @tf.function(input_signature=[tf.TensorSpec(None)])
        def own(self, v):
            return clipped(v) * 4

    with tempfile.TemporaryDirectory() as folder:
        tf.saved_model.save(Module(), folder, options=tf.saved_model.SaveOptions(experimental_custom_gradients=True))
        loaded = tf.saved_model.load(folder)
        v = tf.constant(2.0)
        with tf.GradientTape() as tape:
            tape.watch(v)
            out = loaded.own(v)
        found += [tape.gradient(out, v)]
    data = tf.random.stateless_normal([7, 5], [1, 1])
    layer = layers.Dense(10, activation=tf.nn.relu, kernel_initializer=keras.initializers.GlorotUniform(seed=16))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(data)
        out = layer(data)
    jacobian, batch = tape.jacobian(out, layer.kernel.value), tape.batch_jacobian(out, data)
    found += [tf.reduce_sum(jacobian), tf.reduce_sum(batch)]
    kernel = tf.Variable(tf.random.stateless_normal([5, 3], [2, 2]))
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            loss = tf.reduce_mean(tf.nn.softplus(data @ kernel) ** 2)
        gradient = inner.gradient(loss, kernel)
    hessian = outer.jacobian(gradient, kernel)
    matrix = tf.reshape(hessian, [15, 15]) + 1e-3 * tf.eye(15)
    kernel.assign_sub(tf.reshape(tf.linalg.solve(matrix, tf.reshape(gradient, [-1, 1])), kernel.shape))
    found += [loss, tf.norm(gradient), tf.reduce_mean(tf.nn.softplus(data @ kernel) ** 2)]
    return flat(*found)


@tutorial
def flexible_tensors():
    """Ragged and sparse tensors, slices, NumPy's functions, a type of one's own in functions and data sets."""
    found = []
    queries = tf.ragged.constant([["who", "is", "there"], ["pause"], ["will", "it", "rain", "later"]])
    buckets = tf.strings.to_hash_bucket_fast(queries, 64)
    embedded = tf.nn.embedding_lookup(tf.reshape(tf.range(64 * 3, dtype=tf.float32), [64, 3]), buckets)
    marker = tf.fill([queries.nrows(), 1], "#")
    pairs = tf.strings.join([tf.concat([marker, queries], 1), tf.concat([queries, marker], 1)], separator="+")
    found += [embedded.row_lengths(), tf.reduce_mean(embedded, axis=1), pairs.row_lengths()]
    st = tf.sparse.from_dense([[1.0, 0, 0, 8], [0, 0, 0, 0], [0, 0, 20.0, 0]])
    dense = tf.sparse.sparse_dense_matmul(tf.sparse.concat(0, [st, st]), tf.ones([4, 2]))
    found += [
        dense,
        tf.sparse.reduce_sum(tf.sparse.map_values(tf.add, st, 5.0)),
        tf.sparse.slice(st, [0, 2], [3, 2]).values,
    ]
    cube = tf.reshape(tf.range(27), [3, 3, 3])
    found += [
        cube[::2, -1, ..., tf.newaxis],
        tf.gather_nd(cube, [[0, 1], [2, 2]]),
        tf.boolean_mask(cube, cube % 5 == 0),
    ]
    found += [tf.tensor_scatter_nd_add(cube, [[1], [2]], tf.ones([2, 3, 3], tf.int32))]
    tnp = tf.experimental.numpy
    a = tnp.arange(12.0).reshape((3, 4)) if hasattr(tf.Tensor, "reshape") else tnp.reshape(tnp.arange(12.0), (3, 4))
    found += [tnp.var(a, axis=0), tnp.einsum("ij,kj->ik", a, a), tnp.where(a > 4, a, -a), tnp.cumsum(a, axis=1)]

    class Masked(tf.experimental.BatchableExtensionType):
        values: tf.Tensor
        mask: tf.Tensor

        def filled(self, other):
            return tf.where(self.mask, self.values, other)

    @tf.experimental.dispatch_for_api(tf.math.add)
    def masked_add(x: Masked, y: Masked):
        return Masked(x.values + y.values, x.mask & y.mask)

    one = Masked(tf.constant([[1.0, 2], [3, 4]]), tf.constant([[True, False], [True, True]]))

    @tf.function
    def doubled(value):
        return tf.add(value, value)

    for part in tf.data.Dataset.from_tensor_slices(doubled(one)).batch(2):
        found += [part.filled(-1.0)]
    return flat(*found)


@tutorial
def texts_in_folders():
    """Texts from folders, a standardization of one's own, a network of embeddings, and a model that takes raw texts."""
    good, bad = (
        ["a fine play<br />", "Great! Fun, great", "so fine, so good"],
        ["dull, dull", "a BAD play<br />", "bad and slow!"],
    )
    with tempfile.TemporaryDirectory() as folder:
        for label, texts in (("neg", bad), ("pos", good)):
            os.makedirs(os.path.join(folder, label))
            for i, text in enumerate(texts * 4):
                with open(os.path.join(folder, label, f"{i}.txt"), "w") as file:
                    file.write(text)
        train, test = keras.utils.text_dataset_from_directory(
            folder, batch_size=4, validation_split=0.25, subset="both", seed=42, verbose=False
        )

        @keras.saving.register_keras_serializable("tutorials")
        def cleaned(text):
            text = tf.strings.regex_replace(tf.strings.lower(text), "<br />", " ")
            return tf.strings.regex_replace(text, f"[{re.escape(string.punctuation)}]", "")

        words = layers.TextVectorization(
            standardize=cleaned, max_tokens=30, output_mode="int", output_sequence_length=6
        )
        words.adapt(train.map(lambda text, _: text))
        prepared = [
            part.map(lambda text, label: (words(text), label)).cache().prefetch(tf.data.AUTOTUNE)
            for part in (train, test)
        ]
        model = keras.Sequential(
            [
                layers.Embedding(30, 8),
                layers.Dropout(0.2),
                layers.GlobalAveragePooling1D(),
                layers.Dropout(0.2),
                layers.Dense(1, activation="sigmoid"),
            ]
        )
        model.compile("adam", keras.losses.BinaryCrossentropy(), metrics=[keras.metrics.BinaryAccuracy(threshold=0.5)])
        history = model.fit(prepared[0], validation_data=prepared[1], epochs=3, verbose=0)
        whole = keras.Sequential([layers.Input((1,), dtype="string"), words, model])
        before = whole(tf.constant([["a great play"], ["dull and slow"]]))
        path = os.path.join(folder, "whole.keras")
        whole.save(path)
        after = keras.models.load_model(path)(tf.constant([["a great play"], ["dull and slow"]]))
        return [numbers(history), words.get_vocabulary(), flat(before, after)]


@tutorial
def images_in_folders():
    """Pictures from folders, rescaled, turned and zoomed while training; a table of what was taken for what."""
    rng = np.random.default_rng(20)
    with tempfile.TemporaryDirectory() as folder:
        for label in ("daisy", "rose"):
            os.makedirs(os.path.join(folder, label))
            for i in range(8):
                picture = rng.integers(0, 256, (20, 24, 3)).astype("uint8")
                tf.io.write_file(os.path.join(folder, label, f"{i}.png"), tf.io.encode_png(picture))
        data = keras.utils.image_dataset_from_directory(
            folder, image_size=(16, 16), batch_size=4, seed=3, verbose=False
        )
        names = data.class_names
        data = data.cache().shuffle(10, seed=4).prefetch(tf.data.AUTOTUNE)
        model = keras.Sequential(
            [
                layers.Input((16, 16, 3)),
                layers.RandomFlip("horizontal", seed=5),
                layers.RandomRotation(0.1, seed=6),
                layers.RandomZoom(0.1, seed=7),
                layers.Rescaling(1.0 / 255),
                layers.Conv2D(4, 3, padding="same", activation="relu"),
                layers.MaxPooling2D(),
                layers.Flatten(),
                layers.Dense(2),
            ]
        )
        model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
        history = model.fit(data, epochs=2, verbose=0)
        listed = tf.data.Dataset.list_files(os.path.join(folder, "*/*.png"), shuffle=False)

        def read(path):
            label = tf.strings.split(path, os.sep)[-2] == tf.constant(names)
            image = tf.io.decode_png(tf.io.read_file(path), channels=3)
            return tf.image.resize(image, [16, 16]), tf.argmax(label)

        wanted, found = [], []
        for images, labels in listed.map(read, num_parallel_calls=tf.data.AUTOTUNE).batch(8):
            wanted += labels.numpy().tolist()
            found += np.argmax(model(images, training=False), -1).tolist()
        table = tf.math.confusion_matrix(wanted, found, num_classes=2)
        return [numbers(history), names, wanted, int(tf.reduce_sum(table))]


@tutorial
def penalty_on_gradients():
    """A critic whose gradients at points between real and made images are held near one."""
    rng = np.random.default_rng(21)
    real = rng.normal(size=(16, 6)).astype("f")
    critic, generator = mlp(6, 8, 1), mlp(3, 8, 6)

    class Pair(keras.Model):
        def __init__(self):
            super().__init__()
            self.critic, self.generator = critic, generator
            self.seeds = keras.random.SeedGenerator(22)

        def compile(self, one, other):
            super().compile()
            self.one, self.other = one, other

        def penalty(self, real, made):
            share = keras.random.uniform([tf.shape(real)[0], 1], seed=self.seeds)
            between = real + share * (made - real)
            with tf.GradientTape() as tape:
                tape.watch(between)
                judged = self.critic(between, training=True)
            size = tf.sqrt(tf.reduce_sum(tape.gradient(judged, [between])[0] ** 2, axis=1))
            return tf.reduce_mean((size - 1.0) ** 2)

        def train_step(self, real):
            for _ in range(2):
                noise = keras.random.normal([tf.shape(real)[0], 3], seed=self.seeds)
                with tf.GradientTape() as tape:
                    made = self.generator(noise, training=True)
                    judged = tf.reduce_mean(self.critic(made)) - tf.reduce_mean(self.critic(real))
                    judged += 10.0 * self.penalty(real, made)
                found = tape.gradient(judged, self.critic.trainable_variables)
                self.one.apply_gradients(zip(found, self.critic.trainable_variables, strict=True))
            noise = keras.random.normal([tf.shape(real)[0], 3], seed=self.seeds)
            with tf.GradientTape() as tape:
                cost = -tf.reduce_mean(self.critic(self.generator(noise, training=True)))
            found = tape.gradient(cost, self.generator.trainable_variables)
            self.other.apply_gradients(zip(found, self.generator.trainable_variables, strict=True))
            return {"judged": judged, "cost": cost}

    model = Pair()
    model.compile(keras.optimizers.Adam(1e-2, beta_1=0.5), keras.optimizers.Adam(1e-2, beta_1=0.5))
    return numbers(model.fit(real, batch_size=8, epochs=2, verbose=0))


def mlp(inputs, hidden, outputs):
    return keras.Sequential([layers.Input((inputs,)), layers.Dense(hidden, "relu"), layers.Dense(outputs)])


@tutorial
def codes_from_a_book():
    """An autoencoder whose codes are the nearest of a learned book; gradients go straight through."""

    class Book(layers.Layer):
        def build(self, shape):
            self.book = self.add_weight(
                shape=(shape[-1], 8), initializer=keras.initializers.RandomUniform(seed=23), name="book"
            )

        def call(self, x):
            rows = tf.reshape(x, [-1, self.book.shape[0]])
            far = tf.reduce_sum(rows**2, 1, keepdims=True) + tf.reduce_sum(self.book**2, 0) - 2 * rows @ self.book
            chosen = tf.one_hot(tf.argmin(far, 1), 8)
            found = tf.reshape(tf.matmul(chosen, self.book, transpose_b=True), tf.shape(x))
            self.add_loss(0.25 * tf.reduce_mean((tf.stop_gradient(found) - x) ** 2))
            self.add_loss(tf.reduce_mean((found - tf.stop_gradient(x)) ** 2))
            return x + tf.stop_gradient(found - x)

    start = layers.Input((8, 8, 1))
    x = layers.Conv2D(4, 3, strides=2, padding="same", activation="relu")(start)
    x = Book()(layers.Conv2D(2, 1)(x))
    x = layers.Conv2DTranspose(4, 3, strides=2, padding="same", activation="relu")(x)
    model = keras.Model(start, layers.Conv2DTranspose(1, 3, padding="same")(x))
    images = np.random.default_rng(24).normal(size=(16, 8, 8, 1)).astype("f")
    model.compile("adam", "mse")
    return numbers(model.fit(images, images, batch_size=8, epochs=3, verbose=0))


@tutorial
def denoising_in_steps():
    """Noise of a schedule, a network that tells it, a second one that is the mean of the first, and sampling in steps."""
    network, mean = mlp(5, 16, 4), mlp(5, 16, 4)
    mean.set_weights(network.get_weights())
    seeds = keras.random.SeedGenerator(25)
    optimizer = keras.optimizers.AdamW(1e-2, weight_decay=1e-4)
    norm = layers.Normalization()
    rows = np.random.default_rng(26).normal(2.0, 3.0, (32, 4)).astype("f")
    norm.adapt(rows)

    def rates(times):
        start, end = tf.acos(0.95), tf.acos(0.02)
        angles = start + times * (end - start)
        return tf.sin(angles), tf.cos(angles)

    def denoised(network, noisy, noise_rate, signal_rate):
        noise = network(tf.concat([noisy, tf.broadcast_to(noise_rate**2, [tf.shape(noisy)[0], 1])], 1), training=False)
        return noise, (noisy - noise_rate * noise) / signal_rate

    @tf.function(jit_compile=False)
    def step(batch):
        batch = norm(batch, training=True)
        noise = keras.random.normal(tf.shape(batch), seed=seeds)
        noise_rate, signal_rate = rates(keras.random.uniform([tf.shape(batch)[0], 1], seed=seeds))
        with tf.GradientTape() as tape:
            told, _ = denoised(network, signal_rate * batch + noise_rate * noise, noise_rate, signal_rate)
            loss = tf.reduce_mean(tf.abs(noise - told))
        gradients, size = tf.clip_by_global_norm(tape.gradient(loss, network.trainable_variables), 1.0)
        optimizer.apply_gradients(zip(gradients, network.trainable_variables, strict=True))
        for weight, other in zip(network.weights, mean.weights, strict=True):
            other.assign(0.9 * other + 0.1 * weight)
        return loss, size

    found = [step(batch) for batch in tf.data.Dataset.from_tensor_slices(rows).batch(16).repeat(2)]
    x = tf.random.stateless_normal([3, 4], [1, 3])
    for i in range(4):
        noise, signal = denoised(mean, x, *rates(tf.ones([3, 1]) - i / 4))
        noise_rate, signal_rate = rates(tf.ones([3, 1]) - (i + 1) / 4)
        x = signal_rate * signal + noise_rate * noise
    return flat(*(part for pair in found for part in pair), norm.mean + x * norm.variance**0.5)


@tutorial
def where_it_looked():
    """Which places of a picture spoke for a class: gradients at the last convolution, as a map."""
    start = layers.Input((16, 16, 3))
    x = layers.Conv2D(6, 3, activation="relu", name="last")(start)
    model = keras.Model(start, layers.Dense(3)(layers.GlobalAveragePooling2D()(x)))
    both = keras.Model(model.inputs, [model.get_layer("last").output, model.output])
    image = tf.random.stateless_uniform([1, 16, 16, 3], [4, 4])
    with tf.GradientTape() as tape:
        places, scores = both(image)
        score = scores[:, tf.argmax(scores[0])]
    weights = tf.reduce_mean(tape.gradient(score, places), axis=(0, 1, 2))
    found = tf.squeeze(places[0] @ weights[..., tf.newaxis])
    return flat(scores, tf.maximum(found, 0) / tf.math.reduce_max(found))


@tutorial
def teacher_and_student():
    """A small network learns from a larger one's soft answers, with a loss of its own in compute_loss."""
    rng = np.random.default_rng(27)
    x, y = rng.normal(size=(32, 6)).astype("f"), rng.integers(0, 3, 32)
    teacher = mlp(6, 16, 3)
    teacher.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    teacher.fit(x, y, epochs=2, verbose=0)

    class Distilled(keras.Model):
        def __init__(self, student, teacher):
            super().__init__()
            self.student, self.teacher = student, teacher
            self.divergence = keras.losses.KLDivergence()
            self.tracker = keras.metrics.Mean(name="soft")

        def compute_loss(self, x=None, y=None, y_pred=None, sample_weight=None, allow_empty=False, training=True):
            soft = tf.nn.softmax(self.teacher(x, training=False) / 3.0, axis=1)
            soft = self.divergence(soft, tf.nn.softmax(y_pred / 3.0, axis=1)) * 9.0
            self.tracker.update_state(soft)
            return 0.1 * super().compute_loss(x, y, y_pred) + 0.9 * soft

        def call(self, x):
            return self.student(x)

    model = Distilled(mlp(6, 4, 3), teacher)
    model.compile("adam", keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
    return [
        numbers(model.fit(x, y, epochs=2, verbose=0)),
        numbers(model.fit(x, y, epochs=1, verbose=0, initial_epoch=0)),
    ]


@tutorial
def patches_of_pictures():
    """A transformer over patches of images, with learned positions."""

    class Patches(layers.Layer):
        def call(self, images):
            found = tf.image.extract_patches(images, [1, 4, 4, 1], [1, 4, 4, 1], [1, 1, 1, 1], "VALID")
            return tf.reshape(found, [tf.shape(images)[0], -1, found.shape[-1]])

    class Placed(layers.Layer):
        def __init__(self):
            super().__init__()
            self.dense, self.places = layers.Dense(8), layers.Embedding(9, 8)

        def call(self, x):
            return self.dense(x) + self.places(keras.ops.arange(9))

    start = layers.Input((12, 12, 3))
    x = Placed()(Patches()(start))
    for _ in range(2):
        y = layers.LayerNormalization(epsilon=1e-6)(x)
        x = layers.Add()([layers.MultiHeadAttention(2, 8, dropout=0.1, seed=28)(y, y), x])
        y = layers.Dense(16, keras.activations.gelu)(layers.LayerNormalization(epsilon=1e-6)(x))
        x = layers.Add()([layers.Dense(8, keras.activations.gelu)(y), x])
    model = keras.Model(start, layers.Dense(3)(layers.Dropout(0.1, seed=29)(layers.Flatten()(x))))
    rng = np.random.default_rng(30)
    model.compile(
        keras.optimizers.AdamW(1e-3, weight_decay=1e-4),
        keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=[keras.metrics.SparseTopKCategoricalAccuracy(2, name="two")],
    )
    rate = keras.callbacks.ReduceLROnPlateau("loss", patience=0, factor=0.5)
    images = rng.normal(size=(16, 12, 12, 3)).astype("f")
    return numbers(model.fit(images, rng.integers(0, 3, 16), epochs=3, batch_size=8, callbacks=[rate], verbose=0))


@tutorial
def graphs_of_papers():
    """Messages along edges: gathered, weighted, summed by target."""
    rng = np.random.default_rng(31)
    edges = tf.constant(rng.integers(0, 20, (2, 60)))
    nodes, classes = tf.constant(rng.normal(size=(20, 5)).astype("f")), rng.integers(0, 3, 20)

    class Convolution(layers.Layer):
        def __init__(self, units, how):
            super().__init__()
            self.prepare, self.update, self.how = layers.Dense(units, "gelu"), layers.Dense(units), how

        def call(self, inputs):
            nodes, weights = inputs
            messages = self.prepare(tf.gather(nodes, edges[1])) * tf.expand_dims(weights, -1)
            if self.how == "mean":
                found = tf.math.unsorted_segment_mean(messages, edges[0], num_segments=20)
            else:
                found = tf.math.unsorted_segment_max(messages, edges[0], num_segments=20)
                found = tf.where(found < -1e30, 0.0, found)
            return tf.math.l2_normalize(self.update(tf.concat([nodes, found], 1)), axis=-1)

    class Network(keras.Model):
        def __init__(self):
            super().__init__()
            weights = tf.ones([60])
            self.weights_of_edges = weights / tf.math.reduce_sum(weights)
            self.steps, self.out = [Convolution(6, "mean"), Convolution(6, "max")], layers.Dense(3)

        def call(self, wanted):
            x = nodes
            for step in self.steps:
                x = step((x, self.weights_of_edges))
            return self.out(tf.gather(x, wanted))

    model = Network()
    model.compile(keras.optimizers.Adam(0.01), keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return numbers(model.fit(np.arange(20), classes, batch_size=5, epochs=3, verbose=0))


@tutorial
def written_characters():
    """Rows of pictures into texts: convolutions, both directions, CTC, and its decoder."""
    rng = np.random.default_rng(32)
    images, labels = rng.normal(size=(8, 24, 8, 1)).astype("f"), rng.integers(1, 5, (8, 4))

    class Alignment(layers.Layer):
        def call(self, labels, found):
            length = tf.fill([tf.shape(found)[0]], tf.shape(found)[1])
            sizes = tf.fill([tf.shape(labels)[0]], tf.shape(labels)[1])
            loss = tf.nn.ctc_loss(labels, found, sizes, length, logits_time_major=False, blank_index=0)
            self.add_loss(tf.reduce_mean(loss))
            return found

    picture, label = layers.Input((24, 8, 1), name="picture"), layers.Input((4,), name="label", dtype="int32")
    x = layers.MaxPooling2D()(layers.Conv2D(6, 3, activation="relu", padding="same")(picture))
    x = layers.Dense(8, "relu")(layers.Reshape((12, 24))(x))
    x = layers.Bidirectional(layers.LSTM(6, return_sequences=True))(x)
    found = layers.Dense(5, name="scores")(x)
    model = keras.Model([picture, label], Alignment()(label, found))
    model.compile("adam")
    history = model.fit({"picture": images, "label": labels}, epochs=2, batch_size=4, verbose=0)
    scores = keras.Model(picture, found)(images)
    decoded, chances = tf.nn.ctc_greedy_decoder(tf.transpose(scores, [1, 0, 2]), [12] * 8, blank_index=0)
    searched, _ = tf.nn.ctc_beam_search_decoder(tf.transpose(scores, [1, 0, 2]), [12] * 8, beam_width=4)
    return [numbers(history), flat(chances), decoded[0].dense_shape.numpy().tolist()[:1], len(searched)]


@tutorial
def films():
    """Convolutions over space and time, recurrent convolutions, layers at every time."""
    rng = np.random.default_rng(33)
    clips, classes = rng.normal(size=(8, 4, 8, 8, 2)).astype("f"), rng.integers(0, 2, 8)
    start = layers.Input((4, 8, 8, 2))
    x = layers.Conv3D(3, (3, 1, 1), padding="same")(layers.Conv3D(4, (1, 3, 3), padding="same")(start))
    x = layers.ConvLSTM2D(3, 3, padding="same", return_sequences=True)(layers.ReLU()(layers.BatchNormalization()(x)))
    x = layers.TimeDistributed(layers.Conv2D(2, 3, strides=2))(layers.MaxPooling3D((1, 2, 2))(x))
    x = layers.GlobalAveragePooling3D()(layers.UpSampling3D((1, 2, 2))(x))
    model = keras.Model(start, layers.Dense(2)(x))
    model.compile("sgd", keras.losses.SparseCategoricalCrossentropy(from_logits=True))
    return numbers(model.fit(clips, classes, batch_size=4, epochs=2, verbose=0))


@tutorial
def values_of_actions():
    """Two networks, of which one follows the other; values of chosen actions, Huber's loss, priorities."""
    rng = np.random.default_rng(34)
    memory = tf.data.Dataset.from_tensor_slices(
        (
            rng.normal(size=(64, 4)).astype("f"),
            rng.integers(0, 2, 64),
            rng.normal(size=64).astype("f"),
            rng.normal(size=(64, 4)).astype("f"),
        )
    )
    values, slow = mlp(4, 16, 2), mlp(4, 16, 2)
    slow.set_weights(values.get_weights())
    optimizer, huber = keras.optimizers.Adam(1e-2, clipnorm=1.0), keras.losses.Huber(reduction="none")

    @tf.function(reduce_retracing=True)
    def learn(states, actions, rewards, after):
        wanted = rewards + 0.9 * tf.reduce_max(slow(after), axis=1)
        with tf.GradientTape() as tape:
            found = tf.gather(values(states), actions, batch_dims=1)
            each = huber(wanted[:, None], found[:, None])
            loss = tf.reduce_mean(each)
        gradients = tape.gradient(loss, values.trainable_variables)
        optimizer.apply_gradients(zip(gradients, values.trainable_variables, strict=True))
        for a, b in zip(slow.trainable_variables, values.trainable_variables, strict=True):
            a.assign(a * 0.9 + b * 0.1)
        return loss, tf.math.top_k(each, 2).values

    found = []
    for batch in memory.shuffle(64, seed=35).batch(12):
        found += learn(*batch)
    return [flat(*found), learn.experimental_get_tracing_count()]


@tutorial
def sums_of_gradients():
    """Gradients of several small batches added before they are applied; a loss that is scaled for half precision."""
    rng = np.random.default_rng(36)
    x, y = rng.normal(size=(32, 6)).astype("f"), rng.normal(size=(32, 1)).astype("f")
    model = mlp(6, 8, 1)
    optimizer = keras.optimizers.LossScaleOptimizer(keras.optimizers.SGD(0.05, momentum=0.9), initial_scale=2.0**10)
    sums = [tf.Variable(tf.zeros(v.shape), trainable=False) for v in model.trainable_variables]
    optimizer.build(model.trainable_variables)

    @tf.function
    def epoch(data):
        total = tf.constant(0.0)
        for i, (a, b) in data.enumerate():
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((model(a, training=True) - b) ** 2)
                scaled = optimizer.scale_loss(loss)
            for kept, gradient in zip(sums, tape.gradient(scaled, model.trainable_variables), strict=True):
                kept.assign_add(gradient / 2)
            if i % 2 == 1:
                optimizer.apply([kept.read_value() for kept in sums], model.trainable_variables)
                for kept in sums:
                    kept.assign(tf.zeros_like(kept))
            total += loss
        return total

    data = tf.data.Dataset.from_tensor_slices((x, y)).batch(8)
    accumulated = keras.optimizers.Adam(1e-2, gradient_accumulation_steps=2, use_ema=True, ema_momentum=0.9)
    other = mlp(6, 8, 1)
    other.compile(accumulated, "mse")
    return [flat(*(epoch(data) for _ in range(3))), numbers(other.fit(x, y, batch_size=8, epochs=2, verbose=0))]


@tutorial
def points_and_triplets():
    """Clouds of points with a learned turn that is kept orthogonal; distances of pictures that belong together."""
    rng = np.random.default_rng(37)

    class Orthogonal(keras.regularizers.Regularizer):
        def __call__(self, x):
            x = keras.ops.reshape(x, (-1, 3, 3))
            return keras.ops.sum(
                0.001 * keras.ops.square(keras.ops.matmul(x, keras.ops.transpose(x, (0, 2, 1))) - keras.ops.eye(3))
            )

    start = layers.Input((10, 3))
    x = layers.GlobalMaxPooling1D()(layers.Conv1D(8, 1, activation="relu")(start))
    turn = layers.Dense(
        9,
        kernel_initializer="zeros",
        bias_initializer=keras.initializers.Constant(np.eye(3).flatten()),
        activity_regularizer=Orthogonal(),
    )(x)
    x = layers.Dot(axes=(2, 1))([start, layers.Reshape((3, 3))(turn)])
    model = keras.Model(
        start, layers.Dense(2, "softmax")(layers.GlobalMaxPooling1D()(layers.Conv1D(8, 1, activation="relu")(x)))
    )
    model.compile("adam", "sparse_categorical_crossentropy")
    found = [numbers(model.fit(rng.normal(size=(16, 10, 3)), rng.integers(0, 2, 16), epochs=2, verbose=0))]
    embed = keras.Sequential([layers.Input((6,)), layers.Dense(4), layers.UnitNormalization()])

    class Siamese(keras.Model):
        def __init__(self):
            super().__init__()
            self.embed, self.mean = embed, keras.metrics.Mean(name="loss")

        def train_step(self, data):
            with tf.GradientTape() as tape:
                anchor, near, far = (self.embed(part) for part in tf.unstack(data, axis=1))
                loss = tf.reduce_sum((anchor - near) ** 2, -1) - tf.reduce_sum((anchor - far) ** 2, -1)
                loss = tf.reduce_mean(tf.maximum(loss + 0.5, 0.0))
            found = tape.gradient(loss, self.embed.trainable_weights)
            self.optimizer.apply_gradients(zip(found, self.embed.trainable_weights, strict=True))
            self.mean.update_state(loss)
            return {"loss": self.mean.result()}

        @property
        def metrics(self):
            return [self.mean]

    pair = Siamese()
    pair.compile(keras.optimizers.Adam(1e-2))
    return [*found, numbers(pair.fit(rng.normal(size=(16, 3, 6)).astype("f"), batch_size=8, epochs=2, verbose=0))]


@tutorial
def a_loop_over_replicas():
    """A training loop of one's own under a strategy: distributed data, losses by replica, and their sum."""
    strategy = tf.distribute.MirroredStrategy(["/cpu:0"])
    rng = np.random.default_rng(38)
    x, y = rng.normal(size=(32, 6)).astype("f"), rng.integers(0, 3, 32)
    data = strategy.experimental_distribute_dataset(
        tf.data.Dataset.from_tensor_slices((x, y)).shuffle(32, seed=39).batch(8)
    )
    with strategy.scope():
        loss = keras.losses.SparseCategoricalCrossentropy(from_logits=True, reduction="none")
        accuracy = keras.metrics.SparseCategoricalAccuracy()
        model, optimizer = mlp(6, 8, 3), keras.optimizers.Adam(1e-2)
        checkpoint = tf.train.Checkpoint(optimizer=optimizer, model=model)

    def step(inputs):
        a, b = inputs
        with tf.GradientTape() as tape:
            scores = model(a, training=True)
            cost = tf.nn.compute_average_loss(loss(b, scores), global_batch_size=8)
            cost += tf.nn.scale_regularization_loss(1e-3 * tf.nn.l2_loss(model.trainable_variables[0]))
        found = tape.gradient(cost, model.trainable_variables)
        optimizer.apply_gradients(zip(found, model.trainable_variables, strict=True))
        accuracy.update_state(b, scores)
        return cost

    @tf.function
    def epoch(data):
        total, count = 0.0, 0
        for batch in data:
            total += strategy.reduce(tf.distribute.ReduceOp.SUM, strategy.run(step, args=(batch,)), axis=None)
            count += 1
        return total / tf.cast(count, tf.float32)

    found = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(2):
            found += [epoch(data), accuracy.result()]
            path = checkpoint.save(os.path.join(folder, "ckpt"))
            accuracy.reset_state()
        alone = mlp(6, 8, 3)
        tf.train.Checkpoint(optimizer=keras.optimizers.Adam(), model=alone).restore(path).expect_partial()
        return flat(*found, alone(x[:2]))


if __name__ == "__main__":
    main(sys.argv[2], sys.argv[3:], TUTORIALS)
