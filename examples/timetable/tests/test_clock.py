import unittest

from timetable.clock import format_duration, format_time, parse_time


class ClockTest(unittest.TestCase):
    def test_parse(self):
        self.assertEqual(parse_time("07:45"), 465)

    def test_night_train(self):
        self.assertEqual(format_time(parse_time("24:10")), "00:10")

    def test_rejects_nonsense(self):
        for text in ("7", "07:60", "noon", ""):
            with self.assertRaises(ValueError):
                parse_time(text)

    def test_duration(self):
        self.assertEqual(format_duration(95), "1 h 35 min")
        self.assertEqual(format_duration(35), "35 min")


if __name__ == "__main__":
    unittest.main()
