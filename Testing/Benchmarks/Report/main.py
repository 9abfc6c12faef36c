# SPDX-License-Identifier: BSD-3-Clause
"""Measures what the papers measure on this machine, and writes one page about it.

    inkray-bench                    all of it, in sizes that fit the machine, three rounds
    inkray-bench --quick            small sizes and one round: does all work?
    inkray-bench --only tets,lists  these jobs (--list names them)
    inkray-bench --limit 600        as much as there is time for, in seconds; --resume goes on later
    inkray-bench --volumes a.vti    Table 1 and figures 5 to 8 of InK-Compact of these volumes, too: .vti with
                                    inline data, legacy .vtk, or NAME_XxYxZ_TYPE.raw
    inkray-bench --against OTHER/build/bin
                                    runs the programs of another build in turns with these, and compares:
                                    before.json is the other build's report
    inkray-bench --page A.json      the page of a report anew, as where the run had no matplotlib
    inkray-bench --compare A.json B.json
                                    what became slower by more than the spread from A to B; exits with 1 if
                                    anything did
    inkray-bench --keep             keeps the figures as those of this GPU, in Testing/Benchmarks/Kept

Where figures of this GPU are kept in the same sizes, each run ends with what became slower or faster since.

Writes report.html and report.json into build/bench. Jobs take turns: each round runs all of them once, so
that no job has the quiet minutes of the machine for itself. What a program draws or computes is checked
before its time counts; a program that fails is a row of the report with its message. The exit status is 1
when a program failed, or when a row of Documentation/Papers.md that should have a figure has none.
"""

import argparse
import glob
import os
import re
import shutil
import sys
import time

from . import machine, papers
from .figures import Figure, Figures, compare
from .jobs import JOBS, SCRIPTS, VOLUMES
from .markup import number
from .report import Report, load, of_json
from .runner import BEFORE, Outcome, Runner

SOURCE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
KEPT = os.path.join(SOURCE, "Testing", "Benchmarks", "Kept")


def arguments(words, build):
    parser = argparse.ArgumentParser(
        prog="inkray-bench", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="small sizes, one round")
    parser.add_argument("--rounds", type=int, help="of all jobs (3; --quick: 1)")
    parser.add_argument("--limit", type=float, default=float("inf"), metavar="SECONDS")
    parser.add_argument("--only", metavar="JOBS", help="comma-separated")
    parser.add_argument("--list", action="store_true", help="name the jobs with their commands")
    parser.add_argument("--resume", action="store_true",
                        help="keep what an earlier run of the same kind has done")
    parser.add_argument("--device", choices=("auto", "cuda", "cpu"), default="auto")
    parser.add_argument("--out", default=os.path.join(build, "bench"), metavar="FOLDER",
                        help="for the report")
    parser.add_argument(
        "--programs", default=os.path.join(build, "bin"), metavar="FOLDER",
        help="where the benchmark programs are"
    )
    parser.add_argument("--volumes", nargs="+", metavar="FILE", default=[])
    parser.add_argument("--against", metavar="FOLDER", help="programs of another build")
    parser.add_argument("--page", metavar="JSON", help="of a report: its page")
    parser.add_argument("--compare", nargs=2, metavar="JSON", help="two reports, before and after")
    parser.add_argument("--keep", action="store_true",
                        help="keep the figures as those of this GPU, for later runs")
    parser.add_argument("--kept", default=KEPT, metavar="FOLDER", help=argparse.SUPPRESS)
    parser.add_argument(
        "--tolerance", type=float, default=2, metavar="PERCENT",
        help="of --compare: what is no change in any case"
    )
    options = parser.parse_args(words)
    options.only = options.only.split(",") if options.only is not None else [*JOBS, *SCRIPTS]
    unknown = [name for name in filter(None, options.only) if name not in JOBS and name not in SCRIPTS]
    if unknown:
        parser.error(f"no such job: {', '.join(unknown)}")
    options.rounds = options.rounds or (1 if options.quick else 3)
    return options


def commands(names, sizes, device, volumes=()):
    """Returns {job: words}, with the device unless they name one. bench_lists and bench_points know only the
    CPU. volumes: files of Table 1."""
    jobs = {name: JOBS[name] for name in names if name in JOBS}
    if volumes:
        jobs["volumes"] = VOLUMES
    return {
        name: [word.format(files=",".join(volumes), pictures="{pictures}", **sizes) for word in job.split()]
        + ([] if job.startswith(("bench_lists", "bench_points")) or "--device" in job
           else ["--device", device])
        for name, job in jobs.items()
    }


