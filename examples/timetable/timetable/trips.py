"""A trip: one train, with the stations it calls at."""

from collections import namedtuple

Call = namedtuple("Call", "station arrival departure")


class Trip:
    """Calls in the order of travel; `arrival` and `departure` are minutes since midnight."""

    def __init__(self, number, calls, calendar):
        if len(calls) < 2:
            raise ValueError("trip %s calls at fewer than two stations" % number)
        self.number = number
        self.calls = tuple(calls)
        self.calendar = calendar

    def call_at(self, station):
        for call in self.calls:
            if call.station == station:
                return call
        return None

    def calls_after(self, station):
        """The calls that a passenger who boards at `station` can get off at."""
        names = [call.station for call in self.calls]
        if station not in names:
            return ()
        return self.calls[names.index(station) + 1 :]

    def runs_on(self, day):
        return self.calendar.runs_on(day)
