// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "View/SparsePicture.h"

#include <cstdint>
#include <vector>

namespace inkray
{

/// Differences are sorted into this many levels; at level 0 the cell is smooth.
constexpr int numSparseLevels = 16;
/// Differences of color or opacity up to this are invisible in a place where a smooth picture is expected.
constexpr float sparseTolerance = 0.06f;

/// Step 1: for each cell, find how much its four pixels differ beyond the differences in a smooth picture.
struct FindSparseLevels
{
  SparseCells cells;
  PictureView small;
  const float* stops;    ///< window depths at which the rays stopped, or null
  std::uint8_t* levels;  ///< level of each cell
  std::uint64_t* counts; ///< number of pixels at each level

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int at[2];
    cells.cell(i, at);
    float most = 0.0f;
    for (int axis = 0; axis < 2 && this->mayDiffer(at); ++axis)
      for (int side = -1; side < 1; ++side)
      {
        int low[2] = { at[0] - 1, at[1] - 1 };
        low[1 - axis] = cells.inside(1 - axis, at[1 - axis] + side);
        // Two neighboring pixels on the axis.
        if (low[axis] >= 0 && low[axis] + 1 < cells.small[axis])
          most = maximum(most, this->difference(low, axis));
      }
    const auto level = most <= sparseTolerance
      ? 0
      : 1 + static_cast<int>(minimum(most, 1.0f) * static_cast<float>(numSparseLevels - 2));
    levels[i] = static_cast<std::uint8_t>(level);
    if (level > 0)
      atomicAddRelaxed(counts + level, static_cast<std::uint64_t>(cells.pixels(at)));
  }

private:
  /// Whether the four pixels themselves differ noticeably, which most do not.
  INKRAY_HD bool mayDiffer(const int at[2]) const
  {
    if (stops)
      return true;
    const std::int64_t low = std::int64_t(small.width) * cells.inside(1, at[1] - 1),
                       high = std::int64_t(small.width) * cells.inside(1, at[1]);
    const int left = cells.inside(0, at[0] - 1), right = cells.inside(0, at[0]);
    const Float4 a = small.color[low + left], b = small.color[low + right], c = small.color[high + left],
                 d = small.color[high + right];
    return differ(a.x, b.x, c.x, d.x) || differ(a.y, b.y, c.y, d.y) || differ(a.z, b.z, c.z, d.z) ||
      differ(a.w, b.w, c.w, d.w);
  }
  INKRAY_HD static bool differ(float a, float b, float c, float d)
  {
    return maximum(maximum(a, b), maximum(c, d)) - minimum(minimum(a, b), minimum(c, d)) > sparseTolerance;
  }

  INKRAY_HD std::int64_t place(const int pixel[2], int axis, int step) const
  {
    const int x = pixel[0] + (axis == 0 ? step : 0), y = pixel[1] + (axis == 1 ? step : 0);
    return x + std::int64_t(small.width) * y;
  }

  /// How much more two neighboring pixels differ than twice the smaller difference on either side of them.
  INKRAY_HD float difference(const int low[2], int axis) const
  {
    const std::int64_t p = this->place(low, axis, 0), q = this->place(low, axis, 1);
    const Float4 a = small.color[p], b = small.color[q];
    const bool isFirst = low[axis] == 0, isLast = low[axis] + 2 >= cells.small[axis];
    const Float4 before = small.color[isFirst ? p : this->place(low, axis, -1)];
    const Float4 after = small.color[isLast ? q : this->place(low, axis, 2)];
    float most = maximum(maximum(jump(before.x, a.x, b.x, after.x, isFirst, isLast),
                           jump(before.y, a.y, b.y, after.y, isFirst, isLast)),
      maximum(jump(before.z, a.z, b.z, after.z, isFirst, isLast),
        jump(before.w, a.w, b.w, after.w, isFirst, isLast)));
    // At the sharp edge of an object of the scene, even faint differences are visible.
    if (stops && (stops[p] < 1.0f) != (stops[q] < 1.0f))
      most *= 4.0f;
    return most;
  }

