"""Groups source files that may be compiled as one, for CMake's UNITY_BUILD.

    python cmake/unity_groups.py ROOT SIZE FILE...

prints a line `group file` for each file that shares a group, at most SIZE files of one folder below ROOT a group. Two files
share one only where that cannot change what either means: no name that one of them keeps to itself (in an unnamed namespace,
as a macro, as `static`) occurs in the other or is declared by a header below ROOT that the other includes, and both use the same
namespaces.
"""

import functools
import re
import sys
from pathlib import Path

NOT_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\d)\'(?:\\.|[^\'\\\n])*\'', re.S)
RAW_STRING = re.compile(r'R"(\w*)\(.*?\)\1"', re.S)
# Members are looked up elsewhere.
IDENTIFIER = re.compile(r"(?<![\w.])(?<!->)(?<!::)[A-Za-z_]\w*")
DEFINED = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
NAMESPACE = re.compile(r"^namespace\s+([\w:]+)", re.M)
USED_NAMESPACE = re.compile(r"^\s*using\s+namespace\s+([\w:]+)", re.M)
# What a declaration, stripped of everything in brackets, introduces.
TYPE = re.compile(r"\b(?:struct|class|union|enum(?:\s+class)?|concept|namespace)\s+(\w+)")
ALIAS = re.compile(r"\busing\s+(?:[\w:]*::)?(\w+)\s*[=;]")
FUNCTION = re.compile(r"[\w>*&]\s*(?<!\w)([A-Za-z_]\w*)\s*\(\)")
VARIABLE = re.compile(r"[\w>*&]\s*(?<!\w)([A-Za-z_]\w*)\s*(?:=|;|\{\}|\[\])")
KEYWORDS = {
    "const",
    "constexpr",
    "noexcept",
    "override",
    "final",
    "default",
    "delete",
    "operator",
    "requires",
    "decltype",
    "alignas",
}


def code_of(text):
    """The text without comments, strings and characters."""
    return NOT_CODE.sub(lambda found: " " if found[0][0] == "/" else " 0 ", RAW_STRING.sub(" 0 ", text))


def unnamed(namespaces, statement):
    return "" in namespaces


def internal(namespaces, statement):
    return "" not in namespaces and re.match(r"\s*(?:static|const|constexpr|using)\b", statement)


def outline(code, wanted):
    """The declarations at namespace level, with empty brackets, of which `wanted(namespaces, declaration)` holds."""
    kept, statement, depth, namespaces = [], "", 0, []

    def end():
        nonlocal statement
        if wanted(namespaces, statement):
            kept.append(re.sub(r"\s+", " ", statement))
        statement = ""

    for piece in re.findall(r"[{}()\[\];]|[^{}()\[\];]+", code):
        namespace = re.search(r"\bnamespace\b\s*([\w:]*)\s*$", statement) if depth == 0 and piece == "{" else None
        if namespace:
            namespaces.append(namespace[1])
            statement = ""
        elif depth == 0 and piece == "}":
            end()
            if namespaces:
                namespaces.pop()
        elif piece in "{([":
            if depth == 0:
                statement += piece
            depth += 1
        elif piece in "})]":
            depth -= 1
            if depth == 0:
                statement += piece
                if piece == "}" and not re.search(r"=\s*\{\}$|\w\{\}$", statement):
                    end()
        elif depth == 0:
            statement += piece
            if piece == ";":
                end()
    end()
    return "\n\n".join(kept)


def enumerators(code):
    """The names that enumerations without a scope bring into their namespace."""
    names = set()
    for body in re.findall(r"\benum\s+(?!class\b|struct\b)[\w\s:]*\{([^}]*)\}", code):
        names.update(re.findall(r"(\w+)\s*(?:=[^,]*)?(?:,|$)", body))
    return names


def names_of(text, wanted):
    """The names that a file declares, as `outline` has it, its macros and enumerators."""
    code = code_of(text)
    level = outline(re.sub(r"^[ \t]*#.*$", "", code.replace("\\\n", " "), flags=re.M), wanted)
    while level != (shorter := re.sub(r"<[^<>;{}]*>", "", level)):
        level = shorter
    names = set(DEFINED.findall(code)) | enumerators(code)
    for statement in level.split("\n\n"):
        if USED_NAMESPACE.match(statement):
            continue
        types = TYPE.findall(statement)
        names.update(types)
        for pattern in () if types and "()" not in statement else (ALIAS, FUNCTION, VARIABLE):
            names.update(pattern.findall(statement))
    return names - KEYWORDS


class Headers:
    """What headers below `root` declare."""

    def __init__(self, root):
        self.root = Path(root)
        self.read = functools.cache(self._read)

    def _read(self, name, opened):
        path = self.root / name
        if not path.is_file():
            return frozenset(), ()
        text = path.read_text(encoding="utf-8")

        def open_to_all(namespaces, statement):
            return opened.issuperset(part for name in namespaces for part in name.split("::"))

        return frozenset(names_of(text, open_to_all)), tuple(INCLUDE.findall(text))

    def names(self, text, opened):
        """All names that come with a text's includes in the namespaces `opened`."""
        names, seen, open_ends = set(), set(), INCLUDE.findall(text)
        while open_ends:
            header = open_ends.pop()
            if header not in seen:
                seen.add(header)
                declared, further = self.read(header, opened)
                names |= declared
                open_ends += further
        return names


def groups_of(root, size, files):
    """The files, in lists of those that may be compiled as one."""
    headers, groups = Headers(root), []
    for file in files:
        text = Path(file).read_text(encoding="utf-8")
        code = code_of(text)
        used = frozenset(USED_NAMESPACE.findall(code))
        opened = used.union({""}, *(name.split("::") for name in NAMESPACE.findall(code)))
        included = headers.names(text, opened)
        own = names_of(text, unnamed) | names_of(text, internal) - included
        met = set(IDENTIFIER.findall(code)) | included
        scope = Path(file).relative_to(root).parts[0], used
        for group in groups:
            if (
                len(group["files"]) < size
                and group["scope"] == scope
                and not own & group["met"]
                and not met & group["own"]
            ):
                break
        else:
            group = {"files": [], "own": set(), "met": set(), "scope": scope}
            groups.append(group)
        group["files"].append(file)
        group["own"] |= own
        group["met"] |= met
    return [group["files"] for group in groups]


def main():
    root, size, *files = sys.argv[1:]
    for number, group in enumerate(groups_of(root, int(size), sorted(files))):
        for file in group if len(group) > 1 else ():
            print(f"{Path(file).relative_to(root).parts[0]}_{number} {file}")


if __name__ == "__main__":
    main()
