# SPDX-License-Identifier: BSD-3-Clause
"""Two ways to ray cast isosurfaces from pvpython. Run as: pvpython isosurface_in_python.py PATH/TO/lib/InKRay
OUTPUT_FOLDER"""
import os
import sys

folder, output = sys.argv[1], sys.argv[2]

# 1. As in the GUI: a representation.
from paraview import simple

simple.LoadPlugin(os.path.join(folder, 'InKRay.so'), remote=False, ns=globals())
image = simple.Wavelet(WholeExtent=[-30, 30] * 3, XFreq=20, YFreq=10, ZFreq=13)
view = simple.CreateView('RenderView')
view.ViewSize = [400, 300]
display = simple.Show(image, view)
display.SetRepresentationType('Isosurface (Ray Cast)')
display.IsosurfaceArray = ['POINTS', 'RTData']
# Each row has seven numbers: value, opacity, 1 if visible, 1 if the color is fixed, and red, green, blue.
display.Isosurfaces = [
    100.0, 0.4, 1, 0, 1.0, 1.0, 1.0,
    150.0, 1.0, 1, 1, 0.9, 0.2, 0.1]
display.Isovalues = [100.0, 160.0]  # only the values: the second surface moves and keeps the rest
display.IsosurfaceDevice = 'Auto'  # or 'CUDA', 'CPU'
display.IsosurfaceSmoothNormals = 1  # lit as the filter Contour; 0 shows the facets of each cell
# The colors of the isovalues; another array colors the surface by its own values.
simple.ColorBy(display, ('POINTS', 'RTData'))
simple.ResetCamera(view)
simple.SaveScreenshot(os.path.join(output, 'isosurface_representation.png'), view)
display.IsosurfaceProbePixel = [200, 150]  # find the surface under this pixel
display.SMProxy.UpdatePropertyInformation()
rows = list(display.IsosurfaceReport)  # name, value and unit of each row
values = dict(zip(rows[0::3], rows[1::3]))
print(values['pipeline'], 'on', values['device'], 'in', values['cast'], 'ms', values['fallback reason'])
print('in the middle:', list(display.IsosurfaceProbedPosition), list(display.IsosurfaceProbedValues))

# 2. The mapper as a VTK class.
sys.path.insert(0, folder)
from inkray import vtkIsosurfaceRayCastMapper
import vtkmodules.vtkRenderingOpenGL2
import vtkmodules.vtkRenderingVolumeOpenGL2
from vtkmodules.vtkImagingCore import vtkRTAnalyticSource
from vtkmodules.vtkIOImage import vtkPNGWriter
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow, vtkVolume, vtkWindowToImageFilter

source = vtkRTAnalyticSource()
mapper = vtkIsosurfaceRayCastMapper()
mapper.SetInputConnection(source.GetOutputPort())
isovalues = mapper.GetSettings().GetIsovalues()
isovalues.SetValue(0, 130.0)
isovalues.SetValue(1, 200.0)
isovalues.SetOpacity(0, 0.4)
isovalues.SetColor(1, 0.9, 0.8, 0.2)  # its own color; other surfaces use the color function
volume = vtkVolume()
volume.SetMapper(mapper)
volume.GetProperty().ShadeOn()
colors = volume.GetProperty().GetRGBTransferFunction(0)
colors.AddRGBPoint(40, 0.2, 0.3, 0.8)
colors.AddRGBPoint(275, 0.8, 0.1, 0.1)

renderer = vtkRenderer()
renderer.AddVolume(volume)
window = vtkRenderWindow()
window.SetOffScreenRendering(1)
window.SetSize(400, 300)
window.AddRenderer(renderer)
renderer.ResetCamera()
window.Render()
grab = vtkWindowToImageFilter()
grab.SetInput(window)
grab.ReadFrontBufferOff()
writer = vtkPNGWriter()
writer.SetInputConnection(grab.GetOutputPort())
writer.SetFileName(os.path.join(output, 'isosurface_mapper.png'))
writer.Write()
report = mapper.GetReport()
print(report)
if report.GetValue('hits') == 0:
    raise RuntimeError('no ray has hit a surface')
