# SPDX-License-Identifier: BSD-3-Clause
"""Each include must follow an edge of the project's plan. A folder outside of the plan may hold no source.

usage: CheckIncludes.py SOURCE_DIRECTORY. Prints each forbidden include and exits with 1 when there is one.
The nevers, at the end of the tables, say what some files must not include or name. KnownFailures.txt lists
the files that break them today; the list may only shrink. The check fails for a failure that is not listed,
and for an entry that is no longer a failure.

No file includes a file of a component, which a build can leave out, except the files of that component.
Layers:  Plugin -> Rendering -> Filters -> Kernels, and Python -> Filters, Kernels, without VTK.
Rooms:   Renderers -> Geometry, Optics, Shading, Rays, View -> Compaction -> Cooperative -> Device -> Core.
         Geometry, Shading and View do not include one another, except that Geometry may know View's rays and
         Rays; Rays knows View, and Optics knows Shading. Picture, which renderers know, knows Optics, Rays,
         Shading and View. Grids, meshes and trees of Geometry do not include one another, except that a mesh
         may know the kd-tree, in which paths find its boundary; neither do the renderers.
"""
import pathlib
import re
import sys
from typing import NamedTuple

SOURCES = {".h", ".hpp", ".hxx", ".cpp", ".cxx", ".c", ".cu", ".cuh", ".in"}
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')

# A layer's files may include the layer itself and the layers listed for it.
LAYERS = {
    "Kernels": [],
    "Filters": ["Kernels"],
    "Rendering": ["Filters", "Kernels"],
    "Plugin": ["Rendering", "Filters", "Kernels"],
    "Python": ["Filters", "Kernels"],
}

# The files of a room of Kernels may include the room itself and the rooms listed for it.
BASE = ["Core", "Device", "Cooperative", "Compaction"]
ROOMS = {
    "Core": [],
    "Device": ["Core"],
    "Cooperative": ["Core", "Device"],
    "Compaction": ["Core", "Device", "Cooperative"],
    "View": BASE,
    "Rays": [*BASE, "View"],
    "Shading": BASE,
    "Optics": [*BASE, "Shading", "Optics/Films"],
    "Optics/Films": [*BASE, "Shading", "Optics"],
    "Picture": [*BASE, "View", "Rays", "Shading", "Optics", "Optics/Films"],
    "Picture/Merged": [*BASE, "View", "Rays", "Shading", "Optics", "Optics/Films", "Picture"],
    "Geometry/RegularGrid": [*BASE, "View", "Rays"],
    "Geometry/Mesh": [*BASE, "View", "Rays", "Geometry/KdTree", "Geometry/Mesh/Places"],
    "Geometry/Mesh/Places": [*BASE, "View", "Geometry/Mesh"],
    "Geometry/KdTree": [*BASE, "View"],
}
GEOMETRY = [room for room in ROOMS if room.startswith("Geometry/")]
RENDERERS = ["Renderers/MeshVolume", "Renderers/Isosurface", "Renderers/PathTracer", "Renderers/Havs"]
ROOMS.update({renderer: [*BASE, "View", "Rays", "Shading", "Optics", "Optics/Films", "Picture", *GEOMETRY]
              for renderer in RENDERERS})
# Parts of the ray caster of meshes, each in its folder.
MESH_VOLUME = [f"Renderers/MeshVolume{part}" for part in ("", "/Integrators", "/Devices", "/Frames", "/Grid",
                                                          "/InBlocks", "/Packets", "/Segments", "/Walks")]
ROOMS.update({part: [*ROOMS["Renderers/MeshVolume"], *(p for p in MESH_VOLUME if p != part)]
              for part in MESH_VOLUME})
# Files directly in Renderers combine all renderers: the kernels of a picture with the walks of all kinds, and
# the error messages that replace them in a build without CUDA.
ROOMS["Renderers"] = [*BASE, "Picture", "Picture/Merged", *RENDERERS,
                      *(f"Renderers/MeshVolume/{part}" for part in ("Devices", "Grid", "Walks"))]

# Each component, which a build can leave out (Components.cmake), and a pattern for the paths of its files.
# Files of the core and of other components include none of these files.
COMPONENTS = {
    "path tracing": r"Kernels/Geometry/(KdTree/|Mesh/(BoundaryTree|PathWalk)\.h)"
    r"|Kernels/Core/(PackedNumbers|ScrambledSobol)\.h"
    r"|Kernels/Shading/(Environment|OpticalDepth|PathMaterial|Scattering)|Kernels/Renderers/PathTracer/"
    r"|Rendering/PathTrace/|Plugin/Qt/(pqRefineRendering|Panel/pqLegendBackground)"
    r"|(Kernels|Rendering|Plugin)/(.*/)?\w*PathTrac",
    "Python module": "Python/",
}

