# SPDX-License-Identifier: BSD-3-Clause
"""In ParaView's window: changes that wait for data are made when the data come. The data come while a view is
drawn. The window then leaves all changes out of undo, as it does where a state is restored."""
from paraview import simple

import raycast_testing as t
import window_testing

with window_testing.checks() as check:
    view = simple.GetActiveViewOrCreate('RenderView')
    mesh = t.wavelet_tets(6)

    # A preset is chosen for a display that has not been shown yet.
    preset = simple.Show(simple.PassArrays(Input=mesh, PointDataArrays=['RTData']), view)
    preset.Visibility = 0
    preset.SetRepresentationType(t.TYPE)
    simple.ColorBy(preset, ('POINTS', 'RTData'))
    preset.RayCastOpacityPreset = 'Layers'
    check((len(preset.ScalarOpacityFunction.Points) // 4) == 2,
          'nothing is known of the data yet: %s' % list(preset.ScalarOpacityFunction.Points))
    preset.Visibility = 1
    simple.Render(view)
    opacities = list(preset.ScalarOpacityFunction.Points)[1::4]
    check(sum(opacity > 0 for opacity in opacities) == 4,
          'four layers when the data are shown: %s' % opacities)
    preset.Visibility = 0

    # Gradient opacity is turned on where there is no gradient.
    values = simple.Calculator(Input=mesh, ResultArrayName='value', Function='0 * RTData + 1')
    gradient = simple.Show(values, view)
    gradient.SetRepresentationType(t.TYPE)
    simple.ColorBy(gradient, ('POINTS', 'value'))
    gradient.UseGradientOpacity = 1
    simple.Render(view)
    fitted = lambda: list(gradient.GradientOpacityFunction.Points)[0::4]  # noqa: E731
    check(fitted() == [0.0, 1.0], 'no gradient: not fitted: %s' % fitted())
    values.Function = 'RTData'
    simple.Render(view)
    gradient.ScalarOpacityUnitDistance = 2.0
    simple.Render(view)
    check(fitted()[-1] > 10, 'other data have one: fitted to %s' % fitted())
