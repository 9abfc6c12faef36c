# SPDX-License-Identifier: BSD-3-Clause
"""Images and blocks of images for tests on several ranks."""
from paraview import simple


def wavelet(half=8, place=(0, 0, 0)):
    return simple.Wavelet(WholeExtent=[side * half + at for at in place for side in (-1, 1)])


def grouped():
    """The wavelet in blocks. Each rank has a part of each block."""
    return simple.GroupDatasets(Input=[
        simple.ExtractSubset(Input=wavelet(), VOI=list(extent))
        for extent in ((-8, 8, -8, 8, -8, 1), (-8, -2, -8, 8, 1, 8), (-2, 8, -8, 8, 1, 8))])


def scattered(keep='True', move='0'):
    """The wavelet in 18 uneven blocks, which ranks get in turn: the blocks of a rank lie between those of
    others. `keep`, which says whether to keep a block, and `move`, a number of steps along x, are expressions
    of the block's number i."""
    blocks = simple.ProgrammableSource(OutputDataSetType='vtkMultiblockDataSet')
    blocks.Script = '''
from itertools import product
from vtkmodules.vtkImagingCore import vtkExtractVOI, vtkRTAnalyticSource
from vtkmodules.vtkParallelCore import vtkMultiProcessController
world = vtkMultiProcessController.GetGlobalController()
rank, ranks = (world.GetLocalProcessId(), world.GetNumberOfProcesses()) if world else (0, 1)
wave = vtkRTAnalyticSource()
wave.SetWholeExtent(*[-8, 8] * 3)
wave.Update()
for i, (x, y, z) in enumerate(product(((-8, -3), (-3, 5), (5, 8)), ((-8, 1), (1, 8)),
                                      ((-8, -4), (-4, 2), (2, 8)))):
    self.GetOutput().SetBlock(i, None)
    if i %% ranks == rank and (%s):
        cut = vtkExtractVOI()
        cut.SetInputData(wave.GetOutput())
        cut.SetVOI(*x, *y, *z)
        cut.Update()
        cut.GetOutput().SetOrigin(%s, 0, 0)
        self.GetOutput().SetBlock(i, cut.GetOutput())
''' % (keep, move)
    return blocks


def turned(source, about_z, about_x):
    """The image with axes that are turned by two angles in radians, or blocks with such axes."""
    copy = simple.ProgrammableFilter(Input=source, OutputDataSetType='Same as Input')
    copy.Script = '''
from math import cos, sin
def turn(image):
    made = image.NewInstance()
    made.ShallowCopy(image)
    a, b = %g, %g
    made.SetDirectionMatrix(cos(a), -sin(a), 0, sin(a) * cos(b), cos(a) * cos(b), -sin(b), sin(a) * sin(b),
                            cos(a) * sin(b), cos(b))
    return made
data, output = self.GetInputDataObject(0, 0), self.GetOutput()
if data.IsA('vtkImageData'):
    output.ShallowCopy(turn(data))
else:
    output.CopyStructure(data)
    for i in range(data.GetNumberOfBlocks()):
        if data.GetBlock(i):
            output.SetBlock(i, turn(data.GetBlock(i)))
''' % (about_z, about_x)
    return copy
