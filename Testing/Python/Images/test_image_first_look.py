# SPDX-License-Identifier: BSD-3-Clause
"""Regression images of a user's first look: data opened, a representation chosen, nothing else. Meshes with
sizes from 1e-9 to 1e7 look the same."""
import os

from paraview import simple

import image_testing as images
import raycast_testing as t

same = images.Baselines()
t.load_plugin()
view = images.new_view([150, 125])


def meet(source, name, kind=t.TYPE):
    """Show the source with all defaults and compare its picture with the baseline."""
    display = images.on_device(simple.Show(source, view))
    display.SetRepresentationType(kind)
    images.look(view, (2.2, -3.6, 2.6), 1.1)
    same(view, name)
    simple.Hide(source, view)


def scaled(source, factor):
    out = simple.Transform(Input=source)
    out.Transform.Scale = [factor] * 3
    return out


def halves():
    return [simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[low, low + 6, -6, 6, -6, 6]))
            for low in (-6, 0)]


tets = t.wavelet_tets(7)
for factor in (1.0, 1e-9, 1e7):
    meet(scaled(tets, factor), 'ParaViewVolumeFirstLook')
for factor in (1.0, 1e-9, 1e7):
    meet(simple.GroupDatasets(Input=[scaled(half, factor) for half in halves()]),
         'ParaViewVolumeFirstLookBlocks')

# One value everywhere, as at the start of many simulations.
constant = simple.Calculator(Input=tets, ResultArrayName='start', Function='0*RTData+0.25')
meet(simple.PassArrays(Input=constant, PointDataArrays=['start']), 'ParaViewVolumeFirstLookConstant')

# The blunt fin of NASA, whose cells differ in size by several powers of ten; its arrays are density, momentum
# and energy.
here = os.path.dirname(os.path.abspath(__file__))
folder = os.environ.get('INKRAY_SHARED_DATA', os.path.join(here, '..', '..', '..', '..', 'shared', 'data'))
file = os.path.join(folder, 'bluntfin_tets.vtu')
if os.path.exists(file):
    meet(simple.XMLUnstructuredGridReader(FileName=[file]), 'ParaViewVolumeFirstLookBluntFin')
else:
    print('  not drawn: ParaViewVolumeFirstLookBluntFin, because there is no ' + file)

meet(simple.Wavelet(), 'ParaViewIsosurfaceFirstLook', 'Isosurface (Ray Cast)')
same.done()
