"""Lines of project files that one test runs, in every thread. Only those files are traced: elsewhere the cost is
one event for each function (sys.monitoring, Python 3.12) or for each call (sys.settrace, before)."""
import sys
import threading


def ranges(lines):
    """[1, 2, 3, 7] as "1-3,7": a report holds these for each test and file."""
    parts = []
    for line in sorted(lines):
        if parts and parts[-1][1] == line - 1:
            parts[-1][1] = line
        else:
            parts.append([line, line])
    return ",".join("%d" % a if a == b else "%d-%d" % (a, b) for a, b in parts)


class Coverage:
    def __init__(self, report):
        self.place = report.place
        self.lines = {}
        self.engine = Monitoring(self) if hasattr(sys, "monitoring") else Tracing(self)

    def of(self, code):
        """The lines seen in `code`, to be added to; None when it is not the project's. Code objects are told apart
        by identity: they are dear to hash, and equal ones may be of different files."""
        found = self.lines.get(id(code))
        if found is None:
            found = (code, set() if self.place(code.co_filename) is not None else None)
            self.lines[id(code)] = found
        return found[1]

    def start(self):
        self.lines = {}
        self.engine.start()

    def stop(self):
        self.engine.stop()
        files = {}
        for code, lines in list(self.lines.values()):
            if lines:
                files.setdefault(self.place(code.co_filename), set()).update(lines)
        return {path: ranges(lines) for path, lines in files.items()}


class Tracing:
    def __init__(self, owner):
        self.owner = owner
        self.locals = {}

    def start(self):
        self.locals = {}
        threading.settrace(self.enter)
        sys.settrace(self.enter)

    def stop(self):
        sys.settrace(None)
        threading.settrace(None)

    def enter(self, frame, event, _):
        code = frame.f_code
        local = self.locals.get(id(code), self)
        if local is self:
            lines = self.owner.of(code)
            local = None if lines is None else tracer(lines.add)
            self.locals[id(code)] = local
        return local


def tracer(add):
    def local(frame, event, _):
        if event == "line":
            add(frame.f_lineno)
        return local

    return local


class Monitoring:
    def __init__(self, owner):
        self.owner = owner
        self.monitoring = sys.monitoring
        self.tool = None
        self.instrumented = {}

    def start(self):
        """Each line once: an event that was seen is switched off until the next test."""
        api = self.monitoring
        if self.tool is None:
            self.tool = next(number for number in (1, 3, 4, 0, 2, 5) if api.get_tool(number) is None)
            api.use_tool_id(self.tool, "mendgraph")
            api.register_callback(self.tool, api.events.PY_START, self.enter)
            api.register_callback(self.tool, api.events.LINE, self.line)
        api.restart_events()
        api.set_events(self.tool, api.events.PY_START)

    def stop(self):
        self.monitoring.set_events(self.tool, 0)

    def enter(self, code, _):
        if id(code) not in self.instrumented and self.owner.of(code) is not None:
            self.instrumented[id(code)] = code
            self.monitoring.set_local_events(self.tool, code, self.monitoring.events.LINE)
        return self.monitoring.DISABLE

    def line(self, code, number):
        lines = self.owner.of(code)
        if lines is not None:
            lines.add(number)
        return self.monitoring.DISABLE
