# SPDX-License-Identifier: BSD-3-Clause
"""Run by ParaView's window at its start: shows an isosurface, path traced, and writes a line for each frame of the view into INKRAY_TEST_FRAMES: samples of its
picture, and whether it is unfinished."""
import os

from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')
display = simple.Show(simple.Wavelet(WholeExtent=[-8, 8] * 3), view)
display.ColorArrayName = [None, '']
display.SetRepresentationType('Isosurface (Path Traced)')
display.IsosurfaceDevice = os.environ['INKRAY_TEST_DEVICE'].upper()
display.PathTraceLight, display.PathTraceSamples = 'Sky', 12
view.ResetCamera()


def end(*_):
    display.SMProxy.UpdatePropertyInformation()
    rows = list(display.PathTraceReport)
    rows = dict(zip(rows[0::3], rows[1::3]))
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(rows.get('samples', ''), rows.get('new samples', ''), rows.get('image width', ''), sep='\t', file=file)


view.SMProxy.AddObserver('EndEvent', end)
