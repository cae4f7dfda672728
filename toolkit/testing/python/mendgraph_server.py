"""Keeps a test framework imported and runs each request in a fork of itself, which saves most of the start. Started
by warm-session.ts in the sandbox as `python mendgraph_server.py pytest|unittest|django|sympy`. On the channel come lines of JSON
{spec: as for mendgraph_main.py, options: of the supervisor}; each is answered as supervise.py
answers. A line "cancel" ends the run; the end of the channel ends the server.

Only the framework and the standard library are imported here. The project and its plugins are imported in the fork,
so that each run sees the files as they are, and nothing of one run is left for the next."""
import gc
import importlib
import json
import os
import signal
import sys

OWN = ("child", "processes", "stream", "watcher")
COMMON = ("decimal", "inspect", "logging", "subprocess", "tempfile", "threading", "typing", "unittest", "unittest.mock")


def preload(runner):
    for name in COMMON:
        importlib.import_module(name)
    for name in ("mendgraph_bytecode", "mendgraph_coverage", "mendgraph_limit", "mendgraph_main", "mendgraph_report"):
        importlib.import_module(name)
    if runner == "pytest":
        from _pytest.config import default_plugins

        for name in ["pytest", "mendgraph_pytest"] + ["_pytest." + plugin for plugin in default_plugins]:
            importlib.import_module(name)
    else:
        for name in ("mendgraph_script", "mendgraph_unittest", "mendgraph_" + runner):
            importlib.import_module(name)


class Channel:
    def __init__(self, number):
        self.number = number
        self.rest = b""

    def line(self):
        """None at the end."""
        while b"\n" not in self.rest:
            data = os.read(self.number, 65536)
            if not data:
                return None
            self.rest += data
        line, _, self.rest = self.rest.partition(b"\n")
        return line


def become(request, channel, streams, failure):
    """In the fork: what an interpreter of its own would have found."""
    import watcher

    os.setsid()
    watcher.soften()
    signal.set_wakeup_fd(-1)
    for number in (signal.SIGCHLD, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    null = os.open("/dev/null", os.O_RDONLY)
    for target, source in enumerate((null, streams[0].write_end, streams[1].write_end)):
        os.dup2(source, target)
    for number in [null, channel.number] + [end for stream in streams for end in (stream.read_end, stream.write_end)]:
        os.close(number)
    for name in OWN:
        sys.modules.pop(name, None)
    gc.enable()
    os.close(failure)
    sys.exit(sys.modules["mendgraph_main"].run(request["spec"]))


def sweep(before, remove):
    """Takes away what the run left in folders that were private and empty, as a sandbox of its own would."""
    for folder, names in before.items():
        for name in set(os.listdir(folder)) - names:
            path = os.path.join(folder, name)
            if os.path.isdir(path) and not os.path.islink(path):
                remove(path)
            else:
                os.unlink(path)


def serve(runner):
    channel = Channel(int(os.environ.pop("MENDGRAPH_CHANNEL")))
    os.set_inheritable(channel.number, False)
    sys.path.insert(0, os.environ.pop("MENDGRAPH_SUPERVISOR"))
    import watcher

    scratch = os.environ.pop("MENDGRAPH_SCRATCH").split(":")
    del sys.path[0]
    preload(runner)
    watcher.harden()
    wake = watcher.wakeup()
    gc.collect()
    gc.disable()
    if hasattr(gc, "freeze"):
        gc.freeze()
    before = {folder: set(os.listdir(folder)) for folder in scratch}
    while True:
        line = channel.line()
        if line is None:
            return
        if line == b"cancel":
            continue
        request = json.loads(line.decode())
        os.mkdir(request["spec"]["scratch"])

        def heed():
            channel.line()
            return "cancelled"

        supervisor = watcher.Supervisor(
            request["options"], lambda streams, failure, _: become(request, channel, streams, failure), channel.number, heed
        )
        supervisor.start()
        end = supervisor.watch(wake)
        supervisor.kill_all()
        supervisor.drain()
        supervisor.close()
        sweep(before, watcher.remove)
        supervisor.answer(end, 0, channel.number)


if __name__ == "__main__":
    serve(sys.argv[1])
