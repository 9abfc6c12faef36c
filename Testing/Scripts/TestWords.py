#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""One word for one thing, in American spelling: TestWords.py SOURCE_FOLDER.

Texts of the project, and the names of its files, have no British spelling and no name that was given up
because it meant several things. WORDS says what to write instead: a *block* is a part of the data that is
drawn by itself, an *interval* a part of a transfer function, a *part* what one rank has, and a *span* a part
of a ray. It takes all files of the folders, so that a copy of the sources is enough."""
import re
import sys
import unittest
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else Path(__file__).resolve().parents[2]
FOLDERS = (".ci", ".github", "Data", "Documentation", "Filters", "Kernels", "Plugin", "Python", "Rendering",
           "Testing")
SUFFIXES = {".h", ".cpp", ".cxx", ".cu", ".cuh", ".cmake", ".txt", ".py", ".sh", ".md", ".in", ".xml",
            ".html", ".yml", ".toml", ""}

# A regular expression, without regard to case, and what to write instead.
SPELLINGS = {
    r"colour": "color",
    r"\bcentr(e[ds]?\b|e(?=[A-Z_])|ing\b)": "center",
    r"\bgrey": "gray",
    r"neighbour": "neighbor",
    r"behaviour": "behavior",
    r"favour": "favor",
    r"honour": "honor",
    r"artefact": "artifact",
    r"licence": "license",
    r"(initial|normal|optim|minim|maxim|special|general|serial|synchron|visual|recogn|organ|vector|random"
    r"|discret|quant)is(e[ds]?\b|ing|ation)": "-ize",
    r"(model|label|travel|cancel)led\b": "-eled",
}
# A name that was given up, as a part of words too, and the one in its place.
NAMES = {
    "TransferFunctionPiece": "FunctionInterval",
    "TabulatedPiece": "TabulatedInterval",
    "SurfacePiece": "SurfaceInterval",
    "PiecePlace": "IntervalPlace",
    "PieceOnPart": "IntervalOnPart",
    "MeshPiece": "MeshBlock",
    "createPieced": "createInBlocks",
    "RankPiece": "RankPart",
    "InputIsPiece": "InputIsPart",
    "IsosurfacePieces": "IsosurfaceGrids, or IsosurfaceBlocks in tests",
    "PathTracePiece": "PathTraceItem",
    "RayPart": "RaySpan",
    "TetSegment": "RaySpan",
    "FilmExchange": "RankExchange",
    "FilmPicture": "PictureOfRanks",
    "DisplayChecks": "ValueGuard",
    "LateDisplays": "DisplayRebuilder",
    "UsefulArray": "DefaultArray",
}
WORDS = [(re.compile(pattern, re.IGNORECASE), instead) for pattern, instead in SPELLINGS.items()]
WORDS += [(re.compile(re.escape(name)), instead) for name, instead in NAMES.items()]


def problems_in(text):
    """The words of a text that have others in their place."""
    for pattern, instead in WORDS:
        for found in pattern.finditer(text):
            yield f"'{found.group()}': write {instead}"


def problems_of(top):
    """What is wrong in the files of a folder, and in their names, one a line."""
    paths = [path for path in top.iterdir() if not path.name.startswith(".") and path.name != "build"]
    for folder in FOLDERS:
        paths += (top / folder).rglob("*")
    for path in sorted(paths):
        name = path.relative_to(top).as_posix()
        if not path.is_file() or "__pycache__" in path.parts or path.name == "TestWords.py":
            continue
        yield from (f"{name}: its name has {problem}" for problem in problems_in(name))
        if path.suffix in SUFFIXES and path.name != "LICENSE":
            try:
                lines = path.read_text(encoding="utf-8").splitlines()
            except UnicodeDecodeError:
                continue
            for number, line in enumerate(lines, 1):
                yield from (f"{name}:{number}: {problem}" for problem in problems_in(line))


class Words(unittest.TestCase):
    """What the test finds and leaves alone, and the project's own files."""

    def test_finds_each_word(self):
        """Every entry of the table is found, within words as well."""
        for text in ("Colour", "areColours", "centres", "centreOf", "a grey row", "Neighbouring", "optimised",
                     "initialisation", "modelled", *NAMES):
            self.assertTrue(list(problems_in(f"x {text}Y" if text in NAMES else text)), text)

    def test_leaves_others_alone(self):
        """Words that only begin or end alike are not found."""
        for text in ("color", "center", "precise", "promise", "premises", "otherwise", "revised", "advised",
                     "concentric", "analysis", "optimistic", "gray", "neighbor", "minimis", "greyhounds"[4:]):
            self.assertEqual(list(problems_in(text)), [], text)

    def test_the_project(self):
        """No file of the project has one of the words."""
        self.assertEqual("\n".join(problems_of(TOP)), "")


if __name__ == "__main__":
    unittest.main()
