# SPDX-License-Identifier: BSD-3-Clause
"""The pictures of the help pages that show what a group of options does: small JPEGs of a mesh that anybody
can make.

usage: pvpython make_pictures.py InKRay.so FOLDER [NAME...], where an X server is (xvfb-run or .ci/setup.sh's
with_display has one). NAMEs are those of PICTURES; all by default. With INKRAY_PICTURE_DRAFT=1 in the
environment path traced ones have two samples and the mesh an eighth of the cells: enough to see that the
script works.
"""
import os
import sys

import numpy as np
from paraview import simple
from paraview.vtk.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkIOImage import vtkJPEGWriter

VOLUME, SURFACES, TRACED = 'Volume (Ray Cast)', 'Isosurface (Ray Cast)', 'Isosurface (Path Traced)'
RTDATA = ('POINTS', 'RTData')
DRAFT = os.environ.get('INKRAY_PICTURE_DRAFT') == '1'


def samples(wanted):
    return 2 if DRAFT else wanted


def picture(view):
    """The view as an array of rows x columns x 3 bytes, upper row first."""
    simple.Render(view)
    shown = view.CaptureWindow(1)
    width, height, _ = shown.GetDimensions()
    return numpy_support.vtk_to_numpy(shown.GetPointData().GetScalars()).reshape(
        height, width, -1)[::-1, :, :3]


def write(pixels, path):
    rows, columns, _ = pixels.shape
    image = vtkImageData()
    image.SetDimensions(columns, rows, 1)
    image.GetPointData().SetScalars(
        numpy_support.numpy_to_vtk(np.ascontiguousarray(pixels[::-1]).reshape(-1, 3), deep=1))
    writer = vtkJPEGWriter()
    writer.SetQuality(85)
    writer.SetFileName(path)
    writer.SetInputData(image)
    writer.Write()


def new_view(size, background=None):
    view = simple.CreateView('RenderView')
    view.ViewSize = size
    view.OrientationAxesVisibility = view.CenterAxesVisibility = 0
    view.UseColorPaletteForBackground = 0
    view.Background = background or view.Background
    return view


def turn(view, azimuth, elevation, zoom):
    """Show everything from an angle."""
    view.ResetCamera()
    camera = view.GetActiveCamera()
    camera.Azimuth(azimuth)
    camera.Elevation(elevation)
    camera.Zoom(zoom)


def wavelet():
    return simple.Wavelet(WholeExtent=[-16, 16] * 3, XFreq=25, YFreq=12, ZFreq=16)


def new_scene(size, kind=VOLUME, array=RTDATA):
    """A view of the mesh, its display and the mesh: the wavelet in tetrahedra, with the array "height" beside
    its own."""
    view = new_view(size, [0.08, 0.08, 0.1])
    half = 10 if DRAFT else 20
    mesh = simple.Calculator(Input=simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-half, half] * 3)),
                             Function='coordsZ', ResultArrayName='height')
    display = simple.Show(mesh, view)
    simple.ColorBy(display, array)
    display.SetRepresentationType(kind)
    display.ScalarOpacityUnitDistance = 12.0
    low, high = mesh.PointData['RTData'].GetRange()
    colors, opacity = simple.GetColorTransferFunction('RTData'), simple.GetOpacityTransferFunction('RTData')
    colors.ApplyPreset('Cool to Warm', True)
    colors.RescaleTransferFunction(low, high)
    opacity.Points = [low, 0.0, 0.5, 0.0, 0.6 * low + 0.4 * high, 0.08, 0.5, 0.0, high, 0.9, 0.5, 0.0]
    display.SetScalarBarVisibility(view, False)
    turn(view, 30, 25, 1.3)
    return view, display, mesh


def surface(value, opacity=1.0, color=None):
    """A row of the table of isosurfaces."""
    return [value, opacity, 1, 1 if color else 0] + list(color or (1, 1, 1))


def beside(size, *changes):
    """Pictures from left to right, each after a change of the display's properties."""
    view, display, _ = new_scene(size)
    pictures = []
    for change in changes:
        for name, value in change.items():
            setattr(display, name, value)
        pictures.append(picture(view))
    return np.concatenate(pictures, axis=1)


def volume_surfaces():
    view, display, _ = new_scene([400, 300])
    display.ScalarOpacityUnitDistance = 40.0
    display.RayCastIsosurfaces = surface(120.0, 0.25) + surface(200.0)
    display.RayCastIsosurfaceColorArray = ['POINTS', 'height']
    viridis = 'Viridis (matplotlib)' if simple.GetParaViewVersion() < 6 else 'Viridis'
    simple.GetColorTransferFunction('height').ApplyPreset(viridis, True)
    return picture(view)


