# SPDX-License-Identifier: BSD-3-Clause
"""State files of isosurfaces, as XML and as Python, restore the picture and the settings, also in a new
program."""
from paraview import simple

import iso_testing as iso
import session_testing

SETTINGS = {
    'Isosurfaces': [120.0, 0.4, 1.0, 1.0, 0.9, 0.2, 0.1, 170.0, 1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 140.0, 0.7, 0.0,
                    0.0, 1.0, 1.0, 1.0], 'Isovalues': [120.0, 170.0, 140.0],
    'IsosurfaceOpacities': [0.4, 1.0, 0.7], 'IsosurfaceDevice': 'CPU', 'IsosurfacePipeline': 'Multi-Kernel',
    'IsosurfaceCompaction': 'InKCollate',
    'IsosurfaceImageSampleDistance': 0.5, 'IsosurfaceAutoAdjust': 0, 'IsosurfaceSmoothNormals': 0,
    'IsosurfaceMaximumImageSampleDistance': 3.0, 'IsosurfaceEarlyTermination': 0.01, 'Specular': 0.5,
    'UseCropping': 1, 'CroppingScale': [1.0, 0.8, 1.0], 'Opacity': 0.9
}


def make(view):
    iso.show(simple.Wavelet(), view, color=('POINTS', 'RTData'), **SETTINGS)


def examine(check, kind, view):
    display = [d for d in view.Representations if hasattr(d, 'Isovalues')][0]
    check(display.Representation == iso.TYPE, kind + ': the representation type')
    check(list(display.IsosurfaceArray) == ['POINTS', 'RTData'], kind + ': the isosurface array')
    for name, value in SETTINGS.items():
        loaded = getattr(display, name)
        loaded = list(loaded) if isinstance(value, list) else loaded
        check(loaded == value or isinstance(value, float) and abs(loaded - value) < 1e-6,
              '%s: %s is %s' % (kind, name, loaded))


session_testing.states(__file__, 'iso_state', make, examine)
