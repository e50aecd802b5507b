"""Compares what errors of nearly right calls of raw ops say: `python tests_py/generated/op_fuzz/messages.py --cases 4000`.

Each call runs eagerly and becomes a node of a graph, on TensorFlow and here. Where both refuse it with the same class, the main
words of TensorFlow's message must be in ours, for people search for them. What differs is printed by how often.
"""

import argparse
import collections
import os
import re
import sys
import tempfile

from generated.op_fuzz.op_calls import text_of
from generated.op_fuzz.op_generator import make_call
from generated.op_fuzz.run import AT_ONCE, HERE, stock
from support.processes import pickled_outcomes

_OWN = re.compile(  # what is of one call only: places, nodes, ops, shapes, names
    r"\{\{[^}]*\}\}|\[Op:[^\]]*\]|name: ?$| for '\{\{node.*|\n.*| ?\[[\d,? ?<>-]*\]|'[^']*'|\"[^\"]*\"|[^\s]*\.cc:\d+"
)


def words_of(text):
    """The words of a message, without what is of one call only."""
    return re.findall(r"[A-Za-z_]+", _OWN.sub(" ", text))


def key_of(text):
    return " ".join(words_of(text))[:110]


def longest_run(a, b):
    """The length of the longest run of words that both have."""
    best, before = 0, [0] * (len(b) + 1)
    for word in a:
        now = [0] * (len(b) + 1)
        for j, other in enumerate(b):
            if word.lower() == other.lower():
                now[j + 1] = before[j] + 1
                best = max(best, now[j + 1])
        before = now
    return best


def says_the_same(theirs, ours):
    """Tells whether the main words of a message are in another one, and the node where it names one."""
    a = words_of(theirs)
    run = max(longest_run(a, b) for b in (re.findall(r"[A-Za-z_]+", ours), words_of(ours)))
    enough = run >= min(5, max(1, len(a) * 2 // 3))
    return enough and all(
        (part not in theirs) or (part in ours) for part in ("[Op:", "for '{{node", "with input shapes")
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ops", nargs="*", help="only these ops")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the first call's number")
    parser.add_argument("--most", type=int, default=40, help="messages to print")
    parser.add_argument("--share", type=float, default=0.0, help="least share of messages with TensorFlow's words")
    parser.add_argument("--stock", help="a file for what the rows run, which several runs share")
    options = parser.parse_args()
    counts, groups = collections.Counter(), collections.defaultdict(list)
    with tempfile.TemporaryDirectory() as folder:
        known = stock(options.stock or os.path.join(folder, "stock"))
        last = options.first + options.cases
        for first in range(options.first, last, AT_ONCE):
            numbers = range(first, min(first + AT_ONCE, last))
            calls = [make_call(known, options.seed, number, options.ops or None) for number in numbers]
            items = [(how, call) for call in calls for how in ("eagerly", "graph")]
            worker = os.path.join(HERE, "messages_worker.py")
            theirs, ours = (pickled_outcomes(worker, m, items, folder, m)() for m in ("tensorflow", "graphwright"))
            for (how, call), there, here in zip(items, theirs, ours, strict=True):
                if there[0] != "error" or here[0] != "error" or there[1][0] not in here[1]:
                    continue
                same = says_the_same(there[2], here[2])
                counts[how, same] += 1
                if not same:
                    groups[how, key_of(there[2])].append((call, there[2], here[2]))
    for (how, key), cases in sorted(groups.items(), key=lambda item: -len(item[1]))[: options.most]:
        call, there, here = min(cases, key=lambda case: len(text_of(case[0])))
        ops = collections.Counter(case[0].op for case in cases)
        print(f"{len(cases)} x {how}: {key}\n    {dict(ops.most_common(6))}\n    {text_of(call)[:300]}")
        print(f"    there: {there[:400]!r}\n    here:  {here[:400]!r}")
    shares = []
    for how in ("eagerly", "graph"):
        right, wrong = counts[how, True], counts[how, False]
        shares.append(right / max(right + wrong, 1))
        print(f"{how}: {right + wrong} messages of one class, {shares[-1]:.1%} with TensorFlow's words")
    return 1 if min(shares) < options.share else 0


if __name__ == "__main__":
    sys.exit(main())
