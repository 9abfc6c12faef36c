// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Device/Buffer.h"
#include "Geometry/RegularGrid/BrickTree.h"
#include "Geometry/RegularGrid/HiddenCells.h"
#include "Geometry/RegularGrid/LinearBounds.h"
#include "Geometry/RegularGrid/QuantizedField.h"
#include "Renderers/Isosurface/IsosurfaceKernels.h"
#include "Renderers/Isosurface/IsosurfaceRayCaster.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace inkray
{

/// What of the isosurface ray caster outlives a frame: the kept values and those that colour, min/max bricks,
/// the isovalues, and the tree made explicit for them. Calls in order: setVolume, setSurfaces, upload,
/// updateTree, describe; each may be repeated on its own.
template <class Backend>
class IsosurfaceVolume
{
  template <class T>
  using Array = typename Backend::template Array<T>;

public:
  /// Moments that the backend remembers.
  enum Mark
  {
    BricksBegin,
    BricksEnd,
    numMarks
  };

  /// Take the values and build the bricks. Drops the colour values. Throws InvalidInput, OutOfMemory; empty()
  /// afterwards.
  const VolumeReport& setVolume(Backend& backend, const VolumeInput& volume);
  bool empty() const { return !hasVolume_; }

  /// Null values: none.
  void setColorValues(Backend& backend, const VolumeValues& values);
  void setColorTable(Backend& backend, const ColorTable& table);

  /// In any order; throws InvalidInput for values that are not finite.
  void setSurfaces(const std::vector<Isosurface>& surfaces);
  const std::vector<Isosurface>& surfaces() const { return surfaces_; }
  bool isAllOpaque() const
  {
    return std::all_of(
      surfaces_.begin(), surfaces_.end(), [](const Isosurface& s) { return s.opacity >= 1.0f; });
  }

  /// Whether a ray ends at its first crossing: with one opaque surface that is not cropped. All pipelines
  /// then look for that alone.
  bool endsAtFirstCrossing(const IsosurfaceScene& scene) const
  {
    return scene.surfaces.count == 1 && this->isAllOpaque() && !scene.cropping.on;
  }

  /// The surfaces to the backend, where they have changed.
  void upload(Backend& backend);
  /// Whether the tree is another volume's or other isovalues'.
  bool treeIsOld() const { return !treeIsCurrent_; }
  /// Leaf flags and the tree above them for the uploaded surfaces.
  void updateTree(Backend& backend);
  /// What of the scene is the volume's.
  void describe(IsosurfaceScene& scene) const;

  /// Call f with the values as kernels read them.
  template <class F>
  void visitView(const F& f) const
  {
    if (values_.type == QuantizedField<Backend>::UInt8)
      return f(this->view<std::uint8_t>());
    if (values_.type == QuantizedField<Backend>::UInt16)
      return f(this->view<std::uint16_t>());
    f(this->view<float>());
  }
  /// The implicit tree, all bricks of it.
  template <class T>
  const MinMax<T>* tree() const
  {
    return reinterpret_cast<const MinMax<T>*>(tree_.data());
  }
  const BrickNode* nodes() const { return nodes_.data(); }
  const BrickLayout& layout() const { return layout_; }
  VolumeAssociation association() const { return association_; }
  /// Index coordinates of the values to the camera's: for cell values those of the cells' centres.
  void indexToMesh(double (&matrix)[16]) const;

  double uploadMilliseconds() const { return uploadMilliseconds_; }
  double bricksMilliseconds() const { return bricksMilliseconds_; }
  std::size_t valueBytes() const
  {
    return values_.bytes() + colorValues_.bytes() + hidden_.bytes() + blankPoints_.bytes();
  }
  std::size_t brickBytes() const
  {
    return subBricks_.bytes() + leafRanges_.bytes() + leafRefs_.bytes() + tree_.bytes() + nodes_.bytes() +
      leafMasks_.bytes() + bounds_.bytes();
  }

private:
  template <class T>
  VolumeView<T> view() const
  {
    return { static_cast<const T*>(values_.values), strideY_, strideZ_,
      numHidden_ > 0 ? hidden_.data() : nullptr, blankPoints_.size() > 0 ? blankPoints_.data() : nullptr };
  }

  using Clock = std::chrono::steady_clock;
  static double since(Clock::time_point start)
  {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
  }

  template <class T>
  static MinMax<T>* ranges(Array<char>& bytes)
  {
    return reinterpret_cast<MinMax<T>*>(bytes.data());
  }
  static void takeBits(Backend& backend, const std::vector<std::uint32_t>& words, Array<std::uint32_t>& to)
  {
    to.release();
    if (words.empty())
      return;
    to.reset(backend, static_cast<std::int64_t>(words.size()));
    backend.copyFromHost(to.data(), words.data(), to.bytes());
  }
  void takeDimensions(const VolumeInput& volume, std::int64_t (&cells)[3]);
  void buildBricks(Backend& backend);
  template <class T>
  void buildBricks(Backend& backend, const VolumeView<T>& view);
  void countNonFinite(Backend& backend);

  VolumeReport report_;
  bool hasVolume_ = false;
  BrickLayout layout_ = {};
  std::int64_t strideY_ = 0, strideZ_ = 0, numPoints_ = 0;
  double indexToMesh_[16] = {};
  VolumeAssociation association_ = VolumeAssociation::Points;
  QuantizedField<Backend> values_;
  Array<std::uint32_t> hidden_, blankPoints_;
  std::int64_t numHidden_ = 0;

  Array<char> subBricks_, leafRanges_, tree_;
  Array<BrickNode> nodes_;
  Array<std::uint64_t> leafMasks_;
  Array<LinearBounds> bounds_;
  Array<std::uint32_t> leafRefs_, arrivals_;
  Array<std::uint64_t> nonFinite_;

  std::vector<Isosurface> surfaces_;
  Array<SurfaceEntry> entries_;
  SurfaceList surfaceList_ = {};
  bool treeIsCurrent_ = false, entriesAreCurrent_ = false;

  QuantizedField<Backend> colorValues_;
  ColorTable colorTable_;
  Array<float> table_;
  ColorArray color_ = {};

  double uploadMilliseconds_ = 0.0, bricksMilliseconds_ = 0.0;
};

/// Dimensions of the interpolated grid: for cell values that of the cells' centres.
template <class Backend>
void IsosurfaceVolume<Backend>::takeDimensions(const VolumeInput& volume, std::int64_t (&cells)[3])
{
  const bool atCells = volume.scalars.association == VolumeAssociation::Cells;
  for (int axis = 0; axis < 3; ++axis)
  {
    const std::int64_t points = volume.dimensions[axis] - (atCells ? 1 : 0);
    cells[axis] = points - 1;
    if (cells[axis] < 1)
      throw InvalidInput("the image is " + std::to_string(volume.dimensions[0]) + " x " +
        std::to_string(volume.dimensions[1]) + " x " + std::to_string(volume.dimensions[2]) +
        " points: an isosurface needs at least two " + (atCells ? "cells" : "points") + " along each axis");
    if (cells[axis] > 1024 * leafSize)
      throw InvalidInput("the image has " + std::to_string(volume.dimensions[axis]) +
        " points along an axis; at most 16385 can be drawn: take a part of it (Extract Subset)");
    report_.dimensions[axis] = points;
  }
}

template <class Backend>
const VolumeReport& IsosurfaceVolume<Backend>::setVolume(Backend& backend, const VolumeInput& volume)
{
  hasVolume_ = false;
  treeIsCurrent_ = entriesAreCurrent_ = false;
  colorValues_.release();
  color_.values = nullptr;
  report_ = VolumeReport();
  std::int64_t cells[3];
  this->takeDimensions(volume, cells);

  const auto start = Clock::now();
  const std::int64_t* const points = report_.dimensions;
  numPoints_ = points[0] * points[1] * points[2];
  association_ = volume.scalars.association;
  values_.take(backend, volume.scalars, numPoints_);
  strideY_ = points[0];
  strideZ_ = points[0] * points[1];
  layout_ = makeBrickLayout(cells);
  std::copy_n(layout_.leaves, 3, report_.leaves);
  std::copy_n(volume.indexToMesh, 16, indexToMesh_);

  const HiddenCells hidden = findHiddenCells(volume, cells);
  report_.numHiddenCells = numHidden_ = hidden.count;
  this->takeBits(backend, hidden.cells, hidden_);
  this->takeBits(backend, hidden.blankPoints, blankPoints_);
  uploadMilliseconds_ = since(start);

  this->buildBricks(backend);
  if (!(std::abs(report_.range[0]) < 1e37 && std::abs(report_.range[1]) < 1e37) &&
    report_.range[0] <= report_.range[1] && volume.scalars.type == ValueType::Float32)
  {
    // Differences of such values could overflow.
    values_.take(backend, volume.scalars, numPoints_, true);
    this->buildBricks(backend);
  }
  hasVolume_ = true;
  return report_;
}

template <class Backend>
void IsosurfaceVolume<Backend>::buildBricks(Backend& backend)
{
  backend.mark(BricksBegin);
  this->visitView([&](const auto& view) { this->buildBricks(backend, view); });
  backend.mark(BricksEnd);
  backend.synchronize();
  bricksMilliseconds_ = backend.elapsed(BricksBegin, BricksEnd);
}

template <class Backend>
template <class T>
void IsosurfaceVolume<Backend>::buildBricks(Backend& backend, const VolumeView<T>& view)
{
  const std::int64_t leaves = std::int64_t(layout_.leaves[0]) * layout_.leaves[1] * layout_.leaves[2];
  const std::int64_t slots = std::int64_t(1) << layout_.depth;
  const auto size = static_cast<std::int64_t>(sizeof(MinMax<T>));
  const auto exactly = [&backend](auto& array, std::int64_t n) {
    if (array.size() != n)
      array.reset(backend, n);
  };
  exactly(subBricks_, leaves * subBricksPerLeaf * size);
  exactly(leafRanges_, leaves * size);
  exactly(tree_, 2 * slots * size);
  exactly(nodes_, 2 * slots);
  exactly(leafMasks_, leaves);
  exactly(bounds_, leaves * subBricksPerLeaf);
  exactly(leafRefs_, slots);
  exactly(arrivals_, arrivalWords(layout_));
  backend.zero(arrivals_.data(), arrivals_.bytes());

  backend.forEach(leaves * subBricksPerLeaf, FindMinMax<T>{ layout_, view, ranges<T>(subBricks_) });
  backend.forEach(leaves * subBricksPerLeaf, FindLinearBounds<T>{ layout_, view, bounds_.data() });
  backend.forEach(leaves, ReduceLeaf<T>{ ranges<T>(subBricks_), ranges<T>(leafRanges_) });
  backend.forEach(slots, ReferLeaf{ layout_, leafRefs_.data() });
  for (std::int64_t first = slots; first >= 1; first /= 2)
    backend.forEach(first, ReduceNode<T>{ layout_, ranges<T>(leafRanges_), ranges<T>(tree_), first });

  const MinMax<T> all = backend.read(this->tree<T>() + 1);
  if (all.low <= all.high)
  {
    report_.range[0] = values_.restore(all.low);
    report_.range[1] = values_.restore(all.high);
  }
  this->countNonFinite(backend);
}

template <class Backend>
void IsosurfaceVolume<Backend>::countNonFinite(Backend& backend)
{
  report_.numNonFinite = values_.numNonFinite;
  if (values_.nonFiniteCounted)
    return;
  nonFinite_.reserve(backend, 1);
  backend.zero(nonFinite_.data(), nonFinite_.bytes());
  backend.forEach(numPoints_, CountNonFinite{ static_cast<const float*>(values_.values), nonFinite_.data() });
  report_.numNonFinite = static_cast<std::int64_t>(backend.read(nonFinite_.data()));
}

template <class Backend>
void IsosurfaceVolume<Backend>::setColorValues(Backend& backend, const VolumeValues& values)
{
  if (!values.values)
  {
    colorValues_.release();
    color_.values = nullptr;
    return;
  }
  if (!hasVolume_)
    throw InvalidInput("colours were given before the volume");
  if (values.association != association_)
    throw InvalidInput("the array that colours the surface has to lie where the contoured one lies: both at "
                       "the points or both in the cells");
  color_.values = nullptr;
  colorValues_.take(backend, values, numPoints_);
  color_.values = colorValues_.values;
  color_.type = colorValues_.type;
  this->setColorTable(backend, colorTable_);
}

template <class Backend>
void IsosurfaceVolume<Backend>::setColorTable(Backend& backend, const ColorTable& table)
{
  colorTable_ = table;
  if (colorTable_.rgb.size() < 3)
    colorTable_.rgb = { 1.0f, 1.0f, 1.0f };
  const auto n = static_cast<std::int64_t>(colorTable_.rgb.size() / 3);
  table_.reserve(backend, 3 * n);
  backend.copyFromHost(
    table_.data(), colorTable_.rgb.data(), static_cast<std::size_t>(3 * n) * sizeof(float));
  color_.table = table_.data();
  color_.numEntries = static_cast<std::int32_t>(n);
  std::copy_n(colorTable_.nanColor, 3, color_.nan);
  // The range as the values are kept.
  const double low = (colorTable_.range[0] - colorValues_.offset) * colorValues_.scale,
               high = (colorTable_.range[1] - colorValues_.offset) * colorValues_.scale;
  color_.low = static_cast<float>(low);
  color_.scale = high > low ? static_cast<float>(static_cast<double>(n - 1) / (high - low)) : 0.0f;
}

template <class Backend>
void IsosurfaceVolume<Backend>::setSurfaces(const std::vector<Isosurface>& surfaces)
{
  for (const Isosurface& surface : surfaces)
    if (!std::isfinite(surface.value))
      throw InvalidInput("an isovalue is not a number; give it a finite value");
  std::vector<Isosurface> sorted = surfaces;
  std::stable_sort(
    sorted.begin(), sorted.end(), [](const Isosurface& a, const Isosurface& b) { return a.value < b.value; });
  const auto sameValue = [](const Isosurface& a, const Isosurface& b) { return a.value == b.value; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), sameValue), sorted.end());
  const bool sameValues = sorted.size() == surfaces_.size() &&
    std::equal(sorted.begin(), sorted.end(), surfaces_.begin(), sameValue);
  treeIsCurrent_ = treeIsCurrent_ && sameValues;
  entriesAreCurrent_ = false;
  surfaces_ = std::move(sorted);
}

