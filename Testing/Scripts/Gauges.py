#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Measures how large and how entangled the product is, and checks that it gets no worse:
Gauges.py SOURCE_DIRECTORY

Prints each gauge beside the value that is kept for it. Exits with 1 if a gauge is greater. It reads all files
of a folder, so a copy of the sources is enough.

The product is Kernels, Filters, Rendering, Plugin and Python. Its lines are those of all files in C++, CUDA,
Python, XML and CMake (by the ends of their names). Comments and empty lines count too. The lines of the core
are those of a build without components (COMPONENTS in CheckIncludes.py). Pages of help, styles, shell scripts
and the lists of VTK's modules do not count. A file names a word if the word is anywhere in it, also in a
comment. For this, files of CMake do not count.
"""
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Kernels"))
import CheckIncludes  # noqa: E402  pylint: disable=wrong-import-position

PRODUCT = ("Kernels", "Filters", "Rendering", "Plugin", "Python")
SOURCES = {".h", ".cpp", ".cxx", ".cu", ".cuh", ".py", ".xml", ".in"}
OF_CMAKE = {".cmake", ".txt"}
MESHES = "Kernels/Renderers/MeshVolume/"

LINES, CORE, OVERRIDES, BROKEN, FAILURES = (
    "lines of the product",
    "of these, lines of the core without components",
    "virtual functions that casters of meshes override",
    "nevers of CheckIncludes.py that are broken",
    "failures of these nevers",
)
# The values that gauges may have. A change that lowers a gauge also lowers its number here. Only a new kind
# of data raises them: volumes of images brought 6.1 k lines, 0.7 k of these for blocks and several GPUs.
KEPT = {
    LINES: 109700,
    CORE: 92100,
    "files that name TetRayCaster": 14,
    "files that name opaqueDepth": 15,
    "files that name BlendMode": 13,
    OVERRIDES: 52,
    BROKEN: 0,
    FAILURES: 0,
}
# The share by which a gauge may exceed its kept value, so that ordinary corrections pass.
SLACK = {LINES: 0.01, CORE: 0.01}
# Each word also counts inside longer names. opaqueDepth counts only as a whole word, because longer names
# exist beside it.
WORDS = {"TetRayCaster": "TetRayCaster", "opaqueDepth": r"\bopaqueDepth\b", "BlendMode": "BlendMode"}


def files(root, suffixes):
    """Yields the path and the text of each file of the product whose name ends with one of the suffixes."""
    for folder in PRODUCT:
        for path in sorted((root / folder).rglob("*")):
            place = path.relative_to(root)
            if (path.suffix in suffixes and path.is_file()
                and not any(part.startswith(".") for part in place.parts)):
                yield place.as_posix(), path.read_text(encoding="utf-8", errors="replace")


def measure(root):
    """Returns the value of each gauge."""
    lines = {path: text.count("\n") for path, text in files(root, SOURCES | OF_CMAKE)}
    core = (number for path, number in lines.items() if not CheckIncludes.component(pathlib.Path(path)))
    values = {LINES: sum(lines.values()), CORE: sum(core)}
    sources = dict(files(root, SOURCES))
    for word, pattern in WORDS.items():
        values[f"files that name {word}"] = sum(bool(re.search(pattern, text)) for text in sources.values())
    # Casters of whole meshes, of pieces and of several devices each override all functions. The latter two
    # forward them.
    meshes = (text for path, text in sources.items()
              if path.startswith(MESHES) and ("Caster" in path or "/Devices/" in path))
    values[OVERRIDES] = sum(len(re.findall(r"\boverride\b", text)) for text in meshes)
    failures = CheckIncludes.broken(CheckIncludes.Tree(root))
    values[BROKEN] = len({sentence for sentence, _, _ in failures})
    values[FAILURES] = len(failures)
    return values


def compare(values, kept):
    """Returns a line for each gauge, and the gauges that exceed their kept values."""
    lines, worse = [], []
    for what, value in values.items():
        most, note = int(kept[what] * (1 + SLACK.get(what, 0))), ""
        if value > most:
            worse.append(what)
            note = f", {most} pass: WORSE"
        elif value < kept[what]:
            note = f": better, keep {value} in KEPT"
        lines.append(f"{value:7} {what}, {kept[what]} kept{note}")
    return lines, worse


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    if not (root / "Kernels").is_dir():
        sys.exit(f"{root} holds no Kernels folder")
    lines, worse = compare(measure(root), KEPT)
    print("\n".join(lines))
    if worse:
        sys.exit(f"worse than KEPT in Testing/Scripts/Gauges.py says: {', '.join(worse)}")


if __name__ == "__main__":
    main()
