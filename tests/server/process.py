"""The real server as a process of its own, to be killed at any moment."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from typing import IO

import httpx2

from worldfire.engine.citations import RECORD_VARIABLE

TESTS = Path(__file__).parents[1]
READY = re.compile(r"open (http://\S+)")


class ServerProcess:
    def __init__(self, database: str, log: Path, module: str = "worldfire.cli.main") -> None:
        command = [sys.executable, "-m", module, "serve", "--port", "0", "--database", database]
        known = [
            str(TESTS),
            *filter(None, [os.environ.get("PYTHONPATH")]),
        ]  # the code under test may lie elsewhere than installed
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(known)}
        environment.pop(RECORD_VARIABLE, None)  # nobody would see what this process notes
        self._log = log.open("ab")
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=self._log, text=True, env=environment)
        #: what it wrote: its complaints after the first three lines
        self.heard: list[str] = []
        for line in self._stderr:
            self.heard.append(line)
            found = READY.search(line)
            if found:
                self.url = found[1]
                self._reading = threading.Thread(target=self._read_on, daemon=True)
                self._reading.start()
                return
        raise AssertionError(f"the server did not start:\n{''.join(self.heard)}")

    @property
    def _stderr(self) -> IO[str]:
        assert self.process.stderr is not None
        return self.process.stderr

    def _read_on(self) -> None:
        """If nobody read, the server would stop when the pipe is full."""
        self.heard.extend(self._stderr)

    def browser(self, cookies: httpx2.Cookies | None = None) -> httpx2.Client:
        return httpx2.Client(base_url=self.url, cookies=cookies, timeout=30)

    def kill(self) -> None:
        """As the machine would: no time to tidy up."""
        self.process.kill()
        self.process.wait()
        self._reading.join()
        self._stderr.close()
        self._log.close()
