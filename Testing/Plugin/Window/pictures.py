# SPDX-License-Identifier: BSD-3-Clause
"""Pictures of the view, as ParaView's own tests take them."""
from paraview import simple
from paraview.modules.vtkRemotingViews import vtkSMUtilities


def take(file):
    """Writes a picture of the active view: 300 x 300 pixels, with text for 72 pixels per inch."""
    view = simple.GetActiveView()
    size, dots = list(view.ViewSize), view.PPI
    view.ViewSize, view.PPI = [300, 300], 72
    image = view.SMProxy.CaptureWindow(1)
    view.ViewSize, view.PPI = size, dots
    vtkSMUtilities.SaveImage(image, file)
