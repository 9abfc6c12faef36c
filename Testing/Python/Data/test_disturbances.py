# SPDX-License-Identifier: BSD-3-Clause
"""Data with a disturbance that must not change the picture look as without it, within 2/255. Data are random,
by seed, and drawn by each representation and mapper that the kind of disturbance concerns. usage: pvpython
test_disturbances.py [KIND ...] -- these kinds, or all. INKRAY_SEED gives another seed, and INKRAY_MEMBERS the
number of data sets of each kind (1)"""
import math
import os
import sys
from random import Random  # not the module: programmable sources bring NumPy's name `random` along

import numpy as np
from paraview import simple
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import (vtkImageData, vtkMultiBlockDataSet, vtkRectilinearGrid,
                                           vtkUnstructuredGrid)
from vtkmodules.vtkFiltersCore import vtkAppendFilter
from vtkmodules.vtkFiltersGeneral import vtkDataSetTriangleFilter

import iso_testing as iso
import raycast_testing as t

check = t.Checks()
VOLUME, HAVS, SURFACE, TRACED = 'volume', 'HAVS', 'isosurface', 'path traced'
TYPES = {VOLUME: t.TYPE, HAVS: t.TYPE, SURFACE: iso.TYPE, TRACED: 'Isosurface (Path Traced)'}
VERTEX, TRIANGLE, QUAD, TETRAHEDRON, HEXAHEDRON, WEDGE = 1, 5, 9, 10, 12, 13
SIDE = 4.0  # side of the undisturbed data, a cube with its lowest corner at the origin


class Mesh:
    """Points, cells as (type, ids), and values of points and cells from 0 to 1."""

    def __init__(self, rng, kind=None):
        self.kind = kind or rng.choice(('hexahedra', 'tetrahedra'))
        image = vtkImageData()
        count = rng.choice((3, 4, 5))
        image.SetDimensions(*3 * [count])
        image.SetSpacing(*3 * [SIDE / (count - 1)])
        made = vtkAppendFilter() if self.kind == 'hexahedra' else vtkDataSetTriangleFilter()
        made.SetInputData(image) if self.kind == 'tetrahedra' else made.AddInputData(image)
        made.Update()
        grid = made.GetOutput()
        self.points = [grid.GetPoint(i) for i in range(grid.GetNumberOfPoints())]
        self.cells = []
        for i in range(grid.GetNumberOfCells()):
            cell = grid.GetCell(i)
            self.cells.append((cell.GetCellType(),
                               [cell.GetPointId(k) for k in range(cell.GetNumberOfPoints())]))
        self.values = [(p[0] + 0.5 * p[1] + 0.25 * p[2]) / (1.75 * SIDE) for p in self.points]
        self.of_cells = [rng.random() for _ in self.cells]

    def border(self):
        """The faces of a single cell each, as lists of point ids."""
        grid, faces = self.grid(), {}
        for i in range(grid.GetNumberOfCells()):
            cell = grid.GetCell(i)
            for k in range(cell.GetNumberOfFaces()):
                face = cell.GetFace(k)
                ids = [face.GetPointId(j) for j in range(face.GetNumberOfPoints())]
                faces.setdefault(tuple(sorted(ids)), []).append(ids)
        return [found[0] for found in faces.values() if len(found) == 1]

    def add_point(self, place, value):
        self.points.append(tuple(place))
        self.values.append(value)
        return len(self.points) - 1

    def add_cell(self, type, ids, value):
        self.cells.append((type, ids))
        self.of_cells.append(value)

    def copy(self):
        other = object.__new__(Mesh)
        other.__dict__ = {name: list(value) if isinstance(value, list) else value
                          for name, value in self.__dict__.items()}
        return other

    def grid(self, types=('float64', 'float64'), scale=1.0):
        grid, points = vtkUnstructuredGrid(), vtkPoints()
        points.SetData(numpy_support.numpy_to_vtk(np.array(self.points, dtype=float), deep=1))
        grid.SetPoints(points)
        for type, ids in self.cells:
            grid.InsertNextCell(type, len(ids), ids)
        for attributes, values, of in ((grid.GetPointData(), self.values, types[0]),
                                       (grid.GetCellData(), self.of_cells, types[1])):
            array = numpy_support.numpy_to_vtk((scale * np.array(values, dtype=float)).astype(of), deep=1)
            array.SetName('s')
            attributes.AddArray(array)
        return grid


