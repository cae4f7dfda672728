"""Finds, measures and ends processes by way of /proc."""
import os


def numbers(folder):
    return [int(name) for name in os.listdir(folder) if name.isdigit()]


def children_of(pid):
    found = []
    for task in os.listdir("/proc/%d/task" % pid):
        with open("/proc/%d/task/%s/children" % (pid, task)) as file:
            found += [int(child) for child in file.read().split()]
    return found


def parents():
    """Every process of the machine with its parent, for kernels without the `children` files."""
    found = {}
    for pid in numbers("/proc"):
        try:
            with open("/proc/%d/stat" % pid, "rb") as file:
                found[pid] = int(file.read().rpartition(b")")[2].split()[1])
        except OSError:
            continue
    return found


def descendants():
    by_children = os.path.exists("/proc/self/task/%d/children" % os.getpid())
    everyone = {} if by_children else parents()
    found, pending = [], [os.getpid()]
    while pending:
        here = pending.pop()
        try:
            below = children_of(here) if by_children else [p for p, up in everyone.items() if up == here]
        except OSError:
            continue
        found += below
        pending += below
    return found


def tasks_of_user():
    """Tasks that our user already has: RLIMIT_NPROC counts those too."""
    count = 0
    for pid in numbers("/proc"):
        try:
            if os.stat("/proc/%d" % pid).st_uid == os.getuid():
                count += len(os.listdir("/proc/%d/task" % pid))
        except OSError:
            continue
    return count


def resident(pids, page):
    """Bytes of memory that `pids` hold, shared pages counted once for each."""
    total = 0
    for pid in pids:
        try:
            with open("/proc/%d/statm" % pid) as file:
                total += int(file.read().split()[1]) * page
        except OSError:
            continue
    return total


def proportional(pids, page):
    """The same with shared pages divided among their holders. Exact but dear, so asked only in doubt."""
    total = 0
    for pid in pids:
        try:
            with open("/proc/%d/smaps_rollup" % pid) as file:
                total += next(int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:"))
        except (OSError, StopIteration):
            total += resident([pid], page)
    return total
