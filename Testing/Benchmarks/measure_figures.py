#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Every figure of Documentation/Measuring.md and MEASURED.md that needs no ParaView, measured on this machine by one command.

    python3 Testing/Benchmarks/measure_figures.py --out figures
    ... --data ../shared/data      Table 1 on the .vti files of that folder too (this is the default folder)
    ... --limit 360                starts no further step after so many seconds

Writes figures.md (each figure with its command, the commit and the device), a .txt file with what each
program printed, and the folders table1 and table1_data as remake_figures.py makes them. Takes about five
minutes on one GPU with 16 CPU cores. Needs Python alone; charts need matplotlib. The figures of ParaView's
frames come from paraview_frames.py and paraview_isosurfaces.py.
"""

import argparse
import glob
import os
import subprocess
import sys
import time

import compare_gates

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The gate of compaction has three methods; here are all that the papers compare.
COMMANDS = dict(
    compare_gates.GATES,
    compaction=("bench_compaction --select --items 268435456 --smallest 268435456", compare_gates.select),
)
TABLE = "--max-isovalues 4 --repeats 2"


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--out", required=True)
    parser.add_argument(
        "--data", default=os.path.join(ROOT, "..", "shared", "data"), help="folder of .vti files for Table 1"
    )
    parser.add_argument("--limit", type=float, default=float("inf"), help="seconds")
    parser.add_argument("--device", default="cuda", choices=("auto", "cuda", "cpu"))
    parser.add_argument(
        "--only", default=",".join([*COMMANDS, "table1", "table1_data"]), help="steps, comma-separated"
    )
    parser.add_argument(
        "--more",
        default="",
        help="further options of every program but Table 1's, for a trial on a small machine",
    )
    parser.add_argument("--small", action="store_true", help="Table 1 of small volumes")
    return parser.parse_args()


def remake(options, folder, files, more):
    """Table 1 into a folder; why not, or nothing."""
    command = [
        sys.executable,
        "-B",
        os.path.join(ROOT, "Testing", "Benchmarks", "remake_figures.py"),
        "--build",
        options.build,
        "--out",
        folder,
        "--device",
        options.device,
        f"--table-options={TABLE}",
        *(["--volumes", *files] if files else []),
        *more,
        *(["--small"] if options.small else []),
    ]
    os.makedirs(folder, exist_ok=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    with open(os.path.join(folder, "output.txt"), "w", encoding="utf-8") as file:
        file.write(" ".join(command) + "\n\n" + done.stdout + done.stderr)
    return "" if done.returncode == 0 else f"exit {done.returncode}, see {folder}/output.txt"


def commit():
    try:
        return subprocess.run(
            ["git", "-C", ROOT, "describe", "--always", "--dirty"], capture_output=True, text=True, check=True
        ).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def device_name(folder):
    """As bench_tets or bench_isosurface printed it at the beginning of a line."""
    for path in sorted(glob.glob(os.path.join(folder, "*.txt"))):
        with open(path, encoding="utf-8") as file:
            for line in file:
                if " views, " in line:
                    return line.split(",")[0]
    return "unknown device"


def main():
    options = arguments()
    os.makedirs(options.out, exist_ok=True)
    begin, rows, problems = time.monotonic(), [], []
    for step in options.only.split(","):
        if time.monotonic() - begin > options.limit:
            problems.append(f"{step}: left out for want of time")
            continue
        if step in COMMANDS:
            command, reader = COMMANDS[step]
            figures, problem = compare_gates.run(
                os.path.join(options.build, "bin"),
                command,
                reader,
                options,
                os.path.join(options.out, step + ".txt"),
            )
            rows += [
                (figure, value, command.replace(" --csv {csv}", "")) for figure, value in figures.items()
            ]
        elif step == "table1":
            problem = remake(options, os.path.join(options.out, step), [], [])
        else:
            files = sorted(glob.glob(os.path.join(options.data, "*.vti")))
            problem = (
                remake(options, os.path.join(options.out, step), files, ["--no-density"])
                if files
                else f"no .vti files in {options.data}"
            )
        problems += [f"{step}: {problem}"] if problem else []
        print(f"{step}: {time.monotonic() - begin:.0f} s {problem}", flush=True)
    lines = [
        f"Commit {commit()} on {device_name(options.out)}.",
        "",
        "| figure | value | command |",
        "|---|---|---|",
    ]
    lines += [f"| {figure} | {value:.4g} | `build/bin/{command}` |" for figure, value, command in rows]
    with open(os.path.join(options.out, "figures.md"), "w", encoding="utf-8") as file:
        file.write("\n".join([*lines, "", *problems]) + "\n")
    print(f"{len(rows)} figures in {options.out}/figures.md")
    sys.exit(1 if problems else 0)


main()
