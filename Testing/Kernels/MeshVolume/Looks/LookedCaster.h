// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "MeshVolume/Looks/ForwardedCaster.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <set>
#include <vector>

namespace inkray::testing
{

/// A ray caster with a Look, in which each setter sets an item. setMesh, and new values, drop the items whose
/// arrays the caller may have changed.
class LookedCaster : public ForwardedCaster<TetRayCaster>
{
public:
  using ForwardedCaster::ForwardedCaster;

  static std::unique_ptr<LookedCaster> create(DeviceKind kind = DeviceKind::Auto)
  {
    return std::make_unique<LookedCaster>(TetRayCaster::create(kind));
  }
  static std::unique_ptr<LookedCaster> create(
    const DeviceId& device, std::size_t memoryLimit = MemoryBudget::noLimit)
  {
    return std::make_unique<LookedCaster>(TetRayCaster::create(device, memoryLimit));
  }
  static std::unique_ptr<LookedCaster> inPieces(
    DeviceKind kind, std::size_t memoryLimit, std::size_t bytesABlock = 0)
  {
    return std::make_unique<LookedCaster>(TetRayCaster::createInBlocks(kind, memoryLimit, bytesABlock));
  }
  static std::unique_ptr<LookedCaster> onDevices(const std::vector<DeviceId>& devices)
  {
    return std::make_unique<LookedCaster>(TetRayCaster::createOnDevices(devices));
  }

  void scalarRange(double range[2]) const { take(this->valueRange(), range); }
  void opacityScalarRange(double range[2]) const { take(this->opacityRange(), range); }
  std::int64_t numNonFiniteScalars() const { return this->valueRange().notFinite; }
  std::int64_t numNonFiniteOpacityScalars() const { return this->opacityRange().notFinite; }
  bool isInPieces() const { return this->piecesReport().pieces > 1; }

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer = {}) override
  {
    look_.fields = MeshFields();
    return this->caster().setMesh(mesh, observer);
  }

  void setWholeRange(double low, double high) { held_ = rangeBetween(low, high); }
  void setWholeOpacityRange(double low, double high) { heldOpacity_ = rangeBetween(low, high); }
  void setScalars(const Field& scalars) { this->give(fields_.values, { { scalars, held_ }, 0.0 }); }
  void setColors(const Field& colors, double full)
  {
    // 0 would mean that the values are not colors.
    this->give(fields_.values, { { colors, held_ }, full == 0.0 ? -1.0 : full });
  }
  void setGradientScalars(const Field& scalars) { this->give(fields_.gradientValues, scalars); }
  void setGradients(const Field& gradients) { this->give(fields_.gradients, gradients); }
  void setOpacityScalars(const Field& scalars) { this->give(fields_.opacity, { scalars, heldOpacity_ }); }
  void dropOpacityScalars() { this->drop(fields_.opacity); }
  void setSurfaceColorScalars(const Field& scalars) { this->give(fields_.surfaceValues, scalars); }
  void dropSurfaceColorScalars() { this->drop(fields_.surfaceValues); }
  void setThresholdScalars(const Field& scalars) { this->give(fields_.threshold, { scalars, {} }); }
  void setThresholdRanges(const Field& least, const Field& greatest)
  {
    this->give(fields_.threshold, { least, greatest });
  }
  void dropThresholdScalars() { this->drop(fields_.threshold); }

  void setTransferFunction(const TransferFunction& function) { this->give(style_.function, function); }
  void setOpacityFunction(const TransferFunction& function) { this->give(style_.opacityFunction, function); }
  void setGradientOpacity(const GradientOpacity& opacity) { this->give(style_.gradientOpacity, opacity); }
  void setTransferFunction2D(const TransferFunction2D& table) { this->give(style_.function2D, table); }
  void setIsosurfaces(const std::vector<Isosurface>& surfaces) { this->give(style_.isosurfaces, surfaces); }
  void setSurfaceColors(const ColorTable& colors) { this->give(style_.surfaceColors, colors); }
  void setThreshold(double low, double high) { this->give(style_.threshold, { low, high }); }
  void setLights(const std::vector<SurfaceLight>& lights) { this->give(style_.lights, lights); }
  void setMaterial(const SurfaceMaterial& material) { this->give(style_.material, material); }

  ///@{
  /// The tet under each pixel; and the tets that add a share to some pixels or are picked in them, in
  /// ascending order.
  PickedCells pick(const Camera& camera, const FrameOptions& options, const PickRequest& request)
  {
    PictureOptions ofPicture;
    static_cast<RayOptions&>(ofPicture) = options;
    return this->source(camera, options)->pick(ofPicture, request);
  }
  void pick(const Camera& camera, const FrameOptions& options, float opacity)
  {
    picked_ = this->pick(camera, options, PickRequest{ opacity });
  }
  const std::uint32_t* pickedTets() const { return picked_.cells.data(); }
  const float* pickedDepths() const { return picked_.depths.data(); }
  void pickVisible(
    const Camera& camera, const FrameOptions& options, float opacity, float share, const std::uint8_t* pixels)
  {
    const PickedCells found = this->pick(camera, options, { opacity, pixels, share });
    std::set<std::uint32_t> picked(found.cells.begin(), found.cells.end());
    picked.erase(noCell);
    visible_.clear();
    std::set_union(
      found.visible.begin(), found.visible.end(), picked.begin(), picked.end(), std::back_inserter(visible_));
  }
  const std::vector<std::uint32_t>& visibleTets() const { return visible_; }
  ///@}

private:
  static void take(const FiniteRange& range, double to[2])
  {
    to[0] = range.low;
    to[1] = range.high;
  }
  template <class T>
  void give(Revised<T>& item, const T& value)
  {
    look_.giveTo(this->caster(), item, value);
  }
  template <class T>
  void drop(Revised<T>& item)
  {
    item.reset();
    this->update(look_);
  }

  MeshLook look_;
  MeshFields& fields_ = look_.fields;
  MeshStyle& style_ = look_.style;
  PickedCells picked_;
  std::vector<std::uint32_t> visible_;
  FiniteRange held_, heldOpacity_; ///< ranges that the next values get
};

} // namespace inkray::testing
