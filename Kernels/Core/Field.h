// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/MemorySpace.h"
#include "Core/ValueType.h"

#include <cstdint>

namespace inkray
{

/// Location of an array's values.
enum class Association
{
  Points, ///< at the points of the grid or mesh: interpolated between them
  Cells   ///< one for each cell
};

/// One of the caller's data arrays: the values of a volume, or the values that color a surface. Meshes and
/// images take their arrays in this form. A ray caster reads the array during the call that receives it and
/// keeps nothing, unless the receiver says that it uses values in host memory in place.
///
/// Hidden points and cells (ghosts, blanked cells) belong to the grid's own description. In a Field, an entry
/// without a value is NaN, or its `tupleOf` lies outside of the array.
struct Field
{
  const void* values = nullptr; ///< numTuples x numComponents; the components of a tuple are adjacent
  ValueType type = ValueType::Float32;
  std::int64_t numTuples = 0;
  int numComponents = 1;
  int component =
    0; ///< the component to use; -1: the Euclidean norm of all components (a single component is used itself)
  Association association = Association::Points;
  /// The tuple of each entry, if the drawn points or cells stand for other points or cells of the caller
  /// (tets for the cells from which they were cut). In host memory. Null: entry i has tuple i.
  const std::int64_t* tupleOf = nullptr;
  MemorySpace memory = MemorySpace::Host; ///< the memory that holds the values

  bool isMagnitude() const { return component < 0 && numComponents > 1; }
};

} // namespace inkray
