#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks that Documentation/Papers.md names existing things, and that its counts and figures are right:
TestPapers.py SOURCE_FOLDER.

In the column of the code, each name is in backticks. A name is a path; or an identifier, or a test as
Suite.Test, of the last path before it in the cell; or a program or script with its options; or ctest -R and a
test's name. Semicolons separate the parts of a cell with our figures. One row or paragraph of MEASURED.md or
Measuring.md has all numbers of such a part."""
import re
import sys
import unittest
from functools import lru_cache
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve()
sys.path.insert(0, str(TOP / "Testing/Benchmarks"))
from Report.papers import COLUMNS, STATES, cells, tables  # noqa: E402

PAGE = (TOP / "Documentation/Papers.md").read_text(encoding="utf-8")
MEASURED = ["Testing/Benchmarks/MEASURED.md", *sorted(TOP.glob("Testing/Benchmarks/Measured/*.md")),
            "Documentation/Measuring.md"]
PROGRAMS = [*sorted(TOP.glob("Testing/Benchmarks/**/*.cpp")), *sorted(TOP.glob("Testing/Benchmarks/**/*.h")),
            *sorted(TOP.glob("Data/Generator/*"))]


@lru_cache(maxsize=None)
def text_of(path):
    """Returns the text of a file, or of all files below a folder."""
    files = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
    return "\n".join(p.read_text(encoding="utf-8", errors="replace") for p in files)


@lru_cache(maxsize=None)
def sources_of_programs():
    return "\n".join(text_of(path) for path in PROGRAMS)


@lru_cache(maxsize=None)
def build_files():
    return "\n".join(text_of(path) for folder in ("Testing", "Data")
                     for path in sorted((TOP / folder).rglob("CMakeLists.txt")))


def numbers(text):
    """Returns the numbers as they are written, such as 15,050, 0.83 or 2²⁸."""
    return re.findall(r"\d+(?:[.,]\d+)*[⁰¹²³⁴-⁹]*", text)


@lru_cache(maxsize=None)
def measured_units():
    """Returns the numbers of each row of a table and of each paragraph in the pages with figures."""
    units = []
    for page in MEASURED:
        for block in re.split(r"\n\s*\n", text_of(TOP / page)):
            rows = re.findall(r"^\|.*$", block, re.MULTILINE)
            units += [set(numbers(row)) for row in rows] or [set(numbers(block))]
    return units


def problems_of_command(words):
    program, options = words[0], [word for word in words[1:] if word.startswith("--")]
    values = [value for word in words[1:] if not word.startswith("-")
              for value in word.split(",") if value[:1].isalpha()]
    if program == "ctest":
        patterns = [re.escape(name) for name in re.findall(r"add_test\(NAME (\S+)", build_files())]
        patterns = [re.sub(r"\\\$\\{\w+\\}", r"\\w+", pattern) for pattern in patterns]
        return [f"no test is named {name}"
                for name in words[2:] if not any(re.fullmatch(p, name) for p in patterns)]
    if program == "inkray-bench":
        return [f"{program} has no {word}"
                for word in words[1:] if f'"{word}"' not in text_of(TOP / "Testing/Benchmarks/Report")]
    if program.endswith(".py"):
        scripts = [*(TOP / "Testing/Benchmarks").rglob(program)]
        if not scripts:
            return [f"no script {program}"]
        known, values = text_of(scripts[0]), []
    else:
        if not re.search(rf"add_executable\({re.escape(program)}\b", build_files()):
            return [f"no program {program}"]
        known = sources_of_programs()
    return [f"{program} has no {word}" for word in [*options, *values] if f'"{word}"' not in known]


def problems_of_code(cell):
    """Returns the problems with the names in a cell, and the paths in the cell."""
    problems, paths = [], []
    for name in re.findall(r"`([^`]*)`", cell):
        words = name.split()
        if len(words) > 1 or re.fullmatch(r"(bench|soak)_\w+|inkray-[\w-]+|\w+\.py", name):
            problems += problems_of_command(words)
        elif "/" in name:
            paths.append(name)
            if not (TOP / name).exists():
                problems.append(f"no path {name}")
        elif not paths:
            problems.append(f"{name} stands before any path")
        elif (TOP / paths[-1]).exists():
            suite, _, test = name.partition(".")
            pattern = rf"TEST\w*\({suite}, {test}\)" if test else rf"(?<!\w){re.escape(name)}(?!\w)"
            if not re.search(pattern, text_of(TOP / paths[-1])):
                problems.append(f"no {name} in {paths[-1]}")
    return problems, paths


@lru_cache(maxsize=None)
def problems_of_row(row):
    if len(row) != len(COLUMNS):
        return [f"{len(row)} cells in place of {len(COLUMNS)}"]
    _, what, code, state, ours, paper, missing = row
    problems, paths = problems_of_code(code)
    problems += [f"no {column}" for column, cell in zip(COLUMNS[1:], row[1:6]) if not cell]
    if state not in STATES:
        problems.append(f"state {state}")
    if state == "yes" and not any(path.startswith("Testing/") for path in paths) and "`ctest -R" not in code:
        problems.append("yes without a test or benchmark")
    if state in ("part", "heir") and not paths and "`" not in code:
        problems.append(f"{state} of nothing")
    if state != "yes" and len(missing.split()) < 3:
        problems.append(f"{state} without a reason")
    for figure in ours.split(";"):
        if not any(unit.issuperset(numbers(figure)) for unit in measured_units()):
            problems.append(f"not measured: {figure.strip()}")
    if "`" in what + ours + paper + missing:
        problems.append("a name of code outside its column")
    return problems


def problems_of(text):
    """Returns everything that is wrong with the page, each as one line."""
    found = tables(text)
    counts = {row[0]: row[1:] for _, first, rows in found if first[0] == "Paper" for row in rows}
    problems, seen = [], []
    totals = {state: 0 for state in STATES}
    for heading, first, rows in found:
        if first[0] != "Row":
            continue
        letter = rows[0][0][:1]
        if first != COLUMNS:
            problems.append(f"{heading}: columns {first}")
        if letter in seen:
            problems.append(f"{letter}: two tables")
        seen.append(letter)
        for number, row in enumerate(rows, 1):
            if row[0] != f"{letter}{number}":
                problems.append(f"{row[0]} stands in the place of {letter}{number}")
            problems += [f"{row[0]}: {problem}" for problem in problems_of_row(tuple(row))]
        states = {state: sum(row[3:4] == [state] for row in rows) for state in STATES}
        totals = {state: totals[state] + states[state] for state in STATES}
        wanted = [str(states[state]) for state in STATES] + [str(len(rows))]
        if counts.pop(heading, None) != wanted:
            problems.append(f"{heading}: the counts are {wanted}")
    if not seen:
        problems.append("no rows")
    if counts.pop("All", None) != [str(totals[state]) for state in STATES] + [str(sum(totals.values()))]:
        problems.append(f"all: the counts are {totals}")
    problems += [f"{heading}: counted, but not there" for heading in counts]
    for link in re.findall(r"\]\(([^)#]+)", text):
        if "://" not in link and not (TOP / "Documentation" / link).exists():
            problems.append(f"no link {link}")
    return problems


def changed(row, *others):
    """Returns the page with other values, given as (column, value), in a row."""
    (line,) = re.findall(rf"^\| {row} \|.*$", PAGE, re.MULTILINE)
    values = cells(line)
    for column, value in others:
        values[COLUMNS.index(column)] = value
    return PAGE.replace(line, "| " + " | ".join(values) + " |")


class Papers(unittest.TestCase):
    def test_page_is_right(self):
        self.assertEqual(problems_of(PAGE), [])

    def test_pages_lead_to_it(self):
        self.assertIn("(Documentation/Papers.md)", (TOP / "README.md").read_text(encoding="utf-8"))
        self.assertIn("(Papers.md)", (TOP / "Documentation/Developing.md").read_text(encoding="utf-8"))

    def test_each_kind_of_mistake_is_found(self):
        code, state, ours, missing = "In the code", "State", "Ours", COLUMNS[-1]
        lists = "`Kernels/Renderers/MeshVolume/PixelIntersectionLists.h`"
        row_of_g2 = re.search(r"^\| G2 \|.*\n", PAGE, re.MULTILINE)[0]
        for page, problem in [
            (changed("G1", ("Row", "G2")), "G2 stands in the place of G1"),
            (PAGE.replace(row_of_g2, ""), "G3 stands in the place of G2"),
            (changed("G1", (code, "`Kernels/Nowhere.h`, `Testing/Kernels`")),
             "G1: no path Kernels/Nowhere.h"),
            (changed("G1", (code, f"`SortByPixel` in {lists}, `Testing/Kernels`")),
             "G1: SortByPixel stands before any path"),
            (changed("G1", (code, f"{lists} `SortByPixels`, `Testing/Kernels`")),
             "G1: no SortByPixels in " + lists[1:-1]),
            (changed("G1", (code, "`Testing/Kernels` `Methods.Nothing`")),
             "G1: no Methods.Nothing in Testing/Kernels"),
            (changed("G1", (code, "`bench_nothing`, `Testing/Kernels`")), "G1: no program bench_nothing"),
            (changed("G1", (code, "`bench_tets --list sort`, `Testing/Kernels`")),
             "G1: bench_tets has no --list"),
            (changed("G1", (code, "`bench_tets --lists sorted`, `Testing/Kernels`")),
             "G1: bench_tets has no sorted"),
            (changed("G1", (code, "`nothing.py`, `Testing/Kernels`")), "G1: no script nothing.py"),
            (changed("G1", (code, "`ctest -R Bench.Nothing`")), "G1: no test is named Bench.Nothing"),
            (changed("G1", (code, lists)), "G1: yes without a test or benchmark"),
            (changed("G1", (state, "mostly")), "G1: state mostly"),
            (changed("G1", (state, "no"), (missing, "later")), "G1: no without a reason"),
            (changed("G1", (state, "part"), (missing, "–")), "G1: part without a reason"),
            (changed("G1", (state, "part"), (code, "nothing")), "G1: part of nothing"),
            (changed("G1", (state, "heir"), (missing, "–")), "G1: heir without a reason"),
            (changed("G1", (state, "heir"), (code, "nothing")), "G1: heir of nothing"),
            (changed("G1", (ours, "3.80 M tets: 0.21 ms")), "G1: not measured: 3.80 M tets: 0.21 ms"),
            (changed("G1", (ours, "")), "G1: no Ours"),
            (changed("G1", (ours, "– | –")), "G1: 8 cells in place of 7"),
            (changed("G1", (ours, "`SortByPixel`")), "G1: a name of code outside its column"),
            (PAGE.replace("(Measuring.md)", "(Measured.md)"), "no link Measured.md"),
            (PAGE.replace("## Jumping Jack", "## The Jumping Jack"), "Jumping Jack: counted, but not there"),
        ]:
            with self.subTest(problem):
                self.assertIn(problem, problems_of(page))
        for page in (changed("G1", (state, "no")),
                     re.sub(r"^(\| All \| )(\d+)", r"\g<1>9\2", PAGE, flags=re.MULTILINE)):
            self.assertIn("all: the counts are", "\n".join(problems_of(page)))


if __name__ == "__main__":
    unittest.main()
