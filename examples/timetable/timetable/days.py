"""On which days a trip runs."""

from datetime import date

WEEKDAYS = "mon tue wed thu fri sat sun".split()


class Calendar:
    """Weekdays on which a trip runs, and the single dates on which that is different."""

    def __init__(self, weekdays, added=(), removed=()):
        unknown = set(weekdays) - set(WEEKDAYS)
        if unknown:
            raise ValueError("unknown weekdays: %s" % ", ".join(sorted(unknown)))
        self.weekdays = frozenset(weekdays)
        self.added = frozenset(added)
        self.removed = frozenset(removed)

    def runs_on(self, day):
        if day in self.removed:
            return False
        if day in self.added:
            return True
        return WEEKDAYS[day.weekday()] in self.weekdays


def parse_calendar(text):
    """'mon-fri' or 'sat,sun', then '+2024-05-01' and '-2024-12-25' for single dates."""
    weekdays, added, removed = [], [], []
    for part in text.replace(",", " ").split():
        if part[0] in "+-":
            (added if part[0] == "+" else removed).append(date.fromisoformat(part[1:]))
        elif "-" in part:
            first, last = (WEEKDAYS.index(name) for name in part.split("-"))
            weekdays.extend(WEEKDAYS[first : last + 1])
        else:
            weekdays.append(part)
    return Calendar(weekdays, added, removed)
