# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It shows a path-traced isosurface on a page, which another page
with the same isosurface then covers. It writes a line for each frame of the visible view into
INKRAY_TEST_FRAMES, as refined_frames.py does. The hidden view has frames to come and must not keep the
visible one waiting. Neither must a view that is closed while it has frames to come."""
import os

from paraview import simple

wavelet = simple.Wavelet(WholeExtent=[-8, 8] * 3)


def show(view):
    display = simple.Show(wavelet, view)
    display.ColorArrayName = [None, '']
    display.SetRepresentationType('Isosurface (Path Traced)')
    display.IsosurfaceDevice = os.environ['INKRAY_TEST_DEVICE'].upper()
    display.PathTraceLight, display.PathTraceSamples = 'Sky', 12
    view.ResetCamera()
    return display


covered = simple.GetActiveViewOrCreate('RenderView')
hidden = show(covered)
hidden.PathTraceSamples = 65536
simple.Render(covered)
# A view with frames to come is closed: nobody draws it any more.
page = simple.CreateLayout('closed')
closed = simple.CreateRenderView()
simple.AssignViewToLayout(view=closed, layout=page)
show(closed).PathTraceSamples = 65536
simple.Render(closed)
simple.Delete(closed)
simple.RemoveLayout(page)
del closed
page = simple.CreateLayout('seen')
view = simple.CreateRenderView()
simple.AssignViewToLayout(view=view, layout=page)
simple.SetActiveView(view)
display = show(view)


def end(*_):
    display.SMProxy.UpdatePropertyInformation()
    rows = list(display.PathTraceReport)
    rows = dict(zip(rows[0::3], rows[1::3]))
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(rows.get('samples', ''), rows.get('new samples', ''), rows.get('image width', ''), sep='\t',
              file=file)


view.SMProxy.AddObserver('EndEvent', end)
