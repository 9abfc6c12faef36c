# SPDX-License-Identifier: BSD-3-Clause
"""Isosurface (Path Traced) on a pvserver of two ranks, with all surfaces on one of them: the view refines
until the picture has all samples, whichever rank draws. A volume without a surface looks as in one process:
the boxes of the ranks are blended in order."""
from paraview import simple

import path_testing as path
import raycast_testing as t
import session_testing



def fog():
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    view.CompressorConfig = 'NULL'
    box = simple.Wavelet(WholeExtent=[-6, 6] * 3)
    display = simple.Show(box, view)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.SetRepresentationType(path.TYPE)
    display.PathTraceSamples, display.PathTraceLight, display.PathTraceIncludeVolume = 4, 'Sky', 1
    display.Isovalues = []
    display.ScalarOpacityUnitDistance = 4.0
    colors = simple.GetColorTransferFunction('RTData')
    colors.RescaleTransferFunction(60.0, 270.0)
    simple.GetOpacityTransferFunction('RTData').RescaleTransferFunction(60.0, 270.0)
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [20, 30, 20], [0, 0, 0], [0, 0, 1]
    picture = t.image(view)
    simple.Delete(view)
    return picture


def refines():
    view = t.new_view()
    view.RemoteRenderThreshold = 0.0
    view.CompressorConfig = 'NULL'
    box = simple.Wavelet(WholeExtent=[-6, 6] * 3)
    field = simple.Calculator(Input=box, ResultArrayName='height', Function='coordsZ + 0.3*coordsX')
    display = simple.Show(field, view)
    display.ColorArrayName = [None, '']
    display.SetRepresentationType(path.TYPE)
    display.IsosurfaceArray = ['POINTS', 'height']
    display.PathTraceSamples = 40
    view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [20, 20, 20], [0, 0, 0], [0, 0, 1]
    for height in (-4.5, 4.5):
        display.Isovalues = [height]
        path.refine(display, 0)
        whole = t.image(view)
        t.save(whole, 'path_trace_ranks_%g' % height)
        check(t.lit(whole) > 0.05, 'a picture of the surface at %g' % height)
        path.refine(display, 1)
        display.PathTraceBounces = 3
        view.SMProxy.InteractiveRender()
        display.PathTraceBounces = 4
        view.SMProxy.InteractiveRender()
        check(path.unfinished(display) == 39, 'at %g: one sample is not all, whichever rank has it' % height)
        frames = 0
        while path.unfinished(display) and frames < 45:
            simple.Render(view)
            frames += 1
        check(0 < frames < 45, 'at %g: refined to the end in %d frames' % (height, frames))
        check.near(t.image(view), whole, 0, 0, 'at %g: the same picture as at once' % height)


check = t.Checks()
t.load_plugin()
alone = fog()
t.save(alone, 'path_trace_ranks_fog_alone')
with session_testing.running_server(check, ranks=2) as (server, port):
    simple.Connect('127.0.0.1', port)
    t.load_plugin(remote=True)
    t.load_plugin(remote=False)
    refines()
    both = fog()
    t.save(both, 'path_trace_ranks_fog')
    check(t.lit(alone) > 0.2, 'a volume')
    check.near(both, alone, 0.004, 0.02, 'the volume of two ranks is that of one process')
    check(server.poll() is None, 'the server runs')
    session_testing.disconnect()
check.done()
