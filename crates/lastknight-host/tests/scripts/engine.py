"""A UGI engine for tests: it plays the first legal move that 'query' of a real one would allow, by asking nobody."""
import sys

size = 7
for line in sys.stdin:
    words = line.split()
    if words == ["ugi"]:
        print("id name test\nid author test\nugiok", flush=True)
    elif words == ["isready"]:
        print("readyok", flush=True)
    elif words[0] == "position":
        moves = words[words.index("moves") + 1:] if "moves" in words else []
    elif words[0] == "go":
        squares = [(x, y) for y in range(size) for x in range(size)]
        gone = {(ord(move[0]) - 97, int(move[1:]) - 1) for move in moves}
        mine = moves[-2:-1]
        if mine:
            x, y = ord(mine[0][0]) - 97, int(mine[0][1:]) - 1
            squares = [(a, b) for a, b in squares if {abs(a - x), abs(b - y)} == {1, 2}]
        x, y = next(square for square in squares if square not in gone)
        print(f"info depth 3 nodes 42\nbestmove {chr(97 + x)}{y + 1}", flush=True)
    elif words == ["quit"]:
        break