# Headers that a layer must not include, whichever package ships them.
GRAPHICS = r"(GL/|GLES|GLFW|glew|glad|epoxy|vtkOpenGL|VtkRenderingCompat)"
# vtkSMPTools and vtkSMPThreadLocal belong to VTK, not to ParaView.
PARAVIEW = r"(vtkPV|vtkSM(?!PT(ools|hread))|vtkSI|vtkProcessModule|pq[A-Z])"
QT = r"(Q[A-Z]\w*$|Qt\w*/)"
FORBIDDEN = {
    "Kernels": [r"vtk", QT, GRAPHICS, PARAVIEW, r"(iostream|fstream|cstdio|stdio\.h|filesystem)$"],
    "Filters": [r"vtkOpenGL", r"vtkRender", QT, GRAPHICS, PARAVIEW],
    "Rendering": [QT, PARAVIEW],
    "Plugin": [],
    "Python": [r"vtk", QT, GRAPHICS, PARAVIEW],
}


class Never(NamedTuple):
    """A rule about what some files must not know. Patterns match the beginning of a path, or a whole
    identifier."""

    sentence: str
    files: str  # the files that the rule is about
    includes: str  # the files that they must not include
    names: str = r"(?!)"  # the identifiers that the files must not contain, whichever header declares them


# Files of Kernels that keep, choose and cast pieces of meshes, or blocks of any data.
PIECES = r"(Pieces/|Pieced|Seen\w*Pieces)"
STORE = "Picture/BlockStore"
# Files of a renderer that cut its data into blocks, give the blocks to a store, and draw one after the other.
# They know the renderer and the store; the store does not know them, and no ray does.
IN_BLOCKS = r"\w*InBlocks"
# How a renderer appears in the layers above Kernels: by its headers, its classes, and the options of its
# frames.
RENDERER = r"Kernels/Renderers/|Rendering/Mappers/\w*(TetRayCast|IsosurfaceRayCast|PathTrace|Havs)"
OF_RENDERER = r"\w*(TetRayCast|IsosurfaceRayCast|PathTrac|Havs)\w*|\w*FrameOptions"
NEVERS = [
    Never("A mesh does not know its neighbors.", r"Kernels/(Geometry|Renderers/MeshVolume)/",
          r"Kernels/Picture/(Merged/|RayPicture)", r"canMerge|renderMerged"),
    # The mesh or the grid that the ray is in does not know it either.
    Never("A ray does not know that it is in a piece.",
          rf"Kernels/(?!.*({PIECES}|/{IN_BLOCKS}))(Geometry|Optics|Rays|Renderers|Shading|View)/.*\.(h|cuh)$",
          rf"Kernels/(.*/({PIECES}|{IN_BLOCKS})|{STORE})",
          r"isIn(Pieces|Blocks)|PicksOf(Pieces|Blocks)|(pick|start)(Piece|Block)"),
    Never("Pieces know neither a renderer nor the kind of what they are cut from.",
          rf"Kernels/(.*/{PIECES}|{STORE})", rf"Kernels/(Geometry/|Renderers/(?!.*/{PIECES}))"),
    Never("The picture of several things knows no tets.", r"Kernels/Picture/",
          r"Kernels/(Geometry/Mesh|Renderers)/",
          r"\w*Tet[A-Z]\w*"),
    Never("A view knows no renderer.", "Rendering/ViewScene/", RENDERER, OF_RENDERER),
    Never("Ranks know no renderer.", "(Rendering|Plugin/Representations)/Ranks/", RENDERER, OF_RENDERER),
    Never("A session knows no renderer.", "Rendering/Session/", RENDERER, OF_RENDERER),
]
KNOWN = "Testing/Kernels/KnownFailures.txt"

# Text that holds no identifiers: comments and literals.
NO_CODE = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])'""", re.DOTALL)


def includes(path):
    for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1)


def names(path):
    """Returns each identifier of a file, with the first line that contains it."""
    text = path.read_text(encoding="utf-8", errors="replace")
    code = NO_CODE.sub(lambda match: " " + "\n" * match.group().count("\n"), text)
    found = {}
    for number, line in enumerate(code.splitlines(), 1):
        for name in re.findall(r"[A-Za-z_]\w*", line):
            found.setdefault(name, number)
    return found


