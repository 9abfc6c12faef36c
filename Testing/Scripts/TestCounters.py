#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the table of counters that is made from ncu's output: TestCounters.py SOURCE_FOLDER."""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(sys.argv.pop(1)).resolve() / "Testing/Benchmarks/Profiler"
sys.path.insert(0, str(FOLDER))
import kernel_limits  # noqa: E402  pylint: disable=wrong-import-position
from kernel_counters import (L1, METRICS, PATH_METRICS, PATHS, TIME, NoCounters, launches, line_of, means,
                             means_of, path_line)  # noqa: E402  pylint: disable=wrong-import-position

FIRST = ("ID", "Process ID", "Process Name", "Host Name", "Kernel Name", "Context", "Stream", "Block Size",
         "Grid Size", "Device", "CC")


def row(*values):
    return ",".join(f'"{value}"' for value in values)


def launch(number, name, *values):
    return row(number, 4711, "bench_laboratory", "127.0.0.1", name, 1, 7, "(64, 1, 1)", "(16384, 1, 1)", 0,
               "9.0", *values)


# The log as ncu writes it: its own lines, the columns, their units, and a row for each launch. The numbers
# have commas.
LOG = "\n".join([
    "==PROF== Connected to process 4711 (/build/bin/bench_laboratory)",
    '==PROF== Profiling "laboratoryKernel" - 0: 0%....50%....100% - 8 passes',
    "==PROF== Disconnected from process 4711",
    row(*FIRST, *METRICS),
    row(*[""] * len(FIRST), "us", "%", "%", "", "warp"),
    launch(0, "void inkray::laboratoryKernel<inkray::laboratory::CastOrdered<double, "
              "inkray::laboratory::OnDemandVdfi<double> > >(T1, long)",
           "3,000.00", "40.00", "80.00", "24.00", "10.00"),
    launch(1, "void inkray::laboratoryKernel<inkray::laboratory::CastOrdered<double, "
              "inkray::laboratory::OnDemandVdfi<double> > >(T1, long)",
           "1,000.00", "20.00", "60.00", "16.00", "6.00"),
    launch(2, "void inkray::forEachKernel<256, 1, inkray::SortPixelIntersections>(T3, T4)", "9,000.00",
           "1.00", "1.00", "1.00", "1.00"),
]) + "\n"


def counters(time, lanes, stall):
    """Returns values of PATH_METRICS. The first kind of stall is `stall`; the n-th is `stall` / n."""
    return [time, "40.00", "80.00", lanes, "10.00", "50.00", "80",
            *(stall / (n + 1) for n in range(len(PATH_METRICS) - 7))]


LIMIT_LOG = "\n".join([
    row(*FIRST, *kernel_limits.METRICS),
    row(*[""] * len(FIRST), "us", "%", "%", "%", "%"),
    launch(0, "void inkray::forEachKernel<64, 16, inkray::CastTetRays<T>>(long, T3)", "900.0", "80.00",
           "40.00", "20.00", "10.00"),
    launch(1, "void inkray::forEachKernel<64, 16, inkray::CastTetRays<T>>(long, T3)", "100.0", "20.00",
           "40.00", "20.00", "0.00"),
    launch(2, "void inkray::appendKernel<256, inkray::ProjectFaces<8>>(long, T3)", "30.0", "10.00", "20.00",
           "30.00", "60.00"),
    launch(3, "void inkray::forEachKernel<256, 1, inkray::FillDepths>(long, T3)", "9,000.0", "1.00", "1.00",
           "1.00", "1.00"),
]) + "\n"


PATH_LOG = "\n".join([
    row(*FIRST, *PATH_METRICS),
    row(*[""] * len(FIRST), "us", "%", "%", "", "warp", "%", "register/thread",
        *[""] * (len(PATH_METRICS) - 7)),
    launch(0, "void inkray::forEachKernel<64, 12, inkray::TraceNaive<T>>(long, T3)",
           *counters("100.0", "20.00", 6.0)),
    launch(1, "void inkray::compactKernel<inkray::InKCompact<256, 1>, 256, 1, inkray::ExtendPaths<T>>(I, T4)",
           *counters("60.0", "24.00", 4.0)),
    launch(2, "void inkray::compactKernel<inkray::InKCompact<256, 1>, 256, 1, inkray::ExtendPaths<T>>(I, T4)",
           *counters("20.0", "28.00", 8.0)),
]) + "\n"


