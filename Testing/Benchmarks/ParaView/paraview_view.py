# SPDX-License-Identifier: BSD-3-Clause
"""The view in which benchmarks measure frames."""
import os

from paraview import simple


def square_view(plugin, size):
    """Loads the plug-in. Returns a view of `size` x `size` pixels without orientation axes and FXAA. The
    first frame leaves the view's camera where it is."""
    simple._DisableFirstRenderCameraReset()
    simple.LoadPlugin(os.path.abspath(plugin), remote=False, ns=globals())
    view = simple.CreateView("RenderView")
    view.ViewSize = [size, size]
    view.OrientationAxesVisibility = view.UseFXAA = 0
    return view
