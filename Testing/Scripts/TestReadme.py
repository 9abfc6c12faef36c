#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The first screen of README.md names the commands to start with: TestReadme.py SOURCE_FOLDER."""
import re
import sys
import unittest
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve()
SCREEN = 25  # lines


class Readme(unittest.TestCase):
    def test_demo_and_test_stand_side_by_side_in_the_first_screen(self):
        lines = (TOP / "README.md").read_text().splitlines()[:SCREEN]
        commands = [line.split("#")[0].strip() for line in lines]
        self.assertIn("./demo.sh", commands)
        first = commands.index("./demo.sh")
        self.assertEqual(commands[first + 1], "./test.sh")
        for line in lines[first:first + 2]:
            self.assertTrue(line.startswith("    ./"), line)
            self.assertRegex(line, r"\d+ minutes", "what it takes in time")
            self.assertRegex(line, r"\d+ GB of disk", "what it takes of the disk")

    def test_commands_are_there(self):
        text = (TOP / "README.md").read_text()
        for command in re.findall(r"^    \./(\S+\.sh)", text, re.MULTILINE):
            self.assertTrue((TOP / command).stat().st_mode & 0o111, command)


if __name__ == "__main__":
    unittest.main()
