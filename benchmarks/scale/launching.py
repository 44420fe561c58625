"""Run a command and measure it: `python -m benchmarks.scale.launching SECONDS GB COMMAND...`.

A process of its own, and a small one: what the system counts as the peak memory of a child begins
with that of its parent. Prints one line of JSON after what the command says. SECONDS and GB stop
the command; 0 is no limit.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import threading
import time


def main() -> None:
    """Ends with status 0 even if the command fails; the JSON has its status."""
    limit_s, limit_gb = float(sys.argv[1]), float(sys.argv[2])

    def limited() -> None:
        if limit_gb:
            most = int(limit_gb * 1e9)
            resource.setrlimit(resource.RLIMIT_DATA, (most, most))

    began = time.perf_counter()
    process = subprocess.Popen(sys.argv[3:], preexec_fn=limited)  # noqa: PLW1509  (no threads yet)
    if limit_s:
        timer = threading.Timer(limit_s, process.kill)
        timer.daemon = True
        timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    cost = {
        "seconds": round(time.perf_counter() - began, 2),
        "processor_s": round(usage.ru_utime + usage.ru_stime, 2),
        "peak_mb": round(usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)),
        "status": process.returncode,
    }
    sys.stdout.write("\n" + json.dumps(cost) + "\n")


if __name__ == "__main__":
    main()
