"""The messages of checkpoints: the graph of objects, and the file that tells which checkpoint is the latest."""

from __future__ import annotations

from graphwright._src.messages.wire import Field, Message


class ObjectReference(Message):
    """A child of an object: its number, and the name that it has there."""

    __slots__ = ()
    _table = {"node_id": Field(1, "int32"), "local_name": Field(2, "string")}


class SerializedTensor(Message):
    """A value of an object: what it is called there, and its key in the checkpoint."""

    __slots__ = ()
    _table = {
        "name": Field(1, "string"),
        "full_name": Field(2, "string"),
        "checkpoint_key": Field(3, "string"),
    }


class SlotVariableReference(Message):
    """A variable that an optimizer keeps for another one."""

    __slots__ = ()
    _table = {
        "original_variable_node_id": Field(1, "int32"),
        "slot_name": Field(2, "string"),
        "slot_variable_node_id": Field(3, "int32"),
    }


class RegisteredSaver(Message):
    """The registered saver of an object that was saved in a way of its own."""

    __slots__ = ()
    _table = {"name": Field(1, "string"), "object_name": Field(2, "string")}


class BoolValue(Message):
    """A bool that may be absent."""

    __slots__ = ()
    _table = {"value": Field(1, "bool")}


class TrackableObject(Message):
    """An object: its children and values."""

    __slots__ = ()
    ObjectReference = ObjectReference
    SerializedTensor = SerializedTensor
    SlotVariableReference = SlotVariableReference
    _table = {
        "children": Field(1, ObjectReference, repeated=True),
        "attributes": Field(2, SerializedTensor, repeated=True),
        "slot_variables": Field(3, SlotVariableReference, repeated=True),
        "registered_saver": Field(4, RegisteredSaver),
        "has_checkpoint_values": Field(5, BoolValue),
    }


class TrackableObjectGraph(Message):
    """All objects of a checkpoint; the first is the root."""

    __slots__ = ()
    TrackableObject = TrackableObject
    _table = {"nodes": Field(1, TrackableObject, repeated=True)}


class CheckpointState(Message):
    """The file `checkpoint` of a folder: which checkpoints are there."""

    __slots__ = ()
    _table = {
        "model_checkpoint_path": Field(1, "string"),
        "all_model_checkpoint_paths": Field(2, "string", repeated=True),
        "all_model_checkpoint_timestamps": Field(3, "double", repeated=True),
        "last_preserved_timestamp": Field(4, "double"),
    }
