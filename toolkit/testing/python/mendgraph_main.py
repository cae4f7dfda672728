"""Started by runner.ts in the sandbox as `python mendgraph_main.py SPEC`, where SPEC is a file with a JSON object:
runner, args (of the runner), script (its absolute path), module or code (what is run, for Django and sympy; else
null), only (test ids or null), except (test ids), failFast, coverage, testSeconds,
root (the checkout), paths (folders to import from), report (the file to write), scratch (a folder to use), bytecode
(a folder that lasts longer, or null)."""
import importlib
import json
import os
import sys


def load(path):
    with open(path) as file:
        return json.load(file)


def run(spec):
    import mendgraph_coverage
    import mendgraph_limit
    import mendgraph_report

    report = mendgraph_report.Report(spec["report"], spec["root"])
    limit = mendgraph_limit.Limit(spec["testSeconds"], report)
    coverage = mendgraph_coverage.Coverage(report) if spec["coverage"] else None
    adapter = importlib.import_module("mendgraph_" + spec["runner"])
    if spec["bytecode"]:
        import mendgraph_bytecode

        mendgraph_bytecode.install(spec["bytecode"], spec["root"])
    # As `python -m` would have it: the repository first, and nothing of ours.
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = spec["paths"] + [path for path in sys.path if path and os.path.abspath(path) != own]
    inherited = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(spec["paths"] + ([inherited] if inherited else []))
    sys.argv = [spec["runner"]] + spec["args"]
    status = adapter.run(spec, report, limit, coverage)
    report.write("end", status=status)
    return status


if __name__ == "__main__":
    sys.exit(run(load(sys.argv[1])))
