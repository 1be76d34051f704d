"""Fixtures and marks of the Telegram tests."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    # The library warns at each RetryAfter that the type of a number will change; the gateway reads both types, and
    # says so itself in production.
    quiet = pytest.mark.filterwarnings("ignore:.*attribute `retry_after` will be:DeprecationWarning")
    for item in items:
        if "tests/telegram" in item.path.as_posix():
            item.add_marker(quiet)
