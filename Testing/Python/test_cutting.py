# SPDX-License-Identifier: BSD-3-Clause
"""Cuts of a volume by properties of the display: a threshold of cells as the filter Threshold, inside or
outside a box as the filter Clip, and slices as the filter Slice."""
import numpy as np
from paraview import simple

import raycast_testing as t

check = t.Checks()
t.load_plugin()

# A threshold shows the cells that the filter Threshold keeps, for any array.
view = t.new_view()
mesh = t.with_arrays(t.wavelet_tets(6), '''
data.PointData.append(np.sin(p[:, 0] * 0.7) + 0.2 * p[:, 1], 'waves')
data.PointData.append(np.stack([p[:, 2], p[:, 0], p[:, 1]], axis=1), 'vectors')
data.PointData.append(np.sqrt((p ** 2).sum(axis=1)), 'lengths')
data.CellData.append((np.arange(self.GetOutput().GetNumberOfCells()) * 37 % 101).astype(np.int32), 'numbers')
''')
display = t.show(mesh, view)
points = (list(simple.GetOpacityTransferFunction('RTData').Points),
          list(simple.GetColorTransferFunction('RTData').RGBPoints))
whole = t.image(view)
check(display.UseThreshold == 0, 'off at first')
before = t.counters(display)
for array, component, of_filter, low, high in ((['POINTS', 'waves'], 0, ['POINTS', 'waves'], -0.5, 1.0),
                                               (['CELLS', 'numbers'], 0, ['CELLS', 'numbers'], 20, 70),
                                               (['POINTS', 'RTData'], 0, ['POINTS', 'RTData'], 120, 250),
                                               (['POINTS', 'vectors'], 3, ['POINTS', 'lengths'], 2, 7)):
    display.UseThreshold = 1
    display.ThresholdArray = array
    display.ThresholdComponent = component
    display.ThresholdRange = [low, high]
    shown = t.image(view)
    simple.Hide(mesh, view)
    cells = simple.Threshold(Input=mesh, Scalars=of_filter, LowerThreshold=low, UpperThreshold=high)
    other = simple.Show(cells, view)
    simple.ColorBy(other, ('POINTS', 'RTData'))
    other.SetRepresentationType(t.TYPE)
    other.ScalarOpacityUnitDistance = 4.0
    simple.GetOpacityTransferFunction('RTData').Points, simple.GetColorTransferFunction(
        'RTData').RGBPoints = (points)
    check.near(shown, t.image(view), 0.0002, 3 / 255,
               '%s from %g to %g: the cells of the filter' % (array[1], low, high))
    check(t.difference(shown, whole)[0] > 0.01, '%s: others than before' % array[1])
    simple.Delete(other)
    simple.Delete(cells)
    simple.Show(mesh, view)
t.save(shown, 'threshold')
after = t.counters(display)
check(after['meshes'] == before['meshes'] and after['values'] == before['values'],
      'the mesh and its values stayed: %s' % after)
display.UseThreshold = 0
check.near(t.image(view), whole, 0, 0, 'off again')

# Resetting the range gives the range of the array, as at first.
display.ThresholdArray = ['CELLS', 'numbers']
display.ThresholdComponent = 0
display.SMProxy.GetProperty('ThresholdRange').ResetToDomainDefaults()
check(list(display.ThresholdRange) == [0.0, 100.0], 'the whole range: %s' % list(display.ThresholdRange))
display.UseThreshold = 1
check.near(t.image(view), whole, 0, 0, 'which shows all cells')

# A range that no cell meets shows nothing. Each invalid range or array gives one message, and the session
# goes on.
black = np.zeros_like(whole)
with t.Messages() as said:
    display.ThresholdRange = [500.0, 600.0]
    shown = t.image(view)
check.near(shown, black, 0, 0, 'a range without cells shows nothing')
check(said.text() == '', 'and says nothing: ' + said.text())
check("of the array 'numbers' (0 to 100)" in t.remarks(display, 'note'),
      'but for a note: ' + t.remarks(display, 'note'))
for change, words in ((dict(ThresholdRange=[70.0, 20.0]),
                       'The range of the threshold is empty; give its lower end first.'),
                      (dict(ThresholdArray=['POINTS', 'nowhere']), "There is no array of numbers 'nowhere' "
                       "on the points to threshold by; choose another one.")):
    with t.Messages() as said:
        for name, value in change.items():
            setattr(display, name, value)
        shown = t.image(view)
        t.image(view)
    check.near(shown, black, 0, 0, '%s: nothing is drawn' % change)
    check(said.count(words) == 1 and words in t.remarks(display, 'problem'),
          '%s: one message: %s' % (change, said.text()))
    display.ThresholdArray = ['CELLS', 'numbers']
    display.ThresholdRange = [0.0, 100.0]
    check.near(t.image(view), whole, 0, 0, 'and back')
