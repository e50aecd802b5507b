"""The page in a browser: clicks, keys, search, sorting, the dark; many events; and nothing in the console."""

import pathlib
import random
import subprocess
import sys

import pytest

from explain.browser import chromium, shown
from support.processes import environment

PROGRAMS = pathlib.Path(__file__).parent / "programs"


@pytest.fixture(scope="module")
def driver():
    with chromium() as driver:
        yield driver


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Returns a function from the name of a program to its page."""
    folder = tmp_path_factory.mktemp("pages")

    def page(name):
        path = folder / f"{name}.html"
        if not path.exists():
            command = [
                sys.executable,
                "-m",
                "graphwright",
                "explain",
                "--html",
                str(path),
                str(PROGRAMS / f"{name}.py"),
            ]
            done = subprocess.run(command, capture_output=True, text=True, env=environment(KERAS_BACKEND="tensorflow"))
            assert done.returncode == 0, done.stderr
        return path

    return page


def keys(driver, *texts):
    from selenium.webdriver.common.action_chains import ActionChains

    ActionChains(driver).send_keys(*texts).perform()


def css(driver, selector):
    return driver.find_element("css selector", selector)


def all_of(driver, selector):
    return driver.find_elements("css selector", selector)


def texts(driver, selector):
    return [element.text for element in all_of(driver, selector)]


def test_what_one_sees_of_a_retracing_program(driver, pages):
    with shown(driver, pages("retracing")):
        assert "of the time went to tracing" in css(driver, ".verdict").text
        assert any("argument 'epoch' made 11 of 24 traces" in text for text in texts(driver, ".hints li"))
        css(driver, ".hints button.link").click()
        assert css(driver, "[role=tab][aria-selected=true]").text == "Functions"
        why = texts(driver, "#function table tbody tr .difference")
        assert len(why) == 23 and any(text.startswith("epoch 0 → 1 value: pass a tensor") for text in why)
        all_of(driver, "#function tbody tr")[2].click()
        assert "step(tf.random.normal" in css(driver, "#trace .line.here").text


def test_what_one_sees_of_a_program_that_waits_for_data(driver, pages):
    with shown(driver, pages("waiting")):
        assert "of the time went to waiting for data" in css(driver, ".verdict").text
        first = texts(driver, ".hints li")[0]
        assert "waiting for data took" in first and "of 61 elements" in first and "prefetch" in first


def test_what_one_sees_of_a_training(driver, pages):
    with shown(driver, pages("training")):
        assert "of the time went to running functions" in css(driver, ".verdict").text
        assert any(text.startswith("Conv2D") for text in texts(driver, ".choice td:first-child"))
        keys(driver, "3")
        assert len(all_of(driver, "#view-timeline #timeline")) == 1
        driver.execute_script("document.querySelector('#timeline').focus()")
        keys(driver, "n", "n", "n")
        assert css(driver, "#event h3").text


def test_the_page_of_one_function(driver, gw, tmp_path):
    """Without a recording there is no timeline, and all else is there."""

    @gw.function
    def count(n):
        total = 0
        while total < n:
            total += 1
        return total

    count(gw.constant(5))
    count.inspect().save(tmp_path / "x.html")
    with shown(driver, tmp_path / "x.html"):
        assert texts(driver, "[role=tab]") == ["At a glance", "Functions", "Graph", "Memory", "Code", "Hints"]
        for number in range(1, 7):
            keys(driver, str(number))
            assert css(driver, "main section").text
        keys(driver, "/", "3")
        assert css(driver, "#graph .picture text").text


def test_sorting(driver, pages):
    with shown(driver, pages("retracing")):
        keys(driver, "3")
        column = "tbody td:nth-child(4)"

        def counts():
            return [int(text.replace(",", "")) for text in texts(driver, column)]

        head = all_of(driver, "th button")[3]
        head.click()
        assert head.find_element("xpath", "..").get_attribute("aria-sort") == "descending"
        assert counts() == sorted(counts(), reverse=True) and len(counts()) > 5
        head.click()
        assert counts() == sorted(counts())
        all_of(driver, "th button")[0].click()
        names = [text.partition(" ")[0].lower() for text in texts(driver, "tbody td:nth-child(1)")]
        assert names == sorted(names)


def test_the_timeline_by_mouse(driver, pages):
    from selenium.webdriver.common.action_chains import ActionChains

    with shown(driver, pages("retracing")):
        css(driver, "#tab-timeline").click()
        canvas = css(driver, "#timeline")

        def view():
            return driver.execute_script(
                "const v = document.querySelector('section').timeline.view; return [v.from, v.to]"
            )

        whole = view()
        place = driver.execute_script("return document.querySelector('section').timeline.placeOf(0)")
        size = canvas.size
        at = (int(place["x"] - size["width"] / 2), int(place["y"] - size["height"] / 2))
        ActionChains(driver).move_to_element_with_offset(canvas, *at).click().perform()
        assert "trace step" in css(driver, "#event h3").text
        css(driver, "[title='zoom in']").click()
        closer = view()
        assert closer[1] - closer[0] < whole[1] - whole[0]
        css(driver, "[title=later]").click()
        assert view()[0] > closer[0]
        before = view()
        ActionChains(driver).move_to_element(canvas).click_and_hold().move_by_offset(120, 0).release().perform()
        assert view()[0] < before[0]
        driver.execute_script(
            "arguments[0].dispatchEvent(new WheelEvent('wheel', {deltaY: -100, clientX: 300, clientY: 200, cancelable: true}))",
            canvas,
        )
        assert view()[1] - view()[0] < before[1] - before[0]
        css(driver, "[title='fit all']").click()
        assert view() == pytest.approx(whole)
        all_of(driver, "tbody tr")[0].click()
        assert "24 events" in css(driver, "#found").text


def test_the_timeline_by_keys(driver, pages):
    with shown(driver, pages("retracing")):
        state = "const v = document.querySelector('section').timeline.view; return [v.from, v.to, v.selected]"
        keys(driver, "/")
        assert driver.switch_to.active_element.get_attribute("id") == "search"
        keys(driver, "matmul")
        assert css(driver, "#found").text.startswith("72 events")
        keys(driver, "\ue007")  # Enter: the first of them
        assert css(driver, "#event h3").text == "MatMul"
        assert (
            any("retracing.py" in text for text in texts(driver, "#event .place"))
            and css(driver, "#event .line.here").text
        )
        keys(driver, "\ue00c")  # Escape
        assert css(driver, "#found").text == "" and driver.switch_to.active_element.get_attribute("id") == "timeline"
        keys(driver, "f")
        fitted = driver.execute_script(state)
        for key, wider in (("w", False), ("s", True)):
            before = driver.execute_script(state)
            keys(driver, key)
            after = driver.execute_script(state)
            assert (after[1] - after[0] > before[1] - before[0]) is wider
        keys(driver, "d")
        assert driver.execute_script(state)[0] > fitted[0]
        keys(driver, "n")
        assert driver.execute_script(state)[2] == fitted[2] + 1
        keys(driver, "\ue00c")
        assert driver.execute_script(state)[2] == -1
        # They also go without the canvas having the focus.
        driver.execute_script("document.activeElement.blur()")
        keys(driver, "n")
        assert driver.execute_script(state)[2] >= 0
        (button,) = [button for button in all_of(driver, "#event button") if button.text == "its function"]
        button.click()
        assert css(driver, "#function h2").text.startswith("step")


def test_all_can_be_reached_by_tab(driver, pages):
    """In each view, Tab comes to every control, and each has a name."""
    with shown(driver, pages("retracing")):
        for number in range(1, 8):
            driver.execute_script("document.activeElement.blur(); window.scrollTo(0, 0)")
            keys(driver, str(number))
            controls = driver.execute_script(
                "return [...document.querySelectorAll('button, select, input, canvas[tabindex], [role=button], tr.choice')]"
                ".filter((one) => one.tabIndex >= 0 && one.checkVisibility()).length"
            )
            unnamed = driver.execute_script(
                "return [...document.querySelectorAll('button, select, input, canvas, [role=button]')]"
                ".filter((one) => !(one.textContent.trim() || one.getAttribute('aria-label'))).map((one) => one.outerHTML)"
            )
            assert not unnamed
            driver.execute_script(
                "window.seen = new Set(); document.addEventListener('focusin', (event) => seen.add(event.target))"
            )
            keys(driver, *["\ue004"] * (controls + 3))
            assert driver.execute_script("return seen.size") >= controls > 4
        keys(driver, "4")
        css(driver, "[role=tab][aria-selected=true]").send_keys("\ue014")  # the right arrow
        assert css(driver, "[role=tab][aria-selected=true]").text == "Memory"
        keys(driver, "?")
        assert css(driver, "#keys").is_displayed()
        keys(driver, "\ue00c")
        assert not css(driver, "#keys").is_displayed()


def test_graph(driver, pages):
    with shown(driver, pages("retracing")):
        keys(driver, "4")
        assert (
            "4 nodes do the work of several" in css(driver, "#graph").text or "5 nodes do" in css(driver, "#graph").text
        )
        before, after = all_of(driver, ".side")
        fused = [box for box in after.find_elements("css selector", "g.grouped") if "fused" in box.text]
        driver.execute_script("arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true}))", fused[0])
        assert "does the work of" in css(driver, "#node").text and "retracing.py:" in css(driver, "#node").text
        assert len(before.find_elements("css selector", "g.chosen")) >= 2
        box = before.find_element("css selector", "g.grouped")
        driver.execute_script("arguments[0].focus()", box)
        keys(driver, "\ue007")
        assert "becomes part of" in css(driver, "#node").text
        width = "return document.querySelector('.side svg').getAttribute('width')"
        first = float(driver.execute_script(width))
        css(driver, "[title=larger]").click()
        assert float(driver.execute_script(width)) > first


def test_memory_and_code(driver, pages):
    with shown(driver, pages("retracing")):
        keys(driver, "5")
        values = all_of(driver, ".plan .value")
        assert len(values) > len(all_of(driver, ".plan .slot")) > 2  # several values in one place
        values[0].click()
        assert "made by instruction" in css(driver, "#memory").text
        keys(driver, "6")
        assert not all_of(driver, "pre.listing")
        css(driver, "#code [aria-pressed]").click()
        assert "MatMul(" in css(driver, "pre.listing").text


def luminance(driver, selector, name):
    channels = driver.execute_script(
        "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]].match(/[\\d.]+/g).slice(0, 3).map(Number)",
        selector,
        name,
    )
    linear = [c / 255 / 12.92 if c / 255 <= 0.03928 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark(driver, pages, dark):
    def contrast(selector):
        pair = sorted((luminance(driver, "body", "backgroundColor"), luminance(driver, selector, "color")))
        return (pair[1] + 0.05) / (pair[0] + 0.05)

    with shown(driver, pages("retracing"), dark):
        assert (luminance(driver, "body", "backgroundColor") < 0.1) is dark
        assert contrast("body") > 10 and contrast(".faint") > 4.5
        css(driver, "#theme").click()
        assert (luminance(driver, "body", "backgroundColor") < 0.1) is not dark
        assert contrast("body") > 10 and contrast(".faint") > 4.5


def report_with_events(count):
    """Returns a report of three threads that run a function of a hundred instructions again and again."""
    from graphwright._src.explain.page import model

    rng = random.Random(0)
    ops = ("MatMul", "Conv2D", "Relu", "AddV2", "Mul", "Mean", "Softmax", "Exp")
    labels = [model.Label("run", "step", "step", -1, "step")]
    for i in range(100):
        op = ops[i % len(ops)]
        labels.append(model.Label("instruction", op, f"r{i} = {op}(r0)", -1, "step", node=f"layer_{i}"))
    timeline = model.Timeline(["MainThread", "worker 1", "worker 2"], labels, [], [], [], [], [], [], 0)
    columns = (timeline.lane, timeline.label, timeline.begin, timeline.took, timeline.depth, timeline.bytes)
    for lane in range(3):
        at = 0
        while len(timeline.begin) < (lane + 1) * count // 3:
            took = [rng.randrange(500, 20_000) for _ in range(100)]
            rows = [(lane, 0, at, sum(took) + 100, 0, 1 << 20)]
            for i, length in enumerate(took):
                rows.append((lane, 1 + i, at, length, 1, rng.randrange(1 << 20)))
                at += length
            at += 1000
            for row in rows:
                for column, value in zip(columns, row, strict=True):
                    column.append(value)
    seconds = max(map(sum, zip(timeline.begin, timeline.took, strict=True))) * 1e-9
    shares = [model.Share("run", "running functions", seconds)]
    return model.Report("many events", "", "", "", "", seconds, shares, [], [], timeline, [], [], {})


def test_a_hundred_thousand_events(driver, tmp_path, gw):
    """On an idle machine it takes a fifth of a second until the page can be used; here, several times that passes."""
    from graphwright._src.explain.page import write

    path = tmp_path / "many.html"
    write.save(path, report_with_events(100_000))
    assert path.stat().st_size < 5e6
    with shown(driver, path):
        assert int(css(driver, "html").get_attribute("data-ready")) < 10_000
        keys(driver, "3", "/", "conv2d", "\ue007")
        assert "events" in css(driver, "#found").text and css(driver, "#event h3").text == "Conv2D"
        css(driver, "[title='zoom in']").click()
        assert driver.execute_script("const t = performance.now(); redraw(); return performance.now() - t") < 2000
