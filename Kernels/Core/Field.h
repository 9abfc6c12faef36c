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

/// One data array of the caller's: the values of a volume, or the values that colour a surface. Meshes and
/// images take their arrays in this form. A ray caster reads it during the call that it is given to; nothing
/// of it is kept, unless the receiver says that it uses values of host memory in place.
///
/// Points and cells that are hidden (ghosts, blanked cells) are properties of the grid and stand in its own
/// description; in a Field, an entry without a value is NaN, or `tupleOf` sends it outside the array.
struct Field
{
  const void* values = nullptr; ///< numTuples x numComponents, the components of a tuple side by side
  ValueType type = ValueType::Float32;
  std::int64_t numTuples = 0;
  int numComponents = 1;
  int component =
    0; ///< the component that counts; -1: the Euclidean norm of all (one alone stands for itself)
  Association association = Association::Points;
  /// The tuple of each entry, where the points or cells drawn stand for other ones of the caller's (tets for
  /// the cells they were cut from). In host memory. Null: entry i has tuple i.
  const std::int64_t* tupleOf = nullptr;
  MemorySpace memory = MemorySpace::Host; ///< of the values

  bool isMagnitude() const { return component < 0 && numComponents > 1; }
};

} // namespace inkray
