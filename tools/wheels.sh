#!/usr/bin/env bash
# Builds wheels for other machines: Linux with glibc 2.34 or newer, no compiler, no headers. They and their checksums are put
# into build/wheels/dist.
#
#   bash tools/wheels.sh                    one for each Python that is found (3.10 and newer, with headers)
#   bash tools/wheels.sh --python PATH ...  for these Pythons
#   bash tools/wheels.sh --cuda             the wheel graphwright-cuda, too (needs nvcc and cuDNN)
#   bash tools/wheels.sh --try              each wheel, once built, is installed alone and runs two notebooks
#   bash tools/wheels.sh --target aarch64   for that processor, without oneDNN (needs Debian's crossbuild-essential-arm64);
#                                           --try runs CPython 3.11's in qemu-user-static
#
# The core is compiled once, what is bound to Python for each. Two builds of one commit give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
machine=$(uname -m)
pythons=() cuda=no try=no target=$machine

while [ $# -gt 0 ]; do
  case $1 in
    --python) shift && while [ $# -gt 0 ] && [ "${1#--}" = "$1" ]; do pythons+=("$1") && shift; done ;;
    --cuda) cuda=yes && shift ;;
    --try) try=yes && shift ;;
    --target) target=$2 && shift 2 ;;
    *) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
  esac
done

dist=$PWD/build/wheels/dist root=$PWD/build/wheels
if [ "$target" != "$machine" ]; then
  [ "$target" = aarch64 ] || { echo "no toolchain for $target is known" >&2 && exit 1; }
  root=$root/$target cuda=no
fi

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
mkdir -p "$dist"

requirements() { # of the build, as pyproject.toml has them, and of what follows it
  sed -n '/^requires = \[/,/^\]/s/^ *"\(.*\)",$/\1/p' pyproject.toml
  printf '%s\n' 'cmake>=3.26' 'ninja>=1.11' 'pip>=23.1' auditwheel twine
}

environment() { # environment PYTHON TAG: a virtual environment that can build
  local venv=$root/$2/venv
  [ -x "$venv/bin/python" ] || "$1" -m venv "$venv"
  requirements | "$venv/bin/python" -m pip install --quiet -r /dev/stdin
}

# for_target PYTHON TAG: sets `settings` for CMake, variables (`cross`) and `platform` where the target is another machine. Its
# Pythons have the same headers and, but for the processor's name, the same tags.
settings=() cross=() platform=(--plat "manylinux_2_34_$target")
for_target() {
  [ "$target" != "$machine" ] || return 0
  "$1" - "$root/$2/include" <<'PY'
import pathlib, shutil, sys, sysconfig

source, target = pathlib.Path(sysconfig.get_path("include")), pathlib.Path(sys.argv[1])
shutil.copytree(source, target, dirs_exist_ok=True)
# Debian keeps what this one includes in a folder for each processor.
of_processor = source.parent / str(sysconfig.get_config_var("MULTIARCH")) / source.name / "pyconfig.h"
if of_processor.exists():
    shutil.copy2(of_processor, target / "pyconfig.h")
PY
  settings=(-Ccmake.define.CMAKE_TOOLCHAIN_FILE="$PWD/cmake/$target.cmake"
    -Ccmake.define.Python_INCLUDE_DIR="$root/$2/include")
  # auditwheel knows the names of its own machine's platforms only: it finds one, which is looked at.
  platform=(--plat auto --ldpaths "/usr/$target-linux-gnu/lib")
  local suffix
  suffix=$("$1" -c 'import sysconfig; print(sysconfig.get_config_var("EXT_SUFFIX"))')
  cross=(_PYTHON_HOST_PLATFORM="linux-$target" SETUPTOOLS_EXT_SUFFIX="${suffix/$machine/$target}")
}

