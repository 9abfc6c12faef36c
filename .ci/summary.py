#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What came of several runs of CTest: summary.py NAME=JUNIT.xml...

The files are those of ctest --output-junit. A line for each run says which tests took longest, and one each
names what has failed. The last line but one counts tests and says why some were skipped, the last is "N
passed, N failed, N skipped" alone. A test whose program is missing, which CTest counts as skipped, has failed
here; a file that is missing is a run that did not take place. Ends with 1 unless all runs are there, and
nothing failed.
"""
import collections
import re
import sys
import xml.etree.ElementTree as xml

SLOWEST = 8  # tests that are named for each run


def outcome(test):
    """'passed', 'failed' or 'skipped', and why it was skipped."""
    status = test.get('status')
    skipped = test.find('skipped')
    if status == 'disabled':
        return 'skipped', 'disabled'
    if status == 'notrun' and skipped is not None and skipped.get('message', '').startswith('SKIP_'):
        return 'skipped', reason(test.findtext('system-out') or '')
    return ('passed' if status == 'run' else 'failed'), None


def reason(output):
    """Why a test says it skips itself: what follows GoogleTest's Skipped, or the last line."""
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