display.UseThreshold = 0
simple.Hide(mesh, view)

# An array that is missing at a later time step, and comes back.
steps = simple.ProgrammableFilter(Input=mesh)
steps.RequestInformationScript = '''
info = self.GetOutputInformation(0)
info.Set(self.GetExecutive().TIME_STEPS(), [0.0, 1.0], 2)
info.Set(self.GetExecutive().TIME_RANGE(), [0.0, 1.0], 2)
'''
steps.Script = '''
info = self.GetOutputInformation(0)
key = self.GetExecutive().UPDATE_TIME_STEP()
self.GetOutput().ShallowCopy(self.GetInputDataObject(0, 0))
if info.Has(key) and info.Get(key) > 0.5:
    self.GetOutput().GetPointData().RemoveArray('waves')
'''
simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
view.ViewTime = 0.0
later = t.show(steps, view, camera=False)
simple.GetOpacityTransferFunction('RTData').Points, simple.GetColorTransferFunction('RTData').RGBPoints = (
    points)
later.UseThreshold, later.ThresholdArray, later.ThresholdRange = 1, ['POINTS', 'waves'], [-0.5, 1.0]
first = t.image(view)
check(0 < t.difference(first, whole)[0], 'a threshold over time')
with t.Messages() as said:
    view.ViewTime = 1.0
    shown = t.image(view)
    t.image(view)
check.near(shown, black, 0, 0, 'the array is gone')
check(said.count("There is no array of numbers 'waves' on the points to threshold by") == 1,
      'one message: ' + said.text())
view.ViewTime = 0.0
check.near(t.image(view), first, 0, 0, 'it is back')
simple.Delete(later)
simple.Delete(steps)

# The box is that of the filter Clip, which cuts cells too: position, rotation, and a scale of the data's
# bounds.
display = simple.Show(mesh, view)


def clipped(position, rotation, scale, inside):
    """The picture of the part that the filter Clip keeps."""
    clip = simple.Clip(Input=mesh, ClipType='Box')
    clip.ClipType.UseReferenceBounds = 1
    clip.ClipType.Bounds = [-6, 6, -6, 6, -6, 6]
    clip.ClipType.Position, clip.ClipType.Rotation, clip.ClipType.Length = position, rotation, scale
    clip.Exact, clip.Invert = 1, 1 if inside else 0
    other = simple.Show(clip, view)
    simple.ColorBy(other, ('POINTS', 'RTData'))
    other.SetRepresentationType(t.TYPE)
    other.ScalarOpacityUnitDistance = 4.0
    simple.GetOpacityTransferFunction('RTData').Points, simple.GetColorTransferFunction(
        'RTData').RGBPoints = (points)
    picture = t.image(view)
    simple.Delete(other)
    simple.Delete(clip)
    return picture


check(display.UseCropping == 0 and display.CroppingKeepOutside == 0, 'no cropping at first')
for position, rotation, scale in (([1.0, -2.0, 0.5], [0.0, 0.0, 0.0], [0.5, 0.7, 0.8]),
                                  ([1.0, 0.5, -1.0], [20.0, 35.0, -50.0], [0.6, 0.5, 0.7])):
    display.UseCropping = 1
    display.CroppingOrigin, display.CroppingRotation, display.CroppingScale = position, rotation, scale
    for outside in (0, 1):
        display.CroppingKeepOutside = outside
        simple.Show(mesh, view)
        shown = t.image(view)
        simple.Hide(mesh, view)
        t.save(shown, 'cropped_%d_%d' % (rotation[0], outside))
        # Outside of a box, Clip itself is not exact in cells that an edge of the box passes.
        check.near(shown, clipped(position, rotation, scale, not outside),
                   *((0.01, 0.06) if outside else (0.0002, 3 / 255)),
                   'turned by %s, %s: as Clip' % (rotation, 'outside' if outside else 'inside'),
                   outline=0.02 if outside else 0.0, reach=None)
        check(t.difference(shown, whole)[0] > 0.003, 'and another picture than before')
