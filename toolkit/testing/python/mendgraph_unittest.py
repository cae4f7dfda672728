"""Runs what `python -m unittest` would run, with a result line for each test and a time limit."""
import re
import sys
import unittest
from time import perf_counter

RANK = {"passed": 0, "skipped": 1, "failed": 2, "error": 3, "timeout": 4}
NOT_LOADED = ("unittest.loader._FailedTest.", "unittest.loader.ModuleSkipped.")
PLACE = re.compile(r'File "([^"\n]+)", line (\d+), in (\S+)')


class Result(unittest.TextTestResult):
    tools = None
    ran = frozenset()
    current = None

    def startTest(self, test):
        spec, report, limit, coverage = self.tools
        super(Result, self).startTest(test)
        self.current = test
        self.state = ("passed", None, [])
        self.ran |= {name_of(test)}
        report.write("start", id=name_of(test))
        self.started = perf_counter()
        if coverage:
            coverage.start()
        limit.arm()

    def stopTest(self, test):
        spec, report, limit, coverage = self.tools
        if self.current is None:
            super(Result, self).stopTest(test)
            return
        limit.disarm()
        lines = coverage.stop() if coverage else None
        self.current = None
        status, message, frames = self.state
        self.tell(test, status, round(perf_counter() - self.started, 6), message, frames)
        if lines is not None:
            report.write("coverage", id=name_of(test), files=lines)
        super(Result, self).stopTest(test)
        if status not in ("passed", "skipped") and spec["failFast"]:
            self.stop()

    def tell(self, test, status, seconds, message, frames):
        self.tools[1].write(
            "result",
            id=name_of(test),
            printed=printed(test),
            status=status,
            seconds=seconds,
            message=message,
            frames=frames,
        )

    def note(self, test, status, error):
        report, limit = self.tools[1], self.tools[2]
        if status != "skipped" and (limit.fired or error[0].__name__ == "TestTimeout"):
            status = "timeout"
        if status == "skipped":
            found = (status, str(error)[:4000], [])
        else:
            found = (status, report.message(*error), report.frames(error[2]) or self.import_frames(test, error[1]))
        if self.current is None:  # a class or a module could not be set up; Python 3.12.1 does not start what it skips
            self.ran |= {name_of(test)}
            self.tell(test, found[0], 0, found[1], found[2])
            if status != "skipped" and self.tools[0]["failFast"]:
                self.stop()
        elif RANK[status] > RANK[self.state[0]]:
            self.state = found

    def import_frames(self, test, error):
        """The loader keeps only the text of the traceback of a module that could not be imported."""
        if not test.id().startswith(NOT_LOADED):
            return []
        found = [(self.tools[1].place(path), int(line), name) for path, line, name in PLACE.findall(str(error))]
        return [list(frame) for frame in found if frame[0] is not None][-60:]

    def addError(self, test, err):
        super(Result, self).addError(test, err)
        self.note(test, "error", err)

    def addFailure(self, test, err):
        super(Result, self).addFailure(test, err)
        self.note(test, "failed", err)

    def addSkip(self, test, reason):
        super(Result, self).addSkip(test, reason)
        self.note(test, "skipped", reason)

    def addExpectedFailure(self, test, err):
        super(Result, self).addExpectedFailure(test, err)
        self.state = ("skipped", "expected failure", [])

    def addUnexpectedSuccess(self, test):
        super(Result, self).addUnexpectedSuccess(test)
        self.state = ("failed", "passed, though marked as an expected failure", [])

    def addSubTest(self, test, subtest, err):
        super(Result, self).addSubTest(test, subtest, err)
        if err is not None:
            self.note(test, "failed" if issubclass(err[0], test.failureException) else "error", err)


def name_of(test):
    """`module.Class.test`; for what could not be imported or set up, the module's or the class's name."""
    name = getattr(test, "mendgraph_name", None) or test.id()
    for prefix in NOT_LOADED:
        if name.startswith(prefix):
            return name[len(prefix):]
    if "(" in name and name.endswith(")"):
        return name[name.index("(") + 1:-1]
    return name


def printed(test):
    """As the runner prints it; that is the project's code, where it overrides __str__."""
    try:
        return str(test)[:1000]
    except Exception:
        return None


def pick(names):
    """Each by its own name; the loader turns one that is not there into a test that says so."""
    loader = unittest.TestLoader()
    suite = unittest.TestSuite()
    for name in names:
        loaded = loader.loadTestsFromName(name)
        for test in [loaded] if isinstance(loaded, unittest.TestCase) else loaded:
            if isinstance(test, unittest.TestCase) and test.id().startswith(NOT_LOADED):
                test.mendgraph_name = name
        suite.addTest(loaded)
    return suite


def without(names, suite):
    kept = unittest.TestSuite()
    for test in suite:
        if not isinstance(test, unittest.TestCase):
            kept.addTest(without(names, test))
        elif name_of(test) not in names:
            kept.addTest(test)
    return kept


def run(spec, report, limit, coverage):
    Result.tools = (spec, report, limit, coverage)

    class Runner(unittest.TextTestRunner):
        resultclass = Result

        def run(self, test):
            if spec["only"] is not None:
                test = pick(spec["only"])
            if spec["except"]:
                test = without(frozenset(spec["except"]), test)
            return super(Runner, self).run(test)

    class Program(unittest.TestProgram):
        def createTests(self, *arguments, **options):
            """With names given there is nothing to look for; the folder that would be searched is still to be
            importable from, as discovery makes it."""
            if spec["only"] is None:
                return super(Program, self).createTests(*arguments, **options)
            start = getattr(self, "start", None)
            if start is not None:
                sys.path.insert(0, getattr(self, "top", None) or start)
            self.test = unittest.TestSuite()

    limit.watch()
    program = Program(module=None, argv=["python -m unittest"] + spec["args"], testRunner=Runner, exit=False)
    limit.close()
    finished = program.result
    tell_missing(spec, report, finished)
    return 0 if finished.wasSuccessful() else 1


def tell_missing(spec, report, finished):
    if spec["only"] is not None and not finished.shouldStop:
        for name in missing(spec, finished):
            report.write("result", id=name, status="error", seconds=0, message="did not run", frames=[])


def missing(spec, finished):
    """Names that no test goes by. A module that could be imported may well hold none."""
    known = set(spec["except"]) | finished.ran
    groups = {test[:at.start()] for test in known for at in re.finditer(r"\.", test)}
    return [name for name in spec["only"] if name not in known and name not in groups and name not in sys.modules]
