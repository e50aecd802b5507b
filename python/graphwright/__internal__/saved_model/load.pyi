"""The public names of tf.__internal__.saved_model.load. Written by tools/write_stubs.py, not by hand."""
from graphwright._src.saved_model.registration import (
    VersionedTypeRegistration as VersionedTypeRegistration,
    get_setter as get_setter,
    register_revived_type as register_revived_type,
    registered_identifiers as registered_identifiers,
)

__all__ = [
    "VersionedTypeRegistration", "get_setter", "register_revived_type", "registered_identifiers",
]
