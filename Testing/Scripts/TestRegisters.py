#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Tests the table of registers that is made from cuobjdump's output for kernels:
TestRegisters.py SOURCE_FOLDER."""
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv.pop(1)).resolve() / "Testing/Benchmarks/Profiler"))
from kernel_registers import figures, kernels, table  # noqa: E402  pylint: disable=wrong-import-position

VIEW = "inkray::VolumeView<float>"
DUMP = "".join(
    f" Function {name}:\n  REG:{registers} STACK:{stack} SHARED:0 LOCAL:0 CONSTANT[0]:656\n"
    for name, registers, stack in [
        (f"void inkray::writeCandidatesKernel<128, inkray::WriteTwoCandidates<inkray::IntersectLeaf<true, "
         f"{VIEW} >, unsigned int> >()", 106, 8),
        (f"void inkray::writeCandidatesKernel<128, inkray::WriteTwoCandidates<inkray::IntersectLeaf<false, "
         f"{VIEW} >, unsigned int> >()", 128, 0),
        (f"void inkray::compactTwoKernel<inkray::InKCollate<128, 1>, 128, 1, inkray::IntersectLeaf<true, "
         f"{VIEW} >, unsigned int>()", 103, 0),
        ("void inkray::compactKernel<inkray::InKCompact<128, 1>, 128, 1, "
         "inkray::ShadeHits<inkray::UniformAxes>, unsigned int>()", 56, 0),
        ("void inkray::compactKernel<inkray::InKCompactLookBack<128, 1, 2>, 128, 1, "
         "inkray::ShadeHits<inkray::UniformAxes>, int>()", 62, 0),
        # The kernels of Chag::PP and the like read what those above have written.
        ("void inkray::chagMoveKernel<256, 4, "
         "inkray::CandidateSource<inkray::ShadeHits<inkray::UniformAxes> > >()", 32, 0),
        ("void inkray::forEachKernel<256, 1, inkray::CountRays>()", 16, 0),
    ])


class Registers(unittest.TestCase):
    def test_stages_by_compaction(self):
        self.assertEqual(table(list(kernels(DUMP))), [
            "| registers (and stack) | no compaction | InKCompact | InKCompactLookBack | InKCollate |",
            "|---|---|---|---|---|",
            "| IntersectLeaf | 106 to 128, 0 to 8 | – | – | 103 |",
            "| ShadeHits | – | 56 | 62 | – |"])

    def test_the_most_of_each(self):
        self.assertIn({"what": "registers", "value": 128, "unit": "",
                       "of": {"stage": "IntersectLeaf", "compaction": "no compaction"}},
                      figures(list(kernels(DUMP))))

    def test_other_code_has_none(self):
        self.assertEqual(list(kernels(" Function nothing:\n  REG:8 STACK:0\n")), [])


if __name__ == "__main__":
    unittest.main()
