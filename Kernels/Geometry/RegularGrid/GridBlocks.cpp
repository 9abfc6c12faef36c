// SPDX-License-Identifier: BSD-3-Clause
#include "Geometry/RegularGrid/GridBlocks.h"

#include "Core/KeptScaling.h"
#include "Device/CallerArrays.h"
#include "Device/DeviceArrays.h"
#include "Geometry/RegularGrid/BrickLayout.h"
#include "Geometry/RegularGrid/BrickNode.h"
#include "Geometry/RegularGrid/HiddenCells.h"
#include "Geometry/RegularGrid/LinearBounds.h"
#include "View/EyeRays.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>
#include <type_traits>

#include <tbb/blocked_range.h>
#include <tbb/parallel_for.h>

namespace inkray
{
namespace
{

template <class Kept, class Value>
void keepRows(const Value& value, const std::int64_t points[3], const GridBlock& piece, std::int64_t first,
  std::int64_t last, Kept* to)
{
  const std::int64_t rows = piece.points[1], across = piece.points[0];
  tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, (last - first) * rows, 16),
    [&](const tbb::blocked_range<std::int64_t>& range) {
      for (std::int64_t row = range.begin(); row < range.end(); ++row)
      {
        const std::int64_t y = piece.firstPoint[1] + row % rows, z = piece.firstPoint[2] + first + row / rows;
        value(piece.firstPoint[0] + points[0] * (y + points[1] * z), across, to + row * across);
      }
    });
}

} // namespace

float KeptForm::keep(double value) const
{
  return static_cast<float>(keptWithin((value - offset) * scale));
}

KeptForm findKeptForm(const Field& values, const FiniteRange& range, bool normalize, bool asFloat)
{
  KeptForm form;
  bool isKept = false;
  visitValues(nullptr, values.type, [&](const auto* p) {
    using V = std::decay_t<decltype(*p)>;
    constexpr bool isShort = std::is_integral_v<V> && sizeof(V) <= 2;
    isKept = !values.isMagnitude() && (std::is_same_v<V, float> ? !normalize : isShort && !asFloat);
    if (isKept && isShort)
    {
      form.type = sizeof(V) == 1 ? 0 : 1;
      form.offset = !std::is_signed_v<V> ? 0.0 : sizeof(V) == 1 ? -128.0 : -32768.0;
    }
  });
  if (!isKept)
  {
    const KeptScaling kept = keptScalingOf(range);
    form.offset = kept.offset;
    form.scale = kept.scale;
  }
  return form;
}

KeptForm findKeptForm(const Field& values, std::int64_t n, bool normalize, bool asFloat, FiniteRange& range)
{
  range = FiniteRange();
  if (findKeptForm(values, range, normalize, asFloat).type == 2)
    visitEntries(values, [&](const auto& entries) { range = finiteRange(n, entries); });
  return findKeptForm(values, range, normalize, asFloat);
}

Field gridFieldInHost(const Field& field, std::vector<char>& copy)
{
  copy = std::vector<char>();
  Field own = field;
  if (field.memory == MemorySpace::Host)
    return own;
  const std::size_t size = sizeOf(field.type);
  const std::size_t bytes = static_cast<std::size_t>(field.numTuples * field.numComponents) * size;
  checkDeviceArray(field.values, bytes, size, anyCudaDevice, "values");
  copy.resize(bytes);
  copyDeviceArray(copy.data(), field.values, bytes, "values");
  own.values = copy.data();
  own.memory = MemorySpace::Host;
  return own;
}

std::vector<GridBlock> cutGrid(
  const std::int64_t points[3], std::int64_t side, std::int64_t count[3], int beyond)
{
  std::int64_t leaves[3];
  for (int axis = 0; axis < 3; ++axis)
  {
    leaves[axis] = (points[axis] - beyond + leafSize - 1) / leafSize;
    count[axis] = (leaves[axis] + side - 1) / side;
  }
  std::vector<GridBlock> pieces;
  for (std::int64_t i = 0; i < count[0] * count[1] * count[2]; ++i)
  {
    const std::int64_t at[3] = { i % count[0], i / count[0] % count[1], i / count[0] / count[1] };
    GridBlock piece;
    for (int axis = 0; axis < 3; ++axis)
    {
      piece.firstLeaf[axis] = at[axis] * side;
      piece.leaves[axis] = std::min(side, leaves[axis] - piece.firstLeaf[axis]);
      const std::int64_t begin = piece.firstLeaf[axis] * leafSize;
      piece.firstPoint[axis] = std::max<std::int64_t>(begin - 1, 0);
      piece.points[axis] =
        std::min(begin + piece.leaves[axis] * leafSize + beyond + 1, points[axis]) - piece.firstPoint[axis];
    }
    pieces.push_back(piece);
  }
  return pieces;
}

AxisBox GridWalls::boxOf(std::size_t piece) const
{
  AxisBox box;
  for (int axis = 0; axis < 3; piece /= this->count(axis++))
  {
    box.low[axis] = along[axis][piece % this->count(axis)];
    box.high[axis] = along[axis][piece % this->count(axis) + 1];
  }
  return box;
}

