"""Frameworks take seconds to import, so a run that leaves out the mark `stack` does not look at their
tests."""

PLAIN = ("test_groups.py", "test_held_out.py", "test_needs.py")


def pytest_ignore_collect(collection_path, config):
    left_out = "not stack" in config.option.markexpr and collection_path.name.startswith("test_")
    return True if left_out and collection_path.name not in PLAIN else None