class Limits(unittest.TestCase):
    def test_means_by_time_of_each_stage(self):
        stages = kernel_limits.PROGRAMS[0][2]
        found = kernel_limits.shares(launches(LIMIT_LOG, kernel_limits.METRICS), stages)
        self.assertEqual([kernel_limits.line_of(*entry) for entry in found.items()], [
            "| lists of a mesh | 0.030 ms | 10.0 % | 20.0 % | 30.0 % | 60.0 % | memory |",
            "| rays through a mesh | 1.000 ms | 74.0 % | 40.0 % | 20.0 % | 9.0 % | instructions |",
        ])
        made = [(f["of"]["stage"], f["what"], round(f["value"], 9))
                for f in kernel_limits.figures("Gu and Kim", found)]
        self.assertEqual(made[-2:], [("rays through a mesh", "memory", 9),
                                     ("rays through a mesh", "share of the limit", 74)])

    def test_kernels_are_there(self):
        root = FOLDER.parent.parent.parent
        sources = "\n".join(path.read_text(encoding="utf-8") for folder in ("Kernels", "Testing/Laboratory")
                            for path in (root / folder).rglob("*.*") if path.suffix in (".h", ".cuh", ".cu"))
        for pattern in (pattern for _, _, stages in kernel_limits.PROGRAMS for pattern in stages.values()):
            for alternative in re.sub(r"(\w+)\(([\w|]+)\)",
                                      lambda m: "|".join(m[1] + name for name in m[2].split("|")),
                                      pattern).split("|"):
                for name in re.findall(r"\w+", alternative):
                    self.assertTrue(re.search(rf"(?<!\w){name}(?!\w)", sources), name)

    def test_program(self):
        with tempfile.TemporaryDirectory() as folder:
            def run(*options):
                return subprocess.run([sys.executable, "-B", FOLDER / "kernel_limits.py", folder, *options],
                                      capture_output=True, text=True, check=False)
            log, ncu, figures = (os.path.join(folder, name) for name in ("log", "ncu", "figures"))
            for name in ("bench_tets", "ncu"):
                Path(folder, name).write_text("", encoding="utf-8")
                Path(folder, name).chmod(0o755)
            Path(log).write_text(LIMIT_LOG, encoding="utf-8")
            # A program in ncu's place that writes what ncu does, to the file that it is told.
            Path(ncu).write_text(f'#!/bin/sh\nwhile [ "$1" != --log-file ]; do shift; done\ncp {log} "$2"\n',
                                 encoding="utf-8")
            done = run("--ncu", ncu, "--json", figures)
            self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 4), done.stderr)
            self.assertEqual(len(Path(figures).read_text(encoding="utf-8").splitlines()), 10)
            Path(ncu).write_text("#!/bin/sh\necho '==ERROR== ERR_NVGPUCTRPERM' >&2\nexit 1\n",
                                 encoding="utf-8")
            done = run("--ncu", ncu)
            self.assertEqual(done.returncode, 77)
            self.assertIn("bench_tets: ncu may not read", done.stderr)
            Path(ncu).write_text("#!/bin/sh\nsleep 60 & wait\n", encoding="utf-8")
            done = run("--ncu", ncu, "--seconds", "0.3")
            self.assertEqual(done.returncode, 77)
            self.assertIn("bench_tets: it took longer than 0.3 s", done.stderr)
            done = run("--ncu", ncu + "-none")
            self.assertEqual((done.returncode, done.stdout), (77, ""))


class Counters(unittest.TestCase):
    def test_paths(self):
        found = list(launches(PATH_LOG, PATH_METRICS))
        naive, compacted = (means_of(found, pattern) for pattern in PATHS.values())
        self.assertEqual(path_line("naive", naive),
                         "| naive | 20.0 | 50.0 % | 10.0 | 80 | 40.0 % | 80.0 % | global and local memory "
                         "6.0, shared memory, special functions 3.0, fixed latency 2.0 |")
        self.assertIn("| compacted | 25.0 | 50.0 %", path_line("compacted", compacted))
        self.assertIn("global and local memory 5.0", path_line("compacted", compacted))
        with self.assertRaisesRegex(NoCounters, "no kernel Queued"):
            means_of(found, "Queued")

    def test_means_by_time_of_kernels_that_cast(self):
        values = means(launches(LOG))
        self.assertEqual([round(values[metric], 9) for metric in METRICS], [4.0, 35.0, 75.0, 22.0, 9.0])
        self.assertEqual(line_of("Ours-Tile", values),
                         "| Ours-Tile | 35.00 % | 75.00 % | 68.75 % | 9.00 | 4.00 ms |")

    def test_units_of_time(self):
        for unit, milliseconds in (("ns", 0.004), ("msecond", 4000.0), ("usecond", 4.0)):
            values = means(launches(LOG.replace('"us"', f'"{unit}"')))
            self.assertAlmostEqual(values[TIME], milliseconds)
            self.assertAlmostEqual(values[L1], 35.0)

    def test_reasons(self):
        for text, reason in [
            ("==ERROR== ERR_NVGPUCTRPERM - The user does not have permission to access NVIDIA GPU "
             "Performance Counters\n", "run as root"),
            ("==ERROR== Failed to find metric\n", "no kernel. ==ERROR== Failed to find metric"),
            (LOG.replace(L1, "other"), f"has not measured {L1}"),
            (LOG.replace("Cast", "Draw"), "no kernel with Cast"),
        ]:
            with self.subTest(reason), self.assertRaisesRegex(NoCounters, reason):
                means(launches(text))

    def test_program(self):
        def run(*options):
            return subprocess.run([sys.executable, "-B", FOLDER / "kernel_counters.py", *options],
                                  capture_output=True, text=True, check=False)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tile.csv")
            Path(path).write_text(LOG, encoding="utf-8")
            done = run("--csv", path)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.splitlines()[2:],
                             ["| tile.csv | 35.00 % | 75.00 % | 68.75 % | 9.00 | 4.00 ms |"])
            # A program in its place that may not count, and none.
            fake = Path(folder) / "ncu"
            fake.write_text("#!/bin/sh\necho '==ERROR== ERR_NVGPUCTRPERM' >&2\nexit 1\n", encoding="utf-8")
            fake.chmod(0o755)
            self.assertIn("run as root", run("--ncu", str(fake)).stderr)
            done = run("--ncu", str(fake) + "-none")
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertIn("There is no ncu", done.stderr)


if __name__ == "__main__":
    unittest.main()
