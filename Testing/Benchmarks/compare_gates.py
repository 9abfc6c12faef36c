#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The speed gates of two builds, side by side: has a change made anything slower?

    python3 Testing/Benchmarks/compare_gates.py BEFORE/bin AFTER/bin
    ... --only tets-3.8M,compaction     these gates (--list names them)
    ... --rounds 3                      A B A B A B in place of A B A B
    ... --limit 400                     starts no further gate after so many seconds
    ... --out FOLDER                    gates.md and gates.csv into this folder

Each gate runs the two builds in turn on the same device, so that clocks and neighbours are the same for both.
A row is one figure: the median of each build's runs, the ratio after / before, and the spread, the largest
difference between runs of one build in per cent of its median. Rows over --tolerance are marked where they
exceed the spread too. The exit status is 1 when a row is marked or a run of the build after failed. Needs
Python alone; the kernels' library is looked for beside the programs and in ../lib/InKRay.
"""

import argparse
import csv
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time


def tets(rows, _):
    """Figures of bench_tets, from its CSV file."""
    figures = {}
    for row in rows:
        case = f'{row["order"]}, {row["tf"]}'
        figures[f"{case}: cast, ms"] = row["cast_mean"]
        figures[f"{case}: lists, ms"] = row["lists_mean"]
        if row is rows[0] or row["order"] != rows[0]["order"]:
            figures[f'{row["order"]}: first picture, ms'] = row["first_ms"]
            figures[f'{row["order"]}: adjacency, ms'] = row.get("adjacency_ms", row.get("topology_ms"))
        if float(row.get("recast") or 0) > 0:
            figures[f"{case}: rays cast again, %"] = 100 * float(row["recast"]) / float(row["covered"])
        figures["memory a tet, resident, B"] = row["resident_per_tet"]
        figures["memory a tet, peak of set-up, B"] = row["peak_per_tet"]
    return figures


def isosurface(rows, _):
    """Figures of bench_isosurface --gate, from its CSV file."""
    figures = {}
    for row in rows:
        case = f'{row["volume"]}, {row["column"]}'
        figures[f"{case}: rays, ms"] = row["cast_mean"]
        figures[f"{case}: with flags and tree, ms"] = row["device_mean"]
        if row["column"] == "single":
            figures[f'{row["volume"]}: flags and tree, ms'] = row["rebuild_mean"]
            figures[f'{row["volume"]}: bricks, ms'] = row["bricks_ms"]
    return figures


def select(_, text):
    """Medians of bench_compaction --select, from the table it prints."""
    pattern = re.compile(r"^  (\w+) +([\d.]+) +[\d.]+ +[\d.]+ +[\d.]+ +[\d.]+%", re.MULTILINE)
    return {f"{name}, ms": value for name, value in pattern.findall(text)}


def rays(_, text):
    """What the in-kernel methods add to a kernel that makes rays: for each the best of its launch shapes."""
    best, figures = {}, {}
    for name, middle, added in re.findall(
        r"^  (\S.*?) {2,}([\d.]+) +[\d.]+ +(-?[\d.]+|-) *$", text, re.MULTILINE
    ):
        if added == "-":
            figures["kernel without compaction, us"] = middle
        else:
            method = name.split(" ")[0]
            if method not in best or float(middle) < best[method]:
                best[method] = float(middle)
    figures.update({f"kernel with {method}, best shape, us": value for method, value in best.items()})
    return figures


def adjacency(_, text):
    """Figures of bench_topology, from the table it prints."""
    figures = {}
    for line in text.splitlines():
        words = line.split()
        if len(words) == 10 and words[0].isdigit():
            figures[f"{words[0]} tets: mesh to device, ms"] = words[4]
            figures[f"{words[0]} tets: adjacency, ms"] = words[5]
    return figures


TETS = "bench_tets --reference 0 --present 0 --csv {csv}"
# Name: command, what reads its output. Sizes and views are those of the gates; meshes take most of the time.
GATES = {
    "isosurface": (
        "bench_isosurface --gate --volumes sphere,gyroid --columns single,kdjump,ink-lookback,collate "
        "--reference 500 --csv {csv}",
        isosurface,
    ),
    "isosurface-smooth": (
        "bench_isosurface --gate --volumes sphere,gyroid --columns single --normals smooth --reference 500 "
        "--csv {csv}",
        isosurface,
    ),
    "compaction": (
        "bench_compaction --select --items 268435456 --smallest 268435456 "
        "--methods CubCompact,InKCollate,InKCompactLookBack",
        select,
    ),
    "rays": ("bench_compaction --rays", rays),
    "tets-3.8M": (f"{TETS} --tets 3.8e6 --order lattice,random", tets),
    "tets-3.8M-stopped": (f"{TETS} --tets 3.8e6 --tf opaque --early 0.001", tets),
    "tets-3.8M-vdfi": (f"{TETS} --tets 3.8e6 --face-test vdfi --views 24", tets),
    "tets-3.8M-sort": (f"{TETS} --tets 3.8e6 --tf opaque --lists sort --views 24", tets),
    "tets-41M": (f"{TETS} --tets 41e6 --repeats 3", tets),
    "tets-41M-plate": (f"{TETS} --tets 41.16e6 --plate 700 --tf translucent --repeats 3 --views 24", tets),
    "tets-41M-holes": (
        f"{TETS} --tets 41e6 --shape convex --holes 0.05 --tf translucent --repeats 3 --views 24",
        tets,
    ),
    "adjacency": ("bench_topology --tets 3.8e6,10e6 --order lattice", adjacency),
}


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("builds", nargs="*", metavar="FOLDER", help="programs before, programs after")
    parser.add_argument("--only", help="gates, comma-separated")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument(
        "--tolerance", type=float, default=1.02, help="largest ratio that passes (default 1.02)"
    )
    parser.add_argument("--limit", type=float, default=float("inf"), help="seconds")
    parser.add_argument("--out", help="folder for gates.md and gates.csv")
    parser.add_argument("--device", default="cuda", choices=("auto", "cuda", "cpu"))
    parser.add_argument(
        "--more", default="", help="further options of every program, for a trial on a small machine"
    )
    parser.add_argument("--list", action="store_true", help="name the gates with their commands")
    options = parser.parse_args()
    if options.list:
        for name, (command, _) in GATES.items():
            print(f"{name:18s} {command}")
        sys.exit(0)
    options.only = options.only.split(",") if options.only else list(GATES)
    unknown = [name for name in options.only if name not in GATES]
    if len(options.builds) != 2 or unknown:
        parser.error(
            f"no such gate: {', '.join(unknown)}" if unknown else "two folders are needed, before and after"
        )
    return options


def run(folder, command, reader, options, log=None):
    """The figures of one run, as numbers; or why there are none. `log`: a file for what the program prints."""
    folder = os.path.abspath(folder)
    libraries = [
        folder,
        os.path.join(folder, "..", "lib", "InKRay"),
        os.path.join(folder, "..", "lib"),
        os.environ.get("LD_LIBRARY_PATH", ""),
    ]
    environment = dict(os.environ, LD_LIBRARY_PATH=os.pathsep.join(filter(None, libraries)))
    with tempfile.TemporaryDirectory() as scratch:
        path = os.path.join(scratch, "figures.csv")
        words = command.format(csv=path).split() + ["--device", options.device] + options.more.split()
        try:
            done = subprocess.run(
                [os.path.join(folder, words[0]), *words[1:]],
                env=environment,
                capture_output=True,
                text=True,
                check=False,
            )
        except OSError as problem:
            return {}, str(problem)
        rows = []
        if os.path.exists(path):
            with open(path, newline="", encoding="utf-8") as file:
                rows = list(csv.DictReader(file))
    if log:
        with open(log, "w", encoding="utf-8") as file:
            file.write(" ".join(words) + "\n\n" + done.stdout + done.stderr)
    figures = {name: float(value) for name, value in reader(rows, done.stdout).items()}
    problem = (
        ""
        if done.returncode == 0
        else f"exit {done.returncode}: {(done.stderr or done.stdout).strip()[-300:]}"
    )
    return figures, problem or ("" if figures else "printed no figures")


def spread(values):
    """Per cent of the median between the least and the most of a build's runs."""
    middle = statistics.median(values)
    return 100 * (max(values) - min(values)) / middle if middle else 0.0


