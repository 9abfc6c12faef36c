// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/RegularGrid/ValueOrder.h"
#include "Geometry/RegularGrid/VoxelCubic.h"

#include <cstdint>

/// A grid's values whose type is known only when a kernel runs, for kernels that are too large to be compiled
/// for each type.
namespace inkray
{

/// A pointer to values of a quantized field.
struct TaggedValues
{
  enum Type : std::int32_t
  {
    UInt8,
    UInt16,
    Float
  };

  const void* data;
  std::int32_t type; ///< as QuantizedField has it

  INKRAY_HD float operator[](std::int64_t i) const
  {
    return type == Float ? static_cast<const float*>(data)[i]
      : type == UInt16   ? static_cast<float>(static_cast<const std::uint16_t*>(data)[i])
                         : static_cast<float>(static_cast<const std::uint8_t*>(data)[i]);
  }
};

/// A pointer to one of several tagged values.
struct TaggedPlace
{
  TaggedValues values;
  std::int64_t at;
};
INKRAY_HD TaggedPlace operator+(const TaggedValues& values, std::int64_t at)
{
  return { values, at };
}
INKRAY_HD TaggedPlace operator+(const TaggedPlace& place, std::int64_t offset)
{
  return { place.values, place.at + offset };
}

template <class F>
INKRAY_HD void visitTyped(const TaggedPlace& place, const F& f)
{
  const void* const data = place.values.data;
  if (place.values.type == TaggedValues::Float)
    f(static_cast<const float*>(data) + place.at);
  else if (place.values.type == TaggedValues::UInt16)
    f(static_cast<const std::uint16_t*>(data) + place.at);
  else
    f(static_cast<const std::uint8_t*>(data) + place.at);
}

INKRAY_HD CellCorners loadCorners(const TaggedPlace& corner, std::int64_t strideY, std::int64_t strideZ)
{
  CellCorners corners;
  visitTyped(corner, [&](const auto* typed) { corners = loadCorners(typed, strideY, strideZ); });
  return corners;
}

/// The planes of a grid whose kind is known only when a kernel runs: UniformAxes or RectilinearAxes, with
/// values where they meet or in the cells between them.
struct AnyAxes : RectilinearAxes
{
  bool areUniform;
  bool haveConstantCells = false;

  AnyAxes() = default;
  INKRAY_HD AnyAxes(const UniformAxes&)
    : RectilinearAxes{}
    , areUniform(true)
  {
  }
  INKRAY_HD AnyAxes(const RectilinearAxes& axes)
    : RectilinearAxes(axes)
    , areUniform(false)
  {
  }

  INKRAY_HD float plane(int axis, float k) const { return areUniform ? k : RectilinearAxes::plane(axis, k); }
  INKRAY_HD float local(const Ray& ray, int axis, float corner, float t) const
  {
    return areUniform ? UniformAxes().local(ray, axis, corner, t)
                      : RectilinearAxes::local(ray, axis, corner, t);
  }
  INKRAY_HD int cellAt(int axis, float x, int count, float& at) const
  {
    return areUniform ? UniformAxes().cellAt(axis, x, count, at)
                      : RectilinearAxes::cellAt(axis, x, count, at);
  }
  INKRAY_HD float inverseDistance(int axis, int from, int to) const
  {
    return areUniform ? UniformAxes().inverseDistance(axis, from, to)
                      : RectilinearAxes::inverseDistance(axis, from, to);
  }
  INKRAY_HD int before(int axis, int k) const
  {
    return areUniform ? k - 1 : RectilinearAxes::before(axis, k);
  }
  INKRAY_HD int after(int axis, int k) const { return areUniform ? k + 1 : RectilinearAxes::after(axis, k); }
};

INKRAY_HD bool areEven(const AnyAxes& axes)
{
  return axes.areUniform;
}
INKRAY_HD bool areCellsConstant(const AnyAxes& axes)
{
  return axes.haveConstantCells;
}

/// VolumeView or RectilinearView with values of any type.
template <class AxesType>
struct TaggedGridView
{
  using Axes = AxesType;

  TaggedValues values;
  std::int64_t strideY, strideZ;    ///< in values
  const std::uint32_t* hidden;      ///< one bit for each cell, or null
  const std::uint32_t* blankPoints; ///< one bit for each point, or null
  AxesType planes;

  INKRAY_HD const AxesType& axes() const { return planes; }
};

/// The planes of a grid of any kind whose values lie where planes meet.
struct PointAxes : AnyAxes
{
  PointAxes() = default;
  explicit PointAxes(const AnyAxes& axes)
    : AnyAxes(axes)
  {
  }
};

/// The values of a volume of any kind, for kernels that are too large to be compiled for each.
using AnyGridView = OrderedView<TaggedGridView<AnyAxes>>;
/// The same without constant cells, for kernels that are faster without them.
using PointGridView = OrderedView<TaggedGridView<PointAxes>>;
inline PointGridView atPoints(const AnyGridView& view)
{
  return { { view.values, view.strideY, view.strideZ, view.hidden, view.blankPoints, PointAxes(view.planes) },
    view.order };
}

/// A second array of a grid, x fastest.
INKRAY_HD TaggedGridView<AnyAxes> withValues(TaggedGridView<AnyAxes> grid, const TaggedValues& values)
{
  grid.values = values;
  return grid;
}

} // namespace inkray
