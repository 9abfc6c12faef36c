# SPDX-License-Identifier: BSD-3-Clause
"""The examples of Documentation/Python.md run and draw something. Each of the two packages named inkray says
which one it is."""

import ast
import importlib.util
import os
import pathlib
import re
import tempfile
import unittest

import numpy as np

import inkray

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGE = TOP / "Documentation" / "Python.md"
SECTION = PAGE.read_text(encoding="utf-8").split("## In Python without ParaView")[1].split("\n## ")[0]
README = TOP / "Python" / "README.md"
README_EXAMPLES = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.S)
EXAMPLES = re.findall(r"```python\n(.*?)```", SECTION, re.S)


class Documentation(unittest.TestCase):
    def test_there_are_two_examples(self):
        self.assertEqual((len(EXAMPLES), len(README_EXAMPLES)), (2, 2))

    def test_version(self):
        self.assertIn(f"project(InKRay VERSION {inkray.__version__} ",
                      (TOP / "CMakeLists.txt").read_text(encoding="utf-8"))

    def test_meshes_and_isosurfaces(self):
        names = {}
        exec(compile(EXAMPLES[0], str(PAGE), "exec"), names)
        self.assertEqual((names["picture"].shape, names["depth"].shape), ((600, 800, 3), (600, 800)))
        self.assertGreater(names["picture"].std(), 0.05)
        self.assertTrue(np.isfinite(names["depth"]).any() and np.isinf(names["depth"]).any())

    def test_readme(self):
        names = {}
        exec(compile(README_EXAMPLES[1], str(README), "exec"), names)
        self.assertGreater(names["rgba"][..., 3].max(), 0.2)

    @unittest.skipUnless(importlib.util.find_spec("pyvista"), "PyVista is not there")
    def test_pyvista(self):
        here = os.getcwd()
        for page, example in [(PAGE, EXAMPLES[1]), (README, README_EXAMPLES[0])]:
            self.run_in_folder(page, example, here)

    def run_in_folder(self, page, example, here):
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                names = {}
                exec(compile(example, str(page), "exec"), names)
                self.assertGreater(os.path.getsize("beam.png"), 5000)
                (drawn,) = [actor for actor in names["plotter"].actors.values()
                            if isinstance(actor, inkray.pyvista.Drawn)]
                self.assertGreater(drawn.drawing.num_tetrahedra, 100)
            finally:
                os.chdir(here)

    def test_licenses_of_what_wheels_bring_along(self):
        patterns = ast.literal_eval(re.search(r"^license-files = (.*)$",
                                              (TOP / "pyproject.toml").read_text(encoding="utf-8"), re.M)[1])
        names = {path.name for pattern in patterns for path in TOP.glob(pattern)}
        self.assertEqual(names, {"LICENSE", "CUDA-runtime.txt", "nanobind.txt", "oneTBB.txt",
                                 "robin-map.txt"})

    @unittest.skipUnless(importlib.util.find_spec("pathspec") and importlib.util.find_spec("tomllib"),
                         "pathspec is not there, or Python is too old")
    def test_archives_of_sources_have_what_is_built_and_no_tests(self):
        import tomllib

        import pathspec

        settings = tomllib.loads(
            (TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["scikit-build"]["sdist"]
        left_out = pathspec.GitIgnoreSpec.from_lines(settings["exclude"])
        script = (TOP / "CMakeLists.txt").read_text(encoding="utf-8")
        needed = ["CMakeLists.txt", "LICENSE", "pyproject.toml",
                  *re.findall(r"^ *include\((.*/.*\.cmake|CudaTargets.cmake)\)", script, re.M)]
        needed += [str(path.relative_to(TOP)) for folder in ("Kernels", "Filters", "Python")
                   for path in (TOP / folder).rglob("*")]
        self.assertIn("Testing/Sanitizers/Sanitizers.cmake", needed)
        self.assertEqual([name for name in needed if left_out.match_file(name)], [])
        self.assertTrue(left_out.match_file("Testing/Baselines/a.png")
                        and left_out.match_file("Documentation/Gallery/frog.jpg"))

    def test_each_package_names_the_other(self):
        with self.assertRaisesRegex(AttributeError, "plug-in for ParaView"):
            inkray.vtkTetRayCastMapper
        tree = ast.parse((TOP / "Plugin" / "InKRay" / "inkray.py").read_text(encoding="utf-8"))
        found = [node for node in tree.body if isinstance(node, ast.FunctionDef)
                 and node.name == "__getattr__"]
        names = {"__file__": "here"}
        exec(compile(ast.Module(found, []), "inkray.py", "exec"), names)
        with self.assertRaisesRegex(AttributeError, "wheel inkray"):
            names["__getattr__"]("MeshVolume")
        with self.assertRaisesRegex(AttributeError, "no attribute"):
            names["__getattr__"]("Nothing")


if __name__ == "__main__":
    unittest.main()
