# SPDX-License-Identifier: BSD-3-Clause
"""Tests CheckIncludes.py on made-up trees: it finds each kind of forbidden include or name, and no allowed
one."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import CheckIncludes

# One header in every place of the plan; its name says the place.
HEADERS = {
    "Core": "Kernels/Core/Core.h",
    "Device": "Kernels/Device/Device.h",
    "Cooperative": "Kernels/Cooperative/Cooperative.h",
    "Compaction": "Kernels/Compaction/Compaction.h",
    "View": "Kernels/View/View.h",
    "Shading": "Kernels/Shading/Shading.h",
    "Grid": "Kernels/Geometry/RegularGrid/Grid.h",
    "Mesh": "Kernels/Geometry/Mesh/Mesh.h",
    "KdTree": "Kernels/Geometry/KdTree/KdTree.h",
    "BoundaryTree": "Kernels/Geometry/Mesh/BoundaryTree.h",
    "MeshVolume": "Kernels/Renderers/MeshVolume/MeshVolume.h",
    "Isosurface": "Kernels/Renderers/Isosurface/Isosurface.h",
    "PathTracer": "Kernels/Renderers/PathTracer/PathTracer.h",
    "Havs": "Kernels/Renderers/Havs/Havs.h",
    "Renderers": "Kernels/Renderers/Renderers.cpp",
    "Filters": "Filters/Filter.h",
    "Rendering": "Rendering/Mapper.h",
    "Plugin": "Plugin/Representation.h",
    "Traced": "Rendering/PathTrace/Traced.h",
    "Testing": "Testing/Kernels/Reference.h",
}

# The places that each place may include; all others are forbidden.
BELOW = "Core Device Cooperative Compaction "
ALLOWED = {
    "Core": "",
    "Device": "Core",
    "Cooperative": "Core Device",
    "Compaction": "Core Device Cooperative",
    "View": BELOW,
    "Shading": BELOW,
    "Grid": BELOW + "View",
    "Mesh": BELOW + "View",
    "KdTree": BELOW + "View",
    "MeshVolume": BELOW + "View Shading Grid Mesh",
    "Isosurface": BELOW + "View Shading Grid Mesh",
    "PathTracer": BELOW + "View Shading Grid Mesh KdTree BoundaryTree",
    "Havs": BELOW + "View Shading Grid Mesh",
    "Renderers": BELOW + "MeshVolume Isosurface Havs",
    "BoundaryTree": BELOW + "View Mesh KdTree",
}
KERNELS = [place for place in HEADERS if HEADERS[place].startswith("Kernels/")]
CORE = [place for place in KERNELS if place not in ("KdTree", "BoundaryTree", "PathTracer")]
ALLOWED["Filters"] = " ".join(CORE)
ALLOWED["Rendering"] = " ".join([*CORE, "Filters"])
ALLOWED["Plugin"] = " ".join([*CORE, "Filters", "Rendering"])
ALLOWED["Traced"] = " ".join([*KERNELS, "Filters", "Rendering"])
ALLOWED["Testing"] = " ".join(HEADERS)


# For each rule (never): the files to which it applies, names and includes that it forbids, and ones that it
# allows.
MESH = "Kernels/Renderers/MeshVolume"
FORBIDDEN = {
    "A mesh does not know its neighbors.": (
        [f"{MESH}/Frames/MeshFrame.h", f"{MESH}/TetRayCaster.cu", f"{MESH}/InBlocks/FrameInBlocks.h",
         "Kernels/Geometry/Mesh/TetMesh.h"],
        ["Kernels/Picture/Merged/MergedRay.h", "Kernels/Picture/RayPicture.h", "renderMerged", "canMerge"],
        [f"{MESH}/Frames/FrameChecks.h", "Kernels/Picture/RaySource.h", "canMergeAll", "render"]),
    "A ray does not know that it is in a piece.": (
        [f"{MESH}/Integrators/PickRays.h", f"{MESH}/Walks/MeshWalk.h", "Kernels/Rays/CastRays.h",
         "Kernels/View/Camera.h"],
        [f"{MESH}/Pieces/SeenPieces.h", f"{MESH}/PiecedTetRayCaster.h",
         "Kernels/Renderers/Isosurface/SeenGridPieces.h",
         f"{MESH}/InBlocks/FrameInBlocks.h", "Kernels/Renderers/Isosurface/IsosurfaceRayCasterInBlocksImpl.h",
         "Kernels/Picture/BlockStore.h", "isInPieces", "isInBlocks", "PicksOfPieces", "startPiece",
         "pickBlock"],
        ["Kernels/Shading/PiecewiseTransferFunction.h", "Kernels/Picture/RaySource.h",
         f"{MESH}/SurfaceIntervals.h", "findInterval", "piece"]),
    "Pieces know neither a renderer nor the kind of what they are cut from.": (
        [f"{MESH}/Pieces/SeenPieces.h", "Kernels/Renderers/Isosurface/PiecedIsosurfaceRayCasterImpl.h",
         "Kernels/Picture/BlockStore.cpp"],
        ["Kernels/Geometry/Mesh/Partition.h", f"{MESH}/TetRayCaster.h",
         "Kernels/Geometry/RegularGrid/GridBlocks.h",
         "Kernels/Renderers/Isosurface/IsosurfaceRayCaster.h", f"{MESH}/InBlocks/MeshInBlocks.h"],
        ["Kernels/Picture/CompositePicture.h", "Kernels/Renderers/Isosurface/SeenGridPieces.h",
         "Kernels/View/BoxPixels.h"]),
    "The picture of several things knows no tets.": (
        ["Kernels/Picture/Merged/CastMerged.h", "Kernels/Picture/RayPicture.h"],
        [f"{MESH}/TetRayCaster.h", f"{MESH}/InBlocks/FrameInBlocks.h", f"{MESH}/Walks/MeshWalk.h",
         "Kernels/Geometry/Mesh/TetMesh.h", "TetMeshInput", "makeTetRayCaster", "TetCell"],
        ["Kernels/Picture/Merged/SpanQueue.h", "Kernels/Rays/SurfaceSpan.h", "Kernels/Optics/Medium.h",
         "Kernels/View/Camera.h", "RaySource", "Tether"]),
    **{sentence: (
        files,
        [f"{MESH}/TetRayCaster.h", "Kernels/Renderers/Havs/Havs.h", "Rendering/Mappers/vtkTetRayCastMapper.h",
         "Rendering/Mappers/TetRayCastFrame.h", "TetRayCasterOnDevices", "TetRayCaster",
         "TetRayCastTimings", "FrameOptions",
         "PathFrameOptions", "PathTracer", "HavsOptions", "vtkIsosurfaceRayCastMapper"],
        ["Kernels/View/Camera.h", "Rendering/Mappers/RayCastMapper.h", "Rendering/Session/RayCastHeld.h",
         "FilmGroups", "RayCastMapper"])
       for sentence, files in {
           "A view knows no renderer.": ["Rendering/ViewScene/ViewScene.cxx",
                                         "Rendering/ViewScene/PictureCaster.h"],
           "Ranks know no renderer.": ["Rendering/Ranks/PixelLayers.h",
                                       "Plugin/Representations/Ranks/RankPicture.cxx"],
           "A session knows no renderer.": ["Rendering/Session/RayCastDevice.h"]}.items()},
}
# Files with names like those to which a rule applies, but to which it does not apply.
BESIDE = {
    "A mesh does not know its neighbors.": ["Kernels/Picture/Merged/CastMerged.h",
                                            "Kernels/Renderers/CastPair.h"],
    "A ray does not know that it is in a piece.": [f"{MESH}/TetRayCaster.cpp", f"{MESH}/Pieces/PieceStore.h",
                                                  f"{MESH}/InBlocks/MeshInBlocks.h",
                                                  "Kernels/Picture/RayPictureImpl.h"],
    "Pieces know neither a renderer nor the kind of what they are cut from.": [
        "Kernels/Geometry/RegularGrid/GridBlocks.cpp", f"{MESH}/SurfaceIntervals.h"],
    "The picture of several things knows no tets.": [f"{MESH}/Frames/MeshFrame.h"],
    "A view knows no renderer.": ["Rendering/Inputs/MeshVolumeCaster.h"],
    "Ranks know no renderer.": ["Rendering/Mappers/TetRayCastFrame.cxx"],
    "A session knows no renderer.": ["Plugin/Client/ClientSessions.h"],
}


class MadeUpTree(unittest.TestCase):
    """A tree of sources in a folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")


