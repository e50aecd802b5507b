"""What is at a path keeps what it is - link, kind, names, rights - whoever writes there; where that cannot be, it is an error.

Writers of streams write through, as TensorFlow's do. Writers of checkpoints and models replace a file whole: through links, with
the owner and the rights that were there.
"""

import os
import stat
import subprocess
import sys
import threading

import pytest

from support.processes import environment

IS_ROOT = os.getuid() == 0
KINDS = ("absent", "plain", "private", "link", "chain", "dangling", "hard", "pipe", "device", "folder")


def make(kind, path):
    """Makes a thing of a kind at a path; gives the path at which its bytes are read."""
    beside = path + ".beside"
    if kind == "plain" or kind == "hard":
        write(path, b"old")
    if kind == "private":
        write(path, b"old")
        os.chmod(path, 0o600)
        if IS_ROOT:
            os.chown(path, 1234, 2345)
    if kind in ("link", "chain"):
        write(beside, b"old")
        os.chmod(beside, 0o640)
        target = os.path.basename(beside)
        if kind == "chain":
            os.symlink(target, path + ".middle")
            target = os.path.basename(path) + ".middle"
        os.symlink(target, path)
        return beside
    if kind == "dangling":
        os.symlink(os.path.basename(beside), path)
        return beside
    if kind == "hard":
        os.link(path, beside)
    if kind == "pipe":
        os.mkfifo(path)
    if kind == "device":
        if not IS_ROOT:
            pytest.skip("only root makes devices")
        try:
            os.mknod(path, stat.S_IFCHR | 0o600, os.makedev(1, 3))
        except OSError:
            pytest.skip("no devices here")
    if kind == "folder":
        os.mkdir(path)
    return path


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def identity(path):
    """Kind, rights, owner, number of names, and where a link leads; not which file it is."""
    facts = os.lstat(path)
    link = os.readlink(path) if stat.S_ISLNK(facts.st_mode) else None
    return facts.st_mode, facts.st_uid, facts.st_gid, link


def all_identities(folder):
    """The identities of all in a folder, and which of the names are of one file."""
    names = sorted(os.listdir(folder))
    places = [os.lstat(os.path.join(folder, name)).st_ino for name in names]
    return {
        name: (*identity(os.path.join(folder, name)), places.index(place))
        for name, place in zip(names, places, strict=True)
    }


def record_writer(tf, path):
    with tf.io.TFRecordWriter(path) as writer:
        writer.write(b"new")


def gfile_writer(tf, path):
    with tf.io.gfile.GFile(path, "w") as file:
        file.write("new")


def gfile_appender(tf, path):
    with tf.io.gfile.GFile(path, "a") as file:
        file.write("new")


def copier(tf, path):
    write(path + ".source", b"new")
    os.chmod(path + ".source", 0o751)
    try:
        tf.io.gfile.copy(path + ".source", path, overwrite=True)
    finally:
        os.unlink(path + ".source")


def printer(tf, path):
    tf.print("new", output_stream="file://" + path)


