# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's window runs this at its start. It shows an isosurface that a pvserver traces, on one core and
with many bounces: each frame then takes long enough for the server to tell of its progress. It writes a line
into INKRAY_TEST_FRAMES for each frame of the view: samples of its picture, new ones, and the width of the
image."""
import os

from paraview import simple

import session_testing

cores = os.sched_getaffinity(0)
os.sched_setaffinity(0, {min(cores)})  # the server inherits this core
server, port = session_testing.start_server()
os.sched_setaffinity(0, cores)
simple.Connect('127.0.0.1', port)
simple.LoadPlugin(os.environ['INKRAY_PLUGIN'], remote=True, ns=globals())
view = simple.GetActiveViewOrCreate('RenderView')
view.RemoteRenderThreshold = 0.0
display = simple.Show(simple.Wavelet(WholeExtent=[-40, 40] * 3), view)
display.ColorArrayName = [None, '']
display.SetRepresentationType('Isosurface (Path Traced)')
display.IsosurfaceDevice = os.environ['INKRAY_TEST_DEVICE'].upper()
display.PathTraceLight, display.PathTraceBounces, display.PathTraceSamples = 'Sky', 64, 6
view.ResetCamera()


def end(*_):
    display.SMProxy.UpdatePropertyInformation()
    rows = list(display.PathTraceReport)
    rows = dict(zip(rows[0::3], rows[1::3]))
    with open(os.environ['INKRAY_TEST_FRAMES'], 'a') as file:
        print(rows.get('samples', ''), rows.get('new samples', ''), rows.get('image width', ''), sep='\t',
              file=file)


view.SMProxy.AddObserver('EndEvent', end)
