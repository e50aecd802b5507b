"""Machine code of tests is kept in a folder of their own, not in the user's cache."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def own_cache(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GRAPHWRIGHT_CACHE_DIR", str(tmp_path_factory.mktemp("jit")))
        yield
