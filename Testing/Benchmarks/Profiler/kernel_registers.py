#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Shows what in-kernel compaction costs in registers (Hughes et al., section 5): the kernels of the
isosurface pipeline by their compaction, and without one, as they are for the methods in kernels of their own.

    python3 Testing/Benchmarks/Profiler/kernel_registers.py build/lib/InKRay/libInKRayKernels.so \\
        build/bin/bench_isosurface

Files are objects, libraries or programs with machine code for a GPU. Needs cuobjdump, of the CUDA toolkit,
and c++filt, but no GPU. Prints a table in Markdown: registers of a thread, and bytes of its stack where it
has one, least to most over the types of volumes. The exit status is 1 where no file has such a kernel.
"""

import argparse
import json
import re
import subprocess
import sys

STAGES = ("GenerateRays", "TraverseBVH", "IntersectLeaf", "ShadeHits")
METHODS = ("InKCompact", "InKCompactLookBack", "InKCompactResident", "InKCollate")
NONE = "no compaction"


def kernels(text):
    """(stage, compaction, registers, bytes of stack) of each kernel in what cuobjdump --dump-resource-usage
    prints, demangled."""
    for name, registers, stack in re.findall(r"Function (.*):\n\s*REG:(\d+) STACK:(\d+)", text):
        # The stage is the first name of one within the kernel's own template arguments, before those of the
        # function.
        match = re.match(
            r"(?:void )?inkray::(compactKernel|compactTwoKernel|writeCandidatesKernel|forEachKernel)<(.*)",
            name)
        stage = match and re.search(rf"inkray::({'|'.join(STAGES)})\b", match[2])
        if not stage:
            continue
        method = re.match(rf"inkray::({'|'.join(METHODS)})\b", match[2])
        yield stage[1], method[1] if method else NONE, int(registers), int(stack)


def table(found):
    """Returns a table with a row for each stage and a column for each compaction."""
    columns = [column for column in (NONE, *METHODS) if any(column == kernel[1] for kernel in found)]
    lines = ["| registers (and stack) | " + " | ".join(columns) + " |", "|---|" + "---|" * len(columns)]
    for stage in STAGES:
        cells = []
        for column in columns:
            here = [kernel[2:] for kernel in found if kernel[:2] == (stage, column)]
            cells.append(", ".join(span(sizes) for sizes in zip(*here) if max(sizes) > 0))
        if any(cells):
            lines.append(f"| {stage} | " + " | ".join(cell or "–" for cell in cells) + " |")
    return lines


def figures(found):
    """Returns the most registers of each stage and compaction, in the form of the benchmark programs'
    figures."""
    most = {}
    for stage, compaction, registers, _ in found:
        most[stage, compaction] = max(registers, most.get((stage, compaction), 0))
    return [{"what": "registers", "value": value, "unit": "",
             "of": {"stage": stage, "compaction": compaction}}
            for (stage, compaction), value in most.items()]


def span(sizes):
    return f"{min(sizes)} to {max(sizes)}" if min(sizes) < max(sizes) else str(sizes[0])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--cuobjdump", default="cuobjdump", help="the program, where it is not on the path")
    parser.add_argument("--json", metavar="FILE", help="append the registers of each stage to this file, a "
                        "JSON object a line (inkray-bench)")
    options = parser.parse_args()
    text = ""
    for file in options.files:
        dump = subprocess.run([options.cuobjdump, "--dump-resource-usage", file], capture_output=True,
                              text=True, check=True)
        text += subprocess.run(["c++filt"], input=dump.stdout, capture_output=True, text=True,
                               check=True).stdout
    found = list(kernels(text))
    print("\n".join(table(found)) if found else "No such kernel is there.")
    if options.json:
        with open(options.json, "a", encoding="utf-8") as file:
            file.writelines(json.dumps(figure) + "\n" for figure in figures(found))
    sys.exit(0 if found else 1)


if __name__ == "__main__":
    main()
