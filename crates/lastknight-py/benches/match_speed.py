"""Compares the speed of `lastknight.match` with that of the command line: CPU time, alternating, in one run.

    python benches/match_speed.py path/to/lastknight [rounds]
"""

from __future__ import annotations

import json
import resource
import statistics
import subprocess
import sys
import time

import lastknight as lk

AGENTS = ["alphabeta(improved, depth=5)", "alphabeta(open, depth=5)"]
GAMES = 2000


def main(program: str, rounds: int = 9) -> None:
    """Prints the ratio of CPU times, with the games as a check that both did the same work."""
    ratios = []
    for number in range(rounds):
        command = [program, "match", *AGENTS, "--games", str(GAMES), "--seed", str(number), "--threads", "1", "--json"]
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        theirs = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        command_line = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        begin = time.process_time()
        ours = lk.match(*AGENTS, games=GAMES, seed=number, threads=1, progress=False)
        python = time.process_time() - begin
        assert ours.wins == theirs["wins"], "the same games"
        ratios.append(python / command_line)
        print(f"{command_line:.3f} s, from Python {python:.3f} s, ratio {ratios[-1]:.3f}")
    print(f"median ratio {statistics.median(ratios):.3f} of {rounds}")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 9)
