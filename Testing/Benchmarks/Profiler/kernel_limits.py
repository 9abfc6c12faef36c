#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures the share of the GPU's limits that each stage of the renderers reaches.

    python3 Testing/Benchmarks/Profiler/kernel_limits.py build/bin

Runs the benchmark programs of the folder once each under Nsight Compute (ncu). Prints how near the kernels of
each stage come to the limits: the most that a multiprocessor issues, that both levels of cache hand over, and
that memory does. Figures are in percent of these limits, means over the stage's launches by their time. The
greatest is the stage's share of its limit; a stage far from all of them waits. Needs ncu and leave to read
the GPU's counters; without, the exit status is 77 and the last line tells why. With --csv FILE the table is
made of what ncu has written there before.
"""

import argparse
import json
import os
import re
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from kernel_counters import (TIME, NoCounters, launches,
                             measure)  # noqa: E402  pylint: disable=wrong-import-position

SKIPPED = 77
LIMITS = {
    "instructions": "sm__throughput.avg.pct_of_peak_sustained_elapsed",
    "level 1": "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "level 2": "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "memory": "gpu__dram_throughput.avg.pct_of_peak_sustained_elapsed",
}
METRICS = (TIME, *LIMITS.values())
GU, INK, WALD, TREE = "Gu and Kim", "InK-Compact", "Active thread compaction", "Kd-tree construction"
MOST, SECONDS = 80, 40  # launches of a program that are measured, and the time for it
# For each paper: a program with its options, and its stages by patterns of their kernels' names. A kernel is
# of the first stage that it fits.
ONCE = "--device cuda --repeats 1"
PROGRAMS = [
    (GU, f"bench_tets {ONCE} --tets 3.8e6 --order lattice --tf translucent --views 1 --reference 0", {
        "lists of a mesh": "ProjectVertices|ProjectFaces|ProjectLargeFaces|FindSeenFaces|"
                           "SortPixelIntersections",
        "rays through a mesh": "CastTetRays",
        "adjacency of a mesh": "Encode(Vertices|Tets|Faces)|Place(Vertices|Tets)|LinkFaces|CollectBoundary|"
                               "MakeBoundaryFaces",
    }),
    (GU, f"bench_havs {ONCE} --tets 3.8e6 --tf translucent --views 1 --reference 0", {
        "HAVS: lists of tiles": "KeyFaces|CountTileEntries|ListFaces|StartTiles",
        "HAVS: rays": "CastHavs",
    }),
    (INK, f"bench_isosurface --gate {ONCE} --volumes gyroid --points 513 --columns single,kdjump --views 1 "
          f"--reference 0", {
        "bricks of a volume": "FindMinMax|FindLinearBounds",
        "flags and tree": "FlagLeaf|PropagateNode|updateTreeKernel",
        "isosurfaces, single kernel": "CastIsosurfaces",
        "isosurfaces, Kd-Jump": "CastByKdJump",
    }),
    (INK, f"bench_compaction --select {ONCE} --items 67108864 --smallest 67108864", {
        "InK-Collate of an array": "arrayCollateKernel",
        "look-back of an array": "arrayRingKernel|arrayLookBackKernel",
    }),
    (WALD, f"bench_path_tracer {ONCE} --scenes gyroid --points 129 --width 640 --height 384 --bounces 8 "
           f"--samples 1", {
        "paths, a thread each until they end": "TraceNaive",
        "a bounce of paths, and their compaction": "InKCompact<.*ExtendPaths",
    }),
    (TREE, f"bench_kdtree {ONCE} --meshes sphere --triangles 1000000 --size 64", {
        "kd-tree, large nodes": "splitChunksKernel",
        "kd-tree, small nodes": "smallTreesKernel",
    }),
]


def shares(found, stages):
    """Returns {stage: {limit: percent, TIME: milliseconds}} of the launches; stages without any are left
    out."""
    sums = {}
    for name, values in found:
        stage = next((stage for stage, pattern in stages.items() if re.search(pattern, name)), None)
        if stage:
            mine = sums.setdefault(stage, dict.fromkeys((TIME, *LIMITS), 0.0))
            mine[TIME] += values[TIME]
            for limit, metric in LIMITS.items():
                mine[limit] += values[metric] * values[TIME]
    return {
        stage: {TIME: sums[stage][TIME],
                **{limit: sums[stage][limit] / sums[stage][TIME] for limit in LIMITS}}
        for stage in stages
        if sums.get(stage, {}).get(TIME, 0) > 0
    }


def nearest(values):
    """Returns the limit to which a stage is nearest."""
    return max(LIMITS, key=lambda limit: values[limit])


HEADER = "| stage | time | " + " | ".join(LIMITS) + " | nearest to |\n|---|---|" + "---|" * (len(LIMITS) + 1)


def line_of(stage, values):
    cells = " | ".join(f"{values[limit]:.1f} %" for limit in LIMITS)
    return f"| {stage} | {values[TIME]:.3f} ms | {cells} | {nearest(values)} |"


def figures(paper, stages):
    """Yields figures in the form in which the benchmark programs write them."""
    for stage, values in stages.items():
        of = {"stage": stage, "paper": paper}
        for limit in LIMITS:
            yield {"what": limit, "value": values[limit], "unit": "%", "of": of}
        yield {"what": "share of the limit", "value": values[nearest(values)], "unit": "%", "of": of}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", help="of the benchmark programs")
    parser.add_argument("--ncu", default=shutil.which("ncu") or "/usr/local/cuda/bin/ncu",
                        help="the program, where it is not on the path")
    parser.add_argument("--json", metavar="FILE",
                        help="append the shares to this file, a JSON object a line (inkray-bench)")
    parser.add_argument("--seconds", type=float, default=SECONDS,
                        help="that a program may take; it is left out where it takes longer")
    parser.add_argument("--csv", metavar="FILE", help="instead of runs: what ncu has written")
    parser.add_argument("--programs", default="",
                        help="those alone whose names these are, with commas between them")
    options = parser.parse_args()
    if not options.csv and not shutil.which(options.ncu):
        print("There is no ncu: install Nsight Compute, which is part of the CUDA toolkit, or give --ncu.",
              file=sys.stderr)
        return SKIPPED
    made = 0
    print(HEADER)
    for paper, command, stages in PROGRAMS:
        program, *words = command.split()
        path = os.path.join(options.folder, program)
        if (options.programs and program not in options.programs.split(",")
            or not (options.csv or os.path.exists(path))):
            continue
        try:
            if options.csv:
                with open(options.csv, encoding="utf-8", errors="replace") as file:
                    text = file.read()
            else:
                text = measure(options.ncu, path, words, METRICS, "|".join(stages.values()), MOST,
                               options.seconds)
            found = shares(launches(text, METRICS), stages)
        except NoCounters as problem:
            print(f"{program}: {problem}", file=sys.stderr)
            continue
        for stage, values in found.items():
            print(line_of(stage, values), flush=True)
        made += len(found)
        if options.json:
            with open(options.json, "a", encoding="utf-8") as file:
                file.writelines(json.dumps(figure) + "\n" for figure in figures(paper, found))
    if not made:
        print("No stage was measured.", file=sys.stderr)
    return 0 if made else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
