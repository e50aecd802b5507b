"""The search of the site: words of English, pairs of letters of Korean and Chinese.

Neither Chinese words nor Korean ones with their endings can be told apart by spaces. Pairs of neighbouring letters need
no dictionary, in Python or in the browser, and find a word wherever it stands: 추적 in 추적은, 梯度 in 求梯度的方法.
"""

from __future__ import annotations

import re

from sphinx.search.en import SearchEnglish

_RUNS = re.compile(r"[\u3400-\u9fff]+|[\uac00-\ud7a3]+|[^\W\u3400-\u9fff\uac00-\ud7a3]+")
_EAST_ASIAN = re.compile(r"[\u3400-\u9fff\uac00-\ud7a3]")


def split(text: str) -> list[str]:
    """Returns the words by which a text is found.

    >>> split("tf.function은 추적")
    ['tf', 'function', '은', '추적']
    >>> split("自动微分")
    ['自动', '动微', '微分']
    >>> split("explain_retracing")
    ['explain_retracing', 'explain', 'retracing']
    """
    words = []
    for run in _RUNS.findall(text):
        if _EAST_ASIAN.match(run) and len(run) > 2:
            words += [run[at : at + 2] for at in range(len(run) - 1)]
        else:
            words.append(run)
            if "_" in run:
                words += filter(None, run.split("_"))  # who searches for a part finds the name
    return words


class ThreeLanguages(SearchEnglish):
    """Splits text and, in the browser, what is searched for in the same way, but for parts of names."""

    js_splitter_code = """
function splitQuery(query) {
  const han = "\\u3400-\\u9fff", hangul = "\\uac00-\\ud7a3";
  const runs = new RegExp(`[${han}]+|[${hangul}]+|(?:(?![${han}${hangul}])[\\\\p{L}\\\\p{N}_])+`, "gu");
  const eastAsian = new RegExp(`^[${han}${hangul}]`);
  return (query.match(runs) || []).flatMap((run) => {
    if (!eastAsian.test(run) || run.length <= 2) return [run];
    return Array.from({ length: run.length - 1 }, (_, at) => run.slice(at, at + 2));
  });
}
"""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self._stems: dict[str, str] = {}  # thousands of pages have the same words

    def split(self, input: str) -> list[str]:
        return split(input)

    def stem(self, word: str) -> str:
        if word not in self._stems:
            self._stems[word] = super().stem(word)
        return self._stems[word]
