"""The time limit of one test. Three means, each for what the one before cannot stop: an exception in the main
thread; the same again, for code that swallows it; and a C thread that ends the process, for loops that never
come back to the interpreter."""
import faulthandler
import os
import signal
import threading
from time import monotonic

AGAIN_SECONDS = 1.0
LAST_RESORT_SECONDS = 3.0
REARM_SECONDS = 1.0

# After this many tests that hung, the next ones get only a multiple of the slowest that came to its end: one
# endless loop that every test runs into must not use up the time of the whole run.
PATIENCE = 3
SLACK = 5
LEAST_SECONDS = 0.5


class TestTimeout(BaseException):
    """Not an Exception, so that `except Exception` in the code under test lets it pass."""

    __test__ = False
    __module__ = "builtins"


class Limit:
    error = TestTimeout

    def __init__(self, seconds, report):
        self.seconds = seconds
        self.report = report
        self.fired = False
        self.process = os.getpid()
        self.watched = None
        self.hung = 0
        self.slowest = 0.0
        self.started = None

    def allowed(self):
        if self.hung < PATIENCE:
            return self.seconds
        return min(self.seconds, max(LEAST_SECONDS, SLACK * self.slowest))

    def arm(self):
        self.fired = False
        self.started = monotonic()
        self.watch()
        if threading.current_thread() is threading.main_thread():
            signal.signal(signal.SIGALRM, self.expire)
            signal.setitimer(signal.ITIMER_REAL, self.allowed(), AGAIN_SECONDS)

    def expire(self, *_):
        if os.getpid() == self.process:
            self.fired = True
            raise self.error("ran longer than %g s" % self.allowed())

    def disarm(self):
        """The last resort stays armed: what runs between two tests may hang too."""
        if threading.current_thread() is threading.main_thread():
            signal.setitimer(signal.ITIMER_REAL, 0)
        if self.fired:
            self.hung += 1
        elif self.started is not None:
            self.slowest = max(self.slowest, monotonic() - self.started)
        self.started = None
        self.watch()

    def watch_again(self):
        self.watched = None
        self.watch()

    def watch(self):
        """Each call starts a thread and waits for another, so it is made once a second at most."""
        now = monotonic()
        if self.watched is not None and now - self.watched < REARM_SECONDS:
            return
        self.watched = now
        faulthandler.dump_traceback_later(self.seconds + LAST_RESORT_SECONDS, exit=True, file=self.report.number)

    def close(self):
        faulthandler.cancel_dump_traceback_later()