class Includes(MadeUpTree):
    def setUp(self):
        super().setUp()
        for path in HEADERS.values():
            self.write(path, "#pragma once\n")

    def problems(self, path, name):
        """Returns what the check says when one file of the tree has one include."""
        before = (self.root / path).read_text(encoding="utf-8") if (self.root / path).exists() else None
        self.write(path, f"// a comment\n  # include {name} // why\n")
        problems = CheckIncludes.check(self.root)
        (self.root / path).unlink() if before is None else self.write(path, before)
        return problems

    def test_every_edge(self):
        """Includes each place from each other one, by the name from Kernels and by the bare name."""
        self.assertEqual(CheckIncludes.check(self.root), [])
        for source, file in HEADERS.items():
            for target, included in HEADERS.items():
                names = {included.split("/", 1)[1], included.rsplit("/", 1)[1]}
                for name in names:
                    found = self.problems(file, f'"{name}"')
                    with self.subTest(source=source, name=name):
                        if source == target or target in ALLOWED[source].split():
                            self.assertEqual(found, [])
                        else:
                            self.assertEqual(len(found), 1, found)
                            self.assertIn(f"{file}:2: ", found[0])
                            self.assertIn(name, found[0])

    def test_ways_to_write_an_include(self):
        for name in ['"Renderers/Isosurface/Isosurface.h"', "<Renderers/Isosurface/Isosurface.h>",
                     '"../../Renderers/Isosurface/Isosurface.h"', '"../RegularGrid/Grid.h"',
                     '"Isosurface.h"']:
            with self.subTest(name=name):
                self.assertEqual(len(self.problems("Kernels/Geometry/Mesh/New.cu", name)), 1)
        self.assertEqual(self.problems("Kernels/Core/New.h", "<algorithm>"), [])

    def test_a_namesake_beside_the_file_is_meant(self):
        self.write("Kernels/Geometry/Mesh/Isosurface.h", "")
        self.assertEqual(self.problems("Kernels/Geometry/Mesh/New.h", '"Isosurface.h"'), [])

    def test_folders_that_the_plan_does_not_name(self):
        for file in ["Kernels/New.h", "Kernels/Execution/New.h", "Kernels/Geometry/New.h",
                     "Kernels/Renderers/Other/New.h", "Kernels/Device/Cuda/New.cuh"]:
            with self.subTest(file=file):
                found = self.problems(file, "<vector>")
                self.assertEqual(len(found), 1, found)
                self.assertIn("no room of the plan", found[0])

    def test_what_layers_must_not_know(self):
        for file, names in {
            "Kernels/Core/New.h": ["<vtkObject.h>", "<QWidget>", "<GL/gl.h>", "<iostream>", "<cstdio>"],
            "Filters/New.cxx": ["<vtkOpenGLRenderer.h>", "<vtkRenderer.h>", "<QWidget>",
                                "<vtkPVDataRepresentation.h>"],
            "Rendering/New.h": ["<vtkSMProxy.h>", "<QObject>", "<pqView.h>"],
        }.items():
            for name in names:
                with self.subTest(file=file, name=name):
                    self.assertEqual(len(self.problems(file, name)), 1)
        self.assertEqual(self.problems("Plugin/New.cxx", "<vtkSMProxy.h>"), [])
        self.assertEqual(self.problems("Filters/New.cxx", "<vtkUnstructuredGrid.h>"), [])
        self.assertEqual(self.problems("Rendering/New.cxx", "<vtkSMPTools.h>"), [])


