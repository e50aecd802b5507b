#!/usr/bin/env bash
# Everything of .ci/run, and then what takes longer: hostile calls by the hundred under the sanitizers, 50,000 random
# programs, other ones every day, single ops by the hundred thousand, with and without the sanitizers, at their edges, tensors of 2^31
# elements (8 GB), all programs over Keras, checkpoints by the hundred and of 4 GiB, and an installation from the sdist.
set -euo pipefail
cd "$(dirname "$0")/.."
bash .ci/run
bash tools/check_sanitizers.sh --calls 200 --seed "$(date +%j)"

build/test/venv/bin/python tests_py/fuzz/run.py --programs "${GRAPHWRIGHT_FUZZ_PROGRAMS:-50000}" --jobs "$(nproc)" \
  --seed $((10#$(date +%j) * 50000))

# Functions of plain Python and such in which tensors decide, and Python's own tests over converted modules.
build/test/venv/bin/python tests_py/fuzz/run.py --kind tapes --programs "${GRAPHWRIGHT_FUZZ_TAPE_PROGRAMS:-20000}" --jobs "$(nproc)" \
  --seed $((10#$(date +%j) * 20000))
build/test/venv/bin/python tests_py/fuzz/run.py --kind data --programs "${GRAPHWRIGHT_FUZZ_DATA_PROGRAMS:-20000}" --jobs "$(nproc)" \
  --seed $((10#$(date +%j) * 20000))
build/test/venv/bin/python tests_py/fuzz/run.py --kind python --programs 20000 --jobs "$(nproc)" --seed $((10#$(date +%j) * 20000))
build/test/venv/bin/python tests_py/fuzz/run.py --kind staged --programs 5000 --jobs "$(nproc)" --seed $((10#$(date +%j) * 5000))
GRAPHWRIGHT_GRADIENT_BODIES=all GRAPHWRIGHT_COMPOSITES=all build/test/venv/bin/python -m pytest -q \
  tests_py/parity/test_parity_gradients_bodies.py tests_py/parity/test_parity_composites_carried.py
build/test/venv/bin/python tests_py/autograph/library_suites.py
build/test/venv/bin/python tests_py/autograph/source_sweep.py \
  "$(build/test/venv/bin/python -c 'import os; print(os.path.dirname(os.__file__))')" build/test/venv/lib

# Under the sanitizers the calls are only made: an end of the process is a fault of ours.
bash tools/sanitized.sh tests_py/op_fuzz/run.py --cases 120000 --jobs "$(nproc)" --seed "$((10#$(date +%j) + 1000))"
build/test/venv/bin/python tests_py/op_fuzz/run.py --cases 100000 --jobs "$(nproc)" --seed "$(date +%j)"
build/test/venv/bin/python tests_py/op_fuzz/run.py --cases 20000 --jobs "$(nproc)" --seed "$(date +%j)" \
  --beside tensorflow --share 0.98

# Rows at the edges of their dtypes.
build/test/venv/bin/python tests_py/edges/run.py --rounds "${GRAPHWRIGHT_EDGE_ROUNDS:-2}" --allow 0.003 --jobs "$(nproc)"

GRAPHWRIGHT_LARGE_TENSORS=1 build/test/venv/bin/python -m pytest -q tests_py/test_extremes.py
GRAPHWRIGHT_XLA=1 build/test/venv/bin/python -m pytest -q tests_py/jit/test_known_arguments.py

# Keras on graphwright and on TensorFlow, and cells in Jupyter's kernel.
build/test/venv/bin/pip install --quiet --disable-pip-version-check pydot nbclient ipykernel absl-py scipy pandas scikit-learn
GRAPHWRIGHT_KERAS=all build/test/venv/bin/python -m pytest -q tests_py/keras_models tests_py/notebooks/test_jupyter.py
build/test/venv/bin/python tools/keras_tests.py --jobs "$(nproc)" --beside tensorflow --expect tools/keras_known.txt

# Libraries that are made for TensorFlow, in environments of their own.
build/test/venv/bin/python tools/libraries.py --cache build/libraries
GRAPHWRIGHT_LIBRARIES=1 GRAPHWRIGHT_LIBRARIES_CACHE=build/libraries build/test/venv/bin/python -m pytest -q tests_py/libraries

GRAPHWRIGHT_CHECKPOINT_GRAPHS=200 GRAPHWRIGHT_CHECKPOINT_FLIPS=2000 GRAPHWRIGHT_CHECKPOINT_KILLS=500 \
  GRAPHWRIGHT_CHECKPOINT_MEBIBYTES=4096 \
  build/test/venv/bin/python -m pytest -q tests_py/parity/test_parity_checkpoint.py tests_py/test_checkpoint_faults.py

# Objects that are restored before, while and after they are made, other ones every day; wrapped variables as arguments.
first=$((10#$(date +%j) * 20000))
build/test/venv/bin/python tests_py/restore_programs.py "$first" $((first + 20000)) "$(nproc)"
GRAPHWRIGHT_WRAPPED_CASES=100 build/test/venv/bin/python -m pytest -q tests_py/test_variable_wrappers.py

# Damaged files, forks of busy processes, writers that are killed, signals in all that takes long, and 10,000 modules of
# machine code.
GRAPHWRIGHT_DAMAGED=10000 GRAPHWRIGHT_DAMAGED_SEED="$(date +%j)" GRAPHWRIGHT_FORKS=400 GRAPHWRIGHT_INTERRUPTS=1 \
  GRAPHWRIGHT_COMPILATIONS=10000 GRAPHWRIGHT_CHECKPOINT_KILLS=200 \
  build/test/venv/bin/python -m pytest -q tests_py/test_damage.py tests_py/test_forks.py tests_py/test_interrupts.py \
  tests_py/test_file_identity.py tests_py/jit/test_memory_of_code.py

root=build/sdist
rm -rf "$root" && mkdir -p "$root"
build/test/venv/bin/python -c "import scikit_build_core.build as build; build.build_sdist('$root')"
python3 -m venv "$root/venv"
"$root/venv/bin/pip" install --quiet --disable-pip-version-check "$root"/graphwright-*.tar.gz
(cd / && "$OLDPWD/$root/venv/bin/python" -c "import graphwright as tf; print(tf.reduce_sum(tf.ones([2, 3]) @ tf.ones([3, 2])))")
