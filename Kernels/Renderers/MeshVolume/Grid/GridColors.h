// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Device/CallerArrays.h"
#include "Geometry/RegularGrid/TaggedGridView.h"
#include "Renderers/MeshVolume/DirectColors.h"

#include <cmath>
#include <cstdint>

/// Direct colors of a grid's points. A color is kept in four bytes: ten bits for each channel. A full channel
/// is 1020 = 4 * 255, so that colors of eight bits are kept exactly.
namespace inkray
{

constexpr float fullChannel = 1020.0f;
constexpr std::uint32_t noColor = 1u << 30; ///< the bits of a point with a channel that is not finite

/// A color, or a weighted sum of colors. NaN: a point has no color.
struct PointColor
{
  float red, green, blue;

  INKRAY_HD static PointColor of(std::uint32_t bits)
  {
    const float none = bits == noColor ? NAN : 0.0f;
    const auto channel = [&](int shift) {
      return static_cast<float>(bits >> shift & 1023u) * (1.0f / fullChannel) + none;
    };
    return { channel(0), channel(10), channel(20) };
  }
  INKRAY_HD PointColor operator+(const PointColor& o) const
  {
    return { red + o.red, green + o.green, blue + o.blue };
  }
  INKRAY_HD PointColor operator*(float w) const { return { red * w, green * w, blue * w }; }
};

/// The kept color of each entry of an array. Channels beyond 0 and `full` are clamped.
template <class Entries>
struct KeptColors : ColorSums<Entries>
{
  double full;

  INKRAY_HD std::uint32_t operator()(std::int64_t i) const
  {
    return this->isColor(i) ? this->channel(i, 0) | this->channel(i, 1) << 10 | this->channel(i, 2) << 20
                            : noColor;
  }
  INKRAY_HD std::uint32_t channel(std::int64_t i, int c) const
  {
    const double x = this->entries(i, c) / full;
    return static_cast<std::uint32_t>((x < 0.0 ? 0.0 : x > 1.0 ? 1.0 : x) * double(fullChannel) + 0.5);
  }
};

/// The first channels of kept colors, from 0 to 1, as values of a grid.
struct RedValues
{
  const std::uint32_t* colors;

  INKRAY_HD float operator[](std::int64_t i) const { return PointColor::of(colors[i]).red; }
  INKRAY_HD RedValues operator+(std::int64_t offset) const { return { colors + offset }; }
};
template <class F>
INKRAY_HD void visitTyped(const RedValues& values, const F& f)
{
  f(values);
}

/// A grid with these values, x fastest.
struct RedView
{
  RedValues values;
  std::int64_t strideY, strideZ;
  const std::uint32_t* blankPoints;
  AnyAxes planes;

  INKRAY_HD RedView(const AnyGridView& of, const std::uint32_t* colors)
    : values{ colors }
    , strideY(of.strideY)
    , strideZ(of.strideZ)
    , blankPoints(of.blankPoints)
    , planes(of.planes)
  {
  }
  INKRAY_HD const AnyAxes& axes() const { return planes; }
};

/// The direct colors of a grid's points in the memory of a backend.
template <class Backend>
class GridColors
{
public:
  /// Take the colors of `n` points. Throws InvalidInput if they do not fit, and OutOfMemory.
  void take(Backend& backend, const ShownField& colors, std::int64_t n)
  {
    checkColors(colors);
    checkField(colors, n, "points or cells of the grid");
    readEntries(backend, colors, n, "colors", [&](const auto& reader, const auto& entries) {
      using Entries = std::decay_t<decltype(entries)>;
      kept_.reset(backend, n);
      range_ = rangeOfColors(reader.range(n, ColorSums<Entries>{ entries }));
      reader.fill(kept_.data(), n, KeptColors<Entries>{ { entries }, colors.full });
    });
    static_cast<Field&>(taken_) = colors;
    taken_.full = colors.full;
    taken_.values = nullptr;
  }
  void release() { kept_.release(); }

  bool empty() const { return kept_.empty(); }
  const std::uint32_t* data() const { return kept_.data(); }
  const FiniteRange& range() const { return range_; } ///< from 0 to 1, or empty: no point has a color
  const ShownField& taken() const { return taken_; }  ///< without its values
  std::size_t bytes() const { return kept_.bytes(); }

private:
  Buffer<std::uint32_t, Backend> kept_;
  FiniteRange range_;
  ShownField taken_;
};

} // namespace inkray
