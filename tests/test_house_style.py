"""What a reader may rely on in every file of the package: one name for one class, lines that fit."""

import ast
from collections import Counter

from .trees import ROOT, trees

FILES = {file.relative_to(ROOT).as_posix(): file.read_text() for file in sorted(ROOT.rglob("*.py"))}
COLUMNS, REPEATED = 110, 10


def test_hardly_a_class_name_stands_for_two_things():
    names = Counter(
        node.name for tree in trees().values() for node in ast.walk(tree) if isinstance(node, ast.ClassDef)
    )
    repeated = sorted(name for name, count in names.items() if count > 1)
    assert len(repeated) <= REPEATED, f"more than one class is called {', '.join(repeated)}"


def test_every_line_fits():
    for name, text in FILES.items():
        for number, line in enumerate(text.splitlines(), 1):
            assert len(line) <= COLUMNS, f"{name}:{number} is {len(line)} columns wide"
