# SPDX-License-Identifier: BSD-3-Clause
"""The kernels draw PyTorch's tensors on a CUDA device from where they lie, after the work that computes them
is done."""

import sys
import unittest

import numpy as np

import inkray
import meshes

try:
    import torch
except ImportError:
    torch = None

POINTS, TETS = (np.ascontiguousarray(array) for array in meshes.tetrahedra(6, 0.2))


def picture(drawn):
    return drawn.render(size=(50, 40))[0]


class Tensors(unittest.TestCase):
    def test_meshes(self):
        for kind in (torch.float32, torch.float64):
            points = torch.tensor(POINTS, dtype=kind, device="cuda")
            values = points[:, 0] * 2 + points[:, 1]
            mesh = inkray.MeshVolume(points, torch.tensor(TETS, device="cuda"))
            mesh.set_values(values)
            expected = inkray.MeshVolume(points.cpu().numpy(), TETS)
            expected.set_values(values.cpu().numpy())
            np.testing.assert_array_equal(picture(mesh), picture(expected))
            self.assertGreater(picture(mesh)[..., 3].max(), 0)

    def test_what_a_stream_of_its_own_computes_is_waited_for(self):
        mesh = inkray.MeshVolume(POINTS, TETS)
        mesh.set_values(POINTS[:, 0])
        expected = picture(mesh)
        large = torch.rand((4096, 4096), device="cuda")
        values = torch.zeros(len(POINTS), dtype=torch.float64, device="cuda")
        result = torch.tensor(POINTS[:, 0], device="cuda")
        torch.cuda.synchronize()
        with torch.cuda.stream(torch.cuda.Stream()):
            for _ in range(20):  # keeps the stream busy for tens of milliseconds
                large = large @ large
                large /= large.max()
            values.copy_(result)
            mesh.set_values(values)
        np.testing.assert_array_equal(picture(mesh), expected)

    def test_isosurfaces(self):
        axis = torch.linspace(-1, 1, 33, device="cuda")
        z, y, x = torch.meshgrid(axis, axis, axis, indexing="ij")
        volume = x * x + y * y + z * z
        pictures = []
        for grid in (volume, volume.cpu().numpy()):
            surface = inkray.Isosurface(grid, 2 / 32, (-1, -1, -1))
            surface.isovalues = 0.5
            pictures.append(picture(surface))
        np.testing.assert_array_equal(pictures[0], pictures[1])


if __name__ == "__main__":
    if torch is None or not torch.cuda.is_available() or not inkray.cuda_device()[0]:
        print("skipped: this wants PyTorch and a CUDA device")
        sys.exit(77)
    unittest.main()
