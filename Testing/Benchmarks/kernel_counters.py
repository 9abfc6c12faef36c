#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Table 4 of Gu and Kim 2020: hits of the caches, efficiency of control flow and active warps while rays are cast.

    python3 Testing/Benchmarks/kernel_counters.py --build build --tets 3.8e6

Runs bench_laboratory once for each system, one view, under Nsight Compute (ncu), which has to be allowed to read the GPU's
counters: as root, or where the driver lets all users do so. Prints a table in Markdown, means over the kernels that cast, by
their time. The exit status is 1 where there is no ncu, or it may not read counters; the message tells what to do. With
--csv FILE the table is made of what ncu has written there before (ncu --csv --page raw --log-file FILE).
"""

import argparse
import csv
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TIME = "gpu__time_duration.sum"
L1, L2 = "l1tex__t_sector_hit_rate.pct", "lts__t_sector_hit_rate.pct"
LANES = "smsp__thread_inst_executed_per_inst_executed.ratio"
WARPS = "sm__warps_active.avg.per_cycle_active"
METRICS = (TIME, L1, L2, LANES, WARPS)
KERNELS = "Cast"  # kernels that cast rays have it in their name
SYSTEMS = {
    "Ours-Tile": ["--system", "ours-tile"],
    "FullVDFI": ["--system", "full-vdfi"],
    "GBunyk-Buffer, 256 slots": ["--system", "gbunyk-buffer", "--slots", "256"],
    "VF-GPU": ["--system", "vf-gpu", "--slots", "64"],
    "the product's edge functions": ["--system", "edge-functions"],
}
UNITS = {"ns": 1e-6, "nsecond": 1e-6, "us": 1e-3, "usecond": 1e-3, "ms": 1.0, "msecond": 1.0, "s": 1e3, "second": 1e3}
NO_PERMISSION = (
    "ncu may not read the GPU's counters (ERR_NVGPUCTRPERM): run as root, or load the driver with "
    "NVreg_RestrictProfilingToAdminUsers=0, and in a container give it CAP_SYS_ADMIN."
)


class NoCounters(Exception):
    """There are no counters; the message tells why."""


def number(text):
    return float(text.replace(",", ""))


def launches(text):
    """(name of the kernel, {metric: value}) of each launch in what ncu --csv --page raw writes; times in milliseconds."""
    if "ERR_NVGPUCTRPERM" in text:
        raise NoCounters(NO_PERMISSION)
    lines = text.splitlines()
    begins = [i for i, line in enumerate(lines) if line.startswith('"ID"')]
    if not begins:
        said = [line for line in lines if line.startswith("==ERROR==")]
        raise NoCounters("ncu has measured no kernel. " + " ".join(said))
    # After the names of the columns stands a row of units, whose first cells are empty.
    rows = list(csv.DictReader(line for line in lines[begins[0]:] if line.startswith('"')))
    missing = [metric for metric in METRICS if metric not in rows[0]]
    if missing:
        raise NoCounters("ncu has not measured " + ", ".join(missing))
    units = rows[0] if not rows[0]["ID"] else {}
    scale = UNITS[units.get(TIME) or "ns"]
    for row in rows:
        if row["ID"] and row[TIME]:
            values = {metric: number(row[metric]) for metric in METRICS}
            values[TIME] *= scale
            yield row["Kernel Name"], values


def means(found):
    """The metrics over launches of kernels that cast, by their time, and the time of all."""
    casts = [values for name, values in found if KERNELS in name]
    time = sum(values[TIME] for values in casts)
    if time <= 0:
        raise NoCounters(f"no kernel with {KERNELS} in its name was measured")
    result = {metric: sum(values[metric] * values[TIME] for values in casts) / time for metric in METRICS}
    result[TIME] = time
    return result


def line_of(name, values):
    return (f"| {name} | {values[L1]:.2f} % | {values[L2]:.2f} % | {100 * values[LANES] / 32:.2f} % | {values[WARPS]:.2f} "
            f"| {values[TIME]:.2f} ms |")


HEADER = [
    "| system | L1 hit | L2 hit | control flow: lanes active of 32 | active warps of a multiprocessor | cast, under the profiler |",
    "|---|---|---|---|---|---|",
]


def measure(ncu, program, options):
    """What ncu writes of a run of the program."""
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "ncu.csv")
        command = [ncu, "--csv", "--page", "raw", "--metrics", ",".join(METRICS), "--kernel-name-base", "demangled",
                   "--kernel-name", f"regex:{KERNELS}", "--log-file", log, program, *options]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        text = ""
        if os.path.exists(log):
            with open(log, encoding="utf-8", errors="replace") as file:
                text = file.read()
        if '"ID"' not in text:
            text += done.stdout + done.stderr
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(ROOT, "build"))
    parser.add_argument("--ncu", default=shutil.which("ncu") or "/usr/local/cuda/bin/ncu", help="the program, where it is not on the path")
    parser.add_argument("--tets", default="3.8e6")
    parser.add_argument("--size", default="1024")
    parser.add_argument("--precision", default="double", choices=("double", "single"))
    parser.add_argument("--csv", action="append", default=[], metavar="FILE", help="instead of a run: what ncu has written")
    options = parser.parse_args()
    try:
        if options.csv:
            print("\n".join(HEADER))
            for path in options.csv:
                with open(path, encoding="utf-8", errors="replace") as file:
                    print(line_of(os.path.basename(path), means(launches(file.read()))))
            return 0
        if not shutil.which(options.ncu):
            raise NoCounters("There is no ncu: install Nsight Compute, which is part of the CUDA toolkit, or give --ncu.")
        program = os.path.join(options.build, "bin", "bench_laboratory")
        common = ["--device", "cuda", "--tets", options.tets, "--size", options.size, "--views", "1", "--repeats", "1",
                  "--precision", options.precision]
        for i, (name, choice) in enumerate(SYSTEMS.items()):
            values = means(launches(measure(options.ncu, program, common + choice)))
            print("\n".join([*HEADER, line_of(name, values)] if i == 0 else [line_of(name, values)]), flush=True)
        return 0
    except NoCounters as problem:
        print(problem, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
