# SPDX-License-Identifier: BSD-3-Clause
"""Functions that use AVX instructions must be those that are chosen for the CPU at run time, and no others.

usage: CheckInstructions.py OBJDUMP OBJECT... Prints each function of the objects that has AVX instructions
where it may not. Such a function may stand only in the sources of eight and sixteen rays at a time. It must
be internal to them: of a function that another source may define too, the linker keeps one copy, for every
CPU. Exits with 1 when it prints a function. Exits with 77 where the objects are not of x86-64, or where all
of them are compiled for AVX on purpose.
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
            # Names of all AVX instructions begin with v, and of no others that compilers make.
            wide.add(name)
    return wide


def shared_functions(path):
    """Returns the names of an object's weak functions, of which the linker keeps one copy."""
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
