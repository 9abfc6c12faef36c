#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks what CTest reports for tests that skip themselves:
TestSkipping.py SOURCE_FOLDER SKIPPING_TESTS CTEST.

A test is skipped if nothing else is wrong. It fails if anything is wrong, even at the end of the process.
"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve()
PROGRAM = Path(sys.argv.pop(1)).resolve()
CTEST = sys.argv.pop(1)

EXPECTED = {
    "Skipping.Passes": "Passed",
    "Skipping.Skips": "Skipped",
    "Skipping.SkipsAndThenFails": "Failed",
    "SkippingFixture.FailsInTearDown": "Failed",
    "Skipping.SkipsAndTheProcessFailsAtItsEnd": "Failed",
    "Skipping.Passes:Skipping.Skips": "Passed",
    "Skipping.Skips:Skipping.SkipsAndThenFails": "Failed",
}


class Skipping(unittest.TestCase):
    def test_ctest_says_what_happened(self):
        with tempfile.TemporaryDirectory() as folder:
            lines = []
            for name in EXPECTED:
                lines += [f'add_test("{name}" "{PROGRAM}" "--gtest_filter={name}")',
                          f'set_tests_properties("{name}" PROPERTIES SKIP_RETURN_CODE 77)']
            Path(folder, "CTestTestfile.cmake").write_text("\n".join(lines) + "\n")
            done = subprocess.run([CTEST], cwd=folder, capture_output=True, text=True, check=False)
        said = dict(re.findall(r"Test +#\d+: (\S+) \.*[ *]*(Passed|Skipped|Failed)", done.stdout))
        self.assertEqual(said, EXPECTED, done.stdout)

    def test_no_test_is_skipped_by_what_it_prints(self):
        files = subprocess.run(["git", "-C", str(TOP), "ls-files", "*CMakeLists.txt", "*.cmake"],
                               capture_output=True,
                               text=True, check=False).stdout.split()
        files = files or [str(path.relative_to(TOP)) for path in (TOP / "Testing").rglob("*")
                          if path.name == "CMakeLists.txt" or path.suffix == ".cmake"]
        self.assertTrue(files)
        for file in files:
            self.assertNotIn("SKIP_REGULAR_EXPRESSION", (TOP / file).read_text(), file)


if __name__ == "__main__":
    unittest.main()
