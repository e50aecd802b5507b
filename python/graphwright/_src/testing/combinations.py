"""Combinations of the parameters of tests: tf.__internal__.test.combinations and tf.__internal__.distribute.combinations."""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import re
import unittest
from collections import OrderedDict

from graphwright._src.base.export import export, export_value
from graphwright._src.distribute.contexts import get_strategy
from graphwright._src.distribute.mirrored import MirroredStrategy
from graphwright._src.distribute.strategies import OneDeviceStrategy
from graphwright._src.distribute.unsupported import CentralStorageStrategy
from graphwright._src.function import function
from graphwright._src.graph import devices
from graphwright._src.graph.graph import Graph
from graphwright._src.graph.scopes import init_scope
from graphwright._src.v1.modes import tf2_enabled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

_TEST = "__internal__.test.combinations"
_DISTRIBUTE = "__internal__.distribute.combinations"


@export(f"{_TEST}.TestCombination", v1="")
class TestCombination:
    """Says which combinations are run, and in what contexts."""

    __test__ = False  # no class of tests, though its name begins as these do

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Tells whether a combination is run, and why not."""
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """Returns what changes the arguments of a test."""
        return []

    def context_managers(self, kwargs: dict[str, Any]) -> list[Any]:
        """Returns the contexts in which a combination is run."""
        return []


@export(f"{_TEST}.ParameterModifier", v1="")
class ParameterModifier:
    """Changes the arguments of a test before it is called."""

    DO_NOT_PASS_TO_THE_TEST = object()

    def __init__(self, parameter_name: str | None = None) -> None:
        self._parameter_name = parameter_name

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        """Returns the arguments that it replaces; DO_NOT_PASS_TO_THE_TEST for those that it takes away."""
        return {}

    def __eq__(self, other: object) -> bool:
        same = type(self) is type(other) or other is type(self)
        return same and self._parameter_name == getattr(other, "_parameter_name", None)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((type(self), self._parameter_name))


@export(f"{_TEST}.OptionalParameter", v1="")
class OptionalParameter(ParameterModifier):
    """Keeps a parameter from tests that do not ask for it."""

    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        """Returns that the parameter is not passed, unless it is asked for."""
        name: Any = self._parameter_name
        return {} if name in requested_parameters else {name: self.DO_NOT_PASS_TO_THE_TEST}


@export(f"{_TEST}.NamedObject", v1="")
class NamedObject:
    """A value with a name, for the names of tests."""

    def __init__(self, name: str, obj: Any) -> None:
        self._name, self._obj = name, obj

    def __getattr__(self, name: str) -> Any:
        return getattr(self._obj, name)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self._obj(*args, **kwargs)

    def __iter__(self) -> Any:
        return iter(self._obj)

    def __repr__(self) -> str:
        return self._name


@export(f"{_TEST}.combine", v1="")
def combine(**kwargs: Any) -> list[OrderedDict[str, Any]]:
    """Returns all combinations of the parameters' values, each an OrderedDict.

    >>> combine(a=[1, 2], b="x")
    [OrderedDict([('a', 1), ('b', 'x')]), OrderedDict([('a', 2), ('b', 'x')])]
    """
    if not kwargs:
        return [OrderedDict()]
    items = sorted(kwargs.items())
    values = [[(key, each) for each in (value if isinstance(value, list) else [value])] for key, value in items]
    return [OrderedDict(chosen) for chosen in itertools.product(*values)]


@export(f"{_TEST}.times", v1="")
def times(*combined: list[OrderedDict[str, Any]]) -> list[OrderedDict[str, Any]]:
    """Returns each combination of the first with each of the others. Raises ValueError for parameters in several ones."""
    made = []
    for chosen in itertools.product(*combined):
        keys = [key for each in chosen for key in each]
        if len(set(keys)) != len(keys):
            raise ValueError(f"Keys need to not overlap: {keys}")
        made.append(OrderedDict((key, value) for each in chosen for key, value in each.items()))
    return made


def concat(*combined: Iterable[OrderedDict[str, Any]]) -> list[OrderedDict[str, Any]]:
    """Returns the combinations of all lists, one after another."""
    return list(itertools.chain(*combined))


def _augmented(test_method: Callable[..., Any], rules: Sequence[TestCombination]) -> Callable[..., Any]:
    requested = inspect.getfullargspec(test_method).args

    def decorated(self: Any, **kwargs: Any) -> None:
        outcomes = [rule.should_execute_combination(dict(kwargs)) for rule in rules]
        reasons = [f" - {reason}" for wanted, reason in outcomes if not wanted]
        if reasons:
            self.skipTest("\n".join(reasons))
        with contextlib.ExitStack() as stack:
            for manager in [each for rule in rules for each in rule.context_managers(dict(kwargs))]:
                stack.enter_context(manager)
            passed = dict(kwargs)
            for modifier in {modifier for rule in rules for modifier in rule.parameter_modifiers()}:
                passed |= modifier.modified_arguments(dict(kwargs), requested)
            passed = {k: v for k, v in passed.items() if v is not ParameterModifier.DO_NOT_PASS_TO_THE_TEST}
            missing = set(requested) - passed.keys() - {"self"}
            if missing:
                raise ValueError(f"The test requires parameters whose arguments were not passed: {missing} .")
            if passed.keys() - set(requested):
                raise ValueError(
                    f"The test does not take parameters that were passed : {passed.keys() - set(requested)} ."
                )
            test_method(self, **passed)

    # Not functools.wraps: its parameters are the combination's, whatever the method underneath takes.
    decorated.__name__, decorated.__qualname__ = test_method.__name__, test_method.__qualname__
    decorated.__doc__, decorated.__module__ = test_method.__doc__, test_method.__module__
    return decorated


def _suffix(combination: dict[str, Any]) -> str:
    """Returns what a combination adds to the name of a test; addresses of objects are left out."""
    parts = []
    for index, (key, value) in enumerate(combination.items()):
        text = re.sub("0[xX][0-9a-fA-F]+", str(index), str(value))
        parts.append(f"_{''.join(filter(str.isalnum, key))}_{''.join(filter(str.isalnum, text))}")
    return f"_test{''.join(parts)}"


def _generate(combinations: Sequence[OrderedDict[str, Any]], rules: Sequence[TestCombination]) -> Callable[[Any], Any]:
    def decorate(test: Any) -> Any:
        if isinstance(test, type):
            for name, method in list(vars(test).items()):
                if inspect.isfunction(method) and name.startswith(unittest.TestLoader.testMethodPrefix):
                    delattr(test, name)
                    for combination in combinations:
                        own = functools.partialmethod(_augmented(method, rules), **combination)
                        setattr(test, name + _suffix(combination), own)
            return test
        from absl.testing import parameterized

        named = [OrderedDict([*each.items(), ("testcase_name", _suffix(each))]) for each in combinations]
        return parameterized.named_parameters(*named)(_augmented(test, rules))

    return decorate


@export(f"{_DISTRIBUTE}.generate", v1="")
def generate(
    combinations: list[OrderedDict[str, Any]], test_combinations: Sequence[TestCombination] = ()
) -> Callable[[Any], Any]:
    """Returns a decorator of tests, methods or classes of them, that runs these for each combination.

    Args:
      combinations: what `combine` and `times` give.
      test_combinations: rules beside the usual ones: of modes ("graph", "eager"), strategies, GPUs and versions.
    """
    usual = [
        EagerGraphCombination(),
        TFVersionCombination(),
        DistributionCombination(),
        GPUCombination(),
        TPUCombination(),
    ]
    return _generate(list(combinations), [*usual, ClusterCombination(), *test_combinations])


@export(f"{_TEST}.generate", v1="")
def generate_plainly(
    combinations: list[OrderedDict[str, Any]], test_combinations: Sequence[TestCombination] = ()
) -> Any:
    """Returns a decorator as `generate` does, with these rules only."""
    return _generate(list(combinations), test_combinations)


# ---- framework.combinations ----


class EagerGraphCombination(TestCombination):
    """Runs combinations in the mode that their parameter `mode` says."""

    def context_managers(self, kwargs: dict[str, Any]) -> list[Any]:
        """Returns the context of the mode. Raises ValueError for another one."""
        mode = kwargs.pop("mode", None)
        if mode is None:
            return []
        if mode == "eager":
            return [_eagerly()]
        if mode == "graph":
            return [_in_graph()]
        raise ValueError(f"Argument 'mode' must be either 'eager' or 'graph'. Received: {mode}.")

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """Returns that tests need not ask for `mode`."""
        return [OptionalParameter("mode")]


@contextlib.contextmanager
def _eagerly() -> Iterator[None]:
    with init_scope():
        yield


@contextlib.contextmanager
def _in_graph() -> Iterator[None]:
    with Graph().as_default():
        yield


class TFVersionCombination(TestCombination):
    """Leaves out combinations for another version than 2."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Tells whether `tf_api_version` is left open or 2."""
        version = kwargs.pop("tf_api_version", None)
        two = tf2_enabled()
        if version == 1 and two:
            return False, "Skipping a TF1.x test when TF2 is enabled."
        if version == 2 and not two:
            return False, "Skipping a TF2 test when TF2 is not enabled."
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """Returns that tests need not ask for `tf_api_version`."""
        return [OptionalParameter("tf_api_version")]


