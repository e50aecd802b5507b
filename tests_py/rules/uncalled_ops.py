"""Ops that tests of nonsense do not call, for they would do what they say."""

UNCALLED = {
    # They call Python with what is no token of theirs, end the process, or print.
    *("EagerPyFunc", "PyFunc", "PyFuncStateless", "Abort", "PrintV2", "Print"),
    # They write and move files wherever a name says.
    *("CreateSummaryFileWriter", "MergeV2Checkpoints", "Save", "SaveSlices", "SaveV2", "WriteFile"),
    *("DatasetToTFRecord", "ExperimentalDatasetToTFRecord"),
    # They wait for ever.
    *("BarrierTakeMany", "MutexLock", "ResourceAccumulatorTakeGradient", "SparseAccumulatorTakeGradient"),
    *("Stage", "StagePeek", "Unstage"),
    *(f"Queue{how}V2" for how in ("Dequeue", "DequeueMany", "DequeueUpTo", "Enqueue", "EnqueueMany")),
    *("Batch", "BatchFunction", "Unbatch", "UnbatchGrad", "ReaderReadV2", "ReaderReadUpToV2"),
    *(f"{order}Map{how}" for order in ("", "Ordered") for how in ("Stage", "Peek", "Unstage", "UnstageNoKey")),
}
