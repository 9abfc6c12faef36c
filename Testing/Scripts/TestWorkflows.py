#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What GitHub's workflows take from elsewhere has a fixed version, and the scripts that they run exist:
TestWorkflows.py SOURCE_FOLDER."""
import re
import sys
import unittest
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve()
WORKFLOWS = {path.name: path.read_text() for path in sorted((TOP / ".github/workflows").glob("*.yml"))}


class Workflows(unittest.TestCase):
    def test_every_push_and_every_request_is_tested(self):
        text = WORKFLOWS["tests.yml"]
        triggers = re.search(r"^on:\n((?: .*\n)+)", text, re.MULTILINE).group(1)
        self.assertIn("  push:", triggers)
        self.assertIn("  pull_request:", triggers)
        self.assertIn(".ci/run", text)

    def test_actions_are_pinned_to_commits(self):
        for name, text in WORKFLOWS.items():
            uses = re.findall(r"uses: (.*)", text)
            self.assertTrue(uses, name)
            for action in uses:
                self.assertRegex(action, r"^[\w-]+/[\w-]+@[0-9a-f]{40} # v\d", name)

    def test_systems_and_images_have_versions(self):
        for name, text in WORKFLOWS.items():
            lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
            self.assertNotIn("latest", "\n".join(lines), name)
            for image in re.findall(r"image: (.*)", text):
                self.assertRegex(image, r":.*\d", name)

    def test_scripts_are_there(self):
        for name, text in WORKFLOWS.items():
            scripts = re.findall(r"(?<![\w.])\.ci/[\w.]+", text)
            self.assertTrue(scripts, name)
            for script in scripts:
                self.assertTrue((TOP / script).stat().st_mode & 0o111, f"{name}: {script}")


if __name__ == "__main__":
    unittest.main()
