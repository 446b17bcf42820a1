"""Results, in the vocabulary of the JSON of the command line and the server.

Each result is a dataclass. `to_dicts` returns the rows of its main table, `to_pandas` and `to_polars` make a data frame of them
if that package is installed. In a notebook results show as tables with charts.
"""

from __future__ import annotations

import base64
import html
import re
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar, Dict, List, Optional, Sequence, Tuple, Type, TypeVar

R = TypeVar("R", bound="Result")
Row = Dict[str, Any]

STYLE = "text-align:{};padding:0.2em 0.7em"


def make(cls: Type[R], data: Dict[str, Any], **more: Any) -> R:
    """Makes a result from JSON. Fields that this version does not know are left out."""
    known = {each.name for each in fields(cls)}
    return cls(**{name: value for name, value in data.items() if name in known}, **more)


def percent(share: Optional[float], interval: Optional[Sequence[float]] = None) -> str:
    """Returns a share as people read it.

    >>> percent(0.61, [0.54, 0.68])
    '61.0 % (54.0-68.0)'
    """
    if share is None:
        return "–"
    text = f"{100 * share:.1f} %"
    return f"{text} ({100 * interval[0]:.1f}-{100 * interval[1]:.1f})" if interval else text


def time_text(seconds: Optional[float]) -> Optional[str]:
    """Returns a short time with its unit.

    >>> time_text(0.0000012), time_text(0.0345), time_text(2.5)
    ('1.2 µs', '34.5 ms', '2.5 s')
    """
    if seconds is None:
        return None
    unit, factor = next((u for u in (("s", 1.0), ("ms", 1e3)) if seconds * u[1] >= 1), ("µs", 1e6))
    return f"{seconds * factor:.1f} {unit}"


def without_hash(agent: str) -> str:
    """Returns the text of an agent without the hash of its content.

    >>> without_hash("Mine(hash=7beb51a61c18396c)"), without_hash('process("./a", hash=7beb51a61c18396c)')
    ('Mine', 'process("./a")')
    """
    return re.sub(r"\(hash=[0-9a-z]+\)|, hash=[0-9a-z]+", "", agent)


def shortened(text: str, most: int) -> str:
    """Returns the beginning and the end of a text that is longer than `most`.

    >>> shortened("ValueError: on purpose", 12)
    'ValueE…rpose'
    """
    kept = max(most - 1, 0)
    return text if len(text) <= most else f"{text[:(kept + 1) // 2]}…{text[len(text) - kept // 2:]}"


def reason(detail: str) -> str:
    """Returns the `detail` of a failure in one line: its first line, and the last line of a program's standard error.

    >>> reason("ended with exit code 2\\nno file agent.py")
    'ended with exit code 2: no file agent.py'
    >>> reason("KeyError: 'x'\\nTraceback (most recent call last):\\n    return {}['x']")
    "KeyError: 'x'"
    """
    first, *more = [line for line in detail.splitlines() if line.strip()] or [""]
    # The traceback of an agent in this process ends with its code, which is indented. The error comes first.
    return shortened(f"{first}: {more[-1]}" if more and not more[-1][0].isspace() else first, 160)


def score_text(score: Optional[Row]) -> Optional[str]:
    """Returns a score as the command line shows it.

    >>> score_text({"value": 0.25}), score_text({"win": 7}), score_text({"loss": None})
    ('+0.25', 'won in 7', 'lost')
    """
    if score is None:
        return None
    (kind, value), = score.items()
    if kind == "value":
        return f"{value:+.2f}"
    return ("won" if kind == "win" else "lost") + (f" in {value}" if value is not None else "")


def cell_text(value: Any) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,.4g}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def numeric_columns(rows: Sequence[Row]) -> Dict[str, bool]:
    """Returns the columns, and whether each has only numbers."""
    return {name: all(isinstance(row.get(name), (int, float, type(None))) for row in rows) for name in rows[0]}


def text_table(rows: Sequence[Row]) -> str:
    """Returns rows as lines of text, below the names of the columns.

    >>> print(text_table([{"name": "mine", "games": 1000}, {"name": "random", "games": 4}]))
    name    games
    mine    1,000
    random      4
    """
    columns = []
    for name, is_numeric in numeric_columns(rows).items():
        cells = [name, *(cell_text(row.get(name)) for row in rows)]
        width = max(map(len, cells))
        columns.append([cell.rjust(width) if is_numeric else cell.ljust(width) for cell in cells])
    return "\n".join("  ".join(line).rstrip() for line in zip(*columns))


