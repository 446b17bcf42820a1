"""An agent that tries to get out, for tests. A comment tells of each attempt whether it succeeded."""
import os
import socket
import sys

with open(os.path.join(os.path.dirname(sys.argv[0]), "targets.txt")) as file:
    port, secret, sibling, outside, beside = file.read().split()


def attempt(name, action):
    try:
        action()
        print("#", name, "succeeded")
    except BaseException:
        print("#", name, "failed")


attempt("network", lambda: socket.create_connection(("127.0.0.1", int(port)), 2))
attempt("secret", lambda: open(secret).read())
attempt("sibling", lambda: open(sibling).read())
attempt("outside", lambda: open(outside, "w").write("x"))
attempt("beside", lambda: open(beside, "w").write("x"))
attempt("system", lambda: open("/etc/lastknight-test", "w").write("x"))
attempt("variable", lambda: os.environ["CARGO_MANIFEST_DIR"])
attempt("processes", lambda: [name for name in os.listdir("/proc") if name.isdigit()][5])
attempt("own", lambda: open(sys.argv[0]).read())
attempt("temporary", lambda: open("/tmp/note", "w").write("x"))
for line in sys.stdin:
    print(line.split(" legal ")[1].split()[0], flush=True)
