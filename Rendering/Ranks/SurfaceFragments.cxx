// SPDX-License-Identifier: BSD-3-Clause
#include "SurfaceFragments.h"

#include <algorithm>
#include <cmath>

void SurfaceFragments::Add(
  int width, const std::vector<inkray::Float4>& colors, const std::vector<float>& depths, const float* ends)
{
  for (std::size_t i = 0; i < depths.size(); ++i)
  {
    if (depths[i] < 1 && !(ends && depths[i] > ends[i]))
    {
      const inkray::Float4& c = colors[i];
      const std::size_t row = i / static_cast<std::size_t>(width);
      this->All.push_back({ static_cast<float>(i - row * static_cast<std::size_t>(width)),
        static_cast<float>(row), depths[i], { c.x, c.y, c.z, c.w } });
    }
  }
}

void SurfaceFragments::Add(int width, int height, const inkray::SurfaceLayers& layers)
{
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  std::vector<inkray::Float4> colors;
  std::vector<float> depths(pixels);
  for (int layer = 0; layer < layers.most; ++layer)
  {
    const std::size_t first = pixels * static_cast<std::size_t>(layer);
    colors.assign(layers.colors + first, layers.colors + first + pixels);
    for (std::size_t i = 0; i < pixels; ++i)
    {
      // Layers behind the last one of a pixel have no valid depths.
      const float depth = depths[i] < 1 ? layers.depths[first + i] : HUGE_VALF;
      depths[i] = std::isfinite(depth) ? layers.window.ofDepth(depth) : 1.0f;
    }
    this->Add(width, colors, depths, nullptr);
  }
}

void SurfaceFragments::Sort(int width, int height)
{
  const auto pixelOf = [width](const Fragment& fragment) {
    return static_cast<std::size_t>(fragment.Row) * static_cast<std::size_t>(width) +
      static_cast<std::size_t>(fragment.Column);
  };
  this->Begins.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height) + 1, 0);
  for (const Fragment& fragment : this->All)
  {
    ++this->Begins[pixelOf(fragment) + 1];
  }
  std::size_t most = 0;
  for (std::size_t i = 1; i < this->Begins.size(); ++i)
  {
    most = std::max(most, this->Begins[i]);
    this->Begins[i] += this->Begins[i - 1];
  }
  this->Layers = static_cast<int>(std::min<std::size_t>(most, MostLayers));
  std::vector<Fragment> sorted(this->All.size());
  std::vector<std::size_t> next = this->Begins;
  for (const Fragment& fragment : this->All)
  {
    sorted[next[pixelOf(fragment)]++] = fragment;
  }
  for (std::size_t i = 0; i + 1 < this->Begins.size(); ++i)
  {
    std::stable_sort(sorted.begin() + static_cast<std::ptrdiff_t>(this->Begins[i]),
      sorted.begin() + static_cast<std::ptrdiff_t>(this->Begins[i + 1]),
      [](const Fragment& a, const Fragment& b) { return a.Depth < b.Depth; });
  }
  this->All = std::move(sorted);
}

void SurfaceFragments::Sample(
  int layer, int width, int height, std::vector<inkray::Float4>& colors, std::vector<float>& depths) const
{
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  colors.assign(pixels, { 0, 0, 0, 0 });
  depths.assign(pixels, 1.0f);
  for (std::size_t i = 0; i < pixels; ++i)
  {
    const std::size_t first = this->Begins[i] + static_cast<std::size_t>(layer);
    const std::size_t end =
      layer + 1 < MostLayers ? std::min(first + 1, this->Begins[i + 1]) : this->Begins[i + 1];
    float through = 1;
    for (std::size_t k = first; k < end; ++k)
    {
      const float* const c = this->All[k].Color;
      inkray::Float4& sum = colors[i];
      sum = { sum.x + through * c[0], sum.y + through * c[1], sum.z + through * c[2],
        sum.w + through * c[3] };
      through *= 1 - c[3];
    }
    depths[i] = first < end ? this->All[first].Depth : 1.0f;
  }
}