class Look:
    """Everything that determines a picture: data, settings of the display, and the camera."""

    def __init__(self, data, place='POINTS', settings=lambda display: None, high=1.0, distance=20.0,
                 perspective=False, isovalue=0.55, opened=None):
        self.data, self.place, self.settings, self.high = data, place, settings, high
        self.distance, self.perspective, self.isovalue, self.opened = distance, perspective, isovalue, opened

    def picture(self, how):
        view = t.new_view(size=[120, 96])
        source = self.opened[0] if self.opened else iso.producer(self.data)
        if self.opened:
            simple.GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
            view.ViewTime = float(self.opened[1])
        display = simple.Show(source, view)
        if not self.opened:
            simple.ColorBy(display, (self.place, 's'))
        display.SetRepresentationType(TYPES[how])
        if self.opened:
            for step in range(int(self.opened[1]), self.opened[2] + 1):
                view.ViewTime = float(step)
                simple.Render(view)
        else:
            self.set(display, how)
        normal = np.array([0.5, 0.35, 0.79])
        place = SIDE / 2 + self.distance * SIDE * normal / np.linalg.norm(normal)
        view.CameraPosition, view.CameraFocalPoint, view.CameraViewUp = list(place), 3 * [SIDE / 2], [0, 1, 0]
        scale = 0.95 * SIDE
        view.CameraParallelProjection = 0 if self.perspective else 1
        view.CameraParallelScale = scale
        view.CameraViewAngle = (math.degrees(2 * math.atan(scale / (self.distance * SIDE)))
                                if self.perspective else 30)
        picture = t.image(view)
        problems = t.remarks(display, 'problem')
        simple.Delete(display)
        simple.Delete(view)
        if not self.opened:
            simple.Delete(source)
        return picture, problems

    def set(self, display, how):
        colors = simple.GetColorTransferFunction('s')
        colors.ColorSpace, colors.AutomaticRescaleRangeMode = 'RGB', 'Never'
        colors.RGBPoints = [0, 0.1, 0.2, 1.0, 0.5 * self.high, 0.9, 0.9, 0.1, self.high, 1.0, 0.1, 0.0]
        colors.UseBelowRangeColor = colors.UseAboveRangeColor = 0
        simple.GetOpacityTransferFunction('s').Points = [0, 0.1, 0.5, 0.0, self.high, 1.0, 0.5, 0.0]
        display.ScalarOpacityUnitDistance = SIDE  # set, so that the distance counts as chosen; the value is
                                                  # the data's thickness
        if how == HAVS:
            display.RayCastMapper = 'HAVS'
        if how in (SURFACE, TRACED):
            display.IsosurfaceArray = [self.place, 's']
            display.Isovalues = [self.isovalue * self.high]
            display.IsosurfaceSmoothNormals = 0
        if how == TRACED:
            display.PathTraceSamples = 4
        self.settings(display)


