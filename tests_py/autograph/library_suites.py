"""Runs Python's own tests of standard modules after AutoGraph has converted all functions of these modules.

    python tests_py/autograph/library_suites.py [MODULE ...]

Each module's tests run in two processes, once as they are and once over converted functions. Prints what passes in the
first and not in the second; exits with 1 if anything does. Needs a Python that has the `test` package.
"""

from __future__ import annotations

import functools
import importlib
import importlib.machinery
import json
import os
import subprocess
import sys
import types
import unittest

# Modules whose tests are named otherwise, or which are made of several; all functions of what is named here are converted.
SUITES = {
    "json": (["json", "json.decoder", "json.encoder", "json.scanner"], ["test.test_json"]),
    "html": (["html", "html.parser", "_markupbase"], ["test.test_html", "test.test_htmlparser"]),
    "urllib.parse": (["urllib.parse"], ["test.test_urlparse"]),
    "_pydecimal": (["_pydecimal"], ["test.test_decimal"]),
    "email": (
        [
            "email.message email.header email.utils email.quoprimime email.base64mime email.feedparser email.generator",
            "email.parser email.charset email.encoders email._policybase email.policy email._header_value_parser",
        ],
        ["test.test_email.test_email", "test.test_email.test__header_value_parser"],
    ),
    "xml.etree.ElementTree": (["xml.etree.ElementTree", "xml.etree.ElementPath"], ["test.test_xml_etree"]),
    "random": (["random"], ["test.test_random"]),
    "unittest.mock": (["unittest.mock"], ["test.test_unittest.testmock"]),
    "collections": (["collections"], ["test.test_ordered_dict", "test.test_collections"]),
}
ALONE = """
    argparse ast base64 bisect calendar cmd code codeop colorsys configparser contextlib copy csv dataclasses difflib
    dis enum fileinput filecmp fnmatch fractions ftplib functools genericpath getopt gettext glob graphlib heapq hmac http.cookies
    imaplib inspect ipaddress keyword linecache locale mailbox mimetypes modulefinder netrc ntpath nturl2path numbers opcode
    operator optparse pathlib pickle pickletools plistlib posixpath pprint pyclbr queue quopri reprlib rlcompleter sched
    secrets shelve shlex shutil sndhdr statistics string stringprep symtable tabnanny tarfile tempfile textwrap timeit tokenize
    trace traceback types typing uuid weakref zipapp zipfile
""".split()
# What tells functions that were made anew from what they were before: pickles of them, `len` that is replaced by what calls
# `len`, as converted code does, and what looks at frames, code objects and closures.
KNOWN = {
    "functools": {
        "test.test_functools.TestLRUPy.test_lru_reentrancy_with_len",
        "test.test_functools.TestTotalOrdering.test_pickle",
    },
    "contextlib": {  # frames of a traceback
        "test.test_contextlib.TestExitStack.test_exit_exception_traceback",
    },
    "dis": {  # code objects
        "test.test_dis.BytecodeTests.test_info",
        "test.test_dis.CodeInfoTests.test_code_info",
        "test.test_dis.CodeInfoTests.test_show_code",
    },
    "gettext": {  # the file that a warning names: frames are counted
        "test.test_gettext.GNUTranslationsPluralFormsTestCase.test_plural_context_forms",
        "test.test_gettext.GNUTranslationsPluralFormsTestCase.test_plural_forms",
        "test.test_gettext.GNUTranslationsPluralFormsTestCase.test_plural_wrong_context_forms",
        "test.test_gettext.GNUTranslationsWithDomainPluralFormsTestCase.test_plural_context_forms",
        "test.test_gettext.GNUTranslationsWithDomainPluralFormsTestCase.test_plural_forms",
        "test.test_gettext.GNUTranslationsWithDomainPluralFormsTestCase.test_plural_wrong_context_forms",
    },
    "trace": {  # which lines and files run
        "test.test_trace.TestCallers.test_loop_caller_importing",
        "test.test_trace.TestCoverage.test_coverage_ignore",
        "test.test_trace.TestFuncs.test_inst_method_calling",
        "test.test_trace.TestFuncs.test_loop_caller_importing",
        "test.test_trace.TestFuncs.test_simple_caller",
        "test.test_trace.TestFuncs.test_traced_decorated_function",
        "test.test_trace.TestLineCounts.test_linear_methods",
        "test.test_trace.TestLineCounts.test_trace_func_generator",
        "test.test_trace.TestLineCounts.test_trace_list_comprehension",
        "test.test_trace.TestLineCounts.test_traced_decorated_function",
        "test.test_trace.TestLineCounts.test_traced_func_importing",
        "test.test_trace.TestLineCounts.test_traced_func_linear",
        "test.test_trace.TestLineCounts.test_traced_func_loop",
    },
    "traceback": {  # frames of a stack
        "test.test_traceback.TestStack.test_custom_format_frame",
        "test.test_traceback.TestStack.test_format_locals",
    },
    "typing": {  # callers: frames are counted
        "test.test_typing.ProtocolTests.test_isinstance_checks_not_at_whim_of_gc",
        "test.test_typing.ProtocolTests.test_none_treated_correctly",
        "test.test_typing.ProtocolTests.test_protocol_decorated_with_final_mixed_members",
        "test.test_typing.ProtocolTests.test_protocol_decorated_with_final_noncallable_members",
        "test.test_typing.ProtocolTests.test_protocols_isinstance_monkeypatching",
        "test.test_typing.ProtocolTests.test_protocols_isinstance_not_fooled_by_custom_dir",
        "test.test_typing.ProtocolTests.test_protocols_isinstance_properties_and_descriptors",
        "test.test_typing.ProtocolTests.test_protocols_isinstance_py36",
        "test.test_typing.ProtocolTests.test_protocols_issubclass_non_callable",
        "test.test_typing.ProtocolTests.test_protocols_support_register",
    },
    "uuid": {  # a list made before the functions were converted
        "test.test_uuid.TestInternalsWithExtModule.test_ifconfig_getnode",
        "test.test_uuid.TestInternalsWithExtModule.test_ip_getnode",
        "test.test_uuid.TestInternalsWithoutExtModule.test_ifconfig_getnode",
        "test.test_uuid.TestInternalsWithoutExtModule.test_ip_getnode",
    },
    "weakref": {  # closures
        "test.test_weakref.MappingTestCase.test_remove_closure",
    },
}


