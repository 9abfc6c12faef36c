# SPDX-License-Identifier: BSD-3-Clause
"""Several ranks of pvbatch, also odd numbers of them, draw what one process draws, with each feature of a
volume: blend modes, light, functions of gradients, a separate opacity array, isosurfaces and slices, and
opaque and translucent polygons in the volume. Called without arguments, the script starts itself as `mpirun
-np RANKS pvbatch test_rank_features.py FOLDER`, and then draws the scenes alone."""
import os
import sys
import tempfile

import numpy as np
from paraview import simple
from vtkmodules.vtkIOXML import vtkXMLUnstructuredGridWriter

import iso_testing as iso
import raycast_testing as t
import session_testing

BLENDS = ('Maximum Intensity', 'Minimum Intensity', 'Average Intensity', 'Additive')
RANKS = (3,) if session_testing.BRIEF else (3, 4, 5, 8)


def scene(view, data, feature):
    """Show the data with one feature and the objects named beside it. Return the display."""
    mesh, cells = data
    blend, _, rest = feature.partition('+')
    if blend == 'isosurfaces':
        return iso.show(cells if rest else mesh, view, [120.0, 200.0],
                        ('CELLS' if rest else 'POINTS', 'RTData'), IsosurfaceOpacities=[0.4, 1.0],
                        IsosurfaceSmoothNormals=1)
    # Shown first, as in ParaView's window: what a feature needs comes later.
    display = t.show(cells if 'cells' in rest else mesh, view,
                     ('CELLS' if 'cells' in rest else 'POINTS', 'RTData'), unit_distance=12.0)
    if blend in BLENDS:
        display.BlendMode = blend
    if blend == 'cropped':
        display.UseCropping, display.CroppingRotation = 1, [20.0, 10.0, 35.0]
        display.CroppingScale = [0.7, 0.8, 0.6]
    if blend == 'lit':
        display.Shade, display.Ambient, display.Specular = 1, 0.2, 0.4
    if blend == 'gradient opacity':
        display.UseGradientOpacity = 1
        display.GradientOpacityFunction.Points = [0.0, 0.0, 0.5, 0.0, 40.0, 1.0, 0.5, 0.0]
    if 'opacity array' in (blend, rest):
        display.UseSeparateOpacityArray, display.OpacityArrayName = 1, ['POINTS', 'slope']
    if blend == 'threshold':
        display.UseThreshold, display.ThresholdArray = 1, ['POINTS', 'slope']
        display.ThresholdRange = [120.0, 230.0]
    if blend == 'surfaces of cells' or blend == 'surfaces' or 'surfaces' in rest:
        display.RayCastIsosurfaces = [120.0, 0.4, 1, 0, 1, 1, 1, 200.0, 1.0, 1, 1, 0.9, 0.2, 0.1]
        display.UseSlices, display.SliceOpacity, display.SliceOffsets = 1, 0.6, [-2.0, 3.0]
        display.SliceNormal = [0.3, 0.5, 1.0]
    if 'two volumes' in rest:
        # Ranks draw both volumes together, in one order: the few cells are in front, and some ranks have
        # none.
        second = second_volume(view)
        second.BlendMode = 'Minimum Intensity' if 'surfaces' in rest else 'Additive'
        if 'surfaces' in rest:
            second.RayCastIsosurfaces = [130.0, 0.5, 1, 1, 0.3, 0.3, 1]
    if 'overlapping' in rest or 'apart' in rest:
        # Cells that walls between ranks cut. One of two that overlap is merged with the other; one that is
        # apart lies in front of it.
        beside_it = volume_beside(view, *(([9.0, 7.0, 8.0], [-4.3, -2.1, -3.7]) if 'overlapping' in rest
                                          else APART))
        beside_it.Shade = int(blend == 'lit')
    if 'turned' in rest:
        # Boxes of ranks are in coordinates of the data: their order along the view is reversed here.
        for moved in [display] if 'overlapping' not in rest else [display, beside_it]:
            t.place(moved, (1.0, -2.0, 1.5), (1.1, 0.9, 1.0), (15.0, 170.0, 20.0))
    beside = []
    if 'sphere' in rest:
        beside += [simple.Sphere(Center=[3, -2, 4], Radius=3, ThetaResolution=14, PhiResolution=10)]
    if 'two spheres' in rest:
        beside += [simple.Sphere(Center=[-6, 5, -3], Radius=2.5, ThetaResolution=14, PhiResolution=10)]
    # Behind one sphere and before the other, through pieces of several ranks; or in the volume that is apart,
    # where some ranks have no polygons.
    if 'veil' in rest:
        beside += [simple.Sphere(Center=IN_APART, Radius=2.5) if 'small veil' in rest
                   else simple.Sphere(Center=[0, 0, 0], Radius=5, ThetaResolution=14, PhiResolution=10)]
    if 'image' in rest:  # isosurfaces by ray casting through the volume
        clear = {'IsosurfaceOpacities': [0.4, 0.5]} if 'clear' in rest else {}
        image = iso.show(
            simple.Wavelet(WholeExtent=[-3, 0, -2, 1, 1, 3] if 'small' in rest else [-8, 6, -6, 7, -5, 6]),
            view, [170.0, 215.0], camera=False, IsosurfaceSmoothNormals=1, **clear)
        if 'shifted' in rest:
            t.place(image, (1.5, -2.0, 1.0), (1.0, 0.9, 1.1), (10.0, 170.0, 0.0))
    if 'second image' in rest:  # whose pieces reach over those that other ranks have of the first
        iso.show(simple.Wavelet(WholeExtent=[-4, 8, -8, 3, -6, 8]), view, [140.0, 190.0], camera=False,
                 IsosurfaceSmoothNormals=1, **clear)
    if 'grid' in rest:
        again = simple.RedistributeDataSet(Input=mesh.Input)
        again.BoundaryMode = mesh.BoundaryMode
        iso.show(again, view, [170.0, 215.0], camera=False, IsosurfaceSmoothNormals=1)
    for source in beside:
        shown = simple.Show(source, view)
        shown.Opacity = 0.5 if 'veil' in rest and source is beside[-1] else 1.0
        shown.ColorArrayName = ['POINTS', '']
        shown.DiffuseColor, shown.Ambient, shown.Diffuse = [0.2, 0.9, 0.3], 1.0, 0.0
        if 'moved' in rest:  # a transform of the display: its parts were distributed before
            t.place(shown, (2.0, 1.5, -1.0), (0.9, 1.1, 1.0), (0.0, 90.0, 25.0))
    return display


