# SPDX-License-Identifier: BSD-3-Clause
"""By the package's types, mypy --strict accepts the documented use and rejects mistakes. Skipped if mypy is
not installed."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import typing
import unittest

if not importlib.util.find_spec("mypy"):
    print("skipped: mypy is not there (pip install mypy)")
    sys.exit(77)

import numpy as np

import inkray
from inkray.isosurface import IsosurfaceReport
from inkray.volume import VolumeReport

PACKAGE = pathlib.Path(inkray.__file__).parent
SCRIPT = pathlib.Path(__file__).with_name("user_script.py").read_text(encoding="utf-8")
GALLERY = sorted((pathlib.Path(__file__).resolve().parents[2] / "Documentation" / "Gallery").glob("*.py"))
WITH_PYVISTA = bool(importlib.util.find_spec("pyvista"))
MISTAKES = """volume.lights = 5
volume.render(size="large")
surface.clipping_planes = 1
volume.blend = "nonsense"
grid.blend = "nonsense"
grid.mesh_report
inkray.nosuch
volume.report()["no_such_row"]
volume.bounds[6]
"""
PYVISTA_SCRIPT = """import pyvista
import inkray.pyvista
plotter = pyvista.Plotter()
image = pyvista.ImageData(dimensions=(3, 3, 3))
drawn = inkray.pyvista.add_volume(plotter, image, cmap="hot", opacity=[0, 0.5])
drawn.drawing.slices = [((1, 0, 0), (0, 0, 0))]
drawn.cmap, drawn.clim = "viridis", (0, 1)
drawn.drawing.shade = True
surface = inkray.pyvista.add_isosurface(plotter, pyvista.Sphere(), [0.5, 1], color="red", opacity=[1, 0.5])
surface.drawing.set_material(ambient=0.2)
"""
PYVISTA_MISTAKES = """drawn.drawing.blend = "nonsense"
inkray.pyvista.add_volume(plotter, 5)
inkray.pyvista.add_volume(plotter, pyvista.ImageData(), n_colors="many")
drawn.drawing.no_such = 1
"""


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)

    def check(self, *scripts):
        """Returns mypy's errors in scripts, which are given by their text."""
        names = []
        for i, text in enumerate(scripts):
            names.append(f"script{i}.py")
            pathlib.Path(self.folder.name, names[-1]).write_text(text, encoding="utf-8")
        call = [sys.executable, "-m", "mypy", "--strict", *names]
        done = subprocess.run(
            call, capture_output=True, text=True, env={**os.environ, "MYPYPATH": str(PACKAGE.parent)},
            cwd=self.folder.name, check=False
        )
        self.assertNotIn("Traceback", done.stderr)
        return [line for line in done.stdout.splitlines() if line.startswith("script")
                and ": error: " in line]

    def test_documented_use(self):
        self.assertEqual(self.check(SCRIPT), [])

    def test_mistakes(self):
        lines = self.check(SCRIPT + MISTAKES)
        self.assertEqual(len(lines), MISTAKES.count("\n"), lines)

    @unittest.skipUnless(WITH_PYVISTA, "PyVista is not there")
    def test_pyvista_and_the_gallery(self):
        self.assertGreater(len(GALLERY), 7)
        lines = self.check(PYVISTA_SCRIPT + PYVISTA_MISTAKES,
                           *[path.read_text(encoding="utf-8") for path in GALLERY])
        first = PYVISTA_SCRIPT.count("\n")
        wanted = [f"script0.py:{first + 1 + i}:" for i in range(PYVISTA_MISTAKES.count("\n"))]
        self.assertEqual(sorted({line.split(" ")[0] for line in lines}), wanted, lines)

    def test_the_package_says_that_it_has_types(self):
        self.assertTrue((PACKAGE / "py.typed").exists())

    def test_reports_have_the_rows_that_their_types_say(self):
        volume = inkray.MeshVolume(np.eye(4, 3), [[0, 1, 2, 3]], device="cpu")
        grid, surface = (kind(np.arange(8.0).reshape(2, 2, 2), device="cpu")
                         for kind in (inkray.GridVolume, inkray.Isosurface))
        for rows, kind in [(volume.report(), VolumeReport), (grid.report(), VolumeReport),
                           (surface.report(), IsosurfaceReport)]:
            self.assertEqual({name: type(value) for name, value in rows.items()}, typing.get_type_hints(kind))


if __name__ == "__main__":
    unittest.main()
