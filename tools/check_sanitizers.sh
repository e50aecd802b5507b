#!/usr/bin/env bash
# Builds everything with AddressSanitizer and UndefinedBehaviorSanitizer, and runs the C++ tests, the rows of samples
# and hostile calls. Needs the environment that tools/test.sh makes; `--calls N --seed S` makes other hostile calls.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/build/sanitize
venv=$PWD/build/test/venv
export PATH="$venv/bin:$PATH" CCACHE_BASEDIR=$PWD
config=$(find "$PWD/build/test/catch2" -name Catch2Config.cmake -printf '%h' -quit 2>/dev/null || true)

mkdir -p "$root"
cmake -S . -B "$root" -G Ninja -DCMAKE_BUILD_TYPE=Release -DGRAPHWRIGHT_SANITIZE=ON -DGRAPHWRIGHT_TESTS=ON \
  -DGRAPHWRIGHT_CUDA=OFF "-DPython_EXECUTABLE=$venv/bin/python" ${config:+"-DCatch2_DIR=$config"} >"$root.log" ||
  { cat "$root.log"; exit 1; }
cmake --build "$root" -- --quiet

export GOMP_SPINCOUNT=${GOMP_SPINCOUNT:-1000} # as in tools/test.sh
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
# The loops of this level are those that were compiled for it (cpp/CMakeLists.txt).
export GRAPHWRIGHT_ISA=v3
# oneDNN keeps its primitives to the end; what our own code loses is an error.
export LSAN_OPTIONS=suppressions=$PWD/tools/leaks.txt:print_suppressions=0
ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=1 "$root/tests_cpp/graphwright_tests"

rm -rf "$root/package"
mkdir -p "$root/package"
cp -r python/graphwright "$root/package/graphwright"
rm -rf "$root"/package/graphwright/{_core*.so,graphwright_cuda.so,lib}
cp -r "$root"/stage/graphwright/. "$root/package/graphwright/"
smoke() { bash tools/sanitized.sh tests_py/robustness/asan_smoke.py "$@"; }
smoke --part 0 2 "$@" &
other=$!
status=0
smoke --part 1 2 "$@" || status=1
wait "$other" || status=1
exit $status
