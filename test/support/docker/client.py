#!/usr/bin/env python3
"""Stands in for docker where no engine runs: takes the options that docker knows, and only those, and runs the command
in bubblewrap with what they give and withhold. The machine's own system is the one image there is. As with docker, a
container outlives its client until its input ends or it is killed by name."""
import argparse
import json
import os
import signal
import subprocess
import sys

STATE = os.path.dirname(os.path.abspath(__file__))
IMAGE = "mendgraph-test:latest"
PATH = "/usr/local/bin:/usr/bin:/bin"


class Parser(argparse.ArgumentParser):
    def error(self, message):
        fail(125, message)


def fail(code, message):
    print("docker: %s" % message, file=sys.stderr)
    sys.exit(code)


def run_options(arguments):
    parser = Parser(allow_abbrev=False)
    for name in ("name", "pull", "log-driver", "network", "ipc", "hostname", "user", "security-opt", "memory"):
        parser.add_argument("--" + name)
    for name in ("memory-swap", "pids-limit", "shm-size", "workdir", "entrypoint"):
        parser.add_argument("--" + name)
    for name in ("cap-drop", "cap-add", "tmpfs", "mount"):
        parser.add_argument("--" + name, action="append", default=[])
    for name in ("rm", "interactive", "read-only"):
        parser.add_argument("--" + name, action="store_true")
    parser.add_argument("image")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args(arguments)


def privileges(options):
    user, group = options.user.split(":")
    if os.getuid() != 0:
        return ["--unshare-user", "--uid", user, "--gid", group]
    dropped = [word for name in options.cap_drop for word in ("--cap-drop", name)]
    return dropped + [word for name in options.cap_add for word in ("--cap-add", name)]


def size_of(options):
    return next(part[5:] for part in options.split(",") if part.startswith("size="))


def scratch(options):
    found = [(path, size_of(rest)) for path, _, rest in (each.partition(":") for each in options.tmpfs)]
    for path, size in found + [("/dev/shm", options.shm_size)]:
        yield from ("--perms", "1777", "--size", size, "--tmpfs", path)


def mounts(options):
    read = [dict(field.partition("=")[::2] for field in mount.split(",")) for mount in options.mount]
    for mount in sorted(read, key=lambda each: len(each["target"])):
        above = mount["target"].split("/")[1:-1]
        for depth in range(len(above)):
            yield from ("--perms", "0755", "--dir", "/" + "/".join(above[: depth + 1]))
        yield from ("--ro-bind" if "readonly" in mount else "--bind", mount["source"], mount["target"])


def system():
    for name in ("bin", "sbin", "lib", "lib64"):
        yield from ("--symlink", "usr/" + name, "/" + name)
    yield from ("--ro-bind", "/usr", "/usr", "--proc", "/proc", "--dev", "/dev")


def bubblewrap(options):
    return [
        "bwrap", *privileges(options), "--unshare-pid", "--unshare-ipc", "--unshare-uts", "--as-pid-1", "--new-session",
        *(["--unshare-net"] if options.network == "none" else []), "--hostname", options.hostname,
        "--clearenv", "--setenv", "PATH", PATH, *system(), *scratch(options), *mounts(options),
        *(["--remount-ro", "/dev", "--remount-ro", "/"] if options.read_only else []), "--chdir", options.workdir, "--",
        options.entrypoint, *options.command,
    ]


def run(arguments):
    options = run_options(arguments)
    if options.image != IMAGE:
        fail(125, "Unable to find image '%s' locally" % options.image)
    container = subprocess.Popen(bubblewrap(options), start_new_session=True)
    file = os.path.join(STATE, options.name)
    with open(file, "w") as number:
        number.write(str(container.pid))
    code = container.wait()
    os.unlink(file)
    sys.exit(code if code >= 0 else 128 - code)


def kill(name):
    with open(os.path.join(STATE, name)) as number:
        os.killpg(int(number.read()), signal.SIGKILL)


def main(command, *arguments):
    if command == "run":
        run(list(arguments))
    elif command == "info":
        print(json.dumps(["name=seccomp,profile=default"]))
    elif command == "image" and arguments[-1] != IMAGE:
        fail(1, "No such image: %s" % arguments[-1])
    elif command == "image":
        print(json.dumps(["PATH=" + PATH]))
    elif command == "kill":
        kill(*arguments)
    else:
        fail(125, "unknown command: %s" % command)


main(*sys.argv[1:])
