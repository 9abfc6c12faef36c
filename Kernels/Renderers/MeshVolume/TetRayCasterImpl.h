// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Core/Errors.h"
#include "Core/WorkObserver.h"
#include "Renderers/MeshVolume/Frames/MeshFrame.h"
#include "Renderers/MeshVolume/MeshPages.h"
#include "Renderers/MeshVolume/MeshScene.h"
#include "Renderers/MeshVolume/TetRayCaster.h"
#include "Renderers/MeshVolume/VolumeRayCasterImpl.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace inkray
{

/// The ray caster of tetrahedra on one backend.
template <class Backend>
class TetRayCasterImpl
  : public VolumeRayCasterImpl<Backend, TetRayCaster, MeshScene<Backend>, MeshFrame<Backend>>
{
  using Base = VolumeRayCasterImpl<Backend, TetRayCaster, MeshScene<Backend>, MeshFrame<Backend>>;

public:
  TetRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : Base(std::make_shared<FrameWorkspace<Backend>>(device, memoryLimit))
  {
  }
  using Base::Base;

  ///@{
  /// Release the memory of the mesh and its values, of which host memory keeps copies, and take it again, in
  /// a block of at least pageBytes(). No other call may come between the two. pageOut returns the earlier
  /// block, if any. After pageIn transfers are in progress; they are complete for work that follows
  /// awaitPage.
  Buffer<char, Backend> pageOut()
  {
    scene_.releaseFrame();
    frame_.releaseDepth();
    return pages_.out(this->buffers());
  }
  std::size_t pageBytes() const { return pages_.bytes(); }
  void pageIn(Buffer<char, Backend> block) { pages_.in(std::move(block), this->buffers()); }
  void awaitPage() { pages_.await(); }
  bool isPagedOut() const { return pages_.areOut(); }
  MeshPages<Backend>& pages() { return pages_; }
  const MeshPages<Backend>& pages() const { return pages_; }
  ///@}

  const TetMeshReport& setMesh(const TetMeshInput& mesh, const WorkObserver& observer) override;
  void update(const MeshLook& look) override
  {
    this->updateFields(look.fields);
    this->updateStyle(look.style);
  }
  ///@{
  /// The parts of update. updateStyle returns whether something has changed.
  void updateFields(const MeshFields& fields);
  bool updateStyle(const MeshStyle& style)
  {
    if (!ofStyle_.function.isOf(style.function) || !ofStyle_.opacityFunction.isOf(style.opacityFunction))
      pages_.changed();
    return Base::updateStyle(style);
  }
  ///@}
  MeshHistogram histogram(const MeshHistogramInput& input) override { return scene_.histogram(input); }
  void originalTets(std::int64_t* tets) const override;

private:
  using Base::backend_;
  using Base::frame_;
  using Base::ofFields_;
  using Base::ofStyle_;
  using Base::scene_;

  /// Slots of Backend::mark.
  enum Mark
  {
    Begin,
    Uploaded,
    SetUp
  };

  /// Returns a function that calls its argument with each buffer of the mesh and its values.
  auto buffers()
  {
    return [this](const auto& f) { scene_.forEachBuffer(f); };
  }

  MeshPages<Backend> pages_{ backend_ };
};

template <class Backend>
const TetMeshReport& TetRayCasterImpl<Backend>::setMesh(
  const TetMeshInput& mesh, const WorkObserver& observer)
{
  // Drop the earlier mesh first: two meshes may not fit into memory at once.
  scene_.mesh = TetAdjacency<Backend>();
  ofFields_ = TakenFields();
  scene_.release();
  pages_.release();
  frame_.release();

  const std::size_t before = backend_.budget().used();
  backend_.budget().resetPeak();
  backend_.mark(Begin);
  TetAdjacency<Backend> adjacency;
  const Observed<Backend> observed(backend_, observer);
  adjacency.build(backend_, mesh, Uploaded);
  backend_.mark(SetUp);
  backend_.synchronize();
  backend_.step(1.0, 1.0);
  scene_.mesh = std::move(adjacency);
  this->numCells_ = mesh.numTets;
  this->setupPeak_ = backend_.budget().peak() - before;
  frame_.report.timings.upload = backend_.elapsed(Begin, Uploaded);
  frame_.report.timings.adjacency = backend_.elapsed(Uploaded, SetUp);
  return scene_.mesh.report;
}

template <class Backend>
void TetRayCasterImpl<Backend>::updateFields(const MeshFields& fields)
{
  TakenFields& taken = ofFields_;
  MeshValues<Backend>& values = scene_.values;
  double& uploaded = frame_.report.timings.upload;
  bool isFirst = true;
  const auto update = [&](TakenRevision& of, const auto& item, const auto& take) {
    of.update(item, [&] {
      if (item.isSet() && scene_.mesh.numTets == 0)
        throw InvalidInput("values were given before a mesh");
      pages_.changed();
      backend_.mark(Begin);
      take();
      backend_.mark(Uploaded);
      backend_.synchronize();
      uploaded = (isFirst ? 0.0 : uploaded) + backend_.elapsed(Begin, Uploaded);
      isFirst = false;
    });
  };
  const auto valuesChange = [&] {
    scene_.valuesChanged();
    taken.gradients.forget();
  };
  update(taken.values, fields.values, [&] {
    valuesChange();
    values.set(fields.values);
    taken.gradientValues.forget();
  });
  update(taken.gradientValues, fields.gradientValues, [&] {
    valuesChange();
    values.setGradientScalars(fields.gradientValues);
  });
  update(taken.gradients, fields.gradients, [&] { scene_.setGradients(fields.gradients); });
  update(taken.opacity, fields.opacity, [&] { values.setOpacityScalars(fields.opacity); });
  update(taken.surfaceValues, fields.surfaceValues,
    [&] { scene_.surfaces.colors().setScalars(fields.surfaceValues); });
  update(taken.threshold, fields.threshold, [&] { scene_.cuts.setThresholdScalars(fields.threshold); });
}

template <class Backend>
void TetRayCasterImpl<Backend>::originalTets(std::int64_t* tets) const
{
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(scene_.mesh.numTets));
  backend_.copyToHost(ids.data(), scene_.mesh.originalTet.data(), ids.size() * sizeof(std::uint32_t));
  std::copy_if(ids.begin(), ids.end(), tets, [](std::uint32_t id) { return id != noTet; });
}

} // namespace inkray
