#!/usr/bin/env bash
# Everything of .ci/run, and then what takes longer: all tests of C++ and a walk through all samples under the sanitizers.
set -euo pipefail
cd "$(dirname "$0")/.."
bash .ci/run
bash tools/check_sanitizers.sh
