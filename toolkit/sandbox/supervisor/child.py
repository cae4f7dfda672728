"""What happens between fork and the command's first instruction, and just before the fork."""
import errno
import os
import resource
import signal

from watcher import PR_SET_PDEATHSIG, prctl

# Ours to handle or Python's to ignore; the command gets the system's own.
RESET = (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def hand_over(folder, uid):
    """Gives what is below `folder` to `uid`. The folder itself stays its owner's (git refuses other people's
    checkouts) and is opened to the group; hard links are left alone, since their other names may be elsewhere."""
    top = os.lstat(folder)
    if top.st_uid != uid:
        os.chown(folder, -1, uid)
        os.chmod(folder, (top.st_mode & 0o7777) | 0o070)
    pending = [folder]
    while pending:
        here = pending.pop()
        try:
            entries = list(os.scandir(here))
        except OSError:
            continue
        for entry in entries:
            if here == folder and entry.name == ".git":
                continue
            info = entry.stat(follow_symlinks=False)
            directory = entry.is_dir(follow_symlinks=False)
            if info.st_uid != uid and (directory or info.st_nlink == 1):
                try:
                    os.chown(entry.path, uid, uid, follow_symlinks=False)
                except OSError:
                    continue
            if directory:
                pending.append(entry.path)


def set_limits(options, extra):
    def bound(kind, value):
        hard = resource.getrlimit(kind)[1]
        if hard != resource.RLIM_INFINITY:
            value = min(value, hard)
        try:
            resource.setrlimit(kind, (value, value))
        except (ValueError, OSError):  # macOS refuses some; the supervisor's own checks remain
            pass

    bound(resource.RLIMIT_AS, int(options["memory"]))
    bound(resource.RLIMIT_FSIZE, int(options["file"]))
    bound(resource.RLIMIT_NPROC, int(options["processes"]) + extra)
    bound(resource.RLIMIT_CORE, 0)



def become(options, command, streams, failure, extra):
    """In the child: everything that must hold before the command's first instruction, then the command."""
    try:
        os.setsid()
        for number in RESET:
            signal.signal(number, signal.SIG_DFL)
        set_limits(options, extra)
        null = os.open("/dev/null", os.O_RDONLY)
        for target, source in enumerate((null, streams[0].write_end, streams[1].write_end)):
            os.dup2(source, target)
        if "uid" in options:
            uid = int(options["uid"])
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
        prctl((PR_SET_PDEATHSIG, signal.SIGKILL))  # after the change of user, which would clear it
        if "channel" in options:
            os.set_inheritable(int(options["channel"]), True)
        os.chdir(options["cwd"])
        environment = dict(pair.split("=", 1) for pair in options["env"])
        os.execvpe(command[0], command, environment)
    except OSError as error:
        os.write(failure, str(error.errno or errno.EINVAL).encode())
    finally:
        os._exit(127)
