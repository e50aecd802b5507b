"""Paths with a scheme: all that reads or writes files refuses those it does not know, and takes those of "file://"."""

import os

import pytest


def elements(dataset):
    return len(list(dataset.as_numpy_iterator()))


def calls(tf, path):
    """Gives calls of all that takes a path, by name; later ones read what earlier ones wrote."""
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    module = tf.Module()
    module.v = tf.Variable(1.0)
    data = tf.data.Dataset.range(3)

    def summary():
        with tf.summary.create_file_writer(path + "events").as_default():
            tf.summary.scalar("a", 1.0, step=0)

    def saver():
        with tf.Graph().as_default():
            v = tf.compat.v1.get_variable("v", [1])
            with tf.compat.v1.Session() as session:
                session.run(v.initializer)
                return tf.compat.v1.train.Saver().save(session, path + "saver")

    def table():
        words = tf.lookup.TextFileInitializer(path + "text", tf.string, 0, tf.int64, -1)
        return tf.lookup.StaticHashTable(words, -1).size().numpy()

    yield "Checkpoint.save", lambda: checkpoint.save(path + "a")
    yield "Checkpoint.write", lambda: checkpoint.write(path + "b")
    yield "CheckpointManager", lambda: tf.train.CheckpointManager(checkpoint, path + "m", max_to_keep=1).save()
    yield "Checkpoint.restore", lambda: checkpoint.restore(path + "a-1").assert_consumed() and None
    yield "list_variables", lambda: len(tf.train.list_variables(path + "b"))
    yield "latest_checkpoint", lambda: tf.train.latest_checkpoint(path)
    yield "Saver.save", saver
    yield "saved_model.save", lambda: tf.saved_model.save(module, path + "model")
    yield "saved_model.load", lambda: tf.saved_model.load(path + "model").v.numpy()
    yield "contains_saved_model", lambda: tf.saved_model.contains_saved_model(path + "model")
    yield "write_file", lambda: tf.io.write_file(path + "text", "one\ntwo\n")
    yield "read_file", lambda: tf.io.read_file(path + "text").numpy()
    yield "TextLineDataset", lambda: elements(tf.data.TextLineDataset(path + "text"))
    yield "CsvDataset", lambda: elements(tf.data.experimental.CsvDataset(path + "text", [tf.string]))
    yield "TextFileInitializer", table
    yield "TFRecordWriter", lambda: tf.io.TFRecordWriter(path + "records").close()
    yield "TFRecordDataset", lambda: elements(tf.data.TFRecordDataset(path + "records"))
    yield "FixedLengthRecordDataset", lambda: elements(tf.data.FixedLengthRecordDataset(path + "text", 2))
    yield "list_files", lambda: list(tf.data.Dataset.list_files(path + "t*", shuffle=False).as_numpy_iterator())
    yield "matching_files", lambda: list(tf.io.matching_files(path + "t*").numpy())
    yield "Dataset.save", lambda: data.save(path + "saved")
    yield "Dataset.load", lambda: elements(tf.data.Dataset.load(path + "saved"))
    yield "snapshot", lambda: elements(data.snapshot(path + "snapshot"))
    yield "cache", lambda: elements(data.cache(path + "cache"))
    yield "write_graph", lambda: tf.io.write_graph(tf.Graph(), path + "graph", "g.pbtxt")
    yield "create_file_writer", summary
    yield "GFile.write", lambda: tf.io.gfile.GFile(path + "g", "w").write("a")
    yield "gfile.glob", lambda: tf.io.gfile.glob(path + "t*")
    yield "gfile.isdir", lambda: tf.io.gfile.isdir(path)
    yield "gfile.listdir", lambda: len(tf.io.gfile.listdir(path + "model")) > 2
    yield "gfile.exists", lambda: tf.io.gfile.exists(path + "text")


def outcome(tf, call):
    try:
        return call()
    except ValueError as error:  # TensorFlow's readers of checkpoints give the error's text only
        return "UnimplementedError" if "UNIMPLEMENTED" in str(error) else f"ValueError: {error}"
    except tf.errors.OpError as error:
        return type(error).__name__


@pytest.mark.parametrize("scheme", ["file", "nosuch", "s3.x"])
def test_paths_with_a_scheme(scheme, tensorflow, gw, tmp_path, monkeypatch):
    found = []
    for number, tf in enumerate((tensorflow, gw)):
        folder = tmp_path / str(number)
        (folder / "files").mkdir(parents=True)
        (folder / "here").mkdir()
        monkeypatch.chdir(folder / "here")
        path = f"file://{folder}/files/" if scheme == "file" else f"{scheme}://host/"
        results = {name: outcome(tf, call) for name, call in calls(tf, path)}
        found.append({name: repr(result).replace(str(folder), "FOLDER") for name, result in results.items()})
        assert os.listdir(".") == []
    assert found[1] == found[0]
    refused = sum(result == "'UnimplementedError'" for result in found[0].values())
    assert refused == 0 if scheme == "file" else refused > 20
