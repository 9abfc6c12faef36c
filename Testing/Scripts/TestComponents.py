#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A build without a component has no file of the component:
TestComponents.py SOURCE_FOLDER BUILD_FOLDER [LEFT_OUT...]

In the sources, a component's own list (PathTracing.cmake) names each of its sources. No other list of the
product does. LEFT_OUT are the components that the build leaves out. The build compiles none of their sources.
If Ninja has recorded what compilers read, no header of theirs was read.
"""
import json
import pathlib
import re
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "Kernels"))
import CheckIncludes  # noqa: E402  pylint: disable=wrong-import-position

# The list of each component that is compiled into the libraries of others.
LISTS = {"path tracing": "PathTracing.cmake"}
COMPILED = {".cpp", ".cxx", ".cu"}


def listed(root):
    """What is wrong with the lists of sources."""
    others = {path: path.read_text(encoding="utf-8")
              for folder in ("Kernels", "Filters", "Rendering", "Plugin")
              for path in [*(root / folder).rglob("CMakeLists.txt"), *(root / folder).rglob("*.cmake")]}
    for file in CheckIncludes.Tree(root).files:
        name = CheckIncludes.component(file)
        if name not in LISTS or file.suffix not in COMPILED:
            continue
        word = rf"\b{re.escape(file.stem)}\b"
        if not re.search(word, (root / LISTS[name]).read_text(encoding="utf-8")):
            yield f"{file} is not in {LISTS[name]}"
        for path, text in others.items():
            if not CheckIncludes.component(path.relative_to(root)) and re.search(rf"{word}(?!\.h)", text):
                yield f"{path.relative_to(root)} names {file.stem}, which is of the component {name}"


def of_component(line, root, left_out):
    """Returns whether a line holds the path of a file of a component that is left out."""
    path = pathlib.Path(line.strip())
    if not path.is_absolute():
        return False
    try:
        return CheckIncludes.component(path.resolve().relative_to(root)) in left_out
    except ValueError:
        return False


def compiled(root, build, left_out):
    """Yields what a build has of components that it leaves out."""
    commands = json.loads((build / "compile_commands.json").read_text(encoding="utf-8"))
    for command in commands:
        if of_component(command["file"], root, left_out):
            yield f"{command['file']} is compiled"
    deps = subprocess.run(["ninja", "-C", str(build), "-t", "deps"], capture_output=True, text=True,
                          check=False).stdout
    read = {line.strip() for line in deps.splitlines() if line.startswith(" ")}
    for line in sorted(read):
        path = pathlib.Path(line)
        if of_component(str(path if path.is_absolute() else build / path), root, left_out):
            yield f"{line} is read"
    # What Qt and VTK generate for a class has the class's name.
    for path in (build / "Plugin").rglob("*"):
        if "path tracing" in left_out and "PathTrac" in path.name:
            yield f"{path} is made"


def main():
    root, build = (pathlib.Path(folder).resolve() for folder in sys.argv[1:3])
    problems = [*listed(root), *(compiled(root, build, sys.argv[3:]) if sys.argv[3:] else [])]
    print("\n".join(problems) or f"each component is listed in one place; left out: "
                                 f"{', '.join(sys.argv[3:]) or 'none'}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
