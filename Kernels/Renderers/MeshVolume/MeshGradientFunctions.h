// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Geometry/Mesh/GradientMagnitudes.h"
#include "Optics/Medium.h"
#include "Renderers/MeshVolume/MeshValues.h"
#include "Shading/GradientFunctions.h"

#include <algorithm>

namespace inkray
{

/// The functions of gradients that a mesh is drawn with, in a backend's memory: what a user gave, and what
/// the rays take, which is made when a frame asks for it and kept until values, functions or the kind of
/// gradient change. One number a vertex or a tet.
template <class Backend>
class MeshGradientFunctions
{
public:
  MeshGradientFunctions(Backend& backend, const TetAdjacency<Backend>& mesh)
    : backend_(backend)
    , mesh_(mesh)
  {
  }

  /// Throws InvalidInput, and keeps what it has.
  void setOpacity(const GradientOpacity& opacity)
  {
    if (!opacity.knots.empty())
      makeFactors(opacity, 1.0);
    opacity_ = opacity;
    this->functionsChanged();
  }

  /// Throws InvalidInput, and keeps what it has.
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
  /// The largest magnitude of those in use, in units of the data per unit of length; 0 when none has been.
  double largest() const { return largest_; }
  std::size_t bytes() const
  {
    return magnitudes_.bytes() + factors_.bytes() + entries_.bytes() + spans_.bytes() + cellColours_.bytes();
  }

  /// The mesh has other values, or there is another mesh.
  void valuesChanged()
  {
    magnitudes_.release();
    cellColours_.release();
    largest_ = 0.0;
    isOld_ = true;
  }
  /// A number that changes with what rays look up.
  std::uint64_t revision() const { return revision_; }
  /// The function of smooth magnitudes that are looked up, which multiplies attenuations.
  const std::vector<TransferFunctionPiece>& factorsInHost() const { return factorPieces_; }

  /// The magnitudes of gradients for the rays of a medium: with the gradients at the vertices of the mesh, or
  /// where they are null, each tet's own. Throws OutOfMemory.
  void prepare(Medium& medium, const NormalisedField<Backend>& values, const Float3* gradients)
  {
    const VertexMagnitudes ofVertices = { gradients, mesh_.places() };
    this->update(gradients != nullptr, ofVertices, mesh_.vertices.size(), values, values);
    (isSmooth_ ? medium.vertexMagnitudes : medium.cellMagnitudes) = magnitudes_.data();
    medium.table = this->tableView();
    if (isSmooth_ && !hasTable_)
      medium.factors = { factors_.data(), static_cast<int>(numFactors_) };
  }

  /// Colours and attenuations of tets with one value each, multiplied by the function of the gradient or
  /// looked up in the table, with the magnitude at the centroid of each. Throws OutOfMemory.
  const Float4* colourCells(MeshValues<Backend>& values, const Float3* gradients)
  {
    const CentroidMagnitudes atCentroids = { mesh_.links.data(), mesh_.originalTet.data(), gradients,
      mesh_.places() };
    this->update(gradients != nullptr, atCentroids, mesh_.numTets, values.scalars(), values.vertexScalars());
    cellColours_.reserve(backend_, mesh_.numTets);
    if (hasTable_)
      backend_.forEach(mesh_.numTets,
        TableCellColours{ values.opacity().isSet ? values.cellColours() : nullptr, this->tableView(),
          values.cellValues(), magnitudes_.data(), cellColours_.data() });
    else
      backend_.forEach(
        mesh_.numTets, FactorCellColours{ values.cellColours(), magnitudes_.data(), cellColours_.data() });
    return cellColours_.data();
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
  /// Make the numbers of vertices or tets where they are not those of a kind of gradients: from n magnitudes
  /// where these are smooth, otherwise from each tet's own. `values`: that they go with; `steep`: that they
  /// are the gradients of.
  template <class Magnitudes>
  void update(bool smooth, const Magnitudes& magnitudes, std::int64_t n,
    const NormalisedField<Backend>& values, const NormalisedField<Backend>& steep)
  {
    if (!isOld_ && smooth == isSmooth_)
      return;
    isOld_ = true; // whatever is thrown
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

  /// `unit`: a gradient of the data is that of the normalised scalar over normalised positions times this.
  template <class Magnitudes>
  void make(const Magnitudes& magnitudes, std::int64_t n, const NormalisedField<Backend>& values, double unit)
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
    // From 0 to 1 over the largest magnitude; a single tet far steeper than all that the function tells apart
    // must not take the digits of the others.
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
    backend_.synchronize(); // the pieces on the host go
  }

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  GradientOpacity opacity_;
  TransferFunction2D table_; ///< its entries are on the backend alone
  Buffer<Float4, Backend> entries_;
  Buffer<float, Backend> spans_;
  bool hasTable_ = false;
  float columnsPerValue_ = 0.0f, firstColumn_ = 0.0f;
  Buffer<TransferFunctionPiece, Backend> factors_;
  std::size_t numFactors_ = 0;
  std::vector<TransferFunctionPiece> factorPieces_; ///< the same
  Buffer<float, Backend> magnitudes_;               ///< per vertex; per tet, rows or factors
  Buffer<Float4, Backend> cellColours_;             ///< of a frame, of values of cells
  double largest_ = 0.0;
  bool isSmooth_ = false;
  bool isOld_ = true;
  std::uint64_t revision_ = 0;
};

} // namespace inkray