# ---- distribute.combinations ----


class NamedDistribution:
    """A way to make a strategy, with what that needs.

    Args:
      name: for the names of tests.
      distribution_fn: makes the strategy.
      required_gpus, required_physical_gpus, required_tpu, use_cloud_tpu: what the machine must have.
      has_chief, num_workers, num_ps, share_gpu, pool_runner_fn: of clusters.
      no_xla: has no effect.
    """

    def __init__(
        self,
        name: str,
        distribution_fn: Callable[[], Any],
        required_gpus: int | None = None,
        required_physical_gpus: int = 0,
        required_tpu: bool = False,
        use_cloud_tpu: bool = False,
        has_chief: bool = False,
        num_workers: int = 1,
        num_ps: int = 0,
        share_gpu: bool = True,
        pool_runner_fn: Callable[[], Any] | None = None,
        no_xla: bool = False,
    ) -> None:
        self._name, self._distribution_fn = name, distribution_fn
        self.required_gpus, self.required_physical_gpus = required_gpus, required_physical_gpus
        self.required_tpu, self.use_cloud_tpu = required_tpu, use_cloud_tpu
        self.has_chief, self.num_workers, self.num_ps, self.share_gpu = has_chief, num_workers, num_ps, share_gpu
        self._pool_runner_fn, self.no_xla = pool_runner_fn, no_xla

    @property
    def runner(self) -> Any:
        """Runs functions in the processes of a cluster; None without one."""
        return self._pool_runner_fn() if self._pool_runner_fn else None

    @property
    def strategy(self) -> Any:
        """A new strategy."""
        return self._distribution_fn()

    def __repr__(self) -> str:
        return self._name