def compare(name, options, problems):
    """Rows of one gate: figure, before, after, ratio, spread, whether it is slower."""
    command, reader = GATES[name]
    samples = ({}, {})
    for _ in range(options.rounds):
        for which, folder in enumerate(options.builds):
            figures, problem = run(folder, command, reader, options)
            if problem:
                problems.append((name, "after" if which else "before", problem))
            for figure, value in figures.items():
                samples[which].setdefault(figure, []).append(value)
    rows = []
    for figure in dict.fromkeys([*samples[0], *samples[1]]):
        before, after = (samples[which].get(figure) for which in (0, 1))
        row = [
            name,
            figure,
            statistics.median(before) if before else None,
            statistics.median(after) if after else None,
            None,
            None,
            False,
        ]
        if before and after and row[2] > 0:
            row[4], row[5] = row[3] / row[2], max(spread(before), spread(after))
            row[6] = row[4] > options.tolerance and 100 * (row[4] - 1) > row[5]
        rows.append(row)
    return rows


def line(row):
    number = ["-" if value is None else f"{value:.4g}" for value in row[2:4]]
    ratio = "-" if row[4] is None else f"{row[4]:.3f}"
    noise = "-" if row[5] is None else f"{row[5]:.1f} %"
    mark = "**slower**" if row[6] else ""
    return f"| {row[0]} | {row[1]} | {number[0]} | {number[1]} | {ratio} | {noise} | {mark} |"


def main():
    options = arguments()
    begin, rows, problems, skipped = time.monotonic(), [], [], []
    head = ["| gate | figure | before | after | ratio | spread | |", "|---|---|---|---|---|---|---|"]
    print("\n".join(head), flush=True)
    for name in options.only:
        if time.monotonic() - begin > options.limit:
            skipped.append(name)
            continue
        found = compare(name, options, problems)
        rows += found
        print("\n".join(map(line, found)), flush=True)
        print(f"<!-- {name}: done after {time.monotonic() - begin:.0f} s -->", flush=True)
    slower = [row for row in rows if row[6]]
    last = [
        f"{len(rows)} figures, {len(slower)} slower by more than {100 * (options.tolerance - 1):.0f} % and by "
        "more than the spread."
    ]
    last += [f"Left out for want of time: {', '.join(skipped)}."] if skipped else []
    last += sorted({f"{name}, {which}: {problem}" for name, which, problem in problems})
    print("\n" + "\n".join(last))
    if options.out:
        os.makedirs(options.out, exist_ok=True)
        with open(os.path.join(options.out, "gates.md"), "w", encoding="utf-8") as file:
            file.write("\n".join([*head, *map(line, rows), "", *last]) + "\n")
        with open(os.path.join(options.out, "gates.csv"), "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["gate", "figure", "before", "after", "ratio", "spread_percent", "slower"])
            writer.writerows(rows)
    sys.exit(1 if slower or any(which == "after" for _, which, _ in problems) else 0)


if __name__ == "__main__":
    main()
