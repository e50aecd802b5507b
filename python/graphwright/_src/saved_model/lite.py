"""tf.lite: models for small devices. There is no converter and no interpreter of them; what only describes them is there."""

from __future__ import annotations

import enum
import functools

from graphwright._src.base.absent import absent, absent_methods
from graphwright._src.base.export import export, export_value
from graphwright._src.tensor import dtypes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import IO, Any

_NO_CONVERTER = (
    "graphwright writes no models of TensorFlow Lite; save with tf.saved_model.save and convert that with TensorFlow"
)
_NO_INTERPRETER = "graphwright runs no models of TensorFlow Lite; the package ai-edge-litert does"
_CONSTANTS = {
    "FLOAT": dtypes.float32,
    "FLOAT16": dtypes.float16,
    "INT16": dtypes.int16,
    "INT32": dtypes.int32,
    "INT64": dtypes.int64,
    "INT8": dtypes.int8,
    "QUANTIZED_UINT8": dtypes.uint8,
    "STRING": dtypes.string,
    "TFLITE": 2,
    "GRAPHVIZ_DOT": 3,
}
for _name, _value in _CONSTANTS.items():
    export_value(f"compat.v1.lite.constants.{_name}", _value, __name__)


class _Named(enum.Enum):
    def __str__(self) -> str:
        return str(self.value)


@export("lite.OpsSet")
class OpsSet(_Named):
    """The sets of ops that a model may consist of (tf.lite.OpsSet)."""

    TFLITE_BUILTINS = "TFLITE_BUILTINS"
    SELECT_TF_OPS = "SELECT_TF_OPS"
    TFLITE_BUILTINS_INT8 = "TFLITE_BUILTINS_INT8"
    EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8 = (
        "EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8"
    )
    EXPERIMENTAL_STABLEHLO_OPS = "EXPERIMENTAL_STABLEHLO_OPS"

    @staticmethod
    def get_options() -> list[str]:
        """Returns the names of all sets.

        >>> OpsSet.get_options()[:2]
        ['TFLITE_BUILTINS', 'SELECT_TF_OPS']
        """
        return [each.value for each in OpsSet]


@export("lite.Optimize")
class Optimize(_Named):
    """The ways to make a model smaller or faster (tf.lite.Optimize)."""

    DEFAULT = "DEFAULT"
    OPTIMIZE_FOR_SIZE = "OPTIMIZE_FOR_SIZE"
    OPTIMIZE_FOR_LATENCY = "OPTIMIZE_FOR_LATENCY"
    EXPERIMENTAL_SPARSITY = "EXPERIMENTAL_SPARSITY"


@export("lite.experimental.OpResolverType")
class OpResolverType(enum.Enum):
    """The ways in which an interpreter finds its ops (tf.lite.experimental.OpResolverType)."""

    AUTO = 0
    BUILTIN = 1
    BUILTIN_REF = 2
    BUILTIN_WITHOUT_DEFAULT_DELEGATES = 3


@export("lite.RepresentativeDataset")
class RepresentativeDataset:
    """A generator of samples, from which a converter would learn ranges of values (tf.lite.RepresentativeDataset)."""

    def __init__(self, input_gen: Callable[[], Iterable[Any]]) -> None:
        self.input_gen = input_gen


@export("lite.TargetSpec")
class TargetSpec:
    """A description of the device that a model is for (tf.lite.TargetSpec)."""

    def __init__(
        self,
        supported_ops: Iterable[OpsSet] | None = None,
        supported_types: Iterable[dtypes.DType] | None = None,
        experimental_select_user_tf_ops: Iterable[str] | None = None,
        experimental_supported_backends: Iterable[str] | None = None,
    ) -> None:
        self.supported_ops = {OpsSet.TFLITE_BUILTINS} if supported_ops is None else supported_ops
        self.supported_types = set() if supported_types is None else supported_types
        self.experimental_select_user_tf_ops = (
            set() if experimental_select_user_tf_ops is None else experimental_select_user_tf_ops
        )
        self.experimental_supported_backends = experimental_supported_backends


