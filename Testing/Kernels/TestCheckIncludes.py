# SPDX-License-Identifier: BSD-3-Clause
"""CheckIncludes.py on made-up trees: each kind of forbidden include is found, each allowed one is not."""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import CheckIncludes

# One header in every place of the plan; their names say where they are.
HEADERS = {
    "Core": "Kernels/Core/Core.h",
    "Device": "Kernels/Device/Device.h",
    "Cooperative": "Kernels/Cooperative/Cooperative.h",
    "Compaction": "Kernels/Compaction/Compaction.h",
    "Baselines": "Kernels/Compaction/Baselines/Baselines.cuh",
    "View": "Kernels/View/View.h",
    "Shading": "Kernels/Shading/Shading.h",
    "Grid": "Kernels/Geometry/RegularGrid/Grid.h",
    "Mesh": "Kernels/Geometry/Mesh/Mesh.h",
    "KdTree": "Kernels/Geometry/KdTree/KdTree.h",
    "MeshVolume": "Kernels/Renderers/MeshVolume/MeshVolume.h",
    "Isosurface": "Kernels/Renderers/Isosurface/Isosurface.h",
    "PathTracer": "Kernels/Renderers/PathTracer/PathTracer.h",
    "Havs": "Kernels/Renderers/Havs/Havs.h",
    "Renderers": "Kernels/Renderers/Renderers.cpp",
    "Filters": "Filters/Filter.h",
    "Rendering": "Rendering/Mapper.h",
    "Plugin": "Plugin/Representation.h",
    "Testing": "Testing/Kernels/Reference.h",
}

# Whom each place may include, written out: what is not here is forbidden.
BELOW = "Core Device Cooperative Compaction "
ALLOWED = {
    "Core": "",
    "Device": "Core",
    "Cooperative": "Core Device",
    "Compaction": "Core Device Cooperative",
    "Baselines": BELOW,
    "View": BELOW,
    "Shading": BELOW,
    "Grid": BELOW + "View",
    "Mesh": BELOW + "View KdTree",
    "KdTree": BELOW + "View",
    "MeshVolume": BELOW + "View Shading Grid Mesh KdTree",
    "Isosurface": BELOW + "View Shading Grid Mesh KdTree",
    "PathTracer": BELOW + "View Shading Grid Mesh KdTree",
    "Havs": BELOW + "View Shading Grid Mesh KdTree",
    "Renderers": BELOW + "MeshVolume Isosurface PathTracer Havs",
}
KERNELS = [place for place in HEADERS if HEADERS[place].startswith("Kernels/") and place != "Baselines"]
ALLOWED["Filters"] = " ".join(KERNELS)
ALLOWED["Rendering"] = " ".join([*KERNELS, "Filters"])
ALLOWED["Plugin"] = " ".join([*KERNELS, "Filters", "Rendering"])
ALLOWED["Testing"] = " ".join(HEADERS)


class Includes(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for path in HEADERS.values():
            self.write(path, "#pragma once\n")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def problems(self, path, name):
        """What the check says when one file of the tree has one include."""
        before = (self.root / path).read_text(encoding="utf-8") if (self.root / path).exists() else None
        self.write(path, f"// a comment\n  # include {name} // why\n")
        problems = CheckIncludes.check(self.root)
        (self.root / path).unlink() if before is None else self.write(path, before)
        return problems

    def test_every_edge(self):
        """From each place to each other one, by the name from Kernels and by the bare name."""
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
                     '"../../Renderers/Isosurface/Isosurface.h"', '"../RegularGrid/Grid.h"', '"Isosurface.h"']:
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
            "Filters/New.cxx": ["<vtkOpenGLRenderer.h>", "<vtkRenderer.h>", "<QWidget>", "<vtkPVDataRepresentation.h>"],
            "Rendering/New.h": ["<vtkSMProxy.h>", "<QObject>", "<pqView.h>"],
        }.items():
            for name in names:
                with self.subTest(file=file, name=name):
                    self.assertEqual(len(self.problems(file, name)), 1)
        self.assertEqual(self.problems("Plugin/New.cxx", "<vtkSMProxy.h>"), [])
        self.assertEqual(self.problems("Filters/New.cxx", "<vtkUnstructuredGrid.h>"), [])
        self.assertEqual(self.problems("Rendering/New.cxx", "<vtkSMPTools.h>"), [])


if __name__ == "__main__":
    unittest.main()
