# SPDX-License-Identifier: BSD-3-Clause
"""Cuts the display part of ParaView's properties panel out of what a virtual screen shows: cut_screen.py XWD
volume|image_volume|isosurface PICTURE.png, for make_panel.sh.

The file is X's window dump of 32 bits a pixel (XWDFile.h): a header of 32-bit words, colors, and rows of
pixels.
"""
import struct
import sys

import numpy as np
from vtkmodules.util import numpy_support
from vtkmodules.vtkCommonDataModel import vtkImageData
from vtkmodules.vtkIOImage import vtkPNGWriter

# Where the panel's part Display is on the screen of make_panel.sh. A volume's has a scroll bar beside it.
LEFT, RIGHT, TOP, BOTTOM = {'volume': (4, 344, 1090, 2208), 'image_volume': (4, 344, 1199, 2076),
                            'isosurface': (4, 365, 1199, 1950)}[sys.argv[2]]

data = open(sys.argv[1], 'rb').read()
words = struct.unpack('>25I', data[:100])
header, width, height, row, colors = words[0], words[4], words[5], words[12], words[19]
pixels = np.frombuffer(data, np.uint8, row * height,
                       header + 12 * colors).reshape(height, row)[:, :4 * width]
pixels = pixels.reshape(height, width, 4)[TOP:BOTTOM, LEFT:RIGHT, 2::-1]  # blue, green, red, unused
image = vtkImageData()
image.SetDimensions(pixels.shape[1], pixels.shape[0], 1)
rows = np.ascontiguousarray(pixels[::-1]).reshape(-1, 3)
image.GetPointData().SetScalars(numpy_support.numpy_to_vtk(rows, deep=1))
writer = vtkPNGWriter()
writer.SetCompressionLevel(9)
writer.SetFileName(sys.argv[3])
writer.SetInputData(image)
writer.Write()
