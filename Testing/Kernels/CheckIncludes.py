# SPDX-License-Identifier: BSD-3-Clause
"""Dependencies point one way: Plugin -> Rendering -> Filters -> Kernels, and the algorithm folders of Kernels do not include one another.

usage: CheckIncludes.py SOURCE_DIRECTORY. Prints each forbidden include and exits with 1 when there is one.
"""
import pathlib
import re
import sys

SOURCES = {".h", ".hpp", ".hxx", ".cpp", ".cxx", ".c", ".cu", ".cuh", ".in"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
LAYERS = ["Kernels", "Filters", "Rendering", "Plugin"]  # each may include itself and those before it
ALGORITHMS = ["Tetrahedra", "Isosurface", "PathTracer", "KdTree"]

# What a layer must not know of, whoever ships it.
GRAPHICS = r"(GL/|GLES|GLFW|glew|epoxy|vtkOpenGL|vtk_glew)"
PARAVIEW = r"(vtkPV|vtkSM|vtkSI|vtkProcessModule|pq[A-Z])"
QT = r"(Q[A-Z]\w*$|Qt\w*/)"
FORBIDDEN = {
    "Kernels": [r"vtk", QT, GRAPHICS, PARAVIEW, r"(iostream|fstream|cstdio|stdio\.h|filesystem)$"],
    "Filters": [r"vtkOpenGL", r"vtkRender", QT, GRAPHICS, PARAVIEW],
    "Rendering": [QT, PARAVIEW],
    "Plugin": [],
}


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def headers(root, layer):
    """Names by which a layer's headers can be included: with and without folders."""
    names = set()
    for path in (root / layer).rglob("*"):
        if path.suffix in SOURCES:
            names.add(path.name)
    return names


def check(root):
    problems = []
    known = {layer: headers(root, layer) for layer in LAYERS}
    for position, layer in enumerate(LAYERS):
        for path in sorted((root / layer).rglob("*")):
            if path.suffix not in SOURCES or not path.is_file():
                continue
            where = path.relative_to(root)
            for number, name in includes(path):
                base = name.rsplit("/", 1)[-1]
                own_or_below = any(base in known[below] for below in LAYERS[: position + 1])
                for above in LAYERS[position + 1 :]:
                    if base in known[above] and not own_or_below:
                        problems.append(f"{where}:{number}: {layer} includes {name} of {above}")
                for pattern in FORBIDDEN[layer]:
                    if re.match(pattern, name):
                        problems.append(f"{where}:{number}: {layer} includes {name}")
                if layer == "Kernels":
                    folder = where.parts[1] if len(where.parts) > 2 else ""
                    target = name.split("/")[0] if "/" in name else folder
                    if folder in ALGORITHMS and target in ALGORITHMS and target != folder:
                        problems.append(f"{where}:{number}: {folder} includes {name} of {target}")
    return problems


def main():
    root = pathlib.Path(sys.argv[1])
    if not (root / "Kernels").is_dir():
        print(f"{root} holds no Kernels folder")
        return 2
    problems = check(root)
    print("\n".join(problems) if problems else "includes point one way")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
