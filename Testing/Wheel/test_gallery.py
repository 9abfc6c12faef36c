# SPDX-License-Identifier: BSD-3-Clause
"""The scripts of Documentation/Gallery run, and draw what their page shows.

    test_gallery.py FOLDER

FOLDER has the files that ./demo.sh makes: generated.vtk, and piston.vtk where Debian has the mesh.
"""

import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

if not importlib.util.find_spec("pyvista"):
    print("skipped: PyVista is not there (pip install pyvista)")
    sys.exit(77)

import numpy as np
import pyvista

DOCUMENTATION = pathlib.Path(__file__).resolve().parents[2] / "Documentation"
SCRIPTS = sorted((DOCUMENTATION / "Gallery").glob("*.py"))
INPUT = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 else None


def pixels(path):
    """Reads a picture as floats, height x width x 3."""
    image = pyvista.read(path)
    return image.active_scalars.reshape(image.dimensions[1], image.dimensions[0], -1)[..., :3].astype(float)


class Gallery(unittest.TestCase):
    def test_scripts(self):
        for script in SCRIPTS:
            needed = re.search(r'"build/demo/input/(.*)"', script.read_text(encoding="utf-8"))
            if needed and not (INPUT and (INPUT / needed[1]).exists()):
                print(f"left out: {script.name}, because {needed[1]} is not there")
                continue
            with self.subTest(script.name), tempfile.TemporaryDirectory() as folder:
                if needed:
                    os.makedirs(os.path.join(folder, "build", "demo"))
                    os.symlink(INPUT, os.path.join(folder, "build", "demo", "input"))
                done = subprocess.run(
                    [sys.executable, str(script)], cwd=folder,
                    env={**os.environ, "PYVISTA_OFF_SCREEN": "true"},
                    capture_output=True, text=True, check=False,
                )
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                picture = pixels(os.path.join(folder, script.stem + ".png"))
                height, width = picture.shape[:2]
                small = picture.reshape(height // 2, 2, width // 2, 2, 3).mean((1, 3))
                shown = pixels(script.with_suffix(".jpg"))
                self.assertGreater(shown.std(), 15)
                self.assertLess(np.abs(small - shown).mean(), 3)

    def test_page(self):
        page = (DOCUMENTATION / "Gallery.md").read_text(encoding="utf-8")
        self.assertEqual(sorted(re.findall(r"\]\(Gallery/(.*?)\)", page)),
                         sorted([s.name for s in SCRIPTS] + [s.stem + ".jpg" for s in SCRIPTS]))
        self.assertLessEqual(sum(s.with_suffix(".jpg").stat().st_size for s in SCRIPTS), 150_000)
        for script in SCRIPTS:
            self.assertLessEqual(script.read_text(encoding="utf-8").count("\n"), 30, script.name)


if __name__ == "__main__":
    unittest.main()
