# SPDX-License-Identifier: BSD-3-Clause
"""Cells at the border of a mesh without volume, exactly or in single precision. The picture equals that of
the mesh without them, in every type of representation, mapper and blend mode."""
import os
import random

import numpy as np
from paraview import simple
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import (VTK_HEXAHEDRON, VTK_PYRAMID, VTK_TETRA, VTK_WEDGE,
                                           vtkStructuredGrid, vtkUnstructuredGrid)
from vtkmodules.util.numpy_support import numpy_to_vtk

import iso_testing as iso
import path_testing as path
import raycast_testing as t

check = t.Checks()
t.load_plugin()
BLENDS = 'Maximum Intensity', 'Minimum Intensity', 'Average Intensity', 'Additive'
# The faces of a cell, outside first, by the number of its corners.
FACES = {8: ((0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7), (4, 5, 6, 7), (0, 3, 2, 1)),
         6: ((0, 1, 4, 3), (1, 2, 5, 4), (2, 0, 3, 5), (3, 4, 5), (0, 2, 1)),
         5: ((0, 1, 4), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 3, 2, 1)),
         4: ((0, 1, 3), (1, 2, 3), (2, 0, 3), (0, 2, 1))}
TYPES = {8: VTK_HEXAHEDRON, 6: VTK_WEDGE, 5: VTK_PYRAMID, 4: VTK_TETRA}


def value(p):
    """A linear field, which looks the same however cells are cut into tetrahedra."""
    return p[0] + 0.7 * p[1] + 0.5 * p[2]


class Mesh:
    def __init__(self, planes):
        """A lattice of hexahedra between the given planes along x, y and z."""
        counts = [len(p) for p in planes]
        self.points = [(x, y, z) for z in planes[2] for y in planes[1] for x in planes[0]]
        at = lambda i, j, k: i + counts[0] * (j + counts[1] * k)
        self.cells = [[at(i + a, j + b, k + c) for c in (0, 1) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))]
                      for k in range(counts[2] - 1) for j in range(counts[1] - 1)
                      for i in range(counts[0] - 1)]

    def cut(self, corners):
        """Cut each hexahedron into wedges, pyramids or tetrahedra, by their number of corners."""
        cells = []
        for c in self.cells:
            if corners == 8:
                cells.append(c)
            elif corners == 6:
                cells += [[c[0], c[1], c[2], c[4], c[5], c[6]], [c[0], c[2], c[3], c[4], c[6], c[7]]]
            else:
                self.points.append(tuple(np.mean([self.points[i] for i in c], axis=0)))
                for face in FACES[8]:
                    a, b, e, f = (c[i] for i in reversed(face))
                    if corners == 4:  # take the diagonal that the neighbor takes
                        a, b, e, f = (a, b, e, f) if min(a, e) < min(b, f) else (b, e, f, a)
                    cells += ([[a, b, e, f, len(self.points) - 1]] if corners == 5
                              else [[a, b, e, len(self.points) - 1], [a, e, f, len(self.points) - 1]])
        self.cells = cells
        return self

    def border(self):
        """The faces that belong to one cell only, counterclockwise from outside."""
        found = {}
        for cell in self.cells:
            for face in FACES[len(cell)]:
                ids = [cell[i] for i in face]
                key = tuple(sorted(set(ids)))
                if found.pop(key, None) is None and len(key) > 2:
                    found[key] = ids
        return list(found.values())

    def again(self, point, off):
        self.points.append(tuple(np.array(self.points[point]) + off))
        return len(self.points) - 1

    def disturb(self, seed):
        """Add flat cells to random faces of the border, also on top of one another: prisms on whole faces
        that repeat some or all of their corners, inverted prisms, pyramids and tetrahedra."""
        rng = random.Random(seed)
        self.flat = len(self.cells)
        for _ in range(rng.randint(1, 3)):
            share, copies = rng.choice((1.0, 0.5, 0.1)), {}
            thickness = rng.choice((0.0, 0.0, 1e-9, 1e-8, -1e-8))
            for ids in self.border():
                if rng.random() > share:
                    continue
                kind = rng.random()
                if kind < 0.6 or len(ids) == 4 and kind < 0.8:  # a cell of a layer, a single cell, or a cell
                                                                # with its top collapsed to an edge
                    own = copies if kind < 0.4 else {}
                    for i in ids:
                        own.setdefault(i, None)
                        own[i] = (self.again(i, thickness * np.array([0.3, -0.8, 0.5])) if own[i] is None
                                  else own[i])
                    top = [own[i] for i in ids]
                    if kind >= 0.6:
                        top[3], top[2] = top[0], top[1]
                    # The second form is inverted.
                    self.cells.append(list(ids) + top if rng.random() < 0.7 else top + list(ids))
                elif len(ids) == 4:
                    self.cells.append(list(ids) + [self.again(rng.choice(ids), thickness)])
                else:
                    self.cells.append(list(ids) + [self.again(rng.choice(ids), thickness)])
        return self

    def grid(self):
        out = vtkUnstructuredGrid()
        held = vtkPoints()
        held.SetData(numpy_to_vtk(np.array(self.points, dtype=float), deep=1))
        out.SetPoints(held)
        for cell in self.cells:
            out.InsertNextCell(TYPES[len(cell)], len(cell), cell)
        iso.add_array(out.GetPointData(), 's', np.array([value(p) for p in self.points]))
        first = getattr(self, 'flat', len(self.cells))
        iso.add_array(out.GetCellData(), 'c',
                      np.array([value(np.mean([self.points[i] for i in c], axis=0)) if n < first else 9.0
                                for n, c in enumerate(self.cells)]))
        return iso.producer(out)


