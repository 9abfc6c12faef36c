// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "Picture/PickPicture.h"
#include "Renderers/MeshVolume/Grid/GridFrame.h"
#include "Renderers/MeshVolume/Grid/GridRayCaster.h"
#include "Renderers/MeshVolume/MeshSource.h"

#include <memory>
#include <string>

namespace inkray
{

/// The ray caster of grids on one backend: a grid with everything with which it is drawn, and its frames.
template <class Backend>
class GridRayCasterImpl : public GridRayCaster
{
public:
  GridRayCasterImpl(const DeviceInfo& device, std::size_t memoryLimit)
    : backend_(device.id, memoryLimit)
    , deviceId_(device.id)
    , deviceName_(device.name)
  {
  }

  DeviceKind device() const override { return Backend::isDevice ? DeviceKind::CUDA : DeviceKind::CPU; }
  std::string deviceName() const override { return deviceName_; }

  void setGrid(const VolumeInput& grid) override
  {
    grid_ = grid;
    hasGrid_ = true;
    scene_.volume.drop();
    scene_.volume.dropOpacity();
    scene_.volume.dropThreshold();
    report_ = VolumeReport();
    taken_ = TakenFields();
  }
  const VolumeReport& report() const override { return report_; }
  void update(const MeshLook& look) override
  {
    this->updateFields(look.fields);
    this->updateStyle(look.style);
  }
  FiniteRange valueRange() const override { return scene_.volume.range(); }
  FiniteRange opacityRange() const override { return scene_.volume.opacityRange(); }
  double largestGradient() const override { return scene_.largestGradient(); }
  void draw(const Camera& camera, const FrameOptions& options, bool onDevice) override
  {
    frame_.draw(camera, options, !onDevice || !Backend::isDevice);
  }
  void developFilms(const float* films, int width, int height, const FrameOptions& options) override
  {
    frame_.drawFilms(films, width, height, options);
  }
  void developInPlace(float* films, int width, int height, const FrameOptions& options) override
  {
    frame_.develop(reinterpret_cast<Float4*>(films), width, height, options);
    backend_.synchronize();
  }
  std::unique_ptr<RaySource> source(const Camera& camera, const FrameOptions& options) override
  {
    return std::make_unique<Source>(*this, deviceId_, camera, options);
  }
  MeshPictures pictures() const override
  {
    MeshPictures all;
    all.image = frame_.imageInHost();
    all.depth = frame_.depthInHost();
    if constexpr (Backend::isDevice)
    {
      all.deviceImage = reinterpret_cast<const float*>(frame_.picture());
      all.deviceDepth = frame_.depth();
    }
    return all;
  }
  TetRayCastTimings timings() const override { return frame_.timings; }
  TetRayCastStatistics statistics() const override { return frame_.statistics; }
  SparseReport sparseReport() const override { return frame_.sparse; }
  std::int64_t numRays() const override { return frame_.numRays(); }
  TetRayCastMemory memory() const override
  {
    const std::size_t resident = scene_.bytes();
    return { resident, backend_.budget().used() - resident, 0 };
  }

private:
  /// The grid in a picture of several volumes.
  class Source : public MeshSource
  {
  public:
    Source(
      GridRayCasterImpl& caster, const DeviceId& device, const Camera& camera, const FrameOptions& options)
      : MeshSource(caster, device, camera, options, caster.frame_.hasSurfaces(options))
      , caster_(caster)
    {
    }
    bool canBeWalked() const override
    {
      return filmOf(this->options().blend).isComposite && !caster_.scene_.volume.empty() &&
        (this->options().drawVolume || caster_.frame_.hasSurfaces(this->options()));
    }
    BoxDepths depths() const override
    {
      double box[6];
      caster_.scene_.volume.bounds(box);
      return depthsOfBox(this->camera(), box);
    }
    RayWalk walk(const PictureOptions& options, double begin, const std::vector<BoxInView>& within) override
    {
      WalkedGrid grid = {};
      const bool isSeen =
        caster_.frame_.walk(movedFromEye(this->camera(), begin), this->with(options, within), grid);
      return { isSeen ? RayWalk::Kind::Grid : RayWalk::Kind::Nothing, grid, grid.surfaces != nullptr };
    }

