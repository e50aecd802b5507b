"""Passes over graphs, switched for a part of a test."""

import contextlib


@contextlib.contextmanager
def switched_passes(core, on, *names):
    """Switches the passes of these names on or off, and then as they were."""
    before = {name: enabled for name, _, enabled in core.passes() if name in names}
    for name in names:
        core.set_pass_enabled(name, on)
    try:
        yield
    finally:
        for name, enabled in before.items():
            core.set_pass_enabled(name, enabled)
