"""Models and graphs of TensorFlow 1: written by Builder, simple_save and Saver, read by both, in sessions and as objects."""

import numpy as np
import pytest

X = [[1.0, 2.0, 3.0]]


def classifier(tf, session, resource=True):
    v1 = tf.compat.v1
    x = v1.placeholder(tf.float32, [None, 3], name="x")
    w = v1.get_variable("w", initializer=tf.reshape(tf.range(6.0), [3, 2]), use_resource=resource)
    b = v1.get_variable("b", initializer=[0.5, -0.5], trainable=False, use_resource=resource)
    y = tf.nn.softmax(x @ w + b, name="y")
    session.run(v1.global_variables_initializer())
    session.run(w.assign(w * 0.1))
    return x, y


def write(tf, folder):
    """All kinds of models and checkpoints in a folder."""
    v1 = tf.compat.v1
    signature = v1.saved_model.predict_signature_def
    # Reference variables are TensorFlow's alone: here all variables are resources.
    for name, resource in (("resource", True), ("reference", False)):
        with tf.Graph().as_default(), v1.Session() as session:
            x, y = classifier(tf, session, resource)
            inputs = {"x": x}
            v1.saved_model.simple_save(session, f"{folder}/simple {name}", inputs, {"y": y, "s": tf.reduce_sum(y, 1)})
            builder = v1.saved_model.Builder(f"{folder}/builder {name}")
            builder.add_meta_graph_and_variables(
                session, ["serve", "a"], {"serving_default": signature(inputs, {"y": y})}
            )
            builder.add_meta_graph(["train"], {"t": signature(inputs, {"z": y * 2})})
            path = builder.save(as_text=resource)
            assert path.endswith(b"txt") is resource
            v1.train.Saver().save(session, f"{folder}/checkpoint {name}/model", global_step=3)
    words = f"{folder}/words.txt"
    with open(words, "w") as file:
        file.write("a\nbb\nccc\n")
    with tf.Graph().as_default(), v1.Session() as session:
        x = v1.placeholder(tf.string, [None], name="x")
        n = v1.get_variable("n", initializer=tf.constant(10, tf.int64))
        keys = tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.constant([1, 2], tf.int64))
        table = tf.lookup.StaticHashTable(keys, -1)
        path = tf.constant(words)
        v1.add_to_collection(v1.GraphKeys.ASSET_FILEPATHS, path)
        index = tf.lookup.TextFileIndex
        lines = tf.lookup.TextFileInitializer(path, tf.string, index.WHOLE_LINE, tf.int64, index.LINE_NUMBER)
        other = tf.lookup.StaticHashTable(lines, -1)
        y = table.lookup(x) + n
        _, doubled = tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2), (tf.constant(0), y))
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        builder = v1.saved_model.Builder(f"{folder}/tables")
        builder.add_meta_graph_and_variables(
            session,
            ["serve"],
            {"serving_default": signature({"x": x}, {"y": y, "z": other.lookup(x), "doubled": doubled})},
            assets_collection=v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS),
            main_op=v1.tables_initializer(),
        )
        builder.save()
    with tf.Graph().as_default(), v1.Session() as session:
        v1.disable_control_flow_v2()
        try:
            x = v1.placeholder(tf.float32, [], name="x")
            w = v1.get_variable("w", initializer=2.0)
            y = v1.cond(x > 0, lambda: x * w, lambda: x - w)
            _, z = v1.while_loop(lambda i, a: i < 4, lambda i, a: (i + 1, a * w), (tf.constant(0), y))
        finally:
            v1.enable_control_flow_v2()
        session.run(v1.global_variables_initializer())
        v1.saved_model.simple_save(session, f"{folder}/flow", {"x": x}, {"y": y, "z": z})
    (tf.io.gfile.remove)(words)  # the model has its own


def plain(value):
    return {key: np.asarray(tensor).tolist() for key, tensor in sorted(value.items())}


MODELS = {
    "simple resource": (["serve"], "serving_default", [X]),
    "simple reference": (["serve"], "serving_default", [X]),
    "builder resource": (["serve", "a"], "serving_default", [X]),
    "builder reference": (["train"], "t", [X]),
    "tables": (["serve"], "serving_default", [["a", "ccc", "q"]]),
    "flow": (["serve"], "serving_default", [3.0, -1.0]),
}


def as_objects(tf, folder):
    found = {}
    for name, (tags, key, inputs) in MODELS.items():
        model = tf.saved_model.load(f"{folder}/{name}", tags=tags)
        function = model.signatures[key]
        found[name] = [plain(function(x=tf.constant(x))) for x in inputs]
        found[name] += [plain(function(tf.constant(x))) for x in inputs]
        found[f"{name}: facts"] = [
            sorted(model.signatures),
            str(function.structured_input_signature),
            # TensorFlow does not list reference variables.
            [(v.name, v.shape.as_list(), np.asarray(v.numpy()).tolist()) for v in model.variables]
            if "reference" not in name
            else None,
            len(model.asset_paths),
        ]
    model = tf.saved_model.load(f"{folder}/simple resource")
    found["pruned"] = model.prune("x:0", "y:0")(tf.constant(X)).numpy().tolist()
    return found


