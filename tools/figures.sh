#!/usr/bin/env bash
# Prints the README's table of speeds: installs this package and its peers in an environment below build/, and measures.
#
#   bash tools/figures.sh                   all peers; some twenty minutes on two cores, and 6 GB of disk, most of it PyTorch's
#   bash tools/figures.sh tensorflow jax    these
#
# PYTHON chooses the interpreter (python3). Nothing else should run meanwhile. pip takes its settings from its own files and
# variables, such as an index that has PyTorch for CPUs alone, which is a tenth as large.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=$PWD/build/figures/venv
declare -A packages=([tensorflow]="tensorflow-cpu==2.21.*" [jax]=jax [torch]=torch [numpy]=numpy)
peers=("$@")
[ $# -gt 0 ] || peers=(tensorflow jax torch)

wanted=()
for peer in "${peers[@]}"; do
  [ -n "${packages[$peer]:-}" ] || { echo "no peer is called $peer; there are ${!packages[*]}" >&2 && exit 2; }
  wanted+=("${packages[$peer]}")
done
[ -x "$venv/bin/python" ] || "${PYTHON:-python3}" -m venv "$venv"
install() { "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@" >&2; }
# A wheel that is given is taken as it is; tools/test.sh leaves one in build/test/dist.
install --force-reinstall --no-deps "${GRAPHWRIGHT_WHEEL:-.}"
install numpy ml_dtypes "protobuf>=4.25" "${wanted[@]}"
exec "$venv/bin/python" -m benchmarks --table --rounds 12 --peers graphwright "${peers[@]}"
