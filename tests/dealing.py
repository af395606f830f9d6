"""Who runs which tests: half of the workers begin with the browser, the others with what needs a processor alone.

What tests of one file share (a position that was played, sources that were read) is made in one worker and not in all of them:
but for the longest folders, whoever gets a test gets the rest of its file too.

Tests of the browser wait a third of their time, and many of the server's two thirds. Dealt out so, there is always somebody
who computes while others wait, and only half of the workers start a Chromium and the servers that it talks to.
"""

from __future__ import annotations

from bisect import bisect_left

from xdist.scheduler import LoadScheduling
from xdist.workermanage import WorkerController

#: tests that come first in the collection
BROWSER = "tests/browser/"
#: folders whose tests are so long that they are dealt out one by one
LONG = (BROWSER, "tests/fuzz/", "tests/server/", "tests/golden/", "tests/players/")


class InTwoHalves(LoadScheduling):
    def _send_tests(self, node: WorkerController, num: int) -> None:
        """The next in line; every second worker leaves the browser to the others while there is something else."""
        first = self._behind_the_browser() if self.nodes.index(node) % 2 else 0
        if first == len(self.pending):
            first = 0
        last = self._end_of_file(first + num)
        chosen = self.pending[first:last]
        if chosen:
            del self.pending[first:last]
            self.node2pending[node].extend(chosen)
            node.send_runtest_some(chosen)

    def _end_of_file(self, last: int) -> int:
        """As far as the file of the test before goes on; towards the end of all tests everybody gets a share of it."""
        assert self.collection is not None
        share = last + len(self.pending) // (2 * len(self.nodes))
        while 0 < last < min(share, len(self.pending)):
            before, test = (self.collection[number] for number in self.pending[last - 1 : last + 1])
            if _file(before) != _file(test) or test.startswith(LONG):
                break
            last += 1
        return last

    def _behind_the_browser(self) -> int:
        assert self.collection is not None
        last = bisect_left(self.collection, True, key=lambda test: not test.startswith(BROWSER))
        return bisect_left(self.pending, last)


def _file(test: str) -> str:
    return test.partition("::")[0]
