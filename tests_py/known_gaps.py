"""What is known to be missing or wrong: tests of it are expected to fail, and have to leave this list when they pass.

README tells users of the larger gaps.
"""

# Rows of op_samples*.py for functions that do not exist yet, and what is missing.
NOT_THERE_YET = {
}

# What is wrong with rows of functions that exist: (test, rows, reason).
DEFECTS = []