FEATURES = ('cropped', 'lit', 'lit+cells', 'gradient opacity', 'gradient opacity+cells', 'opacity array',
            'threshold', 'surfaces', 'surfaces of cells+cells', 'isosurfaces', 'isosurfaces+cells',
            'plain+sphere', 'plain+veil', 'surfaces+two spheres, veil', 'plain+overlapping',
            'plain+overlapping, veil', 'surfaces+overlapping, two spheres, veil', 'lit+apart, veil',
            'lit+apart, small veil', 'plain+image', 'plain+grid', 'lit+turned, image',
            'lit+overlapping, small veil, image', 'Maximum Intensity+image', 'plain+apart', 'lit+turned',
            'plain+overlapping, turned', 'plain+turned, sphere', 'surfaces+turned, two spheres, veil',
            'lit+overlapping, turned, veil', 'plain+moved veil', 'plain+clear image',
            'lit+turned, clear image', 'plain+clear image, second image', 'surfaces+turned, two spheres, '
            'veil, clear image', 'lit+overlapping, veil, shifted clear image', 'lit+apart, small veil, small '
            'clear image', 'lit+overlapping, sphere', 'surfaces+overlapping', 'Maximum Intensity+overlapping',
            *BLENDS, 'Maximum Intensity+cells', 'Average Intensity+cells', 'Minimum Intensity+sphere',
            'Additive+two spheres', 'Minimum Intensity+surfaces', 'Average Intensity+surfaces',
            'Maximum Intensity+opacity array', 'Maximum Intensity+two volumes',
            'Average Intensity+two volumes', 'Maximum Intensity+surfaces, two volumes',
            'Additive+surfaces, two volumes, two spheres')

# Of more than three ranks, which take long, and in a brief run.
SOME = ('lit', 'lit+cells', 'gradient opacity', 'surfaces', 'isosurfaces', 'plain+sphere',
        'surfaces+two spheres, veil', 'lit+overlapping, sphere', 'lit+apart, small veil', 'plain+grid',
        'lit+turned', 'lit+turned, image', 'lit+overlapping, turned, veil', 'plain+moved veil',
        'surfaces+turned, two spheres, veil, clear image', 'lit+overlapping, veil, shifted clear image',
        'lit+apart, small veil, small clear image', 'plain+clear image, second image', 'Maximum Intensity',
        'Additive+two spheres', 'Average Intensity+surfaces', 'Maximum Intensity+two volumes',
        'Additive+surfaces, two volumes, two spheres')


