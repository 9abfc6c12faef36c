// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "PixelLayers.h"
#include "Renderers/MeshVolume/TetRayCaster.h"

#include <cstddef>
#include <cstdint>
#include <vector>

/// Tetrahedra that pixels show of one piece of a mesh, where pieces of others lie in front and take a part of
/// the light that differs from pixel to pixel.
///
/// A caster takes one share, or one opacity, for all pixels. So pixels are cast together at the two that hold
/// for the most and for the least of their light: where both find the same, it is right for all, and
/// otherwise the pixels are parted. Those whose light is within 5 % of one another stay together, as do all
/// after MostCasts, and what the most light shows counts.
class PicksBehind
{
public:
  /// A pixel, and what is in front of it.
  struct Pixel
  {
    std::size_t Index;
    PixelBehind Behind;
  };
  /// The tet that a click on a pixel selects (inkray::TetRayCaster::nothingPicked: none), and its depth.
  struct Pick
  {
    std::uint32_t Tet;
    float Depth;
  };

  /// Options are those of the picture, in blend mode Composite, without opaqueDepth.
  PicksBehind(
    inkray::TetRayCaster& caster, const inkray::Camera& camera, const inkray::FrameOptions& options);

  /// The effect of the piece on the light in pixels, up to their ends.
  std::vector<PixelLayer> FindLayers(const std::vector<Pixel>& pixels);
  /// The tets that add `share` or more to the opacity of a pixel, in ascending order.
  std::vector<std::uint32_t> FindVisible(std::vector<Pixel> pixels, float share);
  /// In the order of the pixels, what is picked where rays have gathered `opacity` with all that lies in
  /// front.
  std::vector<Pick> FindPicks(const std::vector<Pixel>& pixels, float opacity);

private:
  static constexpr float LightStep = 1.05f;
  static constexpr float DepthStep = 1e-6f; // of window depths
  static constexpr int MostCasts = 150;
  using Place = std::vector<Pixel>::const_iterator;

  /// Pixels that follow one another by their light, from the most on.
  struct Range
  {
    Place First, Last;
    float Most() const { return First->Behind.Light; }
    float Least() const { return (Last - 1)->Behind.Light; }
    bool operator<(const Range& o) const { return Most() / Least() < o.Most() / o.Least(); }
  };

  /// Window depths at which the rays of these pixels end, and all others before they begin.
  std::vector<float> MakeEnds(Place first, Place last) const;
  /// The depths at which rays have gathered an opacity, or their ends.
  std::vector<float> FindReached(const Range& range, float opacity);
  bool FindSurfaces();
  std::vector<std::uint32_t> CastVisible(const Range& range, float share);
  void Add(const std::vector<std::uint32_t>& tets);
  void Part(const std::vector<Pixel>& pixels, std::vector<std::size_t> order, float opacity,
    std::vector<Pick>& picks);
  bool AreAlike(float most, float least) const;

  inkray::TetRayCaster& Caster;
  inkray::Camera Camera;
  inkray::FrameOptions Options;
  int Casts = 0;
  std::vector<float> Dark; // window depths behind which no light is left
  bool HasSurfaces = false;
  std::vector<std::uint32_t> Found; // in ascending order
};
