"""Who runs which tests: half of the workers begin with the browser, the others with what needs a processor alone.

Tests of the browser wait a third of their time, and many of the server's two thirds. Dealt out so, there is always somebody
who computes while others wait, and only half of the workers start a Chromium and the servers that it talks to.
"""

from __future__ import annotations

from bisect import bisect_left

from xdist.scheduler import LoadScheduling
from xdist.workermanage import WorkerController

#: tests that come first in the collection
BROWSER = "tests/browser/"


class InTwoHalves(LoadScheduling):
    def _send_tests(self, node: WorkerController, num: int) -> None:
        """The next in line; every second worker leaves the browser to the others while there is something else."""
        first = self._behind_the_browser() if self.nodes.index(node) % 2 else 0
        if first == len(self.pending):
            first = 0
        chosen = self.pending[first : first + num]
        if chosen:
            del self.pending[first : first + num]
            self.node2pending[node].extend(chosen)
            node.send_runtest_some(chosen)

    def _behind_the_browser(self) -> int:
        assert self.collection is not None
        last = bisect_left(self.collection, True, key=lambda test: not test.startswith(BROWSER))
        return bisect_left(self.pending, last)