def write_mesh(folder):
    """Files of one piece each: the tetrahedra that ParaView cuts boxes into depend on where a rank's piece of
    an image begins."""
    image = simple.Wavelet(WholeExtent=[-7, 7] * 3)
    # So that walls between ranks go through the middle of cells.
    turned = simple.Transform(Input=simple.Tetrahedralize(Input=image))
    turned.Transform.Rotate = [20.0, 30.0, 10.0]
    mesh = simple.Calculator(Input=turned, ResultArrayName='slope',
                             Function='160 + 10*coordsX + 4*coordsY + 3*coordsZ')
    for name, source in ('mesh', mesh), ('cells', simple.PointDatatoCellData(Input=mesh, PassPointData=1)):
        writer = vtkXMLUnstructuredGridWriter()
        writer.SetDataModeToBinary()
        t.write(source, os.path.join(folder, name + '.vtu'), writer)


def few_cells():
    """Six tetrahedra, of which most ranks have none. The value is linear, so that cells that are cut have
    that of the whole. They begin off the walls between ranks: ParaView gives a cell to both of them that has
    a face in one."""
    few = simple.Calculator(Input=simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[0, 1] * 3)),
                            ResultArrayName='RTData', Function='100 + 40*coordsX + 20*coordsY + 10*coordsZ')
    moved = simple.Transform(Input=few)
    moved.Transform.Translate = [0.31, 0.17, 0.23]
    return moved


def second_volume(view):
    display = t.show(few_cells(), view, unit_distance=1.0, camera=False)
    t.place(display, (-3.1, -1.7, 7.85), (10.0, 10.0, 5.0))
    return display


APART = [4.0, 3.0, 4.0], [7.8, 11.5, 6.6]
IN_APART = [9, 12.5, 8]


def volume_beside(view, scale, translate):
    """Show the few cells, placed by a filter rather than by the display's transform."""
    moved = simple.Transform(Input=few_cells())
    moved.Transform.Scale, moved.Transform.Translate = scale, translate
    return t.show(moved, view, unit_distance=9.0, camera=False)


def tour(mesh):
    """Pictures that must not make ranks wait for one another for ever: some ranks have no data, or nothing is
    in view. Selections come in between."""
    view = t.new_view(size=[120, 96])
    view.RemoteRenderThreshold = 0.0
    display = t.show(mesh, view, unit_distance=12.0)
    made = {}

    def take(name):
        made['tour ' + name] = t.image(view)
        print(name, t.remarks(display, 'problem'), t.remarks(display, 'note'), flush=True)

    take('composite')
    display.BlendMode = 'Minimum Intensity'
    take('changed')
    camera = view.GetActiveCamera()
    camera.Zoom(3)
    take('near')
    camera.Azimuth(180)
    take('behind')
    camera.Zoom(1 / 3)
    camera.Yaw(60)
    take('out of view')
    camera.Yaw(-60)
    camera.Yaw(14)
    take('at the edge')
    camera.Yaw(-14)
    view.SMProxy.InteractiveRender()
    simple.SelectSurfaceCells(Rectangle=[40, 30, 80, 60], View=view)
    simple.Render(view)
    simple.ClearSelection(mesh)
    view.CameraParallelProjection = 1
    take('parallel')
    view.CameraParallelProjection = 0
    second = second_volume(view)
    second.BlendMode = 'Maximum Intensity'
    display.Visibility = 0
    take('few cells')
    display.Visibility = 1
    take('two volumes')
    view.SMProxy.InteractiveRender()
    camera.Azimuth(180)
    take('two volumes from behind')
    camera.Azimuth(180)
    second.RayCastIsosurfaces = [150.0, 0.4, 1, 0, 1, 1, 1]
    take('two volumes with surfaces')
    camera.Azimuth(180)
    take('two volumes with surfaces from behind')
    camera.Azimuth(180)
    second.Visibility = 0
    display.RayCastMapper = 'HAVS'
    simple.Render(view)
    display.RayCastMapper = 'InKRay Ray Caster (default)'
    take('ray caster again')
    display.UseCropping, display.CroppingScale = 1, [1e-3, 1e-3, 1e-3]
    take('all but nothing cropped')
    display.UseCropping = 0
    display.Shade = 1
    display.BlendMode = 'Composite'
    take('lit in the end')
    third = volume_beside(view, *APART)
    veil = simple.Show(simple.Sphere(Center=IN_APART, Radius=2.5), view)
    veil.ColorArrayName, veil.Opacity = ['POINTS', ''], 0.5
    take('two volumes and a veil')
    view.SMProxy.InteractiveRender()
    camera.Yaw(9)
    take('two volumes and a veil at the edge')
    camera.Yaw(51)
    take('two volumes and a veil out of view')
    camera.Yaw(-60)
    camera.Azimuth(180)
    take('two volumes and a veil from behind')
    third.BlendMode = 'Maximum Intensity'
    take('two volumes in two modes and a veil')
    third.Visibility = 0
    image = iso.show(simple.Wavelet(WholeExtent=[-3, 0, -2, 1, 1, 3]), view, [170.0, 215.0], camera=False,
                     IsosurfaceOpacities=[0.4, 0.5])
    take('a clear image and a veil')
    simple.Hide(veil.Input, view)
    take('a clear image')
    view.SMProxy.InteractiveRender()
    camera.Yaw(12)
    take('a clear image at the edge')
    camera.Yaw(48)
    take('a clear image out of view')
    camera.Yaw(-60)
    camera.Azimuth(180)
    take('a clear image from behind')
    image.IsosurfaceOpacities = [1.0, 1.0]
    take('an opaque image')
    image.IsosurfaceOpacities = [0.4, 0.5]
    display.UseCropping = 1
    take('a clear image, and of the volume next to nothing')
    simple.Delete(view)
    return made


