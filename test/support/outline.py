"""Prints, for each file named, what CPython's own parser finds: definitions and imports with their lines, as JSON."""

import ast
import json
import sys


def outline(tree):
    found = []

    def walk(node, prefix):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
                name = prefix + child.name
                first = min([each.lineno for each in child.decorator_list] + [child.lineno])
                found.append([name, first, child.lineno, child.end_lineno])
                walk(child, name + ".")
            else:
                if isinstance(child, (ast.Import, ast.ImportFrom)):
                    for alias in child.names:
                        found.append(["import " + alias.name, child.lineno, child.lineno, child.end_lineno])
                walk(child, prefix)

    walk(tree, "")
    return found


def read(path):
    with open(path, "rb") as file:
        return ast.parse(file.read())


print(json.dumps({path: outline(read(path)) for path in sys.argv[1:]}))
