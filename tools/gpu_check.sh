#!/usr/bin/env bash
# What only a machine with a GPU can show of an installed graphwright, in less than ten minutes and without a network:
#
#   PYTHON=python3 bash tools/gpu_check.sh REPORT
#
# needs pytest and pytest-xdist beside it, and Keras for the models. All parts run, whatever fails; what they print is in the folder
# REPORT, and a line for each in its file `summary`. compute-sanitizer and PyTorch are used where they are.
set -uo pipefail
report=$(realpath -m "${1:?"a folder for the report"}")
python=${PYTHON:-python3}
cd "$(dirname "$0")/.." || exit 1
mkdir -p "$report"
: >"$report/summary"
jobs=$(($(nproc) < 12 ? $(nproc) : 12))
failed=0

part() { # part NAME SECONDS COMMAND...
  local name=$1 limit=$2 from=$SECONDS status=0
  shift 2
  timeout -k 10 "$limit" "$@" </dev/null >"$report/$name" 2>&1 || { status=$?; failed=1; }
  printf '%s: status %d in %d s: %s\n' "$name" "$status" $((SECONDS - from)) "$(tail -n 1 "$report/$name")" |
    tee -a "$report/summary"
}

tests=("$python" -m pytest -q -p no:cacheprovider --color=no -rfE --tb=short)

part machine 40 "$python" -c "
import graphwright as tf
print(tf.config.list_physical_devices(), tf.config.experimental.get_device_details(tf.config.list_physical_devices('GPU')[0]))
x = tf.random.normal([64, 64])
print(x.device, float(tf.reduce_max(tf.abs(x @ x - (x.cpu() @ x.cpu()).gpu()))))"
part kernels 100 "${tests[@]}" -n "$jobs" tests_py/robustness/test_gpu.py
part op_rules_on_both 100 "${tests[@]}" -n "$jobs" tests_py/rules/test_op_rules.py -k gpu_gives
part op_rules_by_default 150 "${tests[@]}" -n "$jobs" --gpu tests_py/rules/test_op_rules.py
part edges 90 "${tests[@]}" -n "$jobs" tests_py/generated/edges/test_edges_gpu.py
part programs 90 "${tests[@]}" -n "$jobs" tests_py/generated/fuzz/test_fuzz_gpu.py
part models 90 "${tests[@]}" -s tests_py/keras_models/test_keras.py -k on_a_gpu
part speed 60 "$python" -m benchmarks --gpu --rounds 5
if command -v compute-sanitizer >/dev/null; then
  part sanitizer 60 compute-sanitizer --error-exitcode 9 "${tests[@]}" \
    tests_py/robustness/test_gpu.py -k "matmul or float16 and (unary or bias) or conv2d and 0-NHWC"
fi
exit $failed
