"""Prints evaluation.txt: features and heuristics worked out plainly, on sets of (row, column).

Written from the reports' definitions and sharing nothing with the library, so that a mistake in one shows against
the other. To make the table anew: python3 evaluation.py > evaluation.txt
"""

import itertools
import math
import re
import textwrap

POSITIONS = """\
7/7/7/3N3/1n5/7/7 w
7/2x4/1x1N3/3x3/1nxx3/4x2/7 b
7/7/7/3N3/7/3n3/7 b
xx2x2/x1xNx1x/1x3x1/2xnx2/x2xx1x/1x1x1xx/x1xx1x1 w
xxxxxxx/x1xNxxx/1xxxx1x/xxxxxx1/x1xxxxx/xxnxxxx/1xx1xxx b
11/11/3N7/11/5n5/11/11/11/11 w
3N/4/4/4/4 b
""".splitlines()

HEAD = """\
# What features and heuristics are worth, by evaluation.py; the first position's also by hand.
# For each position: the features of the side to move and, primed, of its opponent; then the values of
# the heuristics for the side to move."""

JUMPS = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]

# Features that are the same for both players.
COMMON = "shared w h dp f tau ply apart".split()


class Board:
    def __init__(self, text):
        board, side = text.split()
        self.side = "wb".index(side)
        self.knights = [None, None]
        self.open = set()
        for r, row in enumerate(board.split("/")):
            c = 0
            for token in re.findall(r"\d+|.", row):
                if token.isdigit():
                    self.open |= {(r, c + i) for i in range(int(token))}
                    c += int(token)
                else:
                    if token in "Nn":
                        self.knights["Nn".index(token)] = (r, c)
                    c += 1
        self.height, self.width = r + 1, c

    def jumps(self, square, among):
        return {(square[0] + r, square[1] + c) for r, c in JUMPS} & among

    def moves(self, player, square=None, among=None):
        """Where a player can go: from its knight, from another square, through fewer squares."""
        among = self.open if among is None else among
        square = square or self.knights[player]
        return set(among) if square is None else self.jumps(square, among)


def distances(board, player):
    found, layer, distance = {}, board.moves(player), 1
    while layer:
        found |= {square: distance for square in layer}
        layer = {to for square in layer for to in board.jumps(square, board.open)} - set(found)
        distance += 1
    return found


def longest(board, player, limit, square=None, among=None):
    among = board.open if among is None else among
    if limit == 0:
        return 0
    ahead = (1 + longest(board, player, limit - 1, to, among - {to}) for to in board.moves(player, square, among))
    return max(ahead, default=0)


def drill(board, player, depth, reduced):
    moves, others = board.moves(player), board.moves(1 - player)
    shared = moves & others
    factor = (len(shared) - 1) / len(shared) if shared and board.side != player else 1

    def value(square, among, level):
        if level > depth:
            return 0
        total = 0
        for to in board.moves(player, square, among):
            is_reduced = level == 1 and (reduced == "all" or reduced == "shared" and to in shared)
            total += (factor if is_reduced else 1) * (level + value(to, among - {to}, level + 1))
        return total

    return value(None, board.open, 1)


