// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/ElapsedTime.h"
#include "Core/Errors.h"
#include "Geometry/RegularGrid/BrickedVolume.h"
#include "Geometry/RegularGrid/GridPlanes.h"
#include "Geometry/RegularGrid/HiddenCells.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <type_traits>

namespace inkray
{

template <class Backend>
void BrickedVolume<Backend>::takeBits(
  Backend& backend, const std::vector<std::uint32_t>& words, Array<std::uint32_t>& to)
{
  to.release();
  if (words.empty())
    return;
  to.reset(backend, static_cast<std::int64_t>(words.size()));
  backend.copyFromHost(to.data(), words.data(), to.bytes());
}

/// Set the dimensions of the interpolated grid: for cell values, the grid of the cells' centers.
template <class Backend>
void BrickedVolume<Backend>::takeDimensions(const VolumeInput& volume, std::int64_t (&cells)[3])
{
  const bool isDual = volume.isDual();
  interpolantCells(volume, cells);
  for (int axis = 0; axis < 3; ++axis)
  {
    if (cells[axis] < 1)
      throw InvalidInput("the image is " + std::to_string(volume.dimensions[0]) + " x " +
        std::to_string(volume.dimensions[1]) + " x " + std::to_string(volume.dimensions[2]) +
        " points: an isosurface needs at least two " + (isDual ? "cells" : "points") + " along each axis");
    if (cells[axis] > 1024 * leafSize)
      throw InvalidInput("the image has " + std::to_string(volume.dimensions[axis]) +
        " points along an axis; at most 16385 can be drawn: take a part of it (Extract Subset)");
    report_.dimensions[axis] = cells[axis] + 1;
  }
  interpolantValues(volume, valuesAlong_);
  strideY_ = valuesAlong_[0];
  strideZ_ = strideY_ * valuesAlong_[1];
  numPoints_ = strideZ_ * valuesAlong_[2];
  areCellsConstant_ = volume.valuesBeyondCells() == 0;
  areCellsOfPoints_ = volume.areCellsOfPoints;
  association_ = volume.scalars.association;
  isRectilinear_ = volume.coordinates[0] || volume.coordinates[1] || volume.coordinates[2];
  layout_ = makeBrickLayout(cells);
  std::copy_n(layout_.leaves, 3, report_.leaves);
}

/// Set the map from the grid's coordinates to the caller's. A rectilinear grid's coordinates are shifted and
/// scaled so that they run from 0 to the number of cells, like an even grid's. If they descend, the scale is
/// negative.
template <class Backend>
void BrickedVolume<Backend>::placeGrid(Backend& backend, const VolumeInput& volume)
{
  double scale[3] = { 1, 1, 1 }, origin[3];
  std::fill_n(origin, 3, volume.isDual() ? 0.5 : 0.0);
  rectilinear_ = {};
  for (int axis = 0; axis < 3 && isRectilinear_; ++axis)
  {
    const std::vector<double> places = planesOf(volume, axis);
    const std::size_t cells = places.size() - 1;
    origin[axis] = places[0];
    scale[axis] = (places[cells] - places[0]) / static_cast<double>(cells);
    // Add a plane at infinity before the first and after the last, since rays ask for the next plane.
    std::vector<float> planes(cells + 3, INFINITY), inverseWidths(cells);
    planes[0] = -INFINITY;
    float* const fromZero = planes.data() + 1;
    for (std::size_t i = 0; i <= cells; ++i)
      fromZero[i] = static_cast<float>((places[i] - origin[axis]) / scale[axis]);
    planePositions_[axis].assign(fromZero, fromZero + cells + 1);
    for (std::size_t i = 0; i < cells; ++i)
      inverseWidths[i] = fromZero[i + 1] > fromZero[i] ? 1.0f / (fromZero[i + 1] - fromZero[i]) : 0.0f;
    for (auto [array, numbers, shown] : { std::tuple{ &planes_[axis], &planes, &rectilinear_.planes[axis] },
           std::tuple{ &inverseWidths_[axis], &inverseWidths, &rectilinear_.inverseWidths[axis] } })
    {
      array->reset(backend, static_cast<std::int64_t>(numbers->size()));
      backend.copyFromHost(array->data(), numbers->data(), array->bytes());
      *shown = array->data();
    }
    ++rectilinear_.planes[axis];
    rectilinear_.cells[axis] = layout_.cells[axis];
  }
  for (int axis = 0; axis < 3; ++axis)
  {
    gridScale_[axis] = scale[axis];
    gridOrigin_[axis] = origin[axis];
  }
  const double* const m = volume.indexToMesh;
  std::copy_n(m, 16, gridToMesh_);
  for (int row = 0; row < 3; ++row)
  {
    // Compute the sum first: cells of an even grid lie half way along the sum of its axes.
    gridToMesh_[4 * row + 3] += isRectilinear_
      ? m[4 * row] * origin[0] + m[4 * row + 1] * origin[1] + m[4 * row + 2] * origin[2]
      : origin[0] * (m[4 * row] + m[4 * row + 1] + m[4 * row + 2]);
    for (int axis = 0; axis < 3; ++axis)
      gridToMesh_[4 * row + axis] *= scale[axis];
  }
}

template <class Backend>
const VolumeReport& BrickedVolume<Backend>::setVolume(Backend& backend, const VolumeInput& volume)
{
  hasVolume_ = false;
  treeIsCurrent_ = entriesAreCurrent_ = false;
  isPiece_ = false;
  valueShift_ = leafShift_ = 0;
  report_ = VolumeReport();
  std::int64_t cells[3];
  this->takeDimensions(volume, cells);

  const ElapsedTime time;
  backend.step(0.0, valuesTaken);
  values_.take(backend, volume.scalars, numPoints_, false, isRectilinear_);
  this->placeGrid(backend, volume);

  const HiddenCells hidden = findHiddenCells(volume, cells);
  report_.numHiddenCells = numHidden_ = hidden.count;
  this->takeBits(backend, hidden.cells, hidden_);
  this->takeBits(backend, hidden.blankPoints, blankPoints_);
  uploadMilliseconds_ = time.milliseconds();

  this->buildBricks(backend);
  if (!(std::abs(report_.range[0]) < 1e37 && std::abs(report_.range[1]) < 1e37) &&
    report_.range[0] <= report_.range[1] && volume.scalars.type == ValueType::Float32)
  {
    // Take the values again, normalized: differences of values this large could overflow.
    values_.take(backend, volume.scalars, numPoints_, true, isRectilinear_);
    this->buildBricks(backend);
  }
  backend.step(1.0, 1.0);
  hasVolume_ = true;
  return report_;
}

template <class Backend>
const VolumeReport& BrickedVolume<Backend>::setFrame(
  Backend& backend, const VolumeInput& volume, const KeptForm& form)
{
  hasVolume_ = false;
  treeIsCurrent_ = entriesAreCurrent_ = false;
  report_ = VolumeReport();
  std::int64_t cells[3];
  this->takeDimensions(volume, cells);
  values_.takeForm(backend, form, 0);
  this->placeGrid(backend, volume);
  const HiddenCells hidden = findHiddenCells(volume, cells);
  report_.numHiddenCells = numHidden_ = hidden.count;
  this->takeBits(backend, hidden.cells, hidden_);
  blankPoints_.release();
  blankBits_ = hidden.blankPoints;
  hasVolume_ = true;
  return report_;
}

template <class Backend>
char* BrickedVolume<Backend>::setPiece(Backend& backend, const BrickedVolume& frame, const GridBlock& piece)
{
  hasVolume_ = treeIsCurrent_ = false;
  isPiece_ = true;
  std::int64_t cells[3];
  for (int axis = 0; axis < 3; ++axis)
    cells[axis] = piece.leaves[axis] * leafSize;
  layout_ = makeBrickLayout(cells);
  std::copy_n(frame.layout_.cells, 3, layout_.cells);
  for (int axis = 0; axis < 3; ++axis)
    layout_.first[axis] = static_cast<std::int32_t>(piece.firstLeaf[axis]);
  numPoints_ = piece.numPoints();
  strideY_ = piece.points[0];
  strideZ_ = piece.points[0] * piece.points[1];
  valueShift_ = piece.firstPoint[0] + piece.firstPoint[1] * strideY_ + piece.firstPoint[2] * strideZ_;
  leafShift_ = leafIndex(layout_, layout_.first);
  association_ = frame.association_;
  isRectilinear_ = frame.isRectilinear_;
  rectilinear_ = frame.rectilinear_;
  std::copy_n(frame.gridToMesh_, 16, gridToMesh_);
  std::copy_n(frame.gridOrigin_, 3, gridOrigin_);
  std::copy_n(frame.gridScale_, 3, gridScale_);
  numHidden_ = frame.numHidden_;
  hidden_.borrow(const_cast<std::uint32_t*>(frame.hidden_.data()), frame.hidden_.size());
  blankPoints_.release();
  if (!frame.blankBits_.empty())
    this->takeBits(backend,
      bitsOfPiece(frame.blankBits_, frame.report_.dimensions, piece, static_cast<int>(valueShift_ % 32)),
      blankPoints_);
  return values_.takeForm(backend, frame.values_.form(), numPoints_);
}

template <class Backend>
void BrickedVolume<Backend>::buildPiece(Backend& backend)
{
  this->visitView([&](const auto& view) { this->launchBricks(backend, view); });
  hasVolume_ = true;
}

template <class Backend>
void BrickedVolume<Backend>::buildBricks(Backend& backend)
{
  backend.mark(BricksBegin);
  this->visitView([&](const auto& view) { this->buildBricks(backend, view); });
  backend.mark(BricksEnd);
  backend.synchronize();
  bricksMilliseconds_ = backend.elapsed(BricksBegin, BricksEnd);
}

template <class Backend>
template <class T>
void BrickedVolume<Backend>::buildBricks(Backend& backend, const VolumeView<T>& view)
{
  this->launchBricks(backend, view);
  const MinMax<T> all = backend.read(this->tree<T>() + 1);
  if (all.low <= all.high)
  {
    report_.range[0] = values_.restore(all.low);
    report_.range[1] = values_.restore(all.high);
  }
  this->countNonFinite(backend);
}

template <class Backend>
template <class T>
void BrickedVolume<Backend>::launchBricks(Backend& backend, const VolumeView<T>& view)
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
  const bool hasBounds = wantsBounds_ && !isRectilinear_;
  exactly(bounds_, hasBounds ? leaves * subBricksPerLeaf : 0);
  exactly(leafRefs_, slots);
  exactly(arrivals_, arrivalWords(layout_));
  backend.zero(arrivals_.data(), arrivals_.bytes());