def scripts(names, programs, device):
    """Returns {job: words} of the scripts for a GPU, where there is CUDA's toolkit, or what of it they
    need."""

    def tool(name):
        return shutil.which(name, path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/local/cuda/bin"]))

    if device == "cpu":
        return {}
    folder = os.path.abspath(programs)
    files = [
        path
        for name in ("../lib/InKRay/libInKRayKernels.so", "../lib/libInKRayKernels.so", "bench_isosurface")
        if os.path.exists(path := os.path.join(folder, name))
    ]
    options = {
        "registers": (dump := tool("cuobjdump")) and ["--cuobjdump", dump, *files],
        "limits": (ncu := tool("ncu")) and ["--ncu", ncu, folder],
    }
    return {name: [SCRIPTS[name], *options[name]] for name in names if options.get(name)}


def raw_volumes(files, folder):
    """Returns the files as programs read them: .vti becomes raw, in that folder."""
    from vti_to_raw import convert  # pylint: disable=import-outside-toplevel

    return [convert(path, folder) if path.endswith(".vti") else os.path.abspath(path) for path in files]


def keep_pictures(folder, source):
    """Copies what a program has drawn into a folder."""
    for path in glob.glob(os.path.join(source, "*.ppm")):
        os.makedirs(folder, exist_ok=True)
        shutil.copy(path, folder)


def write_page(made, path):
    with open(path, "w", encoding="utf-8") as file:
        file.write(made.page())
    print(f"{len(made.figures)} figures: {path}")


def page_of(path):
    """Makes the page of a report's JSON, beside it."""
    folder = os.path.dirname(os.path.abspath(path))
    write_page(
        of_json(*load(path), rows_of_papers(), os.path.join(folder, "pictures")),
        os.path.join(folder, "report.html")
    )
    return 0


def rows_of_papers():
    with open(os.path.join(SOURCE, "Documentation", "Papers.md"), encoding="utf-8") as file:
        return papers.papers(file.read())


def compare_reports(before, after, tolerance):
    """Prints what differs, and returns the exit status."""
    (old, old_figures), (new, new_figures) = load(before), load(after)
    return tell_differences(old, old_figures, new, new_figures, tolerance)


def tell_differences(old, old_figures, new, new_figures, tolerance):
    for key in ("gpu", "processor", "cores"):
        if old["machine"][key] != new["machine"][key]:
            print(f'Not the same {key}: {old["machine"][key]} and {new["machine"][key]}.')
    if old["sizes"] != new["sizes"]:
        print("The two are of other sizes: nothing can be compared.")
        return 2
    found = compare(old_figures, new_figures, tolerance)
    for verdict in ("slower", "faster"):
        for figure, ratio, noise, said in sorted(found, key=lambda entry: -abs(entry[1] - 1)):
            if said == verdict:
                change = (f"{ratio:.3f} times the time" if verdict == "slower"
                          else f"{1 / ratio:.3f} times as fast")
                print(
                    f"{verdict}: {figure.name}: {change}, spread {100 * noise:.1f} % "
                    f"({number(old_figures.by_key[figure.key].median)} and {number(figure.median)} "
                    f"{figure.unit})"
                )
    for name, outcome in new["jobs"].items():
        if outcome["problem"] and not old["jobs"].get(name, outcome)["problem"]:
            print(f'failed: {name}: {outcome["problem"]}')
    count = {verdict: sum(entry[3] == verdict for entry in found)
             for verdict in ("slower", "faster", "one round")}
    print(
        f'{len(found)} figures compared, {count["slower"]} slower and {count["faster"]} faster by more than '
        f'the spread and {100 * tolerance:g} %'
        + (f'; {count["one round"]} have one round each, and no spread to judge by' if count["one round"]
           else "")
        + "."
    )
    return 1 if count["slower"] else 0


def kept_path(folder, gpu):
    """Returns the path of the file with the figures that are kept of a GPU; it has the GPU's name."""
    return os.path.join(folder, re.sub("[^a-z0-9]+", "-", gpu.lower()).strip("-") + ".json")


def keep(report, options):
    """Keeps the figures of a report as those of its GPU, without the name of the computer."""
    if not report.machine["gpu"]:
        print("Figures are kept of GPUs alone; this run was on the CPU.")
        return
    os.makedirs(options.kept, exist_ok=True)
    report.machine = {**report.machine, "name": ""}
    path = kept_path(options.kept, report.machine["gpu"])
    report.save(path)
    print(f"kept: {path}")


def tell_kept(report, options):
    """Says what became slower or faster than the kept figures of this GPU. Returns 1 if anything became
    slower."""
    gpu = report.machine["gpu"]
    path = gpu and kept_path(options.kept, gpu)
    if not path or not os.path.exists(path):
        return 0
    old, old_figures = load(path)
    if old["sizes"] != report.sizes:
        print(f"{os.path.basename(path)} keeps figures of other sizes: they are not compared.")
        return 0
    print(f'Since {old["machine"]["date"]}, {old["machine"]["commit"]} ({os.path.basename(path)}):')
    return tell_differences(old, old_figures, report.as_json(), report.figures, options.tolerance / 100)


def earlier(path, options, sizes, runner):
    """Returns the figures of an earlier run of the same sizes with --resume, and sets how long jobs take and
    their outcomes."""
    try:
        data, figures = load(path)
    except (OSError, ValueError):
        return Figures()
    if data["sizes"] == sizes and data["machine"]["device"] == options.machine["device"]:
        runner.expected = {
            name: sum(outcome["seconds"]) / len(outcome["seconds"])
            for name, outcome in data["jobs"].items()
            if outcome["seconds"]
        }
    if not options.resume:
        return Figures()
    if (
        data["sizes"] != sizes
        or data["machine"]["commit"] != options.machine["commit"]
        or data["machine"]["device"] != options.machine["device"]
    ):
        print("The earlier run was of other sizes, another commit or another device: everything is "
              "measured anew.")
        return Figures()
    for name, outcome in data["jobs"].items():
        if name in runner.outcomes and not outcome["problem"]:
            runner.outcomes[name] = Outcome(**outcome)
    return Figures(figure for figure in figures if figure.job in runner.outcomes)


def main(words, build):
    options = arguments(words, build)
    if options.compare:
        return compare_reports(*options.compare, options.tolerance / 100)
    if options.page:
        return page_of(options.page)
    device = options.device
    if device == "auto":
        device = "cuda" if machine.has_cuda(options.programs) else "cpu"
    options.machine = machine.describe(SOURCE, device)
    options.machine["date"] = time.strftime("%d %B %Y")
    sizes = machine.sizes_for(options.machine, options.quick)
    if options.list:
        for name, command in {
            **commands(options.only, sizes, device),
            **scripts(options.only, options.programs, device),
        }.items():
            print(f"{name:20s} {' '.join(command)}")
        return 0
    options.out = os.path.abspath(options.out)  # programs run in folders of their own
    os.makedirs(options.out, exist_ok=True)
    path = os.path.join(options.out, "report.json")
    page = rows_of_papers()
    steps = commands(options.only, sizes, device,
                     raw_volumes(options.volumes, os.path.join(options.out, "volumes")))
    steps.update(scripts(options.only, options.programs, device))
    if options.against:
        steps = {name + end: words for name, words in steps.items() for end in (BEFORE, "")}
    pictures = os.path.join(options.out, "pictures")
    runner = Runner(
        options.programs,
        steps,
        options.rounds,
        options.limit,
        say=lambda line: print(line, flush=True),
        before=options.against,
        keep=lambda name, folder: keep_pictures(pictures, folder),
        once=SCRIPTS,
    )
    figures = earlier(path, options, sizes, runner)

    def report(is_before=False):
        options.machine["gpu"] = (runner.device or options.machine["gpu"]) if device == "cuda" else None

        def mine(names):
            return {name.removesuffix(BEFORE): of
                    for name, of in names.items() if name.endswith(BEFORE) == is_before}

        return Report(
            options.machine,
            {"quick": options.quick, "rounds": options.rounds},
            sizes,
            of_build(figures, is_before),
            mine(runner.outcomes),
            mine(runner.left_out()),
            page,
            pictures,
        )

    def save():
        report().save(path)
        if options.against:
            report(True).save(os.path.join(options.out, "before.json"))

    runner.save = save
    runner.run(figures)
    last = report()
    save()
    failed = [name for name, outcome in runner.outcomes.items() if outcome.problem]
    without = last.rows_without()
    for name, rounds in last.left_out.items():
        print(f"left out: {name} ({rounds} of {options.rounds} rounds)")
    for name in failed:
        print(f"failed: {name}: {runner.outcomes[name].problem}")
    if without:
        print(
            f"Rows of Documentation/Papers.md without a figure: {', '.join(without)} "
            "(Testing/Benchmarks/Report/jobs.py tells which job has them)"
        )
    write_page(last, os.path.join(options.out, "report.html"))
    slower = 0
    if options.against:
        before = report(True)
        slower = tell_differences(
            before.as_json(), before.figures, last.as_json(), last.figures, options.tolerance / 100
        )
    slower |= tell_kept(last, options)
    if options.keep:
        keep(last, options)
    return 1 if failed or without or slower else 0


def of_build(figures, is_before):
    """Returns the figures of one build. is_before: of the build that this one is compared with. Its jobs then
    have the names of this build's jobs, without BEFORE."""
    return Figures(
        Figure(figure.job.removesuffix(BEFORE), figure.what, figure.of, figure.unit, figure.samples)
        for figure in figures
        if figure.job.endswith(BEFORE) == is_before
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], os.path.join(SOURCE, "build")))
