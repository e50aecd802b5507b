"""The first steps of libraries on Keras 2: Spektral, TF-GNN, QKeras, attention, pictures of what models see."""

import os
import tempfile

import numpy as np
import tensorflow as tf

from libraries.registry import normal, program

keras = tf.keras


def _adjacency(count=8, seed=4):
    links = np.random.default_rng(seed).uniform(size=(count, count)) < 0.3
    return (links | links.T | np.eye(count, dtype=bool)).astype("f")


@program
def spektral_convolutions():
    from spektral import layers, utils

    a, x, edges = _adjacency(), normal(8, 5), normal(8, 8, 2, seed=1)
    normalized = utils.gcn_filter(a)
    sparse = utils.sp_matrix_to_sp_tensor(normalized) if hasattr(utils, "sp_matrix_to_sp_tensor") else None
    found = [normalized, utils.normalized_laplacian(a), utils.degree_power(a, -0.5)]
    for kind, matrix, options in (
        (layers.GCNConv, normalized, {}),
        (layers.GATConv, a, {"attn_heads": 2}),
        (layers.ChebConv, utils.normalized_laplacian(a), {"K": 2}),
        (layers.ARMAConv, normalized, {"order": 2, "iterations": 2, "share_weights": True}),
        (layers.GCSConv, normalized, {}),
        (layers.APPNPConv, normalized, {"mlp_hidden": [6], "propagations": 3}),
        (layers.DiffusionConv, a, {"K": 3}),
    ):
        keras.utils.set_random_seed(1)
        layer = kind(4, **options)
        with tf.GradientTape() as tape:
            y = layer([x, matrix.astype("f")])
            loss = tf.reduce_sum(y**2)
        found += [y, tape.gradient(loss, layer.trainable_variables)]
    for kind, options in (
        (layers.GINConv, {}),
        (layers.GraphSageConv, {}),
        (layers.TAGConv, {"K": 2}),
        (layers.GeneralConv, {"batch_norm": False}),
        (layers.EdgeConv, {}),
        (layers.GatedGraphConv, {"n_layers": 2}),
        (layers.CrystalConv, None),
        (layers.AGNNConv, None),
        (layers.GCNConv, {}),
    ):
        keras.utils.set_random_seed(1)
        layer = kind() if options is None else kind(6, **options)
        of_ones = tf.SparseTensor(tf.cast(tf.where(a > 0), tf.int64), tf.ones(int(a.sum())), [8, 8])
        matrix = sparse if kind is layers.GCNConv and sparse is not None else of_ones
        found.append(layer([x, matrix]))
    keras.utils.set_random_seed(1)
    return [*found, layers.ECCConv(3)([x[None], a[None], edges[None]])]


@program
def spektral_pooling():
    from spektral import layers

    a, x = _adjacency(), normal(8, 5)
    found = []
    for layer in (
        layers.GlobalSumPool(),
        layers.GlobalAvgPool(),
        layers.GlobalMaxPool(),
        layers.GlobalAttentionPool(3),
    ):
        keras.utils.set_random_seed(2)
        found.append(layer(tf.constant(x[None])))
    for layer in (layers.MinCutPool(3), layers.DiffPool(3), layers.TopKPool(0.5), layers.SAGPool(0.5)):
        keras.utils.set_random_seed(2)
        given = (
            [tf.constant(x), tf.constant(a)]
            if not isinstance(layer, layers.TopKPool)
            else [*(tf.constant(x), tf.sparse.from_dense(a), tf.zeros(8, tf.int32))]
        )
        results = layer(given)
        found += [tf.sparse.to_dense(r) if isinstance(r, tf.SparseTensor) else r for r in results]
        found.append(layer.losses)
    return found


