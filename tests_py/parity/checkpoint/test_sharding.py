"""Checkpoints of several files: policies, callbacks of one's own, TensorFlow and graphwright reading each other's."""

import os

import numpy as np
import pytest


def state(tf):
    values = np.arange(100, dtype=np.float32).reshape(10, 10)
    return {
        "v": tf.Variable(values),
        "w": tf.Variable([1, 2]),
        "s": tf.Variable(["abc", ""]),
        "e": tf.Variable(np.zeros([0, 3])),
        "b": tf.Variable(True),
    }


def policies(tf):
    experimental = tf.train.experimental

    class OneFileEach(experimental.ShardingCallback):
        description = "a file for each tensor"

        def __call__(self, shardable_tensors):
            self.seen = [
                (t.name, t.dtype.name, t.shape.as_list(), t.slice_spec, t.device.task) for t in shardable_tensors
            ]
            self.owners = [type(t.trackable).__name__ for t in shardable_tensors]
            return [{t.checkpoint_key: {t.slice_spec: t.tensor}} for t in shardable_tensors]

    class Halves(experimental.ShardingCallback):
        description = "matrices in two halves"

        def __call__(self, shardable_tensors):
            files = [{}, {}]
            for t in shardable_tensors:
                if t.shape.rank == 2 and t.shape[0] == 10:
                    files[0][t.checkpoint_key] = {"10 10 0,5:0,10": t.tensor[:5]}
                    files[1][t.checkpoint_key] = {"10 10 5,5:0,10": t.tensor[5:]}
                else:
                    files[0][t.checkpoint_key] = {t.slice_spec: t.tensor}
            return files

    return {
        "task": experimental.ShardByTaskPolicy(),
        "size 64": experimental.MaxShardSizePolicy(64),
        "size 150": experimental.MaxShardSizePolicy(150),
        "size 1000": experimental.MaxShardSizePolicy(1000),
        "each": OneFileEach(),
        "halves": Halves(),
    }


@pytest.mark.parametrize("name", ["task", "size 64", "size 150", "size 1000", "each", "halves"])
def test_both_read_shards(tensorflow, gw, tmp_path, name):
    seen = []
    for writer, reader in ((gw, tensorflow), (tensorflow, gw), (gw, gw)):
        folder = tmp_path / f"{writer.__name__}-{reader.__name__}"
        policy = policies(writer)[name]
        options = writer.train.CheckpointOptions(experimental_sharding_callback=policy)
        wrote = state(writer)
        path = writer.train.Checkpoint(**wrote).write(str(folder / "ck"), options)
        again = state(reader)
        for part in again.values():
            part.assign(reader.zeros_like(part))
        reader.train.Checkpoint(**again).read(path).assert_consumed()
        for key, part in wrote.items():
            assert again[key].numpy().tolist() == part.numpy().tolist(), key
        assert sorted(file.name for file in folder.iterdir())[-1] == "ck.index"
        if writer is gw and name.startswith("size"):
            most = int(name.split()[1])
            sizes = [file.stat().st_size for file in sorted(folder.glob("ck.data-*"))]
            assert all(size <= most for size in sizes[:-1]) or most < 64, sizes
        seen.append((getattr(policy, "seen", None), policy.description, len(list(folder.glob("ck.data-*")))))
    if not name.startswith("size"):  # which cuts in other places
        assert seen[0] == seen[1]
    else:
        assert seen[0][1] == seen[1][1]


def test_options(tensorflow, gw):
    def program(tf):
        found = []
        for action in (
            lambda: tf.train.CheckpointOptions(experimental_sharding_callback=3),
            lambda: tf.train.CheckpointOptions(experimental_sharding_callback=lambda tensors: tensors),
            lambda: tf.train.experimental.ShardingCallback(),
            lambda: tf.train.experimental.MaxShardSizePolicy(100).description,
        ):
            try:
                found.append(action())
            except Exception as error:
                found.append(type(error).__name__)
        return found

    assert program(gw) == program(tensorflow)


