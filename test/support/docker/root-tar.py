"""Writes the root of a small image to stdout: this machine's own Python, shell and usual programs."""
import os
import shutil
import subprocess
import sys
import tarfile

PROGRAMS = """cat chmod cut dash du echo env false find grep head id kill ls mkdir mv nohup nproc pwd python3 rm sed seq
setsid sleep sort stat tail touch tr true uname wc yes""".split()
LEFT_OUT = {"__pycache__", "test", "idlelib", "tkinter", "ensurepip"}


def libraries(file):
    listed = subprocess.run(["ldd", file], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.decode()
    return [word for word in listed.split() if word.startswith("/")]


def with_targets(path):
    """The path, and what it points to if it is a link; in /usr, where the folders of the root lead."""
    path = path if path.startswith("/usr") else "/usr" + path
    if not os.path.islink(path):
        return [path]
    return [path] + with_targets(os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path))))


def standard_library():
    import sysconfig

    for folder, folders, files in os.walk(sysconfig.get_path("stdlib")):
        folders[:] = [name for name in folders if name not in LEFT_OUT]
        yield from (os.path.join(folder, name) for name in files)


def everything():
    programs = [path for path in (shutil.which(name, path="/usr/bin:/bin") for name in PROGRAMS) if path]
    modules = list(standard_library())
    binaries = programs + [path for path in modules if path.endswith(".so")]
    return {each for path in binaries for found in [path] + libraries(path) for each in with_targets(found)} | set(modules)


def link(tar, name, target):
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = tarfile.SYMTYPE, target
    tar.addfile(entry)


with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as tar:
    for name in ("bin", "sbin", "lib", "lib64"):
        link(tar, name, "usr/" + name)
    for path in sorted(everything()):
        tar.add(path, arcname=path[1:], recursive=False)
    link(tar, "usr/bin/sh", "dash")
