# SPDX-License-Identifier: BSD-3-Clause
"""ParaView's first colors of arrays and views, made the same in every version: ParaView 6.0 and later have
others."""
from paraview import servermanager, simple

COOL_TO_WARM = '''{"lookup_tables": {"PVLookupTable": {"ColorSpace": 3, "NanColor": [1.0, 1.0, 0.0],
  "RGBPoints": [0.0, 0.231373, 0.298039, 0.752941, 0.5, 0.865003, 0.865003, 0.865003,
                1.0, 0.705882, 0.0156863, 0.14902]}}}'''


def use():
    """From now on, color arrays from cool to warm, on a blue gray background."""
    servermanager.vtkSMSettings.GetInstance().AddCollectionFromString(COOL_TO_WARM, 2.0)
    if simple.GetParaViewVersion() >= 6:
        simple.LoadPalette('BlueGrayBackground')
