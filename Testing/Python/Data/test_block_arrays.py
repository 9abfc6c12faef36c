# SPDX-License-Identifier: BSD-3-Clause
"""Blocks whose arrays have one name but different types of numbers, numbers of components, or places (points
or cells), and blocks without the array. Blocks that fit are drawn as with equal arrays, and a note names the
others and why. Data are random, by seed."""
import random

import numpy as np
from paraview import simple
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonCore import vtkPoints, vtkStringArray
from vtkmodules.vtkCommonDataModel import (vtkImageData, vtkMultiBlockDataSet, vtkPartitionedDataSet,
                                           vtkPartitionedDataSetCollection, vtkStructuredGrid,
                                           vtkUnstructuredGrid)
from vtkmodules.vtkFiltersCore import vtkAppendFilter

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
t.load_plugin()
view = t.new_view()
KINDS = ('int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32', 'float64')
SIZE = 4  # cells of a block along each side


def block(kind, x0, form):
    """A cube of SIZE cells per axis that begins at x0, as an image, a structured or an unstructured grid.
    Arrays s, u and w have whole numbers of this type on points and on cells."""
    image = vtkImageData()
    image.SetDimensions(SIZE + 1, SIZE + 1, SIZE + 1)
    image.SetOrigin(x0, 0, 0)
    data = image
    if form == 'structured':
        data = vtkStructuredGrid()
        data.SetDimensions(SIZE + 1, SIZE + 1, SIZE + 1)
        points = vtkPoints()
        for i in range(image.GetNumberOfPoints()):
            points.InsertNextPoint(image.GetPoint(i))
        data.SetPoints(points)
    elif form == 'unstructured':
        append = vtkAppendFilter()
        append.AddInputData(image)
        append.Update()
        data = vtkUnstructuredGrid()
        data.ShallowCopy(append.GetOutput())
    for attributes, count in (data.GetPointData(), SIZE + 1), (data.GetCellData(), SIZE):
        z, y, x = np.meshgrid(*3 * [np.arange(count)], indexing='ij')
        for name, values in ('s', 8 * (x + x0) + 5 * z), ('u', 20 * z), ('w', 10 * (x + y)):
            add(attributes, name, values.ravel().astype(kind))
    return data


def add(attributes, name, values):
    array = numpy_support.numpy_to_vtk(np.ascontiguousarray(values), deep=1)
    array.SetName(name)
    attributes.AddArray(array)


def collected(blocks, kind='multi-block'):
    """A composite data set of blocks: multi-block, a collection, or several pieces of one data set."""
    data = {'multi-block': vtkMultiBlockDataSet, 'collection': vtkPartitionedDataSetCollection,
            'pieces': vtkPartitionedDataSet}[kind]()
    for i, one in enumerate(blocks):
        if kind == 'multi-block':
            data.SetBlock(i, one)
        elif kind == 'collection':
            data.SetPartition(i, 0, one)
        else:
            data.SetPartition(i, one)
    return data


def functions():
    """Set the functions of all arrays: blue to red, and rising opacity, from 0 to 120."""
    for name in 's', 'u', 'w':
        colors = simple.GetColorTransferFunction(name)
        colors.ColorSpace, colors.AutomaticRescaleRangeMode = 'RGB', 'Never'
        colors.RGBPoints = [0, 0.1, 0.2, 1.0, 60, 0.9, 0.9, 0.1, 120, 1.0, 0.1, 0.0]
        colors.NanColor = [0.0, 1.0, 0.0]
        simple.GetOpacityTransferFunction(name).Points = [0, 0.0, 0.5, 0.0, 120, 1.0, 0.5, 0.0]


def look(data, role, place):
    """The picture of data colored by arrays on a place (points or cells), the notes and problems of its
    report, and the messages that pop up."""
    functions()
    source = iso.producer(data)
    with t.Messages() as said:
        display = simple.Show(source, view)
        if role != 'solid':
            simple.ColorBy(display, (place, 's'))
        display.SetRepresentationType(t.TYPE if role in ROLES_OF_VOLUMES else 'Isosurface (Path Traced)'
                                      if role == 'path traced' else iso.TYPE)
        functions()
        ROLES[role](display, place)
        view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = [16, 12, 24], [4, 2, 2], [0, 1, 0]
        view.GetRenderer().ResetCameraClippingRange()
        picture = t.image(view)
    notes, problems = t.remarks(display, 'note'), t.remarks(display, 'problem')
    simple.Delete(display)
    simple.Delete(source)
    return picture, notes, problems, said.text()


