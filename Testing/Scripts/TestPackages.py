#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests which packages .ci/setup.sh installs, with a fake apt that only records its arguments.

apt-cache madison right-aligns names in ten columns, so short names stand behind spaces.
"""
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve()

TOOLS = {
    "apt-get": 'echo "$*" >>"$WRITTEN"',
    "dpkg-query": """
case $* in
  *paraview) exit 1 ;;
  *Version*libexpat1) test "$EXPAT" && echo "installed $EXPAT"; exit ;;
  *Version*) exit 1 ;;
esac
printf "installed %s\\n" $INSTALLED""",
    "apt-cache": """
case $1 in
  policy)
    case $2 in libexpat1) version=2.5.0-1+deb12u5 ;; *) version=$PARAVIEW ;; esac
    printf '%s:\\n  Candidate: %s\\n' "$2" "$version" ;;
  madison)
    shift
    for name in "$@"; do
      case " $UNKNOWN " in *" $name "*) ;; *) printf '%10s | 1.0 | http://archive main\\n' "$name" ;; esac
    done ;;
esac""",
    "sudo": '"$@"',
}


def installed_by(paraview="5.13.2+dfsg-3", installed="", unknown="", names="", expat="",
                 call="install_packages"):
    """The packages that apt-get install is asked for, and all that is said."""
    with tempfile.TemporaryDirectory() as folder:
        for name, body in TOOLS.items():
            tool = Path(folder, name)
            tool.write_text(f"#!/bin/sh\n{body}\n")
            tool.chmod(0o755)
        written = Path(folder, "written")
        environment = {"PATH": f"{folder}:/usr/bin:/bin", "WRITTEN": str(written), "PARAVIEW": paraview,
                       "INSTALLED": installed, "UNKNOWN": unknown, "EXPAT": expat}
        done = subprocess.run(["bash", "-euc", f'. "{TOP}/.ci/setup.sh"; {call} {names}'], env=environment,
                              capture_output=True, text=True, check=False)
        asked = [line for line in (written.read_text().splitlines() if written.exists() else [])
                 if " install " in f" {line} "]
        packages = {word for line in asked for word in line.split()[1:] if not word.startswith("-")
                    and "::" not in word}
        return packages, done.stdout + done.stderr, done.returncode


class Packages(unittest.TestCase):
    def test_short_and_long_names_are_installed(self):
        packages, _, status = installed_by()
        self.assertEqual(status, 0)
        for name in ("git", "cmake", "paraview", "xvfb", "libutfcpp-dev", "libdouble-conversion-dev",
                     "qt6-base-dev"):
            self.assertIn(name, packages)
        self.assertNotIn("qtbase5-dev", packages)

    def test_marks_choose_by_paraview(self):
        self.assertIn("qtbase5-dev", installed_by(paraview="5.11.0+dfsg-1")[0])
        self.assertIn("qt6-documentation-tools", installed_by(paraview="6.1.1-2")[0])
        self.assertNotIn("qtbase5-dev", installed_by(paraview="6.1.1-2")[0])

    def test_what_is_there_is_not_asked_for(self):
        self.assertNotIn("cmake", installed_by(installed="cmake ninja-build")[0])

    def test_what_has_to_be_current_is_upgraded(self):
        everything = "libexpat1 libexpat1-dev cmake"
        self.assertIn("libexpat1", installed_by(installed=everything, expat="2.5.0-1+deb12u1")[0])
        for version in ("2.5.0-1+deb12u5", "2.5.0-1+deb12u10"):
            packages = installed_by(installed=everything, expat=version)[0]
            self.assertEqual({name for name in packages if "expat" in name or name == "cmake"}, set())

    def test_unknown_names_are_left_out_and_said(self):
        packages, said, status = installed_by(unknown="xvfb libtheora-dev")
        self.assertEqual(status, 0)
        self.assertNotIn("libtheora-dev", packages)
        self.assertIn("cmake", packages)
        self.assertRegex(said, "left out: .*libtheora-dev")

    def test_more_names(self):
        self.assertIn("clang-tidy", installed_by(names="clang-tidy")[0])

    def test_an_old_paraview_is_one_message(self):
        packages, said, status = installed_by(paraview="5.9.0-2")
        self.assertNotEqual(status, 0)
        self.assertEqual(packages, set())
        self.assertIn("5.11 or later", said)


if __name__ == "__main__":
    unittest.main()
