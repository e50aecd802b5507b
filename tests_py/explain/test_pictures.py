"""Pictures of graphs: complete SVG, boxes that do not overlap, lines that go down, folding of what is large."""

import xml.etree.ElementTree as ElementTree

import pytest

from graphwright._src.explain import layout, picture, scene


def concrete_of(gw, function, *specs):
    return gw.function(function).get_concrete_function(*specs)


def texts(svg):
    root = ElementTree.fromstring(svg)
    return [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_a_small_graph(gw):
    shown = texts(picture.svg(concrete_of(gw, lambda x: gw.exp(x) * 2.0, gw.TensorSpec([3, None]))))
    assert {"x", "Exp", "Mul", "y = 2.0", "result", "float32 [3, ?]"} <= set(shown)


def test_loops_and_branches_are_boxes(gw):
    def f(n):
        total = 0
        for i in gw.range(n):
            if i % 2 == 0:
                total += i
            else:
                total -= 1
        return total

    shown = texts(picture.svg(concrete_of(gw, f, gw.TensorSpec([], gw.int32))))
    assert {"while", "condition", "body", "if", "then", "else", "go on?", "next state 0", "FloorMod", "Less"} <= set(
        shown
    )


def test_calls_are_boxes(gw):
    inner = gw.function(lambda x: gw.sin(x))
    shown = texts(picture.svg(concrete_of(gw, lambda x: inner(x) + 1.0, gw.TensorSpec([]))))
    assert {"call <lambda>", "Sin"} <= set(shown)


def test_gradients_of_loops(gw):
    def f(x):
        with gw.GradientTape() as tape:
            tape.watch(x)
            y = x
            for _ in gw.range(5):
                y = gw.sin(y) * x
        return tape.gradient(y, x)

    concrete = concrete_of(gw, f, gw.TensorSpec([]))
    shown = texts(picture.svg(concrete))
    assert shown.count("while") == 2 and any(text.startswith("call gradient of ") for text in shown)
    assert {"Sin", "Cos"} <= set(shown)
    assert texts(picture.svg(concrete.graph)) == shown


def test_captures_and_what_is_not_needed(gw):
    weight = gw.Variable(1.0, name="weight")
    table = gw.ones([1000])

    def f(x):
        gw.exp(x)
        weight.assign_add(1.0)
        return x * weight + gw.reduce_sum(table)

    shown = texts(picture.svg(concrete_of(gw, f, gw.TensorSpec([]))))
    assert shown.count("weight") == 2 and "ReadVariableOp" in shown and "AssignAddVariableOp" in shown
    assert "not needed" in shown and "float32 [1000]" in shown


@pytest.mark.parametrize("count", [5, 300, 3000])
def test_large_graphs_stay_legible(gw, count):
    def f(x):
        for _ in range(count):
            x = gw.sin(x)
        return x

    shown = texts(picture.svg(concrete_of(gw, f, gw.TensorSpec([]))))
    assert shown.count("Sin") == min(count, scene.MOST_BOXES - 2)
    assert (f"… {count - scene.MOST_BOXES + 3} more" in shown) == (count > scene.MOST_BOXES)


def test_name_scopes_are_folded(gw):
    def f(x):
        for i in range(10):
            with gw.name_scope(f"layer{i}"):
                for _ in range(8):
                    x = gw.sin(x)
        return x

    concrete = concrete_of(gw, f, gw.TensorSpec([]))
    shown = texts(picture.svg(concrete))
    assert "layer3/" in shown and "8 operations" in shown and "Sin" not in shown
    page = picture.html_of(concrete)
    assert page.count("<details>") == 10 and "layer3/ (8 operations)" in page and ">Sin<" in page


def test_deep_nesting_is_folded(gw):
    def f(x):
        while x < 10:
            while x < 9:
                while x < 8:
                    while x < 7:
                        x += 1
        return x

    concrete = concrete_of(gw, f, gw.TensorSpec([], gw.int32))
    shown = texts(picture.svg(concrete))
    assert shown.count("while") == 3 + shown.count("condition") - 2
    assert any("body: " in text for text in shown)
    assert "<details>" in picture.html_of(concrete)


def test_notebooks_show_graphs(gw):
    with gw.Graph().as_default() as graph:
        gw.exp(gw.compat.v1.placeholder(gw.float32, [2], name="a<b" if False else "a"))
    assert "<svg" in graph._repr_html_() and "Exp" in graph._repr_html_()
    f = gw.function(lambda x: x)
    assert "<svg" in f.get_concrete_function(gw.TensorSpec([]))._repr_html_()
    assert "an empty graph" in gw.Graph()._repr_html_()


def test_strange_texts(gw):
    concrete = concrete_of(gw, lambda x: x + "<&>\"'\x00\x1b\ud7ff一二三", gw.TensorSpec([], gw.string))
    ElementTree.fromstring(picture.svg(concrete))


# ---- layout ----


def boxes_overlap(places, sizes):
    for i, ((x, y), (w, h)) in enumerate(zip(places, sizes, strict=True)):
        for (u, v), (p, q) in zip(places[i + 1 :], sizes[i + 1 :], strict=True):
            if x < u + p and u < x + w and y < v + q and v < y + h:
                return True
    return False


@pytest.mark.parametrize("seed", range(8))
def test_layout_of_random_graphs(seed):
    import random

    random.seed(seed)
    count = random.choice([1, 2, 10, 60, 150])
    sizes = [(random.uniform(20, 120), random.uniform(15, 60)) for _ in range(count)]
    edges = [tuple(sorted(random.sample(range(count), 2))) for _ in range(count * 3 // 2)] if count > 1 else []
    found = layout.arrange(sizes, edges)
    assert len(found.places) == count and len(found.routes) == len(edges)
    assert not boxes_overlap(found.places, sizes)
    for (a, b), route in zip(edges, found.routes, strict=True):
        assert found.places[a][1] + sizes[a][1] <= found.places[b][1]  # downwards
        assert route[0][1] == found.places[a][1] + sizes[a][1] and route[-1][1] == found.places[b][1]
        assert all(first[1] <= second[1] for first, second in zip(route, route[1:], strict=False))
    for (x, y), (w, h) in zip(found.places, sizes, strict=True):
        assert x >= -0.01 and y >= 0 and x + w <= found.width + 0.01 and y + h <= found.height + 0.01


def test_layout_of_cycles_and_nothing():
    assert layout.arrange([], []).width == 0
    found = layout.arrange([(10, 10)] * 4, [(0, 1), (1, 2), (2, 0), (2, 3), (3, 3)])
    assert not boxes_overlap(found.places, [(10, 10)] * 4)


def test_a_tree_is_drawn_without_crossings():
    edges = [(i, 2 * i + k) for i in range(7) for k in (1, 2)]
    found = layout.arrange([(20, 10)] * 15, edges)
    for layer in {y for _, y in found.places}:
        below = sorted(
            (found.places[a][0], route[-1][0])
            for (a, _), route in zip(edges, found.routes, strict=True)
            if found.places[a][1] == layer
        )
        assert [x for _, x in below] == sorted(x for _, x in below)