def test_rewriting_and_functions(gw, tmp_path):
    """The same prefix again, with other numbers of files, in a function, asynchronously; what fails leaves what was there."""
    v = gw.Variable(np.arange(1000, dtype=np.int32))
    checkpoint = gw.train.Checkpoint(v=v)
    prefix = str(tmp_path / "ck")
    key = "v/.ATTRIBUTES/VARIABLE_VALUE"

    def files():
        return sorted(os.listdir(tmp_path))

    for number, size in enumerate([500, 5000, 1000, 1000, 300]):
        v.assign(v + 1)
        policy = gw.train.experimental.MaxShardSizePolicy(size)
        options = gw.train.CheckpointOptions(experimental_sharding_callback=policy, enable_async=number == 3)
        checkpoint.write(prefix, options)
        checkpoint.sync()
        assert gw.train.load_variable(prefix, key).tolist() == v.numpy().tolist()
        assert len(files()) == 1 + -(-4000 // size), (size, files())
    before = files()

    class Failing(gw.train.experimental.ShardingCallback):
        description = "fails in its second file"

        def __call__(self, shardable_tensors):
            return [{"a": {"": gw.constant(1)}}, {"b": {"no slice": gw.constant(1)}}]

    with pytest.raises(gw.errors.InvalidArgumentError):
        checkpoint.write(prefix, gw.train.CheckpointOptions(experimental_sharding_callback=Failing()))
    assert files() == before
    assert gw.train.load_variable(prefix, key).tolist() == v.numpy().tolist()

    options = gw.train.CheckpointOptions(experimental_sharding_callback=gw.train.experimental.MaxShardSizePolicy(1500))
    gw.function(lambda: checkpoint.write(str(tmp_path / "fn"), options))()
    assert gw.train.load_variable(str(tmp_path / "fn"), key).tolist() == v.numpy().tolist()


def test_models_of_several_files(tensorflow, gw, tmp_path):
    module = gw.Module()
    module.v = gw.Variable(np.arange(100, dtype=np.float32))
    module.f = gw.function(lambda x: x + module.v, input_signature=[gw.TensorSpec([], gw.float32)])
    options = gw.saved_model.SaveOptions(experimental_sharding_callback=gw.train.experimental.MaxShardSizePolicy(150))
    gw.saved_model.save(module, str(tmp_path / "m"), options=options)
    assert len(list((tmp_path / "m" / "variables").glob("*.data-*"))) == 3
    for tf in (tensorflow, gw):
        model = tf.saved_model.load(str(tmp_path / "m"))
        assert model.f(tf.constant(1.0)).numpy()[-1] == 100


def test_fingerprints(tensorflow, gw, tmp_path):
    module = gw.Module()
    module.v = gw.Variable(1.0)
    gw.saved_model.save(module, str(tmp_path))
    ours, theirs = (tf.saved_model.experimental.read_fingerprint(str(tmp_path)) for tf in (gw, tensorflow))
    assert (str(ours), repr(ours), ours.singleprint()) == (str(theirs), repr(theirs), theirs.singleprint())
    assert ours == gw.saved_model.experimental.read_fingerprint(str(tmp_path)) != 3
    for tf in (gw, tensorflow):
        with pytest.raises(FileNotFoundError):
            tf.saved_model.experimental.read_fingerprint(str(tmp_path / "nothing"))
        with pytest.raises(ValueError):
            tf.saved_model.experimental.Fingerprint().singleprint()


def test_large_variables_are_read_in_place(gw, tmp_path):
    """What others have read of a variable stays; a damaged file changes nothing; what does not fit is told."""
    size = 600_000  # above what is read in place
    v = gw.Variable(np.arange(size, dtype=np.float32))
    prefix = gw.train.Checkpoint(v=v).write(str(tmp_path / "ck"))
    v.assign(gw.zeros([size]))
    kept = v.read_value()
    gw.train.Checkpoint(v=v).read(prefix).assert_consumed()
    assert v.numpy()[-1] == size - 1 and kept.numpy()[-1] == 0
    v.assign(gw.ones([size]))
    data = prefix + ".data-00000-of-00001"
    with open(data, "r+b") as file:
        file.seek(1_500_000)
        byte = file.read(1)
        file.seek(1_500_000)
        file.write(bytes([byte[0] ^ 1]))
    with pytest.raises(gw.errors.DataLossError, match="Checksum"):
        gw.train.Checkpoint(v=v).read(prefix)
    assert (v.numpy() == 1).all()
    with pytest.raises(ValueError, match="incompatible tensor with shape"):
        gw.train.Checkpoint(v=gw.Variable(np.zeros(5, np.float32))).read(
            gw.train.Checkpoint(v=gw.Variable(np.zeros(size, np.float32))).write(str(tmp_path / "b"))
        )
