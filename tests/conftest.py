"""What the whole suite stands on: no network but loopback, nobody's settings, repeatable examples."""

import os
import sys

from hypothesis import HealthCheck, settings

LOOPBACK = ("127.", "::1", "localhost")

# `ci` tries the same examples every time; to look for new ones: pytest --hypothesis-profile dev
settings.register_profile(
    "ci", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("dev", deadline=None, max_examples=500)
settings.load_profile("ci")

for name in [name for name in os.environ if name.startswith("MUSBOT_") and name != "MUSBOT_WRITE_GOLDEN"]:
    del os.environ[name]


def _refuse_the_network(event: str, args: tuple[object, ...]) -> None:
    match event, args:
        case ("socket.connect" | "socket.sendto", (_, (str(host), *_))):
            pass
        case "socket.getaddrinfo", (str(host), *_):
            pass
        case _:
            return
    if host and not host.startswith(LOOPBACK):
        raise PermissionError(f"a test reached for {host}: tests know no network but loopback")


# An audit hook sees what C code does too, and no test can forget to ask for it.
sys.addaudithook(_refuse_the_network)
