// SPDX-License-Identifier: BSD-3-Clause
#include "PicksBehind.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <queue>

namespace
{
/// The opacity that this piece has to reach for the whole to have one, behind what lets so much light
/// through.
float OwnOpacity(float opacity, float light)
{
  return std::min(std::max(1.0f - (1.0f - opacity) / light, 0.0f), 1.0f);
}

/// An end of a ray that is before the far plane.
float BeforeAll(float end)
{
  return std::min(end, 1.0f - std::numeric_limits<float>::epsilon());
}
} // namespace

PicksBehind::PicksBehind(
  inkray::TetRayCaster& caster, const inkray::Camera& camera, const inkray::FrameOptions& options)
  : Caster(caster)
  , Camera(camera)
  , Options(options)
{
}

bool PicksBehind::AreAlike(float most, float least) const
{
  return most <= LightStep * least || this->Casts >= MostCasts;
}

std::vector<float> PicksBehind::MakeEnds(Place first, Place last) const
{
  std::vector<float> ends(static_cast<std::size_t>(this->Camera.width) * this->Camera.height, 0.0f);
  std::for_each(first, last, [&ends](const Pixel& pixel) { ends[pixel.Index] = pixel.Behind.End; });
  return ends;
}

std::vector<PixelLayer> PicksBehind::FindLayers(const std::vector<Pixel>& pixels)
{
  std::vector<PixelLayer> layers;
  layers.reserve(pixels.size());
  const std::vector<float> ends = this->MakeEnds(pixels.begin(), pixels.end());
  inkray::FrameOptions options = this->Options;
  options.opaqueDepth = ends.data();
  this->Caster.pick(this->Camera, options, 0.0f);
  for (const Pixel& pixel : pixels)
  {
    layers.push_back({ this->Caster.pickedDepths()[pixel.Index], 1.0f });
  }
  options.shade = false;
  options.sparse = {};
  options.earlyTermination = std::numeric_limits<float>::min();
  this->Caster.render(this->Camera, options);
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    layers[i].Light = std::min(std::max(1.0f - this->Caster.image()[4 * pixels[i].Index + 3], 0.0f), 1.0f);
  }
  return layers;
}

std::vector<float> PicksBehind::FindReached(const Range& range, float opacity)
{
  // Before something opaque, which the far plane is here, a pick finds nothing where the opacity is not
  // reached.
  std::vector<float> ends = this->MakeEnds(range.First, range.Last);
  std::for_each(range.First, range.Last,
    [&ends](const Pixel& pixel) { ends[pixel.Index] = BeforeAll(pixel.Behind.End); });
  inkray::FrameOptions options = this->Options;
  options.opaqueDepth = ends.data();
  this->Caster.pick(this->Camera, options, opacity);
  std::for_each(range.First, range.Last, [this, &ends](const Pixel& pixel) {
    if (this->Caster.pickedTets()[pixel.Index] != inkray::TetRayCaster::nothingPicked)
    {
      ends[pixel.Index] = std::min(ends[pixel.Index], this->Caster.pickedDepths()[pixel.Index]);
    }
  });
  return ends;
}

bool PicksBehind::FindSurfaces()
{
  // Pictures of surfaces have depths, also where all rays end before they begin.
  const std::vector<float> ends = this->MakeEnds({}, {});
  inkray::FrameOptions options = this->Options;
  options.opaqueDepth = ends.data();
  this->Caster.render(this->Camera, options);
  return this->Caster.depth() != nullptr;
}

std::vector<std::uint32_t> PicksBehind::CastVisible(const Range& range, float share)
{
  ++this->Casts;
  const std::size_t number = static_cast<std::size_t>(this->Camera.width) * this->Camera.height;
  std::vector<std::uint8_t> asked(number, 0);
  std::for_each(range.First, range.Last, [&asked](const Pixel& pixel) { asked[pixel.Index] = 1; });
  std::vector<float> ends = this->MakeEnds(range.First, range.Last);
  if (this->Options.drawVolume)
  {
    // A surface that is the first to leave less than the share is seen, too.
    const std::vector<float> reached =
      this->HasSurfaces ? this->FindReached(range, 1.0f - share) : std::vector<float>();
    std::for_each(range.First, range.Last, [&](const Pixel& pixel) {
      const float dark = this->Dark[pixel.Index];
      const bool isSeen = this->HasSurfaces && dark <= reached[pixel.Index];
      ends[pixel.Index] = std::min(dark + (isSeen ? DepthStep : -DepthStep), BeforeAll(pixel.Behind.End));
    });
  }
  inkray::FrameOptions options = this->Options;
  options.opaqueDepth = ends.data();
  this->Caster.pickVisible(this->Camera, options, 1.0f, share, asked.data());
  return this->Caster.visibleTets();
}

