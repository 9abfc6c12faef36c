# SPDX-License-Identifier: BSD-3-Clause
"""Ray casting of meshes and grids as volumes, and of isosurfaces, on an NVIDIA GPU or on all threads of the
CPU.

    volume = inkray.MeshVolume(points, cells)
    volume.set_values(values)
    rgba, depth = volume.render(inkray.Camera((3, 2, 2), (0, 0, 0)), (800, 600))

`MeshVolume` draws unstructured meshes, `GridVolume` images and rectilinear grids, `Isosurface` isosurfaces
of these, `inkray.pyvista` all in windows of PyVista. Pictures are arrays of height x width, upper row first.
Colors are multiplied by opacity.

This is the package of the wheel, which needs numpy alone. ParaView's plug-in has a package of the same name
with its VTK classes (vtkTetRayCastMapper and the rest), in its own folder and for ParaView's Python; the one
that comes first on sys.path is imported.
"""

import importlib
from typing import TYPE_CHECKING

from . import _kernels
from ._kernels import Aborted, Error, InvalidInput, OutOfMemory, cuda_device, cuda_devices
from .camera import Camera
from .grid_volume import GridVolume
from .isosurface import Isosurface
from .light import Light
from .mesh_volume import MeshVolume

__version__: str = _kernels.version

__all__ = ["Aborted", "Camera", "Error", "GridVolume", "InvalidInput", "Isosurface", "Light", "MeshVolume",
           "OutOfMemory", "cuda_device", "cuda_devices"]


def _get_attribute(name):
    if name == "pyvista":  # imported on use, because it needs the wheels pyvista and vtk
        return importlib.import_module(".pyvista", __name__)
    if name.startswith("vtk"):
        raise AttributeError(
            f"{name} is a class of InKRay's plug-in for ParaView, and this is the package of the wheel, "
            f"{__file__}. "
            "Run pvpython with the plug-in's folder (lib/InKRay) first on PYTHONPATH."
        )
    raise AttributeError(f"module 'inkray' has no attribute {name!r}")


if TYPE_CHECKING:  # type checkers accept any name of a module with __getattr__
    from . import pyvista as pyvista
else:
    __getattr__ = _get_attribute
