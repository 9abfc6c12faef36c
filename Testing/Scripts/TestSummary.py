#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks what .ci/summary.py reports about the files that CTest writes:
TestSummary.py SOURCE_FOLDER CTEST."""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOP = Path(sys.argv.pop(1)).resolve()
CTEST = sys.argv.pop(1)

PASSES = ('true', '')
FAILS = ('sh -c "exit 1"', '')
CRASHES = ('sh -c "kill -SEGV $$"', '')
MISSING = ('/no/such/program', '')
DISABLED = ('true', 'DISABLED ON')


def skips(text):
    return ("sh -c \"printf '%s'; exit 77\"" % text, 'SKIP_RETURN_CODE 77')


NO_DEVICE = skips('some.cpp:12: Skipped\\\\nno CUDA device: no driver\\\\n[  SKIPPED ] a\\\\n')
NO_DEVICE_EITHER = skips('skipped: no driver\\\\n')
OTHER = skips('text\\\\nthere is no PyTorch\\\\n')


def summary(*runs, missing=()):
    """Returns the lines of the summary, and its exit status."""
    with tempfile.TemporaryDirectory() as folder:
        arguments = []
        for number, run in enumerate(runs):
            path = Path(folder, str(number))
            path.mkdir()
            lines = []
            for index, (command, properties) in enumerate(run):
                lines.append(f'add_test(test{index} {command})')
                if properties:
                    lines.append(f'set_tests_properties(test{index} PROPERTIES {properties})')
            (path / 'CTestTestfile.cmake').write_text('\n'.join(lines) + '\n')
            subprocess.run([CTEST, '--output-junit', 'junit.xml'], cwd=path, capture_output=True, check=False)
            arguments.append(f'run{number}={path}/junit.xml')
        arguments += [f'{name}={folder}/{name}.xml' for name in missing]
        done = subprocess.run([sys.executable, str(TOP / '.ci/summary.py')] + arguments, capture_output=True,
                              text=True, check=False)
        lines = done.stdout.splitlines()
        times = [line for line in lines if re.match(r'   run\d+: \d+ s of tests, slowest test\d+ \d+', line)]
        assert len(times) == len(runs), lines
        return [line for line in lines if line not in times], done.returncode


class Summary(unittest.TestCase):
    def test_all_pass(self):
        self.assertEqual(summary([PASSES, PASSES]),
                         (['   2 tests: 2 passed, 0 failed, 0 skipped', '2 passed, 0 failed, 0 skipped'], 0))

    def test_runs_are_added_and_reasons_counted(self):
        lines, status = summary([PASSES, NO_DEVICE, NO_DEVICE_EITHER], [PASSES, OTHER, DISABLED, NO_DEVICE])
        self.assertEqual(lines[0], '   7 tests: 2 passed, 0 failed, 5 skipped (3: no driver, 1: there is no '
                                   'PyTorch, 1: disabled)')
        self.assertEqual(lines[-1], '2 passed, 0 failed, 5 skipped')
        self.assertEqual(status, 0)

    def test_failures_are_named(self):
        lines, status = summary([PASSES, FAILS], [CRASHES])
        self.assertEqual(lines[:2], ['   FAILED test1 (run0)', '   FAILED test0 (run1)'])
        self.assertEqual(lines[-1], '1 passed, 2 failed, 0 skipped')
        self.assertEqual(status, 1)

    def test_a_program_that_is_missing_has_failed(self):
        lines, status = summary([PASSES, MISSING])
        self.assertEqual(lines[-1], '1 passed, 1 failed, 0 skipped')
        self.assertEqual(status, 1)

    def test_a_run_that_did_not_take_place_is_said(self):
        lines, status = summary([PASSES], missing=['sanitize'])
        self.assertEqual(lines, ['   1 tests: 1 passed, 0 failed, 0 skipped; sanitize did not run',
                                 '1 passed, 0 failed, 0 skipped'])
        self.assertEqual(status, 1)

    def test_nothing_that_passed_is_no_success(self):
        self.assertEqual(summary([NO_DEVICE])[1], 1)


if __name__ == '__main__':
    unittest.main()
