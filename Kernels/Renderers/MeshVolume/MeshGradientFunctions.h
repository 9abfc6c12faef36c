// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/GradientMagnitudes.h"
#include "Optics/Medium.h"
#include "Renderers/MeshVolume/MeshValues.h"
#include "Shading/GradientFunctions.h"

#include <algorithm>

namespace inkray
{

/// The functions of gradients with which a mesh is drawn, in a backend's memory: the user's functions, and
/// the data of rays. These are made when a frame needs them and kept until values, functions or the kind of
/// gradient change. They are one number for each vertex or tet.
template <class Backend>
class MeshGradientFunctions
{
public:
  MeshGradientFunctions(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// On InvalidInput the earlier function stays.
  void setOpacity(const GradientOpacity& opacity)
  {
    if (!opacity.knots.empty())
      makeFactors(opacity, 1.0);
    opacity_ = opacity;
    this->functionsChanged();
  }

  /// On InvalidInput the earlier table stays.
  void setTable(const TransferFunction2D& function)
  {
    const std::vector<Float4> entries = makeTableEntries(function);
    const std::vector<float> spans = tableSpans(entries, function.columns, function.rows);
    Buffer<Float4, Backend> made;
    Buffer<float, Backend> madeSpans;
    made.assign(backend_, entries);
    madeSpans.assign(backend_, spans);
    backend_.synchronize();
    entries_ = std::move(made);
    spans_ = std::move(madeSpans);
    hasTable_ = !entries_.empty();
    table_.columns = function.columns;
    table_.rows = function.rows;
    std::copy_n(function.values, 2, table_.values);
    std::copy_n(function.magnitudes, 2, table_.magnitudes);
    this->functionsChanged();
  }

  bool hasTable() const { return hasTable_; }
  bool hasOpacity() const { return !hasTable_ && !opacity_.knots.empty(); }
  bool isUsed() const { return hasTable_ || hasOpacity(); }
  /// The largest magnitude of the gradients in use, in units of the data per unit of length; 0 if none have
  /// been used.
  double largest() const { return largest_; }
  std::size_t bytes() const
  {
    return magnitudes_.bytes() + factors_.bytes() + entries_.bytes() + spans_.bytes() + cellColors_.bytes();
  }

  /// Call this after the values or the mesh have changed.
  void valuesChanged()
  {
    magnitudes_.release();
    cellColors_.release();
    largest_ = 0.0;
    isOld_ = true;
  }
  /// A number that changes whenever the data of the rays change.
  std::uint64_t revision() const { return revision_; }
  /// The function of smooth magnitudes, which multiplies attenuations.
  const std::vector<FunctionInterval>& factorsInHost() const { return factorPieces_; }

  /// Give the rays of a medium the magnitudes of gradients: of the gradients at the mesh's vertices or, if
  /// these are null, of each tet's own. Throws OutOfMemory.
  void prepare(Medium& medium, const NormalizedField<Backend>& values, const Float3* gradients)
  {
    const VertexMagnitudes ofVertices = { gradients, mesh_.places() };
    this->update(gradients != nullptr, ofVertices, mesh_.vertices.size(), values, values);
    (isSmooth_ ? medium.vertexMagnitudes : medium.cellMagnitudes) = magnitudes_.data();
    medium.table = this->tableView();
    if (isSmooth_ && !hasTable_)
      medium.factors = { factors_.data(), static_cast<int>(numFactors_) };
  }

  /// Colors and attenuations of tets with one value each, multiplied by the function of the gradient or
  /// looked up in the table, with the magnitude at each centroid. Throws OutOfMemory.
  const Float4* colorCells(MeshValues<Backend>& values, const Float3* gradients)
  {
    const CentroidMagnitudes atCentroids = { mesh_.links.data(), mesh_.originalTet.data(), gradients,
      mesh_.places() };
    this->update(gradients != nullptr, atCentroids, mesh_.numTets, values.scalars(), values.vertexScalars());
    cellColors_.reserve(backend_, mesh_.numTets);
    if (hasTable_)
      backend_.forEach(mesh_.numTets,
        TableCellColors{ this->tableView(), values.opacity().isSet, values.cellAttenuations(),
          values.cellValues(), magnitudes_.data(), cellColors_.data() });
    else
      backend_.forEach(
        mesh_.numTets, FactorCellColors{ values.cellColors(), magnitudes_.data(), cellColors_.data() });
    return cellColors_.data();
  }

private:
  void functionsChanged()
  {
    isOld_ = true;
    if (this->isUsed())
      return;
    this->valuesChanged();
    factors_.release();
  }
  /// Update the numbers of vertices or tets unless they are current for this kind of gradients: from n
  /// magnitudes if smooth, otherwise from each tet's own. `values`: the values that they accompany; `steep`:
  /// the values whose gradients they are.
  template <class Magnitudes>
  void update(bool smooth, const Magnitudes& magnitudes, std::int64_t n,
    const NormalizedField<Backend>& values, const NormalizedField<Backend>& steep)
  {
    if (!isOld_ && smooth == isSmooth_)
      return;
    isOld_ = true; // stays set if anything throws
    ++revision_;
    const double unit = mesh_.scale / steep.scale();
    if (smooth)
      this->make(magnitudes, n, values, unit);
    else
      this->make(
        TetMagnitudes{ mesh_.links.data(), mesh_.originalTet.data(), mesh_.vertices.data(), mesh_.places() },
        mesh_.numTets, values, unit);
    isSmooth_ = smooth;
    isOld_ = false;
  }
  TableView tableView() const
  {
    return { entries_.data(), table_.columns, table_.rows, columnsPerValue_, firstColumn_, spans_.data() };
  }

  /// `unit`: factor from a gradient of the normalized scalar over normalized positions to one of the data.
  template <class Magnitudes>
  void make(const Magnitudes& magnitudes, std::int64_t n, const NormalizedField<Backend>& values, double unit)
  {
    Buffer<std::uint32_t, Backend> found(backend_, 1);
    backend_.zero(found.data(), found.bytes());
    const std::int64_t strides = (n + 63) / 64;
    backend_.forEach(strides, FindLargestMagnitude<Magnitudes>{ magnitudes, n, strides, found.data() });
    std::uint32_t bits = 0;
    backend_.copyToHost(&bits, found.data(), sizeof bits);
    largest_ = unit * static_cast<double>(floatOf(bits));

    magnitudes_.reserve(backend_, n);
    if (hasTable_)
    {
      const double perMagnitude = (table_.rows - 1) / (table_.magnitudes[1] - table_.magnitudes[0]);
      const double perValue = (table_.columns - 1) / (table_.values[1] - table_.values[0]);
      columnsPerValue_ = static_cast<float>(perValue / values.scale());
      firstColumn_ = static_cast<float>((values.low() - table_.values[0]) * perValue);
      backend_.forEach(n,
        PlaceMagnitudes<Magnitudes>{ magnitudes, static_cast<float>(unit * perMagnitude),
          static_cast<float>(-table_.magnitudes[0] * perMagnitude), 1e30f, magnitudes_.data() });
      return;
    }
    // Normalize by the largest magnitude, but limit it: a single tet far steeper than the function's range
    // must not cost the others precision.
    const double last = opacity_.knots.back().magnitude;
    double most = largest_ > 0.0 ? largest_ : 1.0;
    if (last > 0.0)
      most = std::min(most, 1000.0 * last);
    factorPieces_ = makeFactors(opacity_, 1.0 / most);
    numFactors_ = factorPieces_.size();
    factors_.assign(backend_, factorPieces_);
    const auto scale = static_cast<float>(unit / most);
    if constexpr (!std::is_same_v<Magnitudes, VertexMagnitudes>)
      backend_.forEach(n,
        PlaceFactors<Magnitudes>{
          magnitudes, scale, { factors_.data(), static_cast<int>(numFactors_) }, magnitudes_.data() });
    else
      backend_.forEach(n, PlaceMagnitudes<Magnitudes>{ magnitudes, scale, 0.0f, 1.0f, magnitudes_.data() });
    backend_.synchronize(); // the host's pieces are about to be freed
  }

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  GradientOpacity opacity_;
  TransferFunction2D table_; ///< its entries are on the backend only
  Buffer<Float4, Backend> entries_;
  Buffer<float, Backend> spans_;
  bool hasTable_ = false;
  float columnsPerValue_ = 0.0f, firstColumn_ = 0.0f;
  Buffer<FunctionInterval, Backend> factors_;
  std::size_t numFactors_ = 0;
  std::vector<FunctionInterval> factorPieces_; ///< the same in host memory
  Buffer<float, Backend> magnitudes_;          ///< per vertex, or per tet: rows of the table or factors
  Buffer<Float4, Backend> cellColors_;         ///< of a frame, from values of cells
  double largest_ = 0.0;
  bool isSmooth_ = false;
  bool isOld_ = true;
  std::uint64_t revision_ = 0;
};

} // namespace inkray