def in_sessions(tf, folder):
    v1 = tf.compat.v1
    found = {}
    for name, (tags, key, inputs) in MODELS.items():
        for scope in (None, "inside"):
            with tf.Graph().as_default(), v1.Session() as session:
                if scope is not None and name == "tables":
                    continue
                meta = v1.saved_model.load(session, tags, f"{folder}/{name}", import_scope=scope)
                signature = meta.signature_def[key]
                prefix = f"{scope}/" if scope else ""
                x = prefix + signature.inputs["x"].name
                outputs = {key: prefix + info.name for key, info in signature.outputs.items()}
                found[f"{name} {scope}"] = [plain(session.run(outputs, {x: value})) for value in inputs]
                found[f"{name} {scope}: variables"] = [
                    [(v.name, v.shape.as_list()) for v in v1.global_variables()],
                    [v.name for v in v1.trainable_variables()],
                    [np.asarray(value).tolist() for value in session.run(v1.global_variables())],
                ]
    for name in ("resource", "reference"):
        with tf.Graph().as_default(), v1.Session() as session:
            path = f"{folder}/checkpoint {name}"
            saver = v1.train.import_meta_graph(f"{path}/model-3.meta")
            saver.restore(session, tf.train.latest_checkpoint(path))
            found[f"meta {name}"] = session.run("y:0", {"x:0": X}).tolist()
            again = saver.save(session, f"{path}/again", write_meta_graph=False)
            found[f"meta {name}: again"] = [key for key, _ in tf.train.list_variables(again)]
    return found


def same_rounded(got, want):
    assert got.keys() == want.keys()
    for key in want:
        assert _rounded(got[key]) == _rounded(want[key]), key


def _rounded(value):
    if isinstance(value, float):
        return float(np.float32(value).round(5))
    if isinstance(value, (list, tuple)):
        return [_rounded(item) for item in value]
    return {key: _rounded(item) for key, item in value.items()} if isinstance(value, dict) else value


@pytest.fixture(scope="module")
def folders(tensorflow, gw, tmp_path_factory):
    found = {}
    for tf in (tensorflow, gw):
        found[tf] = str(tmp_path_factory.mktemp(tf.__name__))
        write(tf, found[tf])
    return found


def test_objects(tensorflow, gw, folders):
    want = as_objects(tensorflow, folders[tensorflow])
    for reader, writer in ((gw, tensorflow), (tensorflow, gw), (gw, gw)):
        same_rounded(as_objects(reader, folders[writer]), want)


def test_sessions(tensorflow, gw, folders):
    want = in_sessions(tensorflow, folders[tensorflow])
    for reader, writer in ((gw, tensorflow), (tensorflow, gw), (gw, gw)):
        same_rounded(in_sessions(reader, folders[writer]), want)


def test_loaded_models_are_saved_again(tensorflow, gw, folders, tmp_path):
    model = gw.saved_model.load(f"{folders[tensorflow]}/simple resource")
    want = plain(model.signatures["serving_default"](x=gw.constant(X)))
    gw.saved_model.save(model, str(tmp_path), signatures=model.signatures)
    for tf in (tensorflow, gw):
        again = tf.saved_model.load(str(tmp_path))
        same_rounded(plain(again.signatures["serving_default"](x=tf.constant(X))), want)


def test_what_no_checkpoint_has(tensorflow, gw, tmp_path):
    """Local variables, and files of words that nobody has named as assets."""
    words, wanted = tmp_path / "words.txt", ([5.0 * 3.0 + 2.0], [1, -1])
    for tf in (tensorflow, gw):
        v1, words_of = tf.compat.v1, tf.lookup.TextFileIndex
        words.write_text("a\nb\n")
        with tf.Graph().as_default(), v1.Session() as session:
            x, word = v1.placeholder(tf.float32, [None]), v1.placeholder(tf.string, [None])
            local = v1.Variable(5.0, collections=["local_variables"], use_resource=True)
            y = x * local + v1.get_variable("u", initializer=2.0, use_resource=True)
            lines = (str(words), tf.string, words_of.WHOLE_LINE, tf.int64, words_of.LINE_NUMBER)
            z = tf.lookup.StaticHashTable(tf.lookup.TextFileInitializer(*lines), -1).lookup(word)
            session.run([v1.global_variables_initializer(), local.initializer])
            session.run(local.assign(9.0))
            builder = v1.saved_model.Builder(str(tmp_path / tf.__name__))
            signature = v1.saved_model.predict_signature_def({"x": x, "w": word}, {"y": y, "z": z})
            assets = v1.get_collection(v1.GraphKeys.ASSET_FILEPATHS)
            builder.add_meta_graph_and_variables(
                session, ["serve"], {"f": signature}, assets, main_op=v1.tables_initializer()
            )
            builder.save()
        words.unlink()
        given = gw.saved_model.load(str(tmp_path / tf.__name__)).signatures["f"]
        given = given(x=gw.constant([3.0]), w=gw.constant(["b", "z"]))
        assert (given["y"].numpy().tolist(), given["z"].numpy().tolist()) == wanted