  const auto step = [&backend, this](double begin, double end) {
    if (!isPiece_)
      backend.step(valuesTaken + (1 - valuesTaken) * begin, valuesTaken + (1 - valuesTaken) * end);
  };
  step(0.0, 0.43);
  backend.forEach(leaves * subBricksPerLeaf,
    FindMinMax<T>{ layout_, view, ranges<T>(subBricks_), areCellsConstant_ ? 0 : 1 });
  step(0.43, 0.93);
  if (hasBounds)
    backend.forEach(leaves * subBricksPerLeaf, FindLinearBounds<T>{ layout_, view, bounds_.data() });
  step(0.93, 1.0);
  backend.forEach(leaves, ReduceLeaf<T>{ ranges<T>(subBricks_), ranges<T>(leafRanges_) });
  backend.forEach(slots, ReferLeaf{ layout_, leafRefs_.data() });
  for (std::int64_t first = slots; first >= 1; first /= 2)
    backend.forEach(first, ReduceNode<T>{ layout_, ranges<T>(leafRanges_), ranges<T>(tree_), first });
}

template <class Backend>
void BrickedVolume<Backend>::countNonFinite(Backend& backend)
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
void BrickedVolume<Backend>::updateTree(Backend& backend)
{
  treeIsCurrent_ = false; // set again when the update is complete
  this->visitView([&](const auto& view) {
    using T = typename std::decay_t<decltype(view)>::Value;
    const std::int64_t slots = std::int64_t(1) << layout_.depth;
    inkray::updateTree(backend,
      TreeUpdate<T>{ layout_, surfaceList_, this->tree<T>() + slots, leafRefs_.data(),
        ranges<T>(subBricks_) - leafShift_ * subBricksPerLeaf, leafMasks_.data() - leafShift_, nodes_.data(),
        arrivals_.data() });
  });
  treeIsCurrent_ = true;
}