void PicksBehind::Add(const std::vector<std::uint32_t>& tets)
{
  std::vector<std::uint32_t> all;
  std::set_union(this->Found.begin(), this->Found.end(), tets.begin(), tets.end(), std::back_inserter(all));
  this->Found.swap(all);
}

std::vector<std::uint32_t> PicksBehind::FindVisible(std::vector<Pixel> pixels, float share)
{
  this->Casts = 0;
  this->Found.clear();
  pixels.erase(std::remove_if(pixels.begin(), pixels.end(),
                 [share](const Pixel& pixel) { return !(pixel.Behind.Light >= share); }),
    pixels.end());
  std::sort(pixels.begin(), pixels.end(),
    [](const Pixel& a, const Pixel& b) { return a.Behind.Light > b.Behind.Light; });
  const Range all = { pixels.begin(), pixels.end() };
  if (pixels.empty())
  {
    return this->Found;
  }
  if (this->Options.drawVolume)
  {
    // Cells that take all light that is left are marked as picks, so that rays end before them.
    this->Dark = this->FindReached(all, 1.0f - 1e-6f);
    this->HasSurfaces = this->FindSurfaces();
  }
  // Ranges that differ most are parted first.
  std::priority_queue<Range> ranges;
  for (ranges.push(all); !ranges.empty();)
  {
    const Range range = ranges.top();
    ranges.pop();
    const std::vector<std::uint32_t> upper = this->CastVisible(range, share / range.Most());
    const auto areFound = [this, &upper] {
      return std::includes(this->Found.begin(), this->Found.end(), upper.begin(), upper.end());
    };
    if (areFound())
    {
      continue;
    }
    if (this->AreAlike(range.Most(), range.Least()))
    {
      this->Add(upper);
      continue;
    }
    this->Add(this->CastVisible(range, share / range.Least()));
    if (areFound())
    {
      continue;
    }
    const float middle = std::sqrt(range.Most() * range.Least());
    const Place part = std::partition_point(
      range.First, range.Last, [middle](const Pixel& pixel) { return pixel.Behind.Light >= middle; });
    ranges.push({ range.First, part });
    ranges.push({ part, range.Last });
  }
  return this->Found;
}

void PicksBehind::Part(
  const std::vector<Pixel>& pixels, std::vector<std::size_t> order, float opacity, std::vector<Pick>& picks)
{
  if (order.empty())
  {
    return;
  }
  const float most = pixels[order.front()].Behind.Light, least = pixels[order.back()].Behind.Light;
  std::vector<Pixel> asked;
  asked.reserve(order.size());
  for (std::size_t i : order)
  {
    asked.push_back(pixels[i]);
  }
  const std::vector<float> ends = this->MakeEnds(asked.begin(), asked.end());
  inkray::FrameOptions options = this->Options;
  options.opaqueDepth = ends.data();
  const auto cast = [&](float light) {
    ++this->Casts;
    this->Caster.pick(this->Camera, options, OwnOpacity(opacity, light));
  };
  cast(most);
  for (std::size_t i : order)
  {
    const std::size_t at = pixels[i].Index;
    picks[i] = { this->Caster.pickedTets()[at], this->Caster.pickedDepths()[at] };
  }
  if (this->AreAlike(most, least))
  {
    return;
  }
  cast(least);
  order.erase(std::remove_if(order.begin(), order.end(),
                [&](std::size_t i) { return this->Caster.pickedTets()[pixels[i].Index] == picks[i].Tet; }),
    order.end());
  const float middle = std::sqrt(most * least);
  const auto part = std::partition_point(
    order.begin(), order.end(), [&](std::size_t i) { return pixels[i].Behind.Light >= middle; });
  this->Part(pixels, { order.begin(), part }, opacity, picks);
  this->Part(pixels, { part, order.end() }, opacity, picks);
}

std::vector<PicksBehind::Pick> PicksBehind::FindPicks(const std::vector<Pixel>& pixels, float opacity)
{
  this->Casts = 0;
  std::vector<Pick> picks(pixels.size(), { inkray::TetRayCaster::nothingPicked, 1.0f });
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < pixels.size(); ++i)
  {
    if (pixels[i].Behind.Picks != 0.0f && pixels[i].Behind.Light > 0.0f)
    {
      order.push_back(i);
    }
  }
  std::sort(order.begin(), order.end(),
    [&pixels](std::size_t a, std::size_t b) { return pixels[a].Behind.Light > pixels[b].Behind.Light; });
  this->Part(pixels, order, opacity, picks);
  return picks;
}
