#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Pages, scripts and build files can be read without scrolling, and pages lead to each other: TestPages.py
SOURCE_FOLDER.

Lines of pages and of files of CMake, shell, Python and XML have at most 110 columns. In pages, tables and
blocks of code may have more; in all of them, so may a line that is too long only because of an address on the
web. Links between pages lead to files and headings that exist. So does "MEASURED, *Heading*", in pages and
sources, and so do the sections in quotes in the comments of Kernels/Device/LaunchTable.h: sections of
MEASURED are headings and bold beginnings of paragraphs. In Developing.md, which is the way into the code,
lines and columns are fewer, and each "`name` in `file`" is there. It takes all files of the folders, so that
a copy of the sources is enough."""
import re
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
FOLDERS = (".ci", "Data", "Documentation", "Filters", "Kernels", "Plugin", "Python", "Rendering", "Testing")
COLUMNS = 110
GUIDE, GUIDE_LINES, GUIDE_COLUMNS = "Documentation/Developing.md", 120, 100
MEASURED = "Testing/Benchmarks/MEASURED.md", "Testing/Benchmarks/Measured/*.md"
LAUNCHES = "Kernels/Device/LaunchTable.h"
CODE = {".cmake", ".py", ".sh", ".xml"}
SOURCES = {".h", ".cpp", ".cxx", ".cu", ".cuh"}


def kind(path):
    """"page", "code", "source" or None, by the end of a file's name, or by its first line."""
    suffix = Path(path.name.removesuffix(".in")).suffix
    if suffix == ".md":
        return "page"
    if suffix in SOURCES:
        return "source"
    if suffix in CODE or path.name == "CMakeLists.txt":
        return "code"
    if not suffix:
        with open(path, "rb") as file:
            return "code" if file.read(2) == b"#!" else None
    return None


def files_of(top):
    """The text of each page, script, build file and source, by its path."""
    paths = [path for path in top.iterdir() if not path.name.startswith(".")]
    for folder in FOLDERS:
        paths += [path for path in (top / folder).rglob("*") if "__pycache__" not in path.parts]
    found = ((path, kind(path)) for path in sorted(paths) if path.is_file())
    return {path.relative_to(top).as_posix(): (what, path.read_text(encoding="utf-8")) for path,
            what in found if what}


def long_lines(text, most):
    """The numbers of the lines that are too long, without the ones that an address makes so."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > most and len(re.sub(r"\w+://[^\s)\"'<>]+", "", line)) > most:
            yield number


def without_tables(text):
    """A page with empty lines in the place of tables and of blocks of code."""
    lines, fenced, indented = [], False, False
    for line in text.split("\n"):
        fence = line.lstrip().startswith("```")
        fenced = fenced != fence
        before = lines[-1] if lines else ""
        indented = line.startswith("    ") and (indented or not before.strip())
        lines.append("" if fence or fenced or indented or line.lstrip().startswith("|") else line)
    return "\n".join(lines)


def headings(text):
    """The text of each heading, without marks of code."""
    found = re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL),
                       re.MULTILINE)
    return [heading.replace("`", "") for heading in found]


def anchor(heading):
    """What a link to a heading ends with, as GitHub makes it."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def in_one_line(text):
    """A text without the ends of lines and the marks of comments at their beginnings."""
    return re.sub(r"\s*\n\s*(?:///?|#)?\s*", " ", text)


def problems_of_links(top, path, text):
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        target, _, section = link.partition("#")
        if "://" in link or link.startswith("mailto:"):
            continue
        file = (top / path).parent / target if target else top / path
        if not file.exists():
            yield f"{path}: no file {link}"
        elif section and section not in [anchor(heading)
                                         for heading in headings(file.read_text(encoding="utf-8"))]:
            yield f"{path}: no heading {link}"


def sections_of_measured(top):
    """The headings, and what else a paragraph may begin with in bold."""
    sections = set()
    for pattern in MEASURED:
        for path in top.glob(pattern):
            text = path.read_text(encoding="utf-8")
            sections.update(headings(text))
            bold = re.findall(r"^(?:- )?\*\*(.+?)\*\*", text, re.MULTILINE | re.DOTALL)
            sections.update(in_one_line(words).rstrip(".:,") for words in bold)
    return sections


def problems_of_names(top, path, text):
    """Functions that are named with the file that they are in: `name` in `path`."""
    for names, file in re.findall(r"((?:`[\w:]+` and )?`[\w:]+`)\s+in\s+`(\w[\w/.]+/[\w.]+)`", text):
        if not (top / file).exists():
            yield f"{path}: no file {file}"
            continue
        known = (top / file).read_text(encoding="utf-8")
        for name in re.findall(r"`([\w:]+)`", names):
            if not re.search(rf"\b{name.split('::')[-1]}\(", known):
                yield f"{path}: no {name} in {file}"


