"""LLVM IR -> machine code, with llvmlite; what was compiled once is found by its content, in memory and on disk."""

from __future__ import annotations

import functools
import hashlib
import threading
import weakref

import llvmlite
import llvmlite.binding as llvm
from llvmlite.binding import ffi, newpassmanagers

from graphwright._src.base import forking
from graphwright._src.explain.jit import cache

_LEVEL = 3
_lock = forking.free_after_fork(threading.RLock())
_abandoned: list[object] = []  # by forks
# By content, as long as some program keeps it.
_in_memory: weakref.WeakValueDictionary[str, MachineCode] = weakref.WeakValueDictionary()


class MachineCode:
    """Compiled functions in memory; the code goes with the object."""

    def __init__(self, key: str, object_file: bytes) -> None:
        self.key = key
        module = llvm.parse_assembly("")
        module.triple = _machine().triple
        # The engine's machine is its own: it takes it over.
        self._engine = llvm.create_mcjit_compiler(module, _new_machine())
        self._engine.add_object_file(llvm.ObjectFileRef.from_data(object_file))
        self._engine.finalize_object()

    def address(self, name: str) -> int:
        """Returns where a function begins. Raises LookupError where there is none of that name."""
        address = self._engine.get_function_address(name)
        if not address:
            raise LookupError(f"the machine code has no function {name}")
        return address


def machine_code(text: str) -> MachineCode:
    """Returns the code of a module's functions; compiled where neither memory nor disk has it."""
    key = hashlib.sha256("\0".join((*_versions(), text)).encode()).hexdigest()
    with _lock:
        code = _in_memory.get(key)
        if code is not None:
            return code
        object_file = cache.load(key)
        if object_file is not None:
            try:
                code = MachineCode(key, object_file)
            except Exception:  # noqa: BLE001 - whatever lies there, it can be made anew
                code = None
        if code is None:
            object_file = _compile(text)
            cache.store(key, object_file)
            code = MachineCode(key, object_file)
        _in_memory[key] = code
        return code


def optimized(text: str) -> str:
    """Returns the module after LLVM's passes, as text."""
    with _lock:
        return str(_optimize(text))


def assembly(text: str) -> str:
    """Returns the machine code of the module, as text."""
    with _lock:
        return _machine().emit_assembly(_optimize(text))


def _compile(text: str) -> bytes:
    return _machine().emit_object(_optimize(text))


def _optimize(text: str) -> llvm.ModuleRef:
    machine = _machine()
    module = llvm.parse_assembly(text)
    module.triple = machine.triple
    module.data_layout = str(machine.target_data)
    builder = _builder()
    passes = builder.getModulePassManager()
    try:
        passes.run(module, builder)
    finally:
        # The object's own end does not reach this in every llvmlite: then each module would cost 70 KB for good.
        newpassmanagers.NewPassManager._dispose(passes)
        passes.detach()
    return module


@functools.cache
def _builder() -> llvm.PassBuilder:
    """Returns what makes the passes for one module after another: it may not be there before, nor stay behind, the
    machine.
    """
    options = llvm.create_pipeline_tuning_options(speed_level=_LEVEL)
    options.loop_vectorization = True
    options.slp_vectorization = False
    return llvm.create_pass_builder(_machine(), options)


@functools.cache
def _features() -> str:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    return llvm.get_host_cpu_features().flatten()


def _new_machine() -> llvm.TargetMachine:
    features = _features()
    target = llvm.Target.from_default_triple()
    return target.create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=features, opt=_LEVEL, reloc="static", codemodel="jitdefault", jit=True
    )


@functools.cache
def _machine() -> llvm.TargetMachine:
    return _new_machine()


@functools.cache
def _versions() -> tuple[str, ...]:
    version = ".".join(map(str, llvm.llvm_version_info))
    return (cache.FORMAT, llvmlite.__version__, version, llvm.get_host_cpu_name(), _features())


def _in_child() -> None:
    """Another thread may have been compiling: what it worked with stays as that left it, and new ones are made."""
    _abandoned.extend((_builder(), _machine()) if _builder.cache_info().currsize else ())
    _builder.cache_clear()
    _machine.cache_clear()


forking.call_after_fork(_in_child)
# Around each of its calls: LLVM has locks that a child would find taken for ever.
_lock_of_llvmlite = getattr(getattr(ffi.lib, "_lock", None), "_lock", None)
if hasattr(_lock_of_llvmlite, "_is_owned"):
    forking.hold_while_forking(_lock_of_llvmlite)
