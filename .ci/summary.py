#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Prints a summary of several runs of CTest: summary.py NAME=JUNIT.xml...

The files are those of ctest --output-junit. A line for each run names the tests that took longest, and a line
for each failed test names it. The last line but one counts tests and says why some were skipped. The last
line is "N passed, N failed, N skipped" alone. CTest counts a test whose program is missing as skipped; here
it counts as failed. A missing file means that a run did not take place. The exit status is 1 unless all
files are there, some test passed, and none failed.
"""
import collections
import re
import sys
import xml.etree.ElementTree as xml

SLOWEST = 8  # the number of slow tests that are named for each run


def outcome(test):
    """Returns 'passed', 'failed' or 'skipped', and the reason if the test was skipped, else None."""
    status = test.get('status')
    skipped = test.find('skipped')
    if status == 'disabled':
        return 'skipped', 'disabled'
    if status == 'notrun' and skipped is not None and skipped.get('message', '').startswith('SKIP_'):
        return 'skipped', reason(test.findtext('system-out') or '')
    return ('passed' if status == 'run' else 'failed'), None


def reason(output):
    """Returns a skipped test's reason: the text after GoogleTest's Skipped, or its last line."""
    found = re.search(r': Skipped\n(.+)', output)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    text = found.group(1) if found else lines[-1] if lines else 'no reason given'
    return re.sub(r'^(skipped: |no CUDA device: )+', '', text.strip(), flags=re.IGNORECASE)


def main(arguments):
    counts = collections.Counter()
    reasons, failed, missing = collections.Counter(), [], []
    for argument in arguments:
        name, _, file = argument.partition('=')
        try:
            tests = xml.parse(file).getroot().findall('testcase')
        except (OSError, xml.ParseError):
            missing.append(name)
            continue
        times = sorted(((float(test.get('time') or 0), test.get('name')) for test in tests), reverse=True)
        slowest = ', '.join('%s %.0f' % (test, seconds) for seconds, test in times[:SLOWEST])
        print('   %s: %.0f s of tests, slowest %s' % (name, sum(seconds for seconds, _ in times), slowest))
        for test in tests:
            what, why = outcome(test)
            counts[what] += 1
            if why:
                reasons[why] += 1
            if what == 'failed':
                failed.append('%s (%s)' % (test.get('name'), name))
    for test in failed:
        print('   FAILED %s' % test)
    why = ', '.join('%s: %s' % (format(count, ','), text) for text, count in reasons.most_common())
    line = '   {:,} tests: {:,} passed, {:,} failed, {:,} skipped'.format(
        sum(counts.values()), counts['passed'], counts['failed'], counts['skipped'])
    print(line + (' (%s)' % why if why else '') + (''.join('; %s did not run' % name for name in missing)))
    print('%d passed, %d failed, %d skipped' % (counts['passed'], counts['failed'], counts['skipped']))
    return 1 if missing or counts['failed'] or not counts['passed'] else 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