class Nevers(MadeUpTree):
    def failures(self, sentence):
        """What the check says of a never."""
        return [problem for problem in CheckIncludes.nevers(CheckIncludes.Tree(self.root))
                if problem.endswith(sentence)]

    def source(self, path, what):
        """Writes a file that includes or names something. It also writes the file that is included."""
        if "/" in what:
            self.write(what, "")
            self.write(path, f'// a source\n#include "{what.split("/", 1)[1]}"\n')
        else:
            self.write(path, f"/* a\nsource */ void f({what}* a);\n")

    def test_each_never_by_each_way_to_break_it(self):
        self.assertEqual({never.sentence for never in CheckIncludes.NEVERS}, set(FORBIDDEN))
        for sentence, (files, forbidden, allowed) in FORBIDDEN.items():
            for file in files:
                for what in forbidden:
                    with self.subTest(sentence=sentence, file=file, what=what):
                        self.source(file, what)
                        how = "includes" if "/" in what else "names"
                        self.assertEqual(self.failures(sentence), [f"{file}:2: {how} {what}. {sentence}"])
                for what in allowed:
                    with self.subTest(sentence=sentence, file=file, what=what):
                        self.source(file, what)
                        self.assertEqual(self.failures(sentence), [])
                (self.root / file).unlink()
            for file in BESIDE[sentence]:
                for what in forbidden:
                    with self.subTest(sentence=sentence, file=file, what=what):
                        self.source(file, what)
                        self.assertEqual(self.failures(sentence), [])
                (self.root / file).unlink()

    def test_the_whole_check_has_them(self):
        self.source("Rendering/ViewScene/ViewScene.h", "TetRayCaster")
        self.assertEqual(len(CheckIncludes.check(self.root)), 1)

    def test_what_is_no_code_has_no_names(self):
        self.write("Rendering/Session/New.h", """// TetRayCaster
            /* FrameOptions, "TetRayCaster */ const char* a = "a \\" TetRayCaster // "; char b = '"';
            const char* c = "TetRayCaster";
            /* */ Havs d; // Havs, again "
            Havs e;
            """)
        self.assertEqual(self.failures("A session knows no renderer."),
                         ["Rendering/Session/New.h:4: names Havs. A session knows no renderer."])

    def test_known_failures_are_what_breaks_a_never_and_nothing_else(self):
        view, ranks = "A view knows no renderer.", "Ranks know no renderer."
        self.source("Rendering/ViewScene/Scene.h", "TetRayCaster* a, FrameOptions")
        self.source("Rendering/Ranks/Films.h", "TetRayCaster")
        listed = (f"\n{view}\n# why\n  Rendering/ViewScene/Scene.h: TetRayCaster FrameOptions\n"
                  f"{ranks}\n  Rendering/Ranks/Films.h: TetRayCaster\n")
        self.write(CheckIncludes.KNOWN, listed)
        self.assertEqual(CheckIncludes.check(self.root), [])
        for change, line, found in [
            ((" FrameOptions", ""), None, f"Rendering/ViewScene/Scene.h:2: names FrameOptions. {view}"),
            (("FrameOptions", "FrameOptions Havs"), 4,
             f"delete Havs of Rendering/ViewScene/Scene.h, which is no failure now. {view}"),
            (("Films.h: TetRayCaster", "Films.h: TetRayCaster\n  Rendering/Ranks/Gone.h: Havs"), 7,
             f"delete Havs of Rendering/Ranks/Gone.h, which is no failure now. {ranks}"),
            (("Films.h: TetRayCaster", "Films.h: TetRayCaster\n  Rendering/Ranks/Films.h:"), 7,
             f"delete this line of Rendering/Ranks/Films.h, which is no failure now. {ranks}"),
        ]:
            with self.subTest(change=change):
                self.write(CheckIncludes.KNOWN, listed.replace(*change))
                self.assertEqual(CheckIncludes.check(self.root),
                                 [f"{CheckIncludes.KNOWN}:{line}: {found}" if line else found])
        # What one never knows is no excuse for another.
        self.write(CheckIncludes.KNOWN, listed.replace(ranks, "No such never."))
        self.assertEqual(CheckIncludes.check(self.root), [
            f"Rendering/Ranks/Films.h:2: names TetRayCaster. {ranks}",
            f"{CheckIncludes.KNOWN}:6: delete TetRayCaster of Rendering/Ranks/Films.h, which is no failure "
            f"now. No such never."])

    def test_a_never_that_is_about_no_file(self):
        for files, _, _ in FORBIDDEN.values():
            self.write(files[0], "")
        self.assertEqual(CheckIncludes.idle(CheckIncludes.Tree(self.root)), [])
        (self.root / "Rendering/Ranks").rename(self.root / "Rendering/Others")
        self.assertEqual(CheckIncludes.idle(CheckIncludes.Tree(self.root)), ["Ranks know no renderer."])


if __name__ == "__main__":
    unittest.main()
