#!/usr/bin/env bash
# ruff for Python, clang-format for C++; `tools/check_style.sh --fix` mends what can be mended.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t sources < <(git ls-files '*.cc' '*.h' '*.cu' '*.cuh' ':!*_tables.cc')
if [ "${1:-}" = --fix ]; then
  ruff check --fix .
  ruff format .
  clang-format -i "${sources[@]}"
else
  ruff check .
  clang-format --dry-run -Werror "${sources[@]}"
fi
echo "style: ${#sources[@]} C++ files and the Python files are fine"
