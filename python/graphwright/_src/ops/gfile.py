"""tf.io.gfile: files and folders by path, with TensorFlow's errors; paths with a scheme go to fsspec where it is installed."""

from __future__ import annotations

import errno
import io
import os

from graphwright import _core
from graphwright._src.base import errors, progress
from graphwright._src.base.export import export

_open = io.open  # programs put functions over gfile in the place of the builtin one

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any, AnyStr

_CLASSES: dict[int, Any] = {
    errno.ENOENT: errors.NotFoundError,
    errno.EEXIST: errors.AlreadyExistsError,
    errno.EACCES: errors.PermissionDeniedError,
    errno.EPERM: errors.PermissionDeniedError,
    errno.EROFS: errors.PermissionDeniedError,
    errno.EINVAL: errors.InvalidArgumentError,
    errno.ENAMETOOLONG: errors.InvalidArgumentError,
    errno.EISDIR: errors.FailedPreconditionError,
    errno.ENOTDIR: errors.FailedPreconditionError,
    errno.ENOTEMPTY: errors.FailedPreconditionError,
    errno.ENOSPC: errors.ResourceExhaustedError,
    errno.EMFILE: errors.ResourceExhaustedError,
}
_MODES = ("r", "w", "a", "r+", "w+", "a+")


def _text(path: str | bytes | os.PathLike[Any]) -> str:
    """Returns a path as text. Raises TypeError for what is none."""
    if isinstance(path, os.PathLike):
        path = os.fspath(path)
    if isinstance(path, bytes):
        return path.decode("utf-8", "surrogateescape")
    if not isinstance(path, str):
        raise TypeError(f"Expected binary or unicode string, got {path!r}")
    return path


