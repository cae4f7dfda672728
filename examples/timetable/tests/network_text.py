NETWORK = """
station Midford 5        # two platforms and a footbridge
station Seaton 3

trip 101 mon-fri  Aston - 07:10 | Midford 07:40 07:42 | Northam 08:30 -
trip 103 mon-fri  Aston - 08:10 | Midford 08:40 08:42 | Northam 09:30 -
trip 201 mon-fri  Midford - 07:45 | Seaton 08:20 08:23 | Weston 08:50 -
trip 203 mon-fri  Midford - 08:15 | Seaton 08:50 08:53 | Weston 09:20 -
trip 301 sat,sun +2024-05-01  Aston - 09:00 | Seaton 10:05 -
"""
