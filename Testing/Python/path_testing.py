# SPDX-License-Identifier: BSD-3-Clause
"""Common parts of tests of Isosurface (Path Traced), beside raycast_testing: the report, and refining as
ParaView's window does it."""
from paraview import simple

import raycast_testing as t

TYPE = 'Isosurface (Path Traced)'


def rows(display):
    texts = list(t.information(display, 'PathTraceReport'))
    return dict(zip(texts[0::3], texts[1::3]))


def render(view, display):
    """Draw a still, and return its number of samples."""
    simple.Render(view)
    return int(rows(display)['samples'])


def refine(display, on):
    """Turn refining on or off, as ParaView's window does: the property has no name in scripts, and no state
    keeps it."""
    display.SMProxy.GetProperty('PathTraceRefine').SetElement(0, on)
    display.SMProxy.UpdateVTKObjects()


def unfinished(display):
    """The number of missing samples, as pqRefineRendering asks for it after a frame."""
    told = display.SMProxy.GetProperty('PathTraceUnfinished')
    told.GetParent().InvokeCommand('PathTraceFindUnfinished')
    told.GetParent().UpdatePropertyInformation(told)
    return told.GetElement(0)


def read_png(name):
    """A PNG file in the form of raycast_testing.image."""
    from paraview.vtk.util import numpy_support
    from vtkmodules.vtkIOImage import vtkPNGReader
    reader = vtkPNGReader()
    reader.SetFileName(name)
    reader.Update()
    width, height, _ = reader.GetOutput().GetDimensions()
    return numpy_support.vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars()).reshape(
        height, width, -1)[:, :, :3].astype(float) / 255.0