def suite_of(name: str) -> tuple[list[str], list[str]]:
    modules, tests = SUITES.get(name, ([name], [f"test.test_{name.replace('.', '_')}"]))
    return [module for text in modules for module in text.split()], tests


def convert_module(module: types.ModuleType, counts: dict[str, int]) -> None:
    """Puts the converted form of each function and method in its place."""
    from graphwright._src.autograph import calls
    from graphwright._src.autograph.options import DEFAULT

    context = calls.context_of(DEFAULT)
    known = {}  # one function may have two names

    def converted(function: types.FunctionType) -> types.FunctionType:
        if function.__module__ != module.__name__ or function.__code__.co_flags & 0x2A0:  # one that suspends
            return function
        if function in known:
            return known[function]
        made = known[function] = context.convert(function, requested=True)
        if made is function:
            counts["refused"] += 1
            return function
        counts["converted"] += 1
        made.__dict__.update(function.__dict__)
        for name in ("__doc__", "__module__", "__annotations__"):
            setattr(made, name, getattr(function, name))
        return made

    def changed(value: object) -> object:
        if type(value) is types.FunctionType:
            return converted(value)
        if type(value) in (staticmethod, classmethod):
            inner = value.__func__
            made = changed(inner)
            return value if made is inner else type(value)(made)
        if type(value) is property:
            parts = [part and changed(part) for part in (value.fget, value.fset, value.fdel)]
            return value if parts == [value.fget, value.fset, value.fdel] else property(*parts, value.__doc__)
        if type(value) is functools.cached_property:
            value.func = changed(value.func)
        return value

    seen = set()

    def convert_class(cls: type) -> None:
        if cls in seen:
            return
        seen.add(cls)
        for name, value in list(vars(cls).items()):
            if isinstance(value, type) and value.__module__ == module.__name__:
                convert_class(value)
                continue
            made = changed(value)
            if made is not value:
                try:
                    setattr(cls, name, made)
                except (AttributeError, TypeError):
                    pass

    for name, value in list(vars(module).items()):
        if isinstance(value, type) and value.__module__ == module.__name__:
            convert_class(value)
        elif type(value) is types.FunctionType:
            setattr(module, name, changed(value))


