"""Runs code in a thread with a small stack, where recursion without end ends soon."""

import threading


def in_small_stack(function, *arguments, size=1 << 20):
    """Returns what the function gives in a thread with a stack of `size` bytes; raises what it raises."""
    results, errors = [], []

    def run():
        try:
            results.append(function(*arguments))
        except BaseException as error:
            errors.append(error)

    before = threading.stack_size(size)
    try:
        thread = threading.Thread(target=run)
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    if errors:
        raise errors[0]
    return results[0]
