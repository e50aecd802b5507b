#!/usr/bin/env bash
# Builds the documentation into build/docs/html, from nothing and without a warning, and checks its links.
#
#   bash tools/docs.sh              in an environment of its own, with the package built from this tree
#   GRAPHWRIGHT_WHEEL=FILE bash tools/docs.sh   with this wheel in its place
#   bash tools/docs.sh --installed  with the package that Python finds (PYTHONPATH), and what the extra `docs` has
#
# PYTHON chooses the interpreter (python3). The network is asked for nothing but packages. A page whose code has not changed is
# run again only where the package has changed; build/docs may be removed at any time.
set -euo pipefail
cd "$(dirname "$0")/.."
export GRAPHWRIGHT_ROOT=$PWD PIP_DISABLE_PIP_VERSION_CHECK=1
root=$PWD/build/docs
python=$root/venv/bin/python
mkdir -p "$root"

# The requirements of an extra, as pyproject.toml has them.
requirements_of() {
  "$python" - "$1" <<'PY'
import sys

try:
    import tomllib
except ModuleNotFoundError:  # Python 3.10
    from pip._vendor import tomli as tomllib
with open("pyproject.toml", "rb") as file:
    project = tomllib.load(file)["project"]
print(*project["dependencies"], *project["optional-dependencies"][sys.argv[1]], sep="\n")
PY
}

[ -x "$python" ] || "${PYTHON:-python3}" -m venv "$root/venv"
requirements_of docs >"$root/requirements.txt"
"$python" -m pip install --quiet -r "$root/requirements.txt"
if [ "${1:-}" != --installed ]; then
  "$python" -m pip install --quiet --force-reinstall --no-deps "${GRAPHWRIGHT_WHEEL:-.}"
fi
export PATH="$root/venv/bin:$PATH"
# Kernels share the cores: threads that wait for work must not spin for milliseconds.
export GOMP_SPINCOUNT=${GOMP_SPINCOUNT:-1000} KERAS_BACKEND=tensorflow
# The tutorials say `import tensorflow as tf`, which this makes graphwright in their kernels.
export IPYTHONDIR=$root/ipython
mkdir -p "$IPYTHONDIR/profile_default/startup"
echo "import graphwright.as_tensorflow" >"$IPYTHONDIR/profile_default/startup/as_tensorflow.py"

# changed NAME FILES...: whether the texts of files are others than at the last build.
changed() {
  local name=$root/$1.sha256 found
  shift
  found=$(cat "$@" | sha256sum)
  [ "$found" = "$(cat "$name" 2>/dev/null)" ] && return 1
  echo "$found" >"$name"
}

# What was run with another package says nothing of this one; pages that were made otherwise are made anew.
package=$("$python" -c 'import importlib.util as find; print(*find.find_spec("graphwright").submodule_search_locations)')
mapfile -t files < <(find "$package" -name '*.py' -o -name '*.so' | sort)
if changed package "${files[@]}"; then rm -rf "$root/executed" "$root/doctrees" "$root/html"; fi
if changed site docs/conf.py docs/extension/*.py; then rm -rf "$root/doctrees" "$root/html"; fi

"$python" docs/extension/stage.py "$root/source"
"$python" -m sphinx -W --keep-going -q -j "$(nproc)" -d "$root/doctrees" "$root/source" "$root/html"
"$python" docs/extension/sources.py "$root/source/sources.json" "$root/html/source"
"$python" docs/extension/check_html.py "$root/html"
