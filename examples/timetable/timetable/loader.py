"""Reads a network from text, one station or trip a line.

    station Midford 5
    trip 101 mon-fri  Aston - 07:10 | Midford 07:40 07:42 | Seaton 08:20 -
"""

from .clock import parse_time
from .days import parse_calendar
from .network import Network
from .stations import DEFAULT_CHANGE, Station
from .trips import Call, Trip


def parse_call(text):
    station, arrival, departure = text.split()
    if arrival == "-":
        arrival = departure
    if departure == "-":
        departure = arrival
    return Call(station, parse_time(arrival), parse_time(departure))


def parse_trip(text):
    head, _, rest = text.partition("  ")
    number, _, days = head.partition(" ")
    return Trip(number, [parse_call(part) for part in rest.split("|")], parse_calendar(days))


def parse_station(text):
    name, _, change = text.partition(" ")
    return Station(name, int(change) if change else DEFAULT_CHANGE)


def load_network(text):
    stations, trips = [], []
    for number, line in enumerate(text.splitlines(), start=1):
        line = line.split("#")[0].strip()
        kind, _, rest = line.partition(" ")
        if kind == "station":
            stations.append(parse_station(rest))
        elif kind == "trip":
            trips.append(parse_trip(rest))
        elif line:
            raise ValueError("line %d: neither station nor trip: %r" % (number, line))
    return Network(stations, trips)
