"""The report file: one line of JSON an event, written as it happens, so that a killed run keeps what was seen."""
import json
import os
import traceback

MESSAGE_LENGTH = 4000
FRAMES = 60
OWN = os.path.dirname(os.path.abspath(__file__)) + os.sep


class Report:
    def __init__(self, path, root):
        self.number = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        self.process = os.getpid()
        self.root = os.path.realpath(root) + os.sep
        self.places = {}

    def write(self, event, **fields):
        """A forked copy of the test process has nothing to tell."""
        if os.getpid() != self.process:
            return
        data = (json.dumps(dict(fields, event=event)) + "\n").encode("utf-8", "replace")
        while data:
            data = data[os.write(self.number, data):]

    def place(self, filename):
        """Path relative to the repository, None for files of others."""
        if filename not in self.places:
            path = os.path.realpath(filename)
            inside = path.startswith(self.root) and "site-packages" not in path and os.path.isfile(path)
            self.places[filename] = path[len(self.root):].replace(os.sep, "/") if inside else None
        return self.places[filename]

    def frames(self, tb):
        """Lines of project files that the traceback went through, outermost first. Of a recursion two rounds are
        enough, and the middle of many lines is left out."""
        found = []
        while tb is not None:
            path = self.place(tb.tb_frame.f_code.co_filename)
            frame = [path, tb.tb_lineno, tb.tb_frame.f_code.co_name]
            if path is not None and found[-2:] != [frame, frame]:
                found.append(frame)
                if len(found) > FRAMES:
                    del found[FRAMES // 2]
            tb = tb.tb_next
        return found

    def message(self, error_type, error, tb):
        """`ExceptionType: message`, then as much of the end of the traceback as there is room for, from where it
        comes into the project. Paths are relative, so that two checkouts tell the same."""
        first = shorten(describe(error_type, error), MESSAGE_LENGTH // 2)
        at = tb
        while at is not None and self.place(at.tb_frame.f_code.co_filename) is None:
            at = at.tb_next
        try:
            entries = traceback.extract_tb(at or tb)
            kept = [entry for entry in entries if not entry.filename.startswith(OWN)][-12:]
            rest = "".join(traceback.format_list(kept))
        except Exception:
            rest = ""
        text = first + ("\n" + rest[-(MESSAGE_LENGTH - len(first) - 2):] if rest else "")
        return text.replace(self.root, "")


def shorten(text, length):
    if len(text) <= length:
        return text
    return text[: length - length // 4 - 5] + " ... " + text[-(length // 4):]


def describe(error_type, error):
    """What the error says. Its __str__ is the project's code and may itself fail."""
    name = getattr(error_type, "__name__", str(error_type))
    module = getattr(error_type, "__module__", "builtins")
    if module not in ("builtins", "__main__") and not module.startswith("_pytest."):
        name = module + "." + name
    try:
        text = str(error)
    except BaseException as failure:
        text = "<its message could not be made: %s>" % type(failure).__name__
    return name + ": " + text if text else name
