# SPDX-License-Identifier: BSD-3-Clause
"""Documented use is right by the package's types, and mistakes are not; where mypy is there."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

if not importlib.util.find_spec("mypy"):
    print("skipped: mypy is not there (pip install mypy)")
    sys.exit(77)

SCRIPT = pathlib.Path(__file__).with_name("user_script.py").read_text(encoding="utf-8")


class Types(unittest.TestCase):
    def check(self, text):
        """mypy's lines about a script."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "script.py")
            path.write_text(text, encoding="utf-8")
            call = [sys.executable, "-m", "mypy", "--check-untyped-defs", "--cache-dir", os.path.join(folder, "cache"), str(path)]
            import inkray

            where = str(pathlib.Path(inkray.__file__).parents[1])
            done = subprocess.run(call, capture_output=True, text=True, env={**os.environ, "MYPYPATH": where}, cwd=folder)
        return [line for line in done.stdout.splitlines() if line.startswith("script.py:")]

    def test_documented_use(self):
        self.assertEqual(self.check(SCRIPT), [])

    def test_mistakes(self):
        lines = self.check(SCRIPT + "volume.lights = 5\nvolume.render(size='large')\nsurface.clipping_planes = 1\n")
        self.assertEqual(len(lines), 3, lines)


if __name__ == "__main__":
    unittest.main()
