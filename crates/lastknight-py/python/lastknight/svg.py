"""Boards as SVG, for notebooks and web pages."""

from __future__ import annotations

import html
from typing import Any, List, Mapping, Optional

SQUARE = 44
MARGIN = 22
COLORS = {
    "light": "#f0ebdf", "dark": "#dcd3c0", "gone": "#a8a29a", "ink": "#57534e", "white": "#ffffff", "black": "#1c1917",
    "legal": "#78716c", "wins": "#15803d", "loses": "#b91c1c", "unknown": "#78716c",
}
# A knight's head in a square of 45 x 45.
KNIGHT = (
    "M12 38 C12 29 21 27 19 19 C16 22 12 25 10 24 C7 23 8 20 9 18 C12 12 16 8 22 7 L22 3 L26 7 "
    "C35 10 38 21 37 38 Z"
)


def board(
    position: Any, *, verdicts: Optional[Mapping[str, Optional[bool]]] = None, moves: bool = True, scale: float = 1.0,
) -> str:
    """Draws a position.

    Args:
        position: A text, a Position or a Game.
        verdicts: Whether each move wins: green or red, grey if unknown.
        moves: Mark legal moves.
        scale: 1 draws squares of 44 pixels.

    >>> board("3x3 moves b2").startswith("<svg")
    True
    """
    from ._agents import as_position

    place = as_position(position)
    width, height = place.width, place.height
    is_open = set(place.open_squares)
    pixels = (MARGIN + SQUARE * width + 4, SQUARE * height + MARGIN + 4)
    parts: List[str] = []
    for row in range(height):
        for column in range(width):
            name = place.square((row, column))
            x, y = MARGIN + column * SQUARE, 2 + row * SQUARE
            color = COLORS["light" if (row + column) % 2 else "dark"]
            if name not in is_open:
                color = COLORS["gone"]
            parts.append(f'<rect x="{x}" y="{y}" width="{SQUARE}" height="{SQUARE}" fill="{color}"><title>{name}</title></rect>')
            parts.append(marks(place, name, x, y, verdicts, moves))
    for side in ("white", "black"):
        stands = place.knight(side)
        if stands is not None:
            row, column = place.cell(stands)
            parts.append(knight(side, MARGIN + column * SQUARE, 2 + row * SQUARE))
    parts.extend(labels(place))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {pixels[0]} {pixels[1]}" width="{pixels[0] * scale:g}" '
        f'height="{pixels[1] * scale:g}" role="img"><title>{html.escape(str(place))}</title>{"".join(parts)}</svg>'
    )


def marks(place: Any, name: str, x: int, y: int, verdicts: Optional[Mapping[str, Optional[bool]]], moves: bool) -> str:
    """Marks a legal move, by its verdict if that is known."""
    middle = f'cx="{x + SQUARE / 2:g}" cy="{y + SQUARE / 2:g}"'
    if verdicts is not None and name in verdicts:
        word = {True: "wins", False: "loses"}.get(verdicts[name], "unknown")  # type: ignore[arg-type]
        sign = {"wins": "+", "loses": "−", "unknown": "?"}[word]
        return (
            f'<circle {middle} r="12" fill="{COLORS[word]}"><title>{name} {word}</title></circle>'
            f'<text x="{x + SQUARE / 2:g}" y="{y + SQUARE / 2 + 5:g}" text-anchor="middle" font-size="16" '
            f'font-family="sans-serif" fill="#ffffff">{sign}</text>'
        )
    is_marked = verdicts is None and moves and place.white is not None and name in place.legal_moves
    return f'<circle {middle} r="6" fill="{COLORS["legal"]}" fill-opacity="0.7"/>' if is_marked else ""


def knight(side: str, x: int, y: int) -> str:
    """Draws a knight."""
    return (
        f'<path transform="translate({x} {y}) scale({SQUARE / 45:.4f})" d="{KNIGHT}" fill="{COLORS[side]}" '
        f'stroke="{COLORS["white" if side == "black" else "black"]}" stroke-width="1.6" stroke-linejoin="round"/>'
    )


def labels(place: Any) -> List[str]:
    """Names columns below and rows on the left."""
    style = f'font-size="13" font-family="sans-serif" fill="{COLORS["ink"]}" text-anchor="middle"'
    bottom = 2 + place.height * SQUARE + 15
    columns = (
        f'<text x="{MARGIN + column * SQUARE + SQUARE / 2:g}" y="{bottom}" {style}>'
        f'{place.square((place.height - 1, column)).rstrip("0123456789")}</text>'
        for column in range(place.width)
    )
    rows = (
        f'<text x="{MARGIN / 2:g}" y="{2 + row * SQUARE + SQUARE / 2 + 5:g}" {style}>{place.height - row}</text>'
        for row in range(place.height)
    )
    return [*columns, *rows]
