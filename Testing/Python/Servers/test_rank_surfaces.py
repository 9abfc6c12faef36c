# SPDX-License-Identifier: BSD-3-Clause
"""Ranks of pvbatch draw isosurfaces of meshes as one process does, also at the borders of their parts: light,
cell values averaged at the points, and translucent surfaces beside volumes and images. Meshes, views and the
objects beside them are random, by seed. Called without arguments, the test starts itself as `mpirun -np RANKS
pvbatch test_rank_surfaces.py FOLDER`, and also draws the scenes in one process."""
import os
import random
import sys
import tempfile

import numpy as np
from paraview import simple
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

import iso_testing as iso
import raycast_testing as t
import session_testing

# INKRAY_SEEDS asks for other seeds.
SEEDS = [int(seed)
         for seed in os.environ.get('INKRAY_SEEDS',
                                    ' '.join(map(str, range(8 if session_testing.BRIEF else 16)))).split()]
FEW = 8  # scenes that more than three ranks draw, which takes long
RANKS = (3,) if session_testing.BRIEF else (3, 5)
KINDS = 'tets', 'boxes', 'turned'
PARTNERS = 'nothing', 'volume', 'image', 'clear image', 'sphere', 'veil', 'second mesh', 'volume and veil'


class Scene:
    """The random scene of a seed. The first seeds go through the kinds of cells, the arrays, and the objects
    beside the surfaces."""

    def __init__(self, seed):
        any_of = random.Random(seed)
        self.seed = seed
        self.kind = KINDS[seed % 3]
        self.place = ('POINTS', 'CELLS')[seed // 2 % 2]
        self.partner = PARTNERS[seed % len(PARTNERS)]
        waves = [[any_of.uniform(-0.45, 0.45) for _ in range(3)] for _ in range(3)]
        self.function = ' + '.join('sin(%.3f*coordsX + %.3f*coordsY + '
                                   '%.3f*coordsZ + %.2f)' % (*wave, any_of.uniform(0, 6)) for wave in waves)
        self.isovalues = [any_of.uniform(-0.9, 0.0), any_of.uniform(0.1, 0.9)]
        self.opacities = [any_of.choice([1.0, any_of.uniform(0.3, 0.7)]) if seed % 4 else 1.0,
                          any_of.uniform(0.3, 0.7) if seed % 4 else 1.0]
        self.smooth = int(seed % 5 != 4)
        self.color = any_of.choice([('POINTS', 'other'), (self.place, 'value'), None])
        self.slices = any_of.random() < 0.3 and self.color != ('POINTS', 'other')
        self.moved = any_of.random() < 0.25
        self.camera = (any_of.uniform(0, 360), any_of.uniform(-70, 70), any_of.uniform(0.8, 2.0),
                       any_of.random() < 0.3)
        self.name = '%d, %s of %s, %s' % (seed, self.kind, self.place.lower(), self.partner)

    def write(self, folder):
        """Write a mesh as one piece, which the view distributes to the ranks. The ranks do not cut it,
        because ParaView cuts boxes into tetrahedra that depend on where a rank's part of an image begins."""
        image = simple.Wavelet(WholeExtent=[-8, 8] * 3)
        cells = (simple.AppendDatasets(Input=image) if self.kind == 'boxes'
                 else simple.Tetrahedralize(Input=image))
        if self.kind == 'turned':
            cells = simple.Transform(Input=cells)
            cells.Transform.Rotate = [20.0, 30.0, 10.0]
        values = simple.Calculator(Input=cells, ResultArrayName='value', Function=self.function)
        values = simple.Calculator(Input=values, ResultArrayName='other',
                                   Function='coordsX - 2*coordsY + 0.5*coordsZ')
        if self.place == 'CELLS':
            values = simple.PointDatatoCellData(Input=values, PassPointData=1, ProcessAllArrays=0,
                                                PointDataArraytoprocess=['value'])
        writer = vtkXMLUnstructuredGridWriter()
        writer.SetDataModeToBinary()
        t.write(values, os.path.join(folder, '%d.vtu' % self.seed), writer)

    def surfaces(self, mesh, view, isovalues):
        shown = iso.show(mesh, view, isovalues, self.color, camera=False,
                         IsosurfaceArray=[self.place, 'value'], IsosurfaceOpacities=self.opacities,
                         IsosurfaceSmoothNormals=self.smooth)
        if self.slices:
            shown.UseSlices, shown.SliceOpacity, shown.SliceNormal = 1, 0.6, [0.3, 0.5, 1.0]
            shown.SliceOffsets = [-2.3]
        if self.moved:
            t.place(shown, (1.0, -2.0, 1.5), (1.1, 0.9, 1.0), (15.0, 170.0, 20.0))
        return shown

    def draw(self, folder):
        view = t.new_view(size=[180, 144])
        view.RemoteRenderThreshold = 0.0
        file = simple.XMLUnstructuredGridReader(FileName=[os.path.join(folder, '%d.vtu' % self.seed)])
        mesh, second = simple.RedistributeDataSet(Input=file), simple.RedistributeDataSet(Input=file)
        mesh.BoundaryMode = second.BoundaryMode = 'Assign to one region'
        shown = self.surfaces(mesh, view, self.isovalues)
        if 'volume' in self.partner:
            volume = t.show(second, view, ('POINTS', 'other'), unit_distance=14.0, camera=False)
            if self.moved:
                t.place(volume, (1.0, -2.0, 1.5), (1.1, 0.9, 1.0), (15.0, 170.0, 20.0))
        if 'image' in self.partner:
            iso.show(simple.Wavelet(WholeExtent=[-7, 6, -5, 8, -6, 7]), view, [150.0, 215.0], camera=False,
                     IsosurfaceSmoothNormals=1,
                     **({'IsosurfaceOpacities': [0.4, 0.5]} if 'clear' in self.partner else {}))
        if 'second' in self.partner:
            self.surfaces(second, view, [value + 0.37 for value in self.isovalues])
        if 'sphere' in self.partner or 'veil' in self.partner:
            ball = simple.Show(simple.Sphere(Center=[1, -1, 2], Radius=5, ThetaResolution=14,
                                             PhiResolution=10), view)
            ball.ColorArrayName, ball.DiffuseColor, ball.Ambient = ['POINTS', ''], [0.2, 0.9, 0.3], 1.0
            ball.Diffuse = 0.0
            ball.Opacity = 0.5 if 'veil' in self.partner else 1.0
        # ParaView finds the bounds of turned data from their pieces, of which each rank has another: the
        # camera is set, and not reset.
        view.CameraPosition, view.CameraFocalPoint = [0.0, 0.0, 65.0], [0.0, 0.0, 0.0]
        view.CameraViewUp, view.CameraParallelScale = [0.0, 1.0, 0.0], 17.0
        camera = view.GetActiveCamera()
        turn, lift, zoom, view.CameraParallelProjection = *self.camera[:3], int(self.camera[3])
        camera.Azimuth(turn)
        camera.Elevation(lift)
        camera.OrthogonalizeViewUp()
        camera.Zoom(zoom)
        simple.Render(view)
        picture = t.image(view)
        print('%s: %s; %s' % (self.name, t.remarks(shown, 'problem'), t.remarks(shown, 'note')), flush=True)
        if self.color:
            # Another array, whose gradients are not computed yet.
            shown.IsosurfaceArray, shown.Isovalues = ['POINTS', 'other'], [-3.7, 4.1]
        again = t.image(view)
        simple.Delete(view)
        return {self.name: picture, self.name + ' changed': again}


def main():
    t.load_plugin()
    scenes = [Scene(seed) for seed in SEEDS]
    if len(sys.argv) > 1:
        for scene in scenes:
            for name, picture in scene.draw(sys.argv[1]).items():
                np.save(os.path.join(sys.argv[1], name + '.npy'), picture)
        return
    check = t.Checks()
    folder = tempfile.mkdtemp()
    alone = []
    for scene in scenes:
        scene.write(folder)
        alone.append(scene.draw(folder))
        for name, picture in alone[-1].items():
            t.save(picture, 'rank_surfaces_%s_1' % name.replace(' ', '_'))
            check(t.lit(picture) > 0.05, name + ': a picture')
    for ranks in RANKS:
        number = len(scenes) if ranks == 3 else FEW
        os.environ['INKRAY_SEEDS'] = ' '.join(map(str, SEEDS[:number]))
        wanted = {name: picture for pictures in alone[:number] for name, picture in pictures.items()}
        for name, picture in session_testing.pictures_of_ranks(check, __file__, folder, ranks,
                                                               wanted)[0].items():
            t.save(picture, 'rank_surfaces_%s_%d' % (name.replace(' ', '_'), ranks))
            # Where a surface ends, rounding decides whether a single pixel shows it. ParaView composites
            # isosurfaces of images with 256 levels a rank: the more ranks, the more pixels differ by one
            # level.
            check.near(picture, wanted[name], 0.0004 if ranks > 3 and 'image' in name else 0.0002, 2.5 / 255,
                       '%s: %d ranks draw the same' % (name, ranks), outline=0.0002)
    check.done()


main()
