"""Runs a script, module or piece of code as the interpreter would, in this process."""
import os
import runpy
import sys
import traceback


def execute(spec, arguments):
    """Its exit status."""
    try:
        if spec["script"] is not None:
            sys.argv = [spec["script"]] + arguments
            sys.path.insert(0, os.path.dirname(spec["script"]))
            runpy.run_path(spec["script"], run_name="__main__")
        elif spec["module"] is not None:
            sys.argv = [spec["module"]] + arguments
            runpy.run_module(spec["module"], run_name="__main__", alter_sys=True)
        else:
            sys.argv = ["-c"] + arguments
            exec(compile(spec["code"], "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as end:
        return status_of(end.code)
    except Exception:
        traceback.print_exc()
        return 1
    return 0


def status_of(code):
    if code is None or isinstance(code, int):
        return int(code or 0)
    sys.stderr.write("%s\n" % (code,))
    return 1
