import unittest
from datetime import date

from timetable.days import parse_calendar


class CalendarTest(unittest.TestCase):
    def test_range(self):
        calendar = parse_calendar("mon-fri")
        self.assertTrue(calendar.runs_on(date(2024, 5, 3)))
        self.assertFalse(calendar.runs_on(date(2024, 5, 4)))

    def test_single_dates(self):
        calendar = parse_calendar("sat,sun +2024-05-01 -2024-05-04")
        self.assertTrue(calendar.runs_on(date(2024, 5, 1)))
        self.assertFalse(calendar.runs_on(date(2024, 5, 4)))
        self.assertTrue(calendar.runs_on(date(2024, 5, 5)))

    def test_unknown_day(self):
        with self.assertRaises(ValueError):
            parse_calendar("someday")


if __name__ == "__main__":
    unittest.main()
