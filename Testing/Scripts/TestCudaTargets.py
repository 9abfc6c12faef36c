# SPDX-License-Identifier: BSD-3-Clause
"""The CUDA targets follow from the GPUs of the machine, in any number, and from the user's choice.

usage: TestCudaTargets.py SOURCE_DIRECTORY CMAKE
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE, CMAKE = pathlib.Path(sys.argv[1]), sys.argv[2]


class CudaTargets(unittest.TestCase):
    def targets(self, smi, asked="AUTO", version="13.0"):
        """Returns the targets if nvidia-smi is a script with this text, or CMake's error message."""
        with tempfile.TemporaryDirectory() as folder:
            program, script = pathlib.Path(folder) / "nvidia-smi", pathlib.Path(folder) / "targets.cmake"
            program.write_text("#!/bin/sh\n" + smi)
            program.chmod(0o755)
            script.write_text(f'include("{SOURCE}/CudaTargets.cmake")\ninkray_cuda_targets(found '
                              f'{version})\nmessage("found: ${{found}}")\n')
            run = subprocess.run([CMAKE, f"-DINKRAY_NVIDIA_SMI={program}", f"-DINKRAY_CUDA_TARGETS={asked}",
                                  "-P", script], capture_output=True, text=True, check=False)
        output = run.stdout + run.stderr
        return output.split("found: ")[-1].strip() if run.returncode == 0 else output

    def test_each_kind_of_gpu_once(self):
        self.assertEqual(self.targets("printf '9.0\\n'"), "90-real")
        self.assertEqual(self.targets("printf '8.9\\n8.9\\n12.0\\n'"), "89-real;120-real")

    def test_no_gpu_is_ptx_for_all(self):
        for smi in ("echo 'NVIDIA-SMI has failed because it could not communicate with the driver "
                    "5.10'; exit 9", "exit 0", "echo '[N/A]'"):
            self.assertEqual(self.targets(smi), "75-virtual", smi)

    def test_packages_have_all(self):
        self.assertEqual(self.targets("printf '9.0\\n'", "ALL"), "75-virtual;80-real;90;120")
        self.assertEqual(self.targets("printf '9.0\\n'", "ALL", "12.4"), "75-virtual;80-real;90")

    def test_anything_else_is_refused(self):
        self.assertIn("it can be AUTO or ALL", self.targets("exit 0", "native").replace("\n  ", " "))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
