"""Machine code on disk, between processes: a file for each module, named by what it was made of."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import secrets
import stat
from pathlib import Path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

# Part of every name: to be changed where old files would be misread.
FORMAT = "graphwright-jit-1"

_MOST_BYTES = 256 << 20
_DIGEST = 32


def folder() -> Path | None:
    """Returns where the files are, or None where none are kept."""
    given = os.environ.get("GRAPHWRIGHT_CACHE_DIR")
    if given is not None:
        return Path(given) / "jit" if given else None
    base = os.environ.get("XDG_CACHE_HOME")
    try:
        return (Path(base) if base else Path.home() / ".cache") / "graphwright" / "jit"
    except RuntimeError:  # a user without a home
        return None


def load(key: str) -> bytes | None:
    """Returns what was stored under a key; None where there is nothing, or nothing that is whole and the user's own."""
    place = folder()
    if place is None:
        return None
    try:
        with _opened(place) as opened:
            # A pipe of that name would keep us waiting.
            handle = os.open(f"{key}.o", os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=opened)
            with os.fdopen(handle, "rb") as file:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    return None
                content = file.read()
    except OSError:
        return None
    digest, payload = content[:_DIGEST], content[_DIGEST:]
    return payload if hashlib.sha256(key.encode() + payload).digest() == digest else None


def store(key: str, payload: bytes) -> None:
    """Keeps bytes under a key. Where that does not work, nothing is kept: it is only a cache."""
    place = folder()
    if place is None:
        return
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _opened(place) as opened:
            temporary = f".new-{os.getpid()}-{secrets.token_hex(8)}"
            how = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
            handle = os.open(temporary, how, 0o600, dir_fd=opened)
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(key.encode() + payload).digest() + payload)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(temporary, f"{key}.o", src_dir_fd=opened, dst_dir_fd=opened)
            except BaseException:
                with contextlib.suppress(OSError):
                    os.unlink(temporary, dir_fd=opened)
                raise
            _make_room(opened)
    except OSError:
        pass


@contextlib.contextmanager
def _opened(place: Path) -> Iterator[int]:
    """Returns the folder's descriptor, by which all in it is done: what gets the folder's name meanwhile is another.

    Machine code is only taken from a folder that nobody else may write to. Raises OSError where it is none.
    """
    opened = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        status = os.fstat(opened)
        if status.st_uid != os.getuid() or status.st_mode & 0o022:
            raise PermissionError(errno.EACCES, "others may write to the folder", str(place))
        yield opened
    finally:
        os.close(opened)


def _make_room(opened: int) -> None:
    """Removes the oldest files where there are too many bytes of them."""
    files = []
    with os.scandir(opened) as entries:
        for entry in entries:
            with contextlib.suppress(FileNotFoundError):  # others make room, too
                if entry.name.endswith(".o"):
                    files.append((entry.stat(follow_symlinks=False), entry.name))
    total = sum(status.st_size for status, _ in files)
    if total <= _MOST_BYTES:
        return
    for status, name in sorted(files, key=lambda file: file[0].st_mtime):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name, dir_fd=opened)
        total -= status.st_size
        if total <= _MOST_BYTES // 2:
            return
