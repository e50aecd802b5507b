"""Tries the search of the built site in Chromium, from files, without a network: words of three languages find their pages.

    python docs/extension/try_search.py build/docs/html

Exit status 1 where a word does not lead to its page among the first results; 0, with a line that says so, where there is no
Chromium.
"""

from __future__ import annotations

import pathlib
import shutil
import sys
import urllib.parse
from collections.abc import Iterator

from selenium import webdriver
from selenium.webdriver.support.wait import WebDriverWait

# What is searched for, and a page that has to be among the first results.
QUERIES = [
    ("GradientTape", "api/tf.GradientTape.html"),
    ("tf.einsum", "api/tf.einsum.html"),
    ("matmul", "api/tf.linalg.matmul.html"),
    ("compat.v1.Session", "api/tf.compat.v1.Session.html"),
    ("retracing", "guide/en/slow.html"),
    ("checkpoint restore", "api/tf.train.Checkpoint.html"),
    ("추적", "guide/ko/traces.html"),
    ("체크포인트", "guide/ko/files.html"),
    ("그래디언트", "tutorials/ko/03_gradients.html"),
    ("여러 컴퓨터", "guide/ko/machines.html"),
    ("합성곱", "guide/ko/slow.html"),
    ("跟踪", "guide/zh/traces.html"),
    ("检查点", "guide/zh/files.html"),
    ("梯度", "tutorials/zh/03_gradients.html"),
    ("多台机器", "guide/zh/machines.html"),
    ("矩阵乘法", "guide/zh/slow.html"),
]
_FIRST = 15
# Once all results are there, the summary and their links; nothing before.
_LINKS = """
const summary = document.querySelector("p.search-summary");
const links = [...document.querySelectorAll("ul.search > li > a")].map((link) => link.href);
return summary && summary.textContent ? [summary.textContent, ...links] : null;
"""
_PATIENCE = 180  # seconds, for the index is read anew for each


def results(driver: webdriver.Chrome, site: pathlib.Path, query: str) -> list[str]:
    """Returns the pages, below the site's folder, that a search gives, the best first."""
    driver.get(f"{(site / 'search.html').as_uri()}?q={urllib.parse.quote(query)}")
    links = WebDriverWait(driver, _PATIENCE).until(lambda each: each.execute_script(_LINKS))
    pages = [urllib.parse.unquote(link).removeprefix(f"{site.as_uri()}/") for link in links[1:]]
    return [page.partition("#")[0].partition("?")[0] for page in pages]


def failures(site: pathlib.Path, chromium: str, chromedriver: str) -> Iterator[str]:
    """Yields a line for each word that does not find its page."""
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    with webdriver.Chrome(options=options, service=webdriver.ChromeService(chromedriver)) as driver:
        for query, page in QUERIES:
            found = results(driver, site, query)[:_FIRST]
            place = found.index(page) + 1 if page in found else 0
            print(f"{query}: {page} is result {place or f'none of {found}'}")
            if not place:
                yield query


def main(site: pathlib.Path) -> int:
    """Tries all words. Returns the exit status."""
    programs = [shutil.which(name) for name in ("chromium", "chromedriver")]
    if None in programs:
        print("no chromium and chromedriver here: the search was not tried")
        return 0
    wrong = list(failures(site, *map(str, programs)))
    print(f"{len(QUERIES) - len(wrong)} of {len(QUERIES)} words find their pages")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
