#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Counts the kernels of a library, and checks the counts on request:
CountKernels.py LIBRARY [--most N] [--most-rays N] [--none NAMES]

A kernel's name is registered with CUDA's run time, so it is among the library's constants. The script
prints the number of kernels by the first word of what they do, the number of kernels of rays through meshes
(CastTetRays), the number of all kernels, and the bytes of the file. It needs readelf and c++filt
(binutils)."""
import argparse
import collections
import os
import re
import subprocess
import sys


def kernels(library):
    """The readable names of the kernels in a library."""
    constants = subprocess.run(['readelf', '--wide', '-p', '.rodata', library], capture_output=True,
                               encoding='latin-1', check=True).stdout
    names = sorted(set(re.findall(r'_Z[\w$]+', constants)))
    readable = subprocess.run(['c++filt'], input='\n'.join(names), capture_output=True, text=True,
                              check=True).stdout.splitlines()
    # The others are variables.
    return [name for name in readable if '(' in name.replace('(anonymous namespace)', '')]


def kind(name):
    """Returns what the kernel of a loop runs, or the kernel's own name."""
    loop = re.search(r'(?:forEach\w*|compact\w*|append\w*)Kernel<.*?inkray::(?!InK)(\w+)', name)
    return loop.group(1) if loop else re.sub(r'<.*', '', name.split('(')[0].split('::')[-1]) or name


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('file', metavar='LIBRARY')
    parser.add_argument('--most', type=int, help='fail where there are more kernels')
    parser.add_argument('--most-rays', type=int,
                        help='fail where there are more kernels of rays through meshes')
    parser.add_argument('--none', metavar='NAMES', help='fail where the name of a kernel has one of these '
                        'words, with commas between them')
    options = parser.parse_args()
    found = kernels(options.file)
    for word, count in collections.Counter(map(kind, found)).most_common():
        print(f'{count:4} {word}')
    rays = sum('CastTetRays<' in name for name in found)
    print(f'{len(found)} kernels, {rays} of them CastTetRays, {os.path.getsize(options.file)} bytes')
    if not found:
        sys.exit('no kernel was found')
    compared = [name for name in found if options.none
                and any(word in name for word in options.none.split(','))]
    if compared:
        sys.exit(f'{len(compared)} kernels are for comparisons alone, as {compared[0]}')
    for count, most, what in ((len(found), options.most, 'kernels'),
                              (rays, options.most_rays, 'kernels of rays through meshes')):
        if most is not None and count > most:
            sys.exit(f'there are {count} {what}, more than {most}: does a part and a run-time value do it?')


if __name__ == '__main__':
    main()