# build TAG FOLDER SETTING...: the wheel of a folder, with what it links against that not every Linux has, in build/wheels/TAG.
build() {
  local tag=$1 folder=$2 venv=$root/$1/venv
  shift 2
  rm -rf "$root/$tag/plain" "$root/$tag/wheel"
  env "${cross[@]}" PATH="$venv/bin:$PATH" \
    "$venv/bin/pip" wheel --quiet --no-build-isolation --no-deps -w "$root/$tag/plain" "$@" "$folder"
  PATH="$venv/bin:$PATH" "$venv/bin/auditwheel" repair "${platform[@]}" -w "$root/$tag/wheel" \
    --exclude 'libcudnn*' --exclude 'libcublas*' --exclude 'libnvrtc*' --exclude 'libcuda*' "$root/$tag"/plain/*.whl
  [[ $(ls "$root/$tag/wheel") =~ manylinux_2_([12].|3[0-4])_$target ]] || { echo "needs a newer glibc than 2.34" >&2 && exit 1; }
  "$venv/bin/twine" check --strict "$root/$tag"/wheel/*.whl
  cp "$root/$tag"/wheel/*.whl "$dist/"
}

run_notebooks() { # run_notebooks FILE COMMAND...: what a command that is a Python with the wheel prints goes into FILE
  local output=$1 notebook
  shift
  for notebook in notebooks/ko/04_functions.ipynb notebooks/zh/04_functions.ipynb; do
    "$@" -m graphwright "$notebook" >"$output" || return 1
    tail -n 1 "$output"
  done
}

run_alone() { # run_alone PYTHON TAG: the wheel in an environment of its own, where no compiler is on PATH
  local venv=$root/$2/alone
  rm -rf "$venv" && "$1" -m venv "$venv"
  "$venv/bin/pip" install --quiet "$root/$2"/wheel/graphwright-*.whl
  run_notebooks "$root/$2/output.txt" env PATH="$venv/bin" "$venv/bin/python"
}

# Puts Debian's Python 3.11 for aarch64 into the folder `system`; the packages of this machine stay what they are.
foreign_system() {
  local here=$root/packages package
  [ ! -x "$root/system/usr/bin/python3.11" ] || return 0
  mkdir -p "$here/state/lists" "$here/cache/archives/partial" "$root/system" && : >"$here/status"
  local apt=(apt-get -qq -y -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o APT::Sandbox::User=root
    -o Dir::State="$here/state" -o Dir::State::status="$here/status" -o Dir::Cache="$here/cache")
  "${apt[@]}" update
  "${apt[@]}" install --no-install-recommends --download-only python3.11-minimal libpython3.11-stdlib libstdc++6
  for package in "$here"/cache/archives/*.deb; do dpkg-deb -x "$package" "$root/system"; done
}

run_foreign() { # run_foreign TAG: the same in an emulator
  local site=$root/$1/alone
  foreign_system
  rm -rf "$site"
  # pip takes an older Linux's wheels for no newer one's that is named.
  "$root/$1/venv/bin/pip" install --quiet --target "$site" --only-binary=:all: --python-version 3.11 \
    --platform "manylinux_2_34_$target" --platform "manylinux_2_28_$target" --platform "manylinux2014_$target" \
    "$root/$1"/wheel/graphwright-*.whl
  run_notebooks "$root/$1/output.txt" env PYTHONPATH="$site" \
    "qemu-$target-static" -L "$root/system" "$root/system/usr/bin/python3.11"
}

for python in "${pythons[@]}"; do
  tag=$(tag_of "$python")
  [ -n "$tag" ] || { echo "$python is no CPython 3.10 or newer with headers" >&2 && exit 1; }
  say "$tag: $python"
  environment "$python" "$tag"
  for_target "$python" "$tag"
  # All share the objects of the core.
  build "$tag" . -Cbuild-dir="$root/objects" -Ccmake.define.GRAPHWRIGHT_CUDA=OFF -Ccmake.define.GRAPHWRIGHT_UNITY=ON \
    "${settings[@]}"
  [ "$try" = no ] || case $target:$tag in
    "$machine":*) run_alone "$python" "$tag" ;;
    *:cp311-cp311) run_foreign "$tag" ;;
    *) echo "$tag is not tried: there is no such Python for $target" ;;
  esac
done

if [ "$cuda" = yes ]; then
  say "graphwright-cuda"
  build "$tag" packaging/cuda -Cbuild-dir="$root/cuda"
fi

say "build/wheels/dist"
(cd "$dist" && sha256sum -- *.whl | tee SHA256SUMS && ls -l -- *.whl)
