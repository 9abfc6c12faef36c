#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Each baseline belongs to a test, each test has its baseline, and all of them are small:
check_baselines.py SOURCE_FOLDER. Says what is wrong, and then ends with 1."""
import pathlib
import re
import struct
import sys

testing = pathlib.Path(sys.argv[1]) / 'Testing'


def names(files, pattern):
    """What the first group of a pattern matches in the files of a glob."""
    return {name for path in testing.glob(files) for name in re.findall(pattern, path.read_text())}


def listed(file, start):
    """The words of a foreach in a CMake file."""
    return set(re.search(start + r' IN ITEMS([^)]*)\)', (testing / file).read_text()).group(1).split())


wrong = []
mappers = names('Rendering/**/*ImageTest.cxx', r'\{\s*"(\w+)",\s*\d+,')
for name in sorted(mappers ^ listed('Rendering/ImageTests.cmake', 'picture')):
    wrong.append('%s: in ImageTests.cmake or in a *ImageTest.cxx, and not in both' % name)
scripts = names('Python/Images/test_image_*.py', r"'(ParaView(?:Volume|Isosurface|Image)\w*)'")
# A window plays one file of events, its own, or several: WINDOW=FILE,FILE... Builds without pages of help
# leave out one of them.
window = {'Gui' + name for words in listed('Plugin/CMakeLists.txt', 'window')
          for name in words.replace('${help_pages}', ',HelpPages').split('=')[-1].split(',')}
tests = mappers | scripts | window
baselines = {path.stem: path for path in testing.glob('Baselines/*.png')}
for name in sorted(tests - set(baselines)):
    wrong.append('%s: no baseline' % name)
for name in sorted(set(baselines) - tests):
    wrong.append('%s.png: no test' % name)
for name, path in sorted(baselines.items()):
    data = path.read_bytes()
    width, height = struct.unpack('>II', data[16:24])
    if len(data) > 100000 or max(width, height) > 300:
        wrong.append('%s.png: %d bytes, %d x %d; at most 100,000 bytes and '
                     '300 x 300' % (name, len(data), width, height))
total = sum(path.stat().st_size for path in baselines.values())
if total > 3500000:
    wrong.append('all baselines: %d bytes, at most 3,500,000' % total)
print('\n'.join(wrong) or '%d baselines, %d bytes' % (len(baselines), total))
sys.exit(1 if wrong or not baselines else 0)
