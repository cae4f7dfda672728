"""Says what this interpreter lacks. Called by missing.ts in the sandbox as `python mendgraph_requirements.py FILE`, where
FILE has a JSON object: requirements (as pip takes them), modules (names to import), paths (folders to import from).
The last line printed is a JSON object: requirements, a list of [state, version] with state ok, missing, version,
unneeded or unread; modules, those that are not there. Nothing is imported but the standard library and packaging."""
import importlib
import importlib.util
import json
import re
import sys


def first(*names):
    for name in names:
        try:
            return importlib.import_module(name)
        except Exception:
            pass
    return None


metadata = first("importlib.metadata", "importlib_metadata")
parser = first(
    "packaging.requirements",
    "pip._vendor.packaging.requirements",
    "setuptools._vendor.packaging.requirements",
    "pkg_resources.extern.packaging.requirements",
)
NAME = re.compile(r"^\s*([A-Za-z0-9][A-Za-z0-9._-]*)")


def installed(name):
    """Its version, None where it is not there."""
    try:
        if metadata is not None:
            return metadata.version(name)
        return importlib.import_module("pkg_resources").get_distribution(name).version
    except Exception:
        return None


def state(text):
    if parser is None:
        found = NAME.match(text)
        version = installed(found.group(1)) if found else None
        return ["ok" if version else "missing", version] if found and ";" not in text else ["unread", version]
    try:
        wanted = parser.Requirement(text)
    except Exception:
        return ["unread", None]
    try:
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
            return ["unneeded", None]
        version = installed(wanted.name)
        if version is None:
            return ["missing", None]
        return ["ok" if wanted.specifier.contains(version, prereleases=True) else "version", version]
    except Exception:
        return ["unread", None]


def is_there(module):
    try:
        return module in sys.modules or importlib.util.find_spec(module) is not None
    except Exception:
        return True


def main(asked):
    sys.path[:0] = asked["paths"]
    return {
        "requirements": [state(text) for text in asked["requirements"]],
        "modules": [module for module in asked["modules"] if not is_there(module)],
    }


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        answer = main(json.load(file))
    print("\n" + json.dumps(answer))
