# SPDX-License-Identifier: BSD-3-Clause
"""Run in ParaView's window: each problem of a display is announced once, not again in the next frames, and in
the same way as a problem of a stock filter.

VTK announces each warning as a text and as a warning. So it stands twice in Output Messages."""
from vtkmodules.vtkCommonCore import vtkOutputWindow

import window_testing
from paraview import simple

events = []
output = vtkOutputWindow.GetInstance()
for name in ('MessageEvent', 'TextEvent', 'WarningEvent', 'ErrorEvent'):
    output.AddObserver(name, lambda _, event: events.append(event))


def told(act):
    """Returns the events that are announced while something is done and drawn."""
    events.clear()
    act()
    simple.Render(view)
    window_testing.handle_events()
    return list(events)


with window_testing.checks() as check:
    view = simple.GetActiveViewOrCreate('RenderView')
    wavelet = simple.Wavelet(WholeExtent=[-4, 4] * 3)
    stock = simple.Calculator(Input=wavelet, Function='nosuch * 2')
    of_stock = told(stock.UpdatePipeline)[-2:]
    check(of_stock == ['MessageEvent', 'WarningEvent'], 'a stock filter: %s' % of_stock)
    display = simple.Show(simple.Tetrahedralize(Input=wavelet), view)
    display.SetRepresentationType('Volume (Ray Cast)')
    display.RayCastDevice = 'CPU'
    check(told(lambda: simple.ColorBy(display, ('POINTS', 'RTData'))) == [], 'nothing to say: %s' % events)

    def without_array():
        display.UseThreshold, display.ThresholdArray = 1, ['POINTS', 'gone']

    check(told(without_array) == ['MessageEvent', 'ErrorEvent'], 'an error once: %s' % events)
    check(told(lambda: None) == [], 'not again: %s' % events)
    display.UseThreshold = 0

    def clear():
        display.ScalarOpacityFunction.Points = [1000, 0, 0.5, 0, 2000, 1, 0.5, 0]

    check(told(clear) == of_stock, 'a warning once: %s' % events)
    check(told(lambda: setattr(view, 'Background', [0, 0, 0])) == [], 'not again: %s' % events)
