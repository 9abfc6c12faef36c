// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "Core/Portable.h"
#include "Device/Device.h"
#include "RayCastFrameTarget.h"
#include "TranslucentPolygons.h"
#include "vtkSMPTools.h"

#include <algorithm>
#include <cstddef>
#include <vector>

/// A caster that adds translucent polygons or other surfaces to its picture, each at its depth. `Layers` has
/// GetNumberOfLayers and Sample, as TranslucentPolygons.
///
/// Rays are cast once for each layer, up to it, and once to their end. Let C_k be the color that a ray has
/// gathered up to layer k, T_k the share of light that it lets through, and c_k and a_k the layer's color and
/// opacity. The slab in front of a layer adds the difference between C at its far and near side, seen through
/// all layers before:
///   picture = sum over layers k of P (C_k - C_k-1) + P T_k c_k, with P the product of 1 - a of earlier
///   layers.
/// This holds for any content, as long as the caster's pictures are composited. A pixel without a layer casts
/// no rays for it. The picture is in host memory.
template <class Caster, class PictureOf, class Layers = TranslucentPolygons>
class CasterWithPolygons
{
public:
  CasterWithPolygons(Caster& caster, const Layers& polygons, const PictureOf& pictureOf)
    : Casting(caster)
    , Polygons(polygons)
    , PictureOfCaster(pictureOf)
  {
  }

  inkray::DeviceKind device() const { return inkray::DeviceKind::CPU; } // where the picture is
  auto timings() const { return this->Casting.timings(); }              // of the last cast
  RayCastPicture GetPicture() const
  {
    RayCastPicture picture = this->PictureOfCaster(false);
    picture.Rgba = &this->Picture.front().x;
    return picture;
  }

  template <class Camera, class Options>
  void render(const Camera& camera, const Options& options)
  {
    const auto pixels = static_cast<std::size_t>(camera.width) * static_cast<std::size_t>(camera.height);
    this->Picture.assign(pixels, { 0, 0, 0, 0 });
    this->Passed.assign(pixels, { 0, 0, 0, 1 });
    Options own = options;
    for (int layer = 0; layer < this->Polygons.GetNumberOfLayers(); ++layer)
    {
      this->Polygons.Sample(layer, camera.width, camera.height, this->Colors, this->Depths);
      this->Stops.resize(pixels);
      std::transform(this->Depths.begin(), this->Depths.end(), this->Stops.begin(),
        [](float depth) { return depth < 1 ? depth : 0; });
      own.opaqueDepth = this->Stops.data();
      this->Casting.render(camera, own);
      this->Add(true);
    }
    own.opaqueDepth = options.opaqueDepth;
    this->Casting.render(camera, own);
    this->Add(false);
  }
  template <class Camera, class Options>
  void renderOnDevice(const Camera& camera, const Options& options)
  {
    this->render(camera, options);
  }

private:
  /// Add the color that rays have gathered since the last layer and, if `isLayer`, this layer.
  void Add(bool isLayer)
  {
    const auto* const rays = reinterpret_cast<const inkray::Float4*>(this->PictureOfCaster(false).Rgba);
    vtkSMPTools::For(0, static_cast<vtkIdType>(this->Picture.size()), [&](vtkIdType begin, vtkIdType end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i)
      {
        if (isLayer && !(this->Depths[i] < 1))
        {
          continue;
        }
        inkray::Float4 &sum = this->Picture[i], &passed = this->Passed[i];
        const inkray::Float4& ray = rays[i];
        const inkray::Float4 layer = isLayer ? this->Colors[i] : inkray::Float4{ 0, 0, 0, 0 };
        const float seen = passed.w * (1 - ray.w);
        sum.x += passed.w * (ray.x - passed.x) + seen * layer.x;
        sum.y += passed.w * (ray.y - passed.y) + seen * layer.y;
        sum.z += passed.w * (ray.z - passed.z) + seen * layer.z;
        passed = { ray.x, ray.y, ray.z, passed.w * (1 - layer.w) };
        sum.w = 1 - passed.w * (1 - ray.w);
      }
    });
  }

  Caster& Casting;
  const Layers& Polygons;
  const PictureOf& PictureOfCaster;
  std::vector<inkray::Float4> Picture; // premultiplied color, and opacity
  std::vector<inkray::Float4> Passed;  // the ray's color up to the last layer, and P
  std::vector<inkray::Float4> Colors;  // of the current layer
  std::vector<float> Depths;           // of the current layer
  std::vector<float> Stops;
};
