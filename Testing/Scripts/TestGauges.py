#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks what the gauges count in made-up trees, and when they fail: TestGauges.py SOURCE_FOLDER."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SCRIPT = pathlib.Path(sys.argv.pop(1)).resolve() / "Testing/Scripts/Gauges.py"
sys.path.insert(0, str(SCRIPT.parent))
import Gauges  # noqa: E402  pylint: disable=wrong-import-position

MESHES = "Kernels/Renderers/MeshVolume"


class GaugesOfTrees(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.write("Kernels/Core/One.h", "one\n")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def changes(self, path, text):
        """Returns the gauges that a new file changes, and by how much."""
        before = Gauges.measure(self.root)
        self.write(path, text)
        after = Gauges.measure(self.root)
        (self.root / path).unlink()
        found = {what: after[what] - before[what] for what in after if after[what] != before[what]}
        # Lines of the core are also lines of the product.
        if not path.startswith("Python/"):
            self.assertEqual(found.pop(Gauges.CORE, 0), found.get(Gauges.LINES, 0))
        return found

    def test_lines_of_components(self):
        for path in ("Kernels/Renderers/PathTracer/A.h", "Kernels/Geometry/KdTree/A.cu",
                     "Rendering/PathTrace/A.cxx", "Rendering/Mappers/vtkPathTraceA.h",
                     "Plugin/Qt/pqRefineRendering.h", "Plugin/XML/PathTraceA.xml.in", "Python/src/A.cpp"):
            before = Gauges.measure(self.root)
            self.write(path, "one\n")
            after = Gauges.measure(self.root)
            (self.root / path).unlink()
            with self.subTest(path=path):
                self.assertEqual((after[Gauges.LINES] - before[Gauges.LINES],
                                  after[Gauges.CORE] - before[Gauges.CORE]), (1, 0))

    def test_each_gauge_has_a_kept_value(self):
        values = Gauges.measure(self.root)
        self.assertEqual(set(values), set(Gauges.KEPT))
        self.assertEqual({what: value for what, value in values.items() if value},
                         {Gauges.LINES: 1, Gauges.CORE: 1})

    def test_lines_are_those_of_sources_of_the_product(self):
        text = "\n// a comment\n\n  line\n"
        for path in ("Kernels/Core/A.h", "Kernels/A.cpp", "Kernels/A.cu", "Kernels/Core/A.cuh",
                     "Filters/A.cxx", "Rendering/CMakeLists.txt",
                     "Plugin/XML/A.xml.in", "Plugin/A.cmake", "Plugin/A.xml", "Python/inkray/a.py"):
            with self.subTest(path=path):
                self.assertEqual(self.changes(path, text), {Gauges.LINES: 4})
        for path in ("Kernels/A.md", "Plugin/Help/A.html", "Plugin/A.png", "Plugin/vtk.module", "Testing/A.h",
                     "Data/a.py", "A.h",
                     "Kernels/.cache/A.h", "Python/.A.py", "build/Kernels/A.h"):
            with self.subTest(path=path):
                self.assertEqual(self.changes(path, text), {})

    def test_files_that_name_a_word(self):
        for word, text in {"TetRayCaster": "// makeTetRayCasterImpl\n", "opaqueDepth": "x = o.opaqueDepth;\n",
                           "BlendMode": "SetBlendModeTo BlendMode\n"}.items():
            for path in ("Kernels/Core/A.h", "Plugin/A.xml.in", "Python/inkray/a.py"):
                with self.subTest(path=path, word=word):
                    self.assertEqual(self.changes(path, text),
                                     {Gauges.LINES: 1, f"files that name {word}": 1})
            self.assertEqual(self.changes("Kernels/CMakeLists.txt", text), {Gauges.LINES: 1})
        self.assertEqual(self.changes("Kernels/Core/A.h", "opaqueDepthOnDevice, opaqueDepth_\n"),
                         {Gauges.LINES: 1})

    def test_overrides_of_casters_of_meshes(self):
        text = "void a() override; void b() override {} // overrides\n"
        self.assertEqual(self.changes(f"{MESHES}/Devices/ACaster.h", text),
                         {Gauges.LINES: 1, Gauges.OVERRIDES: 2})
        self.assertEqual(self.changes("Kernels/Renderers/Havs/A.h", text), {Gauges.LINES: 1})

    def test_nevers(self):
        self.write("Rendering/Session/A.h", "HavsOptions PathTracer\n")
        values = Gauges.measure(self.root)
        self.assertEqual((values[Gauges.BROKEN], values[Gauges.FAILURES]), (1, 2))
        # A list of known failures makes them no fewer.
        self.write("Testing/Kernels/KnownFailures.txt",
                   "A session knows no renderer.\n  Rendering/Session/A.h: HavsOptions PathTracer\n")
        self.write("Rendering/ViewScene/A.h", "HavsOptions\n")
        values = Gauges.measure(self.root)
        self.assertEqual((values[Gauges.BROKEN], values[Gauges.FAILURES]), (2, 3))

    def test_what_is_worse_than_kept(self):
        kept = {Gauges.LINES: 1000, Gauges.BROKEN: 7}
        for lines, broken, worse in [(1000, 7, []), (1010, 7, []), (1011, 7, [Gauges.LINES]), (1, 0, []),
                                     (1000, 8, [Gauges.BROKEN]),
                                     (2000, 9, [Gauges.LINES, Gauges.BROKEN])]:
            with self.subTest(lines=lines, broken=broken):
                self.assertEqual(Gauges.compare({Gauges.LINES: lines, Gauges.BROKEN: broken}, kept)[1], worse)
        self.assertEqual(Gauges.compare({Gauges.BROKEN: 7}, kept)[0], [f"      7 {Gauges.BROKEN}, 7 kept"])
        said = Gauges.compare({Gauges.LINES: 1011, Gauges.BROKEN: 6}, kept)[0]
        self.assertEqual(said, [f"   1011 {Gauges.LINES}, 1000 kept, 1010 pass: WORSE",
                                f"      6 {Gauges.BROKEN}, 7 kept: better, keep 6 in KEPT"])

    def run_script(self):
        return subprocess.run([sys.executable, SCRIPT, self.root], capture_output=True, text=True,
                              check=False)

    def test_the_exit_status(self):
        done = self.run_script()
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(len(done.stdout.splitlines()), len(Gauges.KEPT))
        for k in range(Gauges.KEPT["files that name BlendMode"] + 1):
            self.write(f"Filters/A{k}.h", "BlendMode\n")
        done = self.run_script()
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr,
                         "worse than KEPT in Testing/Scripts/Gauges.py says: files that name BlendMode\n")

    def test_a_folder_of_something_else(self):
        (self.root / "Kernels").rename(self.root / "Others")
        done = self.run_script()
        self.assertEqual(done.returncode, 1)
        self.assertIn("holds no Kernels folder", done.stderr)


if __name__ == "__main__":
    unittest.main()
