# SPDX-License-Identifier: BSD-3-Clause
"""Two ways to the ray caster from pvpython. Run as: pvpython ray_cast_in_python.py PATH/TO/lib/InKRay
OUTPUT_FOLDER"""
import os
import sys

folder, output = sys.argv[1], sys.argv[2]

# 1. As in the GUI: a representation.
from paraview import simple

simple.LoadPlugin(os.path.join(folder, 'InKRay.so'), remote=False, ns=globals())
tets = simple.Tetrahedralize(Input=simple.Wavelet(WholeExtent=[-10, 10] * 3))
view = simple.CreateView('RenderView')
view.ViewSize = [400, 300]
display = simple.Show(tets, view)
simple.ColorBy(display, ('POINTS', 'RTData'))
display.SetRepresentationType('Volume (Ray Cast)')
display.ScalarOpacityUnitDistance = 3.0  # as in representation Volume
display.RayCastDevice = 'Auto'  # or 'CUDA', 'CPU'
simple.ResetCamera(view)
simple.SaveScreenshot(os.path.join(output, 'representation.png'), view)
display.SMProxy.UpdatePropertyInformation()
rows = list(display.RayCastReport)  # name, value and unit of each row
values = dict(zip(rows[0::3], rows[1::3]))
print('cast on', values['device'], 'in', values['cast'], 'ms', values['fallback reason'])

# 2. The mapper as a VTK class.
sys.path.insert(0, folder)
from inkray import vtkTetRayCastMapper
import vtkmodules.vtkRenderingOpenGL2
import vtkmodules.vtkRenderingVolumeOpenGL2
from vtkmodules.vtkFiltersGeneral import vtkDataSetTriangleFilter
from vtkmodules.vtkImagingCore import vtkRTAnalyticSource
from vtkmodules.vtkIOImage import vtkPNGWriter
from vtkmodules.vtkRenderingCore import vtkRenderer, vtkRenderWindow, vtkVolume, vtkWindowToImageFilter

source = vtkRTAnalyticSource()
cut = vtkDataSetTriangleFilter()
cut.SetInputConnection(source.GetOutputPort())

mapper = vtkTetRayCastMapper()
mapper.SetInputConnection(cut.GetOutputPort())
volume = vtkVolume()
volume.SetMapper(mapper)
colors = volume.GetProperty().GetRGBTransferFunction(0)
colors.AddRGBPoint(40, 0.2, 0.3, 0.8)
colors.AddRGBPoint(275, 0.8, 0.1, 0.1)
opacity = volume.GetProperty().GetScalarOpacity(0)
opacity.AddPoint(130, 0.0)
opacity.AddPoint(275, 0.8)
volume.GetProperty().SetScalarOpacityUnitDistance(3.0)

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
writer.SetFileName(os.path.join(output, 'mapper.png'))
writer.Write()
report = mapper.GetReport()
print(report)
if report.GetValue('failed rays') > 0:
    raise RuntimeError('rays have failed')