  INKRAY_HD static float jump(float before, float a, float b, float after, bool isFirst, bool isLast)
  {
    const float sign = b < a ? -1.0f : 1.0f, step = sign * (b - a);
    const float from = isFirst ? step : maximum(sign * (a - before), 0.0f),
                to = isLast ? step : maximum(sign * (after - b), 0.0f);
    return step - 2.0f * minimum(from, to);
  }
};

/// Step 2: interpolate the pixels of cells that are smooth.
struct InterpolateSparse
{
  SparseCells cells;
  PictureView small, full;
  const std::uint8_t* levels;
  int leastLevel;          ///< the least level of cells whose pixels get separate rays
  std::uint8_t* hasOwnRay; ///< for each pixel; null: not needed

  INKRAY_HD void operator()(std::int64_t i) const
  {
    int at[2];
    cells.cell(i, at);
    const bool isCast = levels[i] >= leastLevel;
    const int x0 = cells.first(0, at[0]), x1 = cells.first(0, at[0] + 1);
    const int y0 = cells.first(1, at[1]), y1 = cells.first(1, at[1] + 1);
    if (hasOwnRay)
      for (int y = y0; y < y1; ++y)
        for (int x = x0; x < x1; ++x)
          hasOwnRay[std::int64_t(full.width) * y + x] = isCast ? 1 : 0;
    if (isCast)
      return;
    std::int64_t corners[4];
    Float4 colors[4];
    float depths[4] = { 1.0f, 1.0f, 1.0f, 1.0f };
    for (int corner = 0; corner < 4; ++corner)
    {
      corners[corner] = cells.inside(0, at[0] - 1 + corner % 2) +
        std::int64_t(small.width) * cells.inside(1, at[1] - 1 + corner / 2);
      colors[corner] = small.color[corners[corner]];
      if (full.depth)
        depths[corner] = small.depth[corners[corner]];
    }
    const float offset = cells.offset(0, at[0]), slope = cells.slope(0);
    for (int y = y0; y < y1; ++y)
    {
      const float up = multiplyAdd(static_cast<float>(y), cells.slope(1), cells.offset(1, at[1]));
      const Float4 left = mix(colors[0], colors[2], up), right = mix(colors[1], colors[3], up);
      const std::int64_t row = std::int64_t(full.width) * y;
      for (int x = x0; x < x1; ++x)
      {
        const float across = multiplyAdd(static_cast<float>(x), slope, offset);
        const Float4 color = mix(left, right, across);
        full.color[row + x] = color;
        if (full.depth)
          full.depth[row + x] = depthOf(depths, across, up, color.w);
      }
    }
  }

private:
  INKRAY_HD static Float4 mix(const Float4& a, const Float4& b, float share)
  {
    return { multiplyAdd(share, b.x - a.x, a.x), multiplyAdd(share, b.y - a.y, a.y),
      multiplyAdd(share, b.z - a.z, a.z), multiplyAdd(share, b.w - a.w, a.w) };
  }

  /// The interpolated depth if all four pixels have one. Otherwise the depth of the nearest pixel; if that
  /// has none but the color is visible, the least depth.
  INKRAY_HD static float depthOf(const float depths[4], float across, float up, float opacity)
  {
    const float most = maximum(maximum(depths[0], depths[1]), maximum(depths[2], depths[3]));
    if (most < 1.0f)
    {
      const float left = multiplyAdd(up, depths[2] - depths[0], depths[0]),
                  right = multiplyAdd(up, depths[3] - depths[1], depths[1]);
      return minimum(multiplyAdd(across, right - left, left), most);
    }
    const float nearest = depths[(across < 0.5f ? 0 : 1) + (up < 0.5f ? 0 : 2)];
    return nearest < 1.0f || opacity <= 0.0f
      ? nearest
      : minimum(minimum(depths[0], depths[1]), minimum(depths[2], depths[3]));
  }
};

/// Step 3: list the pixels that get separate rays, cell by cell (append).
struct ListSparsePixels
{
  struct State
  {
    int at[2];
  };
  SparseCells cells;
  const std::uint8_t* levels;
  int leastLevel;