def html_table(rows: Sequence[Row], caption: str = "") -> str:
    """Returns rows as an HTML table."""
    title = f"<p>{html.escape(caption)}</p>" if caption else ""
    if not rows:
        return title
    align = {name: STYLE.format("right" if is_numeric else "left") for name, is_numeric in numeric_columns(rows).items()}
    head = "".join(f'<th style="{style}">{html.escape(name.replace("_", " "))}</th>' for name, style in align.items())
    body = "".join(
        "<tr>" + "".join(f'<td style="{style}">{html.escape(cell_text(row.get(name)))}</td>' for name, style in align.items())
        + "</tr>"
        for row in rows
    )
    return f"{title}<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


@dataclass
class Result:
    """What all results have in common."""

    FIELDS_APART: ClassVar[Tuple[str, ...]] = ("charts", "names", "page")

    def to_dict(self) -> Row:
        """Returns the fields of this class. They have the names of the JSON of the command line, which may have more."""
        return {name: value for name, value in asdict(self).items() if name not in self.FIELDS_APART}

    def to_dicts(self) -> List[Row]:
        """Returns the rows of the main table."""
        return [self.to_dict()]

    def to_pandas(self) -> Any:
        """Returns the rows as a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.to_dicts())

    def to_polars(self) -> Any:
        """Returns the rows as a polars data frame."""
        import polars

        return polars.DataFrame(self.to_dicts())

    def headline(self) -> str:
        """Returns the result in one line."""
        return ""

    def shown_rows(self) -> List[Row]:
        """Returns the rows as people read them."""
        return self.to_dicts()

    def failure_lines(self) -> List[str]:
        """Returns how agents failed: a line for each agent and kind of failure, with an example."""
        return [
            f"{without_hash(row['name'])} lost {row['games']:,} {'game' if row['games'] == 1 else 'games'} "
            f"by {row['termination'].replace('-', ' ')}: {reason(row['detail'])}"
            for row in getattr(self, "failures", [])
        ]

    def shown_charts(self) -> List[Tuple[str, str]]:
        """Returns the titles and SVG of the charts in a notebook."""
        return list(getattr(self, "charts", []))

    def _repr_html_(self) -> str:
        drawn = (
            f'<p><img alt="{html.escape(title)}" style="max-width:100%" '
            f'src="data:image/svg+xml;base64,{base64.b64encode(svg.encode()).decode()}"/></p>'
            for title, svg in self.shown_charts()
        )
        failed = (f"<p>{html.escape(line)}</p>" for line in self.failure_lines())
        return html_table(self.shown_rows(), self.headline()) + "".join(failed) + "".join(drawn)


@dataclass
class MoveVerdict:
    """A legal move, and whether the player who makes it wins."""

    to: str
    wins: Optional[bool]
    plies: Optional[int] = None


@dataclass
class Solution(Result):
    """The exact solution of a position."""

    position: str
    solved: bool
    winner: Optional[str]
    nodes: int
    seconds: float
    moves: List[MoveVerdict] = field(default_factory=list)
    plies: Optional[int] = None
    tablebase: bool = False

    def __post_init__(self) -> None:
        self.moves = [move if isinstance(move, MoveVerdict) else MoveVerdict(**move) for move in self.moves]

    @property
    def winning_moves(self) -> List[str]:
        """The moves that are proved to win."""
        return [move.to for move in self.moves if move.wins]

    def to_dicts(self) -> List[Row]:
        return [asdict(move) for move in self.moves]

    def headline(self) -> str:
        return f"{self.winner} wins" if self.winner else "not solved"

    def _repr_svg_(self) -> str:
        from .svg import board

        return board(self.position, verdicts={move.to: move.wins for move in self.moves})

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(self.headline())}, {self.nodes:,} nodes in {self.seconds:.3f} s</p>{self._repr_svg_()}"


@dataclass
class Evaluation(Result):
    """The values of heuristics and features, for the side to move."""

    position: str
    to_move: str
    winner: Optional[str]
    values: Dict[str, float]
    features: Dict[str, float]

    def to_dicts(self) -> List[Row]:
        return [{"heuristic": name, "value": value} for name, value in self.values.items()]

    def headline(self) -> str:
        return f"{self.position}, values for {self.to_move} to move"


@dataclass
class Analysis(Result):
    """The move of an agent and its search."""

    best: Optional[str]
    position: str
    agent: str
    depth: int
    score: Optional[Dict[str, Any]]
    nodes: int
    seconds: float
    pv: List[str]
    nps: Optional[int] = None
    winner: Optional[str] = None
    lines: Optional[List[Row]] = None

    def to_dicts(self) -> List[Row]:
        lines = self.lines or [{"score": self.score, "pv": self.pv}]
        return [{"move": line["pv"][0] if line["pv"] else None, **line} for line in lines]

    def shown_rows(self) -> List[Row]:
        return [{**row, "score": score_text(row["score"]), "pv": " ".join(row["pv"])} for row in self.to_dicts()]

    def headline(self) -> str:
        return f"{self.agent}: {self.best}, depth {self.depth}, {self.nodes:,} nodes"


@dataclass
class MatchResult(Result):
    """A match. Scores and pairs are those of the first agent, `a`. `needed` counts pairs of games."""

    a: str
    b: str
    start: str
    openings: Optional[int]
    different_openings: int
    seed: int
    limits: Row
    clock: str
    games: int
    wins: Dict[str, int]
    wins_as_white: Dict[str, int]
    wins_as_black: Dict[str, int]
    pairs: Dict[str, int]
    seconds: float
    complete: bool
    games_resumed: int
    seconds_per_move: Dict[str, Optional[float]]
    nodes_per_move: Dict[str, Optional[float]]
    score: Optional[float] = None
    interval: Optional[List[float]] = None
    elo: Optional[Row] = None
    normalized_elo: Optional[Row] = None
    superiority: Optional[float] = None
    p_value: Optional[float] = None
    verdict: Optional[str] = None
    needed: Optional[int] = None
    sprt: Optional[Row] = None
    plies: Optional[float] = None
    failures: List[Row] = field(default_factory=list)
    names: Dict[str, str] = field(default_factory=dict)
    charts: List[Tuple[str, str]] = field(default_factory=list, repr=False)
    page: Optional[Path] = field(default=None, repr=False)

    def to_dicts(self) -> List[Row]:
        return [
            {
                "name": self.names[side], "agent": getattr(self, side), "games": self.games, "wins": self.wins[side],
                "as_white": self.wins_as_white[side], "as_black": self.wins_as_black[side],
                "nodes_per_move": self.nodes_per_move[side], "seconds_per_move": self.seconds_per_move[side],
            }
            for side in ("a", "b")
        ]

    def shown_rows(self) -> List[Row]:
        return [
            {
                "agent": row["name"], "games": row["games"], "wins": row["wins"], "as white": row["as_white"],
                "as black": row["as_black"], "nodes per move": row["nodes_per_move"],
                "time per move": time_text(row["seconds_per_move"]),
            }
            for row in self.to_dicts()
        ]

    def shown_charts(self) -> List[Tuple[str, str]]:
        """Returns none: two agents need no charts. `charts` has those of the report."""
        return []

    def headline(self) -> str:
        if self.sprt:
            verdict = f": SPRT ({self.sprt['elo0']:g}, {self.sprt['elo1']:g}) {self.sprt['verdict']}"
        else:
            verdict = f": {self.verdict}" if self.verdict else ""
        needed = f", about {2 * self.needed:,} more games needed" if self.verdict == "undecided" and self.needed else ""
        a, b = self.names["a"], self.names["b"]
        return f"{a} scores {percent(self.score, self.interval)} against {b}{verdict}{needed}"

    def __str__(self) -> str:
        return "\n".join([self.headline(), *self.failure_lines()])


@dataclass
class TournamentResult(Result):
    """A tournament: standings, pairings, and how sure they are."""

    run: int
    spec: Row
    version: str
    created: str
    played: str
    games: int
    games_planned: int
    complete: bool
    agents: List[Row]
    pairings: List[Row]
    superiority: List[List[float]]
    corrected_p_values: List[List[float]]
    wins_of_white: Row
    ends: Dict[str, int]
    failures: List[Row] = field(default_factory=list)
    machines: List[str] = field(default_factory=list)
    sprt: Optional[Row] = None
    history: List[Row] = field(default_factory=list)
    charts: List[Tuple[str, str]] = field(default_factory=list, repr=False)
    page: Optional[Path] = field(default=None, repr=False)

    def to_dicts(self) -> List[Row]:
        rows = sorted(self.agents, key=lambda agent: agent["rank"])
        return [
            {
                "rank": agent["rank"], "tier": agent["tier"], "name": agent["name"], "agent": agent["agent"],
                "rating": agent["rating"], "rating_low": agent["rating_interval"][0],
                "rating_high": agent["rating_interval"][1], "games": agent["games"], "score": agent["score"],
                "score_low": agent["interval"][0], "score_high": agent["interval"][1],
                "oracle": (agent["oracle"] or {}).get("share"),
                "failures": sum(count for end, count in agent["losses"].items() if end not in ("no-moves", "resignation")),
            }
            for agent in rows
        ]

    def shown_rows(self) -> List[Row]:
        return [
            {
                "rank": row["rank"], "tier": row["tier"], "name": row["name"],
                "rating": f"{row['rating']:+.0f} ({row['rating_low']:+.0f} to {row['rating_high']:+.0f})",
                "score": percent(row["score"], (row["score_low"], row["score_high"])), "games": row["games"],
                "failures": row["failures"],
                **({"wins kept": percent(row["oracle"])} if row["oracle"] is not None else {}),
            }
            for row in self.to_dicts()
        ]

    def headline(self) -> str:
        return f"{self.spec['name']}: {self.games:,} of {self.games_planned:,} games; agents of one tier cannot be told apart"

    def __str__(self) -> str:
        # The games are in the headline, and the failures below the table.
        rows = [{name: row[name] for name in row if name not in ("games", "failures")} for row in self.shown_rows()]
        return "\n".join([self.headline(), text_table(rows), *self.failure_lines()])


@dataclass
class OracleResult(Result):
    """How often agents keep a won position won."""

    start: str
    seed: int
    limits: Row
    clock: str
    too_hard: int
    exhausted: bool
    agents: List[Row]
    seconds: float
    complete: bool
    names: List[str] = field(default_factory=list)

    def to_dicts(self) -> List[Row]:
        return [
            {
                "name": name, "agent": agent["agent"], "critical": agent["all"]["critical"]["of"],
                "kept": agent["all"]["critical"]["hits"], "share": agent["all"]["critical"]["share"],
                "low": agent["all"]["critical"]["interval"][0], "high": agent["all"]["critical"]["interval"][1],
                "as_attacker": agent["attacker"]["critical"]["share"], "as_victim": agent["victim"]["critical"]["share"],
                "difference": (agent["difference"] or {}).get("value"),
                "verdict": (agent["difference"] or {}).get("verdict"),
            }
            for name, agent in zip(self.names, self.agents)
        ]

    def by_ply(self) -> List[Row]:
        """Returns where each agent throws wins away: a row for each agent and band of plies."""
        return [
            {
                "name": name, "agent": agent["agent"], "first_ply": band["plies"][0], "last_ply": band["plies"][1],
                "critical": band["all"]["critical"]["of"], "kept": band["all"]["critical"]["hits"],
                "share": band["all"]["critical"]["share"],
            }
            for name, agent in zip(self.names, self.agents)
            for band in agent["bands"]
        ]

    def shown_rows(self) -> List[Row]:
        return [
            {
                "agent": row["name"], "critical": row["critical"], "kept": percent(row["share"], (row["low"], row["high"])),
                "as attacker": percent(row["as_attacker"]), "as victim": percent(row["as_victim"]),
                "verdict": row["verdict"] or "",
            }
            for row in self.to_dicts()
        ]

    def headline(self) -> str:
        return "won positions kept won, where some moves win and some lose"

    def __str__(self) -> str:
        rows = self.shown_rows()
        width = max(len(row["agent"]) for row in rows)
        return "\n".join(f"{row['agent']:<{width}}  {row['kept']}  {row['verdict']}".rstrip() for row in rows)


@dataclass
class StudyResult(Result):
    """A study: our figures beside the published ones."""

    name: str
    title: str
    question: str
    source: str
    reading: str
    discussion: str
    extent: Any
    complete: bool
    games: int
    command: str
    made: str
    machine: str
    seconds: Optional[float]
    verdicts: Dict[str, int]
    measures: List[Row]
    charts: List[Tuple[str, str]] = field(default_factory=list, repr=False)
    page: Optional[Path] = field(default=None, repr=False)

    def to_dicts(self) -> List[Row]:
        """Returns the figures: a row for each row and column of each measurement."""
        return [
            {"measure": measure["name"], "row": row["name"], "column": column["name"], "unit": measure["unit"], **figure}
            for measure in self.measures
            for row, figures in zip(measure["rows"], measure["figures"])
            for column, figure in zip(measure["columns"], figures)
            if figure
        ]

    def claims(self) -> List[Row]:
        """Returns the judged sentences of the reports, with their verdicts."""
        return [{"measure": measure["name"], **claim} for measure in self.measures for claim in measure["claims"]]

    def shown_rows(self) -> List[Row]:
        return [{"verdict": verdict, "claims": count} for verdict, count in self.verdicts.items()]

    def headline(self) -> str:
        return self.title

    def __str__(self) -> str:
        judged = ", ".join(f"{count} {verdict}" for verdict, count in self.verdicts.items() if count)
        return f"{self.title}: {judged or 'no claim judged'}"
