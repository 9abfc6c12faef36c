// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Field.h"
#include "Geometry/Mesh/TetMesh.h"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <string>

namespace inkray::python
{

/// An array of any library that Python's buffer protocol or DLPack gives, which is only read.
using Array = nanobind::ndarray<nanobind::ro>;

/// The kernels' name of an array's type. Throws InvalidInput, with the name of the array, for types that they
/// do not read, for arrays whose numbers are not one after the other, and for those on devices that are
/// neither the host nor CUDA's.
ValueType checkArray(const Array& array, const char* name);
/// The same for arrays that have to be in host memory.
ValueType checkHostArray(const Array& array, const char* name);

/// What is known of an array, or of a capsule of DLPack, which is used up: its shape, the code and the bits
/// of its type as DLPack has them, and whether its numbers are one after the other.
nanobind::tuple describe(const Array& array);

/// An array on a CUDA device as numpy's, in host memory. Throws InvalidInput where it is not there.
nanobind::object copyToHost(const Array& array, const std::string& name);

/// What is in an array (or a capsule of DLPack, which is used up) in host memory, as numpy's. Throws
/// InvalidInput for arrays elsewhere.
nanobind::object viewOnHost(const Array& array);

/// Where an array lies that has passed checkArray.
MemorySpace memoryOf(const Array& array);

/// n tuples, or n x c, in host memory or on a CUDA device. The array has to outlive what is made of the
/// field.
Field makeField(const Array& values, const char* name, int component, bool perCell);

/// Each in host memory or on a CUDA device. points: n x 3 of float or double; tets: m x 4 of int32 or int64.
TetMeshInput makeMesh(const Array& points, const Array& tets);

} // namespace inkray::python