simple.Show(mesh, view)
with t.Messages() as said:
    display.CroppingScale = [1.0, 0.0, 1.0]
    shown = t.image(view)
    t.image(view)
check.near(shown, black, 0, 0, 'a flat box: nothing is drawn')
check(said.count('The cropping box has no volume') == 1, 'and one message: ' + said.text())
display.CroppingScale = [0.5, 0.5, 0.5]
display.RayCastMapper = 'ParaView: Bunyk'
t.image(view)
check('this one ignores them' in t.remarks(display, 'note'),
      'another mapper: a note: ' + t.remarks(display, 'note'))
display.UseCropping = 0
t.image(view)
check('this one ignores them' not in t.remarks(display, 'note'), 'which goes when there is nothing to say')
display.RayCastMapper = 'InKRay Ray Caster (default)'
check.near(t.image(view), whole, 0, 0, 'off again')

# Slices have the colors of the filter Slice, whose light is turned off for the comparison.
display.UseSlices, display.SlicesAlone = 1, 1
check(list(display.SliceOffsets) == [0.0] and list(display.SliceNormal) == [1.0, 0.0, 0.0]
      and display.SliceOpacity == 1.0, 'slices: the defaults')
for origin, normal, offsets in (([1.0, 0.0, -0.5], [1.0, 2.0, -1.0], [0.0]),
                                ([0.0, 0.5, 0.0], [0.5, -0.2, 0.1], [-3.0, 0.5, 2.0])):
    display.SliceOrigin, display.SliceNormal, display.SliceOffsets = origin, normal, offsets
    shown = t.image(view)
    simple.Hide(mesh, view)
    cut = simple.Slice(Input=mesh, SliceOffsetValues=offsets)
    cut.SliceType.Origin, cut.SliceType.Normal = origin, list(np.array(normal) / np.linalg.norm(normal))
    plane = simple.Show(cut, view)
    simple.ColorBy(plane, ('POINTS', 'RTData'))
    plane.Ambient, plane.Diffuse = 1.0, 0.0
    plane.InterpolateScalarsBeforeMapping = 1
    simple.GetOpacityTransferFunction('RTData').Points, simple.GetColorTransferFunction(
        'RTData').RGBPoints = (points)
    check.near(shown, t.image(view), 0.002, 0.02, 'slices at %s: as the filter' % offsets, outline=0.01)
    simple.Delete(plane)
    simple.Delete(cut)
    simple.Show(mesh, view)
t.save(shown, 'slices')
display.SlicesAlone = 0
display.SliceOpacity = 0.5
check(t.difference(t.image(view), whole)[0] > 0.005 and t.difference(t.image(view), shown)[0] > 0.005,
      'in the volume: another picture')
with t.Messages() as said:
    display.SliceNormal = [0.0, 0.0, 0.0]
    shown = t.image(view)
    t.image(view)
check.near(shown, whole, 0.0001, 1.1 / 255, 'without a normal: the volume alone')
check(said.count('A slice is left out: its plane has no normal') == 1, 'and one message: ' + said.text())
display.SliceNormal = [0.0, 0.0, 1.0]
with t.Messages() as said:
    display.SliceOffsets = [float(i) for i in range(40)]
    t.image(view)
    t.image(view)
check(said.count('There are 40 slices; the first 32 are drawn.') == 1,
      'too many: one message: ' + said.text())
display.SliceOffsets = []
check.near(t.image(view), whole, 0, 0, 'no offsets: the volume alone')
display.SliceOffsets = [0.0]
display.BlendMode = 'Maximum Intensity'
t.image(view)
with_slice = t.image(view)
check('not drawn' not in t.remarks(display, 'note'),
      'blend modes beside Composite: ' + t.remarks(display, 'note'))
display.UseSlices = 0
check(t.difference(with_slice, t.image(view))[0] > 0.005, 'and the slice lies over the extremes')
display.UseSlices = 1
display.BlendMode = 'Composite'
display.UseSlices = 0
check.near(t.image(view), whole, 0, 0, 'off again')
simple.Hide(mesh, view)

# Isosurfaces of the mesh alone are cropped as well.
simple.Show(mesh, view)
display.SetRepresentationType('Isosurface (Ray Cast)')
display.UseCropping = 0
surfaces = t.image(view)
parts = []
for outside in (0, 1):
    display.UseCropping, display.CroppingKeepOutside = 1, outside
    display.CroppingOrigin, display.CroppingRotation = [1.0, 0.5, -1.0], [20.0, 35.0, -50.0]
    display.CroppingScale = [0.6, 0.5, 0.7]
    shown = t.image(view)
    t.save(shown, 'cropped_isosurfaces_%d' % outside)
    parts += [t.lit(shown) / t.lit(surfaces), t.difference(shown, surfaces)[0]]