def volume(display, place):
    display.ScalarOpacityUnitDistance = 3.0


def opacity(display, place):
    volume(display, place)
    display.UseSeparateOpacityArray = 1
    display.OpacityArrayName = [place, 'u']
    display.ScalarOpacityFunction = simple.GetOpacityTransferFunction('u')


def threshold(display, place):
    volume(display, place)
    display.UseThreshold = 1
    display.ThresholdArray = [place, 'w']
    display.ThresholdRange = [0.0, 35.0]


def solid(display, place):
    volume(display, place)
    simple.ColorBy(display, None)
    display.OpacityArrayName = [place, '']  # any array


def surface_in_volume(display, place):
    volume(display, place)
    display.RayCastIsovalues = [42.0]
    display.RayCastIsosurfaceColorArray = [place, 'u']
    display.RayCastIsosurfaceLookupTable = simple.GetColorTransferFunction('u')


def surface(display, place):
    display.IsosurfaceArray = [place, 's']
    display.Isovalues = [42.0]
    simple.ColorBy(display, (place, 'u'))
    functions()


def path_traced(display, place):
    surface(display, place)
    display.PathTraceSamples = 4


ROLES_OF_VOLUMES = {'volume': volume, 'opacity': opacity, 'threshold': threshold, 'solid': solid,
                    'isosurface in a volume': surface_in_volume}
ROLES = {**ROLES_OF_VOLUMES, 'isosurface': surface, 'path traced': path_traced}


def compare(blocks, equal, kind, role, place, what):
    """Check that blocks look as blocks with equal arrays do, without any note or message. Return whether they
    do."""
    picture, notes, problems, said = look(collected(blocks, kind), role, place)
    expected = look(collected(equal, kind), role, place)[0]
    mean, largest = t.difference(picture, expected)
    good = (t.lit(expected) > 0.005 and largest <= 2 / 255 and 'blocks' not in notes
            and (problems, said) == ('', ''))
    check(good, '%s: %.4f of the pixels lit, difference %.4f at most; note "%s", problem "%s", '
                'messages "%s"' % (what, t.lit(picture), largest, notes, problems, said[:300]))
    return good


# Each role of an array, with random types.
for seed, role in enumerate(ROLES):
    for place in 'POINTS', 'CELLS':
        rng = random.Random('%d %s' % (seed, place))
        number, kind = rng.choice((2, 3)), rng.choice(('multi-block', 'collection', 'pieces'))
        kinds = rng.sample(KINDS, number)
        if role == 'path traced':  # offered only if all blocks are of one kind
            forms = number * [rng.choice(('structured', 'unstructured', 'image'))]
        else:
            forms = [rng.choice(('structured', 'unstructured') + (('image',) if role == 'isosurface' else ()))
                     for _ in kinds]
        pairs = [[block(of, SIZE * i, form) for i, (of, form) in enumerate(zip(which, forms))]
                 for which in (kinds, number * ['float64'])]
        compare(*pairs, kind, role, place, '%s of %s, %s of %s'
                % (role, place.lower(), kind, ', '.join(map(' '.join, zip(forms, kinds)))))


def changed(of, **arrays):
    """A block with some arrays replaced: name = (place, function of the old values), or None to remove the
    array."""
    for name, change in arrays.items():
        values = numpy_support.vtk_to_numpy(of.GetPointData().GetArray(name)).astype(float)
        at_cells = numpy_support.vtk_to_numpy(of.GetCellData().GetArray(name)).astype(float)
        of.GetPointData().RemoveArray(name)
        of.GetCellData().RemoveArray(name)
        if change:
            place, function = change
            add(of.GetPointData() if place == 'POINTS' else of.GetCellData(), name,
                function(values if place == 'POINTS' else at_cells))
    return of


