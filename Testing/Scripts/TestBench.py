#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests inkray-bench without its programs: statistics, rounds, limits, failures and the page:
TestBench.py SOURCE_FOLDER."""

import contextlib
import io
import json
import os
import re
import stat
import sys
import tempfile
import unittest
import unittest.mock
from html.parser import HTMLParser
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve()
sys.dont_write_bytecode = True
sys.path.insert(0, str(TOP / "Testing/Benchmarks"))
from Report import charts, jobs, machine, main, markup, papers, report, runner  # noqa: E402
from Report.figures import Figure, Figures, compare, read_lines  # noqa: E402

PAGE = (TOP / "Documentation/Papers.md").read_text(encoding="utf-8")
PAPERS = papers.papers(PAGE)
MACHINE = {
    "name": "m",
    "processor": "P & Q",
    "cores": 2,
    "memory": 8,
    "gpu": None,
    "gpu_memory": 0,
    "device": "cpu",
    "commit": "c",
    "date": "today",
}
SIZES = machine.sizes_for(MACHINE, True)


def line(what, value, unit="ms", **of):
    return json.dumps({"what": what, "value": value, "unit": unit, "of": of})


class Programs:
    """A folder of programs that print given text and log each run."""

    def __init__(self, folder):
        self.folder, self.log = Path(folder), Path(folder) / "log"
        self.log.write_text("")

    def add(self, name, body):
        path = self.folder / name
        path.write_text(f'#!/bin/sh\necho {name} >> "{self.log}"\nwhile [ "$1" != --json ]; do shift; '
                        f'done\n{body}\n')
        path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def measuring(self, name, *lines):
        self.add(name, "cat >> \"$2\" <<'END'\n" + "\n".join(lines) + "\nEND")

    def order(self):
        return self.log.read_text().split()


def run(folder, names, rounds=1, **options):
    said = []
    runs = runner.Runner(folder, {name: [name] for name in names}, rounds, say=said.append, **options)
    return runs, said


def report_of(figures, outcomes=None, left_out=None, of=PAPERS):
    return report.Report(MACHINE, {"quick": True, "rounds": 1}, SIZES, figures, outcomes or {},
                         left_out or {}, of)


def one(samples, unit="ms", what="cast"):
    return Figures([Figure("tets", what, {"tf": "opaque"}, unit, samples)])


class Statistics(unittest.TestCase):
    def test_medians_and_spread(self):
        figure = Figure("tets", "cast", {}, "ms", [4, 1, 2])
        self.assertEqual(figure.median, 2)
        self.assertEqual(figure.spread, 0.75)
        self.assertEqual(Figure("tets", "cast", {}, "ms", [4, 1, 2, 3]).median, 2.5)
        self.assertIsNone(Figure("tets", "cast", {}, "ms", [4]).spread)

    def test_samples_of_rounds_gather(self):
        figures = one([1])
        for value, tf in ((3, "opaque"), (5, "translucent")):
            figures.add(Figure("tets", "cast", {"tf": tf}, "ms", [value]))
        self.assertEqual([figure.samples for figure in figures], [[1, 3], [5]])

    def verdict(self, before, after, unit="ms", tolerance=0.02):
        return [
            (round(ratio, 3), said)
            for _, ratio, _, said in compare(one(before, unit), one(after, unit), tolerance)
        ]

    def test_what_became_slower(self):
        self.assertEqual(self.verdict([10, 10, 10], [11, 11, 11]), [(1.1, "slower")])
        self.assertEqual(self.verdict([11, 11, 11], [10, 10, 10]), [(0.909, "faster")])
        self.assertEqual(self.verdict([10, 10, 10], [10, 10, 10]), [(1.0, "")])

    def test_within_the_spread_is_no_change(self):
        self.assertEqual(self.verdict([9.8, 10, 10.2], [10.8, 11, 11.2]), [(1.1, "slower")])
        self.assertEqual(self.verdict([9.5, 10, 10.5], [10.5, 11, 11.5]), [(1.1, "")])
        self.assertEqual(self.verdict([9, 10, 11], [10, 11, 12]), [(1.1, "")])
        self.assertEqual(self.verdict([10, 10, 10], [10.1, 10.1, 10.1]), [(1.01, "")])  # within the tolerance
        self.assertEqual(self.verdict([10, 10, 10], [10.1, 10.1, 10.1], tolerance=0.001), [(1.01, "slower")])

    def test_rates_are_better_when_they_rise(self):
        self.assertEqual(self.verdict([100, 100], [80, 80], "frames/s"), [(1.25, "slower")])
        self.assertEqual(self.verdict([80, 80], [100, 100], "frames/s"), [(0.8, "faster")])

    def test_errors_and_single_rounds_get_no_verdict(self):
        self.assertEqual(self.verdict([1, 1], [2, 2], "%"), [])
        self.assertEqual(self.verdict([1], [2]), [(2.0, "one round")])
        self.assertEqual(self.verdict([1], [2, 2, 2]), [(2.0, "slower")])

    def test_lines_of_programs(self):
        text = '{"device": "GPU 0"}\n' + line("cast", 2.5, tf="opaque") + '\n{"what": "cut off", "va'
        figures, device = read_lines("tets", text)
        self.assertEqual(device, "GPU 0")
        self.assertEqual(
            [(f.job, f.what, f.of, f.unit, f.samples) for f in figures],
            [("tets", "cast", {"tf": "opaque"}, "ms", [2.5])],
        )


class Rounds(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.programs = Programs(folder.name)

    def test_jobs_take_turns(self):
        for name in "ab":
            self.programs.measuring(name, line("cast", 1))
        runs, said = run(self.folder, "ab", 3)
        figures = Figures()
        runs.run(figures)
        self.assertEqual(self.programs.order(), list("ababab"))
        self.assertEqual([len(figure.samples) for figure in figures], [3, 3])
        self.assertEqual(runs.left_out(), {})
        self.assertIn("[6/6] round 3 of 3, b, about ", said[5])

    def test_what_fails_is_told_and_the_rest_goes_on(self):
        self.programs.add("crashes", "echo 'crashes: no memory' >&2; kill -SEGV $$")
        self.programs.add(
            "wrong", "echo '" + line("cast", 1) + "' >> \"$2\"; echo 'ours 1.0 ms'; echo 'PICTURES ARE "
            "WRONG'; exit 1"
        )
        self.programs.add("silent", "")
        self.programs.measuring("right", line("cast", 1))
        runs, _ = run(self.folder, ["crashes", "wrong", "silent", "missing", "right"], 2)
        figures = Figures()
        runs.run(figures)
        problems = {name: outcome.problem for name, outcome in runs.outcomes.items()}
        self.assertEqual(
            problems,
            {
                "crashes": "exit -11: crashes: no memory",
                "wrong": "exit 1: PICTURES ARE WRONG",
                "silent": "printed no figures",
                "missing": "No such file or directory",
                "right": "",
            },
        )
        self.assertEqual([figure.job for figure in figures], ["right"])
        # No second time.
        self.assertEqual(self.programs.order(), ["crashes", "wrong", "silent", "right", "right"])

    def test_what_cannot_be_measured_here_is_no_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = Programs(folder)
            programs.add("limits", "echo 'There is no ncu.' >&2; exit 77")
            programs.measuring("tets", line("cast", 1))
            runs, said = run(folder, ["limits", "tets"], rounds=2)
            figures = Figures()
            runs.run(figures)
            self.assertEqual(programs.order(), ["limits", "tets", "tets"])
            self.assertEqual((list(runs.outcomes), runs.left_out(), len(figures)), (["tets"], {}, 1))
            self.assertIn("limits cannot be measured here: There is no ncu.", said)

    def test_what_does_not_vary_has_one_round(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = Programs(folder)
            for name in ("registers", "tets"):
                programs.measuring(name, line("cast", 1))
            runs, _ = run(folder, ["registers", "tets"], rounds=3, once=["registers"])
            runs.run(Figures())
            self.assertEqual(programs.order(), ["registers", "tets", "tets", "tets"])
            self.assertEqual(runs.left_out(), {})

    def test_a_gpu_keeps_its_name_beside_jobs_of_the_cpu(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = Programs(folder)
            for name, device in (("lists", "CPU (2 threads)"), ("tets", "GPU 1"), ("cpu", "CPU (2 threads)")):
                programs.measuring(name, json.dumps({"device": device}), line("cast", 1))
            for names, wanted in ((["lists"], "CPU (2 threads)"), (["lists", "tets", "cpu"], "GPU 1")):
                runs, _ = run(folder, names)
                runs.run(Figures())
                self.assertEqual(runs.device, wanted)

    def test_wrong_in_a_later_round_is_wrong(self):
        self.programs.add(
            "a", f"echo '{line('cast', 1)}' >> \"$2\"; [ $(grep -c a '{self.folder}/log') = 1 ] || exit 1"
        )
        runs, _ = run(self.folder, "a", 2)
        figures = Figures()
        runs.run(figures)
        self.assertEqual((len(figures), runs.outcomes["a"].problem), (0, "exit 1"))

    def test_limit_and_resume(self):
        self.programs.measuring("a", line("cast", 1))
        self.programs.add("b", "sleep 60")
        runs, _ = run(self.folder, "ab", limit=1)
        figures, saved = Figures(), []
        runs.save = lambda: saved.append(len(figures))
        runs.run(figures)
        self.assertEqual((len(figures), saved, runs.left_out()), (1, [1, 1], {"b": 1}))
        self.programs.measuring("b", line("cast", 2))
        again, _ = run(self.folder, "ab")
        again.outcomes = runs.outcomes
        again.run(figures)
        self.assertEqual(self.programs.order(), ["a", "b", "b"])
        self.assertEqual((len(figures), again.left_out()), (2, {}))

    def test_estimates(self):
        runs, _ = run(self.folder, "abc")
        self.assertEqual(runs.estimate("abc"), 0)
        runs.outcomes["a"].seconds = [2, 4]
        self.assertEqual(runs.estimate("abc"), 9)  # b and c get the time of a
        runs.expected = {"a": 100, "b": 5}
        self.assertEqual(runs.estimate("abc"), 3 + 5 + 4)

    def test_interrupted_keeps_what_it_has(self):
        for name in "ab":
            self.programs.measuring(name, line("cast", 1))
        runs, _ = run(self.folder, "ab")
        figures = Figures()

        def interrupt():
            raise KeyboardInterrupt

        runs.save = interrupt
        runs.run(figures)
        self.assertEqual((len(figures), runs.left_out()), (1, {"b": 1}))


class Commands(unittest.TestCase):
    def main(self, *words):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = main.main(list(words), "nowhere")
        return status, said.getvalue()

    def test_comparison_of_files(self):
        with tempfile.TemporaryDirectory() as folder:
            paths = [os.path.join(folder, name) for name in ("a", "b", "c")]
            for path, samples in zip(paths, ([1, 1, 1], [1.5, 1.5, 1.5], [1.1, 1.5, 1.9])):
                report_of(one(samples)).save(path)
            status, said = self.main("--compare", paths[0], paths[1])
            self.assertEqual(status, 1)
            self.assertIn("slower: tets: cast (opaque): 1.500 times the time, spread 0.0 % (1 and 1.5 ms)",
                          said)
            self.assertIn("1 figures compared, 1 slower and 0 faster", said)
            self.assertEqual(self.main("--compare", paths[1], paths[0])[0], 0)
            self.assertEqual(self.main("--compare", paths[1], paths[2])[0], 0)
            self.assertEqual(self.main("--compare", paths[0], paths[1], "--tolerance", "60")[0], 0)

    def test_a_run_with_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = Programs(folder)
            programs.measuring("bench_lists", line("lists", 3, builder="arrays <one>"))
            programs.add("bench_tets", "echo 'WRONG picture' >&2; exit 1")
            status, said = self.main(
                "--quick", "--device", "cpu", "--only", "lists,tets", "--programs", folder, "--out",
                folder + "/out"
            )
            self.assertEqual(status, 1)
            self.assertIn("failed: tets: exit 1: WRONG picture", said)
            page = Path(folder, "out/report.html").read_text(encoding="utf-8")
            self.assertIn("WRONG picture", page)
            self.assertIn("arrays &lt;one&gt;", page)
            data, figures = report.load(folder + "/out/report.json")
            self.assertEqual((data["jobs"]["tets"]["problem"], len(figures)), ("exit 1: WRONG picture", 1))

    def test_a_run_goes_on_where_it_ended(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = Programs(folder)
            for name in ("bench_lists", "bench_tets"):
                programs.measuring(name, line("lists", 3))
            words = ["--quick", "--device", "cpu", "--programs", folder, "--out", folder + "/out", "--only"]
            self.main(*words, "lists")
            self.main(*words, "lists,tets", "--resume")
            self.assertEqual(programs.order(), ["bench_lists", "bench_tets"])
            self.assertEqual([figure.samples for figure in report.load(folder + "/out/report.json")[1]],
                             [[3], [3]])
            self.main(*words, "lists,tets", "--resume", "--rounds", "2")
            self.assertEqual(programs.order(), ["bench_lists", "bench_tets"] * 2)
            self.main(*words, "lists")
            self.assertEqual(programs.order()[4:], ["bench_lists"])

    def test_two_builds_take_turns(self):
        with tempfile.TemporaryDirectory() as before, tempfile.TemporaryDirectory() as after:
            for folder, ms in ((before, 2), (after, 3)):
                Programs(folder).measuring("bench_lists", line("lists", ms, builder="arrays"))
            words = [
                "--quick",
                "--rounds",
                "2",
                "--device",
                "cpu",
                "--only",
                "lists",
                "--programs",
                after,
                "--out",
                after,
                "--against",
                before,
            ]
            status, said = self.main(*words)
            self.assertEqual(status, 1)
            self.assertIn("slower: lists: lists (arrays): 1.500 times the time, spread 0.0 % (2 and 3 ms)",
                          said)
            self.assertLess(said.index("lists@before"), said.index("round 1 of 2, lists,"))
            self.assertEqual(
                [
                    [figure.samples for figure in report.load(f"{after}/{name}.json")[1]]
                    for name in ("before", "report")
                ],
                [[[2, 2]], [[3, 3]]],
            )
            self.assertEqual(self.main(*words, "--tolerance", "60")[0], 0)

    def test_a_run_says_what_became_slower_than_the_kept_figures(self):
        with tempfile.TemporaryDirectory() as folder:
            programs = Programs(folder)
            words = "--quick --rounds 2 --device cuda --only tets --programs {0} --out {0} --kept {0}/kept"
            words = words.format(folder).split()

            def measured(ms, *more):
                programs.measuring("bench_tets", '{"device": "A GPU, 9 GB"}', line("flags and tree", ms))
                return self.main(*words, *more)

            self.assertNotIn("Since", measured(2)[1])  # no report is kept
            self.assertIn("kept: ", measured(2, "--keep")[1])
            data, _ = report.load(f"{folder}/kept/a-gpu-9-gb.json")
            self.assertEqual((data["machine"]["gpu"], data["machine"]["name"]), ("A GPU, 9 GB", ""))
            status, said = measured(2)
            self.assertIn("1 figures compared, 0 slower", said)
            slow, said = measured(10)
            self.assertIn("slower: tets: flags and tree: 5.000 times the time", said)
            self.assertEqual(slow, 1)
            data["sizes"]["views"] += 1
            Path(folder, "kept/a-gpu-9-gb.json").write_text(json.dumps(data))
            again, said = measured(10)
            self.assertIn("keeps figures of other sizes", said)
            self.assertEqual(again, status)

    def test_scripts_run_beside_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(runner.program(folder, "bench_tets"), [folder + "/bench_tets"])
            script = runner.program(folder, "kernel_registers.py")[-1]
            self.assertTrue(os.path.exists(script), script)
            self.assertTrue(all(os.path.exists(runner.program(folder, name)[-1])
                                for name in jobs.SCRIPTS.values()))
            tools = {name: str(Path(folder, name)) for name in ("cuobjdump", "ncu", "bench_isosurface")}
            for path in tools.values():
                Path(path).write_text("")
                Path(path).chmod(0o755)
            with unittest.mock.patch.dict(os.environ, PATH=folder):
                self.assertEqual(
                    main.scripts(["tets", "registers", "limits"], folder, "cuda"),
                    {
                        "registers": ["kernel_registers.py", "--cuobjdump", tools["cuobjdump"],
                                      tools["bench_isosurface"]],
                        "limits": ["kernel_limits.py", "--ncu", tools["ncu"], folder],
                    },
                )
                self.assertEqual(main.scripts(["registers", "limits"], folder, "cpu"), {})

    def test_programs_find_volumes_beside_a_report_whose_folder_is_relative(self):
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            Programs(folder).add("bench_isosurface", "exit 0")
            os.chdir(folder)
            self.addCleanup(os.chdir, here)
            with unittest.mock.patch.object(main, "raw_volumes", lambda _, where: [where + "/a.raw"]):
                self.main(*"--quick --device cpu --programs . --out out --volumes a.vti --only".split(), "")
            data, _ = report.load("out/report.json")
            self.assertIn(f"--volumes {os.path.realpath(folder)}/out/volumes/a.raw ",
                          data["jobs"]["volumes"]["command"])
            os.chdir(here)

    def test_files_of_volumes_get_their_table(self):
        steps = main.commands([], SIZES, "cpu", ["/a_2x2x2_uint8.raw", "/b.vtk"])
        self.assertIn("--table1 --volumes /a_2x2x2_uint8.raw,/b.vtk", " ".join(steps["volumes"]))


def figures_of_all_rows(but=()):
    """Returns one figure for everything that the rows show."""
    made = Figures()
    for row, entry in jobs.ROWS.items():
        for wanted in entry if row not in but and not isinstance(entry, str) else ():
            of = {
                key: (value if isinstance(value, str) else value[0]).format(**SIZES)
                for key, value in wanted.of.items()
            }
            made.by_key.setdefault(
                Figure(wanted.job, wanted.what, of, "ms").key,
                Figure(wanted.job, wanted.what, of, "ms", [2.25])
            )
    return made


class Page(unittest.TestCase):
    def test_every_row_has_a_figure_or_a_word(self):
        self.assertEqual(report_of(figures_of_all_rows()).rows_without(), [])
        for row, entry in jobs.ROWS.items():
            for wanted in () if isinstance(entry, str) else entry:
                self.assertIn(wanted.job, {**jobs.JOBS, **jobs.SCRIPTS}, row)

    def test_a_row_without_a_figure_is_found(self):
        # Nothing was run: left out.
        self.assertEqual(report_of(figures_of_all_rows(but=["K7"])).rows_without(), [])
        outcomes = {name: runner.Outcome() for name in jobs.JOBS}
        self.assertEqual(report_of(figures_of_all_rows(but=["K7"]), outcomes).rows_without(), ["K7"])
        self.assertEqual(report_of(figures_of_all_rows(but=["K7"]), outcomes,
                                   {"paths-moving": 1}).rows_without(), [])
        # The CPU has none.
        self.assertEqual(report_of(figures_of_all_rows(but=["J15"]), outcomes).rows_without(), [])
        new = papers.papers(PAGE.replace("| K8 |", "| K9 |"))
        self.assertEqual(report_of(figures_of_all_rows(), outcomes, of=new).rows_without(), ["K9"])

    def test_the_page_has_each_row_and_is_whole(self):
        page = report_of(figures_of_all_rows()).page()
        for rows in PAPERS.values():
            for row in rows:
                self.assertIn(f'<td><b>{row["Row"]}</b></td>', page)
                self.assertIn(markup.escape(row["The paper's"]), page)
        for word in ("ParaView", "<b>2.25</b> ms", "P &amp; Q"):
            self.assertIn(word, page)
        self.assertNotRegex(page, r"<(script|link)\b|src=(?!\"data:)")  # one file, which asks for no other
        open_tags = []

        class Tags(HTMLParser):
            def handle_starttag(self, tag, _):
                if tag not in ("meta", "br", "img"):
                    open_tags.append(tag)

            def handle_endtag(self, tag):
                assert open_tags.pop() == tag, tag

        Tags().feed(page)
        self.assertEqual(open_tags, [])

    def test_table_2_has_a_column_for_each_mesh(self):
        of = {"system": "bunyk-parallel", "precision": "double", "detail": "8x8", "lists": "device"}
        figures = Figures(
            Figure(job, "frame", of, "ms", [ms])
            for job, ms in (
                ("laboratory-cpu", 31),
                ("laboratory-cpu-large", 41),
                ("laboratory-cpu-crowded", 51),
                ("laboratory-one-core", 61),
                ("laboratory-one-core-crowded", 71),
            )
        )
        page = report_of(figures).page()
        cells = re.findall(r"<tr>(.*?)</tr>", page[page.index("Table 2. The systems on three kinds") :])[:3]
        rows = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line) for line in cells]
        self.assertEqual(rows[0][-3:], ["small", "large", "crowded"])
        self.assertEqual([row[-4:] for row in rows[1:]],
                         [["the processor", "31", "41", "51"], ["one core", "61", "–", "71"]])

    def test_figure_7_has_speed_ups_over_one_core(self):
        of = {"system": "bunyk-parallel", "precision": "double", "detail": "8x8", "lists": "device"}
        figures = Figures(
            Figure(job, "cast", {**of, **more}, "ms", [ms])
            for job, more, ms in (
                ("laboratory-one-core", {}, 60),
                ("laboratory", {"system": "ours-tile"}, 0.5),
                ("laboratory-one-core-crowded", {}, 80),
                ("laboratory-crowded", {"system": "ours-tile"}, 4),
                ("laboratory-crowded", {"system": "ours-tile", "lists": "arrays"}, 5),
                ("laboratory-large", {"system": "ours-tile"}, 3),
            )
        )
        page = report_of(figures).page()
        part = page[page.index("Figure 7. Casting") :]
        rows = [re.findall(r"<t[dh][^>]*>(.*?)</t[dh]>", line)
                for line in re.findall(r"<tr>(.*?)</tr>", part)[:3]]
        self.assertEqual(rows[0][-2:], ["small", "crowded"])
        self.assertEqual({row[0]: row[-2:] for row in rows[1:]},
                         {"bunyk-parallel": ["1", "1"], "ours-tile": ["120", "20"]})
        self.assertIn("times as fast", part[: part.index("<table")])

    def test_charts_are_in_the_page_or_it_says_why_not(self):
        figures = Figures(
            Figure("passes", "compaction", {"measurement": "sums", "method": method, "block": block}, "ms",
                   [2])
            for method in ("Hybrid", "BalancedTree")
            for block in ("16", "32")
        )
        made, available = report_of(figures), charts.AVAILABLE
        if available:
            self.assertIn("<svg", made.page())
            self.assertIn("elements of a block", made.page())
        try:
            charts.AVAILABLE = False
            page = made.page()
        finally:
            charts.AVAILABLE = available
        self.assertNotIn("<svg", page)
        self.assertIn("There is no matplotlib, so tables stand alone", page)
        self.assertIn("Figure 9. Prefix sums within blocks", page)

    def test_surfaces_are_in_the_page(self):
        of = {"volume": "head", "isovalue": "45.5"}
        figures = Figures(
            Figure("table1", "frames at an isovalue", {**of, "column": column, "loop": loop}, "frames/s",
                   [rate])
            for column, loop, rate in (
                ("InK-Compact", "host", 20),
                ("Single-Kernel", "", 30),
                ("InK-Compact", "device", 40),
            )
        )
        with tempfile.TemporaryDirectory() as folder:
            for name in ("head_45.5", "room_3"):
                Path(folder, name + ".ppm").write_bytes(b"P6\n800 2\n255\n" + 4800 * b"\x7f")
            made = report_of(figures)
            self.assertNotIn("<figure>", made.page())
            made.figures.add(
                Figure("paths", "frames", {"scene": "room", "bounces": "3", "kernel": "naive"}, "frames/s",
                       [1])
            )
            made.pictures = folder
            if not charts.AVAILABLE:
                self.assertNotIn("<figure>", made.page())
                return
            self.assertRegex(
                made.page(),
                r'src="data:image/png;base64,iVBOR[^"]+"><figcaption>head, isovalue 45.5<br>multi-kernel '
                r'20<br><b>single 30</b>',
            )
            self.assertRegex(made.page(),
                             r'src="data:image/png;base64,iVBOR[^"]+"><figcaption>room</figcaption>')
            # The page again, of what the run has left.
            made.pictures = os.path.join(folder, "pictures")
            os.mkdir(made.pictures)
            os.rename(folder + "/room_3.ppm", made.pictures + "/room_3.ppm")
            made.save(folder + "/report.json")
            with contextlib.redirect_stdout(io.StringIO()):
                self.assertEqual(main.main(["--page", folder + "/report.json"], "nowhere"), 0)
            self.assertEqual(Path(folder, "report.html").read_text(encoding="utf-8"), made.page())

    @unittest.skipUnless(charts.AVAILABLE, "there is no matplotlib")
    def test_pictures_of_systems_are_in_the_page(self):
        made = report_of(Figures([Figure("laboratory", "frame", {"system": "ours-tile"}, "ms", [1])]))
        self.assertNotIn("<figure>", made.page())
        with tempfile.TemporaryDirectory() as folder:
            for name in ("ours-tile", "ours-tile_difference", "havs-6", "havs-6_difference", "alone"):
                Path(folder, f"systems_{name}.ppm").write_bytes(b"P6\n8 2\n255\n" + 48 * b"\x7f")
            made.pictures = folder
            captions = re.findall(r"<figcaption>([^<]+)</figcaption>", made.page())
        self.assertEqual(captions, ["havs-6", "havs-6, off", "ours-tile", "ours-tile, off"])

    def test_sizes_fit_the_machine(self):
        large = machine.sizes_for(
            {**MACHINE, "memory": 256, "gpu": "G", "gpu_memory": 80, "device": "cuda", "cores": 16}, False
        )
        small = machine.sizes_for({**MACHINE, "memory": 8, "gpu": "G", "gpu_memory": 4, "device": "cuda"},
                                  False)
        self.assertEqual((large["tets"], large["large"], large["views"]), (3800000, 41000000, 72))
        self.assertLess(small["large"] * machine.DEVICE_BYTES_A_TET, 4e9)
        self.assertLess(small["large"] * machine.HOST_BYTES_A_TET, 8e9)
        self.assertLess(machine.sizes_for(MACHINE, False)["size"], large["size"])
        for sizes in (large, small, SIZES):
            for command in main.commands(jobs.JOBS, sizes, "cpu").values():
                self.assertNotRegex(" ".join(command).replace(runner.PICTURES, ""), r"[{}]")


if __name__ == "__main__":
    unittest.main()
