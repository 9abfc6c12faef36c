#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The papers' Table 1 (Hughes et al., InK-Compact), its figures 5 to 8, and figures 11 to 13 of Jumping Jack
(Moreira et al.), made anew on this machine.

    python3 Testing/Benchmarks/remake_figures.py      everything, into build/figures
    ... --volumes bonsai.vti heptane.vti              these volumes instead of generated ones
    ... --small                                       small volumes and pictures, a minute on the CPU; taken
                                                      by itself where there is no CUDA device
    ... --plots-only                                  from the CSV files that are there

Writes into the folder of figures:
    table1.md, table1.csv            frames a second, mean, standard deviation and ratio to the best, by wall
                                     clock and by device time: one table where the host turns the loop of
                                     every method, one where the device does for those that can
    table1_host.svg, table1_device.svg     the same as bars, by wall clock
    table1_detail.csv                every volume, isovalue and column: times, rounds, compaction ratio, hits
    lead.md, stages.csv              where the multi-kernel pipeline's time goes, beside the single kernel's
    figure5_VOLUME_ISOVALUE.png      the surfaces
    figure6_VOLUME.svg               frames a second over isovalues, every column
    figure7_VOLUME.svg               multi-kernel against single-kernel over isovalues
    figure8.png                      the surfaces with the rates of both pipelines; bold where the single kernel
                                     is the faster one
    density.json                     compaction against the density of invalid elements
    figure11.svg, figure11_log.svg   whole compaction
    figure12_13.svg                  the gather within blocks of several sizes
