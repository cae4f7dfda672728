"""Plan journeys on a small railway: trips, calendars, changes and departure boards."""

from .loader import load_network
from .network import Network
from .planner import Journey, Leg, plan

__all__ = ["Journey", "Leg", "Network", "load_network", "plan"]
