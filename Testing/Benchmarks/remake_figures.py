#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The papers' Table 1 (Hughes et al., InK-Compact), figures 5 to 7, and figures 11 to 13 of Jumping Jack, made anew on this machine.

    python3 Testing/Benchmarks/remake_figures.py                 everything, into build/figures
    ... --small                                                  small volumes and pictures: a minute on the CPU (taken by itself where there is no CUDA device)
    ... --plots-only                                             from the CSV files that are there

Writes into the folder of figures:
    table1.md, table1.csv               frames a second: mean, standard deviation, ratio to the best, by wall clock and by device time
    table1.svg, table1_device.svg       the same as bars
    table1_detail.csv                   every volume, isovalue and column: times, rounds, compaction ratio, hits
    figure6_VOLUME.svg                  frames a second over isovalues, every column
    figure7_VOLUME.svg                  multi-kernel against single-kernel over isovalues
    figure5_VOLUME_ISOVALUE.png         the surfaces
    density.csv                         compaction against the density of invalid elements
    figure11.svg, figure11_log.svg      whole compaction
    figure12_13.svg                     the gather within blocks of several sizes
The CSV files name the device. What a build lacks is left out, with one line. Needs Python alone.
"""
import argparse
import csv
import glob
import os
import subprocess
import sys

import plot_svg

MULTI = ("ink-lookback", "ink", "collate")


def arguments():
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.path.join(root, "build"), help="folder of the build (default: build)")
    parser.add_argument("--out", help="folder for figures (default: figures in the build)")
    parser.add_argument("--device", choices=("auto", "cuda", "cpu"), default="auto")
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--plots-only", action="store_true")
    parser.add_argument("--table-options", default="", help='more options of bench_isosurface --table1, as "--repeats 5"')
    parser.add_argument("--density-options", default="", help="more options of bench_compaction --density")
    return parser.parse_args()


def program(options, name):
    path = os.path.join(options.build, "bin", name)
    return path if os.path.exists(path) else None


def has_cuda(options):
    probe = program(options, "bench_isosurface")
    if options.device == "cpu" or not probe:
        return False
    tiny = "--gate --device cuda --volumes sphere --points 8 --size 8 --views 1 --repeats 1 --zoom 1 --reference 0 --columns single"
    return subprocess.run([probe, *tiny.split()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode == 0


def run(command, wanted):
    """Run a benchmark; whether the file it should write is there and new."""
    print("+", " ".join(command), flush=True)
    for path in wanted:
        if os.path.exists(path):
            os.remove(path)
    status = subprocess.run(command, check=False).returncode
    if status != 0:
        print(f"{os.path.basename(command[0])} ended with {status}", flush=True)
    return status == 0 and all(os.path.exists(path) for path in wanted)


def rows_of(path):
    if not os.path.exists(path):
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def in_order(values):
    return list(dict.fromkeys(values))


def table1(folder):
    rows = rows_of(os.path.join(folder, "table1.csv"))
    if not rows:
        return False
    device = rows[0]["device"]
    volumes, titles = in_order(r["volume"] for r in rows), in_order(r["title"] for r in rows)
    cell = {(r["volume"], r["title"]): r for r in rows}
    size = {r["volume"]: f'{r["nx"]} x {r["ny"]} x {r["nz"]} {r["type"]}' for r in rows}
    lines = [f"# Table 1 on {device}", "",
             f'{rows[0]["size"]} x {rows[0]["size"]} pixels, {rows[0]["views"]} views, flags and tree rebuilt in every frame. Frames a second: mean (standard deviation) over isovalues and views, '
             "then the ratio to the best of the row, which is bold."]
    for prefix, name in (("", "By wall clock"), ("device_", "By device time (rebuild and cast)")):
        lines += ["", f"## {name}", "", "| data | " + " | ".join(titles) + " |", "|---|" + "---|" * len(titles)]
        for volume in volumes:
            text = f"| {volume} ({size[volume]}) |"
            for title in titles:
                r = cell.get((volume, title))
                if r is None:
                    text += " - |"
                    continue
                ratio = float(r[prefix + "ratio_to_best"])
                mean = f'{float(r[prefix + "fps_mean"]):.1f}'
                text += f' {"**" + mean + "**" if ratio >= 1.0 else mean} (± {float(r[prefix + "fps_sd"]):.1f}) {ratio:.2f} |'
            lines.append(text)
        values = {v: {t: float(cell[v, t][prefix + "fps_mean"]) for t in titles if (v, t) in cell} for v in volumes}
        errors = {v: {t: float(cell[v, t][prefix + "fps_sd"]) for t in titles if (v, t) in cell} for v in volumes}
        plot_svg.bar_chart(os.path.join(folder, "table1_device.svg" if prefix else "table1.svg"), f"Table 1, {name.lower()}: {device}", "frames a second", volumes, titles, values, errors)
    with open(os.path.join(folder, "table1.md"), "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    return True


def isovalue_charts(folder):
    rows = rows_of(os.path.join(folder, "table1_detail.csv"))
    titles = {r["column"]: r["title"] for r in rows_of(os.path.join(folder, "table1.csv"))}
    palette = list(titles.values())
    for volume in in_order(r["volume"] for r in rows):
        mine = [r for r in rows if r["volume"] == volume]
        series = {}
        for r in mine:
            series.setdefault(r["column"], []).append((float(r["isovalue"]), float(r["fps_mean"])))
        what = f'{volume} ({mine[0]["nx"]} x {mine[0]["ny"]} x {mine[0]["nz"]}), {mine[0]["device"]}'
        plot_svg.line_chart(os.path.join(folder, f"figure6_{volume}.svg"), "Figure 6: " + what, "isovalue", "frames a second", {titles.get(c, c): p for c, p in series.items()},
                            palette=palette)
        plot_svg.line_chart(os.path.join(folder, f"figure7_{volume}.svg"), "Figure 7, multi-kernel and single-kernel: " + what, "isovalue", "frames a second",
                            {titles.get(c, c): p for c, p in series.items() if c in (*MULTI, "ofk", "single", "auto")}, dashes={titles.get("single", "single"): "6 4", titles.get("auto", "auto"): "2 3"}, palette=palette)
    return bool(rows)


def density_charts(folder):
    rows = rows_of(os.path.join(folder, "density.csv"))
    if not rows:
        return False

    def series(figure, name_of):
        result = {}
        for r in rows:
            if r["figure"] == figure:
                result.setdefault(name_of(r), []).append((float(r["invalid_percent"]), float(r["median_ms"])))
        return result

    what = f'{rows[0]["items"]} elements, {rows[0]["device"]}'
    whole = series("11", lambda r: r["method"])
    within = series("12-13", lambda r: f'{r["method"]} (bs={r["block"]})')
    axis = "density of invalid elements (%)"
    plot_svg.line_chart(os.path.join(folder, "figure11.svg"), "Figure 11, whole compaction: " + what, axis, "ms", whole)
    plot_svg.line_chart(os.path.join(folder, "figure11_log.svg"), "Figure 11, whole compaction: " + what, axis, "ms", whole, logarithmic=True)
    if within:
        plot_svg.line_chart(os.path.join(folder, "figure12_13.svg"), "Figures 12 and 13, within blocks: " + what, axis, "ms", within)
    return True


def main():
    options = arguments()
    folder = options.out or os.path.join(options.build, "figures")
    os.makedirs(folder, exist_ok=True)
    good = True
    if not options.plots_only:
        small = options.small or not has_cuda(options)
        if small and not options.small:
            print("No CUDA device: small volumes and pictures on the CPU.")
        for old in glob.glob(os.path.join(folder, "figure5_*.pp[mg]")) + glob.glob(os.path.join(folder, "*.ppm")):
            os.remove(old)
        table, detail, density = (os.path.join(folder, name) for name in ("table1.csv", "table1_detail.csv", "density.csv"))
        bench = program(options, "bench_isosurface")
        if bench:
            sizes = "--scale 0.125 --size 96 --views 4 --repeats 1 --max-isovalues 3" if small else ""
            good &= run([bench, "--table1", "--device", options.device, "--csv", detail, "--summary", table, "--pictures", folder, *sizes.split(), *options.table_options.split()], [table, detail])
        else:
            print(f"No bench_isosurface in {options.build}/bin: no Table 1.")
            good = False
        bench = program(options, "bench_compaction")
        if bench:
            sizes = "--items 20000 --repeats 2" if small else ""
            good &= run([bench, "--density", "--device", options.device, "--csv", density, *sizes.split(), *options.density_options.split()], [density])
        else:
            print(f"No bench_compaction in {options.build}/bin: no figures 11 to 13.")
            good = False
    for ppm in glob.glob(os.path.join(folder, "*.ppm")):
        plot_svg.png_from_ppm(ppm, os.path.join(folder, "figure5_" + os.path.basename(ppm)[:-4] + ".png"))
        os.remove(ppm)
    made = [name for name, make in (("Table 1", table1), ("figures 6 and 7", isovalue_charts), ("figures 11 to 13", density_charts)) if make(folder)]
    print("Made " + (", ".join(made) or "nothing") + f" in {folder}")
    sys.exit(0 if good and made else 1)


main()