/// The isovalues in the units of the kept values. Those that fall together there become one.
template <class Backend>
void IsosurfaceVolume<Backend>::upload(Backend& backend)
{
  if (entriesAreCurrent_)
    return;
  std::vector<SurfaceEntry> entries;
  for (const Isosurface& s : surfaces_)
  {
    const float value = values_.keep(s.value);
    if (entries.empty() || value > entries.back().value)
      entries.push_back({ value, s.color[0], s.color[1], s.color[2], s.opacity });
  }
  const auto n = static_cast<std::int64_t>(entries.size());
  if (n == 1)
  {
    entries_.reserve(backend, 1);
    backend.put(entries_.data(), entries[0]); // without waiting
  }
  else if (n > 1)
  {
    entries_.reserve(backend, n);
    backend.copyFromHost(entries_.data(), entries.data(), static_cast<std::size_t>(n) * sizeof(SurfaceEntry));
  }
  surfaceList_ = { entries_.data(), static_cast<std::int32_t>(n), n > 0 ? entries[0].value : 0.0f };
  entriesAreCurrent_ = true;
}

template <class Backend>
void IsosurfaceVolume<Backend>::updateTree(Backend& backend)
{
  this->visitView([&](const auto& view) {
    using T = typename std::decay_t<decltype(view)>::Value;
    const std::int64_t slots = std::int64_t(1) << layout_.depth;
    inkray::updateTree(backend,
      TreeUpdate<T>{ layout_, surfaceList_, this->tree<T>() + slots, leafRefs_.data(), ranges<T>(subBricks_),
        leafMasks_.data(), nodes_.data(), arrivals_.data() });
  });
  treeIsCurrent_ = !backend.aborted();
}

template <class Backend>
void IsosurfaceVolume<Backend>::describe(IsosurfaceScene& scene) const
{
  scene.layout = layout_;
  scene.strideY = strideY_;
  scene.strideZ = strideZ_;
  scene.surfaces = surfaceList_;
  scene.nodes = nodes_.data();
  scene.leafMasks = leafMasks_.data();
  scene.bounds = bounds_.data();
  scene.color = color_;
}

template <class Backend>
void IsosurfaceVolume<Backend>::indexToMesh(double (&matrix)[16]) const
{
  std::copy_n(indexToMesh_, 16, matrix);
  if (association_ == VolumeAssociation::Cells)
    for (int row = 0; row < 3; ++row)
      matrix[4 * row + 3] += 0.5 * (matrix[4 * row] + matrix[4 * row + 1] + matrix[4 * row + 2]);
}

} // namespace inkray
