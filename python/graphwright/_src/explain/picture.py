"""Pictures: graphs as SVG and HTML, with loops and branches as boxes and what is large folded."""

from __future__ import annotations

import html
import re

from graphwright._src.explain import layout, scene

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from graphwright._src.function.concrete import ConcreteFunction
    from graphwright._src.function.polymorphic import Function

_FONT = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace"
_TITLE_SIZE, _LINE_SIZE, _LABEL_SIZE = 12, 10, 10
# The width of a letter of these fonts, as a part of the size.
_LETTER = 0.605
_PADDING = 8
_BORDER = 14
_MOST_TRACES = 10

# kind: fill, border, corner radius
_LOOKS = {
    "op": ("#ffffff", "#6b7280", 4),
    "state": ("#ffedd5", "#ea580c", 4),
    "argument": ("#dbeafe", "#3b82f6", 11),
    "capture": ("#ffedd5", "#ea580c", 11),
    "constant": ("#f3f4f6", "#9ca3af", 11),
    "result": ("#dcfce7", "#16a34a", 11),
    "control": ("#f5f3ff", "#7c3aed", 6),
    "unused": ("#ffffff", "#9ca3af", 4),
    "scope": ("#fef9c3", "#ca8a04", 4),
    "more": ("#f3f4f6", "#9ca3af", 4),
}
_INK, _FAINT = "#111827", "#4b5563"
# What XML does not allow in a text.
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _escaped(text: str) -> str:
    return html.escape(_FORBIDDEN.sub("\ufffd", text), quote=True)


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _text_width(text: str, size: float) -> float:
    # East Asian letters are two columns wide in these fonts.
    columns = sum(2 if ord(letter) >= 0x1100 and not 0x2010 <= ord(letter) <= 0x2BFF else 1 for letter in text)
    return columns * size * _LETTER


class _Drawn:
    """A box or a scene as SVG: its size, and the text that draws it at a place."""

    def __init__(self, width: float, height: float) -> None:
        self.width = width
        self.height = height
        self.parts: list[str] = []


def _text(x: float, y: float, text: str, size: int, colour: str = _INK, extra: str = "") -> str:
    return (
        f'<text x="{_number(x)}" y="{_number(y)}" font-size="{size}" fill="{colour}" text-anchor="middle"{extra}>'
        f"{_escaped(text)}</text>"
    )


def _node_attribute(box: scene.Box) -> str:
    return f' data-node="{_escaped(box.node)}"' if box.node else ""


def _draw_box(box: scene.Box) -> _Drawn:
    width = max(
        [_text_width(box.title, _TITLE_SIZE), *(_text_width(line, _LINE_SIZE) for line in box.lines)], default=0.0
    )
    width = max(width + 2 * _PADDING, 34.0)
    height = 22.0 + 13.0 * len(box.lines)
    inner = [(title, draw_scene(part)) for title, part in box.inner if part.boxes]
    if inner:
        width = max(width, sum(part.width for _, part in inner) + _PADDING * (3 * len(inner) + 1))
        height += max(part.height for _, part in inner) + 4 * _PADDING
    # The label below needs its place, too.
    width = max(width, _text_width(box.label, _LABEL_SIZE) * 0.9)
    drawn = _Drawn(width, height)
    fill, border, radius = _LOOKS[box.kind]
    tip = f"<title>{_escaped(box.tip)}</title>" if box.tip else ""
    dashes = ' stroke-dasharray="4 3"' if box.kind in ("scope", "more", "unused") else ""
    drawn.parts.append(
        f'<g class="{box.kind}"{_node_attribute(box)}>{tip}'
        f'<rect width="{_number(width)}" height="{_number(height)}" rx="{radius}" fill="{fill}" stroke="{border}"'
        f"{dashes}/>"
    )
    weight = ' font-weight="bold"' if box.kind in ("op", "state", "control", "scope") else ""
    drawn.parts.append(_text(width / 2, 15, box.title, _TITLE_SIZE, extra=weight))
    for i, line in enumerate(box.lines):
        drawn.parts.append(_text(width / 2, 28 + 13 * i, line, _LINE_SIZE, _FAINT))
    drawn.parts.append("</g>")
    if inner:
        used = sum(part.width for _, part in inner) + _PADDING * (3 * len(inner) - 1)
        x = (width - used) / 2
        top = 24.0 + 13.0 * len(box.lines)
        tallest = max(part.height for _, part in inner)
        for title, part in inner:
            frame = part.width + 2 * _PADDING
            drawn.parts.append(
                f'<rect x="{_number(x)}" y="{_number(top)}" width="{_number(frame)}" height="{_number(tallest + 26)}" rx="4" '
                'fill="#ffffff" stroke="#c4b5fd" stroke-dasharray="5 3"/>'
            )
            if title:
                drawn.parts.append(
                    f'<text x="{_number(x + 6)}" y="{_number(top + 12)}" font-size="{_LINE_SIZE}" font-weight="bold" '
                    f'fill="#6d28d9">{_escaped(title)}</text>'
                )
            drawn.parts.append(f'<g transform="translate({_number(x + _PADDING)} {_number(top + 18)})">')
            drawn.parts += part.parts
            drawn.parts.append("</g>")
            x += frame + _PADDING
    return drawn


