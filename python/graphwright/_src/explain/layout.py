"""Layered layout of directed graphs: layers by longest path, order by barycentres, places by least squares."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SWEEPS = 8
_DUMMY_WIDTH = 10.0
_STRAIGHT = 8.0


class Layout:
    """The places of the boxes and lines of a graph; coordinates are in pixels, from the top left corner.

    Attributes:
      places: of each box, the left and upper edge.
      routes: of each edge, the points that its line runs through, first and last one at boxes.
      width, height: of the whole.
    """

    def __init__(self) -> None:
        self.places: list[tuple[float, float]] = []
        self.routes: list[list[tuple[float, float]]] = []
        self.width = 0.0
        self.height = 0.0


def arrange(
    sizes: Sequence[tuple[float, float]],
    edges: Sequence[tuple[int, int]],
    across: float = 18.0,
    down: float = 34.0,
    most_in_layer: int = 10,
) -> Layout:
    """Finds places for boxes so that lines run downwards and rarely cross.

    Args:
      sizes: width and height of each box.
      edges: pairs of the numbers of two boxes, from the upper one to the lower one. Edges that close a cycle are drawn upwards.
      across, down: the least space between boxes side by side, and between layers.
      most_in_layer: how many boxes may lie side by side.
    """
    count = len(sizes)
    layout = Layout()
    if not count:
        return layout
    layer_of = _layers(count, edges, most_in_layer)
    chains, vertices = _with_dummies(count, edges, layer_of)
    layers: list[list[int]] = [[] for _ in range(max(layer_of) + 1)]
    for vertex, layer in enumerate(vertices):
        layers[layer].append(vertex)
    above: list[list[int]] = [[] for _ in vertices]
    below: list[list[int]] = [[] for _ in vertices]
    for chain in chains:
        for a, b in zip(chain, chain[1:], strict=False):
            if vertices[a] > vertices[b]:
                a, b = b, a
            if vertices[a] != vertices[b]:
                above[b].append(a)
                below[a].append(b)
    _order(layers, above, below)
    widths = [sizes[v][0] if v < count else _DUMMY_WIDTH for v in range(len(vertices))]
    centres = _places_in_layers(layers, above, below, widths, across, count)
    tops, layout.height = _tops(layers, sizes, vertices, down)
    layout.places = [(centres[v] - sizes[v][0] / 2, tops[layer_of[v]]) for v in range(count)]
    layout.width = max(centres[v] + widths[v] / 2 for v in range(len(vertices)))
    layout.routes = _routes(edges, chains, layout.places, sizes, centres, vertices, tops, layers)
    return layout


def _layers(count: int, edges: Sequence[tuple[int, int]], most: int) -> list[int]:
    """Returns the layer of each box: below all that it depends on, with no more than `most` boxes in one."""
    before: list[set[int]] = [set() for _ in range(count)]
    after: list[set[int]] = [set() for _ in range(count)]
    for a, b in edges:
        if a != b:
            before[b].add(a)
            after[a].add(b)
    layer_of = [0] * count
    filled: dict[int, int] = {}
    waiting = [len(before[v]) for v in range(count)]
    ready = [v for v in range(count) if not waiting[v]]
    left = set(range(count))
    placed = [False] * count
    while left:
        if not ready:  # a cycle: it is cut at its first box
            ready = [min(left)]
        vertex = ready.pop(0)
        if placed[vertex]:
            continue
        placed[vertex] = True
        left.discard(vertex)
        layer = max((layer_of[v] + 1 for v in before[vertex] if placed[v]), default=0)
        if before[vertex]:
            while filled.get(layer, 0) >= most:
                layer += 1
            filled[layer] = filled.get(layer, 0) + 1
        layer_of[vertex] = layer
        for other in after[vertex]:
            waiting[other] -= 1
            if waiting[other] <= 0 and not placed[other]:
                ready.append(other)
    # What depends on nothing comes right above its first reader.
    for vertex in range(count):
        if not before[vertex] and after[vertex]:
            layer_of[vertex] = max(0, min(layer_of[v] for v in after[vertex]) - 1)
    used = sorted(set(layer_of))
    packed = {layer: i for i, layer in enumerate(used)}
    return [packed[layer] for layer in layer_of]


def _with_dummies(
    count: int, edges: Sequence[tuple[int, int]], layer_of: list[int]
) -> tuple[list[list[int]], list[int]]:
    """Returns each edge as a chain of vertices, one in each layer that it crosses; and the layer of every vertex."""
    vertices = list(layer_of)
    chains = []
    for a, b in edges:
        chain = [a]
        step = 1 if layer_of[b] >= layer_of[a] else -1
        for layer in range(layer_of[a] + step, layer_of[b], step):
            chain.append(len(vertices))
            vertices.append(layer)
        chain.append(b)
        chains.append(chain)
    return chains, vertices


def _order(layers: list[list[int]], above: list[list[int]], below: list[list[int]]) -> None:
    """Orders each layer so that few lines cross: sweeps down and up, each vertex at the mean of its neighbours."""
    place = {v: float(i) for layer in layers for i, v in enumerate(layer)}
    best = [list(layer) for layer in layers]
    fewest = _crossings(layers, below, place)
    for sweep in range(_SWEEPS):
        downwards = sweep % 2 == 0
        neighbours = above if downwards else below
        for layer in layers if downwards else reversed(layers):
            wanted = {v: _mean([place[u] for u in neighbours[v]], place[v]) for v in layer}
            layer.sort(key=lambda v: wanted[v])
            for i, v in enumerate(layer):
                place[v] = float(i)
        crossings = _crossings(layers, below, place)
        if crossings < fewest:
            fewest = crossings
            best = [list(layer) for layer in layers]
        if not fewest:
            break
    for layer, found in zip(layers, best, strict=True):
        layer[:] = found


def _mean(values: list[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise


def _crossings(layers: list[list[int]], below: list[list[int]], place: dict[int, float]) -> int:
    total = 0
    for layer in layers:
        ends = [place[u] for v in layer for u in sorted(below[v], key=place.__getitem__)]
        total += _inversions(ends)
    return total


def _inversions(values: list[float]) -> int:
    """Returns how many pairs are in the wrong order."""
    if len(values) < 2:
        return 0
    half = len(values) // 2
    left, right = values[:half], values[half:]
    total = _inversions(left) + _inversions(right)
    left.sort()
    right.sort()
    i = 0
    for value in right:
        while i < len(left) and left[i] <= value:
            i += 1
        total += len(left) - i
    return total


def _places_in_layers(
    layers: list[list[int]],
    above: list[list[int]],
    below: list[list[int]],
    widths: list[float],
    across: float,
    count: int,
) -> list[float]:
    """Returns the middle of each vertex: near those of its neighbours, without changing the order or overlapping."""
    centres = [0.0] * len(widths)
    for layer in layers:
        x = 0.0
        for v in layer:
            centres[v] = x + widths[v] / 2
            x += widths[v] + across
    for sweep in range(24):
        downwards = sweep % 2 == 0
        for layer in layers if downwards else reversed(layers):
            wanted, weights = [], []
            for v in layer:
                sides = above[v] + below[v] if sweep > 5 else (above[v] if downwards else below[v])
                # Long lines shall be straight.
                pulls = [_STRAIGHT if v >= count and u >= count else 1.0 for u in sides]
                total = sum(pulls)
                mean = sum(p * centres[u] for p, u in zip(pulls, sides, strict=True)) / total if total else centres[v]
                wanted.append(mean)
                weights.append(total or 0.1)
            _settle(layer, wanted, weights, widths, across, centres)
    least = min(centres[v] - widths[v] / 2 for v in range(len(widths)))
    return [x - least for x in centres]


def _settle(
    layer: list[int],
    wanted: list[float],
    weights: list[float],
    widths: list[float],
    across: float,
    centres: list[float],
) -> None:
    """Least squares under an order: neighbours that would overlap move as one block."""
    offsets = [0.0]
    for a, b in zip(layer, layer[1:], strict=False):
        offsets.append(offsets[-1] + (widths[a] + widths[b]) / 2 + across)
    blocks: list[list[float]] = []  # mean, weight, number of members
    for target, weight, offset in zip(wanted, weights, offsets, strict=True):
        blocks.append([target - offset, weight, 1])
        while len(blocks) > 1 and blocks[-2][0] > blocks[-1][0]:
            mean, heavy, members = blocks.pop()
            last = blocks[-1]
            last[0] = (last[0] * last[1] + mean * heavy) / (last[1] + heavy)
            last[1] += heavy
            last[2] += members
    at = 0
    for mean, _, members in blocks:
        for _ in range(int(members)):
            centres[layer[at]] = mean + offsets[at]
            at += 1


def _tops(
    layers: list[list[int]], sizes: Sequence[tuple[float, float]], vertices: list[int], down: float
) -> tuple[list[float], float]:
    """Returns the upper edge of each layer, and the height of all."""
    tops = []
    y = 0.0
    for layer in layers:
        tops.append(y)
        y += max((sizes[v][1] for v in layer if v < len(sizes)), default=0.0) + down
    return tops, y - down


def _routes(
    edges: Sequence[tuple[int, int]],
    chains: list[list[int]],
    places: list[tuple[float, float]],
    sizes: Sequence[tuple[float, float]],
    centres: list[float],
    vertices: list[int],
    tops: list[float],
    layers: list[list[int]],
) -> list[list[tuple[float, float]]]:
    """Returns the points of each line.

    Those that end at one box are spread over its upper edge, in the order of their origins.
    """
    arriving: dict[int, list[int]] = {}
    for number, (_, b) in enumerate(edges):
        arriving.setdefault(b, []).append(number)
    at_top: dict[int, float] = {}
    for box, numbers in arriving.items():
        numbers.sort(key=lambda n: centres[chains[n][-2]])
        x, width = places[box][0], sizes[box][0]
        inner = min(width * 0.7, 26.0 * (len(numbers) - 1))
        for i, number in enumerate(numbers):
            share = i / (len(numbers) - 1) - 0.5 if len(numbers) > 1 else 0.0
            at_top[number] = x + width / 2 + inner * share
    heights = [max((sizes[v][1] for v in layer if v < len(sizes)), default=0.0) for layer in layers]
    routes = []
    for number, (a, b) in enumerate(edges):
        middle = places[a][0] + sizes[a][0] / 2
        points = [(middle, places[a][1] + sizes[a][1])]
        if vertices[b] > vertices[a]:  # past its neighbours first, which may be taller
            points.append((middle, tops[vertices[a]] + heights[vertices[a]]))
        for dummy in chains[number][1:-1]:
            layer = vertices[dummy]
            points.append((centres[dummy], tops[layer]))
            if heights[layer]:
                points.append((centres[dummy], tops[layer] + heights[layer]))
        points.append((at_top[number], places[b][1]))
        routes.append(points)
    return routes