std::vector<std::size_t> GridWalls::frontToBack(const Camera& camera) const
{
  double eye[3];
  findEye(camera, eye);
  // Along a ray from piece to piece, the distance from the eye's place among them grows along one axis and
  // shrinks along none. The eye of parallel rays lies beyond an end.
  std::vector<std::int64_t> distances = { 0 };
  for (int axis = 2; axis >= 0; --axis)
  {
    const auto n = static_cast<std::int64_t>(this->count(axis));
    const std::int64_t own = camera.isParallel()
      ? (eye[axis] >= 0 ? -1 : n)
      : std::upper_bound(along[axis].begin(), along[axis].end(), eye[axis]) - along[axis].begin() - 1;
    std::vector<std::int64_t> all;
    for (const std::int64_t distance : distances)
      for (std::int64_t i = 0; i < n; ++i)
        all.push_back(distance + std::abs(i - own));
    distances.swap(all);
  }
  std::vector<std::size_t> order(distances.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
    [&distances](std::size_t a, std::size_t b) { return distances[a] < distances[b]; });
  return order;
}

void keepPlanes(const Field& values, const KeptForm& form, const std::int64_t points[3],
  const GridBlock& piece, std::int64_t first, std::int64_t last, char* to)
{
  // Copy whole rows if the numbers are stored unchanged.
  if (values.numComponents == 1 && form.scale == 1.0 && form.offset == 0.0 &&
    (form.type == 0      ? values.type == ValueType::UInt8
        : form.type == 1 ? values.type == ValueType::UInt16
                         : values.type == ValueType::Float32))
  {
    const auto copy = [&](auto* kept) {
      using Kept = std::decay_t<decltype(*kept)>;
      const auto* const from = static_cast<const Kept*>(values.values);
      keepRows([from](std::int64_t at, std::int64_t n,
                 Kept* row) { std::memcpy(row, from + at, static_cast<std::size_t>(n) * sizeof(Kept)); },
        points, piece, first, last, kept);
    };
    return form.type == 0 ? copy(reinterpret_cast<std::uint8_t*>(to))
      : form.type == 1    ? copy(reinterpret_cast<std::uint16_t*>(to))
                          : copy(reinterpret_cast<float*>(to));
  }
  visitEntries(values, [&](const auto& entries) {
    const auto convert = [&](auto* kept) {
      using Kept = std::decay_t<decltype(*kept)>;
      keepRows(
        [&entries, &form](std::int64_t at, std::int64_t n, Kept* row) {
          for (std::int64_t i = 0; i < n; ++i)
            row[i] = static_cast<Kept>((entries(at + i) - form.offset) * form.scale);
        },
        points, piece, first, last, kept);
    };
    form.type == 0     ? convert(reinterpret_cast<std::uint8_t*>(to))
      : form.type == 1 ? convert(reinterpret_cast<std::uint16_t*>(to))
                       : convert(reinterpret_cast<float*>(to));
  });
}

std::vector<std::uint32_t> bitsOfPiece(
  const std::vector<std::uint32_t>& bits, const std::int64_t points[3], const GridBlock& piece, int skipped)
{
  std::vector<std::uint32_t> own(static_cast<std::size_t>((skipped + piece.numPoints() + 31) / 32), 0);
  std::int64_t to = skipped;
  for (std::int64_t z = piece.firstPoint[2]; z < piece.firstPoint[2] + piece.points[2]; ++z)
    for (std::int64_t y = piece.firstPoint[1]; y < piece.firstPoint[1] + piece.points[1]; ++y)
      for (std::int64_t x = 0; x < piece.points[0]; ++x, ++to)
      {
        const std::int64_t from = piece.firstPoint[0] + x + points[0] * (y + points[1] * z);
        own[to >> 5] |= (bits[from >> 5] >> (from & 31) & 1u) << (to & 31);
      }
  return own;
}

std::size_t estimateBlockBytes(const KeptForm& form, const std::int64_t points[3])
{
  std::size_t leaves = 1, slots = 1, values = form.bytesOfAValue();
  for (int axis = 0; axis < 3; ++axis)
  {
    const auto along =
      static_cast<std::size_t>(std::max<std::int64_t>((points[axis] - 1 + leafSize - 1) / leafSize, 1));
    std::size_t slotsAlong = 1;
    while (slotsAlong < along)
      slotsAlong *= 2;
    leaves *= along;
    slots *= slotsAlong;
    values *= static_cast<std::size_t>(points[axis]);
  }
  const std::size_t range = 2 * form.bytesOfAValue();
  return values +
    leaves * (subBricksPerLeaf * (range + sizeof(LinearBounds)) + range + sizeof(std::uint64_t)) +
    slots * (2 * range + 2 * sizeof(BrickNode) + sizeof(std::uint32_t));
}

std::size_t estimateVolumeBytes(const VolumeInput& volume)
{
  std::int64_t points[3];
  interpolantValues(volume, points);
  const bool isRectilinear = volume.coordinates[0] || volume.coordinates[1] || volume.coordinates[2];
  const std::size_t bits = volume.cellFlags || volume.pointFlags ? static_cast<std::size_t>(points[0]) *
      static_cast<std::size_t>(points[1]) * static_cast<std::size_t>(points[2]) / 4
                                                                 : 0;
  return estimateBlockBytes(findKeptForm(volume.scalars, FiniteRange(), false, isRectilinear), points) + bits;
}

} // namespace inkray
