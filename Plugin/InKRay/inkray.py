# SPDX-License-Identifier: BSD-3-Clause
"""The classes of the InKRay plug-in for Python.

Run in pvpython with the plug-in's folder (lib/InKRay) on PYTHONPATH:

    from inkray import vtkTetRayCastMapper
"""
# The base classes have to be known first.
import vtkmodules.vtkCommonCore
import vtkmodules.vtkRenderingVolume
import vtkmodules.vtkRenderingVolumeOpenGL2

from .InKRayFilters import *
from .InKRayRendering import *
try:
    # The representation derives from ParaView's; absent in a plain VTK Python.
    import paraview.modules.vtkRemotingViews
    from .InKRayRepresentations import *
except ImportError:
    pass