The CSV files name the device. Charts need matplotlib (Debian: python3-matplotlib); without it the tables come
and --plots-only makes the charts elsewhere. Volumes are .vti with inline data, legacy .vtk, or
NAME_XxYxZ_TYPE.raw.
"""

import argparse
import csv
import glob
import json
import os
import subprocess
import sys

from vti_to_raw import convert

try:
    import charts
except ImportError:
    charts = None

MULTI = ("ink-lookback", "ink", "collate", "ofk")


def arguments():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--build", default=os.path.join(root, "build"), help="folder of the build (default: build)"
    )
    parser.add_argument("--out", help="folder for figures (default: figures in the build)")
    parser.add_argument("--device", choices=("auto", "cuda", "cpu"), default="auto")
    parser.add_argument("--volumes", nargs="+", metavar="FILE", help="of Table 1")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--plots-only", action="store_true")
    parser.add_argument("--no-density", action="store_true", help="Table 1 and its figures only")
    parser.add_argument(
        "--table-options", default="", help='more options of bench_isosurface --table1, as "--repeats 5"'
    )
    parser.add_argument("--density-options", default="", help="more options of bench_compaction --density")
    return parser.parse_args()


def program(options, name):
    path = os.path.join(options.build, "bin", name)
    return path if os.path.exists(path) else None


def has_cuda(options):
    probe = program(options, "bench_isosurface")
    if options.device == "cpu" or not probe:
        return False
    tiny = "--gate --device cuda --volumes sphere --points 8 --size 8 --views 1 --repeats 1 --zoom 1"
    tiny += " --reference 0 --columns single"
    return (
        subprocess.run(
            [probe, *tiny.split()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False
        ).returncode
        == 0
    )


def run(command, wanted):
    """Run a benchmark; whether the files that it should write are there and new."""
    print("+", " ".join(command), flush=True)
    for path in wanted:
        if os.path.exists(path):
            os.remove(path)
    status = subprocess.run(command, check=False).returncode
    if status != 0:
        print(f"{os.path.basename(command[0])} ended with {status}", flush=True)
    return status == 0 and all(os.path.exists(path) for path in wanted)


def measure(options, folder):
    """Run the two benchmarks; whether both went well."""
    small = options.small or not has_cuda(options)
    if small and not options.small:
        print("No CUDA device: small volumes and pictures on the CPU.")
    for old in glob.glob(os.path.join(folder, "figure5_*.png")) + glob.glob(os.path.join(folder, "*.ppm")):
        os.remove(old)
    table, detail, stages, density = (
        os.path.join(folder, name)
        for name in ("table1.csv", "table1_detail.csv", "stages.csv", "density.json")
    )
    good = True
    bench = program(options, "bench_isosurface")
    if bench:
        files = [
            convert(path, os.path.join(folder, "volumes")) if path.endswith(".vti") else path
            for path in options.volumes or []
        ]
        sizes = "--scale 0.125 --size 96 --views 4 --repeats 1 --max-isovalues 3" if small else ""
        good &= run(
            [
                bench,
                "--table1",
                "--device",
                options.device,
                "--csv",
                detail,
                "--summary",
                table,
                "--stages",
                stages,
                "--pictures",
                folder,
                *(["--volumes", ",".join(files)] if files else []),
                *sizes.split(),
                *options.table_options.split(),
            ],
            [table, detail, stages],
        )
    else:
        print(f"No bench_isosurface in {options.build}/bin: no Table 1.")
        good = False
    bench = program(options, "bench_compaction")
    if options.no_density:
        return good
    if bench:
        sizes = "--items 20000 --repeats 2" if small else ""
        good &= run(
            [
                bench,
                "--density",
                "--device",
                options.device,
                f"--benchmark_out={density}",
                *sizes.split(),
                *options.density_options.split(),
            ],
            [density],
        )
    else:
        print(f"No bench_compaction in {options.build}/bin: no figures 11 to 13.")
        good = False
    return good


def rows_of(folder, name):
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def write(folder, name, lines):
    with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def in_order(values):
    return list(dict.fromkeys(values))


def table1(folder):
    rows = rows_of(folder, "table1.csv")
    if not rows:
        return False
    device = rows[0]["device"]
    lines = [
        f"# Table 1 on {device}",
        "",
        f'{rows[0]["size"]} x {rows[0]["size"]} pixels, {rows[0]["views"]} views, flags and tree rebuilt in every '
        "frame. Frames a second: mean (standard deviation) over isovalues and views, then the ratio "
        "to the best of the row, which is bold.",
    ]
    for loop, title in (
        ("host", "the host turns the loop"),
        ("device", "the device turns the loop, for methods within the kernel"),
    ):
        mine = [r for r in rows if r["loop"] == loop]
        volumes, titles = in_order(r["volume"] for r in mine), in_order(r["title"] for r in mine)
        if not mine:
            continue
        cell = {(r["volume"], r["title"]): r for r in mine}
        size = {r["volume"]: f'{r["nx"]} x {r["ny"]} x {r["nz"]} {r["type"]}' for r in mine}
        for prefix, clock in (("", "by wall clock"), ("device_", "by device time (rebuild and cast)")):
            lines += [
                "",
                f"## {title[0].upper()}{title[1:]}; {clock}",
                "",
                "| data | " + " | ".join(titles) + " |",
                "|---|" + "---|" * len(titles),
            ]
            for volume in volumes:
                text = f"| {volume} ({size[volume]}) |"
                for name in titles:
                    r = cell.get((volume, name))
                    if r is None:
                        text += " - |"
                        continue
                    ratio = float(r[prefix + "ratio_to_best"])
                    mean = f'{float(r[prefix + "fps_mean"]):.1f}'
                    text += f' {"**" + mean + "**" if ratio >= 1.0 else mean} (± {float(r[prefix + "fps_sd"]):.1f}) {ratio:.2f} |'
                lines.append(text)
        if charts:
            values = {
                v: {t: float(cell[v, t]["fps_mean"]) for t in titles if (v, t) in cell} for v in volumes
            }
            errors = {v: {t: float(cell[v, t]["fps_sd"]) for t in titles if (v, t) in cell} for v in volumes}
            charts.bar_chart(
                os.path.join(folder, f"table1_{loop}.svg"),
                f"Table 1, {title}: {device}",
                "frames a second",
                volumes,
                titles,
                values,
                errors,
            )
    write(folder, "table1.md", lines)
    return True


def lead(folder):
    """What the single kernel's lead is made of: rows of stages.csv as a table."""
    rows = rows_of(folder, "stages.csv")
    if not rows:
        return False
    columns = (
        ("rounds", "rounds", 1),
        ("items", "queue items", 0),
        ("generate_ms", "generate", 3),
        ("traverse_ms", "traverse", 3),
        ("intersect_ms", "intersect", 3),
        ("shade_ms", "shade", 3),
        ("loop_ms", "loop", 3),
        ("cast_host_ms", "cast, host loop", 3),
        ("cast_device_ms", "cast, device loop", 3),
        ("single_ms", "single kernel", 3),
    )
    lines = [
        f'# Where the multi-kernel pipeline\'s time goes, on {rows[0]["device"]}',
        "",
        "Milliseconds a frame, means over views. Stages by events, with their compactions, where the host turns",
        "the loop; loop: what is missing in their sum to the cast, the launches and the wait for the number of",
        "rays. Queue items: what all compactions of a frame were given.",
        "",
        "| volume, isovalue | method | " + " | ".join(title for _, title, _ in columns) + " |",
        "|---|---|" + "---|" * len(columns),
    ]
    for r in rows:
        cells = [f"{float(r[key]):.{digits}f}" if r[key] else "-" for key, _, digits in columns]
        lines.append(
            f'| {r["volume"]}, {float(r["isovalue"]):g} | {r["title"]} | ' + " | ".join(cells) + " |"
        )
    write(folder, "lead.md", lines)
    return True


