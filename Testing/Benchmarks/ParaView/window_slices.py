# SPDX-License-Identifier: BSD-3-Clause
"""Measures what slices, and the plane with which the panel moves them, cost a frame of a volume in ParaView's
window.

    Testing/Python/with_display.sh Testing/Plugin/Window/window_test.sh paraview $PWD/build/lib/InKRay
    Testing/Benchmarks/ParaView/window_slices.py

Turns 975,560 tetrahedra as Volume (Ray Cast) on the CPU: without slices; with one in the volume and its plane
in the view; and with that slice alone while another source is chosen, so that the plane is hidden. Prints
medians in milliseconds, of interactive frames and of stills.
"""
import statistics
import time

import window_testing
from paraview import simple

FRAMES, STILLS, ROUNDS = 12, 5, 3


def handle_events(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        window_testing.handle_events()
        time.sleep(0.005)


def median(view, render, number):
    times = []
    for _ in range(number):
        view.GetActiveCamera().Azimuth(5)
        begin = time.perf_counter()
        render()
        times.append(1e3 * (time.perf_counter() - begin))
    return statistics.median(times)


def turn(view):
    handle_events(1.0)
    median(view, view.SMProxy.InteractiveRender, 4)  # the pace of this content
    return (median(view, view.SMProxy.InteractiveRender, FRAMES),
            median(view, view.SMProxy.StillRender, STILLS))


with window_testing.checks() as check:
    window = simple.GetActiveViewOrCreate('RenderView')
    source = simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-29, 29] * 3))
    simple.SetActiveSource(source)
    display = simple.Show(source, window)
    simple.ColorBy(display, ('POINTS', 'RTData'))
    display.SetRepresentationType('Volume (Ray Cast)')
    display.RayCastDevice = 'CPU'
    simple.Render(window)
    handle_events(2.0)
    for _ in range(ROUNDS):
        display.UseSlices = 0
        print('without slices       %4.0f, still %5.0f' % turn(window))
        display.UseSlices = 1
        print('a slice, its plane   %4.0f, still %5.0f' % turn(window))
        simple.SetActiveSource(None)
        print('a slice, no plane    %4.0f, still %5.0f' % turn(window))
        simple.SetActiveSource(source)
    check(True, 'measured')