def _strategies(kwargs: dict[str, Any]) -> list[NamedDistribution]:
    return [value for value in kwargs.values() if isinstance(value, NamedDistribution)]


class _DistributionParameter(ParameterModifier):
    def modified_arguments(self, kwargs: dict[str, Any], requested_parameters: Sequence[str]) -> dict[str, Any]:
        return {key: value.strategy for key, value in kwargs.items() if isinstance(value, NamedDistribution)}


class DistributionCombination(TestCombination):
    """Puts strategies in the place of what makes them."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Tells whether a parameter `distribution` is what it has to be."""
        if any(each.num_workers > 1 or each.has_chief or each.num_ps for each in _strategies(kwargs)):
            return False, "there is one process"
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """Returns what puts them there."""
        return [_DistributionParameter(), OptionalParameter("use_var_policy")]


class ClusterCombination(TestCombination):
    """Takes the parameters of clusters away from tests."""

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """Returns what takes them away."""
        return [OptionalParameter(name) for name in ("has_chief", "num_workers", "num_ps", "share_gpu", "runner")]


class GPUCombination(TestCombination):
    """Leaves out combinations that need more GPUs than there are."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Tells whether there are enough; where none is needed, tests run on machines without GPUs too."""
        needed = [each.required_gpus or 0 for each in _strategies(kwargs)]
        needed += [each.required_physical_gpus for each in _strategies(kwargs)]
        needed += [kwargs.get("required_gpus") or 0, kwargs.get("required_physical_gpus") or 0]
        there = len(devices.list_physical_devices("GPU"))
        if max(needed) > there:
            return False, f"Only {there} of {max(needed)} required GPUs are available."
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """Returns that tests need not ask for the numbers."""
        return [OptionalParameter("required_gpus"), OptionalParameter("required_physical_gpus")]