class Tree:
    """The project's source files. It finds the file that an include means."""

    def __init__(self, root):
        self.root = root
        self.files = sorted(
            path.relative_to(root)
            for layer in [*LAYERS, "Testing"]
            for path in (root / layer).rglob("*")
            if path.suffix in SOURCES and path.is_file()
        )
        self.known = set(self.files)
        self.by_name = {}
        for path in self.files:
            self.by_name.setdefault(path.name, []).append(path)

    def meant(self, file, name):
        """Returns the project's file that an include names; None for a generated file or another project's.

        It looks beside the file first, then below Kernels and the layers, as compilers do. Then it takes any
        file of that name, because the build adds folders to the search path.
        """
        for candidate in [file.parent / name, *(pathlib.Path(layer) / name for layer in LAYERS)]:
            plain = pathlib.Path(*normal(candidate.parts))
            if plain in self.known:
                return plain
        namesakes = self.by_name.get(pathlib.Path(name).name, [])
        own = [p for p in namesakes if p.parts[0] == file.parts[0]]
        return (own or namesakes or [None])[0]


def normal(parts):
    """Removes each `..` from a path."""
    result = []
    for part in parts:
        if part == ".." and result:
            result.pop()
        else:
            result.append(part)
    return result


def room(file):
    """Returns the room of a file of Kernels; empty for a file directly in Kernels."""
    return "/".join(file.parts[1:-1])


def component(file):
    """Returns the component that a file belongs to; None for a file of the core."""
    return next((name for name, files in COMPONENTS.items() if re.match(files, file.as_posix())), None)


def check_pair(file, target):
    """Says why `file` must not include `target`; None when it may."""
    layer, other = file.parts[0], target.parts[0]
    if other == "Testing":
        return f"{layer} includes a file of Testing"
    if other != layer and other not in LAYERS[layer]:
        return f"{layer} includes a file of {other}"
    if component(target) not in (None, component(file)):
        return f"what is no part of the component {component(target)} includes one of its files"
    if other != "Kernels":
        return None
    there = room(target)
    if layer != "Kernels":
        return None
    here = room(file)
    if there != here and there not in ROOMS.get(here, []):
        return f"{here} includes a file of {there}"
    return None


def edges(tree):
    """Returns the includes that break the plan, one a line."""
    problems = []
    for file in tree.files:
        layer = file.parts[0]
        if layer not in LAYERS:
            continue
        if layer == "Kernels" and room(file) not in ROOMS:
            problems.append(f"{file}: Kernels/{room(file)} is no room of the plan")
            continue
        for number, name in includes(tree.root / file):
            where = f"{file}:{number}"
            if any(re.match(pattern, name) for pattern in FORBIDDEN[layer]):
                problems.append(f"{where}: {layer} includes {name}")
                continue
            target = tree.meant(file, name)
            problem = check_pair(file, target) if target else None
            if problem:
                problems.append(f"{where}: {problem}, {name}")
    return problems


def broken(tree):
    """Returns each failure of a never: its sentence, the file, and the include or the name. The value is the
    line."""
    failures = {}
    for never in NEVERS:
        for file in map(str, tree.files):
            if not re.match(never.files, file):
                continue
            for number, name in includes(tree.root / file):
                target = tree.meant(pathlib.Path(file), name)
                if target and re.match(never.includes, str(target)):
                    failures[never.sentence, file, str(target)] = number
            for name, number in names(tree.root / file).items():
                if re.fullmatch(never.names, name):
                    failures[never.sentence, file, name] = number
    return failures


def known(root):
    """Returns the failures of KnownFailures.txt, each with its line there."""
    failures, sentence = {}, None
    path = root / KNOWN
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    for number, line in enumerate(lines, 1):
        if line.startswith(" "):
            file, _, what = line.strip().partition(": ")
            failures.update({(sentence, file.rstrip(":"), each): number
                             for each in what.split() or ["this line"]})
        elif line and not line.startswith("#"):
            sentence = line
    return failures


def nevers(tree):
    """Returns the failures that are not listed and the entries that are no failures, one a line."""
    found, listed = broken(tree), known(tree.root)
    problems = []
    for (sentence, file, what), number in found.items():
        if (sentence, file, what) not in listed:
            problems.append(f"{file}:{number}: {'includes' if '/' in what else 'names'} {what}. {sentence}")
    for (sentence, file, what), number in listed.items():
        if (sentence, file, what) not in found:
            problems.append(f"{KNOWN}:{number}: delete {what} of {file}, which is no failure now. {sentence}")
    return problems


def check(root):
    """Returns all problems, one a line."""
    tree = Tree(root)
    return edges(tree) + nevers(tree)


def idle(tree):
    """The nevers that are about no file, because a folder has another name now."""
    return [never.sentence
            for never in NEVERS if not any(re.match(never.files, str(file)) for file in tree.files)]


def main():
    root = pathlib.Path(sys.argv[1])
    if not (root / "Kernels").is_dir():
        print(f"{root} holds no Kernels folder")
        return 2
    problems = check(root) + [f"no file is what this never is about: {sentence}"
                              for sentence in idle(Tree(root))]
    count = len(known(root))
    print("\n".join(problems) if problems else f"every include goes along an edge of the plan; known "
          f"failures: {count}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
