"""Machine code on disk: what is not whole is ignored, what cannot be written is not."""

import os

import pytest

from graphwright._src.explain.jit import cache


@pytest.fixture
def place(tmp_path, monkeypatch):
    monkeypatch.setenv("GRAPHWRIGHT_CACHE_DIR", str(tmp_path))
    return tmp_path / "jit"


def test_what_is_stored_is_found(place):
    assert cache.load("a") is None
    cache.store("a", b"code")
    assert cache.load("a") == b"code" and cache.load("b") is None
    cache.store("a", b"other")
    assert cache.load("a") == b"other"
    assert [path.name for path in place.iterdir()] == ["a.o"]


def test_corrupted_entries_are_ignored(place):
    cache.store("a", b"code" * 100)
    file = place / "a.o"
    whole = file.read_bytes()
    for broken in (b"", whole[:10], whole[:-1], whole + b"x", b"\0" * len(whole)):
        file.write_bytes(broken)
        assert cache.load("a") is None
    # Another key's content is no better.
    cache.store("b", b"code")
    (place / "a.o").write_bytes((place / "b.o").read_bytes())
    assert cache.load("a") is None


def test_folders_of_others_are_not_trusted(place):
    cache.store("a", b"code")
    place.chmod(0o777)
    assert cache.load("a") is None


def test_no_cache(monkeypatch, tmp_path):
    monkeypatch.setenv("GRAPHWRIGHT_CACHE_DIR", "")
    cache.store("a", b"code")
    assert cache.folder() is None and cache.load("a") is None
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("GRAPHWRIGHT_CACHE_DIR", str(tmp_path / "file"))
    cache.store("a", b"code")
    assert cache.load("a") is None


def test_old_entries_make_room(place, monkeypatch):
    monkeypatch.setattr(cache, "_MOST_BYTES", 1000)
    for i in range(8):
        cache.store(str(i), bytes(300))
    assert cache.load("7") and sum(file.stat().st_size for file in place.iterdir()) <= 1000


def test_only_the_folder_that_was_looked_at_is_used(place, tmp_path, monkeypatch):
    cache.store("a", b"code")
    others = tmp_path / "others"
    others.mkdir()
    (others / "a.o").write_bytes((place / "a.o").read_bytes())
    # Put in the folder's place after it was opened.
    opened = os.open

    def open_and_exchange(path, *args, **kwargs):
        handle = opened(path, *args, **kwargs)
        if path == place:
            place.rename(tmp_path / "moved")
            others.rename(place)
        return handle

    (place / "a.o").unlink()
    monkeypatch.setattr(os, "open", open_and_exchange)
    assert cache.load("a") is None


def test_links_and_pipes_are_not_read(place, tmp_path):
    cache.store("a", b"code")
    (tmp_path / "elsewhere.o").write_bytes((place / "a.o").read_bytes())
    (place / "a.o").unlink()
    (place / "a.o").symlink_to(tmp_path / "elsewhere.o")
    assert cache.load("a") is None
    (place / "a.o").unlink()
    os.mkfifo(place / "a.o")
    assert cache.load("a") is None
    place.rename(tmp_path / "moved")
    place.symlink_to(tmp_path / "moved")
    cache.store("b", b"code")
    assert cache.load("b") is None and not (tmp_path / "moved" / "b.o").exists()