template <class Backend>
void BrickedVolume<Backend>::makeTree(Backend& backend, const VisibleValues& visible, Array<BrickNode>& nodes,
  Array<std::uint64_t>& leafMasks) const
{
  nodes.reserve(backend, nodes_.size());
  leafMasks.reserve(backend, leafMasks_.size());
  backend.zero(leafMasks.data(), leafMasks.bytes());
  this->visitView([&](const auto& view) {
    using T = typename std::decay_t<decltype(view)>::Value;
    const std::int64_t slots = std::int64_t(1) << layout_.depth;
    makeTreeByLevels(backend,
      FlagLeaf<T, VisibleValues>{ layout_, visible, this->tree<T>() + slots, leafRefs_.data(),
        reinterpret_cast<const MinMax<T>*>(subBricks_.data()), leafMasks.data(), nodes.data() });
  });
}

template <class Backend>
void BrickedVolume<Backend>::findMasks(
  Backend& backend, const VisibleValues& visible, Array<std::uint64_t>& leafMasks) const
{
  leafMasks.reserve(backend, leafMasks_.size());
  this->visitView([&](const auto& view) {
    using T = typename std::decay_t<decltype(view)>::Value;
    backend.forEach(leafMasks_.size(),
      MaskLeaf<T>{ visible, reinterpret_cast<const MinMax<T>*>(leafRanges_.data()),
        reinterpret_cast<const MinMax<T>*>(subBricks_.data()), leafMasks.data() });
  });
}

template <class Backend>
void BrickedVolume<Backend>::describe(BrickedGrid& grid) const
{
  grid.layout = layout_;
  grid.strideY = strideY_;
  grid.strideZ = strideZ_;
  grid.surfaces = surfaceList_;
  grid.nodes = nodes_.data();
  grid.leafMasks = leafMasks_.data() - leafShift_;
  grid.groups = nullptr;
  grid.bounds = bounds_.data() - leafShift_ * subBricksPerLeaf;
  this->visitView([&](const auto& view) {
    using T = typename std::decay_t<decltype(view)>::Value;
    grid.subBricks = reinterpret_cast<const MinMax<T>*>(subBricks_.data()) - leafShift_ * subBricksPerLeaf;
  });
}

} // namespace inkray
