# SPDX-License-Identifier: BSD-3-Clause
"""Run in ParaView's window: a volume around path-traced isosurfaces is refined as the surfaces alone are, by
frames that nobody asks for, whatever else the window draws."""
import time

from paraview import simple

import raycast_testing as t
import window_testing

SAMPLES = 6


def samples(display):
    return int(float(t.report(display).get('samples') or 0))


def refined(display, view, seconds=60):
    """Returns the samples of the picture, once it has all of them or the time has passed."""
    simple.Render(view)
    end = time.monotonic() + seconds
    while samples(display) < SAMPLES and time.monotonic() < end:
        window_testing.handle_events()
        time.sleep(0.02)
    return samples(display)


with window_testing.checks() as check:
    view = simple.GetActiveViewOrCreate('RenderView')
    image = simple.Wavelet(WholeExtent=[-4, 4] * 3)
    display = simple.Show(image, view)
    display.SetRepresentationType('Isosurface (Path Traced)')
    display.PathTraceSamples = SAMPLES
    simple.ColorBy(display, ('POINTS', 'RTData'))
    view.ResetCamera()
    check(refined(display, view) == SAMPLES, 'the surfaces alone: %d samples' % samples(display))
    display.PathTraceIncludeVolume = 1
    check(refined(display, view) == SAMPLES, 'with the volume around them: %d samples' % samples(display))
