# SPDX-License-Identifier: BSD-3-Clause
"""VTK's unstructured grids as arrays."""

import numpy as np
from vtkmodules.util.numpy_support import vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkIdList
from vtkmodules.vtkCommonDataModel import (
    vtkDataObject,
    vtkDataSetAttributes,
    vtkImageData,
    vtkRectilinearGrid,
    vtkStructuredGrid,
    vtkUnstructuredGrid,
)

from .arrays import refuse
from .cells import EMPTY, POLYHEDRON


def _instead(dataset):
    """The end of a message about a data set that is no vtkUnstructuredGrid: it says what to do."""
    if isinstance(dataset, (vtkImageData, vtkRectilinearGrid)):
        return (
            "; inkray.GridVolume and inkray.pyvista.add_volume draw its volume, inkray.Isosurface and "
            "inkray.pyvista.add_isosurface surfaces of it"
        )
    if isinstance(dataset, vtkStructuredGrid):
        return ("; inkray.pyvista.add_volume and add_isosurface take it as it is, and "
                "cast_to_unstructured_grid() of PyVista makes one")
    if isinstance(dataset, vtkDataObject):
        return "; a mesh with three-dimensional cells is needed"
    return ""


def read_grid(dataset):
    """Points, (offsets, ids) and types of a vtkUnstructuredGrid, polyhedra with their faces; see MeshVolume.
    Cells that are hidden, or ghosts of another process's, are empty ones.
    """
    if not isinstance(dataset, vtkUnstructuredGrid):
        refuse("dataset", f"{type(dataset).__name__} is no vtkUnstructuredGrid{_instead(dataset)}")
    if dataset.GetNumberOfCells() == 0 or dataset.GetNumberOfPoints() == 0:
        refuse("cells", "there are none")
    cells = dataset.GetCells()
    offsets, ids = vtk_to_numpy(cells.GetOffsetsArray()), vtk_to_numpy(cells.GetConnectivityArray())
    types = _read_types(dataset)
    is_left_out = left_out(dataset)
    if is_left_out is not None:
        types = np.where(is_left_out, np.uint8(EMPTY), types)
    if (types == POLYHEDRON).any():
        offsets, ids = _with_faces(dataset, offsets, ids, types)
    return vtk_to_numpy(dataset.GetPoints().GetData()), (offsets, ids), types


def left_out(dataset):
    """Whether each cell is hidden, or a ghost of another process's; None if none says so."""
    ghosts = dataset.GetCellData().GetArray(vtkDataSetAttributes.GhostArrayName())
    kinds = vtkDataSetAttributes.DUPLICATECELL | vtkDataSetAttributes.HIDDENCELL
    return None if ghosts is None else vtk_to_numpy(ghosts) & kinds != 0


def _read_types(dataset):
    """The cell types. VTK 9.6 and later may store a single type for all cells."""
    try:
        types = dataset.GetCellTypes()
    except TypeError:  # before 9.6, another method has this name
        types = dataset.GetCellTypesArray()
    if types is None:
        types = dataset.GetCellTypesArray()
    try:
        return vtk_to_numpy(types).astype(np.uint8)
    except (AttributeError, TypeError):
        return np.array([dataset.GetCellType(i) for i in range(dataset.GetNumberOfCells())], dtype=np.uint8)


def _with_faces(dataset, offsets, ids, types):
    """Offsets and ids, where polyhedra have their list of faces as ids."""
    stream, parts = vtkIdList(), []
    for cell, kind in enumerate(types.tolist()):
        if kind == POLYHEDRON:
            dataset.GetFaceStream(cell, stream)
            parts.append(np.array([stream.GetId(i) for i in range(stream.GetNumberOfIds())], dtype=np.int64))
        else:
            parts.append(ids[offsets[cell] : offsets[cell + 1]])
    sizes = [len(part) for part in parts]
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64), np.concatenate(parts)