@absent(_NO_INTERPRETER, "lite.Interpreter")
class Interpreter:
    """Runs models of TensorFlow Lite (tf.lite.Interpreter). Raises NotImplementedError when one is made."""

    def __init__(
        self,
        model_path: str | None = None,
        model_content: bytes | None = None,
        experimental_delegates: Sequence[Any] | None = None,
        num_threads: int | None = None,
        experimental_op_resolver_type: OpResolverType = OpResolverType.AUTO,
        experimental_preserve_all_tensors: bool = False,
        experimental_disable_delegate_clustering: bool = False,
        experimental_default_delegate_latest_features: bool = False,
    ) -> None: ...

    def allocate_tensors(self) -> None: ...
    def get_input_details(self) -> list[dict[str, Any]]: ...
    def get_output_details(self) -> list[dict[str, Any]]: ...
    def get_signature_list(self) -> dict[str, Any]: ...
    def get_signature_runner(self, signature_key: str | None = None) -> Any: ...
    def get_tensor(self, tensor_index: int, subgraph_index: int = 0) -> Any: ...
    def get_tensor_details(self, subgraph_index: int = 0) -> list[dict[str, Any]]: ...
    def invoke(self) -> None: ...
    def num_subgraphs(self) -> int: ...
    def reset_all_variables(self) -> None: ...
    def resize_tensor_input(self, input_index: int, tensor_size: Sequence[int], strict: bool = False) -> None: ...
    def set_tensor(self, tensor_index: int, value: Any) -> None: ...
    def tensor(self, tensor_index: int) -> Callable[[], Any]: ...


@absent(_NO_CONVERTER, "lite.TFLiteConverter", v1="")
class TFLiteConverter:
    """Makes models of TensorFlow Lite (tf.lite.TFLiteConverter). Raises NotImplementedError when it is used."""

    def __init__(self, funcs: Sequence[Any], trackable_obj: object = None) -> None: ...
    def convert(self) -> bytes: ...
    @classmethod
    def experimental_from_jax(cls, serving_funcs: Any, inputs: Any) -> Any: ...
    @classmethod
    def from_concrete_functions(cls, funcs: Sequence[Any], trackable_obj: object = None) -> Any: ...
    @classmethod
    def from_keras_model(cls, model: Any) -> Any: ...
    @classmethod
    def from_saved_model(
        cls, saved_model_dir: str, signature_keys: Sequence[str] | None = None, tags: Iterable[str] | None = None
    ) -> Any: ...


@absent(_NO_CONVERTER, "compat.v1.lite.TFLiteConverter")
class TFLiteConverterV1:
    """Makes models of TensorFlow Lite (tf.compat.v1.lite.TFLiteConverter). Raises NotImplementedError when it is used."""

    def __init__(
        self,
        graph_def: Any,
        input_tensors: Sequence[Any],
        output_tensors: Sequence[Any],
        input_arrays_with_shape: Sequence[Any] | None = None,
        output_arrays: Sequence[str] | None = None,
        experimental_debug_info_func: Callable[..., Any] | None = None,
    ) -> None: ...

    def convert(self) -> bytes: ...
    def get_input_arrays(self) -> list[str]: ...
    @classmethod
    def from_frozen_graph(
        cls,
        graph_def_file: str,
        input_arrays: Sequence[str],
        output_arrays: Sequence[str],
        input_shapes: Mapping[str, Any] | None = None,
    ) -> Any: ...

    @classmethod
    def from_keras_model_file(
        cls,
        model_file: str,
        input_arrays: Sequence[str] | None = None,
        input_shapes: Mapping[str, Any] | None = None,
        output_arrays: Sequence[str] | None = None,
        custom_objects: Mapping[str, Any] | None = None,
    ) -> Any: ...

    @classmethod
    def from_saved_model(
        cls,
        saved_model_dir: str,
        input_arrays: Sequence[str] | None = None,
        input_shapes: Mapping[str, Any] | None = None,
        output_arrays: Sequence[str] | None = None,
        tag_set: Iterable[str] | None = None,
        signature_key: str | None = None,
    ) -> Any: ...

    @classmethod
    def from_session(cls, sess: Any, input_tensors: Sequence[Any], output_tensors: Sequence[Any]) -> Any: ...


