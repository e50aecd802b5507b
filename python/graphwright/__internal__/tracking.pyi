"""The public names of tf.__internal__.tracking. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.internals.registration import (
    CheckpointInitialValueCallable as CheckpointInitialValueCallable,
    DelegatingTrackableMixin as DelegatingTrackableMixin,
    ObjectGraphView as ObjectGraphView,
    register_session_provider as register_session_provider,
    sticky_attribute_assignment as sticky_attribute_assignment,
    wrap as wrap,
)
from graphwright._src.internals.tf_internal import no_automatic_dependency_tracking as no_automatic_dependency_tracking
from graphwright._src.state.trackable import (
    AutoTrackable as AutoTrackable,
    Trackable as Trackable,
    TrackableReference as TrackableReference,
)
from graphwright._src.state.tracked_containers import TrackableDataStructure as TrackableDataStructure

__all__ = [
    "AutoTrackable", "CheckpointInitialValueCallable", "DelegatingTrackableMixin", "ObjectGraphView", "Trackable",
    "TrackableDataStructure", "TrackableReference", "no_automatic_dependency_tracking", "register_session_provider",
    "sticky_attribute_assignment", "wrap",
]