class TPUCombination(TestCombination):
    """Leaves out combinations that need TPUs."""

    def should_execute_combination(self, kwargs: dict[str, Any]) -> tuple[bool, str | None]:
        """Tells whether none is needed."""
        needed = any(each.required_tpu or each.use_cloud_tpu for each in _strategies(kwargs))
        if needed or kwargs.get("required_tpus") or kwargs.get("required_tpu"):
            return False, "Test requires a TPU, but it's not available."
        return True, None

    def parameter_modifiers(self) -> list[ParameterModifier]:
        """Returns that tests need not ask for them."""
        return [OptionalParameter(name) for name in ("required_tpus", "required_tpu", "use_cloud_tpu")]


@export(f"{_DISTRIBUTE}.in_main_process", v1="")
def in_main_process() -> bool:
    """Tells whether this process is no worker of a test: it never is."""
    return True


class _Environment:
    tf_data_service_dispatcher = None
    total_phsyical_gpus = 0


@export(f"{_DISTRIBUTE}.env", v1="")
def env() -> Any:
    """Returns what tests in several processes know of their surroundings."""
    return _Environment()


# ---- distribute.strategy_combinations ----

graph_and_eager_modes = ["graph", "eager"]
tf_function = NamedObject("TfFunction", function)
no_tf_function = NamedObject("NoTfFunction", lambda f: f)


def set_virtual_cpus_to_at_least(num_virtual_cpus: int) -> None:
    """Divides the CPU into as many logical ones, unless there are as many. Raises RuntimeError after the first op."""
    if num_virtual_cpus < 1:
        raise ValueError(f"`num_virtual_cpus` must be at least 1 not {num_virtual_cpus!r}")
    cpu = devices.list_physical_devices("CPU")[0]
    present = devices.get_logical_device_configuration(cpu)
    if len(present or [None]) < num_virtual_cpus:
        try:
            configurations = [devices.LogicalDeviceConfiguration() for _ in range(num_virtual_cpus)]
            devices.set_logical_device_configuration(cpu, configurations)
        except RuntimeError as error:
            raise RuntimeError("virtual CPUs already configured, cannot set more of them") from error


def _mirrored(*devices_named: str) -> Callable[[], Any]:
    return lambda: MirroredStrategy(list(devices_named))


def _central(*devices_named: str) -> Callable[[], Any]:
    def make() -> Any:
        return CentralStorageStrategy(list(devices_named), parameter_device="/device:CPU:0")

    return make


def _absent(what: str) -> Callable[[], Any]:
    def make() -> Any:
        raise NotImplementedError(f"strategy_combinations: there is no {what}")

    return make


def _one_device(device: str) -> Callable[[], Any]:
    return lambda: OneDeviceStrategy(device)