@absent(_NO_CONVERTER, "compat.v1.lite.TocoConverter")
class TocoConverter:
    """Makes models of TensorFlow Lite (tf.compat.v1.lite.TocoConverter). Raises NotImplementedError when it is used."""

    @classmethod
    def from_frozen_graph(
        cls,
        graph_def_file: str,
        input_arrays: Sequence[str],
        output_arrays: Sequence[str],
        input_shapes: Mapping[str, Any] | None = None,
    ) -> Any: ...

    @classmethod
    def from_keras_model_file(
        cls,
        model_file: str,
        input_arrays: Sequence[str] | None = None,
        input_shapes: Mapping[str, Any] | None = None,
        output_arrays: Sequence[str] | None = None,
    ) -> Any: ...

    @classmethod
    def from_saved_model(
        cls,
        saved_model_dir: str,
        input_arrays: Sequence[str] | None = None,
        input_shapes: Mapping[str, Any] | None = None,
        output_arrays: Sequence[str] | None = None,
        tag_set: Iterable[str] | None = None,
        signature_key: str | None = None,
    ) -> Any: ...

    @classmethod
    def from_session(cls, sess: Any, input_tensors: Sequence[Any], output_tensors: Sequence[Any]) -> Any: ...


@absent(_NO_CONVERTER, "compat.v1.lite.toco_convert")
def toco_convert(
    input_data: Any, input_tensors: Sequence[Any], output_tensors: Sequence[Any], *args: Any, **kwargs: Any
) -> bytes: ...