  INKRAY_HD std::uint32_t count(std::int64_t i, State& state) const
  {
    if (levels[i] < leastLevel)
      return 0;
    cells.cell(i, state.at);
    return static_cast<std::uint32_t>(cells.pixels(state.at));
  }
  INKRAY_HD void emit(std::int64_t, const State& state, std::uint32_t* out) const
  {
    for (int y = cells.first(1, state.at[1]); y < cells.first(1, state.at[1] + 1); ++y)
      for (int x = cells.first(0, state.at[0]); x < cells.first(0, state.at[0] + 1); ++x)
        *out++ = static_cast<std::uint32_t>(x + cells.full[0] * y);
  }
};

/// Gets the depth in the window under each pixel of the smaller picture.
struct TakeSparseStops
{
  SparseCells cells;
  const float* full;
  float* small;

  INKRAY_HD void operator()(std::int64_t i) const
  {
    const auto y = static_cast<int>(i / cells.small[0]),
               x = static_cast<int>(i - y * std::int64_t(cells.small[0]));
    small[i] = full[this->under(0, x) + this->under(1, y) * std::int64_t(cells.full[0])];
  }

private:
  INKRAY_HD int under(int axis, int pixel) const
  {
    return static_cast<int>((2 * std::int64_t(pixel) + 1) * cells.full[axis] / (2 * cells.small[axis]));
  }
};

template <class Backend>
void SparsePicture<Backend>::begin(Backend& backend, const SparseRays& rays, std::int32_t width,
  std::int32_t height, bool hasDepth, const float* stops)
{
  cells_ = { { rays.width, rays.height }, { width, height } };
  const std::int64_t pixels = std::int64_t(rays.width) * rays.height;
  color_.reserve(backend, pixels);
  if (hasDepth)
    depth_.reserve(backend, pixels);
  small_ = { rays.width, rays.height, color_.data(), hasDepth ? depth_.data() : nullptr };
  stops_ = nullptr;
  if (stops)
  {
    stopDepths_.reserve(backend, pixels);
    backend.forEach(pixels, TakeSparseStops{ cells_, stops, stopDepths_.data() });
    stops_ = stopDepths_.data();
  }
}

template <class Backend>
void SparsePicture<Backend>::enlarge(
  Backend& backend, const PictureView& full, std::int64_t most, bool asksOwn)
{
  const std::int64_t numCells = cells_.count();
  levels_.reserve(backend, numCells);
  counts_.reserve(backend, numSparseLevels);
  backend.zero(counts_.data(), numSparseLevels * sizeof(std::uint64_t));
  backend.forEach(numCells, FindSparseLevels{ cells_, small_, stops_, levels_.data(), counts_.data() });
  std::vector<std::uint64_t> counts(numSparseLevels);
  backend.copyToHost(counts.data(), counts_.data(), numSparseLevels * sizeof(std::uint64_t));
  // Take levels from the highest down, as long as all their pixels can have rays.
  numListed_ = numWanted_ = 0;
  pixels_.reserve(backend, 1); // a list exists, even if it is empty
  int least = numSparseLevels;
  for (int level = numSparseLevels - 1; level > 0; --level)
  {
    numWanted_ += static_cast<std::int64_t>(counts[level]);
    if (numWanted_ <= most)
    {
      numListed_ = numWanted_;
      least = level;
    }
  }
  if (asksOwn)
    hasOwnRay_.reserve(backend, std::int64_t(full.width) * full.height);
  backend.forEach(numCells,
    InterpolateSparse{ cells_, small_, full, levels_.data(), least, asksOwn ? hasOwnRay_.data() : nullptr });
  if (numListed_ == 0)
    return;
  pixels_.reserve(backend, numListed_);
  backend.zero(counts_.data(), sizeof(std::uint64_t));
  append(backend, numCells, ListSparsePixels{ cells_, levels_.data(), least },
    Queue<std::uint32_t>{ pixels_.data(), static_cast<std::uint64_t>(numListed_), counts_.data() });
}

} // namespace inkray
