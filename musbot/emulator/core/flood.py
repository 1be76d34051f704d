"""Flood windows: how many sends and edits one chat has taken lately.

Edits and sends share the window, and the topics of one group share it too.
"""

import math
from collections import deque

from musbot.emulator.core.errors import too_many_requests


class FloodWindow:
    """The writes of one chat within a sliding window."""

    def __init__(self, limit: int | None, seconds: float) -> None:
        self.limit = limit
        self.seconds = seconds
        self._times: deque[float] = deque()

    def count(self, now: float) -> int:
        """Give how many writes the window holds now."""
        while self._times and self._times[0] <= now - self.seconds:
            self._times.popleft()
        return len(self._times)

    def take(self, now: float) -> int:
        """Count one write.

        Returns:
            How many writes the window holds with this one.

        Raises:
            ApiError: 429 when the chat is full; the refused write does not count.
        """
        held = self.count(now)
        if self.limit is not None and held >= self.limit:
            raise too_many_requests(max(1, math.ceil(self._times[0] + self.seconds - now)))
        self._times.append(now)
        return held + 1
