# SPDX-License-Identifier: BSD-3-Clause
"""VTK's grids, and cells that only VTK knows how to cut."""

import numpy as np

from .arrays import refuse


def read_grid(dataset):
    """Points, (offsets, ids), types and the grid itself, of a vtkUnstructuredGrid."""
    from vtkmodules.util.numpy_support import vtk_to_numpy
    from vtkmodules.vtkCommonDataModel import vtkUnstructuredGrid

    if not isinstance(dataset, vtkUnstructuredGrid):
        refuse("dataset", f"{type(dataset).__name__} is no vtkUnstructuredGrid")
    if dataset.GetNumberOfCells() == 0 or dataset.GetNumberOfPoints() == 0:
        refuse("cells", "there are none")
    cells = dataset.GetCells()
    types = np.array([dataset.GetCellType(0)] * dataset.GetNumberOfCells(), dtype=np.uint8)
    get_types = getattr(dataset, "GetCellTypesArray", None)
    array = get_types() if get_types is not None else None
    if array is None and hasattr(dataset, "GetCellTypes"):
        try:
            array = dataset.GetCellTypes()  # of VTK 9.6 and later, where the types may be one for all
        except TypeError:
            array = None
    if array is not None:
        types = vtk_to_numpy(array).astype(np.uint8)
    ids = vtk_to_numpy(cells.GetConnectivityArray())
    offsets = vtk_to_numpy(cells.GetOffsetsArray())
    return vtk_to_numpy(dataset.GetPoints().GetData()), (offsets, ids), types, dataset
