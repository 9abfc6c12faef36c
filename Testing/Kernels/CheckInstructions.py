# SPDX-License-Identifier: BSD-3-Clause
"""Instructions that not every CPU has stand in no function but those that are chosen for a CPU when it runs
them.

usage: CheckInstructions.py OBJDUMP OBJECT... Prints each function of the objects that has AVX instructions
and is not internal to the sources of eight and sixteen rays at a time, or is one that another source may have
as well: the linker keeps one of those, for every CPU. Exits with 1 when there is one, and with 77 where the
objects are not of x86-64 or are compiled for AVX on purpose, all of them.
"""
import os
import re
import subprocess
import sys

FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^\s+[0-9a-f]+:\t(\S+)")
MAY_HAVE = ("CastEightRays", "CastSixteenRays")


def wide_functions(objdump, path):
    """Names of the functions of an object that have AVX instructions."""
    text = subprocess.run([objdump, "-d", "--no-show-raw-insn", path], capture_output=True, text=True,
                          check=True).stdout
    if "elf64-x86-64" not in text:
        sys.exit(77)
    wide, name = set(), ""
    for line in text.splitlines():
        if match := FUNCTION.match(line):
            name = match.group(1)
        elif (match := INSTRUCTION.match(line)) and match.group(1).startswith("v"):
            # As all of AVX do, and nothing else that compilers make.
            wide.add(name)
    return wide


def shared_functions(path):
    """Names of the functions of an object that are not its own: weak ones, of which the linker keeps one."""
    names = subprocess.run(["nm", path], capture_output=True, text=True, check=True).stdout
    return {line.split()[-1] for line in names.splitlines() if line.split()[-2] in "WVu"}


def main():
    objdump, *objects = sys.argv[1:]
    failures = []
    for path in objects:
        if not path.endswith(".o") or path.endswith(".cu.o"):
            continue
        wide = wide_functions(objdump, path)
        if os.path.basename(path).startswith(MAY_HAVE):
            if not wide:
                print(f"{path} has no AVX: a compiler that has no such targets")
            wide &= shared_functions(path)
        failures += [f"{os.path.basename(path)}: {name}" for name in sorted(wide)]
    if len({failure.split(":")[0] for failure in failures}) > len(objects) // 2:
        print("compiled for AVX as a whole")
        sys.exit(77)
    for failure in failures:
        print(f"AVX in {failure}")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
