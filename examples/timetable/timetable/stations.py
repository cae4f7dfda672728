"""Stations, and how long it takes to change trains there."""

DEFAULT_CHANGE = 4


class Station:
    def __init__(self, name, change_minutes=DEFAULT_CHANGE):
        if change_minutes < 0:
            raise ValueError("a change cannot take %d minutes" % change_minutes)
        self.name = name
        self.change_minutes = change_minutes

    def time_to_change(self, arriving_trip, leaving_trip):
        """Minutes from one train to the other; none for staying on board."""
        if arriving_trip is None or arriving_trip is leaving_trip:
            return 0
        return self.change_minutes

    def can_catch(self, arrival, departure, arriving_trip, leaving_trip):
        """Whether someone who arrives at `arrival` is on board when `leaving_trip` departs."""
        spare = departure - arrival
        return spare > self.time_to_change(arriving_trip, leaving_trip)