def pictures(folder, save):
    """A picture of each feature, of the files in a folder."""
    # All ranks have a part of either.
    files = [os.path.join(folder, name + '.vtu') for name in ('mesh', 'cells')]
    data = [simple.RedistributeDataSet(Input=simple.XMLUnstructuredGridReader(FileName=[file]))
            for file in files]
    for source in data:
        source.BoundaryMode = 'Assign to one region'
    few = simple.servermanager.vtkProcessModule.GetProcessModule().GetNumberOfLocalPartitions() > 3
    made = {} if few else tour(data[0])
    for feature in SOME if few or session_testing.BRIEF else FEATURES:
        view = t.new_view(size=[120, 96])
        view.RemoteRenderThreshold = 0.0
        display = scene(view, data, feature)
        t.turn(view)
        made[feature] = t.image(view)
        print('%s: drawn by %s' % (feature, t.report(display)['drawn by']), t.remarks(display, 'problem'),
              t.remarks(display, 'note'), flush=True)
        simple.Delete(view)
    for name, picture in made.items() if save else ():
        np.save(os.path.join(folder, name + '.npy'), picture)
    return made


def main():
    t.load_plugin()
    if len(sys.argv) > 1:
        pictures(sys.argv[1], True)
        return
    check = t.Checks()
    folder = tempfile.mkdtemp()
    write_mesh(folder)
    alone = pictures(folder, False)
    for feature, picture in alone.items():
        t.save(picture, 'rank_features_%s_1' % feature.replace(' ', '_'))
        check(t.lit(picture) > 0.05 or 'out of view' in feature or 'nothing' in feature,
              feature + ': a picture')
    for ranks in RANKS:
        made, said = session_testing.pictures_of_ranks(check, __file__, folder, ranks,
                                                       SOME if ranks > 3 else alone)
        check('Each rank' not in said, '%d ranks: no note that each shows its own piece' % ranks)
        for feature, drawn in made.items():
            t.save(drawn, 'rank_features_%s_%d' % (feature.replace(' ', '_'), ranks))
            # Ranks blend pictures of volumes in single precision, and keep cells whole that reach into their
            # boxes. Over opaque surfaces of other ranks, IceT blends the volume with 256 levels.
            mean = 0.0003 if ('image' in feature and 'clear' not in feature) or 'grid' in feature else 0.0001
            check.near(drawn, alone[feature], mean, 1.5 / 255,
                       '%s: %d ranks draw the same' % (feature, ranks))
    check.done()


main()
