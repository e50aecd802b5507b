#!/usr/bin/env bash
# Sets up an environment of its own under build/test, builds the wheel and the C++ tests there, and runs all tests.
#
#   bash tools/test.sh                       everything: include order, C++ tests, Python tests against TensorFlow
#   bash tools/test.sh tests_py/parity -x    the same set-up; pytest gets these arguments instead
#
# PYTHON chooses the interpreter (python3); GRAPHWRIGHT_CUDA=OFF leaves the CUDA plugin out.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD/build/test
python=$root/venv/bin/python
mkdir -p "$root"

say() { printf '\n== %s ==\n' "$*"; }

say "environment"
[ -x "$python" ] || "${PYTHON:-python3}" -m venv "$root/venv"
# The build's requirements, as pyproject.toml has them: a build without isolation needs no second installation of them.
"$python" - <<'PY' >"$root/requirements.txt"
import shutil

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    from pip._vendor import tomli as tomllib
with open("pyproject.toml", "rb") as file:
    build = tomllib.load(file)
print(*build["build-system"]["requires"], "cmake>=3.26", sep="\n")
# The ninja that `pip install .` takes: another one's log would not be understood, and everything compiled anew.
if shutil.which("ninja") is None:
    print("ninja>=1.11")
PY
"$python" -m pip install --quiet --disable-pip-version-check -r "$root/requirements.txt"
export PATH="$root/venv/bin:$PATH"
export CCACHE_BASEDIR=$PWD

# Catch2 comes from the distribution; where it is not installed, its Debian package is unpacked here, without root.
catch2=()
if [ -z "${Catch2_ROOT:-}" ] &&
  [ -z "$(find /usr/lib /usr/lib64 /usr/share /usr/local -maxdepth 5 -name Catch2Config.cmake -print -quit 2>/dev/null)" ]; then
  if [ ! -d "$root/catch2/usr" ] && command -v apt-get dpkg >/dev/null; then
    mkdir -p "$root/catch2"
    (cd "$root/catch2" && apt-get -qq download catch2 && dpkg -x catch2*.deb .) || true
  fi
  config=$(find "$root/catch2" -name Catch2Config.cmake -printf '%h' -quit 2>/dev/null || true)
  [ -n "$config" ] || { echo "Catch2 is missing: apt-get install catch2" >&2; exit 1; }
  catch2=("--config-settings=cmake.define.Catch2_DIR=$config")
fi

say "build"
# In the folder that `pip install .` builds in, where it has left its objects.
rm -rf "$root/dist"
"$python" -m pip wheel --quiet --disable-pip-version-check --no-build-isolation --no-deps -w "$root/dist" \
  --config-settings=cmake.define.GRAPHWRIGHT_TESTS=ON \
  "--config-settings=cmake.define.GRAPHWRIGHT_CUDA=${GRAPHWRIGHT_CUDA:-AUTO}" "${catch2[@]}" .
export GRAPHWRIGHT_WHEEL
GRAPHWRIGHT_WHEEL=$(ls "$root"/dist/graphwright-*.whl)
ls -l "$GRAPHWRIGHT_WHEEL"
"$python" -m pip install --quiet --disable-pip-version-check --force-reinstall --no-deps "$GRAPHWRIGHT_WHEEL"
"$python" -m pip install --quiet --disable-pip-version-check "${GRAPHWRIGHT_WHEEL}[test]"

# The test processes share the cores: threads that wait for work must not spin for milliseconds.
export GOMP_SPINCOUNT=${GOMP_SPINCOUNT:-1000}

say "C++ tests"
tag=$(basename "$GRAPHWRIGHT_WHEEL" .whl)
ctest --test-dir "build/${tag#graphwright-*-}" --output-on-failure --no-tests=error -j "$(nproc)"

say "Python tests"
if [ $# -gt 0 ]; then
  exec "$python" -m pytest "$@"
fi
exec "$python" -m pytest -q -n "$(nproc)" tests_py