def test_signatures_and_errors(tensorflow, gw, tmp_path):
    def program(tf):
        v1 = tf.compat.v1
        module = v1.saved_model
        found = []
        with tf.Graph().as_default() as graph, v1.Session() as session:
            x, y = classifier(tf, session)
            text = v1.placeholder(tf.string, [None], name="text")
            sparse = v1.sparse_placeholder(tf.float32, [2, 3], name="sparse")
            used = tmp_path / f"{tf.__name__} used"
            used.mkdir()
            (used / "file").write_text("")

            def fresh():
                return str(tmp_path / f"{tf.__name__} {len(found)}")

            def built(**options):
                builder = module.Builder(fresh())
                builder.add_meta_graph_and_variables(session, ["serve"], **options)
                return builder

            actions = [
                lambda: str(module.build_tensor_info(x)),
                lambda: str(module.build_tensor_info(sparse)),
                lambda: module.get_tensor_from_tensor_info(module.build_tensor_info(x), graph) is x,
                lambda: module.get_tensor_from_tensor_info(module.build_tensor_info(sparse)).indices.name,
                lambda: str(module.predict_signature_def({"x": x}, {"y": y})),
                lambda: module.predict_signature_def({}, {"y": y}),
                lambda: module.predict_signature_def({"x": x}, {}),
                lambda: str(module.regression_signature_def(text, y)),
                lambda: module.regression_signature_def(x, y),
                lambda: module.regression_signature_def(text, text),
                lambda: module.regression_signature_def(None, y),
                lambda: str(module.classification_signature_def(text, text, y)),
                lambda: str(module.classification_signature_def(text, None, y)),
                lambda: module.classification_signature_def(text, None, None),
                lambda: module.classification_signature_def(text, y, None),
                lambda: module.is_valid_signature(module.predict_signature_def({"x": x}, {"y": y})),
                lambda: module.is_valid_signature(module.classification_signature_def(text, text, y)),
                lambda: module.is_valid_signature(module.regression_signature_def(text, y)),
                lambda: module.is_valid_signature(module.build_signature_def({}, {}, "nothing")),
                lambda: module.Builder(str(used)),
                lambda: module.Builder(fresh()).add_meta_graph(["serve"]),
                lambda: built().add_meta_graph_and_variables(session, ["again"]),
                lambda: built(main_op="x"),
                lambda: built(
                    signature_def_map={"s": module.build_signature_def({"x": type(module.build_tensor_info(x))()})}
                ),
                lambda: module.load(session, ["serve"], str(used)),
                lambda: module.load(
                    session, ["nothing"], built().save() and str(tmp_path / f"{tf.__name__} {len(found)}")
                ),
                lambda: module.maybe_saved_model_directory(str(used)),
                lambda: v1.train.import_meta_graph(str(used / "nothing")),
                lambda: sorted(v1.train.export_meta_graph().collection_def),
                lambda: v1.train.Saver().as_saver_def().restore_op_name,
                lambda: v1.train.Saver([v1.global_variables()[0]]).to_proto().save_tensor_name != "",
            ]
            for action in actions:
                try:
                    found.append(action())
                except Exception as error:
                    found.append(type(error).__name__)
        return found

    got, want = program(gw), program(tensorflow)
    assert [(i, a) for i, a in enumerate(got) if a != want[i]] == [(i, b) for i, b in enumerate(want) if b != got[i]]


@pytest.mark.parametrize("key", ["main_op", "legacy_init_op"])
def test_one_main_op(tensorflow, gw, key, tmp_path):
    """A graph has one operation that is run after loading, which is noted in the graph itself."""

    def program(tf):
        v1 = tf.compat.v1
        with tf.Graph().as_default() as graph, v1.Session() as session:
            builder = v1.saved_model.Builder(str(tmp_path / tf.__name__))
            builder.add_meta_graph_and_variables(session, ["serve"], {}, **{key: tf.no_op("first")})
            try:
                builder.add_meta_graph(["more"], {}, **{key: tf.no_op("second")})
                told = "taken"
            except ValueError:
                told = "refused"
            builder.save()
            noted = {key: [op.name for op in graph.get_collection(key)] for key in graph.get_all_collection_keys()}
        with tf.Graph().as_default(), v1.Session() as session:
            meta = v1.saved_model.load(session, ["serve"], str(tmp_path / tf.__name__))
            return told, noted, {key: list(c.node_list.value) for key, c in meta.collection_def.items()}

    assert program(gw) == program(tensorflow)