default_strategy = NamedDistribution("Default", get_strategy, required_gpus=None)
one_device_strategy = NamedDistribution("OneDeviceCPU", _one_device("/cpu:0"), required_gpus=None)
one_device_strategy_gpu = NamedDistribution("OneDeviceGPU", _one_device("/gpu:0"), required_gpus=1)
one_device_strategy_on_worker_1 = NamedDistribution(
    "OneDeviceOnWorker1CPU", _one_device("/job:worker/replica:0/task:1/cpu:0"), required_gpus=None, num_workers=2
)
one_device_strategy_gpu_on_worker_1 = NamedDistribution(
    "OneDeviceOnWorker1GPU", _one_device("/job:worker/replica:0/task:1/gpu:0"), required_gpus=1, num_workers=2
)
mirrored_strategy_with_one_cpu = NamedDistribution("Mirrored1CPU", _mirrored("/cpu:0"))
mirrored_strategy_with_one_gpu = NamedDistribution("Mirrored1GPU", _mirrored("/gpu:0"), required_gpus=1)
mirrored_strategy_with_gpu_and_cpu = NamedDistribution(
    "MirroredCPUAndGPU", _mirrored("/gpu:0", "/cpu:0"), required_gpus=1
)
mirrored_strategy_with_two_cpus = NamedDistribution("Mirrored2CPUs", _mirrored("/cpu:0", "/cpu:1"), required_gpus=0)
mirrored_strategy_with_two_gpus = NamedDistribution("Mirrored2GPUs", _mirrored("/gpu:0", "/gpu:1"), required_gpus=2)
mirrored_strategy_with_two_gpus_no_merge_call = NamedDistribution(
    "Mirrored2GPUsNoMergeCall", _mirrored("/gpu:0", "/gpu:1"), required_physical_gpus=2
)
mirrored_strategy_with_cpu_1_and_2 = NamedDistribution("Mirrored2CPU", _mirrored("/cpu:1", "/cpu:2"))
central_storage_strategy_with_two_gpus = NamedDistribution(
    "CentralStorage2GPUs", _central("/gpu:0", "/gpu:1"), required_gpus=2
)
central_storage_strategy_with_gpu_and_cpu = NamedDistribution(
    "CentralStorageCPUAndGPU", _central("/gpu:0", "/cpu:0"), required_gpus=1
)


def _tpu(name: str, **options: Any) -> NamedDistribution:
    return NamedDistribution(name, _absent("TPU"), required_tpu=True, **options)


tpu_strategy = _tpu("TPU")
tpu_strategy_packed_var = _tpu("TPUPackedVar")
tpu_strategy_spmd = _tpu("TPUUseSPMD")
tpu_strategy_one_step = _tpu("TPUOneStep")
tpu_strategy_one_core = _tpu("TPUOneCore")
tpu_strategy_one_step_one_core = _tpu("TPUOneStepOneCore")
cloud_tpu_strategy = _tpu("CloudTPU", use_cloud_tpu=True)


def _cluster(name: str, workers: int, gpus: int = 0, servers: int = 0) -> NamedDistribution:
    return NamedDistribution(
        name, _absent("cluster"), required_gpus=gpus, has_chief=True, num_workers=workers, num_ps=servers
    )


multi_worker_mirrored_2x1_cpu = _cluster("MultiWorkerMirrored2x1CPU", 1)
multi_worker_mirrored_2x1_gpu = _cluster("MultiWorkerMirrored2x1GPU", 1, 1)
multi_worker_mirrored_2x1_gpu_noshare = _cluster("MultiWorkerMirrored2x1GPUNoShare", 1, 1)
multi_worker_mirrored_2x2_gpu = _cluster("MultiWorkerMirrored2x2GPU", 1, 2)
multi_worker_mirrored_2x2_gpu_no_merge_call = _cluster("MultiWorkerMirrored2x2GPUNoMergeCall", 1, 2)
multi_worker_mirrored_4x1_cpu = _cluster("MultiWorkerMirrored4x1CPU", 3)
parameter_server_strategy_3worker_2ps_cpu = _cluster("ParameterServer3Worker2PSCPU", 3, 0, 2)
parameter_server_strategy_1worker_2ps_cpu = _cluster("ParameterServer1Worker2PSCPU", 1, 0, 2)
parameter_server_strategy_3worker_2ps_1gpu = _cluster("ParameterServer3Worker2PS1GPU", 3, 1, 2)
parameter_server_strategy_1worker_2ps_1gpu = _cluster("ParameterServer1Worker2PS1GPU", 1, 1, 2)

