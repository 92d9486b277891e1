"""Counts the instructions and allocations of hot paths under callgrind, and compares them with Benchmarks/costs.txt.
Scripts/costs calls it.

callgrind counts the instructions that a program executes, which another load of the machine does not change: two runs of a path
differ by less than 0.01 %, a path with several threads (cluster-forwarded) by 0.4 %, many tasks
(cluster-forwarded-together) by 2 %.
"""
import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys

# A cost may rise by this part before the check fails.
TOLERANCE = 0.03
ALLOCATORS = {"malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign"}
# The same in each run and on each machine: seeds of hash tables, and the variant of memcpy() that the C library chooses.
ENVIRONMENT = {
    "SWIFT_DETERMINISTIC_HASHING": "1",
    "GLIBC_TUNABLES": "glibc.cpu.hwcaps=-AVX2,-AVX_Fast_Unaligned_Load,-ERMS,-BMI2",
}

Cost = collections.namedtuple("Cost", "instructions allocations functions")


def fail(reason):
    sys.exit(f"costs: {reason}")


# ---------------------------------------------------------------- Counting


def read_profile(path, commands):
    """The cost of one command, from the file that callgrind has written of `commands` of them."""
    names, functions, allocations = {}, collections.Counter(), 0

    def name(text):
        number, _, rest = text.partition(" ")
        return names.setdefault(number, re.sub(r"'\d+$", "", rest))

    function = called = None
    is_inclusive = False
    with open(path, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if line[0].isdigit() or line[0] in "+-*":
                # The line after a call has the cost of what was called, which stands there as well.
                if not is_inclusive:
                    functions[function] += int(line.split()[1])
                is_inclusive = False
            elif line.startswith("fn="):
                function = name(line[3:].rstrip("\n"))
            elif line.startswith("cfn="):
                called = name(line[4:].rstrip("\n"))
            elif line.startswith("calls="):
                is_inclusive = True
                if called in ALLOCATORS:
                    allocations += int(line[6:].split()[0])
    return Cost(
        sum(functions.values()) / commands, allocations / commands,
        {function: count / commands for function, count in functions.items() if count >= commands})


def count(program, path, commands, folder, libraries):
    output = folder / f"{path}.callgrind"
    for old in folder.glob(f"{output.name}*"):
        old.unlink()
    command = [
        "valgrind", "--tool=callgrind", "--zero-before=costs_begin", "--dump-before=costs_end",
        f"--callgrind-out-file={output}", str(program), path,
    ]
    environment = {"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": str(libraries)} | ENVIRONMENT
    run = subprocess.run(command, env=environment, capture_output=True, text=True)
    part = pathlib.Path(f"{output}.1")
    if run.returncode != 0 or not part.exists():
        fail(f"{' '.join(command)} ended with status {run.returncode}:\n{run.stderr}")
    return read_profile(part, commands)


def paths_of(program, libraries):
    run = subprocess.run(
        [program], env={"PATH": os.environ["PATH"], "LD_LIBRARY_PATH": str(libraries)}, capture_output=True, text=True)
    if run.returncode != 0:
        fail(f"{program} ended with status {run.returncode}: {run.stderr}")
    return [(path, int(commands)) for path, commands in map(str.split, run.stdout.splitlines())]


# ---------------------------------------------------------------- The file of thresholds


def read_thresholds(file):
    """The first line without its mark, and the costs of each path."""
    lines = file.read_text().splitlines() if file.exists() else []
    rows = [[part.strip() for part in line.split(",")] for line in lines if line and not line.startswith("#")]
    return (lines[0].removeprefix("# ") if lines else ""), {row[0]: (float(row[1]), float(row[2])) for row in rows}


def write_thresholds(file, toolchain, costs):
    rows = [f"{path}, {instructions:.0f}, {allocations:.2f}" for path, (instructions, allocations) in sorted(costs.items())]
    file.write_text("\n".join([f"# {toolchain}", "# name, instructions per command, allocations per command", *rows, ""]))


# ---------------------------------------------------------------- Saying what grew


def demangled(names):
    text = subprocess.run(
        ["swift", "demangle", "--simplified", "--compact"], input="\n".join(names), capture_output=True, text=True).stdout
    return dict(zip(names, text.splitlines()))


def print_functions(counts, count_of):
    readable = demangled([function for function, _ in counts])
    for function, number in counts:
        print(f"    {count_of(number):>12}  {readable.get(function, function)[:110]}")


def print_growth(path, cost, folder):
    """The functions that grew since the path was last counted here and passed, or else those that cost most."""
    file = folder / f"{path}.json"
    if file.exists():
        before = json.loads(file.read_text())
        growth = {
            function: cost.functions.get(function, 0) - before["functions"].get(function, 0)
            for function in cost.functions.keys() | before["functions"].keys()
        }
        print(f"  instructions per command more than at {before['commit']}:")
        changed = [(function, number) for function, number in growth.items() if abs(number) >= 1]
        print_functions(sorted(changed, key=lambda each: -each[1])[:15], lambda number: f"{number:+,.0f}")
        fell = sorted(changed, key=lambda each: each[1])[:5]
        print_functions([each for each in fell if each[1] < 0], lambda number: f"{number:+,.0f}")
    else:
        print("  the functions with most instructions per command (run Scripts/costs at the commit before, then here: it then")
        print("  prints the functions that grew):")
        print_functions(sorted(cost.functions.items(), key=lambda each: -each[1])[:15], lambda number: f"{number:,.0f}")


def keep(path, cost, folder, commit):
    (folder / f"{path}.json").write_text(json.dumps({"commit": commit, "functions": cost.functions}))


# ---------------------------------------------------------------- The command


def main():
    parser = argparse.ArgumentParser(prog="costs")
    parser.add_argument("--toolchain", required=True)
    parser.add_argument("--commit", required=True)
    parser.add_argument("--thresholds", type=pathlib.Path, required=True)
    parser.add_argument("--folder", type=pathlib.Path, required=True)
    parser.add_argument("--program", type=pathlib.Path, action="append", required=True)
    parser.add_argument("--update", action="store_true")
    parser.add_argument("paths", nargs="*")
    arguments = parser.parse_args()
    folder = arguments.folder
    folder.mkdir(parents=True, exist_ok=True)

    toolchain, thresholds = read_thresholds(arguments.thresholds)
    is_comparable = toolchain == arguments.toolchain
    if not is_comparable and not arguments.update:
        print(f"costs: the thresholds are of {toolchain or 'no toolchain'}, and this is {arguments.toolchain}: nothing is "
              f"compared")

    counted, failed = {}, []
    print(f"{'path':20} {'instructions':>13} {'threshold':>10} {'':8} {'allocations':>11} {'threshold':>10}")
    for program in arguments.program:
        for path, commands in paths_of(program, folder):
            # A program has the paths of one with fewer traits too: the first one counts.
            if path in counted or (arguments.paths and path not in arguments.paths):
                continue
            cost = count(program, path, commands, folder, folder)
            counted[path] = cost
            limit = thresholds.get(path)
            values = list(zip(cost[:2], limit)) if limit and is_comparable else []
            ratio = cost.instructions / limit[0] - 1 if values else None
            print(
                f"{path:20} {cost.instructions:13,.0f} {f'{limit[0]:,.0f}' if values else '-':>10} "
                f"{f'{ratio:+.1%}' if values else '':8} {cost.allocations:11.2f} {f'{limit[1]:.2f}' if values else '-':>10}",
                flush=True)
            # Allocations are counted to a hundredth.
            grew = any(value > limit * (1 + TOLERANCE) + 0.005 for value, limit in values)
            if arguments.update or not grew:
                keep(path, cost, folder, arguments.commit)
            if arguments.update:
                continue
            if grew:
                failed.append(path)
                print_growth(path, cost, folder)
            elif ratio is not None and ratio < -TOLERANCE:
                print("  fewer than before: Scripts/costs --update keeps it so")
            elif is_comparable and not limit:
                failed.append(path)
                print(f"  has no threshold: Scripts/costs {path} --update writes one")
    missing = set(arguments.paths) - counted.keys()
    if missing:
        fail(f"there is no path {', '.join(sorted(missing))}")

    if arguments.update:
        if not is_comparable and thresholds.keys() - counted.keys():
            fail("the thresholds are of another toolchain: --update needs every path, without names and --without-service")
        costs = (thresholds if is_comparable else {}) | {path: cost[:2] for path, cost in counted.items()}
        write_thresholds(arguments.thresholds, arguments.toolchain, costs)
        print(f"costs: wrote {arguments.thresholds}")
    elif failed:
        fail(
            f"{', '.join(failed)}: beyond {TOLERANCE:.0%} of {arguments.thresholds}. If it must be so, Scripts/costs --update "
            f"writes the "
            "new costs, and the commit says why")


main()
