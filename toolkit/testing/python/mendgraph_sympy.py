"""Runs sympy's own test runner (`bin/test`, `sympy.test()`) with a result line for each test. An id is
`sympy/core/tests/test_x.py:test_name`."""
import importlib
import os
import random
from time import perf_counter

import mendgraph_script


class TestTimeout(Exception):
    """The runner lets only an Exception be the failure of one test."""

    __test__ = False
    __module__ = "builtins"


class Stop(BaseException):
    """The first failure, where that is enough."""


class Recorder:
    def __init__(self, spec, report, limit, coverage):
        self.spec = spec
        self.report = report
        self.limit = limit
        self.coverage = coverage
        self.only = None if spec["only"] is None else set(spec["only"])
        self.without = set(spec["except"])
        self.files = None if self.only is None else {test.split(":")[0] for test in self.only}
        self.seen = set()
        self.file = None
        self.test = None
        self.started = 0

    def relative(self, path):
        root = os.path.realpath(self.spec["root"]) + os.sep
        real = os.path.realpath(path)
        return (real[len(root):] if real.startswith(root) else path).replace(os.sep, "/")

    def wants(self, function):
        test = "%s:%s" % (self.file, function.__name__)
        return test not in self.without and (self.only is None or test in self.only or self.file in self.only)

    def enter_file(self, path):
        self.file, self.test = self.relative(path), None
        self.limit.arm()  # importing it may hang

    def enter_test(self, function):
        self.limit.disarm()
        self.test = function.__name__
        self.report.write("start", id="%s:%s" % (self.file, self.test))
        self.started = perf_counter()
        if self.coverage:
            self.coverage.start()
        self.limit.arm()

    def end(self, status, message=None, error=None):
        """Of the test that runs, or of the file when none does."""
        self.limit.disarm()
        lines = self.coverage.stop() if self.coverage and self.test else None
        if error is not None:
            message = self.report.message(*error)
            if error[0].__name__ == "TestTimeout":
                status = "timeout"
        test = self.file if self.test is None else "%s:%s" % (self.file, self.test)
        self.seen.add(test)
        self.report.write(
            "result",
            id=test,
            printed=self.test,
            status=status,
            seconds=round(perf_counter() - self.started, 6) if self.test else 0,
            message=message,
            frames=self.report.frames(error[2]) if error else [],
        )
        if lines is not None:
            lines = {path: numbers for path, numbers in lines.items() if not path.endswith("/runtests.py")}
            self.report.write("coverage", id=test, files=lines)
        self.test = None
        if self.spec["failFast"] and status not in ("passed", "skipped"):
            raise Stop()

    def tell_missing(self):
        for test in sorted((self.only or set()) - self.seen - self.without):
            if not test.endswith(".py"):
                why = "there is no such test"
            elif os.path.exists(os.path.join(self.spec["root"], test)):
                continue
            else:
                why = "there is no such file"
            self.report.write("result", id=test, status="error", seconds=0, message=why, frames=[])


def load():
    try:
        return importlib.import_module("sympy.testing.runtests")
    except ImportError:
        return importlib.import_module("sympy.utilities.runtests")


def follow(runtests, recorder):
    tests, reporter = runtests.SymPyTests, runtests.PyTestReporter
    test_all, test_file, matches = tests.test, tests.test_file, tests.matches

    def all_files(self, *arguments, **options):
        if recorder.files is not None:
            self._kw = ""
            found = self.get_test_files("sympy")
            self._testfiles = [path for path in found if recorder.relative(path) in recorder.files]
        return test_all(self, *arguments, **options)

    def one_file(self, filename, sort=True, timeout=False, *arguments, **options):
        recorder.enter_file(filename)
        try:
            return test_file(self, filename, sort, False, *arguments, **options)  # its time limit would use our alarm
        finally:
            recorder.limit.disarm()

    def is_wanted(self, function):
        return recorder.wants(function) and matches(self, function)

    tests.test, tests.test_file, tests.matches = all_files, one_file, is_wanted

    def before(name, act):
        original = getattr(reporter, name)

        def replaced(self, *arguments, **options):
            result = original(self, *arguments, **options)
            act(*arguments, **options)
            return result

        setattr(reporter, name, replaced)

    before("entering_test", recorder.enter_test)
    before("test_pass", lambda *_, **__: recorder.end("passed"))
    before("test_xpass", lambda *_, **__: recorder.end("passed"))
    before("test_xfail", lambda *_, **__: recorder.end("skipped", "expected failure"))
    before("test_skip", lambda reason=None: recorder.end("skipped", str(reason)[:4000]))
    before("test_fail", lambda error: recorder.end("failed", error=error))
    before("test_exception", lambda error: recorder.end("error", error=error))
    before("import_error", lambda _, error: recorder.end("error", error=error))


def prepare(arguments):
    """What `bin/test` sets before it imports sympy, which is imported here already."""
    for at, word in enumerate(arguments):
        if word in ("-C", "--no-cache"):
            os.environ["SYMPY_USE_CACHE"] = "no"
        elif word in ("-t", "--types") and at + 1 < len(arguments):
            os.environ["SYMPY_GROUND_TYPES"] = arguments[at + 1]


def run(spec, report, limit, coverage):
    recorder = Recorder(spec, report, limit, coverage)
    limit.error = TestTimeout
    limit.watch()
    random.seed(0)  # of which it draws its own seed, unless it is given one
    prepare(spec["args"])
    try:
        follow(load(), recorder)
        status = mendgraph_script.execute(spec, spec["args"])
        recorder.tell_missing()
    except Stop:
        status = 1
    limit.close()
    return status