def volume_light():
    dense = {'ScalarOpacityUnitDistance': 2.0}
    return beside([200, 200], dense, {'Shade': 1, 'Ambient': 0.15, 'Specular': 0.3})


def volume_gradient():
    view, display, _ = new_scene([200, 200])
    without = picture(view)
    display.UseGradientOpacity = 1  # the function is fitted to the data
    steepest = display.GradientOpacityFunction.Points[-4]
    display.GradientOpacityFunction.Points = [0.45 * steepest, 0.0, 0.5, 0.0, 0.8 * steepest, 1.0, 0.5, 0.0]
    display.ScalarOpacityUnitDistance = 1.5
    return np.concatenate([without, picture(view)], axis=1)


def volume_transfer2d():
    view, display, _ = new_scene([400, 300])
    display.UseTransfer2D = 1
    function = simple.GetTransferFunction2D('RTData')
    function.OutputDimensions = [128, 128]
    low, high, _, steepest = function.Range
    # Boxes over values below the middle where they are steep, and over the greatest values at any steepness.
    function.Boxes = [low + 0.2 * (high - low), 0.4 * steepest, 0.3 * (high - low), 0.5 * steepest, 0.2, 0.5,
                      1.0, 0.5,
                      low + 0.75 * (high - low), 0.0, 0.2 * (high - low), 0.9 * steepest, 1.0, 0.6, 0.2, 0.9]
    display.ScalarOpacityUnitDistance = 3.0
    return picture(view)


def volume_blend():
    modes = ('Maximum Intensity', 'Minimum Intensity', 'Average Intensity', 'Additive')
    view, display, _ = new_scene([200, 150])
    opacity = display.ScalarOpacityFunction
    # The same for all values.
    opacity.Points = [number for value in opacity.Points[::4] for number in (value, 0.8, 0.5, 0.0)]
    display.ScalarOpacityUnitDistance = 45.0  # of the sum alone
    pictures = []
    for mode in modes:
        display.BlendMode = mode
        pictures.append(picture(view))
    row = np.concatenate(pictures, axis=1)
    return np.concatenate([row[:, :400], row[:, 400:]], axis=0)


def volume_threshold():
    view, display, _ = new_scene([400, 300])
    display.ScalarOpacityUnitDistance = 2.0
    display.UseThreshold, display.ThresholdArray = 1, ['POINTS', 'height']
    display.ThresholdRange = [-20.0, 4.0]
    return picture(view)


def volume_slices():
    view, display, _ = new_scene([400, 300])
    display.ScalarOpacityUnitDistance = 60.0
    display.UseSlices, display.SliceNormal, display.SliceOffsets = 1, [0.1, 1.0, 0.2], [-12.0, 0.0, 12.0]
    return picture(view)


def volume_cut():
    view, display, _ = new_scene([400, 300])
    display.ScalarOpacityUnitDistance = 2.0
    display.UseCropping, display.CroppingKeepOutside = 1, 1
    display.CroppingScale, display.CroppingRotation = [0.8, 0.8, 0.8], [0.0, 0.0, 15.0]
    display.CroppingOrigin = [14.0, 2.0, 14.0]
    return picture(view)


def volume_selecting():
    view, display, _ = new_scene([400, 300])
    display.ScalarOpacityUnitDistance = 30.0
    picture(view)
    simple.SelectSurfaceCells(View=view, Rectangle=[160, 110, 240, 190])
    return picture(view)


def image_volume():
    """An image as a volume, with light."""
    view = new_view([400, 300], [0.08, 0.08, 0.1])
    display = simple.Show(wavelet(), view)
    simple.ColorBy(display, RTDATA)
    display.RescaleTransferFunctionToDataRange(False, True)
    low, high = display.LookupTable.RGBPoints[0], display.LookupTable.RGBPoints[-4]
    display.ScalarOpacityFunction.Points = [
        x for share, opacity in ((0, 0), (0.53, 0), (0.55, 0.4), (0.57, 0), (0.75, 0), (1, 0.9))
        for x in ((1 - share) * low + share * high, opacity, 0.5, 0.0)]
    display.SetRepresentationType(VOLUME)
    display.SetScalarBarVisibility(view, False)
    display.ScalarOpacityUnitDistance, display.Shade, display.Ambient = 0.4, 1, 0.2
    turn(view, 30, 25, 1.3)
    return picture(view)


