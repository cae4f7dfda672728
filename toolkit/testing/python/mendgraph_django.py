"""Runs Django's `runtests.py`, `manage.py test`, or whatever else hands its tests to unittest's own runner in the end:
that runner is given our result class, and only the tests that are wanted. Tests run in one process, in the order that
the script gives them."""
import os
import unittest

import mendgraph_script
import mendgraph_unittest
from mendgraph_unittest import NOT_LOADED, Result, name_of

# Options that are followed by a value in another word.
VALUED = {
    "--settings", "--pythonpath", "-v", "--verbosity", "--tag", "--exclude-tag", "-k", "-p", "--pattern", "-t",
    "--top-level-directory", "--testrunner", "--start-at", "--start-after", "--bisect", "--pair", "--selenium",
    "--selenium-hub", "--external-host", "--durations",
}
# Would spread the tests over processes, stop, change their order or wait for a person.
DROPPED = {"--parallel", "-j", "--shuffle", "--bisect", "--pair", "--pdb", "--failfast", "--reverse", "-r"}
OPTIONAL = {"--parallel", "-j", "--shuffle"}
# Can't be given together with names of tests.
STARTS = {"--start-at", "--start-after"}
NARROWING = {"--tag", "--exclude-tag", "-k", "-p", "--pattern"}


def split(words):
    """[(option, its words)], and the labels."""
    options, labels = [], []
    rest = list(words)
    while rest:
        word = rest.pop(0)
        name = word.split("=")[0]
        if not word.startswith("-"):
            labels.append(word)
        elif name in OPTIONAL and "=" not in word and rest and (rest[0].isdigit() or rest[0] == "auto"):
            options.append((name, [word, rest.pop(0)]))
        elif name in VALUED and "=" not in word and rest:
            options.append((name, [word, rest.pop(0)]))
        elif word.startswith("-j") and word[2:].isdigit():
            options.append(("-j", [word]))
        else:
            options.append((name, [word]))
    return options, labels


def one_process(spec):
    """A script that spreads tests over processes unless it is told otherwise."""
    if spec["script"] is None or os.path.basename(spec["script"]) == "manage.py":
        return ["--parallel=1"]
    with open(spec["script"], errors="replace") as file:
        return ["--parallel=1"] if "--parallel" in file.read() else []


def arguments(spec):
    words = spec["args"]
    script = os.path.basename(spec["script"] or "manage.py")
    command = words[:1] if words[:1] == ["test"] and script != "runtests.py" else []
    options, labels = split(words[len(command):])
    dropped = DROPPED if spec["only"] is None else DROPPED | STARTS | NARROWING
    kept = [word for name, part in options if name not in dropped for word in part]
    return command + one_process(spec) + kept + (labels if spec["only"] is None else list(dict.fromkeys(spec["only"])))


def tests_of(suite):
    waiting = [suite]
    while waiting:
        test = waiting.pop()
        if isinstance(test, unittest.TestCase):
            yield test
        else:
            try:
                waiting.extend(test)
            except TypeError:
                pass


def follow_loader():
    """The names that are loaded. The loader turns one that is not there into a test that says so, and tells only the
    name's last part."""
    original = unittest.TestLoader.loadTestsFromName
    names = set()

    def load(self, name, module=None):
        loaded = original(self, name, module)
        names.add(name)
        for test in tests_of(loaded):
            if test.id().startswith(NOT_LOADED):
                test.mendgraph_name = name
        return loaded

    unittest.TestLoader.loadTestsFromName = load
    return names


def wanted(spec, loaded, suite):
    """Each once, though a class and a test of it may both have been asked for. A script may take no names of tests:
    then those asked for are picked from all."""
    without, seen = frozenset(spec["except"]), set()
    only = frozenset(spec["only"] or ())
    takes_names = only <= loaded

    def is_wanted(name):
        if name in without or name in seen:
            return False
        parts = name.split(".")
        return takes_names or any(".".join(parts[:length]) in only for length in range(1, len(parts) + 1))

    def take(suite):
        kept = unittest.TestSuite()
        for test in suite:
            if not isinstance(test, unittest.TestCase):
                kept.addTest(take(test))
            elif is_wanted(name_of(test)):
                seen.add(name_of(test))
                kept.addTest(test)
        return kept

    return take(suite)


def recording(base):
    own = isinstance(base, type) and issubclass(base, unittest.TextTestResult) and "pdb" not in base.__name__.lower()
    return type("Result", (Result, base), {}) if own and not issubclass(base, Result) else Result


def run(spec, report, limit, coverage):
    Result.tools = (spec, report, limit, coverage)
    results, running = [], []
    original = unittest.TextTestRunner.run
    loaded = follow_loader()

    def run_tests(self, suite):
        if running:  # a test of a runner
            return original(self, suite)
        self.resultclass = recording(self.resultclass)
        running.append(self)
        try:
            results.append(original(self, wanted(spec, loaded, suite)))
        finally:
            running.pop()
        return results[-1]

    unittest.TextTestRunner.run = run_tests
    limit.watch()
    status = mendgraph_script.execute(spec, arguments(spec))
    limit.close()
    for result in results[-1:]:
        result.ran = frozenset().union(*[each.ran for each in results])
        mendgraph_unittest.tell_missing(spec, report, result)
    return status
