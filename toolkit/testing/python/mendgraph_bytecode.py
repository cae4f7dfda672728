"""Compiled code of project files, kept by a hash of their bytes for as long as one server lives. Python's own cache
knows a file by its second of change and its size, and would take a repair of one character for the old file."""
import hashlib
import importlib.machinery
import marshal
import os
import sys


class Cache:
    def __init__(self, folder, root):
        self.folder = folder
        self.root = os.path.realpath(root) + os.sep
        os.makedirs(folder, exist_ok=True)

    def holds(self, path):
        return os.path.realpath(path).startswith(self.root)

    def get(self, kind, path, source, make):
        """The code that `make` gives for `source`; what is read of the disk is only trusted to be of this key."""
        seed = "\0".join((kind, path, str(sys.flags.optimize), sys.version)).encode("utf-8", "surrogateescape")
        name = os.path.join(self.folder, hashlib.sha256(seed + b"\0" + source).hexdigest())
        try:
            with open(name, "rb") as file:
                return marshal.loads(file.read())
        except (OSError, ValueError, EOFError, TypeError):
            pass
        code = make()
        try:
            part = "%s.%d" % (name, os.getpid())
            with open(part, "wb") as file:
                file.write(marshal.dumps(code))
            os.replace(part, name)
        except (OSError, ValueError):
            pass
        return code


def install(folder, root):
    cache = Cache(folder, root)
    for_imports(cache)
    if "_pytest.assertion.rewrite" in sys.modules:
        for_assertions(cache, sys.modules["_pytest.assertion.rewrite"])


def for_imports(cache):
    loader_class = importlib.machinery.SourceFileLoader
    original = loader_class.get_code

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        if type(self) is not loader_class or not cache.holds(path):
            return original(self, fullname)
        source = self.get_data(path)
        return cache.get("import", path, source, lambda: self.source_to_code(source, path))

    loader_class.get_code = get_code


def for_assertions(cache, rewrite):
    """pytest's rewriting of test modules takes several times as long as compiling them."""
    original = getattr(rewrite, "_rewrite_test", None)
    if original is None:
        return

    def rewrite_test(path, config):
        name = str(path)
        # With the code comes what pytest writes beside its own cache; it differs by version, so not if it is used.
        if not cache.holds(name) or not sys.dont_write_bytecode:
            return original(path, config)
        with open(name, "rb") as file:
            source = file.read()
        kind = "assert %s" % config.getini("enable_assertion_pass_hook")
        return os.stat(name), cache.get(kind, name, source, lambda: original(path, config)[1])

    rewrite._rewrite_test = rewrite_test