def isosurface_mesh():
    view, display, _ = new_scene([400, 300], SURFACES)
    display.IsosurfaceArray, display.Isosurfaces = list(RTDATA), surface(140.0) + surface(210.0)
    display.UseThreshold, display.ThresholdArray = 1, ['POINTS', 'height']
    display.ThresholdRange = [-20.0, 10.0]
    display.UseSlices, display.SliceNormal = 1, [1.0, 0.4, 0.0]
    return picture(view)


def path_trace():
    """A floor, and two surfaces of an image above it that light each other: by ray casting, and by path
    tracing."""
    view = new_view([330, 300], [0.8, 0.85, 0.9])
    image = wavelet()
    display = simple.Show(image, view)
    display.ColorArrayName = [None, '']
    display.SetRepresentationType(SURFACES)
    display.Isosurfaces = surface(150.0, 1.0, (0.9, 0.55, 0.25))
    floor = simple.Show(simple.Plane(Origin=[-40, -16, -40], Point1=[40, -16, -40], Point2=[-40, -16, 40]),
                        view)
    floor.ColorArrayName, floor.DiffuseColor = [None, ''], [0.75, 0.75, 0.75]
    floor.AmbientColor = [0.75, 0.75, 0.75]
    camera = view.GetActiveCamera()
    camera.SetFocalPoint(0, -3, 0)
    camera.SetPosition(30, 35, 75)
    view.ResetCamera(-17, 17, -17, 17, -17, 17)
    cast = picture(view)
    display.SetRepresentationType(TRACED)
    display.PathTraceLight, display.PathTraceSkyStrength = 'Sky', 1.2
    display.PathTraceIncludeSurfaces, display.PathTraceSamples = 1, samples(64)
    return np.concatenate([cast, picture(view)], axis=1)


def path_trace_materials():
    """One surface in four materials."""
    view = new_view([220, 200])
    image = wavelet()
    display = simple.Show(image, view)
    display.ColorArrayName = [None, '']
    display.SetRepresentationType(TRACED)
    display.Isosurfaces = surface(170.0, 1.0, (0.95, 0.75, 0.4))
    display.PathTraceSkyColor, display.PathTraceGroundColor = [1.0, 1.0, 1.0], [0.1, 0.15, 0.25]
    display.PathTraceShowSky, display.PathTraceBounces, display.PathTraceSamples = 1, 8, samples(48)
    turn(view, 25, 20, 1.4)
    pictures = []
    for material in ('Matte', 'Plastic', 'Glass', 'Chrome'):
        display.PathTraceMaterial = material
        pictures.append(picture(view))
    return np.concatenate([np.concatenate(pictures[:2], axis=1), np.concatenate(pictures[2:], axis=1)],
                          axis=0)


def path_trace_volume():
    """A surface of an image alone, then in the volume around it."""
    view = new_view([300, 270], [0.05, 0.07, 0.1])
    image = wavelet()
    display = simple.Show(image, view)
    simple.ColorBy(display, RTDATA)
    display.RescaleTransferFunctionToDataRange(False, True)
    low, high = image.PointData['RTData'].GetRange()
    display.ScalarOpacityFunction.Points = [low, 0.0, 0.5, 0.0, 0.6 * low + 0.4 * high, 0.0, 0.5, 0.0, high,
                                            0.6, 0.5, 0.0]
    display.SetRepresentationType(TRACED)
    display.Isosurfaces = surface(150.0, 1.0, (0.85, 0.85, 0.8))
    display.ScalarOpacityUnitDistance = 5.0
    display.PathTraceLight, display.PathTraceSamples = 'Sky', samples(16)
    turn(view, 25, 20, 1.3)
    alone = picture(view)
    display.PathTraceIncludeVolume = 1
    return np.concatenate([alone, picture(view)], axis=1)


PICTURES = {made.__name__: made for made in (volume_surfaces, volume_light, volume_gradient,
                                             volume_transfer2d, volume_blend, volume_threshold, volume_slices,
                                             volume_cut, volume_selecting, image_volume,
                                             isosurface_mesh, path_trace, path_trace_materials,
                                             path_trace_volume)}

if __name__ == '__main__':
    plugin, folder, *names = sys.argv[1:]
    simple._DisableFirstRenderCameraReset()
    simple.LoadPlugin(os.path.abspath(plugin), remote=False, ns=globals())
    os.makedirs(folder, exist_ok=True)
    for name in names or PICTURES:
        write(PICTURES[name](), os.path.join(folder, name + '.jpg'))
        print(name + '.jpg', flush=True)
        for proxy in list(simple.GetSources().values()) + simple.GetRenderViews():
            simple.Delete(proxy)
