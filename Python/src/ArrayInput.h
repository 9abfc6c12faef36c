// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"
#include "Geometry/Mesh/TetMesh.h"
#include "Geometry/RegularGrid/VolumeInput.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace inkray::python
{

/// A read-only array of any library, through Python's buffer protocol or DLPack.
using Array = nanobind::ndarray<nanobind::ro>;

/// The kernels' type of an array's values. Throws InvalidInput, with the array's name, if the kernels
/// cannot read the type or the array is not contiguous. It also throws for arrays that are neither in host
/// memory nor on a CUDA device.
ValueType checkArray(const Array& array, const char* name);
/// The same, but throws InvalidInput also for arrays on a CUDA device.
ValueType checkHostArray(const Array& array, const char* name);

/// Describe an array or a DLPack capsule, which is used up: its shape, the code and bits of its type in
/// DLPack, and whether it is contiguous.
nanobind::tuple describe(const Array& array);

/// Copy an array from a CUDA device to a numpy array. Throws InvalidInput if it is not on a CUDA device.
nanobind::object copyToHost(const Array& array, const std::string& name);

/// View an array (or a DLPack capsule, which is used up) in host memory as a numpy array. Throws
/// InvalidInput for arrays elsewhere.
nanobind::object viewOnHost(const Array& array);

/// The memory of an array that has passed checkArray.
MemorySpace memoryOf(const Array& array);

/// Make a field of an array of n, n x c, nz x ny x nx or nz x ny x nx x c values, in host memory or on a CUDA
/// device. The array must exist as long as the field is used.
Field makeField(const Array& values, const char* name, int component, bool perCell);

/// Coordinates of grid points along x, y and z; nothing if the grid is even.
using GridCoordinates = std::optional<std::array<std::vector<double>, 3>>;
/// Make a grid without its values. The coordinates must exist as long as the grid is used. Throws
/// InvalidInput unless there is one for each grid point along each axis.
VolumeInput makeGrid(const std::array<std::int64_t, 3>& dimensions, const std::array<double, 16>& indexToMesh,
  const GridCoordinates& coordinates);

/// Make a mesh of points (n x 3, float or double) and tets (m x 4, int32 or int64). Each may be in
/// host memory or on a CUDA device.
TetMeshInput makeMesh(const Array& points, const Array& tets);

} // namespace inkray::python