def pictures(source, low=0.0, high=2.2, from_below=False,
             kinds=('volume', 'blends', 'cells', 'HAVS', 'isosurface', 'path traced')):
    """The pictures of a source in each type of representation, by name, with colors over one range."""
    found = {}
    view = t.new_view()
    display = t.show(source, view, ('POINTS', 's'), unit_distance=0.2 * high)
    if from_below:
        camera = view.GetActiveCamera()
        camera.Azimuth(175)
        camera.Elevation(-50)
    colors, opacities = simple.GetColorTransferFunction('s'), simple.GetOpacityTransferFunction('s')
    for function in (colors, opacities, simple.GetColorTransferFunction('c'),
                     simple.GetOpacityTransferFunction('c')):
        function.RescaleTransferFunction(low, high)
    if 'volume' in kinds:
        found['volume'] = t.image(view)
    if 'blends' in kinds:
        for blend in BLENDS:
            display.BlendMode = blend
            found[blend] = t.image(view)
        display.BlendMode = 'Composite'
    if 'HAVS' in kinds:
        display.RayCastMapper = 'HAVS'
        found['HAVS'] = t.image(view)
        found['late'] = t.report(display)['late rays'] / (t.SIZE[0] * t.SIZE[1])
        display.RayCastMapper = 'InKRay Ray Caster (default)'
    if 'cells' in kinds:
        simple.ColorBy(display, ('CELLS', 'c'))
        simple.GetColorTransferFunction('c').RescaleTransferFunction(low, high)
        simple.GetOpacityTransferFunction('c').RescaleTransferFunction(low, high)
        found['cells'] = t.image(view)
    if 'isosurface' in kinds:
        display = iso.show(source, view, [0.45 * (low + high)], camera=False, IsosurfaceArray=['POINTS', 's'])
        found['isosurface'] = t.image(view)
    if 'path traced' in kinds:
        display.SetRepresentationType(path.TYPE)
        display.PathTraceSamples = 16
        found['path traced'] = t.image(view)
    simple.Delete(view)
    return found


def expect_same(source, reference, what, outline=0.002, **settings):
    with t.Messages() as said:
        of_reference, of_source = pictures(reference, **settings), pictures(source, **settings)
    # Share of rays that HAVS counts as perhaps wrong, because the order of faces may be.
    late = max(found.pop('late', 0.0) for found in (of_reference, of_source))
    for kind, picture in of_reference.items():
        check(t.lit(picture) > 0.01, '%s, %s: seen' % (what, kind))
        if kind == 'path traced':  # random rays differ, but have the same distribution
            off = np.abs(iso.hit(picture) ^ iso.hit(of_source[kind])).mean()
            check(off < 0.003 and t.difference(picture, of_source[kind])[0] < 0.02, '%s, path traced: %.4f '
                  'of the pixels differ, mean %.4f' % (what, off, t.difference(picture, of_source[kind])[0]))
        else:
            is_late = kind == 'HAVS' and late > 0.0
            check.near(of_source[kind], picture, 0.001, 2 / 255, '%s, %s' % (what, kind),
                       outline=max(outline, late), reach=None if is_late else 1)
    check(said.text() == '', '%s: no messages: %s' % (what, said.text()))
    return of_source


