"""What programs are told, by the logger and by Python warnings, is what TensorFlow tells: level, how often, the key words."""

import re

import pytest

from parity.base import logged_worker
from parity.base.logged_programs import PROGRAMS
from support.processes import pickled_outcomes

# What is told otherwise, and why.
KNOWN = {
    "autograph_verbosity": "what conversion says of itself has its own words",
    "by_hand": "TensorFlow counts lines by the caller of the function that logs, not by the line that does",
    "cast_complex": "a cast of a tensor is made without Python",
    "data_experimental": "eager iterators' attributes of TensorFlow 1 say nothing",
    "function_arguments_in_graph": "tf.function is there before the table of what is deprecated",
    "generator_in_function": "generators within functions are converted around",
    "methods_of_many_objects": "each object may have a trace of its own",
    "mirrored_strategy": "replicas are not slow eagerly",
    "multi_worker": "there are no several machines",
    "references": "Tensor.experimental_ref is the method ref",
    "run_outside_function": "replicas are not slow eagerly",
    "saver_of_old_format": "the old format is not written",
    "should_use_array": "results that nobody uses are not noticed",
    "sparse_ops_of_version_1": "sparse_split takes the old name of its axis",
    "unconverted_lambdas": "several lambdas in a line are told apart",
    "unused_result_of_stack": "results that nobody uses are not noticed",
    "variables_of_version_1": "results that nobody uses are not noticed",
}


@pytest.fixture(scope="module")
def said(tensorflow, tmp_path_factory):
    names = list(PROGRAMS)
    folder = str(tmp_path_factory.mktemp("logged"))
    modules = ("tensorflow", "graphwright")
    waiting = [pickled_outcomes(logged_worker.__file__, m, names, folder, m) for m in modules]
    theirs, ours = (wait() for wait in waiting)
    return {name: (a, b) for name, a, b in zip(names, theirs, ours, strict=True)}


def words_of(text):
    """The words of a message, without what to do instead, places and files."""
    text = text.partition("\nInstructions for updating")[0]
    text = re.sub(r"^From \S+ ", "From ", text)
    return re.findall(r"[A-Za-z_]+|[^\sA-Za-z_0-9]", re.sub(r"(?<!\w)/\S+", "", text))


def longest_run(a, b):
    """The length of the longest run of words that both have."""
    best, before = 0, [0] * (len(b) + 1)
    for word in a:
        now = [0] * (len(b) + 1)
        for j, other in enumerate(b):
            if word == other:
                now[j + 1] = before[j] + 1
                best = max(best, now[j + 1])
        before = now
    return best


def says_the_same(theirs, ours):
    if theirs[0] != ours[0]:
        return False
    a, b = words_of(theirs[1]), words_of(ours[1])
    if a == b or theirs[1].startswith("From "):
        return a == b
    return longest_run(a, b) >= min(6, max(1, len(a) * 2 // 3))


def differences(theirs, ours):
    left, missing = list(ours), []
    for record in theirs:
        found = next((other for other in left if says_the_same(record, other)), None)
        if found is not None:
            left.remove(found)
        # What TensorFlow's own functions call, ours need not.
        elif not re.match(r"From \S*/tensorflow/python/", record[1]):
            missing.append(record)
    return [f"missing: {record}" for record in missing] + [f"beyond: {record}" for record in left]


@pytest.mark.parametrize("name", PROGRAMS)
def test_same(said, name):
    (theirs, their_error), (ours, our_error) = said[name]
    found = differences(theirs, ours)
    if their_error != our_error:
        found.append(f"raised: {our_error}, not {their_error}")
    if name in KNOWN:
        assert found, f"{name} is as it should be: take it from KNOWN"
    else:
        assert not found, "\n".join(found)


def test_lines(tmp_path):
    """Lines on the standard error are as TensorFlow writes them."""
    import subprocess
    import sys

    program = "import {} as tf; tf.get_logger().warning('a %d', 1); tf.compat.v1.logging.error('b')"
    lines = [
        subprocess.run([sys.executable, "-c", program.format(m)], capture_output=True, text=True).stderr.splitlines()
        for m in ("tensorflow", "graphwright")
    ]
    wanted = ["WARNING:tensorflow:a 1", "ERROR:tensorflow:b"]
    assert [line for line in lines[0] if ":tensorflow:" in line] == lines[1] == wanted


def test_table(tensorflow):
    """The functions that TensorFlow calls deprecated are those of the table, as far as they are here."""
    from graphwright._src.base import deprecated, export

    def is_deprecated(found):
        found = found.__init__ if isinstance(found, type) else found
        while found is not None:
            cells = dict(zip(found.__code__.co_freevars, found.__closure__ or (), strict=True))
            if "instructions" in cells and "date" in cells:
                return True
            wrapped = getattr(found, "_tf_decorator", None)
            found = wrapped.decorated_target if wrapped is not None else None
            found = found if hasattr(found, "__code__") else None
        return False

    wrong = []
    elsewhere = ("__internal__.", "compat.v1.lite.", "experimental.dtensor.", "experimental.tensorrt.")
    for name in export.exported_names():
        if name.startswith(elsewhere):
            continue
        theirs = tensorflow
        try:
            for part in name.split("."):
                theirs = getattr(theirs, part)
        except AttributeError:
            continue
        if "keras" in getattr(theirs, "__module__", "keras"):
            continue
        if isinstance(theirs, type):
            if not hasattr(theirs.__init__, "__code__") or "__init__" not in vars(theirs):
                continue
        elif not hasattr(theirs, "__code__"):
            continue
        noted = name in deprecated.NOTES or f"{name}.__init__" in deprecated.NOTES
        if is_deprecated(theirs) != noted:
            wrong.append(name)
    assert " ".join(wrong) == "Variable"  # whose caching_device is looked at in the class only
