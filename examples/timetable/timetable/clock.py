"""Times of day as minutes since midnight, so that they can be added and compared."""

MINUTES_A_DAY = 24 * 60


def parse_time(text):
    """'07:45' as minutes; hours past 24 belong to the trip's first day, as on night trains."""
    hours, separator, minutes = text.strip().partition(":")
    if not separator or not hours.isdigit() or not minutes.isdigit() or int(minutes) > 59:
        raise ValueError("not a time of day: %r" % text)
    return int(hours) * 60 + int(minutes)


def format_time(minutes):
    """Minutes as '07:45'; a time on the next day is shown as that day's."""
    hours, rest = divmod(minutes % MINUTES_A_DAY, 60)
    return "%02d:%02d" % (hours, rest)


def format_duration(minutes):
    """95 as '1 h 35 min'."""
    hours, rest = divmod(minutes, 60)
    return "%d h %02d min" % (hours, rest) if hours else "%d min" % rest
