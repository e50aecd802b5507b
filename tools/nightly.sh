#!/usr/bin/env bash
# What takes longer than .ci/run may: all cases of sweeps, random programs by the ten thousand, other ones every day, single
# ops by the hundred thousand, with and without the sanitizers, at their edges, damaged files, tensors of 2^31 elements (8 GB),
# all programs over Keras, Keras' own tests, other libraries and theirs, checkpoints by the hundred and of 4 GiB, and an
# installation from the sdist; the documentation from nothing.
#
#   bash tools/nightly.sh             all parts, .ci/run first; some 20 hours on two cores
#   bash tools/nightly.sh data edges  these parts, in the environment of tools/test.sh
#   bash tools/nightly.sh --list      the parts' names
#
# A part that fails keeps none of the others from running; the last lines tell which failed and how long each took.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
python=build/test/venv/bin/python
export PYTHONPATH=$PWD/tests_py${PYTHONPATH:+:$PYTHONPATH} # the tests' programs import each other from there
jobs=${GRAPHWRIGHT_JOBS:-$(nproc)}
day=$((10#$(date +%j)))
parts=(ci docs cases sanitizers programs tapes data plain_python staged restore training composites calls python_suites sources sanitized_ops ops
  ops_beside edges large xla keras keras_tests libraries library_suites checkpoints wrapped damage forks ends interrupts kills compilations sdist)

# pytest, whose tests may take hours here.
tests() { "$python" -m pytest -q -o faulthandler_timeout=14400 "$@"; }

fuzz() { # fuzz KIND PROGRAMS: random programs of a kind, other ones every day
  "$python" tests_py/generated/fuzz/run.py --kind "$1" --programs "$2" --jobs "$jobs" --seed $((day * $2)) --out "build/fuzz/$1"
}

ci() { bash .ci/run; }

# The site from nothing: every page and notebook runs again.
docs() {
  rm -rf build/docs && GRAPHWRIGHT_WHEEL=$(ls build/test/dist/*.whl) bash tools/docs.sh &&
    build/docs/venv/bin/python docs/extension/try_search.py build/docs/html
}
cases() { GRAPHWRIGHT_TESTS=all tests -n "$jobs" tests_py; } # all of the sweeps that are tried in part otherwise
sanitizers() { bash tools/check_sanitizers.sh --calls 200 --seed "$day"; }

programs() { fuzz programs "${GRAPHWRIGHT_FUZZ_PROGRAMS:-10000}"; }
tapes() { fuzz tapes "${GRAPHWRIGHT_FUZZ_TAPE_PROGRAMS:-10000}"; }
data() { fuzz data "${GRAPHWRIGHT_FUZZ_DATA_PROGRAMS:-5000}"; }
plain_python() { fuzz python 5000; }
staged() { fuzz staged 2000; } # functions in which tensors decide

# Objects that are restored before, while and after they are made.
restore() {
  local count=${GRAPHWRIGHT_RESTORE_PROGRAMS:-5000}
  "$python" tests_py/generated/restore_programs.py $((day * count)) $((day * count + count)) "$jobs"
}

# Models, losses, optimizers and loops in random mixes, with Keras and without.
training() {
  GRAPHWRIGHT_TRAINING_PROGRAMS=300 GRAPHWRIGHT_TRAINING_FIRST=$((day * 300)) tests tests_py/keras_models/test_training.py
}

composites() {
  GRAPHWRIGHT_GRADIENT_BODIES=all GRAPHWRIGHT_COMPOSITES=all tests \
    tests_py/parity/gradients/test_bodies.py tests_py/parity/composite/test_carried.py
}

# Public functions with arguments of every kind, linear operators, ragged tensors, known shapes, derivatives, builtins, draws.
calls() {
  GRAPHWRIGHT_ARGUMENT_FORMS=all GRAPHWRIGHT_ITERABLES=all GRAPHWRIGHT_DRAWS_IN_LOOPS=all GRAPHWRIGHT_GENERATOR_CASES=10000 \
    GRAPHWRIGHT_OPERATOR_PROGRAMS=300 GRAPHWRIGHT_OPERATOR_PROGRAMS_FIRST=$((day * 300)) \
    GRAPHWRIGHT_RAGGED_PROGRAMS=300 GRAPHWRIGHT_RAGGED_PROGRAMS_FIRST=$((day * 300)) \
    GRAPHWRIGHT_SHAPE_PROGRAMS=2000 GRAPHWRIGHT_SHAPE_PROGRAMS_FIRST=$((day * 2000)) \
    GRAPHWRIGHT_GRADIENT_CALLS=1000 GRAPHWRIGHT_GRADIENT_CALLS_FIRST=$((day * 1000)) GRAPHWRIGHT_BUILTIN_TEMPLATES=5000 \
    GRAPHWRIGHT_GRADIENT_CONNECTIONS=all GRAPHWRIGHT_GRADIENT_ORDERS=all GRAPHWRIGHT_GRADIENT_SAMPLES=all \
    GRAPHWRIGHT_ARGUMENT_SWEEP=6000 GRAPHWRIGHT_ARGUMENT_SWEEP_SEED="$day" \
    tests tests_py/parity/ops/test_argument_forms.py tests_py/parity/ops/test_argument_sweep.py tests_py/parity/linear_operator/test_operator_programs.py \
    tests_py/parity/composite/test_ragged_programs.py tests_py/parity/ops/test_shape_programs.py \
    tests_py/parity/gradients/test_calls.py tests_py/parity/gradients/test_connections.py \
    tests_py/autograph/test_builtin_templates.py tests_py/parity/data/test_draws_in_loops.py \
    tests_py/parity/data/test_generators.py tests_py/parity/gradients/test_orders.py \
    tests_py/autograph/test_iterables.py tests_py/parity/gradients/test_samples.py
}

# Python's own tests over converted modules, and every function of the standard library and of what is installed.
python_suites() { "$python" tests_py/autograph/library_suites.py; }
sources() {
  "$python" tests_py/autograph/source_sweep.py "$("$python" -c 'import os; print(os.path.dirname(os.__file__))')" build/test/venv/lib
}

# Under the sanitizers the calls are only made: an end of the process is a fault of ours.
sanitized_ops() { bash tools/sanitized.sh tests_py/generated/op_fuzz/run.py --cases 120000 --jobs "$jobs" --seed $((day + 1000)); }
ops() { "$python" tests_py/generated/op_fuzz/run.py --cases 100000 --jobs "$jobs" --seed "$day"; }
ops_beside() { "$python" tests_py/generated/op_fuzz/run.py --cases 20000 --jobs "$jobs" --seed "$day" --beside tensorflow --share 0.98; }

# Rows at the edges of their dtypes.
edges() { "$python" tests_py/generated/edges/run.py --rounds "${GRAPHWRIGHT_EDGE_ROUNDS:-2}" --allow 0.003 --jobs "$jobs"; }

large() { GRAPHWRIGHT_LARGE_TENSORS=1 tests tests_py/robustness/test_extremes.py; }
xla() { GRAPHWRIGHT_XLA=1 tests tests_py/jit/test_known_arguments.py; }

# Keras and the notebooks on graphwright and on TensorFlow, and cells in Jupyter's kernel.
keras_packages() {
  "$python" -m pip install --quiet --disable-pip-version-check pydot nbclient ipykernel absl-py scipy pandas scikit-learn
}
keras() {
  keras_packages &&
    GRAPHWRIGHT_KERAS=all GRAPHWRIGHT_NOTEBOOKS=all tests tests_py/keras_models tests_py/notebooks/test_jupyter.py \
      tests_py/notebooks/test_notebooks.py
}
keras_tests() {
  keras_packages && "$python" tools/keras_tests.py --jobs "$jobs" --beside tensorflow --expect tools/keras_known.txt
}

# Libraries that are made for TensorFlow, in environments of their own.
libraries() {
  "$python" tools/libraries.py --cache build/libraries &&
    GRAPHWRIGHT_LIBRARIES=1 GRAPHWRIGHT_LIBRARIES_CACHE=build/libraries tests tests_py/libraries
}

library_suites() { "$python" tests_py/libraries/suites.py --cache build/libraries --expect 99.5; } # what libraries test themselves

checkpoints() {
  GRAPHWRIGHT_CHECKPOINT_GRAPHS=200 GRAPHWRIGHT_CHECKPOINT_FLIPS=2000 GRAPHWRIGHT_CHECKPOINT_KILLS=500 \
    GRAPHWRIGHT_CHECKPOINT_MEBIBYTES=4096 \
    tests tests_py/parity/checkpoint/test_checkpoint.py tests_py/robustness/test_checkpoint_faults.py
}
wrapped() { GRAPHWRIGHT_WRAPPED_CASES=100 tests tests_py/rules/test_variable_wrappers.py; } # as arguments

# Damaged files, forks of busy processes, signals in all that takes long, writers that are killed, and 10,000 modules of
# machine code.
damage() { GRAPHWRIGHT_DAMAGED=10000 GRAPHWRIGHT_DAMAGED_SEED="$day" tests tests_py/generated/test_damage.py; }
forks() { GRAPHWRIGHT_FORKS=400 tests tests_py/robustness/test_forks.py; }
ends() { GRAPHWRIGHT_ENDS=20 tests tests_py/robustness/test_process_ends.py; } # of processes whose threads are at work
interrupts() { GRAPHWRIGHT_INTERRUPTS=1 tests tests_py/robustness/test_interrupts.py; }
kills() { GRAPHWRIGHT_CHECKPOINT_KILLS=200 tests tests_py/robustness/test_file_identity.py; }
compilations() { GRAPHWRIGHT_COMPILATIONS=10000 tests tests_py/jit/test_memory_of_code.py; }

sdist() {
  local root=$PWD/build/sdist
  rm -rf "$root" && mkdir -p "$root" &&
    "$python" -c "import scikit_build_core.build as build; build.build_sdist('$root')" &&
    python3 -m venv "$root/venv" &&
    "$root/venv/bin/pip" install --quiet --disable-pip-version-check "$root"/graphwright-*.tar.gz &&
    (cd / && "$root/venv/bin/python" -c \
      "import graphwright as tf; print(tf.reduce_sum(tf.ones([2, 3]) @ tf.ones([3, 2])))")
}

if [ "${1:-}" = --list ]; then
  printf '%s\n' "${parts[@]}"
  exit
fi
for part in "$@"; do
  case " ${parts[*]} " in
    *" $part "*) ;;
    *) echo "no part is called $part; --list tells the names" >&2 && exit 2 ;;
  esac
done

failed=0
summary=()
for part in "${@:-${parts[@]}}"; do
  from=$SECONDS status=ok
  printf '\n######## %s\n' "$part"
  "$part" </dev/null || { status=FAILED; failed=1; }
  summary+=("$(printf '%-16s %-6s %6d s' "$part" "$status" $((SECONDS - from)))")
  printf '######## %s\n' "${summary[-1]}"
done
printf '\n'
printf '%s\n' "${summary[@]}"
exit $failed