check(t.lit(surfaces) > 0.05 and 0.02 < parts[0] < 0.9 and 0.1 < parts[2] < 1.01 and parts[3] > 0.0003,
      'isosurfaces: %.2f of the pixels are left inside (%.4f differ), %.2f outside (%.4f)' % tuple(parts))
display.UseCropping = 0
check.near(t.image(view), surfaces, 0, 0, 'off again')
simple.Hide(mesh, view)

# Threshold and slices also apply to isosurfaces: the picture is Contour of Threshold's cells, with the planes
# of Slice. There is no volume to leave out.
display.SetRepresentationType('Isosurface (Ray Cast)')
simple.Show(mesh, view)
value = 150.0
display.IsosurfaceArray, display.Isovalues, display.IsosurfaceSmoothNormals = ['POINTS', 'RTData'], [value], 0
alone = t.image(view)


def as_filters(source, slices=None, one_color=None):
    """The picture of Contour and Slice of a source. Deletes everything that it shows but the source."""
    surface = simple.Contour(Input=source, ContourBy=['POINTS', 'RTData'], Isosurfaces=[value])
    surface.ComputeNormals = 0
    shown = [simple.Show(surface, view)]
    made = [surface]
    if slices:
        made.append(simple.Slice(Input=mesh, SliceOffsetValues=slices[2]))
        made[-1].SliceType.Origin, made[-1].SliceType.Normal = slices[:2]
        shown.append(simple.Show(made[-1], view))
        shown[-1].Ambient, shown[-1].Diffuse = 1.0, 0.0
    for other in shown:
        other.SetRepresentationType('Surface')
        other.Interpolation = 'Flat'
        other.ColorArrayName, other.LookupTable = (['POINTS', 'RTData'],
                                                   simple.GetColorTransferFunction('RTData'))
        if one_color:
            other.ColorArrayName, other.DiffuseColor, other.AmbientColor = [None, ''], one_color, one_color
        other.InterpolateScalarsBeforeMapping = 1
    picture = t.image(view)
    for other in made:
        simple.Delete(other)
    return picture


check(display.UseThreshold == 0 and display.UseSlices == 0, 'isosurfaces: neither at first')
for array, low, high in ((['POINTS', 'waves'], -0.5, 0.6), (['CELLS', 'numbers'], 20.0, 80.0)):
    display.UseThreshold, display.ThresholdArray, display.ThresholdRange = 1, array, [low, high]
    shown = t.image(view)
    simple.Hide(mesh, view)
    rest = simple.Threshold(Input=mesh, Scalars=array, LowerThreshold=low, UpperThreshold=high,
                            ThresholdMethod='Between', AllScalars=1)
    check.near(shown, as_filters(rest), 0.002, 0.02, 'isosurfaces: a threshold by %s: as Contour of what '
               'Threshold leaves' % array[1], outline=0.004, reach=None)
    check(t.difference(shown, alone)[0] > 0.005, 'and another picture than before')
    simple.Delete(rest)
    simple.Show(mesh, view)
t.save(shown, 'threshold_isosurfaces')
display.UseThreshold = 0
check.near(t.image(view), alone, 0, 0, 'off again')
slices = [[1.0, 0.0, -0.5], [0.6, 0.8, 0.0], [-2.0, 3.0]]
display.UseSlices, display.SliceOpacity = 1, 1.0
display.SliceOrigin, display.SliceNormal, display.SliceOffsets = slices
shown = t.image(view)
t.save(shown, 'slices_isosurfaces')
simple.Hide(mesh, view)
check.near(shown, as_filters(mesh, slices), 0.002, 0.02, 'isosurfaces: slices: as the filter', outline=0.01)
simple.Show(mesh, view)
display.Isovalues = []
check(t.lit(t.image(view)) > 0.1 and t.remarks(display, 'note') == '',
      'slices without a surface: ' + t.remarks(display, 'note'))
