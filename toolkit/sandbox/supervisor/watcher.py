"""Watches over one child process and all that comes of it, and ends them. For supervise.py, and for a server that
starts its children itself."""
import os
import resource
import select
import signal
import sys
import time

import processes
from stream import Stream

TICK = 0.1
GIVE_UP = 10.0
# A command that wrote this much is stopped when no more than that is left of the disk.
DISK_SPENT, DISK_LEFT = 64 << 20, 256 << 20
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS = 1, 4, 36, 38
STOPPING = {signal.SIGTERM, signal.SIGINT, signal.SIGHUP}
PAGE = resource.getpagesize()
HAS_PROC = os.path.exists("/proc/self/stat")


def prctl(*settings):
    """Linux alone has these; elsewhere the command is held by its process group."""
    if not sys.platform.startswith("linux"):
        return
    import ctypes

    call = ctypes.CDLL(None, use_errno=True).prctl
    for option, value in settings:
        call(option, ctypes.c_ulong(value), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))


def harden():
    """Orphans of the command come to us; the command can neither trace us nor gain privileges."""
    prctl((PR_SET_CHILD_SUBREAPER, 1), (PR_SET_NO_NEW_PRIVS, 1), (PR_SET_DUMPABLE, 0))


def soften():
    """In a child that goes on as the command itself: it may look at its own /proc again."""
    prctl((PR_SET_DUMPABLE, 1))


class Supervisor:
    """Watches over one child. `launch` runs in it and does not return; `heed` is called when `control` has something
    to read, and gives how to end, or None to go on."""

    def __init__(self, options, launch, control, heed):
        self.launch = launch
        self.control = control
        self.heed = heed
        self.memory = int(options["memory"])
        self.processes = int(options["processes"])
        self.cap = int(options["cap"])
        self.deadline = time.monotonic() + int(options["wall"]) / 1000.0
        # Only in a namespace of our own may we speak of all processes, and kill all of them.
        self.alone = HAS_PROC and "namespace" in options and options["namespace"] != os.readlink("/proc/self/ns/pid")
        self.streams = [Stream(int(options["keep"])) for _ in range(2)]
        self.main = None
        self.status = None
        self.note = ""
        self.folder = options.get("cwd", ".")
        self.disk = free_bytes(self.folder)

    def start(self):
        """Gives the number of the error that kept the command from starting, 0 when it runs."""
        extra = 0 if self.alone or not HAS_PROC else processes.tasks_of_user()
        outcome, failure = os.pipe()
        self.main = os.fork()
        if self.main == 0:
            self.launch(self.streams, failure, extra)
        for stream in self.streams:
            os.close(stream.write_end)
        os.close(failure)
        error = os.read(outcome, 16)
        os.close(outcome)
        return int(error or 0)

    def reap(self):
        """Takes what has ended; False when nothing is left to wait for."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return False
            if pid == 0:
                return True
            if pid == self.main:
                self.status = status

    def others(self):
        if not HAS_PROC:
            return [] if self.status is not None else [self.main]
        if self.alone:
            return [pid for pid in processes.numbers("/proc") if pid not in (1, os.getpid())]
        return processes.descendants()

    def excess(self):
        """Why the command must stop now, if it must."""
        pids = self.others()
        if len(pids) > self.processes:
            return "more than %d processes" % self.processes
        if HAS_PROC and processes.resident(pids, PAGE) > self.memory:
            if processes.proportional(pids, PAGE) > self.memory:
                return "more than %d MB of memory" % (self.memory >> 20)
        left = free_bytes(self.folder)
        if left < DISK_LEFT and self.disk - left > DISK_SPENT:
            return "the disk is nearly full"
        return ""

    def watch(self, wake):
        """Until the command ends or must be ended; gives how."""
        poll = select.poll()
        poll.register(self.control, select.POLLIN)
        poll.register(wake, select.POLLIN)
        readers = {stream.read_end: stream for stream in self.streams}
        for number in readers:
            poll.register(number, select.POLLIN)
        next_tick = time.monotonic() + TICK
        while True:
            if not self.reap() or self.status is not None:
                return "ended"
            now = time.monotonic()
            if now >= self.deadline:
                return "timeout"
            if now >= next_tick:
                next_tick = now + TICK
                self.note = self.excess()
                if self.note:
                    return "excess"
            for number, _ in poll.poll(max(0.0, min(self.deadline, next_tick) - now) * 1000 + 1):
                if number == self.control:
                    end = self.heed()
                    if end:
                        return end
                elif number == wake:
                    if STOPPING.intersection(os.read(wake, 4096)):
                        return "cancelled"
                elif not readers[number].pump() and not readers[number].open:
                    poll.unregister(number)
            if sum(stream.total for stream in self.streams) > self.cap:
                return "output-limit"

    def kill_all(self):
        """Until nothing is left: what is killed may have forked in the meantime."""
        give_up = time.monotonic() + GIVE_UP
        while time.monotonic() < give_up:
            if self.alone:
                self.kill(-1)
            elif HAS_PROC:
                for pid in processes.descendants():
                    self.kill(pid)
            elif self.main:
                self.kill(-self.main)
            if not self.reap() and not self.others():
                return
            time.sleep(0.001)

    @staticmethod
    def kill(pid):
        try:
            os.kill(pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass

    def drain(self):
        for stream in self.streams:
            while stream.total <= self.cap and stream.pump():
                pass

    def close(self):
        for stream in self.streams:
            os.close(stream.read_end)

    def answer(self, end, error, number_out):
        status = self.status if self.status is not None else signal.SIGKILL
        number = os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0
        if end == "ended":
            end = "signalled" if number else "exited"
        elif end == "excess":
            end, number = "signalled", int(signal.SIGKILL)
        name = '"%s"' % signal.Signals(number).name if number in list(signal.Signals) else "null"
        code = os.WEXITSTATUS(status) if end == "exited" else "null"
        parts = [part for stream in self.streams for part in stream.kept()]
        header = '{"end":"%s","exitCode":%s,"signal":%s,"error":%d,"note":"%s","lengths":[%s],"totals":[%s]}\n' % (
            end, code, name if end == "signalled" else "null", error, self.note,
            ",".join(str(len(part)) for part in parts), ",".join(str(stream.total) for stream in self.streams),
        )
        data = memoryview(header.encode() + b"".join(parts))
        while data:
            data = data[os.write(number_out, data):]


def free_bytes(folder):
    try:
        found = os.statvfs(folder)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


def wakeup():
    """A descriptor that has the number of each signal to read."""
    wake, waker = os.pipe()
    for number in (wake, waker):
        os.set_blocking(number, False)
    signal.set_wakeup_fd(waker)
    for number in STOPPING | {signal.SIGCHLD}:
        signal.signal(number, lambda *_: None)
    return wake


def remove(folder):
    """Whatever its permissions; links are not followed."""
    try:
        os.chmod(folder, 0o700)
        for entry in list(os.scandir(folder)):
            if entry.is_dir(follow_symlinks=False):
                remove(entry.path)
            else:
                os.unlink(entry.path)
        os.rmdir(folder)
    except (OSError, RecursionError):
        pass