def run_suite(modules: list[str], tests: list[str], convert: bool) -> dict:
    """The outcome of each test, run in this process."""
    counts = {"converted": 0, "refused": 0}
    if convert:
        import logging

        logging.disable(logging.WARNING)
        importlib.import_module("graphwright._src.autograph.calls")
        load = importlib.machinery.SourceFileLoader.exec_module
        usual = {name: sys.modules[name] for name in modules if name in sys.modules}

        def exec_module(self, module):
            load(self, module)
            if module.__name__ in modules:
                # A test may have loaded it anew without what it takes from C, which conversion uses.
                sys.modules[module.__name__] = usual.get(module.__name__, module)
                convert_module(module, counts)
                sys.modules[module.__name__] = module

        importlib.machinery.SourceFileLoader.exec_module = exec_module
        for name in modules:
            if name in sys.modules:
                convert_module(sys.modules[name], counts)
            importlib.import_module(name)
    loader = unittest.TestLoader()
    found = loader.loadTestsFromNames(tests)
    passed, other = [], {}

    class Result(unittest.TestResult):
        def addSuccess(self, test):
            passed.append(test.id())

        def addFailure(self, test, error):
            other[test.id()] = self._exc_info_to_string(error, test)[-1500:]

        addError = addFailure

        def addSubTest(self, test, subtest, error):
            if error:
                other[test.id()] = self._exc_info_to_string(error, test)[-1500:]

    found.run(Result())
    return {"passed": passed, "other": other, **counts}


def plain_and_converted(name: str, timeout: int = 600) -> tuple[dict, dict]:
    """What the tests of a module give without conversion and with it."""
    outcomes = []
    for how in ("plain", "converted"):
        command = [sys.executable, os.path.abspath(__file__), "--inside", how, name]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
            lines = [line for line in done.stdout.splitlines() if line.startswith('{"passed"')]
            outcomes.append(json.loads(lines[-1]) if lines else {"passed": [], "other": {"all": done.stderr[-1500:]}})
        except subprocess.TimeoutExpired:
            outcomes.append({"passed": [], "other": {"all": "takes too long"}})
    return tuple(outcomes)


def lost(name: str, plain: dict, converted: dict) -> list[str]:
    """The tests that pass only without conversion."""
    return sorted(set(plain["passed"]) - set(plain["other"]) - set(converted["passed"]) - KNOWN.get(name, set()))


def main(names: list[str]) -> int:
    if names[:1] == ["--inside"]:
        outcome = run_suite(*suite_of(names[2]), names[1] == "converted")
        print("\n" + json.dumps(outcome))
        return 0
    tests = functions = wrong = 0
    for name in names or [*SUITES, *ALONE]:
        plain, converted = plain_and_converted(name)
        missing = lost(name, plain, converted)
        counts = f"{converted.get('converted', 0)} functions converted, {converted.get('refused', 0)} not"
        print(f"{name}: {len(plain['passed'])} tests pass, {len(missing)} of them not converted; {counts}", flush=True)
        for test in missing:
            print(
                f"  {test}\n    "
                + converted["other"].get(test, converted["other"].get("all", "not run")).replace("\n", "\n    ")
            )
        tests, functions = tests + len(plain["passed"]), functions + converted.get("converted", 0)
        wrong += len(missing)
    print(f"{functions} functions converted, {tests} tests pass plainly, {wrong} of them not converted")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
