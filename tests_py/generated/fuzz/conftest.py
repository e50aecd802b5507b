"""Fixtures of the tests of random programs."""

import logging

import pytest


@pytest.fixture
def quiet():
    """Silence: TensorFlow tells of each function that it traces anew or cannot convert, and of what it does row by row."""
    level = logging.root.manager.disable
    logging.disable(logging.ERROR)
    yield
    logging.disable(level)