STREAMS = {
    "write_file": lambda tf, path: tf.io.write_file(path, "new"),
    "records": record_writer,
    "gfile": gfile_writer,
    "append": gfile_appender,
    "copy": copier,
    "print": printer,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("writer", STREAMS)
def test_streams_write_through(writer, kind, gw, tensorflow, tmp_path):
    outcomes = []
    for name, module in (("ours", gw), ("theirs", tensorflow)):
        folder = tmp_path / name
        folder.mkdir()
        path = str(folder / "at")
        place = make(kind, path)
        read = []
        if kind == "pipe":
            reader = threading.Thread(target=lambda path=path, read=read: read.append(open(path, "rb").read()))
            reader.start()
        error = None
        try:
            STREAMS[writer](module, path)
        except module.errors.OpError as raised:
            error = type(raised).__name__
        if kind == "pipe":
            if error is not None:  # so that the reader ends
                os.close(os.open(path, os.O_WRONLY))
            reader.join()
        elif kind not in ("device", "folder"):
            with open(place, "rb") as file:
                read.append(file.read())
        outcomes.append((error, read, all_identities(folder)))
    ours, theirs = outcomes
    if (writer, kind) == ("print", "folder"):
        return  # TensorFlow raises an error of another class on some systems
    assert ours == theirs


# ---- what is written whole ----


def checkpoint(tf, folder):
    tf.train.Checkpoint(v=tf.Variable(1)).write(f"{folder}/ck")


def numbered(tf, folder):
    tf.train.Checkpoint(v=tf.Variable(1)).save(f"{folder}/ck")


def sharded(tf, folder):
    options = tf.train.CheckpointOptions(experimental_sharding_callback=tf.train.experimental.MaxShardSizePolicy(5))
    tf.train.Checkpoint(a=tf.Variable(1), b=tf.Variable(2)).write(f"{folder}/ck", options)


def model(tf, folder):
    write(f"{folder}.word", b"word")
    module = tf.Module()
    module.v = tf.Variable(1)
    module.asset = tf.saved_model.Asset(f"{folder}.word")
    module.f = tf.function(lambda x: x + module.v, input_signature=[tf.TensorSpec([], tf.int32)])
    tf.saved_model.save(module, folder)


def graph(tf, folder):
    tf.io.write_graph(tf.Graph(), folder, "graph.pbtxt")


WHOLE = {
    "checkpoint": (checkpoint, ["ck.index", "ck.data-00000-of-00001"]),
    "numbered": (numbered, ["checkpoint", "ck-1.index", "ck-1.data-00000-of-00001"]),
    "model": (
        model,
        [
            "saved_model.pb",
            "fingerprint.pb",
            "assets/word",
            "variables/variables.index",
            "variables/variables.data-00000-of-00001",
        ],
    ),
    "graph": (graph, ["graph.pbtxt"]),
}


def tree(folder):
    return {
        os.path.relpath(os.path.join(top, name), folder): os.path.join(top, name)
        for top, folders, names in os.walk(folder)
        for name in [*folders, *names]
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("writer", "file"), [(writer, file) for writer, (_, files) in WHOLE.items() for file in files])
def test_whole_files_keep_owner_and_rights(writer, file, kind, gw, tmp_path):
    folder = str(tmp_path / "folder")
    os.mkdir(folder)
    act, files = WHOLE[writer]
    path = os.path.join(folder, file)
    if file == "assets/word":
        file = path = os.path.join(folder, "assets/folder.word")
    act(gw, folder)  # so that something is there to be replaced
    os.unlink(path)
    place = make(kind, path)
    before = {name: identity(found) for name, found in tree(folder).items()}
    try:
        act(gw, folder)
        error = None
    except gw.errors.OpError as raised:
        error = raised
    after = {name: identity(found) for name, found in tree(folder).items()}
    gone = {name for name in before if name not in after}
    assert not gone, gone
    assert {name: after[name] for name in before} == before
    if kind in ("pipe", "device", "folder"):
        if "data-" not in file:  # a data file is found under another name as long as this one is taken
            assert isinstance(error, gw.errors.FailedPreconditionError), error
        return
    assert error is None
    with open(place, "rb") as found:
        assert found.read() != b"old"
    if kind == "hard":  # a copy by links goes on to be what it was
        with open(path + ".beside", "rb") as found:
            assert found.read() == b"old"
    more = {name for name in after if name not in before} - {
        os.path.relpath(path, folder),
        os.path.relpath(place, folder),
    }
    assert not more, more


def test_rights_of_new_files_are_those_of_the_process(gw, tmp_path):
    before = os.umask(0o027)
    try:
        for name, (act, _) in WHOLE.items():
            os.mkdir(tmp_path / name)
            act(gw, str(tmp_path / name))
            for found in tree(tmp_path / name).values():
                if os.path.isfile(found):
                    assert stat.S_IMODE(os.stat(found).st_mode) == 0o640, found
    finally:
        os.umask(before)


def test_data_files_keep_their_names_and_rights(gw, tmp_path):
    path = str(tmp_path / "ck")
    counts = set()
    for write_it in (checkpoint, sharded, checkpoint):
        for again in range(3):
            write_it(gw, str(tmp_path))
            found = [name for name in sorted(os.listdir(tmp_path)) if name.startswith("ck.")]
            count = len(found) - 1
            assert found == [*(f"ck.data-{i:05d}-of-{count:05d}" for i in range(count)), "ck.index"]
            if counts or again:
                assert {stat.S_IMODE(os.stat(tmp_path / name).st_mode) for name in found} == {0o600}
            for name in found:
                os.chmod(tmp_path / name, 0o600)
        counts.add(count)
    assert len(counts) == 2
    assert gw.train.load_variable(path, "v/.ATTRIBUTES/VARIABLE_VALUE") == 1


@pytest.mark.parametrize("act", ["write_file", "records", "print"])
def test_a_pipe_that_nobody_reads_can_be_interrupted(act, tmp_path):
    os.mkfifo(tmp_path / "pipe")
    code = f"""
import signal, sys, time
import graphwright as tf
from robustness.test_file_identity import STREAMS
class Enough(Exception): pass
def stop(*_): raise Enough
signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.3)
start = time.perf_counter()
try:
    STREAMS[{act!r}](tf, {str(tmp_path / "pipe")!r})
except Enough:
    print("stopped", time.perf_counter() - start < 5)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, env=environment())
    assert done.stdout == "stopped True\n", done.stderr


KILLED = """
import sys
import graphwright as tf
folder = sys.argv[1]

def model(number):
    module = tf.Module()
    module.v = tf.Variable(tf.fill([20_000], number))
    module.w = tf.Variable(number)
    module.f = tf.function(lambda: (module.v[0], module.v[-1], module.w, tf.constant(number)), input_signature=[])
    return module

number = int(sys.argv[2])
print("ready", flush=True)
while True:
    number += 1
    tf.saved_model.save(model(number), folder)
    print(number, flush=True)
"""


def test_killed_writers_leave_one_model_or_none(gw, tmp_path):
    import random
    import time

    rng = random.Random(3)
    folder = str(tmp_path / "model")
    number, loaded = 0, 0
    for _ in range(int(os.environ.get("GRAPHWRIGHT_CHECKPOINT_KILLS", "6"))):
        process = subprocess.Popen([sys.executable, "-c", KILLED, folder, str(number)], stdout=subprocess.PIPE)
        assert process.stdout.readline() == b"ready\n"
        seen = [process.stdout.readline()]
        time.sleep(rng.uniform(0.0, 0.5))
        process.kill()
        seen += process.stdout.read().split()
        process.wait()
        process.stdout.close()
        number = int(seen[-1]) if seen else number
        if not os.path.exists(folder + "/saved_model.pb"):
            continue
        values = {int(value) for value in gw.saved_model.load(folder).f()}
        assert len(values) == 1 and values <= {number, number + 1}
        loaded += 1
    assert loaded > 0
