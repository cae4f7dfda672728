"""The earliest way from one station to another."""

import heapq

from .clock import format_duration, format_time


class Leg:
    """A ride on one trip, from boarding to getting off."""

    def __init__(self, trip, board, alight):
        self.trip = trip
        self.board = board
        self.alight = alight

    def __str__(self):
        return "%s %s - %s %s (trip %s)" % (
            format_time(self.board.departure),
            self.board.station,
            format_time(self.alight.arrival),
            self.alight.station,
            self.trip.number,
        )


class Journey:
    def __init__(self, legs):
        self.legs = tuple(legs)

    @property
    def arrival(self):
        return self.legs[-1].alight.arrival

    @property
    def changes(self):
        return len(self.legs) - 1

    def summary(self):
        took = self.arrival - self.legs[0].board.departure
        changes = "direct" if self.changes == 0 else "%d changes" % self.changes
        return "\n".join([str(leg) for leg in self.legs] + ["%s, %s" % (format_duration(took), changes)])


def rides_from(network, name, day, ready, arrived_on):
    """Every ride that can still be caught at a station, as legs."""
    station = network.station(name)
    for call, trip in network.departures(name, day):
        if station.can_catch(ready, call.departure, arrived_on, trip):
            for alight in trip.calls_after(name):
                yield Leg(trip, call, alight)


def plan(network, start, goal, day, after):
    """The `Journey` that arrives first when leaving at `after` or later; None when there is none.

    Dijkstra's search over arrival times; of two that arrive together the one with fewer changes wins.
    """
    network.station(goal)
    if start == goal:
        raise ValueError("start and goal are both %s" % start)
    queue = [(after, 0, 0, start, ())]
    settled = set()
    order = 0
    while queue:
        ready, _, _, name, legs = heapq.heappop(queue)
        if name == goal:
            return Journey(legs)
        arrived_on = legs[-1].trip if legs else None
        if (name, arrived_on) in settled:
            continue
        settled.add((name, arrived_on))
        for leg in rides_from(network, name, day, ready, arrived_on):
            order += 1
            heapq.heappush(queue, (leg.alight.arrival, len(legs) + 1, order, leg.alight.station, legs + (leg,)))
    return None