def isovalue_charts(folder):
    rows = rows_of(folder, "table1_detail.csv")
    if not charts or not rows:
        return False
    titles = {r["column"]: r["title"] for r in rows}
    palette = list(titles.values())
    for volume in in_order(r["volume"] for r in rows):
        mine = [r for r in rows if r["volume"] == volume]
        series = {}
        for r in mine:
            series.setdefault(r["column"], []).append((float(r["isovalue"]), float(r["fps_mean"])))
        what = f'{volume} ({mine[0]["nx"]} x {mine[0]["ny"]} x {mine[0]["nz"]}), {mine[0]["device"]}'
        charts.line_chart(
            os.path.join(folder, f"figure6_{volume}.svg"),
            "Figure 6: " + what,
            "isovalue",
            "frames a second",
            {titles[c]: p for c, p in series.items()},
            palette=palette,
        )
        charts.line_chart(
            os.path.join(folder, f"figure7_{volume}.svg"),
            "Figure 7, multi-kernel and single-kernel: " + what,
            "isovalue",
            "frames a second",
            {titles[c]: p for c, p in series.items() if c.split(":")[0] in (*MULTI, "single")},
            dashes={titles.get("single"): "--"},
            palette=palette,
        )
    return True


def surfaces_with_rates(folder):
    """Figure 8: each volume's surfaces, at most six, with the rates of InK-Compact's pipeline and of the single kernel."""
    rates = {}
    for r in rows_of(folder, "table1_detail.csv"):
        rates.setdefault((r["volume"], float(r["isovalue"])), {})[r["column"]] = float(r["fps_mean"])
        device = r["device"]
    surfaces = [key for key, columns in rates.items() if {"ink", "single"} <= columns.keys()]
    if not charts or not surfaces:
        return False
    rows = {}
    for volume in in_order(volume for volume, _ in surfaces):
        isovalues = sorted(isovalue for name, isovalue in surfaces if name == volume)
        few = min(len(isovalues), 6)
        for place in range(few):
            isovalue = isovalues[place * (len(isovalues) - 1) // max(few - 1, 1)]
            multi, single = (rates[volume, isovalue][column] for column in ("ink", "single"))
            picture = os.path.join(folder, f"figure5_{volume}_{isovalue:g}.png")
            if not os.path.exists(picture):
                return False
            caption = f"isovalue {isovalue:g}\nmulti-kernel {multi:.0f}, single {single:.0f}"
            rows.setdefault(volume, []).append((picture, caption, single > multi))
    title = f"Figure 8, frames a second of InK-Compact's pipeline\nand of the single kernel: {device}"
    charts.sheet(os.path.join(folder, "figure8.png"), title, rows)
    return True


def density_charts(folder):
    path = os.path.join(folder, "density.json")
    if not charts or not os.path.exists(path):
        return False
    with open(path, encoding="utf-8") as file:
        results = json.load(file)
    whole, within = {}, {}
    for r in results["benchmarks"]:
        if r.get("aggregate_name") == "median":
            measurement, method = r["run_name"].split("/")[:2]
            (whole if measurement == "density" else within).setdefault(method, []).append(
                (100 * (1 - r["kept"]), r["real_time"])
            )
    what = f'{results["benchmarks"][0]["items"]:.0f} elements, {results["context"]["device"]}'
    axis = "density of invalid elements (%)"
    charts.line_chart(
        os.path.join(folder, "figure11.svg"), "Figure 11, whole compaction: " + what, axis, "ms", whole
    )
    charts.line_chart(
        os.path.join(folder, "figure11_log.svg"),
        "Figure 11, whole compaction: " + what,
        axis,
        "ms",
        whole,
        logarithmic=True,
    )
    if within:
        charts.line_chart(
            os.path.join(folder, "figure12_13.svg"),
            "Figures 12 and 13, within blocks: " + what,
            axis,
            "ms",
            within,
        )
    return True


def main():
    options = arguments()
    folder = options.out or os.path.join(options.build, "figures")
    os.makedirs(folder, exist_ok=True)
    good = options.plots_only or measure(options, folder)
    if charts:
        for ppm in glob.glob(os.path.join(folder, "*.ppm")):
            charts.png_from_ppm(ppm, os.path.join(folder, "figure5_" + os.path.basename(ppm)[:-4] + ".png"))
            os.remove(ppm)
    else:
        print("No matplotlib: tables only. With it, --plots-only makes the charts.")
    steps = (
        ("Table 1", table1),
        ("the lead", lead),
        ("figures 6 and 7", isovalue_charts),
        ("figure 8", surfaces_with_rates),
        ("figures 11 to 13", density_charts),
    )
    made = [name for name, make in steps if make(folder)]
    print("Made " + (", ".join(made) or "nothing") + f" in {folder}")
    # What was measured is drawn, where charts can be.
    wanted = len(steps) - options.no_density if charts and not options.plots_only else 1
    sys.exit(0 if good and len(made) >= wanted else 1)


main()
