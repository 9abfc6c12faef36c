# SPDX-License-Identifier: BSD-3-Clause
"""The mapper HAVS of Volume (Ray Cast): the picture of the ray caster, its report, and what it leaves out."""
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
tets = t.wavelet_tets(5)
display = t.show(tets, view)
mappers = list(display.GetProperty('RayCastMapper').GetAvailable())
check(mappers[:2] == ['InKRay Ray Caster (default)', 'HAVS'] and len(mappers) == 6,
      'it is listed between ours and the stock ones: %s' % mappers)
ours = t.image(view)
with t.Messages() as said:
    display.RayCastMapper = 'HAVS'
    picture = t.image(view)
rows = t.report(display)
t.save(picture, 'havs')
check(said.text() == '' and t.remarks(display, 'problem') == '', 'no messages: %s' % said.text())
check(rows['drawn by'] == 'HAVS' and rows['rays'] > 1000, 'HAVS draws: %s' % rows['drawn by'])
check(rows['late rays'] <= 0.002 * rows['rays'], 'late rays: %d of %d' % (rows['late rays'], rows['rays']))
check.near(picture, ours, 0.0005, 2 / 255, 'as the ray caster',
           outline=rows['late rays'] / (t.SIZE[0] * t.SIZE[1]))
check(rows['faces'] > 2 * rows['tetrahedra'] > 5000 and rows['left out faces'] == 0,
      'faces: %d of %d tetrahedra' % (rows['faces'], rows['tetrahedra']))
check(rows['mesh uploads'] == 1, 'the mesh went to the device once')

# k-buffers of 2 and 6 entries; the level of detail applies to interactive frames.
display.RayCastHavsBuffer = '2 Entries'
small = t.image(view)
two = t.report(display)
check(two['late fragments'] >= rows['late fragments'] and two['fragments'] == rows['fragments'],
      'a k-buffer of 2: %d late fragments, one of 6: %d' % (two['late fragments'], rows['late fragments']))
check(two['unsorted fragments'] == rows['unsorted fragments'],
      'the order of the centroids is the same: %d unsorted fragments' % two['unsorted fragments'])
check.near(small, picture, 0.002, 2 / 255, 'no more pixels differ than are counted',
           outline=(two['late rays'] + rows['late rays']) / (t.SIZE[0] * t.SIZE[1]))
display.RayCastHavsBuffer = '6 Entries'
display.RayCastHavsTargetTime = 0.00001
t.image(view)
view.SMProxy.InteractiveRender()
view.SMProxy.InteractiveRender()
moving = t.report(display)
check(moving['left out faces'] > 0.5 * moving['faces'] and moving['fragments'] < 0.5 * rows['fragments'],
      'while the camera is turned: %d of %d faces left out' % (moving['left out faces'], moving['faces']))
check.near(t.image(view), picture, 0, 0, 'stills have all faces')
display.RayCastHavsTargetTime = 0.0

# Cell values, and Solid Color.
cells = simple.PointDatatoCellData(Input=tets)
simple.Hide(tets, view)
of_cells = t.show(cells, view, ('CELLS', 'RTData'), camera=False)
by_rays = t.image(view)
of_cells.RayCastMapper = 'HAVS'
check.near(t.image(view), by_rays, 0.0005, 2 / 255, 'values of cells', outline=0.001)
check(t.lit(by_rays) > 0.1 and t.report(of_cells)['drawn by'] == 'HAVS', 'values of cells: seen')
simple.ColorBy(of_cells, None)
solid = t.image(view)
of_cells.RayCastMapper = 'InKRay Ray Caster (default)'
check.near(solid, t.image(view), 0.0005, 2 / 255, 'Solid Color', outline=0.001)
of_cells.Visibility = 0
display.Visibility = 1

# HAVS names what it cannot show, and draws the rest.
picture = t.image(view)
display.Shade = 1
display.RayCastIsovalues = [150.0]
display.UseSlices = 1
display.UseThreshold = 1
display.ThresholdArray = ['POINTS', 'RTData']
display.ThresholdRange = [100.0, 150.0]
display.UseCropping = 1
display.BlendMode = 'Maximum Intensity'
with t.Messages() as said:
    left_out = t.image(view)
check.near(left_out, picture, 0, 0, 'what it cannot show is left out')
note = t.remarks(display, 'note')
check(all(name in note for name in ('light', 'the blend mode', 'isosurfaces', 'slices', 'cropping',
                                    'the threshold', 'InKRay Ray Caster')) and note.count('leaves out') == 1,
      'and said: %s' % note)
check(said.text() == '', 'without a message: %s' % said.text())
display.Shade = display.UseSlices = display.UseThreshold = display.UseCropping = 0
display.RayCastIsovalues = []
display.BlendMode = 'Composite'
display.RayCastMapper = 'InKRay Ray Caster (default)'
check.near(t.image(view), picture, 0.0005, 2 / 255, 'the ray caster again')
check(t.report(display)['drawn by'] == 'InKRay Ray Caster', 'and it says so')
check.done()
