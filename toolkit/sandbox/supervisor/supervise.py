"""Runs one command under limits and leaves nothing of it behind. Started by run-supervised.ts as

    python3 -I -S -B supervise.py KEY=VALUE... -- PROGRAM ARGUMENT...

stdin is the control pipe: at its end (the parent was killed, or cancels) the command is stopped; a byte on it asks
to hand the folders over once more, and is answered by one. The answer goes to stdout: a line of JSON, then the kept
bytes of the command's stdout, then those of its stderr.

Keys: cwd, wall (ms), memory (bytes of address space of a process, and of all together), processes, file (bytes),
keep (bytes of each stream), cap (bytes printed in all before it is stopped), env (NAME=VALUE, repeated), namespace
(the parent's /proc/self/ns/pid: everything else in ours is then the command's), uid, own (a folder to be handed to
uid, repeated), home (a folder to make for the command and to remove), channel (a descriptor to leave to it, or the path
of a socket to connect it to).

Standard library only, and few imports: each costs every test run milliseconds. Python 3.6 and later.
"""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import child
from watcher import Supervisor, harden, remove, wakeup


def parse(arguments):
    split = arguments.index("--")
    options = {"env": [], "own": []}
    for argument in arguments[:split]:
        key, _, value = argument.partition("=")
        if key in ("env", "own"):
            options[key].append(value)
        else:
            options[key] = value
    return options, arguments[split + 1:]


def connect(path):
    import socket

    channel = socket.socket(socket.AF_UNIX)
    channel.connect(path)
    return channel.detach()


def open_channel(options):
    if "channel" in options and not options["channel"].isdigit():
        options["channel"] = connect(options["channel"])
        options["env"].append("MENDGRAPH_CHANNEL=%d" % options["channel"])


def main():
    options, command = parse(sys.argv[1:])
    if hasattr(os, "setsid") and os.getpgrp() != os.getpid():
        os.setsid()
    hand_over = lambda: [child.hand_over(folder, int(options["uid"])) for folder in options["own"]]
    launch = lambda *given: child.become(options, command, *given)

    def heed():
        asked = os.read(0, 64)
        if not asked:
            return "cancelled"
        hand_over()
        os.write(1, b"\x06")

    supervisor = Supervisor(options, launch, 0, heed)
    harden()
    hand_over()
    if "home" in options:
        os.mkdir(options["home"], 0o700)
    open_channel(options)
    wake = wakeup()
    error = supervisor.start()
    if "channel" in options:
        os.close(int(options["channel"]))
    end = "not-started" if error else supervisor.watch(wake)
    supervisor.kill_all()
    supervisor.drain()
    if "home" in options:
        remove(options["home"])
    try:
        supervisor.answer(end, error, 1)
    except BrokenPipeError:
        pass


if __name__ == "__main__":
    main()