class _Translated:
    """`with _Translated(path):` makes errors of the system TensorFlow's."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, OSError):
            code = error.errno if error.errno is not None else _errno_of(error)
            words = os.strerror(code) if code else str(error)
            raise _CLASSES.get(code, errors.UnknownError)(None, None, f"{self._path}; {words}") from None


def _errno_of(error: OSError) -> int:
    """Errors of other file systems have no number."""
    kinds = ((FileNotFoundError, errno.ENOENT), (FileExistsError, errno.EEXIST), (IsADirectoryError, errno.EISDIR))
    return next((code for kind, code in kinds if isinstance(error, kind)), 0)


class FileStatistics:
    """Facts of a file (tf.io.gfile.stat): its bytes, when it was changed, whether it is a folder."""

    __slots__ = ("length", "mtime_nsec", "is_directory")

    def __init__(self, length: int, mtime_nsec: int, is_directory: bool) -> None:
        self.length = length
        self.mtime_nsec = mtime_nsec
        self.is_directory = is_directory

    def __repr__(self) -> str:
        return f"<length: {self.length}, mtime_nsec: {self.mtime_nsec}, is_directory: {self.is_directory}>"


class _LocalFiles:
    """The files of this machine."""

    def open(self, path: str, mode: str) -> Any:
        if os.path.isdir(path):
            raise IsADirectoryError(errno.EISDIR, "Is a directory", path)
        return _open(path, mode)

    exists = staticmethod(os.path.exists)
    isdir = staticmethod(os.path.isdir)
    listdir = staticmethod(os.listdir)
    rename = staticmethod(os.replace)
    makedirs = staticmethod(os.makedirs)
    mkdir = staticmethod(os.mkdir)

    def remove(self, path: str) -> None:
        if os.path.isdir(path) and not os.path.islink(path):
            raise IsADirectoryError(errno.EISDIR, "Is a directory", path)
        os.unlink(path)

    def rmtree(self, path: str) -> None:
        import shutil

        shutil.rmtree(path)

    def stat(self, path: str) -> FileStatistics:
        found = os.stat(path)
        is_folder = os.path.isdir(path)
        return FileStatistics(found.st_size, found.st_mtime_ns, is_folder)

    def glob(self, pattern: str) -> list[str]:
        return sorted(_core.matching_files(pattern))


class _OtherFiles:
    """The files behind a scheme that fsspec knows."""

    def __init__(self, scheme: str, path: str) -> None:
        self._scheme = scheme
        try:
            import fsspec
        except ImportError:
            raise errors.UnimplementedError(
                None, None, f"File system scheme '{scheme}' not implemented (file: '{path}'): fsspec is not installed"
            ) from None
        try:
            self._files = fsspec.filesystem(scheme)
        except (ImportError, ValueError) as error:
            raise errors.UnimplementedError(
                None, None, f"File system scheme '{scheme}' not implemented (file: '{path}'): {error}"
            ) from None
        self.open = self._files.open
        self.exists = self._files.exists
        self.isdir = self._files.isdir
        self.mkdir = self._files.mkdir

    def _name(self, path: str) -> str:
        return path.rstrip("/").rsplit("/", 1)[-1]

    def listdir(self, path: str) -> list[str]:
        return [self._name(found) for found in self._files.ls(path, detail=False)]

    def makedirs(self, path: str) -> None:
        self._files.makedirs(path, exist_ok=True)

    def rename(self, source: str, target: str) -> None:
        self._files.mv(source, target)

    def remove(self, path: str) -> None:
        self._files.rm_file(path)

    def rmtree(self, path: str) -> None:
        self._files.rm(path, recursive=True)

    def stat(self, path: str) -> FileStatistics:
        facts = self._files.info(path)
        changed: Any = facts.get("mtime") or facts.get("created") or 0
        seconds = changed.timestamp() if hasattr(changed, "timestamp") else float(changed)
        return FileStatistics(facts.get("size") or 0, int(seconds * 1e9), facts.get("type") == "directory")

    def glob(self, pattern: str) -> list[str]:
        return sorted(f"{self._scheme}://{found.lstrip('/')}" for found in self._files.glob(pattern))


_local = _LocalFiles()


def _place(path: str | bytes | os.PathLike[Any]) -> tuple[Any, str]:
    """Returns the file system of a path, and the path there."""
    text = _text(path)
    scheme, sign, rest = text.partition("://")
    if not sign or not scheme[:1].isalpha() or not scheme.replace(".", "").isalnum():
        return _local, text
    if scheme == "file":
        return _local, rest
    return _OtherFiles(scheme, text), text


@export("io.gfile.GFile", v1="io.gfile.GFile gfile.GFile gfile.Open")
class GFile:
    """A file that is opened when it is first read or written (tf.io.gfile.GFile).

    Args:
      name: its path.
      mode: "r", "w", "a", "r+", "w+" or "a+", with a "b" for bytes in place of text.

    Raises:
      tf.errors.InvalidArgumentError: another mode.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> path = os.path.join(tempfile.mkdtemp(), "a.txt")
    >>> with tf.io.gfile.GFile(path, "w") as file:
    ...     file.write("two\\nlines\\n")
    >>> with tf.io.gfile.GFile(path) as file:
    ...     [line for line in file]
    ['two\\n', 'lines\\n']
    """

    def __init__(self, name: str | bytes | os.PathLike[Any], mode: str = "r") -> None:
        self._name = name
        self._mode = mode
        self._binary = "b" in mode
        self._kind = mode.replace("b", "")
        if self._kind not in _MODES:
            words = " or ".join(f"'{known}'" for known in _MODES)
            raise errors.InvalidArgumentError(None, None, f"mode is not {words}")
        self._files, self._path = _place(name)
        self._reading: Any = None
        self._writing: Any = None

    @property
    def name(self) -> Any:
        """The path."""
        return self._name

    @property
    def mode(self) -> str:
        """The mode in which it was opened."""
        return self._mode

    def _open(self, mode: str) -> Any:
        with _Translated(self._path):
            return self._files.open(self._path, mode)

    def _to_read(self) -> Any:
        if self._reading is None:
            if "r" not in self._kind and "+" not in self._kind:
                raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
            self._reading = self._open("rb")
        return self._reading

    def _to_write(self) -> Any:
        if self._writing is None:
            if self._kind == "r":
                raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
            self._writing = self._open("r+b" if self._kind == "r+" else self._kind[0] + "b")
        return self._writing

    def _given(self, data: bytes) -> Any:
        return data if self._binary else data.decode("utf-8")

    def size(self) -> int:
        """Returns how many bytes it has."""
        return stat(self._name).length

    def write(self, file_content: str | bytes) -> None:
        """Appends text or bytes.

        Raises:
          tf.errors.PermissionDeniedError: it was opened for reading.
        """
        if isinstance(file_content, str):
            file_content = file_content.encode("utf-8")
        if not isinstance(file_content, bytes):
            raise TypeError(f"Expected binary or unicode string, got {file_content!r}")
        file = self._to_write()
        with _Translated(self._path):
            file.write(file_content)

    def read(self, n: int = -1) -> Any:
        """Returns the next `n` bytes, all that are left by default.

        Raises:
          tf.errors.NotFoundError: there is no such file.
        """
        file = self._to_read()
        with _Translated(self._path):
            return self._given(file.read() if n < 0 else file.read(n))

    def seek(self, offset: int | None = None, whence: int = 0, position: int | None = None) -> None:
        """Goes to a place: from the begin (0), from here (1) or from the end (2).

        Raises:
          TypeError: there is neither `offset` nor `position`, its older name, or both.
          tf.errors.InvalidArgumentError: another `whence`, or a place before the begin.
          tf.errors.OutOfRangeError: a place behind the end.
        """
        if (offset is None) == (position is None):
            raise TypeError("seek() takes either offset or position")
        file = self._to_read()
        if whence not in (0, 1, 2):
            raise errors.InvalidArgumentError(
                None, None, f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2."
            )
        target = (offset or position or 0) + (0, file.tell(), self.size())[whence]
        if target < 0:
            raise errors.InvalidArgumentError(None, None, f"{self._path}: there is nothing at {target}")
        if target > self.size():
            raise errors.OutOfRangeError(None, None, f"{self._path}: it ends before {target}")
        file.seek(target)

    def readline(self) -> Any:
        """Returns the next line with its end; nothing at the end of the file."""
        file = self._to_read()
        with _Translated(self._path):
            return self._given(file.readline())

    def readlines(self) -> list[Any]:
        """Returns all lines that are left."""
        return list(iter(self.readline, self._given(b"")))

    def tell(self) -> int:
        """Returns the place in the file."""
        if "r" in self._kind or (self._reading is not None and self._writing is None):
            return self._to_read().tell()
        if self._reading is not None and self._kind.endswith("+"):
            return self._reading.tell()
        file = self._to_write()
        return file.tell()

    def flush(self) -> None:
        """Hands what was written to the system."""
        if self._writing is not None:
            with _Translated(self._path):
                self._writing.flush()

    def close(self) -> None:
        """Closes the file. Who reads on begins anew."""
        reading, self._reading = self._reading, None
        writing, self._writing = self._writing, None
        with _Translated(self._path):
            if reading is not None:
                reading.close()
            if writing is not None:
                writing.close()

    def seekable(self) -> bool:
        """True."""
        return True

    def next(self) -> Any:
        """Returns the next line. Raises StopIteration at the end."""
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    __next__ = next

    def __iter__(self) -> Iterator[Any]:
        return self

    def __enter__(self) -> GFile:
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_writing", None) is not None:
            self.close()


@export("compat.v1.gfile.FastGFile")
class FastGFile(GFile):
    """The same as tf.io.gfile.GFile (tf.compat.v1.gfile.FastGFile)."""


@export("io.gfile.exists")
def exists(path: str | bytes | os.PathLike[Any]) -> bool:
    """Tells whether there is a file or folder (tf.io.gfile.exists).

    >>> import graphwright as tf
    >>> tf.io.gfile.exists("/no/such/file")
    False
    """
    files, path = _place(path)
    return files.exists(path)


@export("io.gfile.isdir")
def isdir(path: str | bytes | os.PathLike[Any]) -> bool:
    """Tells whether there is a folder (tf.io.gfile.isdir)."""
    try:
        files, path = _place(path)
    except errors.UnimplementedError:  # TensorFlow, too, says no more here
        return False
    return files.isdir(path)


@export("io.gfile.remove")
def remove(path: str | bytes | os.PathLike[Any]) -> None:
    """Deletes a file (tf.io.gfile.remove).

    Raises:
      tf.errors.NotFoundError: there is none.
      tf.errors.FailedPreconditionError: it is a folder.
    """
    files, path = _place(path)
    with _Translated(path):
        files.remove(path)


@export("io.gfile.rmtree")
def rmtree(path: str | bytes | os.PathLike[Any]) -> None:
    """Deletes a folder with all that is in it, or a file (tf.io.gfile.rmtree).

    Raises:
      tf.errors.NotFoundError: there is none.
    """
    files, path = _place(path)
    if not files.exists(path):
        raise errors.NotFoundError(None, None, f"{path} not found")
    with _Translated(path):
        (files.rmtree if files.isdir(path) else files.remove)(path)


@export("io.gfile.mkdir")
def mkdir(path: str | bytes | os.PathLike[Any]) -> None:
    """Makes a folder where there is none yet (tf.io.gfile.mkdir).

    Raises:
      tf.errors.NotFoundError: the folder above it is not there.
    """
    files, path = _place(path)
    if path and not files.isdir(path):
        with _Translated(path):
            files.mkdir(path)


@export("io.gfile.makedirs")
def makedirs(path: str | bytes | os.PathLike[Any]) -> None:
    """Makes a folder and those above it, where they are not there yet (tf.io.gfile.makedirs).

    Raises:
      tf.errors.FailedPreconditionError: there is a file of that name.

    >>> import os, tempfile
    >>> import graphwright as tf
    >>> folder = os.path.join(tempfile.mkdtemp(), "a", "b")
    >>> tf.io.gfile.makedirs(folder)
    >>> tf.io.gfile.isdir(folder)
    True
    """
    files, path = _place(path)
    if not path or files.isdir(path):
        return
    if files.exists(path):
        raise errors.FailedPreconditionError(None, None, f"{path} is not a directory")
    with _Translated(path):
        try:
            files.makedirs(path)
        except FileExistsError:
            if not files.isdir(path):  # somebody else was faster
                raise


@export("io.gfile.listdir")
def listdir(path: str | bytes | os.PathLike[Any]) -> list[str]:
    """Returns the names of what is in a folder, in no particular order (tf.io.gfile.listdir).

    Raises:
      tf.errors.NotFoundError: there is no such folder.
    """
    if not isdir(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {_text(path)}")
    files, path = _place(path)
    with _Translated(path):
        return files.listdir(path)


@export("io.gfile.rename")
def rename(
    src: str | bytes | os.PathLike[Any],
    dst: str | bytes | os.PathLike[Any],
    overwrite: bool = False,
) -> None:
    """Gives a file or folder another path (tf.io.gfile.rename).

    Args:
      src: what it is called.
      dst: what it shall be called.
      overwrite: whether a file of that name is replaced.

    Raises:
      tf.errors.AlreadyExistsError: there is one, and it must not be replaced.
      tf.errors.NotFoundError: there is no `src`.
    """
    files, source = _place(src)
    others, target = _place(dst)
    if type(files) is not type(others):
        copy(src, dst, overwrite)
        remove(src)
        return
    if not overwrite and others.exists(target):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    with _Translated(source):
        files.rename(source, target)


@export("io.gfile.copy")
def copy(
    src: str | bytes | os.PathLike[Any],
    dst: str | bytes | os.PathLike[Any],
    overwrite: bool = False,
) -> None:
    """Copies a file (tf.io.gfile.copy).

    Args:
      src: its path.
      dst: the path of the copy.
      overwrite: whether a file there is replaced.

    Raises:
      tf.errors.AlreadyExistsError: there is one, and it must not be replaced.
      tf.errors.NotFoundError: there is no `src`.
      tf.errors.InvalidArgumentError: `src` is a folder.
    """
    files, source = _place(src)
    others, target = _place(dst)
    if not overwrite and others.exists(target):
        raise errors.AlreadyExistsError(None, None, "file already exists")
    if files.isdir(source):
        raise errors.InvalidArgumentError(None, None, f"{target}; Invalid argument: {source} is a folder")

    def opened_as_source(name: str, flags: int) -> int:
        return os.open(name, flags, os.stat(source).st_mode & 0o7777)

    # A new file has the rights of the other one.
    local = isinstance(files, _LocalFiles) and isinstance(others, _LocalFiles) and not others.isdir(target)
    with _Translated(source), files.open(source, "rb") as reading:
        with open(target, "wb", opener=opened_as_source) if local else others.open(target, "wb") as writing:
            with progress.counting(f"copying {os.path.basename(source)}", lambda: files.stat(source).length) as bar:
                while chunk := reading.read(1 << 20):
                    writing.write(chunk)
                    bar.add(len(chunk))


@export("io.gfile.stat")
def stat(path: str | bytes | os.PathLike[Any]) -> FileStatistics:
    """Returns what is known of a file: `length` in bytes, `mtime_nsec`, `is_directory` (tf.io.gfile.stat).

    Raises:
      tf.errors.NotFoundError: there is none.
    """
    files, path = _place(path)
    with _Translated(path):
        return files.stat(path)


@export("io.gfile.glob")
def glob(pattern: str | bytes | os.PathLike[Any] | Iterable[Any]) -> list[str]:
    """Returns the paths that fit a pattern, or any of several (tf.io.gfile.glob).

    Args:
      pattern: `*`, `?` and `[a-z]` stand for parts of names; a string or a list of them.
    """
    patterns = [pattern] if isinstance(pattern, (str, bytes, os.PathLike)) else list(pattern)
    found = []
    for one in patterns:
        files, _ = _place(one)
        found += files.glob(_text(one))
    return found


@export("io.gfile.join")
def join(path: AnyStr | os.PathLike[AnyStr], *paths: AnyStr | os.PathLike[AnyStr]) -> AnyStr:
    """Parts of a path as one; an absolute one lets go of those before it (tf.io.gfile.join).

    >>> import graphwright as tf
    >>> tf.io.gfile.join("a", "b", "c.txt")
    'a/b/c.txt'
    """
    parts: Any = [os.fspath(part) for part in (path, *paths)]
    return os.path.join(*parts)


@export("io.gfile.walk")
def walk(
    top: str | bytes | os.PathLike[Any],
    topdown: bool = True,
    onerror: Callable[[Any], None] | None = None,
) -> Iterator[tuple[str, list[str], list[str]]]:
    """Goes through a folder and those in it (tf.io.gfile.walk).

    Args:
      top: where it begins.
      topdown: whether a folder comes before those in it.
      onerror: is called with the error of a folder that cannot be read; such ones are passed over by default.

    Yields:
      A folder's path, the names of the folders in it and those of the files.
    """
    top = _text(top)
    try:
        names = listdir(top)
    except errors.OpError as error:
        if onerror is not None:
            onerror(error)
        return
    folders, others = [], []
    for name in names:
        (folders if isdir(join(top, name)) else others).append(name)
    here = (top, folders, others)
    if topdown:
        yield here
    for name in folders:
        yield from walk(join(top, name), topdown, onerror)
    if not topdown:
        yield here


@export("io.gfile.get_registered_schemes")
def get_registered_schemes() -> list[str]:
    """Returns the schemes that paths may begin with, "" for none (tf.io.gfile.get_registered_schemes)."""
    schemes = ["", "file"]
    try:
        from fsspec import available_protocols
    except ImportError:
        return schemes
    return schemes + [name for name in available_protocols() if name not in schemes]


# ---- TensorFlow 1's names ----


@export("compat.v1.gfile.Exists")
def exists_v1(filename: str | bytes | os.PathLike[Any]) -> bool:
    """Tells whether there is a file or folder (tf.compat.v1.gfile.Exists)."""
    return exists(filename)


@export("compat.v1.gfile.IsDirectory")
def is_directory_v1(dirname: str | bytes | os.PathLike[Any]) -> bool:
    """Tells whether there is a folder (tf.compat.v1.gfile.IsDirectory)."""
    return isdir(dirname)


@export("compat.v1.gfile.ListDirectory")
def list_directory_v1(dirname: str | bytes | os.PathLike[Any]) -> list[str]:
    """Returns the names of what is in a folder (tf.compat.v1.gfile.ListDirectory)."""
    return listdir(dirname)


@export("compat.v1.gfile.MkDir")
def mkdir_v1(dirname: str | bytes | os.PathLike[Any]) -> None:
    """Makes a folder (tf.compat.v1.gfile.MkDir)."""
    mkdir(dirname)


@export("compat.v1.gfile.MakeDirs")
def makedirs_v1(dirname: str | bytes | os.PathLike[Any]) -> None:
    """Makes a folder and those above it (tf.compat.v1.gfile.MakeDirs)."""
    makedirs(dirname)


@export("compat.v1.gfile.Remove")
def remove_v1(filename: str | bytes | os.PathLike[Any]) -> None:
    """Deletes a file (tf.compat.v1.gfile.Remove)."""
    remove(filename)


@export("compat.v1.gfile.DeleteRecursively")
def rmtree_v1(dirname: str | bytes | os.PathLike[Any]) -> None:
    """Deletes a folder with all that is in it (tf.compat.v1.gfile.DeleteRecursively)."""
    rmtree(dirname)


@export("compat.v1.gfile.Rename")
def rename_v1(
    oldname: str | bytes | os.PathLike[Any],
    newname: str | bytes | os.PathLike[Any],
    overwrite: bool = False,
) -> None:
    """Gives a file another path (tf.compat.v1.gfile.Rename)."""
    rename(oldname, newname, overwrite)


@export("compat.v1.gfile.Copy")
def copy_v1(
    oldpath: str | bytes | os.PathLike[Any],
    newpath: str | bytes | os.PathLike[Any],
    overwrite: bool = False,
) -> None:
    """Copies a file (tf.compat.v1.gfile.Copy)."""
    copy(oldpath, newpath, overwrite)


@export("compat.v1.gfile.Stat")
def stat_v1(filename: str | bytes | os.PathLike[Any]) -> FileStatistics:
    """Returns what is known of a file (tf.compat.v1.gfile.Stat)."""
    return stat(filename)


@export("compat.v1.gfile.Glob")
def glob_v1(filename: str | bytes | os.PathLike[Any] | Iterable[Any]) -> list[str]:
    """Returns the paths that fit a pattern (tf.compat.v1.gfile.Glob)."""
    return glob(filename)


@export("compat.v1.gfile.Walk")
def walk_v1(top: str | bytes | os.PathLike[Any], in_order: bool = True) -> Iterator[tuple[str, list[str], list[str]]]:
    """Goes through a folder and those in it (tf.compat.v1.gfile.Walk)."""
    return walk(top, in_order)