def draw_scene(shown: scene.Scene) -> _Drawn:
    """Boxes and lines of a scene, without the frame of a picture."""
    boxes = [_draw_box(box) for box in shown.boxes]
    edges = [(a, b) for a, b, _ in shown.lines]
    placed = layout.arrange([(box.width, box.height) for box in boxes], edges)
    drawn = _Drawn(placed.width, placed.height)
    for (_, _, control), route in zip(shown.lines, placed.routes, strict=True):
        dashes = ' stroke-dasharray="3 3" opacity="0.7"' if control else ""
        drawn.parts.append(
            f'<path d="{_path(route)}" fill="none" stroke="#6b7280"{dashes} marker-end="url(#graphwright-arrow)"/>'
        )
    has_line = {a for a, _, control in shown.lines if not control}
    for i, (box, (x, y)) in enumerate(zip(boxes, placed.places, strict=True)):
        drawn.parts.append(f'<g transform="translate({_number(x)} {_number(y)})">')
        drawn.parts += box.parts
        drawn.parts.append("</g>")
        label = shown.boxes[i].label
        if label and i in has_line:
            at = x + box.width / 2, y + box.height + 12, label, _LABEL_SIZE
            # First what keeps the lines behind it away.
            drawn.parts.append(_text(*at, "#ffffff", ' stroke="#ffffff" stroke-width="3" stroke-linejoin="round"'))
            drawn.parts.append(_text(*at, _FAINT))
    return drawn


def _path(points: list[tuple[float, float]]) -> str:
    """Returns a smooth line through points, upright at each of them."""
    x, y = points[0]
    parts = [f"M{_number(x)} {_number(y)}"]
    for to_x, to_y in points[1:]:
        if abs(to_x - x) < 0.5:
            parts.append(f"L{_number(to_x)} {_number(to_y)}")
        else:
            middle = (y + to_y) / 2
            parts.append(
                f"C{_number(x)} {_number(middle)} {_number(to_x)} {_number(middle)} {_number(to_x)} {_number(to_y)}"
            )
        x, y = to_x, to_y
    return " ".join(parts)


def svg_of_scene(shown: scene.Scene) -> str:
    """Returns a scene as a complete SVG text."""
    drawn = draw_scene(shown)
    width, height = drawn.width + 2 * _BORDER, drawn.height + 2 * _BORDER
    if not shown.boxes:
        drawn.parts.append(_text(40, 12, "an empty graph", _LINE_SIZE, _FAINT))
        width, height = 120.0, 44.0
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width)}" height="{_number(height)}" '
        f'viewBox="0 0 {_number(width)} {_number(height)}" font-family="{_FONT}">'
        '<defs><marker id="graphwright-arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto"><path d="M0 0.5 L8 4 L0 7.5 z" fill="#6b7280"/></marker></defs>'
        '<rect width="100%" height="100%" fill="#ffffff"/>'
        f'<g transform="translate({_BORDER} {_BORDER})">{"".join(drawn.parts)}</g></svg>'
    )


def svg(graph: object) -> str:
    """Returns the picture of a graph, without what is folded, as an SVG text.

    Args:
      graph: a `tf.Graph`, or a trace of a function.

    >>> import graphwright as tf
    >>> f = tf.function(lambda x: x * 2.0)
    >>> svg(f.get_concrete_function(tf.TensorSpec([])))[:30]
    '<svg xmlns="http://www.w3.org/'
    """
    return svg_of_scene(_scene(graph))


def folded_parts(shown: scene.Scene) -> list[tuple[str, str]]:
    """Returns what is folded in a scene: titles and pictures as SVG texts, of all levels."""
    parts = []
    for title, folded in shown.folded:
        parts += [(title, svg_of_scene(folded)), *folded_parts(folded)]
    for box in shown.boxes:
        for _, inner in box.inner:
            parts += folded_parts(inner)
    return parts


def html_of(graph: object) -> str:
    """Returns the picture of a graph as HTML; what is folded can be opened."""
    return html_of_scene(_scene(graph))


def html_of_scene(shown: scene.Scene) -> str:
    """Returns the picture of a scene as HTML; what is folded can be opened."""
    parts = [f'<div style="overflow:auto; max-height:80em; background:#ffffff">{svg_of_scene(shown)}</div>']
    parts += _details(shown)
    return "".join(parts)


def _details(shown: scene.Scene) -> list[str]:
    parts = []
    for title, folded in shown.folded:
        count = scene.count_boxes(folded)
        parts.append(
            f"<details><summary>{_escaped(title)} ({count} operation{'s' * (count != 1)})</summary>"
            f"{html_of_scene(folded)}</details>"
        )
    for box in shown.boxes:
        for _, inner in box.inner:
            parts += _details(inner)
    return parts


def html_of_trace(concrete: ConcreteFunction) -> str:
    """Returns a trace as a notebook shows it."""
    return f"<pre>{_escaped(repr(concrete))}</pre>{html_of(concrete)}"


def html_of_function(function: Function) -> str:
    """Returns a `tf.function` as a notebook shows it: its history, and the graphs of its latest traces, folded."""
    parts = [f"<pre>{_escaped(repr(function))}\n{_escaped(function.explain_retracing())}</pre>"]
    for concrete in function._list_all_concrete_functions()[-_MOST_TRACES:]:
        parts.append(f"<details><summary>{_escaped(repr(concrete))}</summary>{html_of(concrete)}</details>")
    return "".join(parts)


def _scene(graph: Any) -> scene.Scene:
    from graphwright._src.explain import captures

    core = getattr(graph, "core_graph", None)
    if core is not None:
        return scene.scene_of(core, captures.names_by_placeholder(graph))
    names = {}
    if getattr(graph, "building_function", False):
        names = {inside._id: captures.Capture(value, inside).name for value, inside in graph.captures}
    return scene.scene_of(getattr(graph, "_core", graph), names)
