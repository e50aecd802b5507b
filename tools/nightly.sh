#!/usr/bin/env bash
# Everything of .ci/run, and then what takes longer: every case of the samples under the sanitizers, and hostile calls by the
# hundred, other ones every day.
set -euo pipefail
cd "$(dirname "$0")/.."
bash .ci/run
bash tools/check_sanitizers.sh --every
build/test/venv/bin/python tests_py/hostile.py --count 300 --seed "$(date +%j)"
