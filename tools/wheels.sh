#!/usr/bin/env bash
# Builds wheels for other machines: x86-64 Linux with glibc 2.34 or newer, no compiler, no headers. They and their checksums
# are put into build/wheels/dist.
#
#   bash tools/wheels.sh                    one for each Python that is found (3.10 and newer, with headers)
#   bash tools/wheels.sh --python PATH ...  for these Pythons
#   bash tools/wheels.sh --cuda             the wheel graphwright-cuda, too (needs nvcc and cuDNN)
#   bash tools/wheels.sh --try              each wheel, once built, is installed alone and runs two notebooks
#
# The core is compiled once, what is bound to Python for each. Two builds of one commit give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/build/wheels
pythons=() cuda=no try=no

while [ $# -gt 0 ]; do
  case $1 in
    --python) shift && while [ $# -gt 0 ] && [ "${1#--}" = "$1" ]; do pythons+=("$1") && shift; done ;;
    --cuda) cuda=yes && shift ;;
    --try) try=yes && shift ;;
    *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
done

say() { printf '\n== %s ==\n' "$*"; }

# The tag of a Python's wheels (cp312-cp312), or nothing where it is too old or has no headers.
tag_of() {
  "$1" - 2>/dev/null <<'PY' || true
import os, sys, sysconfig

if sys.implementation.name == "cpython" and sys.version_info >= (3, 10):
    if os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")):
        version = f"cp{sys.version_info[0]}{sys.version_info[1]}"
        print(f"{version}-{version}{'t' if sysconfig.get_config_var('Py_GIL_DISABLED') else ''}")
PY
}

# Every Python on PATH, of pyenv, and of the images that wheels are built in; the first of each tag.
found() {
  local python
  for python in $(compgen -c python3. | grep -E '^python3\.[0-9]+t?$' | sort -u -V | xargs -r -n 1 which -a) \
    "$HOME"/.pyenv/versions/*/bin/python3 /opt/python/*/bin/python3; do
    [ -x "$python" ] && [ -n "$(tag_of "$python")" ] && echo "$(tag_of "$python") $python"
  done | sort -u -V -k 1,1 | cut -d ' ' -f 2
}

[ ${#pythons[@]} -gt 0 ] || mapfile -t pythons < <(found)
[ ${#pythons[@]} -gt 0 ] || { echo "no Python 3.10 or newer with headers was found" >&2 && exit 1; }

SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || echo 315532800) # where nothing tells, the first day that zip files know
export SOURCE_DATE_EPOCH PIP_DISABLE_PIP_VERSION_CHECK=1
export CXXFLAGS="-ffile-prefix-map=$PWD=. ${CXXFLAGS:-}"
mkdir -p "$root/dist"

requirements() { # of the build, as pyproject.toml has them, and of what follows it
  sed -n '/^requires = \[/,/^\]/s/^ *"\(.*\)",$/\1/p' pyproject.toml
  printf '%s\n' 'cmake>=3.26' 'ninja>=1.11' 'pip>=23.1' auditwheel twine
}

environment() { # environment PYTHON TAG: a virtual environment that can build
  local venv=$root/$2/venv
  [ -x "$venv/bin/python" ] || "$1" -m venv "$venv"
  requirements | "$venv/bin/python" -m pip install --quiet -r /dev/stdin
}

# build TAG FOLDER SETTING...: the wheel of a folder, with what it links against that not every Linux has, in build/wheels/TAG.
build() {
  local tag=$1 folder=$2 venv=$root/$1/venv
  shift 2
  rm -rf "$root/$tag/plain" "$root/$tag/wheel"
  PATH="$venv/bin:$PATH" "$venv/bin/pip" wheel --quiet --no-build-isolation --no-deps -w "$root/$tag/plain" "$@" "$folder"
  PATH="$venv/bin:$PATH" "$venv/bin/auditwheel" repair --plat manylinux_2_34_x86_64 -w "$root/$tag/wheel" \
    --exclude 'libcudnn*' --exclude 'libcublas*' --exclude 'libnvrtc*' --exclude 'libcuda*' "$root/$tag"/plain/*.whl
  "$venv/bin/twine" check --strict "$root/$tag"/wheel/*.whl
  cp "$root/$tag"/wheel/*.whl "$root/dist/"
}

run_alone() { # run_alone PYTHON TAG: the wheel in an environment of its own, where no compiler is on PATH
  local venv=$root/$2/alone
  rm -rf "$venv" && "$1" -m venv "$venv"
  "$venv/bin/pip" install --quiet "$root/$2"/wheel/graphwright-*.whl
  for notebook in notebooks/ko/04_functions.ipynb notebooks/zh/04_functions.ipynb; do
    PATH=$venv/bin "$venv/bin/python" -m graphwright "$notebook" >"$root/$2/output.txt" || return 1
    tail -n 1 "$root/$2/output.txt"
  done
}

for python in "${pythons[@]}"; do
  tag=$(tag_of "$python")
  [ -n "$tag" ] || { echo "$python is no CPython 3.10 or newer with headers" >&2 && exit 1; }
  say "$tag: $python"
  environment "$python" "$tag"
  # All share the objects of the core.
  build "$tag" . -Cbuild-dir="$root/objects" -Ccmake.define.GRAPHWRIGHT_CUDA=OFF -Ccmake.define.GRAPHWRIGHT_UNITY=ON
  [ "$try" = no ] || run_alone "$python" "$tag"
done

if [ "$cuda" = yes ]; then
  say "graphwright-cuda"
  build "$tag" packaging/cuda -Cbuild-dir="$root/cuda"
fi

say "build/wheels/dist"
(cd "$root/dist" && sha256sum -- *.whl | tee SHA256SUMS && ls -l -- *.whl)