@absent(_NO_CONVERTER, "compat.v1.lite.OpHint")
class OpHint:
    """Marks a part of a graph that is one op elsewhere (tf.compat.v1.lite.OpHint). Making one raises NotImplementedError."""

    AGGREGATE_FIRST = "first"
    AGGREGATE_LAST = "last"
    AGGREGATE_STACK = "stack"
    CHILDREN_INPUTS_MAPPINGS = "_tflite_children_ophint_inputs_mapping"
    FUNCTION_AGGREGATE_ATTR = "_tflite_function_aggregate"
    FUNCTION_INPUT_INDEX_ATTR = "_tflite_function_input_index"
    FUNCTION_LEVEL_ATTR = "_tflite_ophint_level"
    FUNCTION_NAME_ATTR = "_tflite_function_name"
    FUNCTION_OUTPUT_INDEX_ATTR = "_tflite_function_output_index"
    FUNCTION_SORT_INDEX_ATTR = "_tflite_function_sort_index"
    FUNCTION_UUID_ATTR = "_tflite_function_uuid"
    TFLITE_INPUT_INDICES = "_tflite_input_indices"

    @absent_methods(_NO_CONVERTER, "compat.v1.lite.OpHint.OpHintArgumentTracker")
    class OpHintArgumentTracker:
        """The inputs or outputs of a hint. Raises NotImplementedError when one is made."""

        def __init__(
            self,
            function_name: str,
            unique_function_id: str,
            node_name_prefix: str,
            attr_name: str,
            level: int = 1,
            children_inputs_mappings: Mapping[str, Any] | None = None,
        ) -> None: ...

        def add(
            self,
            arg: Any,
            tag: str | None = None,
            name: str | None = None,
            aggregate: str | None = None,
            index_override: int | None = None,
        ) -> Any: ...

    def __init__(
        self,
        function_name: str,
        level: int = 1,
        children_inputs_mappings: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None: ...

    def add_input(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_inputs(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_output(self, *args: Any, **kwargs: Any) -> Any: ...
    def add_outputs(self, *args: Any, **kwargs: Any) -> Any: ...


@absent(_NO_CONVERTER, "compat.v1.lite.experimental.convert_op_hints_to_stubs")
def convert_op_hints_to_stubs(
    session: Any = None, graph_def: Any = None, write_callback: Callable[..., Any] = lambda graph_def, comments: None
) -> Any: ...


@absent(_NO_INTERPRETER, "lite.experimental.Analyzer")
class Analyzer:
    """Tells about models of TensorFlow Lite (tf.lite.experimental.Analyzer). Raises NotImplementedError when it is used."""

    @staticmethod
    def analyze(
        model_path: str | None = None,
        model_content: bytes | None = None,
        gpu_compatibility: bool = False,
        **kwargs: Any,
    ) -> None: ...


@export("lite.experimental.QuantizationDebugOptions")
class QuantizationDebugOptions:
    """The choices of a QuantizationDebugger (tf.lite.experimental.QuantizationDebugOptions)."""

    def __init__(
        self,
        layer_debug_metrics: Mapping[str, Callable[..., float]] | None = None,
        model_debug_metrics: Mapping[str, Callable[..., float]] | None = None,
        layer_direct_compare_metrics: Mapping[str, Callable[..., float]] | None = None,
        denylisted_ops: list[str] | None = None,
        denylisted_nodes: list[str] | None = None,
        fully_quantize: bool = False,
    ) -> None:
        self.layer_debug_metrics = layer_debug_metrics
        self.model_debug_metrics = model_debug_metrics
        self.layer_direct_compare_metrics = layer_direct_compare_metrics
        self.denylisted_ops = denylisted_ops
        self.denylisted_nodes = denylisted_nodes
        self.fully_quantize = fully_quantize


@absent(_NO_INTERPRETER, "lite.experimental.QuantizationDebugger")
class QuantizationDebugger:
    """Compares a model with its quantized form (tf.lite.experimental.QuantizationDebugger). It is not there."""

    def __init__(
        self,
        quant_debug_model_path: str | None = None,
        quant_debug_model_content: bytes | None = None,
        float_model_path: str | None = None,
        float_model_content: bytes | None = None,
        debug_dataset: Callable[[], Iterable[Sequence[Any]]] | None = None,
        debug_options: QuantizationDebugOptions | None = None,
        converter: Any | None = None,
    ) -> None: ...

    def get_debug_quantized_model(self) -> bytes: ...
    def get_nondebug_quantized_model(self) -> bytes: ...
    def layer_statistics_dump(self, file: IO[str]) -> None: ...
    @property
    def options(self) -> QuantizationDebugOptions: ...
    def run(self) -> None: ...


@absent(_NO_INTERPRETER, "lite.experimental.load_delegate")
def load_delegate(library: str, options: Mapping[str, Any] | None = None) -> Any: ...


@export("lite.experimental.authoring.compatible")
def compatible(
    target: Callable[..., Any] | None = None, converter_target_spec: TargetSpec | None = None, **kwargs: Any
) -> Callable[..., Any]:
    """Decorates a function whose calls are to be tried with TensorFlow Lite (tf.lite.experimental.authoring.compatible).

    Raises:
      NotImplementedError: when the function is called: there is no converter.

    >>> @compatible
    ... def double(x):
    ...     return x + x
    >>> double(1)
    Traceback (most recent call last):
    NotImplementedError: tf.lite.experimental.authoring.compatible: ...
    """
    if target is None:
        return functools.partial(compatible, converter_target_spec=converter_target_spec, **kwargs)

    @functools.wraps(target)
    def refuse(*args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError(f"tf.lite.experimental.authoring.compatible: {_NO_CONVERTER}")

    return refuse
