# SPDX-License-Identifier: BSD-3-Clause
"""State files restore Solid Color with the opacity of the array before, which nothing else records, and
choose nothing themselves."""
from paraview import simple

import raycast_testing as t
import session_testing


def make(view):
    tets = simple.Calculator(Input=t.wavelet_tets(6), ResultArrayName='mirrored', Function='300-RTData')
    display = t.show(tets, view, ('POINTS', 'mirrored'))
    simple.GetOpacityTransferFunction('mirrored').Points = [
        30.0, 0.0, 0.5, 0.0, 120.0, 0.0, 0.5, 0.0, 270.0, 0.9, 0.5, 0.0]
    display.SetScalarColoring('', 0)
    display.DiffuseColor = [0.2, 1.0, 0.6]


def examine(check, kind, view):
    display = [d for d in view.Representations if hasattr(d, 'RayCastMapper')][0]
    check(display.Representation == t.TYPE and not display.ColorArrayName[1], kind + ': Solid Color')
    check(list(display.OpacityArrayName) == ['POINTS', 'mirrored'], kind + ': the opacity array')


session_testing.states(__file__, 'solid_state', make, examine)
