"""Ops of TensorFlow 1 that take or give references: to variables, and to queues, tables and the like by strings.

TensorFlow does not run them eagerly. In plain graphs those whose references are handles become ops on resources.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# The argument that TensorFlow names when it refuses to run them eagerly -> names.
_BY_ARGUMENT = {
    "grad_handle": """
        TensorArrayGrad""",
    "handle": """
        AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep AccumulatorTakeGradient
        Barrier BarrierClose BarrierIncompleteSize BarrierInsertMany BarrierReadySize BarrierTakeMany
        ConditionalAccumulator FIFOQueue FakeQueue PaddingFIFOQueue PriorityQueue QueueClose QueueDequeue
        QueueDequeueMany QueueDequeueUpTo QueueEnqueue QueueEnqueueMany QueueIsClosed QueueSize
        RandomShuffleQueue SparseAccumulatorApplyGradient SparseAccumulatorTakeGradient
        SparseConditionalAccumulator Stack StackClose StackPop StackPush TensorArray TensorArrayClose
        TensorArrayConcat TensorArrayGather TensorArrayPack TensorArrayRead TensorArrayScatter
        TensorArraySize TensorArraySplit TensorArrayUnpack TensorArrayWrite""",
    "out": """
        ApplyAdaMax ApplyAdadelta ApplyAdagrad ApplyAdagradDA ApplyAdagradV2 ApplyAdam ApplyAddSign
        ApplyCenteredRMSProp ApplyFtrl ApplyFtrlV2 ApplyGradientDescent ApplyMomentum ApplyPowerSign
        ApplyProximalAdagrad ApplyProximalGradientDescent ApplyRMSProp SparseApplyAdadelta
        SparseApplyAdagrad SparseApplyAdagradDA SparseApplyAdagradV2 SparseApplyCenteredRMSProp
        SparseApplyFtrl SparseApplyFtrlV2 SparseApplyMomentum SparseApplyProximalAdagrad
        SparseApplyProximalGradientDescent SparseApplyRMSProp""",
    "output": """
        DebugGradientRefIdentity RefEnter RefExit RefIdentity RefMerge RefNextIteration RefSelect""",
    "output_ref": """
        Assign AssignAdd AssignSub ScatterAdd ScatterDiv ScatterMax ScatterMin ScatterMul ScatterNdAdd
        ScatterNdMax ScatterNdMin ScatterNdSub ScatterNdUpdate ScatterSub ScatterUpdate StridedSliceAssign""",
    "output_true": """
        RefSwitch""",
    "queue_handle": """
        ReaderRead ReaderReadUpTo""",
    "reader_handle": """
        FixedLengthRecordReader IdentityReader LMDBReader ReaderNumRecordsProduced
        ReaderNumWorkUnitsCompleted ReaderReset ReaderRestoreState ReaderSerializeState TFRecordReader
        TextLineReader WholeFileReader""",
    "ref": """
        CountUpTo DestroyTemporaryVariable IsVariableInitialized TemporaryVariable Variable VariableV2""",
    "table_handle": """
        HashTable InitializeTable InitializeTableFromTextFile LookupTableExport LookupTableFind
        LookupTableImport LookupTableInsert LookupTableSize MutableDenseHashTable MutableHashTable
        MutableHashTableOfTensors""",
    "weights": """
        SdcaShrinkL1""",
}
_ARGUMENTS = {name: argument for argument, names in _BY_ARGUMENT.items() for name in names.split()}

# Ops of queues, readers, tables, stacks and accumulators whose handles are references of strings in TensorFlow 1, by how
# the name of the same op on a resource is made of theirs.
_HANDLES = {
    "{}V2": """
        FIFOQueue FixedLengthRecordReader HashTable IdentityReader InitializeTable InitializeTableFromTextFile
        LookupTableExport LookupTableFind LookupTableImport LookupTableInsert LookupTableSize MutableDenseHashTable
        MutableHashTable MutableHashTableOfTensors PaddingFIFOQueue PriorityQueue QueueClose QueueDequeue
        QueueDequeueMany QueueDequeueUpTo QueueEnqueue QueueEnqueueMany QueueIsClosed QueueSize RandomShuffleQueue
        ReaderNumRecordsProduced ReaderNumWorkUnitsCompleted ReaderRead ReaderReadUpTo ReaderReset
        ReaderRestoreState ReaderSerializeState Stack StackClose StackPop StackPush TFRecordReader TextLineReader
        WholeFileReader""",
    "Resource{}": """
        AccumulatorApplyGradient AccumulatorNumAccumulated AccumulatorSetGlobalStep AccumulatorTakeGradient
        ConditionalAccumulator""",
}
_RESOURCE_FORMS = {name: form.format(name) for form, names in _HANDLES.items() for name in names.split()}


def resource_form(op_type: str) -> str:
    """Returns the op on a resource that does what an op of TensorFlow 1 does on a reference of a string.

    Others are themselves.
    """
    return _RESOURCE_FORMS.get(op_type, op_type)


# Name -> since which version of graphs it is gone, and what stands in its place.
_REMOVED = {
    **{
        f"TensorArray{what}": (16, f"TensorArray{what}V3")
        for what in ("", "Close", "Grad", "Read", "Size", "Split", "Write")
    },
    "TensorArrayConcat": (16, "TensorArrayGradV3"),
    "TensorArrayGather": (16, "TensorArrayGatherV3"),
    "TensorArrayPack": (16, "TensorArrayGatherV3 with RangeOp"),
    "TensorArrayScatter": (19, "TensorArrayGradV3"),
    "TensorArrayUnpack": (20, "TensorArrayScatterV3 with RangeOp"),
    **{f"{kind}Reader": (26, f"{kind}ReaderV2") for kind in ("FixedLengthRecord", "Identity", "TFRecord", "TextLine")},
}


def names() -> set[str]:
    """Returns the names of all of them."""
    return set(_ARGUMENTS)


def refuse_eagerly(name: str) -> None:
    """Raises RuntimeError, as TensorFlow does, where ops run at once; does nothing for ops without references."""
    argument = _ARGUMENTS.get(name)
    if argument is None:
        return
    from graphwright import _core

    if _core.executing_eagerly():
        words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", re.sub(r"(.)([A-Z][a-z]+)", r"\1_\2", name)).lower()
        raise RuntimeError(f"{words} op does not support eager execution. Arg '{argument}' is a ref.")


def call(name: str, kwargs: dict[str, Any], function_of: Callable[[str], Callable[..., Any]]) -> Any:
    """Calls the op that stands for one of these in a plain graph; `function_of` gives the raw op of a name."""
    refuse_eagerly(name)
    if name in _REMOVED:
        version, successor = _REMOVED[name]
        raise NotImplementedError(
            f"Op {name} is not available in graphs any more. It has been removed in version {version}. Use {successor}."
        )
    form = resource_form(name)
    if form == name:
        raise NotImplementedError(
            f"{name} is not implemented: it holds a reference to a variable of TensorFlow 1, where only imported graphs do."
        )
    return function_of(form)(**({"max_size": -1} if name == "Stack" else {}), **kwargs)
