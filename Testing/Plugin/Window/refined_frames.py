# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It shows a path-traced isosurface and writes a line for each
frame of the view into INKRAY_TEST_FRAMES. The line has the samples of the picture, the added samples, the
width, and how many frames have begun while the server was busy. The server is busy after each frame that
leaves samples to come."""
import os

import busy_server
from paraview import simple

view = simple.GetActiveViewOrCreate('RenderView')
display = simple.Show(simple.Wavelet(WholeExtent=[-8, 8] * 3), view)
display.ColorArrayName = [None, '']
display.SetRepresentationType('Isosurface (Path Traced)')
display.IsosurfaceDevice = os.environ['INKRAY_TEST_DEVICE'].upper()
display.PathTraceLight, display.PathTraceSamples = 'Sky', 12
view.ResetCamera()


busy = False
begun = 0


def begin(*_):
    global begun
    begun += busy


def end(*_):
    global busy
    display.SMProxy.UpdatePropertyInformation()
    rows = list(display.PathTraceReport)
    rows = dict(zip(rows[0::3], rows[1::3]))
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(rows.get('samples', ''), rows.get('new samples', ''), rows.get('image width', ''), begun,
              sep='\t', file=file)
    if not busy and 0 < int(rows.get('samples') or 0) < 12:
        busy = True
        busy_server.handle_events(0.2)
        busy = False


view.SMProxy.AddObserver('StartEvent', begin)
view.SMProxy.AddObserver('EndEvent', end, -1.0)  # after any observer that refines the picture