strategies_minus_default_and_tpu = [
    one_device_strategy,
    one_device_strategy_gpu,
    mirrored_strategy_with_gpu_and_cpu,
    mirrored_strategy_with_two_gpus,
    central_storage_strategy_with_gpu_and_cpu,
]
strategies_minus_tpu = [default_strategy, *strategies_minus_default_and_tpu]
tpu_strategies = [
    tpu_strategy,
    tpu_strategy_one_step,
    tpu_strategy_packed_var,
    cloud_tpu_strategy,
]
all_strategies_minus_default = strategies_minus_default_and_tpu + tpu_strategies
all_strategies = strategies_minus_tpu + tpu_strategies
two_replica_strategies = [
    mirrored_strategy_with_gpu_and_cpu,
    mirrored_strategy_with_two_gpus,
    multi_worker_mirrored_2x1_cpu,
    multi_worker_mirrored_2x1_gpu,
    tpu_strategy,
    central_storage_strategy_with_gpu_and_cpu,
]
four_replica_strategies = [multi_worker_mirrored_2x2_gpu, multi_worker_mirrored_4x1_cpu]
multidevice_strategies = [mirrored_strategy_with_gpu_and_cpu, mirrored_strategy_with_two_gpus, tpu_strategy]
multiworker_strategies = [multi_worker_mirrored_2x1_cpu, multi_worker_mirrored_2x1_gpu, multi_worker_mirrored_2x2_gpu]


def strategy_minus_tpu_combinations() -> list[OrderedDict[str, Any]]:
    """Returns the combinations of strategies without TPUs and modes."""
    return combine(distribution=strategies_minus_tpu, mode=["graph", "eager"])


def tpu_strategy_combinations() -> list[OrderedDict[str, Any]]:
    """Returns the combinations of strategies for TPUs."""
    return combine(distribution=tpu_strategies, mode=["graph"])


def all_strategy_combinations() -> list[OrderedDict[str, Any]]:
    """Returns the combinations of all strategies and modes."""
    return strategy_minus_tpu_combinations() + tpu_strategy_combinations()


def all_strategy_minus_default_and_tpu_combinations() -> list[OrderedDict[str, Any]]:
    """Returns the combinations of strategies without TPUs, but the default one, and modes."""
    return combine(distribution=strategies_minus_default_and_tpu, mode=["graph", "eager"])


def all_strategy_combinations_minus_default() -> list[OrderedDict[str, Any]]:
    """Returns the combinations of all strategies, but the default one, and modes."""
    return all_strategy_minus_default_and_tpu_combinations() + tpu_strategy_combinations()


# What is public of them.
for _name in (
    "central_storage_strategy_with_gpu_and_cpu central_storage_strategy_with_two_gpus cloud_tpu_strategy default_strategy "
    "mirrored_strategy_with_cpu_1_and_2 mirrored_strategy_with_gpu_and_cpu mirrored_strategy_with_one_cpu "
    "mirrored_strategy_with_one_gpu mirrored_strategy_with_two_cpus mirrored_strategy_with_two_gpus "
    "mirrored_strategy_with_two_gpus_no_merge_call multi_worker_mirrored_2x1_cpu multi_worker_mirrored_2x1_gpu "
    "multi_worker_mirrored_2x1_gpu_noshare multi_worker_mirrored_2x2_gpu multi_worker_mirrored_2x2_gpu_no_merge_call "
    "one_device_strategy one_device_strategy_gpu parameter_server_strategy_1worker_2ps_1gpu "
    "parameter_server_strategy_1worker_2ps_cpu parameter_server_strategy_3worker_2ps_1gpu "
    "parameter_server_strategy_3worker_2ps_cpu tpu_strategy tpu_strategy_one_core tpu_strategy_packed_var"
).split():
    export_value(f"{_DISTRIBUTE}.{_name}", globals()[_name], __name__, v1="")
