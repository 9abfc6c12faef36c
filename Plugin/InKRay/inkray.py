# SPDX-License-Identifier: BSD-3-Clause
"""The classes of the InKRay plug-in for Python.

Run in pvpython with the plug-in's folder (lib/InKRay) on PYTHONPATH:

    from inkray import vtkTetRayCastMapper

The wheel `inkray`, which needs no ParaView, has a package of the same name with MeshVolume and Isosurface;
the one that comes first on sys.path is imported.
"""
# The base classes must be imported first.
import vtkmodules.vtkCommonCore
import vtkmodules.vtkRenderingVolume
import vtkmodules.vtkRenderingVolumeOpenGL2

from .InKRayFilters import *
from .InKRayRendering import *
try:
    # The representation derives from ParaView's class, which a plain VTK Python lacks.
    import paraview.modules.vtkRemotingViews
    from .InKRayRepresentations import *
except ImportError:
    pass


def __getattr__(name):
    if name in ("Camera", "InvalidInput", "Isosurface", "Light", "MeshVolume"):
        raise AttributeError(
            f"{name} is in the wheel inkray, and this is the package of InKRay's plug-in for ParaView, "
            f"{__file__}. "
            "Run another Python than pvpython, or take the plug-in's folder off PYTHONPATH."
        )
    raise AttributeError(f"module 'inkray' has no attribute {name!r}")
