"""What the command prints: bounded, whatever it prints."""
import os

CHUNK = 65536


class Stream:
    """One output of the command: the first and the last bytes, and how many there were."""

    def __init__(self, keep):
        self.read_end, self.write_end = os.pipe()
        os.set_blocking(self.read_end, False)
        self.half = keep // 2
        self.head = bytearray()
        self.tail = bytearray()
        self.total = 0
        self.open = True

    def pump(self):
        """Takes one chunk; False when there is none now."""
        try:
            data = os.read(self.read_end, CHUNK)
        except BlockingIOError:
            return False
        if not data:
            self.open = False
            return False
        self.total += len(data)
        room = self.half - len(self.head)
        if room > 0:
            self.head += data[:room]
            data = data[room:]
        self.tail += data
        if len(self.tail) > self.half + 8 * CHUNK:
            del self.tail[:-self.half or None]
        return True

    def kept(self):
        return bytes(self.head), bytes(self.tail[-self.half:] if self.half else b"")
