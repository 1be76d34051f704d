"""What `tests/conftest.py` promises to every other test."""

import os
import socket

import pytest
from hypothesis import settings


def test_a_test_cannot_reach_another_machine() -> None:
    with socket.socket() as client, pytest.raises(PermissionError, match="no network but loopback"):
        client.connect(("192.0.2.1", 9))


def test_a_test_cannot_ask_for_the_address_of_another_machine() -> None:
    with pytest.raises(PermissionError, match="no network but loopback"):
        socket.getaddrinfo("telegram.example", 443)


def test_a_test_can_talk_to_itself() -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.create_connection(server.getsockname()) as client,
    ):
        accepted, _ = server.accept()
        with accepted:
            client.sendall(b"mus")
            assert accepted.recv(3) == b"mus"


def test_properties_try_the_same_examples_unless_new_ones_are_asked_for(
    request: pytest.FixtureRequest,
) -> None:
    asked = request.config.getoption("hypothesis_profile")
    assert settings.get_profile("ci").derandomize
    assert settings().derandomize is (asked in (None, "ci"))


def test_the_settings_of_the_developer_do_not_reach_the_tests() -> None:
    assert {name for name in os.environ if name.startswith("MUSBOT_")} <= {"MUSBOT_WRITE_GOLDEN"}