def flat_cells(rng, how):
    """Cells without volume, exactly or in single precision, on random faces of the border."""
    mesh = Mesh(rng)
    disturbed = mesh.copy()
    border = mesh.border()
    for face in rng.sample(border, rng.choice((1, len(border) // 2, len(border)))):
        center = np.mean([mesh.points[i] for i in face], axis=0)
        thickness = rng.choice((0.0, 0.0, 1e-12, 1e-9))
        outward = thickness * np.sign(center - SIDE / 2) * (np.abs(center - SIDE / 2) > SIDE / 2 - 1e-6)
        # Points of its own, or a cell whose corners are the face's twice.
        apart = rng.random() < 0.5 or thickness > 0
        top = [disturbed.add_point(np.array(mesh.points[i]) + outward, mesh.values[i]) if apart else i
               for i in face]
        disturbed.add_cell(HEXAHEDRON if len(face) == 4 else WEDGE, list(face) + top, rng.random())
    return Look(disturbed.grid()), Look(mesh.grid())


def unused_points(rng, how):
    """Points that are in no cell or in vertex cells only, near and far, with any values."""
    mesh = Mesh(rng)
    disturbed = mesh.copy()
    for _ in range(rng.choice((1, 5))):
        place = 10.0 ** rng.uniform(1, 12) * np.array([rng.uniform(-1, 1) for _ in range(3)])
        point = disturbed.add_point(place, rng.choice((0.5, 1.0, float('nan'))))
        if rng.random() < 0.5:
            disturbed.add_cell(VERTEX, [point], 0.5)
    return Look(disturbed.grid()), Look(mesh.grid())


def far_parts(rng, how):
    """A second part, far away and out of the picture."""
    mesh = Mesh(rng)
    disturbed = mesh.copy()
    # ParaView's near plane is at a thousandth of the depth of everything shown. It must not cut the data if
    # the second part lies behind them.
    behind = rng.random() < 0.5
    signs = [rng.choice((-1, 1)), -1, rng.choice((-1, 1))] if behind else [1, 1, 1]
    far = 10.0 ** rng.uniform(3, 4.6 if behind else 7) * np.array(
        [rng.uniform(0.5, 1), rng.uniform(0.5, 1), rng.uniform(0, 0.1)]) * signs
    number = len(mesh.points)
    for p, value in zip(mesh.points, mesh.values):
        disturbed.add_point(np.array(p) + far, value)
    for (type, ids), value in zip(mesh.cells, mesh.of_cells):
        disturbed.add_cell(type, [i + number for i in ids], value)
    return Look(disturbed.grid()), Look(mesh.grid())


def fillers(rng, how):
    """A value of another order of magnitude, which cropping or a threshold leaves out."""
    filler = rng.choice((1e7, 1e20, 1e30, -9999.0, -1e30))
    by_threshold = rng.random() < 0.5
    of_image = how == SURFACE and not by_threshold and rng.random() < 0.5
    looks = []
    for value in filler, 0.5:
        mesh = Mesh(Random(rng.random()), 'hexahedra') if not looks else mesh.copy()
        for i, p in enumerate(mesh.points):
            if p[0] + p[1] + p[2] >= 3 * SIDE - 1e-6:
                mesh.values[i] = value
        data = mesh.grid()
        if of_image:
            count = round(len(mesh.points) ** (1 / 3))
            data = vtkImageData()
            data.SetDimensions(*3 * [count])
            data.SetSpacing(*3 * [SIDE / (count - 1)])
            data.GetPointData().AddArray(mesh.grid().GetPointData().GetArray('s'))
        if by_threshold:
            kept = np.ones(len(mesh.cells))
            kept[[k for k, (_, ids) in enumerate(mesh.cells) if len(mesh.points) - 1 in ids]] = 0
            array = numpy_support.numpy_to_vtk(kept, deep=1)
            array.SetName('kept')
            data.GetCellData().AddArray(array)
        looks.append(Look(data, settings=leave_out(by_threshold)))
    return looks


def leave_out(by_threshold):
    def settings(display):
        if by_threshold:
            display.UseThreshold, display.ThresholdArray = 1, ['CELLS', 'kept']
            display.ThresholdRange = [0.5, 1.5]
        else:
            display.UseCropping, display.CroppingMinimum = 1, 3 * [-1.0]
            display.CroppingMaximum = [0.45 * SIDE, SIDE + 1, SIDE + 1]
    return settings


def types_of_arrays(rng, how):
    """Two blocks with one array, each of another type of number."""
    kinds = rng.sample(('int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'int64', 'uint64', 'float32',
                        'float64'), 2)
    place = rng.choice(('POINTS', 'CELLS'))
    parts = []
    for i in range(2):
        mesh = Mesh(rng)
        mesh.values, mesh.of_cells = ([round(100 * v) / 100 for v in mesh.values],
                                      [round(100 * v) / 100 for v in mesh.of_cells])
        mesh.points = [(p[0] / 2 + i * SIDE / 2, p[1], p[2]) for p in mesh.points]
        parts.append(mesh)
    looks = []
    for of in kinds, 2 * ['float64']:
        blocks = vtkMultiBlockDataSet()
        for i, mesh in enumerate(parts):
            mesh.values, mesh.of_cells = list(mesh.values), list(mesh.of_cells)
            grid = mesh.grid(2 * [of[i]], 100.000001)
            blocks.SetBlock(i, grid)
        looks.append(Look(blocks, place, high=100.0))
    return looks


def ends_of_the_range(rng, how):
    """Values that are exactly the ends of the color map's range, with colors below and above it turned on."""
    mesh = Mesh(rng)
    place = rng.choice(('POINTS', 'CELLS'))
    mesh.values, mesh.of_cells = ([rng.choice((0.0, 1.0)) for _ in mesh.values],
                                  [rng.choice((0.0, 1.0)) for _ in mesh.of_cells])
    high = rng.choice((1.0, 0.1, 1e6, 3.3e-5))

    def beyond(display):
        colors = simple.GetColorTransferFunction('s')
        colors.UseBelowRangeColor, colors.BelowRangeColor = 1, [0, 1, 0]
        colors.UseAboveRangeColor, colors.AboveRangeColor = 1, [0, 1, 1]
    return Look(mesh.grid(scale=high), place, beyond, high), Look(mesh.grid(scale=high), place, high=high)


def far_cameras(rng, how):
    """The same size in the picture, seen from very far away, in parallel projection or with a small view
    angle."""
    mesh = Mesh(rng)
    perspective = rng.random() < 0.5
    return Look(mesh.grid(), distance=10.0 ** rng.uniform(5, 6.5 if perspective else 9),
                perspective=perspective), Look(mesh.grid())


def repeated_coordinates(rng, how):
    """A rectilinear grid with repeated coordinates, at the ends and inside, some more than once."""
    place, smooth, descends = rng.choice(('POINTS', 'CELLS')), rng.choice((0, 1)), rng.random() < 0.3
    axes = [np.sort([0, SIDE] + [rng.uniform(0.1, SIDE - 0.1) for _ in range(6)]) for _ in range(3)]
    repeats = [[1 + (rng.choice((1, 2)) if rng.random() < 0.4 else 0) for _ in axis] for axis in axes]
    looks = []
    for times in repeats, [[1] * len(axis) for axis in axes]:
        given = [np.repeat(axis, number) for axis, number in zip(axes, times)]
        grid = vtkRectilinearGrid()
        grid.SetDimensions(*[len(axis) for axis in given])
        for set, axis in zip((grid.SetXCoordinates, grid.SetYCoordinates, grid.SetZCoordinates), given):
            set(numpy_support.numpy_to_vtk(np.ascontiguousarray(axis[::-1] if descends else axis), deep=1))
        at = [axis if place == 'POINTS' else (axis[1:] + axis[:-1]) / 2 for axis in given]
        widths = [np.ones(len(axis)) if place == 'POINTS' else np.diff(axis) for axis in given]
        z, y, x = np.meshgrid(at[2], at[1], at[0], indexing='ij')
        has_width = widths[2][:, None, None] * widths[1][:, None] * widths[0] > 0
        # Cells of no width have any value.
        values = np.where(has_width, ((x - 2) ** 2 + (y - 1.8) ** 2 + 0.8 * (z - 2.1) ** 2) / 8,
                          0.5 + 0.5 * np.sin(99 * x))
        array = numpy_support.numpy_to_vtk(
            np.ascontiguousarray(values[::-1, ::-1, ::-1] if descends else values).ravel(), deep=1)
        array.SetName('s')
        (grid.GetPointData() if place == 'POINTS' else grid.GetCellData()).AddArray(array)
        looks.append(
            Look(grid, place, settings=lambda display: setattr(display, 'IsosurfaceSmoothNormals', smooth),
                 isovalue=0.3))
    return looks


SERIES = '''
import numpy as np
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkFiltersCore import vtkAppendFilter
info = self.GetOutputInformation(0)
key = self.GetExecutive().UPDATE_TIME_STEP()
step = int(info.Get(key)) if info.Has(key) else 0
image = vtkImageData()
image.SetDimensions(5, 5, 5)
append = vtkAppendFilter()
append.AddInputData(image)
append.Update()
if step >= START or EMPTY != 'cells':
    self.GetOutput().ShallowCopy(append.GetOutput())
    p = numpy_support.vtk_to_numpy(append.GetOutput().GetPoints().GetData()).astype(float)
    values = (p[:, 0] + 2 * p[:, 1] + 3 * p[:, 2]) * (1.0 if step >= START else np.nan)
    array = numpy_support.numpy_to_vtk(values, deep=1)
    array.SetName('s')
    if step >= START or EMPTY != 'array':
        self.GetOutput().GetPointData().AddArray(array)
'''


def first_steps(rng, how):
    """A time series whose first steps lack cells, the array, or numbers; all settings are defaults."""
    start = rng.choice((1, 2))
    source = simple.ProgrammableSource(OutputDataSetType='vtkUnstructuredGrid')
    source.ScriptRequestInformation = '''
self.GetOutputInformation(0).Set(self.GetExecutive().TIME_STEPS(), [float(i) for i in range(%d)], %d)
self.GetOutputInformation(0).Set(self.GetExecutive().TIME_RANGE(), [0.0, %f], 2)
''' % (start + 1, start + 1, start)
    source.Script = 'START, EMPTY = %d, "%s"\n' % (start, rng.choice(('cells', 'array', 'numbers'))) + SERIES
    return Look(None, opened=(source, 0, start)), Look(None, opened=(source, start, start))


KINDS = {
    flat_cells: (VOLUME, HAVS, SURFACE, TRACED),
    unused_points: (VOLUME, HAVS, SURFACE, TRACED),
    far_parts: (VOLUME, HAVS, SURFACE),
    fillers: (VOLUME, SURFACE),
    first_steps: (VOLUME, SURFACE),
    types_of_arrays: (VOLUME, HAVS, SURFACE),
    ends_of_the_range: (VOLUME, HAVS),
    far_cameras: (VOLUME, HAVS, SURFACE),
    repeated_coordinates: (SURFACE, TRACED),
}


def main():
    t.load_plugin()
    seed, members = int(os.environ.get('INKRAY_SEED', '1')), int(os.environ.get('INKRAY_MEMBERS', '1'))
    wanted = sys.argv[1:]
    for kind, ways in KINDS.items():
        if wanted and kind.__name__ not in wanted:
            continue
        for how in ways:
            for member in range(members):
                name = '%s, %s, seed %d.%d' % (kind.__name__, how, seed, member)
                disturbed, plain = kind(Random(name), how)
                (picture, problems), (expected, _) = disturbed.picture(how), plain.picture(how)
                simple.Delete(simple.GetColorTransferFunction('s'))
                simple.Delete(simple.GetOpacityTransferFunction('s'))
                # At pixels whose center lies on an edge, rounding decides.
                off = np.abs(picture - expected).max(axis=2) > 2 / 255
                t.save(np.hstack([picture, expected]), 'disturbed_%s_%s' % (kind.__name__, how))
                check(t.lit(expected) > 0.02 and off.mean() <= 0.001,
                      '%s: %s: %.4f of the pixels differ, %.4f at most, %.3f are lit; %s'
                      % (name, kind.__doc__, off.mean(), np.abs(picture - expected).max(), t.lit(expected),
                         problems))
    check.done()


main()
