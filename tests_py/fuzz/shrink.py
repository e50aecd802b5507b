"""Makes a program that fails smaller: statements are dropped, blocks replaced by their bodies, while it still fails."""

import ast


def blocks_of(tree):
    for node in ast.walk(tree):
        for field in ("body", "orelse"):
            block = getattr(node, field, None)
            if isinstance(block, list) and block and isinstance(block[0], ast.stmt):
                yield node, field, block


def variants(source):
    """Programs that are a step smaller."""
    count = sum(len(block) for _, _, block in blocks_of(ast.parse(source)))
    for number in range(count):
        for unwrap in (False, True):
            tree = ast.parse(source)
            at = 0
            for node, field, block in list(blocks_of(tree)):
                if not at <= number < at + len(block):
                    at += len(block)
                    continue
                statement = block[number - at]
                if isinstance(node, ast.Module):
                    break
                inner = getattr(statement, "body", None)
                if unwrap and not isinstance(statement, (ast.If, ast.For, ast.While)):
                    break
                block[number - at : number - at + 1] = inner if unwrap else []
                if not block and field == "body":
                    block.append(ast.Pass())
                yield ast.unparse(ast.fix_missing_locations(tree)) + "\n"
                break


def shrink(source, fails, steps=200):
    """The smallest program found for which `fails(source)` holds; it is asked at most `steps` times."""
    progress = True
    while progress and steps > 0:
        progress = False
        for smaller in variants(source):
            steps -= 1
            if steps <= 0:
                break
            if smaller != source and fails(smaller):
                source, progress = smaller, True
                break
    return source
