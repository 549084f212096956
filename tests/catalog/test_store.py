"""Where catalogues are kept: ten processes at once, damaged files, full disks, and directories that cannot
be."""

import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from retailgym.catalog.cache import generated, in_memory, make, open_file
from retailgym.catalog.schema import default_schema
from retailgym.catalog.search.index import MAGIC, Damaged

from .children import environment, run

SIZE = 640
LOAD = f"import retailgym; print(retailgym.catalog.load({SIZE}).content_hash)"


@pytest.fixture(scope="module")
def expected() -> str:
    return in_memory(make(default_schema(), SIZE)).content_hash


@pytest.fixture(scope="module")
def data() -> bytes:
    return make(default_schema(), SIZE).encoded()


@pytest.fixture(scope="module")
def name_of_file(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> str:
    """That a catalogue is kept under."""
    cache = tmp_path_factory.mktemp("cache")
    _, told = load(cache)
    assert kept(cache).read_bytes() == data and told == ""
    return kept(cache).name


def kept(cache: Path) -> Path:
    """The one catalogue in a cache, beside which nothing but its lock may stand."""
    (file,) = cache.glob("*.catalogue")
    assert sorted(f.name for f in cache.iterdir()) == [file.name, file.with_suffix(".lock").name]
    return file


def load(cache: Path | str, before: str = "") -> tuple[str, str]:
    """The hash that a process of its own finds with this cache, and what it says beside it."""
    child = run(before + LOAD, RETAILGYM_CACHE=str(cache))
    assert child.returncode == 0, child.stderr
    return child.stdout.strip(), child.stderr


def test_importing_the_package_imports_no_numpy_and_opening_a_catalogue_does(tmp_path: Path) -> None:
    load(tmp_path, before="import sys, retailgym; assert 'numpy' not in sys.modules;")
    load(
        tmp_path,
        before=f"import sys, retailgym; retailgym.catalog.load({SIZE}); assert 'numpy' in sys.modules;",
    )


def test_what_was_kept_is_opened_again_without_a_word(tmp_path: Path, expected: str) -> None:
    assert load(tmp_path) == (expected, "")
    written = kept(tmp_path).stat()
    assert load(tmp_path) == (expected, "")
    assert (kept(tmp_path).stat().st_ino, kept(tmp_path).stat().st_mtime_ns) == (
        written.st_ino,
        written.st_mtime_ns,
    )


def test_ten_processes_at_once_on_an_empty_cache_all_work_and_leave_one_whole_file(tmp_path: Path) -> None:
    """Meanwhile whoever looks sees no file or a whole one, and always the same: one builds, and nine wait for
    it."""
    code = "import sys; sys.stdin.read(); import retailgym; print(retailgym.catalog.load(3_000).content_hash)"
    command = [sys.executable, "-c", code]
    env = environment(RETAILGYM_CACHE=str(tmp_path / "deep" / "cache"))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    children = [subprocess.Popen(command, env=env, text=True, **pipes) for _ in range(10)]
    seen, done = [], threading.Event()

    def watch() -> None:
        while not done.is_set():
            for file in (tmp_path / "deep").glob("cache/*.catalogue"):
                try:
                    seen.append((open_file(file).content_hash, file.stat().st_ino))
                except (Damaged, OSError) as error:
                    seen.append((repr(error), 0))
            done.wait(0.0005 if not seen else 0.05)

    watcher = threading.Thread(target=watch)
    watcher.start()
    for child in children:
        child.stdin.close()  # go
        child.stdin = None
    outcomes = [(*child.communicate(timeout=120), child.returncode) for child in children]
    done.set()
    watcher.join()
    file = kept(tmp_path / "deep" / "cache")
    expected = open_file(file).content_hash
    assert outcomes == [(f"{expected}\n", "", 0)] * 10
    assert seen and set(seen) == {(expected, file.stat().st_ino)}


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        (lambda data: b"", "it is empty"),
        (lambda data: data[: len(data) // 2], "its end is missing"),
        (lambda data: data[:-1], "its (body is damaged|end is missing)"),  # the last byte may be filling
        (lambda data: data[:10], "does not begin like a catalogue"),
        (lambda data: data[: len(MAGIC) + 100], "its head is damaged"),
        (lambda data: flipped(data, 3), "does not begin like a catalogue"),
        (lambda data: flipped(data, len(MAGIC) + 1), "its head is damaged"),
        (lambda data: flipped(data, len(MAGIC) + 12), "its head is damaged"),
        (lambda data: flipped(data, len(MAGIC) + 5_000), "its head is damaged"),
        (lambda data: flipped(data, len(data) // 2), "its body is damaged"),
        (lambda data: flipped(data, len(data) - 70), "its body is damaged"),
    ],
    ids=[
        "empty",
        "half",
        "one byte short",
        "ten bytes",
        "half a head",
        "magic",
        "length",
        "head hash",
        "head",
        "body",
        "end of body",
    ],
)
def test_a_damaged_file_is_noticed_and_said_and_built_again(
    harm, said, tmp_path, data, expected, name_of_file, monkeypatch, capsys
) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setenv("RETAILGYM_CACHE", str(tmp_path))
    opened = generated.__wrapped__  # as in a process that has opened nothing yet
    name = tmp_path / name_of_file
    name.write_bytes(harm(data))
    assert opened(SIZE).content_hash == expected
    told = capsys.readouterr().err
    assert (
        told.count("\n") == 1
        and f"{name.name} in the cache cannot be used" in told
        and re.search(said, told)
        and told.endswith("building it again\n")
    )
    assert kept(tmp_path).read_bytes() == data
    assert opened(SIZE).content_hash == expected and capsys.readouterr().err == ""


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :]


def test_every_byte_of_a_file_is_guarded(tmp_path: Path, data: bytes) -> None:
    """All but the empty bytes between head and body, which nothing reads."""
    file = tmp_path / "file.catalogue"
    head = int.from_bytes(data[len(MAGIC) : len(MAGIC) + 8], "big")
    gap = range(len(MAGIC) + 24 + head, len(MAGIC) + 24 + head + 64)
    for at in (*range(200), *range(200, len(data), len(data) // 100), len(data) - 1):
        if at not in gap:
            file.write_bytes(flipped(data, at))
            with pytest.raises(Damaged):
                open_file(file)


def test_a_file_that_someone_names_is_opened_or_refused(tmp_path: Path, data: bytes, expected: str) -> None:
    import retailgym

    file = tmp_path / "mine.catalogue"
    file.write_bytes(data)
    assert (
        retailgym.catalog.load(file).content_hash
        == retailgym.catalog.load(str(file)).content_hash
        == expected
    )
    file.write_bytes(data[:-100])
    with pytest.raises(Damaged, match="its end is missing"):
        retailgym.catalog.load(file)
    for size in (63, 0, -5, 2_000_001, True):
        with pytest.raises(ValueError, match="64 to 2,000,000"):
            retailgym.catalog.load(size)


def in_memory_with_a_word(outcome: tuple[str, str], cache: Path | str, expected: str) -> None:
    found, told = outcome
    assert found == expected
    assert told.count("\n") == 1 and f"cannot keep the catalogue in {cache} (" in told and "None" not in told
    assert told.strip().endswith(
        "it is held in memory instead. Set RETAILGYM_CACHE to a directory that can be written."
    )


def test_a_cache_that_cannot_be_a_directory_gives_a_word_and_a_catalogue_in_memory(
    tmp_path: Path, expected: str
) -> None:
    (tmp_path / "file").write_text("in the way")
    for cache in (
        tmp_path / "file",
        tmp_path / "file" / "below",
        "/dev/null/cache",
        tmp_path / ("long" * 100),
    ):
        in_memory_with_a_word(load(cache), cache, expected)
    (tmp_path / "cache").mkdir()
    load(tmp_path / "cache")
    name = kept(tmp_path / "cache")
    name.unlink()
    name.mkdir()
    in_memory_with_a_word(load(tmp_path / "cache"), tmp_path / "cache", expected)


# Root writes where it likes; this one gives that right up and keeps to the rights of an owner.
OWNER_ONLY = """
import ctypes, os
if os.geteuid() == 0:
    version, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    assert ctypes.CDLL(None).capset(version, nothing) == 0
"""


def test_a_read_only_cache_gives_a_word_and_a_catalogue_in_memory_and_is_used_where_it_holds_one(
    tmp_path: Path, expected: str
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir(mode=0o555)
    outcome = load(cache, before=OWNER_ONLY)
    in_memory_with_a_word(outcome, cache, expected)
    assert "(Permission denied)" in outcome[1] and list(cache.iterdir()) == []
    cache.chmod(0o755)
    assert load(cache) == (expected, "")
    kept(cache).with_suffix(".lock").unlink()
    cache.chmod(0o555)
    assert load(cache, before=OWNER_ONLY) == (expected, "")
    assert len(list(cache.iterdir())) == 1
    cache.chmod(0o755)


FULL = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000));"


def test_a_full_disk_gives_a_word_and_a_catalogue_in_memory_and_leaves_nothing_half_written(
    tmp_path: Path, expected: str
) -> None:
    """The disk is full for this process once it has written 100,000 bytes of a file."""
    in_memory_with_a_word(load(tmp_path, before=FULL), tmp_path, expected)
    assert [f.suffix for f in tmp_path.iterdir()] == [".lock"]
    assert load(tmp_path) == (expected, "")


def test_a_process_that_dies_while_it_writes_leaves_no_catalogue_and_the_next_one_clears_up(
    tmp_path: Path, expected: str
) -> None:
    """It is killed by the signal that a file beyond the limit brings, in the middle of the file."""
    killed = run(
        f"import signal; signal.signal(signal.SIGXFSZ, signal.SIG_DFL); {FULL} {LOAD}",
        RETAILGYM_CACHE=str(tmp_path),
    )
    assert killed.returncode == -25
    left = sorted(f.suffix for f in tmp_path.iterdir())
    assert left == [".lock", ".part"]
    assert load(tmp_path) == (expected, "")
    assert kept(tmp_path).stat().st_size > 100_000


def test_the_cache_is_where_the_environment_says(tmp_path: Path, expected: str) -> None:
    for env in (
        {"XDG_CACHE_HOME": str(tmp_path / "xdg")},
        {"XDG_CACHE_HOME": "", "HOME": str(tmp_path / "home")},
    ):
        assert run(LOAD, **env).stdout.strip() == expected
    assert (
        kept(tmp_path / "xdg" / "retailgym").read_bytes()
        == kept(tmp_path / "home" / ".cache" / "retailgym").read_bytes()
    )
    assert os.stat(kept(tmp_path / "xdg" / "retailgym")).st_size > 0
