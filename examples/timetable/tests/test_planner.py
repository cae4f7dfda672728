import unittest
from datetime import date

from timetable import load_network, plan
from timetable.clock import format_time, parse_time

from .network_text import NETWORK

FRIDAY = date(2024, 5, 3)
SATURDAY = date(2024, 5, 4)


class PlannerTest(unittest.TestCase):
    def setUp(self):
        self.network = load_network(NETWORK)

    def journey(self, start, goal, after, day=FRIDAY):
        return plan(self.network, start, goal, day, parse_time(after))

    def test_direct(self):
        journey = self.journey("Aston", "Northam", "07:00")
        self.assertEqual(format_time(journey.arrival), "08:30")
        self.assertEqual(journey.changes, 0)

    def test_change_with_just_enough_time(self):
        journey = self.journey("Aston", "Weston", "07:00")
        self.assertEqual([leg.trip.number for leg in journey.legs], ["101", "201"])
        self.assertEqual(format_time(journey.arrival), "08:50")

    def test_change_that_is_too_short(self):
        text = NETWORK.replace("station Midford 5", "station Midford 6")
        journey = plan(load_network(text), "Aston", "Weston", FRIDAY, parse_time("07:00"))
        self.assertEqual([leg.trip.number for leg in journey.legs], ["101", "203"])

    def test_stays_on_board_without_a_change(self):
        journey = self.journey("Midford", "Weston", "08:00")
        self.assertEqual([leg.trip.number for leg in journey.legs], ["203"])

    def test_missed_train(self):
        journey = self.journey("Aston", "Northam", "07:11")
        self.assertEqual(format_time(journey.arrival), "09:30")

    def test_weekend(self):
        self.assertIsNone(self.journey("Aston", "Northam", "07:00", SATURDAY))
        self.assertEqual(format_time(self.journey("Aston", "Seaton", "07:00", SATURDAY).arrival), "10:05")

    def test_no_more_trains(self):
        self.assertIsNone(self.journey("Aston", "Northam", "20:00"))

    def test_summary(self):
        lines = self.journey("Aston", "Northam", "07:00").summary().splitlines()
        self.assertEqual(lines, ["07:10 Aston - 08:30 Northam (trip 101)", "1 h 20 min, direct"])


if __name__ == "__main__":
    unittest.main()
