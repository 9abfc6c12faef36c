# SPDX-License-Identifier: BSD-3-Clause
"""Data that are too large or of the wrong kind, and another version of PyVista, give one clear message before
memory is allocated."""

import contextlib
import pathlib
import resource
import subprocess
import sys
import tomllib
import unittest
import warnings

import numpy as np

from plotters import new_plotter  # first, as it ends the test where there is no PyVista
import inkray
import inkray.pyvista
import pyvista

GB = 10**9


def image(n):
    grid = pyvista.ImageData(dimensions=(n, n + 1, n + 2), spacing=(0.1, 0.1, 0.1))
    grid["r"] = np.linalg.norm(grid.points, axis=1).astype(np.float32)
    return grid


def rectilinear(n):
    axis = np.linspace(0, 1, n) ** 2
    grid = pyvista.RectilinearGrid(axis, axis, axis)
    grid["r"] = np.linalg.norm(grid.points, axis=1).astype(np.float32)
    return grid


def taken():
    """Returns the size of this process's address space in bytes."""
    pages = pathlib.Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


@contextlib.contextmanager
def memory(left):
    """A context in which this process may allocate at most `left` more bytes."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (taken() + int(left), before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


class LargeImages(unittest.TestCase):
    def setUp(self):
        self.plotter = new_plotter()
        inkray.pyvista.add_volume(self.plotter, image(4), "r")  # libraries allocate memory once

    def tearDown(self):
        self.plotter.close()

    def refused(self, left, says, call, *arguments, **options):
        """Checks that the call raises OutOfMemory with these words and numbers of bytes, and allocates almost
        no memory."""
        before = taken()
        with memory(left), warnings.catch_warnings(), self.assertRaises(inkray.OutOfMemory) as raised:
            warnings.simplefilter("error")
            call(*arguments, **options)
        for words in (*says, "bytes", "free", "add_isosurface"):
            self.assertIn(words, str(raised.exception))
        self.assertIsInstance(raised.exception, MemoryError)
        self.assertLess(taken() - before, 0.3 * GB)

    def test_images_take_little_memory(self):
        for make, n in ((image, 150), (rectilinear, 150)):
            grid = make(n)
            with self.subTest(make=make), memory(0.5 * GB):
                drawn = inkray.pyvista.add_volume(self.plotter, grid, "r")
                self.assertIsInstance(drawn.drawing, inkray.GridVolume)
                self.plotter.render()

    def test_values_that_do_not_fit(self):
        grid = pyvista.ImageData(dimensions=(300, 300, 300))
        grid["i"] = np.arange(grid.n_points)
        with memory(0.05 * GB), self.assertRaises(inkray.OutOfMemory) as raised:
            inkray.pyvista.add_volume(self.plotter, grid, "i")
        self.assertIsInstance(raised.exception, MemoryError)

    def test_cells(self):
        for n in (60, 70):
            cells = image(n).cast_to_unstructured_grid()
            with self.subTest(n=n):
                self.refused(0.15 * GB, ["tetrahedra"], inkray.MeshVolume.from_vtk, cells, device="cpu")
            ids = cells.cells.reshape(-1, 9)[:, 1:].ravel().astype(np.int64)
            offsets = np.arange(0, len(ids) + 1, 8, dtype=np.int64)
            types = np.full(cells.n_cells, 12, dtype=np.uint8)
            with self.subTest(n=n, of="cut_cells"):
                self.refused(0.03 * GB, ["tetrahedra"], inkray._kernels.cut_cells, cells.points, offsets, ids,
                             types)

    def test_what_fits_is_drawn(self):
        with memory(2 * GB):
            drawn = inkray.pyvista.add_volume(self.plotter, image(20).cast_to_unstructured_grid(), "r")
            self.assertGreater(drawn.drawing.num_tetrahedra, 6 * 18**3)
            inkray.pyvista.add_isosurface(self.plotter, image(120), [1.0], "r")

    def test_free_memory(self):
        free = inkray._kernels.free_memory()
        self.assertGreater(free, 0)
        with memory(0.1 * GB):
            self.assertLessEqual(inkray._kernels.free_memory(), 0.1 * GB + 1)


class OtherKinds(unittest.TestCase):
    def test_the_message_names_what_to_call(self):
        sphere = pyvista.Sphere()
        structured = pyvista.StructuredGrid(*np.meshgrid(*[np.arange(4.0)] * 3, indexing="ij"))
        for call, data, words in (
            (inkray.MeshVolume.from_vtk, image(4),
             ("inkray.Isosurface", "inkray.pyvista.add_isosurface", "inkray.pyvista.add_volume")),
            (inkray.MeshVolume.from_vtk, rectilinear(4),
             ("inkray.Isosurface", "inkray.pyvista.add_isosurface")),
            (inkray.MeshVolume.from_vtk, structured,
             ("inkray.pyvista.add_volume", "cast_to_unstructured_grid")),
            (inkray.MeshVolume.from_vtk, sphere, ("three-dimensional cells",)),
            (inkray.MeshVolume.from_vtk, 3, ("int is no vtkUnstructuredGrid",)),
            (inkray.Isosurface, image(4),
             ("volume: ImageData is a data set", "inkray.pyvista.add_isosurface")),
            (inkray.Isosurface, rectilinear(4),
             ("volume: RectilinearGrid is a data set", "inkray.pyvista.add_isosurface")),
            (inkray.Isosurface, structured, ("volume: StructuredGrid is a data set",)),
        ):
            with self.subTest(call=call.__name__,
                              data=type(data).__name__), self.assertRaises(inkray.InvalidInput) as raised:
                call(data)
            for part in words:
                self.assertIn(part, str(raised.exception))
        with self.assertRaisesRegex(inkray.InvalidInput,
                                    "points: UnstructuredGrid is a data set.*MeshVolume.from_vtk"):
            inkray.MeshVolume(image(4).cast_to_unstructured_grid(), [[0, 1, 2, 3]])


class Versions(unittest.TestCase):
    def import_with(self, lines):
        done = subprocess.run([sys.executable, "-c", f"import sys, types\n{lines}\nimport inkray.pyvista"],
                              capture_output=True, text=True, timeout=120)
        self.assertNotEqual(done.returncode, 0)
        return done.stderr.strip().splitlines()[-1]

    def test_older_ones_are_refused(self):
        for version in ("0.43.10", "0.44.2", "0.45.3", "0.9.0"):
            said = self.import_with(f"sys.modules['pyvista'] = module = types.ModuleType('pyvista'); "
                                    f"module.__version__ = {version!r}")
            self.assertIn("PyVista 0.46 or newer", said)
            self.assertIn(version, said)

    def test_none_is_named(self):
        self.assertIn("pip install 'inkray[pyvista]'", self.import_with("sys.modules['pyvista'] = None"))

    def test_the_extra_asks_for_one_that_works(self):
        project = tomllib.loads(
            (pathlib.Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
        self.assertIn("pyvista>=0.46", project["project"]["optional-dependencies"]["pyvista"])


if __name__ == "__main__":
    unittest.main()
