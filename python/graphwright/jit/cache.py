"""Machine code on disk, between processes: a file for each module, named by what it was made of."""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from pathlib import Path

# Part of every name: to be changed where old files would be misread.
FORMAT = "graphwright-jit-1"

_MOST_BYTES = 256 << 20
_DIGEST = 32


def folder() -> Path | None:
    """Where the files are, or None where none are kept."""
    given = os.environ.get("GRAPHWRIGHT_CACHE_DIR")
    if given is not None:
        return Path(given) / "jit" if given else None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "graphwright" / "jit"
    except RuntimeError:  # a user without a home
        return None


def load(key: str) -> bytes | None:
    """What was stored under a key; None where there is nothing, or nothing that is whole and the user's own."""
    place = folder()
    if place is None or not _is_own(place):
        return None
    try:
        content = (place / f"{key}.o").read_bytes()
    except OSError:
        return None
    digest, payload = content[:_DIGEST], content[_DIGEST:]
    return payload if hashlib.sha256(key.encode() + payload).digest() == digest else None


def store(key: str, payload: bytes) -> None:
    """Keeps bytes under a key. Where that does not work, nothing is kept: it is only a cache."""
    place = folder()
    if place is None:
        return
    temporary = None
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not _is_own(place):
            return
        handle, temporary = tempfile.mkstemp(dir=place, prefix=".new-")
        with os.fdopen(handle, "wb") as file:
            file.write(hashlib.sha256(key.encode() + payload).digest() + payload)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, place / f"{key}.o")
        temporary = None
        _make_room(place)
    except OSError:
        pass
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                os.unlink(temporary)


def _is_own(place: Path) -> bool:
    """Machine code is only taken from a folder that nobody else may write to."""
    try:
        status = place.stat()
    except OSError:
        return False
    return status.st_uid == os.getuid() and not status.st_mode & 0o022


def _make_room(place: Path) -> None:
    """Removes the oldest files where there are too many bytes of them."""
    files = [(entry.stat(), entry.path) for entry in os.scandir(place) if entry.name.endswith(".o")]
    total = sum(status.st_size for status, _ in files)
    if total <= _MOST_BYTES:
        return
    for status, path in sorted(files, key=lambda file: file[0].st_mtime):
        os.unlink(path)
        total -= status.st_size
        if total <= _MOST_BYTES // 2:
            return