display.Isovalues = [value]
display.SliceOpacity = 0.5
check(t.difference(t.image(view), shown)[0] > 0.01, 'translucent ones are another picture')
display.SliceOpacity = 1.0
display.ColorArrayName, display.DiffuseColor = [None, ''], [0.2, 0.9, 0.4]
shown = t.image(view)
simple.Hide(mesh, view)
check.near(shown, as_filters(mesh, slices, [0.2, 0.9, 0.4]), 0.002, 0.02,
           'Solid Color: slices in that color', outline=0.01)
simple.Show(mesh, view)
simple.ColorBy(display, ('POINTS', 'waves'))
with_slices = t.image(view)
check('The slices are not drawn: they show the isosurface array' in t.remarks(display, 'note'),
      'another array: ' + t.remarks(display, 'note'))
display.UseSlices = 0
check.near(t.image(view), with_slices, 0, 0, 'another array: none')
check('slices' not in t.remarks(display, 'note').lower(), 'which goes with them')
simple.ColorBy(display, ('POINTS', 'RTData'))
display.UseThreshold, display.ThresholdArray, display.ThresholdRange = 1, ['POINTS', 'waves'], [3.0, 2.0]
with t.Messages() as said:
    t.image(view)
    t.image(view)
check(said.count('The range of the threshold is empty') == 1,
      'isosurfaces: a range that is none: one message: ' + said.text())
display.UseThreshold = 0
simple.Hide(mesh, view)

# Isosurfaces of images have neither threshold nor slices, whose controls are those of the volume. Among
# blocks of several kinds images are drawn whole, and blocks without the threshold's array are left out.
picture = simple.Wavelet(WholeExtent=[-3, 3] * 3)
display = simple.Show(picture, view)
simple.ColorBy(display, ('POINTS', 'RTData'))
display.SetRepresentationType('Isosurface (Ray Cast)')
uncut = t.image(view)
display.UseSlices, display.UseThreshold, display.ThresholdRange = 1, 1, [1e6, 2e6]
check(t.lit(uncut) > 0.01 and t.same(t.image(view), uncut), 'isosurfaces of images have neither')
simple.Hide(picture, view)
mixed = simple.GroupDatasets(Input=[mesh, t.wavelet_tets(3), picture])
display = simple.Show(mixed, view)
display.SetRepresentationType('Isosurface (Ray Cast)')
display.IsosurfaceArray, display.Isovalues = ['POINTS', 'RTData'], [value]
t.image(view)
check('drawn whole' not in t.remarks(display, 'note'), 'blocks: no note without either')
display.UseThreshold, display.ThresholdArray, display.ThresholdRange = 1, ['POINTS', 'waves'], [-9.0, 9.0]
t.image(view)
check('images are drawn whole' in t.remarks(display, 'note') and "1 of 3 blocks do not have the array "
      "'RTData' or 'waves'" in t.remarks(display, 'note'), 'blocks: ' + t.remarks(display, 'note'))
simple.Hide(mixed, view)

# Blocks without the array are left out, and the box is relative to the bounds of all blocks.
blocks = simple.GroupDatasets(Input=[mesh, t.wavelet_tets(3)])
display = t.show(blocks, view)
display.UseThreshold, display.ThresholdArray, display.ThresholdRange = 1, ['POINTS', 'waves'], [-9.0, 9.0]
uncut = t.image(view)
display.UseCropping = 1
check.near(t.image(view), uncut, 0.0001, 1.1 / 255, 'a box around all cuts nothing')
display.CroppingScale = [0.5, 1.0, 1.0]
check(t.difference(t.image(view), uncut)[0] > 0.005, 'half of it does')
check("1 of 2 blocks do not have the array 'RTData' or 'waves'" in t.remarks(display, 'note'),
      'blocks: ' + t.remarks(display, 'note'))

# Box and plane stand in the panel where their own properties do: Input, the first of all, is left to another
# group.
for source in (mesh, t.structured_grid(simple.Wavelet(WholeExtent=[-2, 2] * 3)), blocks, simple.Wavelet(),
               simple.AMRGaussianPulseSource()):
    proxy = simple.GetRepresentation(source, view).SMProxy
    last, widgets = None, set()
    for i in range(proxy.GetNumberOfPropertyGroups()):
        group = proxy.GetPropertyGroup(i)
        widgets.add(group.GetPanelWidget())
        if [k for k in range(group.GetNumberOfProperties())
            if group.GetProperty(k) == proxy.GetProperty('Input')]:
            last = group.GetXMLLabel()
    check('InteractiveBox' in widgets and last == 'Input',
          '%s: the box of cropping is below (%s)' % (proxy.GetXMLName(), last))
check.done()
