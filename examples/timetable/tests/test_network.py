import unittest
from datetime import date

from timetable import load_network
from timetable.board import departure_board
from timetable.clock import parse_time

from .network_text import NETWORK

FRIDAY = date(2024, 5, 3)


class NetworkTest(unittest.TestCase):
    def setUp(self):
        self.network = load_network(NETWORK)

    def test_departures_in_order(self):
        numbers = [trip.number for _, trip in self.network.departures("Midford", FRIDAY)]
        self.assertEqual(numbers, ["101", "201", "203", "103"])

    def test_last_stop_has_no_departures(self):
        self.assertEqual(self.network.departures("Weston", FRIDAY), [])

    def test_board_shows_a_train_that_leaves_now(self):
        board = departure_board(self.network, "Midford", FRIDAY, parse_time("07:45"), rows=2)
        self.assertEqual(board, ["07:45  Weston     trip 201", "08:15  Weston     trip 203"])

    def test_time_to_change(self):
        first, second = (trip for _, trip in self.network.departures("Midford", FRIDAY)[:2])
        midford = self.network.station("Midford")
        self.assertEqual(midford.change_minutes, 5)
        self.assertEqual(midford.time_to_change(first, second), 5)
        self.assertEqual(midford.time_to_change(first, first), 0)
        self.assertEqual(self.network.station("Aston").time_to_change(first, second), 4)

    def test_unknown_station(self):
        with self.assertRaises(LookupError):
            self.network.station("Atlantis")

    def test_stray_line(self):
        with self.assertRaises(ValueError):
            load_network("train 7 Aston")


if __name__ == "__main__":
    unittest.main()
