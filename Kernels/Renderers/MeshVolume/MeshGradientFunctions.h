// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Optics/Medium.h"
#include "Renderers/MeshVolume/GradientFunctionSet.h"
#include "Renderers/MeshVolume/MeshValues.h"

#include <algorithm>

namespace inkray
{

/// The functions of gradients with which a mesh is drawn, in a backend's memory: the user's functions, and
/// the data of rays. These are made when a frame needs them and kept until values, functions or the kind of
/// gradient change. They are one number for each vertex or tet.
template <class Backend>
class MeshGradientFunctions : public GradientFunctionSet<Backend>
{
  using Base = GradientFunctionSet<Backend>;

public:
  MeshGradientFunctions(Backend& backend, const TetAdjacency<Backend>& mesh)
    : Base(backend)
    , backend_(backend)
    , mesh_(mesh)
  {
  }

  void setOpacity(const GradientOpacity& opacity)
  {
    Base::setOpacity(opacity);
    this->functionsChanged();
  }
  void setTable(const TransferFunction2D& function)
  {
    Base::setTable(function);
    this->functionsChanged();
  }

  /// The largest magnitude of the gradients in use, in units of the data per unit of length; 0 if no
  /// gradients have been used.
  double largest() const { return largest_; }
  std::size_t bytes() const { return Base::bytes() + magnitudes_.bytes() + cellColors_.bytes(); }

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

  /// Give the rays of a medium the magnitudes of gradients: of the gradients at the mesh's vertices or, if
  /// these are null, of each tet's own. Throws OutOfMemory.
  void prepare(Medium& medium, const NormalizedField<Backend>& values, const Float3* gradients)
  {
    const VertexMagnitudes ofVertices = { gradients, mesh_.places() };
    this->update(gradients != nullptr, ofVertices, mesh_.vertices.size(), values);
    (isSmooth_ ? medium.vertexMagnitudes : medium.cellMagnitudes) = magnitudes_.data();
    medium.table = this->tableOver(values);
    if (isSmooth_ && !this->hasTable())
      medium.factors = this->factors();
  }

  /// Colors and attenuations of tets with one value each, multiplied by the function of the gradient or
  /// looked up in the table, with the magnitude at each centroid. Throws OutOfMemory.
  const Float4* colorCells(MeshValues<Backend>& values, const Float3* gradients)
  {
    const CentroidMagnitudes atCentroids = { mesh_.links.data(), mesh_.originalTet.data(), gradients,
      mesh_.places() };
    this->update(gradients != nullptr, atCentroids, mesh_.numTets, values.vertexScalars());
    cellColors_.reserve(backend_, mesh_.numTets);
    if (this->hasTable())
      backend_.forEach(mesh_.numTets,
        TableCellColors{ this->tableOver(values.scalars()), values.opacity().isSet, values.cellAttenuations(),
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
    this->releaseFactors();
  }
  /// Update the magnitudes of vertices or tets unless they are current for this kind of gradients. They are n
  /// given magnitudes if `smooth`, otherwise those of the tets' gradients. `steep`: the values with these
  /// gradients.
  template <class Magnitudes>
  void update(bool smooth, const Magnitudes& magnitudes, std::int64_t n, const HeldValues& steep)
  {
    if (!isOld_ && smooth == isSmooth_)
      return;
    isOld_ = true; // stays set after an exception
    ++revision_;
    const double unit = mesh_.scale / steep.scale();
    if (smooth)
      this->make(magnitudes, n, unit);
    else
      this->make(
        TetMagnitudes{ mesh_.links.data(), mesh_.originalTet.data(), mesh_.vertices.data(), mesh_.places() },
        mesh_.numTets, unit);
    isSmooth_ = smooth;
    isOld_ = false;
  }
  /// `unit` converts a gradient of the normalized scalar over normalized positions to a gradient of the data.
  template <class Magnitudes>
  void make(const Magnitudes& magnitudes, std::int64_t n, double unit)
  {
    largest_ = unit * this->largestOf(magnitudes, n);
    magnitudes_.reserve(backend_, n);
    if (this->hasTable())
    {
      backend_.forEach(n,
        PlaceMagnitudes<Magnitudes>{ magnitudes, static_cast<float>(unit * this->rowsPerMagnitude()),
          this->firstRow(), 1e30f, magnitudes_.data() });
      return;
    }
    // Normalize by the largest magnitude, but limit it: a single tet far steeper than the function's range
    // must not cost the others precision.
    const double last = this->lastMagnitude();
    double most = largest_ > 0.0 ? largest_ : 1.0;
    if (last > 0.0)
      most = std::min(most, 1000.0 * last);
    this->updateFactors(1.0 / most);
    const auto scale = static_cast<float>(unit / most);
    if constexpr (!std::is_same_v<Magnitudes, VertexMagnitudes>)
      backend_.forEach(n, PlaceFactors<Magnitudes>{ magnitudes, scale, this->factors(), magnitudes_.data() });
    else
      backend_.forEach(n, PlaceMagnitudes<Magnitudes>{ magnitudes, scale, 0.0f, 1.0f, magnitudes_.data() });
  }

  Backend& backend_;
  const TetAdjacency<Backend>& mesh_;
  Buffer<float, Backend> magnitudes_;  ///< per vertex, or per tet: rows of the table or factors
  Buffer<Float4, Backend> cellColors_; ///< cells' colors of a frame, from values of cells
  double largest_ = 0.0;
  bool isSmooth_ = false;
  bool isOld_ = true;
  std::uint64_t revision_ = 0;
};

} // namespace inkray
