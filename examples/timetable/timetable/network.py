"""All stations and trips, and what leaves from where."""

from .stations import Station


class Network:
    def __init__(self, stations=(), trips=()):
        self._stations = {station.name: station for station in stations}
        self._trips = []
        for trip in trips:
            self.add(trip)

    def add(self, trip):
        for call in trip.calls:
            self._stations.setdefault(call.station, Station(call.station))
        self._trips.append(trip)

    def station(self, name):
        try:
            return self._stations[name]
        except KeyError:
            known = ", ".join(sorted(self._stations))
            raise LookupError("no station %r; known: %s" % (name, known)) from None

    def departures(self, name, day):
        """(call, trip) for all that leaves `name` on `day`, earliest first; last stops are left out."""
        self.station(name)
        found = []
        for trip in self._trips:
            call = trip.call_at(name)
            if call is not None and trip.calls_after(name) and trip.runs_on(day):
                found.append((call, trip))
        return sorted(found, key=lambda pair: (pair[0].departure, pair[1].number))
