"""A plugin for pytest 6 to 9: a result line for each test, a time limit for each phase of it. The project's own
configuration and conftest files hold, except for what would hide results, change their order or spread them over
processes."""
import os
from time import perf_counter

import pytest

RANK = {"passed": 0, "skipped": 1, "failed": 2, "error": 3, "timeout": 4}


class Plugin:
    def __init__(self, spec, report, limit, coverage):
        self.spec = spec
        self.report = report
        self.limit = limit
        self.coverage = coverage
        self.only = set(spec["only"]) if spec["only"] is not None else None
        self.without = set(spec["except"])
        self.seen = set()
        self.groups = set()
        self.collect_errors = {}
        self.root = None
        self.fired = False
        self.clear()

    def clear(self):
        self.status, self.message, self.frames = "passed", None, []

    def note(self, status, message, frames):
        if RANK[status] > RANK[self.status]:
            self.status, self.message, self.frames = status, message, frames

    # Configuration

    @pytest.hookimpl(hookwrapper=True)
    def pytest_load_initial_conftests(self, early_config):
        early_config.known_args_namespace.cov_source = []  # pytest-cov traces from here on
        yield

    @pytest.hookimpl(hookwrapper=True)
    def pytest_cmdline_main(self, config):
        overrides = {
            "maxfail": 1 if self.spec["failFast"] else 0,
            "continue_on_collection_errors": True,
            "usepdb": False,
            "trace": False,
            "numprocesses": None,
            "dist": "no",
            "tx": [],
            "forked": False,
            "boxed": False,
            "timeout": 0,
            "randomly_reorganize": False,
            "lf": False,
            "failedfirst": False,
            "newfirst": False,
            "stepwise": False,
        }
        for name, value in overrides.items():
            if hasattr(config.option, name):
                setattr(config.option, name, value)
        self.root = str(getattr(config, "rootpath", None) or config.rootdir)
        if self.only is not None:
            config.option.keyword = ""
            config.args = self.paths()
        yield

    def paths(self):
        """The files of the wanted tests. pytest refuses the whole run for one id that is not there, so it gets
        files, and the tests are picked afterwards."""
        names = sorted({test.split("::")[0] for test in self.only})
        found = [path for path in (os.path.join(self.root, name) for name in names) if os.path.exists(path)]
        return found or [os.path.join(self.root, names[0])] if names else [self.root]

    # Collection

    @pytest.hookimpl(hookwrapper=True)
    def pytest_make_collect_report(self, collector):
        self.limit.arm()
        outcome = yield
        fired = self.limit.fired
        self.limit.disarm()
        if outcome.excinfo is not None:
            return
        found = outcome.get_result()
        if found.outcome != "failed":
            return
        message, frames = self.collect_error(collector, found)
        self.collect_errors[found.nodeid] = message
        self.report.write(
            "result",
            id=found.nodeid or ".",
            status="timeout" if fired else "error",
            seconds=0,
            message=message,
            frames=frames,
        )

    def collect_error(self, collector, found):
        """pytest wraps what went wrong in an import; the cause has the traceback."""
        excinfo = getattr(getattr(found, "call", None), "excinfo", None)
        if excinfo is None:
            return str(found.longrepr)[-4000:], []
        error = excinfo.value
        if isinstance(error, collector.CollectError):
            if error.__cause__ is None:
                return self.report.message(excinfo.type, error, None), []
            error = error.__cause__
        tb = error.__traceback__
        return self.report.message(type(error), error, tb), self.report.frames(tb)

    @pytest.hookimpl(hookwrapper=True, trylast=True)
    def pytest_collection_modifyitems(self, config, items):
        yield
        wanted, left = [], []
        for item in items:
            (wanted if self.wants(item.nodeid) else left).append(item)
        if left:
            config.hook.pytest_deselected(items=left)
            items[:] = wanted

    def wants(self, test):
        if test in self.without:
            return False
        if self.only is None or test in self.only:
            return True
        path, _, rest = test.partition("::")
        names = rest.split("[")[0].split("::")
        groups = {"::".join([path] + names[:length]) for length in range(len(names))} & self.only
        self.groups |= groups
        return bool(groups)

    # Tests

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item):
        self.clear()
        self.seen.add(item.nodeid)
        self.report.write("start", id=item.nodeid)
        started = perf_counter()
        if self.coverage:
            self.coverage.start()
        yield
        lines = self.coverage.stop() if self.coverage else None
        self.report.write(
            "result",
            id=item.nodeid,
            status=self.status,
            seconds=round(perf_counter() - started, 6),
            message=self.message,
            frames=self.frames,
        )
        if lines is not None:
            self.report.write("coverage", id=item.nodeid, files=lines)

    def phase(self):
        self.limit.arm()
        yield
        self.fired = self.limit.fired
        self.limit.disarm()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_setup(self):
        self.clear()  # a plugin that runs a test again begins anew
        yield from self.phase()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_call(self):
        yield from self.phase()

    @pytest.hookimpl(hookwrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self):
        yield from self.phase()

    @pytest.hookimpl(hookwrapper=True)
    def pytest_exception_interact(self):
        yield
        self.limit.watch_again()  # pytest's own faulthandler plugin has called our watch off

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_makereport(self, call):
        outcome = yield
        report = outcome.get_result()
        if report.outcome == "passed":
            return
        if report.outcome == "skipped":
            reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else getattr(report, "wasxfail", "")
            self.note("skipped", str(reason)[:4000], [])
            return
        status = "failed" if call.when == "call" else "error"
        if self.fired or (call.excinfo is not None and call.excinfo.typename == "TestTimeout"):
            status = "timeout"
        if call.excinfo is None:
            self.note(status, str(report.longrepr)[:4000], [])
            return
        error = call.excinfo
        self.note(status, self.report.message(error.type, error.value, error.tb), self.report.frames(error.tb))

    @pytest.hookimpl(hookwrapper=True)
    def pytest_sessionfinish(self, session):
        yield
        self.limit.close()
        if session.shouldfail or session.shouldstop or self.only is None:
            return
        for test in sorted(self.only - self.seen - self.groups - self.without):
            path = test.split("::")[0]
            if path == test and os.path.exists(os.path.join(self.root, path)):
                continue  # a file that holds no test, or one that has a result of its own for why it can't be read
            why = self.collect_errors.get(path) or "there is no such test"
            self.report.write("result", id=test, status="error", seconds=0, message=why, frames=[])


def run(spec, report, limit, coverage):
    arguments = spec["args"] + ["-o", "cache_dir=" + os.path.join(spec["scratch"], "cache"), "--tb=native"]
    if not any(argument.startswith("--rootdir") for argument in arguments):
        arguments.append("--rootdir=" + spec["root"])
    plugin = Plugin(spec, report, limit, coverage)
    return int(pytest.main(arguments, plugins=[plugin]))