@program
def spektral_training():
    from spektral.data import BatchLoader, Dataset, DisjointLoader, Graph, SingleLoader
    from spektral.layers import GCNConv, GlobalSumPool
    from spektral.models import GeneralGNN
    from spektral.transforms import GCNFilter, LayerPreprocess

    class Made(Dataset):
        def __init__(self, count, **kwargs):
            self.count = count
            super().__init__(**kwargs)

        def read(self):
            graphs = []
            for k in range(self.count):
                size = 4 + k % 3
                graphs.append(Graph(x=normal(size, 3, seed=k), a=_adjacency(size, k), y=np.eye(2)[k % 2]))
            return graphs

    class Net(keras.Model):
        def __init__(self):
            super().__init__()
            self.first, self.pool, self.last = GCNConv(8, activation="relu"), GlobalSumPool(), keras.layers.Dense(2)

        def call(self, inputs):
            x, a = inputs[:2]
            parts = self.first([x, a])
            return self.last(self.pool([parts, inputs[2]] if len(inputs) > 2 else parts))

    found = []
    for loader in (DisjointLoader, BatchLoader):
        data = Made(12)
        data.apply(GCNFilter())
        keras.utils.set_random_seed(1)
        model = Net()
        model.compile("adam", keras.losses.CategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
        batches = loader(data, batch_size=4, epochs=3, shuffle=False)
        history = model.fit(batches.load(), steps_per_epoch=batches.steps_per_epoch, epochs=3, verbose=0).history
        again = loader(data, batch_size=4, epochs=1, shuffle=False)
        found += [history, model.evaluate(again.load(), steps=again.steps_per_epoch, verbose=0)]

    class One(Dataset):
        def read(self):
            return [Graph(x=normal(10, 4), a=_adjacency(10), y=np.eye(3, dtype="f")[np.arange(10) % 3])]

    data = One(transforms=[LayerPreprocess(GCNConv)])
    keras.utils.set_random_seed(1)
    inputs = [keras.Input((4,)), keras.Input((None,), sparse=True)]
    x = keras.layers.Dropout(0.0)(inputs[0])
    y = GCNConv(3, "softmax")([GCNConv(6, "relu")([x, inputs[1]]), inputs[1]])
    model = keras.Model(inputs, y)
    model.compile(keras.optimizers.Adam(0.01), "categorical_crossentropy", weighted_metrics=["acc"])
    loader = SingleLoader(data, sample_weights=np.arange(10) % 2 == 0)
    found.append(model.fit(loader.load(), steps_per_epoch=loader.steps_per_epoch, epochs=4, verbose=0).history)
    keras.utils.set_random_seed(1)
    general = GeneralGNN(2, hidden=4, message_passing=2, pool=None)
    graph = data[0]
    return [*found, general([tf.constant(graph.x), tf.sparse.from_dense(np.asarray(graph.a, "f"))], training=True)]


@program
def tf_gnn_graphs():
    import tensorflow_gnn as tfgnn

    def made(seed):
        nodes = {
            "papers": tfgnn.NodeSet.from_fields(sizes=[4], features={"words": tf.constant(normal(4, 3, seed=seed))}),
            "authors": tfgnn.NodeSet.from_fields(sizes=[2], features={"age": tf.constant([[30.0], [40.0]])}),
        }
        writes = tfgnn.Adjacency.from_indices(
            ("authors", tf.constant([0, 0, 1, 1])), ("papers", tf.constant([0, 1, 2, 3]))
        )
        cites = tfgnn.Adjacency.from_indices(("papers", tf.constant([0, 1, 2])), ("papers", tf.constant([1, 2, 3])))
        edges = {
            "writes": tfgnn.EdgeSet.from_fields(sizes=[4], adjacency=writes),
            "cites": tfgnn.EdgeSet.from_fields(
                sizes=[3], adjacency=cites, features={"w": tf.constant([[1.0], [2.0], [3.0]])}
            ),
        }
        return tfgnn.GraphTensor.from_pieces(node_sets=nodes, edge_sets=edges)

    graph = made(0)
    found = [graph.node_sets["papers"]["words"], graph.edge_sets["cites"].adjacency.source, str(graph.spec.rank)]
    spread = tfgnn.broadcast_node_to_edges(graph, "cites", tfgnn.SOURCE, feature_name="words")
    for how in ("sum", "mean", "max_no_inf", "min_no_inf"):
        found.append(tfgnn.pool_edges_to_node(graph, "cites", tfgnn.TARGET, how, feature_value=spread))
    found.append(tfgnn.pool_nodes_to_context(graph, "papers", "mean", feature_name="words"))
    found.append(tfgnn.softmax_edges_per_node(graph, "writes", tfgnn.SOURCE, feature_value=tf.constant(normal(4, 1))))
    changed = graph.replace_features(context={"label": tf.constant([7])})
    found.append(changed.context["label"])
    data = tf.data.Dataset.range(4).map(lambda k: graph.replace_features(context={"k": tf.reshape(k, [1])}))
    merged = next(iter(data.batch(2))).merge_batch_to_components()
    found += [merged.node_sets["papers"].sizes, merged.edge_sets["writes"].adjacency.target, merged.context["k"]]
    proto = tfgnn.write_example(graph)
    parsed = tfgnn.parse_single_example(graph.spec.relax(num_nodes=True, num_edges=True), proto.SerializeToString())
    return [*found, parsed.node_sets["papers"]["words"], parsed.edge_sets["cites"]["w"]]


@program
def tf_gnn_models():
    import tensorflow_gnn as tfgnn
    from tensorflow_gnn.models import gat_v2, gcn, graph_sage, mt_albis

    count = 5
    nodes = {"n": tfgnn.NodeSet.from_fields(sizes=[count], features={"hidden_state": tf.constant(normal(count, 4))})}
    adjacency = tfgnn.Adjacency.from_indices(
        ("n", tf.constant([0, 1, 2, 3, 4, 0])), ("n", tf.constant([1, 2, 3, 4, 0, 2]))
    )
    edges = {"e": tfgnn.EdgeSet.from_fields(sizes=[6], adjacency=adjacency)}
    graph = tfgnn.GraphTensor.from_pieces(node_sets=nodes, edge_sets=edges)
    found = []
    for make in (
        lambda: gcn.GCNHomGraphUpdate(units=4, add_self_loops=True),
        lambda: gat_v2.GATv2HomGraphUpdate(num_heads=2, per_head_channels=2, receiver_tag=tfgnn.TARGET),
        lambda: mt_albis.MtAlbisGraphUpdate(units=4, message_dim=4, receiver_tag=tfgnn.TARGET),
        lambda: graph_sage.GraphSAGEGraphUpdate(
            node_set_names=["n"], receiver_tag=tfgnn.TARGET, units=4, use_pooling=False
        ),
        lambda: tfgnn.keras.layers.GraphUpdate(
            node_sets={
                "n": tfgnn.keras.layers.NodeSetUpdate(
                    {"e": tfgnn.keras.layers.SimpleConv(keras.layers.Dense(4, "relu"), receiver_tag=tfgnn.TARGET)},
                    tfgnn.keras.layers.NextStateFromConcat(keras.layers.Dense(4)),
                )
            }
        ),
    ):
        keras.utils.set_random_seed(3)
        found.append(make()(graph).node_sets["n"]["hidden_state"])
    keras.utils.set_random_seed(3)
    inputs = keras.Input(type_spec=graph.spec.relax(num_nodes=True, num_edges=True))
    first = keras.layers.Dense(4)
    x = tfgnn.keras.layers.MapFeatures(node_sets_fn=lambda node_set, node_set_name: first(node_set["hidden_state"]))(
        inputs
    )
    x = gcn.GCNHomGraphUpdate(units=4, add_self_loops=True)(x)
    outputs = keras.layers.Dense(1)(tfgnn.keras.layers.Pool(tfgnn.CONTEXT, "mean", node_set_name="n")(x))
    model = keras.Model(inputs, outputs)
    model.compile("adam", "mse")
    data = tf.data.Dataset.from_tensors((graph, tf.constant([[1.0]]))).repeat(4)
    found.append(model.fit(data, epochs=2, verbose=0).history["loss"])
    return [*found, model(graph), [tuple(w.shape) for w in model.weights]]


@program
def qkeras_layers():
    import qkeras

    x = tf.constant(normal(4, 6))
    found = []
    for quantizer in (
        "quantized_bits(4, 0, 1)",
        "quantized_relu(4, 2)",
        "binary(alpha=1)",
        "ternary(alpha=1)",
        "quantized_tanh(4)",
        "quantized_po2(4)",
        "quantized_ulaw(4)",
        "quantized_sigmoid(4)",
        "quantized_hswish(4, 1)",
    ):
        made = qkeras.get_quantizer(quantizer)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = made(x)
            loss = tf.reduce_sum(y * y)
        found += [y, tape.gradient(loss, x)]
    keras.utils.set_random_seed(1)
    inputs = keras.Input((6, 6, 1))
    h = qkeras.QConv2D(3, 3, kernel_quantizer="quantized_bits(4,0,1)", bias_quantizer="quantized_bits(4,0,1)")(inputs)
    h = qkeras.QActivation("quantized_relu(4)")(h)
    h = keras.layers.Flatten()(h)
    outputs = qkeras.QDense(2, kernel_quantizer=qkeras.quantized_bits(6, 1, 1), bias_quantizer="quantized_bits(4)")(h)
    model = keras.Model(inputs, outputs)
    model.compile(keras.optimizers.legacy.SGD(0.05), "mse")
    images = normal(16, 6, 6, 1)
    losses = model.fit(images, images[:, 0, :2, 0], epochs=3, verbose=0, shuffle=False).history["loss"]
    path = os.path.join(tempfile.mkdtemp(), "m.h5")
    model.save(path)
    kept = qkeras.utils.load_qmodel(path)
    saved = qkeras.utils.model_save_quantized_weights(model)
    weights = {name: parts["weights"] for name, parts in saved.items()}
    return [*found, losses, kept.predict(images[:2], verbose=0), list(weights.values())]


@program
def self_attention():
    import keras_self_attention as attention

    found = []
    for options in (
        {},
        {"attention_type": attention.SeqSelfAttention.ATTENTION_TYPE_MUL},
        {"attention_width": 3, "attention_activation": "sigmoid"},
        {"history_only": True, "attention_width": 3, "return_attention": True},
    ):
        keras.utils.set_random_seed(1)
        layer = attention.SeqSelfAttention(units=4, **options)
        found.append(layer(tf.constant(normal(2, 5, 6))))
    keras.utils.set_random_seed(1)
    parts = [keras.layers.Embedding(9, 6, mask_zero=True), attention.SeqWeightedAttention(), keras.layers.Dense(1)]
    model = keras.Sequential(parts)
    model.compile("adam", "mse")
    words = np.random.default_rng(1).integers(0, 9, size=(16, 5))
    return [*found, model.fit(words, words[:, :1] * 0.1, epochs=3, verbose=0, shuffle=False).history["loss"]]


@program
def attention_models():
    from keras_cv_attention_models import attention_layers

    found = []
    x = tf.constant(normal(1, 8, 8, 16))
    keras.utils.set_random_seed(1)
    inputs = keras.Input((8, 8, 16))
    for block in (
        lambda h: attention_layers.se_module(h, se_ratio=0.25, name="se_"),
        lambda h: attention_layers.eca_module(h, name="eca_"),
        lambda h: attention_layers.mhsa_with_relative_position_embedding(
            h, num_heads=2, key_dim=4, out_shape=16, name="mh_"
        ),
        lambda h: attention_layers.cot_attention(h, kernel_size=3, name="cot_"),
        lambda h: attention_layers.split_attention_conv2d(h, 8, groups=2, name="split_"),
    ):
        found.append(keras.Model(inputs, block(inputs))(x))
    return found