def features(board, player, depth):
    moves, others = board.moves(player), board.moves(1 - player)
    own, other = board.knights[player], board.knights[1 - player]
    w, h = board.width, board.height
    f = {}
    f["n"] = len(moves)
    f["n2"] = sum(len(board.jumps(to, board.open)) for to in moves)
    f["near"] = len(moves.union(*(board.jumps(to, board.open) for to in moves)))
    f["shared"] = len(moves & others)

    f |= dict.fromkeys("x y dc dv de dq dm".split(), 0) | {"nb": 8, "nb4": 4}
    if own:
        row, x = own
        y = h - 1 - row
        border = [(a, b) for a in range(w) for b in range(h) if a in (0, w - 1) or b in (0, h - 1)]
        corners = [(a, b) for a in (0, w - 1) for b in (0, h - 1)]
        around = [(r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if r or c]
        f["x"], f["y"] = x, y
        f["dc"] = math.sqrt((x - (w - 1) / 2) ** 2 + (y - (h - 1) / 2) ** 2)
        f["dv"] = min(math.hypot(x - a, y - b) for a, b in corners)
        f["de"] = min(math.hypot(x - a, y - b) for a, b in border)
        f["dq"] = (h / 2 - row) ** 2 + (w / 2 - x) ** 2
        f["dm"] = (h // 2 - row) ** 2 + (w // 2 - x) ** 2
        f["nb"] = sum((row + r, x + c) in board.open for r, c in around)
        f["nb4"] = sum((row + r, x + c) in board.open for r, c in around if r == 0 or c == 0)
    f["w"], f["h"] = w, h
    f["dp"] = math.dist(own, other) if own and other else 0

    ends = lambda square: [square[0] in (0, h - 1), square[1] in (0, w - 1)]
    f["sv"] = sum(all(ends(to)) for to in moves)
    f["se"] = sum(any(ends(to)) for to in moves)
    f["f"] = len(board.open) / (w * h)
    f["tau"] = 3 if f["f"] > 0.85 else 2 if f["f"] > 0.5 else 1
    f["sb"] = 10 * f["tau"] * (0.7 * f["sv"] + 0.3 * f["se"])
    f["sb-program"] = 10 * f["tau"] * 0.7 * f["sv"] + 0.3 * f["se"]

    placed = [knight for knight in board.knights if knight]
    f["ply"] = w * h - len(board.open) if len(placed) == 2 else len(placed)
    f["active"] = int(board.side == player)
    f["attacker"] = 0
    if len(placed) == 2:
        same = (sum(own) - sum(other)) % 2 == 0
        f["attacker"] = int((board.side == player) == same)

    ours, theirs = distances(board, player), distances(board, 1 - player)
    f["reach"] = len(ours)
    f["apart"] = int(not set(ours) & set(theirs))
    first = lambda square: ours[square] - theirs.get(square, math.inf) < (1 if board.side == player else 0)
    territory = [square for square in ours if first(square)]
    f["terr"] = len(territory)
    f["edges"] = sum(b in board.jumps(a, board.open) for a, b in itertools.combinations(territory, 2))

    same = sum((r + c) % 2 == (sum(own) % 2 if own else 0) for r, c in ours)
    opposite = len(ours) - same
    f["bound"] = min(2 * opposite, 2 * same + 1) if own else min(len(ours), 2 * min(same, opposite) + 1)
    if len(board.open) <= 14:
        f["path"] = longest(board, player, math.inf)
    f["longest(5)"] = longest(board, player, 5)
    f[f"drill({depth})"] = drill(board, player, depth, "shared")
    f[f"drill-program({depth})"] = drill(board, player, depth, "all")
    f[f"drill-whole({depth})"] = drill(board, player, depth, "nothing")
    return f


def divide(a, b):
    return a / b if b else a * 1e9


def sign(x):
    return (x > 0) - (x < 0)


def sums(k, power):
    return sum(1 / i**power for i in range(1, k + 1))


def heuristics(a, b, depth):
    """The values for the side to move, whose features are a; its opponent, who waits, has b."""
    n, m, alpha = a["n"], b["n"], 1.5
    linear, quadratic = sums(n, 1) - sums(m, 1), sums(n, 2) - sums(m, 2)
    v = {"null": 0, "open": n, "center": a["dq"], "improved": n - m}
    v |= {"weighted": n - 1.5 * m, "weighted(0.5)": n - 0.5 * m}
    v["improved+center"] = n - m + 0.1 * (b["dc"] - a["dc"])
    v["improved+center-program"] = n - m + a["dq"] / 32
    v["improved+edge"] = n - m - 0.1 * (a["de"] - b["de"])
    v["improved-2ply"] = n + divide(a["n2"], n) - (m + divide(b["n2"], m))
    v |= {"linear": linear, "quadratic": quadratic}
    v["mixed"] = sign(n - m) * abs(linear * quadratic)
    v["mixed-literal"] = linear * quadratic

    v["openmove-div"] = divide(n, m - (a["shared"] > 0))
    v["openmove-div-program"] = divide(n, m)
    v["max-depth"] = a["longest(5)"]
    usual = "" if depth == 5 else f"({depth})"
    for kind in ("", "-program"):
        own, other = a[f"drill{kind}({depth})"], b[f"drill{kind}({depth})"]
        ratio = 1e18 if kind and not other else divide(own, other)
        v[f"drilldown{kind}{usual}"] = ratio
        if a["f"] > 0.6 or depth == 5:
            v[f"openmove-drilldown{kind}"] = v[f"openmove-div{kind}"] if a["f"] > 0.6 else ratio

    v |= {"ab01": n - m, "ab02": n - alpha * m, "ab03": n**2 - m**2, "ab04": n**2 - alpha * m**2}
    for kind in ("", "-program"):
        own, other = a[f"sb{kind}"], b[f"sb{kind}"]
        v[f"ab05{kind}"] = other - own
        own, other, weight = (own / n, other / m, alpha) if n and m else (0, 0, 0)
        v[f"ab06{kind}"], v[f"ab07{kind}"] = other - own, weight * other - own
        v[f"ab08{kind}"], v[f"ab09{kind}"] = other**2 - own**2, weight * other**2 - own**2
        centre = (lambda f: math.sqrt(f["dq"])) if kind else (lambda f: f["dc"])
        v[f"ab10{kind}"] = centre(a)
        v[f"ab11{kind}"] = centre(a) - centre(b)
        v[f"ab12{kind}"] = centre(a) - alpha * centre(b)
    v["ab13"] = a["dp"]
    for name, form in {"ab14": "ab01", "ab15": "ab02", "ab16": "ab03", "ab17": "ab04"}.items():
        v[name] = a["dp"] * v[form]

    for kind in ("", "4"):
        own, other = a[f"nb{kind}"], b[f"nb{kind}"]
        v[f"neighbors{kind}"], v[f"neighbors{kind}-own"] = own - other, own
        v[f"neighbors{kind}-center"] = -a["dm"] + own - other

    v |= {"chase": 0.3125 * n - m, "chase(0.25,0.5)": 0.25 * n - 0.5 * m}
    v["next-move"] = n + 0.1 * a["n2"] - m - 0.1 * b["n2"]
    v["next-move-program"] = n - m if n != m else 0.01 * (a["near"] - b["near"])
    isolated = n if a["apart"] else n - m
    v["in-isolation"] = isolated if a["ply"] >= 30 else n - m
    v["in-isolation(5)"] = isolated if a["ply"] >= 5 else n - m
    v["chase-isolation-program"] = n if a["ply"] > 35 and a["apart"] else v["chase"]
    v["chase-isolation-program(0.5,1,3)"] = n if a["ply"] > 3 and a["apart"] else 0.5 * n - m
    v["chase-isolation"] = isolated if a["ply"] >= 30 else v["chase"]

    v["territory"], v["edges"] = a["terr"] - b["terr"], a["edges"] - b["edges"]
    v["attacker-edges"] = (1 + a["attacker"]) * a["edges"] - (1 + b["attacker"]) * b["edges"]
    v["two-step"], v["reach-bound"] = a["n2"] - b["n2"], a["bound"] - b["bound"]
    is_decided = a["ply"] >= 30 and a["apart"]
    v["path-isolation"] = 100 * (a["path"] - b["path"] - 0.5) if is_decided else n - m
    return v


def number(value):
    return str(int(value)) if value == int(value) else repr(value)


def lines(head, values):
    tokens = " ".join([head] + [f"{name}={number(value)}" for name, value in values])
    wrapped = textwrap.wrap(tokens, 100, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(wrapped)


def primed(name):
    return re.sub(r"^([^(]*)", r"\1'", name)


def main():
    print(HEAD)
    for text in POSITIONS:
        board = Board(text)
        # Plain recursion takes its time where much is open.
        depth = 5 if len(board.open) < 60 and all(board.knights) else 3
        own, other = (features(board, player, depth) for player in (board.side, 1 - board.side))
        both = [[(name, own[name])] + [(primed(name), other[name])] * (name not in COMMON) for name in own]
        print(f"\n{text}")
        print(lines("features", itertools.chain(*both)))
        print(lines("values", heuristics(own, other, depth).items()))


main()
