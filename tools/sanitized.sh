#!/usr/bin/env bash
# Runs a Python file on the sanitized package that tools/check_sanitizers.sh has built:
#
#   bash tools/sanitized.sh tests_py/generated/op_fuzz/run.py --cases 100000 --jobs 2
#
# A fault of ours ends the process that meets it, with a report.
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)
export GOMP_SPINCOUNT=${GOMP_SPINCOUNT:-1000} # as in tools/test.sh
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
# The loops of this level are those that were compiled for it (cpp/CMakeLists.txt).
export GRAPHWRIGHT_ISA=v3
# The interpreter is not sanitized: the runtime is loaded before it, libstdc++ too (else exceptions cannot be caught), and
# what the interpreter itself never frees is not looked at. Who asks for gigabytes gets none, and no thread team needs
# more than two.
export ASAN_OPTIONS=detect_leaks=0:max_allocation_size_mb=512:allocator_may_return_null=1
export PYTHONMALLOC=malloc OMP_NUM_THREADS=2
export PYTHONPATH=$root/build/sanitize/package:$root/tests_py${PYTHONPATH:+:$PYTHONPATH}
compiler=${CXX:-c++}
LD_PRELOAD="$("$compiler" -print-file-name=libasan.so) $("$compiler" -print-file-name=libstdc++.so.6)" \
  exec "$root/build/test/venv/bin/python" "$@"
