#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Makes Table 4 of Gu and Kim 2020: cache hits, efficiency of control flow and active warps while rays are
cast.

    python3 Testing/Benchmarks/Profiler/kernel_counters.py --build build --tets 3.8e6
    python3 Testing/Benchmarks/Profiler/kernel_counters.py --build build --of paths

Runs bench_laboratory once for each system, one view, under Nsight Compute (ncu). ncu must be allowed to read
the GPU's counters: as root, or where the driver lets all users do so. Prints a table in Markdown, means over
the kernels that cast, by their time. The exit status is 1 where there is no ncu, or it may not read counters;
the message tells what to do. With --csv FILE the table is made of what ncu has written there before (ncu
--csv --page raw --log-file FILE).

--of paths: shows what limits paths through a volume, with and without compaction after each bounce
(bench_path_tracer).
"""

import argparse
import csv
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "..", ".."))
TIME = "gpu__time_duration.sum"
L1, L2 = "l1tex__t_sector_hit_rate.pct", "lts__t_sector_hit_rate.pct"
LANES = "smsp__thread_inst_executed_per_inst_executed.ratio"
WARPS = "sm__warps_active.avg.per_cycle_active"
METRICS = (TIME, L1, L2, LANES, WARPS)
ISSUE = "smsp__issue_active.avg.pct_of_peak_sustained_active"
REGISTERS = "launch__registers_per_thread"
# What warps wait for when an instruction is issued.
STALLS = {
    f"smsp__average_warps_issue_stalled_{name}_per_issue_active.ratio": text
    for name, text in {
        "long_scoreboard": "global and local memory", "short_scoreboard": "shared memory, special functions",
        "wait": "fixed latency",
        "math_pipe_throttle": "arithmetic units", "lg_throttle": "the queue to memory", "barrier": "barriers",
        "no_instruction": "instructions",
        "branch_resolving": "branches", "not_selected": "their turn", "membar": "fences",
    }.items()
}
PATH_METRICS = (*METRICS, ISSUE, REGISTERS, *STALLS)
# Kernels of paths.
PATHS = {"paths, a thread each until they end": "TraceNaive",
         "paths, InK-Compact after each bounce": "InKCompact<.*ExtendPaths"}
KERNELS = "Cast"  # kernels that cast rays have it in their name
SYSTEMS = {
    "Ours-Tile": ["--system", "ours-tile"],
    "FullVDFI": ["--system", "full-vdfi"],
    "GBunyk-Buffer, 256 slots": ["--system", "gbunyk-buffer", "--slots", "256"],
    "VF-GPU": ["--system", "vf-gpu", "--slots", "64"],
    "the product's edge functions": ["--system", "edge-functions"],
}
UNITS = {"ns": 1e-6, "nsecond": 1e-6, "us": 1e-3, "usecond": 1e-3, "ms": 1.0, "msecond": 1.0, "s": 1e3,
         "second": 1e3}
NO_PERMISSION = (
    "ncu may not read the GPU's counters (ERR_NVGPUCTRPERM): run as root, or load the driver with "
    "NVreg_RestrictProfilingToAdminUsers=0, and in a container give it CAP_SYS_ADMIN."
)


class NoCounters(Exception):
    """There are no counters; the message tells why."""


def number(text):
    return float(text.replace(",", ""))


def launches(text, metrics=METRICS):
    """Yields (name of the kernel, {metric: value}) of each launch in the output of ncu --csv --page raw;
    times are in milliseconds."""
    if "ERR_NVGPUCTRPERM" in text:
        raise NoCounters(NO_PERMISSION)
    lines = text.splitlines()
    begins = [i for i, line in enumerate(lines) if line.startswith('"ID"')]
    if not begins:
        said = [line for line in lines if line.startswith("==ERROR==")]
        raise NoCounters("ncu has measured no kernel. " + " ".join(said))
    # After the names of the columns stands a row of units, whose first cells are empty.
    rows = list(csv.DictReader(line for line in lines[begins[0]:] if line.startswith('"')))
    missing = [metric for metric in metrics if metric not in rows[0]]
    if missing:
        raise NoCounters("ncu has not measured " + ", ".join(missing))
    units = rows[0] if not rows[0]["ID"] else {}
    scale = UNITS[units.get(TIME) or "ns"]
    for row in rows:
        if row["ID"] and row[TIME]:
            values = {metric: number(row[metric]) for metric in metrics}
            values[TIME] *= scale
            yield row["Kernel Name"], values


def means(found):
    """Returns means of the metrics over launches of kernels that cast, weighted by their time, and the time
    of all."""
    casts = [values for name, values in found if KERNELS in name]
    time = sum(values[TIME] for values in casts)
    if time <= 0:
        raise NoCounters(f"no kernel with {KERNELS} in its name was measured")
    result = {metric: sum(values[metric] * values[TIME] for values in casts) / time for metric in METRICS}
    result[TIME] = time
    return result


def means_of(found, pattern):
    """Returns means of PATH_METRICS over the launches whose names match, weighted by their time. Raises
    NoCounters where there are none."""
    here = [values for name, values in found if re.search(pattern, name)]
    time = sum(values[TIME] for values in here)
    if time <= 0:
        raise NoCounters(f"no kernel {pattern} was measured")
    return {metric: sum(values[metric] * values[TIME] for values in here) / time for metric in PATH_METRICS}


def path_line(name, values):
    """A row of PATH_HEADER."""
    waits = sorted(((values[metric], text) for metric, text in STALLS.items()), reverse=True)[:3]
    return (f"| {name} | {values[LANES]:.1f} | {values[ISSUE]:.1f} % | {values[WARPS]:.1f} "
            f"| {values[REGISTERS]:.0f} | {values[L1]:.1f} % | {values[L2]:.1f} % "
            f"| {', '.join(f'{text} {share:.1f}' for share, text in waits)} |")


def line_of(name, values):
    return (f"| {name} | {values[L1]:.2f} % | {values[L2]:.2f} % | {100 * values[LANES] / 32:.2f} % | "
            f"{values[WARPS]:.2f} "
            f"| {values[TIME]:.2f} ms |")


HEADER = [
    "| system | L1 hit | L2 hit | control flow: lanes active of 32 | active warps of a multiprocessor | "
    "cast, under the profiler |",
    "|---|---|---|---|---|---|",
]


PATH_HEADER = [
    "| kernels | lanes active of 32 | issue slots in use | active warps of a multiprocessor | registers "
    "| L1 hit | L2 hit | warps wait, at each issue, for |",
    "|---|---|---|---|---|---|---|---|",
]


def measure_paths(ncu, folder):
    """Prints a row for each kernel of paths."""
    options = ["--device", "cuda", "--scenes", "gyroid", "--points", "129", "--width", "640", "--height",
               "384", "--bounces", "8", "--samples", "1", "--repeats", "1"]
    text = measure(ncu, os.path.join(folder, "bench_path_tracer"), options, PATH_METRICS,
                   "|".join(PATHS.values()))
    found = list(launches(text, PATH_METRICS))
    print("\n".join([*PATH_HEADER, *(path_line(name, means_of(found, pattern))
                                     for name, pattern in PATHS.items())]))


def measure(ncu, program, options, metrics=METRICS, kernels=KERNELS, most=None, seconds=None):
    """Returns what ncu writes of a run of the program, which ends once `most` launches were measured. Raises
    NoCounters where it takes longer than `seconds`."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "ncu.csv")
        command = [ncu, "--csv", "--page", "raw", "--metrics", ",".join(metrics), "--kernel-name-base",
                   "demangled",
                   "--kernel-name", f"regex:{kernels}",
                   *(["--launch-count", str(most), "--kill", "yes"] if most else []), "--log-file", log,
                   program, *options]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              start_new_session=True) as run:
            try:
                said = "".join(run.communicate(timeout=seconds))
            except subprocess.TimeoutExpired as late:
                os.killpg(run.pid, signal.SIGKILL)  # ncu and the program
                raise NoCounters(f"it took longer than {seconds} s") from late
        text = ""
        if os.path.exists(log):
            with open(log, encoding="utf-8", errors="replace") as file:
                text = file.read()
        if '"ID"' not in text:
            text += said
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--ncu", default=shutil.which("ncu") or "/usr/local/cuda/bin/ncu",
                        help="the program, where it is not on the path")
    parser.add_argument("--tets", default="3.8e6")
    parser.add_argument("--size", default="1024")
    parser.add_argument("--precision", default="double", choices=("double", "single"))
    parser.add_argument("--of", default="tets", choices=("tets", "paths"))
    parser.add_argument("--csv", action="append", default=[], metavar="FILE",
                        help="instead of a run: what ncu has written")
    options = parser.parse_args()
    try:
        if options.csv:
            print("\n".join(HEADER))
            for path in options.csv:
                with open(path, encoding="utf-8", errors="replace") as file:
                    print(line_of(os.path.basename(path), means(launches(file.read()))))
            return 0
        if not shutil.which(options.ncu):
            raise NoCounters("There is no ncu: install Nsight Compute, which is part of the CUDA toolkit, or "
                             "give --ncu.")
        if options.of == "paths":
            measure_paths(options.ncu, os.path.join(options.build, "bin"))
            return 0
        program = os.path.join(options.build, "bin", "bench_laboratory")
        common = ["--device", "cuda", "--tets", options.tets, "--size", options.size, "--views", "1",
                  "--repeats", "1",
                  "--precision", options.precision]
        for i, (name, choice) in enumerate(SYSTEMS.items()):
            values = means(launches(measure(options.ncu, program, common + choice)))
            print("\n".join([*HEADER, line_of(name, values)] if i == 0 else [line_of(name, values)]),
                  flush=True)
        return 0
    except NoCounters as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