def problems_of(top):
    """Everything that is wrong, each as one line."""
    problems, sections = [], sections_of_measured(top)
    for path, (what, text) in files_of(top).items():
        if what != "source":
            most = GUIDE_COLUMNS if path == GUIDE else COLUMNS
            lines = long_lines(text if what == "code" or path == GUIDE else without_tables(text), most)
            problems += [f"{path}:{number}: more than {most} columns" for number in lines]
        if path == GUIDE:
            problems += problems_of_names(top, path, text)
        if path == GUIDE and text.count("\n") > GUIDE_LINES:
            problems.append(f"{path}: {text.count(chr(10))} lines, more than {GUIDE_LINES}")
        if what == "page":
            problems += problems_of_links(top, path, text)
        cited = re.findall(r"MEASURED(?:\.md)?(?:\]\([^)]*\))?, \*([^*]+)\*", in_one_line(text))
        if path == LAUNCHES:
            cited += re.findall(r"\"([A-Z][^\"]+)\"",
                                in_one_line("\n".join(re.findall(r"^ *///.*$", text, re.MULTILINE))))
        if path != "Testing/Scripts/TestPages.py":
            problems += [f"{path}: MEASURED has no section {name}"
                         for name in cited if name.replace("`", "") not in sections]
    return problems


class Pages(unittest.TestCase):
    maxDiff = None

    def test_pages_are_right(self):
        self.assertEqual("\n".join(problems_of(TOP)), "")

    def problems_with(self, files):
        """What is wrong with a tree of these files and of others that are right."""
        right = {
            "README.md": "# Name\n\nSee [below](#what-it-is) and "
                         "[measured](Testing/Benchmarks/MEASURED.md).\n\n## What `it` is\n",
            GUIDE: "# Developing\n",
            "Testing/Benchmarks/MEASURED.md": "# Measured\n",
            "Testing/Benchmarks/Measured/Rays.md": "# Rays\n\n## Rays: versions\n\n**In steps\nof "
                "one**, two.\n",
            LAUNCHES: "/// 8 are slower: \"Rays:\n/// versions\".\n/// \"In steps of one\".\n",
            ".ci/run": "#!/bin/sh\n",
            "Kernels/Nothing.h": f"void draw(); // {'a ' * 80}, see MEASURED, *Rays:\n// versions*\n",
        }
        with tempfile.TemporaryDirectory() as folder:
            for path, text in {**right, **files}.items():
                (Path(folder) / path).parent.mkdir(parents=True, exist_ok=True)
                (Path(folder) / path).write_text(text, encoding="utf-8")
            return problems_of(Path(folder))

    def test_what_may_be_long(self):
        words = "word " * 30
        for text in (f"|{words}|", f"```\n{words}\n```", f"Text:\n\n    {words}\n    {words}",
                     f"<https://a.org/{'a' * 110}>", "ä" * 110):
            with self.subTest(text):
                self.assertEqual(self.problems_with({"Documentation/Using.md": text + "\n"}), [])
        self.assertEqual(self.problems_with({".ci/run": "#!/bin/sh\n# https://a.org/" + "a" * 110 + "\n"}),
                         [])

    def test_each_kind_of_mistake_is_found(self):
        words = "word " * 22 + "w\n"
        for path, text, problem in [
            ("Documentation/Using.md", f"Short.\n{words}", "Documentation/Using.md:2: more than 110 columns"),
            ("Documentation/Using.md", f"- an item\n    {words}",
             "Documentation/Using.md:2: more than 110 columns"),
            ("Data/CMakeLists.txt", f"# {words}", "Data/CMakeLists.txt:1: more than 110 columns"),
            ("Data/Names.cmake", f"# {words}", "Data/Names.cmake:1: more than 110 columns"),
            ("Data/names.cmake.in", f"# {words}", "Data/names.cmake.in:1: more than 110 columns"),
            (".ci/run", f"#!/bin/sh\n# {words}", ".ci/run:2: more than 110 columns"),
            ("demo.sh", f"# {words}", "demo.sh:1: more than 110 columns"),
            ("Data/demo.py", f"# {words}", "Data/demo.py:1: more than 110 columns"),
            ("Data/program.in", f"#!/usr/bin/env python3\n# {words}",
             "Data/program.in:2: more than 110 columns"),
            ("Plugin/A.xml", f"<!-- {words} -->\n", "Plugin/A.xml:1: more than 110 columns"),
            ("Plugin/A.xml.in", f"<!-- {words} -->\n", "Plugin/A.xml.in:1: more than 110 columns"),
            (GUIDE, "a" * 101 + "\n", f"{GUIDE}:1: more than 100 columns"),
            (GUIDE, "|" + "a" * 100 + "\n", f"{GUIDE}:1: more than 100 columns"),
            (GUIDE, "Line.\n" * 121, f"{GUIDE}: 121 lines, more than 120"),
            ("README.md", "[page](Documentation/None.md)\n", "README.md: no file Documentation/None.md"),
            (GUIDE, "[page](../README.md#what-is)\n", f"{GUIDE}: no heading ../README.md#what-is"),
            ("README.md", "# A\n\n[below](#b)\n", "README.md: no heading #b"),
            (GUIDE, "`A::draw` and `cast` in\n`Kernels/Nothing.h`.\n",
             f"{GUIDE}: no cast in Kernels/Nothing.h"),
            (GUIDE, "`draw` in `Kernels/None.h`.\n", f"{GUIDE}: no file Kernels/None.h"),
            (GUIDE, "MEASURED,\n*Rays:\nversion*\n", f"{GUIDE}: MEASURED has no section Rays: version"),
            ("Kernels/A.h", "// MEASURED, *Rays:\n// version*\n",
             "Kernels/A.h: MEASURED has no section Rays: version"),
            (LAUNCHES, "/// \"In steps of\n/// two\"\n",
             f"{LAUNCHES}: MEASURED has no section In steps of two"),
        ]:
            with self.subTest(problem):
                self.assertEqual(self.problems_with({path: text}), [problem])


if __name__ == "__main__":
    unittest.main()
