"""Makes a program that fails smaller: statements, parts of them and expressions, while it still fails in the same way."""

import ast
import time
import warnings

BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def parts_of(tree):
    """The nodes of a program's functions."""
    return [node for function in tree.body[1:] for node in ast.walk(function)]


def places(tree):
    """All (node, field, index or None) that can be made smaller, statements first."""
    nodes = parts_of(tree)
    for node in nodes:
        for name in BLOCKS:
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield from ((node, name, i) for i in range(len(block)))
    for node in nodes:
        for name, value in ast.iter_fields(node):
            if name in BLOCKS and isinstance(value, list):
                continue
            if isinstance(value, list):
                yield from ((node, name, i) for i, item in enumerate(value) if isinstance(item, ast.expr))
            elif isinstance(value, ast.expr):
                yield node, name, None


def smaller_expressions(value):
    """What an expression may be replaced by: its parts, and constants."""
    yield from (
        part
        for part in ast.iter_child_nodes(value)
        if isinstance(part, ast.expr) and not isinstance(part, ast.Constant)
    )
    if isinstance(value, ast.Call):
        yield from (keyword.value for keyword in value.keywords)
    if not isinstance(value, (ast.Constant, ast.Name)):
        for text in ("x", "tf.constant(0.5)", "tf.constant(1)", "tf.constant(True)", "tf.constant([0.5, -1.0, 0.25])"):
            if text != ast.unparse(value):
                yield ast.parse(text, mode="eval").body


def without_runs(tree):
    """Texts of the program without halves, quarters … of its blocks."""
    nodes = parts_of(tree)
    blocks = [(node, name) for node in nodes for name in BLOCKS[:3] if type(getattr(node, name, 0)) is list]
    size = max([len(getattr(node, name)) for node, name in blocks], default=0)
    while size > 2:
        size = (size + 1) // 2
        for node, name in blocks:
            block = getattr(node, name)
            for start in range(0, len(block), size):
                rest = block[:start] + block[start + size :]
                yield changed(tree, node, name, rest or ([ast.Pass()] if name == "body" else []))


def changed(tree, node, name, value):
    """The program's text with another field of a node."""
    before = getattr(node, name)
    setattr(node, name, value)
    try:
        return compiled(tree)
    finally:
        setattr(node, name, before)


def compiled(tree):
    """The text of a tree, or None where it is no program."""
    try:
        text = ast.unparse(ast.fix_missing_locations(tree)) + "\n"
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<smaller>", "exec")
        return text
    except (SyntaxError, ValueError, TypeError, AttributeError):
        return None


def variants(tree):
    """Texts of programs that are a step smaller; statements first."""
    for node, name, i in list(places(tree)):
        value = getattr(node, name)
        options = []
        if isinstance(value, list) and name in BLOCKS:
            options.append([])
            for inner in ("body", "orelse"):
                block = getattr(value[i], inner, None)
                if (
                    type(block) is list
                    and block
                    and isinstance(block[0], ast.stmt)
                    and type(value[i]) is not ast.FunctionDef
                ):
                    options.append(block)
        else:
            part = value if i is None else value[i]
            if not isinstance(getattr(part, "ctx", None), (ast.Store, ast.Del)):
                options += [[other] for other in smaller_expressions(part)]
            if i is not None and len(value) > 1 and name in ("elts", "values"):
                options.append([])
        for option in options:
            if i is None:
                yield changed(tree, node, name, option[0])
            else:
                items = value[:i] + option + value[i + 1 :]
                yield changed(tree, node, name, items or ([ast.Pass()] if name == "body" else []))


def fewer_calls(source):
    """The program with a plainer PLAN."""
    plan = ast.literal_eval(source.split("\n", 1)[0].removeprefix("PLAN = "))
    rest = source.split("\n", 1)[1]
    options = [{"gradient": "none"}, {"signature": None}, {"gradient": "outside"}]
    options += [
        {"calls": plan["calls"][:i] + plan["calls"][i + 1 :]}
        for i in range(len(plan["calls"]))
        if len(plan["calls"]) > 1
    ]
    for option in options:
        if any(key in plan and plan[key] != value for key, value in option.items()):
            yield f"PLAN = {plan | option}\n{rest}"


def steps(source):
    """Smaller programs, large steps first."""
    tree = ast.parse(source)
    yield from fewer_calls(source)
    yield from without_runs(tree)
    yield from variants(tree)


def shrink(source, fails, seconds=60):
    """The smallest program found in that time for which `fails(source)` holds."""
    end = time.monotonic() + seconds
    tried = {None}
    progress = True
    while progress:
        progress = False
        for text in steps(source):
            if time.monotonic() > end:
                return source
            if text in tried or len(text) >= len(source):
                continue
            tried.add(text)
            try:
                progress = fails(text)
            except BaseException as error:
                if isinstance(error, (KeyboardInterrupt, SystemExit)):
                    raise
                continue  # not even a program that can be judged
            if progress:
                source = text
                break
    return source


def smallest(judge, source, finding, thorough=False):
    """The report of a difference, with the program made small that shows it."""

    def fails(text):
        return (judge.finding(text, thorough, finding.run) or ("", ""))[:2] == finding[:2]

    small = shrink(source, fails)
    return f"made small:\n\n{small}\n{(judge.finding(small, thorough, finding.run) or finding).text}"
