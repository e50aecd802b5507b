"""tf.io.gfile: files and folders of this machine."""

import pytest

from support.folder_cases import Cases, check

group = Cases()


@group
def folders(tf, folder):
    G = tf.io.gfile
    (folder / "dir" / "sub").mkdir(parents=True)
    for name in ("a.txt", "b.txt", "dir/c", "dir/sub/d"):
        (folder / name).write_text(name)

    def walked(*args, **options):
        return [(top, sorted(inner), sorted(files)) for top, inner, files in G.walk(*args, **options)]

    calls = """G.exists("a.txt")|G.exists("no")|G.exists("")|G.exists(None)|G.exists(3)|G.exists(b"a.txt")|G.exists("dir")
        |G.exists("file:///tmp")|G.isdir("dir")|G.isdir("dir/")|G.isdir("a.txt")|G.isdir("no")|sorted(G.listdir("dir"))
        |G.listdir("no")|G.listdir("a.txt")|G.mkdir("m/n")|G.mkdir("dir")|G.mkdir("m")|G.makedirs("m/n/o")|G.makedirs("m/n/o")
        |G.makedirs("a.txt")|G.makedirs("")|G.remove("no")|G.remove("dir")|G.rename("a.txt", "b.txt")|G.rename("no", "x")
        |G.rename("a.txt", "b.txt", overwrite=True)|G.exists("a.txt")|G.rename("b.txt", "a.txt")|G.copy("a.txt", "b.txt")
        |G.copy("a.txt", "b.txt")|G.copy("a.txt", "b.txt", overwrite=True)|G.copy("no", "x")|G.copy("dir", "x")
        |G.copy("a.txt", "none/x")|G.rmtree("no")|G.stat("a.txt").length|G.stat("dir").is_directory
        |G.stat("a.txt").is_directory|G.stat("a.txt").mtime_nsec > 10**18|G.stat("no")|sorted(G.glob("*.txt"))
        |G.glob(["a.*", "dir/*"])|G.glob("no*")|G.glob("")|G.glob(3)|G.join("a", "b", "/c")|G.join("a")|G.join("", "b")
        |G.join("a", "b", "c")|walked("dir")|walked("dir", topdown=False)|walked("no")
        |G.rmtree("m")|G.exists("m")|G.rmtree("dir")|G.exists("dir")|G.remove("b.txt")|G.exists("b.txt")
        |G.exists("zz://x/y")|"file" in G.get_registered_schemes()|tf.compat.v1.gfile.Exists("a.txt")
        |tf.compat.v1.gfile.Glob("a*")|tf.compat.v1.gfile.FastGFile("a.txt").read()""".split("|")
    names = {"G": G, "tf": tf, "walked": walked}
    return [(f"{i} {call.strip()}", lambda call=call: eval(call.strip(), names)) for i, call in enumerate(calls)]


@group
def files(tf, folder):
    G = tf.io.gfile
    (folder / "two.txt").write_bytes("one\n둘\n".encode())
    (folder / "bad.txt").write_bytes(b"\xff\xfe")
    (folder / "dir").mkdir()

    def chain(name, mode, *calls):
        file = G.GFile(name, mode)
        result = [getattr(file, call[0])(*call[1:]) for call in calls]
        file.close()
        return result

    def content(name):
        return (folder / name).read_bytes()

    calls = {
        "read": lambda: chain("two.txt", "r", ["read"], ["read"], ["tell"]),
        "read some": lambda: chain("two.txt", "r", ["read", 3], ["tell"], ["readline"], ["readline"], ["readline"]),
        "bytes": lambda: chain("two.txt", "rb", ["read", 5], ["readlines"], ["readline"]),
        "lines": lambda: [list(G.GFile("two.txt")), G.GFile("two.txt").readlines()],
        "next": lambda: chain("two.txt", "r", ["next"], ["next"], ["next"]),
        "seek": lambda: chain("two.txt", "r", ["seek", 4], ["readline"], ["seek", -1, 1], ["tell"], ["seek", -4, 2], ["read"]),
        "seek behind": lambda: chain("two.txt", "r", ["seek", 100]),
        "seek, whence": lambda: chain("two.txt", "r", ["seek", 1, 3]),
        "seek before": lambda: chain("two.txt", "r", ["seek", -1]),
        "seek nowhere": lambda: chain("two.txt", "r", ["seek"]),
        "size": lambda: chain("two.txt", "r", ["size"], ["seekable"], ["flush"]),
        "name and mode": lambda: [G.GFile("no", "r+").name, G.GFile("no", "r+").mode],
        "missing": lambda: chain("no", "r", ["read"]),
        "missing, not read": lambda: chain("no", "r"),
        "folder": lambda: chain("dir", "r", ["read"]),
        "write": lambda: [chain("w", "w", ["write", "ab"], ["write", b"\xff"], ["tell"]), content("w")],
        "write, no folder": lambda: chain("none/w", "w", ["write", "ab"]),
        "write number": lambda: chain("w2", "w", ["write", 3]),
        "write to r": lambda: chain("two.txt", "r", ["write", "x"]),
        "read from w": lambda: chain("w3", "w", ["read"]),
        "append": lambda: [chain("w", "a", ["write", "!"], ["tell"]), content("w")],
        "write and read": lambda: chain("w4", "w+", ["write", "one\ntwo"], ["flush"], ["seek", 0], ["read"], ["tell"]),
        "closed": lambda: chain("two.txt", "r", ["readline"], ["close"], ["close"], ["readline"]),
        "bad text": lambda: chain("bad.txt", "r", ["read"]),
        "bad bytes": lambda: chain("bad.txt", "rb", ["read"]),
        "bad mode": lambda: G.GFile("x", "x"),
        "mode of text": lambda: G.GFile("two.txt", "rt"),
        "other scheme": lambda: chain("zz://a", "r", ["read"]),
    }  # fmt: skip
    return list(calls.items())


@pytest.mark.parametrize("group", **group.parameters())
def test_same_files_and_folders(group, tensorflow, gw, tmp_path):
    check(group, tensorflow, gw, tmp_path)


def test_other_file_systems(gw):
    """Through fsspec."""
    pytest.importorskip("fsspec")
    G = gw.io.gfile
    with G.GFile("memory://folder/a.txt", "w") as file:
        file.write("some text")
    assert G.GFile("memory://folder/a.txt").read() == "some text"
    assert G.listdir("memory://folder") == ["a.txt"] and G.exists("memory://folder/a.txt")
    assert G.stat("memory://folder/a.txt").length == 9
    G.rename("memory://folder/a.txt", "memory://folder/b.txt")
    assert G.glob("memory://folder/*") == ["memory://folder/b.txt"]
    G.rmtree("memory://folder")
    assert not G.exists("memory://folder/b.txt")


def test_a_builtin_open_that_is_over_gfile(tensorflow, gw, tmp_path, monkeypatch):
    for name, tf in (("theirs", tensorflow), ("ours", gw)):
        with monkeypatch.context() as patched:
            patched.setattr("builtins.open", lambda path, mode="r", tf=tf: tf.io.gfile.GFile(path, mode))
            with open(tmp_path / name, "w") as file:
                file.write("text")
            with open(tmp_path / name) as file:
                assert file.read() == "text"
