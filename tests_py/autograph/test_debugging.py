"""What debuggers, coverage tools and tracebacks see of converted functions: the user's file, lines and names."""

import os
import subprocess
import sys
import textwrap

import pytest

import graphwright as gw

PROGRAM = textwrap.dedent("""\
    import graphwright as tf

    @tf.function
    def steps(x, limit):
        total = tf.constant(0)
        for i in tf.range(limit):
            if i % 2 == 0:
                total += x
            else:
                total -= 1
        if total > 100:
            total = helper(total)
        return total

    def helper(value):
        doubled = value * 2
        return doubled

    def unused(a):
        return a

    print(steps(tf.constant(3), tf.constant(5)))
    """)


def run(folder, *arguments, commands=""):
    """What a fresh Python prints in the folder of the program."""
    paths = [os.path.dirname(os.path.dirname(gw.__file__)), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=folder,
        input=commands,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
    )
    return done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("program")
    (folder / "program.py").write_text(PROGRAM)
    return folder


def debugged(folder, *commands):
    """The answers of pdb to its commands, from the first stop on."""
    text = run(folder, "-m", "pdb", "program.py", commands="\n".join([*commands, "q"]) + "\n")
    return [answer.strip() for answer in text.split("(Pdb)")[1:]]


def test_breakpoints_stop_in_branches_and_loops(folder):
    answers = debugged(folder, "b 8", "c", "p i", "p total", "p x", "p limit")
    assert "program.py(8)steps()" in answers[1] and "-> total += x" in answers[1]
    for answer in answers[2:6]:
        assert answer.startswith("<tf.Tensor ") and "dtype=int32" in answer


def test_breakpoints_stop_in_called_functions(folder):
    answers = debugged(folder, "b helper", "c", "n", "p value", "n", "p doubled", "r")
    assert "program.py(16)helper()" in answers[1]
    assert "program.py(17)helper()" in answers[2]
    assert answers[3].startswith("<tf.Tensor ")
    assert "--Return--" in answers[4]
    assert answers[5].startswith("<tf.Tensor ")


def test_steps_go_through_the_lines_of_the_user(folder):
    """From the line of the loop to its body, and on; frames of this package lie between, as those of any library."""
    answers = debugged(folder, "b 5", "b 7", "b 11", "c", "n", "c", "c")
    stops = [line for answer in answers for line in answer.splitlines() if line.startswith(">")]
    places = [stop.rpartition("program.py(")[2] for stop in stops if "program.py(" in stop]
    assert places == ["5)steps()", "6)steps()", "7)steps()", "11)steps()"]


def test_post_mortem_shows_the_users_variables(folder):
    (folder / "failing.py").write_text(PROGRAM.replace("total += x", "total += missing_name"))
    text = run(folder, "-m", "pdb", "-c", "continue", "failing.py", commands="p i\np total\nq\nq\n")
    assert "NameError: in user code" in text
    assert "failing.py(8)steps()" in text
    assert text.count("(Pdb) <tf.Tensor ") == 2


def test_coverage_counts_the_lines_of_the_user(folder):
    pytest.importorskip("coverage")
    text = run(folder, "-m", "coverage", "run", "--data-file=lines", "--include=program.py", "program.py")
    assert "tf.Tensor(7," in text
    report = run(folder, "-m", "coverage", "report", "--data-file=lines", "-m").splitlines()
    row = next(line.split() for line in report if line.startswith("program.py"))
    assert row[1:3] == ["17", "1"] and row[-1] == "20"  # the body of the function that is not called


@gw.function
def gathered(a, b):
    scaled = a * 2.0
    return gw.gather(scaled, b)


@gw.function
def repeated(x):
    out = x
    for i in gw.range(7):
        if i > 0:
            out = out + gathered(out, i)
    return out


def test_an_error_of_a_run_tells_the_way_to_the_op_and_its_inputs():
    with pytest.raises(gw.errors.InvalidArgumentError) as caught:
        repeated(gw.ones([4, 3]))
    text = str(caught.value)
    assert text.startswith("Graph execution error:\n\nDetected at node GatherV2 defined at (most recent call last):\n")
    lines = [line.strip() for line in text.splitlines()]
    way = ["for i in gw.range(7):", "if i > 0:", "out = out + gathered(out, i)", "return gw.gather(scaled, b)"]
    assert [line for line in lines if line in way] == way
    for at, line in enumerate(lines):
        if line in way:
            assert lines[at - 1].startswith(f'File "{__file__}", line ')
    assert "indices = 4 is not in [0, 4)" in lines
    assert "inputs: params = float32 [4,3]; indices = int32 4; axis = int32 0" in lines


@gw.function(input_signature=[gw.TensorSpec(None), gw.TensorSpec(None)])
def product(a, b):
    return gw.matmul(a * 2.0, b)


@gw.function(input_signature=[gw.TensorSpec(None), gw.TensorSpec(None), gw.TensorSpec([], gw.bool)])
def product_where(x, y, wanted):
    return product(x, y) if wanted else x


def test_a_body_that_does_not_go_with_the_shapes_fails_when_it_is_run():
    """Where the shapes are known, as in TensorFlow while the caller is traced, whether the body is run or not."""
    x, y = gw.ones([4, 3]), gw.ones([4, 5])
    with pytest.raises(ValueError, match="inner extents 3 and 4"):
        gw.function(lambda: gw.cond(gw.constant(False), lambda: product(x, y), lambda: x))()
    assert product_where(x, y, gw.constant(False)).shape == [4, 3]
    with pytest.raises(gw.errors.InvalidArgumentError) as caught:
        product_where(x, y, gw.constant(True))
    assert "return gw.matmul(a * 2.0, b)" in str(caught.value)
    assert "inputs: x = float32 [4,3]; y = float32 [4,5]" in str(caught.value)


@pytest.mark.parametrize(
    ("program", "inputs"),
    [
        (lambda x: gw.constant([7, 8]) // x, "x = int32 [2]: 7, 8; y = int32 [2]: 1, 0"),
        (
            lambda x: gw.reshape(gw.ones([2, 3]), x + 4),
            "tensor = float32 [2,3]: 1, 1, 1, 1, 1, 1; shape = int32 [2]: 5, 4",
        ),
        (lambda x: gw.debugging.check_numerics(1.0 / gw.cast(x, gw.float32), "check"), "tensor = float32 [2]: 1, inf"),
    ],
)
def test_small_inputs_are_shown_with_their_values(program, inputs):
    def run(x):
        result = program(x)
        return x if result is None or not gw.is_tensor(result) else result

    with pytest.raises(gw.errors.InvalidArgumentError) as caught:
        gw.function(run, input_signature=[gw.TensorSpec(None, gw.int32)])(gw.constant([1, 0]))
    assert f"\n  inputs: {inputs}" in str(caught.value)