def padded(values):
    return np.stack([values, 0 * values, 0 * values], axis=1)


# Blocks that are drawn only in part: (role, first block, second block, blocks that look the same, part of the
# note).
def one(**arrays):
    return changed(block('float32', 0, 'unstructured'), **arrays)


def two(**arrays):
    return changed(block('float64', SIZE, 'unstructured'), **arrays)


def texts():
    data = two(s=None)
    names = vtkStringArray()
    names.SetName('s')
    for _ in range(data.GetNumberOfPoints()):
        names.InsertNextValue('text')
    data.GetPointData().AddArray(names)
    return data


def as_it_is(values):
    return values


TOLD = [
    ('volume', one(s=('POINTS', as_it_is)), two(s=('POINTS', padded)),
     [one(s=('POINTS', padded)), two(s=('POINTS', padded))],
     "1 of 2 blocks have fewer components of the array 's' than others; the missing components count as 0."),
    ('isosurface', one(s=('POINTS', as_it_is)), two(s=('POINTS', padded)),
     [one(s=('POINTS', padded)), two(s=('POINTS', padded))],
     "1 of 2 blocks have fewer components of the array 's'"),
    ('opacity', one(), two(u=('POINTS', padded)), [one(u=('POINTS', padded)), two(u=('POINTS', padded))],
     "1 of 2 blocks have fewer components of the array 'u'"),
    ('threshold', one(), two(w=('POINTS', padded)), [one(w=('POINTS', padded)), two(w=('POINTS', padded))],
     "1 of 2 blocks have fewer components of the array 'w'"),
    ('volume', one(), two(s=('CELLS', as_it_is)), [one()], "1 of 2 blocks do not have the array 's' on the "
     "points and are not drawn; 1 of them has it on the cells."),
    ('isosurface', one(), two(s=('CELLS', as_it_is)), [one()], "1 of 2 blocks do not have the array 's' on "
     "the points and are not drawn; 1 of them has it on the cells."),
    ('volume', one(), two(s=None), [one()], "1 of 2 blocks do not have the array 's' on the points and are "
     "not drawn."),
    ('volume', one(), texts(), [one()], "1 of 2 blocks do not have the array 's' on the points and are "
                                        "not drawn."),
    ('opacity', one(), two(u=None), [one()], "1 of 2 blocks do not have the array 's' or 'u' on the points "
     "and are not drawn."),
    ('threshold', one(), two(w=None), [one()], "1 of 2 blocks do not have the array 's' or 'w' on the points "
     "and are not drawn."),
    ('solid', one(s=None, u=None), two(s=None, w=None), [one(s=None, u=None)],
     "1 of 2 blocks do not have the array 'w' on the points and are not drawn."),
    ('isosurface in a volume', one(), two(u=None), [one(), two(u=('POINTS', lambda values: values * np.nan))],
     "1 of 2 blocks do not have the array 'u' to color isosurfaces by; their isosurfaces have its NaN "
     "color."),
    ('isosurface', one(), two(u=None), [one(), two(u=('POINTS', lambda values: values * np.nan))],
     "1 of 2 blocks do not have the array 'u' to color by; their surfaces have its NaN color."),
]
for role, first, second, instead, words in TOLD:
    picture, notes, problems, said = look(collected([first, second]), role, 'POINTS')
    expected = look(collected(instead), role, 'POINTS')[0]
    mean, largest = t.difference(picture, expected)
    check(t.lit(expected) > 0.005 and largest <= 2 / 255 and words in notes and (problems, said) == ('', ''),
          '%s: %s: difference %.4f at most; note "%s", problem "%s", '
          'messages "%s"' % (role, words, largest, notes, problems, said[:300]))

# Where no block has the array, a message says so, and what to do.
picture, notes, problems, said = look(collected([one(s=('CELLS', as_it_is)), two(s=('CELLS', as_it_is))]),
                                      'volume', 'POINTS')
check(t.lit(picture) == 0 and "There is no array 's' on the points of the data; choose another array to "
                              "color by. Nothing is drawn." in problems, 'no block has it: %s' % problems)
check.done()