    PickedCells pick(const PictureOptions& options, const PickRequest& request) override
    {
      const Camera& camera = this->camera();
      caster_.scene_.check(this->options());
      checkFrame(camera, this->options());
      std::int64_t numCells = 1;
      for (const std::int64_t n : caster_.grid_.dimensions)
        numCells *= n - 1;
      return caster_.picks_.draw(
        std::int64_t(camera.width) * camera.height, numCells, this->ofShown(request), options,
        this->showsSum(), [](const auto& work) { work(); },
        [&](const WorkObserver& part) { this->castPicks(part, caster_.picks_.view()); });
    }
    void castPicks(const WorkObserver& observer, const PickView& picks) override
    {
      caster_.frame_.pick(this->camera(), this->forPicks(observer, picks), picks);
    }

  private:
    GridRayCasterImpl& caster_;
  };

  void updateFields(const MeshFields& fields);
  void updateStyle(const MeshStyle& style);
  void takeValues(const Revised<ShownField>& values);

  mutable Backend backend_;
  const DeviceId deviceId_;
  const std::string deviceName_;
  VolumeInput grid_; ///< without its scalars
  bool hasGrid_ = false;
  VolumeReport report_;
  GridScene<Backend> scene_{ backend_ };
  GridFrame<Backend> frame_{ backend_, scene_ };
  PickPicture<Backend> picks_{ backend_ };
  TakenFields taken_;
  struct
  {
    TakenRevision function, opacityFunction, gradientOpacity, function2D, isosurfaces, threshold, lights,
      material;
  } ofStyle_;
};

template <class Backend>
void GridRayCasterImpl<Backend>::takeValues(const Revised<ShownField>& values)
{
  scene_.valuesChanged();
  if (!values.isSet())
    return scene_.volume.drop();
  // Arrays that have lain at the points, or in the cells, do not fit values in the other place.
  if ((values->association == Association::Cells) != scene_.volume.areValuesOfCells())
  {
    scene_.volume.dropOpacity();
    scene_.volume.dropThreshold();
    taken_.opacity.forget();
    taken_.threshold.forget();
  }
  if (values->full != 0.0)
    throw InvalidInput("an image of direct colors is not drawn as a volume; choose one of its components");
  VolumeInput volume = grid_;
  volume.scalars = values.get();
  report_ = scene_.volume.setVolume(backend_, volume, values->held);
  frame_.timings.upload = scene_.volume.uploadMilliseconds();
  frame_.timings.adjacency = scene_.volume.bricksMilliseconds();
}

template <class Backend>
void GridRayCasterImpl<Backend>::updateFields(const MeshFields& fields)
{
  const auto update = [&](TakenRevision& of, const auto& item, const auto& take) {
    of.update(item, [&] {
      if (item.isSet() && !hasGrid_)
        throw InvalidInput("values were given before an image");
      take();
    });
  };
  const auto refuse = [&](TakenRevision& of, const auto& item, const char* what) {
    update(of, item, [&] {
      if (item.isSet())
        throw InvalidInput(std::string(what) + " of an image are not drawn in its volume");
    });
  };
  update(taken_.values, fields.values, [&] { this->takeValues(fields.values); });
  update(taken_.opacity, fields.opacity, [&] {
    scene_.valuesChanged();
    if (fields.opacity.isSet())
      scene_.volume.setOpacity(backend_, fields.opacity.get(), fields.opacity->held);
    else
      scene_.volume.dropOpacity();
  });
  refuse(taken_.gradients, fields.gradients, "gradients");
  refuse(taken_.surfaceValues, fields.surfaceValues, "values for the colors of isosurfaces");
  update(taken_.threshold, fields.threshold, [&] {
    scene_.valuesChanged();
    if (fields.threshold.isSet())
      scene_.volume.setThreshold(backend_, fields.threshold.get());
    else
      scene_.volume.dropThreshold();
  });
}

template <class Backend>
void GridRayCasterImpl<Backend>::updateStyle(const MeshStyle& style)
{
  ofStyle_.isosurfaces.update(style.isosurfaces, [&] { scene_.setSurfaces(style.isosurfaces.get()); });
  ofStyle_.function.update(style.function, [&] { scene_.setFunction(style.function); });
  ofStyle_.opacityFunction.update(
    style.opacityFunction, [&] { scene_.setOpacityFunction(style.opacityFunction); });
  ofStyle_.gradientOpacity.update(
    style.gradientOpacity, [&] { scene_.setGradientOpacity(style.gradientOpacity.get()); });
  ofStyle_.function2D.update(style.function2D, [&] { scene_.setTable(style.function2D.get()); });
  ofStyle_.threshold.update(style.threshold, [&] { scene_.setThreshold(style.threshold.get()); });
  ofStyle_.lights.update(style.lights, [&] { scene_.lights = style.lights.get(); });
  ofStyle_.material.update(style.material, [&] { scene_.material = style.material.get(); });
}

} // namespace inkray
