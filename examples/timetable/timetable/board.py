"""The departure board of a station."""

from .clock import format_time


def departure_board(network, name, day, after, rows=5):
    """The next departures at `after` or later, as lines of text."""
    lines = []
    for call, trip in network.departures(name, day):
        if call.departure < after:
            continue
        lines.append("%s  %-10s trip %s" % (format_time(call.departure), trip.calls[-1].station, trip.number))
        if len(lines) == rows:
            break
    return lines or ["no more departures today"]