# Random flat cells of each type on blocks of each type.
fresh = int(os.environ.get('INKRAY_SEED', '0'))
for seed in [1, 2, 3, 4] + ([fresh, fresh + 1] if fresh else []):
    rng = random.Random(seed)
    planes = [sorted([0.0, 1.0] + [rng.random() for _ in range(rng.randint(0, 3))]) for _ in range(3)]
    for corners in (8, 6, 5, 4):
        clean, disturbed = Mesh(planes).cut(corners), Mesh(planes).cut(corners).disturb(seed)
        kinds = (('volume', 'HAVS', 'cells', 'isosurface') if seed > 1
                 else ('volume', 'blends', 'HAVS', 'cells', 'isosurface', 'path traced'))
        shown = expect_same(disturbed.grid(), clean.grid(), 'seed %d, cells of %d corners, %d '
                            'of %d flat' % (seed, corners, len(disturbed.cells) - len(clean.cells),
                                            len(disturbed.cells)), kinds=kinds, from_below=seed % 2 == 0)
        if seed == 1:
            t.save(np.concatenate(list(shown.values()), axis=1), 'flat_cells_on_%d_corners' % corners)

# A repeated plane at either end, and cells of 1e-6 at the wall of a box of 100.
for what, planes in (('a repeated plane on top', [0.0, 1.0, 1.0]), ('below', [0.0, 0.0, 1.0]),
                     ('both, twice', [0.0, 0.0, 0.0, 1.0, 1.0, 1.0])):
    ends = [[0.0, 1.0]] * 2
    for from_below in (False, True):
        expect_same(Mesh(ends + [planes]).grid(), Mesh(ends + [[0.0, 1.0]]).grid(), what,
                    from_below=from_below)
wide = [[100.0 * x for x in p] for p in ([0.0, 0.3, 1.0], [0.0, 0.5, 1.0], [0.0, 0.6, 1.0])]
wall = [wide[0] + [100.0 + 1e-6], [0.0, 1e-6] + wide[1][1:], [0.0, 1e-6, 3e-6] + wide[2][1:]]
for from_below in (False, True):
    expect_same(Mesh(wall).grid(), Mesh(wide).grid(), 'cells of 1e-6 at the walls of a box of 100',
                high=220.0, kinds=('volume', 'HAVS', 'isosurface', 'path traced'), from_below=from_below)


def rotated(radii, place, columns, turn):
    """A structured grid of cells around an axis, with points place(radius, angle). With radius 0, the
    hexahedra at the axis are collapsed. `turn` is the angle that the grid covers."""
    angles = np.linspace(0, turn, columns)
    points = [(x * np.cos(b), x * np.sin(b), z) for b in angles for x, z in place]
    out, held = vtkStructuredGrid(), vtkPoints()
    held.SetData(numpy_to_vtk(np.array(points), deep=1))
    out.SetDimensions(radii, len(place) // radii, columns)
    out.SetPoints(held)
    iso.add_array(out.GetPointData(), 's', np.array([value(p) for p in points]))
    iso.add_array(out.GetCellData(), 'c', np.array([0.8] * out.GetNumberOfCells()))
    return iso.producer(out)


# Grids with poles and axes. The grid with repeated points looks like the grid with merged points, which has
# no flat cell.
radii, tilts = np.array([0.0, 0.4, 1.0]), np.linspace(0, np.pi, 7)
for what, place in (('ball', [(r * np.sin(a), r * np.cos(a)) for a in tilts for r in radii]),
                    ('shell',
                     [((0.5 + r) * np.sin(a), (0.5 + r) * np.cos(a)) for a in tilts for r in 0.5 * radii]),
                    ('cylinder', [(r, z) for z in (-0.8, 0.1, 0.9) for r in radii])):
    for part, turn in (('most', 1.9 * np.pi), ('sector', 0.7 * np.pi), ('sector, backwards', -0.7 * np.pi)):
        for order in ('forwards', 'backwards'):
            grid = rotated(3, place if order == 'forwards' else place[::-1], 12, turn)
            merged = simple.CleantoGrid(Input=simple.AppendDatasets(Input=grid))
            kinds = ('volume', 'HAVS', 'isosurface') + (('blends', 'path traced') if part == 'sector' else ())
            shown = expect_same(grid, merged, '%s, of a %s, %s' % (part, what, order), low=-1.1, high=1.3,
                                kinds=kinds, from_below=order == 'backwards')
            if part == 'sector' and order == 'forwards':
                t.save(np.concatenate(list(shown.values()), axis=1), 'flat_cells_in_a_' + what)

# A mesh in which no cell has a volume shows nothing, and the session goes on.
flat = Mesh([[0.0, 0.4, 1.0], [0.0, 0.5, 1.0], [0.3, 0.3, 0.3]]).grid()
for kind, picture in pictures(flat).items():
    check((picture if kind == 'late' else t.lit(picture)) == 0.0, 'flat as a whole, %s: nothing' % kind)
check.done()
