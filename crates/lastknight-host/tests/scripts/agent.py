"""An agent for tests: agent.py MODE [AFTER [RATE]].

It plays the first legal move, and from its move number AFTER on does what the mode says; with a RATE, only in games whose
seed is a multiple of it.
"""
import os
import select
import signal
import subprocess
import sys
import time

mode = sys.argv[1]
after = int(sys.argv[2]) if len(sys.argv) > 2 else 0
rate = int(sys.argv[3]) if len(sys.argv) > 3 else 1
asked = 0

if mode == "slow-start":
    time.sleep(60)
if mode == "busy-start":
    while True:
        pass
if mode == "exit-at-start":
    sys.exit("cannot find my notes")
if mode == "banner":
    print("Welcome!", flush=True)
if mode == "heavy-start":  # An honest start that takes longer than a move may.
    end = time.process_time() + 0.3
    while time.process_time() < end:
        pass
if mode == "child-at-start":  # An honest start that leaves the work to another process.
    subprocess.run([sys.executable, "-c", "import time\nwhile time.process_time() < 0.3: pass"])
orphan = None
if mode == "orphan":  # A worker that has lost its parent waits for work.
    reader, orphan = os.pipe()
    if os.fork() == 0:
        if os.fork() == 0:
            while os.read(reader, 1):
                end = time.process_time() + 0.4
                while time.process_time() < end:
                    pass
        os._exit(0)
    os.wait()
if mode == "poll":  # It never sleeps, and looks for its turn again and again.
    while True:
        if select.select([sys.stdin], [], [], 0)[0]:
            line = sys.stdin.readline()
            if not line:
                sys.exit()
            print(line.split(" legal ")[1].split()[0], flush=True)
if mode == "grandchild":
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(1000)
        os._exit(0)
    os.wait()


def burn(seconds):
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


def answer(line):
    legal = line.split(" legal ")[1].split()
    seed = int(line.split(" seed=")[1].split()[0])
    if asked < after or seed % rate != 0:
        return legal[0]
    if mode == "crash":
        sys.stderr.write("something broke\n" * 1000)
        raise ValueError("on purpose")
    if mode == "exit":
        os._exit(7)
    if mode == "kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if mode == "close":
        os.close(1)
        time.sleep(60)
    if mode == "stall":
        time.sleep(60)
    if mode == "burn":
        burn(60)
    if mode == "burn-in-child":
        if os.fork() == 0:
            burn(60)
            os._exit(0)
        os.wait()
    if mode == "late":
        burn(0.2)
    if mode == "sleep":
        time.sleep(0.15)
    if mode == "garbage":
        return "\x1b[31mhello world"
    if mode == "illegal":
        return "a1"
    if mode == "resign":
        return "resign thanks"
    if mode == "long-line":
        return "x" * 1_000_000
    if mode == "flood":
        while True:
            sys.stdout.write(legal[0] + "\n")
    if mode == "flood-stderr":
        end = time.process_time() + 0.05
        while time.process_time() < end:
            sys.stderr.write("noise " * 1000)
    if mode == "comments":
        return "# thinking\n\n# about it\n" + legal[0] + " because"
    if mode == "endless-comments":
        while True:
            print("# thinking")
    if mode == "orphan":
        os.write(orphan, b"x")
        time.sleep(0.5)
    if mode == "think":
        burn(0.03)
    if mode == "child-at-start":
        burn(0.03)
    if mode == "memory":
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
    if mode == "forks":
        while True:
            if os.fork() == 0:
                time.sleep(60)
    return legal[0]


for line in sys.stdin:
    move = answer(line)
    asked += 1
    print(move, flush=True)
sys.stderr.write("goodbye\n")
