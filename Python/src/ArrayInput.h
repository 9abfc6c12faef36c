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
/// do not read, for arrays whose numbers are not one after the other, and for those that are not in host
/// memory.
ValueType checkArray(const Array& array, const char* name);

/// What is in an array (or a capsule of DLPack, which is used up) in host memory, as numpy's. Throws
/// InvalidInput for arrays elsewhere.
nanobind::object viewOnHost(const Array& array);

/// n tuples, or n x c. The array has to outlive what is made of the field.
Field makeField(const Array& values, const char* name, int component, bool perCell);

/// points: n x 3 of float or double; tets: m x 4 of int32 or int64.
TetMeshInput makeMesh(const Array& points, const Array& tets);

} // namespace inkray::python
