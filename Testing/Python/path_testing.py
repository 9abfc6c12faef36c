# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of Isosurface (Path Traced) share beside raycast_testing: the report, and refining as
ParaView's window does it."""
from paraview import simple

import raycast_testing as t

TYPE = 'Isosurface (Path Traced)'


def rows(display):
    texts = list(t.information(display, 'PathTraceReport'))
    return dict(zip(texts[0::3], texts[1::3]))


def render(view, display):
    """A still by itself; the number of samples that it has."""
    simple.Render(view)
    return int(rows(display)['samples'])


def refine(display, on):
    """As ParaView's window does: scripts have no name for the property, which no state keeps."""
    display.SMProxy.GetProperty('PathTraceRefine').SetElement(0, on)
    display.SMProxy.UpdateVTKObjects()


def unfinished(display):
    """What pqRefineRendering asks after a frame."""
    told = display.SMProxy.GetProperty('PathTraceUnfinished')
    told.GetParent().InvokeCommand('PathTraceFindUnfinished')
    told.GetParent().UpdatePropertyInformation(told)
    return told.GetElement(0)


def read_png(name):
    """As raycast_testing.image has a view."""
    from paraview.vtk.util import numpy_support
    from vtkmodules.vtkIOImage import vtkPNGReader
    reader = vtkPNGReader()
    reader.SetFileName(name)
    reader.Update()
    width, height, _ = reader.GetOutput().GetDimensions()
    return numpy_support.vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars()).reshape(
        height, width, -1)[:, :, :3].astype(float) / 255.0
