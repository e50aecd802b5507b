"""Machine code that nobody keeps leaves no memory behind. `GRAPHWRIGHT_COMPILATIONS` is how many modules are compiled (200)."""

import os
import subprocess
import sys

import pytest

from support.processes import environment

COUNT = int(os.environ.get("GRAPHWRIGHT_COMPILATIONS", "200"))

RESIDENT = """
import gc, sys

def resident():
    gc.collect()
    with open("/proc/self/status") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))

def growth(make, count):
    for i in range(60):
        make(i)
    before = resident()
    for i in range(60, 60 + count):
        make(i)
    return (resident() - before) / count
"""

MODULES = """
from graphwright._src.explain.jit import llvm

def make(i):
    code = llvm.machine_code(f'''
define void @region0(ptr %a, i64 %n) {{
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%j, %loop]
  %p = getelementptr float, ptr %a, i64 %i
  %x = load float, ptr %p
  %y = fadd float %x, {float(i)}
  store float %y, ptr %p
  %j = add i64 %i, 1
  %c = icmp slt i64 %j, %n
  br i1 %c, label %loop, label %done
done:
  ret void
}}''')
    assert code.address("region0")
"""

FUNCTIONS = """
import graphwright as tf
x = tf.ones([64])

def make(i):
    f = tf.function(lambda x: tf.exp(x) * float(i) + x, jit_compile=True)
    f(x)
"""


@pytest.mark.parametrize(("program", "most"), [(MODULES, 4.0), (FUNCTIONS, 12.0)], ids=["modules", "functions"])
def test_compilations_leave_no_memory(program, most):
    pytest.importorskip("llvmlite")
    code = RESIDENT + program + "print(growth(make, int(sys.argv[1])))"
    variables = environment(GRAPHWRIGHT_CACHE_DIR="")
    variables.pop("GRAPHWRIGHT_JIT", None)
    done = subprocess.run([sys.executable, "-c", code, str(COUNT)], capture_output=True, text=True, env=variables)
    assert done.returncode == 0, done.stderr
    assert float(done.stdout) < most, done.stdout  # kilobytes for each
