// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/HeldRange.h"
#include "Device/Buffer.h"
#include "Geometry/Mesh/GradientMagnitudes.h"
#include "Renderers/MeshVolume/Frames/FrameOptions.h"
#include "Renderers/MeshVolume/Frames/FrameRules.h"
#include "Shading/GradientFunctions.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace inkray
{

/// The user's functions of gradients in the memory of a backend: a gradient opacity, or a two-dimensional
/// function in its place.
template <class Backend>
class GradientFunctionSet
{
public:
  explicit GradientFunctionSet(Backend& backend)
    : backend_(backend)
  {
  }

  ///@{
  /// On InvalidInput the earlier function stays.
  void setOpacity(const GradientOpacity& opacity)
  {
    if (!opacity.knots.empty())
      makeFactors(opacity, 1.0);
    opacity_ = opacity;
  }
  void setTable(const TransferFunction2D& function)
  {
    const std::vector<Float4> entries = makeTableEntries(function);
    const std::vector<float> spans = tableSpans(entries, function.columns, function.rows);
    Buffer<Float4, Backend> made;
    Buffer<float, Backend> madeSpans;
    made.assign(backend_, entries);
    madeSpans.assign(backend_, spans);
    entries_ = std::move(made);
    spans_ = std::move(madeSpans);
    table_ = function;
    table_.entries.clear();
  }
  ///@}
  bool hasTable() const { return !entries_.empty(); }
  bool hasOpacity() const { return !this->hasTable() && !opacity_.knots.empty(); }
  bool isUsed() const { return this->hasTable() || this->hasOpacity(); }
  /// The features of a frame, except those of the values.
  FrameContents contentsOf(const FrameOptions& options) const
  {
    FrameContents contents;
    contents.film = filmOf(options.blend);
    contents.drawsVolume = options.drawVolume;
    contents.isLit = options.shade;
    contents.hasGradientOpacity = this->hasOpacity();
    contents.hasTable = this->hasTable();
    contents.showsMissing = options.missing[3] > 0.0f;
    return contents;
  }

  /// The table over values.
  TableView tableOver(const HeldValues& values) const
  {
    const double perValue = (table_.columns - 1) / (table_.values[1] - table_.values[0]);
    return { entries_.data(), table_.columns, table_.rows, static_cast<float>(perValue / values.scale()),
      static_cast<float>((values.low() - table_.values[0]) * perValue), spans_.data() };
  }
  /// The number of table rows per unit of the magnitude, and the row of magnitude 0.
  double rowsPerMagnitude() const
  {
    return (table_.rows - 1) / (table_.magnitudes[1] - table_.magnitudes[0]);
  }
  float firstRow() const { return static_cast<float>(-table_.magnitudes[0] * this->rowsPerMagnitude()); }

  /// The last magnitude at which the gradient opacity has a knot.
  double lastMagnitude() const { return opacity_.knots.back().magnitude; }
  /// Make the factors of the gradient opacity, over magnitudes times scale.
  void updateFactors(double scale)
  {
    factorsInHost_ = makeFactors(opacity_, scale);
    factors_.assign(backend_, factorsInHost_);
  }
  void releaseFactors() { factors_.release(); }
  PiecewiseView factors() const { return { factors_.data(), static_cast<int>(factorsInHost_.size()) }; }
  const std::vector<FunctionInterval>& factorsInHost() const { return factorsInHost_; }

  /// The greatest of n magnitudes.
  template <class Magnitudes>
  double largestOf(const Magnitudes& magnitudes, std::int64_t n)
  {
    Buffer<std::uint32_t, Backend> found(backend_, 1);
    backend_.zero(found.data(), found.bytes());
    const std::int64_t strides = (n + 63) / 64;
    backend_.forEach(strides, FindLargestMagnitude<Magnitudes>{ magnitudes, n, strides, found.data() });
    return static_cast<double>(floatOf(backend_.read(found.data())));
  }
  std::size_t bytes() const { return factors_.bytes() + entries_.bytes() + spans_.bytes(); }

private:
  Backend& backend_;
  GradientOpacity opacity_;
  TransferFunction2D table_; ///< its entries are in the memory of the backend only
  Buffer<Float4, Backend> entries_;
  Buffer<float, Backend> spans_;
  Buffer<FunctionInterval, Backend> factors_;
  std::vector<FunctionInterval> factorsInHost_;
};

} // namespace inkray
